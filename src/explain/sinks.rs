//! What a sink made of the result, in words.

use super::{
    Span, Words,
    format::{Arg, fill_plain},
    messages::Sinks,
};
use crate::{
    replay::Recording,
    scenario::{Dialect, JoinKind, Lang, Scenario, Side, time},
    sinks::{ChangedLater, Kind, PrimaryKey, Sink, Target, Written},
};

/// What a target is like, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SinkTold {
    /// How many rows there are too many, and lost.
    pub count: Vec<Span>,
    /// The target has what the result has.
    pub right: bool,
    /// What the sink does, and what it did; two sentences at most.
    pub why: Vec<String>,
}

/// What a row of a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Written in this step.
    New,
    /// The result no longer has it.
    Stale,
    /// The result has it less often.
    Doubled,
    /// The result has it, the target has not.
    Lost,
}

impl Mark {
    /// What is to be said of a row that is there.
    pub fn of(target: &Target, row: &Written, step: usize) -> Option<Mark> {
        match row.extra {
            true if target.has(&row.row) => Some(Mark::Doubled),
            true => Some(Mark::Stale),
            false => (row.step == step && step > 0).then_some(Mark::New),
        }
    }

    /// The sign before its word.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::New => "•",
            Mark::Stale | Mark::Doubled => "+",
            Mark::Lost => "−",
        }
    }

    /// Its word, and what that means.
    pub fn words(self, lang: Lang) -> (&'static str, &'static str) {
        let m = Sinks::of(lang);
        match self {
            Mark::New => (m.is_new, m.about_new),
            Mark::Stale => (m.is_stale, m.about_stale),
            Mark::Doubled => (m.is_doubled, m.about_doubled),
            Mark::Lost => (m.is_lost, m.about_lost),
        }
    }
}

/// What a kind of sink is called.
pub fn sink_name(kind: Kind, lang: Lang) -> &'static str {
    let m = Sinks::of(lang);
    match kind {
        Kind::Retract => m.retract,
        Kind::Upsert => m.upsert,
        Kind::Materialized => m.materialized,
        Kind::AppendOnly => m.append_only,
        Kind::InsertOnly => m.insert_only,
        Kind::Reordered => m.reordered,
        Kind::ExactlyOnce => m.exactly_once,
    }
}

/// What a primary key is called.
pub fn key_name(key: &PrimaryKey, scenario: &Scenario, lang: Lang) -> String {
    let m = Sinks::of(lang);
    let stream = |side: Side| ("stream", Arg::from(super::stream(scenario, side, lang)));
    match key {
        PrimaryKey::Join => m.key_join.to_string(),
        PrimaryKey::Left => fill_plain(lang, m.key_id, &[stream(Side::Left)]),
        PrimaryKey::Right => fill_plain(lang, m.key_id, &[stream(Side::Right)]),
        PrimaryKey::Pair if matches!(scenario.join.kind, JoinKind::Window { .. }) => m.key_pair_window.to_string(),
        PrimaryKey::Pair => m.key_pair.to_string(),
        PrimaryKey::Field { side, field } => {
            fill_plain(lang, m.key_field, &[stream(*side), ("field", field.to_string().into())])
        }
    }
}

impl Words<'_> {
    pub fn target(&self, sink: &Sink, target: &Target) -> SinkTold {
        let m = Sinks::of(self.lang);
        let right = target.is_right();
        let count = if right && target.rows.is_empty() {
            self.say(m.right_empty, &[])
        } else if right {
            self.say(m.right, &[("rows", self.rows_counted(m, target.rows.len()).into())])
        } else {
            let args = [
                ("extra", self.rows_counted(m, target.extra()).into()),
                ("lost", target.lost.len().to_string().into()),
                ("rows", self.rows_counted(m, target.rows.len()).into()),
                ("result", target.result().to_string().into()),
            ];
            self.say(m.wrong, &args)
        };
        SinkTold { count, right, why: self.what_it_did(m, sink, target) }
    }

    fn rows_counted(&self, m: &Sinks, count: usize) -> String {
        self.say_plain(if count == 1 { m.one_row } else { m.rows }, &[("count", count.to_string().into())])
    }

    fn what_it_did(&self, m: &Sinks, sink: &Sink, target: &Target) -> Vec<String> {
        let times = |count: u64, none_or_more: &str, once: &str| match count {
            0 => None,
            1 => Some(once.to_string()),
            more => Some(self.say_plain(none_or_more, &[("count", more.to_string().into())])),
        };
        let (what, then) = match sink {
            Sink::Retract => (m.why_retract.to_string(), None),
            Sink::Upsert { .. } => {
                (m.why_upsert.to_string(), times(target.overwritten, m.why_overwritten, m.why_overwritten_once))
            }
            Sink::Materialized { .. } => (m.why_materialized.to_string(), None),
            Sink::AppendOnly => (m.why_append.to_string(), times(target.ignored, m.why_ignored, m.why_ignored_once)),
            Sink::InsertOnly => match target.failed {
                Some(step) => {
                    let changes = self.recording.emitted(step).map(|out| out.kind);
                    let kind = changes.into_iter().find(|kind| !kind.adds()).map_or("", |kind| kind.word());
                    let args = [("step", step.to_string().into()), ("kind", kind.into())];
                    (self.say_plain(m.why_failed, &args), None)
                }
                None => (m.why_insert.to_string(), None),
            },
            Sink::Reordered { lag, .. } => (
                {
                    let pattern = if *lag == 1 { m.one_step } else { m.steps };
                    let lag = self.say_plain(pattern, &[("count", lag.to_string().into())]);
                    self.say_plain(m.why_reordered, &[("lag", lag.into())])
                },
                times(target.on_the_way, m.on_the_way, m.one_on_the_way),
            ),
            Sink::ExactlyOnce if self.scenario().dialect == Dialect::Spark => (m.why_by_batch.to_string(), None),
            Sink::ExactlyOnce => {
                (m.why_transactional.to_string(), times(target.on_the_way, m.in_transaction, m.one_in_transaction))
            }
        };
        [Some(what), then].into_iter().flatten().collect()
    }

    /// "The total of 2024-01-01 changed later: 165 when the day was over, 180 now. It changed in steps 5 and 6."
    pub fn changed_later(&self, changed: &ChangedLater) -> Vec<Span> {
        let m = Sinks::of(self.lang);
        let steps = changed.steps.iter().map(|step| {
            let words = self.say_plain(m.in_step, &[("step", step.to_string().into())]);
            Arg::Spans(vec![Span { text: words, tone: super::Tone::Step(*step), row: None }])
        });
        let args = [
            ("day", day(changed.day).into()),
            ("before", amount(changed.before).into()),
            ("now", amount(changed.now).into()),
            ("steps", self.series(steps)),
        ];
        self.say(m.changed_later, &args)
    }

    /// By which day rows are summed.
    pub fn totals_about(&self) -> String {
        self.say_plain(Sinks::of(self.lang).totals_about, &[("noun", self.noun(Side::Left).into())])
    }
}

/// "2024-01-01", for days since the epoch, UTC.
pub fn day(days: i64) -> String {
    time::date(days.saturating_mul(time::DAY))
}

/// A sum, without needless digits.
pub fn amount(sum: f64) -> String {
    let text = format!("{sum:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// What the numeric fields of a recording's rows are called: by their column heads.
pub fn field_head(recording: &Recording, side: Side, field: &str, lang: Lang) -> String {
    let named = &recording.scenario().streams[side].fields;
    named
        .iter()
        .find(|(name, _)| name == field)
        .map_or_else(|| field.to_string(), |(_, text)| text.get(lang).to_string())
}
