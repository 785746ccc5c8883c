//! A choice among words, as a native select in the look of a token.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Something to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub value: AttrValue,
    pub text: AttrValue,
    /// Why it cannot be chosen now; it is listed with that.
    pub unfit: Option<String>,
    /// The whole reason, for who lingers on it.
    pub reason: Option<String>,
}

impl Choice {
    pub fn new(value: impl Into<AttrValue>, text: impl Into<AttrValue>) -> Self {
        Choice { value: value.into(), text: text.into(), unfit: None, reason: None }
    }
}

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The accessible name.
    pub label: AttrValue,
    pub options: Vec<Choice>,
    pub value: AttrValue,
    pub choose: Callback<String>,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub disabled: bool,
}

#[function_component(Select)]
pub fn select(props: &Props) -> Html {
    let onchange = {
        let choose = props.choose.clone();
        Callback::from(move |event: Event| choose.emit(event.target_unchecked_into::<HtmlSelectElement>().value()))
    };
    let shown = props.options.iter().find(|choice| choice.value == props.value).map(|choice| choice.text.clone());
    // The select lies unseen over a text of its own size: a native one is as wide as its longest option.
    html! {
        <span class={classes!("tok", "sel-in", props.class.clone())}>
            <span aria-hidden="true">{ shown }</span>
            { super::icon::chevron() }
            <select aria-label={props.label.clone()} {onchange} disabled={props.disabled}>
                { for props.options.iter().map(|choice| html! {
                    <option key={choice.value.to_string()} value={choice.value.clone()} selected={choice.value == props.value}
                        title={choice.reason.clone()} disabled={choice.unfit.is_some() && choice.value != props.value}>
                        { match &choice.unfit {
                            Some(why) => format!("{} ({why})", choice.text),
                            None => choice.text.to_string(),
                        } }
                    </option>
                }) }
            </select>
        </span>
    }
}
