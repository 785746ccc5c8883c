//! What no one would do, or only by mistake, tried on random scenarios of every family and on hostile ones: any edit leaves a
//! scenario that is written and read back the same, undo and redo return exactly, and no picture, no text and no link panics
//! or has a coordinate that is no number.

#![cfg(not(target_arch = "wasm32"))]

mod random;

use std::rc::Rc;

use joinscope_core::{
    code,
    compare::{self, Compared, Comparison, Preset, Which},
    engine::RowId,
    explain::{self, Words},
    export, lessons, link,
    replay::{Recording, View, diff, series},
    scenario::{self, Dialect, Lang, Scenario, Side, Step},
    stage::{
        Extent, Font, Frame, Input, Measure, Notes, ahead_marks,
        chart::{Chart, Charts},
        plane, scene,
        scrubber::{Scrubber, strip},
        zoom::{self, Sight},
    },
    workspace::{
        Action, Bound, Chosen, Command, Edge, Edit, Grip, Held, KeyFocus, KeyPress, Manner, Pulled, Selection,
        StepKind, ToSpark, WindowGrip, Workspace, convert, direct, duplicated, kinds_offered, new_step, offer, opened,
        removed, shifted, stage_key,
    },
};
use proptest::{collection::vec, prelude::*};
use random::{Draft, draft, hostile_scenario};

struct Even;

impl Measure for Even {
    fn width(&self, text: &str, _: Font) -> f64 {
        text.chars().count() as f64 * 6.5
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 5_000, ..ProptestConfig::default() }
}

/// A step of a monkey: what, and three numbers to pick with.
type Move = (u8, usize, usize, i64);

fn moves(most: usize) -> impl Strategy<Value = Vec<Move>> {
    let far = prop_oneof![6 => -90_000..90_000i64, 1 => any::<i64>(), 1 => Just(1i64 << 53), 1 => Just(-(1i64 << 53))];
    vec((0..34u8, 0..10_000usize, 0..10_000usize, far), 1..most)
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    prop_oneof![3 => draft(24).prop_map(|draft: Draft| draft.wild()), 1 => hostile_scenario()]
}

fn row(workspace: &Workspace, pick: usize) -> Option<RowId> {
    let rows = workspace.recording().rows();
    rows.iter().nth(pick.checked_rem(rows.len())?).map(|(row, _)| row)
}

fn name(recording: &Recording, row: RowId) -> Selection {
    Selection { side: recording.rows().get(row).side, id: recording.rows().id(recording.scenario(), row).into() }
}

/// The edit, or other action, that a move stands for.
fn action(workspace: &Workspace, (what, a, b, far): Move) -> Option<Action> {
    let scenario = workspace.scenario();
    let (recording, view) = workspace.settled();
    let (len, cursor) = (scenario.script.len(), workspace.settled_cursor());
    let side = Side::BOTH[b % 2];
    let at = a.checked_rem(len.max(1))?;
    let to = b % (len + 1);
    let mut some: Vec<usize> = [a, b, a / 7, b / 7].iter().filter_map(|at| at.checked_rem(len)).collect();
    some.sort_unstable();
    some.dedup();
    let chosen = workspace.selected_in(recording);
    let edit = |edit: Edit| Some(Action::Edit(edit));
    match what {
        0 => Some(Action::Seek(a % (len + 3))),
        1 => Some(Action::Undo),
        2 => Some(Action::Redo),
        3 => edit(Edit::Remove { index: at }),
        4 => edit(Edit::RemoveMany(some)),
        5 => edit(Edit::Move { indexes: some, to }),
        6 => edit(Edit::InsertAt {
            at: to,
            steps: vec![new_step(scenario, StepKind::Watermark, at), Step::Clock { time: far }, Step::Batch],
        }),
        7 => edit(Edit::Insert(Step::Watermark { side, time: far })),
        8..=11 => {
            let commands = [
                Command::Duplicate,
                Command::TakeBack,
                Command::Earlier,
                Command::Later,
                Command::SwapNext,
                Command::Delete,
            ];
            let indexes = if what == 8 { some } else { vec![at] };
            direct(scenario, cursor, &indexes, commands[b % commands.len()]).map(Action::Edit)
        }
        12 => {
            let command = [Command::InsertBefore, Command::InsertAfter, Command::Update][b % 3];
            let (at, mut steps, step) = opened(scenario, cursor, at, command)?;
            steps.push(step);
            edit(Edit::InsertAt { at, steps })
        }
        13 => edit(Edit::InsertAt {
            at: to,
            steps: kinds_offered(scenario).into_iter().map(|kind| new_step(scenario, kind, to)).collect(),
        }),
        14 => Some(Action::Edit(Edit::retime(scenario, at, far)?)),
        15..=19 => {
            // A drag: shown, and let go or not.
            let axis = Frame::of(200.0 + (b % 1300) as f64).axis(recording, None);
            let edges = [Edge::Start, Edge::End];
            let window = view.windows.keys().nth(a.checked_rem(view.windows.len()).unwrap_or(0));
            let grip = match a % 7 {
                0 => Grip::Flag(side),
                1 => Grip::Delay(side),
                2 => Grip::Bound(Bound::Lower),
                3 => Grip::Bound(Bound::Upper),
                4 => Grip::Window(WindowGrip {
                    edge: edges[b % 2],
                    start: window.map_or(far, |id| id.span.start),
                    end: window.map_or(far, |id| id.span.end),
                }),
                _ => Grip::Mark(row(workspace, b)?),
            };
            let held = Held { grip, from: (a % 1400) as f64, offset: (b % 9) as f64, axis };
            let x = if what == 19 { far as f64 } else { (b % 1400) as f64 };
            match held.pull(recording, view, &chosen, x, Manner { exact: a % 3 == 0, far: b % 3 == 0 }) {
                Pulled::Edit(pulled) if what == 15 => Some(Action::Preview(Some(pulled))),
                Pulled::Edit(pulled) => edit(pulled),
                _ => Some(Action::Preview(None)),
            }
        }
        20 => removed(recording, &chosen).map(Action::Edit),
        21 => duplicated(recording, &chosen).map(|(all, _)| Action::Edit(all)),
        22 => shifted(recording, &chosen, far).map(Action::Edit),
        23 => Some(Action::Select(row(workspace, a).map(|row| name(workspace.recording(), row)))),
        24 => row(workspace, a).map(|row| Action::SelectAlso(name(workspace.recording(), row))),
        25 => Some(Action::SelectWatermark([None, Some(side)][a % 2])),
        26 => edit(Edit::Join(offer::kinds(scenario).get(a % 4)?.0)),
        27 => {
            let to = Dialect::ALL[a % 3];
            let converted = convert(scenario, cursor, to, ToSpark::default());
            edit(Edit::Whole { scenario: Box::new(converted.scenario), show: converted.cursor })
        }
        28 => edit(Edit::Join(scenario::Join { ty: offer::types(scenario).get(a % 6)?.0, ..scenario.join })),
        29 => offer::way_out(scenario, recording.outcome().err()?, cursor).map(Action::Edit),
        30 => {
            let keys = [
                "ArrowLeft",
                "ArrowRight",
                "Delete",
                "Enter",
                "n",
                ".",
                ",",
                "w",
                "+",
                "-",
                "Home",
                "End",
                "Backspace",
                "d",
            ];
            let press = KeyPress { key: keys[a % keys.len()], shift: b % 2 == 0, alt: b % 3 == 0, command: b % 5 == 0 };
            let focus = [KeyFocus::Lane(side), KeyFocus::Flag(side), KeyFocus::Join, KeyFocus::Nothing][b % 4];
            match stage_key(recording, view, &chosen, focus, press, 60_000)?? {
                joinscope_core::workspace::KeyAct::Do(action) => Some(action),
                joinscope_core::workspace::KeyAct::GoTo(row) => Some(Action::Select(Some(row))),
                _ => None,
            }
        }
        31 => edit(Edit::Strategy(side, scenario::Strategy::bounded(far))),
        32 => edit(Edit::All(vec![
            Edit::Remove { index: at },
            Edit::Insert(Step::Batch),
            Edit::Dialect(Dialect::ALL[b % 3]),
        ])),
        _ => {
            let shapes = offer::shapes(scenario);
            let scenario::JoinKind::Window { allowed_lateness, .. } = scenario.join.kind else { return None };
            let window = shapes.get(a.checked_rem(shapes.len())?)?.0;
            edit(Edit::Join(scenario::Join {
                kind: scenario::JoinKind::Window { window, allowed_lateness },
                ..scenario.join
            }))
        }
    }
}

/// All that a moment shows and says; nothing here may panic.
fn look(recording: &Recording, view: &View, chosen: &[RowId], sight: Option<Extent>) -> Result<(), TestCaseError> {
    let rows = recording.rows();
    let selected = chosen.last().copied().filter(|row| rows.has(*row));
    for lang in [Lang::En, Lang::Zh] {
        let words = Words::new(recording, lang);
        words.why(view);
        words.step_title(view.step);
        words.step_valuetext(view.step);
        words.step_did(view.step);
        words.window_notes(view);
        words.no_output(view);
        words.ahead_note(view);
        words.step_would(view);
        for side in [None, Some(Side::Left), Some(Side::Right)] {
            words.watermark_panel(view, side);
        }
        let all: Vec<RowId> = rows.iter().map(|(row, _)| row).take(12).collect();
        for row in &all {
            words.option_name(view, *row);
            words.leaves_cell(view, *row);
            words.leaves_note(view, *row);
            words.row_would(view, *row);
            words.partners(view, *row);
            words.selected(view, *row);
        }
        for (a, b) in all.iter().zip(all.iter().rev()) {
            words.pair(view, *a, *b);
            words.pair(view, *a, *a);
        }
        if let Some(row) = selected {
            words.selected(view, row);
        }
        if let Err(stopped) = recording.outcome() {
            explain::refusal(stopped, recording.scenario(), lang);
        }
    }
    for width in [0.0, 320.0, 1076.0] {
        let frame = Frame::of(width);
        for extent in [None, sight] {
            let axis = frame.axis(recording, extent);
            let notes = Notes::default();
            let input = Input { recording, view, selected, notes: &notes, lang: Lang::En, frame, axis, measure: &Even };
            let drawn = format!("{:?}", scene(&input));
            prop_assert!(
                !drawn.contains("NaN") && !drawn.contains("inf,") && !drawn.contains("inf }"),
                "scene: {}",
                drawn
            );
            ahead_marks(&axis, &recording.ahead(view));
            for tick in axis.ticks() {
                prop_assert!(tick.x.is_finite());
            }
            let series = series::series(recording);
            let drawn = plane::plane(&plane::PlaneInput {
                recording,
                series: &series,
                view,
                selected: chosen,
                axis,
                top: 20.0,
                bottom: 20.0 + width / 2.0,
                measure: &Even,
            });
            let text = format!("{drawn:?}");
            prop_assert!(!text.contains("NaN") && !text.contains("inf,") && !text.contains("inf)"), "plane: {}", text);
        }
        let scrubber = Scrubber::new(width, recording.len(), 0).follow(view.step);
        prop_assert!(
            scrubber.x(view.step).is_finite() && scrubber.window().0.is_finite() && scrubber.window().1.is_finite()
        );
        prop_assert!(
            strip(recording, width, 14.0).paths.iter().all(|(_, path)| !path.contains("NaN") && !path.contains("inf"))
        );
    }
    let charts = Charts::new(recording);
    for chart in Chart::ALL {
        let (least, most) = charts.range(chart);
        prop_assert!(least.is_finite() && most.is_finite() && least < most, "{:?} {} {}", chart, least, most);
        charts.marks(chart, 90.0, 20.0);
        charts.steps(400.0, 60.0);
    }
    Ok(())
}

fn round_trip(scenario: &Scenario) -> Result<(), TestCaseError> {
    let text = scenario::write(scenario);
    let back = scenario::read(&text);
    prop_assert!(back.is_ok(), "{:?}\n{}", back.err(), text);
    prop_assert_eq!(&back.unwrap(), scenario);
    Ok(())
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn whatever_is_done_is_written_and_read_back_and_undone(scenario in any_scenario(), moves in moves(40)) {
        prop_assume!(scenario::read(&scenario::write(&scenario)).is_ok());
        let mut workspace = Workspace::new(Rc::new(scenario), usize::MAX, None);
        let mut history = vec![(workspace.scenario().clone(), workspace.settled_cursor(), workspace.chosen().clone())];
        let now = |workspace: &Workspace| (workspace.scenario().clone(), workspace.settled_cursor(), workspace.chosen().clone());
        for step in moves {
            let Some(action) = action(&workspace, step) else { continue };
            let told = format!("{action:?}");
            let before = now(&workspace);
            let in_time = matches!(action, Action::Undo | Action::Redo);
            workspace.act(action);
            round_trip(workspace.scenario())?;
            // A preview may stop earlier than what it is a preview of.
            let settled = workspace.settled().0;
            let refused = settled.outcome().is_err_and(|stopped| stopped.step.is_none());
            prop_assert!(refused || workspace.settled_cursor() <= settled.len(), "{}", told);
            prop_assert_eq!(workspace.settled().1.step.min(workspace.settled_cursor()), workspace.settled().1.step);
            // What is selected is there.
            if let Chosen::Rows(rows) = workspace.chosen() && !workspace.previewing() {
                prop_assert_eq!(workspace.selected().len(), rows.len(), "{}", &told);
            }
            if !in_time && !Rc::ptr_eq(&before.0, workspace.scenario()) {
                let after = now(&workspace);
                prop_assert!(workspace.act(Action::Undo));
                prop_assert_eq!(&now(&workspace), &before, "undone: {}", &told);
                prop_assert!(workspace.act(Action::Redo));
                prop_assert_eq!(&now(&workspace), &after, "redone: {}", &told);
                history.push(after);
            }
        }
        while workspace.act(Action::Undo) {}
        prop_assert_eq!(workspace.scenario(), &history[0].0);
    }

    #[test]
    fn no_picture_and_no_word_of_any_moment_panics(scenario in any_scenario(), moves in moves(12), zooms in vec((0.01..3.0f64, 0.0..1.0f64, any::<i64>()), 0..5)) {
        let mut workspace = Workspace::new(Rc::new(scenario), usize::MAX, None);
        for step in moves {
            if let Some(action) = action(&workspace, step) {
                workspace.act(action);
            }
            let whole = Extent::of(&Frame::of(1000.0).axis(workspace.recording(), None));
            let mut sight = Sight { extent: Some(whole), follow: true };
            for (factor, share, by) in &zooms {
                let Some(extent) = sight.extent else { break };
                let at = whole.first.saturating_add((whole.span() as f64 * share) as i64);
                sight.extent = extent.zoomed(whole, *factor, at).map(|extent| extent.panned(whole, *by));
                sight.turn(workspace.recording(), workspace.view(), zoom::Change::Step);
            }
            look(workspace.recording(), workspace.view(), &workspace.selected(), sight.extent)?;
        }
    }

    #[test]
    fn any_setups_are_compared(scenario in any_scenario(), a in any_scenario(), b in any_scenario(), preset in 0..6usize) {
        let ready = Rc::new(Recording::new(Rc::new(scenario)));
        let base = ready.scenario().clone();
        let mut comparison = Comparison::default();
        comparison.choose(&base, Preset::ALL[preset]);
        let mut pairs = vec![comparison.setups(&base), vec![a.setup(), b.setup()], vec![base.setup(), a.setup()]];
        comparison.put(&base, Which::A, a.setup());
        comparison.switch(&base, Which::B, b.dialect);
        comparison.edit(&base, Which::A, &Edit::Join(b.join));
        pairs.push(comparison.setups(&base));
        for setups in pairs {
            for setup in &setups {
                prop_assert_eq!(compare::of_word(&compare::to_word(setup)), Some(*setup));
            }
            let compared = Compared::new(&ready, &setups);
            for row in compared.rows_until(base.script.len()) {
                for lang in [Lang::En, Lang::Zh] {
                    explain::differences(&compared, row, lang);
                }
                for run in compared.runs() {
                    compared.cell(run, row);
                }
            }
            for step in 0..=base.script.len() + 1 {
                compared.next_difference(step, step % 2 == 0);
                compared.row_at(step);
                for run in compared.runs() {
                    let at = run.step_at(step);
                    run.totals(step, &run.recording().view(at));
                    run.result(step);
                }
            }
            for run in compared.runs() {
                compared.held(run);
            }
        }
    }

    #[test]
    fn other_texts_of_any_scenario_are_written(scenario in any_scenario(), step in 0..40usize) {
        let recording = Recording::new(Rc::new(scenario));
        export::csv(&recording, step);
        for lang in [Lang::En, Lang::Zh] {
            export::markdown(&recording, step, lang);
            explain::summary(recording.scenario(), lang);
        }
        let _ = code::sql(recording.scenario()).map(|sql| sql.script());
        lessons::answer(&recording, step);
        lessons::candidates(&recording, step);
        lessons::ways(&recording);
        if let Some(packed) = link::pack(recording.scenario()) {
            prop_assert_eq!(link::unpack(&packed).ok(), scenario::read(&scenario::write(recording.scenario())).ok());
        }
    }
}

proptest! {
    #![proptest_config(config(800))]

    #[test]
    fn no_bytes_behind_a_link_panic(text in ".{0,200}", word in "[A-Za-z0-9_-]{0,300}", bytes in vec(any::<u8>(), 0..300)) {
        let made = String::from_utf8_lossy(&bytes).into_owned();
        for text in [&text, &word, &made] {
            let _ = link::unpack(text);
            let _ = link::unpack_any(text);
            let _ = link::unpack_any(&format!("https://x/#s={text}"));
            link::in_fragment(text);
            link::lesson_in_fragment(&format!("#l={text}"));
            let _ = link::Query::read(text);
            let _ = compare::of_word(text);
            let _ = link::message::read(text);
            let _ = lessons::read(text, &|_: &str| None);
            let _ = scenario::read(text);
            if let Some(packed) = link::pack_text(text) {
                prop_assert_eq!(link::unpack_text(&packed).ok(), Some(text.clone()));
            }
        }
    }
}

#[test]
fn a_scenario_differs_nowhere_from_itself_when_it_is_run_again() {
    let scenario = Rc::new(Scenario::empty());
    let (one, other) = (Recording::new(scenario.clone()), Recording::new(scenario));
    assert!(diff::diff(&one, &other, &diff::Pairing::same(0)).is_empty());
}

/// Two rows selected under a setup that is refused for having a window for each ms: their windows are never all listed.
#[test]
fn rows_of_more_windows_than_can_be_counted_are_told_of() {
    let text = r#"{"version": 1, "title": "many", "dialect": "flink_sql",
        "left": {"name": "l", "watermark": {"strategy": "manual"}},
        "right": {"name": "r", "watermark": {"strategy": "manual"}},
        "join": {"kind": "window", "type": "full", "window": {"shape": "sliding", "size": 9007199254740992, "slide": 1}},
        "script": [
            {"do": "push", "side": "left", "id": "l1", "key": "a", "time": 5},
            {"do": "push", "side": "right", "id": "r1", "key": "a", "time": 9}
        ]}"#;
    let recording = Recording::new(Rc::new(scenario::read(text).unwrap()));
    assert!(recording.outcome().is_err());
    look(&recording, &recording.view(2), &[RowId(0), RowId(1)], None).unwrap();
}
