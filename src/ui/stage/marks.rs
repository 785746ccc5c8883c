//! Rows as marks with their labels.

use super::*;

pub(super) fn lane_marks(side: Side, scene: &Scene, props: &Props, words: &Words, moves: Moves) -> Html {
    let m = Messages::of(props.lang);
    let stream = props.recording.scenario().streams[side].label(props.lang).to_string();
    let name = fill_plain(props.lang, m.ui.stream_events, &[("stream", stream.into())]);
    let active =
        scene.marks.iter().find(|mark| mark.selected && mark.side == side).map(|mark| mark_id(props.prefix, mark.row));
    let mine = || scene.marks.iter().filter(|mark| mark.side == side);
    html! { <>
        <g role="listbox" aria-label={name} tabindex="0" aria-multiselectable="true" data-side={side.word()} aria-activedescendant={active} class="st-list">
            <rect key="focus" class="st-focus" x={px(scene.frame.names + 2.0)} y={px(scene.lanes[side].top + 2.0)} rx="4"
                width={px(scene.frame.width - scene.frame.names - 4.0)} height={px(scene.lanes[side].bottom - scene.lanes[side].top - 4.0)} />
            { for mine().map(|mark| html! {
                <MarkView key={mark.row.0} mark={mark.clone()} chosen={mark.selected || props.chosen.contains(&mark.row)} prefix={props.prefix} name={words.option_name(&props.view, mark.row)} moves={moves.mark(mark)} />
            }) }
        </g>
        <g aria-hidden="true">
            { for mine().map(|mark| html! { <LabelView key={mark.row.0} mark={mark.clone()} /> }) }
        </g>
    </> }
}

pub(super) fn mark_id(prefix: &str, row: RowId) -> String {
    format!("{prefix}mark-{}", row.0)
}

#[derive(Properties, PartialEq)]
pub(super) struct MarkProps {
    mark: Mark,
    prefix: &'static str,
    name: String,
    /// It is one of the selected rows.
    chosen: bool,
    moves: Option<MarkMoves>,
}

/// What a mark is drawn as: circle or square, bar or cross; a square in a frame, where it stands in a table.
pub(super) fn shape(mark: &Mark) -> Html {
    let Mark { x, y, radius, state, side, .. } = *mark;
    let gone = matches!(state, State::Left | State::LeftAsNull | State::LeftUnmatched);
    let late = matches!(state, State::LateNotKept | State::LateMatchedNotKept);
    let hollow = if matches!(state, State::NotYetArrived | State::Pending | State::Ignored) {
        "next"
    } else if mark.matched {
        ""
    } else {
        "wait"
    };
    let class = classes!("st-mark", l(side), hollow, gone.then_some("gone"));
    if late {
        let arm = radius.min(4.7);
        html! { <path class="st-x" d={format!("M{} {}l{a} {a}M{} {}l-{a} {a}", px(x - arm), px(y - arm), px(x + arm), px(y - arm), a = px(2.0 * arm))} /> }
    } else if mark.version {
        html! { <rect class={classes!("st-mark", "r", gone.then_some("gone"), (state == State::NotYetArrived).then_some("next"))} x={px(x)} y={px(y - 10.0)} width="4" height="20" /> }
    } else if side == Side::Left {
        html! { <circle {class} cx={px(x)} cy={px(y)} r={px(radius)} /> }
    } else {
        let half = radius * 0.92;
        let square = html! { <rect {class} x={px(x - half)} y={px(y - half)} width={px(2.0 * half)} height={px(2.0 * half)} rx="1.5" /> };
        if !mark.stands {
            return square;
        }
        let frame = half + 3.5;
        html! { <>
            { square }
            <rect class="st-stands" x={px(x - frame)} y={px(y - frame)} width={px(2.0 * frame)} height={px(2.0 * frame)} rx="2.5" />
        </> }
    }
}

#[function_component(MarkView)]
pub(super) fn mark_view(props: &MarkProps) -> Html {
    let mark = &props.mark;
    let Mark { x, y, radius, side, .. } = *mark;
    let (outer, inner) = props.moves.map(|moves| moves.groups(side)).unwrap_or_default();
    html! {
        <g role="option" id={mark_id(props.prefix, mark.row)} aria-label={props.name.clone()} aria-selected={props.chosen.to_string()}
            class="mark" data-grip={format!("mark {}", mark.row.0)} data-links={crate::ui::link::row(mark.row)}>
            <circle class="st-hit" cx={px(x)} cy={px(y)} r="12" />
            <circle class="st-lit" cx={px(x)} cy={px(y)} r={px(radius + 6.0)} />
            if mark.changed { <circle class="st-halo" cx={px(x)} cy={px(y)} r={px(radius + 6.0)} /> }
            if props.chosen { <circle class={classes!("st-ring", (!mark.selected).then_some("also"))} cx={px(x)} cy={px(y)} r={px(radius + 4.5)} /> }
            { moved(outer, moved(inner, shape(mark))) }
        </g>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct LabelProps {
    mark: Mark,
}

/// A mark's label: it can be grasped as the mark can, but is no part of what the mark is called.
#[function_component(LabelView)]
pub(super) fn label_view(props: &LabelProps) -> Html {
    let mark = &props.mark;
    // Always a node: what follows it in the list is put before it.
    let Some(label) = &mark.label else { return html! { <g></g> } };
    let tone = match mark.state {
        State::LateNotKept | State::LateMatchedNotKept => "late",
        State::Left | State::LeftAsNull | State::LeftUnmatched => "gone",
        _ => "",
    };
    html! {
        <text class={classes!("mark", "st-lbl", l(mark.side), tone)} x={px(label.x)} y={px(label.y)} text-anchor={label.anchor}
            data-grip={format!("mark {}", mark.row.0)} data-links={crate::ui::link::row(mark.row)}>
            { &label.id }
            { for label.key.iter().map(|key| html! { <tspan class="k" dx="5">{ key }</tspan> }) }
        </text>
    }
}
