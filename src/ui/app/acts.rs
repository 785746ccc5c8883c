//! What the app does besides showing steps, and draws besides the workspace. It is a part of its own
//! ([`lazy`](crate::ui::lazy)): a first look needs none of it, and what is asked before it is here waits for it, in order.

use super::*;

use crate::ui::lazy;

/// The part: functions of the app.
pub struct Acts {
    come: fn(&Context<App>, Option<&Inside>) -> Came,
    begin: fn(&mut App, &Context<App>, Option<Broken>),
    update: fn(&mut App, &Context<App>, Msg) -> bool,
    beside: fn(&App, &Callback<Msg>) -> Html,
    dialog: fn(&App, &Callback<Msg>) -> Html,
    embed: fn(&App) -> Html,
    tell_host: fn(&mut App),
}

/// The part itself: who calls this has it in the same file.
pub fn acts() -> &'static Acts {
    static ACTS: Acts = Acts {
        come: App::come,
        begin: App::begin,
        update: App::take,
        beside: App::draw_beside,
        dialog: App::draw_dialog,
        embed: App::draw_embed,
        tell_host: App::tell_host,
    };
    &ACTS
}

/// What the app starts with.
pub(super) struct Came {
    pub(super) link: Arrival,
    pub(super) store: Store,
    pub(super) workspace: Workspace,
    /// The scenario is the visitor's own, not a link's.
    pub(super) own: bool,
    pub(super) broken: Option<Broken>,
}

impl Came {
    /// By an address that brings nothing.
    fn by_itself() -> Self {
        Self::to_own_work(Arrival::of(page::query()))
    }

    fn to_own_work(link: Arrival) -> Self {
        let (store, work) = if link.query.embed { (Store::fresh(true), None) } else { Store::open() };
        let workspace = match work {
            Some(work) => {
                let step = work.place.as_ref().map_or(usize::MAX, |place| place.step);
                Workspace::new(work.scenario, step, work.place.and_then(|place| place.selection()))
            }
            None => App::first_visit(),
        };
        Came { link, store, workspace, own: true, broken: None }
    }

    /// How the app starts; where the address brings something, the part is here.
    pub(super) fn first(ctx: &Context<App>, inside: Option<&Inside>) -> Self {
        lazy::here::<Acts>().map_or_else(Self::by_itself, |acts| (acts.come)(ctx, inside))
    }
}

/// Whether the page cannot be drawn as its address asks without this part.
pub fn needs_acts() -> bool {
    let location = gloo::utils::window().location();
    let hash = location.hash().unwrap_or_default();
    !matches!(&*hash, "" | "#" | "#workspace" | "#lessons" | "#scenarios" | "#compare" | "#reference" | "#estimate")
        || page::query() != Query { lang: page::query().lang, theme: page::query().theme, ..Query::default() }
        || link::saved_query().is_some()
}

impl App {
    fn come(ctx: &Context<Self>, inside: Option<&Inside>) -> Came {
        let mut link = inside.map_or_else(Arrival::here, Arrival::inside_of);
        let brought = link.brought();
        if matches!(brought, Brought::Nothing) && !link.brings_a_lesson() {
            return Came::to_own_work(link);
        }
        let own = matches!(brought, Brought::Nothing);
        let mut broken = None;
        let empty = || Workspace::new(Rc::new(Scenario::empty()), 0, None);
        let workspace = match brought {
            Brought::Scenario(scenario) => link.workspace(*scenario),
            Brought::Broken(found) => {
                broken = Some(found);
                empty()
            }
            Brought::Named(name) => {
                link.fetch(ctx, name);
                empty()
            }
            Brought::Nothing => empty(),
        };
        Came { store: Store::fresh(link.query.embed), link, workspace, own, broken }
    }

    /// What the address asks for besides the scenario.
    fn begin(&mut self, ctx: &Context<Self>, broken: Option<Broken>) {
        if self.link.query.embed {
            self.listen_to_host(ctx);
        }
        self.compare_linked();
        if let Some(broken) = broken {
            self.tell_broken(broken);
        }
        self.open_linked_lesson(ctx);
    }

    pub(super) fn begins(&mut self, ctx: &Context<Self>, broken: Option<Broken>) {
        if let Some(acts) = lazy::here::<Acts>() {
            (acts.begin)(self, ctx, broken);
        }
    }

    /// Does what is asked, as soon as it can.
    pub(super) fn act_on(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match lazy::here::<Acts>() {
            Some(acts) if self.waiting.is_empty() => (acts.update)(self, ctx, msg),
            _ => {
                self.waiting.push(msg);
                let link = ctx.link().clone();
                lazy::fetch::<Acts>(Some(Callback::from(move |came| link.send_message(Msg::Come(came)))));
                false
            }
        }
    }

    /// The part has come, or cannot be had: then what waits goes on waiting, until something is asked again.
    pub(super) fn acts_came(&mut self, ctx: &Context<Self>, came: bool) -> bool {
        if came {
            for msg in std::mem::take(&mut self.waiting) {
                ctx.link().send_message(msg);
            }
        } else {
            self.notice = Some(Messages::of(self.lang).app.part_missing.to_string());
        }
        true
    }

    /// Says so again once the language is here: until then the page goes on in the one that it has.
    pub(super) fn learn(&self, ctx: &Context<Self>, lang: Lang, again: Msg) -> bool {
        let (link, missing) = (ctx.link().clone(), Messages::of(self.lang).app.part_missing);
        lazy::speak(lang, move |came| {
            link.send_message(if came { again.clone() } else { Msg::Notice(Some(missing.to_string())) });
        });
        false
    }

    pub(super) fn draw_all(&self) -> Html {
        match lazy::here::<Acts>() {
            Some(acts) if self.link.query.embed => (acts.embed)(self),
            _ => self.draw(),
        }
    }

    /// The page that is shown in place of the workspace.
    pub(super) fn page(&self, send: &Callback<Msg>) -> Html {
        match lazy::here::<Acts>() {
            Some(acts) if self.page != Page::Workspace => (acts.beside)(self, send),
            _ => Html::default(),
        }
    }

    pub(super) fn dialog(&self, send: &Callback<Msg>) -> Html {
        match lazy::here::<Acts>() {
            Some(acts) if self.dialog.is_some() => (acts.dialog)(self, send),
            _ => Html::default(),
        }
    }

    pub(super) fn tells_host(&mut self) {
        if let Some(acts) = lazy::here::<Acts>() {
            (acts.tell_host)(self);
        }
    }
}
