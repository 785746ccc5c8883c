//! What can be taken hold of on the stage, and the edit that dragging it stands for.

use super::{Edit, edit::with_window, shifted};
use crate::{
    engine::{Engine, RowId},
    replay::{Recording, View},
    scenario::{Dialect, Interval, Join, JoinKind, Scenario, Side, Step, Window},
    stage::Axis,
};

/// A thing on the stage that a pointer can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    Mark(RowId),
    /// A side's watermark.
    Flag(Side),
    /// The tail behind a side's flag: its delay.
    Delay(Side),
    /// An end of the selected row's band.
    Bound(Bound),
    /// An edge of a window.
    Window(WindowGrip),
    /// The join's watermark: it can be selected and not moved.
    Join,
    /// A lane where nothing lies.
    Lane(Side),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Lower,
    Upper,
}

/// A window's edge, with the window as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowGrip {
    pub edge: Edge,
    pub start: i64,
    pub end: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Start,
    End,
}

impl Grip {
    /// The grip as text, for an attribute.
    pub fn word(&self) -> String {
        match self {
            Grip::Mark(row) => format!("mark {}", row.0),
            Grip::Flag(side) => format!("flag {}", side.word()),
            Grip::Delay(side) => format!("delay {}", side.word()),
            Grip::Bound(Bound::Lower) => "bound lower".to_string(),
            Grip::Bound(Bound::Upper) => "bound upper".to_string(),
            Grip::Window(WindowGrip { edge: Edge::Start, start, end }) => format!("window-start {start} {end}"),
            Grip::Window(WindowGrip { edge: Edge::End, start, end }) => format!("window-end {start} {end}"),
            Grip::Join => "join".to_string(),
            Grip::Lane(side) => format!("lane {}", side.word()),
        }
    }

    /// Reads what [`Grip::word`] wrote.
    pub fn read(text: &str) -> Option<Grip> {
        let words: Vec<&str> = text.split(' ').collect();
        let side = |word: &str| Side::BOTH.into_iter().find(|side| side.word() == word);
        Some(match words[..] {
            ["mark", row] => Grip::Mark(RowId(row.parse().ok()?)),
            ["flag", word] => Grip::Flag(side(word)?),
            ["delay", word] => Grip::Delay(side(word)?),
            ["bound", "lower"] => Grip::Bound(Bound::Lower),
            ["bound", "upper"] => Grip::Bound(Bound::Upper),
            [edge @ ("window-start" | "window-end"), start, end] => {
                let edge = if edge == "window-start" { Edge::Start } else { Edge::End };
                Grip::Window(WindowGrip { edge, start: start.parse().ok()?, end: end.parse().ok()? })
            }
            ["join"] => Grip::Join,
            ["lane", word] => Grip::Lane(side(word)?),
            _ => return None,
        })
    }
}

/// How a pointer moves what it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Alt: to the millisecond, off the grid.
    pub exact: bool,
    /// Shift: ten times as far as the pointer goes.
    pub far: bool,
}

/// A grip that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    pub grip: Grip,
    /// Where the pointer went down, px.
    pub from: f64,
    /// How far from the thing's own x it took hold.
    pub offset: f64,
    /// The axis at the start: it stands still while something is dragged over it.
    pub axis: Axis,
}

/// What a drag stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Pulled {
    Edit(Edit),
    /// It does not go there.
    Resists(Resistance),
    /// Nothing to do: nothing was moved, or what is held does not move at all.
    Nothing,
    /// The engine would not run that: what was shown before stays.
    Refused,
}

/// Why something does not follow the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resistance {
    /// A watermark never goes back.
    NeverBack,
    /// Spark's watermark follows the events.
    FollowsEvents,
}

/// How far something that resists gives way, px.
pub const GIVES_WAY: f64 = 6.0;

impl Held {
    /// How far what resists is drawn from where it is, for a pointer at `x`, px.
    pub fn gives_way(&self, x: f64) -> f64 {
        (x - self.from).clamp(-GIVES_WAY, GIVES_WAY)
    }

    /// What letting go at `x` would do. `chosen` are the selected rows: a mark that is one of them takes the others along, and
    /// the band is the last one's.
    pub fn pull(&self, recording: &Recording, view: &View, chosen: &[RowId], x: f64, manner: Manner) -> Pulled {
        let axis = &self.axis;
        let scenario = recording.scenario();
        let rows = recording.rows();
        let x = if manner.far { self.from + (x - self.from) * 10.0 } else { x };
        let own = x - self.offset;
        let to = if manner.exact { axis.time(own) } else { axis.snapped(own) };
        let grid = |ms: i64| if manner.exact { ms } else { nearest(ms, axis.snap()) };
        let edit = match self.grip {
            Grip::Mark(row) if !rows.has(row) => None,
            Grip::Mark(row) => {
                let by = to.saturating_sub(rows.get(row).time);
                let alone = [row];
                let moved = if chosen.contains(&row) { chosen } else { &alone };
                shifted(recording, moved, by)
            }
            Grip::Flag(_) if scenario.dialect == Dialect::Spark => return Pulled::Resists(Resistance::FollowsEvents),
            Grip::Flag(side) => {
                let Some(now) = view.watermark[side] else {
                    return Pulled::Edit(Edit::Insert(Step::Watermark { side, time: to }));
                };
                // From where it is, which may be beyond the picture: its flag then hangs at the edge.
                let on = axis.time(own).saturating_sub(axis.time(self.from - self.offset));
                if on < 0 {
                    return Pulled::Resists(Resistance::NeverBack);
                }
                let time = grid(now.saturating_add(on));
                (time > now).then_some(Edit::Insert(Step::Watermark { side, time }))
            }
            Grip::Delay(side) => {
                let Some(delay) = scenario.streams[side].watermark.delay() else { return Pulled::Nothing };
                let grown = axis.time(self.from).saturating_sub(axis.time(x));
                let delay = grid(delay.saturating_add(grown)).max(0);
                Some(Edit::Strategy(side, scenario.streams[side].watermark.with_delay(delay)))
            }
            Grip::Bound(bound) => {
                let (Some(row), JoinKind::Interval(interval)) = (chosen.last(), scenario.join.kind) else {
                    return Pulled::Nothing;
                };
                if !rows.has(*row) {
                    return Pulled::Nothing;
                }
                let info = rows.get(*row);
                // Not to the grid's lines: the bound itself is a round number.
                let time = axis.time(own);
                let value = grid(match info.side {
                    Side::Left => time.saturating_sub(info.time),
                    Side::Right => info.time.saturating_sub(time),
                });
                Some(set_bound(scenario.join, interval, bound, value))
            }
            Grip::Window(grip) => {
                let JoinKind::Window { window, .. } = scenario.join.kind else { return Pulled::Nothing };
                resized(window, grip, to, axis.snap().max(1), manner.exact)
                    .and_then(|window| with_window(scenario.join, window))
            }
            Grip::Join | Grip::Lane(_) => None,
        };
        match edit {
            None => Pulled::Nothing,
            Some(edit) if !runs(scenario, &edit) => Pulled::Refused,
            Some(edit) => Pulled::Edit(edit),
        }
    }
}

/// Whether the engine takes the setup after an edit; one that it refuses already may be edited in any way.
pub fn runs(scenario: &Scenario, edit: &Edit) -> bool {
    let mut setup = scenario.setup();
    match edit {
        Edit::Join(join) => setup.join = *join,
        Edit::Strategy(side, strategy) => setup.watermarks[*side] = *strategy,
        Edit::Policy(policy) => setup.policy = *policy,
        Edit::Dialect(dialect) => setup.dialect = *dialect,
        _ => return true,
    }
    Engine::new(&setup).is_ok() || Engine::new(&scenario.setup()).is_err()
}

/// Another bound; it goes as far as the other one and no further.
pub fn set_bound(join: Join, interval: Interval, bound: Bound, value: i64) -> Edit {
    let interval = match bound {
        Bound::Lower => Interval { lower: value.min(interval.upper), ..interval },
        Bound::Upper => Interval { upper: value.max(interval.lower), ..interval },
    };
    Edit::Join(Join { kind: JoinKind::Interval(interval), ..join })
}

/// The other kind of end: a bound that is itself within the band, or not.
pub fn toggled(join: Join, interval: Interval, bound: Bound) -> Edit {
    let interval = match bound {
        Bound::Lower => Interval { lower_inclusive: !interval.lower_inclusive, ..interval },
        Bound::Upper => Interval { upper_inclusive: !interval.upper_inclusive, ..interval },
    };
    Edit::Join(Join { kind: JoinKind::Interval(interval), ..join })
}

/// The windows after an edge was dragged to `to`. Of what has a size the start stays where it is, by an offset if need be.
fn resized(window: Window, grip: WindowGrip, to: i64, snap: i64, exact: bool) -> Option<Window> {
    let WindowGrip { edge, start, end } = grip;
    let least = if exact { 1 } else { snap };
    let long = |from: i64| to.saturating_sub(from).max(least);
    Some(match (window, edge) {
        (Window::Session { gap, max_length }, Edge::End) => {
            // The gap begins at the last event.
            Window::Session { gap: long(end.saturating_sub(gap)), max_length }
        }
        (Window::Session { .. }, Edge::Start) => return None,
        (Window::Tumbling { .. }, Edge::End) => {
            let size = long(start);
            Window::Tumbling { size, offset: start.rem_euclid(size) }
        }
        (Window::Sliding { slide, offset, .. }, Edge::End) => Window::Sliding { size: long(start), slide, offset },
        (Window::Cumulating { size, step, .. }, Edge::End) if end.saturating_sub(start) == size => {
            // As many whole steps as come nearest.
            let size = nearest(long(start), step.max(1)).max(step);
            Window::Cumulating { size, step, offset: start.rem_euclid(size.max(1)) }
        }
        (Window::Cumulating { size, step, .. }, Edge::End) => {
            let (steps, all) = (end.saturating_sub(start).checked_div(step)?.max(1), size.checked_div(step)?);
            let step = (long(start) / steps).max(1);
            let size = step.saturating_mul(all);
            Window::Cumulating { size, step, offset: start.rem_euclid(size.max(1)) }
        }
        (Window::Tumbling { size, .. }, Edge::Start) => Window::Tumbling { size, offset: to.checked_rem_euclid(size)? },
        (Window::Sliding { size, slide, .. }, Edge::Start) => {
            Window::Sliding { size, slide, offset: to.checked_rem_euclid(slide)? }
        }
        (Window::Cumulating { size, step, .. }, Edge::Start) => {
            Window::Cumulating { size, step, offset: to.checked_rem_euclid(size)? }
        }
    })
}

/// The multiple of `grid` next to `ms`.
pub(super) fn nearest(ms: i64, grid: i64) -> i64 {
    let grid = grid.max(1);
    ms.saturating_add(grid / 2).div_euclid(grid).saturating_mul(grid)
}

/// The selected row's key, if a row of `side` at `time` would lie in its band.
pub fn partner_key(recording: &Recording, selected: Option<RowId>, side: Side, time: i64) -> Option<String> {
    let row = selected?;
    let info = recording.rows().get(row);
    let near = match recording.scenario().join.kind {
        JoinKind::Interval(interval) => {
            let (left, right) = if side == Side::Left { (time, info.time) } else { (info.time, time) };
            let (lower, upper) = interval.inclusive();
            (lower..=upper).contains(&right.saturating_sub(left))
        }
        JoinKind::Window { .. } | JoinKind::Regular { .. } | JoinKind::Temporal | JoinKind::Lookup => true,
    };
    if info.side == side || !near {
        return None;
    }
    recording.rows().push(recording.scenario(), row).and_then(|push| push.key.as_deref()).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::scenario::Strategy;
    use crate::{
        scenario::{
            JoinType, read,
            time::{HOUR, MINUTE},
        },
        stage::Frame,
    };

    const FILES: [&str; 3] = [
        include_str!("../../www/scenarios/orders-shipments.scenario.json"),
        include_str!("../../www/scenarios/readings-tumbling.scenario.json"),
        include_str!("../../www/scenarios/visits-sessions.scenario.json"),
    ];

    struct Scene {
        recording: Recording,
        view: View,
        axis: Axis,
    }

    fn scene(scenario: Scenario, step: usize) -> Scene {
        let recording = Recording::new(Rc::new(scenario));
        let view = recording.view(step);
        let axis = Frame::of(1076.0).fit(&recording);
        Scene { recording, view, axis }
    }

    fn orders() -> Scene {
        scene(read(FILES[0]).unwrap(), 10)
    }

    impl Scene {
        fn row(&self, side: Side, id: &str) -> RowId {
            self.recording.rows().find(self.recording.scenario(), side, id).unwrap()
        }

        /// Takes hold of what lies at `from` ms and drags it to `to` ms.
        fn drag(&self, grip: Grip, chosen: &[RowId], from: i64, to: i64, manner: Manner) -> Pulled {
            let held = Held { grip, from: self.axis.x(from), offset: 0.0, axis: self.axis };
            held.pull(&self.recording, &self.view, chosen, self.axis.x(to), manner)
        }

        fn time(&self, row: RowId) -> i64 {
            self.recording.rows().get(row).time
        }
    }

    fn join(pulled: Pulled) -> JoinKind {
        let Pulled::Edit(Edit::Join(join)) = pulled else { panic!("{pulled:?}") };
        join.kind
    }

    #[test]
    fn a_grip_is_read_as_it_was_written() {
        for grip in [
            Grip::Mark(RowId(7)),
            Grip::Flag(Side::Right),
            Grip::Delay(Side::Left),
            Grip::Bound(Bound::Lower),
            Grip::Bound(Bound::Upper),
            Grip::Window(WindowGrip { edge: Edge::Start, start: -5, end: 10 }),
            Grip::Window(WindowGrip { edge: Edge::End, start: 5, end: 10 }),
            Grip::Join,
            Grip::Lane(Side::Left),
        ] {
            assert_eq!(Grip::read(&grip.word()), Some(grip));
        }
        assert_eq!(Grip::read("window-end 5"), None);
        assert_eq!(Grip::read("flag up"), None);
    }

    #[test]
    fn a_mark_goes_to_the_grid_and_takes_the_selected_along() {
        let scene = orders();
        let (o3, s4) = (scene.row(Side::Left, "o3"), scene.row(Side::Right, "s4"));
        let time = scene.time(o3);
        let by = 3 * scene.axis.snap();
        let alone = scene.drag(Grip::Mark(o3), &[s4], time, time + by + 1, Manner::default());
        assert_eq!(alone, Pulled::Edit(shifted(&scene.recording, &[o3], by).unwrap()));
        let both = scene.drag(Grip::Mark(o3), &[s4, o3], time, time + by, Manner::default());
        let Pulled::Edit(edit) = both else { panic!() };
        let (next, _) = edit.apply(scene.recording.scenario(), 10).unwrap();
        let after = Recording::new(Rc::new(next));
        for row in [o3, s4] {
            assert_eq!(after.rows().get(row).time, scene.time(row) + by);
        }
        assert_eq!(scene.drag(Grip::Mark(o3), &[o3], time, time, Manner::default()), Pulled::Nothing);
        // Shift: ten times as far; Alt: off the grid.
        let far = scene.drag(Grip::Mark(o3), &[], time, time + by, Manner { far: true, exact: false });
        assert_eq!(far, Pulled::Edit(shifted(&scene.recording, &[o3], 10 * by).unwrap()));
        let exact = scene.drag(Grip::Mark(o3), &[], time, time + by + 61_007, Manner { exact: true, far: false });
        assert_eq!(exact, Pulled::Edit(shifted(&scene.recording, &[o3], by + 61_007).unwrap()));
    }

    #[test]
    fn a_flag_goes_on_and_resists_going_back() {
        let scene = orders();
        let now = scene.view.watermark.left.unwrap();
        let on = scene.drag(Grip::Flag(Side::Left), &[], now, now + HOUR, Manner::default());
        assert_eq!(on, Pulled::Edit(Edit::Insert(Step::Watermark { side: Side::Left, time: now + HOUR })));
        let back = scene.drag(Grip::Flag(Side::Left), &[], now, now - HOUR, Manner::default());
        assert_eq!(back, Pulled::Resists(Resistance::NeverBack));
        let nowhere = scene.drag(Grip::Flag(Side::Left), &[], now, now + 1, Manner::default());
        assert_eq!(nowhere, Pulled::Nothing);
        // Beyond the picture its flag hangs at the edge, and is dragged on from there.
        let far = scene.axis.last + 1000 * HOUR;
        let insert = Edit::Insert(Step::Watermark { side: Side::Left, time: far });
        let (next, step) = insert.apply(scene.recording.scenario(), 10).unwrap();
        let scene = self::scene(next, step);
        let held = Held { grip: Grip::Flag(Side::Left), from: scene.axis.right - 9.0, offset: -9.0, axis: scene.axis };
        let half = scene.axis.x(scene.axis.first + HOUR / 2) - scene.axis.left;
        let on = held.pull(&scene.recording, &scene.view, &[], held.from + half, Manner::default());
        assert_eq!(on, Pulled::Edit(Edit::Insert(Step::Watermark { side: Side::Left, time: far + HOUR / 2 })));
        let held = Held { grip: Grip::Flag(Side::Left), from: 100.0, offset: 0.0, axis: scene.axis };
        assert_eq!([held.gives_way(40.0), held.gives_way(97.0), held.gives_way(300.0)], [-6.0, -3.0, 6.0]);
    }

    #[test]
    fn a_tail_drags_the_delay_and_never_below_zero() {
        let scene = orders();
        let at = scene.view.watermark.right.unwrap();
        let delay = |to: i64| scene.drag(Grip::Delay(Side::Right), &[], at, to, Manner::default());
        let is = |delay: i64| Pulled::Edit(Edit::Strategy(Side::Right, Strategy::bounded(delay)));
        assert_eq!(delay(at - 20 * MINUTE), is(30 * MINUTE));
        assert_eq!(delay(at + 20 * MINUTE), is(0));
    }

    #[test]
    fn each_end_of_a_band_is_a_bound_and_stops_at_the_other() {
        let scene = orders();
        let o3 = scene.row(Side::Left, "o3");
        let bounds = |bound: Bound, row: RowId, from: i64, to: i64| {
            let JoinKind::Interval(interval) =
                join(scene.drag(Grip::Bound(bound), &[row], from, to, Manner::default()))
            else {
                panic!()
            };
            (interval.lower, interval.upper)
        };
        let time = scene.time(o3);
        assert_eq!(bounds(Bound::Upper, o3, time + 2 * HOUR, time + 3 * HOUR), (0, 3 * HOUR));
        assert_eq!(bounds(Bound::Lower, o3, time, time - HOUR), (-HOUR, 2 * HOUR));
        assert_eq!(bounds(Bound::Upper, o3, time + 2 * HOUR, time - HOUR), (0, 0));
        // Seen from the right the band lies the other way round.
        let s4 = scene.row(Side::Right, "s4");
        let time = scene.time(s4);
        assert_eq!(bounds(Bound::Upper, s4, time - 2 * HOUR, time - 3 * HOUR), (0, 3 * HOUR));
        assert_eq!(bounds(Bound::Lower, s4, time, time - HOUR), (HOUR, 2 * HOUR));
        assert_eq!(scene.drag(Grip::Bound(Bound::Upper), &[], 0, HOUR, Manner::default()), Pulled::Nothing);
    }

    #[test]
    fn the_edge_of_a_window_stays_under_the_pointer() {
        let snap = MINUTE;
        let at = |edge: Edge, start: i64, end: i64| WindowGrip { edge, start, end };
        let all = [
            Window::Tumbling { size: 10 * MINUTE, offset: 0 },
            Window::Sliding { size: 10 * MINUTE, slide: 5 * MINUTE, offset: 0 },
            Window::Cumulating { size: 10 * MINUTE, step: 5 * MINUTE, offset: 0 },
        ];
        for window in all {
            for edge in [Edge::Start, Edge::End] {
                for by in [-5 * MINUTE, 5 * MINUTE, 25 * MINUTE] {
                    let span = window.of(7 * HOUR + MINUTE).last().unwrap();
                    let (grip, old) =
                        (at(edge, span.start, span.end), if edge == Edge::Start { span.start } else { span.end });
                    let next = resized(window, grip, old + by, snap, false).unwrap();
                    let there = |time: i64| {
                        next.of(time).any(|new| match edge {
                            Edge::Start => new.start == old + by,
                            Edge::End => new.start == span.start && new.end == old + by,
                        })
                    };
                    let inside = if edge == Edge::Start { old + by } else { span.start };
                    assert!(there(inside), "{window:?} {edge:?} {by} {next:?}");
                }
            }
        }
        // A smaller cumulating window takes all others along.
        let inner = at(Edge::End, 7 * HOUR, 7 * HOUR + 5 * MINUTE);
        assert_eq!(
            resized(all[2], inner, 7 * HOUR + 7 * MINUTE, snap, false),
            Some(Window::Cumulating { size: 14 * MINUTE, step: 7 * MINUTE, offset: 0 })
        );
        let session = Window::session(5 * MINUTE);
        let grip = at(Edge::End, 0, 15 * MINUTE);
        assert_eq!(resized(session, grip, 18 * MINUTE, snap, false), Some(Window::session(8 * MINUTE)));
        assert_eq!(resized(session, grip, -HOUR, snap, false), Some(Window::session(snap)));
        assert_eq!(resized(session, at(Edge::Start, 0, 1), HOUR, snap, false), None);
    }

    #[test]
    fn what_the_engine_refuses_is_not_dragged_to() {
        let scene = scene(read(FILES[1]).unwrap(), 5);
        let JoinKind::Window { .. } = scene.recording.scenario().join.kind else { panic!() };
        let scenario = scene.recording.scenario();
        let bad = Edit::Join(Join {
            kind: JoinKind::Window { window: Window::Tumbling { size: 0, offset: 0 }, allowed_lateness: 0 },
            ..scenario.join
        });
        assert!(!runs(scenario, &bad));
        assert!(runs(scenario, &Edit::Join(Join { ty: JoinType::Inner, ..scenario.join })));
        assert!(runs(scenario, &Edit::Strategy(Side::Left, Strategy::bounded(1))));
        assert!(!runs(scenario, &Edit::Strategy(Side::Left, Strategy::None)));
    }

    #[test]
    fn no_drag_of_any_grip_goes_wrong_far_away() {
        for file in FILES {
            let scene = scene(read(file).unwrap(), 6);
            let rows: Vec<RowId> = scene.recording.rows().iter().map(|(row, _)| row).collect();
            let spans = rows.iter().flat_map(|row| scene.recording.rows().windows(*row)).take(3);
            let windows = spans.flat_map(|span| {
                [Edge::Start, Edge::End].map(|edge| Grip::Window(WindowGrip { edge, start: span.start, end: span.end }))
            });
            let sides = Side::BOTH.into_iter().flat_map(|side| [Grip::Flag(side), Grip::Delay(side), Grip::Lane(side)]);
            let bounds = [Grip::Bound(Bound::Lower), Grip::Bound(Bound::Upper), Grip::Mark(rows[0]), Grip::Join];
            for grip in windows.chain(sides).chain(bounds) {
                for x in [-1e12, -50.0, 300.0, 1e12, f64::NAN] {
                    for manner in [Manner::default(), Manner { exact: true, far: true }] {
                        let held = Held { grip, from: 200.0, offset: 1.0, axis: scene.axis };
                        if let Pulled::Edit(edit) = held.pull(&scene.recording, &scene.view, &rows[..2], x, manner) {
                            let (next, _) = edit.apply(scene.recording.scenario(), 6).unwrap();
                            let written = crate::scenario::write(&next);
                            assert!(crate::scenario::read(&written).is_ok(), "{grip:?} {x}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_row_in_the_band_takes_the_selected_rows_key() {
        let scene = orders();
        let o3 = scene.row(Side::Left, "o3");
        let time = scene.time(o3);
        let key = |side: Side, time: i64| partner_key(&scene.recording, Some(o3), side, time);
        assert_eq!(key(Side::Right, time + HOUR).as_deref(), Some("003"));
        assert_eq!(key(Side::Right, time + 3 * HOUR), None);
        assert_eq!(key(Side::Left, time + HOUR), None);
        assert_eq!(partner_key(&scene.recording, None, Side::Right, time), None);
    }
}
