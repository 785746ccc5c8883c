//! The keys that act while the stage has focus: which they are is decided in [`crate::workspace::stage_key`].

use super::*;

pub(super) fn keys(props: &Props, axis: Axis, svg: NodeRef) -> Callback<KeyboardEvent> {
    let (recording, view, send) = (props.settled.clone(), props.settled_view.clone(), props.send.clone());
    let (chosen, read_only) = (props.chosen.clone(), props.read_only);
    Callback::from(move |event: KeyboardEvent| {
        let pressed = event.key();
        let press = KeyPress {
            key: &pressed,
            shift: event.shift_key(),
            alt: event.alt_key(),
            command: event.ctrl_key() || event.meta_key(),
        };
        if read_only && !matches!(press.key, "," | "." | "<" | ">" | "ArrowUp" | "ArrowDown") {
            return;
        }
        let Some(act) = stage_key(&recording, &view, &chosen, focus(&event), press, axis.snap()) else { return };
        event.prevent_default();
        event.stop_propagation();
        let msg = match act {
            None => return,
            Some(KeyAct::Do(action)) => Msg::Do(action),
            Some(KeyAct::GoTo(row)) => {
                // The focus goes along, so that the next key acts where the eye is.
                let selector = format!("[role=listbox][data-side={}]", row.side.word());
                let lane = svg.cast::<Element>().and_then(|svg| svg.query_selector(&selector).ok().flatten());
                if let Some(lane) = lane.and_then(|lane| lane.dyn_into::<web_sys::SvgElement>().ok()) {
                    let _ = lane.focus();
                }
                Msg::Do(Action::Select(Some(row)))
            }
            Some(KeyAct::Form(push)) => Msg::OpenForm(push),
            Some(KeyAct::EditRow(index)) => Msg::EditRow(index),
            Some(KeyAct::Remove) => Msg::DeleteChosen,
            Some(KeyAct::Watermark(side)) => {
                send.emit(Msg::Do(Action::SelectWatermark(Some(side))));
                Msg::FocusWatermark(side)
            }
        };
        send.emit(msg);
    })
}

/// What on the stage has the focus.
fn focus(event: &KeyboardEvent) -> KeyFocus {
    let target = event.target_dyn_into::<Element>();
    let closest = |selector: &str| target.as_ref().and_then(|element| element.closest(selector).ok().flatten());
    if closest("[data-join]").is_some() {
        return KeyFocus::Join;
    }
    let Some(side) = closest("[data-side]").and_then(|element| element.get_attribute("data-side")) else {
        return KeyFocus::Nothing;
    };
    let side = if side == "left" { Side::Left } else { Side::Right };
    if closest("[data-flag]").is_some() { KeyFocus::Flag(side) } else { KeyFocus::Lane(side) }
}
