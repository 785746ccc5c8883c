//! What stands below the stage: how it is looked at, what its marks mean, and what is done to the script from there; and the
//! watermarks as fields.

use yew::prelude::*;

use super::{Msg, field::TextField, form::FORM_ID, glyph, icon::Icon, plane::LookSwitch, sentence::time_fault};
use crate::{
    explain::{Glyph, format::fill_plain, messages::Messages},
    link::Look,
    replay::State,
    scenario::{Lang, Side, Step, time},
    workspace::{Action, Edit},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub look: Look,
    pub lang: Lang,
    pub windowed: bool,
    /// A stream against a table.
    pub lookup: bool,
    /// The form for a new row is open.
    pub adding: bool,
    pub spark: bool,
    /// Some side has a watermark.
    pub has_watermarks: bool,
    /// The script has a checkpoint, a crash or a batch that fails, so more of them are at hand.
    pub recovers: bool,
    /// Processing time, and by how much it is moved on, ms, where it means something: to a state TTL or an idle timeout.
    pub clock: Option<(i64, i64)>,
    pub send: Callback<Msg>,
}

#[function_component(Legend)]
pub fn legend(props: &Props) -> Html {
    let (send, windowed, m) = (&props.send, props.windowed, Messages::of(props.lang));
    let item = |glyph: Html, text: &'static str| html! { <span>{ glyph }{ text }</span> };
    let press = |msg: Msg| send.reform(move |_: MouseEvent| msg.clone());
    html! {
        <div class={classes!("legend", (props.clock.is_some() && props.has_watermarks).then_some("crowded"))}>
            <LookSwitch look={props.look} lang={props.lang} send={send.clone()} />
            <div class={classes!("marks", windowed.then_some("close"))} aria-hidden="true">
                if props.lookup {
                    { item(glyph::mark(Side::Left, State::Left, true), m.lookup.answered) }
                    { item(glyph::null(), m.lookup.answered_null) }
                    { item(glyph::stands(), m.lookup.in_table) }
                    { item(glyph::mark(Side::Right, State::Left, true), m.lookup.out_of_table) }
                } else {
                    { item(glyph::mark(Side::Left, State::Waiting, false), m.names.waiting) }
                    { item(glyph::mark(Side::Left, State::Matched, true), m.names.matched) }
                    { item(glyph::mark(Side::Left, State::Left, true), m.app.left_buffer) }
                    if windowed {
                        { item(glyph::of(Glyph::Window), m.app.fires_now) }
                        { item(glyph::pending(), m.app.pair_pending) }
                    } else {
                        { item(glyph::null(), m.names.left_as_null) }
                    }
                    if !windowed {
                        { item(glyph::mark(Side::Left, State::LateNotKept, false), m.panels.mark_late_not_kept) }
                    }
                }
                { item(glyph::mark(Side::Left, State::NotYetArrived, false), m.names.not_yet_arrived) }
            </div>
            <div class="end">
                // While the form is open the button that opened it sends it off. It is another element then: the click that
                // opens must not become the one that sends.
                if props.adding {
                    <button key="send" type="submit" form={FORM_ID} class="btn small">{ Icon::Plus.draw() }{ m.ui.add_event }</button>
                } else {
                    <button key="open" type="button" class="btn small" title={m.app.hint} onclick={press(Msg::AddEvent)}>{ Icon::Plus.draw() }{ m.ui.add_event }</button>
                }
                if props.spark {
                    <button key="batch" type="button" class="btn small" onclick={press(Msg::Do(Action::Edit(Edit::Insert(Step::Batch))))}>
                        { Icon::Batch.draw() }{ m.ui.run_batch }</button>
                } else if props.look == Look::Stage && props.has_watermarks {
                    <button key="move" type="button" class="btn small" onclick={press(Msg::MoveWatermarks)}>
                        { Icon::Watermark.draw() }{ m.ui.move_watermark }</button>
                }
                if props.recovers {
                    { recovery(props.spark, m, &press) }
                }
                { for props.clock.map(|(clock, by)| clock_field(clock, by, props.lang, send)) }
            </div>
        </div>
    }
}

/// What an engine can be made to fail by, and what it comes back to.
fn recovery(spark: bool, m: &Messages, press: &impl Fn(Msg) -> Callback<MouseEvent>) -> Html {
    let button = |label: &'static str, glyph: Glyph, step: Step| {
        html! {
            <button key={label} type="button" class="btn small icon recover" aria-label={label} title={label}
                onclick={press(Msg::Do(Action::Edit(Edit::Insert(step))))}>{ glyph::of(glyph) }</button>
        }
    };
    html! { <>
        if !spark { { button(m.recovery.take_checkpoint, Glyph::Checkpoint, Step::Checkpoint) } }
        { button(m.recovery.let_crash, Glyph::Crash, Step::Crash) }
    </> }
}

/// Processing time as a field, and a button that moves it on.
fn clock_field(clock: i64, by: i64, lang: Lang, send: &Callback<Msg>) -> Html {
    let m = Messages::of(lang);
    let advance = move |time: i64| Msg::Do(Action::Edit(Edit::Insert(Step::Clock { time })));
    let move_to = send.clone();
    let take = Callback::from(move |typed: String| match time::parse_duration(&typed) {
        Ok(time) => {
            move_to.emit(advance(time));
            Ok(())
        }
        Err(fault) => Err(time_fault(fault, true, lang)),
    });
    html! { <>
        <TextField label={m.app.clock_time} value={time::duration(clock, lang)} {take} class="box small" least={4} enter_only=true />
        <button key="clock" type="button" class="btn small" onclick={send.reform(move |_: MouseEvent| advance(clock.saturating_add(by)))}>
            { Icon::Clock.draw() }{ m.ui.advance_clock }</button>
    </> }
}

#[derive(Properties, PartialEq)]
pub struct WatermarkProps {
    pub side: Side,
    /// The stream's.
    pub name: AttrValue,
    /// Where the watermark is, as it is written.
    pub value: AttrValue,
    pub now: Option<i64>,
    /// The day that a typed time without one is on, ms.
    pub base: i64,
    pub lang: Lang,
    /// Where the field is, for the focus to be put there.
    pub place: NodeRef,
    pub send: Callback<Msg>,
}

/// A side's watermark as a field: it says where it is, and moves it to what is typed.
#[function_component(WatermarkField)]
pub fn watermark_field(props: &WatermarkProps) -> Html {
    let m = Messages::of(props.lang);
    let WatermarkProps { side, now, base, lang, .. } = *props;
    let label = fill_plain(lang, m.ui.watermark_time, &[("stream", props.name.to_string().into())]);
    let move_to = props.send.clone();
    let take = Callback::from(move |typed: String| match time::parse_time(&typed, base) {
        Ok(time) if Some(time) == now => Ok(()),
        Ok(time) => {
            move_to.emit(Msg::Do(Action::Edit(Edit::Insert(Step::Watermark { side, time }))));
            Ok(())
        }
        Err(fault) => Err(time_fault(fault, false, lang)),
    });
    let draft = props.send.reform(move |draft| Msg::WatermarkDraft(side, draft));
    html! {
        <span class={classes!("wm-field", side.word())} data-label={props.name.clone()} ref={props.place.clone()}>
            <TextField {label} value={props.value.clone()} {take} {draft} class="box" placeholder={m.names.none} least={8} enter_only=true />
        </span>
    }
}
