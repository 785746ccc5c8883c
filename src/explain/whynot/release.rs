//! What would release a row, when it leaves by its formula, and what has become of it so far.

use super::{
    super::{Rule, Span, Tone, Words, article, format::Arg},
    Way, WayOn,
};
use crate::{
    engine::{Effect, RowId},
    replay::{Next, Nudge, Outcome, Phase, Release, View},
    scenario::{Dialect, JoinKind, Side, Window},
};

impl Words<'_> {
    /// "A watermark of orders at 12:10:00.001 or later would emit o3 with NULL.", and the button that does so.
    pub(in crate::explain) fn release(&self, view: &View, row: RowId) -> Option<(Vec<Span>, WayOn)> {
        let m = &self.m.whynot;
        let release = self.recording.release(view, row)?;
        let mut args = vec![("do", Arg::from(self.released(view, row, &release)))];
        let (pattern, label) = match release.steps[..] {
            [Next::Watermark { side, time }] => {
                args.extend([("stream", self.stream(side).into()), ("time", self.at(time))]);
                (m.by_watermark, self.say_plain(m.move_to, &args))
            }
            [Next::Watermark { time, .. }, Next::Watermark { .. }] => {
                let [left, right] = Side::BOTH.map(|side| Arg::from(self.stream(side)));
                args.extend([("left", left), ("right", right), ("time", self.at(time))]);
                (m.by_watermarks, self.say_plain(m.move_both, &args))
            }
            [Next::Clock { time }] => {
                args.push(("time", self.times.clock.show(time).into()));
                (m.by_clock, self.say_plain(m.clock_to, &args))
            }
            [Next::Batch] => (m.by_batch, m.next_batch.to_string()),
            [Next::Push(Nudge { side, time }), Next::Batch] => {
                let noun = self.noun(side);
                args.extend([("a", article(noun).into()), ("noun", noun.into()), ("time", self.at(time))]);
                (m.by_row, m.row_and_batch.to_string())
            }
            [Next::Push(left), Next::Push(right), Next::Batch] => {
                let (noun_left, noun_right) = (self.noun(Side::Left), self.noun(Side::Right));
                args.extend([
                    ("a_left", article(noun_left).into()),
                    ("a", article(noun_right).into()),
                    ("left", noun_left.into()),
                    ("right", noun_right.into()),
                    ("time", self.at(left.time)),
                    ("time_right", self.at(right.time)),
                ]);
                (m.by_rows, m.rows_and_batch.to_string())
            }
            _ => return None,
        };
        Some((self.say(pattern, &args), WayOn { label, way: Way::Insert(release.steps) }))
    }

    /// "emit o3 with NULL", "fire 10:05 to 10:15 and emit v2 with c2".
    fn released(&self, view: &View, row: RowId, release: &Release) -> Vec<Span> {
        let m = &self.m.whynot;
        let mut args = vec![("row", self.row(row))];
        if let Some(window) = release.window {
            args.push(("window", self.extent(window)));
        }
        let what = match &release.out {
            Outcome::Null => m.do_null,
            Outcome::Alone => m.do_alone,
            Outcome::Pairs(others) => {
                let named = if others.len() <= 2 { self.list(others) } else { self.counted(others) };
                args.push(("others", named));
                m.do_pairs
            }
            Outcome::Nothing if view.row(row).phase == Phase::Pending => m.do_read,
            Outcome::Nothing if view.row(row).matches > 0 => m.do_no_more,
            Outcome::Nothing => m.do_nothing,
        };
        let spark = self.scenario().dialect == Dialect::Spark;
        let pattern = match (release.window, &release.out) {
            (None, _) => return self.say(what, &args),
            (Some(_), Outcome::Nothing) => {
                if spark {
                    m.do_over_silent
                } else {
                    m.do_fire_silent
                }
            }
            (Some(_), _) => {
                if spark {
                    m.do_over
                } else {
                    m.do_fire
                }
            }
        };
        args.push(("do", self.say(what, &args).into()));
        self.say(pattern, &args)
    }

    /// When the row leaves, as a formula: "order_time + 2 h + 1 ms = 12:10:00.001". `None` where no formula says it.
    pub(in crate::explain) fn rule_due(&self, view: &View, row: RowId) -> Option<Rule> {
        let m = &self.m.whynot;
        let seen = view.row(row);
        if seen.phase != Phase::Held {
            return None;
        }
        if let Some(ttl) = self.ttl() {
            let release = self.recording.release(view, row)?;
            let [Next::Clock { time }] = release.steps[..] else { return None };
            let show = |ms: i64| self.times.clock.show(ms);
            let terms = [(format!("+ {}", self.duration(ttl)), ttl)];
            let written = time.saturating_sub(ttl);
            let mut rule = self.sum(row, m.leaves_at, (m.last_written, show(written), None), &terms, show(time));
            rule.about = self.say("{note}", &[("note", m.on_the_clock.into())]);
            return Some(rule);
        }
        let leaves = view.leaves(self.rows(), row)?;
        let time = self.event_time(row);
        let own = self.time_column(self.side(row));
        let own = (own.as_str(), self.time(time), Some(row));
        match self.scenario().join.kind {
            JoinKind::Interval(interval) => {
                let (reach, inclusive) = self.reach(row)?;
                let mut terms = Vec::new();
                let due = seen.due?;
                let datastream = self.leaves_on_time();
                if reach > 0 || !datastream && reach != 0 {
                    terms.push((self.signed(reach), reach));
                }
                match (datastream, inclusive) {
                    (false, true) => terms.push((self.signed(1), 1)),
                    (true, false) if reach > 0 => terms.push((self.signed(-1), -1)),
                    _ => {}
                }
                let sum: i64 = terms.iter().map(|(_, ms)| *ms).fold(time, i64::saturating_add);
                let cleanup = interval.min_cleanup_interval;
                if sum != due {
                    // It came behind the watermark, and leaves when that moves next.
                    return None;
                }
                if leaves != due {
                    if leaves != due.saturating_add(cleanup) {
                        // Another row's timer decides.
                        let symbol = self.say_plain(m.timer_of, &[("key", self.key(row))]);
                        return Some(self.sum(
                            row,
                            m.leaves_at,
                            (&symbol, self.exact(leaves), None),
                            &[],
                            self.exact(leaves),
                        ));
                    }
                    terms.push((format!("+ {}", m.cleanup), cleanup));
                }
                Some(self.sum(row, m.leaves_at, own, &terms, self.exact(leaves)))
            }
            JoinKind::Temporal => (leaves == time).then(|| self.sum(row, m.comes_out_at, own, &[], self.time(leaves))),
            JoinKind::Window { window, allowed_lateness } => {
                let last = view.open_windows(self.rows(), row).last().copied()?;
                let spark = self.scenario().dialect == Dialect::Spark;
                let mut terms = Vec::new();
                let session = matches!(window, Window::Session { .. });
                if !spark {
                    terms.push((self.signed(-1), -1));
                }
                if allowed_lateness > 0 {
                    terms.push((self.signed(allowed_lateness), allowed_lateness));
                }
                let sum = terms.iter().map(|(_, ms)| *ms).fold(last.end, i64::saturating_add);
                if sum != leaves {
                    return None;
                }
                let start = (self.m.why.rule_end, self.time(last.end), None);
                let result = if spark { self.time(leaves) } else { self.exact(leaves) };
                let caption = if session || spark || allowed_lateness > 0 { m.leaves_at } else { m.fires_at };
                Some(self.sum(row, caption, start, &terms, result))
            }
            JoinKind::Regular { .. } | JoinKind::Lookup => None,
        }
    }

    fn signed(&self, ms: i64) -> String {
        format!("{} {}", if ms < 0 { "−" } else { "+" }, self.duration(ms.saturating_abs()))
    }

    /// A sum: its first symbol with its number (of a row, in its colour), the terms, the result.
    fn sum(
        &self,
        row: RowId,
        caption: &str,
        (symbol, number, of): (&str, String, Option<RowId>),
        terms: &[(String, i64)],
        result: String,
    ) -> Rule {
        let cell = |text: &str| self.say("{text}", &[("text", text.into())]);
        let strong = |text: &str| self.say("*{text}*", &[("text", text.into())]);
        let number = match of {
            Some(of) => vec![Span { text: number, tone: Tone::Row(self.side(of)), row: Some(of) }],
            None => strong(&number),
        };
        let mut lines = [vec![cell(symbol)], vec![number]];
        for (term, ms) in terms {
            lines[0].push(cell(term));
            lines[1].push(cell(&self.signed(*ms)));
        }
        lines[0].push(Vec::new());
        lines[1].push(self.say("= *{text}*", &[("text", result.into())]));
        let caption = self.say_plain(caption, &[("row", self.id(row).into())]);
        Rule { caption, about: self.row_spans(row), lines }
    }

    /// "Arrived in step 2, matched s2 in step 6, left in step 10."
    pub(in crate::explain) fn story(&self, view: &View, row: RowId) -> Vec<Span> {
        let m = &self.m.whynot;
        let seen = view.row(row);
        let part = |pattern: &str, step: usize| self.say(pattern, &[("step", self.step_link(step))]);
        let came = self.rows().get(row).step as usize + 1;
        if seen.phase == Phase::Ahead {
            return self.say(m.story, &[("parts", self.capital(part(m.arrives_in, came)))]);
        }
        let mut parts = vec![part(m.arrived_in, came)];
        // What came out has come out; what was read or matched may have been undone since.
        let came_out =
            || (came..=view.step).find(|step| self.recording.effects(*step).any(|effect| comes_out(&effect, row)));
        if self.scenario().dialect == Dialect::Spark && seen.phase != Phase::Pending {
            let read = self.recording.first_standing(came..=view.step, view.step, |effect| match *effect {
                Effect::Buffered { row: of, .. }
                | Effect::Copied { row: of, .. }
                | Effect::NotBuffered { row: of, .. } => of == row,
                _ => false,
            });
            parts.extend(read.map(|step| part(m.read_in, step)));
        }
        let first = self.partners(view, row).first().copied();
        if let Some(other) = first
            && let Some(step) =
                self.recording.first_standing(came..=view.step, view.step, |effect| is_match(effect, row, other))
        {
            parts.push(self.say(m.matched_in, &[("other", self.row(other)), ("step", self.step_link(step))]));
        } else if let Some(step) = came_out() {
            parts.push(part(m.came_out_in, step));
        }
        let lookup = &self.m.lookup;
        let ended = match seen.phase {
            Phase::Gone(_) if self.rows().lookup() => match (self.side(row), seen.phase) {
                // What it matched, or that it came out, says it already.
                (Side::Left, _) => (parts.len() == 1).then_some(lookup.answered_in),
                (Side::Right, Phase::Gone(crate::replay::GoneBy::Done)) => Some(lookup.deleted_in),
                (Side::Right, _) => Some(lookup.left_table_in),
            },
            Phase::Gone(_) => Some(m.left_in),
            Phase::NotKept { late: true } => Some(m.late_in),
            Phase::NotKept { late: false } | Phase::Ignored => Some(m.left_out_in),
            Phase::Ahead | Phase::Pending | Phase::Held => None,
        };
        parts.extend(ended.map(|pattern| part(pattern, seen.ended as usize)));
        let mut joined = parts.remove(0);
        for next in parts {
            joined = self.say(m.then, &[("before", joined.into()), ("next", next.into())]);
        }
        self.say(m.story, &[("parts", self.capital(joined))])
    }

    fn capital(&self, spans: Vec<Span>) -> Arg {
        self.say("{Spans}", &[("spans", spans.into())]).into()
    }
}

pub(super) fn is_match(effect: &Effect, a: RowId, b: RowId) -> bool {
    match *effect {
        Effect::Matched { left, right } | Effect::VersionTaken { left, right } => {
            (left, right) == (a, b) || (left, right) == (b, a)
        }
        _ => false,
    }
}

fn comes_out(effect: &Effect, row: RowId) -> bool {
    matches!(*effect, Effect::Emitted { left, right, .. } if left == Some(row) || right == Some(row))
}
