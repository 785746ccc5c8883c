//! Partitions that hold their side back, and sides that are idle.

use super::{Emits, Glyph, Story};
use crate::{
    engine::{Effect, effect::Cause},
    explain::{
        Span, Words,
        format::{Arg, run_on},
    },
    replay::View,
    scenario::Side,
};

/// What a step's effects say of sources.
#[derive(Default)]
pub(super) struct SourceFacts {
    /// The partition that a row came from, the mark that it has now, and whether it was idle.
    heard: Option<(Side, u32, i64, bool)>,
    holds: Option<(Side, u32)>,
    idle: Vec<(Side, u32)>,
    sides_idle: Vec<Side>,
    active: bool,
    catching_up: bool,
    /// The sides' watermarks that moved.
    marks: Vec<(Side, i64, Cause)>,
}

impl SourceFacts {
    pub fn take(&mut self, effect: &Effect) {
        match *effect {
            Effect::Heard { side, partition, mark, woken } => self.heard = Some((side, partition, mark, woken)),
            Effect::PartitionHolds { side, by } => self.holds = Some((side, by)),
            Effect::PartitionIdle { side, partition } => self.idle.push((side, partition)),
            Effect::SideIdle { side } => self.sides_idle.push(side),
            Effect::SideActive { .. } => self.active = true,
            Effect::CatchingUp { .. } => self.catching_up = true,
            Effect::Watermark { side, to, cause } => self.marks.push((side, to, cause)),
            _ => {}
        }
    }

    /// The side that moved, and does not count yet.
    pub fn is_catching_up(&self) -> bool {
        self.catching_up
    }
}

impl Words<'_> {
    /// Whether a side has several partitions.
    pub(in crate::explain) fn is_partitioned(&self, side: Side) -> bool {
        self.partitions(side) > 1
    }

    /// Whether a side has an idle timeout.
    pub(in crate::explain) fn may_be_idle(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.scenario().streams[side].watermark.idle_timeout().is_some())
    }

    pub(in crate::explain) fn partitions(&self, side: Side) -> u32 {
        self.scenario().streams[side].watermark.partitions()
    }

    /// The side's watermark is this partition's mark.
    pub(in crate::explain) fn made_by(&self, side: Side, cause: Cause) -> Option<Vec<Span>> {
        let m = &self.m.sources;
        let (pattern, partition) = match cause {
            Cause::Slowest { partition } => (m.slowest, partition),
            Cause::AllIdle { partition } => (m.furthest, partition),
            Cause::Step | Cause::Newest { .. } => return None,
        };
        Some(self.say(pattern, &[("partition", number(partition)), ("stream", self.stream(side).into())]))
    }

    /// "Partition 1", "Partitions 0 and 2".
    fn partition_names(&self, partitions: &[u32]) -> Arg {
        let m = &self.m.sources;
        match partitions {
            [one] => self.say(m.partition, &[("partition", number(*one))]).into(),
            _ => {
                let all = partitions.iter().map(u32::to_string).collect::<Vec<_>>().join(self.m.why.comma);
                self.say(m.partitions, &[("partitions", all.into())]).into()
            }
        }
    }
}

fn number(partition: u32) -> Arg {
    partition.to_string().into()
}

impl Story<'_, '_> {
    /// A row came from a partition: whether that was idle, and who holds its side.
    pub(super) fn partition_heard(&mut self) {
        let (words, m, facts) = (self.words, &self.words.m.sources, &self.facts.sources);
        let Some((side, partition, mark, woken)) = facts.heard else { return };
        let args = |view: &View| {
            vec![
                ("partition", number(partition)),
                ("stream", words.stream(side).into()),
                ("mark", words.at(mark)),
                ("time", words.at_or_none(view.watermark[side])),
            ]
        };
        let mut args = args(self.view);
        if woken && words.is_partitioned(side) {
            self.add(6, Glyph::Watermark, m.woken, &args);
        }
        if facts.active {
            self.add(7, Glyph::Watermark, m.active, &args);
        }
        let Some((_, by)) = facts.holds else { return };
        let by_mark = self.view.partition(side, by).mark;
        args.extend([("by", number(by)), ("by_mark", words.at_or_none(by_mark))]);
        let pattern = match by_mark {
            Some(_) if by == partition => m.holds_itself,
            Some(_) => m.holds,
            None => m.holds_none,
        };
        self.add(7, Glyph::Watermark, pattern, &args);
    }

    /// The clock moved: who is idle now, and what that lets go.
    pub(super) fn idle(&mut self) {
        let (words, m, view) = (self.words, &self.words.m.sources, self.view);
        let facts = &self.facts.sources;
        if facts.idle.is_empty() && facts.sides_idle.is_empty() {
            if self.facts.clock.is_some() && words.ttl().is_none() {
                self.add(5, Glyph::Nothing, m.none_idle, &[]);
            }
            return;
        }
        for side in Side::BOTH {
            let mine: Vec<u32> = facts.idle.iter().filter(|(of, _)| *of == side).map(|(_, it)| *it).collect();
            let timeout = words.scenario().streams[side].watermark.idle_timeout().unwrap_or(0);
            let mut args = vec![("stream", words.stream(side).into()), ("timeout", words.duration(timeout).into())];
            if mine.is_empty() {
                continue;
            }
            let pattern = if words.is_partitioned(side) { m.idle } else { m.idle_alone };
            args.push(("partitions", words.partition_names(&mine)));
            self.add(9, Glyph::Clock, pattern, &args);
        }
        for (side, to, cause) in &facts.marks {
            let moved = [("stream", words.stream(*side).into()), ("time", words.at(*to))];
            let head = words.say(words.m.why.moved, &moved);
            let spans = run_on(words.lang, std::iter::once(head).chain(words.made_by(*side, *cause)));
            self.add_spans(7, Glyph::Watermark, spans, &[], Emits::Nothing);
        }
        if !words.follows_watermark() {
            return;
        }
        let idle = match facts.sides_idle[..] {
            [] => None,
            _ if view.idle.left && view.idle.right => Some(words.say(m.both_idle, &[])),
            [side, ..] => {
                let other = words.stream(side.other()).into();
                Some(words.say(m.side_idle, &[("stream", words.stream(side).into()), ("other", other)]))
            }
        };
        let join = match self.facts.join {
            Some((before, to)) => {
                Some(words.say(m.join_moved, &[("time", words.at(to)), ("before", words.at_or_none(before))]))
            }
            None => view.join_watermark.map(|at| words.say(m.join_stays, &[("time", words.at(at))])),
        };
        let spans = run_on(words.lang, idle.into_iter().chain(join));
        if !spans.is_empty() {
            self.add_spans(8, Glyph::Watermark, spans, &[], Emits::Nothing);
        }
    }
}
