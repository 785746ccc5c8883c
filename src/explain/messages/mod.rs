//! Every word that joinscope says, in English and Chinese, side by side.
//!
//! A group of messages is a struct of patterns, with the constants `EN` and `ZH`: a message that lacks a language does
//! not compile. How a pattern is written is told in [`format`](super::format). In Chinese no space is written next to a
//! placeholder; it is set where the value needs it.

mod app;
mod charts;
mod choose;
mod code;
mod compare;
mod estimate;
mod from_code;
mod gallery;
mod ingest;
mod keys;
mod lessons;
mod links;
mod lookup;
mod manipulate;
mod metrics;
mod names;
mod panels;
mod plans;
mod problems;
mod reading;
mod recovery;
mod reference;
mod refusals;
mod running;
mod runs;
mod selected;
mod setup;
mod sinks;
mod sources;
mod steps;
mod streams;
mod takeaway;
mod ui;
mod units;
mod why;
mod whynot;

pub use app::App;
pub use charts::Charts;
pub use choose::Choose;
pub use code::Code;
pub use compare::Compare;
pub use estimate::Estimate;
pub use from_code::FromCode;
pub use gallery::Gallery;
pub use ingest::Ingest;
pub use keys::Keys;
pub use lessons::Lessons;
pub use links::Links;
pub use lookup::Lookup;
pub use manipulate::Manipulate;
pub use metrics::Metrics;
pub use names::Names;
pub use panels::Panels;
pub use plans::Plans;
pub use problems::Problems;
pub use reading::Reading;
pub use recovery::Recovery;
pub use reference::Reference;
pub use refusals::Refusals;
pub use running::Running;
pub use runs::Runs;
pub use selected::Selected;
pub use setup::Setup;
pub use sinks::Sinks;
pub use sources::Sources;
pub use steps::Steps;
pub use streams::Streams;
pub use takeaway::TakeAway;
pub use ui::Ui;
pub use units::Units;
pub use why::Why;
pub use whynot::Whynot;

use crate::scenario::Lang;

/// `name: "English", "中文";` for each message of a group.
macro_rules! messages {
    ($(#[$about:meta])* $group:ident { $($(#[$doc:meta])* $name:ident: $en:literal, $zh:literal;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $group {
            $($(#[$doc])* pub $name: &'static str,)*
        }

        impl $group {
            pub const EN: $group = $group { $($name: $en,)* };
            pub const ZH: $group = $group { $($name: $zh,)* };

            /// The group by itself: for who draws it in a part of the page that comes later, and brings its texts with it.
            pub fn of(lang: $crate::scenario::Lang) -> &'static Self {
                match lang {
                    $crate::scenario::Lang::En => &Self::EN,
                    $crate::scenario::Lang::Zh => &Self::ZH,
                }
            }

            /// Each message's name and texts, for the tests.
            pub const ALL: &'static [(&'static str, &'static str, &'static str)] = &[$((stringify!($name), $en, $zh),)*];
        }

        impl std::ops::Deref for $crate::explain::messages::Of<$group> {
            type Target = $group;

            // By a call, so that a group is led to by who says it, not by whoever has all messages.
            #[inline(never)]
            fn deref(&self) -> &$group {
                self.0.unwrap_or(&$group::EN)
            }
        }
    };
}
use messages;

/// A group of messages in the language of those that it belongs to: in English, unless these are others.
#[derive(Clone, Copy, Debug)]
pub struct Of<T: 'static>(Option<&'static T>);

/// All messages of a language.
#[derive(Clone, Copy, Debug)]
pub struct Messages {
    pub why: Of<Why>,
    pub running: Of<Running>,
    pub whynot: Of<Whynot>,
    pub selected: Of<Selected>,
    pub names: Of<Names>,
    pub problems: Of<Problems>,
    pub recovery: Of<Recovery>,
    pub reference: Of<Reference>,
    pub refusals: Of<Refusals>,
    pub ui: Of<Ui>,
    pub app: Of<App>,
    pub gallery: Of<Gallery>,
    pub keys: Of<Keys>,
    pub panels: Of<Panels>,
    pub manipulate: Of<Manipulate>,
    pub links: Of<Links>,
    pub lookup: Of<Lookup>,
    pub lessons: Of<Lessons>,
    pub charts: Of<Charts>,
    pub code: Of<Code>,
    pub setup: Of<Setup>,
    pub sources: Of<Sources>,
    pub compare: Of<Compare>,
    pub steps: Of<Steps>,
    pub units: Of<Units>,
}

pub const EN: Messages = Messages {
    why: Of(None),
    running: Of(None),
    whynot: Of(None),
    selected: Of(None),
    names: Of(None),
    problems: Of(None),
    recovery: Of(None),
    reference: Of(None),
    refusals: Of(None),
    ui: Of(None),
    app: Of(None),
    gallery: Of(None),
    keys: Of(None),
    panels: Of(None),
    manipulate: Of(None),
    links: Of(None),
    lookup: Of(None),
    lessons: Of(None),
    charts: Of(None),
    code: Of(None),
    setup: Of(None),
    sources: Of(None),
    compare: Of(None),
    steps: Of(None),
    units: Of(None),
};

pub const ZH: Messages = Messages {
    why: Of(Some(&Why::ZH)),
    running: Of(Some(&Running::ZH)),
    whynot: Of(Some(&Whynot::ZH)),
    selected: Of(Some(&Selected::ZH)),
    names: Of(Some(&Names::ZH)),
    problems: Of(Some(&Problems::ZH)),
    recovery: Of(Some(&Recovery::ZH)),
    reference: Of(Some(&Reference::ZH)),
    refusals: Of(Some(&Refusals::ZH)),
    ui: Of(Some(&Ui::ZH)),
    app: Of(Some(&App::ZH)),
    gallery: Of(Some(&Gallery::ZH)),
    keys: Of(Some(&Keys::ZH)),
    panels: Of(Some(&Panels::ZH)),
    manipulate: Of(Some(&Manipulate::ZH)),
    links: Of(Some(&Links::ZH)),
    lookup: Of(Some(&Lookup::ZH)),
    lessons: Of(Some(&Lessons::ZH)),
    charts: Of(Some(&Charts::ZH)),
    code: Of(Some(&Code::ZH)),
    setup: Of(Some(&Setup::ZH)),
    sources: Of(Some(&Sources::ZH)),
    compare: Of(Some(&Compare::ZH)),
    steps: Of(Some(&Steps::ZH)),
    units: Of(Some(&Units::ZH)),
};

/// The Chinese messages, where the page is cut apart: they come as a file of their own (`src/parts.rs`).
#[cfg(feature = "split")]
static BROUGHT: std::sync::OnceLock<&'static Messages> = std::sync::OnceLock::new();

impl Messages {
    pub fn of(lang: Lang) -> &'static Messages {
        match lang {
            Lang::En => &EN,
            #[cfg(not(feature = "split"))]
            Lang::Zh => &ZH,
            // Who shows Chinese has it brought before; should that fail, there is English and no blank text.
            #[cfg(feature = "split")]
            Lang::Zh => BROUGHT.get().copied().unwrap_or(&EN),
        }
    }

    /// The Chinese messages themselves: who calls this has them in the same file.
    pub fn chinese() -> &'static Messages {
        &ZH
    }

    /// The Chinese messages are here now.
    #[cfg(feature = "split")]
    pub fn bring(chinese: &'static Messages) {
        BROUGHT.get_or_init(|| chinese);
    }

    /// Whether all is said in this language.
    pub fn speaks(lang: Lang) -> bool {
        match lang {
            #[cfg(feature = "split")]
            Lang::Zh => BROUGHT.get().is_some(),
            _ => true,
        }
    }

    /// Every group's name and its messages' names and texts.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
        [
            ("why", Why::ALL),
            ("running", Running::ALL),
            ("whynot", Whynot::ALL),
            ("selected", Selected::ALL),
            ("names", Names::ALL),
            ("problems", Problems::ALL),
            ("reference", Reference::ALL),
            ("refusals", Refusals::ALL),
            ("ui", Ui::ALL),
            ("app", App::ALL),
            ("gallery", Gallery::ALL),
            ("keys", Keys::ALL),
            ("panels", Panels::ALL),
            ("manipulate", Manipulate::ALL),
            ("links", Links::ALL),
            ("lessons", Lessons::ALL),
            ("charts", Charts::ALL),
            ("code", Code::ALL),
            ("setup", Setup::ALL),
            ("units", Units::ALL),
            ("streams", Streams::ALL),
            ("estimate", Estimate::ALL),
            ("compare", Compare::ALL),
            ("steps", Steps::ALL),
            ("metrics", Metrics::ALL),
            ("plans", Plans::ALL),
            ("sinks", Sinks::ALL),
            ("reading", Reading::ALL),
            ("from_code", FromCode::ALL),
            ("sources", Sources::ALL),
            ("ingest", Ingest::ALL),
            ("choose", Choose::ALL),
            ("runs", Runs::ALL),
            ("takeaway", TakeAway::ALL),
        ]
        .into_iter()
        .flat_map(|(group, all)| all.iter().map(move |(name, en, zh)| (group, *name, *en, *zh)))
    }
}
