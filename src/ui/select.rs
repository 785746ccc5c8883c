//! A choice among words, as a native select in the look of a token.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct Props {
    /// The accessible name.
    pub label: AttrValue,
    /// Values and what is shown for them.
    pub options: Vec<(AttrValue, AttrValue)>,
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
    let shown = props.options.iter().find(|(value, _)| *value == props.value).map(|(_, text)| text.clone());
    // The select lies unseen over a text of its own size: a native one is as wide as its longest option.
    html! {
        <span class={classes!("tok", "sel-in", props.class.clone())}>
            <span aria-hidden="true">{ shown }</span>
            { super::icon::chevron() }
            <select aria-label={props.label.clone()} {onchange} disabled={props.disabled}>
                { for props.options.iter().map(|(value, text)| html! {
                    <option key={value.to_string()} value={value.clone()} selected={*value == props.value}>{ text }</option>
                }) }
            </select>
        </span>
    }
}
