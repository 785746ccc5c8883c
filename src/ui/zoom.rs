//! Getting about in a picture whose x is event time: wheel, pinch, keys, buttons and the ruler. It holds the picture.
//!
//! The wheel zooms over the ruler, and anywhere with Ctrl, which is also what a touchpad's pinch sends; with Shift it pans.
//! Two fingers zoom and pan. The keys are + - 0. What lies in sight is the app's to hold.

use std::{cell::RefCell, rc::Rc};

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent, WheelEvent};
use yew::prelude::*;

use super::{ByRc, Msg, icon::Icon, transport::px};
use crate::{
    engine::RowId,
    explain::messages::Messages,
    replay::{Recording, View},
    scenario::Lang,
    stage::{
        Axis, Extent, Frame, decimal,
        zoom::{NOTCH, Sight, happens_at},
    },
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    pub view: ByRc<View>,
    pub selected: Option<RowId>,
    pub sight: Sight,
    pub lang: Lang,
    pub width: i32,
    pub send: Callback<Msg>,
    pub children: Html,
}

/// What listeners outside the drawing need of the last one.
#[derive(Clone)]
struct Now {
    axis: Axis,
    whole: Extent,
    send: Callback<Msg>,
}

impl Now {
    /// The part that is so many px further on. All of it has nowhere to go.
    fn panned(&self, dx: f64) -> Option<Extent> {
        let now = Extent::of(&self.axis);
        let by = (dx / (self.axis.right - self.axis.left).max(1.0) * now.span() as f64).round() as i64;
        (now.span() < self.whole.span() && by != 0).then(|| now.panned(self.whole, by))
    }
}

/// Shows this part. Events may come faster than pictures, and the next one goes on from here.
fn go(latest: &RefCell<Now>, next: Option<Extent>) {
    let send = {
        let mut now = latest.borrow_mut();
        let shown = next.unwrap_or(now.whole);
        (now.axis.first, now.axis.last) = (shown.first, shown.last);
        now.send.clone()
    };
    send.emit(Msg::Zoom(next));
}

fn zoom_by(latest: &RefCell<Now>, factor: f64, at: i64) {
    let next = {
        let now = latest.borrow();
        Extent::of(&now.axis).zoomed(now.whole, factor, at)
    };
    go(latest, next);
}

/// Two fingers on the picture: where they are, by pointer.
type Fingers = Vec<(i32, f64)>;

#[function_component(Zoom)]
pub fn zoom(props: &Props) -> Html {
    let m = &Messages::of(props.lang).charts;
    let area = use_node_ref();
    let frame = Frame::of(f64::from(props.width.max(280)));
    let whole = use_memo((props.recording.clone(), props.width), move |(recording, _)| frame.fit(recording));
    let axis = frame.axis(&props.recording, props.sight.extent);
    let now = Now { axis, whole: Extent::of(&whole), send: props.send.clone() };
    let latest = use_mut_ref(|| now.clone());
    *latest.borrow_mut() = now.clone();
    {
        let (area, latest) = (area.clone(), Rc::clone(&latest));
        use_effect_with((), move |()| {
            let listeners = area.cast::<Element>().map(|area| listen(&area, &latest));
            move || drop(listeners)
        });
    }
    // Keys and buttons zoom around what is looked at: the selected row, else the step's, else the middle.
    let centre = {
        let extent = Extent::of(&axis);
        let row = props.selected.map(|row| props.recording.rows().get(row).time);
        let step = happens_at(&props.recording, &props.view);
        row.into_iter()
            .chain(step)
            .find(|time| extent.holds(*time))
            .unwrap_or(extent.first.saturating_add(extent.span() / 2))
    };
    let zoomed = |factor: f64| {
        let latest = Rc::clone(&latest);
        Callback::from(move |_: MouseEvent| zoom_by(&latest, factor, centre))
    };
    let onkeydown = {
        let latest = Rc::clone(&latest);
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
                return;
            }
            match event.key().as_str() {
                "+" | "=" => zoom_by(&latest, 1.0 / NOTCH, centre),
                "-" | "_" => zoom_by(&latest, NOTCH, centre),
                "0" => go(&latest, None),
                _ => return,
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let part = props.sight.extent.is_some();
    let follow = props.sight.follow;
    let button = |name: &'static str, icon: Icon, onclick: Callback<MouseEvent>, disabled: bool| {
        html! { <button type="button" class="btn plain icon tiny" aria-label={name} title={name} {onclick} {disabled}>{ icon.draw() }</button> }
    };
    // Where the part lies in the whole.
    let share = |time: i64| {
        (time.saturating_sub(whole.first) as f64 / whole.last.saturating_sub(whole.first) as f64 * 100.0)
            .clamp(0.0, 100.0)
    };
    html! {
        <div ref={area} class={classes!("zoomer", part.then_some("part"))} {onkeydown}>
            { props.children.clone() }
            <div class="zm-ruler" title={m.ruler_hint} style={format!("left:{}px;height:{}px", px(frame.names), px(frame.ruler))}>
                if part {
                    <i class="zm-map" aria-hidden="true"><i style={format!("left:{}%;right:{}%", decimal(share(axis.first), 2), decimal(100.0 - share(axis.last), 2))}></i></i>
                }
            </div>
            <div class="zm-keys">
                { button(m.zoom_in, Icon::Plus, zoomed(1.0 / NOTCH), false) }
                { button(m.zoom_out, Icon::Minus, zoomed(NOTCH), !part) }
                { button(m.fit, Icon::Fit, props.send.reform(|_: MouseEvent| Msg::Zoom(None)), !part) }
                if part {
                    <button type="button" class="btn plain icon tiny" aria-label={m.follow} title={m.follow_more} aria-pressed={follow.to_string()}
                        onclick={props.send.reform(move |_: MouseEvent| Msg::Follow(!follow))}>{ Icon::Follow.draw() }</button>
                }
            </div>
        </div>
    }
}

/// Wheel, pinch and the ruler's drag. The browser must be told early that it is not to scroll or zoom the page.
fn listen(area: &Element, latest: &Rc<RefCell<Now>>) -> Vec<EventListener> {
    let own = EventListenerOptions { phase: EventListenerPhase::Bubble, passive: false };
    let x_of = {
        let area = area.clone();
        move |client: i32| f64::from(client) - area.get_bounding_client_rect().left()
    };
    let on_ruler = |event: &web_sys::Event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        target.filter(|target| target.closest(".zm-ruler").ok().flatten().is_some())
    };
    let wheel = {
        let (latest, x_of) = (Rc::clone(latest), x_of.clone());
        EventListener::new_with_options(area, "wheel", own, move |event| {
            let Some(wheel) = event.dyn_ref::<WheelEvent>() else { return };
            let now = latest.borrow().clone();
            // Lines and pages as px.
            let unit = [1.0, 16.0, 400.0].get(wheel.delta_mode() as usize).copied().unwrap_or(1.0);
            let (dx, dy) = (wheel.delta_x() * unit, wheel.delta_y() * unit);
            if wheel.ctrl_key()
                || wheel.meta_key()
                || (on_ruler(event).is_some() && !wheel.shift_key() && dy.abs() >= dx.abs())
            {
                event.prevent_default();
                // A mouse's notch is 100 or 120 px, a pinch sends a few.
                let factor = NOTCH.powf((dy / 100.0).clamp(-2.0, 2.0) * if dy.abs() < 30.0 { 4.0 } else { 1.0 });
                zoom_by(&latest, factor, now.axis.time(x_of(wheel.client_x())));
            } else if wheel.shift_key() || dx.abs() > dy.abs() {
                event.prevent_default();
                if let Some(next) = now.panned(if dx == 0.0 { dy } else { dx }) {
                    go(&latest, Some(next));
                }
            }
        })
    };
    // The ruler's drag: where the pointer went down, and what was in sight then.
    let held: Rc<RefCell<Option<(f64, Now)>>> = Rc::default();
    let fingers: Rc<RefCell<Fingers>> = Rc::default();
    let down = {
        let (held, latest, fingers, x_of) = (Rc::clone(&held), Rc::clone(latest), Rc::clone(&fingers), x_of.clone());
        EventListener::new_with_options(area, "pointerdown", own, move |event| {
            let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
            let x = x_of(pointer.client_x());
            if let Some(ruler) = on_ruler(event).filter(|_| pointer.button() == 0) {
                let _ = ruler.set_pointer_capture(pointer.pointer_id());
                *held.borrow_mut() = Some((x, latest.borrow().clone()));
            }
            if pointer.pointer_type() == "touch" {
                fingers.borrow_mut().push((pointer.pointer_id(), x));
                if fingers.borrow().len() == 2 {
                    *held.borrow_mut() = None;
                    call_off(event);
                }
            }
        })
    };
    let moves = {
        let (held, latest, fingers, x_of) = (Rc::clone(&held), Rc::clone(latest), Rc::clone(&fingers), x_of.clone());
        EventListener::new_with_options(area, "pointermove", own, move |event| {
            let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
            let x = x_of(pointer.client_x());
            if let Some((from, then)) = held.borrow().as_ref() {
                // From where it was when the pointer went down.
                if let Some(next) = then.panned(from - x) {
                    go(&latest, Some(next));
                }
                return;
            }
            let mut fingers = fingers.borrow_mut();
            let [a, b] = fingers.as_mut_slice() else { return };
            let now = latest.borrow().clone();
            let (before, middle) = ((a.1 - b.1).abs().max(8.0), now.axis.time((a.1 + b.1) / 2.0));
            let Some(finger) = [a, b].into_iter().find(|finger| finger.0 == pointer.pointer_id()) else { return };
            finger.1 = x;
            let [a, b] = fingers.as_slice() else { return };
            let (after, to) = ((a.1 - b.1).abs().max(8.0), now.axis.time((a.1 + b.1) / 2.0));
            // The time that was between the fingers stays there.
            let next = Extent::of(&now.axis).zoomed(now.whole, before / after, middle);
            go(&latest, next.map(|next| next.panned(now.whole, middle.saturating_sub(to))));
        })
    };
    let over = |name: &'static str| {
        let (held, fingers) = (Rc::clone(&held), Rc::clone(&fingers));
        EventListener::new_with_options(area, name, own, move |event| {
            let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
            *held.borrow_mut() = None;
            fingers.borrow_mut().retain(|finger| finger.0 != pointer.pointer_id());
        })
    };
    vec![wheel, down, moves, over("pointerup"), over("pointercancel")]
}

/// A second finger came: what the first one holds is let go, as if the browser had taken the pointer.
fn call_off(event: &web_sys::Event) {
    let init = web_sys::PointerEventInit::new();
    init.set_bubbles(true);
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let svg = target.and_then(|target| target.closest("svg").ok().flatten());
    if let (Some(svg), Ok(cancel)) = (svg, PointerEvent::new_with_event_init_dict("pointercancel", &init)) {
        let _ = svg.dispatch_event(&cancel);
    }
}
