//! The rows of a file, one after the other, each with the line at which it begins.
//!
//! What cannot be read is a row, too, with what is wrong with it; reading goes on at the next line where one may begin.

use std::borrow::Cow;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Column, Fault, Format};
use crate::scenario::json::Node;

/// A cell of a row, or a member of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value<'a> {
    /// Nothing, `NULL` or `\N` in a cell; null in JSON, or no such member.
    Null,
    Text(Cow<'a, str>),
    /// A number of JSON, as written.
    Number(Cow<'a, str>),
    /// An object, an array or a truth value of JSON, as written.
    Other(Cow<'a, str>),
}

impl<'a> Value<'a> {
    fn of_cell(text: &'a str) -> Self {
        match text.trim() {
            "" | "NULL" | "null" | "\\N" => Value::Null,
            _ => Value::Text(text.into()),
        }
    }

    fn of_node(node: Node<'a>) -> Self {
        match node.string() {
            Some(text) => Value::Text(text),
            None if node.is_null() => Value::Null,
            None if node.is(b"-0123456789") => Value::Number(node.text().into()),
            None => Value::Other(node.text().into()),
        }
    }

    /// The value as a text; `None` of nothing.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Null => None,
            Value::Text(text) | Value::Number(text) | Value::Other(text) => Some(text),
        }
    }

    pub fn into_owned(self) -> Value<'static> {
        let own = |text: Cow<str>| Cow::Owned(text.into_owned());
        match self {
            Value::Null => Value::Null,
            Value::Text(text) => Value::Text(own(text)),
            Value::Number(text) => Value::Number(own(text)),
            Value::Other(text) => Value::Other(own(text)),
        }
    }
}

/// A row, a value a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub values: Vec<Value<'a>>,
    /// Members that no column stands for, with their values as written.
    pub more: Vec<(Cow<'a, str>, &'a str)>,
}

/// Where in a file reading goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Bytes from the start.
    pub at: usize,
    /// The line of that byte, from 1.
    line: usize,
    /// So many bytes may still be read a second time, to go on behind what cannot be read: else a file made for it would be
    /// read for ever.
    again: usize,
    /// Names of columns, or the bracket before an array's elements, are behind.
    begun: bool,
}

impl Place {
    pub fn start(bytes: &[u8]) -> Self {
        Place { at: 0, line: 1, again: 4 * bytes.len() + 65_536, begun: false }
    }
}

/// Reads rows; has room of its own for a row's cells.
pub(super) struct Rows<'a> {
    bytes: &'a [u8],
    format: Format,
    pub place: Place,
    /// Made once: that takes far longer than a row.
    reader: Reader,
    cells: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> Rows<'a> {
    pub fn new(bytes: &'a [u8], format: Format, place: Place) -> Self {
        let delimiter = match format {
            Format::Cells { delimiter, .. } => delimiter,
            Format::Lines | Format::Array => b',',
        };
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        Rows { bytes, format, place, reader, cells: vec![0; 1024], ends: vec![0; 64] }
    }

    /// The names in the first row, where the format has them there.
    pub fn header(&mut self) -> Option<Result<Vec<String>, Fault>> {
        match self.format {
            Format::Cells { header: true, .. } if !self.place.begun => {
                self.place.begun = true;
                let (_, cells) = self.cells()?;
                Some(cells.map(|cells| cells.into_iter().map(|cell| cell.trim().to_string()).collect()))
            }
            _ => None,
        }
    }

    /// The next row and its line; `None` behind the last one. `columns`: what the values are wanted of.
    pub fn next(&mut self, columns: &[Column]) -> Option<(usize, Result<Row<'_>, Fault>)> {
        match self.format {
            Format::Cells { .. } => {
                self.header();
                let (line, cells) = self.cells()?;
                Some((line, cells.and_then(|cells| of_cells(cells, columns))))
            }
            Format::Lines => {
                let (line, text) = self.line()?;
                Some((line, of_object(text, columns)))
            }
            Format::Array => {
                let (line, text) = self.element()?;
                Some((line, text.and_then(|text| of_object(text, columns))))
            }
        }
    }

    /// Goes to byte `at`, which is not before the place.
    fn go(&mut self, at: usize) {
        self.place.line += self.bytes[self.place.at..at].iter().filter(|byte| **byte == b'\n').count();
        self.place.at = at;
    }

    /// Goes behind whatever bytes these are.
    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.place.at..];
        let by = rest.iter().position(|byte| !skipped(*byte)).unwrap_or(rest.len());
        self.go(self.place.at + by);
    }

    fn skip_mark(&mut self) {
        if self.place.at == 0 && self.bytes.starts_with(b"\xef\xbb\xbf") {
            self.place.at = 3;
        }
    }

    // ---- cells

    fn cells(&mut self) -> Option<(usize, Result<Vec<&str>, Fault>)> {
        self.skip_mark();
        self.skip(|byte| matches!(byte, b'\r' | b'\n'));
        let start = self.place.at;
        let line = self.place.line;
        self.reader.reset();
        let (mut at, mut written, mut ended) = (start, 0, 0);
        loop {
            let (result, read, wrote, ends) =
                self.reader.read_record(&self.bytes[at..], &mut self.cells[written..], &mut self.ends[ended..]);
            (at, written, ended) = (at + read, written + wrote, ended + ends);
            match result {
                // At the end it is asked once more, with nothing.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.cells.resize(self.cells.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return None,
            }
        }
        if at == self.bytes.len() && is_open(&mut self.reader, &self.bytes[start..]) {
            // All that follows is within a quote that nobody closed: but for the first line it is read again, while that is
            // allowed.
            let rest = &self.bytes[start..];
            let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
            match self.place.again.checked_sub(rest.len()) {
                Some(again) => {
                    self.place.again = again;
                    self.go(start + end);
                }
                None => self.go(self.bytes.len()),
            }
            return Some((line, Err(Fault::Quote)));
        }
        self.go(at);
        let cells = |from: usize, to: usize| std::str::from_utf8(self.cells.get(from..to).unwrap_or_default());
        let mut from = 0;
        let cells: Result<Vec<&str>, _> =
            self.ends[..ended].iter().map(|end| cells(std::mem::replace(&mut from, *end), *end)).collect();
        Some((line, cells.map_err(|_| Fault::NotUtf8)))
    }

    // ---- JSON

    /// The next line that is not empty.
    fn line(&mut self) -> Option<(usize, &'a [u8])> {
        self.skip_mark();
        self.skip(|byte| byte.is_ascii_whitespace());
        let rest = &self.bytes[self.place.at..];
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let line = self.place.line;
        self.go(self.place.at + end);
        Some((line, rest[..end].trim_ascii()))
    }

    /// The next element of the array.
    fn element(&mut self) -> Option<(usize, Result<&'a [u8], Fault>)> {
        self.skip_mark();
        self.skip(|byte| byte.is_ascii_whitespace());
        if !self.place.begun {
            self.place.begun = true;
            if self.bytes.get(self.place.at) == Some(&b'[') {
                self.go(self.place.at + 1);
                self.skip(|byte| byte.is_ascii_whitespace());
            }
        }
        // Between two elements there is a comma; who reads events need not insist on just one.
        self.skip(|byte| byte == b',' || byte.is_ascii_whitespace());
        let rest = &self.bytes[self.place.at..];
        let line = self.place.line;
        match rest.first()? {
            b']' => {
                self.go(self.place.at + 1);
                self.skip(|byte| byte.is_ascii_whitespace());
                return match self.place.at == self.bytes.len() {
                    true => None,
                    // Something behind the array.
                    false => self.line().map(|(line, text)| (line, of_json(text).map(|_| text))),
                };
            }
            b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {}
            _ => {
                let (line, text) = self.line()?;
                return Some((line, of_json(text).map(|_| text)));
            }
        }
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<&RawValue>();
        match values.next() {
            Some(Ok(value)) => {
                let end = values.byte_offset();
                self.go(self.place.at + end);
                Some((line, Ok(value.get().as_bytes())))
            }
            Some(Err(error)) => {
                let fault = Fault::Json(words(&error));
                // Behind it, at the next line that begins with an object: it may be the next element.
                let looked = failed_at(rest, &error);
                let next = next_object(rest, 1);
                match self.place.again.checked_sub(looked) {
                    Some(again) => {
                        self.place.again = again;
                        self.go(self.place.at + next);
                    }
                    None => self.go(self.bytes.len()),
                }
                Some((line, Err(fault)))
            }
            None => None,
        }
    }
}

/// Whether the text ends within quotes: then a line more would be no record more.
fn is_open(reader: &mut Reader, text: &[u8]) -> bool {
    if !text.contains(&b'"') {
        return false;
    }
    reader.reset();
    let (mut cells, mut ends) = ([0; 4096], [0; 256]);
    let mut records = 0;
    for mut input in [text, b"\n0\n"] {
        while !input.is_empty() {
            let (result, read, _, _) = reader.read_record(input, &mut cells, &mut ends);
            input = &input[read..];
            records += usize::from(result == ReadRecordResult::Record);
        }
    }
    records < 2
}

fn of_cells<'a>(cells: Vec<&'a str>, columns: &[Column]) -> Result<Row<'a>, Fault> {
    let (is, of) = (cells.len(), columns.len());
    // A delimiter at the end of a line makes an empty cell, and no harm.
    if is < of || cells[of..].iter().any(|cell| !cell.trim().is_empty()) {
        return Err(Fault::Cells { is, of });
    }
    let values = cells.into_iter().take(of).map(Value::of_cell).collect();
    Ok(Row { values, more: Vec::new() })
}

fn of_json(text: &[u8]) -> Result<Node<'_>, Fault> {
    let text = std::str::from_utf8(text).map_err(|_| Fault::NotUtf8)?;
    Node::root(text).map_err(|error| Fault::Json(words(&error)))
}

fn of_object<'a>(text: &'a [u8], columns: &[Column]) -> Result<Row<'a>, Fault> {
    let members = of_json(text)?.members().ok_or(Fault::NotObject)?;
    let mut values = vec![Value::Null; columns.len()];
    let mut more = Vec::new();
    for member in members {
        match columns.iter().position(|column| !column.nested && column.name == member.key) {
            Some(at) => values[at] = Value::of_node(member.value),
            None => more.push((member.key.clone(), member.value.text())),
        }
        if member.value.is(b"{") && columns.iter().any(|column| column.nested) {
            for inner in member.value.members().into_iter().flatten() {
                let is = |column: &Column| {
                    column.nested
                        && column.name.strip_prefix(&*member.key).and_then(|rest| rest.strip_prefix('.'))
                            == Some(&*inner.key)
                };
                if let Some(at) = columns.iter().position(is) {
                    values[at] = Value::of_node(inner.value);
                }
            }
        }
    }
    Ok(Row { values, more })
}

/// The members' names of an object, those of objects within it behind its own.
pub(super) fn names(text: &[u8]) -> Vec<(String, bool)> {
    let mut names = Vec::new();
    for member in of_json(text).ok().and_then(|node| node.members()).into_iter().flatten() {
        names.push((member.key.to_string(), false));
        if member.value.is(b"{") {
            let inner = member.value.members().into_iter().flatten();
            names.extend(inner.map(|inner| (format!("{}.{}", member.key, inner.key), true)));
        }
    }
    names
}

/// The objects of a file as they stand, for their names.
pub(super) fn objects<'a>(rows: &mut Rows<'a>) -> Option<&'a [u8]> {
    loop {
        match rows.format {
            Format::Lines => return rows.line().map(|(_, text)| text),
            Format::Array => match rows.element()?.1 {
                Ok(text) => return Some(text),
                Err(_) => continue,
            },
            Format::Cells { .. } => return None,
        }
    }
}

/// A parser's words without the place, which we tell ourselves.
fn words(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.rsplit_once(" at line ").map_or(words.as_str(), |(message, _)| message).to_string()
}

/// How many bytes were read until the error.
fn failed_at(text: &[u8], error: &serde_json::Error) -> usize {
    let lines: usize =
        text.split_inclusive(|byte| *byte == b'\n').take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    (lines + error.column()).min(text.len())
}

/// The start of the next line behind `from` that begins with an object; the end if there is none.
fn next_object(text: &[u8], from: usize) -> usize {
    let mut at = from.min(text.len());
    while let Some(line) = text[at..].iter().position(|byte| *byte == b'\n') {
        at += line + 1;
        let first = text[at..].iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b',');
        match first {
            Some(first) if text[at + first] == b'{' => return at + first,
            Some(_) => {}
            None => break,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::Role;

    type Texts = Result<Vec<Option<String>>, Fault>;

    fn read(text: &[u8], format: Format, names: &[&str]) -> Vec<(usize, Texts)> {
        let columns: Vec<Column> = names
            .iter()
            .map(|name| Column { name: name.to_string(), nested: name.contains('.'), role: Role::Field })
            .collect();
        let mut rows = Rows::new(text, format, Place::start(text));
        let mut all = Vec::new();
        while let Some((line, row)) = rows.next(&columns) {
            let texts = |row: Row| row.values.iter().map(|value| value.text().map(str::to_string)).collect();
            all.push((line, row.map(texts)));
            assert!(all.len() <= text.len() + 1);
        }
        all
    }

    fn some(texts: &[&str]) -> Texts {
        Ok(texts.iter().map(|text| (!text.is_empty()).then(|| text.to_string())).collect())
    }

    const COMMAS: Format = Format::Cells { delimiter: b',', header: true };

    #[test]
    fn rows_of_cells_with_their_lines() {
        let text = "\u{feff}a,b\r\n1,2\r\n\r\n\"x\ny\",NULL\r\n5\r\n6,7,\r\n8,9,10\r\n\\N,\"a \"\"b\"\"\"";
        let read = read(text.as_bytes(), COMMAS, &["a", "b"]);
        assert_eq!(
            read,
            [
                (2, some(&["1", "2"])),
                (4, some(&["x\ny", ""])),
                (6, Err(Fault::Cells { is: 1, of: 2 })),
                (7, some(&["6", "7"])),
                (8, Err(Fault::Cells { is: 3, of: 2 })),
                (9, some(&["", "a \"b\""])),
            ]
        );
    }

    #[test]
    fn an_open_quote_is_one_bad_row() {
        let text = b"a,b\n1,\"2\n3,4\n5,6\n";
        assert_eq!(
            read(text, COMMAS, &["a", "b"]),
            [(2, Err(Fault::Quote)), (3, some(&["3", "4"])), (4, some(&["5", "6"]))]
        );
        assert_eq!(read(b"a,b\n5\" pipe,2\n", COMMAS, &["a", "b"]), [(2, some(&["5\" pipe", "2"]))]);
        assert_eq!(read(b"a,b\n1,\"2\"", COMMAS, &["a", "b"]), [(2, some(&["1", "2"]))]);
        assert_eq!(read(b"a,b\n1,\xff\n3,4", COMMAS, &["a", "b"]), [(2, Err(Fault::NotUtf8)), (3, some(&["3", "4"]))]);
    }

    #[test]
    fn many_open_quotes_are_read_in_time() {
        let text = "a,b\n".to_string() + &"\"1,2\n\n".repeat(100_001);
        assert!(!read(text.as_bytes(), COMMAS, &["a", "b"]).is_empty());
    }

    #[test]
    fn lines_of_json() {
        let text = b"{\"a\": 1, \"b\": \"x\"}\n\n{\"a\": {\"c\": 2}}\r\n[1]\n{\"a\": }\n{\"b\": null, \"d\": 1}";
        let read = read(text, Format::Lines, &["a", "b", "a.c"]);
        assert_eq!(read[0], (1, some(&["1", "x", ""])));
        assert_eq!(read[1], (3, some(&["{\"c\": 2}", "", "2"])));
        assert_eq!(read[2], (4, Err(Fault::NotObject)));
        assert_eq!(read[3], (5, Err(Fault::Json("expected value".into()))));
        assert_eq!(read[4], (6, some(&["", "", ""])));
        assert_eq!(read.len(), 5);
    }

    #[test]
    fn an_array_of_json() {
        let text = b"[\n {\"a\": 1},\n {\"a\": 2, \"b\": },\n {\"a\": 3},\n 4\n]\n trailing";
        let read = read(text, Format::Array, &["a"]);
        assert_eq!(read[0], (2, some(&["1"])));
        assert!(matches!(read[1], (3, Err(Fault::Json(_)))));
        assert_eq!(read[2], (4, some(&["3"])));
        assert_eq!(read[3], (5, Err(Fault::NotObject)));
        assert!(matches!(read[4], (7, Err(Fault::Json(_)))));
        assert_eq!(read.len(), 5);
        assert_eq!(self::read(b"[]", Format::Array, &["a"]), []);
    }

    #[test]
    fn many_open_objects_are_read_in_time() {
        let text = "[\n".to_string() + &"{\"a\": [\n".repeat(100_000);
        assert!(!read(text.as_bytes(), Format::Array, &["a"]).is_empty());
    }
}
