//! The trade-off: of each setting tried the share that it keeps, its rows in state and its waiting, one below the other over the
//! same settings. A click tries one. The table beside it has the same numbers, and buttons.

use plotters::prelude::*;
use web_sys::{Element, HtmlCanvasElement, PointerEvent};
use yew::prelude::*;

use crate::{
    choose::Study,
    explain::{Words, choose::share, messages::Choose},
    scenario::Lang,
    stage::chart::{share_of, step_at},
    ui::{ByRc, charts::ink::paper, hooks::watch},
};

/// What is drawn.
#[derive(Debug, PartialEq)]
pub struct Curves {
    /// The settings' names, those that are values, in order.
    names: Vec<String>,
    /// Of each chart: of each setting a number, and how it is written.
    charts: [Vec<Option<(f64, String)>>; 3],
    /// The setting that there is, if it is one of them.
    present: Option<usize>,
    advised: Option<usize>,
}

impl Curves {
    pub fn of(study: &Study, advised: Option<usize>, words: &Words) -> Curves {
        let of = study.candidates();
        let values = of.iter().enumerate().filter(|(_, candidate)| candidate.value.is_some());
        let all = study.matches().unwrap_or(0);
        let told = |number: &dyn Fn(&crate::choose::Candidate) -> Option<(f64, String)>| {
            values.clone().map(|(_, candidate)| number(candidate)).collect::<Vec<_>>()
        };
        Curves {
            names: values.clone().map(|(_, candidate)| words.turned_to(study.knob(), candidate.value)).collect(),
            charts: [
                told(&|candidate| {
                    candidate.told().map(|told| (told.kept as f64 / all.max(1) as f64, share(told.kept, all)))
                }),
                told(&|candidate| candidate.told().map(|told| (told.most_held as f64, told.most_held.to_string()))),
                told(&|candidate| candidate.waits.map(|waits| (waits as f64, words.duration(waits)))),
            ],
            present: values.clone().position(|(at, _)| study.is_present(at)),
            advised,
        }
    }

    fn last(&self) -> usize {
        self.names.len().saturating_sub(1)
    }
}

#[derive(Properties, PartialEq)]
pub struct Props {
    pub curves: ByRc<Curves>,
    pub theme_key: AttrValue,
    pub lang: Lang,
    /// The setting of this place is to be tried.
    pub pick: Callback<usize>,
}

/// The lines' colours.
const INKS: [&str; 3] = ["--match", "--ink", "--gone-ink"];

#[function_component(Plot)]
pub fn plot(props: &Props) -> Html {
    let (curves, m) = (&props.curves, Choose::of(props.lang));
    let inner = use_node_ref();
    let canvases = [use_node_ref(), use_node_ref(), use_node_ref()];
    let size = use_state_eq(|| 0);
    let hover = use_state_eq(|| None::<usize>);
    {
        let (inner, size) = (inner.clone(), size.clone());
        use_effect_with((), move |()| watch(&inner, move |element| size.set(element.client_width())));
    }
    {
        let canvases = canvases.clone();
        // Made anew whenever something comes: equal curves are not drawn again.
        let drawn = use_mut_ref(|| None::<(ByRc<Curves>, AttrValue, i32)>);
        use_effect_with((curves.clone(), props.theme_key.clone(), *size), move |now| {
            let same = |old: &(ByRc<Curves>, AttrValue, i32)| *old.0 == *now.0 && old.1 == now.1 && old.2 == now.2;
            if drawn.borrow().as_ref().is_some_and(same) {
                return;
            }
            for (at, canvas) in canvases.iter().enumerate() {
                if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                    // A chart that cannot be drawn leaves the table and its numbers.
                    let _ = draw(&canvas, &now.0, at);
                }
            }
            *drawn.borrow_mut() = Some(now.clone());
        });
    }
    let last = curves.last();
    let at = {
        let inner = inner.clone();
        move |x: i32| {
            let rect = inner.cast::<Element>()?.get_bounding_client_rect();
            Some(step_at((f64::from(x) - rect.left()) / rect.width().max(1.0), last))
        }
    };
    let onpointermove = {
        let (hover, at) = (hover.clone(), at.clone());
        Callback::from(move |event: PointerEvent| hover.set(at(event.client_x())))
    };
    let onpointerleave = {
        let hover = hover.clone();
        Callback::from(move |_: PointerEvent| hover.set(None))
    };
    let onclick = {
        let (pick, present) = (props.pick.clone(), curves.present);
        Callback::from(move |event: MouseEvent| {
            if let Some(at) = at(event.client_x()).filter(|at| Some(*at) != present) {
                pick.emit(at);
            }
        })
    };
    let percent = |at: usize| share_of(at, last) * 100.0;
    let line = |class: &'static str, at: usize| html! { <i {class} style={format!("left:{:.3}%", percent(at))}></i> };
    let focus = hover.filter(|at| *at <= last).or(curves.present);
    let names = [m.chart_kept, m.chart_rows, m.chart_waits];
    let waits = curves.charts[2].iter().any(Option::is_some);
    html! {
        <div class="trade" aria-hidden="true">
            <div class="trade-in" ref={inner} {onpointermove} {onpointerleave} {onclick}>
                { for (0..3).filter(|at| *at < 2 || waits).map(|at| html! {
                    <div key={at} class="trade-of">
                        <p>{ names[at] }<b>{ focus.and_then(|focus| curves.charts[at].get(focus)?.as_ref().map(|(_, text)| text.clone())).unwrap_or_default() }</b></p>
                        <canvas ref={canvases[at].clone()} class="ch"></canvas>
                    </div>
                }) }
                { for curves.present.map(|at| line("plot-now", at)) }
                { for curves.advised.map(|at| line("trade-best", at)) }
                { for hover.filter(|at| *at <= last && Some(*at) != curves.present).map(|at| line("plot-hover", at)) }
            </div>
            <p class="trade-names">
                { for [(curves.present, "now"), (curves.advised, "best"), (*hover, "at")].into_iter().filter_map(|(at, class)| {
                    let at = at.filter(|at| *at <= last && (class == "at" || hover.is_none()))?;
                    let p = percent(at);
                    Some(html! { <span key={class} {class} style={format!("left:{p:.3}%;transform:translateX(-{p:.1}%)")}>{ &curves.names[at] }</span> })
                }) }
            </p>
            <p class="trade-hint">{ m.chart_hint }</p>
        </div>
    }
}

fn draw(canvas: &HtmlCanvasElement, curves: &Curves, at: usize) -> Result<(), Box<dyn std::error::Error>> {
    let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    if width <= 0.0 || height <= 0.0 {
        return Ok(());
    }
    let (area, theme, scale) = paper(canvas, (width, height))?;
    let px = |css: f64| (css * scale).round() as u32;
    let values = &curves.charts[at];
    let most = values.iter().flatten().map(|(value, _)| *value).fold(0.0, f64::max);
    // Of shares the part in which they lie, up to all.
    let least = values.iter().flatten().map(|(value, _)| *value).fold(1.0, f64::min);
    let (low, high) = match at {
        0 => (least - (1.0 - least).max(0.02) * 0.25, 1.0 + (1.0 - least).max(0.02) * 0.2),
        _ => (0.0, most.max(1.0) * 1.12),
    };
    let (first, end) = (-0.5, curves.last() as f64 + 0.5);
    let mut plot = ChartBuilder::on(&area).margin_top(px(2.0)).build_cartesian_2d(first..end, low..high)?;
    let colour = theme.colour(INKS[at]);
    let rule = theme.colour("--line-2").stroke_width(px(1.0));
    plot.draw_series([PathElement::new([(first, low), (end, low)], rule)])?;
    if at == 0 {
        plot.draw_series(DashedLineSeries::new([(first, 1.0), (end, 1.0)], px(3.0), px(3.0), rule))?;
    }
    // What has not been tried yet, or does not run, leaves a gap.
    let points: Vec<(f64, f64)> =
        values.iter().enumerate().filter_map(|(x, value)| value.as_ref().map(|(y, _)| (x as f64, *y))).collect();
    let style = colour.stroke_width(px(1.75));
    if at == 2 {
        // The second cue besides colour.
        plot.draw_series(DashedLineSeries::new(points.clone(), px(4.0), px(2.0), style))?;
    } else {
        plot.draw_series([PathElement::new(points.clone(), style)])?;
    }
    let dots = points.iter().map(|(x, y)| {
        let now = curves.present == Some(*x as usize) || curves.advised == Some(*x as usize);
        Circle::new((*x, *y), px(if now { 4.0 } else { 2.2 }), colour.filled())
    });
    plot.draw_series(dots)?;
    Ok(())
}
