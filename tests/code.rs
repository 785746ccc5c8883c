//! The code that a scenario is written as, against stored texts. Each text in `tests/code` was planned by Apache Flink 2.3.0,
//! and its plan has the interval's bounds in ms. `JOINSCOPE_STORE=1 cargo test --test code` writes them anew.

#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::PathBuf};

use joinscope_core::{
    code::{Kind, Note, flink_sql, text},
    scenario::{
        self, Interval, Join, JoinKind, JoinType, Payload, Push, RowKind, Scenario, Side, Step, Strategy, Window,
    },
};

fn orders() -> Scenario {
    scenario::read(include_str!("../www/scenarios/orders-shipments.scenario.json")).unwrap()
}

fn interval(ty: JoinType, lower: i64, upper: i64) -> Scenario {
    Scenario { join: Join { ty, kind: JoinKind::Interval(Interval::closed(lower, upper)) }, ..orders() }
}

fn regular(ty: JoinType, state_ttl: i64) -> Scenario {
    Scenario { join: Join { ty, kind: JoinKind::Regular { state_ttl } }, ..orders() }
}

fn push(side: Side, id: &str, row: &str) -> Step {
    let (row, kind) = (Payload::parse(row).unwrap(), RowKind::Insert);
    Step::Push(Push { side, id: id.into(), key: Some("k".into()), time: 1_704_103_200_000, row, kind })
}

fn check(name: &str, scenario: &Scenario) {
    let sql = flink_sql(scenario).unwrap();
    let written = format!("{}\n\n{}\n", text(&sql.tables), text(&sql.query));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/code").join(format!("{name}.sql"));
    if std::env::var_os("JOINSCOPE_STORE").is_some() {
        fs::write(&path, &written).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, stored, "{}", path.display());
}

#[test]
fn all_types_of_interval_join() {
    for ty in JoinType::ALL {
        check(&format!("interval-{}", ty.word()), &interval(ty, 0, 7_200_000));
    }
}

#[test]
fn all_types_of_regular_join() {
    for ty in JoinType::ALL {
        check(&format!("regular-{}", ty.word()), &regular(ty, 0));
    }
    check("regular-ttl", &regular(JoinType::Full, 5_400_000));
}

#[test]
fn bounds() {
    let day = 86_400_000;
    let cases = [
        ("equal", 0, 0, true, true),
        ("negative", -7_200_000, -300_000, true, true),
        ("open", -300_000, 7_200_000, false, false),
        ("half-open", 0, 1, true, false),
        ("millis", -1, 7_001, true, true),
        ("seconds", -59_000, 61_000, true, true),
        ("three-digits", -100 * 60_000, 999_999, true, true),
        ("mixed", -3_661_000 * 2, 25 * 3_600_000 + 60_000, true, true),
        ("mixed-millis", -(1_000_000 + 1), 100 * day + 1, true, true),
        ("long", -999 * day, 3_650 * day, true, true),
        ("longer", -(1_000 * day + 1), 40_000 * day + 1_000, false, true),
    ];
    for (name, lower, upper, lower_inclusive, upper_inclusive) in cases {
        let interval = Interval { lower, upper, lower_inclusive, upper_inclusive, min_cleanup_interval: 0 };
        let join = Join { ty: JoinType::Inner, kind: JoinKind::Interval(interval) };
        check(&format!("bounds-{name}"), &Scenario { join, ..orders() });
    }
}

#[test]
fn watermarks_and_cleanup() {
    let mut scenario = interval(JoinType::Left, 0, 7_200_000);
    scenario.streams.left.watermark = Strategy::Manual;
    scenario.streams.right.watermark = Strategy::Bounded { delay: 0 };
    if let JoinKind::Interval(interval) = &mut scenario.join.kind {
        interval.min_cleanup_interval = 1_500;
    }
    check("watermarks", &scenario);
    assert_eq!(flink_sql(&scenario).unwrap().notes, [Note::SourceWatermark]);
    scenario.streams.left.watermark = Strategy::None;
    check("watermark-none", &scenario);
    assert_eq!(flink_sql(&scenario).unwrap().notes, [Note::PlannedAsRegular, Note::Connector]);
}

#[test]
fn names_that_sql_does_not_take_as_they_are() {
    let mut scenario = interval(JoinType::Full, -1_000, 1_000);
    for side in Side::BOTH {
        let stream = &mut scenario.streams[side];
        stream.key_name = Some("order".into());
        stream.time_name = None;
        stream.fields = Vec::new();
    }
    scenario.streams.left.name = "订单".into();
    scenario.streams.right.name = "back`tick\nand; -- line".into();
    scenario.script = vec![
        push(Side::Left, "a", r#"{"id": 1, "time": "x", "a b": true, "数量": 2, "n": 1}"#),
        push(Side::Left, "b", r#"{"id": 2.5, "a b": null, "n": "one", "": [1], "value": {"x": 1}}"#),
        push(Side::Right, "a", r#"{"order": 9223372036854775808, "flag": false, "nothing": null}"#),
    ];
    check("names", &scenario);
    scenario.streams.right.name = "订单".into();
    scenario.streams.left.watermark = Strategy::Bounded { delay: 100_000_000_000 };
    check("names-alike", &scenario);
    scenario.streams.left.name = "clicks".into();
    scenario.streams.right.name = "Carts".into();
    check("names-one-letter", &scenario);
}

#[test]
fn an_empty_scenario() {
    check("empty", &Scenario::empty());
}

#[test]
fn pieces_know_what_they_are() {
    let sql = flink_sql(&orders()).unwrap();
    let of = |kind: Kind| -> Vec<&str> {
        sql.query.iter().filter(|token| token.kind == kind).map(|token| token.text.as_str()).collect()
    };
    assert_eq!(of(Kind::Literal), ["'2'"]);
    assert!(of(Kind::Left).iter().all(|text| ["orders", "o"].contains(text)));
    assert!(of(Kind::Right).iter().all(|text| ["shipments", "s"].contains(text)));
    assert!(of(Kind::Keyword).contains(&"LEFT JOIN"));
}

#[test]
fn a_script_that_takes_rows_back_needs_a_changelog() {
    let mut scenario = regular(JoinType::Left, 0);
    if let Some(Step::Push(push)) = scenario.script.first().cloned() {
        scenario.script.push(Step::Push(Push { kind: RowKind::Delete, ..push }));
    }
    assert_eq!(flink_sql(&scenario).unwrap().notes, [Note::Changelog]);
}

fn window(ty: JoinType, window: Window) -> Scenario {
    Scenario { join: Join { ty, kind: JoinKind::Window { window, allowed_lateness: 0 } }, ..orders() }
}

#[test]
fn all_shapes_of_window_join() {
    let (size, minute) = (600_000, 60_000);
    let shapes = [
        Window::Tumbling { size, offset: 0 },
        Window::Sliding { size, slide: 5 * minute, offset: -1_001 },
        Window::Cumulating { size, step: minute, offset: 25 * 3_600_000 + minute },
        Window::Session { gap: 1_500 },
    ];
    for shape in shapes {
        check(&format!("window-{}", shape.word()), &window(JoinType::Left, shape));
    }
}

#[test]
fn all_types_of_window_join() {
    for ty in JoinType::ALL {
        check(&format!("session-{}", ty.word()), &window(ty, Window::Session { gap: 300_000 }));
    }
}

#[test]
fn columns_of_a_window_have_their_names_to_themselves() {
    let mut scenario = window(JoinType::Full, Window::Tumbling { size: 1_000, offset: 0 });
    scenario.script = vec![push(Side::Left, "a", r#"{"window_end": 1, "window_time": "x"}"#)];
    check("window-names", &scenario);
}

#[test]
fn temporal_joins() {
    for ty in [JoinType::Inner, JoinType::Left] {
        let join = Join { ty, kind: JoinKind::Temporal };
        check(&format!("temporal-{}", ty.word()), &Scenario { join, ..orders() });
    }
}

#[test]
fn what_flink_sql_cannot_say() {
    let late = JoinKind::Window { window: Window::Session { gap: 1 }, allowed_lateness: 1 };
    let long = Window::Tumbling { size: 1_000 * 86_400_000, offset: 0 };
    let long = JoinKind::Window { window: long, allowed_lateness: 0 };
    for (ty, kind) in [(JoinType::Inner, late), (JoinType::Inner, long), (JoinType::Full, JoinKind::Temporal)] {
        assert_eq!(flink_sql(&Scenario { join: Join { ty, kind }, ..orders() }), None);
    }
}
