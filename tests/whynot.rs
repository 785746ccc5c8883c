//! "Why not?": what would release a row is so when it is run, and what is said of rows, pairs and watermarks holds for every
//! golden at every step.

#![cfg(not(target_arch = "wasm32"))]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use joinscope_core::{
    engine::{Effect, RowId},
    explain::{Panel, StillMatches, Verdict, Words, format},
    replay::{Next, Phase, Recording, State, View},
    scenario::{self, Dialect, JoinKind, Lang, Push, RowKind, Scenario, Side, Step},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn record(path: &Path) -> Recording {
    let text = fs::read_to_string(path).unwrap();
    Recording::new(Rc::new(scenario::read(&text).unwrap()))
}

/// The goldens and the shown scenarios: every `nth` of them.
fn scenarios(nth: usize) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["tests/golden/flink", "tests/golden/spark", "www/scenarios"] {
        let entries = fs::read_dir(root().join(folder)).unwrap().flatten().map(|entry| entry.path());
        files.extend(entries.filter(|path| path.to_string_lossy().ends_with(".scenario.json")));
    }
    files.sort();
    assert!(files.len() > 100);
    files.into_iter().step_by(nth).collect()
}

fn family(recording: &Recording) -> String {
    let scenario = recording.scenario();
    format!("{} {}", scenario.dialect.word(), scenario.join.kind.word())
}

fn held(recording: &Recording, view: &View) -> Vec<RowId> {
    recording.rows().iter().map(|(row, _)| row).filter(|row| view.row(*row).phase == Phase::Held).collect()
}

/// Whether these steps make a row leave, or a copy of it, or a window with it fire.
fn moves(recording: &Recording, view: &View, row: RowId, steps: &[Next]) -> bool {
    let fork = recording.fork(view.step).unwrap();
    fork.release(view, row, steps.to_vec()).is_some()
}

#[test]
fn what_would_release_a_row_does_so_and_nothing_less() {
    let mut seen: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for path in scenarios(2) {
        let recording = record(&path);
        if recording.outcome().is_err() {
            continue;
        }
        for step in 1..=recording.len() {
            let view = recording.view(step);
            for row in held(&recording, &view) {
                // What stands in a lookup's table is no state, and no time takes it away.
                if recording.rows().lookup() {
                    assert_eq!(recording.release(&view, row), None);
                    continue;
                }
                let leaves = view.leaves(recording.rows(), row);
                let counts = seen.entry(family(&recording)).or_default();
                let place = || format!("{} step {step} {row:?}", path.display());
                let Some(release) = recording.release(&view, row) else {
                    if leaves.is_some() {
                        println!("{} {leaves:?} {:?} {:?}", place(), view.join_watermark, view.watermark);
                    }
                    counts[1] += u32::from(leaves.is_some());
                    counts[2] += 1;
                    continue;
                };
                counts[0] += 1;
                let earlier: Option<Vec<Next>> = release
                    .steps
                    .iter()
                    .map(|step| match *step {
                        Next::Watermark { side, time } => Some(Next::Watermark { side, time: time - 1 }),
                        Next::Clock { time } => Some(Next::Clock { time: time - 1 }),
                        Next::Push(mut nudge) => {
                            nudge.time -= 1;
                            Some(Next::Push(nudge))
                        }
                        Next::Batch => Some(Next::Batch),
                    })
                    .collect();
                if release.steps.len() > 1 || release.steps[0] != Next::Batch {
                    assert!(!moves(&recording, &view, row, &earlier.unwrap()), "{} {release:?} is too late", place());
                }
                // Outside windows it is the time that the mark says.
                if let (Next::Watermark { time, .. }, JoinKind::Interval(_)) =
                    (release.steps[0], recording.scenario().join.kind)
                {
                    // But for those that Flink loses near the epoch, which nothing on the stage foretells.
                    let epoch = recording.rows().iter().any(|(_, row)| row.time <= 0);
                    assert!(Some(time) == leaves || epoch && Some(time) < leaves, "{} {time} {leaves:?}", place());
                    assert!(release.leaves, "{}", place());
                }
            }
        }
    }
    let all = |count: usize| seen.values().map(|counts| counts[count]).sum::<u32>();
    assert!(seen.len() == 9 && all(0) > 20_000, "{seen:#?}");
    assert_eq!(all(1), 0, "rows that have a time to leave at, and no step that makes them: {seen:#?}");
}

#[test]
fn a_row_leaves_when_it_is_said_to() {
    // Told after each step; the step that makes the row leave has a watermark that is there, and the one before had not.
    let (mut checked, mut rows) = (0, 0);
    for path in scenarios(3) {
        let recording = record(&path);
        if recording.outcome().is_err() || recording.scenario().dialect == Dialect::Spark {
            continue;
        }
        let mut said: BTreeMap<RowId, Option<i64>> = BTreeMap::new();
        for step in 1..=recording.len() {
            let before = recording.view(step - 1);
            let view = recording.view(step);
            for row in held(&recording, &view) {
                said.insert(row, view.leaves(recording.rows(), row));
                rows += 1;
            }
            let moved = recording.effects(step).any(|effect| matches!(effect, Effect::JoinWatermark { .. }));
            let pushed = recording.rows().of_step(step - 1).is_some();
            for row in held(&recording, &before) {
                let (Some(Some(at)), Phase::Gone(_)) = (said.get(&row), view.row(row).phase) else { continue };
                if moved && !pushed {
                    let place = format!("{} step {step} {row:?} at {at}", path.display());
                    assert!(view.join_watermark >= Some(*at), "{place}: too early");
                    assert!(before.join_watermark < Some(*at), "{place}: too late");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500 && rows > 5000, "{checked} {rows}");
}

/// Whether a row of the other side, of the same key and this event time, matches a row if it comes behind a step.
fn would_match(recording: &Recording, step: usize, row: RowId, time: i64) -> bool {
    let scenario = recording.scenario();
    let of = recording.rows().push(scenario, row).unwrap();
    let push = Push {
        side: of.side.other(),
        id: "new".into(),
        key: of.key.clone(),
        time,
        row: Default::default(),
        kind: RowKind::Insert,
        partition: 0,
    };
    let mut script: Vec<Step> = scenario.script.iter().take(step).cloned().collect();
    script.push(Step::Push(push));
    if scenario.dialect == Dialect::Spark {
        script.push(Step::Batch);
    }
    let side = of.side;
    let again = Recording::new(Rc::new(Scenario { script: script.into(), ..(**scenario).clone() }));
    let new = again.rows().of_step(step).unwrap();
    let pair = if side == Side::Left { (row, new) } else { (new, row) };
    again.matches(again.len()).any(|(_, left, right)| (left, right) == pair)
}

#[test]
fn whom_a_row_can_still_match_matches_it_and_nobody_else_does() {
    let mut seen: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    for path in scenarios(3) {
        let recording = record(&path);
        let bounds = match recording.scenario().join.kind {
            JoinKind::Interval(interval) => interval.lower.saturating_abs().max(interval.upper.saturating_abs()),
            JoinKind::Regular { .. } => 0,
            JoinKind::Window { .. } | JoinKind::Temporal | JoinKind::Lookup => continue,
        };
        // Near the epoch Flink's clean-up marks, which begin at 0, keep rows from looking.
        let far = |time: i64| time > bounds.saturating_mul(2).saturating_add(2_000);
        let near = recording.rows().iter().any(|(_, row)| !far(row.time)) && bounds < 1_000_000;
        if recording.outcome().is_err() || near {
            continue;
        }
        let words = Words::new(&recording, Lang::En);
        for step in (1..=recording.len()).step_by(2) {
            let view = recording.view(step);
            let mut rows = held(&recording, &view);
            rows.retain(|row| !matches!(view.state(*row), State::Overdue { .. }));
            for row in rows.into_iter().rev().take(3) {
                let still = words.can_match_at(&view, row);
                let time = recording.rows().get(row).time;
                let (name, yes, no) = match still {
                    StillMatches::NoKey => ("no key", vec![], vec![time]),
                    StillMatches::NoTime => ("no time", vec![], vec![time - 1, time, time + 1]),
                    StillMatches::TooLate => {
                        let (first, last) = words.band(row).unwrap();
                        ("too late", vec![], vec![first, last])
                    }
                    StillMatches::AnyTime => ("any time", vec![time - 500, time, time + 5_000], vec![]),
                    StillMatches::After(first) => ("after", vec![first + 1, first + 5_000], vec![first]),
                    StillMatches::Within(first, last) => ("within", vec![first, last], vec![first - 1, last + 1]),
                };
                let place = || format!("{} step {step} {row:?} {still:?}", path.display());
                for time in yes {
                    assert!(would_match(&recording, step, row, time), "{}: {time} does not match", place());
                }
                for time in no {
                    assert!(!would_match(&recording, step, row, time), "{}: {time} matches", place());
                }
                *seen.entry(family(&recording)).or_default().entry(name.to_string()).or_default() += 1;
            }
        }
    }
    println!("{seen:#?}");
    let all = |name: &str| seen.values().filter_map(|of| of.get(name)).sum::<u32>();
    assert!(seen.len() == 5 && all("within") > 500 && all("any time") > 100, "{seen:#?}");
    assert!(["no key", "after", "too late"].iter().all(|name| all(name) > 0), "{seen:#?}");
}

/// No placeholder or star is left, no space too much, and Chinese keeps Han apart from Latin and digits.
fn clean(text: &str, lang: Lang, place: &str) {
    assert!(!text.is_empty(), "{place}: empty");
    assert!(!text.contains(['{', '}', '*']) && !text.contains("  ") && text.trim() == text, "{place}: {text:?}");
    let han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    if lang == Lang::En {
        assert!(!text.chars().any(han), "{place}: {text:?}");
        return;
    }
    for (a, b) in text.chars().zip(text.chars().skip(1)) {
        let close = han(a) && b.is_ascii_alphanumeric() || a.is_ascii_alphanumeric() && han(b);
        assert!(!close, "{place}: {a}{b} in {text:?}");
    }
}

/// At most so many sentences, each of at most 25 words.
fn short(text: &str, most: usize, lang: Lang, place: &str) {
    let ends: &[&str] = if lang == Lang::En { &[". ", "? "] } else { &["。", "？"] };
    let mut sentences = vec![text.to_string()];
    for end in ends {
        sentences = sentences.iter().flat_map(|part| part.split(end).map(str::to_string)).collect();
    }
    sentences.retain(|sentence| !sentence.is_empty());
    assert!(sentences.len() <= most, "{place}: {} sentences: {text}", sentences.len());
    for sentence in sentences {
        let count = sentence.split_whitespace().count();
        assert!(lang == Lang::Zh || count <= 25, "{place}: {count} words: {sentence}");
    }
}

fn whole(panel: &Panel, lang: Lang, place: &str) {
    clean(&panel.heading, lang, place);
    for text in [&panel.note, &panel.question].into_iter().filter(|text| !text.is_empty()) {
        clean(text, lang, place);
    }
    let answer = format::plain(&panel.answer);
    if !answer.is_empty() {
        clean(&answer, lang, place);
        short(&answer, 4, lang, place);
    }
    for check in &panel.checks {
        let text = format::plain(&check.spans);
        clean(&text, lang, place);
        short(&text, 2, lang, place);
        if let Some(way) = &check.way {
            clean(&way.label, lang, place);
        }
    }
    for way in &panel.ways {
        clean(&way.label, lang, place);
    }
    if let Some(rule) = &panel.rule {
        assert_eq!(rule.lines[0].len(), rule.lines[1].len());
        clean(&rule.plain(lang), lang, place);
    }
}

#[test]
fn every_pair_is_judged_as_the_engine_did() {
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (at, path) in scenarios(1).into_iter().enumerate() {
        let recording = record(&path);
        if recording.outcome().is_err() || recording.rows().len() > 60 {
            continue;
        }
        let lang = [Lang::En, Lang::Zh][at % 2];
        let words = Words::new(&recording, lang);
        let view = recording.view(recording.len());
        let of = |side: Side| recording.rows().iter().filter(move |(_, row)| row.side == side).map(|(row, _)| row);
        let matches: std::collections::BTreeSet<(RowId, RowId)> =
            recording.matches(recording.len()).map(|(_, left, right)| (left, right)).collect();
        for left in of(Side::Left) {
            for right in of(Side::Right) {
                let verdict = words.verdict(&view, left, right);
                let panel = words.pair(&view, right, left);
                let place = format!("{} {left:?} {right:?} {verdict:?} {panel:#?}", path.display());
                let failed = panel.checks.iter().any(|check| check.holds == Some(false));
                *seen.entry((family(&recording), format!("{verdict:?}"))).or_default() += 1;
                if matches.contains(&(left, right)) {
                    assert_eq!(verdict, Verdict::Matched, "{place}");
                    assert!(!failed, "{place}");
                } else {
                    assert_ne!(verdict, Verdict::Matched, "{place}");
                    assert_ne!(verdict, Verdict::Open, "{place}");
                }
                whole(&panel, lang, &place);
            }
        }
    }
    let count = |verdict: &str| seen.iter().filter(|((_, of), _)| of == verdict).map(|(_, count)| count).sum::<usize>();
    assert!(count("Matched") > 2000 && count("No") > 10_000 && count("Half") > 10, "{seen:#?}");
    assert!(count("NotYet") > 0 && count("NotYet") < 100, "{seen:#?}");
}

#[test]
fn every_row_watermark_and_silence_is_told_in_both_languages() {
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for (at, path) in scenarios(5).into_iter().enumerate() {
        let recording = record(&path);
        for lang in [[Lang::En, Lang::Zh][at % 2]] {
            let words = Words::new(&recording, lang);
            for step in 0..=recording.len() {
                let view = recording.view(step);
                let place = format!("{} step {step}", path.display());
                for side in [None, Some(Side::Left), Some(Side::Right)] {
                    whole(&words.watermark_panel(&view, side), lang, &place);
                }
                let quiet = words.no_output(&view);
                if let Some(panel) = &quiet {
                    whole(panel, lang, &place);
                    assert!((1..=4).contains(&panel.checks.len()), "{place}");
                    if lang == Lang::En {
                        let family = family(&recording);
                        for check in &panel.checks {
                            *told.entry(format!("{family}: {}", shape(&format::plain(&check.spans)))).or_default() += 1;
                        }
                    }
                }
                if recording.emitted(step).next().is_some() {
                    assert!(quiet.is_none(), "{place}");
                } else if view.emitted == 0 && view.held.left + view.held.right > 0 {
                    assert!(quiet.is_some(), "{place}: nothing has come out, and nothing is said of it");
                }
                if step % 3 == 0 || step == recording.len() {
                    for (row, _) in recording.rows().iter() {
                        let picked = words.selected(&view, row);
                        for spans in [Some(&picked.story), picked.release.as_ref()].into_iter().flatten() {
                            let text = format::plain(spans);
                            clean(&text, lang, &place);
                            short(&text, 1, lang, &place);
                        }
                        short(&format::plain(&picked.answer), 4, lang, &place);
                        if let Some(rule) = &picked.rule {
                            clean(&rule.plain(lang), lang, &place);
                            assert_eq!(rule.lines[0].len(), rule.lines[1].len());
                        }
                        assert_eq!(picked.release.is_some(), !picked.ways.is_empty());
                    }
                }
                for event in recording.ahead(&view) {
                    clean(&words.ahead(std::slice::from_ref(&event)), lang, &place);
                }
                if let Some(note) = words.ahead_note(&view) {
                    clean(&note, lang, &place);
                }
            }
        }
    }
    for (text, count) in &told {
        println!("{count:6} {text}");
    }
}

/// A sentence without its numbers and names.
fn shape(text: &str) -> String {
    let words = text.split(' ').map(|word| if word.chars().any(|c| c.is_ascii_digit()) { "#" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// A shown scenario's watermark or pair, at a step, in English.
fn shown(name: &str) -> Recording {
    record(&root().join(format!("www/scenarios/{name}.scenario.json")))
}

fn of_folder(folder: &str) -> Vec<(String, Recording)> {
    let entries = fs::read_dir(root().join("tests/golden").join(folder)).unwrap().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| path.to_string_lossy().ends_with(".scenario.json")).collect();
    files.sort();
    files.iter().map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), record(path))).collect()
}

#[test]
fn what_a_crash_has_undone_is_not_told_as_if_it_stood() {
    let (mut undone, mut lost) = (0, 0);
    for (name, recording) in of_folder("crash").iter().filter(|(_, recording)| recording.recovers()) {
        let words = Words::new(recording, Lang::En);
        let rows: Vec<RowId> = recording.rows().iter().map(|(row, _)| row).collect();
        let side = |row: &RowId| recording.rows().get(*row).side;
        let of = |wanted: Side| rows.iter().filter(move |row| side(row) == wanted).copied();
        let mut ever = BTreeSet::new();
        for step in 0..=recording.len() {
            let view = recording.view(step);
            let matched: BTreeSet<(RowId, RowId)> =
                recording.matches(step).map(|(_, left, right)| (left, right)).collect();
            for left in of(Side::Left) {
                for right in of(Side::Right) {
                    let says = words.verdict(&view, left, right) == Verdict::Matched;
                    assert_eq!(says, matched.contains(&(left, right)), "{name} step {step}: {left:?} {right:?}");
                }
            }
            undone += ever.difference(&matched).count();
            ever.extend(matched);
            for side in Side::BOTH {
                let was_lost = (1..=step).any(|step| {
                    recording
                        .effects(step)
                        .any(|effect| matches!(effect, Effect::WatermarkLost { side: of, .. } if of == side))
                });
                if view.watermark[side].is_none() && was_lost {
                    let answer = format::plain(&words.watermark_panel(&view, Some(side)).answer);
                    assert!(answer.contains("The job started again in step"), "{name} step {step}: {answer}");
                    lost += 1;
                }
            }
        }
    }
    assert!(undone > 20 && lost > 100, "{undone} {lost}");
}

#[test]
fn of_an_idle_side_nobody_says_that_it_holds_the_join() {
    let mut alone = 0;
    for (name, recording) in of_folder("partitions") {
        let words = Words::new(&recording, Lang::En);
        for step in 0..=recording.len() {
            let view = recording.view(step);
            let Some(idle) = Side::BOTH.into_iter().find(|side| view.idle[*side] && !view.idle[side.other()]) else {
                continue;
            };
            let panel = words.watermark_panel(&view, Some(idle.other()));
            let answer = format::plain(&panel.answer);
            assert!(!answer.contains("holds the join") && !answer.contains("slower"), "{name} step {step}: {answer}");
            let join = words.watermark_panel(&view, None);
            if view.join_watermark.is_some() {
                let rule = join.rule.map(|rule| rule.plain(Lang::En)).unwrap_or_default();
                let says = if recording.rows().lookup() { "is a table, so it is" } else { "is idle, so it is" };
                assert!(format::plain(&join.answer).contains(says), "{name} step {step}");
                assert!(!rule.contains("min("), "{name} step {step}: {rule}");
                alone += 1;
            }
        }
    }
    assert!(alone > 100, "{alone}");
}

#[test]
fn what_is_said_to_make_the_joins_watermark_is_what_it_is() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let gallery = scenarios(3).into_iter().map(|path| (path.display().to_string(), record(&path)));
    let asked = ["crash", "partitions"].into_iter().flat_map(of_folder);
    for (name, recording) in gallery.chain(asked) {
        let words = Words::new(&recording, Lang::En);
        for step in 0..=recording.len() {
            let view = recording.view(step);
            let Some(join) = view.join_watermark else { continue };
            let spark = recording.scenario().dialect == Dialect::Spark;
            let marks = Side::BOTH.map(|side| view.watermark[side].or(spark.then_some(0)));
            let panel = words.watermark_panel(&view, None);
            let answer = format::plain(&panel.answer);
            let place = format!("{name} step {step}: {join}, {marks:?}: {answer}");
            let (least, most) = (marks.iter().min().copied().flatten(), marks.iter().max().copied().flatten());
            for (says, holds) in [
                ("the smaller of", least == Some(join)),
                ("the larger of", most == Some(join)),
                ("the later of", most == Some(join)),
                ("It stands still", least < Some(join)),
                ("has caught up", least < Some(join)),
                ("It waits for", false),
                ("never goes back", least < Some(join)),
            ] {
                if answer.contains(says) {
                    assert!(holds, "{place}");
                    *seen.entry(says).or_default() += 1;
                }
            }
            for side in Side::BOTH {
                let answer = format::plain(&words.watermark_panel(&view, Some(side)).answer);
                let holds = view.watermark[side].is_some_and(|mark| mark <= join);
                assert!(!answer.contains("so the join has none"), "{name} step {step}: {answer}");
                assert!(!answer.contains("so it holds the join") || holds, "{name} step {step} {join}: {answer}");
            }
        }
    }
    assert!(seen.len() == 6 && seen.values().all(|count| *count > 10), "{seen:?}");
}

#[test]
fn watermarks_tell_what_made_them_and_what_they_pass_on() {
    let orders = shown("orders-shipments");
    let view = orders.view(10);
    let told = |side: Option<Side>, lang: Lang| {
        let panel = Words::new(&orders, lang).watermark_panel(&view, side);
        (panel.heading, panel.question, format::plain(&panel.answer), panel.rule.map(|rule| rule.plain(lang)))
    };
    let (heading, question, answer, rule) = told(Some(Side::Left), Lang::En);
    assert_eq!((heading.as_str(), question.as_str()), ("orders watermark", "What made it 11:40?"));
    assert_eq!(
        answer,
        "It is the newest order, o6 (11:50), less the delay of 10 min. It moved last in step 9. \
         It is the slower side, so it holds the join’s, 11:40. At 11:55:00.001 it lets s4 go."
    );
    assert_eq!(rule.as_deref(), Some("The watermark of orders is: newest − 10 min; 11:50 − 10 min = 11:40"));
    let (_, _, answer, _) = told(Some(Side::Right), Lang::En);
    assert_eq!(
        answer,
        "It is the newest shipment, s4 (11:55), less the delay of 10 min. It moved last in step 10. \
         Orders is slower at 11:40, and holds the join’s."
    );
    let (_, _, answer, rule) = told(None, Lang::En);
    assert_eq!(
        answer,
        "It is the smaller of orders (11:40) and shipments (11:45). At 11:55:00.001 it lets s4 go. \
         The join passes on 09:40, 2 h behind: what it emits may be that old."
    );
    assert_eq!(rule.as_deref(), Some("The join passes on: join − 2 h; 11:40 − 2 h = 09:40"));
    let (_, _, answer, _) = told(None, Lang::Zh);
    assert_eq!(
        answer,
        "它是 orders（11:40）与 shipments（11:45）中较小的。到 11:55:00.001 时它会放走 s4。\
         连接向下游传递 09:40，落后 2 小时：它输出的行可能这么旧。"
    );
    // Before the first row of a side there is none.
    let start = Words::new(&orders, Lang::En).watermark_panel(&orders.view(2), Some(Side::Right));
    assert_eq!(start.question, "Why is there none?");
    assert_eq!(format::plain(&start.answer), "No shipment has come yet, and it follows the newest.");
}

#[test]
fn two_rows_are_told_condition_by_condition() {
    let orders = shown("orders-shipments");
    let told = |step: usize, left: &str, right: &str| {
        let of = |side, id: &str| orders.rows().find(orders.scenario(), side, id).unwrap();
        let panel =
            Words::new(&orders, Lang::En).pair(&orders.view(step), of(Side::Left, left), of(Side::Right, right));
        let checks: Vec<(Option<bool>, String)> =
            panel.checks.iter().map(|check| (check.holds, format::plain(&check.spans))).collect();
        (panel.question, checks, format::plain(&panel.answer))
    };
    let (question, checks, answer) = told(10, "o1", "s1");
    assert_eq!(question, "Why did o1 and s1 match?");
    assert_eq!(
        checks[1..],
        [
            (Some(true), "The keys are equal: 001.".to_string()),
            (Some(true), "s1 is 30 min after o1. The bounds are 0 to 2 h.".to_string()),
            (Some(true), "o1 was there from step 1, s1 arrived in step 3.".to_string()),
        ]
    );
    assert_eq!(answer, "They matched in step 3. In step 5 s1 left; the pair stays in the result.");
    // s5 has not arrived at step 10; o3 and it match in step 11.
    let (question, checks, answer) = told(10, "o3", "s5");
    assert_eq!(question, "Do o3 and s5 match?");
    assert_eq!(checks[3].1, "o3 is there from step 4, s5 arrives in step 11.");
    assert!(answer.starts_with("They match in step 11."), "{answer}");
    let (question, checks, answer) = told(10, "o2", "s4");
    assert_eq!(question, "Why do o2 and s4 not match?");
    assert_eq!((checks[1].0, checks[1].1.as_str()), (Some(false), "The keys differ: 002 and 008."));
    assert_eq!(checks[3], (Some(true), "o2 was there from step 2, s4 arrived in step 10.".to_string()));
    assert_eq!(answer, "They do not match: their keys are not equal.");
    let (_, checks, _) = told(15, "o1", "s5");
    assert_eq!(checks[3], (Some(false), "o1 had left in step 10, s5 arrived in step 11.".to_string()));
    let of = |id: &str| orders.rows().find(orders.scenario(), Side::Left, id).unwrap();
    let same = Words::new(&orders, Lang::En).pair(&orders.view(10), of("o1"), of("o2"));
    assert_eq!(
        format::plain(&same.checks[0].spans),
        "Both are on orders. A join pairs a row of orders with one of shipments."
    );
}
