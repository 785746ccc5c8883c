//! What is to know of a join's code, and why there is none.

use super::{engine_name, format::fill_plain, messages::Messages};
use crate::{
    code::{Missing, Note},
    scenario::{Dialect, Lang},
};

/// A note on the code.
pub fn code_note(note: Note, lang: Lang) -> &'static str {
    let m = &Messages::of(lang).code;
    match note {
        Note::Connector => m.connector,
        Note::SourceWatermark => m.source_watermark,
        Note::WatermarkSteps => m.watermark_steps,
        Note::Changelog => m.changelog,
        Note::PlannedAsRegular => m.planned_as_regular,
        Note::SameAsDataStream => m.same_as_datastream,
        Note::OneMsMore => m.one_ms_more,
        Note::NullKeys => m.null_keys,
        Note::SparkSource => m.spark_source,
        Note::WriteStream => m.write_stream,
        Note::TimesSelected => m.times_selected,
        Note::SessionsUnmerged => m.sessions_unmerged,
        Note::JavaSources => m.java_sources,
        Note::StartFrame => m.start_frame,
        Note::SourceMarks => m.source_marks,
        Note::Partitions => m.partitions,
        Note::LookupTable => Messages::of(lang).lookup.note_table,
        Note::StaticTable => Messages::of(lang).lookup.note_static,
    }
}

/// Why a join has no code.
pub fn no_code(missing: Missing, dialect: Dialect, lang: Lang) -> String {
    let m = &Messages::of(lang).code;
    match missing {
        Missing::Refused => fill_plain(lang, m.refused, &[("engine", engine_name(dialect).into())]),
        Missing::LateRows => m.late_rows.to_string(),
        Missing::SharedSessions => m.shared_sessions.to_string(),
        Missing::AllowedLateness => m.allowed_lateness.to_string(),
        Missing::LongWindow => m.long_window.to_string(),
        Missing::OtherRules(form) => fill_plain(lang, m.other_rules, &[("form", form.name().into())]),
        Missing::Stopped => m.stopped.to_string(),
    }
}
