//! Texts of the engines' documentation, of articles and of questions, and all that `code` writes, read into setups.
//!
//! Beside each text of `tests/reading` stands what is read of it, place by place: `NAME.read`.

#![cfg(not(target_arch = "wasm32"))]

mod cases;

use std::{fmt::Write, fs, path::PathBuf};

use joinscope_core::{
    code::{self, Form, Sources},
    reading::{self, Assumption, Language, Reading, Setting, Trouble},
    scenario::{self, Dialect, Interval, JoinKind, JoinType, Policy, Scenario, Side, Strategy, Window},
};
use proptest::prelude::*;

use cases::{file, made};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The texts of a folder by name, without those that say what is expected.
fn texts(of: &str) -> Vec<(String, String)> {
    let files = fs::read_dir(folder(of)).unwrap().map(|file| file.unwrap().path());
    let wanted = |path: &PathBuf| !path.extension().is_some_and(|end| end == "read" || end == "json");
    let mut texts: Vec<_> = files
        .filter(wanted)
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    texts.sort();
    texts
}

fn text(name: &str) -> String {
    fs::read_to_string(folder("reading").join(name)).unwrap()
}

/// All of a reading, a line each.
fn told(text: &str, reading: &Reading) -> String {
    let mut out = format!("{:?}\n", reading.language);
    let mut line = |place: &reading::Place, what: String| {
        let of = text[place.span.clone()].replace('\n', "\\n");
        writeln!(out, "{}:{} {what} <{of}>", place.line, place.column).unwrap();
    };
    for (setting, place) in &reading.settings {
        line(place, format!("{setting:?}"));
    }
    for (assumed, place) in &reading.assumed {
        line(place, format!("assumed {assumed:?}"));
    }
    for (trouble, place) in &reading.troubles {
        line(place, format!("trouble {trouble:?}"));
    }
    match &reading.scenario {
        Some(scenario) => writeln!(out, "{:?}", scenario.setup()).unwrap(),
        None => out.push_str("no scenario\n"),
    }
    out
}

#[test]
fn each_text_is_read_as_it_says_beside_it() {
    let all = texts("reading");
    assert!(all.len() > 20);
    for (name, text) in all {
        let stem = folder("reading").join(format!("{name}.read"));
        let told = told(&text, &reading::read(&text));
        assert_eq!(told, fs::read_to_string(&stem).unwrap_or_default(), "{name}");
    }
}

fn read(name: &str) -> (Scenario, Reading) {
    let reading = reading::read(&text(name));
    (reading.scenario.clone().unwrap_or_else(|| panic!("{name}: {:?}", reading.troubles)), reading)
}

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

#[test]
fn the_joins_that_people_write() {
    let interval = |lower: i64, upper: i64| JoinKind::Interval(Interval::closed(lower, upper));
    let open = |lower: i64, upper: i64| {
        JoinKind::Interval(Interval { upper_inclusive: false, ..Interval::closed(lower, upper) })
    };
    let window = |window: Window, allowed_lateness: i64| JoinKind::Window { window, allowed_lateness };
    use Dialect::{FlinkDatastream, FlinkSql, Spark};
    use JoinType::{Full, Inner, Left, Right, Semi};
    for (name, dialect, ty, kind) in [
        ("orders-shipments.py", Spark, Left, interval(0, 5 * DAY)),
        ("embedded.py", Spark, Left, interval(-HOUR, 5 * DAY)),
        ("columns.py", Spark, Inner, open(-HOUR, HOUR + 30 * MINUTE)),
        ("spark-guide.py", Spark, Left, interval(0, HOUR)),
        ("windows.py", Spark, Full, window(Window::Sliding { size: 10_000, slide: 5_000, offset: 0 }, 0)),
        ("sessions.py", Spark, Left, window(Window::session(5 * MINUTE), 0)),
        ("static.py", Spark, Semi, JoinKind::Lookup),
        ("flink-docs-interval.sql", FlinkSql, Inner, interval(0, 4 * HOUR)),
        ("flink-docs-temporal.sql", FlinkSql, Left, JoinKind::Temporal),
        ("flink-docs-lookup.sql", FlinkSql, Inner, JoinKind::Lookup),
        ("flink-docs-window-semi.sql", FlinkSql, Semi, window(Window::Tumbling { size: 5 * MINUTE, offset: 0 }, 0)),
        ("flink-docs-window-full.sql", FlinkSql, Full, window(Window::Tumbling { size: 5 * MINUTE, offset: 0 }, 0)),
        ("shows-clicks.sql", FlinkSql, Inner, interval(0, 10_000)),
        ("one-minute-around.sql", FlinkSql, Left, interval(-MINUTE, MINUTE)),
        ("lost-in-the-left.sql", FlinkSql, Left, JoinKind::Regular { state_ttl: HOUR }),
        ("versioned-view.sql", FlinkSql, Inner, JoinKind::Temporal),
        ("embedded.java", FlinkSql, Right, interval(-DAY, 0)),
        ("interval.java", FlinkDatastream, Inner, open(-5 * MINUTE, 15 * MINUTE)),
        (
            "window-join.java",
            FlinkDatastream,
            Inner,
            window(Window::Sliding { size: 10_000, slide: 5_000, offset: 0 }, MINUTE),
        ),
        ("cogroup.java", FlinkDatastream, Full, window(Window::session(5 * MINUTE), 0)),
    ] {
        let (scenario, _) = read(name);
        assert_eq!((scenario.dialect, scenario.join.ty, scenario.join.kind), (dialect, ty, kind), "{name}");
        // What is read can be written and read as any other scenario.
        assert_eq!(scenario::read(&scenario::write(&scenario)).as_ref(), Ok(&scenario), "{name}");
    }
}

/// Joins that documents and questions tell of, in words of our own: text, type, kind, and the two watermarks' delays.
#[test]
fn the_joins_that_people_ask_about() {
    let table = |name: &str, key: &str, time: &str, delay: &str| {
        format!(
            "CREATE TABLE {name} ({key} STRING, {time} TIMESTAMP(3), WATERMARK FOR {time} AS {time} - INTERVAL {delay}) WITH ('connector' = 'kafka');\n"
        )
    };
    let flink = |left: [&str; 4], right: [&str; 4], query: &str| {
        let of = |[name, key, time, delay]: [&str; 4]| table(name, key, time, delay);
        format!("{}{}{query}", of(left), of(right))
    };
    let spark = |left: &str, right: &str, condition: &str, ty: &str| {
        format!(
            "a = spark.readStream.table('a').withWatermark('at', '{left}')
b = spark.readStream.table('b').withWatermark('bt', '{right}')
a.join(b, expr(\"\"\"a.k = b.k AND {condition}\"\"\"), '{ty}')"
        )
    };
    let stream = |bounds: &str| {
        format!("orders.assignTimestampsAndWatermarks(WatermarkStrategy.<Order>forBoundedOutOfOrderness(Duration.ofSeconds(5)).withTimestampAssigner((e, t) -> e.ts))
  .keyBy(e -> e.id).intervalJoin(payments.assignTimestampsAndWatermarks(WatermarkStrategy.<Payment>forBoundedOutOfOrderness(Duration.ofSeconds(5)).withTimestampAssigner((e, t) -> e.ts)).keyBy(e -> e.id))
  {bounds}.process(new Pairs());")
    };
    let window = |assigner: &str, rest: &str, call: &str| {
        format!("shows.{call}(clicks).where(s -> s.ad).equalTo(c -> c.ad).window({assigner}){rest}.apply(new Both());")
    };
    let [hour, second] = [HOUR, 1_000];
    let interval = |lower: i64, upper: i64| JoinKind::Interval(Interval::closed(lower, upper));
    let windows = |window: Window| JoinKind::Window { window, allowed_lateness: 0 };
    let tumbling = |size: i64| Window::Tumbling { size, offset: 0 };
    let orders = ["orders", "id", "order_time", "'5' SECOND"];
    let ships = ["shipments", "id", "ship_time", "'5' SECOND"];
    let five = Some(5 * second);
    use JoinType::{Anti, Full, Inner, Left, Right, Semi};
    let cases: Vec<(String, JoinType, JoinKind, [Option<i64>; 2])> = vec![
        // Spark: orders and shipments five days apart, with an hour before, and the other outer side.
        (spark("20 minutes", "20 minutes", "bt BETWEEN at AND at + interval 5 days", "inner"), Inner, interval(0, 5 * DAY), [Some(20 * MINUTE); 2]),
        (spark("20 minutes", "20 minutes", "bt >= at - interval 1 hour AND bt <= at + interval 5 days", "left_outer"), Left, interval(-hour, 5 * DAY), [Some(20 * MINUTE); 2]),
        (spark("1 minute", "10 minutes", "bt >= at AND bt <= at + interval 5 days", "rightOuter"), Right, interval(0, 5 * DAY), [Some(MINUTE), Some(10 * MINUTE)]),
        (spark("0 seconds", "0 seconds", "at <= bt AND at >= bt - interval 10 minutes", "full"), Full, interval(0, 10 * MINUTE), [Some(0); 2]),
        (spark("10 minutes", "10 minutes", "bt BETWEEN at - interval 10 minutes AND at + interval 10 minutes", "leftsemi"), Semi, interval(-10 * MINUTE, 10 * MINUTE), [Some(10 * MINUTE); 2]),
        // One watermark and a condition on time; none at all.
        ("a = spark.readStream.table('a')\nb = spark.readStream.table('b').withWatermark('bt', '0 seconds')\na.join(b, expr('a.k = b.k AND bt >= at AND bt <= at + interval 1 hour'))".into(), Inner, interval(0, hour), [None, Some(0)]),
        ("a = spark.readStream.table('a')\nb = spark.readStream.table('b')\na.join(b, 'k')".into(), Inner, JoinKind::Regular { state_ttl: 0 }, [None; 2]),
        // An outer join on equal windows.
        ("from pyspark.sql.functions import window\na = spark.readStream.table('a').withWatermark('at', '0 seconds')\nb = spark.readStream.table('b').withWatermark('bt', '0 seconds')\na.join(b, (a.k == b.k) & (window(a.at, '10 minutes') == window(b.bt, '10 minutes')), 'left')".into(), Left, windows(tumbling(10 * MINUTE)), [Some(0); 2]),
        // A stream against a table that does not move.
        ("d = spark.read.table('d')\na = spark.readStream.table('a')\na.join(d, 'k', 'left')".into(), Left, JoinKind::Lookup, [None; 2]),
        // Flink SQL: shipped within two or four hours, with the end left out, and as each outer join.
        (flink(orders, ships, "SELECT * FROM orders o LEFT JOIN shipments s ON o.id = s.id AND s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL '2' HOUR"), Left, interval(0, 2 * hour), [five; 2]),
        (flink(orders, ships, "SELECT * FROM orders o JOIN shipments s ON o.id = s.id AND s.ship_time >= o.order_time AND s.ship_time < o.order_time + INTERVAL '2' HOUR"), Inner, JoinKind::Interval(Interval { upper_inclusive: false, ..Interval::closed(0, 2 * hour) }), [five; 2]),
        (flink(orders, ships, "SELECT * FROM orders o, shipments s WHERE o.id = s.id AND o.order_time BETWEEN s.ship_time - INTERVAL '4' HOUR AND s.ship_time"), Inner, interval(0, 4 * hour), [five; 2]),
        (flink(orders, ships, "SELECT * FROM orders o FULL OUTER JOIN shipments s ON o.id = s.id AND s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL '4' HOUR"), Full, interval(0, 4 * hour), [five; 2]),
        // Which bound makes a row wait: a minute to either side, before only, after only.
        (flink(orders, ships, "SELECT * FROM orders o RIGHT JOIN shipments s ON o.id = s.id AND o.order_time BETWEEN s.ship_time - INTERVAL '1' MINUTE AND s.ship_time"), Right, interval(0, MINUTE), [five; 2]),
        (flink(orders, ships, "SELECT * FROM orders o LEFT JOIN shipments s ON o.id = s.id AND o.order_time BETWEEN s.ship_time AND s.ship_time + INTERVAL '1' MINUTE"), Left, interval(-MINUTE, 0), [five; 2]),
        // The same second on both sides.
        (flink(orders, ships, "SELECT * FROM orders o JOIN shipments s ON o.id = s.id AND o.order_time = s.ship_time"), Inner, interval(0, 0), [five; 2]),
        // Who never shipped, who did.
        (flink(orders, ships, "SELECT * FROM orders o WHERE NOT EXISTS (SELECT 1 FROM shipments s WHERE s.id = o.id AND s.ship_time BETWEEN o.order_time AND o.order_time + INTERVAL '1' DAY)"), Anti, interval(0, DAY), [five; 2]),
        (flink(orders, ships, "SELECT * FROM orders WHERE id IN (SELECT id FROM shipments)"), Semi, JoinKind::Regular { state_ttl: 0 }, [five; 2]),
        // Kept for a day: by the option, by a hint for each side, by both.
        (format!("SET 'table.exec.state.ttl' = '1 d';\n{}", flink(orders, ships, "SELECT * FROM orders o LEFT JOIN shipments s ON o.id = s.id")), Left, JoinKind::Regular { state_ttl: DAY }, [five; 2]),
        (flink(orders, ships, "SELECT /*+ STATE_TTL('o' = '1d', 's' = '24 h') */ * FROM orders o LEFT JOIN shipments s ON o.id = s.id"), Left, JoinKind::Regular { state_ttl: DAY }, [five; 2]),
        (format!("SET 'table.exec.state.ttl' = '24 h';\n{}", flink(orders, ships, "SELECT /*+ STATE_TTL('shipments' = '1 d') */ * FROM orders JOIN shipments ON orders.id = shipments.id")), Inner, JoinKind::Regular { state_ttl: DAY }, [five; 2]),
        // Rates: the version of the order's own time, and the rate there is now.
        (format!("{}CREATE TABLE rates (currency STRING, update_time TIMESTAMP(3), rate DECIMAL(10, 2), WATERMARK FOR update_time AS update_time, PRIMARY KEY (currency) NOT ENFORCED);\nSELECT * FROM orders o JOIN rates FOR SYSTEM_TIME AS OF o.order_time AS r ON o.id = r.currency", table("orders", "id", "order_time", "'5' SECOND")), Inner, JoinKind::Temporal, [five, Some(0)]),
        ("CREATE TABLE o (id STRING, proc AS PROCTIME());\nSELECT * FROM o LEFT JOIN customers FOR SYSTEM_TIME AS OF o.proc AS c ON o.id = c.id".into(), Left, JoinKind::Lookup, [None; 2]),
        // Windows that slide, grow, and sessions.
        (flink(orders, ships, "SELECT * FROM (SELECT * FROM TABLE(HOP(TABLE orders, DESCRIPTOR(order_time), INTERVAL '5' SECOND, INTERVAL '10' SECOND))) l JOIN (SELECT * FROM TABLE(HOP(TABLE shipments, DESCRIPTOR(ship_time), INTERVAL '5' SECOND, INTERVAL '10' SECOND))) r ON l.id = r.id AND l.window_start = r.window_start AND l.window_end = r.window_end"), Inner, windows(Window::Sliding { size: 10 * second, slide: 5 * second, offset: 0 }), [five; 2]),
        (flink(orders, ships, "SELECT * FROM (SELECT * FROM TABLE(CUMULATE(TABLE orders, DESCRIPTOR(order_time), INTERVAL '1' HOUR, INTERVAL '1' DAY))) l LEFT JOIN (SELECT * FROM TABLE(CUMULATE(TABLE shipments, DESCRIPTOR(ship_time), INTERVAL '1' HOUR, INTERVAL '1' DAY))) r ON l.id = r.id AND l.window_start = r.window_start AND l.window_end = r.window_end"), Left, windows(Window::Cumulating { size: DAY, step: hour, offset: 0 }), [five; 2]),
        (flink(orders, ships, "SELECT * FROM (SELECT * FROM TABLE(SESSION(TABLE orders PARTITION BY id, DESCRIPTOR(order_time), INTERVAL '5' MINUTE))) l FULL JOIN (SELECT * FROM TABLE(SESSION(TABLE shipments PARTITION BY id, DESCRIPTOR(ship_time), INTERVAL '5' MINUTE))) r ON l.id = r.id AND l.window_start = r.window_start AND l.window_end = r.window_end"), Full, windows(Window::session(5 * MINUTE)), [five; 2]),
        // DataStream: early by five minutes or late by fifteen, clicks and purchases, windows and sessions.
        (stream(".between(Duration.ofMinutes(-5), Duration.ofMinutes(15))"), Inner, interval(-5 * MINUTE, 15 * MINUTE), [five; 2]),
        (stream(".between(Time.seconds(-5), Time.seconds(10)).upperBoundExclusive()"), Inner, JoinKind::Interval(Interval { upper_inclusive: false, ..Interval::closed(-5 * second, 10 * second) }), [five; 2]),
        (window("TumblingEventTimeWindows.of(Duration.ofSeconds(10))", "", "join"), Inner, windows(tumbling(10 * second)), [None; 2]),
        (window("SlidingEventTimeWindows.of(Duration.ofMinutes(5), Duration.ofSeconds(30))", "", "join"), Inner, windows(Window::Sliding { size: 5 * MINUTE, slide: 30 * second, offset: 0 }), [None; 2]),
        (window("EventTimeSessionWindows.withGap(Duration.ofSeconds(10))", "", "coGroup"), Full, windows(Window::session(10 * second)), [None; 2]),
        (window("TumblingEventTimeWindows.of(Time.minutes(5))", ".allowedLateness(Time.minutes(1))", "coGroup"), Full, JoinKind::Window { window: tumbling(5 * MINUTE), allowed_lateness: MINUTE }, [None; 2]),
    ];
    for (text, ty, kind, delays) in cases {
        let reading = reading::read(&text);
        let Some(scenario) = &reading.scenario else { panic!("{text}\n{:?}", reading.troubles) };
        assert_eq!((scenario.join.ty, scenario.join.kind), (ty, kind), "{text}");
        assert_eq!(Side::BOTH.map(|side| scenario.streams[side].watermark.delay()), delays, "{text}");
        assert_eq!(reading.troubles, [], "{text}");
        assert!(reading::looks_like(&text), "{text}");
    }
}

#[test]
fn what_is_pasted_is_told_apart() {
    for text in [
        "id,time\n1,2\n3,4\n",
        "{\"version\": 1}",
        "https://example.org/#s=abc",
        "select,from\n1,2",
        "",
        "hello",
        "[{\"select\": \" from \"}]",
    ] {
        assert!(!reading::looks_like(text), "{text}");
    }
    for (name, text) in texts("reading") {
        assert!(reading::looks_like(&text), "{name}");
        let commented = format!("\u{feff}{}/* and\n\n more */ {text}", "-- id, time\n# id, time\n".repeat(5_000));
        assert!(reading::looks_like(&commented), "{name}");
    }
}

#[test]
fn a_language_that_is_said_is_the_one() {
    let query = "SELECT * FROM a JOIN b ON a.k = b.k";
    let flink = reading::read(query);
    assert_eq!((flink.language, flink.assumed[0].0.clone()), (Language::FlinkSql, Assumption::FlinkSql));
    let spark = reading::read_as(query, Some(Language::SparkSql));
    assert_eq!(spark.language, Language::SparkSql);
    assert!(!spark.assumed.iter().any(|(assumed, _)| *assumed == Assumption::FlinkSql));
    assert_eq!(spark.scenario.map(|scenario| scenario.dialect), Some(Dialect::Spark));
    assert_eq!(reading::read_as(query, Some(Language::PySpark)).troubles[0].0, Trouble::NoJoin);
}

#[test]
fn hints_are_of_a_side() {
    let read =
        |hint: &str, kind: &str| reading::read(&format!("SELECT {hint} * FROM a LEFT JOIN b ON a.k = b.k{kind}"));
    let differ = read("/*+ STATE_TTL('a' = '1 h') */", "");
    assert_eq!(differ.troubles.iter().map(|(trouble, _)| trouble.clone()).collect::<Vec<_>>(), [Trouble::TtlsDiffer]);
    assert_eq!(differ.scenario, None);
    let none = read("/*+ STATE_TTL('a' = '1 h', 'b' = '1 h', 'x' = '2 h') */", "");
    assert_eq!(none.troubles[0].0, Trouble::HintOf("x".into()));
    assert_eq!(none.scenario.map(|scenario| scenario.join.kind), Some(JoinKind::Regular { state_ttl: HOUR }));
    let other = read("/*+ BROADCAST(b) */", "");
    assert_eq!(other.troubles[0].0, Trouble::Hint);
    // Only a regular join has a TTL.
    let interval = read("/*+ STATE_TTL('a' = '1 h') */", " AND b.t BETWEEN a.t AND a.t + INTERVAL '1' HOUR");
    assert_eq!(interval.troubles[0].0, Trouble::Option("STATE_TTL".into()));
    for broken in ["/*+*/", "/*+ STATE_TTL( */", "/*+ STATE_TTL('a' = 'soon') */", "/*+ STATE_TTL(a) */", "/*+ , */"] {
        sound(&format!("SELECT {broken} * FROM a JOIN b ON a.k = b.k"));
    }
}

#[test]
fn what_is_assumed_and_what_is_not_read_is_told() {
    let (_, guide) = read("spark-guide.py");
    let of = |name: &str, side: Side| Assumption::Of(name.into(), side);
    let assumed: Vec<_> = guide.assumed.iter().map(|(assumed, _)| assumed.clone()).collect();
    assert_eq!(assumed, [of("impressionAdId", Side::Left), of("clickAdId", Side::Right)]);

    let open = reading::read(&text("one-bound.py"));
    assert_eq!(open.troubles[0].0, Trouble::MissingBound { upper: true });
    assert!(open.scenario.is_none());
    // A filter behind an outer join bounds nothing.
    let behind = "SELECT * FROM a LEFT JOIN b ON a.k = b.k WHERE b.t BETWEEN a.t AND a.t + INTERVAL '1' HOUR";
    let behind = reading::read(behind);
    assert_eq!(behind.scenario.map(|scenario| scenario.join.kind.word()), Some("regular"));
    assert_eq!(behind.troubles[0].0, Trouble::Filter);
    for (text, trouble) in [
        ("", Trouble::NoJoin),
        ("SELECT 1", Trouble::NoJoin),
        ("SELECT * FROM a CROSS JOIN b", Trouble::JoinWord("CROSS".into())),
        ("SELECT * FROM a JOIN b ON a.t < b.t", Trouble::NoKey),
        ("SELECT * FROM a JOIN b ON a.k = b.k AND a.t BETWEEN b.t AND b.t + INTERVAL '1' MONTH", Trouble::Duration),
        ("SELECT * FROM a JOIN b ON a.k = b.k AND a.t BETWEEN b.t AND x.t", Trouble::UnknownColumn("x.t".into())),
        ("SELECT * FROM a JOIN LATERAL TABLE(f(a.k)) ON TRUE", Trouble::Source),
        ("a.keyBy(x -> x.k).intervalJoin(b.keyBy(x -> x.k)).between(Time.months(1), Time.days(2))", Trouble::Duration),
        ("a.withWatermark('t', '5 months').join(b, 'k')", Trouble::Duration),
        ("a.join(b, 'k', 'sideways')", Trouble::JoinType("sideways".into())),
        ("SELECT 'a", Trouble::Unclosed),
    ] {
        let reading = reading::read(text);
        assert!(reading.troubles.iter().any(|(told, _)| *told == trouble), "{text}: {:?}", reading.troubles);
        assert_eq!(reading.scenario, None, "{text}");
    }
}

#[test]
fn what_code_writes_is_read_back_as_it_was() {
    let all = file();
    let (mut count, mut wrong) = (0, Vec::new());
    for (file, text) in texts("code") {
        let (name, form) = file.rsplit_once('.').unwrap();
        let was = made(&all, name);
        let reading = reading::read(&text);
        if name == "datastream-longest-session" {
            // An assigner of one's own is a program.
            assert_eq!(reading.troubles[0].0, Trouble::WindowKind("new".into()));
            continue;
        }
        let Some(is) = reading.scenario.clone() else {
            wrong.push(format!("{file}: {:?}", reading.troubles));
            continue;
        };
        let mut check = |what: &str, is: String, was: String| {
            if is != was {
                wrong.push(format!("{file}: {what}: {is} for {was}"));
            }
        };
        let language = match (form, was.dialect) {
            ("py", _) => Language::PySpark,
            ("java", _) => Language::DataStream,
            (_, Dialect::Spark) => Language::SparkSql,
            // The SQL of a DataStream job is Flink SQL.
            (_, Dialect::FlinkSql | Dialect::FlinkDatastream) => Language::FlinkSql,
        };
        check("language", format!("{:?}", reading.language), format!("{language:?}"));
        check("troubles", format!("{:?}", reading.troubles), "[]".to_string());
        // A coGroup's type is in its function: that is assumed.
        let assumed = reading.assumed.iter().any(|(assumed, _)| *assumed == Assumption::CoGroup);
        let ty = if assumed { JoinType::Full } else { was.join.ty };
        check("join", format!("{:?} {:?}", is.join.kind, is.join.ty), format!("{:?} {ty:?}", was.join.kind));
        check(
            "policy",
            format!("{:?}", is.watermark_policy.unwrap_or_default()),
            format!("{:?}", was.watermark_policy.unwrap_or_default()),
        );
        for side in Side::BOTH {
            let (is, stream) = (&is.streams[side], &was.streams[side]);
            // The DataStream API keeps 1 ms more behind, which the SQL says.
            let more = i64::from(was.dialect == Dialect::FlinkDatastream && form == "sql");
            let watermark = match (stream.watermark, form) {
                (Strategy::Bounded { delay, idle_timeout, .. }, _) => {
                    // Partitions are the source's: no code says how many.
                    Strategy::Bounded { delay: delay + more, partitions: 1, idle_timeout }
                }
                // Whose watermark the source gives.
                (Strategy::Manual, "java") => Strategy::None,
                (other, _) => other,
            };
            check("watermark", format!("{:?}", is.watermark), format!("{watermark:?}"));
            check("key", is.key_name().to_string(), stream.key_name().to_string());
            // A table that is looked up in has no event time, and without a watermark no stream of a lookup has one.
            if was.join.kind != JoinKind::Lookup || is.time_name.is_some() {
                check("time", is.time_name().to_string(), stream.time_name().to_string());
            }
            // A line's end in a name is written as a blank; two tables do not have one name.
            let plain = stream.name.replace('\n', " ");
            if !name.contains("names") {
                check("name", is.name.clone(), plain);
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 150, "{count}");
}

/// What of a scenario a form says, as it is read back: what no code says is at its default.
fn as_read(was: &Scenario, form: Form) -> (JoinType, JoinKind, Policy, [(String, String, Strategy); 2]) {
    let lookup = was.join.kind == JoinKind::Lookup;
    let stream = |side: Side| {
        let stream = &was.streams[side];
        // The DataStream API keeps 1 ms more behind, which the SQL says.
        let more = i64::from(was.dialect == Dialect::FlinkDatastream && form == Form::FlinkSql);
        let watermark = match (stream.watermark, form) {
            (_, _) if lookup && side == Side::Right => Strategy::None,
            (Strategy::Bounded { delay, idle_timeout, .. }, _) => {
                Strategy::Bounded { delay: delay + more, partitions: 1, idle_timeout }
            }
            (Strategy::Manual, Form::DataStream) => Strategy::None,
            (other, _) => other,
        };
        // A line's end in a name is written as a blank.
        // A key that is called as the row's id is gets a name of its own.
        let key = stream.key_name().trim_end_matches("_2").to_string();
        (stream.name.replace('\n', " "), key, watermark)
    };
    (was.join.ty, was.join.kind, was.watermark_policy.unwrap_or_default(), Side::BOTH.map(stream))
}

#[test]
fn what_code_writes_of_every_scenario_of_the_gallery_is_read_back() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("www/scenarios");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.to_str().unwrap().ends_with(".scenario.json"));
    files.sort();
    let (mut texts, mut wrong) = (0, Vec::new());
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let was = scenario::read(&fs::read_to_string(&path).unwrap()).unwrap();
        for form in Form::of(was.dialect) {
            let Ok(code) = code::write(&was, form, Sources::StandIn) else { continue };
            texts += 1;
            let text = code.script();
            assert!(reading::looks_like(&text), "{name}: {text}");
            let read = reading::read(&text);
            let language = match form {
                Form::FlinkSql => Language::FlinkSql,
                Form::SparkSql => Language::SparkSql,
                Form::PySpark => Language::PySpark,
                Form::DataStream => Language::DataStream,
            };
            if (name.as_str(), form) == ("players-capped.scenario.json", Form::DataStream) {
                // An assigner of one's own is a program.
                assert_eq!(read.troubles[0].0, Trouble::WindowKind("new".into()));
                continue;
            }
            let Some(is) = read.scenario else {
                wrong.push(format!("{name} {form:?}: {:?}", read.troubles));
                continue;
            };
            let mut expected = as_read(&was, form);
            // A coGroup's type is in its function: that is assumed, and told.
            if read.assumed.iter().any(|(assumed, _)| *assumed == Assumption::CoGroup) {
                expected.0 = JoinType::Full;
            }
            let got = as_read(&is, if form == Form::FlinkSql { Form::SparkSql } else { form });
            if (read.language, &read.troubles, &got) != (language, &Vec::new(), &expected) {
                wrong.push(format!("{name} {form:?}:\n  {got:?}\n  {expected:?}\n  {:?}", read.troubles));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(texts > 140, "{texts}");
}

#[test]
fn lookups_that_code_writes_are_read_back() {
    let all = file();
    for (name, dialect) in [("temporal-left", Dialect::FlinkSql), ("spark-interval-left", Dialect::Spark)] {
        let mut was = made(&all, name);
        (was.dialect, was.join.kind) = (dialect, JoinKind::Lookup);
        let text = code::sql(&was).unwrap().script();
        let is = reading::read(&text).scenario.unwrap();
        assert_eq!((is.dialect, is.join), (dialect, was.join), "{text}");
        assert_eq!(is.streams.left.key_name, was.streams.left.key_name);
    }
}

#[test]
fn places_are_those_of_the_text() {
    let text = "-- 订单\nSELECT *\nFROM 订单 o JOIN s ON o.k = s.k;";
    let reading = reading::read(text);
    let of =
        |setting: Setting| reading.settings.iter().find(|(said, _)| *said == setting).map(|(_, place)| place.clone());
    let place = of(Setting::Stream(Side::Right, "s".into())).unwrap();
    assert_eq!((place.line, place.column, &text[place.span]), (3, 16, "s"));
    let policy = reading::read("spark.conf.set('spark.sql.streaming.multipleWatermarkPolicy', 'max')\na.join(b, 'k')");
    assert_eq!(policy.scenario.unwrap().watermark_policy, Some(Policy::Max));
}

/// Every place lies in the text, and the line and column are of its start.
fn sound(text: &str) {
    let reading = reading::read(text);
    let places = reading.settings.iter().map(|(_, place)| place);
    let places = places.chain(reading.assumed.iter().map(|(_, place)| place));
    for place in places.chain(reading.troubles.iter().map(|(_, place)| place)) {
        let before = &text[..place.span.start];
        let _ = &text[place.span.clone()];
        assert_eq!(place.line, before.matches('\n').count() + 1);
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        assert_eq!(place.column, before[line..].chars().count() + 1);
    }
    if reading.scenario.is_none() {
        assert!(reading.troubles.iter().any(|(trouble, _)| trouble.stops()), "nothing says why: {text}");
    }
    if let Some(scenario) = reading.scenario {
        assert_eq!(scenario::read(&scenario::write(&scenario)).as_ref(), Ok(&scenario));
    }
}

#[test]
fn no_text_is_too_much() {
    for piece in [
        "(",
        "[",
        "a.join(",
        "SELECT * FROM (",
        "a=",
        "a.b(",
        "- ",
        "not ",
        "'",
        "\"\"\"",
        "/*",
        "`",
        ";",
        "a + ",
        "a and ",
    ] {
        for before in
            ["", "SELECT * FROM a JOIN b ON ", "a.intervalJoin(b).between(", "a.withWatermark('t','1 s').join(b, "]
        {
            sound(&format!("{before}{}", piece.repeat(5_000)));
        }
    }
    let long = reading::read(&" ".repeat(reading::MOST_BYTES + 1));
    assert_eq!(long.troubles[0].0, Trouble::TooLong);
}

/// What grows faster than the text would take minutes; the time allowed is that of a build that is not optimised, on a busy
/// machine.
#[test]
fn a_long_text_is_read_soon() {
    let query = "SELECT * FROM a JOIN b ON a.k = b.k AND b.t BETWEEN a.t AND a.t + INTERVAL '1' HOUR;\n";
    let stream = "a.keyBy(x -> x.k).intervalJoin(b.keyBy(x -> x.k)).between(Time.seconds(1), Time.seconds(2));";
    let pieces = [
        query,
        stream,
        "a.join(b, 'k').",
        "x = a.join(b, 'k')\n",
        "CREATE TABLE t (a INT, WATERMARK FOR a AS a);",
        "SELECT * FROM a JOIN b ON a.k = b.k AND (",
        "SET 'x' = 'y';",
        "(",
        "f(",
        "a = b.c(",
        "-- a comment\n",
        "' ",
        "a, ",
        "/*+ x */",
        "x ",
        "\n",
    ];
    for piece in pieces {
        for before in ["", query] {
            let text = format!("{before}{}", piece.repeat((reading::MOST_BYTES / 4 - before.len()) / piece.len()));
            let start = std::time::Instant::now();
            let reading = reading::read(&text);
            let found = reading.found();
            reading::marked(&text, &found[..found.len().min(300)]);
            let took = start.elapsed();
            assert!(took.as_secs() < 15, "{took:?}: {before:?} and {piece:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,200}") {
        sound(&text);
    }

    #[test]
    fn any_cutting_of_a_good_text_is_read_without_a_panic(which in 0usize..1000, cuts in proptest::collection::vec((0usize..4000, 0usize..60), 1..4)) {
        let all: Vec<_> = texts("reading").into_iter().chain(texts("code").into_iter().step_by(9)).collect();
        let mut text: Vec<char> = all[which % all.len()].1.chars().collect();
        for (at, len) in cuts {
            let at = at % text.len().max(1);
            let end = (at + len).min(text.len());
            let piece: Vec<char> = text.drain(at..end).collect();
            if len % 3 == 0 {
                text.splice(0..0, piece);
            }
        }
        sound(&text.into_iter().collect::<String>());
    }
}
