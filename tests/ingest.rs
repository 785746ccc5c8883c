//! Events of one's own: what is guessed of files, what becomes of their rows, and that any bytes are read to their end.

#![cfg(not(target_arch = "wasm32"))]

use joinscope_core::{
    ingest::{
        Arrival, Called, Column, Delay, Every, Fault, FilePlan, Form, Format, Lack, Law, Marks, Of, Order, Outcome,
        Plan, Present, Reading, Role, Source, look, steps_from_bytes, steps_to_bytes, survey,
    },
    scenario::{
        Dialect, JoinKind, MAX_STEPS, Push, RowKind, Scenario, Side, Sides, Step, Strategy as Watermark,
        time::{HOUR, MINUTE, TimeFault},
    },
    units::Unit,
};
use proptest::prelude::*;

/// 2024-01-01T10:00Z.
const TEN: i64 = 1_704_103_200_000;

fn source(name: &str, text: impl Into<Vec<u8>>) -> Source {
    Source { name: name.into(), bytes: text.into() }
}

fn present() -> Present {
    Present::of(&Scenario::empty())
}

fn read(sources: &[Source], plan: &Plan) -> (Outcome, Vec<Step>) {
    let mut reading = Reading::new(plan.clone());
    while !reading.go_on(sources, 7) {
        assert!(reading.progress(sources) <= 100);
    }
    reading.finish()
}

/// As it is guessed, nothing corrected.
fn guessed(sources: &[Source]) -> (Plan, Outcome, Vec<Step>) {
    let plan = survey(sources, &present(), 0).plan;
    let (outcome, steps) = read(sources, &plan);
    (plan, outcome, steps)
}

fn pushes(steps: &[Step]) -> Vec<&Push> {
    steps.iter().filter_map(|step| if let Step::Push(push) = step { Some(push) } else { None }).collect()
}

fn ids(steps: &[Step]) -> Vec<&str> {
    pushes(steps).iter().map(|push| &*push.id).collect()
}

fn role(plan: &FilePlan, name: &str) -> Role {
    plan.columns.iter().find(|column| column.name == name).expect(name).role
}

fn column(plan: &FilePlan, name: &str) -> usize {
    plan.columns.iter().position(|column| column.name == name).expect(name)
}

const ORDERS: &str = "order_id,order_time,amount,note
001,2024-01-01T10:00:00Z,100,\"say \"\"x\"\"\"
002,2024-01-01 10:05:00+00:00,7.50,
,2024-01-01T10:10:00.123456Z,007,a
";
const SHIPMENTS: &str = "shipment_id;order_id;ship_time
s1;001;1704103260
s2;002;1704103320
s3;002;soon
s1;003;1704103380
";

#[test]
fn two_files_are_two_sides() {
    let sources = [source("orders.csv", ORDERS), source("shipments.csv", SHIPMENTS)];
    let (plan, outcome, steps) = guessed(&sources);
    assert_eq!(plan.names, Sides::new("orders".to_string(), "shipments".to_string()));
    let [orders, shipments] = &*plan.files else { panic!("two files") };
    assert_eq!(orders.format, Format::Cells { delimiter: b',', header: true });
    assert_eq!(shipments.format, Format::Cells { delimiter: b';', header: true });
    assert_eq!((&orders.of, &shipments.of), (&Of::Side(Side::Left), &Of::Side(Side::Right)));
    assert_eq!(role(orders, "order_id"), Role::Key);
    assert!(matches!(role(orders, "order_time"), Role::Time(Form::Text(_))));
    assert_eq!(role(orders, "amount"), Role::Field);
    assert_eq!(role(shipments, "order_id"), Role::Key);
    assert_eq!(role(shipments, "ship_time"), Role::Time(Form::Epoch(Unit::Seconds)));
    // Not all of its ids are unique, so it is taken for a field until a person says so.
    assert_eq!(role(shipments, "shipment_id"), Role::Field);
    assert_eq!((outcome.good, outcome.bad(), outcome.rows()), (Sides::new(3, 3), 1, 7));
    assert_eq!((outcome.problems[0].line, &outcome.problems[0].fault), (4, &Fault::Time(TimeFault::Form)));
    assert_eq!((outcome.problems[0].text.as_str(), outcome.problems[0].column), ("soon", Some(2)));
    assert_eq!((outcome.files[0].keyless, outcome.files[0].cut, outcome.files[0].local), (1, 1, 0));
    // Merged by event time, each file in its own order.
    assert_eq!(ids(&steps), ["o1", "s1", "s2", "s3", "o2", "o3"]);
    let first = pushes(&steps)[0];
    assert_eq!((first.key.as_deref(), first.time), (Some("001"), TEN));
    assert_eq!(first.row.text(), r#"{"amount":100,"note":"say \"x\""}"#);
    assert_eq!(pushes(&steps)[5].row.text(), r#"{"amount":"007","note":"a"}"#);
    assert_eq!(pushes(&steps)[5].key, None);
}

#[test]
fn an_id_that_comes_twice_is_a_bad_row() {
    let sources = [source("orders.csv", ORDERS), source("shipments.csv", SHIPMENTS)];
    let mut plan = survey(&sources, &present(), 0).plan;
    let at = column(&plan.files[1], "shipment_id");
    plan.files[1].assign(at, Role::Id);
    let (outcome, steps) = read(&sources, &plan);
    let told: Vec<_> = outcome.problems.iter().map(|problem| (problem.line, &problem.fault)).collect();
    assert_eq!(told, [(4, &Fault::Time(TimeFault::Form)), (5, &Fault::SameId { file: 1, line: 2 })]);
    assert_eq!(ids(&steps), ["o1", "s1", "s2", "o2", "o3"]);
}

#[test]
fn one_file_with_a_side_column() {
    let text =
        "流,订单号,事件时间\n订单,001,2024年1月1日 18:00:00\n发货,001,2024/1/1 18:05:00\n退货,001,2024/1/1 18:06:00\n";
    let sources = [source("事件.csv", text)];
    let plan = survey(&sources, &present(), 8 * HOUR).plan;
    // Three values tell no two sides: a person chooses.
    assert_eq!(plan.files[0].of, Of::Side(Side::Left));
    let mut plan = plan;
    plan.files[0].assign(0, Role::Side);
    plan.files[0].of = Of::Column(Sides::new("订单".into(), "发货".into()));
    let (outcome, steps) = read(&sources, &plan);
    assert_eq!((outcome.good, outcome.bad(), outcome.files[0].local), (Sides::new(1, 1), 1, 2));
    assert_eq!((outcome.problems[0].line, &outcome.problems[0].fault), (4, &Fault::Side));
    assert_eq!(pushes(&steps).iter().map(|push| push.time).collect::<Vec<_>>(), [TEN, TEN + 5 * MINUTE]);

    let text = "side\tkey\tts\nL\ta\t1704103200000\nR\ta\t1704103200001\n";
    let (plan, outcome, _) = guessed(&[source("both.tsv", text)]);
    assert_eq!(plan.files[0].of, Of::Column(Sides::new("L".into(), "R".into())));
    assert_eq!(outcome.good, Sides::new(1, 1));
    let text = "topic,id,ts\nviews,a,1704103200000\nclicks,a,1704103200001\n";
    let (plan, ..) = guessed(&[source("both.csv", text)]);
    assert_eq!(plan.names, Sides::new("views".to_string(), "clicks".to_string()));
}

#[test]
fn json_by_line_and_in_an_array() {
    let lines = r#"{"ts": 1704103200000, "user": {"id": "u1", "name": "x"}, "page": "/a", "n": [1, 2]}
{"ts": 1704103201000, "user": {"id": "u2"}, "extra": true}
{"ts": 1704103202000
"#;
    let (plan, outcome, steps) = guessed(&[source("views.ndjson", lines)]);
    assert_eq!(role(&plan.files[0], "user.id"), Role::Key);
    assert_eq!((outcome.good.left, outcome.bad()), (2, 1));
    assert!(matches!(outcome.problems[0].fault, Fault::Json(_)));
    let rows = pushes(&steps);
    assert_eq!(rows[0].key.as_deref(), Some("u1"));
    assert_eq!(rows[0].row.text(), r#"{"user":{"id": "u1", "name": "x"},"page":"/a","n":[1, 2],"extra":null}"#);
    let array = format!("[{}]", lines.lines().take(2).collect::<Vec<_>>().join(",\n"));
    let (_, outcome, of_array) = guessed(&[source("views.json", array)]);
    assert_eq!((outcome.good.left, outcome.bad()), (2, 0));
    assert_eq!(of_array, steps);
}

#[test]
fn what_no_column_stands_for_stays_a_field() {
    let many: String = (0..600).map(|n| format!("{{\"key\": \"k\", \"ts\": {}}}\n", TEN + n)).collect();
    let text = many + &format!("{{\"key\": \"k\", \"ts\": {TEN}, \"late\": 1}}\n");
    let (_, outcome, steps) = guessed(&[source("a.ndjson", text)]);
    assert_eq!(outcome.bad(), 0);
    assert_eq!(pushes(&steps)[600].row.text(), r#"{"late":1}"#);
}

#[test]
fn each_unit_is_guessed_and_a_wrong_one_is_told() {
    for (times, unit) in
        [(TEN / 1_000, Unit::Seconds), (TEN, Unit::Millis), (TEN * 1_000, Unit::Micros), (TEN * 1_000_000, Unit::Nanos)]
    {
        let sources = [source("a.csv", format!("key,ts\na,{times}\nb,{times}\n"))];
        let (mut plan, outcome, steps) = guessed(&sources);
        assert_eq!(role(&plan.files[0], "ts"), Role::Time(Form::Epoch(unit)));
        assert_eq!(pushes(&steps)[1].time, TEN);
        assert_eq!(outcome.files[0].wrong_unit, None);
        let other = if unit == Unit::Millis { Unit::Seconds } else { Unit::Millis };
        plan.files[0].assign(1, Role::Time(Form::Epoch(other)));
        let wrong = read(&sources, &plan).0.files[0].wrong_unit;
        // Nanoseconds as milliseconds are beyond all times: then the rows are bad.
        if unit != Unit::Nanos && unit != Unit::Millis {
            assert_eq!(wrong.map(|wrong| (wrong.unit, wrong.rows)), Some((unit, 2)));
        }
    }
    // Small numbers are times where they are called so.
    let (plan, outcome, _) = guessed(&[source("a.csv", "key,time,n\na,1000,1\nb,2000,2\n")]);
    assert_eq!(role(&plan.files[0], "time"), Role::Time(Form::Epoch(Unit::Millis)));
    assert_eq!(outcome.good.left, 2);
}

#[test]
fn arrival_by_a_column() {
    let text = "key,event_time,arrival_time\nb,1704103205000,1704103209000\na,1704103200000,1704103201000\nc,1704103203000,1704103211000\n";
    let (plan, outcome, steps) = guessed(&[source("a.csv", text)]);
    assert_eq!(plan.arrival, Arrival::Column);
    assert_eq!(role(&plan.files[0], "arrival_time"), Role::Arrival(Order::Time(Form::Epoch(Unit::Millis))));
    assert_eq!(ids(&steps), ["l2", "l1", "l3"].map(|id| id.replace('l', "a")), "named in the order of the file");
    assert_eq!(outcome.disorder.left, 2_000);
    let text = "key,ts,offset\nb,1704103205000,9\na,1704103200000,10\n";
    let (plan, _, steps) = guessed(&[source("a.csv", text)]);
    assert_eq!(role(&plan.files[0], "offset"), Role::Arrival(Order::Place));
    assert_eq!(ids(&steps), ["a1", "a2"]);
}

#[test]
fn arrival_made_up_is_the_same_again() {
    let rows: String = (0..400).map(|n| format!("k{},{}\n", n % 7, TEN + n * 1_000)).collect();
    let sources = [source("a.csv", format!("key,ts\n{rows}"))];
    let mut plan = survey(&sources, &present(), 0).plan;
    for law in [Law::Uniform { most: 30_000 }, Law::Exponential { mean: 10_000 }] {
        plan.arrival = Arrival::Delay(Delay { seed: 7, law, late: 10, late_by: 600_000 });
        let (outcome, steps) = read(&sources, &plan);
        assert_eq!(steps, read(&sources, &plan).1);
        assert_eq!((steps.len(), outcome.good.left), (400, 400));
        // Late ones come up to ten minutes later than that.
        assert!((100_000..=700_000).contains(&outcome.disorder.left), "{}", outcome.disorder.left);
        plan.arrival = Arrival::Delay(Delay { seed: 8, law, late: 10, late_by: 600_000 });
        assert_ne!(steps, read(&sources, &plan).1);
        plan.arrival = Arrival::Delay(Delay { seed: 7, law: Law::Uniform { most: 0 }, late: 0, late_by: 0 });
        assert_eq!(read(&sources, &plan).0.disorder.left, 0);
    }
}

#[test]
fn watermarks_from_a_column() {
    let text = "key,ts,watermark\na,1704103200000,\nb,1704103205000,1704103200000\nc,1704103203000,1704103200000\nd,1704103209000,1704103204000\n";
    let sources = [source("a.csv", text)];
    let (plan, _, steps) = guessed(&sources);
    assert_eq!(plan.watermarks.left, Marks::Column);
    let told: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Push(push) => push.key.as_deref().unwrap_or_default().to_string(),
            Step::Watermark { side, time } => format!("{} {}", side.word(), time - TEN),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(told, ["a", "left 0", "b", "c", "left 4000", "d"]);
    let scenario = plan.scenario(&Scenario::empty(), "a", steps);
    assert_eq!(scenario.streams.left.watermark, Watermark::Manual);
    assert_eq!(scenario.streams.right.watermark, Watermark::bounded(5_000));
}

#[test]
fn batches_by_rows_and_by_time() {
    let rows: String = (0..10).map(|n| format!("k,{}\n", TEN + n * 1_000)).collect();
    let sources = [source("a.csv", format!("key,ts\n{rows}"))];
    let spark = Present::of(&Scenario { dialect: Dialect::Spark, ..Scenario::empty() });
    let mut plan = survey(&sources, &spark, 0).plan;
    let at = |plan: &Plan| -> Vec<usize> {
        let steps = read(&sources, plan).1;
        (0..steps.len()).filter(|at| steps[*at] == Step::Batch).collect()
    };
    assert_eq!(at(&plan), [10]);
    plan.batches = Some(Every::Rows(4));
    assert_eq!(at(&plan), [4, 9, 12]);
    plan.batches = Some(Every::Rows(5));
    assert_eq!(at(&plan), [5, 11]);
    plan.batches = Some(Every::Millis(4_000));
    assert_eq!(at(&plan), [4, 9, 12]);
    plan.batches = None;
    assert_eq!(at(&plan), Vec::<usize>::new());
}

#[test]
fn a_changelog_with_ids_and_without() {
    let text = "op,id,key,ts,v\n+I,a,k,1704103200000,1\n-U,a,k,1704103200000,1\n+U,a,k,1704103201000,2\n-D,a,k,1704103201000,2\n+I,a,k,1704103202000,3\n+I,a,k,1704103202000,4\nX,b,k,1704103202000,4\n";
    let sources = [source("a.csv", text)];
    let mut plan = survey(&sources, &present(), 0).plan;
    assert_eq!(role(&plan.files[0], "op"), Role::Field, "X is no kind");
    plan.files[0].assign(0, Role::Kind);
    plan.files[0].assign(1, Role::Id);
    plan.files[0].assign(2, Role::Key);
    let (outcome, steps) = read(&sources, &plan);
    assert_eq!(ids(&steps), ["a", "a", "a#2", "a#2", "a#3"]);
    let faults: Vec<_> = outcome.problems.iter().map(|problem| (problem.line, problem.fault.clone())).collect();
    assert_eq!(faults, [(7, Fault::SameId { file: 0, line: 6 }), (8, Fault::Kind)]);
    plan.files[0].assign(1, Role::Out);
    let (outcome, steps) = read(&sources, &plan);
    assert_eq!(ids(&steps), ["a1", "a1", "a2", "a2", "a3", "a4"]);
    assert_eq!(outcome.bad(), 1);
    let kinds: Vec<_> = pushes(&steps).iter().map(|push| push.kind).collect();
    use RowKind::{Delete, Insert, UpdateAfter, UpdateBefore};
    assert_eq!(kinds, [Insert, UpdateBefore, UpdateAfter, Delete, Insert, Insert]);
}

#[test]
fn what_a_plan_lacks_is_told() {
    let sources = [source("a.csv", "x,y\n1,2\n")];
    let mut plan = survey(&sources, &present(), 0).plan;
    assert_eq!(plan.lacks(), [Lack::Time(0), Lack::Key(0)]);
    plan.files[0].assign(0, Role::Key);
    plan.files[0].assign(1, Role::Time(Form::Epoch(Unit::Millis)));
    assert_eq!(plan.lacks(), []);
    plan.arrival = Arrival::Column;
    plan.files[0].of = Of::Column(Sides::default());
    plan.watermarks.left = Marks::Column;
    assert_eq!(plan.lacks(), [Lack::Side(0), Lack::Arrival(0), Lack::Watermark(Side::Left)]);
}

#[test]
fn a_role_that_only_one_can_have_is_taken_from_the_other() {
    let column = |name: &str, role| Column { name: name.into(), nested: name.contains('.'), role };
    let mut file = FilePlan {
        format: Format::Lines,
        columns: vec![
            column("a", Role::Time(Form::Epoch(Unit::Millis))),
            column("b.c", Role::Id),
            column("d", Role::Key),
        ],
        of: Of::Side(Side::Left),
        zone: 0,
    };
    file.assign(2, Role::Time(Form::Epoch(Unit::Seconds)));
    assert_eq!(file.columns[0].role, Role::Field);
    file.assign(0, Role::Id);
    assert_eq!(file.columns[1].role, Role::Out, "a member within an object is no field");
    file.assign(1, Role::Key);
    file.assign(0, Role::Key);
    assert_eq!((file.columns[0].role, file.columns[1].role), (Role::Key, Role::Key), "a key may have two parts");
}

#[test]
fn a_key_of_two_columns() {
    let text = "shop,order,ts\na,1,1704103200000\na,,1704103200000\n";
    let sources = [source("a.csv", text)];
    let mut plan = survey(&sources, &present(), 0).plan;
    plan.files[0].assign(0, Role::Key);
    plan.files[0].assign(1, Role::Key);
    let (_, steps) = read(&sources, &plan);
    assert_eq!(pushes(&steps).iter().map(|push| push.key.as_deref()).collect::<Vec<_>>(), [Some("a | 1"), None]);
    assert_eq!(plan.scenario(&Scenario::empty(), "a", steps).streams.left.key_name, None);
}

#[test]
fn a_file_without_names_and_one_in_another_format() {
    let text = "a;2024-01-01T10:00Z\nb;2024-01-01T10:01Z\n";
    let sources = [source("a.txt", text)];
    let survey = survey(&sources, &present(), 0);
    assert_eq!(survey.plan.files[0].format, Format::Cells { delimiter: b';', header: false });
    let names: Vec<_> = survey.plan.files[0].columns.iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["column1", "column2"]);
    let (seen, plan) = look(&sources[0], Format::Cells { delimiter: b',', header: true }, 0, &Called::default());
    assert_eq!((plan.columns.len(), seen.rows.len()), (1, 1));
}

/// A value that says a stream's name is that side, and the stream keeps its name.
#[test]
fn a_side_is_told_by_its_streams_name() {
    let mut now = Scenario::empty();
    (now.streams.left.name, now.streams.right.name) = ("orders".into(), "payments".into());
    let text = "type,key,ts\npayment,a,1704103200000\norder,a,1704103201000\n";
    let plan = survey(&[source("both.csv", text)], &Present::of(&now), 0).plan;
    assert_eq!(plan.files[0].of, Of::Column(Sides::new("order".into(), "payment".into())));
    assert_eq!(plan.names, Sides::new("orders".to_string(), "payments".to_string()));
}

/// What the setup says that keys and times are called, they are: whatever else looks like one.
#[test]
fn columns_are_what_the_setup_calls_them() {
    let text = "id,shipped,until,ref,part\n1,2024-01-01T10:00:00Z,2024-01-02T10:00:00Z,a,x\n";
    let sources = [source("a.csv", text), source("b.csv", text)];
    let plain = survey(&sources, &present(), 0).plan;
    assert_eq!(role(&plain.files[0], "id"), Role::Key);
    let mut now = Scenario::empty();
    now.streams.left.key_name = Some("ref, Part".into());
    now.streams.left.time_name = Some("until".into());
    let plan = survey(&sources, &Present::of(&now), 0).plan;
    for file in &plan.files {
        assert_eq!((role(file, "ref"), role(file, "part"), role(file, "shipped")), (Role::Key, Role::Key, Role::Field));
        assert!(matches!(role(file, "until"), Role::Time(_)));
        assert_ne!(role(file, "id"), Role::Key);
    }
    // Each side's own comes first.
    now.streams.left.key_name = Some("id".into());
    now.streams.right.key_name = Some("ref".into());
    let plan = survey(&sources, &Present::of(&now), 0).plan;
    assert_eq!((role(&plan.files[0], "id"), role(&plan.files[0], "ref")), (Role::Key, Role::Field));
    assert_eq!((role(&plan.files[1], "ref"), role(&plan.files[1], "id") != Role::Key), (Role::Key, true));
}

#[test]
fn the_present_join_stays() {
    let mut now = Scenario::empty();
    now.join.kind = JoinKind::Regular { state_ttl: 9 };
    now.streams.left.watermark = Watermark::None;
    let sources = [source("orders.csv", ORDERS), source("shipments.csv", SHIPMENTS)];
    let plan = survey(&sources, &Present::of(&now), 0).plan;
    let (_, steps) = read(&sources, &plan);
    let made = plan.scenario(&now, "orders, shipments", steps);
    assert_eq!((made.join, made.dialect), (now.join, now.dialect));
    assert_eq!(made.streams.left.watermark, Watermark::None);
    assert_eq!((made.streams.left.key_name(), made.streams.right.time_name()), ("order_id", "ship_time"));
    let text = joinscope_core::scenario::write(&made);
    assert_eq!(joinscope_core::scenario::read(&text), Ok(made));
}

#[test]
fn too_many_rows_make_no_steps_and_are_counted() {
    let rows = "k,1704103200000\n".repeat(MAX_STEPS + 5);
    let sources = [source("a.csv", format!("key,ts\n{rows}"))];
    let plan = survey(&sources, &present(), 0).plan;
    let at_once = |plan: Plan| {
        let mut reading = Reading::new(plan);
        assert!(reading.go_on(&sources, usize::MAX));
        reading.finish()
    };
    let (outcome, steps) = at_once(plan);
    assert_eq!((outcome.good.left, outcome.too_many, steps.len()), (MAX_STEPS + 5, Some(MAX_STEPS - 1), 0));
    // As many as fit are taken when that is said.
    let mut plan = survey(&sources, &present(), 0).plan;
    plan.first = outcome.too_many;
    plan.batches = Some(Every::Rows(MAX_STEPS - 1));
    let (outcome, steps) = at_once(plan);
    assert_eq!(
        (outcome.too_many, outcome.steps, outcome.taken, outcome.left_out()),
        (None, MAX_STEPS, MAX_STEPS - 1, 6)
    );
    assert_eq!(steps.len(), MAX_STEPS);
}

/// The first to arrive, of all files, and what is left out is counted.
#[test]
fn the_first_rows_are_the_first_to_arrive() {
    let rows = |from: i64| (0..4_000).map(|n| format!("k,{}\n", TEN + from + n * 10)).collect::<String>();
    let sources = [source("a.csv", format!("key,ts\n{}", rows(5))), source("b.csv", format!("key,ts\n{}", rows(0)))];
    let mut plan = survey(&sources, &present(), 0).plan;
    let (all, every) = read(&sources, &plan);
    assert_eq!((all.taken, all.left_out(), all.span), (8_000, 0, Some((TEN, TEN + 39_995))));
    for arrival in [Arrival::Lines, Arrival::Delay(Delay { late: 30, ..Delay::default() })] {
        plan.arrival = arrival;
        plan.first = None;
        let whole = pushes(&read(&sources, &plan).1).into_iter().cloned().collect::<Vec<_>>();
        for first in [1, 500, 7_999, 8_000, 9_000] {
            plan.first = Some(first);
            let (outcome, steps) = read(&sources, &plan);
            let few: Vec<Push> = pushes(&steps).into_iter().cloned().collect();
            assert!(whole.starts_with(&few), "{first}");
            assert_eq!((outcome.taken, outcome.left_out()), (first.min(8_000), 8_000 - first.min(8_000)));
            assert_eq!(outcome.good, Sides::new(4_000, 4_000));
        }
    }
    assert_eq!(pushes(&every).len(), 8_000);
}

/// A side's partitions have watermarks of their own: a column says which partition a row is of.
#[test]
fn partitions_are_told_by_a_column() {
    let text = "partition,key,ts\n0,a,1704103200000\n2,b,1704103260000\n0,c,1704103205000\nthree,d,1704103205000\n";
    let sources = [source("orders.csv", text), source("b.csv", "key,ts\na,1704103200000\n")];
    let mut now = Scenario::empty();
    now.streams.left.watermark = Watermark::Bounded { delay: 7_000, partitions: 1, idle_timeout: Some(30_000) };
    let mut plan = survey(&sources, &Present::of(&now), 0).plan;
    assert_eq!(role(&plan.files[0], "partition"), Role::Field, "not all of them are numbers");
    plan.files[0].assign(0, Role::Partition);
    let (outcome, steps) = read(&sources, &plan);
    assert_eq!((outcome.problems[0].line, &outcome.problems[0].fault), (5, &Fault::Partition));
    assert_eq!(outcome.partitions, Sides::new(vec![2, 0, 1], vec![]));
    // Row c is 55 s behind another partition's newest, and in order in its own.
    assert_eq!(outcome.disorder.left, 0);
    let made = plan.scenario(&now, "t", steps);
    let bounded = Watermark::Bounded { delay: 7_000, partitions: 3, idle_timeout: Some(30_000) };
    assert_eq!(made.streams.left.watermark, bounded);
    assert_eq!(joinscope_core::scenario::read(&joinscope_core::scenario::write(&made)), Ok(made));
    let numbers = text.replace("three", "1");
    let sources = [source("orders.csv", numbers), sources[1].clone()];
    assert_eq!(role(&survey(&sources, &Present::of(&now), 0).plan.files[0], "partition"), Role::Partition);
    // In Spark a partition has no watermark of its own.
    let spark = Present { spark: true, ..Present::of(&now) };
    assert_eq!(role(&survey(&sources, &spark, 0).plan.files[0], "partition"), Role::Field);
}

/// TTLs and idle timeouts count processing time: it moves with arrival.
#[test]
fn processing_time_moves_where_something_counts_it() {
    let mut now = Scenario::empty();
    now.join.kind = JoinKind::Regular { state_ttl: HOUR };
    let text = "key,ts\na,1704103200000\nb,1704103259999\nc,1704103260000\nd,1704103800000\n";
    let sources = [source("a.csv", text)];
    let plan = survey(&sources, &Present::of(&now), 0).plan;
    assert_eq!(plan.clock, Some(MINUTE));
    let clocks = |steps: &[Step]| -> Vec<(usize, i64)> {
        let at = |(at, step): (usize, &Step)| if let Step::Clock { time } = step { Some((at, *time)) } else { None };
        steps.iter().enumerate().filter_map(at).collect()
    };
    assert_eq!(clocks(&read(&sources, &plan).1), [(2, MINUTE), (4, 10 * MINUTE)]);
    now.join.kind = JoinKind::Regular { state_ttl: 0 };
    let plan = survey(&sources, &Present::of(&now), 0).plan;
    assert_eq!(clocks(&read(&sources, &plan).1), []);
    now.streams.right.watermark = Watermark::Bounded { delay: 0, partitions: 1, idle_timeout: Some(1) };
    assert_eq!(survey(&sources, &Present::of(&now), 0).plan.clock, Some(1));
    now.streams.right.watermark = Watermark::Bounded { delay: 0, partitions: 1, idle_timeout: Some(MINUTE) };
    assert_eq!(survey(&sources, &Present::of(&now), 0).plan.clock, Some(MINUTE / 10));
}

/// Whatever a row is, it is a good one or a bad one.
fn holds(sources: &[Source], plan: &Plan) {
    let (outcome, steps) = read(sources, plan);
    assert_eq!(outcome.rows(), outcome.good.left + outcome.good.right + outcome.bad());
    let count = pushes(&steps).len();
    assert_eq!(count, outcome.taken);
    let all = outcome.good.left + outcome.good.right;
    assert_eq!(count, plan.first.map_or(all, |first| all.min(first)));
    assert_eq!(outcome.problems.len(), outcome.bad().min(joinscope_core::ingest::TOLD));
    assert_eq!(steps_from_bytes(&steps_to_bytes(&steps)).as_ref(), Some(&steps));
    // It is a scenario: with ids that are unique, and times within bounds.
    let made = plan.scenario(&Scenario::empty(), "t", steps);
    let text = joinscope_core::scenario::write(&made);
    assert_eq!(joinscope_core::scenario::read(&text), Ok(made));
}

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("a".to_string()),
        Just(String::new()),
        Just("NULL".to_string()),
        Just("\"".to_string()),
        Just("\"x\ny\"".to_string()),
        Just("a#2".to_string()),
        Just("+I".to_string()),
        Just("-D".to_string()),
        Just("+U".to_string()),
        Just("left".to_string()),
        Just("right".to_string()),
        Just("2024-01-01T10:00".to_string()),
        Just("2024-01-01 10:00+01:00".to_string()),
        (0..5i64).prop_map(|n| (TEN + n).to_string()),
        any::<i64>().prop_map(|n| n.to_string()),
        "\\PC{0,8}",
    ]
}

fn any_role() -> impl Strategy<Value = Role> {
    let form = Form::Epoch(Unit::Millis);
    proptest::sample::select(vec![
        Role::Key,
        Role::Time(form),
        Role::Time(Form::Text(joinscope_core::ingest::DateOrder::Ymd)),
        Role::Arrival(Order::Place),
        Role::Arrival(Order::Time(form)),
        Role::Id,
        Role::Kind,
        Role::Side,
        Role::Watermark(form),
        Role::Partition,
        Role::Field,
        Role::Out,
    ])
}

fn any_arrival() -> impl Strategy<Value = Arrival> {
    prop_oneof![
        Just(Arrival::Lines),
        Just(Arrival::Column),
        (any::<u64>(), any::<i64>(), 0..200u32, any::<i64>(), any::<bool>()).prop_map(
            |(seed, ms, late, late_by, even)| {
                let law = if even { Law::Uniform { most: ms } } else { Law::Exponential { mean: ms } };
                Arrival::Delay(Delay { seed, law, late, late_by })
            }
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_to_their_end(one in any::<Vec<u8>>(), two in any::<Vec<u8>>(), array in any::<bool>()) {
        let two = if array { [b"[{".to_vec(), two].concat() } else { two };
        let sources = [source("one", one), source("two", two)];
        let plan = survey(&sources, &present(), 0).plan;
        holds(&sources, &plan);
        for format in [Format::Lines, Format::Array, Format::Cells { delimiter: b'"', header: false }] {
            let mut plan = plan.clone();
            plan.files = sources.iter().map(|source| look(source, format, 0, &Called::default()).1).collect();
            holds(&sources, &plan);
        }
    }

    #[test]
    fn any_cells_by_any_plan(
        rows in proptest::collection::vec(proptest::collection::vec(cell(), 0..6), 0..40),
        roles in proptest::collection::vec(any_role(), 5),
        arrival in any_arrival(),
        versioned in any::<bool>(),
        every in proptest::option::of((any::<bool>(), any::<i64>())),
        json in any::<bool>(),
        first in proptest::option::of(1usize..50),
        clock in proptest::option::of(any::<i64>()),
    ) {
        let text: String = if json {
            let object = |row: &Vec<String>| {
                let members: Vec<String> = row.iter().zip(["a", "b", "c", "d", "e"])
                    .map(|(cell, name)| {
                        let value = match cell.parse::<i64>() {
                            Ok(number) => number.to_string(),
                            Err(_) => serde_json::Value::from(cell.as_str()).to_string(),
                        };
                        format!("\"{name}\": {value}")
                    }).collect();
                format!("{{{}}}\n", members.join(", "))
            };
            rows.iter().map(object).collect()
        } else {
            let lines: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
            format!("a,b,c,d,e\n{}", lines.join("\n"))
        };
        let sources = [source("s", text)];
        let mut plan = survey(&sources, &present(), 0).plan;
        for (at, role) in roles.into_iter().enumerate().take(plan.files[0].columns.len()) {
            plan.files[0].assign(at, role);
        }
        plan.arrival = arrival;
        plan.versioned = versioned;
        (plan.first, plan.clock) = (first, clock);
        plan.batches = every.map(|(rows, n)| if rows { Every::Rows(n as usize) } else { Every::Millis(n) });
        plan.watermarks = Sides::new(Marks::Column, Marks::Bounded { delay: 0 });
        holds(&sources, &plan);
    }
}
