//! Bars where marks would overlap.

use super::*;
use crate::{
    explain::Writing,
    scenario::time::duration,
    stage::density::{Bin, Density, Kind},
};

pub(super) fn draw_density(density: &Density, side: Side, scene: &Scene, props: &Props, words: &Words) -> Html {
    let m = Messages::of(props.lang);
    let lane = scene.lanes[side];
    let args = [("count", density.rows.to_string().into()), ("time", duration(density.each, props.lang).into())];
    let y = if side == Side::Left { lane.top + 14.0 } else { lane.bottom - 7.0 };
    html! { <>
        <g>{ for density.bins.iter().map(|bin| html! {
            <Bar key={bin.first} bin={bin.clone()} each={density.each} {side} writing={words.writing()} lang={props.lang} send={props.send.clone()} />
        }) }</g>
        <text class="st-dimt quiet" x={px(scene.frame.width - 8.0)} y={px(y)} text-anchor="end">{ fill_plain(props.lang, m.charts.bars_note, &args) }</text>
    </> }
}

/// "09:00 to 09:05: 34 rows, 3 waiting, 31 left".
fn bar_name(bin: &Bin, writing: Writing, lang: Lang) -> String {
    let m = &Messages::of(lang).charts;
    let kind = |kind: Kind| match kind {
        Kind::Waiting => m.kind_waiting,
        Kind::Matched => m.kind_matched,
        Kind::Left => m.kind_left,
        Kind::Late => m.kind_late,
        Kind::Ahead => m.kind_ahead,
    };
    let kinds: Vec<String> = Kind::ALL
        .into_iter()
        .zip(bin.counts)
        .filter(|(_, count)| *count > 0)
        .map(|(of, count)| fill_plain(lang, kind(of), &[("count", count.to_string().into())]))
        .collect();
    let args = [
        ("first", writing.time(bin.first).into()),
        ("end", writing.time(bin.end).into()),
        ("count", bin.total().to_string().into()),
        ("kinds", kinds.join(if lang == Lang::Zh { "，" } else { ", " }).into()),
    ];
    fill_plain(lang, if bin.total() == 1 { m.bar_of_one } else { m.bar }, &args)
}

#[derive(Properties, PartialEq)]
struct BarProps {
    bin: Bin,
    /// How much time it stands for, ms.
    each: i64,
    side: Side,
    writing: Writing,
    lang: Lang,
    send: Callback<Msg>,
}

#[function_component(Bar)]
fn bar(props: &BarProps) -> Html {
    let BarProps { bin, each, side, .. } = props;
    let name = bar_name(bin, props.writing, props.lang);
    // A bar that is pressed becomes as wide as the picture, with something of its neighbours.
    let (first, last) = (bin.first.saturating_sub(each / 4), bin.end.saturating_add(each / 4));
    let zoom = props.send.reform(move |_: MouseEvent| Msg::Zoom(Some(Extent { first, last })));
    let (x, width) = (px(bin.x), px(bin.width));
    html! {
        <g role="img" aria-label={name.clone()} class="st-bin" onclick={zoom}>
            <title>{ name }</title>
            { for Kind::ALL.into_iter().zip(bin.parts).filter(|(_, part)| part.1 > 0.0).map(|(kind, (y, height))| {
                let class = match kind {
                    Kind::Waiting => "wait",
                    Kind::Matched => "had",
                    Kind::Left => "gone",
                    Kind::Late => "late",
                    Kind::Ahead => "next",
                };
                // An outline lies within the bar, so that neighbours and parts do not overlap.
                let inset = if matches!(kind, Kind::Waiting | Kind::Ahead) { 0.5 } else { 0.0 };
                html! { <rect class={classes!("st-bar", l(*side), class)} x={px(bin.x + inset)} y={px(y + inset)}
                    width={px((bin.width - 2.0 * inset).max(1.0))} height={px((height - 2.0 * inset).max(0.5))} /> }
            }) }
            if let Some((cx, y)) = bin.label {
                <text class="st-bint" x={px(cx)} y={px(y)}>{ bin.total() }</text>
            } else {
                <rect class="st-hit" {x} {width} y={px(bin.parts.iter().filter(|p| p.1 > 0.0).map(|p| p.0).fold(f64::MAX, f64::min))} height="6" />
            }
        </g>
    }
}
