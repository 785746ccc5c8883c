//! Traces of the real engines against ours: each pair of files in `tests/golden` is a test of its own name, and every
//! field that both traces have is compared, by the code that compares a trace in the page. New files are found by themselves. A scenario of the gallery lies in
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

    use joinscope_core::{
        explain::{Words, format::plain},
        replay::Recording,
        runs::{self, Comparison},
        scenario::{self, Lang},
    };
    use libtest_mimic::{Arguments, Failed, Trial};

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
        let golden = runs::read("", &golden).map_err(|problems| format!("no trace: {problems:#?}"))?;
        let recording = Recording::new(Rc::new(scenario));
        let compared = Comparison::new(&recording, &golden);
        if compared.equal() {
            return Ok(());
        }
        let words = Words::new(&recording, Lang::En);
        let differences = compared.differences.iter().take(10).map(|difference| {
            let step = difference.step.map_or_else(String::new, |step| format!("step {step}: "));
            step + &plain(&words.real_difference(difference))
        });
        Err(differences.collect::<Vec<_>>().join("\n"))
    }
}
