//! Rows in state of each side over time, with the formulas as level lines, and a table of the same numbers.

use plotters::{prelude::*, style::text_anchor};
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

use crate::{
    estimate::{Held, Measured, Point},
    explain::{estimate as words, format::fill_plain, messages::Estimate},
    scenario::{Lang, Side, Sides, time},
    stage::chart::Levels,
    ui::{ByRc, charts::ink::paper, hooks::watch},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub measured: ByRc<Result<Measured, crate::estimate::Reason>>,
    pub held: Sides<Held>,
    pub names: Sides<String>,
    pub lang: Lang,
    pub theme_key: AttrValue,
}

#[function_component(RowsChart)]
pub fn rows_chart(props: &Props) -> Html {
    let lang = props.lang;
    let m = Estimate::of(lang);
    let canvas = use_node_ref();
    let size = use_state(|| (0, 0));
    {
        let (canvas, size) = (canvas.clone(), size.clone());
        use_effect_with((), move |()| {
            watch(&canvas, move |element| size.set((element.client_width(), element.client_height())))
        });
    }
    {
        let canvas = canvas.clone();
        let drawn = (props.measured.clone(), props.held, props.theme_key.clone(), *size, lang);
        use_effect_with(drawn, move |(measured, held, _, _, lang)| {
            if let (Some(canvas), Ok(measured)) = (canvas.cast::<HtmlCanvasElement>(), &**measured) {
                // A chart that cannot be drawn leaves its table and its numbers.
                let _ = draw(&canvas, &measured.points, *held, *lang);
            }
        });
    }
    let Ok(measured) = &*props.measured else { return Html::default() };
    let key = |class: &'static str, text: String, tone: &'static str| {
        html! { <span class={tone}><svg width="18" height="8" aria-hidden="true"><path {class} d="M0 4h18" /></svg>{ text }</span> }
    };
    let engine = |side: Side| fill_plain(lang, m.line_measured, &[("side", props.names[side].clone().into())]);
    html! {
        <figure class="rows-over-time" aria-label={m.chart}>
            <figcaption>{ m.chart }</figcaption>
            <p class="keys-of" aria-hidden="true">
                { key("est-l", engine(Side::Left), "L") }
                { key("est-r", engine(Side::Right), "R") }
                { key("est-exact", m.line_exact.to_string(), "") }
                if props.held.left.document.is_some() { { key("est-usual", m.line_usual.to_string(), "") } }
            </p>
            <canvas ref={canvas} class="ch" aria-hidden="true"></canvas>
            <div class="unseen">
                <table aria-label={m.chart}>
                    <thead><tr><th scope="col">{ m.time }</th><th scope="col">{ &props.names.left }</th><th scope="col">{ &props.names.right }</th></tr></thead>
                    <tbody>{ for measured.points.iter().map(|point| html! {
                        <tr key={point.time}><th scope="row">{ time::duration(rounded(point.time, measured), lang) }</th>
                            <td>{ words::grouped(point.rows.left) }</td><td>{ words::grouped(point.rows.right) }</td></tr>
                    }) }</tbody>
                </table>
            </div>
        </figure>
    }
}

/// A time to three digits or so of all the time there is: 3 d 4 h, and no ms.
fn rounded(ms: i64, measured: &Measured) -> i64 {
    let all = measured.points.last().map_or(0, |point| point.time);
    let unit = [time::HOUR, time::MINUTE, time::SECOND].into_iter().find(|unit| all / unit >= 100).unwrap_or(1);
    (ms + unit / 2) / unit * unit
}

fn draw(
    canvas: &HtmlCanvasElement,
    points: &[Point],
    held: Sides<Held>,
    lang: Lang,
) -> Result<(), Box<dyn std::error::Error>> {
    let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    if width <= 0.0 || height <= 0.0 {
        return Ok(());
    }
    let (area, theme, scale) = paper(canvas, (width, height))?;
    let px = |css: f64| (css * scale).round() as u32;
    let levels: Vec<u64> =
        Side::BOTH.iter().flat_map(|side| [Some(held[*side].exact), held[*side].document]).flatten().collect();
    let rows = points.iter().flat_map(|point| [point.rows.left, point.rows.right]);
    let most = rows.chain(levels.iter().copied()).max().unwrap_or(0);
    let last = points.last().map_or(1, |point| point.time).max(1);
    let axes = Levels::new(last, most, (width - 78.0).max(40.0), (height - 30.0).max(40.0));
    let (end, high) = (last as f64, axes.high);
    let mut plot = ChartBuilder::on(&area)
        .margin_left(px(66.0))
        .margin_right(px(12.0))
        .margin_top(px(8.0))
        .margin_bottom(px(22.0))
        .build_cartesian_2d(0.0..end, 0.0..high)?;
    let ink = theme.colour("--ink-3");
    let text = |text: String, at: (i32, i32), h: text_anchor::HPos, v: text_anchor::VPos| {
        let font = FontDesc::new(FontFamily::Name(&theme.sans), 11.0 * scale, FontStyle::Normal);
        let style = TextStyle::from(font).color(&ink).pos(text_anchor::Pos::new(h, v));
        area.draw(&Text::new(text, at, style))
    };
    let grid = theme.colour("--line").stroke_width(px(1.0));
    for rows in &axes.rows {
        let at = *rows as f64;
        plot.draw_series([PathElement::new([(0.0, at), (end, at)], grid)])?;
        let place = plot.backend_coord(&(0.0, at));
        text(
            words::short(*rows),
            (place.0 - px(8.0) as i32, place.1),
            text_anchor::HPos::Right,
            text_anchor::VPos::Center,
        )?;
    }
    for time in &axes.times {
        let place = plot.backend_coord(&(*time as f64, 0.0));
        let at = (place.0, place.1 + px(6.0) as i32);
        text(time::duration(*time, lang), at, text_anchor::HPos::Center, text_anchor::VPos::Top)?;
    }
    let level = |rows: u64| vec![(0.0, rows as f64), (end, rows as f64)];
    for side in Side::BOTH {
        let colour = theme.colour(if side == Side::Left { "--left" } else { "--right" });
        if let Some(rows) = held[side].document {
            let style = theme.colour("--ink-3").stroke_width(px(1.0));
            plot.draw_series(DashedLineSeries::new(level(rows), px(8.0), px(4.0), style))?;
        }
        plot.draw_series(DashedLineSeries::new(
            level(held[side].exact),
            px(2.0),
            px(3.0),
            theme.colour("--ink").stroke_width(px(1.0)),
        ))?;
        let line: Vec<(f64, f64)> = points.iter().map(|point| (point.time as f64, point.rows[side] as f64)).collect();
        let style = colour.stroke_width(px(1.75));
        if side == Side::Right {
            plot.draw_series(DashedLineSeries::new(line, px(4.0), px(2.0), style))?;
        } else {
            plot.draw_series([PathElement::new(line, style)])?;
        }
    }
    Ok(())
}
