//! What takes longer than a person should wait for: asked of whoever runs it, heard of, and what is left to the page done a
//! little at a time.

use super::*;

use crate::{ui::worker::Heard, workspace::LONG};

/// How long the page does such things at a time, ms.
const TURN: f64 = 6.0;

impl App {
    /// Passes on what the workspace asks for.
    pub(super) fn run_on(&mut self, ctx: &Context<Self>) {
        if let Some(ask) = self.workspace.ask() {
            self.hands.ask(ask);
        }
        if (self.workspace.is_busy() || self.writing.is_some()) && self.going_on.is_none() {
            let link = ctx.link().clone();
            self.going_on = Some(Timeout::new(0, move || link.send_message(Msg::GoOn)));
        }
    }

    pub(super) fn heard(&mut self, ctx: &Context<Self>, heard: Heard) -> bool {
        let before = Rc::clone(self.workspace.recording());
        let changed = match heard {
            Heard::Slice(generation, slice) => self.workspace.heard(generation, &slice),
            Heard::Lost => {
                self.workspace.lost();
                false
            }
        };
        self.run_on(ctx);
        if !Rc::ptr_eq(&before, self.workspace.recording()) {
            self.moving.settle();
            let (recording, view) = self.workspace.settled();
            self.sight.turn(recording, view, Change::Other);
        }
        changed
    }

    pub(super) fn go_on(&mut self, ctx: &Context<Self>) -> bool {
        self.going_on = None;
        let start = js_sys::Date::now();
        let mut changed = false;
        while js_sys::Date::now() - start < TURN {
            if self.workspace.is_busy() {
                changed |= self.workspace.go_on(LONG / 4);
            } else if self.writing.is_some() {
                let before = self.kept;
                changed |= self.keep_on(LONG / 4) && self.kept != before;
            } else {
                break;
            }
        }
        self.run_on(ctx);
        changed
    }
}
