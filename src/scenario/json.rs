//! JSON with places: each value keeps where it stands in the text, so that a problem can name its line.
//!
//! serde_json's `RawValue` borrows a value's own text; where that slice lies in the whole is its place.

use std::{borrow::Cow, fmt};

use serde::{
    Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

/// A value's text within the whole file.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    whole: &'a str,
    text: &'a str,
}

/// A member of an object: the key's own place, and the value.
pub struct Member<'a> {
    pub key: Cow<'a, str>,
    pub key_at: Node<'a>,
    pub value: Node<'a>,
}

impl<'a> Node<'a> {
    /// The root value, if the whole is JSON.
    pub fn root(whole: &'a str) -> Result<Self, serde_json::Error> {
        let raw: &'a RawValue = serde_json::from_str(whole)?;
        Ok(Node { whole, text: raw.get() })
    }

    fn part(&self, raw: &'a RawValue) -> Node<'a> {
        Node { whole: self.whole, text: raw.get() }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Bytes from the start of the file, and behind the last one.
    pub fn span(&self) -> std::ops::Range<usize> {
        let start = (self.text.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        start..start + self.text.len()
    }

    /// What kind of value it is, by its first byte.
    pub fn is(&self, first: &[u8]) -> bool {
        self.text.as_bytes().first().is_some_and(|b| first.contains(b))
    }

    pub fn is_null(&self) -> bool {
        self.text == "null"
    }

    pub fn boolean(&self) -> Option<bool> {
        match self.text {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    pub fn string(&self) -> Option<Cow<'a, str>> {
        if !self.is(b"\"") {
            return None;
        }
        let inner = &self.text[1..self.text.len() - 1];
        if inner.contains('\\') {
            serde_json::from_str(self.text).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inner))
        }
    }

    /// A whole number without fraction or exponent.
    pub fn integer(&self) -> Option<i64> {
        self.text.parse().ok()
    }

    pub fn members(&self) -> Option<Vec<Member<'a>>> {
        if !self.is(b"{") {
            return None;
        }
        serde_json::Deserializer::from_str(self.text).deserialize_map(Members(*self)).ok()
    }

    /// Calls `each` with every element in order; false if it is no array.
    pub fn elements(&self, each: impl FnMut(Node<'a>)) -> bool {
        self.is(b"[") && serde_json::Deserializer::from_str(self.text).deserialize_seq(Elements(*self, each)).is_ok()
    }
}

struct Members<'a>(Node<'a>);

impl<'a> Visitor<'a> for Members<'a> {
    type Value = Vec<Member<'a>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            let key_at = self.0.part(key);
            members.push(Member { key: key_at.string().unwrap_or_default(), key_at, value: self.0.part(value) });
        }
        Ok(members)
    }
}

struct Elements<'a, F>(Node<'a>, F);

impl<'a, F: FnMut(Node<'a>)> Visitor<'a> for Elements<'a, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(raw) = seq.next_element::<&RawValue>()? {
            (self.1)(self.0.part(raw));
        }
        Ok(())
    }
}
