//! The lesson that is gone through: its beats shown in the workspace.

use std::rc::Rc;

use yew::prelude::*;

use super::{App, Dialog, Msg, Page};
use crate::{
    explain,
    gallery::FileKind,
    lessons::{self, Course},
    link::message::Out,
    scenario::Text,
    ui::{
        lesson::{self, Ask, Listed},
        store::Store,
    },
    workspace::Action,
};

/// What the app knows of lessons.
#[derive(Default)]
pub(super) struct Lessons {
    pub(super) list: Option<Rc<Listed>>,
    /// The list could not be fetched.
    pub(super) missing: bool,
    pub(super) course: Option<Course>,
    /// The text of the lesson gone through with all of its scenarios, for who takes it away.
    text: Option<Rc<str>>,
}

impl Lessons {
    /// The lesson gone through, to be shared.
    pub(super) fn linked(&self) -> Option<Linked> {
        let course = self.course.as_ref()?;
        Some(Linked {
            name: course.name.clone(),
            title: course.lesson.title.clone(),
            text: Rc::clone(self.text.as_ref()?),
        })
    }
}

/// A lesson that can be shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked {
    /// Its name among those served.
    pub name: Option<String>,
    pub title: Text,
    /// Its file, with all of its scenarios.
    pub text: Rc<str>,
}

impl App {
    pub(super) fn in_lesson(&mut self, ctx: &Context<Self>, ask: Ask) -> bool {
        let later = |future: std::pin::Pin<Box<dyn Future<Output = Ask>>>| {
            let link = ctx.link().clone();
            wasm_bindgen_futures::spawn_local(async move { link.send_message(Msg::Lesson(future.await)) });
        };
        match ask {
            Ask::Fetch => later(Box::pin(async { Ask::List(lesson::fetch_all().await) })),
            Ask::List(list) => {
                self.lessons.missing = list.is_none();
                self.lessons.list = list;
            }
            Ask::Open(name) => later(Box::pin(lesson::fetch(name))),
            Ask::Own(name, text) => later(Box::pin(lesson::start(None, name, text))),
            Ask::Started(name, lesson, text) => {
                self.dialog = None;
                self.broken = None;
                self.lessons.text = Some(lessons::whole(&text, &lesson).into());
                self.lessons.course = Some(Course::new(lesson, name));
                // The visitor's own work stays where it is.
                self.keep_in(Store::fresh(self.link.query.embed));
                self.show_page(Page::Workspace);
                self.show_beat(ctx);
            }
            // A dialog would take a host's page over.
            Ask::Faulty { problems, .. } if self.link.query.embed => {
                self.broken = problems.first().map(|problem| explain::problem(problem, self.lang));
            }
            Ask::Faulty { name, text, problems } => {
                self.dialog = Some(Dialog::Import { name, text: text.into(), problems: Rc::new(problems) });
            }
            Ask::Missing(name) => self.broken = Some(explain::missing_lesson(&name, self.lang)),
            Ask::Go(beat) => {
                if self.lessons.course.as_mut().is_some_and(|course| course.go(beat)) {
                    self.show_beat(ctx);
                }
            }
            Ask::Again => self.show_beat(ctx),
            Ask::Mark(mark) => {
                if let Some(course) = &mut self.lessons.course {
                    course.mark(mark);
                }
            }
            Ask::Nothing => {
                if let Some(course) = &mut self.lessons.course {
                    course.mark_nothing();
                }
            }
            Ask::Check => self.check(ctx),
            Ask::Close => self.lessons.course = None,
        }
        true
    }

    /// Judges the prediction, then runs the step, so that the reader sees it happen.
    fn check(&mut self, ctx: &Context<Self>) {
        // After looking around, the question is still about its own place.
        if !self.at_beat() {
            self.show_beat(ctx);
        }
        let recording = Rc::clone(self.workspace.settled().0);
        let Some(course) = &mut self.lessons.course else { return };
        let (name, beat) = (course.name.clone().unwrap_or_default(), course.at());
        let Some(right) = course.check(&recording).map(crate::lessons::Verdict::all_right) else { return };
        if let Some(step) = course.beat().map(|beat| beat.step) {
            self.act(ctx, Action::Seek(step + 1));
        }
        self.said(Out::Answer { lesson: name, beat, right });
    }

    fn at_beat(&self) -> bool {
        let Some(course) = &self.lessons.course else { return false };
        let own = course.scenario().is_some_and(|own| **own == **self.workspace.scenario());
        own && course.beat().is_some_and(|beat| beat.step == self.workspace.settled_cursor())
    }

    /// Shows the beat's step in its scenario, and what is to be looked at.
    fn show_beat(&mut self, ctx: &Context<Self>) {
        let Some(course) = &self.lessons.course else { return };
        let (Some(beat), Some(scenario)) = (course.beat().cloned(), course.scenario().cloned()) else { return };
        self.player = None;
        if *scenario == **self.workspace.scenario() {
            self.act(ctx, Action::Seek(beat.step));
        } else {
            self.stored = Some(Rc::clone(&scenario));
            self.act(ctx, Action::Open(scenario, beat.step));
        }
        self.look_at(ctx, &beat.look);
    }

    /// Whether a text is a lesson's.
    pub(super) fn is_lesson(name: &str, text: &str) -> bool {
        FileKind::of(name, text) == FileKind::Lesson
    }
}
