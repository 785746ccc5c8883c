//! What the app does while joins stand side by side: the playhead runs through the script, and each side is chosen.
//!
//! The script and the step are the workspace's own; only what stands beside it is kept here.

use std::{cell::RefCell, rc::Rc};

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::{App, Msg, Page};
use crate::{
    compare::{Compared, Comparison, Preset, Which},
    scenario::Dialect,
    stage::Extent,
    workspace::{Action, Edit, Selection},
};

/// The comparison as chosen, and the runs last shown of it.
#[derive(Default)]
pub struct Comparing {
    pub chosen: Comparison,
    /// Selected on the stages here; the workspace keeps its own.
    pub selected: Option<Selection>,
    /// The stretch of event time that both stages show; `None`: all of it.
    pub extent: Option<Extent>,
    /// A real run stands beside the workspace's scenario, in place of joins.
    pub real: Option<Rc<Real>>,
    /// Running takes time: it is done anew only when the script or a setup is another.
    shown: RefCell<Option<Rc<Compared>>>,
}

/// The file of a real run.
#[derive(Clone, Debug, PartialEq)]
pub struct Real {
    pub name: String,
    pub text: String,
}

/// What a person asks of a comparison.
#[derive(Clone, Debug)]
pub enum Compare {
    /// A known pair; `None`: the workspace's join beside what tells most.
    Show(Option<Preset>),
    /// A change of a side's setup.
    Edit(Which, Edit),
    Engine(Which, Dialect),
    OnlyDifferences(bool),
    /// To the next step that differs, or back to the one before.
    Difference {
        back: bool,
    },
    /// A side's script into the workspace, as one edit.
    Open(Which),
    /// Joins in place of a real run.
    Joins,
}

impl App {
    pub(super) fn compared(&self) -> Rc<Compared> {
        let (recording, _) = self.workspace.settled();
        let setups = self.comparing.chosen.setups(recording.scenario());
        let mut shown = self.comparing.shown.borrow_mut();
        match &*shown {
            Some(compared) if compared.is_of(recording.scenario(), &setups) => Rc::clone(compared),
            _ => Rc::clone(shown.insert(Rc::new(Compared::new(recording, &setups)))),
        }
    }

    /// The step of the comparison, within the script as it is now.
    pub(super) fn compared_step(&self) -> usize {
        self.comparing.chosen.step.min(self.compared_steps())
    }

    /// How many steps there are to see.
    pub(super) fn compared_steps(&self) -> usize {
        match self.comparing.real {
            Some(_) => self.workspace.settled().0.len(),
            None => self.compared().steps(),
        }
    }

    /// Whether any run that is shown emits something in a step.
    fn compared_emits(&self, step: usize) -> bool {
        match self.comparing.real {
            Some(_) => self.workspace.settled().0.emitted(step).next().is_some(),
            None => self.compared().emits(step),
        }
    }

    /// Sets a real run beside the workspace's scenario.
    pub(super) fn open_real(&mut self, name: String, text: String) {
        self.dialog = None;
        self.player = None;
        self.comparing.real = Some(Rc::new(Real { name, text }));
        self.show_page(Page::Compare);
    }

    /// Turns to a page; the step shown goes along.
    pub(super) fn turn_to(&mut self, page: Page) {
        if self.page == Page::Compare && page != Page::Compare {
            self.follow_comparison();
        }
        if page == Page::Compare && self.page != Page::Compare {
            self.comparing.chosen.step = self.workspace.settled_cursor();
        }
        self.page = page;
    }

    /// Shows the comparison that the page's link asks for, if it does.
    pub(super) fn compare_linked(&mut self) {
        let Some(word) = self.link.query.compare.as_deref() else { return };
        if let Some(preset) = Preset::of_word(word) {
            self.comparing.chosen.choose(self.workspace.scenario(), preset);
        } else if let Some(chosen) = Comparison::of_word(word) {
            self.comparing.chosen = chosen;
        } else {
            return;
        }
        self.turn_to(Page::Compare);
    }

    /// Shows in the workspace the step that the comparison shows.
    pub(super) fn follow_comparison(&mut self) {
        // A refused setup has no step to show, and keeps the one that it showed.
        if !self.workspace.settled().0.is_empty() {
            let step = self.compared_step();
            self.workspace.act(Action::Seek(step));
        }
    }

    /// What a message does while the comparison is shown; `None`: what it does anywhere.
    pub(super) fn update_comparison(&mut self, ctx: &Context<Self>, msg: &Msg) -> Option<bool> {
        let (step, steps) = (self.compared_step(), self.compared_steps());
        let to = match msg {
            Msg::Do(Action::Seek(step)) => *step,
            Msg::Step { back: true, to_output: false } => step.saturating_sub(1),
            Msg::Step { back: false, to_output: false } => step + 1,
            Msg::Step { back, to_output: true } => {
                let emits = |step: &usize| self.compared_emits(*step);
                if *back {
                    (1..step).rev().find(emits).unwrap_or(0)
                } else {
                    (step + 1..=steps).find(emits).unwrap_or(steps)
                }
            }
            Msg::Play => {
                if self.player.take().is_none() {
                    self.play(ctx);
                    if step < steps {
                        return self.update_comparison(ctx, &Msg::Tick);
                    }
                    self.comparing.chosen.step = 0;
                }
                return Some(true);
            }
            Msg::Tick => {
                if step + 1 >= steps {
                    self.player = None;
                }
                return Some(self.show_compared(ctx, step + 1));
            }
            Msg::Do(Action::Select(row)) => {
                let changed = self.comparing.selected != *row;
                self.comparing.selected.clone_from(row);
                return Some(changed);
            }
            Msg::Do(Action::SelectAlso(row)) => {
                self.comparing.selected = Some(row.clone());
                return Some(true);
            }
            Msg::Do(Action::SelectRows(_) | Action::SelectWatermark(_)) => return Some(false),
            Msg::Zoom(extent) => {
                let changed = self.comparing.extent != *extent;
                self.comparing.extent = *extent;
                return Some(changed);
            }
            Msg::Escape => {
                let selected = self.comparing.selected.take().is_some();
                return Some(self.comparing.extent.take().is_some() || selected);
            }
            Msg::Do(Action::Undo | Action::Redo) => return Some(false),
            Msg::Compare(asked) => return Some(self.ask_comparison(ctx, asked)),
            _ => return None,
        };
        self.player = None;
        Some(self.show_compared(ctx, to))
    }

    fn show_compared(&mut self, ctx: &Context<Self>, step: usize) -> bool {
        self.comparing.chosen.step = step.min(self.compared_steps());
        let link = ctx.link().clone();
        self.pending = Some(Timeout::new(150, move || link.send_message(Msg::Persist)));
        true
    }

    fn ask_comparison(&mut self, ctx: &Context<Self>, asked: &Compare) -> bool {
        let base = Rc::clone(self.workspace.scenario());
        let chosen = &mut self.comparing.chosen;
        match asked {
            Compare::Show(None) => chosen.reset(),
            Compare::Show(Some(preset)) => chosen.choose(&base, *preset),
            Compare::Edit(which, edit) => chosen.edit(&base, *which, edit),
            Compare::Engine(which, to) => chosen.switch(&base, *which, *to),
            Compare::OnlyDifferences(only) => chosen.only_differences = *only,
            Compare::Joins => self.comparing.real = None,
            Compare::Difference { back } => {
                self.player = None;
                let to = self.compared().next_difference(self.compared_step(), *back);
                return to.is_some_and(|to| self.show_compared(ctx, to));
            }
            Compare::Open(which) => {
                let compared = self.compared();
                let Some(run) = compared.run(*which) else { return false };
                let (scenario, show) = (Box::new((**run.scenario()).clone()), run.step_at(self.compared_step()));
                self.show_page(Page::Workspace);
                let edit = Edit::Whole { scenario, show };
                // What is there already is no edit.
                if **run.scenario() != *base {
                    self.act(ctx, Action::Edit(edit));
                }
                return true;
            }
        }
        true
    }
}
