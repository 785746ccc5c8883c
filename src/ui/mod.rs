//! The page: Yew components, one per region of the screen. They draw, they decide nothing.

mod field;
mod icon;
mod measure;
mod store;
