//! What lies ahead of the join's watermark, as small marks on the ruler.

use super::*;
use crate::stage::ahead_marks;

pub(super) fn draw_ahead(scene: &Scene, props: &Props, words: &Words, m: &Messages) -> Html {
    let events = props.recording.ahead(&props.view);
    let marks = ahead_marks(&scene.axis, &events);
    let note = words.ahead_note(&props.view);
    let base = scene.frame.ruler;
    // Below the right lane there is room for a line, where neither the flag nor its tail is.
    let flag = &scene.flags.right;
    let taken = flag.left + flag.width + if flag.tail.is_some() { 180.0 } else { 0.0 };
    let right = scene.frame.width - 12.0;
    html! { <>
        if !marks.is_empty() {
            <g role="group" aria-label={m.whynot.ahead}>
                { for marks.iter().map(|mark| {
                    let says = words.ahead(&events[mark.events.clone()]);
                    let many = events[mark.events.clone()].iter().map(|event| event.rows.len() + event.windows.len()).sum::<usize>() > 1;
                    html! {
                        <g key={mark.events.start} role="img" aria-label={says.clone()} class={classes!("st-ahead", many.then_some("many"))}>
                            <title>{ says }</title>
                            <rect x={px(mark.x - 6.0)} y={px(base - 9.0)} width="12" height="10" />
                            <path d={format!("M{} {}h7l-3.5 5z", px(mark.x - 3.5), px(base - 5.0))} />
                        </g>
                    }
                }) }
            </g>
        }
        { for note.filter(|text| taken + text.chars().count() as f64 * 6.5 < right).iter().map(|text| html! {
            <text class="st-sub quiet" x={px(right)} y={px(scene.lanes.right.bottom + 16.0)} text-anchor="end">{ text }</text> }) }
    </> }
}
