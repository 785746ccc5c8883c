//! The peers' workload as wasm, for `benches/browser/wasm.mjs`: the engine alone, compiled as the page is.

#[cfg(target_arch = "wasm32")]
pub mod wasm {
    use joinscope_core::workload::{Event, Measured};
    use wasm_bindgen::prelude::*;

    /// A join and its events.
    #[wasm_bindgen]
    pub struct Work {
        join: Measured,
        events: Vec<Event>,
    }

    #[wasm_bindgen]
    impl Work {
        /// So many rows a side. A join that is not measured has none.
        pub fn of(join: &str, n: u32, seed: u32) -> Option<Work> {
            let join = Measured::ALL.into_iter().find(|measured| measured.word() == join)?;
            Some(Work { join, events: join.events(n, u64::from(seed)) })
        }

        /// Runs the join once: how many rows came out, and their check.
        pub fn run(&self) -> String {
            self.join
                .run(&self.events)
                .map_or_else(|refusal| format!("{refusal:?}"), |counted| format!("{} {}", counted.rows, counted.check))
        }
    }
}
