//! Rows in state of both sides over the steps, with a table of the same numbers.

use plotters::prelude::*;
use web_sys::{Element, HtmlCanvasElement};
use yew::prelude::*;

use crate::{
    compare::{Compared, Which},
    explain::{format::fill_plain, messages::Messages},
    replay::series::{line, stretch},
    scenario::Lang,
    stage::chart::{share_of, stairs, step_at},
    ui::{ByRc, charts::ink::paper, hooks::watch, with},
};

/// Points of a line that are drawn; more cannot be seen.
const DRAWN: usize = 1_000;
/// Steps that the table of the numbers has at most.
const LISTED: usize = 200;

#[derive(Properties, PartialEq)]
pub struct Props {
    pub compared: ByRc<Compared>,
    pub step: usize,
    pub lang: Lang,
    pub theme_key: AttrValue,
    pub seek: Callback<usize>,
}

type Held = [Vec<Option<u64>>; 2];

#[function_component(HeldChart)]
pub fn held_chart(props: &Props) -> Html {
    let (step, lang) = (props.step, props.lang);
    let m = Messages::of(lang);
    let held = use_memo(props.compared.clone(), |compared| {
        Which::BOTH.map(|which| compared.run(which).map(|run| compared.held(run)).unwrap_or_default())
    });
    let last = held[0].len().saturating_sub(1);
    let (canvas, inner) = (use_node_ref(), use_node_ref());
    let size = use_state(|| (0, 0));
    {
        let (canvas, size) = (canvas.clone(), size.clone());
        use_effect_with((), move |()| {
            watch(&canvas, move |element| size.set((element.client_width(), element.client_height())))
        });
    }
    {
        let (canvas, held) = (canvas.clone(), held.clone());
        use_effect_with((props.compared.clone(), props.theme_key.clone(), *size), move |_| {
            if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                // A chart that cannot be drawn leaves its table and its numbers.
                let _ = draw(&canvas, &held, last);
            }
        });
    }
    let onclick = {
        let (inner, seek) = (inner.clone(), props.seek.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some(rect) = inner.cast::<Element>().map(|element| element.get_bounding_client_rect()) {
                seek.emit(step_at((f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0), last));
            }
        })
    };
    let now = |which: Which| {
        let count = held[which as usize].get(step).copied().flatten()?;
        let pattern = if count == 1 { m.compare.chart_row } else { m.compare.chart_rows };
        Some(fill_plain(lang, pattern, &[("which", which.letter().into()), ("count", count.to_string().into())]))
    };
    let percent = share_of(step, last) * 100.0;
    html! {
        <section class="sec held" aria-label={m.compare.held_chart}>
            <header><h2>{ m.compare.held_chart }</h2></header>
            <p class="keys-of">
                { for Which::BOTH.into_iter().filter_map(|which| now(which).map(|text| html! {
                    <span class={if which == Which::A { "M" } else { "" }}>
                        <svg width="18" height="8" aria-hidden="true"><path class={if which == Which::A { "ch-a" } else { "ch-b" }} d="M0 4h18" /></svg>{ text }</span>
                })) }
            </p>
            <div class="plot" {onclick}>
                <canvas ref={canvas} class="ch" aria-hidden="true"></canvas>
                <div ref={inner} class="plot-in" style="left:1px;right:1px;top:2px;bottom:13px">
                    <i class="plot-ahead" style={format!("left:{percent:.3}%")}></i>
                    <i class="plot-now" style={format!("left:{percent:.3}%")}></i>
                    <span class="plot-no" aria-hidden="true" style={format!("left:{percent:.3}%;transform:translateX(-{percent:.1}%)")}>{ step }</span>
                </div>
            </div>
            { numbers(&held, step, last, lang) }
        </section>
    }
}

fn numbers(held: &Held, step: usize, last: usize, lang: Lang) -> Html {
    let m = Messages::of(lang);
    let listed = stretch(last, step, LISTED);
    let cell = |which: Which, step: usize| {
        let count = held[which as usize].get(step).copied().flatten();
        count.map_or_else(|| m.panels.none.to_string(), |count| count.to_string())
    };
    html! {
        // The box is what is hidden: a table that is itself taken out of the flow is no table to some browsers.
        <div class="unseen">
            <table aria-label={m.compare.held_chart}>
                if listed.clone().count() <= last {
                    <caption>{ with(m.panels.steps_listed, &[
                        ("from", &listed.start().to_string()),
                        ("to", &listed.end().to_string()),
                        ("all", &last.to_string()),
                    ]) }</caption>
                }
                <thead><tr><th scope="col">{ m.panels.step }</th><th scope="col">{ "A" }</th><th scope="col">{ "B" }</th></tr></thead>
                <tbody>{ for listed.map(|step| html! {
                    <tr key={step}><th scope="row">{ step }</th><td>{ cell(Which::A, step) }</td><td>{ cell(Which::B, step) }</td></tr>
                }) }</tbody>
            </table>
        </div>
    }
}

fn draw(canvas: &HtmlCanvasElement, held: &Held, last: usize) -> Result<(), Box<dyn std::error::Error>> {
    let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    if width <= 0.0 || height <= 0.0 {
        return Ok(());
    }
    let (area, theme, scale) = paper(canvas, (width, height))?;
    let px = |css: f64| (css * scale).round() as u32;
    let most = held.iter().flatten().flatten().copied().max().unwrap_or(0);
    // Five rows at least, so that one row does not look like many.
    let high = (most as f64).max(4.0) * 1.15;
    let (first, end) = (-0.5, last as f64 + 0.5);
    let mut plot = ChartBuilder::on(&area)
        .margin_left(px(1.0))
        .margin_right(px(1.0))
        .margin_top(px(2.0))
        .margin_bottom(px(13.0))
        .build_cartesian_2d(first..end, 0.0..high)?;
    let base = theme.colour("--line-2").stroke_width(px(1.0));
    plot.draw_series([PathElement::new([(first, 0.0), (end, 0.0)], base)])?;
    for (values, token, width) in [(&held[0], "--match", 2.0), (&held[1], "--ink", 1.5)] {
        let counts = values.iter().map(|count| count.map(|count| i64::try_from(count).unwrap_or(i64::MAX)));
        let points = line(counts.collect::<Vec<_>>().into_iter(), DRAWN);
        // A side that was refused ends where it stopped.
        let until = points.last().map_or(0, |(step, _)| *step);
        let corners = stairs(&points, until, (0.0, high));
        let style = theme.colour(token).stroke_width(px(width));
        if token == "--ink" {
            // The second cue besides colour.
            plot.draw_series(DashedLineSeries::new(corners, px(5.0), px(2.0), style))?;
        } else {
            plot.draw_series([PathElement::new(corners, style)])?;
        }
    }
    Ok(())
}
