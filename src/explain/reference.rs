//! The reference: each family's rule in three lines, with a scenario that shows it, and what runs where.
//!
//! What runs is not written down here but asked of the engine, so it cannot drift from it.

use super::{
    format::{Arg, fill_plain, plain},
    messages::{self, Messages},
    refusal::{engine_name, kind_name, plan_note, refusal, shape_name},
};
use crate::{
    engine::{Engine, Plan},
    replay::Stopped,
    scenario::{
        Dialect, Interval, Join, JoinKind, JoinType, Lang, Scenario, Side, Sides, Strategy, Window,
        time::{HOUR, MINUTE},
    },
};

/// All of the reference, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub families: Vec<FamilyEntry>,
    /// What runs where both streams have a watermark.
    pub matrix: Vec<MatrixRow>,
    /// What runs of interval and window joins where they do not.
    pub without: Vec<MatrixRow>,
}

/// A family of joins in a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyEntry {
    pub dialect: Dialect,
    /// The word for it in a scenario file.
    pub kind: &'static str,
    /// "Flink SQL interval join".
    pub title: String,
    /// When rows match, when they leave, and what the engine does in its own way.
    pub lines: [String; 3],
    /// The scenario in `www/scenarios` that shows it, without `.scenario.json`.
    pub example: &'static str,
}

/// A join of a dialect, in all types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixRow {
    pub dialect: Dialect,
    /// "Apache Flink 2.3.0".
    pub engine: String,
    pub kind: &'static str,
    pub shape: Option<&'static str>,
    /// "Flink SQL sliding window join".
    pub title: String,
    /// Which streams have a watermark.
    pub watermarks: Sides<bool>,
    /// "only the left stream has a watermark".
    pub condition: &'static str,
    /// In the order of [`JoinType::ALL`].
    pub cells: Vec<MatrixCell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixCell {
    pub ty: JoinType,
    pub verdict: Verdict,
    /// "runs", "refused".
    pub word: &'static str,
    /// What it runs as, or why it is refused; empty where it runs as asked.
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Runs,
    /// As another join, or never evicting or firing.
    RunsAs,
    Refused,
}

/// The reference in a language.
pub fn reference(lang: Lang) -> Reference {
    let rows = |kinds: &[JoinKind], watermarks: &[Sides<bool>]| {
        let mut rows = Vec::new();
        for dialect in Dialect::ALL {
            for kind in kinds {
                rows.extend(watermarks.iter().map(|marked| matrix_row(dialect, *kind, *marked, lang)));
            }
        }
        rows
    };
    let [tumbling, sliding, cumulating, session] = WINDOWS.map(window);
    let regular = JoinKind::Regular { state_ttl: 0 };
    let all = [INTERVAL, tumbling, sliding, cumulating, session, regular, JoinKind::Temporal, JoinKind::Lookup];
    let less = [Sides::new(true, false), Sides::new(false, true), Sides::new(false, false)];
    Reference {
        families: families(lang),
        matrix: rows(&all, &[Sides::new(true, true)]),
        without: rows(&[INTERVAL, tumbling], &less),
    }
}

/// The setups that stand for their families.
const INTERVAL: JoinKind = JoinKind::Interval(Interval {
    lower: 0,
    upper: 2 * HOUR,
    lower_inclusive: true,
    upper_inclusive: true,
    min_cleanup_interval: 0,
});
const WINDOWS: [Window; 4] = [
    Window::Tumbling { size: 10 * MINUTE, offset: 0 },
    Window::Sliding { size: 10 * MINUTE, slide: 5 * MINUTE, offset: 0 },
    Window::Cumulating { size: 10 * MINUTE, step: 5 * MINUTE, offset: 0 },
    Window::session(5 * MINUTE),
];

fn window(window: Window) -> JoinKind {
    JoinKind::Window { window, allowed_lateness: 0 }
}

fn matrix_row(dialect: Dialect, kind: JoinKind, watermarks: Sides<bool>, lang: Lang) -> MatrixRow {
    let m = &Messages::of(lang).reference;
    let shape = match kind {
        JoinKind::Window { window, .. } => Some(window.word()),
        JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => None,
    };
    let (engine, version) = dialect.engine();
    let cell = |ty: JoinType| {
        let mut scenario = Scenario::empty();
        scenario.dialect = dialect;
        scenario.join = Join { ty, kind };
        for side in Side::BOTH {
            let marked = Strategy::bounded(MINUTE);
            scenario.streams[side].watermark = if watermarks[side] { marked } else { Strategy::None };
        }
        let (verdict, note) = match Engine::new(&scenario.setup()).map(|engine| engine.plan()) {
            Ok(Plan::AsAsked) => (Verdict::Runs, String::new()),
            Ok(other) => {
                (Verdict::RunsAs, plan_note(other, &scenario, lang).map(|note| plain(&note)).unwrap_or_default())
            }
            Err(why) => {
                let refused = refusal(Stopped { refusal: why, step: None }, &scenario, lang);
                (Verdict::Refused, plain(&refused.reason))
            }
        };
        let word = match verdict {
            Verdict::Runs => m.runs,
            Verdict::RunsAs => m.runs_as,
            Verdict::Refused => m.refused,
        };
        MatrixCell { ty, verdict, word, note }
    };
    MatrixRow {
        dialect,
        engine: fill_plain(lang, m.engine, &[("engine", engine.into()), ("version", version.into())]),
        kind: kind.word(),
        shape,
        title: title(dialect, kind.word(), shape, lang),
        watermarks,
        condition: match (watermarks.left, watermarks.right) {
            (true, true) => m.both,
            (true, false) => m.left_only,
            (false, true) => m.right_only,
            (false, false) => m.neither,
        },
        cells: JoinType::ALL.map(cell).into(),
    }
}

fn title(dialect: Dialect, kind: &str, shape: Option<&str>, lang: Lang) -> String {
    let all = Messages::of(lang);
    let names = &all.refusals;
    let engine = ("engine", Arg::from(engine_name(dialect)));
    match shape {
        Some(shape) => {
            fill_plain(lang, all.reference.title_window, &[engine, ("shape", shape_name(names, shape).into())])
        }
        None => fill_plain(lang, all.reference.title, &[engine, ("kind", kind_name(names, kind).into())]),
    }
}

fn families(lang: Lang) -> Vec<FamilyEntry> {
    use Dialect::{FlinkDatastream, FlinkSql, Spark};
    let m: &messages::Reference = &Messages::of(lang).reference;
    let l: &messages::Lookup = &Messages::of(lang).lookup;
    let entry = |dialect, kind: &'static str, shape: Option<&str>, lines: [&str; 3], example| FamilyEntry {
        dialect,
        kind,
        title: title(dialect, kind, shape, lang),
        lines: lines.map(str::to_string),
        example,
    };
    let sql = |kind, shape, lines, example| entry(FlinkSql, kind, shape, lines, example);
    let stream = |kind, shape, lines, example| entry(FlinkDatastream, kind, shape, lines, example);
    let spark = |kind, lines, example| entry(Spark, kind, None, lines, example);
    vec![
        sql("interval", None, [m.sql_interval_match, m.sql_interval_leave, m.sql_interval_own], "payments-15-min"),
        sql("regular", None, [m.sql_regular_match, m.sql_regular_leave, m.sql_regular_own], "members-regular"),
        sql("temporal", None, [m.sql_temporal_match, m.sql_temporal_leave, m.sql_temporal_own], "rates-temporal"),
        sql("lookup", None, [l.sql_match, l.sql_leave, l.sql_own], "price-lookup"),
        sql(
            "window",
            Some("tumbling"),
            [m.sql_window_match, m.sql_tumbling_leave, m.sql_tumbling_own],
            "readings-tumbling",
        ),
        sql("window", Some("sliding"), [m.sql_window_match, m.sql_sliding_leave, m.sql_sliding_own], "clicks-sliding"),
        sql(
            "window",
            Some("cumulating"),
            [m.sql_window_match, m.sql_cumulating_leave, m.sql_cumulating_own],
            "sales-cumulating",
        ),
        sql(
            "window",
            Some("session"),
            [m.sql_session_match, m.sql_session_leave, m.sql_session_own],
            "visits-sessions",
        ),
        stream("interval", None, [m.ds_interval_match, m.ds_interval_leave, m.ds_interval_own], "calls-datastream"),
        stream("window", None, [m.ds_window_match, m.ds_window_leave, m.ds_window_own], "ads-datastream-sliding"),
        stream(
            "window",
            Some("session"),
            [m.ds_session_match, m.ds_session_leave, m.ds_session_own],
            "chats-datastream-session",
        ),
        spark("interval", [m.spark_interval_match, m.spark_interval_leave, m.spark_interval_own], "ads-spark-interval"),
        spark("regular", [m.spark_regular_match, m.spark_regular_leave, m.spark_regular_own], "logins-spark-regular"),
        spark("lookup", [l.spark_match, l.spark_leave, l.spark_own], "price-static-spark"),
        spark("window", [m.spark_window_match, m.spark_window_leave, m.spark_window_own], "trips-spark-window"),
    ]
}
