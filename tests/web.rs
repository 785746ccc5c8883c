//! The page as a person uses it, in a real browser: acted on and read by role and accessible name alone.

#![cfg(target_arch = "wasm32")]

mod web_support;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_support::*;

wasm_bindgen_test_configure!(run_in_browser);

// ---- the first visit

#[wasm_bindgen_test]
async fn a_first_visit_opens_orders_and_shipments_at_step_10() {
    let page = Page::first_visit().await;
    assert_eq!(page.step(), "step 10 of 15, s4 arrives on shipments");
    let slider = page.get("slider", "Step");
    assert_eq!((slider.attr("aria-valuemin"), slider.attr("aria-valuemax")), ("0".into(), "15".into()));
    assert_eq!(slider.attr("aria-valuenow"), "10");
    assert_eq!(page.selected().as_deref(), Some("o3"));
    assert_eq!(
        page.options("orders events"),
        [
            "o1, key 001, 09:20, left",
            "o2, key 002, 09:35, left as NULL",
            "o3, key 003, 10:10, waiting, leaves at 12:10:00.001",
            "o4, key 004, 10:25, matched, leaves at 12:25:00.001",
            "o5, key 005, 11:05, waiting, leaves at 13:05:00.001",
            "o6, key 006, 11:50, waiting, leaves at 13:50:00.001",
        ]
    );
    assert_eq!(
        page.options("shipments events"),
        [
            "s1, key 001, 09:50, left",
            "s2, key 004, 10:30, left",
            "s3, key 007, 09:15, late not kept",
            "s4, key 008, 11:55, waiting, leaves at 11:55:00.001",
            "s5, key 003, 12:05, not yet arrived",
        ]
    );
    assert_eq!(page.get("slider", "orders watermark").attr("aria-valuetext"), "11:40");
    assert_eq!(page.get("slider", "shipments watermark").attr("aria-valuetext"), "11:45");
    page.close().await;
}

#[wasm_bindgen_test]
async fn the_tables_of_the_first_visit() {
    let page = Page::first_visit().await;
    assert_eq!(
        page.get("table", "orders state").groups(),
        [
            ("4 rows".to_string(), ["o3", "o4", "o5", "o6"].map(String::from).to_vec()),
            ("just left".to_string(), ["o1", "o2"].map(String::from).to_vec()),
        ]
    );
    assert_eq!(page.lines("orders state")[..2], ["o3 003 10:10 80 0 12:10", "o4 004 10:25 150 1 12:25"]);
    assert_eq!(page.lines("shipments state"), ["s4 008 11:55 0 11:55", "s2 004 10:30 1 just left"]);
    assert_eq!(
        page.output(),
        [
            "3 +I o1 001 100 09:20 s1 TRK001 09:50",
            "6 +I o4 004 150 10:25 s2 TRK004 10:30",
            "10 +I o2 002 250 09:35 NULL NULL NULL",
        ]
    );
    let rows = page.rows("Rows in state");
    assert_eq!((rows.len(), rows[10].join(" ")), (16, "10 4 1".to_string()));
    assert_eq!(page.rows("Watermarks")[10].join(" "), "10 11:40 11:45 11:40");
    assert_eq!(page.rows("Rows emitted")[15].join(" "), "15 6 3");
    page.close().await;
}

#[wasm_bindgen_test]
async fn why_says_what_the_step_did_in_the_order_in_which_the_engine_did_it() {
    let page = Page::first_visit().await;
    assert_eq!(
        page.why(),
        [
            "s4 arrived at 11:55. No buffered order has key 008, so it waits.",
            "It moved the shipments watermark to 11:45. Orders is slower at 11:40, so the join’s watermark is 11:40 (was 10:20).",
            "o1 and s2 left: 11:40 is past 11:20 and 10:30. Both had matched, so nothing more is emitted.",
            "o2 left: 11:40 is past 11:35 and no shipment 002 came. LEFT JOIN emits it with NULL.",
        ]
    );
    let picked = page.get("region", "Selected row").text();
    assert!(picked.contains("Why no output for o3 yet?") && picked.contains("30 min to go"), "{picked}");
    page.close().await;
}

// ---- a row's whole life

#[wasm_bindgen_test]
async fn a_pair_comes_out_and_a_row_leaves_as_null_to_the_millisecond() {
    let page = Page::first_visit().await;
    page.click("Empty scenario").await;
    let (left, right) = labels(&page);
    assert!(page.marks().is_empty() && page.output().is_empty());
    add(&page, &left, "a", "k", "10:00").await;
    add(&page, &left, "b", "other", "10:00").await;
    add(&page, &right, "x", "k", "10:30").await;
    assert_eq!(page.step(), format!("step 3 of 3, x arrives on {right}"));
    assert_eq!(page.output().len(), 1);
    assert!(page.output()[0].starts_with("3 +I a k"), "{:?}", page.output());

    // One hour is the empty scenario's upper bound; whatever it is, the option's name says when the row leaves.
    let leaves = page.option("b").split("leaves at ").nth(1).unwrap().to_string();
    let (last, _) = leaves.rsplit_once('.').unwrap();
    let stays = [&left, &right].map(|stream| (format!("{stream} watermark time"), last.to_string()));
    for (field, time) in &stays {
        page.fill(field, time).await;
    }
    assert_eq!(page.option("b"), format!("b, key other, 10:00, waiting, leaves at {leaves}"));
    assert_eq!(page.output().len(), 1);
    for (field, _) in &stays {
        page.fill(field, &leaves).await;
    }
    assert!(page.option("b").starts_with("b, key other, 10:00") && page.option("b").ends_with(", left as NULL"));
    assert_eq!(page.output().len(), 2);
    let null = &page.output()[1];
    assert!(null.starts_with("7 +I b other") && null.ends_with("NULL NULL"), "{null}");

    // Back, and it is there again; a reload shows the very same.
    page.click("Step back").await;
    assert!(page.option("b").contains("waiting"), "{}", page.option("b"));
    assert_eq!(page.output().len(), 1);
    page.get("listbox", &format!("{left} events")).focus().await;
    page.press(".").await;
    let before = shown(&page);
    let page = page.reload().await;
    assert_eq!(shown(&page), before);
    assert!(page.step().starts_with("step 6 of 7"), "{}", page.step());
    page.close().await;
}

// ---- edits

#[wasm_bindgen_test]
async fn edit_duplicate_delete_and_undo() {
    let page = Page::first_visit().await;
    let before = shown(&page);

    page.click("Edit").await;
    let form = page.get("group", "Edit event");
    assert_eq!(form.get("textbox", "Key").value(), "003");
    form.get("textbox", "Key").type_in("008").await;
    form.get("textbox", "Event time").type_in("10:12:30").await;
    form.get("button", "Keep").click().await;
    // s4 of key 008 comes two hours later at most.
    assert!(page.option("o3").starts_with("o3, key 008, 10:12:30, matched"), "{}", page.option("o3"));
    assert!(page.output().iter().any(|row| row.starts_with("10 +I o3 008")), "{:?}", page.output());
    page.click("Undo").await;
    assert_eq!(shown(&page), before);

    page.click("Duplicate").await;
    assert_eq!(page.step(), "step 11 of 16, o7 arrives on orders");
    assert_eq!(page.selected().as_deref(), Some("o7"));
    assert_eq!(page.option("o7"), "o7, key 003, 10:10, waiting, leaves at 12:10:00.001");

    page.click("Delete").await;
    assert_eq!(page.step(), "step 10 of 15, s4 arrives on shipments");
    assert!(page.options("orders events").iter().all(|name| !name.starts_with("o7")));
    assert_eq!(page.selected(), None);

    page.click("Undo").await;
    assert_eq!((page.selected().as_deref(), page.options("orders events").len()), (Some("o7"), 7));
    page.click("Undo").await;
    assert_eq!(shown(&page), before);
    assert!(!page.get("button", "Undo").is_enabled());
    page.click("Redo").await;
    page.click("Redo").await;
    assert!(!page.get("button", "Redo").is_enabled());
    assert_eq!(page.options("orders events").len(), 6);
    page.close().await;
}

#[wasm_bindgen_test]
async fn a_form_says_at_each_field_what_is_wrong_and_keeps_what_was_typed() {
    let page = Page::first_visit().await;
    let before = shown(&page);
    page.click("Add event").await;
    let form = page.get("group", "Add event");
    assert!(form.get("textbox", "Key").has_focus());
    let wrong = [("Id", "o3"), ("Key", "  a key "), ("Event time", "25:00"), ("Row", "[1]")];
    for (field, text) in wrong {
        form.get("textbox", field).type_in(text).await;
    }
    form.get("button", "Add").click().await;
    assert_eq!(
        page.alerts(),
        [
            "Another row of this stream has this id.",
            "Write a time as 11:40, 11:40:05.250, 2024-06-21T11:40Z or whole milliseconds.",
            "Write the fields as a JSON object, for example {\"amount\": 100}.",
        ]
    );
    let form = page.get("group", "Add event");
    for (field, text) in wrong {
        assert_eq!(form.get("textbox", field).value(), text);
        let told = form.get("textbox", field).attr("aria-invalid");
        assert_eq!(told == "true", field != "Key", "{field}");
    }
    // Not even a look at another step loses it.
    page.click("Step back").await;
    assert_eq!(page.value("textbox", "Key"), "  a key ");
    page.click("Step forward").await;

    for (field, text) in [("Id", "new"), ("Event time", "12:00"), ("Row", "{\"amount\": 7}")] {
        page.get("group", "Add event").get("textbox", field).type_in(text).await;
    }
    page.get("group", "Add event").get("checkbox", "No key").click().await;
    page.get("group", "Add event").get("button", "Add").click().await;
    assert_eq!(page.alerts(), [""; 0]);
    assert_eq!(page.step(), "step 11 of 16, new arrives on orders");
    assert!(
        page.lines("orders state").contains(&"new NULL 12:00 7 0 14:00".to_string()),
        "{:?}",
        page.rows("orders state")
    );
    page.click("Undo").await;
    assert_eq!(shown(&page), before);
    page.close().await;
}

#[wasm_bindgen_test]
async fn escape_leaves_a_form_and_changes_nothing() {
    let page = Page::first_visit().await;
    let before = shown(&page);
    page.click("Add event").await;
    page.get("group", "Add event").get("textbox", "Id").type_in("lost").await;
    page.get("group", "Add event").get("textbox", "Id").press("Escape").await;
    assert!(!page.has("group", "Add event"));
    assert_eq!(shown(&page), before);
    page.close().await;
}

#[wasm_bindgen_test]
async fn focus_is_never_lost_with_what_had_it() {
    let page = Page::first_visit().await;
    let lane = |name: &str| page.get("listbox", name).has_focus();
    page.click("Edit").await;
    page.press("Escape").await;
    page.until("the focus", || page.get("button", "Edit").has_focus()).await;
    page.click("Edit").await;
    page.get("group", "Edit event").get("textbox", "Key").type_in("9").await;
    page.get("group", "Edit event").get("button", "Keep").click().await;
    page.until("the focus", || page.get("button", "Edit").has_focus()).await;
    page.click("Delete").await;
    page.until("the focus", || lane("orders events")).await;
    page.press("n").await;
    assert!(page.get("group", "Add event").get("textbox", "Key").has_focus());
    page.press("Escape").await;
    page.until("the focus", || lane("orders events")).await;
    // Whoever went on elsewhere is left there.
    page.press("n").await;
    page.click("Undo").await;
    assert!(!page.has("group", "Add event") && !lane("orders events"));
    page.close().await;
}

// ---- the sentence

#[wasm_bindgen_test]
async fn bounds_are_typed_and_a_wrong_one_stays_to_be_corrected() {
    let page = Page::first_visit().await;
    page.fill("Upper bound", "1 h").await;
    assert_eq!(page.value("textbox", "Upper bound"), "1 h");
    assert_eq!(page.option("o3"), "o3, key 003, 10:10, left as NULL");
    page.click("Undo").await;
    assert_eq!(page.value("textbox", "Upper bound"), "2 h");

    page.fill("Upper bound", "soon").await;
    assert_eq!(page.alerts(), ["Write a duration as 500 ms, 10 min, 2 h, 1 h 30 min or whole milliseconds."]);
    let field = page.get("textbox", "Upper bound");
    assert_eq!((field.value(), field.attr("aria-invalid")), ("soon".into(), "true".into()));
    field.press("Escape").await;
    assert_eq!((page.value("textbox", "Upper bound").as_str(), page.alerts().len()), ("2 h", 0));

    // Leaving the field takes it, too.
    let field = page.get("textbox", "Lower bound");
    field.type_in("5 min").await;
    field.leave().await;
    assert_eq!(page.value("textbox", "Lower bound"), "5 min");
    // The pair o4, s2 is exactly 5 minutes apart.
    assert_eq!(page.output().len(), 3);
    page.get("switch", "Lower bound inclusive").click().await;
    assert!(!page.get("switch", "Lower bound inclusive").is_on());
    assert!(page.option("o4").contains("waiting"), "{}", page.option("o4"));
    page.get("switch", "Lower bound inclusive").click().await;
    assert!(page.option("o4").contains("matched"), "{}", page.option("o4"));
    page.close().await;
}

#[wasm_bindgen_test]
async fn an_open_upper_bound_lets_rows_leave_a_millisecond_earlier() {
    let page = Page::first_visit().await;
    page.get("switch", "Upper bound inclusive").click().await;
    assert!(!page.get("switch", "Upper bound inclusive").is_on());
    assert_eq!(page.option("o3"), "o3, key 003, 10:10, waiting, leaves at 12:10");
    page.press("Control+z").await;
    assert!(page.get("switch", "Upper bound inclusive").is_on());
    assert_eq!(page.option("o3"), "o3, key 003, 10:10, waiting, leaves at 12:10:00.001");
    page.close().await;
}

#[wasm_bindgen_test]
async fn join_types_are_chosen() {
    let page = Page::first_visit().await;
    for (ty, rows) in [
        ("INNER", vec!["3 +I o1", "6 +I o4"]),
        ("RIGHT", vec!["3 +I o1", "6 +I o4", "8 +I NULL"]),
        ("FULL", vec!["3 +I o1", "6 +I o4", "8 +I NULL", "10 +I o2"]),
        ("LEFT", vec!["3 +I o1", "6 +I o4", "10 +I o2"]),
    ] {
        page.choose("Join type", ty).await;
        assert_eq!(page.value("combobox", "Join type"), ty);
        let output = page.output();
        assert_eq!(output.len(), rows.len(), "{ty}: {output:?}");
        assert!(output.iter().zip(&rows).all(|(row, start)| row.starts_with(start)), "{ty}: {output:?}");
    }
    page.close().await;
}

#[wasm_bindgen_test]
async fn watermark_strategies_and_delays() {
    let page = Page::first_visit().await;
    page.fill("orders watermark delay", "20 min").await;
    assert_eq!(page.get("slider", "orders watermark").attr("aria-valuetext"), "11:30");
    page.fill("orders watermark delay", "10 Minuten").await;
    assert_eq!((page.alerts().len(), page.value("textbox", "orders watermark delay")), (1, "10 Minuten".into()));
    page.get("textbox", "orders watermark delay").press("Escape").await;

    page.choose("orders watermark strategy", "set by hand").await;
    assert!(!page.has("textbox", "orders watermark delay"));
    assert_eq!(page.get("slider", "orders watermark").attr("aria-valuetext"), "none");
    page.fill("orders watermark time", "11:40").await;
    assert_eq!(page.step(), "step 11 of 16, orders watermark to 11:40");
    assert_eq!(page.get("slider", "orders watermark").attr("aria-valuetext"), "11:40");

    page.choose("orders watermark strategy", "none").await;
    assert!(!page.has("slider", "orders watermark") && !page.has("textbox", "orders watermark time"));
    page.choose("orders watermark strategy", "max −").await;
    assert_eq!(page.value("textbox", "orders watermark delay"), "0");
    page.close().await;
}

#[wasm_bindgen_test]
async fn a_watermark_moves_by_its_field_and_by_the_button() {
    let page = Page::first_visit().await;
    page.fill("orders watermark time", "noon").await;
    assert_eq!(page.alerts(), ["Write a time as 11:40, 11:40:05.250, 2024-06-21T11:40Z or whole milliseconds."]);
    assert_eq!(page.value("textbox", "orders watermark time"), "noon");
    page.get("textbox", "orders watermark time").press("Escape").await;

    // What is typed in both fields, the button takes at once, as two steps.
    page.get("textbox", "orders watermark time").type_in("12:10").await;
    page.get("textbox", "shipments watermark time").type_in("12:10:00.001").await;
    page.click("Move watermark").await;
    assert!(page.step().starts_with("step 12 of 17"), "{}", page.step());
    assert!(page.option("o3").contains("waiting"), "{}", page.option("o3"));
    page.fill("orders watermark time", "12:10:00.001").await;
    assert_eq!(page.option("o3"), "o3, key 003, 10:10, left as NULL");
    // It never goes back: the step is there and changes nothing.
    page.fill("orders watermark time", "09:00").await;
    assert!(page.step().starts_with("step 14 of 19"), "{}", page.step());
    assert_eq!(page.get("slider", "orders watermark").attr("aria-valuetext"), "12:10:00.001");
    page.close().await;
}

#[wasm_bindgen_test]
async fn streams_are_renamed_in_place() {
    let page = Page::first_visit().await;
    page.fill("Left stream name", "bids").await;
    assert!(page.has("listbox", "bids events") && page.has("table", "bids state"));
    page.fill("Left stream name", "  ").await;
    assert_eq!(page.alerts(), ["A stream needs a name."]);
    page.get("textbox", "Left stream name").press("Escape").await;
    assert_eq!(page.value("textbox", "Left stream name"), "bids");
    page.close().await;
}

// ---- language and theme

#[wasm_bindgen_test]
async fn every_name_is_there_in_chinese_and_comes_back() {
    let page = Page::first_visit().await;
    let english = names(&page);
    page.choose("Language", "中文").await;
    assert_eq!(html_lang(), "zh-Hans");
    assert!(page.get("button", "后退一步").is_enabled() && page.has("table", "订单状态"));
    assert_eq!(page.get("slider", "步骤").attr("aria-valuetext"), "第 10 步，共 15 步，s4 到达 shipments");
    assert_eq!(page.get("listbox", "订单事件").all("option").len(), 6);
    let chinese = names(&page);
    assert_eq!(chinese.len(), english.len());
    for (there, here) in english.iter().zip(&chinese) {
        let same = ["joinscope", "English", "中文", "LEFT", "Flink SQL", "SQL"];
        assert!(there != here || same.contains(&there.as_str()) || !there.contains(' '), "{there:?} has no Chinese");
    }
    let page = page.reload().await;
    assert_eq!((html_lang().as_str(), names(&page)), ("zh-Hans", chinese));
    page.choose("语言", "English").await;
    assert_eq!((html_lang().as_str(), names(&page)), ("en", english));
    page.close().await;
}

/// The names of all controls.
fn names(page: &Page) -> Vec<String> {
    let roles = ["button", "slider", "combobox", "textbox", "switch", "table", "region", "listbox", "group"];
    roles.iter().flat_map(|role| page.all(role)).map(|node| node.name()).collect()
}

#[wasm_bindgen_test]
async fn a_theme_is_chosen_and_kept() {
    let theme = || document().document_element().unwrap().get_attribute("data-theme");
    let page = Page::first_visit().await;
    assert_eq!(theme(), None);
    page.choose("Theme", "Dark").await;
    assert_eq!(theme().as_deref(), Some("dark"));
    let page = page.reload().await;
    assert_eq!((theme().as_deref(), page.value("combobox", "Theme").as_str()), (Some("dark"), "Dark"));
    page.choose("Theme", "Light").await;
    assert_eq!(theme().as_deref(), Some("light"));
    page.choose("Theme", "Auto").await;
    assert_eq!(theme(), None);
    page.close().await;
}

// ---- the playhead

#[wasm_bindgen_test]
async fn buttons_step_and_the_ends_are_ends() {
    let page = Page::first_visit().await;
    page.click("Step forward").await;
    assert_eq!(page.step(), "step 11 of 15, s5 arrives on shipments");
    assert!(page.option("o3").contains("matched"), "{}", page.option("o3"));
    page.click("First step").await;
    assert_eq!(page.step(), "step 0 of 15, before the first step");
    assert!(!page.get("button", "Step back").is_enabled() && !page.get("button", "First step").is_enabled());
    assert!(page.options("orders events").iter().all(|name| name.contains("not yet arrived")));
    page.click("Last step").await;
    assert!(page.step().starts_with("step 15 of 15"));
    assert!(!page.get("button", "Step forward").is_enabled() && !page.get("button", "Last step").is_enabled());
    page.close().await;
}

#[wasm_bindgen_test]
async fn it_plays_to_the_end_and_pauses() {
    let page = Page::first_visit().await;
    page.choose("Speed", "4×").await;
    page.click("Play").await;
    page.until("the next step", || page.step().starts_with("step 11")).await;
    page.click("Pause").await;
    let at = page.step();
    assert!(page.has("button", "Play"));
    // As long as two steps would take, and more.
    for _ in 0..45 {
        settle().await;
    }
    assert_eq!(page.step(), at);
    page.get("slider", "Step").press("End").await;
    page.get("slider", "Step").press("ArrowLeft").await;
    page.click("Play").await;
    page.until("the end", || page.step().starts_with("step 15") && page.has("button", "Play")).await;
    page.close().await;
}

#[wasm_bindgen_test]
async fn keys_step_undo_and_play() {
    let page = Page::first_visit().await;
    page.blur().await;
    for (key, step) in [
        ("ArrowRight", 11),
        ("ArrowLeft", 10),
        ("ArrowLeft", 9),
        // Steps that put something out are 3, 6, 10, 11 and 15.
        ("Shift+ArrowLeft", 6),
        ("Shift+ArrowRight", 10),
        ("Shift+ArrowRight", 11),
        ("Shift+ArrowRight", 15),
        ("ArrowRight", 15),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("End", 15),
    ] {
        page.press(key).await;
        assert!(page.step().starts_with(&format!("step {step} of 15")), "{key}: {}", page.step());
    }
    page.press("Space").await;
    assert!(page.has("button", "Pause"));
    page.press("Space").await;
    assert!(page.has("button", "Play"));
    page.press("Escape").await;
    assert_eq!(page.selected(), None);

    page.fill("Upper bound", "3 h").await;
    page.blur().await;
    page.press("Control+z").await;
    assert_eq!(page.value("textbox", "Upper bound"), "2 h");
    page.press("Control+Shift+z").await;
    assert_eq!(page.value("textbox", "Upper bound"), "3 h");
    page.press("Meta+z").await;
    page.press("Control+y").await;
    assert_eq!(page.value("textbox", "Upper bound"), "3 h");
    page.close().await;
}

#[wasm_bindgen_test]
async fn keys_in_a_field_are_the_fields() {
    let page = Page::first_visit().await;
    let (step, field) = (page.step(), page.get("textbox", "Upper bound"));
    for key in ["ArrowLeft", "Home", "Space", "n", "?", "Delete", "Control+z"] {
        field.press(key).await;
    }
    assert_eq!((page.step(), page.selected().as_deref(), page.all("dialog").len()), (step, Some("o3"), 0));
    page.close().await;
}

#[wasm_bindgen_test]
async fn the_stage_is_used_by_keys_alone() {
    let page = Page::first_visit().await;
    page.get("listbox", "orders events").focus().await;
    page.press(".").await;
    assert_eq!(page.selected().as_deref(), Some("o4"));
    page.press(",").await;
    page.press(",").await;
    assert_eq!(page.selected().as_deref(), Some("o2"));
    page.press(".").await;
    page.press("ArrowDown").await;
    // The nearest in the other lane.
    assert_eq!(page.selected().as_deref(), Some("s1"));
    page.press("ArrowUp").await;

    page.get("listbox", "orders events").focus().await;
    let (id, before) = (page.selected().unwrap(), page.option(&page.selected().unwrap()));
    page.press("Shift+Alt+ArrowRight").await;
    assert_ne!(page.option(&id), before);
    page.press("Shift+Alt+ArrowLeft").await;
    assert_eq!(page.option(&id), before);

    page.press("Enter").await;
    assert!(page.get("group", "Edit event").get("textbox", "Key").has_focus());
    page.press("Escape").await;
    page.get("listbox", "orders events").focus().await;
    page.press("n").await;
    assert!(page.has("group", "Add event"));
    page.press("Escape").await;
    page.get("listbox", "orders events").focus().await;
    page.press("Delete").await;
    assert!(page.marks().iter().all(|name| !name.starts_with(&format!("{id}, "))));

    page.get("slider", "orders watermark").focus().await;
    page.press("Shift+Alt+ArrowLeft").await;
    assert!(page.get("slider", "orders watermark").attr("aria-valuetext").ends_with("11:40"));
    page.press("Shift+Alt+ArrowRight").await;
    assert!(!page.get("slider", "orders watermark").attr("aria-valuetext").ends_with("11:40"));
    page.close().await;
}

#[wasm_bindgen_test]
async fn help_takes_the_focus_and_gives_it_back() {
    let page = Page::first_visit().await;
    let button = page.get("button", "Help");
    button.click().await;
    let dialog = page.get("dialog", "Help");
    assert!(dialog.0.contains(document().active_element().as_deref()));
    page.press("Escape").await;
    assert!(!page.has("dialog", "Help") && button.has_focus());
    page.blur().await;
    page.press("?").await;
    page.get("dialog", "Help").get("button", "Close").click().await;
    assert!(!page.has("dialog", "Help"));
    page.close().await;
}

// ---- keeping

#[wasm_bindgen_test]
async fn work_outlives_a_reload() {
    let page = Page::first_visit().await;
    page.click("Duplicate").await;
    page.get("listbox", "orders events").focus().await;
    page.press(",").await;
    page.click("Step back").await;
    page.fill("Upper bound", "90 min").await;
    let before = (shown(&page), page.value("textbox", "Upper bound"));
    let page = page.reload().await;
    assert_eq!((shown(&page), page.value("textbox", "Upper bound")), before);
    page.close().await;
}

#[wasm_bindgen_test]
async fn a_second_tab_does_not_write_over_the_first() {
    let first = Page::first_visit().await;
    first.fill("Upper bound", "3 h").await;
    first.until("the work to be kept", || kept(&tab()).contains("10800000")).await;
    let mine = tab();

    // A duplicated tab has its twin's session storage, a new one has none. The first tab stays open.
    for session_of_twin in [Some(mine.clone()), None] {
        session().clear().unwrap();
        if let Some(twin) = session_of_twin {
            session().set_item("joinscope:tab", &twin).unwrap();
        }
        let second = Page::mount().await;
        assert_ne!(tab(), mine);
        // It starts with a copy of what was saved last.
        assert_eq!(second.value("textbox", "Upper bound"), "3 h");
        second.fill("Upper bound", "4 h").await;
        second.until("the work to be kept", || kept(&tab()).contains("14400000")).await;
        assert!(kept(&mine).contains("10800000"));
        second.fill("Upper bound", "3 h").await;
        second.until("the work to be kept", || kept(&tab()).contains("10800000")).await;
        second.node().0.remove();
    }

    session().set_item("joinscope:tab", &mine).unwrap();
    local().remove_item(&format!("joinscope:open:{mine}")).unwrap();
    tidy();
    let first = Page::mount().await;
    assert_eq!((tab(), first.value("textbox", "Upper bound").as_str()), (mine, "3 h"));
    first.close().await;
}

fn tab() -> String {
    session().get_item("joinscope:tab").unwrap().unwrap_or_default()
}

fn kept(tab: &str) -> String {
    local().get_item(&format!("joinscope:work:{tab}")).unwrap().unwrap_or_default()
}

#[wasm_bindgen_test]
async fn kept_work_that_is_damaged_is_no_end() {
    let page = Page::with_kept("{\"version\": 1, ").await;
    assert_eq!(page.step(), "step 10 of 15, s4 arrives on shipments");
    page.close().await;
}

// ---- files

#[wasm_bindgen_test]
async fn what_is_no_scenario_leaves_the_present_one_as_it_was() {
    let page = Page::first_visit().await;
    page.click("Duplicate").await;
    let before = shown(&page);

    page.paste("{\"version\": 1, \"left\": {}}").await;
    let [dialog] = &page.all("alertdialog")[..] else { panic!("no dialog") };
    assert!(dialog.0.contains(document().active_element().as_deref()));
    dialog.get("button", "Close").click().await;
    assert!(page.all("alertdialog").is_empty());
    assert_eq!(shown(&page), before);

    page.drop_file("bad.json", b"not json at all").await;
    page.until("the dialog", || !page.all("alertdialog").is_empty()).await;
    assert!(page.all("alertdialog")[0].name().contains("bad.json"));
    page.press("Escape").await;
    assert!(page.all("alertdialog").is_empty());
    assert_eq!(shown(&page), before);

    page.drop_file("latin1.json", &[b'{', 0xff, b'}']).await;
    page.until("the notice", || !page.alerts().is_empty()).await;
    assert_eq!(page.alerts(), ["latin1.json is not UTF-8 text. Save it as UTF-8 and open it again."]);
    assert_eq!(shown(&page), before);
    page.click("Close").await;
    assert_eq!(page.alerts(), [""; 0]);
    page.close().await;
}

#[wasm_bindgen_test]
async fn a_scenario_is_pasted_or_dropped_and_opening_it_can_be_undone() {
    const OTHER: &str = r#"{"version": 1, "title": "Bids", "dialect": "flink_sql",
        "left": {"name": "bids", "watermark": {"strategy": "manual"}},
        "right": {"name": "asks", "watermark": {"strategy": "manual"}},
        "join": {"kind": "interval", "type": "inner", "lower": 0, "upper": 1000},
        "script": [{"do": "push", "side": "left", "id": "b1", "key": "k", "time": 1000}]}"#;
    let page = Page::first_visit().await;
    let before = shown(&page);
    page.paste(OTHER).await;
    assert_eq!(page.step(), "step 1 of 1, b1 arrives on bids");
    page.click("Undo").await;
    assert_eq!(shown(&page), before);
    page.drop_file("other.json", OTHER.as_bytes()).await;
    page.until("the scenario", || page.has("listbox", "bids events")).await;
    assert!(page.alerts().is_empty() && page.all("alertdialog").is_empty());
    page.close().await;
}

#[wasm_bindgen_test]
async fn a_wrong_file_is_corrected_in_place_and_opened() {
    let page = Page::first_visit().await;
    let wrong = include_str!("../www/scenarios/orders-shipments.scenario.json")
        .replace("\"type\": \"left\"", "\"type\": \"lefft\"")
        .replace("\"en\": \"Orders and shipments\"", "\"en\": \"Corrected\"");
    page.paste(&wrong).await;
    let dialog = page.all("alertdialog").pop().expect("a dialog");
    assert!(!dialog.get("button", "Open").is_enabled());
    dialog.get("button", "Edit as text").click().await;
    let dialog = page.all("alertdialog").pop().unwrap();
    let text = dialog.get("textbox", "Text of the file");
    text.type_in(&wrong.replace("lefft", "left")).await;
    page.until("the text to be read", || page.all("alertdialog")[0].get("button", "Open").is_enabled()).await;
    page.all("alertdialog")[0].get("button", "Open").click().await;
    assert!(page.all("alertdialog").is_empty());
    assert_eq!(document().title(), "Corrected · joinscope");
    page.close().await;
}

// ---- the worst

#[wasm_bindgen_test]
async fn a_crash_offers_the_scenario_for_download() {
    let page = Page::first_visit().await;
    page.fill("Upper bound", "3 h").await;
    crash().await;
    let screen = page.crash_screen().expect("the crash screen");
    assert!(screen.text().starts_with("joinscope has stopped"), "{}", screen.text());
    let saved = download(&screen.get("link", "Save the scenario").0).await;
    assert!(saved.contains("10800000") && saved.contains("\"o3\""), "{saved}");
    tidy();
}

/// Everything that a reload must bring back.
fn shown(page: &Page) -> (String, Vec<String>, Option<String>, Vec<String>, Vec<String>) {
    (page.step(), page.marks(), page.selected(), page.output(), page.why())
}

/// The streams' labels, as the lists of their events have them.
fn labels(page: &Page) -> (String, String) {
    let lists = page.all("listbox");
    let label = |index: usize| lists[index].name().trim_end_matches(" events").to_string();
    (label(0), label(1))
}

/// Adds a row by the form.
async fn add(page: &Page, stream: &str, id: &str, key: &str, time: &str) {
    page.click("Add event").await;
    let form = page.get("group", "Add event");
    form.get("combobox", "Stream").choose(stream).await;
    for (field, text) in [("Id", id), ("Key", key), ("Event time", time)] {
        form.get("textbox", field).type_in(text).await;
    }
    form.get("button", "Add").click().await;
    assert!(!page.has("group", "Add event"), "{:?}", page.alerts());
}
