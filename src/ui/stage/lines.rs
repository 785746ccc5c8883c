//! Life lines, curves, windows, tails.

use super::*;

#[derive(Properties, PartialEq)]
pub(super) struct LifeProps {
    pub side: Side,
    /// Its row is the selected one.
    pub selected: bool,
    pub life: Life,
    pub moves: motion::Moved,
}

#[function_component(LifeLine)]
pub(super) fn life_line(props: &LifeProps) -> Html {
    moved(props.moves.clone(), draw_life(props.side, props.selected, props.life))
}

pub(super) fn draw_life(side: Side, selected: bool, life: Life) -> Html {
    let side = l(side);
    let class = if life.gone {
        "gone"
    } else if selected {
        "sel"
    } else {
        "buf"
    };
    let Life { from, to, y, .. } = life;
    let tick = |x: f64| html! { <path class={classes!("st-life", side, class, "tick")} d={format!("M{} {}v10", px(x), px(y - 5.0))} /> };
    html! { <>
        <path class={classes!("st-life", side, class)} d={format!("M{} {}H{}", px(from), px(y), px(to))} />
        { match life.end {
            LifeEnd::Tick => tick(to),
            LifeEnd::Overdue(tenths) => {
                let x = tenths as f64 / 10.0;
                html! { <>{ tick(x - 1.5) }{ tick(x + 1.5) }</> }
            }
            LifeEnd::Arrow => html! { <path class={classes!("st-life", side, class, "tick")} d={format!("M{} {}l5 4l-5 4", px(to - 5.0), px(y - 4.0))} /> },
            LifeEnd::None => Html::default(),
        } }
    </> }
}

pub(super) fn draw_curve(curve: &Curve, draws: Option<&'static str>) -> Html {
    let ((x1, y1), (x2, y2)) = (curve.from, curve.to);
    // The curve leaves and arrives upright, and turns within the gap.
    let reach = (y2 - y1) * crate::stage::CURVE_REACH;
    let d = format!(
        "M{} {}C{} {} {} {} {} {}",
        px(x1),
        px(y1),
        px(x1),
        px(y1 + reach),
        px(x2),
        px(y2 - reach),
        px(x2),
        px(y2)
    );
    let class = if curve.pending {
        "will"
    } else if curve.now {
        ""
    } else {
        "old"
    };
    html! { <path class={classes!("st-match", class, draws)} pathLength={draws.map(|_| "1")} {d} /> }
}

/// A version of a versioned table, from its time to the next one's.
pub(super) fn draw_version(bar: &VersionBar) -> Html {
    let (y, height) = (px(bar.y - 10.0), "20");
    let class = classes!("st-version", (!bar.held).then_some("gone"), bar.deletion.then_some("deletion"));
    html! { <rect {class} x={px(bar.x)} {y} width={px(bar.width)} {height} rx="2" /> }
}

pub(super) fn draw_as_of(line: &AsOf, draws: Option<&'static str>) -> Html {
    let class = if line.pending {
        "will"
    } else if line.now {
        ""
    } else {
        "old"
    };
    html! { <line class={classes!("st-match", class, draws)} pathLength={draws.map(|_| "1")} x1={px(line.x)} x2={px(line.x)} y1={px(line.y1)} y2={px(line.y2)} /> }
}

pub(super) fn draw_window(
    window: &WindowBox,
    notes: &[WindowNote],
    props: &Props,
    words: &Words,
    m: &'static Messages,
) -> Html {
    let WindowBox { x, y, width, height, state, .. } = *window;
    let class = match state {
        WindowState::Done | WindowState::Kept => "done",
        WindowState::Now => "now",
        WindowState::Open => "open",
        WindowState::Empty => "",
    };
    let (x_, y_, w_, h_) = (px(x), px(y), px(width), px(height));
    let said =
        notes.iter().find(|note| note.window == window.span && note.key == window.key && note.side == window.side);
    let (title, note) = match said {
        Some(said) => (said.title.clone(), said.note.clone()),
        None => {
            let span = [("start", words.time(window.span.start).into()), ("end", words.time(window.span.end).into())];
            (fill_plain(words.lang(), m.app.win_span, &span), m.app.win_empty.to_string())
        }
    };
    // Text that does not fit is cut by the box itself.
    let clip = format!("{}win-{}-{}-{}", props.prefix, window.span.start, window.span.end, px(y));
    let side = window.side.map(l);
    // Both edges can be dragged; of a session only its end, the gap behind its last event.
    let hold = |edge: Edge, x: f64| {
        let grip = Grip::Window(WindowGrip { edge, start: window.span.start, end: window.span.end });
        let links = match edge {
            Edge::Start => "offset",
            Edge::End => "size gap",
        };
        html! { <line class="st-edgehit" data-grip={grip.word()} data-links={links} x1={px(x)} x2={px(x)} y1={y_.clone()} y2={px(y + height)} /> }
    };
    let grips = !props.read_only && window.width > 12.0;
    html! { <g><g class="quiet">
        <clipPath id={clip.clone()}><rect x={x_.clone()} y={y_.clone()} width={w_.clone()} height={h_.clone()} /></clipPath>
        { match window.last_event {
            None => html! { <rect class={classes!("st-win", class, window.selected.then_some("sel"))} x={x_.clone()} y={y_.clone()} width={w_.clone()} height={h_.clone()} rx="3" /> },
            Some(last) => html! { <>
                <rect class={classes!("st-win", "gap", class, window.selected.then_some("sel"))} x={x_.clone()} y={y_.clone()} width={w_.clone()} height={h_.clone()} rx="3" />
                <rect class={classes!("st-win", class, window.selected.then_some("sel"), side)} x={x_.clone()} y={y_.clone()} width={px((last - x).max(2.0))} height={h_.clone()} rx="3" />
            </> },
        } }
        if class == "done" { <rect class="st-hatch" x={x_} y={y_.clone()} width={w_} height={h_} rx="3" /> }
        if window.lines > 0 {
            <g clip-path={format!("url(#{clip})")}>
                <text class="st-wint b" x={px(x + 8.0)} y={px(y + if window.lines == 2 { 15.0 } else { 14.0 })}>{ title }</text>
                if window.lines == 2 { <text class="st-wint" x={px(x + 8.0)} y={px(y + 29.0)}>{ note }</text> }
            </g>
        }
    </g>
        // Within the window, so that of two that meet each keeps its own.
        if grips && window.last_event.is_none() { { hold(Edge::Start, x + 4.0) } }
        if grips { { hold(Edge::End, x + width - 4.0) } }
    </g> }
}

pub(super) fn draw_tail(tail: &Tail) -> Html {
    let ((x1, y1), (x2, y2)) = (tail.from, tail.to);
    let down = (y2 - y1).signum();
    let turn = 9.0_f64.min((x2 - x1).abs());
    let d = if turn < 1.0 {
        format!("M{} {}V{}", px(x1), px(y1 + 7.0 * down), px(y2 - 8.0 * down))
    } else {
        format!(
            "M{} {}H{}Q{} {} {} {}V{}",
            px(x1),
            px(y1),
            px(x2 - turn),
            px(x2),
            px(y1),
            px(x2),
            px(y1 + 9.0 * down),
            px(y2 - 8.0 * down)
        )
    };
    html! { <path class={classes!("st-tail", tail.taken_back.then_some("back"))} {d} /> }
}

pub(super) fn draw_void(tail: &Tail) -> Html {
    let (x, y) = tail.to;
    html! { <>
        if tail.now { <circle class="st-halo" cx={px(x)} cy={px(y)} r="12" /> }
        <circle class="st-void" cx={px(x)} cy={px(y)} r="6.5" />
        <path class="st-slash" d={format!("M{} {}l16 -16", px(x - 8.0), px(y + 8.0))} />
        if tail.taken_back {
            <path class="st-x" d={format!("M{} {}h18", px(x - 9.0), px(y))} />
            <text class="st-voidt X" x={px(x - 6.0)} y={px(y - 10.0)} text-anchor="end">{ "−D" }</text>
        } else if tail.word {
            <text class="st-voidt" x={px(x - 18.0)} y={px(y + 4.0)} text-anchor="end">{ "NULL" }</text>
        }
    </> }
}
