//! "Help": all keys, what the marks mean, how the engines differ, and the versions.

use yew::prelude::*;

use super::{dialog::Dialog, encodings::MARKS};
use crate::{
    explain::{engine_name, messages::Messages},
    scenario::{Dialect, Lang, Side},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub lang: Lang,
    pub on_close: Callback<()>,
}

/// A key, or several that belong together, and what they do.
type Key = (&'static [&'static str], &'static str);

/// The keys by where they act, each with its title.
fn keys(messages: &Messages) -> [(&'static str, Vec<Key>); 7] {
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
        (k.clicking, vec![(&["Ctrl", "Shift"], k.click_also)]),
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
    let marks = MARKS.iter().map(|mark| {
        html! {
            <div>
                <dt>{ mark.draw(Side::Left) }{ mark.draw(Side::Right) }</dt>
                <dd>{ mark.means(words) }</dd>
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
