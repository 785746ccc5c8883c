//! The rule under the sentences: symbols, and the numbers under them.

use super::{Rule, Span, Tone, Words, article, format::Arg};
use crate::{
    engine::{RowId, effect::Span as Extent},
    scenario::{Dialect, JoinKind, Policy, Side, Window},
};

/// Two lines of cells as they grow, always of one length.
pub(super) struct Lines<'w, 'r> {
    words: &'w Words<'r>,
    pub(super) lines: [Vec<Vec<Span>>; 2],
}

impl Lines<'_, '_> {
    /// A cell of each line.
    pub(super) fn cell(&mut self, symbol: &str, number: impl Into<Arg>) -> &mut Self {
        self.lines[0].push(self.words.say("{symbol}", &[("symbol", symbol.into())]));
        self.lines[1].push(self.words.say("{number}", &[("number", number.into())]));
        self
    }

    pub(super) fn strong(&mut self, symbol: &str, text: String) -> &mut Self {
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

    pub(super) fn result(&mut self, text: String) -> &mut Self {
        let number = self.words.say("= *{text}*", &[("text", text.into())]);
        self.cell("", number)
    }
}

impl Words<'_> {
    /// The time's column, with its stream's name where both streams call it the same.
    pub(super) fn time_column(&self, side: Side) -> String {
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

    pub(super) fn lines(&self) -> Lines<'_, '_> {
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
    pub(super) fn reach(&self, row: RowId) -> Option<(i64, bool)> {
        let interval = self.interval()?;
        Some(match self.side(row) {
            Side::Left => (interval.upper, interval.upper_inclusive),
            Side::Right => (interval.lower.saturating_neg(), interval.lower_inclusive),
        })
    }

    /// DataStream: "watermark ≥ order_time + 2 h", and never before the row's own time.
    fn against_timer(&self, row: RowId, watermark: i64, relation: &str, caption: &str) -> Option<Rule> {
        let (lower, upper) = self.interval()?.inclusive();
        let (reach, inclusive) = self.reach(row)?;
        let kept = if self.side(row) == Side::Left { upper } else { lower.saturating_neg() };
        let mut lines = self.lines();
        lines.strong(self.m.why.rule_watermark, self.time(watermark)).cell(relation, relation).time_of(row);
        if kept > 0 {
            let term = format!("+ {}", self.duration(reach));
            lines.cell(&term, term.as_str());
            if !inclusive {
                let less = format!("− {}", self.duration(1));
                lines.cell(&less, less.as_str());
            }
            lines.result(self.time(self.event_time(row).saturating_add(kept)));
        }
        Some(self.about(caption, row, lines.lines))
    }

    pub(super) fn rule_leaves(&self, row: RowId, watermark: i64) -> Option<Rule> {
        if self.leaves_on_time() {
            return self.against_timer(row, watermark, "≥", self.m.why.rule_leaves);
        }
        self.against_reach(row, watermark, [">", "≥"], self.m.why.rule_leaves)
    }

    pub(super) fn rule_stays(&self, row: RowId, watermark: i64) -> Option<Rule> {
        if self.leaves_on_time() {
            // Of a row whose last moment has passed already the rule would not hold: it leaves when the watermark moves next.
            let (lower, upper) = self.interval()?.inclusive();
            let kept = if self.side(row) == Side::Left { upper } else { lower.saturating_neg() };
            let last = self.event_time(row).saturating_add(kept.max(0));
            return if watermark < last {
                self.against_timer(row, watermark, "<", self.m.why.rule_stays)
            } else {
                None
            };
        }
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

    /// "shipments.time < watermark": DataStream; Spark's late rows include those at the watermark.
    pub(super) fn rule_late(&self, row: RowId, watermark: i64) -> Rule {
        let spark = self.scenario().dialect == Dialect::Spark;
        let m = &self.m.why;
        let (relation, symbol) = if spark { ("≤", m.rule_watermark_late) } else { ("<", m.rule_watermark) };
        let mut lines = self.lines();
        lines.time_of(row).cell(relation, relation).strong(symbol, self.time(watermark));
        self.about(m.rule_late, row, lines.lines)
    }

    /// A time to the millisecond, for where one of them decides.
    pub(super) fn exact(&self, ms: i64) -> String {
        if self.times.style.epoch || ms.rem_euclid(1000) != 0 {
            return self.time(ms);
        }
        let style = crate::scenario::time::TimeStyle { seconds: true, ..self.times.style };
        let times = crate::scenario::time::Times { style, ..self.times };
        format!("{}.000", Words { times, ..self.clone() }.time(ms))
    }

    /// "watermark ≥ end − 1 ms", with an allowed lateness "+ 1 min"; Spark's "watermark ≥ end".
    fn against_end(
        &self,
        window: Extent,
        symbol: &str,
        watermark: i64,
        relation: &str,
        lateness: i64,
    ) -> Lines<'_, '_> {
        let m = &self.m.why;
        let spark = self.scenario().dialect == Dialect::Spark;
        let before = if spark { 0 } else { 1 };
        let show = |ms: i64| if before == 0 { self.time(ms) } else { self.exact(ms) };
        let less = format!("{} − {}", m.rule_end, self.duration(before));
        let mut lines = self.lines();
        lines.strong(symbol, show(watermark)).cell(relation, relation);
        lines.strong(if before == 0 { m.rule_end } else { &less }, show(window.end.saturating_sub(before)));
        if lateness > 0 {
            let term = format!("+ {}", self.duration(lateness));
            lines.cell(&term, term.as_str());
        }
        lines
    }

    fn of_window(&self, caption: &str, window: Extent, lines: [Vec<Vec<Span>>; 2]) -> Rule {
        let about = self.say("*{window}*", &[("window", self.extent(window))]);
        Rule { caption: caption.to_string(), about, lines }
    }

    pub(super) fn rule_fires(&self, window: Extent, watermark: i64) -> Rule {
        let lines = self.against_end(window, self.m.why.rule_watermark, watermark, "≥", 0);
        self.of_window(self.m.why.rule_fires, window, lines.lines)
    }

    /// Spark: a window's rows leave.
    pub(super) fn rule_over(&self, window: Extent, watermark: i64) -> Rule {
        let lines = self.against_end(window, self.m.why.rule_watermark, watermark, "≥", 0);
        self.of_window(self.m.why.rule_over, window, lines.lines)
    }

    /// DataStream: a window that has fired takes no more late rows.
    pub(super) fn rule_closes(&self, window: Extent, watermark: i64) -> Rule {
        let lines = self.against_end(window, self.m.why.rule_watermark, watermark, "≥", self.lateness());
        self.of_window(self.m.why.rule_closes, window, lines.lines)
    }

    /// DataStream: it still does.
    pub(super) fn rule_takes_late(&self, window: Extent, watermark: i64) -> Rule {
        let lines = self.against_end(window, self.m.why.rule_watermark, watermark, "<", self.lateness());
        self.of_window(self.m.why.rule_takes_late, window, lines.lines)
    }

    /// A row, or its copy in this window, came too late. Flink SQL's sessions are judged by their own side's watermark.
    pub(super) fn rule_copy_late(&self, row: RowId, window: Extent, watermark: i64) -> Rule {
        let m = &self.m.why;
        let symbol = if self.sessions_by_side() {
            self.say_plain(m.rule_watermark_of, &[("stream", self.stream(self.side(row)).into())])
        } else if self.scenario().dialect == Dialect::Spark {
            m.rule_watermark_late.to_string()
        } else {
            m.rule_watermark.to_string()
        };
        let lines = self.against_end(window, &symbol, watermark, "≥", self.lateness());
        // Where a row is in one window, its copy there is the row.
        let caption = if self.rows().windows(row).count() == 1 { m.rule_late } else { m.rule_copy_late };
        self.about(caption, row, lines.lines)
    }

    /// "start ≤ view_time < end"; of a session, where it ends.
    pub(super) fn rule_in_window(&self, row: RowId, window: Extent) -> Option<Rule> {
        let m = &self.m.why;
        let mut lines = self.lines();
        if let JoinKind::Window { window: Window::Session { gap, .. }, .. } = self.scenario().join.kind {
            if window.end != self.event_time(row).saturating_add(gap) {
                return None;
            }
            let term = format!("+ {}", self.duration(gap));
            lines.time_of(row).cell(&term, term.as_str()).result(self.time(window.end));
            return Some(self.of_window(m.rule_session, window, lines.lines));
        }
        lines
            .cell(m.rule_start, self.time(window.start))
            .cell("≤", "≤")
            .time_of(row)
            .cell("<", "<")
            .cell(m.rule_end, self.time(window.end));
        Some(self.about(m.rule_in_window, row, lines.lines))
    }

    /// "rate_time ≤ order_time ≤ watermark".
    pub(super) fn rule_takes(&self, left: RowId, right: RowId, watermark: i64) -> Rule {
        let m = &self.m.why;
        let mut lines = self.lines();
        lines.time_of(right).cell("≤", "≤").time_of(left).cell("≤", "≤").strong(m.rule_watermark, self.time(watermark));
        let noun = self.noun(Side::Left);
        let args = [("a", article(noun).into()), ("left", noun.into()), ("right", self.noun(Side::Right).into())];
        Rule { caption: self.say_plain(m.rule_takes, &args), about: self.row_spans(left), lines: lines.lines }
    }

    /// "watermark < order_time".
    pub(super) fn rule_waits(&self, row: RowId, watermark: i64) -> Rule {
        let m = &self.m.why;
        let mut lines = self.lines();
        lines.strong(m.rule_watermark, self.time(watermark)).cell("<", "<").time_of(row);
        self.about(m.rule_waits, row, lines.lines)
    }

    /// "min(orders, shipments)"; Spark has a max, too.
    pub(super) fn rule_slower(&self, left: i64, right: i64) -> Rule {
        let max = self.scenario().watermark_policy == Some(Policy::Max);
        let mut lines = self.lines();
        let name = |side| self.stream(side).to_string();
        let row = |side, at| Span { text: self.time(at), tone: Tone::Row(side), row: None };
        lines
            .cell(if max { "max(" } else { "min(" }, if max { "max(" } else { "min(" })
            .cell(&name(Side::Left), vec![row(Side::Left, left)])
            .cell(",", ",")
            .cell(&name(Side::Right), vec![row(Side::Right, right)])
            .cell(")", ")")
            .result(self.time(if max { left.max(right) } else { left.min(right) }));
        let m = &self.m.why;
        let spark = self.scenario().dialect == Dialect::Spark;
        let caption = if spark { m.rule_next_watermark } else { m.rule_join_watermark };
        Rule { caption: caption.to_string(), about: Vec::new(), lines: lines.lines }
    }
}
