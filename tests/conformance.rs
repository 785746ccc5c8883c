//! Traces of the real engines against ours: each pair of files in `tests/golden` is a test of its own name, and every
//! field that both traces have is compared. New files are found by themselves. A scenario of the gallery lies in
//! `www/scenarios`, its trace in `tests/golden/gallery`; one without the other is a failure.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{
        fs,
        path::{Path, PathBuf},
        process::ExitCode,
        rc::Rc,
    };

    use joinscope_core::{replay, scenario};
    use libtest_mimic::{Arguments, Failed, Trial};
    use serde_json::Value;

    pub fn main() -> ExitCode {
        let arguments = Arguments::from_args();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let golden = root.join("tests/golden");
        let mut files = Vec::new();
        find(&golden, &mut files);
        let mut pairs: Vec<(String, PathBuf, PathBuf)> = files
            .into_iter()
            .map(|(name, path)| {
                let trace = with_end(&path, ".scenario.json", ".trace.json");
                (name, path, trace)
            })
            .collect();
        pairs.extend(gallery(&root.join("www/scenarios"), &golden.join("gallery")));
        pairs.sort();
        let trials = pairs.into_iter().map(|(name, scenario, trace)| {
            Trial::test(name, move || compare_files(&scenario, &trace).map_err(Failed::from))
        });
        libtest_mimic::run(&arguments, trials.collect()).exit_code()
    }

    /// Every scenario of the gallery and every trace of one, each with what belongs to it, be it there or not.
    fn gallery(scenarios: &Path, traces: &Path) -> Vec<(String, PathBuf, PathBuf)> {
        let stems = |folder: &Path, end: &'static str| {
            let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
            names.filter_map(move |name| name.to_str()?.strip_suffix(end).map(str::to_string)).collect::<Vec<_>>()
        };
        let mut names = stems(scenarios, ".scenario.json");
        names.extend(stems(traces, ".trace.json"));
        names.sort();
        names.dedup();
        let file = |folder: &Path, name: &str, end: &str| folder.join(format!("{name}{end}"));
        let pair = |name: String| {
            let (scenario, trace) = (file(scenarios, &name, ".scenario.json"), file(traces, &name, ".trace.json"));
            (format!("gallery/{name}"), scenario, trace)
        };
        names.into_iter().map(pair).collect()
    }

    fn with_end(path: &Path, end: &str, other: &str) -> PathBuf {
        path.with_file_name(path.file_name().unwrap_or_default().to_string_lossy().replace(end, other))
    }

    fn find(folder: &Path, files: &mut Vec<(String, PathBuf)>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                find(&path, files);
            } else if let Some(stem) = name.strip_suffix(".scenario.json") {
                let group = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                files.push((format!("{group}/{stem}"), path));
            }
        }
    }

    fn compare_files(path: &Path, golden: &Path) -> Result<(), String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let scenario = scenario::read(&text).map_err(|problems| format!("invalid: {problems:#?}"))?;
        let again =
            scenario::read(&scenario::write(&scenario)).map_err(|problems| format!("written: {problems:#?}"))?;
        if again != scenario {
            return Err("the scenario changes when it is written and read again".into());
        }
        let golden = fs::read_to_string(golden).map_err(|error| format!("{}: {error}", golden.display()))?;
        let golden: Value = serde_json::from_str(&golden).map_err(|error| error.to_string())?;
        let ours: Value = serde_json::from_str(&replay::trace(&replay::Recording::new(Rc::new(scenario))))
            .map_err(|error| error.to_string())?;
        compare(&golden, &ours)
    }

    fn compare(golden: &Value, ours: &Value) -> Result<(), String> {
        match (golden.get("error"), ours.get("error")) {
            (Some(_), Some(_)) => return Ok(()),
            (None, None) => {}
            (theirs, ours) => return Err(format!("the engine: {theirs:?}\nours:       {ours:?}")),
        }
        let (golden, ours) = (array(golden, "steps")?, array(ours, "steps")?);
        if golden.len() != ours.len() {
            return Err(format!("{} steps, ours {}", golden.len(), ours.len()));
        }
        // A trace of Flink without any state is that of a plan without a join.
        let none_held = |steps: &[Value]| steps.iter().all(|step| step.get("state").is_none());
        if !ours.is_empty() && none_held(golden) && !none_held(ours) {
            return Err("ours has state, where the engine plans no join".into());
        }
        for (index, (golden, ours)) in golden.iter().zip(ours).enumerate() {
            entry(golden, ours)
                .map_err(|what| format!("script[{index}]: {what}\nthe engine: {golden}\nours:       {ours}"))?;
        }
        Ok(())
    }

    /// What a step, or a micro-batch within one, has in both traces.
    fn entry(golden: &Value, ours: &Value) -> Result<(), String> {
        if bag(golden)? != bag(ours)? {
            return Err("out differs".into());
        }
        // Absent means that no row was late. Spark's traces count late rows in `dropped`, both sides together.
        let none = serde_json::json!({"left": 0, "right": 0});
        if golden.get("batches").is_none() && golden.get("late").unwrap_or(&none) != ours.get("late").unwrap_or(&none) {
            return Err("late differs".into());
        }
        // Spark shows no side's own watermark, only the one in force in a micro-batch.
        let shown = golden.get("watermark").is_some() || golden.get("batches").is_none();
        if shown && golden.get("watermark") != ours.get("watermark") {
            return Err("watermark differs".into());
        }
        if let (Some(golden), Some(ours)) = (golden.get("state"), ours.get("state")) {
            same_state(golden, ours)?;
        }
        for field in ["id", "failed", "dropped", "removed", "idle"] {
            if golden.get(field) != ours.get(field) {
                return Err(format!("{field} differs"));
            }
        }
        if golden.get("batches").is_some() || ours.get("batches").is_some() {
            let (golden, ours) = (array(golden, "batches")?, array(ours, "batches")?);
            if golden.len() != ours.len() {
                return Err(format!("{} micro-batches, ours {}", golden.len(), ours.len()));
            }
            for (golden, ours) in golden.iter().zip(ours) {
                entry(golden, ours)?;
            }
        }
        Ok(())
    }

    /// Any of `left`, `right` and `total` may be there; a total is that of ours.
    fn same_state(golden: &Value, ours: &Value) -> Result<(), String> {
        let count = |field: &str| ours.get(field).and_then(Value::as_u64);
        let total = count("total").or(Some(count("left").unwrap_or(0) + count("right").unwrap_or(0)));
        for (field, value) in golden.as_object().into_iter().flatten() {
            let ours = if field == "total" { total } else { count(field) };
            if value.as_u64() != ours {
                return Err(format!("state.{field} differs"));
            }
        }
        Ok(())
    }

    /// `out` as a multiset.
    fn bag(entry: &Value) -> Result<Vec<String>, String> {
        let mut rows: Vec<String> = array(entry, "out")?
            .iter()
            .map(|row| {
                let field = |name: &str| row.get(name).map_or("absent".to_string(), Value::to_string);
                format!("{} {} {} {}", field("kind"), field("left"), field("right"), field("window"))
            })
            .collect();
        rows.sort();
        Ok(rows)
    }

    fn array<'v>(value: &'v Value, field: &str) -> Result<&'v Vec<Value>, String> {
        value.get(field).and_then(Value::as_array).ok_or_else(|| format!("no {field}"))
    }
}
