//! What moves in a step: classes and delays on the groups around what is drawn. The motion itself is in `www/motion.css`.

use super::*;
use crate::stage::motion::{JOIN_AT, MATCH, MATCH_AT, Motion, SLIDE_AT};

/// The motion of the step shown, if it moves.
#[derive(Clone, Copy)]
pub(super) struct Moves<'m>(pub Option<&'m Motion>);

/// A class, and the custom properties that it reads.
pub(super) type Moved = Option<(&'static str, String)>;

/// What is drawn, in a group that may move it. The group is there in any case: what is in it keeps its focus.
pub(super) fn moved(how: Moved, drawn: Html) -> Html {
    match how {
        Some((class, style)) => html! { <g {class} {style}>{ drawn }</g> },
        // Most do not move: nothing is made for them, nor compared.
        None => html! { <g>{ drawn }</g> },
    }
}

impl Moves<'_> {
    /// A mark falls in from its lane's outer edge, is reached by a curve, or shrinks as it leaves.
    pub fn mark(&self, mark: &Mark) -> Option<MarkMoves> {
        let motion = self.0?;
        let moves = MarkMoves {
            falls: motion.arrives == Some(mark.row),
            fills: motion.fills.get(&mark.row).copied(),
            leaves: motion.leaves.get(&mark.row).copied(),
        };
        (moves != MarkMoves::default()).then_some(moves)
    }

    pub fn life(&self, row: RowId) -> Moved {
        let at = self.0?.leaves.get(&row)?;
        Some(("mv-line", format!("--at:{at}")))
    }

    /// A curve that is new draws from the row that came in.
    pub fn curve(&self, curve: &Curve) -> Option<&'static str> {
        let motion = self.0.filter(|_| curve.now)?;
        Some(if motion.arrives == Some(curve.right) { "mv-draw back" } else { "mv-draw" })
    }

    pub fn as_of(&self, line: &AsOf) -> Option<&'static str> {
        self.0.filter(|_| line.now).map(|_| "mv-draw")
    }

    /// What a curve is called appears when it is there.
    pub fn label(&self, curve: &Curve) -> Moved {
        self.0.filter(|_| curve.now).map(|_| ("mv-appear", format!("--at:{}", MATCH_AT + MATCH)))
    }

    pub fn tail(&self, tail: &Tail) -> Moved {
        let at = self.0?.tails.get(&tail.row)?;
        let up = tail.to.1 < tail.from.1;
        Some((if up { "mv-tail up" } else { "mv-tail" }, format!("--at:{at}")))
    }

    pub fn void(&self, tail: &Tail) -> Moved {
        let at = self.0?.tails.get(&tail.row)?;
        Some(("mv-appear", format!("--at:{}", at + 180)))
    }

    /// A side's line, flag and hatch come from where they were.
    pub fn slide(&self, scene: &Scene, side: Side) -> Moved {
        let by = Motion::from(&scene.axis, self.0?.watermarks[side]?, scene.flags[side].x);
        Some(("mv-slide", format!("--at:{SLIDE_AT};--by:{}px", px(by))))
    }

    pub fn wipe(&self, scene: &Scene, side: Side) -> Moved {
        let by = Motion::from(&scene.axis, self.0?.watermarks[side]?, scene.flags[side].x);
        (by < 0.0).then(|| ("mv-wipe", format!("--at:{SLIDE_AT};--by:{}px", px(-by))))
    }

    pub fn join(&self, scene: &Scene) -> Moved {
        let by = Motion::from(&scene.axis, self.0?.join?, scene.join.as_ref()?.x);
        Some(("mv-slide", format!("--at:{JOIN_AT};--by:{}px", px(by))))
    }

    /// Where the row that came in looks for partners flashes in the other lane.
    pub fn probes(&self, scene: &Scene, rows: &crate::replay::Rows) -> Html {
        let Some((motion, row)) = self.0.and_then(|motion| Some((motion, motion.arrives?))) else {
            return Html::default();
        };
        let side = rows.get(row).side;
        let lane = scene.lanes[side.other()];
        let clamp = |time: i64| scene.axis.x(time).clamp(scene.axis.left, scene.axis.right + 18.0);
        motion
            .probes
            .iter()
            .map(|probe| {
                let (from, to) = probe.map_or((scene.axis.left, scene.axis.right), |(first, last)| (clamp(first), clamp(last)));
                html! { <rect class={classes!("mv-probe", l(side))} x={px(from)} y={px(lane.top)} width={px((to - from).max(2.0))} height={px(lane.bottom - lane.top)} /> }
            })
            .collect()
    }
}

/// What a mark does in a step, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MarkMoves {
    pub falls: bool,
    pub fills: Option<u32>,
    pub leaves: Option<u32>,
}

impl MarkMoves {
    /// For the groups around the shape, from the outer to the inner.
    pub fn groups(&self, side: Side) -> (Moved, Moved) {
        let outer = match self.leaves {
            Some(at) => Some(("mv-leave", format!("--at:{at}"))),
            None if self.falls => Some(("mv-fall", format!("--by:{}px", if side == Side::Left { -12 } else { 12 }))),
            None => None,
        };
        // What leaves is grey already underneath; its shape is told by the outer group alone.
        let inner = self.fills.filter(|_| self.leaves.is_none()).map(|at| ("mv-fill", format!("--at:{at}")));
        (outer, inner)
    }
}
