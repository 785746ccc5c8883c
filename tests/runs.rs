//! A real run beside joinscope's own: each golden is equal; each change of a golden is found, in its step, with its reason; nothing
//! that is no trace makes anything panic.

#![cfg(not(target_arch = "wasm32"))]

mod random;

use std::{
    fs,
    path::{Path, PathBuf},
    rc::Rc,
    sync::OnceLock,
};

use joinscope_core::{
    explain::{Words, format::plain},
    replay::{self, Recording},
    runs::{self, Because, Changed, Comparison, Difference, Engine, Field, Row, Source, Told, Trace, Value, Why},
    scenario::{self, JoinKind, JoinType, Lang, Policy, RowKind, Scenario, Side, Step, Strategy as Watermarks},
};
use proptest::{collection::vec, prelude::*};
use random::{Draft, draft, hostile_scenario};
use serde_json::{Value as Json, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn recorded(scenario: Scenario) -> Recording {
    Recording::new(Rc::new(scenario))
}

fn scenario_at(path: &Path) -> Scenario {
    scenario::read(&fs::read_to_string(path).unwrap()).unwrap()
}

fn gallery(name: &str) -> Scenario {
    scenario_at(&root().join(format!("www/scenarios/{name}.scenario.json")))
}

fn golden(name: &str) -> Json {
    let path = root().join(format!("tests/golden/gallery/{name}.trace.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn read(trace: &Json) -> Trace {
    runs::read("", &trace.to_string()).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// Every scenario of the goldens that has a trace beside it.
fn goldens() -> impl Iterator<Item = (String, Scenario, Json)> {
    static ALL: OnceLock<Vec<(String, Scenario, Json)>> = OnceLock::new();
    ALL.get_or_init(read_goldens).iter().cloned()
}

fn read_goldens() -> Vec<(String, Scenario, Json)> {
    fn find(folder: &Path, all: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                find(&path, all)
            } else if path.to_string_lossy().ends_with(".trace.json") {
                all.push(path)
            }
        }
    }
    let mut all = Vec::new();
    find(&root().join("tests/golden"), &mut all);
    all.sort();
    assert!(all.len() > 1000);
    let pair = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().replace(".trace.json", "");
        let beside = path.with_file_name(format!("{name}.scenario.json"));
        let scenario = if beside.exists() { scenario_at(&beside) } else { gallery(&name) };
        (path.display().to_string(), scenario, serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap())
    };
    all.into_iter().map(pair).collect()
}

/// Numbers that look random and are the same each time.
struct Seed(u64);

impl Seed {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(n.max(1)).unwrap()).unwrap()
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[self.below(all.len())])
    }
}

/// All rows of a trace: step from 0, place in `out`.
fn rows(trace: &Json) -> Vec<(usize, usize)> {
    let steps = trace["steps"].as_array().unwrap();
    let of = |(index, step): (usize, &Json)| {
        (0..step["out"].as_array().unwrap().len()).map(move |at| (index, at)).collect::<Vec<_>>()
    };
    steps.iter().enumerate().flat_map(of).collect()
}

fn without_kind(row: &Json) -> Json {
    let mut row = row.clone();
    row.as_object_mut().unwrap().remove("kind");
    row
}

/// Rows that are in the trace once, whatever their kind.
fn single(trace: &Json) -> Vec<(usize, usize)> {
    let of = |(step, at): (usize, usize)| without_kind(&trace["steps"][step]["out"][at]);
    let all: Vec<Json> = rows(trace).into_iter().map(of).collect();
    rows(trace).into_iter().filter(|place| all.iter().filter(|row| **row == of(*place)).count() == 1).collect()
}

fn step_of(difference: &Difference) -> usize {
    difference.step.unwrap_or(0)
}

/// What of the output differs.
fn of_rows(comparison: &Comparison) -> Vec<&Difference> {
    let by_step = |difference: &&Difference| matches!(difference.field, Field::Out(_)) && difference.batch.is_none();
    comparison.differences.iter().filter(by_step).collect()
}

/// All that is said of a comparison, in both languages; nothing may be left to fill in.
fn said(recording: &Recording, trace: &Trace, comparison: &Comparison) -> String {
    let mut all = String::new();
    for lang in [Lang::En, Lang::Zh] {
        let words = Words::new(recording, lang);
        let mut say = |text: String| {
            assert!(!text.is_empty());
            all += &text;
            all.push('\n');
        };
        say(words.real_run(trace));
        say(plain(&words.real_verdict(comparison, trace)));
        say(words.real_compared(comparison));
        words.real_whole(comparison).iter().for_each(|spans| say(plain(spans)));
        for difference in comparison.differences.iter().take(200) {
            say(plain(&words.real_difference(difference)));
            words.real_why(difference).into_iter().for_each(|spans| say(plain(&spans)));
            words.real_fields(comparison, step_of(difference)).into_iter().for_each(&mut say);
        }
    }
    all
}

#[test]
fn every_golden_is_equal_to_its_own_scenario() {
    let mut steps = 0;
    for (name, scenario, trace) in goldens() {
        let recording = recorded(scenario);
        let trace = read(&trace);
        let comparison = Comparison::new(&recording, &trace);
        assert_eq!(comparison.differences, [], "{name}");
        assert!(comparison.equal() && comparison.differing() == 0, "{name}");
        assert_eq!((&comparison.other_engine, &comparison.other_script), (&None, &None), "{name}");
        steps += comparison.steps.len();
    }
    assert!(steps > 20_000, "{steps}");
}

#[test]
fn joinscopes_own_trace_is_equal_and_said_to_be_its_own() {
    let recording = recorded(gallery("orders-shipments"));
    let trace = runs::read("", &replay::trace(&recording)).unwrap();
    let comparison = Comparison::new(&recording, &trace);
    assert!(comparison.equal());
    assert_eq!(comparison.other_engine, None);
    let text = said(&recording, &trace, &comparison);
    assert!(text.contains("All 15 steps equal: what is drawn is what joinscope "), "{text}");
    assert!(text.contains("(Apache Flink 2.3.0) did."), "{text}");
}

/// Changes the goldens by chance, and asks what is said of the change. `change` gives the step, from 1, or nothing to change.
fn changed(
    most: usize,
    mut change: impl FnMut(&mut Json, &mut Seed, &Scenario) -> Option<usize>,
    check: impl Fn(&Comparison, usize) -> bool,
) {
    let mut seed = Seed(2026);
    let mut count = 0;
    for (name, scenario, mut trace) in goldens() {
        if trace.get("error").is_some() || count >= most || seed.below(3) > 0 {
            continue;
        }
        let Some(step) = change(&mut trace, &mut seed, &scenario) else { continue };
        let recording = recorded(scenario);
        let trace = read(&trace);
        let comparison = Comparison::new(&recording, &trace);
        let text = said(&recording, &trace, &comparison);
        assert!(!comparison.equal(), "{name}: nothing is found");
        assert!(check(&comparison, step), "{name}, step {step}: {text}\n{:#?}", comparison.differences);
        count += 1;
    }
    assert!(count >= most.min(40), "only {count} were changed");
}

#[test]
fn a_row_that_is_dropped_is_missed_in_its_step() {
    changed(
        120,
        |trace, seed, _| {
            let (step, at) = seed.pick(&single(trace))?;
            trace["steps"][step]["out"].as_array_mut()?.remove(at);
            Some(step + 1)
        },
        |comparison, step| {
            let rows = of_rows(comparison);
            let [missed] = rows[..] else { return false };
            let values = (missed.ours.clone(), missed.theirs.clone());
            step_of(missed) == step && values == (Value::Count(1), Value::Count(0)) && missed.why.is_none()
        },
    );
}

#[test]
fn a_row_that_is_doubled_is_told_as_a_retry() {
    changed(
        120,
        |trace, seed, _| {
            let adds = |(step, at): &(usize, usize)| trace["steps"][*step]["out"][*at]["kind"] == "+I";
            let (step, at) = seed.pick(&single(trace).into_iter().filter(adds).collect::<Vec<_>>())?;
            let row = trace["steps"][step]["out"][at].clone();
            let to = step + seed.below(trace["steps"].as_array()?.len() - step);
            trace["steps"][to]["out"].as_array_mut()?.push(row);
            Some(to + 1)
        },
        |comparison, step| {
            let rows = of_rows(comparison);
            let [more] = rows[..] else { return false };
            step_of(more) == step && matches!(more.why, Some(Why::Again { first }) if first <= step)
        },
    );
}

#[test]
fn a_row_that_is_moved_is_found_where_it_went() {
    changed(
        120,
        |trace, seed, _| {
            let (step, at) = seed.pick(&single(trace))?;
            let steps = trace["steps"].as_array()?.len();
            if step + 1 == steps {
                return None;
            }
            let to = step + 1 + seed.below(steps - step - 1);
            let row = trace["steps"][step]["out"].as_array_mut()?.remove(at);
            trace["steps"][to]["out"].as_array_mut()?.push(row);
            // Both steps in one number.
            Some((step + 1) * 10_000 + to + 1)
        },
        |comparison, both| {
            let (from, to) = (both / 10_000, both % 10_000);
            let rows = of_rows(comparison);
            let moved = Some(Why::Moved { ours: from, theirs: to });
            rows.iter().map(|row| step_of(row)).collect::<Vec<_>>() == [from, to]
                && rows.iter().all(|row| row.why == moved)
        },
    );
}

#[test]
fn a_kind_that_is_swapped_is_told() {
    changed(
        120,
        |trace, seed, _| {
            let (step, at) = seed.pick(&single(trace))?;
            let kind = &mut trace["steps"][step]["out"][at]["kind"];
            *kind = if kind == "+I" { "-D".into() } else { "+I".into() };
            Some(step + 1)
        },
        |comparison, step| {
            let rows = of_rows(comparison);
            let swapped = |row: &&Difference| matches!(row.why, Some(Why::Kind { ours, theirs }) if ours != theirs);
            rows.len() == 2 && rows.iter().all(|row| step_of(row) == step) && rows.iter().all(swapped)
        },
    );
}

#[test]
fn a_watermark_that_is_changed_is_found_in_its_step_and_nowhere_else() {
    changed(
        120,
        |trace, seed, _| {
            let has = |index: &usize| trace["steps"][*index]["watermark"]["left"].is_i64();
            let with: Vec<usize> = (0..trace["steps"].as_array()?.len()).filter(has).collect();
            let step = seed.pick(&with)?;
            let time = trace["steps"][step]["watermark"]["left"].as_i64()?;
            trace["steps"][step]["watermark"]["left"] = (time + 5000).into();
            Some(step + 1)
        },
        |comparison, step| {
            let [found] = &comparison.differences[..] else { return false };
            found.field == Field::Watermark && step_of(found) == step && comparison.differing() == 1
        },
    );
}

#[test]
fn a_row_more_in_state_is_found_in_its_step() {
    changed(
        120,
        |trace, seed, _| {
            let has = |index: &usize| trace["steps"][*index]["state"].is_object();
            let with: Vec<usize> = (0..trace["steps"].as_array()?.len()).filter(has).collect();
            let step = seed.pick(&with)?;
            let state = trace["steps"][step]["state"].as_object_mut()?;
            let field = state.keys().next()?.clone();
            let count = state[&field].as_u64()?;
            state.insert(field, (count + 1).into());
            Some(step + 1)
        },
        |comparison, step| {
            let [found] = &comparison.differences[..] else { return false };
            found.field == Field::State && step_of(found) == step && found.why.is_none()
        },
    );
}

#[test]
fn a_number_of_a_micro_batch_that_is_changed_is_found() {
    changed(
        60,
        |trace, seed, _| {
            let steps = trace["steps"].as_array()?;
            let has = |index: &usize| steps[*index]["batches"][0]["dropped"].is_u64();
            let with: Vec<usize> = (0..steps.len()).filter(has).collect();
            let step = seed.pick(&with)?;
            let field = ["dropped", "removed", "id"][seed.below(3)];
            let number = &mut trace["steps"][step]["batches"][0][field];
            *number = (number.as_u64()? + 1).into();
            Some(step + 1)
        },
        |comparison, step| {
            let [found] = &comparison.differences[..] else { return false };
            matches!(found.field, Field::Dropped | Field::Removed | Field::BatchId)
                && step_of(found) == step
                && found.batch.is_some()
        },
    );
}

#[test]
fn a_null_row_in_place_of_a_match_is_told() {
    changed(
        80,
        |trace, seed, _| {
            let is_match = |(step, at): &(usize, usize)| {
                let row = &trace["steps"][*step]["out"][*at];
                row["left"].is_string() && row["right"].is_string() && row["kind"] == "+I"
            };
            let alone = |(step, at): &(usize, usize)| {
                let mut padded = trace["steps"][*step]["out"][*at].clone();
                padded["right"] = Json::Null;
                rows(trace)
                    .iter()
                    .all(|(step, at)| without_kind(&trace["steps"][*step]["out"][*at]) != without_kind(&padded))
            };
            let (step, at) =
                seed.pick(&single(trace).into_iter().filter(|p| is_match(p) && alone(p)).collect::<Vec<_>>())?;
            trace["steps"][step]["out"][at]["right"] = Json::Null;
            Some(step + 1)
        },
        |comparison, step| {
            let rows = of_rows(comparison);
            let told = |row: &&&Difference| matches!(&row.why, Some(Why::NullInstead { row, step: at }) if row.padded() && *at == step);
            rows.len() == 2 && rows.iter().filter(told).count() == 1 && rows.iter().all(|row| step_of(row) == step)
        },
    );
}

#[test]
fn a_trace_of_another_script_is_told_by_its_first_step_that_shows_it() {
    changed(
        80,
        |trace, seed, _| {
            let with: Vec<_> = rows(trace)
                .into_iter()
                .filter(|(step, at)| trace["steps"][*step]["out"][*at]["left"].is_string())
                .collect();
            let (step, at) = seed.pick(&with)?;
            trace["steps"][step]["out"][at]["left"] = "nobody".into();
            Some(step + 1)
        },
        |comparison, step| {
            let because = Because::NoSuchRow { side: Side::Left, id: "nobody".into() };
            comparison.other_script == Some((step, because)) && comparison.settings.is_empty()
        },
    );
    changed(
        80,
        |trace, _, _| {
            let steps = trace["steps"].as_array_mut()?;
            steps.pop()?;
            Some(steps.len() + 1)
        },
        |comparison, step| {
            let told = Some((step, Because::Steps { ours: step, theirs: step - 1 }));
            comparison.other_script == told && comparison.of_whole().any(|difference| difference.field == Field::Steps)
        },
    );
}

#[test]
fn a_row_before_it_arrives_is_of_another_order() {
    let recording = recorded(gallery("orders-shipments"));
    let mut trace = golden("orders-shipments");
    trace["steps"][0]["out"].as_array_mut().unwrap().push(json!({"kind": "+I", "left": "o6", "right": null}));
    let comparison = Comparison::new(&recording, &read(&trace));
    let arrives = (1..=recording.len())
        .find(|step| matches!(recording.step(*step), Some(Step::Push(push)) if &*push.id == "o6"))
        .unwrap();
    let because = Because::NotYet { side: Side::Left, id: "o6".into(), step: arrives };
    assert_eq!(comparison.other_script, Some((1, because)));
}

#[test]
fn another_engine_or_version_is_told_and_is_no_difference() {
    let recording = recorded(gallery("orders-shipments"));
    let mut trace = golden("orders-shipments");
    trace["engine"]["version"] = "1.20.0".into();
    let trace = read(&trace);
    let comparison = Comparison::new(&recording, &trace);
    assert!(comparison.equal());
    let old = Engine { name: "Apache Flink".into(), version: "1.20.0".into(), rules: None };
    assert_eq!(comparison.other_engine, Some((old, ("Apache Flink", "2.3.0"))));
    let text = said(&recording, &trace, &comparison);
    assert!(text.contains(
        "The trace is of Apache Flink 1.20.0. This scenario follows Apache Flink 2.3.0, which need not do the same."
    ));
}

#[test]
fn rows_in_another_order_are_no_difference() {
    let mut reversed = 0;
    for (name, scenario, mut trace) in goldens().take(300) {
        let Some(steps) = trace.get_mut("steps").and_then(Json::as_array_mut) else { continue };
        steps.iter_mut().for_each(|step| step["out"].as_array_mut().unwrap().reverse());
        let recording = recorded(scenario);
        let comparison = Comparison::new(&recording, &read(&trace));
        assert!(comparison.equal(), "{name}");
        reversed += comparison.reordered;
    }
    assert!(reversed > 50, "{reversed}");
}

/// The trace that a scenario gives when something is set otherwise, compared with the scenario.
fn set_otherwise(scenario: &Scenario, set: impl FnOnce(&mut Scenario)) -> (Recording, Comparison) {
    let mut other = scenario.clone();
    set(&mut other);
    let trace = runs::read("", &replay::trace(&recorded(other))).unwrap();
    let recording = recorded(scenario.clone());
    let comparison = Comparison::new(&recording, &trace);
    (recording, comparison)
}

#[test]
fn another_setting_is_told_only_when_it_gives_the_very_trace() {
    let mut delays = 0;
    for (name, scenario, _) in goldens() {
        let Watermarks::Bounded { delay: from, .. } = scenario.streams.left.watermark else { continue };
        if delays >= 60 || from < 0 || recorded(scenario.clone()).outcome().is_err() {
            continue;
        }
        let (_, comparison) = set_otherwise(&scenario, |other| {
            other.streams.left.watermark = other.streams.left.watermark.with_delay(from + 7);
        });
        // A micro-batch, or a side behind the other, may not show it.
        let watermark = comparison
            .differences
            .iter()
            .any(|difference| difference.field == Field::Watermark && difference.batch.is_none());
        let setting = vec![Changed::Delay { side: Side::Left, from, to: from + 7 }];
        if watermark && comparison.differences.iter().rfind(|d| d.field == Field::Watermark).is_some_and(|d| matches!((&d.ours, &d.theirs), (Value::Times(a), Value::Times(b)) if a.left.zip(b.left).is_some_and(|(a, b)| a - b == 7))) {
            assert!(comparison.settings.contains(&setting), "{name}: {:?}", comparison.settings);
            delays += 1;
        }
        // Whatever is told has been run.
        for setting in &comparison.settings {
            assert!(setting.len() <= 2, "{name}");
        }
    }
    assert!(delays >= 20, "{delays}");
}

#[test]
fn a_join_type_a_policy_and_bounds_are_found() {
    let scenario = gallery("orders-shipments");
    let (recording, comparison) = set_otherwise(&scenario, |other| other.join.ty = JoinType::Inner);
    assert!(comparison.settings.contains(&vec![Changed::Type(JoinType::Inner)]), "{:?}", comparison.settings);
    let words = Words::new(&recording, Lang::En);
    let text: Vec<String> = words.real_whole(&comparison).iter().map(|spans| plain(spans)).collect();
    assert!(
        text.iter().any(|text| text == "With join type INNER, joinscope gives exactly this run (it was tried)."),
        "{text:?}"
    );
    let mut policies = 0;
    for (_, scenario, _) in goldens() {
        if scenario.dialect == scenario::Dialect::Spark && policies < 5 {
            let max = scenario.watermark_policy == Some(Policy::Max);
            let to = if max { Policy::Min } else { Policy::Max };
            let (_, comparison) = set_otherwise(&scenario, |other| other.watermark_policy = Some(to));
            if !comparison.equal() && comparison.of_whole().count() == 0 {
                assert!(comparison.settings.contains(&vec![Changed::Policy(to)]));
                policies += 1;
            }
        }
    }
    assert_eq!(policies, 5);
    let mut bounds = 0;
    for (_, scenario, _) in goldens() {
        if let JoinKind::Interval(mut interval) = scenario.join.kind
            && bounds < 5
        {
            interval.upper_inclusive = !interval.upper_inclusive;
            let (_, comparison) = set_otherwise(&scenario, |other| other.join.kind = JoinKind::Interval(interval));
            if !comparison.equal() && comparison.of_whole().count() == 0 && comparison.other_script.is_none() {
                assert!(comparison.settings.contains(&vec![Changed::Bounds(interval)]));
                bounds += 1;
            }
        }
    }
    assert_eq!(bounds, 5);
}

#[test]
fn state_that_differs_by_the_same_as_before_differs_since_then() {
    let recording = recorded(gallery("orders-shipments"));
    let mut trace = golden("orders-shipments");
    for step in trace["steps"].as_array_mut().unwrap().iter_mut().skip(4).take(5) {
        let left = step["state"]["left"].as_u64().unwrap();
        step["state"]["left"] = (left + 1).into();
    }
    let comparison = Comparison::new(&recording, &read(&trace));
    let whys: Vec<_> =
        comparison.differences.iter().map(|difference| (step_of(difference), difference.why.clone())).collect();
    let since = || Some(Why::Since { step: 5 });
    assert_eq!(whys, [(5, None), (6, since()), (7, since()), (8, since()), (9, since())]);
}

/// The output of a job, as its replay writes it.
fn log(recording: &Recording, steps: bool) -> Vec<Json> {
    let trace = serde_json::from_str::<Json>(&replay::trace(recording)).unwrap();
    let mut lines = Vec::new();
    for (index, step) in trace["steps"].as_array().unwrap().iter().enumerate() {
        for row in step["out"].as_array().unwrap() {
            let mut row = row.clone();
            if steps {
                row["step"] = (index + 1).into();
            }
            row["row"] = "+I[o1, a, 2026-01-01T00:00, NULL]".into();
            lines.push(row);
        }
    }
    lines
}

fn text(lines: &[Json]) -> String {
    lines.iter().map(|line| line.to_string() + "\n").collect()
}

#[test]
fn the_output_of_a_job_is_compared_step_by_step_or_net() {
    for (name, scenario, _) in goldens().step_by(7) {
        let recording = recorded(scenario);
        if recording.outcome().is_err() {
            continue;
        }
        for steps in [true, false] {
            let lines = log(&recording, steps);
            let trace = runs::read("output.ndjson", &text(&lines)).unwrap();
            assert_eq!(trace.source(), Source::Log);
            let comparison = Comparison::new(&recording, &trace);
            assert!(comparison.equal(), "{name}");
            assert_eq!(comparison.reordered, 0, "{name}");
            said(&recording, &trace, &comparison);
            // The rows in another order are the same result, unless a step of theirs is known.
            let mut turned = lines.clone();
            turned.reverse();
            let trace = runs::read("output.ndjson", &text(&turned)).unwrap();
            assert!(Comparison::new(&recording, &trace).equal(), "{name}");
        }
    }
}

#[test]
fn a_jobs_output_that_differs_says_so() {
    let recording = recorded(gallery("orders-shipments"));
    let lines = log(&recording, true);
    assert!(lines.len() > 3);
    let mut later = lines.clone();
    let from = usize::try_from(later[0]["step"].as_u64().unwrap()).unwrap();
    later[0]["step"] = (from + 2).into();
    let trace = runs::read("output.ndjson", &text(&later)).unwrap();
    let comparison = Comparison::new(&recording, &trace);
    assert_eq!(of_rows(&comparison)[0].why, Some(Why::Moved { ours: from, theirs: from + 2 }));
    assert!(
        said(&recording, &trace, &comparison)
            .contains(&format!("The engine puts it out 2 steps later, in step {}.", from + 2))
    );
    // Without steps: one row is not there, one twice.
    let mut net = log(&recording, false);
    net[0] = net[1].clone();
    let trace = runs::read("output.ndjson", &text(&net)).unwrap();
    let comparison = Comparison::new(&recording, &trace);
    let values: Vec<_> = comparison.differences.iter().map(|d| (d.ours.clone(), d.theirs.clone())).collect();
    assert_eq!(values.len(), 2);
    assert!(
        values.contains(&(Value::Count(1), Value::Count(0))) && values.contains(&(Value::Count(1), Value::Count(2)))
    );
    assert!(!comparison.known.steps);
    // A job of the DataStream API selects no windows.
    let windowed = goldens().map(|(_, scenario, _)| recorded(scenario)).find(|recording| {
        matches!(recording.scenario().join.kind, JoinKind::Window { .. })
            && recording.outcome().is_ok()
            && !log(recording, true).is_empty()
    });
    let recording = windowed.unwrap();
    let mut lines = log(&recording, true);
    lines.iter_mut().for_each(|line| {
        line.as_object_mut().unwrap().remove("window");
    });
    let trace = runs::read("output.ndjson", &text(&lines)).unwrap();
    assert!(Comparison::new(&recording, &trace).equal());
}

#[test]
fn an_output_without_rows_is_one() {
    let trace = runs::read("output.ndjson", "\n").unwrap();
    assert_eq!(trace.told, Told::Rows(Vec::new()));
    let comparison = Comparison::new(&recorded(Scenario::empty()), &trace);
    assert!(comparison.equal());
    assert!(!runs::is_run("events.ndjson", ""));
}

#[test]
fn a_watermark_and_a_window_beyond_a_files_times_are_read() {
    let far = |dialect: &str, join: &str, time: i64| {
        let stream = |name: &str| json!({"name": name, "watermark": {"strategy": "bounded", "delay": 1i64 << 53}});
        let script = json!([{"do": "push", "side": "right", "id": "r", "key": "a", "time": time}, {"do": "push", "side": "left", "id": "l", "key": "a", "time": time}, {"do": "batch"}]);
        let join: Json = serde_json::from_str(join).unwrap();
        let all = json!({"version": 1, "title": "far", "dialect": dialect, "left": stream("l"), "right": stream("r"), "join": join, "script": script});
        scenario::read(&all.to_string()).unwrap()
    };
    let interval = r#"{"kind": "interval", "type": "inner", "lower": 0, "upper": 0}"#;
    let window = r#"{"kind": "window", "type": "inner", "window": {"shape": "tumbling", "size": 9007199254740991, "offset": 0}}"#;
    for (dialect, join) in
        [("flink_sql", interval), ("flink_datastream", interval), ("spark", interval), ("flink_datastream", window)]
    {
        for time in [-(1i64 << 53), 1 << 53] {
            let recording = recorded(far(dialect, join, time));
            let trace = read(&serde_json::from_str(&replay::trace(&recording)).unwrap());
            assert!(Comparison::new(&recording, &trace).equal(), "{dialect} {time}");
        }
    }
}

#[test]
fn what_is_a_run_is_known_by_its_text() {
    let recording = recorded(gallery("orders-shipments"));
    let trace = replay::trace(&recording);
    assert!(runs::is_run("x.json", &trace) && !runs::is_log("x.json", &trace));
    assert!(runs::is_run("mine.trace.json", "{"));
    let log = text(&log(&recording, true));
    assert!(runs::is_run("x.txt", &log) && runs::is_log("x.txt", &log));
    let scenario = scenario::write(recording.scenario());
    assert!(!runs::is_run("x.json", &scenario));
    assert!(!runs::is_run("events.ndjson", "{\"id\": \"a\", \"time\": 5}\n"));
    assert!(!runs::is_run("events.ndjson", "{\"kind\": \"+I\", \"left\": \"a\", \"price\": 5}\n"));
}

#[test]
fn a_refusal_is_equal_to_a_refusal_and_to_nothing_else() {
    let (_, refused, trace) = goldens().find(|(_, _, trace)| trace.get("error").is_some()).unwrap();
    let recording = recorded(refused);
    let read_of = read(&trace);
    let comparison = Comparison::new(&recording, &read_of);
    assert!(comparison.equal());
    assert!(said(&recording, &read_of, &comparison).contains("Both refuse this join."));
    let running = golden("orders-shipments");
    assert!(!Comparison::new(&recording, &read(&running)).equal());
    let recording = recorded(gallery("orders-shipments"));
    let comparison = Comparison::new(&recording, &read_of);
    assert_eq!(comparison.differences[0].field, Field::Refusal);
    said(&recording, &read_of, &comparison);
}

#[test]
fn problems_have_their_places() {
    let place = |name: &str, text: &str| {
        let problems = runs::read(name, text).unwrap_err();
        problems.iter().map(|problem| (problem.line, problem.column, problem.place.clone())).collect::<Vec<_>>()
    };
    let engine = r#""engine": {"name": "Apache Flink", "version": "2.3.0"}"#;
    let bad = format!(
        "{{\"version\": 1, {engine},\n \"steps\": [\n  {{\"out\": [{{\"kind\": \"+X\", \"left\": 1}}]}},\n  {{}}]}}"
    );
    assert_eq!(
        place("", &bad),
        [
            (3, 21, "steps[0].out[0].kind".to_string()),
            (3, 35, "steps[0].out[0].left".into()),
            (4, 3, "steps[1]".into())
        ]
    );
    assert_eq!(place("x.trace.json", "{"), [(1, 1, String::new())]);
    let log = "{\"kind\": \"+I\", \"left\": \"a\", \"step\": 1}\n\n{\"kind\": \"+I\", \"left\": \"a\", \"step\": 0}\nnonsense\n";
    assert_eq!(place("", log), [(3, 37, "step".to_string()), (4, 2, String::new())]);
    let window = "{\"kind\": \"+I\", \"left\": \"a\", \"window\": [1]}";
    assert_eq!(place("", window), [(1, 39, "window".to_string())]);
}

#[test]
fn a_report_holds_all_and_gives_it_back() {
    let recording = recorded(gallery("orders-shipments"));
    let mut golden = golden("orders-shipments");
    golden["steps"][14]["out"].as_array_mut().unwrap().pop();
    let text = serde_json::to_string_pretty(&golden).unwrap();
    let trace = runs::read("", &text).unwrap();
    let comparison = Comparison::new(&recording, &trace);
    let report = runs::report(&comparison, &recording, &trace, ("orders.trace.json", &text), Lang::En);
    let told: Json = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (&told["version"], &told["report"], &told["equal"]),
        (&json!(1), &json!("joinscope compare"), &json!(false))
    );
    assert_eq!((&told["rules"], &told["name"]), (&json!("Apache Flink 2.3.0"), &json!("orders.trace.json")));
    assert_eq!(told["engine"], golden["engine"]);
    assert_eq!(told["theirs"], golden);
    assert_eq!(told["ours"], serde_json::from_str::<Json>(&replay::trace(&recording)).unwrap());
    assert_eq!(told["differences"].as_array().unwrap().len(), comparison.differences.len());
    assert_eq!(told["differences"][0]["field"], "out");
    assert_eq!((&told["differences"][0]["ours"], &told["differences"][0]["theirs"]), (&json!(1), &json!(0)));
    assert!(told["reproduce"].as_array().unwrap().len() >= 2);
    // It leads back to the same comparison.
    let (scenario, theirs) = runs::reported(&report).unwrap();
    assert_eq!(scenario::read(&scenario).unwrap(), **recording.scenario());
    assert_eq!(runs::read("", &theirs).unwrap(), trace);
    // So does that of a job's output.
    let lines = self::text(&log(&recording, true));
    let trace = runs::read("output.ndjson", &lines).unwrap();
    let comparison = Comparison::new(&recording, &trace);
    let report = runs::report(&comparison, &recording, &trace, ("output.ndjson", &lines), Lang::Zh);
    let (_, theirs) = runs::reported(&report).unwrap();
    assert_eq!(runs::read("output.ndjson", &theirs).unwrap(), trace);
    assert!(!runs::is_run("", &report));
    assert_eq!(runs::reported(&scenario), None);
}

// ---- anything at all

/// JSON of the names and values that traces have, in any shape.
fn json_value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        (0..4i64).prop_map(Json::from),
        any::<f64>().prop_map(|n| serde_json::Number::from_f64(n).map_or(Json::Null, Json::Number)),
        prop::sample::select(vec!["+I", "-D", "o1", "s1", "", "Apache Flink", "2.3.0"]).prop_map(Json::from),
    ];
    let names = || {
        prop::sample::select(vec![
            "version",
            "engine",
            "steps",
            "error",
            "name",
            "as",
            "out",
            "watermark",
            "idle",
            "late",
            "state",
            "batches",
            "id",
            "failed",
            "dropped",
            "removed",
            "left",
            "right",
            "total",
            "kind",
            "window",
            "step",
            "row",
            "x",
        ])
    };
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Json::Array),
            vec((names(), inner), 0..6)
                .prop_map(|all| Json::Object(all.into_iter().map(|(k, v)| (k.to_string(), v)).collect())),
        ]
    })
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    prop_oneof![3 => draft(16).prop_map(|draft: Draft| draft.wild()), 1 => hostile_scenario()]
}

fn any_row() -> impl Strategy<Value = Row> {
    let id = || {
        prop::option::of(prop::sample::select(vec!["l1", "r1", "a", "b", "l2", "r2", "?"]).prop_map(Box::<str>::from))
    };
    let window = prop::option::of((any::<i32>(), any::<i32>()).prop_map(|(a, b)| (i64::from(a), i64::from(b))));
    (0..4usize, id(), prop::option::of(id()), window).prop_map(|(kind, left, right, window)| Row {
        kind: RowKind::ALL[kind],
        left,
        right,
        window,
    })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn reading_never_panics(value in json_value(), name in prop::sample::select(vec!["", "a.trace.json", "output.ndjson"]), cut in any::<prop::sample::Index>()) {
        let text = value.to_string();
        let mut end = cut.index(text.len() + 1);
        while !text.is_char_boundary(end) { end -= 1; }
        for text in [&text, &text[..end]] {
            let _ = (runs::is_run(name, text), runs::reported(text));
            for problem in runs::read(name, text).err().into_iter().flatten() {
                prop_assert!(problem.line >= 1 && problem.column >= 1);
                prop_assert!(problem.span.end <= text.len());
            }
        }
    }

    #[test]
    fn comparing_never_panics(scenario in any_scenario(), rows in vec((any_row(), prop::option::of(1..40usize)), 0..12), refused in any::<bool>()) {
        let recording = recorded(scenario);
        let rows = rows.into_iter().map(|(row, step)| runs::LogRow { step, row }).collect();
        let told = if refused { Told::Refused("no".into()) } else { Told::Rows(rows) };
        let trace = Trace { engine: None, told };
        let comparison = Comparison::new(&recording, &trace);
        said(&recording, &trace, &comparison);
        for step in 0..=comparison.steps.len() {
            for back in [true, false] {
                let next = comparison.next_difference(step, back);
                prop_assert!(next.is_none_or(|next| comparison.steps[next - 1].differs));
            }
        }
        runs::report(&comparison, &recording, &trace, ("x", ""), Lang::En);
    }

    #[test]
    fn a_scenario_beside_anothers_trace_never_panics(scenario in any_scenario(), other in any_scenario()) {
        let text = replay::trace(&recorded(other));
        let trace = runs::read("", &text).unwrap();
        let recording = recorded(scenario);
        let comparison = Comparison::new(&recording, &trace);
        said(&recording, &trace, &comparison);
        let report = runs::report(&comparison, &recording, &trace, ("x", &text), Lang::Zh);
        prop_assert_eq!(runs::read("", &runs::reported(&report).unwrap().1).unwrap(), trace);
    }

    #[test]
    fn its_own_trace_is_equal(scenario in any_scenario()) {
        let recording = recorded(scenario);
        let trace = runs::read("", &replay::trace(&recording)).unwrap();
        prop_assert!(Comparison::new(&recording, &trace).equal());
    }
}
