//! The words: the mockups' sentences as they are there, every golden in both languages, every effect.

#![cfg(not(target_arch = "wasm32"))]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use joinscope_core::{
    engine::{
        Effect, Refusal, RowId,
        effect::{Cause, Firing, Gone, NotKept, NotProbed, Why},
    },
    explain::{self, Glyph, Sentence, Words, format, messages::Messages, reference::Verdict},
    replay::{Phase, Recording, Stopped},
    scenario::{self, Dialect, JoinType, Lang, RowKind, Side},
};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn record(path: &Path) -> Recording {
    let text = fs::read_to_string(path).unwrap();
    Recording::new(Rc::new(scenario::read(&text).unwrap()))
}

fn orders() -> Recording {
    record(&root().join("www/scenarios/orders-shipments.scenario.json"))
}

fn goldens() -> Vec<PathBuf> {
    fn find(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                find(&path, files);
            } else if path.to_string_lossy().ends_with(".scenario.json") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    find(&root().join("tests/golden"), &mut files);
    assert!(files.len() > 100);
    files
}

fn said(words: &Words, step: usize) -> Vec<String> {
    words.why_step(step).sentences.iter().map(Sentence::plain).collect()
}

/// A scenario from its join and its steps, a line each: `L o1 001 10:00`, `R -D s1 - 10:00` (a dash: no key),
/// `WL 10:00`, `W 10:00` (both sides), `C 500` (the clock, ms).
fn run(join: &str, watermark: &str, steps: &str) -> Recording {
    let mut script = Vec::new();
    let ms = |text: &str| scenario::time::parse_time(text, scenario::time::EXAMPLE).unwrap();
    for line in steps.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut parts: Vec<&str> = line.split(' ').collect();
        let kind = if parts[1].starts_with(['+', '-']) && parts[0].len() == 1 && parts[0] != "C" {
            parts.remove(1)
        } else {
            "+I"
        };
        let side = |name: &str| if name.ends_with('L') { "left" } else { "right" };
        let watermark =
            |side: &str, time: &str| format!(r#"{{"do": "watermark", "side": "{side}", "time": {}}}"#, ms(time));
        match parts[..] {
            ["W", time] => script.extend([watermark("left", time), watermark("right", time)]),
            [name @ ("WL" | "WR"), time] => script.push(watermark(side(name), time)),
            ["C", time] => script.push(format!(r#"{{"do": "clock", "time": {time}}}"#)),
            [name, id, key, time] => {
                let key = if key == "-" { "null".to_string() } else { format!("\"{key}\"") };
                let (side, time) = (side(name), ms(time));
                script.push(format!(
                    r#"{{"do": "push", "side": "{side}", "id": "{id}", "key": {key}, "time": {time}, "kind": "{kind}"}}"#
                ));
            }
            _ => panic!("{line}"),
        }
    }
    let text = format!(
        r#"{{"version": 1, "title": "t", "dialect": "flink_sql",
            "left": {{"name": "orders", "noun": {{"en": "order", "zh": "订单"}}, "time_name": "order_time", "watermark": {watermark}}},
            "right": {{"name": "shipments", "noun": {{"en": "shipment", "zh": "发货"}}, "time_name": "ship_time", "watermark": {watermark}}},
            "join": {join}, "script": [{}]}}"#,
        script.join(",")
    );
    Recording::new(Rc::new(scenario::read(&text).unwrap_or_else(|problems| panic!("{problems:#?}"))))
}

const MANUAL: &str = r#"{"strategy": "manual"}"#;
const NONE: &str = r#"{"strategy": "none"}"#;
/// 0 to 2 h.
const LEFT: &str = r#"{"kind": "interval", "type": "left", "lower": 0, "upper": 7200000}"#;

fn regular(ty: &str) -> String {
    format!(r#"{{"kind": "regular", "type": "{ty}"}}"#)
}

fn row(recording: &Recording, side: Side, id: &str) -> RowId {
    recording.rows().find(recording.scenario(), side, id).unwrap()
}

/// What is said of the last step, in English.
fn last(recording: &Recording) -> Vec<String> {
    assert!(recording.outcome().is_ok(), "{:?}", recording.outcome());
    said(&Words::new(recording, Lang::En), recording.len())
}

#[test]
fn step_10_reads_as_in_the_mockup() {
    let recording = orders();
    let words = Words::new(&recording, Lang::En);
    assert_eq!(words.step_title(10), "Step 10: s4 arrives on shipments");
    assert_eq!(words.step_valuetext(10), "step 10 of 15, s4 arrives on shipments");
    let why = words.why_step(10);
    assert_eq!(
        said(&words, 10),
        [
            "s4 arrived at 11:55. No buffered order has key 008, so it waits.",
            "It moved the shipments watermark to 11:45. Orders is slower at 11:40, so the join’s watermark is 11:40 (was 10:20).",
            "o1 and s2 left: 11:40 is past 11:20 and 10:30. Both had matched, so nothing more is emitted.",
            "o2 left: 11:40 is past 11:35 and no shipment 002 came. LEFT JOIN emits it with NULL.",
        ]
    );
    assert_eq!(why.sentences.iter().map(|sentence| sentence.hot).collect::<Vec<_>>(), [false, false, false, true]);
    let rule = why.rule.unwrap();
    assert_eq!((rule.caption.as_str(), format::plain(&rule.about).as_str()), ("An order leaves the buffer when", "o2"));
    let line = |line: &[Vec<_>]| line.iter().map(|cell| format::plain(cell)).collect::<Vec<_>>().join(" | ");
    assert_eq!(line(&rule.lines[0]), "watermark | > | order_time | + 2 h | ");
    assert_eq!(line(&rule.lines[1]), "11:40 | > | 09:35 | + 2 h | = 11:35");

    let view = recording.view(10);
    let o3 = recording.rows().find(recording.scenario(), Side::Left, "o3").unwrap();
    let picked = words.selected(&view, o3);
    assert_eq!((picked.heading.as_str(), picked.note.as_str()), ("Selected: o3", "waiting, 0 matches"));
    assert_eq!(picked.question, "Why no output for o3 yet?");
    assert_eq!(
        format::plain(&picked.answer),
        "A shipment with key 003 and a time up to 12:10 can still match. If none comes, o3 is emitted with NULL once the watermark passes 12:10."
    );
    let held = picked.held.unwrap();
    assert_eq!((held.text.as_str(), held.thousandths), ("watermark 11:40, held by orders", 750));
    assert_eq!(held.to_go.as_deref(), Some("30 min to go"));
    assert_eq!(words.option_name(&view, o3), "o3, key 003, 10:10, waiting, leaves at 12:10:00.001");
}

#[test]
fn step_10_reads_as_in_the_chinese_mockup() {
    let recording = orders();
    let words = Words::new(&recording, Lang::Zh);
    assert_eq!(words.step_title(10), "第 10 步：s4 到达 shipments");
    assert_eq!(
        said(&words, 10),
        [
            "s4 于 11:55 到达。缓冲中没有键为 008 的订单，因此它先等待。",
            "它把 shipments 的水位线推进到 11:45。orders 较慢（11:40），连接取 11:40（此前 10:20）。",
            "o1 和 s2 离开缓冲：11:40 已越过 11:20 和 10:30。两行都匹配过，不再产生输出。",
            "o2 离开缓冲：11:40 已越过 11:35，键 002 的发货没有来。LEFT JOIN 补 NULL 输出。",
        ]
    );
    let rule = words.why_step(10).rule.unwrap();
    assert_eq!(rule.caption, "订单离开缓冲的条件");
    let line = |line: &[Vec<_>]| line.iter().map(|cell| format::plain(cell)).collect::<Vec<_>>().join(" | ");
    assert_eq!(line(&rule.lines[0]), "水位线 | > | order_time | + 2 小时 | ");

    let view = recording.view(10);
    let o3 = recording.rows().find(recording.scenario(), Side::Left, "o3").unwrap();
    let picked = words.selected(&view, o3);
    assert_eq!((picked.heading.as_str(), picked.note.as_str()), ("已选中：o3", "等待中，匹配 0 次"));
    assert_eq!(picked.question, "o3 为什么还没有输出？");
    assert_eq!(
        format::plain(&picked.answer),
        "键为 003、时间不晚于 12:10 的发货仍可能匹配。若一直不来，水位线越过 12:10 后，o3 补 NULL 输出。"
    );
    let held = picked.held.unwrap();
    assert_eq!(held.text, "水位线 11:40，受 orders 限制");
    assert_eq!(held.to_go.as_deref(), Some("还差 30 分钟"));
}

#[test]
fn arrivals_and_pairs() {
    let said = |steps| last(&run(LEFT, MANUAL, steps));
    assert_eq!(said("L o1 001 10:00"), ["o1 arrived at 10:00. No buffered shipment has key 001, so it waits."]);
    assert_eq!(said("L o1 - 10:00"), ["o1 has no key. NULL equals nothing, so it never matches."]);
    assert_eq!(
        said("L o1 001 09:20\nR s1 001 09:50"),
        ["s1 (09:50) is 30 min after o1, key 001. That lies within 0 to 2 h, so the pair is emitted."]
    );
    assert_eq!(
        said("R s1 001 09:50\nL o1 001 09:20"),
        ["o1 arrived at 09:20. s1 is 30 min after it, key 001, within 0 to 2 h, so the pair is emitted."]
    );
    assert_eq!(
        said("L o1 001 09:20\nL o2 001 09:30\nR s1 001 09:50"),
        ["s1 (09:50) matches o1 and o2, key 001. All lie within 0 to 2 h, so 2 pairs are emitted."]
    );
    let many: String = (1..=12).map(|n| format!("L o{n} 001 09:{:02}\n", n + 10)).collect();
    let recording = run(LEFT, MANUAL, &(many + "R s1 001 09:50"));
    assert_eq!(
        last(&recording),
        ["s1 (09:50) matches 12 orders, key 001. All lie within 0 to 2 h, so 12 pairs are emitted."]
    );
    let why = Words::new(&recording, Lang::En).why_step(13);
    assert_eq!(why.sentences[0].rows.len(), 13, "the rows that are only counted are known all the same");
    assert!(why.sentences[0].hot);
}

#[test]
fn near_misses_give_both_sides_of_the_comparison() {
    let said = |lower: &str, upper: &str, ends: &str, steps: &str| {
        let join = format!(r#"{{"kind": "interval", "type": "inner", "lower": {lower}, "upper": {upper}{ends}}}"#);
        last(&run(&join, MANUAL, steps))[0].clone()
    };
    assert_eq!(
        said("0", "7200000", "", "L o4 004 10:25\nR s6 004 12:25:01"),
        "s6 is 2 h 1 s after o4. The limit is 2 h, so they do not match."
    );
    let open = r#", "lower_inclusive": false, "upper_inclusive": false"#;
    let cases = [
        ("0", "60000", open, "10:01", "s1 is 1 min after o1. It must be less than 1 min, so they do not match."),
        ("0", "60000", "", "09:59", "s1 is 1 min before o1. It must not be before, so they do not match."),
        ("0", "60000", open, "10:00", "s1 is at the same time as o1. It must be after, so they do not match."),
        ("-60000", "0", "", "10:01", "s1 is 1 min after o1. It must not be after, so they do not match."),
        ("-60000", "0", open, "10:00", "s1 is at the same time as o1. It must be before, so they do not match."),
        ("-60000", "0", "", "09:58", "s1 is 2 min before o1. The limit is 1 min, so they do not match."),
        ("-60000", "0", open, "09:59", "s1 is 1 min before o1. It must be less than 1 min, so they do not match."),
        (
            "60000",
            "90000",
            "",
            "10:00",
            "s1 is at the same time as o1. It must be at least 1 min after, so they do not match.",
        ),
        (
            "60000",
            "90000",
            open,
            "10:01",
            "s1 is 1 min after o1. It must be more than 1 min after, so they do not match.",
        ),
        (
            "-90000",
            "-60000",
            "",
            "10:02",
            "s1 is 2 min after o1. It must be at least 1 min before, so they do not match.",
        ),
        (
            "-90000",
            "-60000",
            open,
            "09:59",
            "s1 is 1 min before o1. It must be more than 1 min before, so they do not match.",
        ),
    ];
    for (lower, upper, ends, time, expected) in cases {
        assert_eq!(said(lower, upper, ends, &format!("L o1 001 10:00\nR s1 001 {time}")), expected);
    }
    // As seen from the left row the bounds are the other way round.
    assert_eq!(
        said("0", "60000", "", "R s1 001 10:00\nL o1 001 10:01"),
        "o1 is 1 min after s1. It must not be after, so they do not match."
    );
    assert_eq!(
        said("0", "60000", open, "R s1 001 10:00\nL o1 001 09:59"),
        "o1 is 1 min before s1. It must be less than 1 min, so they do not match."
    );
}

#[test]
fn late_rows() {
    assert_eq!(
        last(&run(LEFT, MANUAL, "W 10:20\nR s3 007 09:15")),
        ["s3 (09:15) is behind the watermark 10:20. It found no order 007 and is not kept."]
    );
    assert_eq!(
        last(&run(LEFT, MANUAL, "W 10:20\nR s3 007 10:20")),
        ["s3 (10:20) is not after the watermark. It found no order 007 and is not kept."]
    );
    assert_eq!(
        last(&run(LEFT, MANUAL, "W 12:20\nL o3 007 09:15")),
        [
            "o3 (09:15) can match up to 11:15, and the watermark is 12:20.",
            "It found no shipment 007 and is not kept: LEFT JOIN emits it with NULL.",
        ]
    );
    let matched = run(LEFT, MANUAL, "L o3 007 09:00\nW 10:20\nR s3 007 09:15");
    assert_eq!(
        last(&matched),
        [
            "s3 (09:15) is 15 min after o3, key 007. That lies within 0 to 2 h, so the pair is emitted.",
            "s3 (09:15) is behind the watermark 10:20. It matched all the same, and is not kept.",
        ]
    );
    // Out of reach, although not late: shipments come before their orders.
    let early = r#"{"kind": "interval", "type": "inner", "lower": -7200000, "upper": -3600000}"#;
    assert_eq!(
        last(&run(early, MANUAL, "W 10:20\nL o3 007 11:00")),
        ["o3 (11:00) can match up to 10:00, and the watermark is 10:20. It found no shipment 007 and is not kept."]
    );
}

#[test]
fn flinks_own_ways_are_named() {
    let timer = run(LEFT, MANUAL, "L o5 002 11:05\nL o2 002 09:35\nW 11:40");
    assert_eq!(
        last(&timer)[1],
        "o2 is past 11:35 but stays: Flink keeps one clean-up timer a key, and o5 set it to 13:05."
    );
    let words = Words::new(&timer, Lang::Zh);
    assert_eq!(said(&words, 4)[1], "o2 已过 11:35 但仍保留：Flink 每个键只有一个清理定时器，o5 把它设在 13:05。");
    let o2 = row(&timer, Side::Left, "o2");
    let picked = Words::new(&timer, Lang::En).selected(&timer.view(4), o2);
    assert_eq!((picked.question.as_str(), picked.note.as_str()), ("Why is o2 still here?", "overdue, 0 matches"));

    let several = run(LEFT, MANUAL, "L o5 002 11:05\nL o2 002 09:35\nL o3 002 09:36\nW 11:40");
    assert_eq!(
        last(&several)[1],
        "o2 and o3 are past their last moments but stay: Flink keeps one clean-up timer a key, not yet due."
    );

    let slow = LEFT.replace("7200000", r#"7200000, "min_cleanup_interval": 300000"#);
    assert_eq!(
        last(&run(&slow, MANUAL, "L o2 002 09:35\nW 11:36"))[1],
        "o2 is past 11:35 but stays: the minimum clean-up interval adds 5 min, to 11:40."
    );

    let cleaned = run(LEFT, MANUAL, "L o5 002 11:05\nL o2 002 09:35\nW 11:40\nR s9 002 14:00");
    assert_eq!(
        last(&cleaned)[2],
        "o2 left: 11:40 is past 11:35, and s9 cleaned up its key. It never matched, so LEFT JOIN emits it with NULL."
    );

    let hidden = run(LEFT, MANUAL, "L o1 001 10:00\nW 12:40\nR s2 002 13:00\nR s1 001 10:30");
    assert_eq!(
        last(&hidden)[0],
        "s1 did not look for partners: Flink’s clean-up mark of orders, one for all keys, is 10:39:59.999, not before 10:30."
    );
}

#[test]
fn leaving() {
    let inner = LEFT.replace("left", "inner");
    assert_eq!(
        last(&run(&inner, MANUAL, "L o2 002 09:35\nW 11:40"))[1..],
        ["o2 left: 11:40 is past 11:35. It never matched, and INNER JOIN emits nothing for it."]
    );
    assert_eq!(
        last(&run(LEFT, MANUAL, "L o2 - 09:35\nW 11:40"))[1..],
        ["o2 left: 11:40 is past 11:35. It never matched, so LEFT JOIN emits it with NULL."]
    );
    // A shipment 002 did come, too late, so "no shipment 002 came" would not be so.
    assert_eq!(
        last(&run(LEFT, MANUAL, "L o2 002 09:35\nR s1 002 11:50\nW 11:40"))[1..],
        ["o2 left: 11:40 is past 11:35. It never matched, so LEFT JOIN emits it with NULL."]
    );
    let steps: String = (1..=12).map(|n| format!("L o{n} 0{n} 09:{:02}\n", n + 10)).collect();
    let recording = run(LEFT, MANUAL, &(steps + "W 12:00"));
    assert_eq!(
        last(&recording)[1..],
        ["12 orders left: 12:00 is past 11:11 to 11:22. None ever matched, so LEFT JOIN emits them with NULL."]
    );
    let words = Words::new(&recording, Lang::Zh);
    assert_eq!(
        said(&words, recording.len())[1],
        "12 行订单离开缓冲：12:00 已越过 11:11 至 11:22。各行都从未匹配，因此 LEFT JOIN 分别补 NULL 输出。"
    );
    assert_eq!(words.why_step(recording.len()).sentences[1].rows.len(), 12);
    assert_eq!(words.why_step(recording.len()).sentences[1].glyph, Glyph::Null);
}

#[test]
fn watermarks() {
    let said = |steps| last(&run(LEFT, MANUAL, steps));
    assert_eq!(
        said("WR 10:20\nWL 11:40"),
        [
            "The orders watermark moved to 11:40. Shipments is slower at 10:20, so the join’s watermark is 10:20 (was none)."
        ]
    );
    assert_eq!(
        said("W 10:20\nWL 11:40"),
        ["Orders moved to 11:40, but shipments is at 10:20. The join follows the slower, so nothing leaves."]
    );
    assert_eq!(
        said("WL 11:40"),
        ["Orders moved to 11:40, but shipments has no watermark yet. Until both have one, nothing leaves."]
    );
    assert_eq!(said("WL 11:40\nWL 11:30"), ["11:30 is before 11:40. A watermark never goes back, so nothing changes."]);
    assert_eq!(said("WL 11:40\nWL 11:40"), ["The orders watermark is at 11:40 already, so nothing changes."]);
    assert_eq!(
        said("W 10:00\nWL 10:20\nWR 10:10"),
        [
            "The shipments watermark moved to 10:10. That is the slower side, so the join’s watermark is 10:10 (was 10:00)."
        ]
    );
    assert_eq!(last(&run(LEFT, NONE, "WL 11:40")), ["Orders has no watermark, so this step changes nothing."]);
    // Another day than the events': with its date.
    assert_eq!(
        said("L o1 001 10:00\nW 10:00\nWL 2024-01-02T09:00\nWR 2024-01-02T09:30")[0],
        "The shipments watermark moved to 01-02 09:30. Orders is slower at 01-02 09:00, so the join’s watermark is 01-02 09:00 (was 10:00)."
    );
    let bounded = r#"{"strategy": "bounded", "delay": 600000}"#;
    assert_eq!(
        last(&run(&regular("inner"), bounded, "R s4 008 11:55"))[1..],
        [
            "The shipments watermark moved to 11:45, 10 min behind the newest event, 11:55. This join does not look at it."
        ]
    );
}

#[test]
fn regular_joins_take_back() {
    let said = |ty: &str, steps: &str| last(&run(&regular(ty), MANUAL, steps));
    assert_eq!(
        said("left", "L o1 001 10:00"),
        ["o1 arrived at 10:00. No shipment in state has key 001. LEFT JOIN does not wait and emits it with NULL."]
    );
    assert_eq!(
        said("left", "L o1 001 10:00\nR s1 001 10:05"),
        ["o1 had been emitted with NULL. s1 matches it, so that row is taken back (−D) and the pair is emitted (+I)."]
    );
    assert_eq!(
        said("left", "L o1 001 10:00\nR s1 001 10:05\nR -D s1 001 10:05"),
        [
            "s1 was taken back (−D) and left state.",
            "The pair of s1 with o1 is taken back (−D).",
            "o1 has no partner left, so LEFT JOIN emits it with NULL (+I).",
        ]
    );
    assert_eq!(
        said("left", "L o1 001 10:00\nL -D o1 001 10:00"),
        ["o1 was taken back (−D) and left state.", "o1 had come out with NULL, so that row is taken back (−D).",]
    );
    assert_eq!(
        said("inner", "L -D o1 001 10:00"),
        ["o1 was taken back (−D) but is not in state. Flink joins the change all the same."]
    );
    assert_eq!(
        said("inner", "L o1 001 10:00\nR +U s1 001 10:05"),
        ["s1 matches o1: both have key 001, so the pair is emitted (+U)."]
    );
    assert_eq!(
        said("semi", "L o1 001 10:00\nR s1 001 10:05"),
        ["s1 is the first partner of o1, so SEMI JOIN emits o1."]
    );
    assert_eq!(
        said("semi", "L o1 001 10:00\nR s1 001 10:05\nR s2 001 10:05"),
        ["s2 matches o1, which had come out before, so nothing more is emitted."]
    );
    assert_eq!(said("semi", "R s1 001 10:05\nL o1 001 10:00"), ["o1 matches s1, so SEMI JOIN emits it, once."]);
    assert_eq!(
        said("semi", "R s1 001 10:05\nR s2 001 10:05\nR -D s1 001 10:05"),
        ["s1 was taken back (−D) and left state."]
    );
    assert_eq!(
        said("anti", "L o1 001 10:00"),
        ["o1 arrived at 10:00. No shipment in state has key 001, so ANTI JOIN emits it."]
    );
    assert_eq!(said("anti", "L o1 - 10:00"), ["o1 has no key. NULL equals nothing, so ANTI JOIN emits it."]);
    assert_eq!(
        said("anti", "L o1 001 10:00\nR s1 001 10:05"),
        ["o1 had come out. s1 is a partner, so ANTI JOIN takes it back (−D)."]
    );
    assert_eq!(
        said("anti", "L o1 001 10:00\nR s1 001 10:05\nR -D s1 001 10:05"),
        ["s1 was taken back (−D) and left state.", "o1 has no partner left, so ANTI JOIN emits it again (+I).",]
    );
    let ttl = |steps| last(&run(r#"{"kind": "regular", "type": "inner", "state_ttl": 1000}"#, MANUAL, steps));
    assert_eq!(
        ttl("L o1 001 10:00"),
        ["o1 arrived at 10:00. No shipment in state has key 001. It is kept for 1 s after its last write."]
    );
    assert_eq!(ttl("L o1 001 10:00\nC 999"), ["The clock moved to 0.999 s. No row’s state TTL has ended."]);
    assert_eq!(
        ttl("L o1 001 10:00\nC 1000"),
        ["The clock moved to 1 s.", "o1 left: not written for 1 s, which ends the state TTL. Nothing is emitted.",]
    );
    assert_eq!(ttl("C 1000\nC 999"), ["The clock is not moved: it never goes back."]);
    assert_eq!(last(&run(LEFT, MANUAL, "C 1000")), ["This join does not look at the clock, so nothing changes."]);
}

#[test]
fn before_the_first_step_there_is_something_to_say() {
    let recording = orders();
    for (lang, title, text) in [
        (Lang::En, "Step 0: before the first step", "Nothing has arrived yet."),
        (Lang::Zh, "第 0 步：一切开始之前", "还没有行到达。"),
    ] {
        let words = Words::new(&recording, lang);
        assert_eq!(words.step_title(0), title);
        assert_eq!(said(&words, 0), [text]);
    }
    let words = Words::new(&recording, Lang::En);
    assert_eq!(words.step_valuetext(0), "step 0 of 15, before the first step");
    assert_eq!(words.step_title(12), "Step 12: orders watermark to 12:30");
}

#[test]
fn marks_are_named_as_the_guide_says() {
    let recording = orders();
    let words = Words::new(&recording, Lang::En);
    let name = |step, side, id| words.option_name(&recording.view(step), row(&recording, side, id));
    assert_eq!(name(10, Side::Left, "o4"), "o4, key 004, 10:25, matched, leaves at 12:25:00.001");
    assert_eq!(name(10, Side::Left, "o1"), "o1, key 001, 09:20, left");
    assert_eq!(name(10, Side::Left, "o2"), "o2, key 002, 09:35, left as NULL");
    assert_eq!(name(10, Side::Right, "s3"), "s3, key 007, 09:15, late not kept");
    assert_eq!(name(10, Side::Right, "s5"), "s5, key 003, 12:05, not yet arrived");
    assert_eq!(name(15, Side::Right, "s4"), "s4, key 008, 11:55, left unmatched");
    let late = run(LEFT, MANUAL, "L o3 007 09:00\nW 10:20\nR s3 007 09:15");
    let words = Words::new(&late, Lang::En);
    let s3 = row(&late, Side::Right, "s3");
    assert_eq!(words.option_name(&late.view(4), s3), "s3, key 007, 09:15, late matched not kept");
    let kept = run(&regular("left"), MANUAL, "L o1 - 10:00");
    let words = Words::new(&kept, Lang::En);
    assert_eq!(
        words.option_name(&kept.view(1), row(&kept, Side::Left, "o1")),
        "o1, key NULL, 10:00, kept for ever, never leaves"
    );
    let overdue = run(LEFT, MANUAL, "L o5 002 11:05\nL o2 002 09:35\nW 11:40");
    let words = Words::new(&overdue, Lang::En);
    let o2 = row(&overdue, Side::Left, "o2");
    assert_eq!(words.option_name(&overdue.view(4), o2), "o2, key 002, 09:35, overdue, leaves at 13:05:00.001");
    assert_eq!(
        Words::new(&overdue, Lang::Zh).option_name(&overdue.view(4), o2),
        "o2，键 002，09:35，逾期未清理，13:05:00.001 离开"
    );
}

#[test]
fn notes_cells_and_flags() {
    let recording = orders();
    let (en, zh) = (Words::new(&recording, Lang::En), Words::new(&recording, Lang::Zh));
    let view = recording.view(10);
    let (o3, o1, s4) =
        (row(&recording, Side::Left, "o3"), row(&recording, Side::Left, "o1"), row(&recording, Side::Right, "s4"));
    let note = |words: &Words, row| words.leaves_note(&view, row);
    assert_eq!(note(&en, o3).as_deref(), Some("o3 leaves when the watermark passes 12:10"));
    assert_eq!(note(&zh, o3).as_deref(), Some("水位线越过 12:10 时 o3 离开缓冲"));
    assert_eq!(note(&en, o1), None);
    assert_eq!(en.band_note(o3).as_deref(), Some("key 003, 10:10 to 12:10 can match o3"));
    assert_eq!(zh.band_note(o3).as_deref(), Some("键 003，10:10 至 12:10 可与 o3 匹配"));
    assert_eq!(en.behind_newest(&view, Side::Left).as_deref(), Some("10 min behind newest"));
    assert_eq!(zh.behind_newest(&view, Side::Right).as_deref(), Some("比最新事件晚 10 分钟"));
    assert_eq!(
        (en.join_flag(&view).as_deref(), zh.join_flag(&view).as_deref()),
        (Some("join 11:40"), Some("连接 11:40"))
    );
    assert_eq!(
        (en.slower_note(&view).as_str(), zh.slower_note(&view).as_str()),
        ("the slower: 11:40", "取较慢侧 11:40")
    );
    assert_eq!(en.slower_note(&recording.view(0)), "not known yet");
    assert_eq!(
        (en.flag(&view, Side::Left).as_str(), en.flag_valuetext(&recording.view(0), Side::Left).as_str()),
        ("orders 11:40", "none")
    );
    assert_eq!((en.leaves_cell(&view, o3).as_str(), en.leaves_cell(&view, s4).as_str()), ("12:10", "11:55"));
    assert_eq!((en.leaves_cell(&view, o1).as_str(), zh.leaves_cell(&view, o1).as_str()), ("just left", "本步离开"));
    assert_eq!(en.leaves_cell(&recording.view(11), o1), "left");
}

#[test]
fn the_selected_row_in_every_state() {
    let recording = orders();
    let words = Words::new(&recording, Lang::En);
    let told = |step, side, id| {
        let picked = words.selected(&recording.view(step), row(&recording, side, id));
        (picked.question, format::plain(&picked.answer))
    };
    let pair = |question: &str, answer: &str| (question.to_string(), answer.to_string());
    assert_eq!(
        told(10, Side::Left, "o4"),
        pair(
            "Can o4 still match?",
            "It matched s2. A shipment with key 004 and a time up to 12:25 can still match. o4 leaves, without more output, once the watermark passes 12:25.",
        )
    );
    assert_eq!(
        told(10, Side::Left, "o1"),
        pair("Why did o1 leave?", "The watermark passed 11:20 in step 10. It matched s1. Nothing more comes of it.",)
    );
    assert_eq!(
        told(10, Side::Left, "o2"),
        pair(
            "Why NULL for o2?",
            "The watermark passed 11:35 in step 10. No shipment 002 came by then. LEFT JOIN emitted it with NULL.",
        )
    );
    assert_eq!(
        told(15, Side::Right, "s4"),
        pair(
            "Why no output for s4?",
            "The watermark passed 11:55 in step 13. No order 008 came by then. LEFT JOIN emits nothing for it.",
        )
    );
    assert_eq!(
        told(10, Side::Right, "s5"),
        pair("When does s5 arrive?", "In step 11, with key 003 and the time 12:05.")
    );
    assert_eq!(
        told(10, Side::Right, "s3"),
        pair(
            "Why was s3 not kept?",
            "s3 (09:15) is behind the watermark 10:20. It found no order 007 and is not kept.",
        )
    );
    let kept = run(&regular("left"), MANUAL, "L o1 001 10:00");
    let picked = Words::new(&kept, Lang::En).selected(&kept.view(1), row(&kept, Side::Left, "o1"));
    assert_eq!(picked.question, "When does o1 leave?");
    assert_eq!(
        format::plain(&picked.answer),
        "Never: this join keeps its rows for ever. It is in the result with NULL for now; a partner takes that back. Any shipment with key 001 can still match, whatever its time."
    );
    assert_eq!(picked.held, None);
}

/// A new refusal does not compile until it is named here, and then fails until it is in the list below.
fn refusal_name(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NoSuchJoin { .. } => "no such join",
        Refusal::NoSuchWindow { .. } => "no such window",
        Refusal::InnerOnly { .. } => "inner only",
        Refusal::CrossedBounds { .. } => "crossed bounds",
        Refusal::NullKey => "null key",
        Refusal::TemporalType { .. } => "temporal type",
        Refusal::TemporalWatermark { .. } => "temporal watermark",
        Refusal::LookupType { .. } => "lookup type",
        Refusal::WindowWatermark { .. } => "window watermark",
        Refusal::NoLateness { .. } => "no lateness",
        Refusal::NegativeLateness => "negative lateness",
        Refusal::NotPositive { .. } => "not positive",
        Refusal::Offset { .. } => "offset",
        Refusal::StepDoesNotDivide { .. } => "step does not divide",
        Refusal::SlideAboveSize { .. } => "slide above size",
        Refusal::Anti => "anti",
        Refusal::Unbounded { .. } => "unbounded",
        Refusal::ManualWatermark { .. } => "manual watermark",
        Refusal::WatermarkStep => "watermark step",
        Refusal::BatchStep => "batch step",
        Refusal::CheckpointStep => "checkpoint step",
        Refusal::RowKind { .. } => "row kind",
        Refusal::NegativeDelay { .. } => "negative delay",
        Refusal::MinCleanupInterval => "min clean-up interval",
        Refusal::NegativeTtl => "negative ttl",
        Refusal::NoTtl => "no ttl",
        Refusal::PolicyMax => "policy max",
        Refusal::TooManyWindows { .. } => "too many windows",
        Refusal::TooMuch { .. } => "too much",
        Refusal::IdleTimeout { .. } => "idle timeout",
        Refusal::NoIdleness { .. } => "no idleness",
        Refusal::MaxLength => "max length",
        Refusal::NoMaxLength { .. } => "no max length",
        Refusal::OutOfRange => "out of range",
    }
}

const REFUSALS: usize = 34;

#[test]
fn refusals_say_what_to_do() {
    let recording = orders();
    let (dialect, shape, side) = (Dialect::Spark, "sliding", Side::Right);
    let all = [
        Refusal::NoSuchJoin { dialect, kind: "temporal" },
        Refusal::NoSuchWindow { dialect, shape: "cumulating" },
        Refusal::InnerOnly { ty: JoinType::Left },
        Refusal::CrossedBounds { lower: 60_000, upper: 0 },
        Refusal::NullKey,
        Refusal::TemporalType { ty: JoinType::Full },
        Refusal::TemporalWatermark { side },
        Refusal::LookupType { dialect, ty: JoinType::Full },
        Refusal::WindowWatermark { side },
        Refusal::NoLateness { dialect },
        Refusal::NegativeLateness,
        Refusal::NotPositive { dialect, shape, field: "size", value: 0 },
        Refusal::Offset { dialect, shape, of: "slide", limit: 60_000, offset: 90_000 },
        Refusal::StepDoesNotDivide { size: 90_000, step: 60_000 },
        Refusal::SlideAboveSize { size: 60_000, slide: 90_000 },
        Refusal::Anti,
        Refusal::Unbounded { ty: JoinType::Left, kind: "interval" },
        Refusal::Unbounded { ty: JoinType::Full, kind: "window" },
        Refusal::Unbounded { ty: JoinType::Semi, kind: "regular" },
        Refusal::ManualWatermark { side },
        Refusal::WatermarkStep,
        Refusal::BatchStep,
        Refusal::CheckpointStep,
        Refusal::RowKind { kind: RowKind::Delete },
        Refusal::NegativeDelay { side },
        Refusal::MinCleanupInterval,
        Refusal::NegativeTtl,
        Refusal::NoTtl,
        Refusal::PolicyMax,
        Refusal::TooManyWindows { windows: 5_000 },
        Refusal::TooMuch { effects: 1 << 24 },
        Refusal::IdleTimeout { side },
        Refusal::NoIdleness { side },
        Refusal::MaxLength,
        Refusal::NoMaxLength { dialect },
        Refusal::OutOfRange,
    ];
    let named: BTreeSet<_> = all.iter().map(refusal_name).collect();
    assert_eq!(named.len(), REFUSALS, "{named:#?}");
    for refusal in all {
        for lang in LANGS {
            for step in [None, Some(3)] {
                let refused = explain::refusal(Stopped { refusal, step }, recording.scenario(), lang);
                clean(&refused.plain(lang), lang);
                assert!(!refused.nearest.is_empty());
                assert!(lang == Lang::Zh || format::plain(&refused.reason).split_whitespace().count() <= 25);
                // What no engine says is not put into its mouth.
                assert_eq!(refused.words.contains(&refusal.engine_words()), refusal.is_quotation());
            }
        }
    }
    let stopped = Stopped { refusal: Refusal::NegativeDelay { side: Side::Right }, step: None };
    let refused = explain::refusal(stopped, recording.scenario(), Lang::En);
    assert_eq!(refused.headline, "Flink SQL refuses this join.");
    assert_eq!(refused.nearest_sentence(Lang::En), "Set the watermark delay of shipments to 0.");
    assert_eq!(format::plain(&refused.reason), "The watermark of shipments cannot run ahead of its events.");
}

#[test]
fn what_runs_as_something_else_is_said() {
    let note = |recording: &Recording, lang| {
        explain::plan_note(recording.outcome().unwrap(), recording.scenario(), lang).map(|note| format::plain(&note))
    };
    assert_eq!(note(&orders(), Lang::En), None);
    let semi = run(&LEFT.replace("left", "semi"), MANUAL, "");
    assert_eq!(
        note(&semi, Lang::En).as_deref(),
        Some(
            "Runs as a regular join with a time predicate, since Flink’s interval join has no SEMI JOIN. Nothing is ever cleaned up."
        )
    );
    let none = run(LEFT, NONE, "");
    assert_eq!(
        note(&none, Lang::Zh).as_deref(),
        Some("按带时间条件的常规连接运行，因为 orders 没有水位线。状态永不清理。")
    );
    let crossed = r#"{"kind": "interval", "type": "left", "lower": 1, "upper": 0}"#;
    for join in [crossed.to_string(), crossed.replace("left", "full")] {
        for lang in LANGS {
            clean(&note(&run(&join, MANUAL, ""), lang).unwrap(), lang);
        }
    }
    assert_eq!(
        last(&run(crossed, MANUAL, "L o1 001 10:00")),
        [
            "o1 arrived at 10:00. No times satisfy the bounds, so Flink plans no join and keeps nothing. LEFT JOIN emits it with NULL at once."
        ]
    );
}

// ---- the other families ---------------------------------------------------------------------------------

fn shown(name: &str) -> Recording {
    record(&root().join(format!("www/scenarios/{name}.scenario.json")))
}

fn en(recording: &Recording, step: usize) -> Vec<String> {
    said(&Words::new(recording, Lang::En), step)
}

fn zh(recording: &Recording, step: usize) -> Vec<String> {
    said(&Words::new(recording, Lang::Zh), step)
}

fn told(recording: &Recording, step: usize, side: Side, id: &str) -> (String, String, String) {
    let words = Words::new(recording, Lang::En);
    let picked = words.selected(&recording.view(step), row(recording, side, id));
    (picked.note, picked.question, format::plain(&picked.answer))
}

fn triple(note: &str, question: &str, answer: &str) -> (String, String, String) {
    (note.to_string(), question.to_string(), answer.to_string())
}

#[test]
fn step_8_of_the_window_mockup() {
    let clicks = shown("clicks-sliding");
    let words = Words::new(&clicks, Lang::En);
    assert_eq!(words.step_title(8), "Step 8: c4 arrives on clicks");
    assert_eq!(
        en(&clicks, 8),
        [
            "c4 arrived at 10:17. It goes into two windows: 10:10 to 10:20 and 10:15 to 10:25.",
            "It moved the clicks watermark to 10:15. That is the slower side, so the join’s watermark is 10:15 (was 10:12).",
            "Window 10:05 to 10:15 fired: its end is reached. v2 and c2 share key u2 and are emitted.",
            "v3 had no click u3 in that window, so LEFT JOIN emits it with NULL, although it will pair with c4 in the next one.",
        ]
    );
    assert_eq!(zh(&clicks, 8)[2], "窗口 10:05 至 10:15 触发：水位线已到窗口末端。v2 与 c2 键同为 u2，输出这一对。");
    let why = words.why_step(8);
    assert_eq!(why.sentences.iter().map(|sentence| sentence.hot).collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!(
        why.rule.as_ref().map(|rule| (rule.plain(Lang::En), format::plain(&rule.about))),
        Some((
            "A window fires when: watermark ≥ end − 1 ms; 10:15:00.000 ≥ 10:14:59.999".into(),
            "10:05 to 10:15".into()
        ))
    );
    let view = clicks.view(8);
    let (v3, v4) = (row(&clicks, Side::Left, "v3"), row(&clicks, Side::Left, "v4"));
    let picked = words.selected(&view, v3);
    assert_eq!(picked.note, "in 1 open window");
    assert!(
        format::plain(&picked.answer)
            .starts_with("10:13 lies in two overlapping windows. One has fired; 10:10 to 10:20 fires at 10:20.")
    );
    let held = picked.held.unwrap();
    assert_eq!((held.text.as_str(), held.to_go.as_deref()), ("watermark 10:15, held by clicks", Some("5 min to go")));
    assert_eq!(words.leaves_note(&view, v3).as_deref(), Some("v3 leaves when its last window fires"));
    assert_eq!(words.option_name(&view, v3), "v3, key u3, 10:13, waiting, leaves when its last window fires");
    assert_eq!(
        (words.leaves_head(Side::Left), words.leaves_cell(&view, v4).as_str()),
        ("in open windows", "10:10, 10:15")
    );
    let windows: Vec<(String, String)> =
        words.window_notes(&view).into_iter().map(|note| (note.title, note.note)).collect();
    let windows: Vec<(&str, &str)> = windows.iter().map(|(title, note)| (title.as_str(), note.as_str())).collect();
    assert_eq!(
        windows,
        [
            ("09:55 to 10:05", "fired at step 4, 1 row"),
            ("10:00 to 10:10", "fired at step 6, 2 rows"),
            ("10:05 to 10:15", "1 pair and 1 NULL row"),
            ("10:10 to 10:20", "open: 2 pairs so far"),
            ("10:15 to 10:25", "open: no pair yet"),
        ]
    );
    assert_eq!(
        told(&clicks, 8, Side::Left, "v2"),
        triple(
            "left, 1 match",
            "Why did v2 leave?",
            "Its last window, 10:05 to 10:15, fired in step 8. It matched c2. It also came out with NULL, from a window without a partner. Nothing more comes of it.",
        )
    );
}

#[test]
fn what_lateness_is_in_windows() {
    // Flink SQL: the window decides, not the row.
    let readings = shown("readings-tumbling");
    assert_eq!(
        en(&readings, 7),
        ["h4 (10:03) is dropped as late: its window 10:00 to 10:05 is over, as the watermark is 10:06."]
    );
    assert_eq!(
        told(&readings, 7, Side::Left, "h4").2,
        "h4 (10:03) is dropped as late: its window 10:00 to 10:05 is over, as the watermark is 10:06."
    );
    let ads = shown("ads-datastream-sliding");
    assert_eq!(
        en(&ads, 6),
        [
            "c3 (10:08) is behind the watermark 10:10:59.999, but its window 10:05 to 10:15 is still open, so it is kept.",
            "It skips window 10:00 to 10:10: that is closed, as the watermark is 10:10:59.999.",
        ]
    );
    assert_eq!(
        en(&ads, 7),
        ["c4 (10:03) is dropped as late: all its windows are over, as the watermark is 10:10:59.999."]
    );
    // Neither late nor in a window.
    let gaps = record(&root().join("tests/golden/flink/case-w06-hop-gaps.scenario.json"));
    let all: Vec<String> = (1..=gaps.len()).flat_map(|step| en(&gaps, step)).collect();
    assert!(
        all.iter().any(|text| text.ends_with("It is in none, so it is left out, and does not count as late.")),
        "{all:#?}"
    );
}

#[test]
fn sessions_and_flinks_way_with_them() {
    let visits = shown("visits-sessions");
    assert_eq!(en(&visits, 1), ["v1 arrived at 10:00. It opens a session of key u1: 10:00 to 10:05."]);
    assert_eq!(
        en(&visits, 2),
        ["v2 arrived at 10:04. It stretches the session of key u1 to 10:00 to 10:09; it was 10:00 to 10:05."]
    );
    assert_eq!(
        en(&visits, 6)[1],
        "Flink makes sessions on each side alone. Two sessions of visits are over, and their 3 rows go to the join."
    );
    assert_eq!(
        en(&visits, 9),
        ["v4 (10:06) is dropped as late: its session would be 10:06 to 10:11, and the visits watermark is 10:12."]
    );
    assert_eq!(
        en(&visits, 10)[3],
        "The two sessions start apart, at 10:00 and 10:04. Flink compares only their ends, so they join all the same."
    );
    assert_eq!(
        told(&visits, 2, Side::Left, "v1"),
        triple(
            "in an open session",
            "Which session holds v1?",
            "It is in the session 10:00 to 10:09 of key u1, which grows while rows come within 5 min. Flink makes it of visits alone, and joins it to one of carts that ends at the same time.",
        )
    );
    let merged = record(&root().join("tests/golden/flink/case-w23-session-bridge.scenario.json"));
    let all: Vec<String> = (1..=merged.len()).flat_map(|step| en(&merged, step)).collect();
    assert!(all.iter().any(|text| text.contains("It joins two sessions of key")), "{all:#?}");
}

#[test]
fn late_rows_make_windows_fire_again() {
    let chats = shown("chats-datastream-session");
    assert_eq!(
        en(&chats, 7)[1..],
        [
            "p2 is late but within the allowed lateness, 10 min, so window 10:00 to 10:12 fired again. 2 pairs share a key and are emitted.",
            "q1 and q2 had come out with NULL before. DataStream takes nothing back, so both rows stand.",
        ]
    );
    assert_eq!(en(&chats, 9)[1], "5 rows left: two windows and their allowed lateness, 10 min, are over.");
    assert_eq!(
        en(&chats, 10),
        [
            "p3 (10:05) is dropped as late: the watermark is 10:24, past its last window and the allowed lateness, 10 min."
        ]
    );
    let refires = record(&root().join("tests/golden/flink/case-e03-lateness-refires-all.scenario.json"));
    let all: Vec<String> = (1..=refires.len()).flat_map(|step| en(&refires, step)).collect();
    assert!(all.iter().any(|text| text.ends_with("It emits one new row, and the earlier ones once more.")), "{all:#?}");
}

#[test]
fn lookups() {
    let prices = shown("price-lookup");
    assert_eq!(
        en(&prices, 4),
        ["p2 arrived: it is the table’s row of pear now.", "o2 had asked before. What is out is never corrected."]
    );
    assert_eq!(
        en(&prices, 6)[..3],
        [
            "o3 was looked up: the table has p3 for apple now, so the pair comes out at once.",
            "p3 is of 10:10, later than o3 (10:08). Event times play no part.",
            "It is not kept: this join has no state.",
        ]
    );
    assert_eq!(zh(&prices, 3)[0], "o2 查表：表中现在没有 pear 的行，因此 LEFT JOIN 补 NULL 输出。");
    assert_eq!(
        told(&prices, 8, Side::Left, "o1"),
        triple(
            "answered, 1 match",
            "Why this answer for o1?",
            "It was looked up in step 2: the table had p1 for apple then. The table has p4 now; what is out is never corrected.",
        )
    );
    assert_eq!(told(&prices, 8, Side::Left, "o2").0, "answered with NULL, 0 matches");
    assert_eq!(
        told(&prices, 8, Side::Right, "p1").2,
        "p3 took its place in step 5. o1 found it. They came out with it, and are never corrected."
    );
    assert_eq!(told(&prices, 8, Side::Right, "p4").0, "in the table, 0 matches");
    let spark = shown("price-static-spark");
    assert_eq!(
        en(&spark, 3)[1..3],
        [
            "o1 was looked up: the table has p1 for apple now, so the pair comes out at once.",
            "p1 arrived after o1. It counts all the same, for the table is read when the batch runs.",
        ]
    );
}

#[test]
fn versions() {
    let rates = shown("rates-temporal");
    assert_eq!(
        en(&rates, 2),
        ["o1 arrived at 10:12. It waits until the watermark reaches that time, for an older rate may still come."]
    );
    assert_eq!(en(&rates, 4), ["r2 arrived: the rate of USD from 10:20 on."]);
    assert_eq!(
        en(&rates, 8)[1..],
        [
            "o2 (10:25) takes r2, the newest rate not later than 10:25.",
            "r1 left: r2 is newer and not after the watermark, so no order on time can take r1.",
        ]
    );
    assert_eq!(zh(&rates, 8)[1], "o2（10:25）取 r2，即不晚于 10:25 的最新汇率。");
    assert_eq!(
        en(&rates, 9),
        ["o3 (10:30) is behind the watermark 10:32 but not dropped: it comes out when the watermark moves next."]
    );
    assert_eq!(
        en(&rates, 11)[2],
        "o3 (10:30) finds no rate EUR from 10:30 or before, so LEFT JOIN emits it with NULL."
    );
    assert_eq!(
        told(&rates, 7, Side::Left, "o2"),
        triple(
            "waiting, 0 matches",
            "Why no output for o2 yet?",
            "It waits until the watermark reaches 10:25, its own time. As things stand, it takes r2 (10:20).",
        )
    );
    assert_eq!(
        told(&rates, 7, Side::Right, "r2").2,
        "It is the rate of USD from 10:20 until r3, 10:33. It stays at least until a newer version is not after the watermark."
    );
    let words = Words::new(&rates, Lang::En);
    let view = rates.view(7);
    assert_eq!(words.leaves_head(Side::Right), "valid until");
    assert_eq!(words.leaves_cell(&view, row(&rates, Side::Right, "r2")), "10:33");
    assert_eq!(
        words.leaves_note(&view, row(&rates, Side::Left, "o2")).as_deref(),
        Some("o2 comes out when the watermark reaches 10:25")
    );
}

#[test]
fn datastream_drops_and_lets_go_early() {
    let calls = shown("calls-datastream");
    assert_eq!(en(&calls, 7), ["a3 (10:08) is behind the watermark 10:10, so it is dropped before it can match."]);
    assert_eq!(zh(&calls, 7), ["a3（10:08）落后于水位线 10:10，匹配之前即被丢弃。"]);
    assert_eq!(
        en(&calls, 5)[1..],
        [
            "c1 and a1 left: 10:10 has reached 10:10 and 10:04. Both had matched, so nothing more is emitted.",
            "An answer at 10:10 would not be late and would match, but DataStream lets c1 go 1 ms too soon.",
        ]
    );
    let words = Words::new(&calls, Lang::En);
    let c2 = row(&calls, Side::Left, "c2");
    assert_eq!(words.option_name(&calls.view(5), c2), "c2, key 4712, 10:02, waiting, leaves at 10:12");
    assert_eq!(words.leaves_note(&calls.view(5), c2).as_deref(), Some("c2 leaves when the watermark reaches 10:12"));
}

#[test]
fn spark_runs_in_batches() {
    let ads = shown("ads-spark-interval");
    let words = Words::new(&ads, Lang::En);
    assert_eq!(en(&ads, 5), ["v3 arrived at 10:20. Spark works in batches, so it waits for batch 2."]);
    assert_eq!(
        told(&ads, 5, Side::Left, "v3"),
        triple(
            "waiting for the batch, 0 matches",
            "Why no output for v3 yet?",
            "It waits for batch 2, which runs with the watermark 09:57.",
        )
    );
    assert_eq!(words.step_title(7), "Step 7: batches 2 and 3 run");
    assert_eq!(words.step_title(14), "Step 14: no batch to run");
    assert_eq!(en(&ads, 14), ["No row came since the last batch, so Spark runs none."]);
    assert_eq!(
        en(&ads, 10),
        [
            "Batch 4 ran with the watermark that batch 3 computed, 10:06.",
            "v4 (10:04) is behind the watermark 10:06, so it is dropped before it can match.",
            "Batch 5 followed without rows, with the watermark that batch 4 computed, 10:15.",
            "v1, v2, c1 and c2 left: 10:15 is past 10:10, 10:12, 10:06 and 10:11. All had matched, so nothing more is emitted.",
        ]
    );
    assert_eq!(zh(&ads, 10)[0], "第 4 批使用第 3 批算出的水位线 10:06。");
    assert_eq!(en(&ads, 13)[3], "v3 left: 10:35 is past 10:30 and no click ad3 came. LEFT JOIN emits it with NULL.");
    let logins = shown("logins-spark-regular");
    assert_eq!(
        en(&logins, 3)[2],
        "The next batch’s watermark is 09:55, the smaller of logins (09:55) and alerts (09:56)."
    );
    let words = Words::new(&logins, Lang::En);
    let view = logins.view(6);
    assert_eq!(words.join_flag(&view).as_deref(), Some("in force 09:55"));
    assert_eq!(words.slower_note(&view), "next batch: 10:15");
    assert_eq!(
        en(&logins, 8)[1],
        "a3 is behind the watermark in force, 10:15, but not dropped: Spark judges late rows by the batch before."
    );
    assert_eq!(
        en(&logins, 11)[1],
        "l3 has no key and cannot come out. Spark filters it before the watermark hears its time."
    );
    let null_keys = record(&root().join("tests/golden/spark/null-keys-full.scenario.json"));
    let all: Vec<String> = (1..=null_keys.len()).flat_map(|step| en(&null_keys, step)).collect();
    assert!(
        all.contains(&"l1 and r1 both have no key. Spark’s full join compares the key’s bytes, so they match.".into()),
        "{all:#?}"
    );
    let semi = record(&root().join("tests/golden/spark/semi.scenario.json"));
    let all: Vec<String> = (1..=semi.len()).flat_map(|step| en(&semi, step)).collect();
    assert!(all.iter().any(|text| text.contains("so SEMI JOIN emits it and lets it go.")), "{all:#?}");
    let trips = shown("trips-spark-window");
    assert_eq!(
        en(&trips, 7)[3],
        "t2 left with window 10:00 to 10:10: the watermark 10:12 has reached its end. It never matched, so LEFT JOIN emits it with NULL."
    );
}

#[test]
fn a_refused_join_reads_as_in_the_mockup() {
    let text = fs::read_to_string(root().join("www/scenarios/orders-shipments.scenario.json")).unwrap();
    let mut scenario = scenario::read(&text).unwrap();
    scenario.dialect = Dialect::Spark;
    scenario.streams.right.watermark = scenario::Strategy::None;
    let recording = Recording::new(Rc::new(scenario));
    let refused = explain::refusal(recording.outcome().unwrap_err(), recording.scenario(), Lang::En);
    assert_eq!(refused.headline, "Spark refuses this join.");
    assert_eq!(
        format::plain(&refused.reason),
        "A LEFT join needs a watermark on shipments, else it could never know that no match will come."
    );
    assert_eq!(refused.nearest, "Give shipments a watermark");
    assert!(refused.way_out.is_some() && refused.words.starts_with("Spark: “"));
}

#[test]
fn the_reference_is_what_the_engines_do() {
    for lang in LANGS {
        let reference = explain::reference(lang);
        assert_eq!(reference.families.len(), 15);
        for entry in &reference.families {
            clean(&entry.title, lang);
            for line in &entry.lines {
                clean(line, lang);
                assert!(lang == Lang::Zh || line.split_whitespace().count() <= 25, "{line}");
            }
            let recording = shown(entry.example);
            assert!(recording.outcome().is_ok() && recording.len() <= 15, "{}", entry.example);
            let scenario = recording.scenario();
            assert_eq!((scenario.dialect, scenario.join.kind.word()), (entry.dialect, entry.kind));
            clean(scenario.title.get(lang), lang);
        }
        for row in reference.matrix.iter().chain(&reference.without) {
            clean(&row.title, lang);
            assert_eq!(row.cells.len(), 6);
            for cell in &row.cells {
                assert_eq!(cell.note.is_empty(), cell.verdict == Verdict::Runs, "{} {:?}", row.title, cell.ty);
            }
        }
        let verdicts = |dialect, shape: Option<&str>, kind: &str| -> Vec<Verdict> {
            let row = reference.matrix.iter().find(|row| (row.dialect, row.shape, row.kind) == (dialect, shape, kind));
            row.unwrap().cells.iter().map(|cell| cell.verdict).collect()
        };
        use explain::reference::Verdict::{Refused as No, Runs as Yes, RunsAs as As};
        assert_eq!(reference.matrix.len(), 24);
        assert_eq!(verdicts(Dialect::FlinkSql, None, "interval"), [Yes, Yes, Yes, Yes, As, As]);
        assert_eq!(verdicts(Dialect::FlinkSql, None, "temporal"), [Yes, Yes, No, No, No, No]);
        assert_eq!(verdicts(Dialect::FlinkSql, None, "lookup"), [Yes, Yes, No, No, No, No]);
        assert_eq!(verdicts(Dialect::FlinkDatastream, None, "lookup"), [No; 6]);
        assert_eq!(verdicts(Dialect::Spark, None, "lookup"), [Yes, Yes, No, No, Yes, Yes]);
        assert_eq!(verdicts(Dialect::FlinkDatastream, Some("sliding"), "window"), [Yes, As, As, As, As, As]);
        assert_eq!(verdicts(Dialect::FlinkDatastream, None, "interval"), [Yes, No, No, No, No, No]);
        assert_eq!(verdicts(Dialect::Spark, None, "interval"), [Yes, Yes, Yes, Yes, Yes, No]);
        assert_eq!(verdicts(Dialect::Spark, None, "regular"), [Yes, No, No, No, No, No]);
        assert_eq!(verdicts(Dialect::Spark, Some("session"), "window"), [As, As, As, As, As, No]);
        assert!(verdicts(Dialect::Spark, Some("cumulating"), "window").iter().all(|verdict| *verdict == No));
    }
}

/// No placeholder or star is left, no space too much, and Chinese keeps Han apart from Latin and digits.
fn clean(text: &str, lang: Lang) {
    assert!(!text.is_empty());
    assert!(!text.contains(['{', '}', '*']) && !text.contains("  ") && text.trim() == text, "{text:?}");
    let han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    if lang == Lang::Zh {
        for (a, b) in text.chars().zip(text.chars().skip(1)) {
            let close = han(a) && b.is_ascii_alphanumeric() || a.is_ascii_alphanumeric() && han(b);
            assert!(!close, "{a}{b} in {text:?}");
            assert!(!(han(a) && matches!(b, ',' | '.' | ';' | ':' | '?' | '!')), "{a}{b} in {text:?}");
        }
    } else {
        assert!(!text.chars().any(han), "{text:?}");
    }
}

#[test]
fn every_golden_is_explained_in_both_languages() {
    let shown = fs::read_dir(root().join("www/scenarios")).unwrap().flatten().map(|entry| entry.path());
    let shown = shown.filter(|path| path.to_string_lossy().ends_with(".scenario.json"));
    for path in goldens().into_iter().chain(shown) {
        let recording = record(&path);
        for lang in LANGS {
            let words = Words::new(&recording, lang);
            let mut view = recording.view(0);
            for step in 0..=recording.len() {
                if step > 0 {
                    recording.advance(&mut view);
                }
                clean(&words.step_title(step), lang);
                clean(&words.step_valuetext(step), lang);
                let why = words.why(&view);
                assert!((1..=4).contains(&why.sentences.len()), "{} step {step}: {why:#?}", path.display());
                assert!(why.sentences.iter().filter(|sentence| sentence.hot).count() <= 1);
                for sentence in &why.sentences {
                    let text = sentence.plain();
                    clean(&text, lang);
                    let count = text.split_whitespace().count();
                    assert!(lang == Lang::Zh || count <= 25, "{} step {step}: {count} words: {text}", path.display());
                    let named = sentence.spans.iter().filter_map(|span| span.row);
                    assert!(named.clone().all(|row| sentence.rows.contains(&row)));
                }
                if recording.emitted(step).next().is_some() {
                    assert!(why.sentences.iter().any(|sentence| sentence.hot), "{} step {step}", path.display());
                }
                if let Some(rule) = why.rule {
                    assert_eq!(rule.lines[0].len(), rule.lines[1].len());
                    clean(&rule.plain(lang), lang);
                }
            }
            if let Err(stopped) = recording.outcome() {
                clean(&explain::refusal(stopped, recording.scenario(), lang).plain(lang), lang);
            }
            for note in words.window_notes(&view) {
                clean(&note.title, lang);
                clean(&note.note, lang);
            }
            for text in [words.join_flag(&view), Some(words.slower_note(&view))] {
                text.iter().for_each(|text| clean(text, lang));
            }
            for view in [recording.view(0), recording.view(recording.len() / 2), view] {
                for (row, _) in recording.rows().iter() {
                    clean(&words.option_name(&view, row), lang);
                    let picked = words.selected(&view, row);
                    for text in [&picked.heading, &picked.note, &picked.question, &format::plain(&picked.answer)] {
                        clean(text, lang);
                    }
                    for text in [words.leaves_note(&view, row), words.band_note(row), words.when(&view, row)] {
                        text.iter().for_each(|text| clean(text, lang));
                    }
                    assert_eq!(picked.held.is_some(), view.leaves(recording.rows(), row).is_some());
                    assert!(view.row(row).phase == Phase::Ahead || !words.leaves_cell(&view, row).is_empty());
                }
            }
        }
    }
}

/// Each kind of effect and of its reasons by name. A new one does not compile until it is named here, and then fails
/// until a golden or a scenario below has it.
fn name(effect: &Effect) -> &'static str {
    match effect {
        Effect::Watermark { cause: Cause::Step, .. } => "watermark by step",
        Effect::Watermark { cause: Cause::Newest { .. }, .. } => "watermark by newest",
        Effect::Watermark { cause: Cause::Slowest { .. }, .. } => "watermark by slowest partition",
        Effect::Watermark { cause: Cause::AllIdle { .. }, .. } => "watermark by furthest partition",
        Effect::Heard { woken: false, .. } => "partition heard",
        Effect::Heard { woken: true, .. } => "partition woken",
        Effect::PartitionHolds { .. } => "partition holds",
        Effect::PartitionIdle { .. } => "partition idle",
        Effect::SideIdle { .. } => "side idle",
        Effect::SideActive { .. } => "side active",
        Effect::CatchingUp { .. } => "catching up",
        Effect::SessionFull { .. } => "session full",
        Effect::WatermarkStays { .. } => "watermark stays",
        Effect::WatermarkIgnored { .. } => "watermark ignored",
        Effect::JoinWatermark { .. } => "join watermark",
        Effect::HeldBack { .. } => "held back",
        Effect::Clock { .. } => "clock",
        Effect::ClockIgnored => "clock ignored",
        Effect::Buffered { due: Some(_), .. } => "buffered",
        Effect::Buffered { due: None, .. } => "buffered for ever",
        Effect::NotBuffered { why, .. } => match why {
            NotKept::PastReach { .. } => "not kept: past reach",
            NotKept::NearEpoch { .. } => "not kept: near epoch",
            NotKept::EmptyInterval => "not kept: empty interval",
            NotKept::NullKey => "not kept: null key",
            NotKept::Evictable { .. } => "not kept: evictable",
            NotKept::SemiMatched { .. } => "not kept: semi matched",
            NotKept::Answered => "not kept: answered",
        },
        Effect::NotProbed { why: NotProbed::Expired { .. }, .. } => "not probed",
        Effect::NearMiss { .. } => "near miss",
        Effect::Matched { .. } => "matched",
        Effect::Left { why, .. } => match why {
            Gone::Due { .. } => "left: due",
            Gone::CleanedBy { .. } => "left: cleaned",
            Gone::LostAtEpoch => "left: lost",
            Gone::Taken => "left: taken",
            Gone::Ttl { .. } => "left: ttl",
            Gone::Answered { .. } => "left: answered",
            Gone::Replaced { .. } => "left: replaced",
            Gone::Superseded { .. } => "left: superseded",
            Gone::SemiMatched { .. } => "left: semi matched",
            Gone::WindowOver { .. } | Gone::HandedOnLate { .. } => "left: as a whole with its window",
        },
        Effect::CopyLeft { why, .. } => match why {
            Gone::WindowOver { .. } => "copy left: window over",
            Gone::SemiMatched { .. } => "copy left: semi matched",
            Gone::HandedOnLate { .. } => "copy left: handed on late",
            _ => "copy left: otherwise",
        },
        Effect::Dropped { window: None, .. } => "dropped",
        Effect::Dropped { window: Some(_), .. } => "copy dropped",
        Effect::Timer { at: Some(_), .. } => "timer",
        Effect::Timer { at: None, .. } => "no timer",
        Effect::NothingToTake { .. } => "nothing to take",
        Effect::Copied { due: Some(_), .. } => "copied",
        Effect::Copied { due: None, .. } => "copied for ever",
        Effect::Skipped { .. } => "skipped",
        Effect::InNoWindow { .. } => "in no window",
        Effect::SessionOpened { .. } => "session opened",
        Effect::SessionGrown { .. } => "session grown",
        Effect::SessionMerged { .. } => "session merged",
        Effect::SessionClosed { .. } => "session closed",
        Effect::HandedOn { .. } => "handed on",
        Effect::Fired { cause: Firing::Watermark { .. }, again: false, .. } => "fired",
        Effect::Fired { cause: Firing::Watermark { .. }, again: true, .. } => "fired again",
        Effect::Fired { cause: Firing::LateRow { .. }, again: false, .. } => "fired by a late row",
        Effect::Fired { cause: Firing::LateRow { .. }, again: true, .. } => "fired again by a late row",
        Effect::VersionTaken { .. } => "version taken",
        Effect::NoVersion { deletion: None, .. } => "no version",
        Effect::NoVersion { deletion: Some(_), .. } => "no version: deletion",
        Effect::TablePut { replaced: None, .. } => "table put",
        Effect::TablePut { replaced: Some(_), .. } => "table put instead",
        Effect::TableDeleted { row: Some(_), .. } => "table deleted",
        Effect::TableDeleted { row: None, .. } => "table deleted none",
        Effect::Pending { .. } => "pending",
        Effect::BatchStarted { watermark: Some(_), .. } => "batch started",
        Effect::BatchStarted { watermark: None, .. } => "batch started without watermark",
        Effect::NextWatermark { .. } => "next watermark",
        Effect::BatchFinished { .. } => "batch finished",
        Effect::NothingToRun => "nothing to run",
        Effect::BatchFailed { .. } => "batch failed",
        Effect::Checkpointed { .. } => "checkpointed",
        Effect::Crashed { to: Some(_) } => "crashed",
        Effect::Crashed { to: None } => "crashed before anything",
        Effect::WatermarkLost { .. } => "watermark lost",
        Effect::JoinWatermarkLost { .. } => "join watermark lost",
        Effect::ExpiredLost { .. } => "expired lost",
        Effect::Restored { .. } => "restored",
        Effect::Replayed { .. } => "replayed",
        Effect::ReplayedWatermark { .. } => "replayed watermark",
        Effect::QueryStarted { .. } => "query started",
        Effect::Emitted { why, .. } => match why {
            Why::Pair => "emitted: pair",
            Why::NeverMatched => "emitted: never matched",
            Why::NotKept => "emitted: not kept",
            Why::NoPartnerNow => "emitted: no partner now",
            Why::PartnerCame => "emitted: partner came",
            Why::PartnerGone => "emitted: partner gone",
            Why::InputChanged => "emitted: input changed",
            Why::AloneInWindow => "emitted: alone in window",
            Why::PairAgain => "emitted: pair again",
            Why::AloneAgain => "emitted: alone again",
            Why::NoVersion => "emitted: no version",
        },
    }
}

/// All of the above, but for the two that no engine does.
const EFFECTS: usize = 95;

#[test]
fn every_effect_is_reached() {
    let retracting =
        "L o1 001 10:00\nR s1 001 10:05\nL -D o1 001 10:00\nL o2 001 10:00\nR -D s1 001 10:05\nR -D s9 009 10:00";
    let mut recordings: Vec<Recording> = goldens().iter().map(|path| record(path)).collect();
    recordings.push(orders());
    recordings.push(run(&regular("left"), MANUAL, retracting));
    recordings.push(run(
        r#"{"kind": "regular", "type": "inner", "state_ttl": 1000}"#,
        MANUAL,
        "L o1 001 10:00\nC 1000\nC 1",
    ));
    recordings.push(run(LEFT, MANUAL, "WL 10:00\nWL 09:00"));
    recordings.push(run(LEFT, NONE, "WL 10:00"));
    let mut seen = BTreeSet::new();
    for recording in &recordings {
        for step in 1..=recording.len() {
            seen.extend(recording.effects(step).map(|effect| name(&effect)));
        }
    }
    assert_eq!(seen.len(), EFFECTS, "{seen:#?}");
}

#[test]
fn both_languages_have_the_same_placeholders() {
    let mut names = BTreeSet::new();
    for (group, name, en, zh) in Messages::all() {
        assert!(names.insert((group, name)), "{group}.{name} twice");
        assert!(!en.is_empty() && !zh.is_empty(), "{group}.{name} is empty");
        let (in_en, in_zh) = (format::placeholders(en), format::placeholders(zh));
        // An article is English alone; a noun may be in the plural in one language only.
        let known = |names: Vec<String>| -> Vec<String> {
            let names = names.into_iter().filter(|name| !matches!(name.as_str(), "a" | "a_left"));
            let names: BTreeSet<String> =
                names.map(|name| if name == "nouns" { "noun".into() } else { name }).collect();
            names.into_iter().collect()
        };
        let (in_en, in_zh) = (known(in_en), known(in_zh));
        assert_eq!(in_en, in_zh, "{group}.{name}");
        for text in [en, zh] {
            assert!(text.matches('*').count() % 2 == 0, "{group}.{name}: stars in {text:?}");
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{group}.{name}");
            assert_eq!(text.trim(), text.trim_matches(' '));
        }
        assert!(!en.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{group}.{name} has Han in English");
    }
    assert!(names.len() > 200);
}

#[test]
fn what_users_write_stays_as_it_is() {
    let text = r#"{"version": 1, "title": "t", "dialect": "flink_sql",
        "left": {"name": "l*{key}*", "noun": "{row}*", "watermark": {"strategy": "manual"}},
        "right": {"name": "r", "watermark": {"strategy": "manual"}},
        "join": {"kind": "interval", "type": "left", "lower": 0, "upper": 1000},
        "script": [{"do": "push", "side": "right", "id": "{noun}", "key": "*", "time": 1704103200000}]}"#;
    let recording = Recording::new(Rc::new(scenario::read(text).unwrap()));
    let words = Words::new(&recording, Lang::En);
    assert_eq!(said(&words, 1), ["{noun} arrived at 10:00. No buffered {row}* has key *, so it waits."]);
}
