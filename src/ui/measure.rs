//! Text widths as the browser sets them, remembered.

use std::{cell::RefCell, collections::HashMap};

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::stage::{Font, Measure};

/// Measures with a canvas of its own; guesses where there is none.
pub struct Canvas {
    context: Option<CanvasRenderingContext2d>,
    sans: String,
    known: RefCell<HashMap<(Font, String), f64>>,
}

thread_local! {
    /// The element whose fonts count, if not the page's root.
    static STYLED: RefCell<Option<web_sys::Element>> = const { RefCell::new(None) };
}

/// Inside a host's page the fonts are those of this element.
pub fn styled_as(element: web_sys::Element) {
    STYLED.replace(Some(element));
}

impl Canvas {
    pub fn new() -> Self {
        let document = gloo::utils::document();
        let context = document
            .create_element("canvas")
            .ok()
            .and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok())
            .and_then(|canvas| canvas.get_context("2d").ok().flatten())
            .and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok());
        let sans = STYLED
            .with_borrow(Clone::clone)
            .or_else(|| document.document_element())
            .and_then(|root| gloo::utils::window().get_computed_style(&root).ok().flatten())
            .and_then(|style| style.get_property_value("--sans").ok())
            .filter(|sans| !sans.trim().is_empty())
            .unwrap_or_else(|| "sans-serif".to_string());
        Canvas { context, sans, known: RefCell::default() }
    }
}

impl Measure for Canvas {
    fn width(&self, text: &str, font: Font) -> f64 {
        if let Some(width) = self.known.borrow().get(&(font, text.to_string())) {
            return *width;
        }
        let size = match font {
            Font::Bold => "600 11.5px",
            Font::Regular => "400 11.5px",
            Font::Small => "500 11px",
        };
        let measured = self.context.as_ref().and_then(|context| {
            context.set_font(&format!("{size} {}", self.sans));
            context.measure_text(text).ok().map(|metrics| metrics.width())
        });
        let width = measured.unwrap_or_else(|| text.chars().count() as f64 * 6.5);
        let mut known = self.known.borrow_mut();
        // A scenario has few texts; a day of playing has many. Forgetting all now and then is cheap.
        if known.len() > 20_000 {
            known.clear();
        }
        known.insert((font, text.to_string()), width);
        width
    }
}
