//! What may stand in place of the output: the table of a sink, metrics, and the engine's plan. The plan's states hold what the
//! engine holds and let go of it when it does; a sink that takes every change has the result; metrics add up.

#![cfg(not(target_arch = "wasm32"))]

mod random;

use std::{collections::BTreeMap, fs, path::Path, rc::Rc};

use joinscope_core::{
    engine::Plan,
    explain::Words,
    metrics::{Tallies, Tally, json},
    plan::{By, Holds, Mark, Never, Planned, State, Until, kept_from, planned},
    replay::{Out, Phase, Recording, View},
    scenario::{self, Dialect, JoinKind, Lang, Scenario, Side, Sides, Step, Window},
    sinks::{Choice, Content, Kind, PrimaryKey, Sink, Sum, by_day, changed_later, target, until},
};
use proptest::prelude::*;
use random::*;

fn named(name: &str) -> Recording {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/scenarios/{name}.scenario.json"));
    Recording::new(Rc::new(scenario::read(&fs::read_to_string(path).unwrap()).unwrap()))
}

/// All that is served, and all that the real engines were asked.
fn all() -> Vec<(String, Recording)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden = fs::read_dir(root.join("tests/golden")).unwrap().flatten().map(|folder| folder.path());
    let folders = golden.chain([root.join("www/scenarios")]);
    let mut files: Vec<_> =
        folders.flat_map(|folder| fs::read_dir(folder).unwrap().flatten()).map(|file| file.path()).collect();
    files.retain(|path| path.to_str().unwrap().ends_with(".scenario.json"));
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let scenario = scenario::read(&fs::read_to_string(path).unwrap()).ok()?;
        Some((path.file_name()?.to_str()?.to_string(), Recording::new(Rc::new(scenario))))
    };
    files.iter().filter_map(read).collect()
}

// ---- the plan

/// Whether an entry of a state is a row, or a row's copy.
fn is_row(state: &State) -> bool {
    match state.holds {
        Holds::Rows
        | Holds::RowsWithPartners
        | Holds::RowsMatched
        | Holds::RowsByTime
        | Holds::Waiting
        | Holds::Versions
        | Holds::Copies
        | Holds::CopiesOfBoth
        | Holds::Sessions
        | Holds::RowByNumber
        | Holds::CopyByNumber => true,
        Holds::SessionNames | Holds::TimerOfKey | Holds::Place | Holds::NumberOfRows => false,
    }
}

fn states(planned: &Planned) -> impl Iterator<Item = &State> {
    planned.operators.iter().flat_map(|operator| &operator.states)
}

/// The states' entries are what the engine counts, and each row is kept exactly as long as its state says.
fn check_plan(name: &str, recording: &Recording, view: &View) {
    let planned = planned(recording, view).unwrap_or_else(|| panic!("{name} is planned"));
    let mut entries: Sides<u64> = Sides::default();
    let mut both = 0;
    for state in states(&planned).filter(|state| is_row(state)) {
        let count = state.entries.expect("rows are counted");
        match state.side {
            Some(side) => entries[side] += count,
            None => both += count,
        }
    }
    let total = entries.left + entries.right + both;
    assert_eq!(total, view.held.left + view.held.right, "{name} after step {}", view.step);
    if both == 0 && entries != Sides::default() {
        assert_eq!(entries, view.held, "{name} after step {}", view.step);
    }
    for (row, info) in recording.rows().iter() {
        let of = view.row(row);
        if of.phase != Phase::Held || of.copies > 0 {
            continue;
        }
        let state = states(&planned).find(|state| is_row(state) && state.side.is_none_or(|side| side == info.side));
        let Some(state) = state else { continue };
        // A row that comes when its moment is over leaves at the next watermark: 1 ms after the one that it met.
        let marks = || (0..=view.step).filter_map(|step| recording.view(step).join_watermark);
        let is_overdue =
            |due: i64| recording.scenario().dialect != Dialect::Spark && marks().any(|mark| mark + 1 == due);
        match state.until {
            Until::Passed { after } => {
                let cleanup = match recording.scenario().join.kind {
                    JoinKind::Interval(interval) => interval.min_cleanup_interval,
                    _ => 0,
                };
                let due = of.due.expect("it is due");
                let id = recording.rows().id(recording.scenario(), row);
                let expected = info.time + after - cleanup;
                assert!(
                    due == expected || due > expected && is_overdue(due),
                    "{name}: {id} is due at {due}, not {expected}"
                );
            }
            Until::OwnTime => {
                let due = of.due.expect("it is due");
                assert!(due == info.time || due > info.time && is_overdue(due), "{name}: due at {due}");
            }
            // Versions of Flink's, TTLs and joins without a bound in time have no due time.
            Until::Never(_) | Until::Superseded | Until::Unwritten { .. } => {
                assert!(of.due.is_none() || recording.rows().lookup(), "{name}: {:?} of {:?}", of.due, state);
            }
            Until::WindowEnd { .. } | Until::WithRows => panic!("{name}: {state:?} of a row without windows"),
        }
    }
    // A window's rows leave when its state says.
    if let JoinKind::Window { .. } = recording.scenario().join.kind {
        for (id, window) in view.windows.iter() {
            let open =
                states(&planned).find(|state| is_row(state) && state.side.is_none_or(|side| Some(side) == id.side));
            let state = match recording.rows().by_session() && id.side.is_some() && !window.grows {
                // Handed on to the join.
                true => states(&planned).find(|state| state.holds == Holds::Copies),
                false if id.side.is_some() => open,
                false => states(&planned).find(|state| is_row(state)),
            };
            let state = state.unwrap_or_else(|| panic!("{name} has no state for {id:?}"));
            let due = match state.until {
                Until::WindowEnd { before, lateness, .. } => {
                    Some(id.span.end.saturating_add(lateness) - i64::from(before))
                }
                Until::Never(_) => None,
                _ => panic!("{name}: {state:?}"),
            };
            if let (Some(due), Some(of)) = (due, window.due) {
                assert_eq!(of, due, "{name}: {id:?} after step {}", view.step);
            } else {
                assert_eq!((due, window.due), (None, None), "{name}: {id:?}");
            }
        }
    }
}

#[test]
fn the_plan_holds_what_the_engine_holds_and_lets_go_when_it_does() {
    let mut seen = 0;
    for (name, recording) in all() {
        if recording.outcome().is_err_and(|stopped| stopped.step.is_none()) {
            assert_eq!(planned(&recording, &recording.view(0)), None, "{name}");
            continue;
        }
        // Flink leaks rows of merged sessions, which nobody counts; NoJoin keeps none.
        let mut view = recording.view(0);
        for step in 0..=recording.len() {
            if step > 0 {
                recording.advance(&mut view);
            }
            if recording.outcome() != Ok(Plan::NoJoin) && step % 3 == 0 || step == recording.len() {
                check_plan(&name, &recording, &view);
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

fn names(planned: &Planned) -> Vec<String> {
    let of = |operator: &joinscope_core::plan::Operator| {
        let states: Vec<&str> = operator.states.iter().map(|state| state.name).collect();
        format!("{}: {}", operator.name, states.join(" ")).trim().to_string()
    };
    planned.operators.iter().map(of).collect()
}

#[test]
fn every_family_has_its_engines_names() {
    let of = |name: &str| {
        let recording = named(name);
        names(&planned(&recording, &recording.view(recording.len())).unwrap())
    };
    let interval =
        "IntervalJoinLeftCache IntervalJoinRightCache IntervalJoinLeftTimerState IntervalJoinRightTimerState";
    let spark = "StreamingSymmetricHashJoin: left-keyWithIndexToValue left-keyToNumValues right-keyWithIndexToValue right-keyToNumValues";
    let records = "left-records right-records";
    let cases: [(&str, Vec<String>); 14] = [
        ("orders-shipments", vec![format!("IntervalJoin: {interval}")]),
        ("anti-interval-sql", vec![format!("Join: {records}")]),
        ("no-watermark-one-side", vec![format!("Join: {records}")]),
        ("rates-regular", vec![format!("Join: {records}")]),
        ("rates-temporal", vec!["TemporalJoin: left right next-index timer".into()]),
        ("price-lookup", vec!["LookupJoin:".into()]),
        ("clicks-sliding", vec!["WindowTableFunction:".into(), format!("WindowJoin: {records}")]),
        (
            "visits-sessions",
            vec![
                "WindowTableFunction: session-window-tvf-acc session-window-mapping session-window-tvf-counter".into(),
                "WindowTableFunction: session-window-tvf-acc session-window-mapping session-window-tvf-counter".into(),
                format!("WindowJoin: {records}"),
            ],
        ),
        ("calls-datastream", vec!["Interval Join: LEFT_BUFFER RIGHT_BUFFER".into()]),
        ("ads-datastream-sliding", vec!["Window: window-contents".into()]),
        ("chats-datastream-session", vec!["Window: window-contents merging-window-set".into()]),
        ("ads-spark-interval", vec![spark.into()]),
        ("trips-spark-window", vec![spark.into()]),
        ("price-static-spark", vec!["BroadcastHashJoin:".into()]),
    ];
    for (name, expected) in cases {
        assert_eq!(of(name), expected, "{name}");
    }
}

#[test]
fn what_the_engine_runs_instead_decides_what_is_kept() {
    let first = |name: &str| {
        let recording = named(name);
        let planned = planned(&recording, &recording.view(recording.len())).unwrap();
        let state = states(&planned).next().unwrap().clone();
        (state.until, state.by)
    };
    assert_eq!(first("anti-interval-sql"), (Until::Never(Never::PlanIgnoresTime), By::Retraction));
    assert!(matches!(first("no-watermark-one-side"), (Until::Never(Never::NoWatermark(_)), _)));
    assert_eq!(first("rates-regular"), (Until::Never(Never::Unbounded), By::Retraction));
    assert!(matches!(first("ttl-forgets"), (Until::Unwritten { .. }, By::RetractionOrTtl)));
    assert!(matches!(first("old-cleanup-delay"), (Until::Passed { .. }, By::TimerOrOtherSide)));
    assert!(matches!(
        first("one-watermark-left-spark"),
        (Until::Never(Never::NoWatermark(Side::Left | Side::Right)), By::Nothing)
    ));
    assert!(matches!(first("semi-spark"), (Until::Passed { .. }, By::MatchOrScan)));
    assert!(matches!(
        first("lateness-repeats"),
        (Until::WindowEnd { mark: Mark::Join, before: true, lateness: 1.. }, By::CleanupTimer)
    ));
    // What is planned as no join keeps nothing.
    let mut scenario = (**named("orders-shipments").scenario()).clone();
    if let JoinKind::Interval(interval) = &mut scenario.join.kind {
        (interval.upper, interval.lower, interval.upper_inclusive) = (0, 0, false);
    }
    let recording = Recording::new(Rc::new(scenario));
    assert_eq!(recording.outcome(), Ok(Plan::NoJoin));
    assert_eq!(names(&planned(&recording, &recording.view(3)).unwrap()), ["Calc:"]);
}

#[test]
fn the_formula_has_the_present_numbers() {
    let recording = named("orders-shipments");
    let view = recording.view(10);
    let told = Words::new(&recording, Lang::En).plan(&view).unwrap();
    let state = &told.operators[0].states[0];
    assert_eq!(told.operators[0].title, "IntervalJoin (RowTimeIntervalJoin)");
    assert_eq!((state.name, &*state.until), ("IntervalJoinLeftCache", "watermark > order_time + 2 h"));
    assert_eq!(state.entries, Some(view.held.left));
    let from = kept_from(Until::Passed { after: 7_200_001 }, &view).unwrap();
    assert_eq!(from, view.join_watermark.unwrap() - 7_200_000);
    assert!(state.now.contains("stay"), "{}", state.now);
    let zh = Words::new(&recording, Lang::Zh).plan(&view).unwrap();
    assert_eq!(zh.operators[0].states[0].until, "水位线 > order_time + 2 小时");
    // The setting shows where it holds.
    let cleanup = named("old-cleanup-delay");
    let told = Words::new(&cleanup, Lang::En).plan(&cleanup.view(1)).unwrap();
    assert!(told.settings.iter().any(|(name, _)| *name == "table.exec.interval-join.min-cleanup-interval"));
    let ttl = named("ttl-forgets");
    let told = Words::new(&ttl, Lang::En).plan(&ttl.view(1)).unwrap();
    assert!(told.operators[0].states[0].now.starts_with("the clock is at"), "{:?}", told.operators[0].states[0]);
}

#[test]
fn the_plan_says_what_partitions_idleness_and_a_longest_session_change() {
    let plain = |of: &[joinscope_core::explain::Span]| of.iter().map(|span| span.text.as_str()).collect::<String>();
    let lagging = named("lagging-partition");
    let told = Words::new(&lagging, Lang::En).plan(&lagging.view(9)).unwrap();
    assert_eq!(told.sources.iter().map(|of| &*of.name).collect::<Vec<_>>(), ["orders, 2 partitions"]);
    let words: Vec<String> = told.sources[0].told.iter().map(|told| plain(told)).collect();
    assert!(words[0].starts_with("Its watermark is its slowest partition’s, of those that are not idle"), "{words:?}");
    assert!(words[1].contains("partition 1 holds it at") && words[1].contains("for ever"), "{words:?}");
    assert_eq!(told.rules, ["The join’s watermark is the smaller of both sides’."]);
    let idle = named("idle-partition");
    let told = Words::new(&idle, Lang::En).plan(&idle.view(idle.len())).unwrap();
    assert!(told.rules[0].contains("an idle side has no say"), "{:?}", told.rules);
    assert!(
        told.settings
            .iter()
            .any(|(name, value)| *name == "scan.watermark.idle-timeout" && value.starts_with("orders: "))
    );
    assert!(plain(&told.sources[0].told[0]).contains("is idle until its next row"));
    let capped = named("players-capped");
    let told = Words::new(&capped, Lang::En).plan(&capped.view(1)).unwrap();
    assert!(
        told.settings
            .iter()
            .any(|(name, value)| *name == "CappedSessionWindows" && value.starts_with("no session longer than"))
    );
    assert!(told.rules.last().unwrap().starts_with("Flink has no longest session"), "{:?}", told.rules);
    assert!(told.sources.is_empty());
    // To a regular join sources mean nothing, and Spark has one mark a side.
    let mut scenario = (**lagging.scenario()).clone();
    scenario.join.kind = JoinKind::Regular { state_ttl: 0 };
    let regular = Recording::new(Rc::new(scenario.clone()));
    assert!(planned(&regular, &regular.view(3)).unwrap().sources.is_empty());
    (scenario.join.kind, scenario.dialect) = (lagging.scenario().join.kind, Dialect::Spark);
    let spark = Recording::new(Rc::new(scenario));
    let told = Words::new(&spark, Lang::En).plan(&spark.view(0));
    if let Some(told) = told {
        assert_eq!(told.sources[0].told.len(), 1);
        assert!(plain(&told.sources[0].told[0]).starts_with("Spark keeps one mark"), "{:?}", told.sources);
    }
}

#[test]
fn everything_is_told_in_both_languages() {
    let han = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for (name, recording) in all().into_iter().filter(|(_, recording)| recording.outcome().is_ok()).step_by(3) {
        let view = recording.view(recording.len());
        for lang in [Lang::En, Lang::Zh] {
            let words = Words::new(&recording, lang);
            let plan = words.plan(&view).unwrap();
            for state in plan.operators.iter().flat_map(|operator| &operator.states) {
                for text in [&*state.holds, &*state.until, state.by] {
                    assert!(!text.is_empty() && !text.contains(['{', '}', '*']), "{name}: {text}");
                }
                assert_eq!(han(state.by), lang == Lang::Zh, "{name}");
            }
            let metrics = Tallies::of(&recording).metrics(&recording, &view);
            let told = words.metrics(&metrics);
            assert!(!told.engine.is_empty() && told.engine.iter().all(|of| !of.about.is_empty()), "{name}");
            assert!(told.own.iter().all(|of| !of.name.is_empty() && !of.name.contains('{')), "{name}");
            for kind in Kind::ALL {
                let sink = Choice { kind, key: PrimaryKey::Pair, lag: 2 }.sink();
                let told = words.target(&sink, &target(&recording, view.step, &sink));
                assert!(!told.why.is_empty() && !told.why.concat().contains('{'), "{name}: {told:?}");
            }
        }
    }
}

// ---- sinks in the gallery

#[test]
fn the_gallery_shows_what_its_sinks_do() {
    let at = |name: &str, step: usize, word: &str| target(&named(name), step, &Choice::of_word(word).unwrap().sink());
    let files = at("append-only-left", 6, "append_only");
    assert_eq!((files.extra(), files.lost.len(), files.ignored), (2, 0, 2));
    let failed = at("append-only-left", 6, "insert_only");
    assert_eq!((failed.failed, failed.rows.len(), failed.lost.len()), (Some(2), 1, 4));
    let small = |step, word| {
        let target = at("upsert-key-too-small", step, word);
        (target.rows.len(), target.lost.len())
    };
    assert_eq!((small(4, "upsert:left"), small(6, "upsert:left")), ((1, 1), (1, 1)));
    assert!(at("upsert-key-too-small", 6, "upsert_materialize:left").is_right());
    let lagging = at("reordered-keyed", 5, "reordered:left.order_no:1");
    assert_eq!((lagging.rows.len(), lagging.lost.len()), (0, 1));
    assert!(at("reordered-keyed", 5, "upsert:left.order_no").is_right());
    assert!(at("reordered-keyed", 5, "reordered:left.order_no:0").is_right());

    let total = named("yesterdays-total");
    let sum = Sum { left: "amount".into(), times: Some("rate".into()) };
    let days = by_day(&total, 6, &sum);
    let changed = changed_later(&total, 6, &days);
    assert_eq!(changed.len(), 1);
    let of = &changed[0];
    assert_eq!((of.over, of.before, &*of.steps, of.now), (4, 165.0, &[5, 6][..], 180.0));
    let told = |lang| {
        let spans = Words::new(&total, lang).changed_later(of);
        spans.iter().map(|span| span.text.clone()).collect::<String>()
    };
    assert_eq!(
        told(Lang::En),
        "The total of 2024-01-01 changed later: 165 when the day was over, 180 now. It changed in step 5 and step 6."
    );
    assert!(told(Lang::Zh).contains("165") && told(Lang::Zh).contains("180"), "{}", told(Lang::Zh));
    assert_eq!(changed_later(&total, 4, &by_day(&total, 4, &sum)), []);
    // The totals of all steps begin as those of the first steps.
    let all = by_day(&total, total.len(), &sum);
    for step in 0..=total.len() {
        assert_eq!(until(&all, step), by_day(&total, step, &sum), "step {step}");
    }
}

// ---- for any scenario

/// The rows that the changes of a result leave, each as often as it is there: a fold that knows nothing of sinks. What is taken
/// back without being there leaves nothing.
fn folded(changes: &[Out]) -> BTreeMap<Content, usize> {
    let mut rows: BTreeMap<Content, usize> = BTreeMap::new();
    for out in changes {
        let count = rows.entry((*out).into()).or_default();
        *count = if out.kind.adds() { *count + 1 } else { count.saturating_sub(1) };
    }
    rows.retain(|_, count| *count > 0);
    rows
}

fn held(rows: impl Iterator<Item = Content>) -> BTreeMap<Content, usize> {
    rows.fold(BTreeMap::new(), |mut rows, row| {
        *rows.entry(row).or_default() += 1;
        rows
    })
}

fn check_sinks(recording: &Recording) -> Result<(), TestCaseError> {
    let last = recording.len();
    for step in [0, last / 2, last] {
        // What a crash undid is not of the result, though it came out.
        let standing = recording.standing(step);
        let retract = target(recording, step, &Sink::Retract);
        prop_assert!(retract.is_right() || recording.recovers());
        prop_assert_eq!(held(retract.rows.iter().map(|row| row.row)), folded(&recording.out(step)));
        let keys = PrimaryKey::all(recording.scenario());
        for kind in Kind::ALL {
            for key in keys.iter().cloned() {
                let sink = Choice { kind, key, lag: 2 }.sink();
                let target = target(recording, step, &sink);
                // Of what is not committed yet nothing is lost.
                let to_be_seen = match (kind, recording.scenario().dialect) {
                    (Kind::ExactlyOnce, Dialect::FlinkSql | Dialect::FlinkDatastream) => {
                        let checkpoint = |step: &usize| recording.step(*step) == Some(&Step::Checkpoint);
                        (1..=step).rfind(checkpoint).unwrap_or(0)
                    }
                    _ => step,
                };
                let seen: Vec<Out> = standing.iter().filter(|out| out.step <= to_be_seen).copied().collect();
                let result = folded(&seen);
                if kind == Kind::ExactlyOnce {
                    prop_assert!(target.is_right());
                    prop_assert_eq!(target.on_the_way, (standing.len() - seen.len()) as u64);
                }
                // What it has, less what is too much, and what it lacks are the result.
                let right = target.rows.iter().filter(|row| !row.extra).map(|row| row.row);
                prop_assert_eq!(&held(right.chain(target.lost.iter().copied())), &result, "{:?}", sink);
                prop_assert_eq!(target.result(), result.values().sum::<usize>());
            }
        }
    }
    Ok(())
}

fn add(sum: Tally, here: Tally) -> Tally {
    let sides = |a: Sides<u64>, b: Sides<u64>| Sides::new(a.left + b.left, a.right + b.right);
    Tally {
        rows: sides(sum.rows, here.rows),
        records: sides(sum.records, here.records),
        emitted: sum.emitted + here.emitted,
        taken_back: sum.taken_back + here.taken_back,
        late_rows: sides(sum.late_rows, here.late_rows),
        late_copies: sides(sum.late_copies, here.late_copies),
        repeated: sum.repeated + here.repeated,
        stored: sum.stored + here.stored,
        read: sum.read + here.read,
        put_out: sum.put_out + here.put_out,
        dropped: sum.dropped + here.dropped,
        removed: sum.removed + here.removed,
    }
}

fn check_metrics(recording: &Recording) -> Result<(), TestCaseError> {
    let tallies = Tallies::of(recording);
    let mut sum = Tally::default();
    let mut counted: BTreeMap<&str, i64> = BTreeMap::new();
    let mut view = recording.view(0);
    for _ in 0..recording.len() {
        recording.advance(&mut view);
        let metrics = tallies.metrics(recording, &view);
        sum = add(sum, metrics.here);
        prop_assert_eq!(metrics.so_far, sum);
        prop_assert_eq!(sum.emitted, view.emitted);
        if recording.came_back_to(view.step).is_some() {
            // Flink's task begins anew.
            counted.clear();
        }
        for metric in metrics.operator.iter().chain(&metrics.summed) {
            if let Some(here) = metric.here {
                let so_far = counted.entry(metric.name).or_default();
                *so_far += here;
                prop_assert_eq!(metric.value, *so_far, "{}", metric.name);
            }
        }
        let text = json(&metrics);
        prop_assert!(text.contains("soFar"));
    }
    Ok(())
}

#[test]
fn metrics_add_up_where_there_are_crashes() {
    let mut seen = 0;
    for (name, recording) in all().into_iter().filter(|(_, recording)| recording.recovers()) {
        check_metrics(&recording).unwrap_or_else(|why| panic!("{name}: {why}"));
        seen += 1;
    }
    assert!(seen > 50, "{seen}");
}

fn scenario_of(draft: &Draft, wild: bool) -> Scenario {
    if wild { draft.wild() } else { draft.tame() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_sink_that_takes_every_change_has_the_result_and_others_lack_what_they_say(draft in draft(30), wild in any::<bool>()) {
        check_sinks(&Recording::new(Rc::new(scenario_of(&draft, wild))))?;
    }

    #[test]
    fn metrics_add_up(draft in draft(30), wild in any::<bool>()) {
        check_metrics(&Recording::new(Rc::new(scenario_of(&draft, wild))))?;
    }

    #[test]
    fn the_plans_states_hold_what_any_run_holds(draft in draft(30)) {
        let recording = Recording::new(Rc::new(draft.tame()));
        if recording.outcome().is_ok_and(|plan| plan != Plan::NoJoin) {
            check_plan(&format!("{:?}", recording.scenario().join), &recording, &recording.view(recording.len()));
        }
    }
}

#[test]
fn a_longer_window_of_spark_is_in_its_plan() {
    // The copies of a sliding window are kept under their own windows.
    let recording = named("trips-spark-window");
    let view = recording.view(recording.len());
    let planned = planned(&recording, &view).unwrap();
    assert_eq!(recording.scenario().dialect, Dialect::Spark);
    assert!(matches!(
        recording.scenario().join.kind,
        JoinKind::Window { window: Window::Tumbling { .. } | Window::Sliding { .. }, .. }
    ));
    let numbers: Vec<&State> = states(&planned).filter(|state| state.holds == Holds::NumberOfRows).collect();
    let windows = |side: Side| view.windows.values().filter(|window| window.rows[side] > 0).count() as u64;
    assert_eq!(numbers.iter().map(|state| state.entries.unwrap()).collect::<Vec<_>>(), Side::BOTH.map(windows));
}
