//! What takes longer than a person should wait for: asked of whoever runs it, heard of, and what is left to the page done a
//! little at a time.

use super::*;

use crate::{replay::Recording, ui::worker::Heard, workspace::LONG};

/// How long the page does such things at a time, ms.
const TURN: f64 = 6.0;
/// A hand that drags rests once what it stands for was the same for so long, ms.
const REST: u32 = 200;

/// Whether a recording is of a script that is not run at once.
pub(super) fn is_long(recording: &Recording) -> bool {
    recording.scenario().script.len() >= LONG
}

impl App {
    /// Passes on what the workspace asks for, and sees to it that what is left to be done here is.
    pub(super) fn run_on(&mut self, ctx: &Context<Self>) {
        if !is_long(self.workspace.settled().0) {
            self.charted = None;
        }
        let busy =
            self.workspace.asks() || !self.told_by.is_empty() || self.workspace.is_busy() || self.writing.is_some();
        if (busy || self.charts_wait()) && self.going_on.is_none() {
            let link = ctx.link().clone();
            let after = if self.workspace.sketches() { REST } else { 0 };
            self.going_on = Some(Timeout::new(after, move || link.send_message(Msg::GoOn)));
        }
    }

    /// Drawing charts of a long script takes its time: not while it runs, and not together with anything else.
    fn charts_wait(&self) -> bool {
        let (settled, _) = self.workspace.settled();
        let shown = self.charted.as_ref().is_some_and(|charted| Rc::ptr_eq(charted, settled));
        is_long(settled) && !shown && self.workspace.progress().is_none()
    }

    pub(super) fn heard(&mut self, ctx: &Context<Self>, heard: Heard) {
        match heard {
            Heard::Slice(generation, slice) => self.told_by.push_back((generation, slice)),
            Heard::Lost => {
                self.told_by.clear();
                self.workspace.lost();
            }
        }
        self.run_on(ctx);
    }

    /// Does a little of what is left to be done here.
    pub(super) fn go_on(&mut self, ctx: &Context<Self>) -> bool {
        self.going_on = None;
        // By itself: neither saying it nor what it was asked for takes little.
        let rests = self.workspace.sketches();
        if let Some(ask) = self.workspace.ask() {
            self.told_by.clear();
            self.hands.ask(ask);
            self.run_on(ctx);
            return false;
        }
        if rests {
            self.run_on(ctx);
            return true;
        }
        let start = js_sys::Date::now();
        let mut changed = false;
        let before = Rc::clone(self.workspace.recording());
        while js_sys::Date::now() - start < TURN && Rc::ptr_eq(&before, self.workspace.recording()) {
            if let Some((generation, slice)) = self.told_by.pop_front() {
                changed |= self.workspace.heard(generation, &slice);
            } else if self.workspace.is_busy() {
                changed |= self.workspace.go_on(LONG / 4);
            } else if self.writing.is_some() {
                let before = self.kept;
                changed |= self.keep_on(LONG / 4) && self.kept != before;
            } else if !changed && self.charts_wait() {
                self.charted = Some(Rc::clone(self.workspace.settled().0));
                changed = true;
                break;
            } else {
                break;
            }
        }
        if !Rc::ptr_eq(&before, self.workspace.recording()) {
            self.moving.settle();
            let (recording, view) = self.workspace.settled();
            self.sight.turn(recording, view, Change::Other);
        }
        self.run_on(ctx);
        changed
    }
}
