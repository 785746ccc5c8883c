//! A chart's picture: the canvas with its lines, and over it the step shown, the step pointed at, and what it says.
//!
//! The canvas is drawn again only with other numbers, another size or theme; stepping moves what lies over it.

use web_sys::{Element, HtmlCanvasElement, PointerEvent};
use yew::prelude::*;

use super::{
    Data, glyph,
    ink::{Room, draw},
    tone,
};
use crate::{
    stage::{
        chart::{Chart, share_of, step_at},
        decimal,
    },
    ui::{ByRc, hooks::watch, transport::px, with},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub data: ByRc<Data>,
    pub chart: Chart,
    /// The step shown.
    pub step: usize,
    pub theme_key: AttrValue,
    pub seek: Callback<usize>,
    /// A click asks for the chart to be made large; without it a click shows the step.
    #[prop_or_default]
    pub open: Option<Callback<Chart>>,
    /// A chart with numbers at its axes is large, and a stop of the keyboard.
    #[prop_or_default]
    pub axes: Option<Axes>,
}

/// What a large chart needs besides.
#[derive(Clone, PartialEq)]
pub struct Axes {
    pub room: Room,
    /// The slider's name.
    pub name: AttrValue,
}

/// Where a pointer went down, in px, and whether it has moved since.
#[derive(Clone, Copy, PartialEq)]
struct Held {
    x: f64,
    moved: bool,
}

/// Pointers tremble; less than this is a click.
const CLICK: f64 = 3.0;

#[function_component(Plot)]
pub fn plot(props: &Props) -> Html {
    let canvas = use_node_ref();
    let inner = use_node_ref();
    // CSS px; the chart is drawn again when it gets another size.
    let size = use_state(|| (0, 0));
    let hover = use_state_eq(|| None::<usize>);
    // Not drawn, and read in the very next event.
    let held = use_mut_ref(|| None::<Held>);
    let room = props.axes.as_ref().map_or(Room::SMALL, |axes| axes.room);
    let (data, chart, step, last) = (&props.data, props.chart, props.step, props.data.last());
    {
        let (canvas, size) = (canvas.clone(), size.clone());
        use_effect_with((), move |_| {
            watch(&canvas, move |element| size.set((element.client_width(), element.client_height())))
        });
    }
    {
        let (canvas, axes) = (canvas.clone(), props.axes.is_some());
        use_effect_with((data.clone(), chart, props.theme_key.clone(), *size, room), move |(data, ..)| {
            if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                // A chart that cannot be drawn leaves its table and its numbers.
                let _ = draw(&canvas, data, chart, room, axes);
            }
        });
    }
    let at = {
        let inner = inner.clone();
        move |event: &PointerEvent| {
            let rect = inner.cast::<Element>()?.get_bounding_client_rect();
            Some(step_at((f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0), last))
        }
    };
    let onpointerdown = {
        let (held, at, seek, clicks) = (held.clone(), at.clone(), props.seek.clone(), props.open.is_none());
        let inner = inner.clone();
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 || !event.is_primary() {
                return;
            }
            if let Some(element) = inner.cast::<Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            *held.borrow_mut() = Some(Held { x: f64::from(event.client_x()), moved: false });
            if let Some(step) = at(&event).filter(|_| clicks) {
                seek.emit(step);
            }
        })
    };
    let onpointermove = {
        let (held, at, seek, hover) = (held.clone(), at.clone(), props.seek.clone(), hover.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(to) = at(&event) else { return };
            hover.set(Some(to));
            let Some(from) = *held.borrow() else { return };
            if from.moved || (f64::from(event.client_x()) - from.x).abs() >= CLICK {
                *held.borrow_mut() = Some(Held { moved: true, ..from });
                if to != step {
                    seek.emit(to);
                }
            }
        })
    };
    let onpointerup = {
        let (held, open) = (held.clone(), props.open.clone());
        Callback::from(move |_: PointerEvent| {
            let clicked = held.take().is_some_and(|held| !held.moved);
            if let Some(open) = open.as_ref().filter(|_| clicked) {
                open.emit(chart);
            }
        })
    };
    let onpointercancel = {
        let held = held.clone();
        Callback::from(move |_: PointerEvent| *held.borrow_mut() = None)
    };
    let onpointerleave = {
        let hover = hover.clone();
        Callback::from(move |_: PointerEvent| hover.set(None))
    };
    let onkeydown = {
        let seek = props.seek.clone();
        Callback::from(move |event: KeyboardEvent| {
            let far = (last / 20).max(2);
            let to = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => step + 1,
                "ArrowLeft" | "ArrowDown" => step.saturating_sub(1),
                "PageUp" => step + far,
                "PageDown" => step.saturating_sub(far),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            seek.emit(to.min(last));
        })
    };
    let percent = |step: usize| share_of(step, last) * 100.0;
    let left = |step: usize| format!("left:{}%", decimal(percent(step), 3));
    let within = |step: usize| format!("{};transform:translateX(-{}%)", left(step), px(percent(step)));
    let told = hover.filter(|hover| *hover <= last);
    let focusable = props.axes.as_ref().map(|axes| axes.name.clone());
    html! {
        <div class={classes!("plot", focusable.is_some().then_some("large"))} {onpointerdown} {onpointermove} {onpointerup} {onpointercancel} {onpointerleave}>
            <canvas ref={canvas} class="ch" aria-hidden="true"></canvas>
            <div ref={inner} class="plot-in" style={format!("left:{}px;right:{}px;top:{}px;bottom:{}px", px(room.left), px(room.right), px(room.top), px(room.bottom))}
                role={focusable.is_some().then_some("slider")} tabindex={focusable.is_some().then_some("0")} aria-label={focusable.clone()}
                aria-valuemin={focusable.is_some().then_some("0")} aria-valuemax={focusable.is_some().then(|| last.to_string())}
                aria-valuenow={focusable.is_some().then(|| step.to_string())}
                aria-valuetext={focusable.is_some().then(|| format!("{}: {}", with(data.words().charts.at_step, &[("step", &step.to_string())]), data.said(chart, step)))}
                onkeydown={focusable.is_some().then_some(onkeydown)}>
                <i class="plot-ahead" style={left(step)}></i>
                <i class="plot-now" style={left(step)}></i>
                if focusable.is_none() {
                    // Within the chart: at its ends the number does not hang over.
                    <span class="plot-no" aria-hidden="true" style={within(step)}>{ step }</span>
                }
                if let Some(hover) = told {
                    if hover != step { <i class="plot-hover" style={left(hover)}></i> }
                    <div class="plot-tip" aria-hidden="true" style={within(hover)}>
                        <b>{ with(data.words().charts.at_step, &[("step", &hover.to_string())]) }</b>
                        { for chart.inks().iter().map(|ink| html! {
                            <span>{ glyph(*ink) }{ data.head(*ink) }<b class={tone(*ink)}>{ data.value(chart, *ink, hover) }</b></span>
                        }) }
                    </div>
                }
            </div>
        </div>
    }
}
