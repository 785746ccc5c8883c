//! Words for what becomes of files of events.

use super::{format::fill_plain, messages::Ingest};
use crate::{
    ingest::{Fault, Lack},
    scenario::{Lang, Side, time::TimeFault},
    units::Unit,
};

/// Why a row is a bad one, and what to do; `files`: their names.
pub fn bad_row(fault: &Fault, files: &[String], lang: Lang) -> String {
    let m = Ingest::of(lang);
    match fault {
        Fault::Cells { is, of } => {
            fill_plain(lang, m.cells, &[("is", is.to_string().into()), ("of", of.to_string().into())])
        }
        Fault::Json(message) => fill_plain(lang, m.json, &[("message", message.as_str().into())]),
        Fault::SameId { file, line } => {
            let file = files.get(*file).map_or("", |name| name.as_str());
            fill_plain(lang, m.same_id, &[("line", line.to_string().into()), ("file", file.into())])
        }
        Fault::NotUtf8 => m.not_utf8.to_string(),
        Fault::Quote => m.quote.to_string(),
        Fault::NotObject => m.not_object.to_string(),
        Fault::Payload => m.payload.to_string(),
        Fault::Time(fault) | Fault::Arrival(fault) | Fault::Watermark(fault) => {
            let words = match fault {
                TimeFault::Empty => m.time_empty,
                TimeFault::Form => m.time_form,
                TimeFault::Part => m.time_part,
                TimeFault::Range => m.time_range,
            };
            words.to_string()
        }
        Fault::Side => m.no_side.to_string(),
        Fault::Kind => m.no_kind.to_string(),
        Fault::Partition => m.no_partition.to_string(),
        Fault::NoId => m.no_id.to_string(),
    }
}

/// What is missing before files can be read; `files` and `streams`: their names.
pub fn lack(lack: Lack, files: &[String], streams: impl Fn(Side) -> String, lang: Lang) -> String {
    let m = Ingest::of(lang);
    let of_file = |pattern: &str, file: usize| {
        fill_plain(lang, pattern, &[("file", files.get(file).map_or("", |name| name.as_str()).into())])
    };
    match lack {
        Lack::Time(file) => of_file(m.lacks_time, file),
        Lack::Key(file) => of_file(m.lacks_key, file),
        Lack::Side(file) => of_file(m.lacks_side, file),
        Lack::Arrival(file) => of_file(m.lacks_arrival, file),
        Lack::Empty(file) => of_file(m.lacks_rows, file),
        Lack::Watermark(side) => fill_plain(lang, m.lacks_watermark, &[("stream", streams(side).into())]),
        Lack::TooLarge(bytes) => {
            let size = bytes.div_ceil(1024 * 1024).to_string();
            fill_plain(lang, m.too_large, &[("size", size.into())])
        }
    }
}

/// What a unit is called.
pub fn unit_name(unit: Unit, lang: Lang) -> &'static str {
    let m = Ingest::of(lang);
    match unit {
        Unit::Seconds => m.seconds,
        Unit::Millis => m.millis,
        Unit::Micros => m.micros,
        Unit::Nanos => m.nanos,
    }
}
