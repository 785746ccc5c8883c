//! A join of each family and dialect, and rows for it: shared by tests and benches of how its cost grows.
#![allow(dead_code)]

use joinscope_core::{
    engine::{Arrival, Effect, Engine, Input, Key, RowId, Sink},
    scenario::{Dialect, Interval, Join, JoinKind, JoinType, RowKind, Setup, Side, Sides, Strategy, Window},
};

pub struct Case {
    pub name: &'static str,
    pub setup: Setup,
}

impl Case {
    pub fn spark(&self) -> bool {
        self.setup.dialect == Dialect::Spark
    }

    pub fn regular(&self) -> bool {
        matches!(self.setup.join.kind, JoinKind::Regular { .. })
    }

    pub fn run(&self) -> Run {
        let engine = Engine::new(&self.setup).expect("an engine takes it");
        Run { engine, rows: 0, nobody: Nobody::default() }
    }
}

/// A sink that counts rows of the result and reads nothing else.
#[derive(Clone, Default)]
pub struct Nobody {
    pub emitted: u64,
}

impl Sink for Nobody {
    const EXPLAINS: bool = false;

    fn effect(&mut self, effect: Effect) {
        self.emitted += u64::from(matches!(effect, Effect::Emitted { .. }));
    }
}

#[derive(Clone)]
pub struct Run {
    pub engine: Engine,
    rows: u32,
    pub nobody: Nobody,
}

impl Run {
    pub fn apply(&mut self, input: Input) {
        self.engine.apply(input, &mut self.nobody).expect("an engine takes it");
    }

    /// A new row.
    pub fn push(&mut self, side: Side, key: u32, time: i64) -> RowId {
        let row = RowId(self.rows);
        self.rows += 1;
        self.give(side, row, key, time, RowKind::Insert);
        row
    }

    pub fn give(&mut self, side: Side, row: RowId, key: u32, time: i64, kind: RowKind) {
        self.apply(Input::Push(Arrival { side, row, key: Key(key), time, kind, partition: 0 }));
    }

    pub fn watermarks(&mut self, time: i64) {
        for side in Side::BOTH {
            self.apply(Input::Watermark { side, time });
        }
    }

    pub fn held(&self) -> u64 {
        let held = self.engine.held().expect("a join is planned");
        held.left + held.right
    }
}

/// Windows and bounds are an hour or ten seconds long; `delay` is Spark's.
pub fn cases(delay: i64) -> Vec<Case> {
    use Dialect::*;
    use JoinType::*;
    let interval = JoinKind::Interval(Interval::closed(-10_000, 10_000));
    let window = |window| JoinKind::Window { window, allowed_lateness: 0 };
    let tumbling = window(Window::Tumbling { size: 10_000, offset: 0 });
    let session = window(Window::session(10));
    let regular = JoinKind::Regular { state_ttl: 0 };
    let ttl = JoinKind::Regular { state_ttl: 10_000 };
    let all = [
        ("flink_sql interval left", FlinkSql, Left, interval),
        ("flink_sql interval semi", FlinkSql, Semi, interval),
        ("flink_datastream interval inner", FlinkDatastream, Inner, interval),
        ("spark interval left", Spark, Left, interval),
        ("spark interval semi", Spark, Semi, interval),
        ("flink_sql window left", FlinkSql, Left, tumbling),
        ("flink_sql session left", FlinkSql, Left, session),
        ("flink_datastream window inner", FlinkDatastream, Inner, tumbling),
        ("flink_datastream window anti", FlinkDatastream, Anti, tumbling),
        ("flink_datastream session right", FlinkDatastream, Right, session),
        ("spark window left", Spark, Left, tumbling),
        ("flink_sql regular inner", FlinkSql, Inner, regular),
        ("flink_sql regular left", FlinkSql, Left, regular),
        ("flink_sql regular semi", FlinkSql, Semi, regular),
        ("flink_sql regular left, TTL", FlinkSql, Left, ttl),
        ("flink_sql regular anti, TTL", FlinkSql, Anti, ttl),
        ("spark regular inner", Spark, Inner, regular),
        ("flink_sql temporal left", FlinkSql, Left, JoinKind::Temporal),
    ];
    let case = |(name, dialect, ty, kind)| {
        let strategy = if dialect == Spark { Strategy::bounded(delay) } else { Strategy::Manual };
        let watermarks = Sides::new(strategy, strategy);
        Case { name, setup: Setup { dialect, watermarks, policy: None, join: Join { ty, kind } } }
    };
    all.into_iter().map(case).collect()
}

/// Pseudo-random numbers below `below`.
pub fn random(seed: u64) -> impl FnMut(u64) -> i64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as i64
    }
}
