//! The small marks before sentences, in tables and legends: the stage's marks at 14 px.

use yew::prelude::*;

use crate::{
    explain::Glyph,
    replay::State,
    scenario::{Side, Step},
};

/// A row's mark in its state, 14 px.
pub fn mark(side: Side, state: State, matched: bool) -> Html {
    let l = if side == Side::Left { "l" } else { "r" };
    let (class, radius) = match state {
        State::NotYetArrived | State::Pending => (classes!("st-mark", l, "next"), 5.0),
        State::LateNotKept | State::LateMatchedNotKept => return cross(),
        State::Left | State::LeftAsNull | State::LeftUnmatched | State::Ignored => {
            (classes!("st-mark", l, "gone", (!matched).then_some("wait")), 4.0)
        }
        State::Waiting | State::Matched | State::KeptForEver { .. } | State::Overdue { .. } => {
            (classes!("st-mark", l, (!matched).then_some("wait")), 5.0)
        }
    };
    shape(side, class, radius)
}

/// A row that stands in the table of a lookup join.
pub fn stands() -> Html {
    frame(html! { <>
        <rect class="st-mark r" x="4" y="4" width="6" height="6" rx="1.5" />
        <rect class="st-stands" x="1" y="1" width="12" height="12" rx="2.5" />
    </> })
}

fn shape(side: Side, class: Classes, radius: f64) -> Html {
    frame(match side {
        Side::Left => html! { <circle {class} cx="7" cy="7" r={radius.to_string()} /> },
        Side::Right => {
            let half = radius * 0.92;
            let (at, size) = ((7.0 - half).to_string(), (2.0 * half).to_string());
            html! { <rect {class} x={at.clone()} y={at} width={size.clone()} height={size} rx="1.5" /> }
        }
    })
}

fn frame(inner: Html) -> Html {
    html! { <svg class="gl" viewBox="0 0 14 14" aria-hidden="true">{ inner }</svg> }
}

fn cross() -> Html {
    frame(html! { <path class="st-x" d="M2.8 2.8l8.4 8.4M11.2 2.8l-8.4 8.4" /> })
}

/// ∅
pub fn null() -> Html {
    frame(html! { <>
        <circle class="st-void" cx="7" cy="7" r="4.4" />
        <path class="st-slash" d="M1.1 12.9L12.9 1.1" />
    </> })
}

/// A pair that is known and not emitted yet.
pub fn pending() -> Html {
    frame(html! { <path class="st-match will" d="M0 7h14" /> })
}

/// The mark before a sentence.
pub fn of(glyph: Glyph) -> Html {
    match glyph {
        Glyph::Mark { side, filled } => mark(side, if filled { State::Matched } else { State::Waiting }, filled),
        Glyph::Watermark => frame(html! { <path class="gl-ink" d="M11.5 1v12M1.5 7h6.5M5.3 4.2 8.1 7 5.3 9.8" /> }),
        Glyph::Match => frame(html! { <path class="st-match" d="M3 1c0 6 8 6 8 12" /> }),
        Glyph::Left => frame(html! { <circle class="st-mark gone" cx="7" cy="7" r="4.6" /> }),
        Glyph::Null => null(),
        Glyph::Late => cross(),
        Glyph::Retract => frame(html! { <path class="st-x" d="M2.5 7h9" /> }),
        Glyph::Window => frame(html! { <rect class="st-win now" x="1" y="3" width="12" height="8" rx="1.5" /> }),
        Glyph::Batch => frame(html! { <path class="gl-ink" d="M3 2v10M7 2v10M11 2v10" /> }),
        Glyph::Clock => frame(
            html! { <><circle class="gl-ink" cx="7" cy="7" r="5.2" /><path class="gl-ink" d="M7 4v3l2.2 1.6" /></> },
        ),
        Glyph::Checkpoint => frame(html! { <path class="gl-ink" d="M3.5 13V1.5M3.5 2h7.5l-2 2.8 2 2.8H3.5" /> }),
        Glyph::Crash => frame(html! { <path class="st-x" d="M8.5 1 3.5 7.8h6.4L5 13" /> }),
        Glyph::Again => frame(html! { <path class="gl-ink" d="M11.6 4.2A5.2 5.2 0 1 0 12.2 8M12 1.4v3.2H8.8" /> }),
        Glyph::Quirk => frame(html! { <path class="gl-ink" d="M7 1.5 13 12.5H1zM7 5.5v3.2M7 10.4v.1" /> }),
        Glyph::Nothing => frame(html! { <path class="gl-ink" d="M3 7h8" /> }),
    }
}

/// What comes in with a step, for its glyph.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    Row(Side),
    Watermark(Side),
    Batch,
    FailingBatch,
    Clock,
    Checkpoint,
    Crash,
}

impl Input {
    pub fn of(step: &Step) -> Self {
        match step {
            Step::Push(push) => Input::Row(push.side),
            Step::Watermark { side, .. } => Input::Watermark(*side),
            Step::Batch => Input::Batch,
            Step::FailingBatch => Input::FailingBatch,
            Step::Checkpoint => Input::Checkpoint,
            Step::Crash => Input::Crash,
            Step::Clock { .. } => Input::Clock,
        }
    }

    pub fn draw(self) -> Html {
        match self {
            Input::Row(side) => of(Glyph::Mark { side, filled: true }),
            Input::Watermark(side) => {
                html! { <span class={if side == Side::Left { "L" } else { "R" }}>{ of(Glyph::Watermark) }</span> }
            }
            Input::Batch => of(Glyph::Batch),
            Input::FailingBatch | Input::Crash => of(Glyph::Crash),
            Input::Checkpoint => of(Glyph::Checkpoint),
            Input::Clock => of(Glyph::Clock),
        }
    }
}
