//! A generated stream's parameters beside the work: changing one makes the stream anew, as one edit.

use yew::prelude::*;

use super::{Fields, summary};
use crate::{
    explain::{estimate::generated, messages::Streams},
    scenario::{Generate, Lang, Scenario},
    ui::{ByRc, app::Page, sheet},
    workspace::{Edit, made_anew, next_seed},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    pub edit: Callback<Edit>,
}

#[function_component(GeneratedPanel)]
pub fn generated_panel(props: &Props) -> Html {
    let lang = props.lang;
    let m = Streams::of(lang);
    use_memo((), |()| sheet::streams());
    let open = use_state(|| false);
    // What was asked for and makes no script: it is told, and nothing is changed.
    let unfit = use_state(|| None::<String>);
    let made_of = props.scenario.script.made_of().cloned();
    {
        let unfit = unfit.clone();
        use_effect_with(made_of.clone(), move |_| unfit.set(None));
    }
    let Some(generate) = made_of else { return Html::default() };
    let change = {
        let (scenario, edit, unfit) = (props.scenario.clone(), props.edit.clone(), unfit.clone());
        Callback::from(move |next: Generate| match generated(&next, &scenario, lang) {
            Ok(_) => edit.emit(made_anew(&scenario, next)),
            Err(why) => unfit.set(Some(why)),
        })
    };
    let reseed = {
        let (change, generate) = (change.clone(), generate.clone());
        Callback::from(move |_: MouseEvent| {
            change.emit(Generate { seed: next_seed(generate.seed), ..generate.clone() });
        })
    };
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let makes = match &*unfit {
        Some(why) => Err(why.clone()),
        None => generated(&generate, &props.scenario, lang),
    };
    html! {
        <section class="sec generated" aria-label={m.section}>
            <header><h2>{ m.section }</h2><span class="note">{ m.seed }{ " " }{ generate.seed }</span></header>
            { summary(&makes) }
            <div class="acts">
                <button type="button" class="btn small" aria-expanded={open.to_string()} onclick={toggle}>{ m.parameters }</button>
                // Among the parameters there is one already.
                if !*open { <button type="button" class="btn small" onclick={reseed}>{ m.new_seed }</button> }
                <a class="btn small" href={Page::Estimate.hash()}>{ m.estimate }</a>
            </div>
            if *open {
                <Fields scenario={props.scenario.clone()} {generate} {lang} {change} />
                <p class="muted">{ m.becomes }</p>
            }
        </section>
    }
}
