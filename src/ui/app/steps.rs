//! The list of steps as it stands on the page: what is marked, which menu and which editor are open, which order is compared.

use super::*;

use crate::{
    replay::{Recording, diff::Pairing},
    sorting,
    workspace::{StepKind, new_step, opened},
};

/// What a person asks of steps.
#[derive(Clone, Debug)]
pub enum StepsMsg {
    /// The menu of the marked steps, or of this one alone, at a place of the window.
    OpenMenu(usize, (i32, i32)),
    CloseMenu,
    Mark(usize, Marking),
    MarkAll,
    /// Only the step where the focus is stays marked.
    Unmark,
    /// A command for the marked steps; from the keyboard the focus follows.
    Run(Command),
    /// A command for one step.
    RunFor(Command, usize),
    /// An editor for a step behind the one shown.
    Insert,
    /// The marked steps, or this one alone, before the one at an index.
    Move(usize, usize),
    /// The editor's kind of step.
    Kind(StepKind),
    /// What the editor was open for.
    Keep(Step),
    Cancel,
    /// The order stays as it is, or goes back to what it was.
    Order(bool),
}

/// How a step joins what is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marking {
    Alone,
    /// Everything from where marking began.
    Range,
    /// Besides the others, or no longer.
    Also,
}

/// What is open around the steps.
#[derive(Clone, Debug, Default)]
pub struct StepsUi {
    pub menu: Option<StepMenu>,
    pub editing: Option<Editing>,
    pub order: Option<OrderShown>,
    /// Indexes of the marked steps, ascending.
    pub marked: Vec<usize>,
    /// Where marking began, and where the focus is.
    pub anchor: usize,
    pub active: Option<usize>,
    /// Counts the times that the focus is asked to go to the active step.
    pub focus: u32,
}

#[derive(Clone, Debug)]
pub struct StepMenu {
    pub indexes: Vec<usize>,
    pub at: (i32, i32),
}

/// A step being written.
#[derive(Clone, Debug)]
pub struct Editing {
    /// Where it goes, or is.
    pub at: usize,
    /// The step that is edited; `None` puts one in.
    pub index: Option<usize>,
    /// What is put in before it: the -U of a +U.
    pub before: Vec<Step>,
    pub step: Step,
    /// Whether its kind can be chosen.
    pub any_kind: bool,
    /// Told apart from the editor before.
    pub serial: u32,
}

/// Two orders of the same steps.
#[derive(Clone, Debug)]
pub struct OrderShown {
    pub before: Rc<Recording>,
    pub now: Rc<Recording>,
    pub origins: Vec<Option<usize>>,
    pub pairing: Rc<Pairing>,
    /// How many entries of undo lead back.
    undos: usize,
}

impl StepsUi {
    /// Where each thing is after an edit that leaves a step of index `origins[new]` at `new`.
    fn follow(&mut self, origins: &[Option<usize>], len: usize) {
        let mut places = vec![None; len];
        for (new, old) in origins.iter().enumerate() {
            if let Some(place) = old.and_then(|old| places.get_mut(old)) {
                *place = Some(new);
            }
        }
        let place = |old: usize| places.get(old).copied().flatten();
        self.marked = self.marked.iter().filter_map(|old| place(*old)).collect();
        sorting::sort(&mut self.marked);
        let last = origins.len().saturating_sub(1);
        self.active = self.active.map(|old| place(old).unwrap_or(old.min(last)));
        self.anchor = place(self.anchor).unwrap_or(self.anchor.min(last));
        self.editing = self.editing.take().and_then(|mut editing| {
            if let Some(index) = editing.index {
                editing.index = Some(place(index)?);
            }
            editing.at = place(editing.at).unwrap_or(editing.at.min(origins.len()));
            Some(editing)
        });
        self.menu = None;
    }

    /// Nothing of the script is known to be the same.
    fn forget(&mut self) {
        (self.marked, self.active, self.anchor) = (Vec::new(), None, 0);
        (self.editing, self.menu, self.order) = (None, None, None);
    }
}

impl App {
    pub(super) fn steps_msg(&mut self, ctx: &Context<Self>, msg: StepsMsg) -> bool {
        let len = self.workspace.scenario().script.len();
        let cursor = self.workspace.settled_cursor();
        let steps = Rc::make_mut(&mut self.steps);
        match msg {
            StepsMsg::OpenMenu(index, at) => {
                if index >= len {
                    return false;
                }
                let indexes = steps.chosen(index);
                self.player = None;
                steps.menu = Some(StepMenu { indexes, at });
            }
            StepsMsg::CloseMenu => steps.menu = None,
            StepsMsg::Mark(index, how) => {
                let index = index.min(len.saturating_sub(1));
                match how {
                    Marking::Alone => (steps.marked, steps.anchor) = (vec![index], index),
                    Marking::Range => {
                        steps.marked = (steps.anchor.min(index)..=steps.anchor.max(index)).collect();
                    }
                    Marking::Also => {
                        match steps.marked.binary_search(&index) {
                            Ok(at) => drop(steps.marked.remove(at)),
                            Err(at) => steps.marked.insert(at, index),
                        }
                        steps.anchor = index;
                    }
                }
                steps.active = Some(index);
                steps.focus += 1;
            }
            StepsMsg::MarkAll => steps.marked = (0..len).collect(),
            StepsMsg::Unmark => steps.marked = steps.active.into_iter().collect(),
            StepsMsg::Run(command) => {
                let indexes = steps.marked.clone();
                steps.focus += 1;
                return self.run(ctx, command, &indexes);
            }
            StepsMsg::RunFor(command, index) => return self.run(ctx, command, &[index]),
            StepsMsg::Insert => {
                steps.marked.clear();
                return match cursor.checked_sub(1) {
                    Some(index) => self.run(ctx, Command::InsertAfter, &[index]),
                    None => {
                        let step = new_step(self.workspace.scenario(), StepKind::Push, 0);
                        self.open_editor(Editing {
                            at: 0,
                            index: None,
                            before: Vec::new(),
                            step,
                            any_kind: true,
                            serial: 0,
                        })
                    }
                };
            }
            StepsMsg::Move(index, to) => {
                let indexes = steps.chosen(index);
                return self.reorder(ctx, Edit::Move { indexes, to });
            }
            StepsMsg::Kind(kind) => {
                let scenario = self.workspace.scenario();
                if let Some(editing) = &mut steps.editing {
                    editing.step = new_step(scenario, kind, editing.at);
                    editing.serial += 1;
                }
            }
            StepsMsg::Keep(step) => {
                let Some(editing) = steps.editing.take() else { return false };
                steps.focus += 1;
                let (edit, active) = match editing.index {
                    Some(index) => {
                        let edit = match step {
                            Step::Push(push) => rewritten(self.workspace.settled().0, index, push),
                            step => Edit::Replace { index, step },
                        };
                        (edit, index)
                    }
                    None => {
                        let mut put = editing.before;
                        put.push(step);
                        let last = editing.at.min(len) + put.len() - 1;
                        (Edit::InsertAt { at: editing.at, steps: put }, last)
                    }
                };
                self.player = None;
                self.act(ctx, Action::Edit(edit));
                let steps = Rc::make_mut(&mut self.steps);
                (steps.marked, steps.active, steps.anchor) = (vec![active], Some(active), active);
            }
            StepsMsg::Cancel => {
                steps.editing = None;
                steps.focus += 1;
            }
            StepsMsg::Order(keep) => {
                let Some(order) = steps.order.take() else { return false };
                give_back(None);
                if !keep {
                    self.player = None;
                    for _ in 0..order.undos {
                        self.act(ctx, Action::Undo);
                    }
                }
            }
        }
        true
    }

    /// Does what a command says to the steps at these indexes.
    fn run(&mut self, ctx: &Context<Self>, command: Command, indexes: &[usize]) -> bool {
        self.player = None;
        let (scenario, cursor) = (Rc::clone(self.workspace.scenario()), self.workspace.settled_cursor());
        let steps = Rc::make_mut(&mut self.steps);
        steps.menu = None;
        if command == Command::Edit {
            let Some((index, step)) = indexes.first().and_then(|index| Some((*index, scenario.script.get(*index)?)))
            else {
                return true;
            };
            if !StepKind::of(step).is_edited() {
                return true;
            }
            let editing = Editing {
                at: index,
                index: Some(index),
                before: Vec::new(),
                step: step.clone(),
                any_kind: false,
                serial: 0,
            };
            return self.open_editor(editing);
        }
        if let Some((at, before, step)) = indexes.first().and_then(|index| opened(&scenario, cursor, *index, command)) {
            let any_kind = command != Command::Update;
            return self.open_editor(Editing { at, index: None, before, step, any_kind, serial: 0 });
        }
        let Some(edit) = direct(&scenario, cursor, indexes, command) else { return true };
        match edit {
            Edit::Move { .. } => self.reorder(ctx, edit),
            edit => {
                let doubled = match &edit {
                    Edit::InsertAt { at, steps } => Some((*at..at + steps.len()).collect::<Vec<_>>()),
                    _ => None,
                };
                self.act(ctx, Action::Edit(edit));
                let steps = Rc::make_mut(&mut self.steps);
                if let Some(doubled) = doubled {
                    (steps.active, steps.anchor) = (doubled.first().copied(), doubled[0]);
                    steps.marked = doubled;
                }
                give_back(None);
                true
            }
        }
    }

    fn open_editor(&mut self, editing: Editing) -> bool {
        // One form at a time; what was added for the other stays.
        self.form = None;
        let steps = Rc::make_mut(&mut self.steps);
        let serial = steps.editing.as_ref().map_or(0, |open| open.serial + 1);
        steps.editing = Some(Editing { serial, ..editing });
        (self.tab, self.pane) = (Tab::Third(Pane::Steps), Pane::Steps);
        true
    }

    /// Moves steps, and shows what their new order changes against the one before.
    fn reorder(&mut self, ctx: &Context<Self>, edit: Edit) -> bool {
        self.player = None;
        let before = Rc::clone(self.workspace.settled().0);
        let Some(mut origins) = edit.origins(before.scenario().script.len(), self.workspace.settled_cursor()) else {
            return true;
        };
        let shown = self.steps.order.clone().filter(|order| Rc::ptr_eq(&order.now, &before));
        if !self.act(ctx, Action::Edit(edit)) || Rc::ptr_eq(self.workspace.settled().0, &before) {
            return true;
        }
        let now = Rc::clone(self.workspace.settled().0);
        let (before, undos) = match shown {
            // A move after a move: both together against the order before them.
            Some(order) => {
                origins =
                    origins.iter().map(|old| old.and_then(|old| order.origins.get(old).copied().flatten())).collect();
                (order.before, order.undos + 1)
            }
            None => (before, 1),
        };
        let pairing = Rc::new(Pairing::of_origins(&origins));
        let back = origins.iter().enumerate().all(|(new, old)| *old == Some(new));
        Rc::make_mut(&mut self.steps).order = (!back).then_some(OrderShown { before, now, origins, pairing, undos });
        // On narrow screens the panel stands over the list.
        self.tab = Tab::Third(Pane::Steps);
        true
    }

    /// Keeps what is open around the steps at its step, after an action that changed the scenario.
    pub(super) fn steps_follow(&mut self, origins: Option<Vec<Option<usize>>>, len: usize) {
        let steps = Rc::make_mut(&mut self.steps);
        match origins {
            Some(origins) => steps.follow(&origins, len),
            None => steps.forget(),
        }
        if steps.order.as_ref().is_some_and(|order| !Rc::ptr_eq(&order.now, self.workspace.settled().0)) {
            steps.order = None;
        }
    }
}

impl StepsUi {
    /// The marked steps if this one is among them, else this one alone, which is marked then.
    fn chosen(&mut self, index: usize) -> Vec<usize> {
        if self.marked.binary_search(&index).is_err() {
            (self.marked, self.anchor, self.active) = (vec![index], index, Some(index));
        }
        self.marked.clone()
    }
}
