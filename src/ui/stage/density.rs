//! Bars where marks would overlap.

use super::*;
use crate::{
    explain::Writing,
    scenario::time::duration,
    stage::{
        density::{Bin, Density, Kind},
        write_decimal,
    },
};

/// The bars of a lane. All of a kind are one path, so that another step is another shape of a few paths; what can be pressed
/// and is read out is a bin's own, and stays where it is.
///
/// `named` are the same bars as they were named last.
pub(super) fn draw_density(
    density: &Density,
    named: &ByRc<Vec<Bin>>,
    side: Side,
    scene: &Scene,
    props: &Props,
    words: &Words,
) -> Html {
    let m = Messages::of(props.lang);
    let lane = scene.lanes[side];
    let args = [("count", density.rows.to_string().into()), ("time", duration(density.each, props.lang).into())];
    let y = if side == Side::Left { lane.top + 14.0 } else { lane.bottom - 7.0 };
    // At the end where the rows of this step are not.
    let middle = (scene.axis.left + scene.axis.right) / 2.0;
    let (x, anchor) = match scene.marks.iter().any(|mark| mark.x > middle) {
        true => (scene.axis.left + 8.0, "start"),
        false => (scene.frame.width - 8.0, "end"),
    };
    html! { <g key={side.word()}>
        <g class="quiet" aria-hidden="true">
            { for Kind::ALL.map(|kind| html! { <path key={kind as usize} class={class(side, kind)} d={parts(density, kind)} /> }) }
        </g>
        <Bars bins={named.clone()} each={density.each} writing={words.writing()} lang={props.lang} send={props.send.clone()} />
        <text class="st-dimt quiet" x={px(x)} y={px(y)} text-anchor={anchor}>{ fill_plain(props.lang, m.charts.bars_note, &args) }</text>
    </g> }
}

/// The bars of both lanes as they are called and pressed. While steps fly by or something is dragged, most bars are called otherwise
/// in every picture, and nobody hears it: they are named again when that is over, or where others are in their places.
#[hook]
pub(super) fn use_named(density: &Sides<Option<Density>>, rest: bool) -> Sides<ByRc<Vec<Bin>>> {
    let named = use_mut_ref(|| Side::BOTH.map(|_| ByRc(Rc::<Vec<Bin>>::default())));
    let mut named = named.borrow_mut();
    let place = |bin: &Bin| (bin.first, bin.end, bin.x, bin.width);
    for (named, side) in named.iter_mut().zip(Side::BOTH) {
        let bins = density[side].as_ref().map_or(&[][..], |density| &density.bins);
        let stand = bins.iter().map(place).eq(named.iter().map(place));
        if !(rest && stand) && bins != &***named {
            *named = ByRc(Rc::new(bins.to_vec()));
        }
    }
    let [left, right] = &*named;
    Sides::new(left.clone(), right.clone())
}

fn class(side: Side, kind: Kind) -> &'static str {
    match (side, kind) {
        (Side::Left, Kind::Waiting) => "st-bar l wait",
        (Side::Left, Kind::Matched) => "st-bar l had",
        (Side::Left, Kind::Left) => "st-bar l gone",
        (Side::Left, Kind::Late) => "st-bar l late",
        (Side::Left, Kind::Ahead) => "st-bar l next",
        (Side::Right, Kind::Waiting) => "st-bar r wait",
        (Side::Right, Kind::Matched) => "st-bar r had",
        (Side::Right, Kind::Left) => "st-bar r gone",
        (Side::Right, Kind::Late) => "st-bar r late",
        (Side::Right, Kind::Ahead) => "st-bar r next",
    }
}

/// The parts of all bars that are of a kind.
fn parts(density: &Density, kind: Kind) -> String {
    // An outline lies within the bar, so that neighbours and parts do not overlap.
    let inset = if matches!(kind, Kind::Waiting | Kind::Ahead) { 0.5 } else { 0.0 };
    let mut d = String::new();
    for bin in &density.bins {
        let (y, height) = bin.parts[kind as usize];
        if height > 0.0 {
            let width = (bin.width - 2.0 * inset).max(1.0);
            let mut to = |command: &str, by: f64| {
                d.push_str(command);
                write_decimal(&mut d, by, 1);
            };
            to("M", bin.x + inset);
            to(" ", y + inset);
            to("h", width);
            to("v", (height - 2.0 * inset).max(0.5));
            to("h-", width);
            d.push('z');
        }
    }
    d
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
struct BarsProps {
    bins: ByRc<Vec<Bin>>,
    /// How much time each stands for, ms.
    each: i64,
    writing: Writing,
    lang: Lang,
    send: Callback<Msg>,
}

#[function_component(Bars)]
fn bars(props: &BarsProps) -> Html {
    let BarsProps { bins, each, writing, lang, send } = props;
    html! {
        <g>{ for bins.iter().map(|bin| html! {
            <Bar key={bin.first} bin={bin.clone()} each={*each} writing={*writing} lang={*lang} send={send.clone()} />
        }) }</g>
    }
}

#[derive(Properties, PartialEq)]
struct BarProps {
    bin: Bin,
    /// How much time it stands for, ms.
    each: i64,
    writing: Writing,
    lang: Lang,
    send: Callback<Msg>,
}

#[function_component(Bar)]
fn bar(props: &BarProps) -> Html {
    let BarProps { bin, each, .. } = props;
    let name = bar_name(bin, props.writing, props.lang);
    // Its tooltip is made when the pointer is over it: another step changes what most bars are called.
    let over = use_state_eq(|| false);
    let enter = {
        let over = over.setter();
        Callback::from(move |_: PointerEvent| over.set(true))
    };
    // A bar that is pressed becomes as wide as the picture, with something of its neighbours.
    let (first, last) = (bin.first.saturating_sub(each / 4), bin.end.saturating_add(each / 4));
    let zoom = props.send.reform(move |_: MouseEvent| Msg::Zoom(Some(Extent { first, last })));
    let drawn = || bin.parts.iter().filter(|(_, height)| *height > 0.0);
    let top = drawn().map(|(y, _)| *y).fold(f64::MAX, f64::min);
    let height = drawn().map(|(_, height)| height).sum::<f64>().max(6.0);
    html! {
        <g role="img" aria-label={name.clone()} class="st-bin" onclick={zoom} onpointerenter={enter}>
            if *over { <title>{ name }</title> }
            <rect class="st-hit" x={px(bin.x)} y={px(top)} width={px(bin.width)} height={px(height)} />
            if let Some((cx, y)) = bin.label {
                <text class="st-bint" x={px(cx)} y={px(y)}>{ bin.total() }</text>
            }
        </g>
    }
}
