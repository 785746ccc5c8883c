//! Switching the engine: what it does to the script, told before it happens.

use yew::prelude::*;

use super::{ByRc, dialog::Dialog, field::TextField, sentence::time_fault};
use crate::{
    explain::{self, format::fill_plain, messages::Messages},
    scenario::{Dialect, Lang, Scenario, time},
    workspace::{Change, Setting, ToSpark, convert},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    /// The step shown.
    pub cursor: usize,
    pub to: Dialect,
    pub lang: Lang,
    pub on_close: Callback<()>,
    pub on_switch: Callback<ToSpark>,
}

#[function_component(Switch)]
pub fn switch(props: &Props) -> Html {
    let (lang, to) = (props.lang, props.to);
    let m = Messages::of(lang);
    let spark = use_state(ToSpark::default);
    let converted = convert(&props.scenario, props.cursor, to, *spark);
    let engine = explain::engine_name(to);
    let title = fill_plain(lang, m.app.switch_title, &[("engine", engine.into())]);
    let delay = {
        let spark = spark.clone();
        Callback::from(move |typed: String| match time::parse_duration(&typed) {
            Ok(delay) => {
                spark.set(ToSpark { delay, ..*spark });
                Ok(())
            }
            Err(fault) => Err(time_fault(fault, true, lang)),
        })
    };
    let every = {
        let spark = spark.clone();
        Callback::from(move |typed: String| match typed.trim().parse::<usize>() {
            Ok(every) if every > 0 => {
                spark.set(ToSpark { every, ..*spark });
                Ok(())
            }
            _ => Err(m.app.fault_every.to_string()),
        })
    };
    let asks_delay = converted.changes.iter().any(|change| matches!(change, Change::Bounded { .. }));
    let asks_every =
        to == Dialect::Spark && props.scenario.dialect != Dialect::Spark && !props.scenario.script.is_empty();
    let switch = {
        let (on_switch, spark) = (props.on_switch.clone(), *spark);
        Callback::from(move |_: MouseEvent| on_switch.emit(spark))
    };
    html! {
        <Dialog label={title} close={m.app.close} on_close={props.on_close.clone()}>
            <div class="dlg-body">
                <p class="prose">{ m.app.switch_lead }</p>
                if converted.changes.is_empty() {
                    <p>{ m.app.switch_nothing }</p>
                } else {
                    <ul class="changes">{ for converted.changes.iter().map(|change| html! { <li>{ change_words(*change, &props.scenario, props.to, lang) }</li> }) }</ul>
                }
                if asks_delay || asks_every {
                    <div class="asks">
                        if asks_delay {
                            <label class="set"><span aria-hidden="true">{ m.app.switch_delay }</span>
                                <TextField label={m.app.switch_delay} value={time::duration(spark.delay, lang)} take={delay} class="box" least={8} /></label>
                        }
                        if asks_every {
                            <label class="set"><span aria-hidden="true">{ m.app.switch_every }</span>
                                <TextField label={m.app.switch_every} value={spark.every.to_string()} take={every} class="box" least={8} /></label>
                        }
                    </div>
                }
                <div class="acts right">
                    <button type="button" class="btn" onclick={props.on_close.reform(|_: MouseEvent| ())}>{ m.app.cancel }</button>
                    <button type="button" class="btn solid" onclick={switch}>{ m.app.switch_button }</button>
                </div>
            </div>
        </Dialog>
    }
}

/// What converting to `to` does, in words.
pub fn change_words(change: Change, scenario: &Scenario, to: Dialect, lang: Lang) -> String {
    let m = Messages::of(lang);
    let counted = |pattern: &str, count: usize| fill_plain(lang, pattern, &[("count", count.to_string().into())]);
    match change {
        Change::Bounded { side, delay } => {
            let stream = scenario.streams[side].label(lang).to_string();
            let args = [("stream", stream.into()), ("delay", time::duration(delay, lang).into())];
            fill_plain(lang, m.app.change_bounded, &args)
        }
        Change::WatermarksGo(count) => counted(m.app.change_watermarks_go, count),
        Change::BatchesCome(count) => counted(m.app.change_batches_come, count),
        Change::BatchesGo(count) => counted(m.app.change_batches_go, count),
        Change::CheckpointsGo(count) => counted(m.app.change_checkpoints_go, count),
        Change::RetractionsGo(count) => counted(m.app.change_retractions_go, count),
        Change::OptionGoes(setting) => {
            let option = match setting {
                Setting::MinCleanupInterval => m.ui.min_cleanup_interval,
                Setting::AllowedLateness => m.ui.allowed_lateness,
                Setting::StateTtl => m.ui.state_ttl,
                Setting::WatermarkPolicy => m.ui.watermark_policy,
                Setting::IdleTimeout => m.ui.idle_timeout,
                Setting::MaxLength => m.ui.max_length,
            };
            fill_plain(lang, m.app.change_option_goes, &[("option", option.into())])
        }
        Change::KindStays => {
            let args = [("engine", explain::engine_name(to).into())];
            fill_plain(lang, m.app.change_kind_stays, &args)
        }
    }
}
