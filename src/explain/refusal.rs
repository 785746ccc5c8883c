//! What an engine refuses, and what it runs as something else.

use super::{
    Span, article,
    format::{Arg, fill, fill_plain, plain},
    messages::{Messages, Refusals},
    stream,
};
use crate::{
    engine::{MAX_COPIES, Plan, Refusal, RunsAs, WayOut},
    replay::Stopped,
    scenario::{Dialect, JoinKind, JoinType, Lang, Scenario, Side, Strategy, Window, time},
};

/// Why the engine does not run a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// "Flink SQL refuses this join."
    pub headline: String,
    /// The reason, in our words.
    pub reason: Vec<Span>,
    /// The nearest thing that works, as a button says it: "Give shipments a watermark".
    pub nearest: String,
    /// What the button would do, where that is certain.
    pub way_out: Option<WayOut>,
    /// The engine's own words, after its name; empty where its API has no words for what was asked.
    pub words: String,
}

impl Refused {
    /// The nearest thing that works, as a sentence.
    pub fn nearest_sentence(&self, lang: Lang) -> String {
        fill_plain(lang, Messages::of(lang).refusals.full_stop, &[("text", self.nearest.clone().into())])
    }

    pub fn plain(&self, lang: Lang) -> String {
        let parts = [self.headline.clone(), plain(&self.reason), self.nearest_sentence(lang), self.words.clone()];
        let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        said.join(if lang == Lang::En { " " } else { "" })
    }
}

/// The words of a refusal; `stopped.step` is the index of the step at which the engine stopped, if anything ran.
pub fn refusal(stopped: Stopped, scenario: &Scenario, lang: Lang) -> Refused {
    let m = &Messages::of(lang).refusals;
    let Stopped { refusal, step } = stopped;
    let engine = engine_name(scenario.dialect);
    let own = matches!(refusal, Refusal::TooManyWindows { .. } | Refusal::TooMuch { .. } | Refusal::OutOfRange);
    let headline = match step {
        _ if own => m.headline_own.to_string(),
        None => fill_plain(lang, m.headline, &[("engine", engine.into())]),
        Some(index) => {
            let args = [("engine", engine.into()), ("step", (index + 1).to_string().into())];
            fill_plain(lang, m.headline_step, &args)
        }
    };
    let speaker = if own { "joinscope" } else { engine };
    let words = [("engine", speaker.into()), ("words", refusal.engine_words().into())];
    let way_out = refusal.way_out(&scenario.setup());
    Refused {
        headline,
        reason: reason(refusal, scenario, lang),
        nearest: nearest(refusal, way_out, scenario, lang),
        way_out,
        words: if refusal.is_quotation() { fill_plain(lang, m.words, &words) } else { String::new() },
    }
}

fn reason(refusal: Refusal, scenario: &Scenario, lang: Lang) -> Vec<Span> {
    let (m, s) = (&Messages::of(lang).refusals, &Messages::of(lang).sources);
    let name = |side: Side| Arg::from(stream(scenario, side, lang));
    let lasts = |ms: i64| Arg::from(time::duration(ms, lang));
    let upper = |ty: JoinType| Arg::from(ty.word().to_ascii_uppercase());
    let (pattern, args): (&str, Vec<(&str, Arg)>) = match refusal {
        Refusal::NoSuchJoin { dialect, kind } => {
            (m.no_such_join, vec![("engine", engine_name(dialect).into()), ("kind", kind_name(m, kind).into())])
        }
        Refusal::NoSuchWindow { dialect, shape } => {
            (m.no_such_window, vec![("engine", engine_name(dialect).into()), ("shape", shape_name(m, shape).into())])
        }
        Refusal::InnerOnly { ty } => (m.inner_only, vec![("join", join_name(ty).into())]),
        Refusal::CrossedBounds { lower, upper } => {
            (m.crossed_bounds, vec![("lower", lasts(lower)), ("upper", lasts(upper))])
        }
        Refusal::NullKey => (m.null_key, Vec::new()),
        Refusal::TemporalType { ty } => (m.temporal_type, vec![("type", upper(ty))]),
        Refusal::TemporalWatermark { side } => (m.temporal_watermark, vec![("stream", name(side))]),
        Refusal::LookupType { dialect, ty } => {
            let l = &Messages::of(lang).lookup;
            let types = if dialect == Dialect::Spark { l.types_spark } else { l.types_flink };
            (l.refused_type, vec![("type", upper(ty)), ("types", types.into())])
        }
        Refusal::WindowWatermark { side } => (m.window_watermark, vec![("stream", name(side))]),
        Refusal::NoLateness { dialect } => (m.no_lateness, vec![("engine", engine_name(dialect).into())]),
        Refusal::NegativeLateness => (m.negative_lateness, Vec::new()),
        Refusal::NotPositive { field, value, .. } => {
            (m.not_positive, vec![("field", field_name(m, field).into()), ("value", lasts(value))])
        }
        Refusal::Offset { of, limit, offset, .. } => {
            (m.offset, vec![("field", field_name(m, of).into()), ("limit", lasts(limit)), ("offset", lasts(offset))])
        }
        Refusal::StepDoesNotDivide { size, step } => {
            (m.step_does_not_divide, vec![("size", lasts(size)), ("step", lasts(step))])
        }
        Refusal::SlideAboveSize { size, slide } => {
            (m.slide_above_size, vec![("size", lasts(size)), ("slide", lasts(slide))])
        }
        Refusal::Anti => (m.anti, Vec::new()),
        Refusal::Unbounded { ty, kind: "regular" } => (m.unbounded_regular, vec![("type", upper(ty))]),
        Refusal::Unbounded { ty, .. } => match (refusal.way_out(&scenario.setup()), scenario.join.kind) {
            // A full join, and any window join, is content with a watermark on either side.
            (Some(WayOut::Strategy { side, .. }), JoinKind::Interval(_)) if ty != JoinType::Full => {
                (m.unbounded, vec![("type", upper(ty)), ("stream", name(side))])
            }
            _ => (m.unbounded_any, vec![("type", upper(ty))]),
        },
        Refusal::ManualWatermark { side } => (m.manual_watermark, vec![("stream", name(side))]),
        Refusal::WatermarkStep => (m.watermark_step, Vec::new()),
        Refusal::BatchStep => (m.batch_step, Vec::new()),
        Refusal::CheckpointStep => (m.checkpoint_step, Vec::new()),
        Refusal::RowKind { kind } => {
            let table = refusal.way_out(&scenario.setup()) == Some(WayOut::RemoveStep);
            let pattern = match scenario.join.kind {
                JoinKind::Temporal if table => m.row_kind_version,
                JoinKind::Lookup if table => Messages::of(lang).lookup.row_kind,
                _ => m.row_kind,
            };
            (pattern, vec![("kind", kind.word().into())])
        }
        Refusal::IdleTimeout { side } => (s.refused_timeout, vec![("stream", name(side))]),
        Refusal::NoIdleness { .. } => (s.refused_idleness, Vec::new()),
        Refusal::MaxLength => (s.refused_max_length, Vec::new()),
        Refusal::NoMaxLength { dialect } => (s.refused_no_max_length, vec![("engine", engine_name(dialect).into())]),
        Refusal::NegativeDelay { side } => (m.negative_delay, vec![("stream", name(side))]),
        Refusal::MinCleanupInterval => (m.min_cleanup, Vec::new()),
        Refusal::NegativeTtl => (m.negative_ttl, Vec::new()),
        Refusal::NoTtl => (m.no_ttl, Vec::new()),
        Refusal::PolicyMax => (m.policy_max, Vec::new()),
        Refusal::TooManyWindows { windows } => {
            (m.too_many_windows, vec![("windows", windows.to_string().into()), ("most", MAX_COPIES.to_string().into())])
        }
        Refusal::TooMuch { effects } => (m.too_much, vec![("count", effects.to_string().into())]),
        Refusal::OutOfRange => (m.out_of_range, Vec::new()),
    };
    fill(lang, pattern, &args)
}

/// What the way out is called, or what to do where there is no single one.
fn nearest(refusal: Refusal, way_out: Option<WayOut>, scenario: &Scenario, lang: Lang) -> String {
    let m = &Messages::of(lang).refusals;
    let named = |what: &'static str, name: &str| vec![("a", Arg::from(article(name))), (what, name.into())];
    let (pattern, args): (&str, Vec<(&str, Arg)>) = match (way_out, refusal) {
        (Some(WayOut::Type(ty)), _) => (m.way_type, named("type", &ty.word().to_ascii_uppercase())),
        (Some(WayOut::Dialect(dialect)), _) => (m.way_dialect, vec![("engine", engine_name(dialect).into())]),
        (Some(WayOut::Kind(kind)), _) => (m.way_kind, named("kind", kind_name(m, kind))),
        (Some(WayOut::Strategy { side, .. }), _) => {
            let pattern = match (refusal, scenario.streams[side].watermark) {
                (Refusal::ManualWatermark { .. }, _) => m.way_follow,
                (Refusal::IdleTimeout { .. } | Refusal::NoIdleness { .. }, _) => {
                    Messages::of(lang).sources.way_never_idle
                }
                (_, Strategy::Bounded { .. }) => m.way_delay,
                _ => m.way_watermark,
            };
            (pattern, vec![("stream", stream(scenario, side, lang).into())])
        }
        (Some(WayOut::Policy(_)), _) => (m.way_policy, Vec::new()),
        (Some(WayOut::Number { field, value }), _) => {
            (m.way_number, vec![("field", field_name(m, field).into()), ("value", time::duration(value, lang).into())])
        }
        (Some(WayOut::NoCap), _) => (Messages::of(lang).sources.way_no_cap, Vec::new()),
        (Some(WayOut::SwapBounds), _) => (m.way_swap, Vec::new()),
        (Some(WayOut::RemoveStep), _) => (m.way_remove, Vec::new()),
        (Some(WayOut::RowKind(kind)), _) => (m.way_row_kind, vec![("kind", kind.word().into())]),
        (Some(WayOut::GiveKey), _) => (m.way_key, Vec::new()),
        (None, Refusal::NotPositive { field, .. }) => (m.way_positive, vec![("field", field_name(m, field).into())]),
        (None, Refusal::TooManyWindows { .. }) => {
            let field = match scenario.join.kind {
                JoinKind::Window { window: Window::Cumulating { .. }, .. } => m.field_step,
                _ => m.field_slide,
            };
            (m.way_larger, vec![("field", field.into())])
        }
        (None, Refusal::TooMuch { .. }) => (m.way_fewer, Vec::new()),
        (None, _) => (m.way_smaller, Vec::new()),
    };
    fill_plain(lang, pattern, &args)
}

/// What the engine runs instead of what was asked for; `None` where it runs just that.
pub fn plan_note(plan: Plan, scenario: &Scenario, lang: Lang) -> Option<Vec<Span>> {
    let m = &Messages::of(lang).refusals;
    let ty = scenario.join.ty;
    let join = ("join", Arg::from(join_name(ty)));
    let name = |side: Side| ("stream", Arg::from(stream(scenario, side, lang)));
    Some(match plan {
        Plan::AsAsked => return None,
        Plan::RegularWithTimePredicate(RunsAs::SemiOrAnti) => fill(lang, m.plan_semi_anti, &[join]),
        Plan::RegularWithTimePredicate(RunsAs::NoWatermark(side)) => fill(lang, m.plan_no_watermark, &[name(side)]),
        Plan::RegularWithTimePredicate(RunsAs::EmptyFull) => fill(lang, m.plan_empty_full, &[]),
        Plan::NoJoin if ty == JoinType::Anti => fill(lang, m.plan_no_join_anti, &[]),
        Plan::NoJoin => fill(lang, m.plan_no_join, &[]),
        Plan::CoGroup => fill(lang, m.plan_co_group, &[join]),
        Plan::NeverFires { without } => fill(lang, m.plan_never_fires, &[name(without)]),
        Plan::NeverEvicts { without } => {
            let pads = ty.outer(Side::Left) || ty.outer(Side::Right);
            fill(lang, if pads { m.plan_never_pads } else { m.plan_never_evicts }, &[name(without)])
        }
        Plan::SessionsOfOneRow => fill(lang, m.plan_sessions, &[]),
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

/// "LEFT JOIN".
pub(super) fn join_name(ty: JoinType) -> String {
    format!("{} JOIN", ty.word().to_ascii_uppercase())
}

/// A kind of join, by its word in a scenario file.
pub(super) fn kind_name(m: &Refusals, kind: &str) -> &'static str {
    match kind {
        "interval" => m.kind_interval,
        "window" => m.kind_window,
        "temporal" => m.kind_temporal,
        "lookup" => m.kind_lookup,
        _ => m.kind_regular,
    }
}

/// A shape of windows, by its word in a scenario file.
pub(super) fn shape_name(m: &Refusals, shape: &str) -> &'static str {
    match shape {
        "tumbling" => m.shape_tumbling,
        "sliding" => m.shape_sliding,
        "cumulating" => m.shape_cumulating,
        _ => m.shape_session,
    }
}

/// A number of the join, by its name in a scenario file.
fn field_name(m: &Refusals, field: &str) -> &'static str {
    match field {
        "size" => m.field_size,
        "slide" => m.field_slide,
        "step" => m.field_step,
        "gap" => m.field_gap,
        "offset" => m.field_offset,
        "allowed_lateness" => m.field_lateness,
        "min_cleanup_interval" => m.field_min_cleanup,
        _ => m.field_ttl,
    }
}
