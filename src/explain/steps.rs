//! What a step did in few words, and what another order of steps changes.

use super::{Glyph, Sentence, Span, Words, format::Arg, messages::Messages};
use crate::{
    engine::{Effect, RowId},
    replay::{
        Recording, State,
        diff::{Diff, Fate, Net, Pairing},
    },
    scenario::{Side, Step},
};

/// A thing that a step did: its glyph, and how often in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    pub glyph: Glyph,
    pub text: String,
}

/// What another order changes, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub headline: Vec<Vec<Span>>,
    /// Rows of the result and rows that end otherwise.
    pub rows: Vec<Sentence>,
    /// How many rows are not listed.
    pub more_rows: usize,
    /// Step by step, what was and what is.
    pub steps: Vec<OrderStep>,
    pub more_steps: usize,
}

/// A step that does otherwise in another order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderStep {
    pub title: String,
    /// Its number in the order there is now.
    pub step: usize,
    pub before: Vec<Sentence>,
    pub now: Vec<Sentence>,
}

impl Words<'_> {
    /// What step `step` (from 1) did, counted; one deed at least.
    pub fn step_did(&self, step: usize) -> Vec<Deed> {
        let m = &self.m.steps;
        let deed = |glyph, pattern: &str, count: u32| {
            let text = self.say_plain(pattern, &[("count", count.to_string().into())]);
            (count > 0).then_some(Deed { glyph, text })
        };
        let sum = self.recording.summary(step);
        let matches = if sum.matches == 1 { m.did_match } else { m.did_matches };
        let counted = [
            deed(Glyph::Match, matches, sum.matches),
            deed(Glyph::Retract, m.did_back, sum.taken_back),
            deed(Glyph::Late, m.did_late, sum.late),
            deed(Glyph::Left, m.did_left, sum.left),
            deed(Glyph::Mark { side: Side::Left, filled: false }, m.did_alone, sum.alone),
            deed(Glyph::Null, m.did_null, sum.nulls),
        ];
        let deeds: Vec<Deed> = self.recovery_deeds(step).into_iter().chain(counted.into_iter().flatten()).collect();
        if deeds.is_empty() { vec![self.quiet_deed(step)] } else { deeds }
    }

    /// A checkpoint, a crash, a failed micro-batch.
    fn recovery_deeds(&self, step: usize) -> Vec<Deed> {
        if matches!(self.recording.step(step), None | Some(Step::Push(_) | Step::Watermark { .. } | Step::Clock { .. }))
        {
            return Vec::new();
        }
        let m = &self.m.recovery;
        let say = |pattern: &str, name: &'static str, value: String| self.say_plain(pattern, &[(name, value.into())]);
        let mut deeds = Vec::new();
        let mut read = 0;
        for effect in self.recording.effects(step) {
            let (glyph, text) = match effect {
                Effect::Checkpointed { .. } => {
                    let held = self.recording.view(step).held;
                    (Glyph::Checkpoint, say(m.did_checkpoint, "count", (held.left + held.right).to_string()))
                }
                Effect::Restored { checkpoint: Some(id), .. } => (Glyph::Crash, say(m.did_back, "id", id.to_string())),
                Effect::Restored { checkpoint: None, .. } => (Glyph::Crash, m.did_back_start.to_string()),
                Effect::QueryStarted { .. } => (Glyph::Again, m.did_start.to_string()),
                Effect::BatchFailed { id } => (Glyph::Crash, say(m.did_fail, "batch", id.to_string())),
                Effect::Replayed { .. } => {
                    read += 1;
                    continue;
                }
                _ => continue,
            };
            deeds.push(Deed { glyph, text });
        }
        if read > 0 {
            deeds.push(Deed { glyph: Glyph::Again, text: say(m.did_read, "count", read.to_string()) });
        }
        deeds
    }

    /// What a step did that matched, emitted and removed nothing.
    fn quiet_deed(&self, step: usize) -> Deed {
        let m = &self.m.steps;
        let words = |glyph, text: &str| Deed { glyph, text: text.to_string() };
        if step > self.recording.len() {
            return words(Glyph::Nothing, m.did_not_run);
        }
        let effects: Vec<Effect> = self.recording.effects(step).collect();
        let find = |of: &dyn Fn(&Effect) -> Option<Deed>| effects.iter().rev().find_map(of);
        let kept = find(&|effect| match *effect {
            Effect::Buffered { row, .. } | Effect::Copied { row, .. } => {
                Some(words(Glyph::Mark { side: self.rows().get(row).side, filled: false }, m.did_wait))
            }
            Effect::Pending { row } => {
                Some(words(Glyph::Mark { side: self.rows().get(row).side, filled: false }, m.did_pending))
            }
            _ => None,
        });
        let moved = find(&|effect| match *effect {
            Effect::JoinWatermark { to, .. } => {
                let text = self.say_plain(m.did_join_at, &[("time", self.at(to))]);
                Some(Deed { glyph: Glyph::Watermark, text })
            }
            Effect::HeldBack { .. } => Some(words(Glyph::Watermark, m.did_held_back)),
            Effect::Clock { .. } => Some(words(Glyph::Clock, m.did_moved)),
            _ => None,
        });
        let pushed = matches!(self.recording.step(step), Some(Step::Push(_)));
        let deed = if pushed { kept.or(moved) } else { moved.or(kept) };
        deed.unwrap_or_else(|| words(Glyph::Nothing, m.did_nothing))
    }

    /// What the order of this recording changes against `before`; `diff` is of the two, in that order.
    pub fn order(&self, before: &Words, pairing: &Pairing, diff: &Diff) -> Order {
        /// No more is listed of each.
        const MOST_ROWS: usize = 8;
        const MOST_STEPS: usize = 6;
        let mut rows: Vec<Sentence> = Vec::new();
        rows.extend(diff.only.0.iter().map(|net| before.net(net, self.m.steps.order_gone, false)));
        rows.extend(diff.only.1.iter().map(|net| self.net(net, self.m.steps.order_new, true)));
        rows.extend(diff.fates.iter().map(|fate| self.fate(fate)));
        let step = |(was, now): &(usize, usize)| self.order_step(before, *was, *now);
        Order {
            headline: self.order_headline(before, pairing, diff),
            more_rows: rows.len().saturating_sub(MOST_ROWS),
            rows: rows.into_iter().take(MOST_ROWS).collect(),
            steps: diff.steps.iter().take(MOST_STEPS).map(step).collect(),
            more_steps: diff.steps.len().saturating_sub(MOST_STEPS),
        }
    }

    fn order_headline(&self, before: &Words, pairing: &Pairing, diff: &Diff) -> Vec<Vec<Span>> {
        let m = &self.m.steps;
        let count = |n: usize| Arg::from(n.to_string());
        let stopped = |recording: &Recording| recording.outcome().err().and_then(|stopped| stopped.step);
        let mut lines = Vec::new();
        // One step moved past many goes further than each of them; of two that change places either can be named.
        let moved: Vec<_> = pairing.pairs().iter().filter(|(was, now)| was != now).collect();
        let far = |pair: &(usize, usize)| pair.0.abs_diff(pair.1);
        let furthest = moved.iter().map(|pair| far(pair)).max().unwrap_or(0);
        let mut leading = moved.iter().filter(|pair| far(pair) == furthest);
        if let (Some((was, now)), true) = (leading.next(), leading.next().is_none() || moved.len() == 2) {
            let what = self.step_event(*now).unwrap_or_default();
            lines
                .push(self.say(m.order_moved, &[("what", what.into()), ("now", count(*now)), ("before", count(*was))]));
        } else {
            lines.push(self.say(m.order_moved_many, &[("count", count(moved.len()))]));
        }
        if let Some(index) = stopped(self.recording) {
            lines.push(self.say(m.order_refused, &[("step", count(index + 1))]));
            return lines;
        }
        if let Some(index) = stopped(before.recording) {
            lines.push(self.say(m.order_was_refused, &[("step", count(index + 1))]));
        }
        let all = |nets: &[Net]| count(nets.iter().map(|net| net.more as usize).sum());
        if diff.is_empty() {
            lines.push(self.say(m.order_nothing, &[]));
        } else if diff.same_result() {
            lines.push(self.say(m.order_same_result, &[("count", count(diff.steps.len()))]));
        } else {
            lines.push(self.say(m.order_other, &[("gone", all(&diff.only.0)), ("new", all(&diff.only.1))]));
        }
        if diff.changes.0 != diff.changes.1 {
            let args = [("now", count(diff.changes.1)), ("before", count(diff.changes.0))];
            lines.push(self.say(m.order_changes, &args));
        }
        lines
    }

    /// A row of the result: "o3 with NULL".
    fn net(&self, net: &Net, pattern: &str, comes: bool) -> Sentence {
        let m = &self.m.steps;
        let name = |row: Option<RowId>| row.map_or_else(|| Arg::from("NULL"), |row| self.id(row).into());
        let mut spans = if self.rows().half() {
            self.say("{row}", &[("row", name(net.left))])
        } else {
            self.say(m.order_with, &[("left", name(net.left)), ("right", name(net.right))])
        };
        if let Some(window) = net.window {
            spans = self.say(m.order_in, &[("row", spans.into()), ("window", self.extent(window))]);
        }
        if net.more > 1 {
            spans = self.say(m.order_times, &[("row", spans.into()), ("count", net.more.to_string().into())]);
        }
        let padded = net.left.is_none() || net.right.is_none() && !self.rows().half();
        let glyph = match (comes, padded) {
            (false, _) => Glyph::Retract,
            (true, true) => Glyph::Null,
            (true, false) => Glyph::Match,
        };
        let rows = net.left.into_iter().chain(net.right).collect();
        Sentence { glyph, spans: self.say(pattern, &[("row", spans.into())]), rows, hot: false }
    }

    fn fate(&self, fate: &Fate) -> Sentence {
        let row = fate.rows.1;
        let args = [
            ("row", self.id(row).into()),
            ("now", ending(self.m, fate.states.1).into()),
            ("before", ending(self.m, fate.states.0).into()),
        ];
        let side = self.rows().get(row).side;
        let glyph = match fate.states.1 {
            State::LeftAsNull => Glyph::Null,
            State::LateNotKept | State::LateMatchedNotKept => Glyph::Late,
            State::Left | State::LeftUnmatched => Glyph::Left,
            State::Matched | State::KeptForEver { matched: true } | State::Overdue { matched: true } => {
                Glyph::Mark { side, filled: true }
            }
            _ => Glyph::Mark { side, filled: false },
        };
        Sentence { glyph, spans: self.say(self.m.steps.order_fate, &args), rows: vec![row], hot: false }
    }

    fn order_step(&self, before: &Words, was: usize, now: usize) -> OrderStep {
        let m = &self.m.steps;
        let pattern = if was == now { m.order_step } else { m.order_step_was };
        let args = [
            ("now", now.to_string().into()),
            ("before", was.to_string().into()),
            ("what", self.step_event(now).unwrap_or_default().into()),
        ];
        // What never ran has no sentences.
        let told = |words: &Words, step: usize| {
            if step > words.recording.len() { Vec::new() } else { words.why_step(step).sentences }
        };
        OrderStep { title: self.say_plain(pattern, &args), step: now, before: told(before, was), now: told(self, now) }
    }
}

/// How a row has ended, or stands.
fn ending(m: &Messages, state: State) -> &'static str {
    let m = &m.steps;
    match state {
        State::NotYetArrived => m.state_ahead,
        State::Pending => m.state_pending,
        State::Waiting | State::KeptForEver { matched: false } | State::Overdue { matched: false } => m.state_waits,
        State::Matched | State::KeptForEver { matched: true } | State::Overdue { matched: true } => m.state_matched,
        State::Left => m.state_left,
        State::LeftAsNull => m.state_null,
        State::LeftUnmatched => m.state_unmatched,
        State::LateNotKept => m.state_late,
        State::LateMatchedNotKept => m.state_late_matched,
        State::Ignored => m.state_ignored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        explain::format::plain,
        replay::diff::diff,
        scenario::{Lang, Scenario, read},
        workspace::Edit,
    };
    use std::rc::Rc;

    fn scenario(name: &str) -> Scenario {
        read(&std::fs::read_to_string(format!("www/scenarios/{name}.scenario.json")).unwrap()).unwrap()
    }

    fn told(before: &Scenario, edit: &Edit, lang: Lang) -> Order {
        let (after, _) = edit.apply(before, 0).unwrap();
        let pairing = Pairing::of_origins(&edit.origins(before.script.len(), 0).unwrap());
        let (was, now) = (Recording::new(Rc::new(before.clone())), Recording::new(Rc::new(after)));
        let diff = diff(&was, &now, &pairing);
        Words::new(&now, lang).order(&Words::new(&was, lang), &pairing, &diff)
    }

    #[test]
    fn each_step_says_what_it_did() {
        let run = Recording::new(Rc::new(scenario("orders-shipments")));
        let texts = |lang, step| {
            let deeds = Words::new(&run, lang).step_did(step);
            deeds.into_iter().map(|deed| deed.text).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(texts(Lang::En, 1), "waits");
        assert_eq!(texts(Lang::En, 3), "1 match");
        assert_eq!(texts(Lang::En, 8), "1 late");
        assert_eq!(texts(Lang::En, 10), "3 left, 1 with NULL");
        assert_eq!(texts(Lang::Zh, 10), "3 行离开, 1 行补 NULL");
        assert_eq!(texts(Lang::En, 12), "join at 11:55");
        assert_eq!(texts(Lang::En, 99), "not run");
    }

    #[test]
    fn another_order_is_told_by_its_rows_and_steps() {
        let before = scenario("orders-shipments");
        let order = told(&before, &Edit::Move { indexes: vec![10], to: before.script.len() }, Lang::En);
        let rows: Vec<String> = order.rows.iter().map(Sentence::plain).collect();
        assert_eq!(rows[0], "o3 with s5 no longer comes out.");
        assert_eq!(rows[1], "o3 with NULL comes out now.");
        assert!(rows.contains(&"o3: left as NULL, before: matched, then left.".to_string()), "{rows:?}");
        assert!(order.steps.iter().any(|step| step.title == "Step 15, before step 11: s5 arrives on shipments"));
        assert!(order.steps.iter().all(|step| !step.before.is_empty() && !step.now.is_empty()));
    }

    #[test]
    fn a_swap_says_which_step_stands_where() {
        let before = scenario("members-regular");
        let edit = Edit::Move { indexes: vec![0], to: 2 };
        let lines: Vec<String> = told(&before, &edit, Lang::En).headline.iter().map(|line| plain(line)).collect();
        assert_eq!(lines[0], "c1 arrives on cards: now step 1, before step 2.");
        assert_eq!(lines[1], "In the end the same rows come out. On the way, steps do otherwise: 2.");
        let lines: Vec<String> = told(&before, &edit, Lang::Zh).headline.iter().map(|line| plain(line)).collect();
        assert_eq!(lines[1], "最终输出的行相同，但过程中有 2 步不同。");
    }
}
