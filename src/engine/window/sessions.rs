//! The open sessions of one key: they never overlap or touch, for what touches is one session.

use std::collections::BTreeMap;

use super::{
    super::effect::{Effect, Key, Sink, Span},
    pane::Pane,
};
use crate::scenario::Side;

#[derive(Clone, Debug, Default)]
pub(super) struct Sessions {
    open: BTreeMap<Span, Pane>,
}

impl Sessions {
    /// What a row's own window becomes with the open sessions that it overlaps or touches, and how many those are.
    pub fn merged(&self, own: Span) -> (Span, usize) {
        let mut to = own;
        let mut touching = 0;
        for span in self.touching(own) {
            to = Span { start: to.start.min(span.start), end: to.end.max(span.end) };
            touching += 1;
        }
        (to, touching)
    }

    fn touching(&self, own: Span) -> impl Iterator<Item = Span> + '_ {
        // In order of start they are in order of end, too.
        let until = Span { start: own.end, end: i64::MAX };
        self.open.range(..=until).rev().map(|(span, _)| *span).take_while(move |span| span.end >= own.start)
    }

    /// Makes one session of a row's own window and the open ones that it touches, and tells how. `to` is what
    /// [`Sessions::merged`] gave.
    pub fn open(&mut self, own: Span, to: Span, side: Option<Side>, key: Key, sink: &mut impl Sink) -> &mut Pane {
        let mut gone: Vec<Span> = self.touching(own).collect();
        gone.reverse();
        if gone.is_empty() {
            sink.effect(Effect::SessionOpened { side, key, span: to });
        }
        let mut pane = Pane::default();
        let merges = gone.len() > 1;
        for from in gone {
            if merges {
                sink.effect(Effect::SessionMerged { side, key, from, to });
            } else if from != to {
                sink.effect(Effect::SessionGrown { side, key, from, to });
            }
            if let Some(rows) = self.open.remove(&from) {
                pane.absorb(rows);
            }
        }
        self.open.entry(to).or_insert(pane)
    }

    /// The window itself, merged with nothing.
    pub fn plain(&mut self, span: Span) -> &mut Pane {
        self.open.entry(span).or_default()
    }

    pub fn get(&mut self, span: &Span) -> Option<&mut Pane> {
        self.open.get_mut(span)
    }

    pub fn close(&mut self, span: &Span) -> Option<Pane> {
        self.open.remove(span)
    }
}
