//! A chart made large: axes with units, a legend with the step's values, and the table of all numbers.

use yew::prelude::*;

use super::{
    Data, glyph,
    ink::Room,
    plot::{Axes, Plot},
    table::Seen,
    tone,
};
use crate::{
    stage::{Font, Measure, chart::Chart},
    ui::{ByRc, dialog::Dialog, measure::Canvas, with},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub data: ByRc<Data>,
    pub chart: Chart,
    pub step: usize,
    pub theme_key: AttrValue,
    pub seek: Callback<usize>,
    /// Another chart in its place.
    pub open: Callback<Chart>,
    pub on_close: Callback<()>,
}

#[function_component(Large)]
pub fn large(props: &Props) -> Html {
    let (data, chart, step) = (&props.data, props.chart, props.step);
    let m = data.words();
    // As wide on the left as the widest number there.
    let room = use_memo((data.clone(), chart), |(data, chart)| {
        let canvas = Canvas::new();
        let widths = data.charts.marks(*chart, 240.0, 40.0).into_iter();
        let widest =
            widths.map(|value| canvas.width(&data.show(*chart, Some(value)), Font::Small)).fold(16.0, f64::max);
        Room { left: widest.ceil() + 12.0, right: 8.0, top: 8.0, bottom: 24.0 }
    });
    let name = AttrValue::from(with(m.charts.by_step, &[("chart", data.name(chart))]));
    html! {
        <Dialog label={m.panels.over_the_steps} close={m.panels.close} on_close={props.on_close.clone()} class="plot-dlg">
            <div class="plot-body">
                <div class="seg" role="group" aria-label={m.charts.chart}>
                    { for Chart::ALL.into_iter().map(|other| html! {
                        <button key={other as usize} type="button" aria-pressed={(other == chart).to_string()}
                            onclick={props.open.reform(move |_: MouseEvent| other)}>{ data.name(other) }</button>
                    }) }
                </div>
                <p class="plot-legend">
                    <b>{ with(m.charts.at_step, &[("step", &step.to_string())]) }</b>
                    { for chart.inks().iter().map(|ink| html! {
                        <span>{ glyph(*ink) }{ data.head(*ink) }{ " " }<b class={tone(*ink)}>{ data.value(chart, *ink, step) }</b></span>
                    }) }
                    <span class="muted">{ data.unit(chart) }</span>
                </p>
                <Plot data={data.clone()} {chart} {step} theme_key={props.theme_key.clone()} seek={props.seek.clone()}
                    axes={Axes { room: *room, name }} />
                <p class="muted plot-foot"><span>{ m.charts.seek_hint }
                    if matches!(chart, Chart::Watermarks | Chart::Lag) && data.charts.runs_off(chart) { { " " }{ m.charts.far_off } }
                    </span><span>{ m.charts.axis_steps }</span></p>
                <Seen data={data.clone()} {chart} {step} seek={props.seek.clone()} />
            </div>
        </Dialog>
    }
}
