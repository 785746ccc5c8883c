//! Files of events: what is in them, how they are read, and what comes of it. Nothing is brought in before a person says so.

mod draw;
mod hands;

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::{Blob, HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

pub use hands::work;

use super::{ByRc, dialog::refocus, file, sheet};
use crate::{
    explain::{format::fill_plain, messages::Ingest},
    ingest::{
        Arrival, Ask, Every, FilePlan, Format, Marks, Of, Order, Outcome, Plan, Present, Role, Seen, Survey, Told,
        form_of, steps_from_bytes, title,
    },
    scenario::{Lang, Scenario, Side},
};
use hands::Hands;

/// How long a person's hand rests before all is read again, ms.
const REST: u32 = 200;

/// A file that was dropped, chosen or pasted.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    pub name: String,
    pub blob: Blob,
}

impl Given {
    pub fn text(name: &str, text: &str) -> Option<Self> {
        Some(Given { name: name.to_string(), blob: file::blob("text/plain", text.as_bytes())? })
    }
}

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub given: ByRc<Vec<Given>>,
    /// What they are brought into.
    pub present: ByRc<Scenario>,
    pub lang: Lang,
    pub on_close: Callback<()>,
    /// The files are these from now on.
    pub on_given: Callback<Vec<Given>>,
    /// Asks for files.
    pub on_choose: Callback<()>,
    pub on_bring: Callback<Rc<Scenario>>,
}

/// What a person does, or the reader tells.
pub enum Msg {
    Told(Told),
    /// All is read by the plan as it is now.
    Read,
    Stop,
    Format(usize, Format),
    Role(usize, usize, Role),
    Of(usize, Of),
    Zone(usize, i64),
    Name(Side, String),
    Arrival(Arrival),
    Marks(Side, Marks),
    Batches(Every),
    Clock(Option<i64>),
    First(Option<usize>),
    Remove(usize),
    Paste,
    TakeText,
    Bring,
}

/// How far reading is.
#[derive(Clone, Debug, PartialEq)]
enum State {
    /// The files are looked at, or there are none.
    Looking,
    /// A person's choice rests a moment before it is followed.
    Due,
    Reading(u8),
    Stopped,
    Done(Rc<Outcome>),
    /// It could not be done, and why.
    Failed(String),
}

pub struct OwnEvents {
    hands: Hands,
    seen: Vec<Seen>,
    plan: Option<Plan>,
    state: State,
    /// Counts what is asked for; answers to older questions are dropped.
    number: u32,
    due: Option<Timeout>,
    /// A field for text is open.
    pasting: bool,
    text: NodeRef,
    body: NodeRef,
    bringing: bool,
}

impl Component for OwnEvents {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        sheet::put("ingest", include_str!("../../../www/ingest.css"));
        let link = ctx.link().clone();
        let page = OwnEvents {
            hands: Hands::new(move |told| link.send_message(Msg::Told(told))),
            seen: Vec::new(),
            plan: None,
            state: State::Looking,
            number: 0,
            due: None,
            pasting: false,
            text: NodeRef::default(),
            body: NodeRef::default(),
            bringing: false,
        };
        page.give(ctx);
        page
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Props) -> bool {
        if ctx.props().given != old.given {
            self.state = State::Looking;
            self.due = None;
            self.give(ctx);
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::Told(told) => self.heard(ctx, told),
            Msg::Read => {
                self.due = None;
                let Some(plan) = &self.plan else { return false };
                self.number = self.number.wrapping_add(1);
                self.state = State::Reading(0);
                self.hands.ask(&Ask::Read { number: self.number, plan: plan.clone() });
                true
            }
            Msg::Stop => {
                self.due = None;
                self.number = self.number.wrapping_add(1);
                self.state = State::Stopped;
                self.hands.ask(&Ask::Stop);
                true
            }
            Msg::Format(file, format) => {
                let Some(plan) = self.file(file) else { return false };
                let zone = plan.zone;
                self.hands.ask(&Ask::Look { file, format, zone });
                false
            }
            Msg::Role(file, column, role) => self.change_file(ctx, file, |plan| plan.assign(column, role)),
            Msg::Of(file, of) => self.change_file(ctx, file, |plan| plan.of = of),
            Msg::Zone(file, zone) => self.change_file(ctx, file, |plan| plan.zone = zone),
            Msg::Name(side, name) => self.change(ctx, |plan| plan.names[side] = name),
            Msg::Arrival(arrival) => self.change(ctx, |plan| plan.arrival = arrival),
            Msg::Marks(side, marks) => self.change(ctx, |plan| plan.watermarks[side] = marks),
            Msg::Batches(every) => self.change(ctx, |plan| plan.batches = Some(every)),
            Msg::Clock(every) => self.change(ctx, |plan| plan.clock = every),
            Msg::First(first) => self.change(ctx, |plan| plan.first = first),
            Msg::Remove(file) => {
                let mut given = (*ctx.props().given).clone();
                if file < given.len() {
                    given.remove(file);
                }
                ctx.props().on_given.emit(given);
                false
            }
            Msg::Paste => {
                self.pasting = !self.pasting;
                true
            }
            Msg::TakeText => {
                let text = self.text.cast::<HtmlTextAreaElement>().map(|area| area.value()).unwrap_or_default();
                if text.trim().is_empty() {
                    return false;
                }
                self.pasting = false;
                let mut given = (*ctx.props().given).clone();
                given.extend(Given::text(Ingest::of(ctx.props().lang).pasted, &text));
                ctx.props().on_given.emit(given);
                true
            }
            Msg::Bring => {
                self.bringing = true;
                self.hands.ask(&Ask::Take);
                true
            }
        }
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        // A button that was pressed may have gone.
        refocus(self.body.cast::<HtmlElement>());
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        self.draw(ctx)
    }
}

impl OwnEvents {
    fn give(&self, ctx: &Context<Self>) {
        let props = ctx.props();
        if !props.given.is_empty() {
            self.hands.give(&props.given, &Present::of(&props.present), 0);
        }
    }

    fn file(&self, file: usize) -> Option<&FilePlan> {
        self.plan.as_ref()?.files.get(file)
    }

    fn heard(&mut self, ctx: &Context<Self>, told: Told) -> bool {
        let lang = ctx.props().lang;
        let m = Ingest::of(lang);
        match told {
            Told::Surveyed(survey) => {
                let Survey { files, mut plan } = *survey;
                if files.len() != ctx.props().given.len() {
                    return false;
                }
                // What a person has said of a file that is still there stays so.
                if let Some(before) = &self.plan {
                    for (at, seen) in files.iter().enumerate() {
                        let known =
                            self.seen.iter().position(|known| known.name == seen.name && known.bytes == seen.bytes);
                        if let Some(old) = known.and_then(|known| before.files.get(known))
                            && old.format == plan.files[at].format
                        {
                            plan.files[at].columns.clone_from(&old.columns);
                            plan.files[at].zone = old.zone;
                        }
                    }
                }
                (self.seen, self.plan) = (files, Some(plan));
                self.read_soon(ctx, 0)
            }
            Told::Looked { file, seen, plan } => {
                let Some(place) = self.plan.as_mut().and_then(|plan| plan.files.get_mut(file)) else { return false };
                let of = std::mem::replace(place, plan).of;
                place.of = match of {
                    Of::Side(side) => Of::Side(side),
                    // The column may be another now.
                    Of::Column(_) if place.columns.iter().all(|column| column.role != Role::Side) => {
                        Of::Side(Side::Left)
                    }
                    of => of,
                };
                self.seen[file] = *seen;
                self.read_soon(ctx, 0)
            }
            Told::Progress { number, percent } => {
                let now = State::Reading(percent);
                let changed = number == self.number && self.state != now && matches!(self.state, State::Reading(_));
                if changed {
                    self.state = now;
                }
                changed
            }
            Told::Read { number, outcome } => {
                if number == self.number {
                    self.state = State::Done(Rc::new(*outcome));
                }
                number == self.number
            }
            Told::Steps(bytes) => {
                self.bringing = false;
                let steps = steps_from_bytes(&bytes).filter(|steps| !steps.is_empty());
                let (Some(plan), Some(steps)) = (&self.plan, steps) else {
                    self.state = State::Failed(m.lost.to_string());
                    return true;
                };
                let names: Vec<&str> = ctx.props().given.iter().map(|given| &*given.name).collect();
                let scenario = plan.scenario(&ctx.props().present, &title(&names), steps);
                ctx.props().on_bring.emit(Rc::new(scenario));
                true
            }
            Told::TooLarge(bytes) => {
                (self.seen, self.plan) = (Vec::new(), None);
                let lack = crate::ingest::Lack::TooLarge(bytes);
                self.state = State::Failed(crate::explain::ingest::lack(lack, &[], |_| String::new(), lang));
                true
            }
            Told::Unreadable(name) => {
                (self.seen, self.plan) = (Vec::new(), None);
                self.state = State::Failed(fill_plain(lang, m.unreadable, &[("file", name.into())]));
                true
            }
            Told::Lost => {
                (self.seen, self.plan, self.bringing) = (Vec::new(), None, false);
                self.state = State::Failed(m.lost.to_string());
                true
            }
        }
    }

    fn change_file(&mut self, ctx: &Context<Self>, file: usize, change: impl FnOnce(&mut FilePlan)) -> bool {
        self.change(ctx, |plan| {
            if let Some(file) = plan.files.get_mut(file) {
                change(file);
            }
        })
    }

    fn change(&mut self, ctx: &Context<Self>, change: impl FnOnce(&mut Plan)) -> bool {
        if let Some(plan) = &mut self.plan {
            change(plan);
        }
        self.read_soon(ctx, REST)
    }

    /// Has all read in a while, if the plan lacks nothing.
    fn read_soon(&mut self, ctx: &Context<Self>, rest: u32) -> bool {
        // What is being read is not wanted any more.
        self.number = self.number.wrapping_add(1);
        self.hands.ask(&Ask::Stop);
        self.state = State::Due;
        let ready = self.plan.as_ref().is_some_and(|plan| plan.lacks().is_empty());
        let link = ctx.link().clone();
        self.due = ready.then(|| Timeout::new(rest, move || link.send_message(Msg::Read)));
        true
    }

    /// The role of that name for a column, with the form that its values have.
    fn role(&self, file: usize, column: usize, word: &str) -> Role {
        let now = self.file(file).and_then(|plan| plan.columns.get(column)).map(|column| column.role);
        let known = match now {
            Some(Role::Time(form) | Role::Watermark(form) | Role::Arrival(Order::Time(form))) => Some(form),
            _ => None,
        };
        let values = || {
            let rows = self.seen.get(file).into_iter().flat_map(|seen| &seen.rows);
            let values = rows.filter_map(|(_, row)| row.as_ref().ok()?.get(column));
            values.filter(|value| value.text().is_some()).collect::<Vec<_>>()
        };
        let found = known.or_else(|| form_of(&values()).map(|(form, _)| form));
        let form = || found.unwrap_or(crate::ingest::Form::Epoch(crate::units::Unit::Millis));
        match word {
            "key" => Role::Key,
            "time" => Role::Time(form()),
            "arrival" => Role::Arrival(found.map_or(Order::Place, Order::Time)),
            "watermark" => Role::Watermark(form()),
            "id" => Role::Id,
            "kind" => Role::Kind,
            "side" => Role::Side,
            "partition" => Role::Partition,
            "field" => Role::Field,
            _ => Role::Out,
        }
    }
}
