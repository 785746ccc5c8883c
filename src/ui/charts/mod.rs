//! "Over the steps": rows in state, watermarks and rows emitted as three small charts, each large on demand, and each with
//! a table of its numbers.

pub mod ink;
mod large;
pub mod plot;
mod table;

use std::{cell::RefCell, rc::Rc};

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use self::{large::Large, plot::Plot, table::Hidden};
use super::{ByRc, app::Page, with};
use crate::{
    explain::messages::Messages,
    replay::{
        Recording,
        series::{Counting, Series, series},
    },
    scenario::{
        Lang, Side, Sides,
        time::{DatePart, TimeStyle, duration},
    },
    stage::chart::{Chart, Charts as Lines, Event, Ink},
    workspace,
};

/// A time of more characters leaves no room for a second one beside it, and a larger number none for its words.
const LONG: usize = 7;
const MANY: i64 = 999;

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub recording: ByRc<Recording>,
    /// The step shown.
    pub step: usize,
    pub lang: Lang,
    /// Changes when the theme does, for the canvases to be drawn anew.
    #[prop_or_default]
    pub theme_key: AttrValue,
    /// A drag in a chart asks for a step.
    pub seek: Callback<usize>,
}

/// All that does not change from step to step.
pub struct Data {
    charts: Rc<Lines>,
    style: TimeStyle,
    streams: Sides<String>,
    lang: Lang,
}

impl Data {
    fn new(numbers: &Numbers, lang: Lang) -> Self {
        let recording = &numbers.of;
        let scenario = recording.scenario();
        let reach = recording.span().reach;
        let streams = &scenario.streams;
        Data {
            charts: Rc::clone(&numbers.charts),
            style: TimeStyle::of(scenario, reach.left.max(reach.right).unwrap_or(0)),
            streams: Sides::new(streams.left.label(lang).to_string(), streams.right.label(lang).to_string()),
            lang,
        }
    }

    fn words(&self) -> &'static Messages {
        Messages::of(self.lang)
    }

    fn last(&self) -> usize {
        self.charts.series.last()
    }

    fn name(&self, chart: Chart) -> &'static str {
        let m = self.words();
        match chart {
            Chart::Held => m.panels.rows_in_state,
            Chart::Watermarks => m.panels.watermarks,
            Chart::Lag => m.charts.lag,
            Chart::Emitted => m.panels.rows_emitted,
        }
    }

    /// What happened to the job, in words.
    fn event(&self, event: Event) -> String {
        let m = &self.words().recovery;
        match event {
            Event::Checkpoint(id) => with(m.mark_checkpoint, &[("id", &id.to_string())]),
            Event::Crash => m.mark_crash.to_string(),
            Event::BatchFailed(batch) => with(m.mark_fails, &[("batch", &batch.to_string())]),
        }
    }

    /// The same of one step.
    fn events(&self, step: usize) -> impl Iterator<Item = String> + '_ {
        let mine = self.charts.events.iter().filter(move |(at, _)| *at == step);
        mine.map(|(_, event)| self.event(*event))
    }

    /// What a chart's numbers are of.
    fn unit(&self, chart: Chart) -> &'static str {
        let m = &self.words().charts;
        match chart {
            Chart::Held | Chart::Emitted => m.unit_rows,
            Chart::Watermarks => m.unit_time,
            Chart::Lag => m.unit_lag,
        }
    }

    fn head(&self, ink: Ink) -> String {
        let m = self.words();
        match ink {
            Ink::Left => self.streams.left.clone(),
            Ink::Right => self.streams.right.clone(),
            Ink::Join => m.panels.join.to_string(),
            Ink::Emitted => m.panels.rows.to_string(),
            Ink::Padded => m.panels.of_which_null.to_string(),
        }
    }

    /// A value as it is written.
    fn show(&self, chart: Chart, value: Option<i64>) -> String {
        match (chart, value) {
            (_, None) => self.words().panels.none.to_string(),
            (Chart::Held | Chart::Emitted, Some(count)) => count.to_string(),
            (Chart::Watermarks, Some(time)) if self.charts.far(time) && !self.style.epoch => {
                TimeStyle { date: DatePart::Year, ..self.style }.show(time)
            }
            (Chart::Watermarks, Some(time)) => self.style.show(time),
            (Chart::Lag, Some(lag)) => duration(lag, self.lang),
        }
    }

    fn value(&self, chart: Chart, ink: Ink, step: usize) -> String {
        self.show(chart, self.charts.at(chart, ink, step))
    }

    /// All values of a step in one line: "orders 4, shipments 1".
    fn said(&self, chart: Chart, step: usize) -> String {
        let value = |ink: &Ink| {
            with(self.words().charts.value, &[("name", &self.head(*ink)), ("value", &self.value(chart, *ink, step))])
        };
        let values: Vec<String> = chart.inks().iter().map(value).collect();
        values.join(if self.lang == Lang::Zh { "，" } else { ", " })
    }
}

/// A recording's numbers.
#[derive(Clone)]
struct Numbers {
    of: ByRc<Recording>,
    charts: Rc<Lines>,
}

impl Numbers {
    fn new(of: ByRc<Recording>, series: Series) -> Self {
        let charts = Rc::new(Lines::of(&of, Rc::new(series)));
        Numbers { of, charts }
    }
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of
    }
}

/// The numbers of a recording. Those of a long one are counted between other tasks; until they are there, they are the ones before.
#[hook]
fn use_numbers(recording: &ByRc<Recording>) -> Numbers {
    let at_once = || Numbers::new(recording.clone(), series(recording));
    let latest = use_mut_ref(at_once);
    let again = use_force_update();
    let known = latest.borrow().of == *recording;
    let waits = !known && recording.len() >= workspace::LONG;
    if !known && !waits {
        latest.replace(at_once());
    }
    use_effect_with((recording.clone(), waits), {
        let latest = Rc::clone(&latest);
        move |(recording, waits)| {
            let next = Next::default();
            if *waits {
                let done = move |numbers| {
                    latest.replace(numbers);
                    again.force_update();
                };
                turn(&next, Counting::new(recording), recording.clone(), done);
            }
            move || drop(next)
        }
    });
    latest.borrow().clone()
}

/// The timer of the next turn. Without it there is none.
type Next = Rc<RefCell<Option<Timeout>>>;

/// How long numbers are counted in a turn, ms, and how many steps before the clock is asked.
const TURN: f64 = 6.0;
const STEPS: usize = 500;

/// A task of its own, which does not come if by then nobody waits for it.
fn later(next: &Next, task: impl FnOnce(&Next) + 'static) {
    let then = Rc::downgrade(next);
    let timer = Timeout::new(0, move || {
        if let Some(next) = then.upgrade() {
            task(&next);
        }
    });
    next.replace(Some(timer));
}

/// Counts on in a task of its own, and in more, until all is `done`: the lines are one more, and drawing them another.
fn turn(next: &Next, mut counting: Counting, of: ByRc<Recording>, done: impl FnOnce(Numbers) + 'static) {
    later(next, move |next| {
        let start = js_sys::Date::now();
        let mut all = false;
        while !all && js_sys::Date::now() - start < TURN {
            all = counting.go_on(&of, STEPS);
        }
        if !all {
            return turn(next, counting, of, done);
        }
        later(next, move |next| {
            let numbers = Numbers::new(of, counting.series());
            later(next, move |_| done(numbers));
        });
    });
}

#[function_component(Charts)]
pub fn charts(props: &Props) -> Html {
    let m = Messages::of(props.lang);
    let numbers = use_numbers(&props.recording);
    let data = use_memo((numbers, props.lang), |(numbers, lang)| Data::new(numbers, *lang));
    let large = use_state(|| None::<Chart>);
    let step = props.step.min(data.last());
    let value = |chart, ink| data.value(chart, ink, step);
    let both = |chart| {
        html! { <>
            <span>{ glyph(Ink::Left) }<b class="L">{ value(chart, Ink::Left) }</b></span>
            <span class="second">{ glyph(Ink::Right) }<b class="R">{ value(chart, Ink::Right) }</b></span>
        </> }
    };
    let padded = data.charts.at(Chart::Emitted, Ink::Padded, step).unwrap_or(0);
    let time_long = |ink| value(Chart::Watermarks, ink).chars().count() > LONG;
    let long = padded > MANY || time_long(Ink::Left) || time_long(Ink::Right);
    let emitted = html! { <>
        <b class="M">{ value(Chart::Emitted, Ink::Emitted) }</b>
        if padded > 0 {
            <span class="of">{ m.panels.of_which }{ " " }<b class="G">{ format!("{padded} NULL") }</b></span>
        }
    </> };
    let small =
        [(Chart::Held, both(Chart::Held)), (Chart::Watermarks, both(Chart::Watermarks)), (Chart::Emitted, emitted)];
    let shared = || ByRc(Rc::clone(&data));
    let open = {
        let large = large.clone();
        Callback::from(move |chart: Chart| large.set(Some(chart)))
    };
    let close = {
        let large = large.clone();
        Callback::from(move |()| large.set(None))
    };
    html! { <>
        <section class="sec charts" aria-label={m.panels.over_the_steps}>
            <header><h2>{ m.panels.over_the_steps }</h2><span class="end"><a class="btn small" href={Page::Estimate.hash()}>{ m.panels.state_size }</a></span></header>
            <div class="minis">
                { for small.into_iter().map(|(chart, now)| {
                    let name = data.name(chart);
                    html! {
                        <figure key={name} class={long.then_some("long")}>
                            <figcaption>
                                <button type="button" class="ch-name" aria-haspopup="dialog" aria-label={with(m.charts.enlarge, &[("chart", name)])}
                                    onclick={open.reform(move |_: MouseEvent| chart)}>{ name }</button>
                                <span>{ now }</span>
                            </figcaption>
                            <Plot data={shared()} {chart} {step} theme_key={props.theme_key.clone()} seek={props.seek.clone()} open={open.clone()} />
                            // The large chart has the same table, in sight.
                            if large.is_none() {
                                <Hidden data={shared()} {chart} {step} />
                                if chart == Chart::Watermarks { <Hidden data={shared()} chart={Chart::Lag} {step} /> }
                            }
                        </figure>
                    }
                }) }
            </div>
        </section>
        // Beside the section: what a container query measures holds even fixed boxes in.
        if let Some(chart) = *large {
            <Large data={shared()} {chart} {step} theme_key={props.theme_key.clone()} seek={props.seek.clone()} {open} on_close={close} />
        }
    </> }
}

/// The mark before a line's numbers.
fn glyph(ink: Ink) -> Html {
    let line = |class: &'static str| html! { <path {class} d="M0 7h14" /> };
    let side = |side: Side| {
        if side == Side::Left {
            html! { <circle class="st-mark l" cx="7" cy="7" r="3.6" /> }
        } else {
            html! { <rect class="st-mark r" x="3.7" y="3.7" width="6.6" height="6.6" rx="1.5" /> }
        }
    };
    html! {
        <svg class="gl" viewBox="0 0 14 14" aria-hidden="true">
            { match ink {
                Ink::Left => side(Side::Left),
                Ink::Right => side(Side::Right),
                Ink::Join => line("gl-ink"),
                Ink::Emitted => line("st-match"),
                Ink::Padded => html! { <path class="st-slash" d="M2 12 12 2" /> },
            } }
        </svg>
    }
}

/// The class of a line's numbers.
fn tone(ink: Ink) -> Option<&'static str> {
    match ink {
        Ink::Left => Some("L"),
        Ink::Right => Some("R"),
        Ink::Join => None,
        Ink::Emitted => Some("M"),
        Ink::Padded => Some("G"),
    }
}
