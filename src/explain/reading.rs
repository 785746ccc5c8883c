//! What a pasted text was read as, in words.

use super::{
    Span,
    format::{Arg, fill, fill_plain},
    messages::Reading as M,
    problem::Told,
};
use crate::{
    reading::{Assumption, Language, Setting, Trouble},
    scenario::{Lang, Policy, Side, Strategy, time::duration},
};

fn side(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::Left => M::of(lang).left,
        Side::Right => M::of(lang).right,
    }
}

/// What the text is written in.
pub fn language(language: Language, lang: Lang) -> String {
    fill_plain(lang, M::of(lang).language, &[("language", language_name(language, lang).into())])
}

/// What people call a language.
pub fn language_name(language: Language, lang: Lang) -> &'static str {
    let m = M::of(lang);
    match language {
        Language::FlinkSql => m.flink_sql,
        Language::SparkSql => m.spark_sql,
        Language::PySpark => m.pyspark,
        Language::DataStream => m.datastream,
    }
}

/// A setting that was understood.
pub fn setting(setting: &Setting, lang: Lang) -> String {
    let m = M::of(lang);
    let say = |pattern: &str, args: &[(&str, Arg)]| fill_plain(lang, pattern, args);
    let ms = |pattern: &str, ms: i64| say(pattern, &[("ms", duration(ms, lang).into())]);
    let named =
        |pattern: &str, of: Side, name: &str| say(pattern, &[("side", side(of, lang).into()), ("name", name.into())]);
    let bound = |pattern: &str, ms: i64, inclusive: bool| {
        let inclusive = if inclusive { m.inclusive } else { m.exclusive };
        say(pattern, &[("bound", say(inclusive, &[("bound", duration(ms, lang).into())]).into())])
    };
    match setting {
        Setting::Kind(kind) => say(m.kind, &[("kind", (*kind).into())]),
        Setting::Type(ty) => say(m.ty, &[("type", ty.word().into())]),
        Setting::Stream(of, name) => named(m.stream, *of, name),
        Setting::Key(of, name) => named(m.key, *of, name),
        Setting::Time(of, name) => named(m.time, *of, name),
        Setting::Watermark(of, strategy) => {
            let of = ("side", Arg::from(side(*of, lang)));
            match strategy {
                Strategy::Bounded { delay, .. } => say(m.bounded, &[of, ("delay", duration(*delay, lang).into())]),
                Strategy::Manual => say(m.manual, &[of]),
                Strategy::None => say(m.none, &[of]),
            }
        }
        Setting::Idle(timeout) => ms(m.idle_after, *timeout),
        Setting::Lower(ms, inclusive) => bound(m.lower, *ms, *inclusive),
        Setting::Upper(ms, inclusive) => bound(m.upper, *ms, *inclusive),
        Setting::Window(shape) => say(m.window, &[("window", (*shape).into())]),
        Setting::Size(size) => ms(m.size, *size),
        Setting::Slide(slide) => ms(m.slide, *slide),
        Setting::Step(step) => ms(m.step, *step),
        Setting::Offset(offset) => ms(m.offset, *offset),
        Setting::Gap(gap) => ms(m.gap, *gap),
        Setting::Lateness(lateness) => ms(m.lateness, *lateness),
        Setting::Ttl(ttl) => ms(m.ttl, *ttl),
        Setting::Cleanup(cleanup) => ms(m.cleanup, *cleanup),
        Setting::Policy(policy) => {
            let word = match policy {
                Policy::Min => "min",
                Policy::Max => "max",
            };
            say(m.policy, &[("policy", word.into())])
        }
        Setting::Versions => m.versions.to_string(),
    }
}

/// What was taken for granted.
pub fn assumption(assumption: &Assumption, lang: Lang) -> String {
    let m = M::of(lang);
    let of = |pattern: &str, of: Side, name: &str| {
        fill_plain(lang, pattern, &[("side", side(of, lang).into()), ("name", name.into())])
    };
    match assumption {
        Assumption::FlinkSql => m.as_flink.to_string(),
        Assumption::NoTable(side) => of(m.no_table, *side, ""),
        Assumption::Time(side, name) => of(m.as_time, *side, name),
        Assumption::NoWatermark(side) => of(m.no_watermark, *side, ""),
        Assumption::WatermarkElsewhere(side) => of(m.elsewhere, *side, ""),
        Assumption::Of(name, side) => of(m.of, *side, name),
        Assumption::ManyKeys => m.many_keys.to_string(),
        Assumption::CoGroup => m.co_group.to_string(),
        Assumption::EventTime => m.event_time.to_string(),
        Assumption::Name(side) => of(m.no_name, *side, ""),
        Assumption::KeyBy(function) => fill_plain(lang, m.key_by, &[("name", function.as_str().into())]),
        Assumption::NotIn => m.not_in.to_string(),
    }
}

/// What was not understood, and the remedy.
pub fn trouble(trouble: &Trouble, lang: Lang) -> Told {
    let m = M::of(lang);
    let say = |pattern: &str, args: &[(&str, Arg)]| -> Vec<Span> { fill(lang, pattern, args) };
    let name = |name: &str| [("name", Arg::from(name))];
    let word = |word: &str| [("word", Arg::from(word))];
    let (what, remedy) = match trouble {
        Trouble::TooLong => (say(m.too_long, &[]), m.too_long_do),
        Trouble::Unclosed => (say(m.unclosed, &[]), m.unclosed_do),
        Trouble::NoJoin => (say(m.no_join, &[]), m.no_join_do),
        Trouble::SecondJoin => (say(m.second_join, &[]), m.second_join_do),
        Trouble::JoinWord(said) => (say(m.join_word, &word(said)), m.join_word_do),
        Trouble::Condition => (say(m.condition, &[]), m.condition_do),
        Trouble::TimeCondition => (say(m.time_condition, &[]), m.time_condition_do),
        Trouble::Reversed => (say(m.reversed, &[]), m.reversed_do),
        Trouble::Formatted => (say(m.formatted, &[]), m.formatted_do),
        Trouble::NotEventTime { column, time } => {
            let args = [("column", Arg::from(column.as_str())), ("time", Arg::from(time.as_str()))];
            return Told { what: say(m.not_event_time, &args), remedy: say(m.not_event_time_do, &args) };
        }
        Trouble::UnknownColumn(column) => (say(m.unknown_column, &name(column)), m.unknown_column_do),
        Trouble::MissingBound { upper: true } => (say(m.no_upper, &[]), m.no_upper_do),
        Trouble::MissingBound { upper: false } => (say(m.no_lower, &[]), m.no_lower_do),
        Trouble::TwoBounds { .. } => (say(m.two_bounds, &[]), m.two_bounds_do),
        Trouble::NoKey => (say(m.no_key, &[]), m.no_key_do),
        Trouble::Duration => (say(m.duration, &[]), m.duration_do),
        Trouble::WindowsDiffer => (say(m.windows_differ, &[]), m.windows_differ_do),
        Trouble::WindowNotCompared => (say(m.not_compared, &[]), m.not_compared_do),
        Trouble::OneWindow(of) => (say(m.one_window, &[("side", side(*of, lang).into())]), m.one_window_do),
        Trouble::WindowKind(kind) => (say(m.window_kind, &name(kind)), m.window_kind_do),
        Trouble::Partition => (say(m.partition, &[]), m.partition_do),
        Trouble::Watermark => (say(m.watermark, &[]), m.watermark_do),
        Trouble::Filter => (say(m.filter, &[]), m.filter_do),
        Trouble::Call(call) => (say(m.call, &name(call)), m.call_do),
        Trouble::Option(option) => (say(m.option, &name(option)), m.option_do),
        Trouble::Idle => (say(m.idle, &[]), m.idle_do),
        Trouble::Statement => (say(m.statement, &[]), m.statement_do),
        Trouble::AfterTheJoin(said) => (say(m.after, &word(said)), m.after_do),
        Trouble::Hint => (say(m.hint, &[]), m.hint_do),
        Trouble::HintOf(table) => (say(m.hint_of, &name(table)), m.hint_of_do),
        Trouble::TtlsDiffer => (say(m.ttls_differ, &[]), m.ttls_differ_do),
        Trouble::TableOnTheLeft => (say(m.table_left, &[]), m.table_left_do),
        Trouble::Source => (say(m.source, &[]), m.source_do),
        Trouble::JoinType(ty) => (say(m.join_type, &name(ty)), m.join_type_do),
    };
    Told { what, remedy: say(remedy, &[]) }
}
