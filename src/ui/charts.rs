//! "Over the steps": rows in state, watermarks and rows emitted as three small charts, each with a table of its numbers.

use std::{
    ops::{Range, RangeInclusive},
    rc::Rc,
};

use gloo::events::EventListener;
use plotters::{
    coord::{Shift, types::RangedCoordf64},
    prelude::*,
    style::text_anchor,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{CssStyleDeclaration, HtmlCanvasElement, ResizeObserver};
use yew::prelude::*;

use super::{ByRc, with};
use crate::{
    explain::messages::Messages,
    replay::{
        Recording,
        series::{Series, line, series, stretch},
    },
    scenario::{Lang, Scenario, Side, Sides, time::TimeStyle},
};

/// Points of a line that are drawn; more cannot be seen.
const DRAWN: usize = 1_000;
/// A time of more characters leaves no room for a second one beside it, and a larger number none for its words.
const LONG: usize = 8;
const MANY: u64 = 999;
/// Steps that a table of the numbers has at most.
const LISTED: usize = 200;

#[derive(Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    /// The step shown.
    pub step: usize,
    pub lang: Lang,
    /// Changes when the theme does, for the canvases to be drawn anew.
    #[prop_or_default]
    pub theme_key: AttrValue,
    /// A click in a chart asks for a step.
    pub seek: Callback<usize>,
}

#[function_component(Charts)]
pub fn charts(props: &Props) -> Html {
    let words = &Messages::of(props.lang).panels;
    // A theme that follows the system's changes without anybody telling.
    let dark = use_state_eq(|| false);
    {
        let dark = dark.clone();
        use_effect_with((), move |_| {
            let query = gloo::utils::window().match_media("(prefers-color-scheme: dark)").ok().flatten();
            let listener = query.map(|query| {
                dark.set(query.matches());
                let now = query.clone();
                EventListener::new(&query, "change", move |_| dark.set(now.matches()))
            });
            move || drop(listener)
        });
    }
    let theme_key: AttrValue = format!("{} {}", props.theme_key, *dark).into();
    let data = use_memo(props.recording.clone(), |recording| Data::new(recording));
    let series = &data.series;
    let scenario = props.recording.scenario();
    let step = props.step.min(series.last());
    let streams = Sides::new(scenario.streams.left.label(props.lang), scenario.streams.right.label(props.lang));
    let time = |ms: Option<i64>| ms.map_or_else(|| words.none.to_string(), |ms| data.style.show(ms));
    let both = |left: String, right: String| {
        html! { <>
            { glyph(Side::Left) }<b class="L">{ left }</b>{ glyph(Side::Right) }<b class="R">{ right }</b>
        </> }
    };
    let padded = series.padded[step];
    let long = padded > MANY || Side::BOTH.into_iter().any(|side| time(series.watermark[side][step]).len() > LONG);
    let emitted = html! { <>
        <b class="M">{ series.emitted[step] }</b>
        if padded > 0 {
            <span class="of">{ words.of_which }{ " " }<b class="G">{ format!("{padded} NULL") }</b></span>
        }
    </> };
    let charts = [
        (
            Which::Held,
            words.rows_in_state,
            both(series.held.left[step].to_string(), series.held.right[step].to_string()),
            vec![streams.left.to_string(), streams.right.to_string()],
        ),
        (
            Which::Watermarks,
            words.watermarks,
            both(time(series.watermark.left[step]), time(series.watermark.right[step])),
            vec![streams.left.to_string(), streams.right.to_string(), words.join.to_string()],
        ),
        (Which::Emitted, words.rows_emitted, emitted, vec![words.rows.to_string(), words.of_which_null.to_string()]),
    ];
    let listed = stretch(series.last(), step, LISTED);
    html! {
        <section class="sec charts" aria-label={words.over_the_steps}>
            <header><h2>{ words.over_the_steps }</h2></header>
            <div class="minis">
                { for charts.into_iter().map(|(which, name, now, heads)| html! {
                    <figure key={name} class={long.then_some("long")}>
                        <figcaption>{ name }<span>{ now }</span></figcaption>
                        <Chart data={ByRc(Rc::clone(&data))} {which} {step} theme_key={theme_key.clone()} seek={props.seek.clone()} />
                        <Numbers data={ByRc(Rc::clone(&data))} {which} {name} heads={heads} listed={listed.clone()} lang={props.lang} />
                    </figure>
                }) }
            </div>
        </section>
    }
}

fn glyph(side: Side) -> Html {
    html! {
        <svg class="gl" viewBox="0 0 14 14" aria-hidden="true">
            if side == Side::Left {
                <circle class="st-mark l" cx="7" cy="7" r="3.6" />
            } else {
                <rect class="st-mark r" x="3.7" y="3.7" width="6.6" height="6.6" rx="1.5" />
            }
        </svg>
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Held,
    Watermarks,
    Emitted,
}

/// All that does not change from step to step.
struct Data {
    series: Series,
    lines: [Vec<Line>; 3],
    style: TimeStyle,
}

/// A line of a chart.
struct Line {
    look: Look,
    points: Vec<(usize, i64)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Left,
    Right,
    Join,
    Emitted,
    Padded,
}

impl Data {
    fn new(recording: &Recording) -> Self {
        let series = series(recording);
        let count = |values: &[u64], look| Line {
            look,
            points: line(values.iter().map(|count| Some(i64::try_from(*count).unwrap_or(i64::MAX))), DRAWN),
        };
        let mark = |values: &[Option<i64>], look| Line { look, points: line(values.iter().copied(), DRAWN) };
        let lines = [
            vec![count(&series.held.left, Look::Left), count(&series.held.right, Look::Right)],
            vec![
                mark(&series.watermark.left, Look::Left),
                mark(&series.watermark.right, Look::Right),
                mark(&series.join, Look::Join),
            ],
            vec![count(&series.emitted, Look::Emitted), count(&series.padded, Look::Padded)],
        ];
        Data { style: style(recording.scenario(), recording), series, lines }
    }

    fn lines(&self, which: Which) -> &[Line] {
        &self.lines[which as usize]
    }

    /// The value of a line after a step, which thinning may have left out.
    fn at(&self, which: Which, look: Look, step: usize) -> Option<i64> {
        let count = |values: &[u64]| values.get(step).map(|count| i64::try_from(*count).unwrap_or(i64::MAX));
        let mark = |values: &[Option<i64>]| values.get(step).copied().flatten();
        match (which, look) {
            (Which::Held, Look::Left) => count(&self.series.held.left),
            (Which::Held, _) => count(&self.series.held.right),
            (Which::Watermarks, Look::Left) => mark(&self.series.watermark.left),
            (Which::Watermarks, Look::Right) => mark(&self.series.watermark.right),
            (Which::Watermarks, _) => mark(&self.series.join),
            (Which::Emitted, Look::Padded) => count(&self.series.padded),
            (Which::Emitted, _) => count(&self.series.emitted),
        }
    }

    /// The lowest and highest value that the chart has room for.
    fn range(&self, which: Which) -> (f64, f64) {
        let values = || self.lines(which).iter().flat_map(|line| line.points.iter().map(|point| point.1 as f64));
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        match which {
            Which::Watermarks if low < high => (low - (high - low) * 0.05, high + (high - low) * 0.12),
            Which::Watermarks if low.is_finite() => (low - 1.0, low + 1.0),
            Which::Watermarks => (0.0, 1.0),
            // Five rows at least, so that one row does not look like many.
            Which::Held | Which::Emitted => (0.0, high.max(4.0) * 1.2),
        }
    }
}

fn style(scenario: &Scenario, recording: &Recording) -> TimeStyle {
    let reach = recording.span().reach;
    TimeStyle::of(scenario, reach.left.max(reach.right).unwrap_or(0))
}

// ---- the table ------------------------------------------------------------------------------------------

#[derive(Properties, PartialEq)]
struct NumbersProps {
    data: ByRc<Data>,
    which: Which,
    name: AttrValue,
    heads: Vec<String>,
    listed: RangeInclusive<usize>,
    lang: Lang,
}

/// The numbers of a chart for who does not see it. It is drawn again only when its stretch of steps is another.
#[function_component(Numbers)]
fn numbers(props: &NumbersProps) -> Html {
    let words = &Messages::of(props.lang).panels;
    let series = &props.data.series;
    let last = series.last();
    let part = props.listed.clone().count() <= last;
    let time = |ms: Option<i64>| ms.map_or_else(|| words.none.to_string(), |ms| props.data.style.show(ms));
    let cells = |step: usize| match props.which {
        Which::Held => vec![series.held.left[step].to_string(), series.held.right[step].to_string()],
        Which::Watermarks => {
            vec![time(series.watermark.left[step]), time(series.watermark.right[step]), time(series.join[step])]
        }
        Which::Emitted => vec![series.emitted[step].to_string(), series.padded[step].to_string()],
    };
    html! {
        // The box is what is hidden: a table that is itself taken out of the flow is no table to some browsers.
        <div class="unseen">
            <table aria-label={props.name.clone()}>
                if part {
                    <caption>
                        { with(words.steps_listed, &[
                            ("from", &props.listed.start().to_string()),
                            ("to", &props.listed.end().to_string()),
                            ("all", &last.to_string()),
                        ]) }
                    </caption>
                }
                <thead>
                    <tr>
                        <th scope="col">{ words.step }</th>
                        { for props.heads.iter().map(|head| html! { <th scope="col">{ head }</th> }) }
                    </tr>
                </thead>
                <tbody>
                    { for props.listed.clone().map(|step| html! {
                        <tr key={step}>
                            <th scope="row">{ step }</th>
                            { for cells(step).into_iter().map(|cell| html! { <td>{ cell }</td> }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

// ---- the canvas -----------------------------------------------------------------------------------------

#[derive(Properties, PartialEq)]
struct ChartProps {
    data: ByRc<Data>,
    which: Which,
    step: usize,
    theme_key: AttrValue,
    seek: Callback<usize>,
}

/// Room around the lines, CSS px.
const LEFT: f64 = 2.0;
const RIGHT: f64 = 3.0;
const TOP: f64 = 1.0;
const BOTTOM: f64 = 12.0;

#[function_component(Chart)]
fn chart(props: &ChartProps) -> Html {
    let canvas = use_node_ref();
    // CSS px; the chart is drawn again when it gets another size.
    let size = use_state(|| (0, 0));
    {
        let (canvas, size) = (canvas.clone(), size.clone());
        use_effect_with((), move |_| watch(canvas, size));
    }
    {
        let (canvas, data) = (canvas.clone(), props.data.clone());
        let (which, step) = (props.which, props.step);
        use_effect_with((props.data.clone(), step, props.theme_key.clone(), *size), move |_| {
            if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                // A chart that cannot be drawn leaves its table and its numbers.
                let _ = draw(&canvas, &data, which, step);
            }
        });
    }
    let onclick = {
        let (seek, last) = (props.seek.clone(), props.data.series.last());
        Callback::from(move |event: MouseEvent| {
            let Some(canvas) = event.target_dyn_into::<HtmlCanvasElement>() else { return };
            let width = f64::from(canvas.client_width()) - LEFT - RIGHT;
            let share = ((f64::from(event.offset_x()) - LEFT) / width.max(1.0)).clamp(0.0, 1.0);
            seek.emit((share * last as f64).round() as usize);
        })
    };
    html! { <canvas ref={canvas} class="ch" aria-hidden="true" {onclick}></canvas> }
}

/// Follows the canvas's size until the component goes.
pub(super) fn watch(canvas: NodeRef, size: UseStateHandle<(i32, i32)>) -> impl FnOnce() {
    let element = canvas.cast::<HtmlCanvasElement>();
    let tell = Closure::<dyn Fn()>::new({
        let element = element.clone();
        move || {
            if let Some(element) = &element {
                size.set((element.client_width(), element.client_height()));
            }
        }
    });
    let observer = ResizeObserver::new(tell.as_ref().unchecked_ref()).ok();
    if let (Some(observer), Some(element)) = (&observer, &element) {
        observer.observe(element);
    }
    move || {
        if let Some(observer) = observer {
            observer.disconnect();
        }
        drop(tell);
    }
}

/// The colours of the theme in which an element stands.
pub(super) struct Theme(CssStyleDeclaration);

impl Theme {
    pub(super) fn of(canvas: &HtmlCanvasElement) -> Option<Self> {
        gloo::utils::window().get_computed_style(canvas).ok().flatten().map(Theme)
    }

    pub(super) fn value(&self, name: &str) -> String {
        self.0.get_property_value(name).map(|value| value.trim().to_string()).unwrap_or_default()
    }

    pub(super) fn colour(&self, name: &str) -> RGBColor {
        hex(&self.value(name)).unwrap_or(RGBColor(128, 128, 128))
    }

    fn of_look(&self, look: Look) -> RGBColor {
        self.colour(match look {
            Look::Left => "--left",
            Look::Right => "--right",
            Look::Join => "--ink",
            Look::Emitted => "--match",
            Look::Padded => "--gone-ink",
        })
    }
}

/// Reads `#rgb` and `#rrggbb`, the forms of the tokens.
pub(super) fn hex(text: &str) -> Option<RGBColor> {
    let digits = text.strip_prefix('#')?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let byte = |shift: u32| ((number >> shift) & 0xff) as u8;
    let twice = |shift: u32| ((number >> shift) & 0xf) as u8 * 17;
    match digits.len() {
        3 => Some(RGBColor(twice(8), twice(4), twice(0))),
        6 => Some(RGBColor(byte(16), byte(8), byte(0))),
        _ => None,
    }
}

type Area = DrawingArea<CanvasBackend, Shift>;
type Plot<'a> = ChartContext<'a, CanvasBackend, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// How strongly what lies behind the cursor is drawn.
const AHEAD: f64 = 0.38;

fn draw(canvas: &HtmlCanvasElement, data: &Data, which: Which, step: usize) -> Drawn {
    let (width, height) = (canvas.client_width(), canvas.client_height());
    if width <= 0 || height <= 0 {
        return Ok(());
    }
    // The backend's lines are whole pixels wide; twice the pixels of a plain screen make room for 1.5 and 1.75.
    let scale = gloo::utils::window().device_pixel_ratio().clamp(2.0, 4.0);
    let px = |css: f64| (css * scale).round() as u32;
    canvas.set_width(px(f64::from(width)));
    canvas.set_height(px(f64::from(height)));
    let theme = Theme::of(canvas).ok_or("no style")?;
    let backend = CanvasBackend::with_canvas_object(canvas.clone()).ok_or("no canvas")?;
    let area = backend.into_drawing_area();
    let last = data.series.last();
    let (low, high) = data.range(which);
    let mut plot = ChartBuilder::on(&area)
        .margin_left(px(LEFT))
        .margin_right(px(RIGHT))
        .margin_top(px(TOP))
        .margin_bottom(px(BOTTOM))
        .build_cartesian_2d(0.0..last.max(1) as f64, low..high)?;
    let pen = Pen { theme, scale, low };
    plot.draw_series([PathElement::new([(0.0, low), (last.max(1) as f64, low)], pen.stroke("--line-2", 1.0))])?;
    for line in data.lines(which) {
        let now = data.at(which, line.look, step).map(|value| (step, value));
        let before = line.points.iter().copied().filter(|point| point.0 <= step).chain(now);
        let after = now.into_iter().chain(line.points.iter().copied().filter(|point| point.0 > step));
        pen.line(&area, &mut plot, line.look, stairs(before), 1.0)?;
        // Before a side has a watermark, its line begins with the step that gives it one.
        pen.line(&area, &mut plot, line.look, stairs(after), AHEAD)?;
    }
    let at = step as f64;
    let edge = plot.plotting_area().get_pixel_range();
    plot.draw_series([PathElement::new([(at, low), (at, high)], pen.stroke("--ink", 1.0))])?;
    let x = plot.plotting_area().map_coordinate(&(at, low)).0;
    pen.number(&area, step, x, edge.0)
}

/// A line that holds each value until the next.
pub(super) fn stairs(points: impl Iterator<Item = (usize, i64)>) -> Vec<(f64, f64)> {
    let mut value = None;
    let mut corners = Vec::new();
    for (step, next) in points {
        if let Some(value) = value {
            corners.push((step as f64, value as f64));
        }
        if value != Some(next) {
            corners.push((step as f64, next as f64));
        }
        value = Some(next);
    }
    corners
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

    fn line(&self, area: &Area, plot: &mut Plot, look: Look, corners: Vec<(f64, f64)>, strength: f64) -> Drawn {
        let colour = self.theme.of_look(look);
        let width = match look {
            Look::Left | Look::Right | Look::Emitted => 1.75,
            Look::Join => 1.5,
            Look::Padded => 1.0,
        };
        let style = colour.mix(strength).stroke_width(self.px(width));
        match look {
            Look::Emitted => {
                plot.draw_series(AreaSeries::new(corners.clone(), self.low, colour.mix(0.16 * strength)))?;
            }
            Look::Padded => self.hatch(area, plot, &corners, strength)?,
            Look::Left | Look::Right | Look::Join => {}
        }
        if look == Look::Right {
            plot.draw_series(DashedLineSeries::new(corners, self.px(4.0), self.px(2.0), style))?;
        } else {
            plot.draw_series([PathElement::new(corners, style)])?;
        }
        Ok(())
    }

    /// Hatches what lies under a line: the second cue besides colour for rows with NULL.
    fn hatch(&self, area: &Area, plot: &Plot, corners: &[(f64, f64)], strength: f64) -> Drawn {
        let style = self.theme.colour("--gone").mix(strength).stroke_width(self.px(1.0));
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

    /// The cursor's number under its line, within the chart.
    fn number(&self, area: &Area, step: usize, x: i32, within: Range<i32>) -> Drawn {
        let text = step.to_string();
        let half = (text.len() as f64 * 3.2 * self.scale).round() as i32;
        let (first, last) = (within.start + half, within.end - half);
        let x = if first < last { x.clamp(first, last) } else { x };
        let sans = self.theme.value("--sans");
        let font = FontDesc::new(FontFamily::Name(&sans), 10.5 * self.scale, FontStyle::Normal);
        let anchor = text_anchor::Pos::new(text_anchor::HPos::Center, text_anchor::VPos::Bottom);
        let colour = self.theme.colour("--ink-3");
        let style = TextStyle::from(font).color(&colour).pos(anchor);
        let (_, height) = area.dim_in_pixel();
        area.draw(&Text::new(text, (x, i32::try_from(height)?), style))?;
        Ok(())
    }
}
