//! The lines on a canvas, in the colours of the theme.

use plotters::{
    coord::{Shift, types::RangedCoordf64},
    prelude::*,
    style::text_anchor,
};
use plotters_canvas::CanvasBackend;
use web_sys::HtmlCanvasElement;

use super::Data;
use crate::{
    stage::chart::{Chart, Event, Ink, stairs},
    ui::decimal,
};

/// A drawing area.
pub type Area = DrawingArea<CanvasBackend, Shift>;
type Plot<'a> = ChartContext<'a, CanvasBackend, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Room around the lines, CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Room {
    /// A small chart: the step's number stands below it.
    pub const SMALL: Room = Room { left: 1.0, right: 1.0, top: 2.0, bottom: 13.0 };
}

/// Px between two numbers of an axis at the least.
const LEAST_ROWS: f64 = 44.0;
const LEAST_STEPS: f64 = 64.0;

/// The colours of the theme in which a canvas stands.
pub struct Theme {
    canvas: HtmlCanvasElement,
    /// The font.
    pub sans: String,
}

impl Theme {
    pub fn of(canvas: &HtmlCanvasElement) -> Option<Self> {
        let style = gloo::utils::window().get_computed_style(canvas).ok().flatten()?;
        let sans = style.get_property_value("--sans").ok()?.trim().to_string();
        Some(Theme { canvas: canvas.clone(), sans })
    }

    /// A token's colour as the browser computes it, whatever it is written as.
    pub fn colour(&self, token: &str) -> RGBColor {
        let style = self.canvas.style();
        let _ = style.set_property("color", &format!("var({token})"));
        let computed = gloo::utils::window().get_computed_style(&self.canvas).ok().flatten();
        let colour = computed.and_then(|style| style.get_property_value("color").ok());
        let _ = style.remove_property("color");
        colour.and_then(|text| rgb(&text)).unwrap_or(RGBColor(128, 128, 128))
    }

    fn of_ink(&self, ink: Ink) -> RGBColor {
        self.colour(match ink {
            Ink::Left => "--left",
            Ink::Right => "--right",
            Ink::Join => "--ink",
            Ink::Emitted => "--match",
            Ink::Padded => "--gone-ink",
        })
    }
}

/// Reads `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)`, the forms of computed colours.
fn rgb(text: &str) -> Option<RGBColor> {
    let (_, numbers) = text.split_once('(')?;
    let mut numbers = numbers.trim_end_matches(')').split([',', ' ', '/']).filter(|part| !part.is_empty());
    let mut next = || decimal(numbers.next()?).map(|number| number.round().clamp(0.0, 255.0) as u8);
    Some(RGBColor(next()?, next()?, next()?))
}

/// A canvas of this size, CSS px, to draw on, the colours there, and how many of its pixels a CSS px is.
pub fn paper(
    canvas: &HtmlCanvasElement,
    (width, height): (f64, f64),
) -> Result<(Area, Theme, f64), Box<dyn std::error::Error>> {
    // The backend's lines are whole pixels wide; twice the pixels of a plain screen make room for 1.5 and 1.75.
    let scale = gloo::utils::window().device_pixel_ratio().clamp(2.0, 4.0);
    canvas.set_width((width * scale).round() as u32);
    canvas.set_height((height * scale).round() as u32);
    let theme = Theme::of(canvas).ok_or("no style")?;
    let backend = CanvasBackend::with_canvas_object(canvas.clone()).ok_or("no canvas")?;
    Ok((backend.into_drawing_area(), theme, scale))
}

/// Draws a chart; with numbers at its axes if it has `axes`.
pub fn draw(canvas: &HtmlCanvasElement, data: &Data, chart: Chart, room: Room, axes: bool) -> Drawn {
    let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    if width <= 0.0 || height <= 0.0 {
        return Ok(());
    }
    let (area, theme, scale) = paper(canvas, (width, height))?;
    let px = |css: f64| (css * scale).round() as u32;
    let last = data.last();
    let (low, high) = data.charts.range(chart);
    let (first, end) = (-0.5, last as f64 + 0.5);
    let mut plot = ChartBuilder::on(&area)
        .margin_left(px(room.left))
        .margin_right(px(room.right))
        .margin_top(px(room.top))
        .margin_bottom(px(room.bottom))
        .build_cartesian_2d(first..end, low..high)?;
    let pen = Pen { theme, scale, low };
    if axes {
        for value in data.charts.marks(chart, height - room.top - room.bottom, LEAST_ROWS) {
            let at = value as f64;
            plot.draw_series([PathElement::new([(first, at), (end, at)], pen.stroke("--line", 1.0))])?;
            let place = plot.backend_coord(&(first, at));
            let text = data.show(chart, Some(value));
            pen.text(
                &area,
                text,
                (place.0 - px(8.0) as i32, place.1),
                text_anchor::HPos::Right,
                text_anchor::VPos::Center,
            )?;
        }
        for step in data.charts.steps(width - room.left - room.right, LEAST_STEPS) {
            let place = plot.backend_coord(&(step as f64, low));
            let place = (place.0, place.1 + px(6.0) as i32);
            pen.text(&area, step.to_string(), place, text_anchor::HPos::Center, text_anchor::VPos::Top)?;
        }
    }
    plot.draw_series([PathElement::new([(first, low), (end, low)], pen.stroke("--line-2", 1.0))])?;
    if low < 0.0 && chart == Chart::Lag {
        plot.draw_series([PathElement::new([(first, 0.0), (end, 0.0)], pen.stroke("--line-2", 1.0))])?;
    }
    // Those of the job: a checkpoint dashed, a failure solid and red; in a large chart with their names, each a line lower.
    for (at, (step, event)) in data.charts.events.iter().enumerate() {
        let x = *step as f64;
        let ends = [(x, low), (x, high)];
        if matches!(event, Event::Checkpoint(_)) {
            let style = pen.stroke("--ink-3", 1.0);
            plot.draw_series(DashedLineSeries::new(ends, px(2.0), px(3.0), style))?;
        } else {
            plot.draw_series([PathElement::new(ends, pen.stroke("--late", 1.0))])?;
        }
        if axes {
            let place = plot.backend_coord(&(x, high));
            let place = (place.0 + px(4.0) as i32, place.1 + px(2.0 + 13.0 * (at % 3) as f64) as i32);
            pen.text(&area, data.event(*event), place, text_anchor::HPos::Left, text_anchor::VPos::Top)?;
        }
    }
    for line in data.charts.lines(chart) {
        pen.line(&area, &mut plot, line.ink, stairs(&line.points, last, (low, high)))?;
    }
    Ok(())
}

struct Pen {
    theme: Theme,
    scale: f64,
    low: f64,
}

impl Pen {
    fn px(&self, css: f64) -> u32 {
        (css * self.scale).round() as u32
    }

    fn stroke(&self, token: &str, width: f64) -> ShapeStyle {
        self.theme.colour(token).stroke_width(self.px(width))
    }

    fn line(&self, area: &Area, plot: &mut Plot, ink: Ink, corners: Vec<(f64, f64)>) -> Drawn {
        let colour = self.theme.of_ink(ink);
        let width = match ink {
            Ink::Left | Ink::Right | Ink::Emitted => 1.75,
            Ink::Join => 1.5,
            Ink::Padded => 1.0,
        };
        let style = colour.stroke_width(self.px(width));
        match ink {
            Ink::Emitted => {
                plot.draw_series(AreaSeries::new(corners.clone(), self.low, colour.mix(0.16)))?;
            }
            Ink::Padded => self.hatch(area, plot, &corners)?,
            Ink::Left | Ink::Right | Ink::Join => {}
        }
        if ink == Ink::Right {
            plot.draw_series(DashedLineSeries::new(corners, self.px(4.0), self.px(2.0), style))?;
        } else {
            plot.draw_series([PathElement::new(corners, style)])?;
        }
        Ok(())
    }

    /// Hatches what lies under a line: the second cue besides colour for rows with NULL.
    fn hatch(&self, area: &Area, plot: &Plot, corners: &[(f64, f64)]) -> Drawn {
        let style = self.stroke("--gone", 1.0);
        let gap = f64::from(self.px(5.0));
        for pair in corners.windows(2) {
            let (from, to) = (plot.backend_coord(&pair[0]), plot.backend_coord(&(pair[1].0, self.low)));
            let (left, right) = (f64::from(from.0), f64::from(to.0));
            let (top, bottom) = (f64::from(from.1), f64::from(to.1));
            if right <= left || bottom <= top || pair[0].1 != pair[1].1 {
                continue;
            }
            // Lines x + y = sum, cut to the column: their places do not depend on where the column begins.
            let mut sum = ((left + top) / gap).ceil() * gap;
            while sum < right + bottom {
                let (x1, x2) = (left.max(sum - bottom), right.min(sum - top));
                if x1 < x2 {
                    let points = [(x1 as i32, (sum - x1) as i32), (x2 as i32, (sum - x2) as i32)];
                    area.draw(&PathElement::new(points, style))?;
                }
                sum += gap;
            }
        }
        Ok(())
    }

    fn text(&self, area: &Area, text: String, at: (i32, i32), h: text_anchor::HPos, v: text_anchor::VPos) -> Drawn {
        let font = FontDesc::new(FontFamily::Name(&self.theme.sans), 11.0 * self.scale, FontStyle::Normal);
        let colour = self.theme.colour("--ink-3");
        let style = TextStyle::from(font).color(&colour).pos(text_anchor::Pos::new(h, v));
        area.draw(&Text::new(text, at, style))?;
        Ok(())
    }
}
