//! The entry: in the browser the page, natively the command line.

#[cfg(not(target_arch = "wasm32"))]
mod cli;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    cli::main()
}

#[cfg(all(target_arch = "wasm32", feature = "split"))]
mod parts;

#[cfg(target_arch = "wasm32")]
fn main() {
    #[cfg(feature = "split")]
    parts::start();
    #[cfg(not(feature = "split"))]
    joinscope_core::ui::start_whole();
}
