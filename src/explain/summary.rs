//! A scenario's setup in one line, for the head of an embedded page and the gallery.

use super::{engine_name, format::fill_plain, messages::Messages};
use crate::scenario::{Dialect, JoinKind, Lang, Scenario, Window, time::duration};

/// "LEFT interval join, 0 to 2 h, Flink SQL".
pub fn summary(scenario: &Scenario, lang: Lang) -> String {
    let m = &Messages::of(lang).links;
    let ms = |ms: i64| duration(ms, lang);
    let (pattern, args) = match scenario.join.kind {
        JoinKind::Interval(interval) => {
            (m.sum_interval, vec![("lower", ms(interval.lower)), ("upper", ms(interval.upper))])
        }
        JoinKind::Window { window, .. } => match window {
            Window::Tumbling { size, .. } => (m.sum_tumbling, vec![("size", ms(size))]),
            Window::Sliding { size, slide, .. } => (m.sum_sliding, vec![("size", ms(size)), ("slide", ms(slide))]),
            Window::Cumulating { size, step, .. } => (m.sum_cumulating, vec![("size", ms(size)), ("slide", ms(step))]),
            Window::Session { gap, .. } => (m.sum_session, vec![("gap", ms(gap))]),
        },
        JoinKind::Regular { state_ttl: 0 } => (m.sum_regular, vec![]),
        JoinKind::Regular { state_ttl } => (m.sum_regular_ttl, vec![("ttl", ms(state_ttl))]),
        JoinKind::Temporal => (m.sum_temporal, vec![]),
        JoinKind::Lookup if scenario.dialect == Dialect::Spark => (Messages::of(lang).lookup.summary_spark, vec![]),
        JoinKind::Lookup => (Messages::of(lang).lookup.summary, vec![]),
    };
    let mut all = vec![
        ("type", scenario.join.ty.word().to_ascii_uppercase().into()),
        ("engine", engine_name(scenario.dialect).into()),
    ];
    all.extend(args.into_iter().map(|(name, value)| (name, value.into())));
    fill_plain(lang, pattern, &all)
}
