//! What an engine refuses, and what it runs as something else.

use super::{
    Span,
    format::{Arg, fill, fill_plain, plain},
    messages::Messages,
    stream,
};
use crate::{
    engine::{Plan, Refusal, RunsAs},
    replay::Stopped,
    scenario::{Dialect, Lang, Scenario, Side},
};

/// Why the engine does not run a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// "Flink SQL refuses this join."
    pub headline: String,
    /// The reason and the nearest thing that works, in our words.
    pub reason: Vec<Span>,
    /// The engine's own words, after its name.
    pub words: String,
}

impl Refused {
    pub fn plain(&self, lang: Lang) -> String {
        let between = if lang == Lang::En { " " } else { "" };
        format!("{}{between}{}{between}{}", self.headline, plain(&self.reason), self.words)
    }
}

/// The words of a refusal; `at` is the index of the step at which the engine stopped, if anything ran.
pub fn refusal(stopped: Stopped, scenario: &Scenario, lang: Lang) -> Refused {
    let m = &Messages::of(lang).refusals;
    let engine = engine_name(scenario.dialect);
    let name = |side: Side| Arg::from(stream(scenario, side, lang));
    let (pattern, args): (&str, Vec<(&str, Arg)>) = match stopped.refusal {
        Refusal::BatchStep => (m.batch_step, Vec::new()),
        Refusal::RowKind { kind } => (m.row_kind, vec![("kind", kind.word().into())]),
        Refusal::NegativeDelay { side } => (m.negative_delay, vec![("stream", name(side))]),
        Refusal::MinCleanupInterval => (m.min_cleanup, Vec::new()),
        Refusal::NegativeTtl => (m.negative_ttl, Vec::new()),
        Refusal::PolicyMax => (m.policy_max, Vec::new()),
        // The engine's own words say it until there are ours.
        _ => ("", Vec::new()),
    };
    let headline = match stopped.step {
        _ if stopped.refusal.is_ours() => m.headline_ours.to_string(),
        None => fill_plain(lang, m.headline, &[("engine", engine.into())]),
        Some(index) => {
            let args = [("engine", engine.into()), ("step", (index + 1).to_string().into())];
            fill_plain(lang, m.headline_step, &args)
        }
    };
    let speaker = if stopped.refusal.is_ours() { "joinscope" } else { engine };
    let words = [("engine", speaker.into()), ("words", stopped.refusal.engine_words().into())];
    Refused { headline, reason: fill(lang, pattern, &args), words: fill_plain(lang, m.words, &words) }
}

/// What the engine runs instead of what was asked for; `None` where it runs just that.
pub fn plan_note(plan: Plan, scenario: &Scenario, lang: Lang) -> Option<Vec<Span>> {
    let m = &Messages::of(lang).refusals;
    let join = format!("{} JOIN", scenario.join.ty.word().to_uppercase());
    Some(match plan {
        Plan::AsAsked => return None,
        Plan::RegularWithTimePredicate(RunsAs::SemiOrAnti) => fill(lang, m.plan_semi_anti, &[("join", join.into())]),
        Plan::RegularWithTimePredicate(RunsAs::NoWatermark(side)) => {
            fill(lang, m.plan_no_watermark, &[("stream", stream(scenario, side, lang).into())])
        }
        Plan::RegularWithTimePredicate(RunsAs::EmptyFull) => fill(lang, m.plan_empty_full, &[]),
        Plan::NoJoin => fill(lang, m.plan_no_join, &[]),
        Plan::CoGroup | Plan::NeverFires { .. } | Plan::NeverEvicts { .. } | Plan::SessionsOfOneRow => return None,
    })
}

/// What people call the engine of a dialect.
pub fn engine_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::FlinkSql => "Flink SQL",
        Dialect::FlinkDatastream => "Flink DataStream",
        Dialect::Spark => "Spark",
    }
}
