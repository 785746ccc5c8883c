//! What each metric is, in words, and its numbers as they are written.

use super::{Words, messages::Metrics as Texts};
use crate::{
    metrics::{Metric, Metrics, NO_WATERMARK, Tally},
    scenario::{Dialect, JoinKind, Side},
};

/// A metric as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricTold {
    pub name: String,
    pub about: &'static str,
    /// In this step; empty of what is not counted.
    pub here: String,
    /// So far, or what is so now.
    pub so_far: String,
    /// What the number means: a watermark as a time.
    pub also: String,
}

/// What is to be seen of a step's metrics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricsTold {
    pub lead: &'static str,
    /// "Metrics of Spark".
    pub name: String,
    pub engine: Vec<MetricTold>,
    /// Which micro-batches the step ran, in Spark.
    pub batches: Option<String>,
    pub own: Vec<MetricTold>,
}

impl Words<'_> {
    pub fn metrics(&self, metrics: &Metrics) -> MetricsTold {
        let m = Texts::of(self.lang);
        let spark = self.scenario().dialect == Dialect::Spark;
        let all = if spark { &metrics.summed } else { &metrics.operator };
        let engine = if spark { "Spark" } else { "Flink" };
        MetricsTold {
            lead: if spark { m.of_spark } else { m.of_flink },
            name: self.say_plain(m.engine_metrics, &[("engine", engine.into())]),
            engine: all.iter().map(|metric| self.metric(m, metric)).collect(),
            batches: spark.then(|| {
                let ids: Vec<String> = metrics.batches.iter().map(|(id, _)| id.to_string()).collect();
                let pattern = match ids.len() {
                    0 => m.no_batch,
                    1 => m.batch_here,
                    _ => m.batches_here,
                };
                self.say_plain(pattern, &[("ids", ids.join(", ").into())])
            }),
            own: self.own(m, &metrics.here, &metrics.so_far),
        }
    }

    fn metric(&self, m: &Texts, metric: &Metric) -> MetricTold {
        let value = metric.value.to_string();
        let watermark = metric.name.starts_with("current");
        MetricTold {
            name: metric.name.to_string(),
            about: about(m, metric.name),
            here: metric.here.map_or_else(String::new, |here| here.to_string()),
            so_far: if metric.estimate { self.say_plain(m.estimate, &[("value", value.into())]) } else { value },
            also: match metric.value {
                _ if !watermark => String::new(),
                NO_WATERMARK => self.m.panels.none.to_string(),
                time => self.time(time),
            },
        }
    }

    fn own(&self, m: &Texts, here: &Tally, so_far: &Tally) -> Vec<MetricTold> {
        let scenario = self.scenario();
        let told = |name: String, about, of: &dyn Fn(&Tally) -> u64| MetricTold {
            name,
            about,
            here: of(here).to_string(),
            so_far: of(so_far).to_string(),
            also: String::new(),
        };
        let named = |pattern: &str, side: Side| self.say_plain(pattern, &[("stream", self.stream(side).into())]);
        let ratio = |tally: &Tally| {
            tally
                .amplification()
                .map_or_else(String::new, |hundredths| format!("{}.{:02}", hundredths / 100, hundredths % 100))
        };
        let mut all: Vec<MetricTold> = Vec::new();
        for side in Side::BOTH {
            all.push(told(named(m.rows_in, side), m.rows_in_about, &|tally| tally.rows[side]));
        }
        all.push(told(m.stored.into(), m.stored_about, &|tally| tally.stored));
        all.push(told(m.emitted.into(), m.emitted_about, &|tally| tally.emitted));
        all.push(told(m.taken_back.into(), m.taken_back_about, &|tally| tally.taken_back));
        all.push(MetricTold {
            name: m.per_row.into(),
            about: m.per_row_about,
            here: ratio(here),
            so_far: ratio(so_far),
            also: String::new(),
        });
        all.push(told(m.repeated.into(), m.repeated_about, &|tally| tally.repeated));
        for side in Side::BOTH {
            all.push(told(named(m.late_rows, side), m.late_rows_about, &|tally| tally.late_rows[side]));
        }
        if matches!(scenario.join.kind, JoinKind::Window { .. }) {
            for side in Side::BOTH {
                all.push(told(named(m.late_copies, side), m.late_copies_about, &|tally| tally.late_copies[side]));
            }
        }
        all
    }
}

fn about(m: &Texts, name: &str) -> &'static str {
    match name {
        "numRecordsIn" => m.num_records_in,
        "numRecordsOut" => m.num_records_out,
        "currentInputWatermark" => m.current_input_watermark,
        "currentInput1Watermark" => m.current_input_1,
        "currentInput2Watermark" => m.current_input_2,
        "currentOutputWatermark" => m.current_output,
        "leftNumLateRecordsDropped" => m.left_late,
        "rightNumLateRecordsDropped" => m.right_late,
        "numLateRecordsDropped" => m.num_late,
        "numInputRows" => m.num_input_rows,
        "numOutputRows" => m.num_output_rows,
        "numRowsTotal" => m.num_rows_total,
        "numRowsUpdated" => m.num_rows_updated,
        "numRowsRemoved" => m.num_rows_removed,
        "numRowsDroppedByWatermark" => m.num_rows_dropped,
        "memoryUsedBytes" => m.memory_used_bytes,
        _ => "",
    }
}
