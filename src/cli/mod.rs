//! The command line: traces, explanations, code and jobs of scenario files, checks of them and of lessons and indexes, and real
//! runs against joinscope's own.
//!
//! Exit code 0: all done; a scenario that the engine refuses is a result like any other. 1: some file could not be read,
//! written or understood, the others are done all the same; or a run that is compared differs. 2: wrong usage, nothing was done.

mod bench;

use std::{
    collections::HashMap,
    ffi::OsString,
    fmt, fs,
    io::{self, BufWriter, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    rc::Rc,
};

use self::bench::Bench;
use joinscope_core::{
    code::{self, Form, Sources},
    explain::{
        self, Told, Words,
        format::{self, Arg, fill_plain, plain},
        messages::{self, Messages},
    },
    gallery::{self, FileKind},
    job, lessons, link, reading,
    replay::{self, Phase, Recording, Stopped, View},
    runs,
    scenario::{self, Dialect, Fault, Lang, MAX_BYTES, Problem, Scenario, Side},
    units,
    workspace::{ToSpark, convert},
};

const HELP: &str = "\
joinscope runs stream-stream joins exactly as Apache Flink and Apache Spark do.

Usage:
  joinscope trace FILE... [--out DIR]     what each step puts out, as JSON
  joinscope check FILE... [--lang LANG]   whether each file is a good scenario, lesson or index
  joinscope explain FILE [--lang LANG]    what happens in each step, and why
  joinscope compare FILE RUN [--report REPORT] [--lang LANG]
                                          a real run, as a trace or a job's output.ndjson,
                                          against joinscope's own, step by step, and why they differ
  joinscope code FILE [--engine ENGINE] [--as FORM]
                                          the join as code, of itself as SQL
  joinscope job FILE --out DIR [--engine ENGINE] [--as FORM] [--lang LANG]
                                          a folder with the code, the events and the expected
                                          output, and a command that runs them on the engine
  joinscope read FILE [--lang LANG]       a scenario from Flink SQL, Spark SQL, PySpark or a
                                          DataStream program, and what was understood where
  joinscope expand FILE                   the scenario with all steps that its parameters make
  joinscope link FILE...                  what goes behind the page's address: #s=...
  joinscope bench --join JOIN [--n N] [--seed S] [--runs R]
                                          how fast the engine is: benches/README.md

  --out DIR     trace: write DIR/NAME.trace.json for each NAME.scenario.json;
                without it, one trace a line goes to standard output.
                job: the folder
  --report REPORT
                compare: write all that is needed to see it again, as JSON
  --engine ENGINE
                flink_sql, flink_datastream or spark, in place of the file's
  --as FORM     flink-sql, datastream, spark-sql or pyspark
  --lang LANG   en (default) or zh
  --join JOIN   interval-inner, interval-left, window-inner or regular-inner;
                of any other nothing is printed
  --n N, --seed S, --runs R
                rows a side (300000), of the events (42), after the warm-up (6)
  --help        this text
  --version     the version

A scenario that the engine refuses is a result, not a failure: its trace holds the error.
Exit code 1 says that some file could not be read, or that a compared run differs; 2 that the command
was wrong.
";

/// What was asked for.
enum Command {
    Trace { files: Vec<PathBuf>, out: Option<PathBuf> },
    Check { files: Vec<PathBuf>, lang: Lang },
    Explain { file: PathBuf, lang: Lang },
    Compare { file: PathBuf, run: PathBuf, report: Option<PathBuf>, lang: Lang },
    Code { file: PathBuf, as_: As, lang: Lang },
    Job { file: PathBuf, out: PathBuf, as_: As, lang: Lang },
    Read { file: PathBuf, lang: Lang },
    Expand { file: PathBuf },
    Link { files: Vec<PathBuf> },
    Bench(Bench),
    Help,
    Version,
}

/// Whose rules, and what as, if not the file's and its engine's own.
#[derive(Clone, Copy, Default)]
struct As {
    engine: Option<Dialect>,
    form: Option<Form>,
}

pub fn main() -> ExitCode {
    let command = match parse(lexopt::Parser::from_env()).and_then(planned) {
        Ok(command) => command,
        Err(error) => {
            complain(format_args!("joinscope: {error}\nTry: joinscope --help"));
            return ExitCode::from(2);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(command, &mut out).and_then(|clean| out.flush().map(|()| clean));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever read our output has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("joinscope: standard output: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// A line on standard error; if that is closed, there is nobody to tell.
fn complain(line: fmt::Arguments) {
    let _ = writeln!(io::stderr(), "{line}");
}

// ---- what was asked for ---------------------------------------------------------------------------------

fn parse(mut args: lexopt::Parser) -> Result<Command, lexopt::Error> {
    use lexopt::prelude::*;
    let mut name: Option<OsString> = None;
    let (mut files, mut out, mut lang, mut as_) = (Vec::new(), None, None, As::default());
    let mut report = None;
    let mut bench = Bench { join: String::new(), n: 300_000, seed: 42, runs: 6 };
    let mut benched = None;
    while let Some(arg) = args.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long("out") if out.is_some() => return Err("--out is given twice".into()),
            Long("out") => out = Some(PathBuf::from(args.value()?)),
            Long("report") if report.is_some() => return Err("--report is given twice".into()),
            Long("report") => report = Some(PathBuf::from(args.value()?)),
            Long("engine") => {
                let word = args.value()?;
                as_.engine = Dialect::ALL.into_iter().find(|dialect| word.to_str() == Some(dialect.word()));
                if as_.engine.is_none() {
                    return Err("--engine is flink_sql, flink_datastream or spark".into());
                }
            }
            Long("as") => {
                let word = args.value()?;
                as_.form = Form::ALL.into_iter().find(|form| word.to_str() == Some(form.word()));
                if as_.form.is_none() {
                    return Err("--as is flink-sql, datastream, spark-sql or pyspark".into());
                }
            }
            Long("lang") => {
                lang = Some(match args.value()?.to_str() {
                    Some("en") => Lang::En,
                    Some("zh") => Lang::Zh,
                    _ => return Err("--lang is en or zh".into()),
                });
            }
            Long("join") => (bench.join, benched) = (args.value()?.string()?, Some("--join")),
            Long("n") => (bench.n, benched) = (args.value()?.parse()?, Some("--n")),
            Long("seed") => (bench.seed, benched) = (args.value()?.parse()?, Some("--seed")),
            Long("runs") => (bench.runs, benched) = (args.value()?.parse()?, Some("--runs")),
            Value(value) if name.is_none() => name = Some(value),
            Value(value) => files.push(PathBuf::from(value)),
            _ => return Err(arg.unexpected()),
        }
    }
    let Some(name) = name else {
        return Err(
            "no command; there are trace, check, explain, compare, code, job, read, expand, link and bench".into()
        );
    };
    let command = name.to_string_lossy().into_owned();
    if files.is_empty()
        && matches!(&*command, "trace" | "check" | "explain" | "compare" | "code" | "job" | "read" | "expand" | "link")
    {
        return Err(format!("{command} needs a file").into());
    }
    let no = |given: bool, option: &str| match given {
        true => Err(lexopt::Error::from(format!("{command} has no {option}"))),
        false => Ok(()),
    };
    if !matches!(&*command, "code" | "job") {
        no(as_.engine.is_some(), "--engine")?;
        no(as_.form.is_some(), "--as")?;
    }
    if command != "compare" {
        no(report.is_some(), "--report")?;
    }
    if let Some(option) = benched.filter(|_| command != "bench") {
        no(true, option)?;
    }
    match &*command {
        "trace" => no(lang.is_some(), "--lang").map(|()| Command::Trace { files, out }),
        "check" => no(out.is_some(), "--out").map(|()| Command::Check { files, lang: lang.unwrap_or_default() }),
        "explain" | "code" | "read" => {
            no(out.is_some(), "--out")?;
            let lang = lang.unwrap_or_default();
            match <[PathBuf; 1]>::try_from(files) {
                Ok([file]) if command == "code" => Ok(Command::Code { file, as_, lang }),
                Ok([file]) if command == "read" => Ok(Command::Read { file, lang }),
                Ok([file]) => Ok(Command::Explain { file, lang }),
                Err(_) => Err(format!("{command} takes one file").into()),
            }
        }
        "compare" => {
            no(out.is_some(), "--out")?;
            match <[PathBuf; 2]>::try_from(files) {
                Ok([file, run]) => Ok(Command::Compare { file, run, report, lang: lang.unwrap_or_default() }),
                Err(_) => Err("compare takes a scenario and a run".into()),
            }
        }
        "job" => match (<[PathBuf; 1]>::try_from(files), out) {
            (Ok([file]), Some(out)) => Ok(Command::Job { file, out, as_, lang: lang.unwrap_or_default() }),
            (Ok(_), None) => Err("job needs --out".into()),
            (Err(_), _) => Err("job takes one file".into()),
        },
        "expand" => {
            no(out.is_some(), "--out")?;
            no(lang.is_some(), "--lang")?;
            match <[PathBuf; 1]>::try_from(files) {
                Ok([file]) => Ok(Command::Expand { file }),
                Err(_) => Err("expand takes one file".into()),
            }
        }
        "link" => {
            no(out.is_some(), "--out")?;
            no(lang.is_some(), "--lang").map(|()| Command::Link { files })
        }
        "bench" => {
            no(!files.is_empty(), "FILE")?;
            no(out.is_some(), "--out")?;
            no(lang.is_some(), "--lang")?;
            if bench.join.is_empty() { Err("bench needs --join".into()) } else { Ok(Command::Bench(bench)) }
        }
        _ => Err(format!(
            "no command {command:?}; there are trace, check, explain, compare, code, job, read, expand, link and bench"
        )
        .into()),
    }
}

/// Refuses a command that would write one file twice, before anything is written.
fn planned(command: Command) -> Result<Command, lexopt::Error> {
    let Command::Trace { files, out: Some(_) } = &command else { return Ok(command) };
    let mut taken: HashMap<OsString, &Path> = HashMap::new();
    for file in files {
        let Some(name) = trace_name(file) else { return Err(format!("{} names no file", file.display()).into()) };
        let written = name.to_string_lossy().into_owned();
        if let Some(first) = taken.insert(name, file) {
            let (first, second) = (first.display(), file.display());
            return Err(format!("{first} and {second} would both be written to {written}").into());
        }
    }
    Ok(command)
}

/// `NAME.trace.json` for `NAME.scenario.json`, or for `NAME.json`, or for `NAME`.
fn trace_name(file: &Path) -> Option<OsString> {
    let name = file.file_name()?;
    let Some(text) = name.to_str() else {
        let mut name = name.to_os_string();
        name.push(".trace.json");
        return Some(name);
    };
    let stem = [".scenario.json", ".json"].into_iter().find_map(|end| text.strip_suffix(end).filter(|s| !s.is_empty()));
    Some(format!("{}.trace.json", stem.unwrap_or(text)).into())
}

// ---- doing it -------------------------------------------------------------------------------------------

/// Whether all files were good; an `Err` is standard output's.
fn run(command: Command, out: &mut impl Write) -> io::Result<bool> {
    match command {
        Command::Help => out.write_all(HELP.as_bytes()).map(|()| true),
        Command::Version => writeln!(out, "joinscope {}", env!("CARGO_PKG_VERSION")).map(|()| true),
        Command::Trace { files, out: folder } => trace(&files, folder.as_deref(), out),
        Command::Check { files, lang } => check(&files, lang, out),
        Command::Explain { file, lang } => explain_file(&file, lang, out),
        Command::Compare { file, run, report, lang } => compare(&file, &run, report.as_deref(), lang, out),
        Command::Code { file, as_, lang } => code_of(&file, as_, lang, out),
        Command::Job { file, out: folder, as_, lang } => Ok(job_of(&file, &folder, as_, lang)),
        Command::Read { file, lang } => read_code(&file, lang, out),
        Command::Expand { file } => expand(&file, out),
        Command::Link { files } => link_files(&files, out),
        Command::Bench(wanted) => bench::run(&wanted, out),
    }
}

fn trace(files: &[PathBuf], folder: Option<&Path>, out: &mut impl Write) -> io::Result<bool> {
    if let Some(folder) = folder
        && let Err(error) = fs::create_dir_all(folder)
    {
        complain(format_args!("{}: {error}", folder.display()));
        return Ok(false);
    }
    let mut clean = true;
    for file in files {
        let Some(recording) = load(file, Lang::En) else {
            clean = false;
            continue;
        };
        // A trace would say that the engine refuses it.
        if let Err(stopped) = recording.outcome()
            && stopped.refusal.is_ours()
        {
            complain(format_args!("{}: {}", file.display(), refused(stopped, recording.scenario(), Lang::En)));
            clean = false;
            continue;
        }
        let trace = replay::trace(&recording);
        let Some(folder) = folder else {
            writeln!(out, "{trace}")?;
            continue;
        };
        let path = folder.join(trace_name(file).unwrap_or_default());
        if let Err(error) = fs::write(&path, trace + "\n") {
            complain(format_args!("{}: {error}", path.display()));
            clean = false;
        }
    }
    Ok(clean)
}

/// Whether the two runs are equal; what differs goes to standard output.
fn compare(file: &Path, run: &Path, report: Option<&Path>, lang: Lang, out: &mut impl Write) -> io::Result<bool> {
    let name = run.file_name().unwrap_or_default().to_string_lossy();
    let Some(recording) = load(file, lang) else { return Ok(false) };
    let Some(text) = text_of(run, lang) else { return Ok(false) };
    let Some(trace) = told(run, runs::read(&name, &text), lang) else { return Ok(false) };
    let compared = runs::Comparison::new(&recording, &trace);
    let words = Words::new(&recording, lang);
    writeln!(out, "{}: {}", run.display(), words.real_run(&trace))?;
    writeln!(out, "{}", plain(&words.real_verdict(&compared, &trace)))?;
    writeln!(out, "{}", words.real_compared(&compared))?;
    for sentence in words.real_whole(&compared) {
        writeln!(out, "{}", plain(&sentence))?;
    }
    let m = messages::Runs::of(lang);
    let mut shown = None;
    for difference in compared.differences.iter().filter(|difference| difference.step.is_some()) {
        if difference.step != shown {
            shown = difference.step;
            writeln!(out, "\n{}", words.step_title(shown.unwrap_or_default()))?;
        }
        let why = words.real_why(difference).unwrap_or_else(|| format::fill(lang, m.unexplained, &[]));
        writeln!(out, "  {}", plain(&format::run_on(lang, [words.real_difference(difference), why])))?;
    }
    if let Some(path) = report
        && let Err(error) = fs::write(path, runs::report(&compared, &recording, &trace, (&name, &text), lang))
    {
        complain(format_args!("{}: {error}", path.display()));
        return Ok(false);
    }
    Ok(compared.equal())
}

fn expand(file: &Path, out: &mut impl Write) -> io::Result<bool> {
    let scenario = text_of(file, Lang::En).and_then(|text| told(file, scenario::read(&text), Lang::En));
    let Some(scenario) = scenario else { return Ok(false) };
    let script = scenario.script.by_hand();
    out.write_all(scenario::write(&Scenario { script, ..scenario }).as_bytes()).map(|()| true)
}

fn link_files(files: &[PathBuf], out: &mut impl Write) -> io::Result<bool> {
    let mut clean = true;
    for file in files {
        let Some(recording) = load(file, Lang::En) else {
            clean = false;
            continue;
        };
        match link::fragment(recording.scenario()) {
            Some(fragment) => writeln!(out, "#{fragment}")?,
            None => {
                complain(format_args!("{}: too large for a link, send the file", file.display()));
                clean = false;
            }
        }
    }
    Ok(clean)
}

fn check(files: &[PathBuf], lang: Lang, out: &mut impl Write) -> io::Result<bool> {
    let mut clean = true;
    for file in files {
        let name = file.display();
        let Some(checked) = text_of(file, lang).and_then(|text| checked(file, &text, lang)) else {
            clean = false;
            writeln!(out, "{name}: invalid")?;
            continue;
        };
        let recording = match checked {
            Checked::Scenario(recording) => recording,
            Checked::Parts(parts) => {
                writeln!(out, "{name}: ok: {parts}")?;
                continue;
            }
        };
        // A warning, no fault: the engine takes such times as they are.
        for suspicion in units::suspicions(recording.scenario()) {
            let suspected = explain::suspected(&suspicion, recording.scenario(), lang);
            writeln!(out, "{name}: {}: {}", Messages::of(lang).units.warning, suspected.what)?;
        }
        match recording.outcome() {
            Ok(plan) => match explain::plan_note(plan, recording.scenario(), lang) {
                None => writeln!(out, "{name}: ok")?,
                Some(note) => writeln!(out, "{name}: ok: {}", plain(&note))?,
            },
            Err(stopped) => {
                let ours = stopped.refusal.is_ours();
                clean &= !ours;
                let word = if ours { "too much" } else { "refused" };
                writeln!(out, "{name}: {word}: {}", refused(stopped, recording.scenario(), lang))?;
            }
        }
    }
    Ok(clean)
}

/// What a good file is.
enum Checked {
    Scenario(Box<Recording>),
    /// A lesson, or an index: what it holds.
    Parts(String),
}

fn checked(file: &Path, text: &str, lang: Lang) -> Option<Checked> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let m = &Messages::of(lang).problems;
    let number = |n: usize| Arg::from(n.to_string());
    // A scenario named there is read as any other, so its own problems are told as well.
    let find = |folders: &[PathBuf], name: &str| {
        let paths = folders.iter().map(|folder| folder.join(format!("{name}.scenario.json")));
        let path = paths.into_iter().find(|path| path.is_file())?;
        told(&path, scenario::read(&text_of(&path, lang)?), lang).map(Rc::new)
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match FileKind::of(&name, text) {
        FileKind::Scenario => {
            let scenario = told(file, scenario::read(text), lang)?;
            Some(Checked::Scenario(Box::new(Recording::new(Rc::new(scenario)))))
        }
        FileKind::Lesson => {
            let folders = [folder.to_path_buf(), folder.join("scenarios"), folder.join("../scenarios")];
            let lesson = told(file, lessons::read(text, &|name| find(&folders, name)), lang)?;
            let questions = lesson.beats.iter().filter(|beat| beat.question.is_some()).count();
            let holds = [("beats", number(lesson.beats.len())), ("questions", number(questions))];
            Some(Checked::Parts(fill_plain(lang, m.lesson_holds, &holds)))
        }
        FileKind::Gallery => {
            let folders = [folder.to_path_buf()];
            let index = told(file, gallery::read(text, Some(&|name| find(&folders, name))), lang)?;
            let holds = [("scenarios", number(index.scenarios.len()))];
            Some(Checked::Parts(fill_plain(lang, m.gallery_holds, &holds)))
        }
        FileKind::Lessons => {
            let exists = |name: &str| folder.join(format!("{name}.lesson.json")).is_file();
            let names = told(file, lessons::read_index(text, Some(&exists)), lang)?;
            Some(Checked::Parts(fill_plain(lang, m.lessons_hold, &[("lessons", number(names.len()))])))
        }
    }
}

fn explain_file(file: &Path, lang: Lang, out: &mut impl Write) -> io::Result<bool> {
    let Some(recording) = load(file, lang) else { return Ok(false) };
    let words = Words::new(&recording, lang);
    writeln!(out, "{}", recording.scenario().title.get(lang))?;
    if let Ok(plan) = recording.outcome()
        && let Some(note) = explain::plan_note(plan, recording.scenario(), lang)
    {
        writeln!(out, "{}", plain(&note))?;
    }
    let mut view = recording.view(0);
    while view.step < recording.len() {
        recording.advance(&mut view);
        writeln!(out, "\n{}", words.step_title(view.step))?;
        let why = words.why(&view);
        for sentence in &why.sentences {
            writeln!(out, "  {} {}", sentence.glyph.symbol(), sentence.plain())?;
        }
        if let Some(rule) = &why.rule {
            writeln!(out, "    {}", rule.plain(lang))?;
        }
    }
    match recording.outcome() {
        Ok(_) => at_the_end(&recording, &words, &view, out).map(|()| true),
        Err(stopped) => {
            writeln!(out, "\n{}", refused(stopped, recording.scenario(), lang))?;
            Ok(!stopped.refusal.is_ours())
        }
    }
}

/// The run of a file, under the rules asked for.
fn load_as(file: &Path, as_: As, lang: Lang) -> Option<Recording> {
    let recording = load(file, lang)?;
    let Some(engine) = as_.engine else { return Some(recording) };
    let scenario = convert(recording.scenario(), 0, engine, ToSpark::default()).scenario;
    Some(Recording::new(Rc::new(scenario)))
}

/// A job's folder.
fn job_of(file: &Path, folder: &Path, as_: As, lang: Lang) -> bool {
    let Some(recording) = load_as(file, as_, lang) else { return false };
    let dialect = recording.scenario().dialect;
    let job = match job::job(&recording, as_.form.unwrap_or(Form::of(dialect)[0]), lang) {
        Ok(job) => job,
        Err(missing) => {
            complain(format_args!("{}: {}", file.display(), explain::no_code(missing, dialect, lang)));
            return false;
        }
    };
    for part in &job.files {
        let path = folder.join(part.path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, &*part.text));
        if let Err(error) = written.and_then(|()| if part.runs { executable(&path) } else { Ok(()) }) {
            complain(format_args!("{}: {error}", path.display()));
            return false;
        }
    }
    true
}

/// Lets a file be run, where files can be told so.
fn executable(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    let _ = path;
    Ok(())
}

/// The code goes to standard output, what is to know of it to standard error.
fn code_of(file: &Path, as_: As, lang: Lang, out: &mut impl Write) -> io::Result<bool> {
    let Some(recording) = load_as(file, as_, lang) else { return Ok(false) };
    let scenario = recording.scenario();
    match code::write(scenario, as_.form.unwrap_or(Form::sql(scenario.dialect)), Sources::StandIn) {
        Ok(code) => {
            for note in &code.notes {
                complain(format_args!("{}: {}", file.display(), explain::code_note(*note, lang)));
            }
            out.write_all(code.script().as_bytes()).map(|()| true)
        }
        Err(missing) => {
            complain(format_args!("{}: {}", file.display(), explain::no_code(missing, scenario.dialect, lang)));
            Ok(false)
        }
    }
}

/// The scenario goes to standard output, what was read of it to standard error, each with its place.
fn read_code(file: &Path, lang: Lang, out: &mut impl Write) -> io::Result<bool> {
    let Some(text) = text_of(file, lang) else { return Ok(false) };
    let read = reading::read(&text);
    let m = messages::Reading::of(lang);
    let name = file.display();
    let say = |place: &reading::Place, word: &str, what: String| {
        complain(format_args!("{name}:{}:{}: {word}: {what}", place.line, place.column));
    };
    complain(format_args!("{name}: {}", explain::reading::language(read.language, lang)));
    for (setting, place) in &read.settings {
        say(place, m.understood, explain::reading::setting(setting, lang));
    }
    for (assumption, place) in &read.assumed {
        say(place, m.assumed, explain::reading::assumption(assumption, lang));
    }
    for (trouble, place) in &read.troubles {
        say(place, m.trouble, explain::reading::trouble(trouble, lang).plain(lang));
    }
    match read.scenario {
        Some(scenario) => out.write_all(scenario::write(&scenario).as_bytes()).map(|()| true),
        None => Ok(false),
    }
}

/// The state after the last step: watermarks, and the rows still held.
fn at_the_end(recording: &Recording, words: &Words, view: &View, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{}", Messages::of(words.lang()).names.at_the_end)?;
    for side in Side::BOTH {
        writeln!(out, "  {}", words.watermark(view, side))?;
    }
    for (row, _) in recording.rows().iter().filter(|(row, _)| view.row(*row).phase == Phase::Held) {
        writeln!(out, "  {}", words.option_name(view, row))?;
    }
    writeln!(out, "  {}", words.emitted(view))
}

fn refused(stopped: Stopped, scenario: &Scenario, lang: Lang) -> String {
    explain::refusal(stopped, scenario, lang).plain(lang)
}

// ---- reading --------------------------------------------------------------------------------------------

/// Reads and runs a file; `None` if it could not be, which has been told on standard error.
fn load(file: &Path, lang: Lang) -> Option<Recording> {
    let scenario = told(file, scenario::read(&text_of(file, lang)?), lang)?;
    Some(Recording::new(Rc::new(scenario)))
}

/// The text of a file; `None` if it has none, which has been told on standard error.
fn text_of(file: &Path, lang: Lang) -> Option<String> {
    let name = file.display();
    let bytes = match read_bytes(file) {
        Ok(bytes) => bytes,
        Err(Unreadable::Io(error)) => {
            complain(format_args!("{name}: {error}"));
            return None;
        }
        Err(Unreadable::TooLarge(bytes)) => {
            let (place, span) = (String::new(), 0..0);
            let problem = Problem { place, line: 1, column: 1, span, fault: Fault::TooLarge { bytes }, fix: None };
            complain(format_args!("{name}: {}", explain::problem(&problem, lang).plain(lang)));
            return None;
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let told: Told = explain::not_utf8(error.utf8_error().valid_up_to(), lang);
            complain(format_args!("{name}: {}", told.plain(lang)));
            None
        }
    }
}

/// What was read, or `None` with every problem told on standard error.
fn told<T>(file: &Path, read: Result<T, Vec<Problem>>, lang: Lang) -> Option<T> {
    let name = file.display();
    match read {
        Ok(read) => Some(read),
        Err(problems) => {
            for problem in &problems {
                let told = explain::problem(problem, lang).plain(lang);
                let place = if problem.place.is_empty() { String::new() } else { format!("{}: ", problem.place) };
                complain(format_args!("{name}:{}:{}: {place}{told}", problem.line, problem.column));
            }
            None
        }
    }
}

enum Unreadable {
    Io(io::Error),
    TooLarge(usize),
}

/// The bytes of a file, unless it is larger than any scenario may be; that is found out before reading it.
fn read_bytes(file: &Path) -> Result<Vec<u8>, Unreadable> {
    let most = MAX_BYTES as u64;
    let opened = fs::File::open(file).map_err(Unreadable::Io)?;
    let size = opened.metadata().map_err(Unreadable::Io)?.len();
    let too_large = |size: u64| Unreadable::TooLarge(usize::try_from(size).unwrap_or(usize::MAX));
    if size > most {
        return Err(too_large(size));
    }
    // A pipe tells no size, and a file may grow.
    let mut bytes = Vec::new();
    opened.take(most + 1).read_to_end(&mut bytes).map_err(Unreadable::Io)?;
    if bytes.len() as u64 > most { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
}
