//! Why two joins differ, in words.

use super::{
    Span, Tone, Words, article, engine_name,
    format::{Arg, fill, fill_plain, plain, run_on},
    messages::{self, Messages},
};
use crate::{
    compare::{Compared, Elsewhere, Emission, Fate, Reason, Row, Run, Several, Which},
    engine::{RowId, effect::Why},
    scenario::{Dialect, JoinKind, JoinType, Lang, Policy, Setup, Side},
};

/// Why the two differ in a row of the table: a paragraph for each reason, then how many are left out.
///
/// Reasons of several rows that read alike are one paragraph.
pub fn differences(compared: &Compared, row: Row, lang: Lang) -> Vec<Vec<Span>> {
    let m = &Messages::of(lang).compare;
    let (reasons, more) = compared.reasons(row);
    let mut paragraphs: Vec<(Vec<Vec<Span>>, Vec<Span>)> = Vec::new();
    for reason in &reasons {
        let Some((subject, text)) = told(compared, reason, row, lang) else { continue };
        match paragraphs.iter_mut().find(|(_, other)| plain(other) == plain(&text)) {
            Some((subjects, _)) => subjects.push(subject),
            None => paragraphs.push((vec![subject], text)),
        }
    }
    let comma = Messages::of(lang).why.comma;
    let mut all: Vec<Vec<Span>> = paragraphs
        .into_iter()
        .map(|(subjects, text)| {
            let mut rows = Vec::new();
            for (index, subject) in subjects.into_iter().enumerate() {
                let between = if index > 0 { comma } else { "" };
                rows = fill(
                    lang,
                    "{rows}{between}{subject}",
                    &[("rows", Arg::Spans(rows)), ("between", between.into()), ("subject", Arg::Spans(subject))],
                );
            }
            fill(lang, m.about, &[("rows", Arg::Spans(rows)), ("text", Arg::Spans(text))])
        })
        .collect();
    if more > 0 {
        all.push(fill(lang, m.more, &[("count", more.to_string().into())]));
    }
    all
}

/// The rows that a reason is about, and what it says of them.
fn told(compared: &Compared, reason: &Reason, row: Row, lang: Lang) -> Option<(Vec<Span>, Vec<Span>)> {
    let m = &Messages::of(lang).compare;
    let words = |which: Which| compared.run(which).map(|run| (run, Words::new(run.recording(), lang)));
    match reason {
        Reason::Emits { by, emission, left_at, elsewhere } => {
            let ((run, here), (_, there)) = (words(*by)?, words(by.other())?);
            let rows = [emission.out.left, emission.out.right];
            let subject = rows.into_iter().flatten().enumerate().flat_map(|(index, row)| {
                let gap = (index > 0).then(|| Span { text: " ".into(), tone: Tone::Plain, row: None });
                gap.into_iter().chain(linked(compared, here.row_spans(row)))
            });
            let first = emits(m, run, &here, *by, emission, *left_at, row);
            let second = becomes(m, &there, by.other(), emission, *elsewhere, row);
            Some((subject.collect(), linked(compared, run_on(lang, [first, second]))))
        }
        Reason::Keeps { by, row, kept, other, lost } => {
            let ((_, here), (_, there)) = (words(*by)?, words(by.other())?);
            let names = [("here", Arg::from(by.letter())), ("there", by.other().letter().into())];
            let for_ever = matches!(kept, Fate::Waits { for_ever: true });
            let first = here.say(if for_ever { m.keeps_for_ever } else { m.keeps }, &names);
            let mut args = names.to_vec();
            let pattern = match lost {
                Fate::Late { watermark } => {
                    args.push(("time", there.at(there.event_time(*other))));
                    args.push(("watermark", there.at(*watermark)));
                    m.keeps_not_late
                }
                Fate::LeftOut => m.keeps_out,
                _ => m.keeps_not,
            };
            let second = there.say(pattern, &args);
            Some((linked(compared, here.row_spans(*row)), run_on(lang, [first, second])))
        }
    }
}

/// Row numbers are a recording's own: where the runs do not share them, a text about both names no row for links.
fn linked(compared: &Compared, spans: Vec<Span>) -> Vec<Span> {
    spans.into_iter().map(|span| Span { row: span.row.and_then(|row| compared.linked(row)), ..span }).collect()
}

/// What one does now, and what makes it.
fn emits(
    m: &messages::Compare,
    run: &Run,
    words: &Words,
    by: Which,
    emission: &Emission,
    left_at: Option<i64>,
    row: Row,
) -> Vec<Span> {
    let mut args = vec![("here", Arg::from(by.letter()))];
    let alone = emission.half;
    let pick = |padded, single| if alone { single } else { padded };
    if let Some(window) = emission.out.window {
        args.push(("start", words.at(window.start)));
        args.push(("end", words.at(window.end)));
    }
    let windowed = emission.out.window.is_some();
    // Spark's windows fire nothing: a pair comes out as it is found, and a row without one once the window is over.
    let spark = words.scenario().dialect == Dialect::Spark;
    let adds = emission.out.kind.adds();
    let pattern = match emission.why {
        Why::NeverMatched | Why::AloneInWindow => {
            let id = emission.out.left.or(emission.out.right);
            let interval = matches!(words.scenario().join.kind, JoinKind::Interval(_)) && !words.leaves_on_time();
            match (id, left_at) {
                (Some(id), Some(watermark)) if interval => {
                    let view = run.recording().view(run.step_at(row.last));
                    args.push(("watermark", words.at(watermark)));
                    args.push(("last", words.at(words.last(&view, id))));
                    pick(m.null_due, m.alone_due)
                }
                _ if windowed && spark => pick(m.null_window_over, m.alone_now),
                _ if windowed => pick(m.null_window, m.alone_now),
                (_, Some(watermark)) => {
                    args.push(("watermark", words.at(watermark)));
                    pick(m.null_left, m.alone_now)
                }
                _ => pick(m.null_plain, m.alone_now),
            }
        }
        Why::NotKept => pick(m.null_not_kept, m.alone_now),
        Why::NoPartnerNow => pick(m.null_at_once, m.alone_now),
        Why::NoVersion if words.rows().lookup() => pick(words.m.lookup.null_table, m.alone_now),
        Why::NoVersion => m.null_version,
        Why::PartnerCame => pick(m.back_null, m.back_alone),
        Why::PartnerGone if adds => pick(m.null_again, m.alone_now),
        Why::PartnerGone | Why::InputChanged if !adds => m.back_plain,
        Why::PartnerGone | Why::InputChanged => m.emits_plain,
        Why::Pair if alone => m.alone_pair,
        Why::Pair if windowed && !spark => m.pair_window,
        Why::Pair => m.pair_now,
        Why::PairAgain | Why::AloneAgain => m.again,
    };
    words.say(pattern, &args)
}

/// What becomes of it in the other.
fn becomes(
    m: &messages::Compare,
    words: &Words,
    other: Which,
    emission: &Emission,
    elsewhere: Elsewhere,
    row: Row,
) -> Vec<Span> {
    let mut args = vec![("there", Arg::from(other.letter()))];
    let adds = emission.out.kind.adds();
    let mut step = |number: usize| args.push(("step", number.to_string().into()));
    let pattern = match elsewhere {
        Elsewhere::Earlier { step: at, .. } if !adds => {
            step(at);
            m.earlier_back
        }
        Elsewhere::Earlier { step: at, taken_back: Some(back), .. } => {
            step(at);
            args.push(("back", back.to_string().into()));
            m.earlier_taken
        }
        Elsewhere::Earlier { step: at, may_go: true, .. } => {
            step(at);
            let side = if emission.left.is_some() { Side::Right } else { Side::Left };
            let noun = words.noun(side);
            args.push(("a", article(noun).into()));
            args.push(("noun", noun.into()));
            m.earlier_may_go
        }
        Elsewhere::Earlier { step: at, .. } => {
            step(at);
            m.earlier
        }
        Elsewhere::Later { step: at } => {
            step(at);
            if adds { m.later } else { m.later_back }
        }
        Elsewhere::Paired { step: at } => {
            step(at);
            match at {
                _ if at > row.last => m.paired_later,
                _ if at < row.first => m.paired_before,
                _ => m.paired_now,
            }
        }
        Elsewhere::Padded { step: at } => {
            step(at);
            m.padded
        }
        Elsewhere::Alone { step: at } => {
            step(at);
            m.alone
        }
        Elsewhere::Late { row, step: at, watermark } => {
            step(at);
            args.extend(named(words, row));
            args.push(("watermark", words.at(watermark)));
            m.lost_late
        }
        Elsewhere::NotKept { row, step: at } => {
            step(at);
            args.extend(named(words, row));
            m.lost_other
        }
        Elsewhere::Gone { row, step: at } => {
            step(at);
            args.extend(named(words, row));
            m.gone
        }
        Elsewhere::OutOfBounds { apart } => {
            args.push(("apart", words.duration(apart.saturating_abs()).into()));
            args.push(("bounds", bounds(words).into()));
            m.out_of_bounds
        }
        Elsewhere::Answered { row, step: at, found } => {
            step(at);
            args.push(("row", words.row(row)));
            args.extend(found.map(|other| ("other", words.row(other))));
            if found.is_some() { words.m.lookup.other_then } else { words.m.lookup.none_then }
        }
        Elsewhere::NoWindow => m.no_window,
        Elsewhere::NotOfType => {
            args.push(("join", words.join()));
            m.not_of_type
        }
        Elsewhere::Held { for_ever: true, .. } => m.held_for_ever,
        Elsewhere::Held { .. } => m.held,
        Elsewhere::Unfired => m.unfired,
        Elsewhere::NothingToTakeBack => m.nothing_to_take_back,
        Elsewhere::Stopped { step: at } => {
            step(at);
            m.there_stopped
        }
        Elsewhere::Never if adds => m.never,
        Elsewhere::Never => m.never_back,
    };
    words.say(pattern, &args)
}

fn named(words: &Words, row: RowId) -> [(&'static str, Arg); 2] {
    [("row", words.row(row)), ("time", words.at(words.event_time(row)))]
}

/// "[0, 2 h]".
fn bounds(words: &Words) -> String {
    words.interval().map_or_else(String::new, |interval| {
        let open = if interval.lower_inclusive { '[' } else { '(' };
        let close = if interval.upper_inclusive { ']' } else { ')' };
        format!("{open}{}, {}{close}", words.duration(interval.lower), words.duration(interval.upper))
    })
}

/// When a row came out padded with NULL, up to a step, and whether that stands: "step 2, not final".
pub fn padded(run: &Run, identity: usize, step: usize, lang: Lang) -> String {
    let m = &Messages::of(lang).compare;
    let (mut out, mut back) = (None, None);
    for own in 1..=run.step_at(step) {
        for change in run.recording().emitted(own) {
            let alone = change.left.xor(change.right);
            if alone.is_some_and(|row| run.identity(row) == identity) && !run.recording().rows().half() {
                if change.kind.adds() { (out, back) = (Some(own), None) } else { back = Some(own) }
            }
        }
    }
    let number = |own: usize| Arg::from(run.base_step(own).to_string());
    match (out, back) {
        (None, _) => m.cell_not_yet.to_string(),
        (Some(out), Some(back)) => fill_plain(lang, m.cell_taken, &[("step", number(out)), ("back", number(back))]),
        (Some(out), None) => {
            let open = run.may_take_back(identity, step);
            fill_plain(lang, if open { m.cell_not_final } else { m.cell_final }, &[("step", number(out))])
        }
    }
}

/// What a kind of join is called in a sentence: "interval".
pub fn kind_word(kind: &JoinKind, lang: Lang) -> &'static str {
    let m = Messages::of(lang);
    match kind {
        JoinKind::Interval(_) => m.app.kind_interval,
        JoinKind::Window { .. } => m.app.kind_window,
        JoinKind::Regular { .. } => m.app.kind_regular,
        JoinKind::Temporal => m.app.kind_temporal,
        JoinKind::Lookup => m.lookup.kind,
    }
}

/// What one of several runs is called, by what tells them apart: "LEFT", "lookup".
pub fn run_name(several: Several, setup: &Setup, lang: Lang) -> String {
    match several {
        Several::Types => type_name(setup.join.ty),
        Several::Answers => kind_word(&setup.join.kind, lang).to_string(),
    }
}

/// What tells two setups apart, as short as may be: "regular" and "interval"; nothing where they are the same in all
/// that has a short name.
pub fn short_names(a: &Setup, b: &Setup, lang: Lang) -> [String; 2] {
    let m = Messages::of(lang);
    let kind = |setup: &Setup| kind_word(&setup.join.kind, lang);
    let policy = |setup: &Setup| if setup.policy == Some(Policy::Max) { m.app.policy_max } else { m.app.policy_min };
    let both = |of: &dyn Fn(&Setup) -> String| [of(a), of(b)];
    if a.dialect != b.dialect {
        both(&|setup| engine_name(setup.dialect).to_string())
    } else if a.join.kind.word() != b.join.kind.word() {
        both(&|setup| kind(setup).to_string())
    } else if a.join.ty != b.join.ty {
        both(&|setup| type_name(setup.join.ty))
    } else if a.policy != b.policy {
        both(&|setup| policy(setup).to_string())
    } else {
        [String::new(), String::new()]
    }
}

fn type_name(ty: JoinType) -> String {
    ty.word().to_ascii_uppercase()
}
