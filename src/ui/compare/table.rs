//! What each step emits, side by side.

use web_sys::Element;
use yew::prelude::*;

use crate::{
    compare::{Cell, Compared, Emission, Fate, Ran, Row, Run, Several, Which},
    explain::{self, Words, format::fill_plain, messages::Messages},
    replay::State,
    scenario::{Lang, Side, Step},
    ui::{ByRc, app::Compare, glyph, link},
};

/// The table shows this many rows; earlier ones are counted.
const MOST_ROWS: usize = 200;
/// A cell names this many changes; the rest are counted.
const MOST_CHANGES: usize = 6;

#[derive(Properties, PartialEq)]
pub struct Props {
    pub compared: ByRc<Compared>,
    pub step: usize,
    /// Only rows that differ.
    pub only: bool,
    pub several: Option<Several>,
    pub lang: Lang,
    pub ask: Callback<Compare>,
    pub seek: Callback<usize>,
}

#[function_component(EmitTable)]
pub fn emit_table(props: &Props) -> Html {
    let (lang, step, compared) = (props.lang, props.step, &props.compared);
    let m = Messages::of(lang);
    let scroll = use_node_ref();
    {
        let scroll = scroll.clone();
        // The row of the step shown is the last one.
        use_effect_with((step, props.only, compared.clone()), move |_| {
            if let Some(element) = scroll.cast::<Element>() {
                element.set_scroll_top(element.scroll_height());
            }
        });
    }
    let shown = if props.only { compared.differing_until(step) } else { compared.rows_until(step) };
    let hidden = shown.len().saturating_sub(MOST_ROWS);
    let (differing, of) = compared.differing(step);
    let stopped = compared.runs().iter().filter(|run| !run.reaches(step)).count();
    let pattern = match (props.several.is_some(), stopped) {
        (false, 1..) => m.compare.one_stopped,
        (true, _) => m.compare.into_all,
        (false, 0) => m.compare.into_both,
    };
    let note = fill_plain(
        lang,
        pattern,
        &[
            ("events", compared.events(step).to_string().into()),
            ("differing", differing.to_string().into()),
            ("steps", of.to_string().into()),
        ],
    );
    let toggle = {
        let (ask, only) = (props.ask.clone(), props.only);
        Callback::from(move |_: Event| ask.emit(Compare::OnlyDifferences(!only)))
    };
    let key_name = m.app.key;
    html! {
        <section class="pane emits" aria-label={m.compare.emits_table}>
            <header><h2>{ m.compare.emits_table }</h2><span class="note">{ note }</span>
                <label class="end note check"><input type="checkbox" checked={props.only} onchange={toggle} />{ m.compare.only_differences }</label>
            </header>
            <div ref={scroll} class="scroll" tabindex="0" role="group" aria-label={m.compare.emits_table}>
            <table class={classes!("diff", props.several.map(|_| "all"))} aria-label={m.compare.emits_table}>
                <thead><tr>
                    <th scope="col">{ m.app.step_head }</th><th scope="col">{ m.compare.event }</th>
                    <th scope="col" class="more">{ key_name }</th><th scope="col" class="more">{ m.app.time }</th>
                    if let Some(several) = props.several {
                        { for compared.runs().iter().enumerate().map(|(at, run)| html! {
                            <th key={at} scope="col" class="a">{ explain::run_name(several, &run.scenario().setup(), lang) }
                                if run.recording().outcome().is_err() { { " " }<span class="X">{ m.compare.stopped }</span> }</th> }) }
                    } else {
                        <th scope="col" class="a">{ emits(Which::A, lang) }</th>
                        <th scope="col" class="c ne"><span class="unseen">{ m.compare.differ_head }</span></th>
                        <th scope="col" class="b">{ emits(Which::B, lang) }</th>
                    }
                </tr></thead>
                <tbody>
                    { for shown.iter().skip(hidden).map(|row| html! {
                        <EmitRow key={row.first} compared={compared.clone()} row={*row} new={row.last == step} several={props.several} {lang} seek={props.seek.clone()} />
                    }) }
                </tbody>
            </table>
            if shown.is_empty() {
                <p class="muted none">{ if step == 0 { m.compare.nothing_yet } else { m.compare.no_differences } }</p>
            }
            if hidden > 0 {
                <p class="muted none">{ fill_plain(lang, m.compare.earlier_rows, &[("count", hidden.to_string().into())]) }</p>
            }
            </div>
        </section>
    }
}

fn emits(which: Which, lang: Lang) -> String {
    fill_plain(lang, Messages::of(lang).compare.emits, &[("which", which.letter().into())])
}

#[derive(Properties, PartialEq)]
struct RowProps {
    compared: ByRc<Compared>,
    row: Row,
    new: bool,
    several: Option<Several>,
    lang: Lang,
    seek: Callback<usize>,
}

#[function_component(EmitRow)]
fn emit_row(props: &RowProps) -> Html {
    let (compared, row, lang) = (&props.compared, props.row, props.lang);
    let m = Messages::of(lang);
    let differs = compared.row_differs(row);
    let cells: Vec<(&Run, Cell)> = compared.runs().iter().map(|run| (run, compared.cell(run, row))).collect();
    let onclick = props.seek.reform(move |_: MouseEvent| row.last);
    let number = if row.first == row.last {
        row.last.to_string()
    } else {
        let args = [("first", row.first.to_string().into()), ("last", row.last.to_string().into())];
        fill_plain(lang, m.compare.step_span, &args)
    };
    html! {
        <tr class={classes!(if differs { "dif" } else { "same" }, props.new.then_some("new"))} aria-current={props.new.then_some("step")} {onclick}>
            <td>{ number }</td>
            { event(compared, row, lang) }
            if props.several.is_some() {
                { for cells.iter().enumerate().map(|(at, (run, cell))| html! { <td key={at} class="a">{ told(compared, run, cell, false, lang) }</td> }) }
            } else {
                { for cells.first().map(|(run, cell)| html! { <td class="a">{ told(compared, run, cell, true, lang) }</td> }) }
                <td class="c ne">
                    if differs { <span aria-hidden="true">{ "≠" }</span><span class="unseen">{ m.compare.differs }</span> }
                </td>
                { for cells.get(1).map(|(run, cell)| html! { <td class="b">{ told(compared, run, cell, true, lang) }</td> }) }
            }
        </tr>
    }
}

/// The step's own cells: the row that arrives with its key and time, or what else the step is.
fn event(compared: &Compared, row: Row, lang: Lang) -> Html {
    let words = Words::new(compared.playhead(), lang);
    match compared.base().script.get(row.first.saturating_sub(1)) {
        Some(Step::Push(push)) => {
            let class = if push.side == Side::Left { "L" } else { "R" };
            let row = compared.runs().first().and_then(|run| compared.linked(run.find(row.first.saturating_sub(1))?));
            html! { <>
                <td><span class={classes!("idc", class)} data-links={row.map(link::row)}>{ glyph::mark(push.side, State::Matched, true) }{ push.id.to_string() }
                    if !push.kind.adds() { <span class="op d">{ push.kind.word() }</span> }</span></td>
                <td class="more">{ push.key.as_deref().map_or_else(null, |key| html! { key.to_string() }) }</td>
                <td class="more">{ words.time(push.time) }</td>
            </> }
        }
        // Three cells, since on a narrow screen two of them are not there.
        _ => {
            html! { <><td class="step-event">{ words.step_event(row.first).unwrap_or_default() }</td><td class="more"></td><td class="more"></td></> }
        }
    }
}

fn null() -> Html {
    html! { <span class="null">{ "NULL" }</span> }
}

/// What a run did: the changes that came out, and what became of the row that arrived.
///
/// Where there is room, the row is named whose fate is told besides.
fn told(compared: &Compared, run: &Run, cell: &Cell, named: bool, lang: Lang) -> Html {
    let m = &Messages::of(lang).compare;
    match cell.ran {
        Ran::Stopped => return html! { <span class="none">{ m.stopped }</span> },
        Ran::NoStep => return html! { <span class="none">{ m.no_step }</span> },
        Ran::Yes => {}
    }
    let more = cell.emissions.len().saturating_sub(MOST_CHANGES);
    let fate = cell.said(run).map(|fate| {
        let (word, late) = match fate {
            Fate::Waits { for_ever: true } => (m.waits_for_ever, false),
            Fate::Waits { for_ever: false } => (m.waits, false),
            Fate::Pending => (m.pending, false),
            Fate::Late { .. } => (m.late, true),
            Fate::NotKept => (m.not_kept, true),
            Fate::LeftOut => (m.left_out, false),
            Fate::Done => (m.done, false),
            Fate::InTable => (Messages::of(lang).lookup.in_table, false),
        };
        let recording = run.recording();
        let text = match cell.fate.filter(|_| named && !cell.emissions.is_empty()) {
            Some((row, _)) => {
                let id = recording.rows().id(recording.scenario(), row);
                fill_plain(lang, m.and_fate, &[("row", id.into()), ("fate", word.into())])
            }
            None => word.to_string(),
        };
        if late {
            html! { <span class="idc X">{ glyph::of(crate::explain::Glyph::Late) }{ text }</span> }
        } else {
            html! { <span class="none">{ text }</span> }
        }
    });
    html! { <>
        { for cell.emissions.iter().take(MOST_CHANGES).enumerate().map(|(at, emission)| html! { <span key={at} class="ch">{ change(compared, run, emission) }</span> }) }
        if more > 0 { <span class="none">{ fill_plain(lang, m.more, &[("count", more.to_string().into())]) }{ " " }</span> }
        if cell.emissions.is_empty() && fate.is_none() { <span class="none">{ m.nothing }</span> }
        { fate.unwrap_or_default() }
    </> }
}

/// "+I o1 NULL".
fn change(compared: &Compared, run: &Run, emission: &Emission) -> Html {
    let recording = run.recording();
    let out = emission.out;
    let padded = emission.alone().is_some() && !emission.half;
    let op = match (out.kind.adds(), padded) {
        (false, _) => "op d",
        (true, true) => "op n",
        (true, false) => "op i",
    };
    let id = |row: Option<crate::engine::RowId>, class: &'static str| match row {
        Some(row) => {
            html! { <b {class} data-links={compared.linked(row).map(link::row)}>{ recording.rows().id(recording.scenario(), row).to_string() }</b> }
        }
        None => null(),
    };
    html! { <>
        <span class={op}>{ out.kind.word() }</span>
        { id(out.left, "L") }
        if !emission.half { { id(out.right, "R") } }
    </> }
}
