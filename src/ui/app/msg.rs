//! What a person asks for, and what is open on the page.

use std::rc::Rc;

use web_sys::{File, FileList, HtmlInputElement};
use yew::prelude::*;

use super::Compare;
use crate::{
    link::{Look, Pane, Theme, message::In},
    scenario::{Dialect, Lang, Problem, Push, Scenario, Side},
    sinks::Choice,
    stage::Extent,
    ui::{from_code, ingest::Given},
    workspace::{Action, Edit, ToSpark},
};

/// What a person asked for, or what came of it.
#[derive(Clone, Debug)]
pub enum Msg {
    Do(Action),
    /// Show this step: one of many that a held pointer passes.
    Scrub(usize),
    /// Play or pause.
    Play,
    Tick,
    /// A step on or back; to the next that puts something out, if asked.
    Step {
        back: bool,
        to_output: bool,
    },
    Escape,
    /// In quarters: 4 is once.
    Speed(u32),
    Lang(Lang),
    /// Switch the engine: at once where nothing is lost, else after asking.
    Engine(Dialect),
    /// The engine switched, as asked.
    Convert(Dialect, ToSpark),
    Theme(Theme),
    Dialog(Option<Dialog>),
    ToggleSettings,
    Tab(Tab),
    /// What stands beside the states.
    Pane(Pane),
    /// The sink whose table is shown.
    Sink(Choice),
    Steps(super::StepsMsg),
    /// A person does something else: what moves is where it goes.
    Moved,
    /// What moved is over, and Why tells of it.
    Told,
    Page(Page),
    Gallery(crate::ui::gallery::Ask),
    /// Asked of the comparison.
    Compare(Compare),
    /// A scenario that is served with the page, by its name.
    OpenExample(&'static str),
    // ---- rows
    /// A click on a lane: the row is added there, and an editor opens at the place.
    AddAt(Push, (i32, i32)),
    /// The same, once what was typed in the editor before is kept.
    AddNext(Push, (i32, i32)),
    /// A form for a new row of what is selected, at the newest time.
    AddEvent,
    /// A form for a new row.
    OpenForm(Push),
    EditRow(usize),
    Duplicate(usize),
    Delete(usize),
    /// All selected rows, as one edit.
    DuplicateChosen,
    DeleteChosen,
    /// A -D of the row that this step pushed.
    TakeBack(usize),
    Keep(Push),
    CancelForm,
    // ---- watermarks
    FocusWatermark(Side),
    WatermarkDraft(Side, Option<String>),
    MoveWatermarks,
    // ---- files
    ChooseFile,
    Files(FileList),
    Read {
        name: String,
        bytes: Result<Vec<u8>, ()>,
    },
    Pasted(String),
    /// Files of events are looked at, besides those that are looked at already.
    Events(Vec<Given>),
    /// These and no others.
    OnlyEvents(Vec<Given>),
    /// The events are brought in, as one edit.
    BroughtIn(Rc<Scenario>),
    /// The scenario or lesson among files that were looked into: the first one, and whether there are more.
    Other(File, bool),
    Opened(Rc<Scenario>),
    /// Streams were made in the dialog.
    Generated(Edit),
    Save,
    Empty,
    /// The scenario of the first visit.
    FirstVisit,
    Notice(Option<String>),
    Lesson(crate::ui::lesson::Ask),
    // ---- links
    /// The address has another link now.
    Arrive,
    /// A text that should be a link or a file.
    OpenText {
        name: String,
        text: String,
    },
    /// A scenario's text, and a real run to be set beside it.
    Beside {
        name: String,
        scenario: String,
        real: String,
    },
    /// The scenario that a link names, as it was served.
    Served {
        name: String,
        text: Option<String>,
    },
    /// The bar about a broken link is closed.
    Unbroken,
    // ---- the picture
    Look(Look),
    /// This part of the event time; `None`: all of it.
    Zoom(Option<Extent>),
    /// Whether the picture moves to the step shown.
    Follow(bool),
    // ---- the page
    StageWidth(i32),
    Size(i32, i32),
    /// The part that does more than looking has come, or could not be had.
    Come(bool),
    /// All reasons over an embedded stage, or one.
    ToggleReasons,
    /// What the host of an embedded page asks.
    Host(In),
    /// Whoever runs long scripts has told something.
    Heard(crate::ui::worker::Heard),
    /// What is left to be done here is gone on with.
    GoOn,
    /// The page is left.
    Leave,
    Persist,
    Dropping(bool),
    SystemTheme,
}

#[derive(Clone, Debug)]
pub enum Dialog {
    Help,
    /// Streams made from parameters.
    Generate,
    Share,
    /// A field to paste a whole link into.
    PasteLink,
    /// What switching to this engine does to the script.
    Switch(Dialect),
    /// Events of one's own, out of these files.
    Events(Rc<Vec<Given>>),
    /// A setup out of code: what was pasted or opened, or what is still in the field.
    Code(Option<Rc<from_code::Given>>),
    /// A file that is no scenario: its name, its text, what is wrong.
    Import {
        name: String,
        text: Rc<str>,
        problems: Rc<Vec<Problem>>,
    },
}

/// What narrow screens show one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Why,
    Rows,
    /// What stands beside the states where there is room.
    Third(Pane),
    Charts,
    Code,
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Workspace,
    Lessons,
    Scenarios,
    Compare,
    Reference,
    /// How much state a join holds.
    Estimate,
}

impl Page {
    /// Where the page is, behind the address: the browser's Back leads from one to the other.
    pub fn hash(self) -> &'static str {
        match self {
            Page::Workspace => "#workspace",
            Page::Lessons => "#lessons",
            Page::Scenarios => "#scenarios",
            Page::Compare => "#compare",
            Page::Reference => "#reference",
            Page::Estimate => "#estimate",
        }
    }

    pub(super) fn here() -> Self {
        match gloo::utils::window().location().hash().as_deref() {
            Ok("#lessons") => Page::Lessons,
            Ok("#scenarios") => Page::Scenarios,
            Ok("#compare") => Page::Compare,
            Ok("#reference") => Page::Reference,
            Ok("#estimate") => Page::Estimate,
            _ => Page::Workspace,
        }
    }
}

impl Msg {
    /// The files that an input has now.
    pub(super) fn or_files(self, event: Event) -> Msg {
        event.target_unchecked_into::<HtmlInputElement>().files().map_or(self, Msg::Files)
    }
}
