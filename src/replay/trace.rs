//! Trace files: what each step put out, and what was so after it (`docs/format.md`).

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};

use super::{Batch, Out, Recording};
use crate::scenario::{Dialect, Side, Step};

/// A row of the result, by ids, as trace files have it.
#[derive(Clone, Debug)]
pub struct Emission<'r> {
    recording: &'r Recording,
    out: Out,
}

impl<'r> Emission<'r> {
    pub fn new(recording: &'r Recording, out: Out) -> Self {
        Emission { recording, out }
    }
}

impl Serialize for Emission<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Emission { recording, out } = self;
        let id = |row| recording.rows.id(&recording.scenario, row);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &out.kind)?;
        map.serialize_entry("left", &out.left.map(id))?;
        if !recording.scenario.join.ty.half() {
            map.serialize_entry("right", &out.right.map(id))?;
        }
        if let Some(window) = out.window {
            map.serialize_entry("window", &[window.start, window.end])?;
        }
        map.end()
    }
}

struct Trace<'r>(&'r Recording);

impl Serialize for Trace<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let recording = self.0;
        let (name, version) = recording.scenario.dialect.engine();
        let engine = serde_json::json!({
            "name": "joinscope",
            "version": env!("CARGO_PKG_VERSION"),
            "as": format!("{name} {version}"),
        });
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", &1)?;
        map.serialize_entry("engine", &engine)?;
        match recording.outcome {
            Ok(_) => map.serialize_entry("steps", &Steps(recording))?,
            Err(stopped) => map.serialize_entry("error", &stopped.refusal.engine_words())?,
        }
        map.end()
    }
}

struct Steps<'r>(&'r Recording);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let recording = self.0;
        let mut view = recording.view(0);
        let mut seq = serializer.serialize_seq(Some(recording.len()))?;
        for step in 1..=recording.len() {
            seq.serialize_element(&Entry::after(recording, step, &mut view))?;
        }
        seq.end()
    }
}

/// The entries of the trace of a run that came to its end, one after the other.
pub fn entries(recording: &Recording) -> impl Iterator<Item = String> + '_ {
    let mut view = recording.view(0);
    (1..=recording.len()).map(move |step| {
        // Serialising to a string cannot fail, as below.
        serde_json::to_string(&Entry::after(recording, step, &mut view)).unwrap_or_default()
    })
}

struct Entry<'r> {
    recording: &'r Recording,
    step: usize,
    view: &'r super::View,
    moved: bool,
    /// A side is idle since, or active again.
    slept: bool,
}

impl<'r> Entry<'r> {
    /// The entry of the step behind what is shown, which is shown then.
    fn after(recording: &'r Recording, step: usize, view: &'r mut super::View) -> Self {
        let before = (view.watermark, view.idle);
        recording.advance(view);
        let (moved, slept) = (before.0 != view.watermark, before.1 != view.idle);
        Entry { recording, step, view, moved, slept }
    }
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Entry { recording, step, view, moved, slept } = self;
        let out: Vec<Emission> = recording.emitted(*step).map(|out| Emission::new(recording, out)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("out", &out)?;
        // A crash unsets them, so it tells them always.
        if *moved || recording.came_back_to(*step).is_some() {
            map.serialize_entry("watermark", &view.watermark)?;
        }
        if *slept {
            map.serialize_entry("idle", &view.idle)?;
        }
        let late = recording.late(*step);
        if late[Side::Left] + late[Side::Right] > 0 {
            map.serialize_entry("late", &late)?;
        }
        // A push changes nothing that Spark has; only its micro-batches do.
        let spark = recording.scenario.dialect == Dialect::Spark;
        let batch = spark && matches!(recording.step(*step), Some(Step::Batch | Step::FailingBatch | Step::Crash));
        if let Some(held) = recording.held(view).filter(|_| batch || !spark) {
            map.serialize_entry("state", &held)?;
        }
        if batch {
            let batches = recording.batches(*step);
            let entries: Vec<_> = batches.iter().map(|batch| BatchEntry { recording, step: *step, batch }).collect();
            map.serialize_entry("batches", &entries)?;
        }
        map.end()
    }
}

struct BatchEntry<'r> {
    recording: &'r Recording,
    step: usize,
    batch: &'r Batch,
}

impl Serialize for BatchEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BatchEntry { recording, step, batch } = self;
        let out: Vec<Emission> = recording.emitted_in(*step, batch).map(|out| Emission::new(recording, out)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &batch.id)?;
        map.serialize_entry("watermark", &batch.watermark)?;
        map.serialize_entry("out", &out)?;
        if batch.run.fails() {
            // Spark reports no more of it.
            map.serialize_entry("failed", &true)?;
            return map.end();
        }
        map.serialize_entry("state", &batch.held)?;
        map.serialize_entry("dropped", &batch.dropped)?;
        map.serialize_entry("removed", &batch.removed)?;
        map.end()
    }
}

/// The trace of a run as compact JSON on one line.
pub fn trace(recording: &Recording) -> String {
    // Serialising to a string cannot fail: every key is a string, and a String takes all that is written.
    serde_json::to_string(&Trace(recording)).unwrap_or_default()
}
