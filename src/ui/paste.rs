//! A field for a whole link, where an address was cut on its way.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::dialog::Dialog;
use crate::{
    explain::{self, format::plain, messages::Messages},
    link,
    scenario::Lang,
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub lang: Lang,
    pub on_close: Callback<()>,
    pub on_open: Callback<String>,
}

#[function_component(PasteLink)]
pub fn paste_link(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let (field, fault) = (use_node_ref(), use_state(|| None::<String>));
    let open = {
        let (field, fault, on_open, lang) = (field.clone(), fault.clone(), props.on_open.clone(), props.lang);
        Callback::from(move |()| {
            let Some(text) = field.cast::<HtmlTextAreaElement>().map(|field| field.value()) else { return };
            // What was typed stays until it can be read.
            let read = match link::lesson_in_any(&text) {
                Some(lesson) => link::unpack_text(lesson).map(drop),
                None => link::unpack_any(&text).map(drop),
            };
            match read {
                Ok(()) | Err(link::Broken::Scenario { .. }) => on_open.emit(text),
                Err(broken) => {
                    let told = explain::broken(&broken, lang);
                    fault.set(Some(format!("{} {}", plain(&told.what), plain(&told.remedy))));
                }
            }
        })
    };
    {
        let field = field.clone();
        use_effect_with((), move |()| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                let _ = field.focus();
            }
        });
    }
    let onkeydown = {
        let open = open.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
                event.prevent_default();
                open.emit(());
            }
        })
    };
    html! {
        <Dialog label={m.links.paste_whole} close={m.app.close} on_close={props.on_close.clone()} light={false}>
            <div class="dlg-body">
                <textarea ref={field} class="box area" rows="5" aria-label={m.links.link} aria-invalid={fault.is_some().then_some("true")} spellcheck="false" {onkeydown} />
                if let Some(fault) = &*fault {
                    <p class="fault" role="alert">{ fault }</p>
                }
                <div class="acts right">
                    <button type="button" class="btn" onclick={props.on_close.reform(|_: MouseEvent| ())}>{ m.app.cancel }</button>
                    <button type="button" class="btn solid" onclick={open.reform(|_: MouseEvent| ())}>{ m.links.open }</button>
                </div>
            </div>
        </Dialog>
    }
}
