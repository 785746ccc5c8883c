//! What is taken away as text.

#![cfg(not(target_arch = "wasm32"))]

use std::rc::Rc;

use joinscope_core::{
    export::{csv, markdown},
    replay::Recording,
    scenario::{Lang, read},
};

fn recording(text: &str) -> Recording {
    Recording::new(Rc::new(read(text).unwrap()))
}

#[test]
fn the_output_as_csv() {
    let orders = recording(include_str!("../www/scenarios/orders-shipments.scenario.json"));
    let text = csv(&orders, 10);
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(
        lines,
        [
            "step,row_kind,orders.id,orders.order_id,orders.amount,orders.order_time,shipments.id,shipments.order_id,shipments.tracking,shipments.ship_time",
            "3,+I,o1,001,100,2024-06-21T09:20:00.000Z,s1,001,TRK001,2024-06-21T09:50:00.000Z",
            "6,+I,o4,004,150,2024-06-21T10:25:00.000Z,s2,004,TRK004,2024-06-21T10:30:00.000Z",
            "10,+I,o2,002,250,2024-06-21T09:35:00.000Z,,,,",
            ""
        ]
    );
}

#[test]
fn odd_cells_are_quoted_and_null_is_not_an_empty_text() {
    let odd = recording(
        r#"{"version": 1, "title": "x", "dialect": "flink_sql", "join": {"kind": "regular", "type": "left"},
        "left": {"name": "l", "watermark": {"strategy": "none"}}, "right": {"name": "r", "watermark": {"strategy": "none"}},
        "script": [{"do": "push", "side": "left", "id": "a,b", "key": null, "time": 0,
            "row": {"text": "say \"hi\"\n", "none": null, "empty": "", "deep": {"x": [1, 2]}}}]}"#,
    );
    assert_eq!(
        csv(&odd, 1),
        "step,row_kind,l.id,l.key,l.text,l.none,l.empty,l.deep,l.time,r.id,r.key,r.time\r\n\
         1,+I,\"a,b\",,\"say \"\"hi\"\"\n\",,\"\",\"{\"\"x\"\":[1,2]}\",1970-01-01T00:00:00.000Z,,,\r\n"
    );
}

#[test]
fn the_steps_as_a_markdown_table() {
    let orders = recording(include_str!("../www/scenarios/orders-shipments.scenario.json"));
    let text = markdown(&orders, usize::MAX, Lang::En);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| Step")).collect();
    assert_eq!(rows.len(), 15);
    assert!(rows[9].contains("`+I` o2 NULL") && rows[9].contains("LEFT JOIN emits it with NULL."), "{}", rows[9]);
    assert!(rows.iter().all(|row| row.matches('|').count() == 4), "{text}");
    let chinese = markdown(&orders, 3, Lang::Zh);
    assert!(
        chinese.contains("为什么") && chinese.lines().filter(|line| line.starts_with('|')).count() == 5,
        "{chinese}"
    );
}
