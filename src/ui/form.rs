//! The event form: add a row, or edit one.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::{
    ByRc,
    app::window_height,
    dialog::{focused, give_back},
    payload::PayloadEditor,
    sentence::time_fault,
};
use crate::{
    explain::{format::fill_plain, messages::Messages},
    scenario::{
        Lang, Push, RowKind, Scenario, Side,
        payload::{self, PayloadFault},
    },
    workspace::{Field, FormFault, PushDraft, row_kinds},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    /// What the form starts with.
    pub start: PushDraft,
    /// The day of a time typed without one, ms.
    pub base: i64,
    /// The step being edited; `None` adds a row.
    pub index: Option<usize>,
    pub keep: Callback<Push>,
    pub cancel: Callback<()>,
    /// Where it stands, in px within the stage: left and top; at the lower right corner if not given.
    #[prop_or_default]
    pub at: Option<(i32, i32)>,
}

/// The id by which the button outside the form submits it.
pub const FORM_ID: &str = "event-form";

/// Keeps what is typed in the open form, as its button does.
pub fn submit_form() {
    let form = gloo::utils::document().get_element_by_id(FORM_ID);
    let button = form.and_then(|form| form.query_selector("[type=submit]").ok().flatten());
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        button.click();
    }
}

#[function_component(EventForm)]
pub fn event_form(props: &Props) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    let draft = use_state(|| props.start.clone());
    let faults = use_state(Vec::<(Field, FormFault)>::new);
    let (place, first) = (use_node_ref(), use_node_ref());
    {
        // Beside a mark far down it would reach beyond the window, and its buttons with it.
        let place = place.clone();
        use_effect_with(props.at, move |at| {
            if let (Some((_, y)), Some(form)) = (at, place.cast::<HtmlElement>()) {
                let (rect, window) = (form.get_bounding_client_rect(), f64::from(window_height()));
                let over = (rect.bottom() + 8.0 - window).min(rect.top() - 8.0).max(0.0);
                let _ = form.style().set_property("top", &format!("{}px", f64::from(*y) - over));
            }
        });
    }
    {
        let first = first.clone();
        use_effect_with((), move |()| {
            let before = focused();
            if let Some(input) = first.cast::<HtmlInputElement>() {
                let _ = input.focus();
                input.select();
            }
            move || give_back(before)
        });
    }
    // The mark may be dragged while the form is open.
    {
        let draft = draft.clone();
        use_effect_with(props.start.time.clone(), move |time| {
            if draft.time != *time {
                draft.set(PushDraft { time: time.clone(), ..(*draft).clone() });
            }
        });
    }
    let submit = {
        let (draft, faults, keep, scenario) =
            (draft.clone(), faults.clone(), props.keep.clone(), props.scenario.clone());
        let (index, base) = (props.index, props.base);
        Callback::from(move |()| match draft.push(&scenario, index, base) {
            Ok(push) => keep.emit(push),
            Err(wrong) => faults.set(wrong),
        })
    };
    let onsubmit = submit.reform(|event: SubmitEvent| event.prevent_default());
    let onkeydown = {
        let cancel = props.cancel.clone();
        Callback::from(move |event: KeyboardEvent| {
            event.stop_propagation();
            if event.key() == "Escape" {
                event.prevent_default();
                cancel.emit(());
            }
        })
    };
    let set = |change: fn(&mut PushDraft, String)| {
        let (draft, faults) = (draft.clone(), faults.clone());
        Callback::from(move |event: InputEvent| {
            let mut next = (*draft).clone();
            change(&mut next, event.target_unchecked_into::<HtmlInputElement>().value());
            draft.set(next);
            faults.set(Vec::new());
        })
    };
    let why = |field: Field| {
        let fault = faults.iter().find(|(wrong, _)| *wrong == field).map(|(_, fault)| fault);
        fault.map(|fault| match fault {
            FormFault::NoId => m.app.fault_no_id.to_string(),
            FormFault::IdTaken => m.app.fault_id_taken.to_string(),
            FormFault::Time(fault) => time_fault(*fault, false, lang),
            FormFault::Row(PayloadFault::NotObject) => m.app.fault_row.to_string(),
            FormFault::Row(PayloadFault::Syntax { line, column }) => fill_plain(
                lang,
                m.setup.fault_syntax,
                &[
                    ("line", line.to_string().into()),
                    ("column", column.to_string().into()),
                    ("example", "{\"amount\": 100}".into()),
                ],
            ),
        })
    };
    let text = |label: &'static str,
                value: String,
                field: Option<Field>,
                disabled: bool,
                node: NodeRef,
                change: fn(&mut PushDraft, String)| {
        let why = field.and_then(why);
        html! {
            <label class="set"><span>{ label }</span>
                <span class="field-in">
                    <input ref={node} type="text" class={classes!("box", why.is_some().then_some("wrong"))} aria-label={label}
                        aria-invalid={why.is_some().then_some("true")} {value} {disabled} autocomplete="off" spellcheck="false"
                        oninput={set(change)} />
                    if let Some(why) = why { <span class="wrong-why" role="alert">{ why }</span> }
                </span>
            </label>
        }
    };
    let streams = Side::BOTH.map(|side| props.scenario.streams[side].label(lang).to_string());
    let choose_side = {
        let (draft, scenario, adding) = (draft.clone(), props.scenario.clone(), props.index.is_none());
        Callback::from(move |event: Event| {
            let right = event.target_unchecked_into::<HtmlSelectElement>().selected_index() == 1;
            let side = if right { Side::Right } else { Side::Left };
            let mut next = (*draft).clone();
            // An id that was only proposed follows the stream.
            if adding && next.id == scenario.free_id(next.side) {
                next.id = scenario.free_id(side);
            }
            next.side = side;
            draft.set(next);
        })
    };
    let choose_kind = {
        let draft = draft.clone();
        Callback::from(move |event: Event| {
            let word = event.target_unchecked_into::<HtmlSelectElement>().value();
            let kind = RowKind::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or_default();
            draft.set(PushDraft { kind, ..(*draft).clone() });
        })
    };
    let choose_partition = {
        let draft = draft.clone();
        Callback::from(move |event: Event| {
            let at = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            draft.set(PushDraft { partition: u32::try_from(at).unwrap_or(0), ..(*draft).clone() });
        })
    };
    let partitions = props.scenario.streams[draft.side].watermark.partitions();
    let no_key = {
        let draft = draft.clone();
        Callback::from(move |event: Event| {
            let no_key = event.target_unchecked_into::<HtmlInputElement>().checked();
            draft.set(PushDraft { no_key, ..(*draft).clone() });
        })
    };
    let change = |faults_go: bool| {
        let (draft, faults) = (draft.clone(), faults.clone());
        move |change: &dyn Fn(&mut PushDraft)| {
            let mut next = (*draft).clone();
            change(&mut next);
            draft.set(next);
            if faults_go {
                faults.set(Vec::new());
            }
        }
    };
    let set_field = {
        let change = change(true);
        Callback::from(move |(field, text, texts): (String, String, bool)| {
            change(&|next| next.set_field(&field, text.clone(), texts));
        })
    };
    let set_json = {
        let change = change(true);
        Callback::from(move |text: String| change(&|next| next.set_row(text.clone())))
    };
    let add_field = {
        let (change, scenario) = (change(false), props.scenario.clone());
        Callback::from(move |name: String| {
            change(&|next| {
                next.add_field(&scenario, &name);
            });
        })
    };
    let leave_json = {
        let (draft, faults) = (draft.clone(), faults.clone());
        Callback::from(move |()| {
            let mut now: Vec<_> = faults.iter().filter(|(field, _)| *field != Field::Row).cloned().collect();
            now.extend(payload::fault(&draft.row).map(|fault| (Field::Row, FormFault::Row(fault))));
            faults.set(now);
        })
    };
    let kinds = row_kinds(&props.scenario, draft.side);
    let name = if props.index.is_some() { m.ui.edit_event } else { m.ui.add_event };
    let style = props.at.map_or_else(String::new, |(x, y)| format!("left:{x}px;top:{y}px"));
    let other = NodeRef::default;
    html! {
        <div ref={place} class={classes!("pop", props.at.is_none().then_some("corner"))} {style} role="group" aria-label={name}>
        <form id={FORM_ID} novalidate=true {onsubmit} {onkeydown}>
            <label class="set"><span>{ m.ui.form_stream }</span>
                <select class="box" aria-label={m.ui.form_stream} onchange={choose_side}>
                    { for Side::BOTH.into_iter().zip(&streams).map(|(side, text)| html! {
                        <option value={side.word()} selected={side == draft.side}>{ text }</option>
                    }) }
                </select>
            </label>
            { text(m.ui.form_id, draft.id.clone(), Some(Field::Id), false, other(), |d, v| d.id = v) }
            { text(m.ui.form_key, if draft.no_key { String::new() } else { draft.key.clone() }, None, draft.no_key, first, |d, v| d.key = v) }
            <label class="set check"><input type="checkbox" aria-label={m.ui.form_no_key} checked={draft.no_key} onchange={no_key} />
                <span>{ m.ui.form_no_key }</span></label>
            { text(m.ui.form_event_time, draft.time.clone(), Some(Field::Time), false, other(), |d, v| d.time = v) }
            if partitions > 1 {
                <label class="set"><span>{ m.sources.form_partition }</span>
                    <select class="box" aria-label={m.sources.form_partition} onchange={choose_partition}>
                        { for (0..partitions).map(|one| html! {
                            <option value={one.to_string()} selected={one == draft.partition}>{ one.to_string() }</option>
                        }) }
                    </select>
                </label>
            }
            if kinds.len() > 1 {
                <label class="set"><span>{ m.ui.form_row_kind }</span>
                    <select class="box" aria-label={m.ui.form_row_kind} onchange={choose_kind}>
                        { for kinds.iter().map(|kind| html! {
                            <option value={kind.word()} selected={*kind == draft.kind}>{ kind.word() }</option>
                        }) }
                    </select>
                </label>
            }
            <PayloadEditor fields={draft.fields(&props.scenario, lang)} json={draft.row.clone()} why={why(Field::Row).map(AttrValue::from)} {lang}
                {set_field} {set_json} {add_field} {leave_json} {submit} />
            <div class="acts">
                <button type="submit" class="btn small solid">{ if props.index.is_some() { m.app.keep } else { m.app.add } }</button>
                <button type="button" class="btn small" onclick={props.cancel.reform(|_: MouseEvent| ())}>{ m.app.cancel }</button>
            </div>
        </form>
        </div>
    }
}
