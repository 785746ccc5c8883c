//! "Help": all keys, what the marks mean, how the engines differ, and the versions.

use yew::prelude::*;

use super::dialog::Dialog;
use crate::{
    explain::{engine_name, messages::Messages},
    scenario::{Dialect, Lang, Side},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub lang: Lang,
    pub on_close: Callback<()>,
}

/// A key, or several that belong together, and what they do.
type Key = (&'static [&'static str], &'static str);

/// The keys by where they act, each with its title.
fn keys(messages: &Messages) -> [(&'static str, Vec<Key>); 6] {
    let (m, k) = (&messages.panels, &messages.keys);
    [
        (
            k.anywhere,
            vec![
                (&["Space"], m.key_play),
                (&["←", "→"], m.key_step),
                (&["Home", "End"], m.key_ends),
                (&["Shift ←", "Shift →"], m.key_output),
                (&["Tab", "Shift Tab"], k.regions),
                (&["Ctrl Z", "Ctrl Shift Z"], m.key_undo),
                (&["Esc"], m.key_escape),
                (&["/"], messages.gallery.key_search),
                (&["?"], m.key_help),
            ],
        ),
        (
            k.stage,
            vec![
                (&["↑", "↓"], m.key_other_lane),
                (&[",", "."], k.marks),
                (&["Shift ,", "Shift ."], k.mark_also),
                (&["Ctrl A"], k.mark_all),
                (&["N"], m.key_add),
                (&["Enter"], k.edit),
                (&["Shift Alt ←", "Shift Alt →"], k.move_it),
                (&["Delete"], k.remove),
                (&["+", "−"], k.zoom),
                (&["0"], k.whole),
            ],
        ),
        (
            k.steps,
            vec![
                (&["↑", "↓"], k.step_to),
                (&["Shift ↑", "Shift ↓"], k.step_range),
                (&["Ctrl A"], k.step_all),
                (&["Alt ↑", "Alt ↓"], k.step_move),
                (&["Enter"], k.step_edit),
                (&["Menu", "Shift F10"], k.step_menu),
                (&["Delete"], k.step_remove),
            ],
        ),
        (k.scrubber, vec![(&["←", "→"], m.key_step), (&["Menu", "Shift F10"], k.step_menu)]),
        (k.charts, vec![(&["Enter"], k.enlarge), (&["←", "→"], m.key_step), (&["Home", "End"], m.key_ends)]),
        (k.dragging, vec![(&["Alt"], k.off_grid), (&["Shift"], k.ten_times), (&["Esc"], k.give_up)]),
    ]
}

#[function_component(Help)]
pub fn help(props: &Props) -> Html {
    let words = &Messages::of(props.lang).panels;
    let keys = keys(Messages::of(props.lang)).into_iter().map(|(title, keys)| {
        html! { <>
            <h3>{ title }</h3>
            <dl class="keys-list">
                { for keys.into_iter().map(|(keys, does)| html! {
                    <div>
                        <dt>{ for keys.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }</dt>
                        <dd>{ does }</dd>
                    </div>
                }) }
            </dl>
        </> }
    });
    let meanings = [
        words.mark_not_yet_arrived,
        words.mark_waiting,
        words.mark_matched,
        words.mark_kept_for_ever,
        words.mark_left,
        words.mark_left_unmatched,
        words.mark_left_as_null,
        words.mark_taken_back,
        words.mark_late_not_kept,
        words.mark_late_matched,
        words.mark_overdue,
        words.mark_changed,
        words.mark_selected,
    ];
    let marks = MARKS.iter().zip(meanings).map(|(mark, means)| {
        html! {
            <div>
                <dt>{ mark.draw(Side::Left) }{ mark.draw(Side::Right) }</dt>
                <dd>{ means }</dd>
            </div>
        }
    });
    let engines = [Dialect::FlinkSql, Dialect::Spark].map(|dialect| {
        let (name, version) = dialect.engine();
        format!("{name} {version}")
    });
    html! {
        <Dialog label={words.help} close={words.close} on_close={props.on_close.clone()} class="help">
            <div class="help-body" tabindex="0" role="group" aria-label={words.help}>
                <h2>{ words.keys_title }</h2>
                { for keys }
                <p class="muted">{ words.keys_note }</p>
                <h2>{ words.marks_title }</h2>
                <p class="lead">{ words.marks_note }</p>
                <dl class="marks-list">{ for marks }</dl>
                <h2>{ words.engines_title }</h2>
                <dl class="engines-list">
                    { for [
                        (Dialect::FlinkSql, words.engine_flink_sql),
                        (Dialect::FlinkDatastream, words.engine_flink_datastream),
                        (Dialect::Spark, words.engine_spark),
                    ].into_iter().map(|(dialect, differs)| html! { <div><dt>{ engine_name(dialect) }</dt><dd>{ differs }</dd></div> }) }
                </dl>
                <p class="muted">{ format!("joinscope {} · {}", env!("CARGO_PKG_VERSION"), engines.join(" · ")) }</p>
            </div>
        </Dialog>
    }
}

/// A mark of the legend.
#[derive(Clone, Copy)]
enum Mark {
    Ahead,
    Waiting,
    Matched,
    ForEver,
    Left,
    LeftUnmatched,
    LeftAsNull,
    TakenBack,
    Late,
    LateMatched,
    Overdue,
    Changed,
    Selected,
}

const MARKS: [Mark; 13] = [
    Mark::Ahead,
    Mark::Waiting,
    Mark::Matched,
    Mark::ForEver,
    Mark::Left,
    Mark::LeftUnmatched,
    Mark::LeftAsNull,
    Mark::TakenBack,
    Mark::Late,
    Mark::LateMatched,
    Mark::Overdue,
    Mark::Changed,
    Mark::Selected,
];

impl Mark {
    /// The mark with its line and what hangs on it, as the stage draws them.
    fn draw(self, side: Side) -> Html {
        let l = if side == Side::Left { "l" } else { "r" };
        let life = |kind: &'static str, d: &'static str| html! { <path class={classes!("st-life", l, kind)} {d} /> };
        let tick =
            |kind: &'static str, d: &'static str| html! { <path class={classes!("st-life", "st-end", l, kind)} {d} /> };
        let void = |d: &'static str| {
            html! { <>
                <path class="st-tail" {d} />
                <circle class="st-void" cx="66" cy="11" r="5" />
                <path class="st-slash" d="M60.5 16.5l11-11" />
            </> }
        };
        let cross = html! { <path class="st-x" d="M7.5 6.5l9 9M16.5 6.5l-9 9" /> };
        let inner = match self {
            Mark::Ahead => shape(side, "next", 6.0),
            Mark::Waiting => {
                html! { <>{ life("buf", "M18 11H70") }{ tick("buf", "M70 6v10") }{ shape(side, "wait", 6.0) }</> }
            }
            Mark::Matched => {
                html! { <>{ life("buf", "M18 11H70") }{ tick("buf", "M70 6v10") }{ shape(side, "", 6.0) }</> }
            }
            Mark::ForEver => {
                html! { <>{ life("buf", "M18 11H70") }{ tick("buf", "M66 7l4 4-4 4") }{ shape(side, "wait", 6.0) }</> }
            }
            Mark::Left => {
                html! { <>{ life("gone", "M18 11H70") }{ tick("gone", "M70 6v10") }{ shape(side, "gone", 4.2) }</> }
            }
            Mark::LeftUnmatched => {
                html! { <>{ life("gone", "M18 11H70") }{ tick("gone", "M70 6v10") }{ shape(side, "gone wait", 4.2) }</> }
            }
            Mark::LeftAsNull => {
                html! { <>{ life("gone", "M18 11H42") }{ void("M42 11H60") }{ shape(side, "gone wait", 4.2) }</> }
            }
            Mark::TakenBack => html! { <>
                { life("buf", "M18 11H42") }<g class="faded">{ void("M42 11H60") }</g>
                <path class="st-x" d="M57 11h18" />{ shape(side, "", 6.0) }
            </> },
            Mark::Late => cross,
            Mark::LateMatched => html! { <><path class="st-match" d="M18 11C38 11 44 4 70 4" />{ cross }</> },
            Mark::Overdue => html! { <>
                { life("buf", "M18 11H72") }{ tick("buf", "M50 6v10M53.5 6v10") }{ shape(side, "wait", 6.0) }
            </> },
            Mark::Changed => {
                html! { <><circle class="st-halo" cx="12" cy="11" r="10" />{ shape(side, "wait", 5.0) }</> }
            }
            Mark::Selected => {
                html! { <><circle class="st-ring" cx="12" cy="11" r="9.5" />{ shape(side, "wait", 5.0) }</> }
            }
        };
        html! { <svg class="mk" viewBox="0 0 78 22" aria-hidden="true">{ inner }</svg> }
    }
}

fn shape(side: Side, kind: &'static str, radius: f64) -> Html {
    match side {
        Side::Left => {
            html! { <circle class={classes!("st-mark", "l", kind)} cx="12" cy="11" r={radius.to_string()} /> }
        }
        Side::Right => {
            let half = radius * 0.92;
            let size = (2.0 * half).to_string();
            html! {
                <rect class={classes!("st-mark", "r", kind)} x={(12.0 - half).to_string()} y={(11.0 - half).to_string()}
                    width={size.clone()} height={size} rx="1.5" />
            }
        }
    }
}
