//! What is held and dragged.

use super::*;

/// What is being dragged, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drag {
    pub(super) what: Grip,
    /// Where the pointer went down, in px of the stage.
    pub(super) x: f64,
    /// How far from the thing's own x it took hold.
    pub(super) offset: f64,
    pub(super) moved: bool,
    /// The axis at the start: it stands still while something is dragged over it.
    pub(super) axis: Axis,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Grip {
    Mark(RowId),
    Flag(Side),
    Delay(Side),
    Lane(Side),
}

/// Pointers tremble; less than this is a click.
pub(super) const CLICK: f64 = 3.0;

/// What lies under a pointer, by the nearest element that says so.
pub(super) fn grip(event: &PointerEvent) -> Option<Grip> {
    let target: Element = event.target_dyn_into()?;
    let element = target.closest("[data-grip]").ok().flatten()?;
    let value = element.get_attribute("data-grip")?;
    let side = |word: &str| if word == "left" { Side::Left } else { Side::Right };
    Some(match value.split_once(' ')? {
        ("mark", row) => Grip::Mark(RowId(row.parse().ok()?)),
        ("flag", word) => Grip::Flag(side(word)),
        ("delay", word) => Grip::Delay(side(word)),
        (_, word) => Grip::Lane(side(word)),
    })
}

/// The edit that a drag to `x` stands for; `None` if it stands for nothing.
pub(super) fn edit_of(recording: &Recording, view: &View, drag: &Drag, x: f64, exact: bool, far: bool) -> Option<Edit> {
    let axis = &drag.axis;
    // Shift: ten times as far as the pointer goes.
    let x = if far { drag.x + (x - drag.x) * 10.0 } else { x };
    let to = |x: f64| if exact { axis.time(x) } else { axis.snapped(x) };
    match drag.what {
        Grip::Mark(row) => {
            Edit::retime(recording.scenario(), recording.rows().get(row).step as usize, to(x - drag.offset))
        }
        Grip::Flag(_) if recording.scenario().dialect == Dialect::Spark => None,
        Grip::Flag(side) => {
            let time = to(x - drag.offset);
            // A watermark never goes back: to the left of where it is there is nothing to do.
            let ahead = view.watermark[side].is_none_or(|now| time > now);
            ahead.then_some(Edit::Insert(Step::Watermark { side, time }))
        }
        Grip::Delay(side) => {
            let Strategy::Bounded { delay } = recording.scenario().streams[side].watermark else { return None };
            let grown = axis.time(drag.x).saturating_sub(axis.time(x));
            let snap = if exact { 1 } else { axis.snap() };
            let delay = delay.saturating_add(grown).saturating_add(snap / 2).div_euclid(snap).saturating_mul(snap);
            Some(Edit::Strategy(side, Strategy::Bounded { delay: delay.max(0) }))
        }
        Grip::Lane(_) => None,
    }
}

/// The selected row's key, if a row of `side` at `time` would lie in its band.
pub(super) fn partner_key(
    recording: &Recording,
    _view: &View,
    selected: Option<RowId>,
    side: Side,
    time: i64,
) -> Option<String> {
    let row = selected?;
    let info = recording.rows().get(row);
    let words = Words::new(recording, Lang::En);
    let near = match recording.scenario().join.kind {
        JoinKind::Interval(_) => words.band(row).is_some_and(|(first, last)| first <= time && time <= last),
        _ => true,
    };
    if info.side == side || !near {
        return None;
    }
    recording.rows().push(recording.scenario(), row).and_then(|push| push.key.as_deref()).map(str::to_string)
}
