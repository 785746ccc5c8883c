//! Links: a whole scenario as text behind an address, and how it is to be shown.
//!
//! `ADDRESS?step=10&theme=dark#s=z:PAYLOAD`. The payload is base64url (no padding) of the length of what follows, as a
//! LEB128 number, and the scenario's file without needless spaces, compressed as zlib does (RFC 1950: its checksum tells a
//! damaged link, the length says how much of a cut one is there). The file has the format's version inside, so every later
//! version of joinscope reads old links. What stands in the query is presentation only ([`Query`]).
//!
//! Nothing of a link is believed: it is inflated no further than [`MOST_TEXT`], then read as any file is.

pub mod message;
mod query;
mod snippet;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use miniz_oxide::{
    deflate::compress_to_vec_zlib,
    inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit},
};

pub use query::{Controls, Look, Pane, Query, Reader, Theme, Word};
pub use snippet::{Embedded, Host, snippet};

use crate::scenario::{Problem, Scenario, read, write_short};

/// The name of the one codec there is.
const CODEC: &str = "z";
/// How much a link's scenario may be as text, in bytes; beyond it inflating stops.
pub const MOST_TEXT: usize = 4 << 20;
/// How long a link's part behind the `#` may be, in characters; browsers take about twice that.
pub const MOST_CHARS: usize = 1 << 20;

/// Why a link's scenario cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Nothing stands behind the `#s=`.
    Empty,
    /// Packed in a way that this version does not know.
    Codec { word: String },
    /// It ends early: so many characters of so many.
    Cut { have: usize, of: usize },
    /// Something in it was changed.
    Damaged,
    /// It would be more than [`MOST_TEXT`] bytes or is more than [`MOST_CHARS`] characters.
    TooLarge,
    /// It was unpacked, but is no scenario.
    Scenario { text: String, problems: Vec<Problem> },
}

/// What stands behind the `#` for a scenario; `None` if the scenario is too large for a link.
pub fn fragment(scenario: &Scenario) -> Option<String> {
    pack(scenario).map(|packed| format!("s={packed}"))
}

/// A scenario as `CODEC:PAYLOAD`; `None` if it is too large for a link.
pub fn pack(scenario: &Scenario) -> Option<String> {
    pack_text(&write_short(scenario))
}

/// Any text as `CODEC:PAYLOAD`: that of a lesson goes behind `#l=`.
pub fn pack_text(text: &str) -> Option<String> {
    if text.len() > MOST_TEXT {
        return None;
    }
    let deflated = compress_to_vec_zlib(text.as_bytes(), 10);
    let mut bytes = leb128(deflated.len());
    bytes.extend(deflated);
    let packed = format!("{CODEC}:{}", BASE64_URL_SAFE_NO_PAD.encode(bytes));
    (packed.len() <= MOST_CHARS).then_some(packed)
}

/// The scenario of a text that [`pack`] gave. Spaces and line ends in it, which mail programs put there, do not matter.
pub fn unpack(packed: &str) -> Result<Scenario, Broken> {
    let text = unpack_text(packed)?;
    read(&text).map_err(|problems| Broken::Scenario { text, problems })
}

/// The text that [`pack_text`] was given.
pub fn unpack_text(packed: &str) -> Result<String, Broken> {
    if packed.len() > MOST_CHARS {
        return Err(Broken::TooLarge);
    }
    let packed: String = packed.chars().filter(|c| !c.is_whitespace()).collect();
    if packed.is_empty() {
        return Err(Broken::Empty);
    }
    let payload = match packed.split_once(':') {
        Some((CODEC, payload)) => payload,
        Some((word, _)) => return Err(Broken::Codec { word: word.to_string() }),
        None if CODEC == packed => return Err(Broken::Empty),
        None => return Err(Broken::Damaged),
    };
    // A cut link may end within a byte: its whole bytes are decoded, the rest says only that it was cut.
    let payload = payload.trim_end_matches('=');
    let whole = if payload.len() % 4 == 1 { payload.len() - 1 } else { payload.len() };
    let bytes = payload.get(..whole).and_then(|text| loose().decode(text).ok()).ok_or(Broken::Damaged)?;
    let (length, deflated) = from_leb128(&bytes).ok_or(Broken::Damaged)?;
    if deflated.len() < length {
        let head = bytes.len() - deflated.len();
        return Err(Broken::Cut { have: payload.len(), of: (head + length).saturating_mul(4).div_ceil(3) });
    }
    // More than it says: something was put behind it, as a full stop is. The checksum tells whether the rest is good.
    let text =
        decompress_to_vec_zlib_with_limit(&deflated[..length], MOST_TEXT).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => Broken::TooLarge,
            _ => Broken::Damaged,
        })?;
    String::from_utf8(text).map_err(|_| Broken::Damaged)
}

/// The scenario in a whole address, a fragment with or without its `#`, or what stands behind `s=`.
pub fn unpack_any(text: &str) -> Result<Scenario, Broken> {
    let text = text.trim();
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment);
    unpack(in_fragment(fragment).unwrap_or(fragment))
}

/// The packed scenario in what stands behind the `#`, if there is one.
pub fn in_fragment(fragment: &str) -> Option<&str> {
    part(fragment, "s=")
}

/// The packed lesson in what stands behind the `#`, if there is one.
pub fn lesson_in_fragment(fragment: &str) -> Option<&str> {
    part(fragment, "l=")
}

/// The packed lesson in a whole address, or in a fragment with or without its `#`, if there is one.
pub fn lesson_in_any(text: &str) -> Option<&str> {
    let text = text.trim();
    lesson_in_fragment(text.split_once('#').map_or(text, |(_, fragment)| fragment))
}

/// What stands before the `#` as a query, in a whole address or a part of one.
pub fn query_of(text: &str) -> &str {
    let before = text.split_once('#').map_or("", |(before, _)| before);
    before.split_once('?').map_or("", |(_, query)| query)
}

fn part<'f>(fragment: &'f str, name: &str) -> Option<&'f str> {
    fragment.trim_start_matches('#').split('&').find_map(|part| part.strip_prefix(name))
}

/// Takes a last character whose lowest bits are not zero: a cut link has one.
fn loose() -> base64::engine::GeneralPurpose {
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true);
    GeneralPurpose::new(&base64::alphabet::URL_SAFE, config)
}

fn leb128(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

fn from_leb128(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0_usize;
    // Four bytes hold more than a link can.
    for (index, byte) in bytes.iter().take(4).enumerate() {
        number |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((number, &bytes[index + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Side, Step, time::EXAMPLE};

    fn orders() -> Scenario {
        read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap()
    }

    #[test]
    fn a_link_is_short_and_gives_the_scenario_back() {
        let packed = pack(&orders()).unwrap();
        assert!(packed.len() < 1200, "{} characters", packed.len());
        assert!(packed.bytes().all(|c| c.is_ascii_alphanumeric() || b":-_".contains(&c)), "{packed}");
        assert_eq!(unpack(&packed).as_ref(), Ok(&orders()));
        for around in ["https://example.org/j/?step=3#s={}", "#s={}", "  s={}&more=1\n", "{}"] {
            assert_eq!(unpack_any(&around.replace("{}", &packed)).as_ref(), Ok(&orders()), "{around}");
        }
        assert_eq!(query_of("https://example.org/j/?step=3&row=left.o1#s=z:a?b"), "step=3&row=left.o1");
        assert_eq!([query_of("#s=z:a?b"), query_of("?step=3"), query_of("")], [""; 3]);
        let broken_lines = packed.as_bytes().chunks(60).map(|line| String::from_utf8_lossy(line) + "\r\n");
        assert_eq!(unpack(&broken_lines.collect::<String>()).as_ref(), Ok(&orders()));
    }

    #[test]
    fn a_cut_link_says_how_much_of_it_is_there() {
        let packed = pack(&orders()).unwrap();
        let of = packed.len() - 2;
        for have in [4, 5, 6, 7, 200, of - 1] {
            assert_eq!(unpack(&packed[..2 + have]), Err(Broken::Cut { have, of }));
        }
        assert_eq!(unpack("z:"), Err(Broken::Damaged));
        assert_eq!(unpack(" "), Err(Broken::Empty));
        assert_eq!(unpack("q:abc"), Err(Broken::Codec { word: "q".into() }));
    }

    #[test]
    fn whatever_is_changed_is_found_out() {
        let packed = pack(&orders()).unwrap();
        for at in 2..packed.len() {
            let mut changed = packed.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let read = unpack(&String::from_utf8(changed).unwrap());
            // Some bits say nothing: the last character's lowest, and those that fill the last deflated byte.
            assert!(read.is_err() || (at + 8 >= packed.len() && read == Ok(orders())), "{at}: {read:?}");
        }
    }

    #[test]
    fn a_bomb_is_refused_while_it_inflates() {
        let deflated = compress_to_vec_zlib(&vec![b' '; 64 << 20], 10);
        let mut bytes = leb128(deflated.len());
        bytes.extend(deflated);
        assert_eq!(unpack(&format!("z:{}", BASE64_URL_SAFE_NO_PAD.encode(bytes))), Err(Broken::TooLarge));
        assert_eq!(unpack(&"z".repeat(MOST_CHARS + 1)), Err(Broken::TooLarge));
    }

    #[test]
    fn a_scenario_too_large_for_a_link_has_none() {
        let mut scenario = orders();
        scenario.script = vec![Step::Watermark { side: Side::Left, time: EXAMPLE }; 100_000].into();
        assert_eq!(pack(&scenario), None);
    }
}
