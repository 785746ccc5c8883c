//! A chart's numbers as a table: unseen beside a small chart, in sight below a large one.

use std::ops::RangeInclusive;

use web_sys::HtmlElement;
use yew::prelude::*;

use super::Data;
use crate::{
    replay::series::stretch,
    stage::chart::{Chart, Ink},
    ui::{ByRc, hooks::use_rested, with},
};

/// Steps that an unseen table has at most.
const LISTED: usize = 60;

#[derive(Properties, PartialEq)]
pub struct HiddenProps {
    pub data: ByRc<Data>,
    pub chart: Chart,
    pub step: usize,
}

/// An unseen table follows steps that fly by when they rest for so long, ms.
const REST: u32 = 200;

/// The numbers of a small chart for who does not see it.
#[function_component(Hidden)]
pub fn hidden(props: &HiddenProps) -> Html {
    let listed = stretch(props.data.last(), props.step, LISTED);
    let count = listed.clone().count();
    // Not all of the tables in the same frame.
    let first = use_rested(*listed.start(), REST + 50 * props.chart as u32).min(props.data.last() + 1 - count);
    let listed = first..=first + count - 1;
    html! { <Stretch data={props.data.clone()} chart={props.chart} {listed} /> }
}

#[derive(Properties, PartialEq)]
struct StretchProps {
    data: ByRc<Data>,
    chart: Chart,
    listed: RangeInclusive<usize>,
}

/// It is drawn again only when its stretch of steps is another.
#[function_component(Stretch)]
fn stretch_view(props: &StretchProps) -> Html {
    let (data, chart, listed) = (&props.data, props.chart, &props.listed);
    let part = listed.clone().count() <= data.last();
    html! {
        // The box is what is hidden: a table that is itself taken out of the flow is no table to some browsers.
        <div class="unseen">
            <table aria-label={data.name(chart)}>
                if part {
                    <caption>
                        { with(data.words().panels.steps_listed, &[
                            ("from", &listed.start().to_string()),
                            ("to", &listed.end().to_string()),
                            ("all", &data.last().to_string()),
                        ]) }
                    </caption>
                }
                { heads(data, chart) }
                <tbody>
                    // By their places: another stretch is other text in the same rows.
                    { for listed.clone().enumerate().map(|(place, step)| html! {
                        <tr key={place}>
                            <th scope="row">{ step }{ told(data, step) }</th>
                            { for chart.inks().iter().map(|ink| html! { <td>{ data.value(chart, *ink, step) }</td> }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

/// What happened to the job in a step, behind its number.
fn told(data: &Data, step: usize) -> Html {
    html! { <>{ for data.events(step).map(|event| html! { <span class="muted">{ " " }{ event }</span> }) }</> }
}

fn heads(data: &Data, chart: Chart) -> Html {
    html! {
        <thead><tr>
            <th scope="col">{ data.words().panels.step }</th>
            { for chart.inks().iter().map(|ink| html! { <th scope="col" class={super::tone(*ink)}>{ data.head(*ink) }</th> }) }
        </tr></thead>
    }
}

/// A row's height in the stylesheet, px.
const ROW: usize = 26;
/// Rows kept ready above and below what is in sight.
const SPARE: usize = 8;

#[derive(Properties, PartialEq)]
pub struct SeenProps {
    pub data: ByRc<Data>,
    pub chart: Chart,
    pub step: usize,
    pub seek: Callback<usize>,
}

/// The numbers of a large chart: all steps, of which only those in sight are rows. A click shows a step.
#[function_component(Seen)]
pub fn seen(props: &SeenProps) -> Html {
    let (data, chart, step) = (&props.data, props.chart, props.step);
    let count = data.last() + 1;
    let area = use_node_ref();
    // The first row in sight, and how many there are.
    let sight = use_state_eq(|| (0_usize, 12_usize));
    let look = {
        let (area, sight) = (area.clone(), sight.clone());
        move || {
            if let Some(area) = area.cast::<HtmlElement>() {
                let first = area.scroll_top().max(0) as usize / ROW;
                sight.set((first, (area.client_height().max(0) as usize).div_ceil(ROW) + 1));
            }
        }
    };
    {
        let (area, look) = (area.clone(), look.clone());
        // The step shown stays in sight.
        use_effect_with((step, count), move |_| {
            if let Some(area) = area.cast::<HtmlElement>() {
                let (top, height) = (area.scroll_top(), area.client_height());
                let (row, head) = ((step * ROW) as i32, ROW as i32);
                if row < top || row + 2 * head > top + height {
                    area.set_scroll_top((row - height / 2 + head).max(0));
                }
            }
            look();
        });
    }
    let onscroll = Callback::from(move |_: Event| look());
    let (first, shown) = *sight;
    let from = first.saturating_sub(SPARE).min(count);
    let to = (first + shown + SPARE).min(count);
    let spacer = |rows: usize| {
        html! { if rows > 0 { <tr aria-hidden="true" class="spacer" style={format!("height:{}px", rows * ROW)}></tr> } }
    };
    html! {
        <div ref={area} class="plot-table" tabindex="0" role="group" aria-label={data.name(chart)} {onscroll}>
            <table aria-label={data.name(chart)} aria-rowcount={(count + 1).to_string()}>
                { heads(data, chart) }
                <tbody>
                    { spacer(from) }
                    { for (from..to).map(|at| html! {
                        <Row key={at} data={data.clone()} {chart} {at} now={at == step} seek={props.seek.clone()} />
                    }) }
                    { spacer(count - to) }
                </tbody>
            </table>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    data: ByRc<Data>,
    chart: Chart,
    at: usize,
    now: bool,
    seek: Callback<usize>,
}

#[function_component(Row)]
fn row(props: &RowProps) -> Html {
    let (data, chart, at) = (&props.data, props.chart, props.at);
    let cell = |ink: &Ink| html! { <td>{ data.value(chart, *ink, at) }</td> };
    html! {
        <tr class={props.now.then_some("new")} aria-current={props.now.then_some("step")} aria-rowindex={(at + 2).to_string()}
            onclick={props.seek.reform(move |_: MouseEvent| at)}>
            <th scope="row">{ at }{ told(data, at) }</th>
            { for chart.inks().iter().map(cell) }
        </tr>
    }
}
