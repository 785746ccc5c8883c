//! The 16 px line drawings of buttons.

use yew::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    First,
    Back,
    Play,
    Pause,
    Forward,
    Last,
    Undo,
    Redo,
    Open,
    Save,
    Empty,
    Moon,
    Help,
    Close,
    Plus,
    Copy,
    Code,
    Warn,
    Watermark,
    Batch,
    Clock,
    More,
    Minus,
    Fit,
    Follow,
    Share,
    Out,
    Search,
    Streams,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Icon::First => "M4 3.5v9M12 3.5 6.5 8l5.5 4.5z",
            Icon::Back => "M11 3.5 5 8l6 4.5z",
            Icon::Play => "M5.5 3.2 12.5 8l-7 4.8z",
            Icon::Pause => "M5.5 3.5v9M10.5 3.5v9",
            Icon::Forward => "M5 3.5 11 8l-6 4.5z",
            Icon::Last => "M12 3.5v9M4 3.5 9.5 8 4 12.5z",
            Icon::Undo => "M5.5 3 2.5 6l3 3M2.8 6h6.4a4 4 0 0 1 0 8H6",
            Icon::Redo => "M10.5 3l3 3-3 3M13.2 6H6.8a4 4 0 0 0 0 8H10",
            Icon::Open => "M1.8 12.8V3.2h4.4l1.4 1.8h6.6v7.8zM1.8 7h12.4",
            Icon::Save => "M8 2.2v7.6M5 7l3 3 3-3M3 10.5v2a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-2",
            Icon::Empty => "M4 1.8h5.2L12.5 5v9.2H4zM9 2v3.2h3.3",
            Icon::Moon => "M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6z",
            Icon::Help => "M5.8 6a2.3 2.3 0 1 1 3.4 2c-.8.5-1.2.9-1.2 1.8M8 12.3v.1",
            Icon::Close => "M4 4l8 8M12 4l-8 8",
            Icon::Plus => "M8 3v10M3 8h10",
            Icon::Copy => {
                "M6.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2"
            }
            Icon::Code => "M5.5 4 1.8 8l3.7 4M10.5 4l3.7 4-3.7 4",
            Icon::Warn => "M8 2 14.5 13.5h-13zM8 6.3v3.4M8 11.6v.1",
            Icon::Watermark => "M12.5 2.5v11M2.5 8h6.5M6.3 5.3 9 8 6.3 10.7",
            Icon::Batch => "M4 3.5v9M8 3.5v9M12 3.5v9",
            Icon::Clock => "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 4.8V8l2.2 1.5",
            Icon::Search => "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 13.5 13.5",
            Icon::Streams => "M1.8 5.5c2-3 4.2-3 6.2 0s4.2 3 6.2 0M1.8 11c2-3 4.2-3 6.2 0s4.2 3 6.2 0",
            Icon::Minus => "M3.5 8h9",
            Icon::Fit => "M2.5 3.5v9M13.5 3.5v9M5 8h6M6.8 6 5 8l1.8 2M9.2 6 11 8l-1.8 2",
            Icon::Follow => "M8 1.8v2.4M8 11.8v2.4M1.8 8h2.4M11.8 8h2.4M8 4.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2z",
            Icon::Share => "M8 9.5v-7M5.2 5 8 2.2 10.8 5M3 8.5v4a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-4",
            Icon::Out => "M9.5 2.5h4v4M13.2 2.8 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3",
            Icon::More => "M3.5 8h.01M8 8h.01M12.5 8h.01",
        }
    }

    pub fn draw(self) -> Html {
        let class = match self {
            Icon::Play => "ic solid",
            Icon::Pause | Icon::More => "ic heavy",
            _ => "ic",
        };
        html! { <svg {class} viewBox="0 0 16 16" aria-hidden="true"><path d={self.path()} /></svg> }
    }
}

/// The small arrow of a control that opens.
pub fn chevron() -> Html {
    html! { <svg class="cv" viewBox="0 0 8 8" aria-hidden="true"><path d="M1 2.5 4 5.5 7 2.5" /></svg> }
}

/// The brand: two streams that become one.
pub fn brand() -> Html {
    html! {
        <svg class="logo" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path class="logo-l" d="M1 5h6c4 0 4 5 8 5h4" />
            <path class="logo-r" d="M1 15h6c4 0 4-5 8-5" />
            <circle class="logo-m" cx="14.6" cy="10" r="2.6" />
        </svg>
    }
}
