//! Where the page is cut: each of these functions begins a file of its own, which holds all that only it leads to, code and
//! data. The attribute makes of it one that loads the file first. It writes `unsafe`, which the library forbids itself:
//! so this belongs to the page's entry.

use joinscope_core::{
    explain::messages::Messages,
    ui::{
        self,
        lazy::{self, Acts, Beside, Choosing, Ingest, Models, Pages, Panes, Reader, comes},
    },
};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

#[wasm_split(acts, fallible)]
fn acts() -> Result<&'static Acts, SplitLoaderError> {
    Ok(lazy::acts())
}

#[wasm_split(chinese, fallible)]
fn chinese() -> Result<&'static Messages, SplitLoaderError> {
    Ok(Messages::chinese())
}

#[wasm_split(panes, fallible)]
fn panes() -> Result<&'static Panes, SplitLoaderError> {
    Ok(lazy::panes())
}

#[wasm_split(beside, fallible)]
fn beside() -> Result<&'static Beside, SplitLoaderError> {
    Ok(lazy::beside())
}

#[wasm_split(choosing, fallible)]
fn choosing() -> Result<&'static Choosing, SplitLoaderError> {
    Ok(lazy::choosing())
}

#[wasm_split(pages, fallible)]
fn pages() -> Result<&'static Pages, SplitLoaderError> {
    Ok(lazy::pages())
}

#[wasm_split(ingest, fallible)]
fn ingest() -> Result<&'static Ingest, SplitLoaderError> {
    Ok(lazy::ingest_part())
}

#[wasm_split(reader, fallible)]
fn reader() -> Result<&'static Reader, SplitLoaderError> {
    Ok(lazy::reader())
}

#[wasm_split(models, fallible)]
fn models() -> Result<&'static Models, SplitLoaderError> {
    Ok(lazy::models())
}

/// Starts the page.
pub fn start() {
    comes::<Acts>(|| Box::pin(async { acts().await.ok() }));
    comes::<Messages>(|| Box::pin(async { chinese().await.ok() }));
    comes::<Panes>(|| Box::pin(async { panes().await.ok() }));
    comes::<Beside>(|| Box::pin(async { beside().await.ok() }));
    comes::<Ingest>(|| Box::pin(async { ingest().await.ok() }));
    comes::<Choosing>(|| Box::pin(async { choosing().await.ok() }));
    comes::<Pages>(|| Box::pin(async { pages().await.ok() }));
    comes::<Reader>(|| Box::pin(async { reader().await.ok() }));
    comes::<Models>(|| Box::pin(async { models().await.ok() }));
    ui::start();
}
