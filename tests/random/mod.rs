//! Random scenarios of every family, and hostile ones. They shrink well, since any draft is a scenario.

// Each test file uses its part.
#![allow(dead_code)]

use joinscope_core::scenario::{
    Dialect, Interval, Join, JoinKind, JoinType, Payload, Policy, Push, RowKind, Scenario, Script, Side, Sides, Step,
    Strategy, Stream, Window,
};
use proptest::{collection::vec, prelude::*};

/// What a random scenario is made of; it shrinks well, since any draft is a scenario.
#[derive(Clone, Debug)]
pub struct Draft {
    pub family: Family,
    pub ty: usize,
    pub numbers: [i64; 4],
    pub open: (bool, bool),
    pub strategies: [Strategy; 2],
    pub policy: Policy,
    pub steps: Vec<Draw>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    SqlInterval,
    SqlRegular,
    SqlTemporal,
    SqlWindow(Shape),
    DatastreamInterval,
    DatastreamWindow(Shape),
    SparkInterval,
    SparkWindow(Shape),
    SparkRegular,
    SqlLookup,
    SparkLookup,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Tumbling,
    Sliding,
    Cumulating,
    Session,
}

pub use Family::*;
pub use Shape::*;

pub const FAMILIES: [Family; 18] = [
    SqlInterval,
    SqlRegular,
    SqlTemporal,
    SqlWindow(Tumbling),
    SqlWindow(Sliding),
    SqlWindow(Cumulating),
    SqlWindow(Session),
    DatastreamInterval,
    DatastreamWindow(Tumbling),
    DatastreamWindow(Sliding),
    DatastreamWindow(Session),
    SparkInterval,
    SparkWindow(Tumbling),
    SparkWindow(Sliding),
    SparkWindow(Session),
    SparkRegular,
    SqlLookup,
    SparkLookup,
];

#[derive(Clone, Copy, Debug)]
pub struct Draw {
    pub what: u8,
    pub side: Side,
    pub key: u8,
    pub time: i64,
    pub pick: u8,
}

/// Well after the epoch, where Flink SQL's interval join is odd.
pub const BASE: i64 = 100_000;
pub const FAR: i64 = 10_000_000;

pub fn draw() -> impl Strategy_<Value = Draw> {
    (0..20u8, prop_oneof![Just(Side::Left), Just(Side::Right)], 0..5u8, 0..80i64, any::<u8>())
        .prop_map(|(what, side, key, time, pick)| Draw { what, side, key, time, pick })
}

pub fn strategy() -> impl Strategy_<Value = Strategy> {
    prop_oneof![
        5 => Just(Strategy::Manual),
        3 => (0..30i64).prop_map(Strategy::bounded),
        2 => (0..30i64, 1..4u32, proptest::option::of(1..20i64)).prop_map(|(delay, partitions, idle_timeout)| {
            Strategy::Bounded { delay, partitions, idle_timeout }
        }),
        1 => Just(Strategy::None),
    ]
}

pub fn draft(steps: usize) -> impl Strategy_<Value = Draft> {
    (
        proptest::sample::select(FAMILIES.to_vec()),
        0..6usize,
        [0..=12i64, 0..=12i64, 0..=12i64, 0..=12i64],
        any::<(bool, bool)>(),
        [strategy(), strategy()],
        prop_oneof![Just(Policy::Min), Just(Policy::Max)],
        vec(draw(), 0..steps),
    )
        .prop_map(|(family, ty, numbers, open, strategies, policy, steps)| Draft {
            family,
            ty,
            numbers,
            open,
            strategies,
            policy,
            steps,
        })
}

/// proptest's trait; the scenario's watermark strategy has the name.
pub use proptest::strategy::Strategy as Strategy_;

impl Family {
    pub fn dialect(self) -> Dialect {
        match self {
            SqlInterval | SqlRegular | SqlTemporal | SqlLookup | SqlWindow(_) => Dialect::FlinkSql,
            DatastreamInterval | DatastreamWindow(_) => Dialect::FlinkDatastream,
            SparkInterval | SparkWindow(_) | SparkRegular | SparkLookup => Dialect::Spark,
        }
    }

    /// The types that the engine runs.
    pub fn types(self) -> &'static [JoinType] {
        use JoinType::*;
        match self {
            SqlInterval | SqlRegular | SqlWindow(_) | DatastreamWindow(_) => &JoinType::ALL,
            SqlTemporal | SqlLookup => &[Inner, Left],
            SparkLookup => &[Inner, Left, Semi, Anti],
            DatastreamInterval | SparkRegular => &[Inner],
            SparkInterval | SparkWindow(_) => &[Inner, Left, Right, Full, Semi],
        }
    }
}

impl Draft {
    pub fn ty(&self) -> JoinType {
        let types = self.family.types();
        types[self.ty % types.len()]
    }

    pub fn kind(&self) -> JoinKind {
        let [a, b, c, d] = self.numbers;
        let spark = self.family.dialect() == Dialect::Spark;
        match self.family {
            SqlInterval | DatastreamInterval | SparkInterval => {
                let lower = a - 6;
                // DataStream refuses crossed bounds, but not those that cross by being exclusive.
                let upper = if self.family == DatastreamInterval { lower + b } else { lower + b - 2 };
                let min_cleanup_interval = if self.family == SqlInterval && c > 6 { d } else { 0 };
                let (lower_inclusive, upper_inclusive) = (!self.open.0, !self.open.1);
                JoinKind::Interval(Interval { lower, upper, lower_inclusive, upper_inclusive, min_cleanup_interval })
            }
            SqlRegular => JoinKind::Regular { state_ttl: if c > 6 { d * 3 } else { 0 } },
            SparkRegular => JoinKind::Regular { state_ttl: 0 },
            SqlTemporal => JoinKind::Temporal,
            SqlLookup | SparkLookup => JoinKind::Lookup,
            SqlWindow(shape) | DatastreamWindow(shape) | SparkWindow(shape) => {
                let size = a + 1;
                let window = match shape {
                    Tumbling => Window::Tumbling { size, offset: (b - 6) % size },
                    Sliding => {
                        // Spark refuses a slide above the size.
                        let slide = if spark { b % size + 1 } else { b + 1 };
                        Window::Sliding { size, slide, offset: (c - 6) % slide }
                    }
                    Cumulating => Window::Cumulating { size: size * (b % 4 + 1), step: size, offset: c - 6 },
                    Session => Window::session(size),
                };
                let datastream = self.family.dialect() == Dialect::FlinkDatastream;
                JoinKind::Window { window, allowed_lateness: if datastream && d > 4 { d - 4 } else { 0 } }
            }
        }
    }

    /// Strategies that the engine takes.
    pub fn watermarks(&self) -> Sides<Strategy> {
        let [left, right] = self.strategies;
        let fit = |strategy: Strategy, delay: i64| match (self.family, strategy) {
            (SparkInterval | SparkWindow(_), Strategy::None) if self.ty() == JoinType::Inner => strategy,
            (SparkRegular | SparkLookup, Strategy::None) => strategy,
            (SparkInterval | SparkWindow(_) | SparkRegular | SparkLookup, Strategy::Manual | Strategy::None) => {
                Strategy::bounded(delay)
            }
            (SqlTemporal | SqlWindow(_), Strategy::None) => Strategy::Manual,
            (SparkInterval | SparkWindow(_) | SparkRegular | SparkLookup, bounded) => bounded.never_idle(),
            _ => strategy,
        };
        Sides::new(fit(left, self.numbers[2]), fit(right, self.numbers[3]))
    }

    pub fn empty(&self, watermarks: Sides<Strategy>) -> Scenario {
        let stream = |name: &str, watermark| Stream { watermark, ..Stream::named(name) };
        Scenario {
            title: "random".into(),
            description: None,
            question: None,
            dialect: self.family.dialect(),
            streams: Sides::new(stream("l", watermarks.left), stream("r", watermarks.right)),
            watermark_policy: (self.family.dialect() == Dialect::Spark).then_some(self.policy),
            join: Join { ty: self.ty(), kind: self.kind() },
            script: Script::new(),
        }
    }

    pub fn key(&self, draw: &Draw) -> Option<Box<str>> {
        // DataStream fails on NULL keys, and a versioned table's primary key is never NULL.
        let never_null =
            self.family.dialect() == Dialect::FlinkDatastream || self.family == SqlTemporal && draw.side == Side::Right;
        match draw.key {
            0 if !never_null => None,
            key => Some(["a", "a", "a", "b", "c"][key as usize].into()),
        }
    }

    /// The pushes, and what else moves: late rows and all.
    pub fn wild(&self) -> Scenario {
        let mut scenario = self.empty(self.watermarks());
        let [_, b, c, _] = self.numbers;
        if let JoinKind::Window { window: Window::Session { max_length, .. }, .. } = &mut scenario.join.kind
            && self.family.dialect() == Dialect::FlinkDatastream
            && c > 6
        {
            *max_length = Some(2 * b + 1);
        }
        let mut pushed: Sides<Vec<Push>> = Sides::default();
        for draw in &self.steps {
            let time = BASE + draw.time;
            let step = match (draw.what, self.family.dialect()) {
                (0..14, _) => {
                    let push = self.push(draw, &mut pushed, true);
                    let partitions = scenario.streams[push.side].watermark.partitions();
                    Step::Push(Push { partition: u32::from(draw.pick) % partitions, ..push })
                }
                (18, Dialect::Spark) if draw.pick < 90 => Step::FailingBatch,
                (18, dialect) if draw.pick < 90 && dialect != Dialect::Spark => Step::Checkpoint,
                (18, _) if draw.pick < 150 => Step::Crash,
                (14..19, Dialect::Spark) => Step::Batch,
                (14..19, _) => Step::Watermark { side: draw.side, time },
                _ => Step::Clock { time: draw.time },
            };
            scenario.script.push(step);
        }
        scenario
    }

    /// Semi and anti have no mirror, and the sides of temporal joins and lookups are different things. Where both sides fall idle
    /// at one moment of the clock, the left is told first: until the right is, the join goes by the right's watermark alone.
    pub fn symmetric(&self) -> Draft {
        let mut draft = self.clone();
        if matches!(draft.family, SqlTemporal | SqlLookup | SparkLookup) {
            draft.family = SqlInterval;
        }
        if draft.ty().half() {
            draft.ty = 0;
        }
        if let [Strategy::Bounded { idle_timeout: Some(_), .. }, Strategy::Bounded { idle_timeout, .. }] =
            &mut draft.strategies
        {
            *idle_timeout = None;
        }
        draft
    }

    /// Nothing is late, and both watermarks get to the end.
    pub fn tame(&self) -> Scenario {
        let mut draft = self.clone();
        if let SqlRegular = self.family {
            draft.numbers[2] = 0;
        }
        let pushes = |draw: &&Draw| draw.what < 14;
        // How far ahead of the watermark every row is. One right before a row is enough to close a session that the row
        // would have touched, see below.
        let ahead_by = if matches!(draft.family, SqlWindow(Session) | DatastreamWindow(Session)) { 2 } else { 1 };
        // No row is behind another by more.
        let mut disorder = ahead_by;
        let mut newest = i64::MIN;
        for draw in draft.steps.iter().filter(pushes) {
            newest = newest.max(draw.time);
            disorder = disorder.max(newest - draw.time + ahead_by);
        }
        let tame = |strategy: Strategy| match strategy {
            Strategy::Manual if draft.family.dialect() != Dialect::Spark => Strategy::Manual,
            _ => Strategy::bounded(disorder),
        };
        let watermarks = Sides::new(tame(draft.strategies[0]), tame(draft.strategies[1]));
        let mut scenario = draft.empty(watermarks);
        let mut pushed: Sides<Vec<Push>> = Sides::default();
        for (index, draw) in draft.steps.iter().enumerate() {
            let ahead = draft.steps[index..].iter().filter(pushes).map(|draw| draw.time).min().unwrap_or(i64::MAX);
            scenario.script.push(match (draw.what, draft.family.dialect()) {
                (0..14, _) => Step::Push(draft.push(draw, &mut pushed, false)),
                (_, Dialect::Spark) => Step::Batch,
                _ => Step::Watermark { side: draw.side, time: BASE + draw.time.min(ahead.saturating_sub(ahead_by)) },
            });
        }
        for side in Side::BOTH {
            scenario.script.push(match draft.family.dialect() {
                Dialect::Spark => Step::Push(Push {
                    side,
                    id: END.into(),
                    key: Some(format!("{END} {}", side.word()).into()),
                    time: FAR,
                    row: Payload::default(),
                    kind: RowKind::Insert,
                    partition: 0,
                }),
                _ => Step::Watermark { side, time: FAR },
            });
        }
        if draft.family.dialect() == Dialect::Spark {
            scenario.script.push(Step::Batch);
        }
        scenario
    }

    pub fn push(&self, draw: &Draw, pushed: &mut Sides<Vec<Push>>, wild: bool) -> Push {
        let Draw { side, pick, .. } = *draw;
        let letter = if side == Side::Left { 'l' } else { 'r' };
        let live = &mut pushed[side];
        let time = BASE + draw.time;
        if self.family == SqlRegular && draw.what < 6 && !live.is_empty() {
            let at = pick as usize % live.len();
            let kind = if pick % 2 == 0 { RowKind::Delete } else { RowKind::UpdateBefore };
            // In the wild a row is taken back twice now and then.
            let taken = if wild && pick > 200 { live[at].clone() } else { live.remove(at) };
            return Push { kind, time, ..taken };
        }
        let kind = match self.family {
            SqlRegular if pick.is_multiple_of(3) => RowKind::UpdateAfter,
            SqlTemporal | SqlLookup | SparkLookup if side == Side::Right => {
                [RowKind::Insert, RowKind::UpdateAfter, RowKind::Delete][pick as usize % 3]
            }
            _ => RowKind::Insert,
        };
        let id = format!("{letter}{}{pick}", live.len());
        let id = format!("{id}.{}", live.iter().filter(|push| push.id.starts_with(&id)).count());
        let push = Push {
            side,
            id: unique(&id, live),
            key: self.key(draw),
            time,
            row: Payload::default(),
            kind,
            partition: 0,
        };
        live.push(push.clone());
        push
    }
}

/// The id of the rows that only bring Spark's watermark to the end.
pub const END: &str = "end";

pub fn unique(id: &str, live: &[Push]) -> Box<str> {
    let mut id = id.to_string();
    while live.iter().any(|push| *push.id == *id) {
        id.push('+');
    }
    id.into()
}

pub const MAX: i64 = 1 << 53;

pub fn hostile() -> impl Strategy_<Value = i64> {
    prop_oneof![
        4 => -3..=12i64,
        2 => proptest::sample::select(vec![MAX, -MAX, MAX - 1, 1 - MAX, MAX / 2, -MAX / 2]),
        1 => -MAX..=MAX,
    ]
}

pub fn hostile_scenario() -> impl Strategy_<Value = Scenario> {
    let window = ([hostile(), hostile(), hostile()], 0..4).prop_map(|([size, inner, offset], shape)| match shape {
        0 => Window::Tumbling { size, offset },
        1 => Window::Sliding { size, slide: inner, offset },
        2 => Window::Cumulating { size, step: inner, offset },
        _ => Window::Session { gap: size, max_length: (offset % 2 == 0).then_some(inner) },
    });
    let kind = prop_oneof![
        (hostile(), hostile(), prop_oneof![3 => Just(0), 1 => hostile()], any::<(bool, bool)>()).prop_map(
            |(lower, upper, min_cleanup_interval, (lower_inclusive, upper_inclusive))| {
                JoinKind::Interval(Interval { lower, upper, lower_inclusive, upper_inclusive, min_cleanup_interval })
            }
        ),
        (window, prop_oneof![Just(0), hostile()])
            .prop_map(|(window, allowed_lateness)| JoinKind::Window { window, allowed_lateness }),
        prop_oneof![Just(0), hostile()].prop_map(|state_ttl| JoinKind::Regular { state_ttl }),
        Just(JoinKind::Temporal),
        Just(JoinKind::Lookup),
    ];
    let strategy = || {
        prop_oneof![
            Just(Strategy::Manual),
            hostile().prop_map(Strategy::bounded),
            (hostile(), 1..4u32, hostile()).prop_map(|(delay, partitions, timeout)| {
                Strategy::Bounded { delay, partitions, idle_timeout: Some(timeout) }
            }),
            Just(Strategy::None)
        ]
        .boxed()
    };
    let steps = vec((draw(), hostile()), 0..14);
    (proptest::sample::select(Dialect::ALL.to_vec()), 0..6usize, kind, strategy(), strategy(), any::<bool>(), steps)
        .prop_map(|(dialect, ty, kind, left, right, max, steps)| {
            let stream = |name: &str, watermark| Stream { watermark, ..Stream::named(name) };
            let step = |(index, (draw, time)): (usize, (Draw, i64))| match draw.what {
                0..14 => Step::Push(Push {
                    side: draw.side,
                    id: format!("{index}").into(),
                    key: (draw.key > 0).then(|| "a".into()),
                    time,
                    row: Payload::default(),
                    kind: if draw.pick > 200 { RowKind::ALL[draw.pick as usize % 4] } else { RowKind::Insert },
                    partition: u32::from(draw.pick) % [left, right][draw.side as usize].partitions(),
                }),
                _ if dialect == Dialect::Spark && draw.pick > 60 => Step::Batch,
                _ if draw.pick > 240 => Step::Checkpoint,
                _ if draw.pick > 220 => Step::Crash,
                _ if draw.pick > 210 => Step::FailingBatch,
                14..18 => Step::Watermark { side: draw.side, time },
                18 => Step::Clock { time },
                _ => Step::Batch,
            };
            Scenario {
                title: "hostile".into(),
                description: None,
                question: None,
                dialect,
                streams: Sides::new(stream("l", left), stream("r", right)),
                watermark_policy: max.then_some(Policy::Max),
                join: Join { ty: JoinType::ALL[ty], kind },
                script: steps.into_iter().enumerate().map(step).collect(),
            }
        })
}
