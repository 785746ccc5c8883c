//! What is wrong with a file, and what to do.

use super::{
    Span,
    format::{Arg, fill, plain, run_on},
    messages::Messages,
};
use crate::scenario::{Expected, Fault, Lang, MAX_BYTES, MAX_PARTITIONS, MAX_STEPS, MAX_TIME, Named, Problem, Side};

/// What is wrong, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub what: Vec<Span>,
    /// Empty where `what` says it already.
    pub remedy: Vec<Span>,
}

impl Told {
    pub fn plain(&self, lang: Lang) -> String {
        plain(&run_on(lang, [self.what.clone(), self.remedy.clone()]))
    }
}

/// The words of a problem.
pub fn problem(problem: &Problem, lang: Lang) -> Told {
    let m = &Messages::of(lang).problems;
    let say = |pattern: &str, args: &[(&str, Arg)]| fill(lang, pattern, args);
    let number = |n: usize| Arg::from(n.to_string());
    // The place of the value, in short: its own name, or that of the array it is in.
    let name = |place: &str| match place {
        "" => say(m.the_file, &[]),
        place => say("*{place}*", &[("place", place.into())]),
    };
    let own = problem.place.rsplit('.').next().unwrap_or("");
    // A field's own name may have dots, so the parent is what stands before it.
    let parent = |field: &str| problem.place.strip_suffix(field).unwrap_or("").trim_end_matches('.');
    let options = |words: &[&str]| -> Arg {
        let mut spans = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let between = if index == 0 { "" } else { Messages::of(lang).why.comma };
            let args = [("before", spans.into()), ("between", between.into()), ("word", (*word).into())];
            spans = say("{before}{between}*{word}*", &args);
        }
        spans.into()
    };
    let meant = |meant: Option<&str>, otherwise: Vec<Span>| match meant {
        Some(meant) => say(m.meant, &[("meant", meant.into())]),
        None => otherwise,
    };
    let (what, remedy) = match &problem.fault {
        Fault::TooLarge { bytes } => {
            (say(m.too_large, &[("bytes", number(*bytes)), ("most", number(MAX_BYTES))]), say(m.too_large_do, &[]))
        }
        Fault::TooManySteps { steps } => (
            say(m.too_many_steps, &[("steps", number(*steps)), ("most", number(MAX_STEPS))]),
            say(if own == "generate" { m.too_many_generated_do } else { m.too_many_steps_do }, &[]),
        ),
        Fault::Syntax { message } => (say(m.syntax, &[("message", message.as_str().into())]), say(m.syntax_do, &[])),
        Fault::Version => (say(m.version, &[]), say(m.version_do, &[])),
        Fault::Type { expected } => {
            let (expected, example) = expected_words(*expected, lang);
            (
                say(m.kind, &[("place", name(own).into()), ("expected", expected.into())]),
                say(m.kind_do, &[("example", say("*{example}*", &[("example", example.into())]).into())]),
            )
        }
        Fault::Time { example } => {
            (say(m.time, &[("place", name(own).into()), ("example", example.to_string().into())]), Vec::new())
        }
        Fault::Range => {
            (say(m.range, &[("place", name(own).into())]), say(m.range_do, &[("most", MAX_TIME.to_string().into())]))
        }
        Fault::Outside { least, most } => (
            say(m.outside, &[("place", name(own).into())]),
            say(m.outside_do, &[("least", least.to_string().into()), ("most", most.to_string().into())]),
        ),
        Fault::TooFar => (
            say(m.too_far, &[("place", name(own).into())]),
            say(m.too_far_do, &[("most", MAX_TIME.to_string().into())]),
        ),
        Fault::UnknownField { field, meant: closest } => (
            say(m.unknown_field, &[("field", field.as_str().into()), ("parent", name(parent(field)).into())]),
            meant(*closest, say(m.unknown_field_do, &[])),
        ),
        Fault::MissingField { field } => (
            say(m.missing_field, &[("place", name(&problem.place).into()), ("field", (*field).into())]),
            say(m.missing_field_do, &[("field", (*field).into())]),
        ),
        Fault::DuplicateField { field } => (
            say(m.duplicate_field, &[("field", field.as_str().into()), ("parent", name(parent(field)).into())]),
            say(m.duplicate_field_do, &[]),
        ),
        Fault::UnknownWord { word, options: words, meant: closest } => (
            say(m.unknown_word, &[("place", name(own).into()), ("word", word.as_str().into())]),
            meant(*closest, say(m.unknown_word_do, &[("options", options(words))])),
        ),
        Fault::DuplicateId { id, first } => (
            say(m.duplicate_id, &[("id", id.as_str().into()), ("step", number(first + 1))]),
            say(m.duplicate_id_do, &[]),
        ),
        Fault::Partitions => {
            let s = &Messages::of(lang).sources;
            let most = ("most", MAX_PARTITIONS.to_string().into());
            (say(s.fault_partitions, &[most]), say(s.fault_partitions_do, &[]))
        }
        Fault::NoSuchPartition { partitions } => {
            let s = &Messages::of(lang).sources;
            let last = ("last", partitions.saturating_sub(1).to_string().into());
            let remedy = if *partitions > 1 { s.fault_no_partition_do } else { s.fault_no_partition_one_do };
            let count = ("partitions", partitions.to_string().into());
            (say(s.fault_no_partition, &[count]), say(remedy, &[last]))
        }
        Fault::TooDeep => (say(m.too_deep, &[("place", name(own).into())]), say(m.too_deep_do, &[])),
        Fault::Empty => (say(m.empty, &[("place", name(own).into())]), say(m.empty_do, &[])),
        Fault::Name => (say(m.name, &[("place", name(own).into())]), say(m.name_do, &[])),
        Fault::DuplicateName { name, first } => (
            say(m.duplicate_name, &[("name", name.as_str().into()), ("index", number(*first))]),
            say(m.duplicate_name_do, &[]),
        ),
        Fault::NoSuch { what, name, meant: closest } => {
            let (what, otherwise) = match what {
                Named::Topic => (m.topic, m.no_such_topic_do),
                Named::Question => (m.question, m.no_such_question_do),
                Named::Scenario => (m.scenario, m.no_such_scenario_do),
                Named::Lesson => (m.lesson, m.no_such_lesson_do),
                Named::Row(Side::Left) => (m.row_left, m.no_such_row_do),
                Named::Row(Side::Right) => (m.row_right, m.no_such_row_do),
            };
            (
                say(m.no_such, &[("what", what.into()), ("name", name.as_str().into())]),
                meant(closest.as_deref(), say(otherwise, &[])),
            )
        }
        Fault::NoSuchStep { last } => (say(m.no_such_step, &[]), say(m.no_such_step_do, &[("last", number(*last))])),
        Fault::NothingFollows { last } => {
            (say(m.nothing_follows, &[("last", number(*last))]), say(m.nothing_follows_do, &[]))
        }
        Fault::NotBoth { one, other } => (
            say(m.not_both, &[("place", name(own).into()), ("one", (*one).into()), ("other", (*other).into())]),
            say(m.not_both_do, &[]),
        ),
        Fault::NotItsDialect { is } => {
            (say(m.not_its_dialect, &[("is", (*is).into())]), say(m.not_its_dialect_do, &[("is", (*is).into())]))
        }
    };
    Told { what, remedy }
}

/// The words for a file that is not UTF-8 from the byte at `offset`, counted from 0.
pub fn not_utf8(offset: usize, lang: Lang) -> Told {
    let m = &Messages::of(lang).problems;
    Told {
        what: fill(lang, m.not_utf8, &[("offset", offset.to_string().into())]),
        remedy: fill(lang, m.not_utf8_do, &[]),
    }
}

/// What is expected, and an example of it.
fn expected_words(expected: Expected, lang: Lang) -> (&'static str, &'static str) {
    let m = &Messages::of(lang).problems;
    match expected {
        Expected::Object => (m.object, "{…}"),
        Expected::Array => (m.array, "[…]"),
        Expected::String => (m.string, "\"…\""),
        Expected::StringOrNull => (m.string_or_null, "\"001\""),
        Expected::Integer => (m.integer, "7200000"),
        Expected::Boolean => (m.boolean, "true"),
        Expected::Letter => (m.letter, "\"o\""),
        Expected::Text => (m.text, "\"…\""),
        Expected::Scenario => (m.scenario_or_name, "\"orders-shipments\""),
    }
}
