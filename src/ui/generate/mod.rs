//! Generated streams: the dialog that makes them, and their parameters beside the work.

mod fields;
mod panel;

use yew::prelude::*;

pub use self::panel::{GeneratedPanel, Props as PanelProps};

use self::fields::Fields;
use super::{ByRc, dialog::Dialog, field::TextField, sentence::time_fault, sheet};
use crate::{
    explain::{
        estimate::generated,
        format::fill_plain,
        messages::{Messages, Streams},
    },
    scenario::{Generate, Lang, Scenario, Side, Sides, Strategy, time},
    workspace::{Edit, created, offered, offered_delay},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    pub on_close: Callback<()>,
    pub on_create: Callback<Edit>,
}

/// Makes the streams of the scenario that is open.
#[function_component(GenerateStreams)]
pub fn generate_streams(props: &Props) -> Html {
    let lang = props.lang;
    let m = Streams::of(lang);
    use_memo((), |()| sheet::streams());
    let scenario = &props.scenario;
    let generate = use_state(|| offered(scenario));
    // `None`: what the rows need, for as long as nobody says otherwise.
    let delays = use_state(Sides::<Option<i64>>::default);
    let delay = |side: Side| delays[side].unwrap_or_else(|| offered_delay(scenario, side, &generate));
    let change = {
        let generate = generate.clone();
        Callback::from(move |next: Generate| generate.set(next))
    };
    let makes = generated(&generate, scenario, lang);
    let create = {
        let (scenario, generate, on_create) = (scenario.clone(), generate.clone(), props.on_create.clone());
        let delays = Sides::new(delay(Side::Left), delay(Side::Right));
        let fits = makes.is_ok();
        Callback::from(move |_: MouseEvent| {
            if fits {
                on_create.emit(created(&scenario, &generate, delays));
            }
        })
    };
    let delay_field = |side: Side| {
        if scenario.streams[side].watermark == Strategy::None {
            return Html::default();
        }
        let stream = scenario.streams[side].label(lang).to_string();
        let name = fill_plain(lang, m.of_side, &[("field", m.delay.into()), ("stream", stream.into())]);
        let take = {
            let delays = delays.clone();
            Callback::from(move |typed: String| match time::parse_duration(&typed) {
                Ok(ms) if ms < 0 => Err(m.bad_negative.to_string()),
                Ok(ms) => {
                    let mut next = *delays;
                    next[side] = Some(ms);
                    delays.set(next);
                    Ok(())
                }
                Err(fault) => Err(time_fault(fault, true, lang)),
            })
        };
        html! {
            <label class="set"><span aria-hidden="true">{ m.delay }</span>
                <TextField label={name} value={time::duration(delay(side), lang)} {take} class="box" /></label>
        }
    };
    html! {
        <Dialog label={m.title} close={Messages::of(lang).app.close} on_close={props.on_close.clone()} class="generate">
            <div class="dlg-body">
                <p class="prose">{ m.lead }</p>
                <Fields new=true scenario={scenario.clone()} generate={(*generate).clone()} {lang} {change}
                    left={delay_field(Side::Left)} right={delay_field(Side::Right)} />
                <div class="made">
                    { summary(&makes) }
                    if !scenario.script.is_empty() { <p class="muted">{ m.replaces }</p> }
                </div>
                <div class="acts right">
                    <button type="button" class="btn" onclick={props.on_close.reform(|_: MouseEvent| ())}>{ Messages::of(lang).app.cancel }</button>
                    <button type="button" class="btn solid" aria-disabled={makes.is_err().then_some("true")} onclick={create}>{ m.create }</button>
                </div>
            </div>
        </Dialog>
    }
}

/// How many rows and steps that makes, or why it makes none.
fn summary(makes: &Result<String, String>) -> Html {
    match makes {
        Ok(text) => html! { <p role="status">{ text }</p> },
        Err(why) => html! { <p role="status" class="fault">{ why }</p> },
    }
}
