//! Steps as bytes, for the way from a worker to the page.

use crate::{
    replay::pack::{Base, Reader, Writer},
    scenario::{Payload, Push, RowKind, Side, Step},
};

/// The steps as bytes, short and quickly read.
pub fn steps_to_bytes(steps: &[Step]) -> Vec<u8> {
    let mut writer = Writer::default();
    let text = |writer: &mut Writer, text: &str| {
        writer.number(text.len() as u64);
        writer.bytes.extend_from_slice(text.as_bytes());
    };
    writer.number(steps.len() as u64);
    for step in steps {
        match step {
            Step::Push(Push { side, id, key, time, row, kind, partition }) => {
                writer.byte(0);
                writer.byte(*side as u8 | (*kind as u8) << 1 | u8::from(key.is_some()) << 3);
                writer.signed(*time);
                writer.number(u64::from(*partition));
                text(&mut writer, id);
                if let Some(key) = key {
                    text(&mut writer, key);
                }
                text(&mut writer, if row.is_empty() { "" } else { row.text() });
            }
            Step::Watermark { side, time } => {
                writer.byte(1 + *side as u8);
                writer.signed(*time);
            }
            Step::Batch => writer.byte(3),
            Step::Clock { time } => {
                writer.byte(4);
                writer.signed(*time);
            }
            Step::FailingBatch => writer.byte(5),
            Step::Checkpoint => writer.byte(6),
            Step::Crash => writer.byte(7),
        }
    }
    writer.bytes
}

/// The steps again; `None` of bytes that [`steps_to_bytes`] has not made.
pub fn steps_from_bytes(bytes: &[u8]) -> Option<Vec<Step>> {
    let mut reader = Reader::new(bytes, Base::default(), 0);
    let count = reader.size()?;
    let mut steps = Vec::with_capacity(count.min(bytes.len()));
    for _ in 0..count {
        steps.push(match reader.byte()? {
            0 => {
                let bits = reader.byte()?;
                let time = reader.signed()?;
                let partition = u32::try_from(reader.number()?).ok()?;
                let id = text(&mut reader)?.into();
                let key = if bits & 8 == 0 { None } else { Some(text(&mut reader)?.into()) };
                let row = match text(&mut reader)? {
                    "" => Payload::default(),
                    row => Payload::made(row.to_string()),
                };
                let kind = RowKind::ALL[usize::from(bits >> 1 & 3)];
                Step::Push(Push { side: Side::BOTH[usize::from(bits & 1)], id, key, time, row, kind, partition })
            }
            tag @ (1 | 2) => Step::Watermark { side: Side::BOTH[usize::from(tag - 1)], time: reader.signed()? },
            3 => Step::Batch,
            4 => Step::Clock { time: reader.signed()? },
            5 => Step::FailingBatch,
            6 => Step::Checkpoint,
            7 => Step::Crash,
            _ => return None,
        });
    }
    reader.is_empty().then_some(steps)
}

fn text<'b>(reader: &mut Reader<'b>) -> Option<&'b str> {
    let size = reader.size()?;
    std::str::from_utf8(reader.take(size)?).ok()
}
