//! The engine's plan in words: what its states hold, until when, what clears them, and what is so now.

use super::{
    Span, Words, engine_name,
    format::{Arg, fill_plain, run_on},
    messages::Plans,
    plan_note,
};
use crate::{
    engine::Plan,
    plan::{By, Holds, Mark, Never, Operator, Planned, Setting, Source, State, Until, kept_from, mark, planned},
    replay::View,
    scenario::{Dialect, JoinKind, Policy, Side, Strategy},
};

/// What the engine runs, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanTold {
    pub lead: String,
    /// What it runs instead of what was asked for.
    pub note: Option<Vec<Span>>,
    pub operators: Vec<OperatorTold>,
    /// Names in the engine's own words, and values.
    pub settings: Vec<(&'static str, String)>,
    /// What decides over both sides' watermarks, and over sessions that may not be longer.
    pub rules: Vec<String>,
    pub sources: Vec<SourceTold>,
}

/// A side's source of several partitions, or one that may be idle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceTold {
    pub side: Side,
    /// "orders: 3 partitions".
    pub name: String,
    /// What makes its watermark; and what is so now.
    pub told: Vec<Vec<Span>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorTold {
    /// "IntervalJoin (RowTimeIntervalJoin)".
    pub title: String,
    /// "States of IntervalJoin".
    pub states_of: String,
    /// Where it stands, if it is not the join itself.
    pub place: Option<String>,
    /// What is said of one that keeps nothing.
    pub stateless: Option<&'static str>,
    pub states: Vec<StateTold>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTold {
    pub name: &'static str,
    pub side: Option<Side>,
    pub holds: String,
    /// "watermark > order_time + 2 h".
    pub until: String,
    pub by: &'static str,
    /// What the watermark, or the clock, says now.
    pub now: String,
    pub entries: Option<u64>,
}

impl Words<'_> {
    /// The engine's plan at a view; `None` where the engine refuses the join.
    pub fn plan(&self, view: &View) -> Option<PlanTold> {
        let m = Plans::of(self.lang);
        let scenario = self.scenario();
        let planned = planned(self.recording, view)?;
        let several = Side::BOTH.len() == planned.operators.iter().filter(|of| of.before.is_some()).count();
        let operators =
            planned.operators.iter().map(|operator| self.operator(m, operator, planned.plan, several, view)).collect();
        let both_marked = scenario.dialect != Dialect::Spark
            && !matches!(scenario.join.kind, JoinKind::Lookup | JoinKind::Regular { .. })
            && !matches!(planned.plan, Plan::RegularWithTimePredicate(_) | Plan::NoJoin);
        Some(PlanTold {
            lead: self.say_plain(m.lead, &[("engine", engine_name(scenario.dialect).into())]),
            note: plan_note(planned.plan, scenario, self.lang),
            operators,
            settings: planned.settings.iter().map(|setting| self.setting(m, *setting)).collect(),
            rules: self.rules(m, &planned, both_marked),
            sources: planned.sources.iter().map(|source| self.source(m, source, view)).collect(),
        })
    }

    fn rules(&self, m: &Plans, planned: &Planned, both_marked: bool) -> Vec<String> {
        let scenario = self.scenario();
        let of_marks = match scenario.dialect {
            Dialect::Spark if scenario.join.kind != JoinKind::Lookup => Some(m.set_no_ttl),
            Dialect::FlinkDatastream if both_marked && self.may_be_idle() && self.is_union() => Some(m.set_join_union),
            _ if both_marked && self.may_be_idle() => Some(m.set_join_idle),
            _ if both_marked => Some(m.set_join),
            _ => None,
        };
        let capped = planned.settings.iter().find_map(|setting| match setting {
            Setting::MaxLength(most) => {
                Some(self.say_plain(m.set_capped_about, &[("span", self.duration(*most).into())]))
            }
            _ => None,
        });
        of_marks.map(String::from).into_iter().chain(capped).collect()
    }

    /// Both streams are one input of a DataStream window.
    fn is_union(&self) -> bool {
        matches!(self.scenario().join.kind, JoinKind::Window { .. })
    }

    fn source(&self, m: &Plans, source: &Source, view: &View) -> SourceTold {
        let Source { side, partitions, idle_timeout } = *source;
        let spark = self.scenario().dialect == Dialect::Spark;
        let mut args = vec![("stream", self.stream(side).into()), ("partitions", partitions.to_string().into())];
        args.extend(idle_timeout.map(|timeout| ("timeout", self.duration(timeout).into())));
        let name = if partitions > 1 { m.source_of } else { m.source_of_one };
        let mut rules = Vec::new();
        if spark {
            rules.push(self.say(m.source_spark, &args));
        } else {
            rules.extend((partitions > 1).then(|| self.say(m.source_slowest, &args)));
            let idle = if partitions > 1 { m.source_idle } else { m.source_idle_one };
            rules.extend(idle_timeout.map(|_| self.say(idle, &args)));
        }
        let paragraphs = [rules, self.partitions_told(view, side)];
        let told = paragraphs.into_iter().filter(|told| !told.is_empty()).map(|told| run_on(self.lang, told)).collect();
        SourceTold { side, name: self.say_plain(name, &args), told }
    }

    /// What is said where nothing is planned.
    pub fn no_plan(&self) -> String {
        let engine = engine_name(self.scenario().dialect);
        self.say_plain(Plans::of(self.lang).refused, &[("engine", engine.into())])
    }

    fn operator(&self, m: &Plans, operator: &Operator, plan: Plan, several: bool, view: &View) -> OperatorTold {
        let name = ("name", Arg::from(operator.name));
        let windows = operator.name == "WindowTableFunction";
        OperatorTold {
            title: match operator.class {
                Some(class) => self.say_plain(m.operator_class, &[name.clone(), ("class", class.into())]),
                None => self.say_plain(m.operator, std::slice::from_ref(&name)),
            },
            states_of: match operator.before.filter(|_| several) {
                // Two operators of one name are told apart by their side.
                Some(side) => {
                    let of = format!("{} ({})", operator.name, self.stream(side));
                    self.say_plain(m.states_of, &[("name", of.into())])
                }
                None => self.say_plain(m.states_of, &[name]),
            },
            place: match operator.before {
                Some(side) => Some(self.say_plain(m.on_side, &[("stream", self.stream(side).into())])),
                None => windows.then(|| m.on_both.to_string()),
            },
            stateless: operator.states.is_empty().then_some(match (plan, self.scenario().dialect) {
                (Plan::NoJoin, _) => m.stateless_calc,
                (_, Dialect::Spark) => m.stateless_table,
                _ => m.stateless,
            }),
            states: operator.states.iter().map(|state| self.kept_in(m, state, view)).collect(),
        }
    }

    fn kept_in(&self, m: &Plans, state: &State, view: &View) -> StateTold {
        StateTold {
            name: state.name,
            side: state.side,
            holds: self.holds(m, state),
            until: self.until(m, state),
            by: by(m, state.by),
            now: self.now(m, state.until, view),
            entries: state.entries,
        }
    }

    fn holds(&self, m: &Plans, state: &State) -> String {
        let side = state.side.unwrap_or(Side::Left);
        let pattern = match state.holds {
            Holds::Rows => m.rows,
            Holds::RowsWithPartners => m.rows_with_partners,
            Holds::RowsMatched => m.rows_matched,
            Holds::RowsByTime => m.rows_by_time,
            Holds::Waiting => m.waiting,
            Holds::Versions => m.versions,
            Holds::Copies => m.copies,
            Holds::CopiesOfBoth => m.copies_of_both,
            Holds::Sessions => m.sessions,
            Holds::SessionNames => m.session_names,
            Holds::TimerOfKey => m.timer_of_key,
            Holds::Place => m.place,
            Holds::NumberOfRows => m.number_of_rows,
            Holds::RowByNumber => m.row_by_number,
            Holds::CopyByNumber => m.copy_by_number,
        };
        self.say_plain(pattern, &[("nouns", self.nouns(side).into()), ("noun", self.noun(side).into())])
    }

    fn until(&self, m: &Plans, state: &State) -> String {
        let time = || state.side.map_or("time", |side| self.scenario().streams[side].time_name()).to_string();
        match state.until {
            Until::Never(Never::Unbounded) if state.holds == Holds::Place => m.for_ever.to_string(),
            Until::Never(Never::Unbounded) => m.for_ever_unbounded.to_string(),
            Until::Never(Never::NoWatermark(side)) => {
                self.say_plain(m.for_ever_without, &[("stream", self.stream(side).into())])
            }
            Until::Never(Never::PlanIgnoresTime) => m.for_ever_plan.to_string(),
            // Whole seconds and a millisecond more are told as "later than".
            Until::Passed { after } if after.rem_euclid(1000) == 1 => {
                self.formula(m, Mark::Join, ">", time(), &[after.saturating_sub(1)])
            }
            Until::Passed { after } => self.formula(m, Mark::Join, "≥", time(), &[after]),
            Until::OwnTime => self.formula(m, Mark::Join, "≥", time(), &[]),
            Until::WindowEnd { mark, before, lateness } => {
                self.formula(m, mark, "≥", m.window_end.to_string(), &[-i64::from(before), lateness])
            }
            Until::Superseded => m.superseded.to_string(),
            Until::Unwritten { ttl } => self.say_plain(m.unwritten, &[("span", self.duration(ttl).into())]),
            Until::WithRows => m.with_rows.to_string(),
        }
    }

    fn formula(&self, m: &Plans, mark: Mark, sign: &str, of: String, spans: &[i64]) -> String {
        let added = spans.iter().filter(|span| **span != 0).fold(of, |of, span| {
            let pattern = if *span > 0 { m.plus } else { m.minus };
            self.say_plain(pattern, &[("of", of.into()), ("span", self.duration(span.saturating_abs()).into())])
        });
        let mark = match mark {
            Mark::Join => m.mark_join.to_string(),
            Mark::Own(side) => self.say_plain(m.mark_own, &[("stream", self.stream(side).into())]),
        };
        self.say_plain(m.formula, &[("mark", mark.into()), ("sign", sign.into()), ("of", added.into())])
    }

    fn now(&self, m: &Plans, until: Until, view: &View) -> String {
        let of = match until {
            Until::WindowEnd { mark, .. } => mark,
            _ => Mark::Join,
        };
        match until {
            Until::Never(_) | Until::WithRows | Until::Superseded => String::new(),
            Until::Unwritten { .. } => {
                let now = ("now", Arg::from(self.times.clock.show(view.clock)));
                match self.recording.first_ttl_end(view) {
                    Some(next) => self.say_plain(m.now_clock, &[now, ("next", self.times.clock.show(next).into())]),
                    None => self.say_plain(m.now_clock_none, &[now]),
                }
            }
            Until::Passed { .. } | Until::OwnTime | Until::WindowEnd { .. } => {
                match (mark(view, of), kept_from(until, view)) {
                    (Some(now), Some(from)) => {
                        let windows = matches!(until, Until::WindowEnd { .. });
                        let pattern = if windows { m.now_windows } else { m.now_rows };
                        self.say_plain(pattern, &[("now", self.at(now)), ("from", self.at(from))])
                    }
                    _ => m.now_none.to_string(),
                }
            }
        }
    }

    fn setting(&self, m: &Plans, setting: Setting) -> (&'static str, String) {
        let dialect = self.scenario().dialect;
        let duration = |ms: i64| if ms == 0 { "0".to_string() } else { self.duration(ms) };
        let value = match setting {
            Setting::Watermark { side, strategy } => {
                let value = match strategy {
                    Strategy::Manual => m.set_manual.to_string(),
                    Strategy::None => m.set_none.to_string(),
                    Strategy::Bounded { delay, .. } => {
                        let own = dialect == Dialect::FlinkDatastream;
                        let span = [("span", Arg::from(duration(delay)))];
                        self.say_plain(if own { m.set_bounded_ms } else { m.set_bounded }, &span)
                    }
                };
                let args = [("stream", self.stream(side).into()), ("value", value.into())];
                fill_plain(self.lang, m.set_watermark, &args)
            }
            Setting::Policy(Policy::Min) => m.set_min.to_string(),
            Setting::Policy(Policy::Max) => m.set_max.to_string(),
            Setting::StateTtl(0) => m.set_off.to_string(),
            Setting::StateTtl(ms) | Setting::MinCleanupInterval(ms) | Setting::AllowedLateness(ms) => duration(ms),
            Setting::IdleTimeout { side, timeout } => {
                let args = [("stream", self.stream(side).into()), ("value", duration(timeout).into())];
                fill_plain(self.lang, m.set_watermark, &args)
            }
            Setting::MaxLength(ms) => self.say_plain(m.set_capped, &[("span", duration(ms).into())]),
        };
        (setting.name(dialect), value)
    }
}

fn by(m: &Plans, by: By) -> &'static str {
    match by {
        By::Retraction => m.by_retraction,
        By::RetractionOrTtl => m.by_retraction_or_ttl,
        By::TimerOrOtherSide => m.by_timer_or_other,
        By::OwnTimer => m.by_own_timer,
        By::KeyTimer => m.by_key_timer,
        By::WindowTimer => m.by_window_timer,
        By::CleanupTimer => m.by_cleanup_timer,
        By::HandedOn => m.by_handed_on,
        By::Firing => m.by_firing,
        By::ScanOfRows => m.by_scan_of_rows,
        By::ScanOfKeys => m.by_scan_of_keys,
        By::MatchOrScan => m.by_match_or_scan,
        By::Match => m.by_match,
        By::LastRow => m.by_last_row,
        By::Nothing => m.by_nothing,
    }
}
