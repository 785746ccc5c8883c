//! What lies ahead of the join's watermark, in words.

use super::super::{Words, format::Arg};
use crate::{
    engine::RowId,
    replay::{Ahead, Event, View},
    scenario::Dialect,
    sorting,
};

impl Words<'_> {
    /// "3 rows leave at 12:10"; of several moments "5 rows leave from 12:10 to 12:25". All must be of one kind.
    pub fn ahead(&self, events: &[Ahead]) -> String {
        let m = &self.m.whynot;
        let (Some(first), Some(last)) = (events.first(), events.last()) else { return String::new() };
        let rows: Vec<_> = events.iter().flat_map(|event| &event.rows).copied().collect();
        let windows = events.iter().map(|event| event.windows.len()).sum::<usize>();
        // Prose names the last moment of a stay, and a window's end, not the millisecond that decides.
        let moment = |at: i64| match first.what {
            Event::Leave if !self.leaves_on_time() => at.saturating_sub(1),
            Event::Fire => at.saturating_add(1),
            Event::Leave | Event::ComeOut | Event::End => at,
        };
        let several = first.at != last.at;
        let (one, same, around, count) = match first.what {
            Event::Leave => (m.leaves_one, m.leave_several, m.leave_around, rows.len()),
            Event::ComeOut => (m.comes_out, m.come_out_several, m.come_out_around, rows.len()),
            Event::Fire => (m.window_ends, m.windows_end, m.windows_around, windows),
            Event::End => (m.window_over, m.windows_over, m.windows_over_around, windows),
        };
        let mut args = vec![
            ("count", Arg::from(count.to_string())),
            ("time", self.at(moment(first.at))),
            ("last", self.at(moment(last.at))),
        ];
        if let Some(row) = rows.first() {
            args.push(("row", self.row(*row)));
        }
        self.say_plain(
            if several {
                around
            } else if count == 1 {
                one
            } else {
                same
            },
            &args,
        )
    }

    /// What happens off the axis: TTL ends on the processing clock; Spark's next batch evicts. `None` where nothing does.
    pub fn ahead_note(&self, view: &View) -> Option<String> {
        let m = &self.m.whynot;
        let held = || {
            let held = self.recording.held_rows(view);
            let mut rows: Vec<RowId> = held.left.iter().chain(&held.right).copied().collect();
            sorting::sort(&mut rows);
            rows
        };
        if self.ttl().is_some() {
            let rows = held();
            let first = self.recording.first_ttl_end(view)?;
            let args = [("rows", self.list_or_count(&rows)), ("time", self.times.clock.show(first).into())];
            return Some(self.say_plain(if rows.len() == 1 { m.ttl_ahead_one } else { m.ttl_ahead }, &args));
        }
        if self.scenario().dialect == Dialect::Spark
            && let Some(next) = view.next_watermark
        {
            let due = |row: &RowId| view.leaves(self.rows(), *row).is_some_and(|due| due <= next);
            let mut rows = held();
            rows.retain(due);
            if !rows.is_empty() {
                let args = [("time", self.at(next)), ("rows", self.list_or_count(&rows))];
                return Some(self.say_plain(m.next_evicts, &args));
            }
        }
        None
    }
}
