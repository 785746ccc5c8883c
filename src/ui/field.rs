//! A text field that keeps what was typed until it is taken, and says inline why it cannot be.

use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The accessible name.
    pub label: AttrValue,
    /// What is so; shown while nothing else is being typed.
    pub value: AttrValue,
    /// Takes what was typed, or says why not.
    pub take: Callback<String, Result<(), String>>,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub placeholder: AttrValue,
    #[prop_or_default]
    pub disabled: bool,
    /// How wide the field is at least, in characters.
    #[prop_or(1)]
    pub least: usize,
    /// Only Enter takes what was typed; leaving the field keeps it there.
    #[prop_or_default]
    pub enter_only: bool,
    /// What the field is about, for hover links.
    #[prop_or_default]
    pub links: Option<AttrValue>,
    /// What is typed and not yet taken, for buttons that take it, too.
    #[prop_or_default]
    pub draft: Callback<Option<String>>,
}

/// Enter and leaving the field take what was typed; Esc forgets it.
#[function_component(TextField)]
pub fn text_field(props: &Props) -> Html {
    let draft = use_state(|| None::<String>);
    let error = use_state(|| None::<String>);
    // A value that changes from outside (undo, another field) replaces a draft that was made for the old one.
    {
        let (draft, error, tell) = (draft.clone(), error.clone(), props.draft.clone());
        use_effect_with(props.value.clone(), move |_| {
            if draft.is_some() || error.is_some() {
                draft.set(None);
                error.set(None);
                tell.emit(None);
            }
        });
    }
    let commit = {
        let (draft, error, take, value) = (draft.clone(), error.clone(), props.take.clone(), props.value.clone());
        let tell = props.draft.clone();
        move |typed: String| {
            if typed == *value {
                draft.set(None);
                error.set(None);
                tell.emit(None);
                return;
            }
            match take.emit(typed.clone()) {
                Ok(()) => {
                    draft.set(None);
                    error.set(None);
                    tell.emit(None);
                }
                Err(why) => {
                    draft.set(Some(typed));
                    error.set(Some(why));
                }
            }
        }
    };
    let oninput = {
        let (draft, tell) = (draft.clone(), props.draft.clone());
        Callback::from(move |event: InputEvent| {
            let typed = event.target_unchecked_into::<HtmlInputElement>().value();
            tell.emit(Some(typed.clone()));
            draft.set(Some(typed));
        })
    };
    let onkeydown = {
        let (commit, draft, error, tell) = (commit.clone(), draft.clone(), error.clone(), props.draft.clone());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            // The key that ends an input method's word is no answer yet.
            "Enter" if !event.is_composing() => {
                event.prevent_default();
                event.stop_propagation();
                commit(event.target_unchecked_into::<HtmlInputElement>().value());
            }
            "Escape" if draft.is_some() || error.is_some() => {
                event.stop_propagation();
                draft.set(None);
                error.set(None);
                tell.emit(None);
            }
            _ => {}
        })
    };
    let onchange = {
        let (commit, enter_only) = (commit.clone(), props.enter_only);
        Callback::from(move |event: Event| {
            if !enter_only {
                commit(event.target_unchecked_into::<HtmlInputElement>().value());
            }
        })
    };
    let shown = draft.as_ref().map_or_else(|| props.value.to_string(), Clone::clone);
    // As wide as its text: `ch` is a digit's width, and a Han character is about two of them.
    let size = shown.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>().max(props.least).min(24);
    // A word of the sentence is as wide as its letters, where the browser can say how wide these are.
    let style = format!("{}:calc({size}ch + 17px)", if props.class.contains("tok") { "--width" } else { "width" });
    html! {
        <span class="field-in" data-links={props.links.clone()}>
            <input type="text" class={classes!(props.class.clone(), error.is_some().then_some("wrong"))}
                aria-label={props.label.clone()} aria-invalid={error.is_some().then_some("true")}
                value={shown} {style} placeholder={props.placeholder.clone()} disabled={props.disabled}
                autocomplete="off" spellcheck="false" {oninput} {onkeydown} {onchange} />
            if let Some(why) = &*error {
                <span class="wrong-why" role="alert">{ why }</span>
            }
        </span>
    }
}
