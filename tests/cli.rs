//! The command line, as a user runs it.

#![cfg(not(target_arch = "wasm32"))]

use std::{
    ffi::OsStr,
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const GOOD: &str = r#"{"version": 1, "title": {"en": "Two rows", "zh": "两行"}, "dialect": "flink_sql",
  "left": {"name": "l", "watermark": {"strategy": "manual"}},
  "right": {"name": "r", "watermark": {"strategy": "manual"}},
  "join": {"kind": "interval", "type": "left", "lower": 0, "upper": 1000},
  "script": [{"do": "push", "side": "left", "id": "l1", "key": "a", "time": 1704103200000}]}"#;

fn refused() -> String {
    GOOD.replace("\"manual\"", "\"bounded\", \"delay\": -1")
}

fn invalid() -> String {
    GOOD.replace("\"upper\"", "\"uper\"").replace("\"a\"", "1")
}

/// A folder of its own for each test, away when it is done.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn joinscope<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_joinscope")).args(args).output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn with(command: &str, files: &[&PathBuf]) -> Ran {
    joinscope([OsStr::new(command)].into_iter().chain(files.iter().map(|file| file.as_os_str())))
}

#[test]
fn help_and_version() {
    let help = joinscope(["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    for word in ["trace", "check", "explain", "code", "job", "expand", "read", "--out", "--lang", "--engine", "--as"] {
        assert!(help.out.contains(word), "{word}");
    }
    let version = joinscope(["--version"]);
    assert_eq!((version.code, version.out), (0, format!("joinscope {}\n", env!("CARGO_PKG_VERSION"))));
    assert_eq!(joinscope(["trace", "--help"]).code, 0);
}

#[test]
fn wrong_usage_does_nothing() {
    let cases: [&[&str]; 25] = [
        &[],
        &["run", "x"],
        &["trace"],
        &["check"],
        &["explain"],
        &["explain", "a", "b"],
        &["trace", "--lang", "en", "x"],
        &["check", "--out", "d", "x"],
        &["explain", "--lang", "fr", "x"],
        &["code"],
        &["read"],
        &["read", "a", "b"],
        &["code", "a", "b"],
        &["code", "--engine", "oracle", "a"],
        &["code", "--as", "cobol", "a"],
        &["trace", "--as", "pyspark", "a"],
        &["job", "a"],
        &["job", "a", "b", "--out", "c"],
        &["code", "--out", "a", "b"],
        &["trace", "--engine", "spark", "a"],
        &["trace", "--colour", "x"],
        &["trace", "--runs", "1", "x"],
        &["bench"],
        &["bench", "--join", "interval-left", "--n", "-1"],
        &["bench", "--join", "interval-left", "x"],
    ];
    for args in cases {
        let ran = joinscope(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.starts_with("joinscope: ") && ran.err.contains("--help"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn traces_go_to_standard_output_a_line_each() {
    let folder = Folder::new("stdout");
    let (good, refused) = (folder.file("a.scenario.json", GOOD), folder.file("b.scenario.json", refused()));
    let ran = with("trace", &[&good, &refused]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "a refusal is a result");
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["engine"]["as"], "Apache Flink 2.3.0");
    assert_eq!(lines[0]["steps"][0]["state"]["left"], 1);
    assert!(lines[1]["error"].is_string() && lines[1].get("steps").is_none());
}

#[test]
fn traces_go_to_a_folder_named_after_their_scenarios() {
    let folder = Folder::new("out");
    let files = ["a.scenario.json", "b.json", "c", ".scenario.json"].map(|name| folder.file(name, GOOD));
    let out = folder.0.join("new/traces");
    let args = [&["trace".into(), "--out".into(), out.clone().into_os_string()], &files.clone().map(Into::into)[..]];
    let ran = joinscope(args.concat());
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let mut names: Vec<String> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, [".scenario.trace.json", "a.trace.json", "b.trace.json", "c.trace.json"]);
    let trace: serde_json::Value = serde_json::from_str(&folder.read("new/traces/a.trace.json")).unwrap();
    assert_eq!(trace["version"], 1);
    // A second run writes the same.
    assert_eq!(joinscope(args.concat()).code, 0);
}

#[test]
fn two_inputs_of_one_output_are_refused_before_anything_is_written() {
    let folder = Folder::new("twice");
    let (a, b) = (folder.file("x/a.scenario.json", GOOD), folder.file("y/a.scenario.json", GOOD));
    let out = folder.0.join("out");
    let ran = joinscope([OsStr::new("trace"), a.as_os_str(), b.as_os_str(), OsStr::new("--out"), out.as_os_str()]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("a.trace.json") && ran.err.contains("both"), "{}", ran.err);
    assert!(!out.exists());
    assert_eq!(with("trace", &[&a, &b]).code, 0, "on standard output they do not meet");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let folder = Folder::new("others");
    let bad = folder.file("bad.scenario.json", invalid());
    let good = folder.file("good.scenario.json", GOOD);
    let gone = folder.0.join("gone.scenario.json");
    let ran = with("trace", &[&bad, &gone, &good]);
    assert_eq!((ran.code, ran.out.lines().count()), (1, 1));
    let lines: Vec<&str> = ran.err.lines().collect();
    let bad = bad.display();
    assert_eq!(lines[0], format!("{bad}:4:60: join.uper: Unknown field uper in join. Did you mean upper?"));
    assert_eq!(lines[1], format!("{bad}:5:64: script[0].key: key must be a string or null. Write \"001\"."));
    assert!(lines[2].starts_with(&gone.display().to_string()));
    assert_eq!(lines.len(), 3);
}

#[test]
fn check_tells_each_file() {
    let folder = Folder::new("check");
    let good = folder.file("good.scenario.json", GOOD);
    let semi = folder.file("semi.scenario.json", GOOD.replace("\"type\": \"left\"", "\"type\": \"semi\""));
    let refused = folder.file("refused.scenario.json", refused());
    let bad = folder.file("bad.scenario.json", invalid());
    let ran = with("check", &[&good, &semi, &refused]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], format!("{}: ok", good.display()));
    assert!(lines[1].starts_with(&format!("{}: ok: Runs as a regular join", semi.display())));
    assert!(lines[2].starts_with(&format!("{}: refused: Flink SQL refuses this join.", refused.display())));
    let ran = with("check", &[&bad, &good]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out, format!("{}: invalid\n{}: ok\n", bad.display(), good.display()));
    assert_eq!(ran.err.lines().count(), 2);
    let ran = joinscope([OsStr::new("check"), bad.as_os_str(), OsStr::new("--lang"), OsStr::new("zh")]);
    assert!(ran.err.contains("join 中有未知字段 uper。是不是 upper？"), "{}", ran.err);
}

#[test]
fn check_takes_lessons_and_indexes_and_finds_what_they_name() {
    let www = Path::new(env!("CARGO_MANIFEST_DIR")).join("www");
    let (index, lessons) = (www.join("scenarios/index.json"), www.join("lessons/index.json"));
    let ran = with("check", &[&index, &lessons, &www.join("lessons/windows.lesson.json")]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].contains("index.json: ok: scenarios: ") && lines[1].contains("ok: lessons: "), "{lines:?}");
    assert!(lines[2].ends_with("windows.lesson.json: ok: beats: 7, questions: 5"), "{lines:?}");

    // Of one's own: the scenario beside the lesson, in a folder below it, or beside its folder.
    let folder = Folder::new("lessons");
    let lesson = r#"{"version": 1, "title": "t", "scenario": "mine", "beats": [{"caption": "c", "step": 9}]}"#;
    let file = folder.file("sub/my.lesson.json", lesson);
    let name = file.display();
    let ran = with("check", &[&file]);
    assert_eq!((ran.code, ran.out), (1, format!("{name}: invalid\n")));
    let gone = "scenario: There is no scenario mine. Name a file of the gallery, without .scenario.json.";
    assert_eq!(ran.err, format!("{name}:1:42: {gone}\n"));
    for place in ["sub/mine", "sub/scenarios/mine", "scenarios/mine"] {
        let scenario = folder.file(&format!("{place}.scenario.json"), GOOD);
        let ran = with("check", &[&file]);
        let far = "beats[0].step: The scenario has no such step. Write a number from 0 to 1.";
        assert_eq!(ran.err, format!("{name}:1:85: {far}\n"), "{place}");
        fs::remove_file(scenario).unwrap();
    }
    // A scenario that is there but wrong tells its own problems as well.
    let bad = folder.file("sub/mine.scenario.json", invalid());
    let ran = with("check", &[&file]);
    assert!(ran.err.starts_with(&format!("{}:4:60: join.uper", bad.display())), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 3);
    let alone = folder.file("index.json", r#"{"version": 1, "lessons": ["my", "gone"]}"#);
    let ran = with("check", &[&alone]);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
}

#[test]
fn expand_writes_the_steps_that_parameters_make() {
    let folder = Folder::new("expand");
    let generated = GOOD.replace("\"bounded\", \"delay\": -1", "\"manual\"");
    let script = generated.split("\"script\"").nth(1).unwrap();
    let generate = r#""generate": {"seed": 1, "start": 1704103200000, "duration": 60000, "keys": 3,
        "left": {"id": "o", "per_hour": 600}, "right": {"id": "s", "per_hour": 600}}}"#;
    let text = generated.replace(&format!("\"script\"{script}"), generate);
    let file = folder.file("made.scenario.json", &text);
    let ran = with("expand", &[&file]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.matches("\"do\":\"push\"").count(), 20, "{}", ran.out);
    assert!(!ran.out.contains("generate"));
    // The engine does the same to both.
    let expanded = folder.file("expanded.scenario.json", &ran.out);
    assert_eq!(with("trace", &[&file]).out, with("trace", &[&expanded]).out);
    // What has steps already stays as it is.
    assert_eq!(with("expand", &[&expanded]).out, ran.out);
    assert_eq!(with("expand", &[&file, &expanded]).code, 2);
    assert_eq!(with("expand", &[&folder.file("bad.json", invalid())]).code, 1);
}

#[test]
fn explain_tells_every_step() {
    let orders = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/scenarios/orders-shipments.scenario.json");
    let ran = with("explain", &[&orders]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("Orders and shipments\n"));
    for text in [
        "Step 10: s4 arrives on shipments\n",
        "  ∅ o2 left: 11:40 is past 11:35 and no shipment 002 came. LEFT JOIN emits it with NULL.\n",
        "    An order leaves the buffer when: watermark > order_time + 2 h; 11:40 > 09:35 + 2 h = 11:35\n",
        "At the end\n",
        "  rows emitted: 6, with NULL: 3\n",
    ] {
        assert!(ran.out.contains(text), "{text}");
    }
    let ran = joinscope([OsStr::new("explain"), OsStr::new("--lang=zh"), orders.as_os_str()]);
    assert!(ran.out.contains("第 10 步：s4 到达 shipments\n"), "{}", ran.out);

    let folder = Folder::new("explain");
    let refused = folder.file("refused.scenario.json", refused());
    let ran = with("explain", &[&refused]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Flink SQL refuses this join."));
    assert_eq!(with("explain", &[&folder.0.join("gone")]).code, 1);
}

#[test]
fn files_that_are_no_text_are_refused() {
    let folder = Folder::new("bytes");
    let latin = folder.file("latin.scenario.json", b"{\"title\": \"caf\xe9\"}");
    let ran = with("check", &[&latin]);
    assert_eq!(ran.code, 1);
    let name = latin.display();
    assert_eq!(
        ran.err,
        format!("{name}: The file is not UTF-8: byte 14 is where it stops being so. Save it as UTF-8.\n")
    );
    assert_eq!(with("check", &[&folder.0]).code, 1, "a folder is no file");
    let empty = folder.file("empty.scenario.json", "");
    let ran = with("trace", &[&empty]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with(&format!("{}:1:1: This is not JSON", empty.display())), "{}", ran.err);
}

#[test]
fn a_file_too_large_is_refused_by_its_size() {
    let folder = Folder::new("large");
    let path = folder.file("large.scenario.json", "");
    // A file of holes: as large as it says, and hardly there.
    fs::File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    let ran = with("check", &[&path]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("The file has 1099511627776 bytes; at most 268435456 are read."), "{}", ran.err);
}

#[test]
fn a_reader_that_stops_is_no_failure() {
    let folder = Folder::new("pipe");
    let steps: Vec<String> = (0..20_000)
        .map(|n| format!("{{\"do\": \"push\", \"side\": \"left\", \"id\": \"l{n}\", \"key\": null, \"time\": {n}}}"))
        .collect();
    let (start, _) = GOOD.split_once("\"script\"").unwrap();
    let file = folder.file("long.scenario.json", format!("{start}\"script\": [{}]}}", steps.join(",")));
    for command in ["trace", "explain"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_joinscope"))
            .args([OsStr::new(command), file.as_os_str()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{command}");
    }
}

#[test]
fn many_files_in_one_run() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/flink");
    let files: Vec<PathBuf> = fs::read_dir(golden)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".scenario.json"))
        .collect();
    let folder = Folder::new("many");
    let args = [&["trace".into(), "--out".into(), folder.0.clone().into_os_string()][..]];
    let ran = joinscope(args.concat().into_iter().chain(files.iter().map(|file| file.clone().into_os_string())));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), files.len());
}

#[test]
fn code_writes_sql_of_the_engine_asked_for() {
    let folder = Folder::new("code");
    let file = folder.file("good.scenario.json", GOOD);
    let ran = with("code", &[&file]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("CREATE TABLE l (\n") && ran.out.ends_with(";\n"), "{}", ran.out);
    assert!(ran.err.contains("good.scenario.json: A watermark that moves by hand"), "{}", ran.err);
    let spark = joinscope([OsStr::new("code"), OsStr::new("--engine=spark"), file.as_os_str()]);
    assert_eq!(spark.code, 0);
    assert!(
        spark.out.contains("FROM STREAM l\n  WATERMARK `time`\n    DELAY OF INTERVAL 0 SECONDS AS l\n"),
        "{}",
        spark.out
    );
    // What SQL cannot say is told, and is no success.
    let none = joinscope([
        OsStr::new("code"),
        OsStr::new("--engine=flink_datastream"),
        OsStr::new("--lang=zh"),
        file.as_os_str(),
    ]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(none.err.contains("拒绝"), "{}", none.err);
    let refused = folder.file("refused.scenario.json", refused());
    assert_eq!(with("code", &[&refused]).code, 1);
}

// ---- bench --------------------------------------------------------------------------------------------------------------

#[test]
fn bench_tells_the_peers_events_and_rows() {
    let ran = joinscope(["bench", "--join", "interval-left", "--n", "1000", "--runs", "2"]);
    assert_eq!(ran.code, 0);
    let lines: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines[0], ["selfcheck", "4118284535640316600", "joinscope"]);
    assert_eq!(lines.len(), 4);
    for (number, line) in lines[1..].iter().enumerate() {
        let n = if number == 0 { 200 } else { 1000 };
        assert_eq!(line[..4], ["run", "joinscope", "interval-left", &number.to_string()]);
        assert_eq!((line[4], line[5]), (&*n.to_string(), &*(2 * n).to_string()));
        assert!(line[6].parse::<f64>().unwrap() > 0.0 && line.len() == 11, "{line:?}");
    }
    assert_eq!(lines[2][8..10], lines[3][8..10]);
}

#[test]
fn bench_of_a_join_that_is_not_measured_prints_nothing() {
    let ran = joinscope(["bench", "--join", "temporal-left", "--n", "10"]);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, "", ""));
}

#[test]
fn a_job_is_a_folder_and_a_form_of_another_engine_is_told() {
    let folder = Folder::new("job");
    let file = folder.file("orders.json", include_str!("../www/scenarios/orders-shipments.scenario.json"));
    let out = folder.0.join("job");
    let (job, out_, as_) = (OsStr::new("job"), OsStr::new("--out"), OsStr::new("--as"));
    let ran = joinscope([job, file.as_os_str(), out_, out.as_os_str()]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert!(fs::read_to_string(out.join("job.sql")).unwrap().contains("'connector' = 'replay'"));
    assert!(fs::read_to_string(out.join("events/left.ndjson")).unwrap().lines().count() > 0);
    assert!(fs::read_to_string(out.join("run.sh")).unwrap().starts_with("#!/usr/bin/env bash\n"));

    let other = folder.0.join("other");
    let ran = joinscope([job, file.as_os_str(), out_, other.as_os_str(), as_, OsStr::new("pyspark")]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("PySpark has rules of its own") && !other.exists(), "{}", ran.err);
    // A file stands where the folder should be.
    let ran = joinscope([job, file.as_os_str(), out_, file.as_os_str()]);
    assert_eq!(ran.code, 1);
}

#[test]
fn read_writes_a_scenario_and_tells_what_it_understood() {
    let folder = Folder::new("read");
    let file = folder.file(
        "job.py",
        "a = spark.readStream.table('a').withWatermark('t', '5 minutes')\n\
         b = spark.readStream.table('b').withWatermark('u', '10 minutes')\n\
         a.join(b, expr('a.k = b.k AND u >= t AND u < t + interval 1 hour'), 'left')\n",
    );
    let ran = with("read", &[&file]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("job.py: read as PySpark"), "{}", ran.err);
    assert!(ran.err.contains("job.py:3:42: understood: upper bound: 1 h, exclusive"), "{}", ran.err);
    let scenario = folder.file("read.scenario.json", &ran.out);
    assert_eq!(with("check", &[&scenario]).code, 0);

    let open = folder.file("open.sql", "SELECT * FROM a JOIN b ON a.k = b.k AND a.t >= b.t");
    let none = joinscope([OsStr::new("read"), OsStr::new("--lang=zh"), open.as_os_str()]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(none.err.contains("open.sql:1:41: 未理解: "), "{}", none.err);
}

#[test]
fn a_real_run_is_compared_told_and_reported() {
    let folder = Folder::new("compare");
    let scenario = folder.file("two.scenario.json", GOOD);
    let equal = r#"{"version": 1, "engine": {"name": "Apache Flink", "version": "2.3.0"}, "steps": [{"out": [], "state": {"left": 1, "right": 0}}]}"#;
    let run = folder.file("two.trace.json", equal);
    let ran = with("compare", &[&scenario, &run]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("two.trace.json: Apache Flink 2.3.0, trace of 1 step\nThe one step is equal: what is drawn is what Apache Flink 2.3.0 did.\n"), "{}", ran.out);
    // One row besides, and a report.
    let other = equal.replace("\"out\": []", "\"out\": [{\"kind\": \"+I\", \"left\": \"l1\", \"right\": null}]");
    let run = folder.file("other.trace.json", other);
    let report = folder.0.join("two.report.json");
    let ran =
        joinscope(["compare".as_ref(), scenario.as_os_str(), run.as_os_str(), "--report".as_ref(), report.as_os_str()]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.contains("Step 1: l1 arrives on l\n  +I l1 NULL: the engine puts it out here, joinscope does not. The two runs do not tell why.\n"), "{}", ran.out);
    let report = folder.read("two.report.json");
    assert!(
        report.contains("\"report\": \"joinscope compare\"") && report.contains("\"name\": \"other.trace.json\""),
        "{report}"
    );
    // A job's output; none of it here.
    let run = folder.file("output.ndjson", "");
    let ran = joinscope(["compare".as_ref(), scenario.as_os_str(), run.as_os_str(), "--lang".as_ref(), "zh".as_ref()]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("未说明引擎，作业输出，0行") || ran.out.contains("作业输出"), "{}", ran.out);
    // What cannot be read has its place.
    let run = folder.file("bad.trace.json", "{\"version\": 1,\n \"engine\": 5, \"steps\": []}");
    let ran = with("compare", &[&scenario, &run]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("bad.trace.json:2:12: engine: engine must be"), "{}", ran.err);
    for wrong in
        [vec!["compare"], vec!["compare", "a"], vec!["compare", "a", "b", "c"], vec!["trace", "a", "--report", "b"]]
    {
        assert_eq!(joinscope(&wrong).code, 2, "{wrong:?}");
    }
}
