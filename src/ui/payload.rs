//! A row's fields: each by its own input, and all of them as JSON. Both say the same at all times.

use web_sys::{HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::{explain::messages::Messages, scenario::Lang, workspace::RowField};

#[derive(Properties, PartialEq)]
pub struct Props {
    /// Nothing while the JSON is none.
    pub fields: Option<Vec<RowField>>,
    pub json: AttrValue,
    /// Why the JSON cannot be taken.
    pub why: Option<AttrValue>,
    pub lang: Lang,
    /// A field, what was typed, and whether it holds texts only.
    pub set_field: Callback<(String, String, bool)>,
    pub set_json: Callback<String>,
    pub add_field: Callback<String>,
    /// The JSON was left, so that it can be checked.
    pub leave_json: Callback<()>,
    /// Enter within the JSON keeps the row, as it does within any other field of the form.
    pub submit: Callback<()>,
}

/// Characters in a line of the JSON's field.
const LINE: usize = 34;
const MOST_LINES: usize = 8;

#[function_component(PayloadEditor)]
pub fn payload_editor(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let new_field = use_node_ref();
    let list = use_node_ref();
    let count = props.fields.as_ref().map_or(0, Vec::len);
    // A field that was asked for is the one to type into next.
    let asked = use_mut_ref(|| false);
    {
        let (list, asked) = (list.clone(), asked.clone());
        use_effect_with(count, move |_| {
            if asked.replace(false)
                && let Some(last) = list
                    .cast::<HtmlElement>()
                    .and_then(|list| list.query_selector("label:last-of-type input").ok().flatten())
                && let Ok(input) = wasm_bindgen::JsCast::dyn_into::<HtmlElement>(last)
            {
                let _ = input.focus();
            }
        });
    }
    let ask = {
        let (new_field, add, asked) = (new_field.clone(), props.add_field.clone(), asked.clone());
        Callback::from(move |()| {
            let Some(input) = new_field.cast::<HtmlInputElement>() else { return };
            if input.value().trim().is_empty() {
                let _ = input.focus();
                return;
            }
            *asked.borrow_mut() = true;
            add.emit(input.value());
            input.set_value("");
        })
    };
    let ask_by_key = {
        let ask = ask.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !event.is_composing() {
                // Not the form's Enter.
                event.prevent_default();
                ask.emit(());
            }
        })
    };
    let json_key = {
        let submit = props.submit.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
                event.prevent_default();
                submit.emit(());
            }
        })
    };
    let json_typed =
        props.set_json.reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    let lines: usize = props.json.split('\n').map(|line| 1 + line.chars().count() / LINE).sum();
    let rows = lines.clamp(1, MOST_LINES).to_string();
    html! {
        <div class="payload" role="group" aria-label={m.setup.fields}>
            if let Some(fields) = &props.fields {
                <div class="payload-fields" ref={list}>
                    { for fields.iter().map(|field| html! { <FieldInput key={field.field.clone()} field={field.clone()} set={props.set_field.clone()} none={m.setup.no_field} /> }) }
                </div>
                <div class="payload-add">
                    <input ref={new_field} type="text" class="box" aria-label={m.setup.new_field} placeholder={m.setup.new_field}
                        autocomplete="off" spellcheck="false" onkeydown={ask_by_key} />
                    <button type="button" class="btn small" onclick={ask.reform(|_: MouseEvent| ())}>{ m.setup.add_field }</button>
                </div>
            } else {
                <p class="payload-wait">{ m.setup.correct_first }</p>
            }
            <label class="set"><span>{ m.ui.form_row }{ " " }<span class="muted">{ m.setup.as_json }</span></span>
                <span class="field-in">
                    <textarea class={classes!("box", "json", props.why.is_some().then_some("wrong"))} aria-label={m.ui.form_row} {rows}
                        aria-invalid={props.why.is_some().then_some("true")} placeholder="{\"amount\": 100}" value={props.json.clone()}
                        autocomplete="off" spellcheck="false" oninput={json_typed} onkeydown={json_key}
                        onchange={props.leave_json.reform(|_: Event| ())} />
                    if let Some(why) = &props.why { <span class="wrong-why" role="alert">{ why.clone() }</span> }
                </span>
            </label>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct FieldProps {
    field: RowField,
    set: Callback<(String, String, bool)>,
    none: AttrValue,
}

#[function_component(FieldInput)]
fn field_input(props: &FieldProps) -> Html {
    let RowField { field, head, text, texts } = props.field.clone();
    let oninput = props.set.reform(move |event: InputEvent| {
        (field.clone(), event.target_unchecked_into::<HtmlInputElement>().value(), texts)
    });
    html! {
        <label class="set"><span>{ head.clone() }</span>
            <input type="text" class="box" aria-label={head} value={text} placeholder={props.none.clone()} autocomplete="off" spellcheck="false" {oninput} />
        </label>
    }
}
