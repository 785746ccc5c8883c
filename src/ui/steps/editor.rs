//! A step of any kind, written in its place in the list.

use web_sys::{HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::{
    explain::messages::Messages,
    scenario::{
        Lang, Scenario, Side, Step, Strategy,
        time::{self, TimeStyle, duration},
    },
    ui::{
        ByRc, Msg,
        app::StepsMsg,
        dialog::{focused, give_back},
        form::EventForm,
        sentence::time_fault,
    },
    workspace::{PushDraft, StepKind, kinds_offered},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub index: Option<usize>,
    pub step: Step,
    pub any_kind: bool,
    /// An event time of the day that a time typed without one is on, ms.
    pub base: i64,
    pub lang: Lang,
    pub send: Callback<Msg>,
}

#[function_component(StepEditor)]
pub fn step_editor(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let kind = StepKind::of(&props.step);
    let send = |msg: StepsMsg| props.send.reform(move |_: MouseEvent| Msg::Steps(msg.clone()));
    let cancel = props.send.reform(|()| Msg::Steps(StepsMsg::Cancel));
    let kinds = kinds_offered(&props.scenario);
    let choose = {
        let (send, kinds) = (props.send.clone(), kinds.clone());
        Callback::from(move |event: Event| {
            let at = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            if let Some(kind) = usize::try_from(at).ok().and_then(|at| kinds.get(at)) {
                send.emit(Msg::Steps(StepsMsg::Kind(*kind)));
            }
        })
    };
    let name = if props.index.is_some() { m.steps.edit_step } else { m.steps.insert_step };
    let onkeydown = {
        let cancel = cancel.clone();
        Callback::from(move |event: KeyboardEvent| {
            // The list's own keys rest here.
            event.stop_propagation();
            if event.key() == "Escape" && !event.is_composing() {
                cancel.emit(());
            }
        })
    };
    html! {
        <div class="step-editor" {onkeydown}>
            if props.any_kind && kinds.len() > 1 {
                <label class="set"><span>{ m.steps.kind }</span>
                    <select class="box" aria-label={m.steps.kind} onchange={choose}>
                        { for kinds.iter().map(|one| html! {
                            <option selected={*one == kind}>{ kind_name(m, *one) }</option>
                        }) }
                    </select>
                </label>
            }
            { match &props.step {
                Step::Push(push) => html! {
                    <EventForm key={format!("{:?} {}", push.side, push.id)} scenario={props.scenario.clone()} lang={props.lang}
                        start={PushDraft::of(push, &TimeStyle::of_all(&props.scenario))} base={push.time} index={props.index}
                        keep={props.send.reform(|push| Msg::Steps(StepsMsg::Keep(Step::Push(push))))} cancel={cancel.clone()} />
                },
                // Those say all with their kind.
                Step::Batch | Step::FailingBatch | Step::Checkpoint | Step::Crash => html! {
                    <div role="group" class="step-form" aria-label={name}><div class="acts">
                        <button type="button" class="btn small solid" onclick={send(StepsMsg::Keep(props.step.clone()))}>{ m.app.add }</button>
                        <button type="button" class="btn small" onclick={send(StepsMsg::Cancel)}>{ m.app.cancel }</button>
                    </div></div>
                },
                step => html! { <TimeForm key={format!("{kind:?}")} scenario={props.scenario.clone()} {name} step={step.clone()} base={props.base}
                    fresh={props.index.is_none()} lang={props.lang} send={props.send.clone()} /> },
            } }
        </div>
    }
}

pub fn kind_name(m: &'static Messages, kind: StepKind) -> &'static str {
    match kind {
        StepKind::Push => m.steps.kind_push,
        StepKind::Watermark => m.steps.kind_watermark,
        StepKind::Batch => m.steps.kind_batch,
        StepKind::FailingBatch => m.steps.kind_failing_batch,
        StepKind::Clock => m.steps.kind_clock,
        StepKind::Checkpoint => m.steps.kind_checkpoint,
        StepKind::Crash => m.steps.kind_crash,
    }
}

#[derive(Properties, PartialEq)]
struct TimeProps {
    scenario: ByRc<Scenario>,
    name: AttrValue,
    step: Step,
    base: i64,
    fresh: bool,
    lang: Lang,
    send: Callback<Msg>,
}

/// A watermark step or a clock step: a time, and for a watermark its stream.
#[function_component(TimeForm)]
fn time_form(props: &TimeProps) -> Html {
    let lang = props.lang;
    let m = Messages::of(lang);
    let (start_side, text) = match props.step {
        Step::Watermark { side, time } => (Some(side), TimeStyle::of_all(&props.scenario).show(time)),
        Step::Clock { time } => (None, duration(time, lang)),
        _ => (None, String::new()),
    };
    let (side, typed, fault) = (use_state(|| start_side), use_state(|| text), use_state(|| None::<String>));
    let input = use_node_ref();
    {
        let input = input.clone();
        use_effect_with((), move |()| {
            let before: Option<HtmlElement> = focused();
            if let Some(input) = input.cast::<HtmlInputElement>() {
                let _ = input.focus();
                input.select();
            }
            move || give_back(before)
        });
    }
    let onsubmit = {
        let (side, typed, fault, send, base) =
            (side.clone(), typed.clone(), fault.clone(), props.send.clone(), props.base);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let step = match *side {
                Some(side) => time::parse_time(&typed, base).map(|time| Step::Watermark { side, time }),
                None => time::parse_duration(&typed).map(|time| Step::Clock { time }),
            };
            match step {
                Ok(step) => send.emit(Msg::Steps(StepsMsg::Keep(step))),
                Err(wrong) => fault.set(Some(time_fault(wrong, side.is_none(), lang))),
            }
        })
    };
    let oninput = {
        let (typed, fault) = (typed.clone(), fault.clone());
        Callback::from(move |event: InputEvent| {
            typed.set(event.target_unchecked_into::<HtmlInputElement>().value());
            fault.set(None);
        })
    };
    let choose = {
        let side = side.clone();
        Callback::from(move |event: Event| {
            let right = event.target_unchecked_into::<HtmlSelectElement>().value() == Side::Right.word();
            side.set(Some(if right { Side::Right } else { Side::Left }));
        })
    };
    let has = |one: &Side| props.scenario.streams[*one].watermark != Strategy::None || Some(*one) == start_side;
    html! {
        <form class="step-form" role="group" aria-label={props.name.clone()} novalidate=true {onsubmit}>
            if let Some(now) = *side {
                <label class="set"><span>{ m.ui.form_stream }</span>
                    <select class="box" aria-label={m.ui.form_stream} onchange={choose}>
                        { for Side::BOTH.into_iter().filter(has).map(|one| html! {
                            <option value={one.word()} selected={one == now}>{ props.scenario.streams[one].label(lang) }</option>
                        }) }
                    </select>
                </label>
            }
            <label class="set"><span>{ m.steps.time }</span>
                <span class="field-in">
                    <input ref={input} type="text" class={classes!("box", fault.is_some().then_some("wrong"))} aria-label={m.steps.time}
                        aria-invalid={fault.is_some().then_some("true")} value={(*typed).clone()} autocomplete="off" spellcheck="false" {oninput} />
                    if let Some(why) = &*fault { <span class="wrong-why" role="alert">{ why }</span> }
                </span>
            </label>
            <div class="acts">
                <button type="submit" class="btn small solid">{ if props.fresh { m.app.add } else { m.app.keep } }</button>
                <button type="button" class="btn small" onclick={props.send.reform(|_: MouseEvent| Msg::Steps(StepsMsg::Cancel))}>{ m.app.cancel }</button>
            </div>
        </form>
    }
}
