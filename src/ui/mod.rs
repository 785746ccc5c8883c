//! The page: Yew components, one per region of the screen. They draw, they decide nothing.

pub mod charts;
pub mod code;
mod dialog;
mod field;
pub mod help;
mod icon;
pub mod import;
mod measure;
mod panel_words;
mod store;

use std::{ops::Deref, rc::Rc};

/// Shared data in props: equal when it is the same, so that comparing props never walks it.
#[derive(Debug)]
pub struct ByRc<T: ?Sized>(pub Rc<T>);

impl<T: ?Sized> PartialEq for ByRc<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Clone for ByRc<T> {
    fn clone(&self) -> Self {
        ByRc(Rc::clone(&self.0))
    }
}

impl<T: ?Sized> From<&Rc<T>> for ByRc<T> {
    fn from(rc: &Rc<T>) -> Self {
        ByRc(Rc::clone(rc))
    }
}

impl<T: ?Sized> Deref for ByRc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
