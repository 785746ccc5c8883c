//! The stage as geometry: where each mark, line, curve and label of a step lies, in CSS pixels.
//!
//! Pure: the component that draws a [`Scene`] decides nothing, and text is sized by a [`Measure`] that the browser gives.
//! Nothing here knows a join's rules; what a row does and when it leaves comes from the recording and its view.

mod ahead;
mod axis;
pub mod chart;
pub mod density;
mod label;
pub mod motion;
mod number;
pub mod plane;
mod scene;
pub mod scrubber;
mod tracks;
mod windows;
pub mod zoom;

pub use ahead::{AheadMark, ahead_marks};
pub use axis::{Axis, Tick};
pub use number::{decimal, write_decimal};
pub use scene::{
    AsOf, Band, CURVE_REACH, Curve, DelayTail, Dimension, Flag, Frame, Input, JoinLine, LaneBox, Life, LifeEnd,
    LostMark, Mark, MarkLabel, Notes, Scene, Tail, VersionBar, scene,
};
pub use zoom::Extent;

pub use windows::{WindowBox, WindowState, Windows};

/// The fonts that the stage sets text in, as `www/style.css` has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Font {
    /// 600 11.5 px: labels and flags.
    Bold,
    /// 400 11.5 px: keys in labels.
    Regular,
    /// 500 11 px: match labels, ruler.
    Small,
}

/// Gives a text's width in px.
pub trait Measure {
    fn width(&self, text: &str, font: Font) -> f64;
}
