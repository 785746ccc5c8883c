//! Joins side by side: what the design shows, and what must hold for every scenario of the golden traces.

#![cfg(not(target_arch = "wasm32"))]

use std::{path::Path, rc::Rc};

use joinscope_core::{
    compare::{Compared, Comparison, Elsewhere, Fate, Preset, Ran, Reason, Row, Run, Which, of_word, to_word},
    engine::RowId,
    explain::{self, Words, format::plain},
    replay::{Out, Recording},
    scenario::{self, Dialect, JoinKind, JoinType, Lang, Policy, Push, RowKind, Scenario, Side, Step},
    workspace::Edit,
};

const ORDERS: &str = include_str!("../www/scenarios/orders-shipments.scenario.json");

fn orders() -> Rc<Recording> {
    Rc::new(Recording::new(Rc::new(scenario::read(ORDERS).unwrap())))
}

/// A scenario of the gallery.
fn shown(name: &str) -> Rc<Scenario> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/scenarios/{name}.scenario.json"));
    Rc::new(scenario::read(&std::fs::read_to_string(path).unwrap()).unwrap())
}

fn compared(ready: &Rc<Recording>, preset: Preset) -> (Comparison, Compared) {
    let mut comparison = Comparison::default();
    comparison.choose(ready.scenario(), preset);
    let compared = Compared::new(ready, &comparison.setups(ready.scenario()));
    (comparison, compared)
}

/// A cell as the table writes it: "+I o1 NULL", "+I o2 NULL & Waits".
fn text(compared: &Compared, which: Which, row: Row) -> String {
    let run = compared.run(which).unwrap();
    let recording = run.recording();
    let cell = compared.cell(run, row);
    let id = |row: Option<_>| row.map_or("NULL", |row| recording.rows().id(recording.scenario(), row));
    let mut parts: Vec<String> = cell
        .emissions
        .iter()
        .map(|e| format!("{} {} {}", e.out.kind.word(), id(e.out.left), id(e.out.right)))
        .collect();
    parts.extend(cell.said(run).map(|fate| match fate {
        Fate::Waits { for_ever: true } => "waits for ever".to_string(),
        Fate::Waits { .. } => "waits".to_string(),
        Fate::Late { .. } => "late".to_string(),
        other => format!("{other:?}"),
    }));
    parts.join(" & ")
}

fn reasons(compared: &Compared, row: Row, lang: Lang) -> Vec<String> {
    explain::differences(compared, row, lang).iter().map(|spans| plain(spans)).collect()
}

#[test]
fn regular_against_interval_is_the_design() {
    let (comparison, compared) = compared(&orders(), Preset::RegularInterval);
    assert_eq!(comparison.preset(compared.base()), Some(Preset::RegularInterval));
    let rows = compared.rows_until(10);
    let table: Vec<[String; 2]> =
        rows.iter().map(|row| Which::BOTH.map(|which| text(&compared, which, *row))).collect();
    let expected = [
        ["+I o1 NULL", "waits"],
        ["+I o2 NULL", "waits"],
        ["-D o1 NULL & +I o1 s1", "+I o1 s1"],
        ["+I o3 NULL", "waits"],
        ["waits", "waits"],
        ["+I o4 s2", "+I o4 s2"],
        ["+I o5 NULL", "waits"],
        ["waits for ever", "late"],
        ["+I o6 NULL", "waits"],
        ["waits for ever", "+I o2 NULL & waits"],
    ];
    assert_eq!(table, expected.map(|row| row.map(str::to_string)));
    assert_eq!((compared.events(10), compared.differing(10)), (10, (8, 10)));
    let differ: Vec<bool> = rows.iter().map(|row| compared.row_differs(*row)).collect();
    assert_eq!(differ, [true, true, true, true, false, false, true, true, true, true]);

    let totals = Which::BOTH.map(|which| {
        let run = compared.run(which).unwrap();
        let totals = run.totals(10, &run.recording().view(run.step_at(10)));
        (totals.emitted, totals.taken_back, totals.held, totals.late, run.only_grows())
    });
    assert_eq!(totals, [(8, 1, 10, 0, true), (3, 0, 5, 1, false)]);
    let o2 = |which| explain::padded(compared.run(which).unwrap(), 1, 10, Lang::En);
    assert_eq!(Which::BOTH.map(o2), ["step 2, not final", "step 10, final"]);
    let names = explain::short_names(
        &comparison.setup(compared.base(), Which::A),
        &comparison.setup(compared.base(), Which::B),
        Lang::En,
    );
    assert_eq!(names, ["regular", "interval"]);

    let at = |step| reasons(&compared, compared.row_at(step).unwrap(), Lang::En);
    assert_eq!(
        at(10),
        [
            "o2: B emits its NULL row now, as 11:40 is past 11:35. A emitted it at step 2 and would have retracted it, had a shipment come."
        ]
    );
    assert_eq!(
        at(1),
        ["o1: A emits a NULL row at once: a regular join does not wait. B waits, and emits its pair at step 3."]
    );
    assert_eq!(
        at(2),
        ["o2: A emits a NULL row at once: a regular join does not wait. B waits, and emits it at step 10."]
    );
    assert_eq!(at(3), ["o1: A takes its NULL row back, since a partner came. B had not emitted it."]);
    assert_eq!(at(5), Vec::<String>::new());
    assert_eq!(at(8), ["s3: A keeps it for ever. B does not: 09:15 is behind the watermark 10:20."]);
    let zh = reasons(&compared, compared.row_at(10).unwrap(), Lang::Zh);
    assert_eq!(
        zh,
        ["o2：B 此时输出它的 NULL 行，因为 11:40 已越过 11:35。A 在第 2 步就已输出，若有发货到来则会撤回。"]
    );
}

#[test]
fn each_known_pair_differs_somewhere_in_the_gallery() {
    for preset in Preset::ALL {
        let ready = Rc::new(Recording::new(shown(preset.seen_in())));
        let (_, compared) = compared(&ready, preset);
        assert!(compared.runs().iter().all(|run| run.recording().outcome().is_ok()), "{preset:?}");
        assert!(compared.differing(compared.steps()).0 > 0, "{preset:?}");
    }
}

#[test]
fn beside_a_window_join_stands_one_that_differs() {
    for name in ["readings-tumbling", "clicks-sliding", "ads-datastream-sliding", "sessions-sql", "lateness-repeats"] {
        let ready = Rc::new(Recording::new(shown(name)));
        let comparison = Comparison::default();
        let compared = Compared::new(&ready, &comparison.setups(ready.scenario()));
        assert!(compared.runs().iter().all(|run| run.recording().outcome().is_ok()), "{name}");
        assert!(compared.differing(compared.steps()).0 > 0, "{name}");
    }
}

#[test]
fn differences_can_be_gone_through() {
    let (_, compared) = compared(&orders(), Preset::RegularInterval);
    assert_eq!(compared.next_difference(4, false), Some(7));
    assert_eq!(compared.next_difference(7, true), Some(4));
    assert_eq!(compared.next_difference(0, false), Some(1));
    assert_eq!(compared.next_difference(1, true), None);
    assert_eq!(compared.next_difference(15, false), None);
}

#[test]
fn spark_runs_a_script_derived_from_the_events() {
    let (_, compared) = compared(&orders(), Preset::FlinkSpark);
    let [flink, spark] = Which::BOTH.map(|which| compared.run(which).unwrap());
    assert_eq!(flink.scenario().dialect, Dialect::FlinkSql);
    assert_eq!(spark.scenario().dialect, Dialect::Spark);
    // A micro-batch follows each event, and stands in the event's row; watermark steps go.
    let pushes = compared.base().script.iter().filter(|step| matches!(step, Step::Push(_))).count();
    assert_eq!(spark.scenario().script.len(), 2 * pushes);
    let row = compared.row_at(3).unwrap();
    assert_eq!(text(&compared, Which::B, row), "+I o1 s1");
    let watermark = compared.row_at(12).unwrap();
    assert_eq!(compared.cell(spark, watermark).ran, Ran::NoStep);
    assert!(
        compared.row_differs(compared.row_at(15).unwrap()),
        "o5 and o6 leave with a watermark step that Spark lacks"
    );
}

#[test]
fn a_spark_script_stands_beside_flink_row_by_row() {
    let flink = orders();
    let mut scenario = (**flink.scenario()).clone();
    scenario = joinscope_core::workspace::convert(&scenario, 0, Dialect::Spark, Default::default()).scenario;
    let ready = Rc::new(Recording::new(Rc::new(scenario)));
    let comparison = Comparison::default();
    let compared = Compared::new(&ready, &comparison.setups(ready.scenario()));
    assert_eq!(comparison.setup(ready.scenario(), Which::B).dialect, Dialect::FlinkSql);
    let first = compared.row_at(2).unwrap();
    assert_eq!((first.first, first.last), (1, 2));
    assert_eq!(text(&compared, Which::A, compared.row_at(6).unwrap()), "+I o1 s1");
    assert_eq!(text(&compared, Which::B, compared.row_at(6).unwrap()), "+I o1 s1");
    // Between an event and its batch, Spark only waits.
    assert_eq!(text(&compared, Which::A, compared.row_at(5).unwrap()), "Pending");
    assert_eq!(text(&compared, Which::B, compared.row_at(5).unwrap()), "+I o1 s1");
}

#[test]
fn a_refused_side_does_not_stop_the_other() {
    let mut scenario = (**orders().scenario()).clone();
    scenario.join.kind = JoinKind::Temporal;
    scenario.join.ty = JoinType::Full;
    let ready = Rc::new(Recording::new(Rc::new(scenario)));
    assert!(ready.outcome().is_err());
    let comparison = Comparison::default();
    let compared = Compared::new(&ready, &comparison.setups(ready.scenario()));
    let [a, b] = Which::BOTH.map(|which| compared.run(which).unwrap());
    assert!(a.recording().outcome().is_err() && b.recording().outcome().is_ok());
    assert_eq!(compared.steps(), 15);
    assert_eq!((a.step_at(10), b.step_at(10)), (0, 10));
    let row = compared.row_at(3).unwrap();
    assert_eq!(compared.cell(a, row).ran, Ran::Stopped);
    assert!(!compared.row_differs(row));
    assert_eq!(compared.differing(15).0, 0);
}

#[test]
fn where_all_are_refused_the_events_can_still_be_stepped() {
    for dialect in Dialect::ALL {
        let mut scenario = (**orders().scenario()).clone();
        scenario = joinscope_core::workspace::convert(&scenario, 0, dialect, Default::default()).scenario;
        scenario.join.kind = JoinKind::Temporal;
        scenario.join.ty = JoinType::Full;
        let ready = Rc::new(Recording::new(Rc::new(scenario)));
        let setup = ready.scenario().setup();
        let compared = Compared::new(&ready, &[setup, setup]);
        assert_eq!(compared.steps(), ready.scenario().script.len(), "{dialect:?}");
    }
}

#[test]
fn every_type_of_one_join() {
    let (_, compared) = compared(&orders(), Preset::AllTypes);
    assert_eq!(compared.runs().len(), 6);
    let row = compared.row_at(10).unwrap();
    let counts: Vec<usize> = compared.runs().iter().map(|run| compared.cell(run, row).emissions.len()).collect();
    // o2 leaves: with NULL in left and full, and as itself in anti, which Flink plans as a regular join, step 2.
    assert_eq!(counts, [0, 1, 0, 1, 0, 0]);
    assert!(compared.row_differs(row));
}

#[test]
fn three_answers_to_the_price_at_order_time() {
    let text = std::fs::read_to_string("www/scenarios/price-lookup.scenario.json").unwrap();
    let ready = Rc::new(Recording::new(Rc::new(scenario::read(&text).unwrap())));
    let (comparison, three) = compared(&ready, Preset::ThreeAnswers);
    assert_eq!(comparison.to_word(ready.scenario()), "answers");
    let kinds: Vec<&str> = three.runs().iter().map(|run| run.scenario().join.kind.word()).collect();
    assert_eq!(kinds, ["lookup", "temporal", "regular"]);
    // o3, of 10:08, and what it came out with: the price when it arrived, the price of its time, all prices.
    let price = |run: &joinscope_core::compare::Run| -> Vec<String> {
        let recording = run.recording();
        let id = |row| recording.rows().id(recording.scenario(), row).to_string();
        let out = recording.out(recording.len());
        out.iter().filter(|out| out.left.map(id).as_deref() == Some("o3")).filter_map(|out| out.right.map(id)).collect()
    };
    let answers: Vec<Vec<String>> = three.runs().iter().map(price).collect();
    assert_eq!(answers, [vec!["p3"], vec!["p1"], vec!["p1", "p3", "p4"]]);
    let (_, two) = compared(&ready, Preset::AllTypes);
    assert_eq!(two.runs().len(), 6);
}

#[test]
fn each_side_is_changed_alone() {
    let base = Rc::clone(orders().scenario());
    let mut comparison = Comparison::default();
    let b = comparison.setup(&base, Which::B);
    comparison.switch(&base, Which::A, Dialect::Spark);
    assert_eq!(comparison.setup(&base, Which::A).dialect, Dialect::Spark);
    assert_eq!(comparison.setup(&base, Which::B), b);
    comparison.edit(&base, Which::B, &Edit::Policy(Some(Policy::Max)));
    assert_eq!(comparison.setup(&base, Which::B).policy, Some(Policy::Max));
    comparison.switch(&base, Which::A, Dialect::FlinkSql);
    comparison.reset();
    assert_eq!(comparison, Comparison::default());
    assert_eq!(comparison.setup(&base, Which::A), base.setup());
}

fn golden() -> impl Iterator<Item = (String, Rc<Scenario>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<_> = ["flink", "spark"]
        .iter()
        .flat_map(|engine| std::fs::read_dir(root.join(engine)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".scenario.json"))
        .collect();
    files.sort();
    files.into_iter().step_by(5).filter_map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        Some((path.display().to_string(), Rc::new(scenario::read(&text).ok()?)))
    })
}

#[test]
fn a_scenario_never_differs_from_itself() {
    for (name, scenario) in golden() {
        let ready = Rc::new(Recording::new(scenario));
        let setup = ready.scenario().setup();
        let compared = Compared::new(&ready, &[setup, setup]);
        let all = compared.base().script.len();
        assert_eq!(compared.differing(all).0, 0, "{name}");
        for step in 0..=all {
            if let Some(row) = compared.row_at(step) {
                assert!(!compared.row_differs(row), "{name} at {step}");
                assert!(compared.reasons(row).0.is_empty(), "{name} at {step}");
            }
        }
        assert_eq!(compared.only_here(Which::A, all), 0, "{name}");
    }
}

#[test]
fn totals_are_the_outputs_and_rows_lose_nothing() {
    for (name, scenario) in golden() {
        let ready = Rc::new(Recording::new(scenario));
        let comparison = Comparison::default();
        let compared = Compared::new(&ready, &comparison.setups(ready.scenario()));
        let all = compared.base().script.len();
        for run in compared.runs() {
            let recording = run.recording();
            let out = recording.out(recording.len());
            let totals = run.totals(all, &recording.view(recording.len()));
            assert_eq!(totals.emitted, out.len() as u64, "{name}");
            let back = out.iter().filter(|out| matches!(out.kind, RowKind::Delete | RowKind::UpdateBefore)).count();
            assert_eq!(totals.taken_back, back as u64, "{name}");
            let standing: i64 = run.result(all).values().sum();
            assert_eq!(totals.result as i64, standing, "{name}");
            // The table's cells, one after the other, are the output.
            if run.reaches(all) {
                let cells = compared.rows_until(all).into_iter().flat_map(|row| compared.cell(run, row).emissions);
                let cells: Vec<_> = cells.map(|emission| emission.out).collect();
                assert_eq!(cells, out, "{name}");
                assert_eq!(run.step_at(all), recording.len(), "{name}");
            }
            let held = recording.held(&recording.view(recording.len())).unwrap_or_default();
            let charted = compared.held(run);
            assert_eq!(charted.len(), all + 1);
            if run.reaches(all) && recording.held(&recording.view(recording.len())).is_some() {
                assert_eq!(charted[all], Some(held[Side::Left] + held[Side::Right]), "{name}");
            }
        }
    }
}

#[test]
fn every_difference_of_every_pair_has_its_words() {
    for (name, scenario) in golden() {
        let ready = Rc::new(Recording::new(scenario));
        for preset in Preset::ALL.into_iter().filter(|preset| preset.several().is_none()) {
            let (comparison, compared) = compared(&ready, preset);
            for which in Which::BOTH {
                let setup = comparison.setup(compared.base(), which);
                assert_eq!(of_word(&to_word(&setup)), Some(setup), "{name}");
            }
            for row in compared.rows_until(compared.base().script.len()) {
                let differs = compared.row_differs(row);
                for lang in [Lang::En, Lang::Zh] {
                    let told = reasons(&compared, row, lang);
                    assert_eq!(differs, !told.is_empty(), "{name} {preset:?} at {row:?}: {told:?}");
                    for sentence in told {
                        // Nothing fires in Spark.
                        let spark = |which| comparison.setup(compared.base(), which).dialect == Dialect::Spark;
                        let fires = sentence.contains("fires");
                        assert!(
                            !fires || !Which::BOTH.into_iter().all(spark),
                            "{name} {preset:?} at {row:?}: {sentence}"
                        );
                        assert!(!sentence.contains(['{', '}']), "{name} {preset:?} at {row:?}: {sentence}");
                    }
                }
            }
        }
    }
}

/// Whether a row that came out alone is taken back, if behind a step a partner comes: of its key, and within the bounds.
fn partner_takes_back(run: &Run, step: usize, row: RowId) -> bool {
    let (recording, scenario) = (run.recording(), run.scenario());
    let of = recording.rows().push(scenario, row).unwrap();
    let apart = match scenario.join.kind {
        JoinKind::Interval(interval) => interval.inclusive().0,
        _ => 0,
    };
    let time = if of.side == Side::Left { of.time + apart } else { of.time - apart };
    let partner = Push { side: of.side.other(), id: "partner".into(), time, kind: RowKind::Insert, ..of.clone() };
    let mut script: Vec<Step> = scenario.script.iter().take(step).cloned().collect();
    script.push(Step::Push(partner));
    let again = Recording::new(Rc::new(Scenario { script: script.into(), ..(**scenario).clone() }));
    let back = |out: Out| {
        out.kind == RowKind::Delete
            && (out.left, out.right) == if of.side == Side::Left { (Some(row), None) } else { (None, Some(row)) }
    };
    again.emitted(again.len()).any(back)
}

#[test]
fn what_is_said_to_be_open_is_taken_back_by_a_partner_and_nothing_else_is() {
    let (mut open, mut closed) = (0, 0);
    let of_gallery = ["orders-shipments", "null-keys-flink"].map(|name| (name.to_string(), shown(name)));
    for (name, scenario) in of_gallery.into_iter().chain(golden()) {
        let ready = Rc::new(Recording::new(scenario));
        let (_, compared) = compared(&ready, Preset::RegularInterval);
        for row in compared.rows_until(compared.base().script.len()) {
            for reason in compared.reasons(row).0 {
                let Reason::Emits {
                    by, emission, elsewhere: Elsewhere::Earlier { taken_back: None, may_go, .. }, ..
                } = reason
                else {
                    continue;
                };
                let there = compared.run(by.other()).unwrap();
                let Some(alone) = emission.alone().filter(|_| emission.out.kind.adds()) else { continue };
                let (step, id) = (there.step_at(row.last), there.find(alone).unwrap());
                let back = there.retracts() && partner_takes_back(there, step, id);
                assert_eq!(may_go, back, "{name} at {row:?}: {emission:?}");
                let told = explain::padded(there, alone, row.last, Lang::En);
                assert!(
                    emission.half || told.ends_with(if back { ", not final" } else { ", final" }),
                    "{name}: {told}"
                );
                if back { open += 1 } else { closed += 1 }
            }
        }
    }
    assert!(open > 20 && closed > 5, "{open} {closed}");
}

#[test]
fn a_pair_whose_window_is_open_at_the_end_is_not_said_never_to_come() {
    let ready = Rc::new(Recording::new(shown("readings-tumbling")));
    let (_, compared) = compared(&ready, Preset::FlinkSpark);
    let at = |step| reasons(&compared, compared.row_at(step).unwrap(), Lang::En);
    assert_eq!(at(2), ["h1 d1: B emits the pair. A waits, and emits it at step 5."]);
    assert_eq!(
        at(9),
        [
            "h3 d3: A emits the pair, as the window 10:05 to 10:10 fires. B emitted it at step 6.",
            "h5 d4: B emits the pair. In A their window has not fired when the script ends."
        ]
    );
}

#[test]
fn each_step_has_a_word_for_the_playhead() {
    let (_, compared) = compared(&orders(), Preset::RegularInterval);
    let words = Words::new(compared.playhead(), Lang::En);
    assert_eq!(words.step_valuetext(10), "step 10 of 15, s4 arrives on shipments");
}

#[test]
fn a_comparison_is_read_as_it_was_written() {
    let base = scenario::read(ORDERS).unwrap();
    for preset in Preset::ALL {
        let mut chosen = Comparison::default();
        chosen.choose(&base, preset);
        let again = Comparison::of_word(&chosen.to_word(&base)).unwrap();
        assert_eq!(again.setups(&base), chosen.setups(&base), "{}", chosen.to_word(&base));
    }
    for odd in ["", ";", "x", "types;", "a;types", "flink_sql;flink_sql"] {
        assert_eq!(Comparison::of_word(odd), None, "{odd}");
    }
}
