//! Placing labels: to the right, else to the left, else above; then without the key; then not at all.

/// A rectangle in px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Area {
    pub fn meets(&self, other: &Area) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }
}

/// Where a label ended up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub x: f64,
    pub y: f64,
    pub anchor: &'static str,
    pub with_key: bool,
    pub end: f64,
}

/// What labels must not lie on.
#[derive(Debug, Default)]
pub(super) struct Obstacles(pub Vec<Area>);

/// Lines are this wide as obstacles; whatever is wider is a mark or a text.
const LINE: f64 = 4.0;

impl Obstacles {
    /// A vertical line from `y1` to `y2`.
    pub fn line(&mut self, x: f64, y1: f64, y2: f64) {
        self.0.push(Area { x: x - LINE / 2.0, y: y1, w: LINE, h: y2 - y1 });
    }

    pub fn free(&self, area: &Area) -> bool {
        !self.0.iter().any(|other| other.meets(area))
    }

    /// Places a label of `id` and `key` px width around a mark, and takes the room it found.
    pub fn place(&mut self, x: f64, y: f64, radius: f64, id: f64, key: f64, within: (f64, f64)) -> Option<Place> {
        const HEIGHT: f64 = 13.0;
        let gap = radius + 5.0;
        for with_key in [true, false] {
            if with_key && key == 0.0 {
                continue;
            }
            let w = if with_key { id + 5.0 + key } else { id };
            let spots = [
                (x + gap, y + 4.0, "start", x + gap),
                (x - gap, y + 4.0, "end", x - gap - w),
                (x, y - radius - 6.0, "middle", x - w / 2.0),
            ];
            for (at, base, anchor, left) in spots {
                let area = Area { x: left, y: base - 10.5, w, h: HEIGHT };
                if left >= within.0 && left + w <= within.1 && self.free(&area) {
                    self.0.push(area);
                    return Some(Place { x: at, y: base, anchor, with_key, end: left + w });
                }
            }
        }
        None
    }
}
