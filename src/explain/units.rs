//! Words for times that are plainly of another unit or zone.

use super::{
    format::{Arg, fill_plain},
    messages::Messages,
};
use crate::{
    scenario::{Lang, Scenario, Step, time},
    units::{Suspicion, Unit},
};

/// What seems wrong, and what the remedy is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspected {
    pub what: String,
    pub remedy: String,
}

/// The words for a suspicion about this scenario's times.
pub fn suspected(suspicion: &Suspicion, scenario: &Scenario, lang: Lang) -> Suspected {
    let m = &Messages::of(lang).units;
    let stream = |side| Arg::from(scenario.streams[side].label(lang).to_string());
    match *suspicion {
        Suspicion::Unit { side, unit, rows, of, first } => {
            let pattern = match unit {
                Unit::Seconds => m.seconds,
                Unit::Micros => m.micros,
                Unit::Nanos | Unit::Millis => m.nanos,
            };
            let count = |n: usize| Arg::from(n.to_string());
            let times = if rows == of { m.all_rows } else { m.some_rows };
            let times = fill_plain(lang, times, &[("stream", stream(side)), ("rows", count(rows)), ("of", count(of))]);
            let raw = match scenario.script.get(first) {
                Some(Step::Push(push)) => push.time,
                _ => 0,
            };
            let args = [
                ("times", times.into()),
                ("raw", raw.to_string().into()),
                ("read", time::iso(raw).into()),
                ("meant", time::iso(unit.to_millis(raw)).into()),
            ];
            Suspected { what: fill_plain(lang, pattern, &args), remedy: m.convert.to_string() }
        }
        Suspicion::Zone { side, by, rows, of } => {
            let by = Arg::from(time::duration(by, lang));
            let args = [
                ("stream", stream(side)),
                ("by", by.clone()),
                ("rows", rows.to_string().into()),
                ("of", of.to_string().into()),
            ];
            let remedy = fill_plain(lang, m.shift, &[("stream", stream(side)), ("by", by)]);
            Suspected { what: fill_plain(lang, m.zone, &args), remedy }
        }
    }
}
