//! What lies ahead of the join's watermark: rows that leave or come out, windows that fire. All in event time.

use std::collections::BTreeMap;

use super::{Recording, View};
use crate::{
    engine::{RowId, effect::Span},
    scenario::{Dialect, JoinKind},
    sorting,
};

/// What happens once the join's watermark is at `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    pub at: i64,
    pub what: Event,
    /// Those that leave or come out; in windows, those that a window of them fires for.
    pub rows: Vec<RowId>,
    /// The windows, each once, whatever the number of its keys.
    pub windows: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// Rows leave.
    Leave,
    /// Left rows of a temporal join take their versions.
    ComeOut,
    /// Windows fire (Flink).
    Fire,
    /// Windows are over, and their rows leave (Spark).
    End,
}

impl Recording {
    /// What the join's watermark sets going as it moves on from a view, in order of time.
    pub fn ahead(&self, view: &View) -> Vec<Ahead> {
        let later = |at: i64| view.join_watermark.is_none_or(|watermark| watermark < at);
        let mut ahead: BTreeMap<(i64, Event), (Vec<RowId>, Vec<Span>)> = BTreeMap::new();
        let (event, lateness) = match self.scenario.join.kind {
            JoinKind::Window { allowed_lateness, .. } if self.scenario.dialect == Dialect::Spark => {
                (Event::End, allowed_lateness)
            }
            JoinKind::Window { allowed_lateness, .. } => (Event::Fire, allowed_lateness),
            JoinKind::Temporal => (Event::ComeOut, 0),
            JoinKind::Interval(_) | JoinKind::Regular { .. } | JoinKind::Lookup => (Event::Leave, 0),
        };
        for (id, window) in view.windows.iter() {
            let Some(at) = window.due.map(|due| due.saturating_sub(lateness)).filter(|at| later(*at)) else { continue };
            let (_, windows) = ahead.entry((at, event)).or_default();
            if !windows.contains(&id.span) {
                windows.push(id.span);
            }
        }
        if matches!(event, Event::Leave | Event::ComeOut) {
            let held = self.held_rows(view);
            let rights = held.right.iter().filter(|_| event == Event::Leave);
            let mut rows: Vec<RowId> = held.left.iter().chain(rights).copied().collect();
            sorting::sort(&mut rows);
            for row in rows {
                if let Some(at) = view.leaves(&self.rows, row).filter(|at| later(*at)) {
                    ahead.entry((at, event)).or_default().0.push(row);
                }
            }
        }
        let each = ahead.into_iter();
        each.map(|((at, what), (rows, windows))| Ahead { at, what, rows, windows }).collect()
    }
}
