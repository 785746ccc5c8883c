//! Somebody's code, and the setup that is read from it: what was understood is marked in the text, and listed; what was not
//! is told with its place. Nothing is opened before a person says so.
//!
//! The field keeps its text itself. Behind it lie the marks, line by line, in letters of the same size; a list beside it has the
//! same findings. What is pointed at or holds the caret in one is lit in both.

mod draw;

use std::{cell::RefCell, ops::Range, rc::Rc};

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{ByRc, dialog::refocus, sheet};
use crate::{
    code::{self, Form, Sources},
    reading::{self, Language, Line, Reading},
    scenario::{Lang, Scenario, Step},
    workspace::{Converted, Edit, Misfit, ToSpark, adopt},
};

/// How long a person's hand rests before the text is read again, ms; longer by one for so many bytes.
const REST: u32 = 200;
const SLOWER: usize = 2048;
/// So many findings are marked and listed; of the others the number.
const LISTED: usize = 300;
/// The height of a line of code, px, as the sheet has it.
const LINE: f64 = 19.0;

/// A text that was pasted, dropped or chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The file's name; none for a pasted text.
    pub name: Option<String>,
    /// `None`: it is longer than what is read.
    pub text: Option<String>,
}

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub given: Option<ByRc<Given>>,
    /// What is there now, and the step shown of it.
    pub present: ByRc<Scenario>,
    pub cursor: usize,
    pub lang: Lang,
    pub on_close: Callback<()>,
    /// Asks for a file.
    pub on_choose: Callback<()>,
    pub on_use: Callback<Edit>,
}

pub enum Msg {
    Typed,
    Read,
    Language(Option<Language>),
    /// This part of the text is pointed at.
    Point(Option<Range<usize>>),
    /// The pointer is over the text, px of the window.
    Over(i32, i32),
    /// The caret was moved.
    Caret,
    /// The text was scrolled.
    Scrolled,
    /// The caret goes there.
    Go(Range<usize>),
    Keep(bool),
    Every(usize),
    TakePresent,
    PutBack,
    Use,
}

/// The text, and what was read of it.
struct Page {
    text: Rc<str>,
    reading: Rc<Reading>,
    lines: Rc<Vec<Line>>,
}

pub struct FromCode {
    /// Made once: an entry that is given it again is not drawn again for it.
    send: Callback<Msg>,
    page: Page,
    language: Option<Language>,
    /// Typed since it was read: the marks may stand elsewhere now.
    stale: bool,
    due: Option<Timeout>,
    lit: Option<Range<usize>>,
    /// What another text took the place of.
    before: Option<Rc<str>>,
    /// The file that was read, or that is too large.
    file: Option<(String, bool)>,
    keep: bool,
    spark: ToSpark,
    /// The present events under the setup.
    kept: Option<Result<Converted, Misfit>>,
    area: NodeRef,
    marks: NodeRef,
    numbers: NodeRef,
    body: NodeRef,
    list: NodeRef,
}

thread_local! {
    /// What was in the field when the dialog was left: nothing that was typed is lost.
    static LEFT: RefCell<Rc<str>> = RefCell::new("".into());
}

/// Where it is over a reload.
const DRAFT: &str = "joinscope:code";

fn draft() -> Rc<str> {
    let left = LEFT.with_borrow(Rc::clone);
    if !left.is_empty() {
        return left;
    }
    let kept = gloo::utils::window().session_storage().ok().flatten();
    kept.and_then(|kept| kept.get_item(DRAFT).ok().flatten()).unwrap_or_default().into()
}

fn keep_draft(text: &Rc<str>) {
    LEFT.set(Rc::clone(text));
    // Where there is no room for it, it is kept as long as the page is.
    if let Ok(Some(kept)) = gloo::utils::window().session_storage() {
        let _ = kept.set_item(DRAFT, text);
    }
}

/// A field has no other ends of lines.
fn plain(text: &str) -> Rc<str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

impl Page {
    fn read(text: Rc<str>, language: Option<Language>) -> Self {
        let reading = reading::read_as(&text, language);
        let found = reading.found();
        let lines = reading::marked(&text, &found[..found.len().min(LISTED)]);
        Page { text, lines: Rc::new(lines), reading: Rc::new(reading) }
    }
}

impl Component for FromCode {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        sheet::put("from_code", include_str!("../../../www/from_code.css"));
        let mut dialog = FromCode {
            send: ctx.link().callback(|msg: Msg| msg),
            page: Page::read(draft(), None),
            language: None,
            stale: false,
            due: None,
            lit: None,
            before: None,
            file: None,
            keep: true,
            spark: ToSpark::default(),
            kept: None,
            area: NodeRef::default(),
            marks: NodeRef::default(),
            numbers: NodeRef::default(),
            body: NodeRef::default(),
            list: NodeRef::default(),
        };
        dialog.take_given(ctx.props());
        dialog.fit(ctx.props());
        dialog
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Props) -> bool {
        let props = ctx.props();
        if props.given != old.given {
            self.take_given(props);
            self.show();
        }
        if props.given != old.given || props.present != old.present {
            self.fit(props);
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::Typed => {
                let link = ctx.link().clone();
                let rest = REST + (self.page.text.len() / SLOWER) as u32;
                self.due = Some(Timeout::new(rest, move || link.send_message(Msg::Read)));
                !std::mem::replace(&mut self.stale, true)
            }
            Msg::Read => {
                self.due = None;
                self.read_field(ctx.props());
                true
            }
            Msg::Language(language) => {
                self.language = language;
                self.read_field(ctx.props());
                true
            }
            Msg::Point(span) => self.light(span),
            Msg::Over(x, y) => {
                let span = self.under(x, y);
                self.light(span)
            }
            Msg::Caret => {
                if self.stale {
                    return false;
                }
                let span = self.caret().and_then(|byte| {
                    let found = self.page.reading.found();
                    reading::at(&found[..found.len().min(LISTED)], byte)
                });
                self.light(span)
            }
            Msg::Scrolled => {
                self.follow();
                false
            }
            Msg::Go(span) => {
                self.go(&span);
                self.light(Some(span))
            }
            Msg::Keep(keep) => {
                self.keep = keep;
                true
            }
            Msg::Every(every) => {
                self.spark.every = every;
                self.fit(ctx.props());
                true
            }
            Msg::TakePresent => {
                let present = &ctx.props().present;
                let form = Form::of(present.dialect)[0];
                if let Ok(code) = code::write(present, form, Sources::StandIn) {
                    self.put(code.script().into());
                    self.show();
                    self.fit(ctx.props());
                }
                true
            }
            Msg::PutBack => {
                if let Some(before) = self.before.take() {
                    self.put(before);
                    (self.before, self.file) = (None, None);
                    self.show();
                    self.fit(ctx.props());
                }
                true
            }
            Msg::Use => {
                if let Some(edit) = self.edit() {
                    ctx.props().on_use.emit(edit);
                }
                false
            }
        }
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        if first {
            self.show();
            if let Some(area) = self.area.cast::<HtmlTextAreaElement>() {
                // Behind the dialog, which takes the focus itself.
                Timeout::new(0, move || {
                    let _ = area.set_selection_range(0, 0);
                    let _ = area.focus();
                })
                .forget();
            }
        }
        self.follow();
        refocus(self.body.cast::<HtmlElement>());
    }

    fn destroy(&mut self, _: &Context<Self>) {
        if let Some(area) = self.area.cast::<HtmlTextAreaElement>() {
            keep_draft(&area.value().into());
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        self.draw(ctx)
    }
}

/// How many rows there are to be kept.
fn events(scenario: &Scenario) -> usize {
    scenario.script.iter().filter(|step| matches!(step, Step::Push(_))).count()
}

impl FromCode {
    fn take_given(&mut self, props: &Props) {
        let Some(given) = &props.given else { return };
        let name = given.name.clone();
        match &given.text {
            Some(text) => {
                self.put(plain(text));
                self.file = name.map(|name| (name, true));
            }
            None => self.file = Some((name.unwrap_or_default(), false)),
        }
    }

    /// Another text in place of the one that is there, which can be put back.
    fn put(&mut self, text: Rc<str>) {
        let now = self
            .area
            .cast::<HtmlTextAreaElement>()
            .map_or_else(|| Rc::clone(&self.page.text), |area| area.value().into());
        if now == text {
            return;
        }
        self.before = (!now.trim().is_empty()).then_some(now);
        (self.due, self.stale, self.lit) = (None, false, None);
        self.page = Page::read(text, self.language);
        keep_draft(&self.page.text);
    }

    /// The field has the text.
    fn show(&self) {
        if let Some(area) = self.area.cast::<HtmlTextAreaElement>() {
            area.set_value(&self.page.text);
        }
    }

    fn read_field(&mut self, props: &Props) {
        let Some(area) = self.area.cast::<HtmlTextAreaElement>() else { return };
        let text: Rc<str> = area.value().into();
        if text.is_empty() {
            (self.file, self.language) = (None, None);
        }
        self.page = Page::read(text, self.language);
        (self.stale, self.lit) = (false, None);
        keep_draft(&self.page.text);
        self.fit(props);
    }

    fn fit(&mut self, props: &Props) {
        let setup = self.page.reading.scenario.as_ref().filter(|_| events(&props.present) > 0);
        self.kept = setup.map(|setup| adopt(&props.present, props.cursor, setup, self.spark));
    }

    /// The setup as an edit of what is there.
    fn edit(&self) -> Option<Edit> {
        let setup = self.page.reading.scenario.as_ref().filter(|_| !self.stale)?;
        Some(match &self.kept {
            Some(Ok(kept)) if self.keep => Edit::Whole { scenario: Box::new(kept.scenario.clone()), show: kept.cursor },
            _ => Edit::Whole { scenario: Box::new(setup.clone()), show: 0 },
        })
    }

    fn light(&mut self, span: Option<Range<usize>>) -> bool {
        let changed = self.lit != span;
        self.lit = span;
        if changed && let Some(list) = self.list.cast::<Element>() {
            // Seen once it is drawn.
            Timeout::new(0, move || {
                if let Ok(Some(item)) = list.query_selector(".lit") {
                    draw::into_view(&list, &item);
                }
            })
            .forget();
        }
        changed
    }

    /// What is marked under the pointer: the marks lie behind the field.
    fn under(&self, x: i32, y: i32) -> Option<Range<usize>> {
        let here = gloo::utils::document().elements_from_point(x as f32, y as f32);
        let mark = here
            .iter()
            .filter_map(|element| element.dyn_into::<Element>().ok())
            .find(|element| element.tag_name() == "MARK")?;
        let byte: usize = mark.get_attribute("data-at")?.parse().ok()?;
        let found = self.page.reading.found();
        reading::at(&found[..found.len().min(LISTED)], byte)
    }

    /// The byte of the text behind the caret.
    fn caret(&self) -> Option<usize> {
        let area = self.area.cast::<HtmlTextAreaElement>()?;
        let units = area.selection_start().ok()?? as usize;
        let mut seen = 0;
        let text = &self.page.text;
        let found = text.char_indices().find(|(_, letter)| {
            let there = seen >= units;
            seen += letter.len_utf16();
            there
        });
        Some(found.map_or(text.len(), |(byte, _)| byte))
    }

    /// Selects a part of the text, and brings it into sight.
    fn go(&self, span: &Range<usize>) {
        let Some(area) = self.area.cast::<HtmlTextAreaElement>() else { return };
        let text = &self.page.text;
        let units = |range: Range<usize>| text.get(range).map_or(0, |part| part.encode_utf16().count() as u32);
        let start = units(0..span.start);
        let _ = area.focus();
        let _ = area.set_selection_range(start, start + units(span.clone()));
        // The field scrolls to what is typed only, not to what is selected.
        let line = text.get(..span.start).map_or(0, |before| before.matches('\n').count());
        let top = line as f64 * LINE;
        let (seen, height) = (f64::from(area.scroll_top()), f64::from(area.client_height()));
        if top < seen || top + 2.0 * LINE > seen + height {
            area.set_scroll_top((top - height / 3.0).max(0.0) as i32);
        }
        if let Some(marks) = self.marks.cast::<Element>()
            && let Ok(Some(mark)) = marks.query_selector(&format!("mark[data-at='{}']", span.start))
        {
            let (of, field) = (mark.get_bounding_client_rect(), area.get_bounding_client_rect());
            let (left, right) =
                (of.left() - field.left(), of.left() - field.left() + of.width().min(field.width() / 2.0));
            if left < 8.0 || right > field.width() - 8.0 {
                area.set_scroll_left((f64::from(area.scroll_left()) + left - field.width() / 4.0).max(0.0) as i32);
            }
        }
        self.follow();
    }

    /// Marks and line numbers go with the text.
    fn follow(&self) {
        let Some(area) = self.area.cast::<HtmlTextAreaElement>() else { return };
        let (left, top) = (area.scroll_left(), area.scroll_top());
        for (node, left) in [(&self.marks, left), (&self.numbers, 0)] {
            if let Some(element) = node.cast::<HtmlElement>() {
                let _ = element.style().set_property("transform", &format!("translate({}px, {}px)", -left, -top));
            }
        }
    }
}
