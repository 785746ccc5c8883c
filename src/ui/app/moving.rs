//! How the page comes to what it shows: one step forward moves, all else fades, and any input finishes both. While a held
//! pointer makes steps fly by, nothing fades, and what is read, not looked at, follows when they rest.

use super::*;

use gloo::{
    events::{EventListenerOptions, EventListenerPhase},
    render::{AnimationFrame, request_animation_frame},
};

use crate::{
    replay::View,
    stage::motion::{Motion, motion},
};

/// What moves now.
#[derive(Default)]
pub(super) struct Moving {
    /// How the step shown moves, or moved.
    motion: Option<Rc<Motion>>,
    /// Something moves or fades: counted, so that the next begins anew.
    active: bool,
    turns: u32,
    /// What moved is over, and is to be drawn so: with what the same input leads to, or in the next frame.
    due: Option<AnimationFrame>,
    /// Steps fly by: what the tables and Why show until they rest.
    passed: Option<(Rc<View>, Timeout)>,
    /// When another step came last, ms.
    last: f64,
}

/// Steps that come so soon one after another fly by, ms.
const FLY: f64 = 120.0;

impl Moving {
    pub(super) fn motion(&self) -> Option<&Rc<Motion>> {
        self.motion.as_ref()
    }

    /// What the tables and Why show.
    pub(super) fn read<'v>(&'v self, view: &'v Rc<View>) -> &'v Rc<View> {
        self.passed.as_ref().map_or(view, |(passed, _)| passed)
    }

    /// Whether steps fly by.
    pub(super) fn flies(&self) -> bool {
        self.passed.is_some()
    }

    pub(super) fn turn(&self) -> Option<u32> {
        self.active.then_some(self.turns)
    }

    /// What moved is over, and what waited for steps to rest follows.
    pub(super) fn tell(&mut self) -> bool {
        self.due.take().is_some() | self.passed.take().is_some()
    }

    /// All is drawn as it is.
    pub(super) fn drawn(&mut self) {
        self.due = None;
    }

    /// Whatever moves is where it goes.
    pub(super) fn settle(&mut self) -> bool {
        self.active = false;
        self.motion.take().is_some() | self.passed.take().is_some()
    }

    /// Another step is shown than before: whatever moved is over, and the new picture comes.
    pub(super) fn turn_to(&mut self) {
        self.settle();
        self.turns = self.turns.wrapping_add(1);
        self.active = !reduced();
    }

    /// One more step of those that a held pointer passes is shown; `passed` is what was read before.
    fn fly(&mut self, passed: Rc<View>, rested: impl FnOnce() + 'static) {
        let now = js_sys::Date::now();
        if now - std::mem::replace(&mut self.last, now) < FLY {
            self.active = false;
            self.passed = Some((passed, Timeout::new(FLY as u32, rested)));
        }
    }
}

impl App {
    /// One step forward, which moves.
    pub(super) fn step_on(&mut self, ctx: &Context<Self>) -> bool {
        let before = Rc::clone(self.workspace.settled().1);
        let next = before.step + 1;
        if !self.turn(ctx, Action::Seek(next)).unwrap_or(false) {
            return false;
        }
        let (recording, view) = self.workspace.settled();
        if view.step == next && !reduced() {
            self.moving.motion = Some(Rc::new(motion(recording, &before, view)));
        }
        true
    }

    /// A step that a held pointer passes.
    pub(super) fn scrub(&mut self, ctx: &Context<Self>, step: usize) -> bool {
        let passed = Rc::clone(self.moving.read(self.workspace.settled().1));
        let changed = self.turn(ctx, Action::Seek(step)).unwrap_or(false);
        if changed {
            let link = ctx.link().clone();
            self.moving.fly(passed, move || link.send_message(Msg::Told));
        }
        changed
    }

    /// An input came: whatever moves is where it goes. Mostly the input leads to another picture, which then is the only one.
    pub(super) fn finish(&mut self, ctx: &Context<Self>) {
        if self.moving.settle() {
            let link = ctx.link().clone();
            self.moving.due = Some(request_animation_frame(move |_| link.send_message(Msg::Told)));
        }
    }

    /// Any input finishes what moves.
    pub(super) fn finish_on_input(&mut self, ctx: &Context<Self>) {
        let first = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
        for name in ["pointerdown", "keydown", "wheel", "touchstart"] {
            let link = ctx.link().clone();
            self.listeners.push(EventListener::new_with_options(&gloo::utils::window(), name, first, move |_| {
                link.send_message(Msg::Moved)
            }));
        }
    }

    /// How much longer than at 1× everything takes.
    pub(super) fn rate(&self) -> String {
        format!("--rate:{}", 4.0 / f64::from(self.speed.max(1)))
    }
}

fn reduced() -> bool {
    let query = gloo::utils::window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    query.is_some_and(|query| query.matches())
}
