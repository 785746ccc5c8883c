//! Messages between an embedded page and its host: plain objects, sent with `postMessage`.
//!
//! Each has `joinscope: 1`, the version of this protocol, and a `type`. Whatever else arrives is someone else's, and ignored.

use serde_json::{Map, Value, json};

use super::{Theme, Word};
use crate::scenario::Lang;

/// The protocol's version.
const VERSION: i64 = 1;

/// What a host asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum In {
    /// Show this scenario, a file's text or a link, at this step (without one, the last); or begin this lesson.
    Load {
        text: String,
        step: Option<usize>,
    },
    Seek(usize),
    Play,
    Pause,
    Theme(Theme),
    Lang(Option<Lang>),
}

/// What the page tells its host.
#[derive(Clone, Debug, PartialEq)]
pub enum Out {
    /// It is there, and takes messages.
    Ready { step: usize, steps: usize, title: String },
    /// Another step is shown. `text` says what happened in it and why.
    Step { step: usize, steps: usize, text: String },
    /// The height in px at which nothing is cut off.
    Resize { height: u32 },
    /// A link or a loaded scenario could not be read, or the engine refuses it.
    Error { text: String },
    /// A reader answered a lesson's question.
    Answer { lesson: String, beat: usize, right: bool },
}

/// Reads a message, as JSON; `None` if it is none of ours or malformed.
pub fn read(json: &str) -> Option<In> {
    let Value::Object(message) = serde_json::from_str(json).ok()? else { return None };
    if message.get("joinscope")?.as_i64()? != VERSION {
        return None;
    }
    let step = |message: &Map<String, Value>| message.get("step")?.as_u64().and_then(|step| usize::try_from(step).ok());
    Some(match message.get("type")?.as_str()? {
        "load" => In::Load {
            text: match message.get("scenario")? {
                Value::String(text) => text.clone(),
                scenario @ Value::Object(_) => scenario.to_string(),
                _ => return None,
            },
            step: step(&message),
        },
        "seek" => In::Seek(step(&message)?),
        "play" => In::Play,
        "pause" => In::Pause,
        "theme" => In::Theme(Word::of_word(message.get("theme")?.as_str()?)?),
        "lang" => In::Lang(Word::of_word(message.get("lang")?.as_str()?)?),
        _ => return None,
    })
}

impl Out {
    /// The message, as JSON.
    pub fn write(&self) -> String {
        let fields = match self {
            Out::Ready { step, steps, title } => json!({"type": "ready", "step": step, "steps": steps, "title": title}),
            Out::Step { step, steps, text } => json!({"type": "step", "step": step, "steps": steps, "text": text}),
            Out::Resize { height } => json!({"type": "resize", "height": height}),
            Out::Error { text } => json!({"type": "error", "text": text}),
            Out::Answer { lesson, beat, right } => {
                json!({"type": "answer", "lesson": lesson, "beat": beat, "right": right})
            }
        };
        let mut message = Map::new();
        message.insert("joinscope".to_string(), VERSION.into());
        if let Value::Object(fields) = fields {
            message.extend(fields);
        }
        Value::Object(message).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_understood() {
        let of = |rest: &str| read(&format!("{{\"joinscope\": 1, {rest}}}"));
        assert_eq!(of(r#""type": "seek", "step": 3"#), Some(In::Seek(3)));
        assert_eq!(of(r#""type": "play""#), Some(In::Play));
        assert_eq!(of(r#""type": "theme", "theme": "dark""#), Some(In::Theme(Theme::Dark)));
        assert_eq!(of(r#""type": "lang", "lang": "zh""#), Some(In::Lang(Some(Lang::Zh))));
        assert_eq!(
            of(r#""type": "load", "scenario": {"version": 1}, "step": 2"#),
            Some(In::Load { text: r#"{"version":1}"#.into(), step: Some(2) })
        );
        assert_eq!(
            of(r##""type": "load", "scenario": "#s=z:abc""##),
            Some(In::Load { text: "#s=z:abc".into(), step: None })
        );
    }

    #[test]
    fn what_is_malformed_is_ignored() {
        for odd in [
            "",
            "null",
            "3",
            "[]",
            "{",
            "\"play\"",
            "{}",
            r#"{"type": "play"}"#,
            r#"{"joinscope": 2, "type": "play"}"#,
            r#"{"joinscope": "1", "type": "play"}"#,
            r#"{"joinscope": 1}"#,
            r#"{"joinscope": 1, "type": 3}"#,
            r#"{"joinscope": 1, "type": "eval", "code": "1"}"#,
            r#"{"joinscope": 1, "type": "seek"}"#,
            r#"{"joinscope": 1, "type": "seek", "step": -1}"#,
            r#"{"joinscope": 1, "type": "seek", "step": "3"}"#,
            r#"{"joinscope": 1, "type": "load"}"#,
            r#"{"joinscope": 1, "type": "load", "scenario": [1]}"#,
            r#"{"joinscope": 1, "type": "theme", "theme": "pink"}"#,
            r#"{"joinscope": 1, "type": "lang"}"#,
        ] {
            assert_eq!(read(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_the_page_tells() {
        let out = Out::Step { step: 3, steps: 15, text: "o1 \"left\"".into() };
        assert_eq!(out.write(), r#"{"joinscope":1,"type":"step","step":3,"steps":15,"text":"o1 \"left\""}"#);
    }
}
