//! Looking: what the page does from its first moment on. Steps are shown, rows selected, the window has its size.

use super::*;

impl App {
    /// Does what is only looking; anything else is given back.
    pub(super) fn look(&mut self, ctx: &Context<Self>, msg: Msg) -> Result<bool, Msg> {
        // In the comparison they mean its own steps; and what was asked before comes before.
        let not_now = self.page == Page::Compare || !self.waiting.is_empty();
        Ok(match msg {
            Msg::Moved => {
                self.finish(ctx);
                false
            }
            Msg::Told => self.moving.tell(),
            Msg::StageWidth(width) => {
                let changed = width > 0 && self.stage_width != width;
                self.stage_width = if width > 0 { width } else { self.stage_width };
                changed
            }
            Msg::Size(width, height) => {
                let changed = self.width != width || self.height != height && self.link.query.embed;
                (self.width, self.height) = (width, height);
                changed
            }
            Msg::Come(came) => self.acts_came(ctx, came),
            Msg::Scrub(step) if not_now => return Err(Msg::Do(Action::Seek(step))),
            msg if not_now => return Err(msg),
            Msg::Scrub(step) => {
                let played = self.player.take().is_some();
                self.scrub(ctx, step) | played
            }
            Msg::Do(action) => {
                let seeks = matches!(action, Action::Seek(_));
                let changed = self.turn(ctx, action).map_err(Msg::Do)?;
                // A row can be looked at while it plays; whoever takes the playhead ends that.
                let played = seeks && self.player.take().is_some();
                changed | played
            }
            Msg::Play => {
                if self.player.take().is_none() {
                    self.play(ctx);
                    // At once: at half the speed the next tick is far off.
                    let (recording, _, step) = self.workspace.whole();
                    if step < recording.len() {
                        return self.look(ctx, Msg::Tick);
                    }
                    let _ = self.turn(ctx, Action::Seek(0));
                }
                true
            }
            Msg::Tick => {
                let (recording, _, step) = self.workspace.whole();
                if step + 1 >= recording.len() {
                    self.player = None;
                }
                self.step_on(ctx);
                true
            }
            Msg::Step { back, to_output } => {
                self.player = None;
                let (recording, _, step) = self.workspace.whole();
                let steps = recording.len();
                let now = step.min(steps);
                let puts_out = |step: &usize| recording.emitted(*step).next().is_some();
                if !back && !to_output && !self.workspace.previewing() {
                    return Ok(self.step_on(ctx));
                }
                let to = match (back, to_output) {
                    (false, false) => now + 1,
                    (true, false) => now.saturating_sub(1),
                    (false, true) => (now + 1..=steps).find(puts_out).unwrap_or(steps),
                    (true, true) => (1..now).rev().find(puts_out).unwrap_or(0),
                };
                self.turn(ctx, Action::Seek(to)).unwrap_or(false)
            }
            Msg::Speed(speed) => {
                self.speed = speed.max(1);
                if self.player.is_some() {
                    self.play(ctx);
                }
                true
            }
            msg => return Err(msg),
        })
    }

    /// Shows another step, or selects. Any other action is given back.
    pub(super) fn turn(&mut self, ctx: &Context<Self>, action: Action) -> Result<bool, Action> {
        let seeks = matches!(action, Action::Seek(_));
        let selects = matches!(action, Action::Select(Some(_)) | Action::SelectAlso(_)).then_some(());
        let changed = self.workspace.look(action)?;
        self.run_on(ctx);
        if !self.workspace.previewing() {
            self.bars = None;
        }
        if changed && seeks {
            self.moving.turn_to();
        }
        if changed && !self.workspace.previewing() {
            let row = selects.and_then(|()| self.workspace.selected().last().copied());
            let change = row.map_or(if seeks { Change::Step } else { Change::Other }, Change::Selected);
            let (recording, view) = self.workspace.settled();
            self.sight.turn(recording, view, change);
            self.keep_soon(ctx);
        }
        Ok(changed)
    }

    pub(super) fn keep_soon(&mut self, ctx: &Context<Self>) {
        let link = ctx.link().clone();
        self.pending = Some(Timeout::new(150, move || link.send_message(Msg::Persist)));
    }
}
