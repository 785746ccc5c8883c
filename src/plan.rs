//! What a join keeps in state, under the engine's own names: which state each operator has, what is in it, until when, and
//! what clears it.
//!
//! Names are those of Apache Flink 2.3.0 (`StreamingJoinOperator`, `TimeIntervalJoin`, `TemporalRowTimeJoinOperator`,
//! `WindowJoinOperator`, `UnalignedWindowTableFunctionOperator`, `IntervalJoinOperator`, `WindowOperatorBuilder`), read in its
//! class files, and of Spark 4.3.0, from a search of the source of `SymmetricHashJoinStateManager` (state format 2), not from a
//! running query. The times until which rows are kept are the engine's rules (`docs/engines.md`, and the doc comments of
//! [`engine`](crate::engine)); the tests hold them to what joinscope's engine does.

use std::collections::BTreeSet;

use crate::{
    engine::{Key, Plan, RunsAs, effect::Span},
    replay::{Recording, View},
    scenario::{Dialect, Interval, JoinKind, JoinType, Policy, Scenario, Side, Sides, Strategy, Window},
};

/// What the engine runs for a scenario's join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    pub plan: Plan,
    /// In the order in which rows pass them.
    pub operators: Vec<Operator>,
    pub settings: Vec<Setting>,
    /// Sides whose watermark is one of several marks, or may have no say, where the join goes by watermarks.
    pub sources: Vec<Source>,
}

/// A side's source, where it has partitions or may be idle. In Spark its rows have one mark all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    pub side: Side,
    pub partitions: u32,
    /// ms of processing time.
    pub idle_timeout: Option<i64>,
}

/// An operator of the engine's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// As the plan writes it: `IntervalJoin`.
    pub name: &'static str,
    /// The class at work, where it has another name.
    pub class: Option<&'static str>,
    /// One stands on each side, or on this one alone; `None`: the join itself.
    pub before: Option<Side>,
    /// None: it keeps nothing.
    pub states: Vec<State>,
}

/// A state of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub name: &'static str,
    /// Whose rows it is about; `None`: both sides'.
    pub side: Option<Side>,
    pub holds: Holds,
    pub until: Until,
    /// What clears it.
    pub by: By,
    /// How many entries it has at the view asked for: rows, copies, timers, keys; `None`: joinscope does not count them.
    pub entries: Option<u64>,
}

/// What an entry of a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holds {
    /// Equal rows once, with their number.
    Rows,
    /// The same, and how many partners each has: what a row with NULL is taken back by.
    RowsWithPartners,
    /// Rows by time, with whether they have matched.
    RowsMatched,
    /// Rows by time.
    RowsByTime,
    /// Rows that wait for their moment, in order of arrival.
    Waiting,
    /// Versions by time.
    Versions,
    /// A row's copies, one a window.
    Copies,
    /// Copies of both sides, in one list a key and window.
    CopiesOfBoth,
    /// Rows of sessions that are open.
    Sessions,
    /// The sessions of a key, each with the one that keeps its rows.
    SessionNames,
    /// One timer a key.
    TimerOfKey,
    /// A number a key: the next place in the order of arrival.
    Place,
    /// A number a key (in windows: a key and window): of its rows.
    NumberOfRows,
    /// A row under its key and number, with whether it has matched.
    RowByNumber,
    /// The same, of a copy.
    CopyByNumber,
}

/// Whose watermark decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The join's: the smaller of both sides'. In Spark the one in force in the micro-batch.
    Join,
    /// A side's own.
    Own(Side),
}

/// How long an entry is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Until {
    /// For ever.
    Never(Never),
    /// Until the join's watermark is at the row's time and `after` ms, or later; `after` may be negative.
    Passed { after: i64 },
    /// Until the watermark is at the window's end, less 1 ms if `before`, and `lateness` ms, or later.
    WindowEnd { mark: Mark, before: bool, lateness: i64 },
    /// Until the join's watermark is at the row's time, or later.
    OwnTime,
    /// Until the join's watermark has reached a newer version of the key.
    Superseded,
    /// Until it was not written for so long, ms of processing time.
    Unwritten { ttl: i64 },
    /// As long as there are rows of its key (and window).
    WithRows,
}

/// Why an entry is never cleared by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Never {
    /// The join has no bound in time.
    Unbounded,
    /// This side has no watermark.
    NoWatermark(Side),
    /// Both have a watermark, and the plan does not use it.
    PlanIgnoresTime,
}

/// What takes an entry out of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A -U or -D of the same row, and nothing else.
    Retraction,
    /// The same, and the state's TTL.
    RetractionOrTtl,
    /// The key's timer, one at a time; also a row of the other side that comes with the key.
    TimerOrOtherSide,
    /// A timer of the row's own.
    OwnTimer,
    /// The key's timer, when it fires.
    KeyTimer,
    /// The window's timer, as it fires.
    WindowTimer,
    /// The clean-up timer of the window, `allowedLateness` behind the one that fires it.
    CleanupTimer,
    /// The window's timer hands its rows on to the join.
    HandedOn,
    /// When the timer is over it is set anew or cleared.
    Firing,
    /// Each micro-batch looks through all rows for those that the watermark has passed.
    ScanOfRows,
    /// Each micro-batch looks through all keys for windows that the watermark has passed.
    ScanOfKeys,
    /// The same, and a left row that has matched leaves at once.
    MatchOrScan,
    /// A left row's match, and nothing else.
    Match,
    /// The last row of its key.
    LastRow,
    Nothing,
}

/// A setting that decides how long something is kept, in the engine's own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// `WATERMARK FOR`, `forBoundedOutOfOrderness`, `withWatermark`.
    Watermark { side: Side, strategy: Strategy },
    /// `spark.sql.streaming.multipleWatermarkPolicy`.
    Policy(Policy),
    /// `table.exec.state.ttl`, ms; 0: for ever.
    StateTtl(i64),
    /// `table.exec.interval-join.min-cleanup-interval`, ms.
    MinCleanupInterval(i64),
    /// `allowedLateness`, ms.
    AllowedLateness(i64),
    /// `scan.watermark.idle-timeout`, `withIdleness`, ms of processing time.
    IdleTimeout { side: Side, timeout: i64 },
    /// The longest session of an assigner of one's own, ms: Flink has none.
    MaxLength(i64),
}

impl Setting {
    /// Its name in the engine; a watermark's is the call that declares it.
    pub fn name(self, dialect: Dialect) -> &'static str {
        match (self, dialect) {
            (Setting::Watermark { .. }, Dialect::FlinkSql) => "WATERMARK FOR",
            (Setting::Watermark { strategy: Strategy::Bounded { .. }, .. }, Dialect::FlinkDatastream) => {
                "forBoundedOutOfOrderness"
            }
            (Setting::Watermark { strategy: Strategy::None, .. }, Dialect::FlinkDatastream) => "noWatermarks",
            (Setting::Watermark { .. }, Dialect::FlinkDatastream) => "forGenerator",
            (Setting::Watermark { .. }, Dialect::Spark) => "withWatermark",
            (Setting::Policy(_), _) => "spark.sql.streaming.multipleWatermarkPolicy",
            (Setting::StateTtl(_), _) => "table.exec.state.ttl",
            (Setting::MinCleanupInterval(_), _) => "table.exec.interval-join.min-cleanup-interval",
            (Setting::AllowedLateness(_), _) => "allowedLateness",
            (Setting::IdleTimeout { .. }, Dialect::FlinkSql) => "scan.watermark.idle-timeout",
            (Setting::IdleTimeout { .. }, _) => "withIdleness",
            (Setting::MaxLength(_), _) => "CappedSessionWindows",
        }
    }
}

/// What the engine runs, and what is in its states at a view. `None` where it refuses.
pub fn planned(recording: &Recording, view: &View) -> Option<Planned> {
    let plan = match (recording.outcome(), recording.outcome().err().and_then(|stopped| stopped.step)) {
        (Ok(plan), _) => plan,
        // Refused while it ran: until then it ran as asked.
        (Err(_), Some(_)) => Plan::AsAsked,
        (Err(_), None) => return None,
    };
    let scenario = recording.scenario();
    let count = Count { recording, view };
    let operators = match scenario.dialect {
        Dialect::FlinkSql => flink_sql(scenario, plan, &count),
        Dialect::FlinkDatastream => flink_datastream(scenario, plan, &count),
        Dialect::Spark => spark(scenario, plan, &count),
    };
    Some(Planned { plan, operators, settings: settings(scenario, plan), sources: sources(scenario, plan) })
}

/// The sources that matter: an interval, window or temporal join goes by their watermarks.
fn sources(scenario: &Scenario, plan: Plan) -> Vec<Source> {
    let timeless = matches!(scenario.join.kind, JoinKind::Regular { .. } | JoinKind::Lookup)
        || matches!(plan, Plan::RegularWithTimePredicate(_) | Plan::NoJoin);
    let source = |side: Side| match scenario.streams[side].watermark {
        Strategy::Bounded { partitions, idle_timeout, .. } => Some(Source { side, partitions, idle_timeout }),
        Strategy::Manual | Strategy::None => None,
    };
    let matters = |source: &Source| !timeless && (source.partitions > 1 || source.idle_timeout.is_some());
    Side::BOTH.into_iter().filter_map(source).filter(matters).collect()
}

fn settings(scenario: &Scenario, plan: Plan) -> Vec<Setting> {
    let lookup = scenario.join.kind == JoinKind::Lookup;
    let mut all: Vec<Setting> = Side::BOTH
        .into_iter()
        .filter(|side| !(lookup && *side == Side::Right))
        .map(|side| Setting::Watermark { side, strategy: scenario.streams[side].watermark })
        .collect();
    let idle = |side: Side| {
        let timeout = scenario.streams[side].watermark.idle_timeout()?;
        Some(Setting::IdleTimeout { side, timeout })
    };
    all.extend(Side::BOTH.into_iter().filter(|side| !(lookup && *side == Side::Right)).filter_map(idle));
    if scenario.dialect == Dialect::Spark && !lookup {
        all.push(Setting::Policy(scenario.watermark_policy.unwrap_or_default()));
    }
    match (scenario.dialect, scenario.join.kind) {
        (Dialect::FlinkSql, JoinKind::Regular { state_ttl }) => all.push(Setting::StateTtl(state_ttl)),
        (Dialect::FlinkSql, JoinKind::Interval(interval)) if plan == Plan::AsAsked => {
            all.push(Setting::MinCleanupInterval(interval.min_cleanup_interval));
        }
        // What it runs as has the regular join's settings.
        (Dialect::FlinkSql, JoinKind::Interval(_)) if plan != Plan::NoJoin => all.push(Setting::StateTtl(0)),
        (Dialect::FlinkDatastream, JoinKind::Window { window, allowed_lateness }) => {
            all.push(Setting::AllowedLateness(allowed_lateness));
            if let Window::Session { max_length: Some(most), .. } = window {
                all.push(Setting::MaxLength(most));
            }
        }
        _ => {}
    }
    all
}

// ---- Flink SQL

fn flink_sql(scenario: &Scenario, plan: Plan, count: &Count) -> Vec<Operator> {
    let ty = scenario.join.ty;
    match (scenario.join.kind, plan) {
        (JoinKind::Interval(_), Plan::RegularWithTimePredicate(why)) => {
            let never = match why {
                RunsAs::NoWatermark(side) => Never::NoWatermark(side),
                RunsAs::SemiOrAnti | RunsAs::EmptyFull => Never::PlanIgnoresTime,
            };
            vec![regular(ty, Until::Never(never), count)]
        }
        // The planner sees that nothing can match: what is left of the join is a projection.
        (JoinKind::Interval(_), Plan::NoJoin) => {
            vec![Operator { name: "Calc", class: None, before: None, states: Vec::new() }]
        }
        (JoinKind::Interval(interval), _) => vec![interval_join(&interval, count)],
        (JoinKind::Regular { state_ttl: 0 }, _) => vec![regular(ty, Until::Never(Never::Unbounded), count)],
        (JoinKind::Regular { state_ttl }, _) => vec![regular(ty, Until::Unwritten { ttl: state_ttl }, count)],
        (JoinKind::Temporal, _) => vec![temporal(count)],
        (JoinKind::Lookup, _) => {
            vec![Operator { name: "LookupJoin", class: Some("LookupJoinRunner"), before: None, states: Vec::new() }]
        }
        (JoinKind::Window { window, .. }, _) => window_join(window, count),
    }
}

fn regular(ty: JoinType, until: Until, count: &Count) -> Operator {
    let state = |side: Side| State {
        name: if side == Side::Left { "left-records" } else { "right-records" },
        side: Some(side),
        // A semi or anti join counts the partners of its left rows.
        holds: if ty.outer(side) || ty.half() && side == Side::Left { Holds::RowsWithPartners } else { Holds::Rows },
        until,
        by: if matches!(until, Until::Unwritten { .. }) { By::RetractionOrTtl } else { By::Retraction },
        entries: Some(count.rows(side)),
    };
    let class = if ty.half() { "StreamingSemiAntiJoinOperator" } else { "StreamingJoinOperator" };
    Operator { name: "Join", class: Some(class), before: None, states: Side::BOTH.map(state).into() }
}

/// How long after its own time a row of a side may still find a partner, ms.
fn reach(interval: &Interval) -> Sides<i64> {
    let (lower, upper) = interval.inclusive();
    Sides::new(upper, lower.saturating_neg())
}

fn interval_join(interval: &Interval, count: &Count) -> Operator {
    let reach = reach(interval);
    let rows = |side: Side| State {
        name: if side == Side::Left { "IntervalJoinLeftCache" } else { "IntervalJoinRightCache" },
        side: Some(side),
        holds: Holds::RowsMatched,
        until: Until::Passed { after: reach[side].saturating_add(1).saturating_add(interval.min_cleanup_interval) },
        by: By::TimerOrOtherSide,
        entries: Some(count.rows(side)),
    };
    let timer = |side: Side| State {
        name: if side == Side::Left { "IntervalJoinLeftTimerState" } else { "IntervalJoinRightTimerState" },
        side: Some(side),
        holds: Holds::TimerOfKey,
        until: Until::WithRows,
        by: By::Firing,
        entries: Some(count.timers(side)),
    };
    Operator {
        name: "IntervalJoin",
        class: Some("RowTimeIntervalJoin"),
        before: None,
        states: [rows(Side::Left), rows(Side::Right), timer(Side::Left), timer(Side::Right)].into(),
    }
}

fn temporal(count: &Count) -> Operator {
    let state = |name, side, holds, until, by, entries| State { name, side, holds, until, by, entries };
    Operator {
        name: "TemporalJoin",
        class: Some("TemporalRowTimeJoinOperator"),
        before: None,
        states: vec![
            state("left", Some(Side::Left), Holds::Waiting, Until::OwnTime, By::KeyTimer, Some(count.rows(Side::Left))),
            state(
                "right",
                Some(Side::Right),
                Holds::Versions,
                Until::Superseded,
                By::KeyTimer,
                Some(count.rows(Side::Right)),
            ),
            state("next-index", Some(Side::Left), Holds::Place, Until::Never(Never::Unbounded), By::Nothing, None),
            state("timer", None, Holds::TimerOfKey, Until::WithRows, By::Firing, Some(count.timers(Side::Left))),
        ],
    }
}

fn window_join(window: Window, count: &Count) -> Vec<Operator> {
    let session = matches!(window, Window::Session { .. });
    let join = |side: Side| State {
        name: if side == Side::Left { "left-records" } else { "right-records" },
        side: Some(side),
        holds: Holds::Copies,
        until: Until::WindowEnd { mark: Mark::Join, before: true, lateness: 0 },
        by: By::WindowTimer,
        entries: Some(count.copies(side, Some(false))),
    };
    let function = |side: Side| {
        let state = |name, holds, until, by, entries| State { name, side: Some(side), holds, until, by, entries };
        let end = Until::WindowEnd { mark: Mark::Own(side), before: true, lateness: 0 };
        Operator {
            name: "WindowTableFunction",
            class: Some("UnalignedWindowTableFunctionOperator"),
            before: Some(side),
            states: vec![
                state(
                    "session-window-tvf-acc",
                    Holds::Sessions,
                    end,
                    By::HandedOn,
                    Some(count.copies(side, Some(true))),
                ),
                state("session-window-mapping", Holds::SessionNames, end, By::HandedOn, Some(count.sessions(side))),
                state("session-window-tvf-counter", Holds::Place, Until::Never(Never::Unbounded), By::Nothing, None),
            ],
        }
    };
    let stateless = Operator {
        name: "WindowTableFunction",
        class: Some("AlignedWindowTableFunctionOperator"),
        before: None,
        states: Vec::new(),
    };
    let before = if session { Side::BOTH.map(function).into() } else { vec![stateless] };
    let join = Operator {
        name: "WindowJoin",
        class: Some("WindowJoinOperator"),
        before: None,
        states: Side::BOTH.map(join).into(),
    };
    before.into_iter().chain([join]).collect()
}

// ---- Flink's DataStream API

fn flink_datastream(scenario: &Scenario, plan: Plan, count: &Count) -> Vec<Operator> {
    let never = match plan {
        Plan::NeverEvicts { without } | Plan::NeverFires { without } => Some(Never::NoWatermark(without)),
        _ => None,
    };
    match scenario.join.kind {
        JoinKind::Interval(interval) => {
            let reach = reach(&interval);
            let state = |side: Side| State {
                name: if side == Side::Left { "LEFT_BUFFER" } else { "RIGHT_BUFFER" },
                side: Some(side),
                holds: Holds::RowsByTime,
                until: never.map_or(Until::Passed { after: reach[side].max(0) }, Until::Never),
                by: if never.is_some() { By::Nothing } else { By::OwnTimer },
                entries: Some(count.rows(side)),
            };
            vec![Operator {
                name: "Interval Join",
                class: Some("IntervalJoinOperator"),
                before: None,
                states: Side::BOTH.map(state).into(),
            }]
        }
        JoinKind::Window { window, allowed_lateness } => {
            let until = never
                .map_or(Until::WindowEnd { mark: Mark::Join, before: true, lateness: allowed_lateness }, Until::Never);
            let by = match (never, allowed_lateness) {
                (Some(_), _) => By::Nothing,
                (None, 0) => By::WindowTimer,
                (None, _) => By::CleanupTimer,
            };
            let both = Side::BOTH.map(|side| count.copies(side, None));
            let mut states = vec![State {
                name: "window-contents",
                side: None,
                holds: Holds::CopiesOfBoth,
                until,
                by,
                entries: Some(both.iter().sum()),
            }];
            if matches!(window, Window::Session { .. }) {
                states.push(State {
                    name: "merging-window-set",
                    side: None,
                    holds: Holds::SessionNames,
                    until,
                    by,
                    entries: Some(count.windows(None)),
                });
            }
            vec![Operator { name: "Window", class: Some("WindowOperator"), before: None, states }]
        }
        // The DataStream API has no such join, so nothing runs.
        JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => Vec::new(),
    }
}

// ---- Spark

fn spark(scenario: &Scenario, plan: Plan, count: &Count) -> Vec<Operator> {
    let marked = Side::BOTH.map(|side| matches!(scenario.streams[side].watermark, Strategy::Bounded { .. }));
    let without = match plan {
        Plan::NeverEvicts { without } => Some(without),
        // Spark's sessions in a join without any watermark keep all that they have as well.
        Plan::SessionsOfOneRow if marked == [false, false] => Some(Side::Left),
        _ => None,
    };
    let windowed = matches!(scenario.join.kind, JoinKind::Window { .. });
    let until = |side: Side| match (scenario.join.kind, without) {
        (JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup, _) => Until::Never(Never::Unbounded),
        (_, Some(without)) => Until::Never(Never::NoWatermark(without)),
        // `time + upper < watermark`, or `<=` where the bound is exclusive.
        (JoinKind::Interval(interval), None) => Until::Passed { after: reach(&interval)[side].saturating_add(1) },
        (JoinKind::Window { .. }, None) => Until::WindowEnd { mark: Mark::Join, before: false, lateness: 0 },
    };
    if scenario.join.kind == JoinKind::Lookup {
        // Which of its joins a micro-batch runs, Spark's planner decides by the table's size.
        return vec![Operator { name: "BroadcastHashJoin", class: None, before: None, states: Vec::new() }];
    }
    let semi = scenario.join.ty == JoinType::Semi;
    let by = |side: Side| match until(side) {
        Until::Never(_) if semi && side == Side::Left => By::Match,
        Until::Never(_) => By::Nothing,
        _ if semi && side == Side::Left => By::MatchOrScan,
        _ if windowed => By::ScanOfKeys,
        _ => By::ScanOfRows,
    };
    let states = Side::BOTH.into_iter().flat_map(|side| {
        let left = side == Side::Left;
        let state = |name, holds, until, by, entries| State { name, side: Some(side), holds, until, by, entries };
        let rows = if windowed { count.copies(side, None) } else { count.rows(side) };
        let keys = if windowed { count.windows(Some(side)) } else { count.keys(side) };
        [
            state(
                if left { "left-keyWithIndexToValue" } else { "right-keyWithIndexToValue" },
                if windowed { Holds::CopyByNumber } else { Holds::RowByNumber },
                until(side),
                by(side),
                Some(rows),
            ),
            state(
                if left { "left-keyToNumValues" } else { "right-keyToNumValues" },
                Holds::NumberOfRows,
                Until::WithRows,
                By::LastRow,
                Some(keys),
            ),
        ]
    });
    vec![Operator { name: "StreamingSymmetricHashJoin", class: None, before: None, states: states.collect() }]
}

// ---- what is in them

/// Counts what is held at a view.
struct Count<'r> {
    recording: &'r Recording,
    view: &'r View,
}

impl Count<'_> {
    fn rows(&self, side: Side) -> u64 {
        self.view.held[side]
    }

    /// Copies in windows of a side; of Flink SQL's sessions only those that are open (`Some(true)`), or handed on.
    fn copies(&self, side: Side, open: Option<bool>) -> u64 {
        if !self.recording.rows().by_session() || open.is_none() {
            return self.view.held[side];
        }
        let mine =
            self.view.windows.iter().filter(|(id, window)| {
                id.side.is_none_or(|of| of == side) && open.is_none_or(|open| window.grows == open)
            });
        mine.map(|(_, window)| u64::from(window.rows[side])).sum()
    }

    /// Open sessions of a side.
    fn sessions(&self, side: Side) -> u64 {
        self.view.windows.iter().filter(|(id, window)| id.side == Some(side) && window.grows).count() as u64
    }

    /// Windows with rows, of a side or at all.
    fn windows(&self, side: Option<Side>) -> u64 {
        let has = |rows: &Sides<u32>| side.is_none_or(|side| rows[side] > 0);
        let of: BTreeSet<(Key, Span)> =
            self.view.windows.iter().filter(|(_, window)| has(&window.rows)).map(|(id, _)| (id.key, id.span)).collect();
        of.len() as u64
    }

    fn keys(&self, side: Side) -> u64 {
        let held = self.recording.held_rows(self.view);
        let keys: BTreeSet<Key> = held[side].iter().map(|row| self.recording.rows().get(*row).key).collect();
        keys.len() as u64
    }

    /// Clean-up timers of a side.
    fn timers(&self, side: Side) -> u64 {
        let rows = self.recording.rows();
        let mut keys: Vec<Key> = rows.before(self.view.step).map(|row| rows.get(row).key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().filter(|key| self.view.timer(side, *key).is_some()).count() as u64
    }
}

/// The watermark that decides, at a view; `None`: there is none yet.
pub fn mark(view: &View, mark: Mark) -> Option<i64> {
    match mark {
        Mark::Join => view.join_watermark,
        Mark::Own(side) => view.watermark[side],
    }
}

/// The earliest time that the watermark of a view leaves in such a state: of rows, or of the ends of windows. `None` where the
/// watermark, or the clock, says nothing of it.
pub fn kept_from(until: Until, view: &View) -> Option<i64> {
    let (now, after) = match until {
        Until::Passed { after } => (mark(view, Mark::Join)?, after),
        Until::WindowEnd { mark: of, before, lateness } => {
            (mark(view, of)?, lateness.saturating_sub(i64::from(before)))
        }
        Until::OwnTime => (mark(view, Mark::Join)?, 0),
        Until::Never(_) | Until::Superseded | Until::Unwritten { .. } | Until::WithRows => return None,
    };
    Some(now.saturating_sub(after).saturating_add(1))
}
