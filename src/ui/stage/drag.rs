//! Pointers on the stage: what is held, and what the browser tells of it.

use super::*;

/// What is being dragged, and what that stands for now.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drag {
    /// Of what it was taken: once that is edited, say undone, the drag is over.
    pub(super) of: ByRc<Recording>,
    pub(super) held: Held,
    /// Where the pointer went down and where it is, px of the stage.
    pub(super) from: (f64, f64),
    pub(super) at: (f64, f64),
    pub(super) moved: bool,
    /// It was drawn as one that moved.
    pub(super) drawn: bool,
    /// How it was moved last.
    pub(super) manner: Manner,
    /// With Ctrl, Cmd or Shift: what is clicked or framed is selected besides the rest.
    pub(super) adds: bool,
    /// A finger pans and scrolls where a mouse frames.
    pub(super) finger: bool,
    /// When it was taken, ms.
    pub(super) since: f64,
    /// What letting go would do.
    pub(super) edit: Option<Edit>,
    pub(super) resists: Option<Resistance>,
}

impl Drag {
    pub(super) fn grip(&self) -> Grip {
        self.held.grip
    }

    /// What is framed, as left, top, right, bottom.
    pub(super) fn frame(&self) -> Option<[f64; 4]> {
        let ((x1, y1), (x2, y2)) = (self.from, self.at);
        let framing = matches!(self.grip(), Grip::Lane(_)) && self.moved && !self.finger;
        framing.then(|| [x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)])
    }
}

/// Pointers tremble; less than this is a click, px.
pub(super) const CLICK: f64 = 3.0;

/// A finger that rests so long on a mark selects it besides the others, as a click with Ctrl does, ms.
pub(super) const REST: f64 = 500.0;

/// What lies under a pointer, by the nearest element that says so.
pub(super) fn grip(event: &PointerEvent) -> Option<Grip> {
    let target: Element = event.target_dyn_into()?;
    let element = target.closest("[data-grip]").ok().flatten()?;
    Grip::read(&element.get_attribute("data-grip")?)
}

pub(super) fn manner(event: &PointerEvent) -> Manner {
    Manner { exact: event.alt_key(), far: event.shift_key() }
}

/// Where a thing that can be held is, px; what has no place of its own is where it is taken.
pub(super) fn own_x(scene: &Scene, grip: Grip, x: f64) -> f64 {
    match grip {
        Grip::Mark(row) => scene.marks.iter().find(|mark| mark.row == row).map_or(x, |mark| mark.x),
        Grip::Flag(side) => scene.flags[side].x,
        Grip::Bound(bound) => bound_x(scene, bound).unwrap_or(x),
        Grip::Window(WindowGrip { edge: Edge::Start, start, .. }) => scene.axis.x(start),
        Grip::Window(WindowGrip { edge: Edge::End, end, .. }) => scene.axis.x(end),
        Grip::Delay(_) | Grip::Join | Grip::Lane(_) => x,
    }
}

/// Which end of the band is which bound: seen from the right it lies the other way round.
pub(super) fn bound_x(scene: &Scene, bound: Bound) -> Option<f64> {
    let band = scene.band.as_ref()?;
    Some(if (bound == Bound::Lower) == (band.side == Side::Left) { band.from } else { band.to })
}

/// The rows whose marks lie in a frame.
pub(super) fn framed(scene: &Scene, [left, top, right, bottom]: [f64; 4]) -> Vec<RowId> {
    let inside = |mark: &&Mark| (left..=right).contains(&mark.x) && (top..=bottom).contains(&mark.y);
    scene.marks.iter().filter(inside).map(|mark| mark.row).collect()
}

/// What is dragged says what it is now and what would come of it: a text, and the x that it belongs to.
pub(super) fn callout(drag: &Drag, scene: &Scene, props: &Props, words: &Words) -> Option<(f64, String)> {
    let (m, lang) = (&Messages::of(props.lang).manipulate, props.lang);
    if !drag.moved || drag.resists.is_some() {
        return None;
    }
    // What would be, has the row as well.
    if let Grip::Mark(row) = drag.grip()
        && !props.recording.rows().has(row)
    {
        return None;
    }
    let scenario = props.recording.scenario();
    let say = |pattern: &str, ms: i64| fill_plain(lang, pattern, &[("time", words.duration(ms).into())]);
    let several = |row: &RowId| props.chosen.len() > 1 && props.chosen.contains(row);
    let what = match drag.grip() {
        Grip::Mark(row) if several(&row) => {
            let rows = |recording: &Recording| recording.rows().get(row).time;
            let by = words.duration(rows(&props.recording).saturating_sub(rows(&props.settled)));
            let args = [("count", props.chosen.len().to_string().into()), ("time", by.into())];
            fill_plain(lang, m.moved_by, &args)
        }
        Grip::Mark(row) => words.time(props.recording.rows().get(row).time),
        Grip::Bound(bound) => {
            let JoinKind::Interval(interval) = scenario.join.kind else { return None };
            match bound {
                Bound::Lower => say(m.lower_bound, interval.lower),
                Bound::Upper => say(m.upper_bound, interval.upper),
            }
        }
        Grip::Delay(side) => {
            let delay = scenario.streams[side].watermark.delay()?;
            say(m.delay, delay)
        }
        Grip::Window(WindowGrip { edge, start, end }) => {
            let JoinKind::Window { window, .. } = scenario.join.kind else { return None };
            match (window, edge) {
                (Window::Session { gap, .. }, _) => say(m.window_gap, gap),
                (
                    Window::Tumbling { offset, .. }
                    | Window::Sliding { offset, .. }
                    | Window::Cumulating { offset, .. },
                    Edge::Start,
                ) => say(m.window_offset, offset),
                (Window::Cumulating { step, .. }, Edge::End) if inner(&props.settled, start, end) => {
                    say(m.window_step, step)
                }
                (
                    Window::Tumbling { size, .. } | Window::Sliding { size, .. } | Window::Cumulating { size, .. },
                    Edge::End,
                ) => say(m.window_size, size),
            }
        }
        Grip::Flag(_) | Grip::Join | Grip::Lane(_) => return None,
    };
    let would = match drag.grip() {
        _ if !props.previewing => None,
        Grip::Mark(row) if !several(&row) => Some(words.row_would(&props.view, row)),
        _ => Some(words.change_would(&props.view, (&props.settled, &props.settled_view))),
    };
    let x = match drag.grip() {
        Grip::Window(_) | Grip::Delay(_) => drag.at.0,
        grip => own_x(scene, grip, drag.at.0),
    };
    Some((x, would.map_or_else(|| what.clone(), |would| format!("{what} · {would}"))))
}

/// A cumulating window that is not the widest.
fn inner(recording: &Recording, start: i64, end: i64) -> bool {
    match recording.scenario().join.kind {
        JoinKind::Window { window: Window::Cumulating { size, .. }, .. } => end.saturating_sub(start) < size,
        _ => false,
    }
}

/// A text on the ruler, at an x.
pub(super) fn draw_callout(x: f64, text: &str, scene: &Scene, canvas: &Canvas) -> Html {
    let width = canvas.width(text, Font::Small) + 14.0;
    let left = (x - width / 2.0).clamp(4.0, (scene.frame.width - width - 4.0).max(4.0));
    html! { <g class="quiet callout">
        <path class="st-callout" d={format!("M{} 20l4 4l4 -4z", px(x - 4.0))} />
        <rect class="st-callout" x={px(left)} y="2" width={px(width)} height="18" rx="3" />
        <text class="st-callt" x={px(left + 7.0)} y="15">{ text.to_string() }</text>
    </g> }
}
