//! In the browser the app, natively the command line.

#[cfg(target_arch = "wasm32")]
fn main() {
    joinscope_core::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
