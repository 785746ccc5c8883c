//! Watermarks: flags, lines, the join's label; and the ghost of a row to come.

use super::*;

pub(super) fn draw_join_line(join: &JoinLine, scene: &Scene) -> Html {
    html! { <line class="st-min quiet" aria-hidden="true" x1={px(join.x)} x2={px(join.x)} y1={px(scene.lanes.left.top)} y2={px(scene.lanes.right.bottom)} /> }
}

pub(super) fn draw_join_label(join: &JoinLine, scene: &Scene, props: &Props, m: &Messages) -> Html {
    let y = scene.gap_y;
    let chosen = props.watermark == Some(None);
    let drawn = html! { <>
        <rect class="st-hit" x={px(join.left)} y={px(y - 13.0)} width={px(join.width)} height="26" />
        <rect class="st-pill" x={px(join.left)} y={px(y - 10.0)} width={px(join.width)} height="20" rx="3" />
        if chosen {
            <rect class="st-ring" x={px(join.left - 3.5)} y={px(y - 13.5)} width={px(join.width + 7.0)} height="27" rx="5" />
        }
        <text class="st-pillt" x={px(join.left + 8.0)} y={px(y + 4.0)} aria-hidden="true">{ &join.text }</text>
    </> };
    if props.read_only {
        return html! { <g aria-hidden="true" class="quiet">{ drawn }</g> };
    }
    let select = props.send.reform(|_: KeyboardEvent| Msg::Do(Action::SelectWatermark(None)));
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == " " {
            event.prevent_default();
            event.stop_propagation();
            select.emit(event);
        }
    });
    html! {
        <g role="button" tabindex="0" aria-label={format!("{}: {}", m.manipulate.join_watermark, join.text)} aria-pressed={chosen.to_string()}
            data-join="" data-grip={Grip::Join.word()} class="joinflag" {onkeydown}>{ drawn }</g>
    }
}

/// A watermark that a crash lost, where it was; on the side of the line where there is room.
pub(super) fn draw_lost(lost: &LostMark, scene: &Scene, words: &Words, m: &Messages) -> Html {
    let text = fill_plain(words.lang(), m.recovery.mark_lost, &[("time", words.style().show(lost.time).into())]);
    let (x, anchor) = if lost.x + 90.0 > scene.frame.width { (lost.x - 4.0, "end") } else { (lost.x + 4.0, "start") };
    // The join's is told once more in words only.
    let y = if lost.side.is_some() { lost.y2 - 6.0 } else { (lost.y1 + lost.y2) / 2.0 };
    html! { <g class="quiet" aria-hidden="true">
        <line class="st-lost" x1={px(lost.x)} x2={px(lost.x)} y1={px(lost.y1)} y2={px(lost.y2)} />
        if lost.side.is_some() { <text class="st-lostt" x={px(x)} y={px(y)} text-anchor={anchor}>{ text }</text> }
    </g> }
}

/// A side's watermark as a line through its lane.
pub(super) fn watermark_line(flag: &Flag, props: &Props, gives: f64) -> Html {
    let chosen = (props.watermark == Some(Some(flag.side))).then_some("sel");
    // A side without a watermark has no line.
    let shown = props.recording.scenario().streams[flag.side].watermark != Strategy::None;
    html! { <g aria-hidden="true" class="quiet">
        if shown {
            { for flag.partitions.iter().filter(|mark| mark.shown).map(|mark| {
                // A triangle holds the side, a dashed tick is idle; the number says which it is.
                let class = classes!("st-part", l(flag.side), mark.idle.then_some("idle"), mark.holds.then_some("holds"));
                let (x, y) = (px(mark.x), mark.y);
                html! { <g key={mark.partition} {class}>
                    <path d={format!("M{x} {}v11", px(y - 5.5))} />
                    if mark.holds && !mark.idle { <path class="fill" d={format!("M{x} {}l6 5.5l-6 5.5z", px(y - 5.5))} /> }
                    <text x={px(mark.text_x)} y={px(y + 3.5)} text-anchor={if mark.in_front { "end" } else { "start" }}>{ &mark.text }</text>
                </g> }
            }) }
            <line class={classes!("st-wm", l(flag.side), chosen)} x1={px(flag.x + gives)} x2={px(flag.x + gives)} y1={px(flag.y1)} y2={px(flag.y2)} />
        }
    </g> }
}

/// A side's flag, and its tail, the delay.
pub(super) fn draw_flag(flag: &Flag, scene: &Scene, props: &Props, words: &Words, m: &Messages, gives: f64) -> Html {
    let side = flag.side;
    let class = l(side);
    let stream = props.recording.scenario().streams[side].label(props.lang).to_string();
    let strategy = props.recording.scenario().streams[side].watermark;
    if strategy == Strategy::None {
        return html! { <g></g> };
    }
    let chosen = props.watermark == Some(Some(side));
    let name = fill_plain(props.lang, m.ui.stream_watermark, &[("stream", stream.into())]);
    let now = flag.time.unwrap_or(scene.axis.first);
    let middle = flag.top + 9.0;
    let grip = flag.left + flag.width - 10.0;
    let drawn = html! { <>
        <rect class="st-hit" x={px(flag.left)} y={px(flag.top - 3.0)} width={px(flag.width)} height="24" />
        if chosen {
            <rect class="st-ring" x={px(flag.left - 2.5)} y={px(flag.top - 2.5)} width={px(flag.width + 5.0)} height="23" rx="5" />
        }
        <rect class={classes!("st-flag", class)} x={px(flag.left)} y={px(flag.top)} width={px(flag.width)} height="18" rx="3" />
        <text class={classes!("st-fl", class)} x={px(flag.left + 8.0)} y={px(flag.top + 13.0)} aria-hidden="true">{ &flag.text }</text>
        if !props.read_only {
            <path class="st-grip" d={format!("M{} {y}v7M{} {y}v7", px(grip), px(grip + 3.5), y = px(flag.top + 5.5))} />
        }
    </> };
    // What cannot be moved is no slider: it is told as a picture with its time.
    let flag_ = if props.read_only {
        let told = format!("{name}: {}", words.flag_valuetext(&props.view, side));
        html! { <g role="img" aria-label={told} class="quiet">{ drawn }</g> }
    } else {
        html! {
            <g role="slider" tabindex="0" aria-label={name} data-flag="" data-side={side.word()} data-grip={Grip::Flag(side).word()} data-links={crate::ui::link::watermark(side)} class="flag"
                aria-orientation="horizontal" aria-valuemin={scene.axis.first.min(now).to_string()} aria-valuemax={scene.axis.last.max(now).to_string()}
                aria-valuenow={now.to_string()} aria-valuetext={words.flag_valuetext(&props.view, side)}>{ drawn }</g>
        }
    };
    // Where there is no tail yet a small handle stands for it: what is pulled out of it is a delay.
    let end = flag.left + flag.width;
    let bounded = matches!(strategy, Strategy::Bounded { .. }) && !props.read_only;
    let handle = (bounded && flag.tail.is_none() && end + 20.0 < scene.frame.width).then_some(end + 3.0);
    let grip = Grip::Delay(side).word();
    html! { <g transform={(gives != 0.0).then(|| format!("translate({} 0)", px(gives)))}>
        <g class={classes!("st-delay", props.read_only.then_some("quiet"))} aria-hidden="true" data-grip={grip} data-links={crate::ui::link::watermark(side)}>
            { for flag.tail.iter().map(|tail| html! { <g>
                <rect class="st-hit" x={px(tail.from)} y={px(flag.top - 3.0)} width={px((tail.to - tail.from + 8.0).max(0.0))} height="24" />
                <path class="st-dim" d={format!("M{} {y}H{t}M{t} {}v8", px(tail.from), px(middle - 4.0), t = px(tail.to), y = px(middle))} />
                { for tail.note.iter().map(|(x, text)| html! { <text class="st-dimt" x={px(*x)} y={px(middle + 4.0)}>{ text }</text> }) }
            </g> }) }
            { for handle.iter().map(|x| html! { <g class="st-handle">
                <rect class="st-hit" x={px(*x)} y={px(flag.top - 3.0)} width="16" height="24" />
                <path class="st-dim" d={format!("M{} {y}h8M{} {}v8", px(x + 1.0), px(x + 9.0), px(middle - 4.0), y = px(middle))} />
            </g> }) }
        </g>
        { flag_ }
    </g> }
}

pub(super) fn ghost_mark(scene: &Scene, ghost: Option<(Side, i64)>, words: &Words, canvas: &Rc<Canvas>) -> Html {
    let Some((side, time)) = ghost else { return html! { <g></g> } };
    let x = scene.axis.x(time);
    let lane = scene.lanes[side];
    let y = (lane.top + lane.bottom) / 2.0;
    let text = words.time(time);
    let width = canvas.width(&text, Font::Small) + 12.0;
    let middle = x.min(scene.frame.width - width / 2.0 - 2.0);
    let class = l(side);
    let mark = if side == Side::Left {
        html! { <circle class="st-mark l next" cx={px(x)} cy={px(y)} r="6.5" /> }
    } else {
        html! { <rect class="st-mark r next" x={px(x - 6.0)} y={px(y - 6.0)} width="12" height="12" rx="1.5" /> }
    };
    html! { <g class="quiet">
        <line class={classes!("st-proj", (side == Side::Right).then_some("r"))} x1={px(x)} x2={px(x)} y1={px(scene.frame.ruler)} y2={px(y - 9.0)} />
        { mark }
        <rect class={classes!("st-ghost", class)} x={px(middle - width / 2.0)} y="3" width={px(width)} height="17" rx="3" />
        <text class="st-ghostt" x={px(middle)} y="15.5">{ text }</text>
    </g> }
}
