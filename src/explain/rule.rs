//! The rule under the sentences: symbols, and the numbers under them.

use super::{Rule, Span, Tone, Words, article, format::Arg};
use crate::{engine::RowId, scenario::Side};

/// Two lines of cells as they grow, always of one length.
struct Lines<'w, 'r> {
    words: &'w Words<'r>,
    lines: [Vec<Vec<Span>>; 2],
}

impl Lines<'_, '_> {
    /// A cell of each line.
    fn cell(&mut self, symbol: &str, number: impl Into<Arg>) -> &mut Self {
        self.lines[0].push(self.words.say("{symbol}", &[("symbol", symbol.into())]));
        self.lines[1].push(self.words.say("{number}", &[("number", number.into())]));
        self
    }

    fn strong(&mut self, symbol: &str, text: String) -> &mut Self {
        let number = self.words.say("*{text}*", &[("text", text.into())]);
        self.cell(symbol, number)
    }

    /// A row's time, in the colour of its side.
    fn time_of(&mut self, row: RowId) -> &mut Self {
        let words = self.words;
        let tone = Tone::Row(words.side(row));
        let span = Span { text: words.time(words.event_time(row)), tone, row: Some(row) };
        let column = words.time_column(words.side(row));
        self.cell(&column, vec![span])
    }

    fn result(&mut self, text: String) -> &mut Self {
        let number = self.words.say("= *{text}*", &[("text", text.into())]);
        self.cell("", number)
    }
}

impl Words<'_> {
    /// The time's column, with its stream's name where both streams call it the same.
    fn time_column(&self, side: Side) -> String {
        let streams = &self.scenario().streams;
        let name = streams[side].time_name();
        if streams[side.other()].time_name() == name {
            format!("{}.{name}", self.stream(side))
        } else {
            name.to_string()
        }
    }

    fn key_column(&self, side: Side) -> String {
        let streams = &self.scenario().streams;
        let name = streams[side].key_name();
        if streams[side.other()].key_name() == name {
            format!("{}.{name}", self.stream(side))
        } else {
            name.to_string()
        }
    }

    fn lines(&self) -> Lines<'_, '_> {
        Lines { words: self, lines: [Vec::new(), Vec::new()] }
    }

    fn about(&self, caption: &str, row: RowId, lines: [Vec<Vec<Span>>; 2]) -> Rule {
        let noun = self.noun(self.side(row));
        let args = [("noun", noun.into()), ("a", article(noun).into())];
        Rule { caption: self.say_plain(caption, &args), about: self.row_spans(row), lines }
    }

    /// "watermark > order_time + 2 h": whether the row has outlived all that could match it.
    fn against_reach(&self, row: RowId, watermark: i64, relation: [&str; 2], caption: &str) -> Option<Rule> {
        let (reach, inclusive) = self.reach(row)?;
        let relation = relation[usize::from(!inclusive)];
        let mut lines = self.lines();
        lines.strong(self.m.why.rule_watermark, self.time(watermark)).cell(relation, relation).time_of(row);
        if reach != 0 {
            let sign = if reach < 0 { "−" } else { "+" };
            let term = format!("{sign} {}", self.duration(reach.saturating_abs()));
            let end = self.time(self.event_time(row).saturating_add(reach));
            lines.cell(&term, term.as_str()).result(end);
        }
        Some(self.about(caption, row, lines.lines))
    }

    /// How long after its own time the row can still find a partner, ms, and whether that moment counts.
    fn reach(&self, row: RowId) -> Option<(i64, bool)> {
        let interval = self.interval()?;
        Some(match self.side(row) {
            Side::Left => (interval.upper, interval.upper_inclusive),
            Side::Right => (interval.lower.saturating_neg(), interval.lower_inclusive),
        })
    }

    pub(super) fn rule_leaves(&self, row: RowId, watermark: i64) -> Option<Rule> {
        self.against_reach(row, watermark, [">", "≥"], self.m.why.rule_leaves)
    }

    pub(super) fn rule_stays(&self, row: RowId, watermark: i64) -> Option<Rule> {
        self.against_reach(row, watermark, ["≤", "<"], self.m.why.rule_stays)
    }

    /// A row is not put into state once the watermark is at its last moment, 1 ms before it would leave. Before an open
    /// end that is "1 ms before", which two symbols cannot say; there is no rule then.
    pub(super) fn rule_not_kept(&self, row: RowId, watermark: i64) -> Option<Rule> {
        let (_, inclusive) = self.reach(row)?;
        if inclusive { self.against_reach(row, watermark, ["≥", "≥"], self.m.why.rule_not_kept) } else { None }
    }

    /// "0 ≤ ship_time − order_time ≤ 2 h", with the relations that hold for these two in the second line.
    pub(super) fn rule_match(&self, left: RowId, right: RowId, about: RowId) -> Option<Rule> {
        let interval = self.interval()?;
        let apart = self.event_time(right).saturating_sub(self.event_time(left));
        let symbol = |inclusive: bool| if inclusive { "≤" } else { "<" };
        let holds = |holds: bool, inclusive: bool| match (holds, inclusive) {
            (true, _) => symbol(inclusive),
            (false, true) => ">",
            (false, false) => "≥",
        };
        let (low, high) = interval.inclusive();
        let lower = self.duration(interval.lower);
        let upper = self.duration(interval.upper);
        let mut lines = self.lines();
        lines
            .cell(&lower, lower.as_str())
            .cell(symbol(interval.lower_inclusive), holds(low <= apart, interval.lower_inclusive))
            .time_of(right)
            .cell("−", "−")
            .time_of(left)
            .result(self.duration(apart))
            .cell(symbol(interval.upper_inclusive), holds(apart <= high, interval.upper_inclusive))
            .cell(&upper, upper.as_str());
        let (noun_left, noun_right) = (self.noun(Side::Left), self.noun(Side::Right));
        let args = [
            ("a", article(noun_right).into()),
            ("a_left", article(noun_left).into()),
            ("left", noun_left.into()),
            ("right", noun_right.into()),
        ];
        // Two "rows" say nothing about which is which.
        let caption = if noun_left == noun_right { self.m.why.rule_equal } else { self.m.why.rule_match };
        Some(Rule { caption: self.say_plain(caption, &args), about: self.row_spans(about), lines: lines.lines })
    }

    /// "order_id = order_id", the keys under it.
    pub(super) fn rule_equal(&self, left: RowId, right: RowId, about: RowId) -> Rule {
        let key = |row| {
            let text = super::format::plain(&self.say("{key}", &[("key", self.key(row))]));
            Span { text, tone: Tone::Row(self.side(row)), row: Some(row) }
        };
        let mut lines = self.lines();
        lines
            .cell(&self.key_column(Side::Left), vec![key(left)])
            .cell("=", "=")
            .cell(&self.key_column(Side::Right), vec![key(right)]);
        Rule { caption: self.m.why.rule_equal.to_string(), about: self.row_spans(about), lines: lines.lines }
    }

    /// "min(orders, shipments)".
    pub(super) fn rule_slower(&self, left: i64, right: i64) -> Rule {
        let mut lines = self.lines();
        let name = |side| self.stream(side).to_string();
        let row = |side, at| Span { text: self.time(at), tone: Tone::Row(side), row: None };
        lines
            .cell("min(", "min(")
            .cell(&name(Side::Left), vec![row(Side::Left, left)])
            .cell(",", ",")
            .cell(&name(Side::Right), vec![row(Side::Right, right)])
            .cell(")", ")")
            .result(self.time(left.min(right)));
        Rule { caption: self.m.why.rule_join_watermark.to_string(), about: Vec::new(), lines: lines.lines }
    }
}
