//! The words: the mockups' sentences as they are there, every golden in both languages, every effect.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path, rc::Rc};

use joinscope_core::{
    explain::{Sentence, Words, format},
    replay::Recording,
    scenario::{self, Lang, Side},
};

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

fn said(words: &Words, step: usize) -> Vec<String> {
    words.why_step(step).sentences.iter().map(Sentence::plain).collect()
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
    assert_eq!(rule.caption, "An order leaves the buffer when");
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
