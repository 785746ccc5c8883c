//! What is wrong with a link, and what to do.

use super::{Told, format::fill, messages::Messages};
use crate::{link::Broken, scenario::Lang};

/// The words for a link that cannot be read.
pub fn broken(broken: &Broken, lang: Lang) -> Told {
    let m = &Messages::of(lang).links;
    let told = |what, remedy, args: &[_]| Told { what: fill(lang, what, &[]), remedy: fill(lang, remedy, args) };
    match broken {
        Broken::Empty => told(m.empty, m.empty_do, &[]),
        Broken::Codec { word } => told(m.codec, m.codec_do, &[("word", word.as_str().into())]),
        Broken::Cut { have, of } => {
            told(m.cut, m.cut_do, &[("have", have.to_string().into()), ("of", of.to_string().into())])
        }
        Broken::Damaged => told(m.damaged, m.damaged_do, &[]),
        Broken::TooLarge => told(m.too_large, m.too_large_do, &[]),
        Broken::Scenario { .. } => told(m.no_scenario, m.damaged_do, &[]),
    }
}

/// The words for a link to a lesson that is not served here.
pub fn missing_lesson(name: &str, lang: Lang) -> Told {
    let m = Messages::of(lang);
    Told { what: fill(lang, m.lessons.missing, &[("name", name.into())]), remedy: Vec::new() }
}

/// The words for a link to a scenario that is not served here.
pub fn missing(name: &str, lang: Lang) -> Told {
    let m = &Messages::of(lang).links;
    Told { what: fill(lang, m.missing, &[("name", name.into())]), remedy: fill(lang, m.missing_do, &[]) }
}
