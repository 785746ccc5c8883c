//! The parts of the page that come after it is usable: what is rarely used is loaded when it is used, or when the browser
//! has nothing else to do, whichever is first.
//!
//! A part is a table of functions, one for each of its components, and a component of the same name and props here stands for
//! each of them wherever it is drawn. Whoever starts the page says where a part comes from: the page's own entry loads it as
//! a file of its own (`src/parts.rs`), and where the whole app is one file [`all`] puts the parts in their places at once.

use std::{
    cell::{Cell, RefCell},
    future::Future,
    pin::Pin,
};

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::IdleRequestOptions;
use yew::prelude::*;

pub use super::app::{Acts, acts};
use super::{
    charts, choose, code, compare, estimate, form, from_code, gallery, generate, help, import, ingest, lesson, metrics,
    paste, plan, plane, reference, runs, settings, share, sink, steps, switch, whynot,
};
use crate::{explain::messages::Messages, scenario::Lang};

/// A part on its way; `None` where it could not be had.
pub type Coming<T> = Pin<Box<dyn Future<Output = Option<&'static T>>>>;

/// Where a part comes from.
pub type Source<T> = fn() -> Coming<T>;

/// A part of the page.
pub trait Part: Sized + 'static {
    #[doc(hidden)]
    fn slot<R>(with: impl FnOnce(&Slot<Self>) -> R) -> R;
}

/// Where a part is put once it is here.
#[doc(hidden)]
pub struct Slot<T: 'static> {
    here: Cell<Option<&'static T>>,
    from: Cell<Option<Source<T>>>,
    /// Who waits for it, and is told whether it came.
    waiting: RefCell<Vec<Callback<bool>>>,
}

/// The part comes from there, when it is asked for.
pub fn comes<T: Part>(from: Source<T>) {
    T::slot(|slot| slot.from.set(Some(from)));
}

fn put<T: Part>(part: &'static T) {
    T::slot(|slot| slot.here.set(Some(part)));
}

/// The part, if it is here.
pub fn here<T: Part>() -> Option<&'static T> {
    T::slot(|slot| slot.here.get())
}

/// Fetches a part, unless it is here or on its way, and tells when it came.
pub fn fetch<T: Part>(told: Option<Callback<bool>>) {
    let from = T::slot(|slot| {
        if slot.here.get().is_some() {
            told.iter().for_each(|told| told.emit(true));
            return None;
        }
        slot.waiting.borrow_mut().extend(told);
        // Taken while it is on its way.
        slot.from.take()
    });
    let Some(from) = from else { return };
    wasm_bindgen_futures::spawn_local(async move {
        let part = from().await;
        let waiting = T::slot(|slot| {
            slot.here.set(part);
            slot.from.set(Some(from));
            slot.waiting.take()
        });
        waiting.iter().for_each(|told| told.emit(part.is_some()));
    });
}

/// A part, as soon as it is here.
#[hook]
fn use_part<T: Part>() -> Result<&'static T, Waits> {
    let here = T::slot(|slot| slot.here.get());
    let again = use_force_update();
    let failed = use_state(|| false);
    let ask = {
        let failed = failed.clone();
        Callback::from(move |()| {
            let (again, failed) = (again.clone(), failed.clone());
            fetch::<T>(Some(Callback::from(move |came| if came { again.force_update() } else { failed.set(true) })));
        })
    };
    use_effect_with((), {
        let ask = ask.clone();
        move |()| {
            if here.is_none() {
                ask.emit(());
            }
        }
    });
    here.ok_or_else(|| Waits {
        again: failed.then(|| {
            Callback::from(move |_: MouseEvent| {
                failed.set(false);
                ask.emit(());
            })
        }),
    })
}

/// A part that is not here.
struct Waits {
    /// It could not be had; asks for it again.
    again: Option<Callback<MouseEvent>>,
}

impl Waits {
    /// What stands in its place.
    fn draw(self, place: &'static str, lang: Lang) -> Html {
        let m = &Messages::of(lang).app;
        html! {
            <div class={classes!("waits", place)} aria-busy={self.again.is_none().to_string()}>
                if let Some(again) = self.again {
                    <p role="alert">{ m.part_missing }{ " " }<button type="button" class="btn small" onclick={again}>{ m.load_again }</button></p>
                }
            </div>
        }
    }
}

fn draw<C: BaseComponent>(props: C::Properties) -> Html {
    html! { <C ..props /> }
}

macro_rules! slot {
    ($part:ident) => {
        impl Part for $part {
            fn slot<R>(with: impl FnOnce(&Slot<Self>) -> R) -> R {
                thread_local! {
                    static SLOT: Slot<$part> =
                        const { Slot { here: Cell::new(None), from: Cell::new(None), waiting: RefCell::new(Vec::new()) } };
                }
                SLOT.with(with)
            }
        }
    };
}

slot!(Acts);
slot!(Messages);
slot!(Ingest);

/// Events of one's own: the dialog, and the reader of files, which a worker needs without the dialog.
pub struct Ingest {
    dialog: fn(ingest::Props) -> Html,
    work: fn(),
}

impl Ingest {
    /// Makes this thread read files for the page.
    pub(super) fn work(&self) {
        (self.work)();
    }
}

/// The part itself: who calls this has it in the same file.
pub fn ingest_part() -> &'static Ingest {
    static PART: Ingest = Ingest { dialog: draw::<ingest::OwnEvents>, work: ingest::work };
    &PART
}

#[function_component]
pub fn OwnEvents(props: &ingest::Props) -> Html {
    match use_part::<Ingest>() {
        Ok(part) => (part.dialog)(props.clone()),
        Err(waits) => waits.draw("", props.lang),
    }
}

macro_rules! parts {
    ($($(#[$about:meta])* $part:ident, $put:ident { $($component:ident: $of:ident, $props:ident, $place:literal;)* })*) => {
        $(
            $(#[$about])*
            #[allow(non_snake_case)]
            pub struct $part { $($component: fn($of::$props) -> Html,)* }

            slot!($part);

            /// The part itself: who calls this has it in the same file.
            pub fn $put() -> &'static $part {
                static PART: $part = $part { $($component: draw::<$of::$component>,)* };
                &PART
            }

            $(
                #[function_component]
                pub fn $component(props: &$of::$props) -> Html {
                    match use_part::<$part>() {
                        Ok(part) => (part.$component)(props.clone()),
                        Err(waits) => waits.draw($place, props.lang),
                    }
                }
            )*
        )*

        /// All parts are here from the start.
        pub fn all() {
            $(put($put());)*
            put(acts());
            put(ingest_part());
            put(Messages::chinese());
        }

        /// Fetches what is not here yet, when the browser has nothing else to do.
        pub fn fetch_idly() {
            idly(|| {
                fetch::<Acts>(None);
                $(fetch::<$part>(None);)*
                fetch::<Ingest>(None);
            });
        }
    };
}

parts! {
    /// What surrounds the work where there is room, and what is done with a row.
    Panes, panes {
        Charts: charts, Props, "sec charts";
        CodePane: code, Props, "sec code";
        EventForm: form, Props, "";
        OrderPanel: steps, OrderProps, "";
        PlaneView: plane, Props, "plane";
        Settings: settings, Props, "";
        StepMenu: steps, MenuProps, "";
        StepsPane: steps, Props, "pane";
        Whynot: whynot, WhynotProps, "";
    }
    /// What may stand in place of the output.
    Beside, beside {
        MetricsPane: metrics, Props, "pane";
        PlanPane: plan, Props, "pane";
        SinkPane: sink, Props, "pane";
    }
    /// Choosing a setting from the events.
    Choosing, choosing {
        AdvicePane: choose, Props, "pane";
    }
    /// The pages besides the workspace, and the dialogs.
    Pages, pages {
        ComparePage: compare, Props, "page";
        GalleryPage: gallery, Props, "page";
        Help: help, Props, "";
        ImportErrors: import, Props, "";
        LessonBar: lesson, BarProps, "";
        LessonsPage: lesson, PageProps, "page";
        PasteLink: paste, Props, "";
        ReferencePage: reference, Props, "page";
        RunPage: runs, Props, "page";
        Share: share, Props, "";
        Starts: gallery, StartsProps, "";
        Switch: switch, Props, "";
    }
    /// Reading somebody's code.
    Reader, reader {
        FromCode: from_code, Props, "";
    }
    /// Generated streams, and what state a join holds of them.
    Models, models {
        EstimatePage: estimate, Props, "page";
        GeneratedPanel: generate, PanelProps, "";
        GenerateStreams: generate, Props, "";
    }
}

/// How long the browser may take to be idle, ms: a frame of another origin may never be, as it sees it.
const IDLE: u32 = 10_000;

/// Does it when the browser is idle.
fn idly(what: impl FnOnce() + 'static) {
    let window = gloo::utils::window();
    let task = Closure::once_into_js(what);
    let task = task.unchecked_ref();
    // Safari knows no idle callbacks.
    let asked = if js_sys::Reflect::has(&window, &"requestIdleCallback".into()).unwrap_or(false) {
        let options = IdleRequestOptions::new();
        options.set_timeout(IDLE);
        window.request_idle_callback_with_options(task, &options).map(drop)
    } else {
        window.set_timeout_with_callback_and_timeout_and_arguments_0(task, 1000).map(drop)
    };
    debug_assert!(asked.is_ok());
}

/// Does it once all can be said in the language; `false`: it could not be had, and English is said.
pub fn speak(lang: Lang, then: impl Fn(bool) + 'static) {
    if Messages::speaks(lang) {
        return then(true);
    }
    fetch::<Messages>(Some(Callback::from(move |came| {
        #[cfg(feature = "split")]
        here::<Messages>().into_iter().for_each(Messages::bring);
        then(came);
    })));
}
