//! Choosing a setting, in words.

use super::{
    Span, Words,
    format::{Arg, run_on},
    messages::Choose,
};
use crate::{
    choose::{Advice, Candidate, Knob, Loss, Losses, NoKnob, Reason, Study},
    engine::effect::{Gone, NotKept},
    scenario::{Dialect, JoinKind, Side, Window},
};

/// So few matches say little about others.
const FEW: usize = 30;

/// Permille as a percentage of one place; never all, nor nothing, but where it is.
pub fn share(kept: usize, all: usize) -> String {
    if all == 0 {
        return "–".to_string();
    }
    let permille = (kept as u128 * 1000 / all as u128) as u64;
    let permille = if kept > 0 { permille.max(1) } else { permille };
    percent(u32::try_from(permille).unwrap_or(1000))
}

/// "99.9 %".
pub fn percent(permille: u32) -> String {
    match permille % 10 {
        0 => format!("{} %", permille / 10),
        tenth => format!("{}.{tenth} %", permille / 10),
    }
}

/// "1.2 MB": units of a thousand.
pub fn bytes(count: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match units.into_iter().find(|(unit, _)| count >= *unit) {
        Some((unit, name)) if count / unit >= 10 => format!("{} {name}", count / unit),
        Some((unit, name)) => format!("{}.{} {name}", count / unit, count % unit * 10 / unit),
        None => format!("{count} B"),
    }
}

impl Words<'_> {
    /// What can be turned, as a name.
    pub fn knob(&self, knob: Knob) -> String {
        let m = Choose::of(self.lang);
        match knob {
            Knob::Delay(None) => m.delay_both.to_string(),
            Knob::Delay(Some(side)) => self.say_plain(m.delay_one, &[("stream", self.stream(side).into())]),
            Knob::Upper => m.upper.to_string(),
            Knob::Lower => m.lower.to_string(),
            Knob::WindowSize => m.window_size.to_string(),
            Knob::SessionGap => m.session_gap.to_string(),
            Knob::AllowedLateness => m.allowed_lateness.to_string(),
            Knob::StateTtl => m.state_ttl.to_string(),
        }
    }

    pub fn no_knob(&self, why: NoKnob) -> &'static str {
        let m = Choose::of(self.lang);
        match why {
            NoKnob::Lookup => m.no_lookup,
            NoKnob::Regular => m.no_clock,
            NoKnob::Steps => m.no_steps,
            NoKnob::Fixed => m.no_fixed,
        }
    }

    /// A value of a knob.
    pub fn knob_value(&self, knob: Knob, value: i64) -> String {
        match (knob, value) {
            (Knob::StateTtl, 0) => Choose::of(self.lang).for_ever.to_string(),
            _ => self.duration(value),
        }
    }

    /// A setting's value, or that it is the present one.
    pub fn turned_to(&self, knob: Knob, value: Option<i64>) -> String {
        value.map_or_else(|| Choose::of(self.lang).the_present.to_string(), |value| self.knob_value(knob, value))
    }

    /// "a delay of 20 s on both sides".
    fn with_setting(&self, knob: Knob, value: Option<i64>) -> Arg {
        let m = Choose::of(self.lang);
        let pattern = match knob {
            Knob::Delay(None) => m.a_delay_both,
            Knob::Delay(Some(_)) => m.a_delay_one,
            Knob::Upper => m.an_upper,
            Knob::Lower => m.a_lower,
            Knob::WindowSize => m.a_window_size,
            Knob::SessionGap => m.a_session_gap,
            Knob::AllowedLateness => m.an_allowed_lateness,
            Knob::StateTtl => m.a_state_ttl,
        };
        let stream = match knob {
            Knob::Delay(Some(side)) => self.stream(side),
            _ => "",
        };
        self.say(pattern, &[("value", self.turned_to(knob, value).into()), ("stream", stream.into())]).into()
    }

    fn matches_of(&self, study: &Study) -> Arg {
        let (m, count) = (Choose::of(self.lang), study.matches().unwrap_or(0));
        let pattern = match (study.knob().says_what_matches(), count) {
            (false, 1) => m.match_one,
            (false, _) => m.matches,
            (true, 1) => m.nearest_one,
            (true, _) => m.nearest,
        };
        self.say(pattern, &[("count", count.to_string().into())]).into()
    }

    fn rows_in_state(&self, count: u64) -> Arg {
        let m = Choose::of(self.lang);
        self.say(if count == 1 { m.row } else { m.rows }, &[("count", count.to_string().into())]).into()
    }

    /// What another setting costs, beside the present one.
    fn cost(&self, to: &Candidate, from: &Candidate) -> Arg {
        let m = Choose::of(self.lang);
        let held = |candidate: &Candidate| candidate.told().map_or(0, |told| told.most_held);
        let (more, less) = (held(to).saturating_sub(held(from)), held(from).saturating_sub(held(to)));
        let rows = match (more, less) {
            (0, 0) => m.rows_same,
            (1, _) => m.row_more,
            (_, 0) => m.rows_more,
            (_, 1) => m.row_fewer,
            (_, _) => m.rows_fewer,
        };
        let rows = self.say(rows, &[("count", more.max(less).to_string().into())]);
        let (Some(now), Some(then)) = (from.waits, to.waits) else { return rows.into() };
        let waiting = match then.saturating_sub(now) {
            0 => m.same_waiting,
            1.. => m.more_waiting,
            _ => m.less_waiting,
        };
        let apart = then.saturating_sub(now).saturating_abs();
        let waiting = self.say(waiting, &[("time", self.duration(apart).into())]);
        self.say(m.both, &[("one", rows.into()), ("two", waiting.into())]).into()
    }

    /// The advice, in one sentence; while settings are being tried, how far that is.
    pub fn advice(&self, study: &Study, permille: u32) -> Vec<Span> {
        let m = Choose::of(self.lang);
        let Some(advice) = study.advice(permille) else {
            let (done, all) = study.progress();
            return self.say(m.trying, &[("done", done.to_string().into()), ("all", all.to_string().into())]);
        };
        let (knob, all) = (study.knob(), study.matches().unwrap_or(0));
        let Some(present) = study.present() else { return Vec::new() };
        let share_of = |candidate: &Candidate| candidate.told().map_or("–".into(), |told| share(told.kept, all));
        let mut args = vec![
            ("matches", self.matches_of(study)),
            ("goal", percent(permille).into()),
            ("now_share", share_of(present).into()),
            ("now", self.turned_to(knob, present.value).into()),
        ];
        let mut of = |candidate: &Candidate| {
            args.push(("what", self.with_setting(knob, candidate.value)));
            args.push(("share", share_of(candidate).into()));
            args.push(("rows", self.rows_in_state(candidate.told().map_or(0, |told| told.most_held))));
            args.push(("cost", self.cost(candidate, present)));
        };
        let pattern = match advice {
            Advice::NoMatches => m.no_matches,
            Advice::TooMany => m.too_hot,
            Advice::Nothing => m.no_run,
            Advice::Stay => {
                of(present);
                m.stay
            }
            Advice::AsGood => {
                of(present);
                m.as_good
            }
            Advice::Turn(at) => {
                let to = &study.candidates()[at];
                of(to);
                match (present.told(), to.told()) {
                    (None, _) => m.turn_unknown,
                    (Some(now), Some(then)) if now.kept == then.kept => m.turn_same,
                    _ => m.turn,
                }
            }
            Advice::NotEnough(at) => {
                let best = &study.candidates()[at];
                of(best);
                if best.told().is_some_and(|told| told.kept == 0) { m.none_keeps } else { m.not_enough }
            }
        };
        let none = pattern == m.no_matches || pattern == m.none_keeps;
        let scenario = study.scenario();
        let sessions = matches!(scenario.join.kind, JoinKind::Window { window: Window::Session { .. }, .. })
            && scenario.dialect == Dialect::FlinkSql;
        // It is a surprise, and no setting's fault.
        let alone = (none && sessions).then(|| self.say(m.sessions_alone, &[]));
        run_on(self.lang, [self.say(pattern, &args)].into_iter().chain(alone))
    }

    /// What is to be borne in mind with it.
    pub fn caveat(&self, study: &Study) -> Vec<Span> {
        let m = Choose::of(self.lang);
        let few = study.matches().is_some_and(|count| count > 0 && count < FEW);
        let caveat = self.say(m.caveat, &[]);
        run_on(self.lang, [caveat].into_iter().chain(few.then(|| self.say(m.few, &[]))))
    }

    /// How many matches were lost.
    pub fn losses(&self, losses: &Losses) -> Vec<Span> {
        let m = Choose::of(self.lang);
        let Some(matches) = losses.matches().filter(|_| losses.is_done()) else { return self.say(m.looking, &[]) };
        let lost = losses.losses().len();
        let count = |count: usize| [("count", Arg::from(count.to_string()))];
        let mut parts = vec![match lost {
            _ if matches == 0 && losses.part().is_some() => self.say(m.too_hot, &[]),
            0 if losses.more() == 0 => self.say(m.lost_none, &[]),
            _ => {
                let of = self.say(if matches == 1 { m.match_one } else { m.matches }, &count(matches));
                self.say(m.lost_some, &[("lost", lost.to_string().into()), ("matches", of.into())])
            }
        }];
        match losses.waiting() {
            0 => {}
            1 => parts.push(self.say(m.one_may_come, &[])),
            waiting => parts.push(self.say(m.may_come, &count(waiting))),
        }
        if losses.more() > 0 {
            parts.push(self.say(m.not_listed, &count(losses.more())));
        }
        run_on(self.lang, parts)
    }

    /// Why a match was lost.
    pub fn loss(&self, loss: &Loss) -> Vec<Span> {
        let m = Choose::of(self.lang);
        let (row, mut args) = match loss.reason {
            Reason::Late { row, watermark, window } => {
                let args = vec![
                    ("watermark", self.at(watermark)),
                    ("window", window.map_or("".into(), |window| self.extent(window))),
                ];
                return self.reason(if window.is_some() { m.late_window } else { m.late }, loss, row, args);
            }
            Reason::NotKept { row, why, in_step } => {
                let step = ("step", in_step.to_string().into());
                return match why {
                    NotKept::PastReach { watermark, .. } | NotKept::Evictable { watermark, .. } => {
                        self.reason(m.not_kept, loss, row, vec![("watermark", self.at(watermark))])
                    }
                    NotKept::NearEpoch { .. } => self.reason(m.not_kept_epoch, loss, row, Vec::new()),
                    _ => self.reason(m.not_kept_else, loss, row, vec![step]),
                };
            }
            Reason::NotProbed { row, mark } => {
                return self.reason(m.not_probed, loss, row, vec![("mark", self.at(mark))]);
            }
            Reason::Gone { row, in_step, .. } => (row, vec![("step", in_step.to_string().into())]),
            Reason::Answered { in_step, with } => {
                let args =
                    vec![("step", in_step.to_string().into()), ("with", with.map_or("".into(), |with| self.row(with)))];
                let pattern = if with.is_some() { m.answered_with } else { m.answered_none };
                return self.reason(pattern, loss, loss.left, args);
            }
            Reason::Apart { left, right } => {
                return self.say(m.apart, &[("one", self.extent(left)), ("two", self.extent(right))]);
            }
            Reason::Unclear => return self.say(m.unclear, &[]),
        };
        let Reason::Gone { why, .. } = loss.reason else { return Vec::new() };
        let pattern = match why {
            Gone::Due { watermark }
            | Gone::CleanedBy { watermark, .. }
            | Gone::WindowOver { watermark }
            | Gone::Answered { watermark } => {
                args.push(("watermark", self.at(watermark)));
                m.gone
            }
            Gone::HandedOnLate { watermark } => {
                args.push(("watermark", self.at(watermark)));
                m.handed_on_late
            }
            Gone::Ttl { written } => {
                args.push(("written", self.duration(written).into()));
                m.gone_ttl
            }
            Gone::Superseded { by, .. } => {
                args.push(("by", self.row(by)));
                m.gone_superseded
            }
            Gone::Replaced { by } => {
                args.push(("by", self.row(by)));
                m.gone_replaced
            }
            Gone::LostAtEpoch | Gone::Taken | Gone::SemiMatched { .. } => m.gone_else,
        };
        self.reason(pattern, loss, row, args)
    }

    fn reason(
        &self,
        pattern: &str,
        loss: &Loss,
        row: crate::engine::RowId,
        mut args: Vec<(&'static str, Arg)>,
    ) -> Vec<Span> {
        let other = if self.side(row) == Side::Left { loss.right } else { loss.left };
        args.extend([("row", self.row(row)), ("other", self.row(other))]);
        self.say(pattern, &args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_all_only_if_it_is_all() {
        assert_eq!(share(9_999, 10_000), "99.9 %");
        assert_eq!(share(10_000, 10_000), "100 %");
        assert_eq!(share(1, 10_000), "0.1 %");
        assert_eq!(share(0, 10_000), "0 %");
        assert_eq!(share(0, 0), "–");
        assert_eq!((bytes(999), bytes(1_250), bytes(25_400_000)), ("999 B".into(), "1.2 kB".into(), "25 MB".into()));
    }
}
