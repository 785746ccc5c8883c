//! A row's payload, and its text being edited: field by field, the rest of it untouched.

use std::ops::Range;

use serde_json::Value;

use super::json::Node;

/// A row's payload: the text of a JSON object, as written. `{}` is no payload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payload(Option<Box<str>>);

impl Payload {
    /// Takes the text of a JSON object; `None` if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
        Some(if fields.is_empty() { Payload(None) } else { Payload(Some(text.trim().into())) })
    }

    /// A text that is known to be a JSON object with a field, since it was made as one.
    pub fn made(text: String) -> Self {
        debug_assert!(Payload::parse(&text).is_some_and(|row| !row.is_empty()), "{text}");
        Payload(Some(text.into()))
    }

    pub fn text(&self) -> &str {
        self.0.as_deref().unwrap_or("{}")
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The fields, in the order of the file.
    pub fn fields(&self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::from_str(self.text()).unwrap_or_default()
    }
}

/// Why a text is no payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadFault {
    /// JSON, but not an object.
    NotObject,
    /// No JSON: the line and the column, both from 1, at which it stops to be.
    Syntax { line: usize, column: usize },
}

/// Why the text is no payload, if it is none. Nothing at all is one, without fields.
pub fn fault(text: &str) -> Option<PayloadFault> {
    if text.trim().is_empty() || Payload::parse(text).is_some() {
        return None;
    }
    Some(match serde_json::from_str::<Value>(text) {
        Ok(_) => PayloadFault::NotObject,
        // Columns are counted in bytes there; people count characters.
        Err(error) => {
            let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
            let before = line.char_indices().take_while(|(at, _)| *at < error.column()).count();
            PayloadFault::Syntax { line: error.line().max(1), column: before.max(1) }
        }
    })
}

/// The fields of a payload's text, each with the text of its value. None of a text that is no payload.
pub fn fields(text: &str) -> Option<Vec<(String, String)>> {
    if text.trim().is_empty() {
        return Some(Vec::new());
    }
    let members = Node::root(text).ok()?.members()?;
    Some(members.into_iter().map(|member| (member.key.to_string(), member.value.text().to_string())).collect())
}

/// The text with a field set to a value's text, or without it. All else stays as it was written; a text that is no payload
/// stays whole.
pub fn with(text: &str, field: &str, value: Option<&str>) -> String {
    let mut text = if text.trim().is_empty() { "{}".to_string() } else { text.to_string() };
    // Of two fields of one name the last one counts: one is set, all are taken away.
    while let Some((range, by, more)) = change(&text, field, value) {
        text.replace_range(range, &by);
        if !more {
            break;
        }
    }
    text
}

/// Where the text changes, into what, and whether there may be more to change.
fn change(text: &str, field: &str, value: Option<&str>) -> Option<(Range<usize>, String, bool)> {
    let root = Node::root(text).ok()?;
    let (whole, members) = (root.span(), root.members()?);
    let spans: Vec<_> = members.iter().map(|member| (member.key_at.span(), member.value.span())).collect();
    let at = members.iter().rposition(|member| member.key == field);
    Some(match (at, value) {
        (Some(at), Some(value)) => (spans[at].1.clone(), value.to_string(), false),
        (None, None) => return None,
        (None, Some(value)) => {
            let member = format!("{}: {value}", Value::from(field));
            match spans.last() {
                Some((_, last)) => (last.end..last.end, format!(", {member}"), false),
                None => (whole, format!("{{{member}}}"), false),
            }
        }
        (Some(at), None) => {
            // With its comma: the one before it, or that behind the first.
            let range = match (at.checked_sub(1), spans.get(at + 1)) {
                (Some(before), _) => spans[before].1.end..spans[at].1.end,
                (None, Some(next)) => spans[at].0.start..next.0.start,
                (None, None) => whole.start + 1..whole.end - 1,
            };
            (range, String::new(), true)
        }
    })
}

/// What a field's value is called while it is typed: a text by itself, all else as JSON.
pub fn shown(value: &str, texts: bool) -> String {
    match serde_json::from_str(value) {
        // No text at all is no field.
        Ok(Value::String(text)) if text.is_empty() => value.to_string(),
        Ok(Value::String(text)) if typed(&text, texts) == value => text,
        // An escape may be written in more than one way: what counts is that it means the same.
        Ok(Value::String(text))
            if serde_json::from_str(&typed(&text, texts)).is_ok_and(|again: Value| again == text) =>
        {
            text
        }
        _ => value.to_string(),
    }
}

/// The JSON that a typed text means: a number, `true`, `null`, `[...]`, `"..."` if it is one, and any other a string. Where
/// the field holds `texts` only, numbers and words are texts as well.
pub fn typed(text: &str, texts: bool) -> String {
    match serde_json::from_str(text) {
        Ok(Value::Number(_) | Value::Bool(_)) if texts => Value::from(text).to_string(),
        // As typed, not as we would write it: 1.50 stays 1.50, and no digit of a long number is lost.
        Ok::<Value, _>(_) => text.trim().to_string(),
        Err(_) => Value::from(text).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_has_its_place() {
        assert_eq!(fault("  "), None);
        assert_eq!(fault("{\"a\": 1}"), None);
        assert_eq!(fault("[1]"), Some(PayloadFault::NotObject));
        assert_eq!(fault("{\"a\": }"), Some(PayloadFault::Syntax { line: 1, column: 7 }));
        assert_eq!(fault("{\"数量\": 1,\n \"数\" 2}"), Some(PayloadFault::Syntax { line: 2, column: 6 }));
        assert_eq!(fault("{\"a\": 1"), Some(PayloadFault::Syntax { line: 1, column: 7 }));
    }

    #[test]
    fn a_field_is_set_and_the_rest_stays_as_written() {
        let text = "{ \"a\" : 123456789012345678901234567890,\n  \"b\": [1,  2] }";
        assert_eq!(with(text, "b", Some("\"x\"")), "{ \"a\" : 123456789012345678901234567890,\n  \"b\": \"x\" }");
        assert_eq!(
            with(text, "c", Some("7")),
            "{ \"a\" : 123456789012345678901234567890,\n  \"b\": [1,  2], \"c\": 7 }"
        );
        assert_eq!(with(text, "a", None), "{ \"b\": [1,  2] }");
        assert_eq!(with(text, "b", None), "{ \"a\" : 123456789012345678901234567890 }");
        assert_eq!(with("", "a b", Some("1")), "{\"a b\": 1}");
        assert_eq!(with("{\"a\": 1}", "a", None), "{}");
        assert_eq!(with("{\"a\": 1, \"a\": 2, \"b\": 3}", "a", None), "{\"b\": 3}");
        assert_eq!(with("{\"a\": 1, \"a\": 2}", "a", Some("3")), "{\"a\": 1, \"a\": 3}");
        assert_eq!(with("{\"a\"", "a", Some("1")), "{\"a\"");
    }

    #[test]
    fn what_is_typed_is_json_where_it_can_be() {
        for (text, texts, value) in [
            ("100", false, "100"),
            ("1.50", false, "1.50"),
            ("100", true, "\"100\""),
            ("true", true, "\"true\""),
            ("null", true, "null"),
            ("[1, 2]", true, "[1, 2]"),
            ("T-1", false, "\"T-1\""),
            ("say \"x\"", false, "\"say \\\"x\\\"\""),
            ("\"100\"", false, "\"100\""),
        ] {
            assert_eq!(typed(text, texts), value, "{text}");
            assert_eq!(typed(&shown(value, texts), texts), value, "{value}");
        }
        assert_eq!(shown("\"100\"", false), "\"100\"", "a text that would be taken for a number");
        assert_eq!(shown("\"100\"", true), "100");
        assert_eq!(shown("\"\\u0041\"", false), "A");
    }
}
