//! A scenario as the code that runs it on the real engine. Texts in pieces that know what they are; no prose.

mod flink_sql;

pub use flink_sql::{Note, Sql, flink_sql};

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub kind: Kind,
}

/// What a piece of code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Keyword,
    /// A name of the left stream.
    Left,
    /// A name of the right stream.
    Right,
    Literal,
    Plain,
}

/// The code as text.
pub fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect()
}
