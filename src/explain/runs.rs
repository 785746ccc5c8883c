//! A real run beside joinscope's own, in words.

use super::{
    Span, Tone, Words, engine_name,
    format::{Arg, fill_plain, plain, run_on},
    messages::Runs,
};
use crate::{
    runs::{Because, Changed, Comparison, Difference, Engine, Field, Held, Known, Row, Told, Trace, Value, Why},
    scenario::{Interval, Policy, Side, Sides},
};

/// In a scenario with more rows, ids lead to no rows.
const LINKED: usize = 2_000;

/// "Apache Flink 2.3.0".
fn engine(engine: &Engine) -> String {
    match &engine.rules {
        Some(rules) => format!("{} {} ({rules})", engine.name, engine.version),
        None => format!("{} {}", engine.name, engine.version),
    }
}

impl Words<'_> {
    fn m_runs(&self) -> &'static Runs {
        Runs::of(self.lang)
    }

    /// What the file is: "Apache Flink 2.3.0, trace of 12 steps".
    pub fn real_run(&self, trace: &Trace) -> String {
        let m = self.m_runs();
        let whose = trace.engine.as_ref().map_or_else(|| m.no_engine.to_string(), engine);
        let what = match &trace.told {
            Told::Steps(steps) if steps.len() == 1 => m.a_trace_one.to_string(),
            Told::Steps(steps) => self.say_plain(m.a_trace, &[("steps", steps.len().to_string().into())]),
            Told::Refused(_) => m.a_refusal.to_string(),
            Told::Rows(rows) if rows.len() == 1 => m.an_output_one.to_string(),
            Told::Rows(rows) => self.say_plain(m.an_output, &[("rows", rows.len().to_string().into())]),
        };
        format!("{whose}{}{what}", m.comma)
    }

    /// Whether the two are equal, and what that says.
    pub fn real_verdict(&self, comparison: &Comparison, trace: &Trace) -> Vec<Span> {
        let m = self.m_runs();
        let engine = trace.engine.as_ref().map(engine);
        let steps = Arg::from(comparison.steps.len().to_string());
        if matches!(trace.told, Told::Refused(_)) && comparison.equal() {
            return self.say(m.both_refuse, &[]);
        }
        let (pattern, args) = match (comparison.equal(), comparison.known.steps, &engine) {
            (true, true, Some(engine)) if comparison.steps.len() == 1 => {
                (m.one_equal, vec![("engine", engine.as_str().into())])
            }
            (true, true, Some(engine)) => (m.all_equal, vec![("steps", steps), ("engine", engine.as_str().into())]),
            (true, true, None) => (m.all_equal_job, vec![("steps", steps)]),
            (true, false, _) => {
                let rows = if let Told::Rows(rows) = &trace.told { rows.len() } else { 0 };
                (m.net_equal, vec![("rows", rows.to_string().into())])
            }
            (false, false, _) if matches!(trace.told, Told::Rows(_)) && comparison.differences.len() == 1 => {
                (m.net_differs_one, Vec::new())
            }
            (false, false, _) if matches!(trace.told, Told::Rows(_)) => {
                (m.net_differs, vec![("count", comparison.differences.len().to_string().into())])
            }
            (false, ..) => {
                let engine = engine.as_deref().unwrap_or(m.the_job);
                let differing = comparison.differing().to_string();
                (m.some_differ, vec![("differing", differing.into()), ("steps", steps), ("engine", engine.into())])
            }
        };
        self.say(pattern, &args)
    }

    /// Which fields were compared, and that rows came in another order.
    pub fn real_compared(&self, comparison: &Comparison) -> String {
        let m = self.m_runs();
        let Known { state, watermark, late, batches, .. } = comparison.known;
        let fields =
            [(true, m.f_out), (state, m.f_state), (watermark, m.f_watermark), (late, m.f_late), (batches, m.f_batches)];
        let fields: Vec<&str> = fields.into_iter().filter(|(there, _)| *there).map(|(_, name)| name).collect();
        let compared = self.say(m.compared, &[("fields", fields.join(m.comma).into())]);
        let count = ("count", Arg::from(comparison.reordered.to_string()));
        let order = match comparison.reordered {
            0 => Vec::new(),
            _ if !comparison.known.steps => self.say(m.reordered_net, &[]),
            1 => self.say(m.reordered_one, &[]),
            _ => self.say(m.reordered, &[count]),
        };
        plain(&run_on(self.lang, [compared, order]))
    }

    /// What is to be known of the run as a whole: a sentence each.
    pub fn real_whole(&self, comparison: &Comparison) -> Vec<Vec<Span>> {
        let m = self.m_runs();
        let mut all = Vec::new();
        if let Some((theirs, (name, version))) = &comparison.other_engine {
            let args = [("theirs", engine(theirs).into()), ("ours", format!("{name} {version}").into())];
            all.push(self.say(m.other_engine, &args));
        }
        if let Some((step, because)) = &comparison.other_script {
            let because = self.real_because(*step, because);
            all.push(run_on(
                self.lang,
                [self.say(m.other_script, &[("because", because.into())]), self.say(m.other_script_do, &[])],
            ));
        }
        for setting in &comparison.settings {
            let told: Vec<Vec<Span>> = setting.iter().map(|changed| self.real_changed(changed)).collect();
            let mut spans: Vec<Span> = Vec::new();
            for (index, one) in told.into_iter().enumerate() {
                if index > 0 {
                    spans.push(Span { text: m.and.to_string(), tone: Tone::Plain, row: None });
                }
                spans.extend(one);
            }
            all.push(self.say(m.with_setting, &[("setting", spans.into())]));
        }
        // That the steps are not as many may be said already.
        let steps = matches!(comparison.other_script, Some((_, Because::Steps { .. })));
        let rest = comparison.of_whole().filter(|difference| !steps || difference.field != Field::Steps);
        all.extend(rest.map(|difference| self.real_difference(difference)));
        all
    }

    fn real_because(&self, step: usize, because: &Because) -> Vec<Span> {
        let m = self.m_runs();
        let number = |n: usize| Arg::from(n.to_string());
        match because {
            Because::Steps { ours, theirs } => {
                self.say(m.because_steps, &[("ours", number(*ours)), ("theirs", number(*theirs))])
            }
            Because::NoSuchRow { side, id } => {
                let args =
                    [("step", number(step)), ("id", self.named(*side, id)), ("stream", self.stream(*side).into())];
                self.say(m.because_no_row, &args)
            }
            Because::NotYet { side, id, step: arrives } => {
                let args = [("step", number(step)), ("id", self.named(*side, id)), ("arrives", number(*arrives))];
                self.say(m.because_not_yet, &args)
            }
            Because::Batches => self.say(m.because_batches, &[("step", number(step))]),
            Because::NoBatches => self.say(m.because_no_batches, &[("step", number(step))]),
        }
    }

    fn real_changed(&self, changed: &Changed) -> Vec<Span> {
        let m = self.m_runs();
        match changed {
            Changed::Delay { side, from, to } => {
                let args = [
                    ("stream", self.stream(*side).into()),
                    ("from", self.duration(*from).into()),
                    ("to", self.duration(*to).into()),
                ];
                self.say(m.s_delay, &args)
            }
            Changed::Policy(Policy::Min) => self.say(m.s_policy_min, &[]),
            Changed::Policy(Policy::Max) => self.say(m.s_policy_max, &[]),
            Changed::Type(ty) => self.say(m.s_type, &[("type", ty.word().to_uppercase().into())]),
            Changed::Engine(dialect) => self.say(m.s_engine, &[("engine", engine_name(*dialect).into())]),
            Changed::Bounds(Interval { lower, upper, lower_inclusive, upper_inclusive, .. }) => {
                let (open, close) =
                    (if *lower_inclusive { '[' } else { '(' }, if *upper_inclusive { ']' } else { ')' });
                let bounds = format!("{open}{}, {}{close}", self.duration(*lower), self.duration(*upper));
                self.say(m.s_bounds, &[("bounds", bounds.into())])
            }
            Changed::NoTtl => self.say(m.s_no_ttl, &[]),
            Changed::NoLateness => self.say(m.s_no_lateness, &[]),
        }
    }

    /// An id in the colour of its side; the row, where the scenario has it.
    fn named(&self, side: Side, id: &str) -> Arg {
        // A row is found by looking at all of them.
        let few = self.rows().len() <= LINKED;
        let row = few.then(|| self.rows().find(self.scenario(), side, id)).flatten();
        Arg::Spans(vec![Span { text: id.to_string(), tone: Tone::Row(side), row }])
    }

    /// "+I o1 NULL".
    pub fn real_row(&self, row: &Row, kind: bool) -> Vec<Span> {
        let m = self.m_runs();
        let id = |side: Side| row.id(side).map_or_else(|| "NULL".into(), |id| self.named(side, id));
        let pattern = match (kind, row.right.is_some()) {
            (true, true) => "{kind} {left} {right}",
            (true, false) => "{kind} {left}",
            (false, true) => "{left} {right}",
            (false, false) => "{left}",
        };
        let spans = self
            .say(pattern, &[("kind", row.kind.word().into()), ("left", id(Side::Left)), ("right", id(Side::Right))]);
        match row.window {
            None => spans,
            Some((start, end)) => {
                self.say(m.in_window, &[("row", spans.into()), ("start", self.at(start)), ("end", self.at(end))])
            }
        }
    }

    /// What differs, as a sentence.
    pub fn real_difference(&self, difference: &Difference) -> Vec<Span> {
        let m = self.m_runs();
        let both = [
            ("ours", Arg::from(self.real_value(&difference.ours))),
            ("theirs", self.real_value(&difference.theirs).into()),
        ];
        let batch = difference.batch;
        let of_batch = || batch.map(|batch| ("batch", Arg::from(batch.to_string())));
        let counted = |value: &Value| match value {
            Value::Count(0) => m.never.to_string(),
            Value::Count(1) => m.once.to_string(),
            Value::Count(n) => fill_plain(self.lang, m.times, &[("count", n.to_string().into())]),
            other => self.real_value(other),
        };
        let often = || [("ours", Arg::from(counted(&difference.ours))), ("theirs", counted(&difference.theirs).into())];
        let (pattern, args): (_, Vec<(&str, Arg)>) = match &difference.field {
            Field::Out(row) => {
                let pattern = match (&difference.ours, &difference.theirs) {
                    (Value::Count(1), Value::Count(0)) => m.d_only_ours,
                    (Value::Count(0), Value::Count(1)) => m.d_only_theirs,
                    _ => m.d_more,
                };
                (pattern, often().into_iter().chain([("row", self.real_row(row, true).into())]).collect())
            }
            Field::Net(row) => {
                (m.d_net, often().into_iter().chain([("row", self.real_row(row, false).into())]).collect())
            }
            Field::Late => (m.d_late, both.into()),
            Field::Watermark if batch.is_some() => (m.d_watermark_batch, both.into_iter().chain(of_batch()).collect()),
            Field::Watermark => (m.d_watermark, both.into()),
            Field::Idle => (m.d_idle, both.into()),
            Field::State if batch.is_some() => (m.d_state_batch, both.into_iter().chain(of_batch()).collect()),
            Field::State => (m.d_state, both.into()),
            Field::HasState => (m.d_no_state, Vec::new()),
            Field::Batches => (m.d_batches, both.into()),
            Field::BatchId => (m.d_batch_id, both.into()),
            Field::Failed => (m.d_failed, both.into_iter().chain(of_batch()).collect()),
            Field::Dropped => (m.d_dropped, both.into_iter().chain(of_batch()).collect()),
            Field::Removed => (m.d_removed, both.into_iter().chain(of_batch()).collect()),
            Field::Steps => (m.d_steps, both.into()),
            Field::Refusal => match (&difference.ours, &difference.theirs) {
                (Value::Refused(Some(words)), _) => (m.d_refused_ours, vec![("words", words.as_str().into())]),
                (_, Value::Refused(words)) => {
                    (m.d_refused, vec![("words", words.as_deref().unwrap_or_default().into())])
                }
                _ => (m.d_refused, both.into()),
            },
        };
        self.say(pattern, &args)
    }

    fn real_value(&self, value: &Value) -> String {
        let m = self.m_runs();
        let time = |time: Option<i64>| time.map_or_else(|| m.none.to_string(), |time| self.time(time));
        let flag = |flag: bool| if flag { m.yes } else { m.no }.to_string();
        match value {
            Value::Absent => m.not_moved.to_string(),
            Value::Count(n) => n.to_string(),
            Value::Flag(value) => flag(*value),
            Value::Time(at) => time(*at),
            Value::Times(times) => self.of_sides(times, |at| time(*at)),
            Value::Flags(flags) => self.of_sides(flags, |value| flag(*value)),
            Value::Counts(counts) => self.of_sides(counts, u64::to_string),
            Value::Held(Held { left, right, total }) => {
                let side = |side: Side, count: Option<u64>| count.map(|count| self.of_side(side, count.to_string()));
                let total = total.map(|count| fill_plain(self.lang, m.total, &[("count", count.to_string().into())]));
                let parts = [side(Side::Left, *left), side(Side::Right, *right), total];
                parts.into_iter().flatten().collect::<Vec<_>>().join(m.comma)
            }
            Value::Refused(words) => words.clone().unwrap_or_default(),
        }
    }

    fn of_side(&self, side: Side, value: String) -> String {
        let args = [("stream", self.stream(side).into()), ("value", value.into())];
        fill_plain(self.lang, self.m_runs().side_value, &args)
    }

    fn of_sides<T>(&self, values: &Sides<T>, text: impl Fn(&T) -> String) -> String {
        Side::BOTH.map(|side| self.of_side(side, text(&values[side]))).join(self.m_runs().comma)
    }

    /// Why it differs, where the runs tell it.
    pub fn real_why(&self, difference: &Difference) -> Option<Vec<Span>> {
        let m = self.m_runs();
        let number = |n: usize| Arg::from(n.to_string());
        Some(match difference.why.as_ref()? {
            Why::Moved { ours, theirs } if difference.step == Some(*theirs) => {
                self.say(m.w_ours, &[("step", number(*ours))])
            }
            Why::Moved { ours, theirs } => {
                let pattern = match (theirs > ours, theirs.abs_diff(*ours)) {
                    (true, 1) => m.w_later_one,
                    (true, _) => m.w_later,
                    (false, 1) => m.w_earlier_one,
                    (false, _) => m.w_earlier,
                };
                self.say(pattern, &[("count", number(theirs.abs_diff(*ours))), ("step", number(*theirs))])
            }
            Why::OtherBatch => self.say(m.w_batch, &[]),
            Why::Kind { ours, theirs } => {
                self.say(m.w_kind, &[("ours", ours.word().into()), ("theirs", theirs.word().into())])
            }
            Why::NullInstead { row, step } => {
                self.say(m.w_null, &[("row", self.real_row(row, true).into()), ("step", number(*step))])
            }
            Why::MatchInstead { row, step } => {
                self.say(m.w_match, &[("row", self.real_row(row, true).into()), ("step", number(*step))])
            }
            Why::Again { first } if difference.step == Some(*first) || *first == 0 => self.say(m.w_again_here, &[]),
            Why::Again { first } => self.say(m.w_again, &[("step", number(*first))]),
            Why::NoSuchRow { side, id } => {
                self.say(m.w_no_row, &[("id", self.named(*side, id)), ("stream", self.stream(*side).into())])
            }
            Why::NotYet { side, id, step } => {
                self.say(m.w_not_yet, &[("id", self.named(*side, id)), ("step", number(*step))])
            }
            Why::Since { step } => self.say(m.w_since, &[("step", number(*step))]),
            Why::Dropped => self.say(m.w_dropped, &[]),
            Why::Taken => self.say(m.w_taken, &[]),
        })
    }

    /// What differs in a step besides the rows that come out: "state, watermark".
    pub fn real_fields(&self, comparison: &Comparison, step: usize) -> Option<String> {
        let m = self.m_runs();
        let mut names: Vec<&str> = Vec::new();
        for difference in comparison.at(step) {
            let name = match difference.field {
                Field::Out(_) | Field::Net(_) | Field::Refusal | Field::Steps => continue,
                Field::State | Field::HasState => m.f_state,
                Field::Watermark | Field::Idle => m.f_watermark,
                Field::Late | Field::Dropped => m.f_late,
                Field::Batches | Field::BatchId | Field::Failed | Field::Removed => m.f_batches,
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let fields = ("fields", Arg::from(names.join(m.comma)));
        (!names.is_empty()).then(|| fill_plain(self.lang, m.more_differs, &[fields]))
    }
}
