//! The gallery's messages: what is looked for, and opening a scenario where it says.

use std::rc::Rc;

use yew::prelude::*;

use super::{App, Msg, Page, Tab};
use crate::{
    gallery::{Look, Region},
    scenario::Scenario,
    ui::gallery::Ask,
    workspace::Action,
};

impl App {
    pub(super) fn in_gallery(&mut self, ctx: &Context<Self>, ask: Ask) -> bool {
        let tell = ctx.link().callback(Msg::Gallery);
        match ask {
            Ask::Fetch => {
                self.gallery.fetch(tell);
                return false;
            }
            Ask::FetchFirst => {
                self.gallery.fetch_first(tell);
                return false;
            }
            Ask::Index(text) => self.gallery.index(text.as_deref(), &tell),
            Ask::Files(files) => self.gallery.files(files),
            Ask::Filter(filter) => self.gallery.filter = filter,
            Ask::Search => {
                self.player = None;
                self.show_page(Page::Scenarios);
                self.gallery.searched += 1;
            }
            Ask::Open(at) => {
                let Some(shelf) = self.gallery.shelf.clone() else { return false };
                let (Some(entry), Some(Some(scenario))) = (shelf.entry(at), shelf.scenarios.get(at)) else {
                    return false;
                };
                self.open_at(ctx, Rc::clone(scenario), entry.step, &entry.look);
            }
        }
        true
    }

    /// A scenario at a step, with what to look at there.
    fn open_at(&mut self, ctx: &Context<Self>, scenario: Rc<Scenario>, step: usize, look: &Look) {
        self.dialog = None;
        self.player = None;
        self.show_page(Page::Workspace);
        self.act(ctx, Action::Open(scenario, step));
        self.look_at(ctx, look);
    }

    /// Selects what is to be looked at, and shows where.
    pub(super) fn look_at(&mut self, ctx: &Context<Self>, look: &Look) {
        self.act(ctx, look.chosen.clone().into());
        if let Some(region) = look.region {
            self.tab = match region {
                Region::State => Tab::Rows,
                Region::Pane(pane) => Tab::Third(pane),
                Region::Charts => Tab::Charts,
                Region::Code => Tab::Code,
                Region::Why | Region::Stage | Region::Sentence => Tab::Why,
            };
            if let Region::Pane(pane) = region {
                self.pane = pane;
            }
        }
        if let Some(sink) = &look.sink {
            self.sink = sink.clone();
        }
        if let Some(view) = look.view {
            self.look = view;
        }
    }
}
