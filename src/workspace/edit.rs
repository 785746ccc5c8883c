//! Edits of a scenario.

use std::sync::Arc;

use crate::{
    scenario::{
        Dialect, Generate, Interval, Join, JoinKind, MAX_PARTITIONS, MAX_TIME, Policy, Push, Scenario, Script, Setup,
        Side, Step, Strategy, Text, Window,
    },
    units::Suspicion,
};

/// One change of the scenario, and one entry of undo.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A step more, behind the step shown; it is shown next.
    Insert(Step),
    /// Another step in place of the one at `index`.
    Replace {
        index: usize,
        step: Step,
    },
    Remove {
        index: usize,
    },
    /// Steps more, the first of them at index `at`; the last of them is shown next.
    InsertAt {
        at: usize,
        steps: Vec<Step>,
    },
    /// Without the steps at these indexes, ascending.
    RemoveMany(Vec<usize>),
    /// The steps at `indexes`, ascending, stand together in front of the one that was at `to`. What was shown is shown still.
    Move {
        indexes: Vec<usize>,
        to: usize,
    },
    Join(Join),
    Dialect(Dialect),
    Strategy(Side, Strategy),
    /// A side whose watermark follows its rows has so many partitions; generated rows are spread over them.
    Partitions(Side, u32),
    Policy(Option<Policy>),
    /// The stream's name, and with it its label.
    Name(Side, String),
    KeyName(Side, Option<String>),
    TimeName(Side, Option<String>),
    Title(Text),
    Question(Option<Text>),
    Description(Option<Text>),
    /// What the stream is called for people, and one row of it.
    Label(Side, Option<Text>),
    Noun(Side, Option<Text>),
    /// The column head of a payload's field; without one the field is no longer named by the scenario.
    FieldHead(Side, String, Option<Text>),
    /// What seems wrong with the times is put right.
    Remedy(Suspicion),
    /// The script that these parameters make, in place of the one that is there; ask [`Generate::fits`] first. All of a new
    /// one is shown.
    Generate(Box<Generate>),
    /// All of it at once, as for switching the engine, and the step to show then.
    Whole {
        scenario: Box<Scenario>,
        show: usize,
    },
    /// All of these, one after the other.
    All(Vec<Edit>),
}

impl Edit {
    /// The scenario after the edit and the step to show, `cursor` being shown before; `None` if the edit names a step that
    /// is not there.
    pub fn apply(&self, scenario: &Scenario, cursor: usize) -> Option<(Scenario, usize)> {
        let mut next = scenario.clone();
        let mut show = cursor;
        self.change(&mut next, &mut show)?;
        keep_in_range(&mut next);
        Some((next, show))
    }

    fn change(&self, next: &mut Scenario, show: &mut usize) -> Option<()> {
        match self {
            Edit::Replace { index, step } => next.script.replace(*index, step.clone())?,
            Edit::Insert(_) | Edit::Remove { .. } | Edit::InsertAt { .. } | Edit::RemoveMany(_) | Edit::Move { .. } => {
                self.arrange(next.script.shared(), show, &|step| Arc::new(step.clone()))?;
            }
            Edit::Join(join) => next.join = *join,
            Edit::Dialect(dialect) => next.dialect = *dialect,
            Edit::Strategy(side, strategy) => next.streams[*side].watermark = *strategy,
            Edit::Partitions(side, count) => {
                let Strategy::Bounded { partitions, .. } = &mut next.streams[*side].watermark else { return None };
                *partitions = (*count).clamp(1, MAX_PARTITIONS);
                if let Some(made_of) = next.script.made_of() {
                    let mut generate = made_of.clone();
                    generate.sides[*side] = generate.sides[*side].over(*partitions);
                    next.script = Script::generated(generate);
                    *show = (*show).min(next.script.len());
                }
            }
            Edit::Policy(policy) => next.watermark_policy = *policy,
            Edit::Name(side, name) => {
                let stream = &mut next.streams[*side];
                if stream.name != *name {
                    (stream.name, stream.label) = (name.clone(), None);
                }
            }
            Edit::KeyName(side, name) => next.streams[*side].key_name.clone_from(name),
            Edit::TimeName(side, name) => next.streams[*side].time_name.clone_from(name),
            Edit::Title(title) => next.title = title.clone(),
            Edit::Question(text) => next.question.clone_from(text),
            Edit::Description(text) => next.description.clone_from(text),
            Edit::Label(side, text) => next.streams[*side].label.clone_from(text),
            Edit::Noun(side, text) => next.streams[*side].noun.clone_from(text),
            Edit::FieldHead(side, field, head) => {
                let fields = &mut next.streams[*side].fields;
                match (fields.iter().position(|(name, _)| name == field), head) {
                    (Some(at), Some(head)) => fields[at].1 = head.clone(),
                    (Some(at), None) => drop(fields.remove(at)),
                    (None, Some(head)) => fields.push((field.clone(), head.clone())),
                    (None, None) => {}
                }
            }
            Edit::Remedy(suspicion) => *next = suspicion.remedied(next),
            Edit::Generate(generate) => {
                // Of other parameters of the same stream the same step is looked at.
                let again = next.script.made_of().is_some();
                next.script = Script::generated((**generate).clone());
                *show = if again { (*show).min(next.script.len()) } else { next.script.len() };
            }
            Edit::Whole { scenario, show: step } => {
                *next = (**scenario).clone();
                *show = *step;
            }
            Edit::All(edits) => edits.iter().try_for_each(|edit| edit.change(next, show))?,
        }
        Some(())
    }

    /// The edit that gives a scenario this setup; `None` if it has it.
    pub fn to_setup(scenario: &Scenario, setup: &Setup) -> Option<Edit> {
        let now = scenario.setup();
        let mut edits = Vec::new();
        edits.extend((now.dialect != setup.dialect).then_some(Edit::Dialect(setup.dialect)));
        edits.extend((now.join != setup.join).then_some(Edit::Join(setup.join)));
        for side in Side::BOTH {
            let to = setup.watermarks[side];
            edits.extend((now.watermarks[side] != to).then_some(Edit::Strategy(side, to)));
        }
        edits.extend((now.policy != setup.policy).then_some(Edit::Policy(setup.policy)));
        if edits.len() > 1 { Some(Edit::All(edits)) } else { edits.pop() }
    }

    /// The edits that this one is made of.
    pub fn parts(&self) -> &[Edit] {
        match self {
            Edit::All(edits) => edits,
            edit => std::slice::from_ref(edit),
        }
    }

    /// It changes the join or its time, and no step.
    pub fn is_setup(&self) -> bool {
        matches!(self, Edit::Join(_) | Edit::Dialect(_) | Edit::Strategy(..) | Edit::Policy(_))
    }

    /// Puts steps in, takes them out and moves them: of a script, or of whatever stands for its steps.
    fn arrange<T>(&self, script: &mut Vec<T>, show: &mut usize, new: &dyn Fn(&Step) -> T) -> Option<()> {
        let len = script.len();
        match self {
            Edit::Insert(step) => {
                let at = (*show).min(len);
                script.insert(at, new(step));
                *show = at + 1;
            }
            Edit::Remove { index } => {
                if *index >= len {
                    return None;
                }
                script.remove(*index);
                *show -= usize::from(*index < *show);
            }
            Edit::InsertAt { at, steps } => {
                let at = (*at).min(len);
                script.splice(at..at, steps.iter().map(new));
                *show = at + steps.len();
            }
            Edit::RemoveMany(indexes) => {
                if !listed(indexes, len) {
                    return None;
                }
                let mut at = 0;
                script.retain(|_| {
                    at += 1;
                    indexes.binary_search(&(at - 1)).is_err()
                });
                *show -= indexes.partition_point(|index| *index < *show);
            }
            Edit::Move { indexes, to } => {
                let order = moved(len, indexes, *to)?;
                if let Some(at) = show.checked_sub(1) {
                    *show = order.iter().position(|old| *old == at).map_or(*show, |new| new + 1);
                }
                let mut old: Vec<Option<T>> = script.drain(..).map(Some).collect();
                script.extend(order.into_iter().filter_map(|index| old[index].take()));
            }
            Edit::All(edits) => edits.iter().try_for_each(|edit| edit.arrange(script, show, new))?,
            // A whole other script, or maybe one: nothing is known to stay.
            Edit::Whole { .. } | Edit::Generate(_) | Edit::Partitions(..) => return None,
            _ => {}
        }
        Some(())
    }

    /// The index that each step after the edit had before it, `None` for one that is new, where `len` is how many steps there
    /// were and `cursor` the step shown; `None` if nothing of the script is known to stay, or nothing is edited.
    pub fn origins(&self, len: usize, cursor: usize) -> Option<Vec<Option<usize>>> {
        let mut origins: Vec<Option<usize>> = (0..len).map(Some).collect();
        self.arrange(&mut origins, &mut { cursor }, &|_| None)?;
        Some(origins)
    }

    /// Moves the row that the step at `index` pushes to another event time.
    pub fn retime(scenario: &Scenario, index: usize, time: i64) -> Option<Edit> {
        match scenario.script.get(index)? {
            Step::Push(push) => Some(Edit::Replace { index, step: Step::Push(Push { time, ..push.clone() }) }),
            _ => None,
        }
    }
}

/// The join with other windows; `None` where it has none.
pub(super) fn with_window(join: Join, window: Window) -> Option<Edit> {
    let JoinKind::Window { allowed_lateness, .. } = join.kind else { return None };
    Some(Edit::Join(Join { kind: JoinKind::Window { window, allowed_lateness }, ..join }))
}

/// Whether these are indexes of a script of `len` steps, ascending, at least one.
fn listed(indexes: &[usize], len: usize) -> bool {
    !indexes.is_empty() && indexes.is_sorted_by(|a, b| a < b) && indexes.iter().all(|index| *index < len)
}

/// The old indexes in their new order, after `indexes` were moved in front of what was at `to`.
fn moved(len: usize, indexes: &[usize], to: usize) -> Option<Vec<usize>> {
    if !listed(indexes, len) || to > len {
        return None;
    }
    let stays = |range: std::ops::Range<usize>| range.filter(|old| indexes.binary_search(old).is_err());
    Some(stays(0..to).chain(indexes.iter().copied()).chain(stays(to..len)).collect())
}

/// Whatever is dragged, added or doubled ends where a file's numbers end, or what is kept could not be read again.
pub(crate) fn keep_in_range(scenario: &mut Scenario) {
    let clamp = |value: &mut i64| *value = (*value).clamp(-MAX_TIME, MAX_TIME);
    match &mut scenario.join.kind {
        JoinKind::Interval(Interval { lower, upper, min_cleanup_interval, .. }) => {
            [lower, upper, min_cleanup_interval].into_iter().for_each(clamp);
        }
        JoinKind::Window { window, allowed_lateness } => {
            clamp(allowed_lateness);
            match window {
                Window::Tumbling { size, offset } => {
                    [size, offset].into_iter().for_each(clamp);
                }
                Window::Sliding { size, slide: by, offset } | Window::Cumulating { size, step: by, offset } => {
                    [size, by, offset].into_iter().for_each(clamp);
                }
                Window::Session { gap, max_length } => [gap].into_iter().chain(max_length).for_each(clamp),
            }
        }
        JoinKind::Regular { state_ttl } => clamp(state_ttl),
        JoinKind::Temporal | JoinKind::Lookup => {}
    }
    for side in Side::BOTH {
        if let Strategy::Bounded { delay, partitions, idle_timeout } = &mut scenario.streams[side].watermark {
            [delay].into_iter().chain(idle_timeout).for_each(clamp);
            *partitions = (*partitions).clamp(1, MAX_PARTITIONS);
        }
    }
    // Nearly all steps are in range, and stay shared. Rows of partitions that are no more come from the last one.
    let partitions = Side::BOTH.map(|side| scenario.streams[side].watermark.partitions());
    let last = |side: Side| partitions[side as usize] - 1;
    let far = |step: &Step| {
        step.time().is_some_and(|time| !(-MAX_TIME..=MAX_TIME).contains(&time))
            || matches!(step, Step::Push(push) if push.partition > last(push.side))
    };
    scenario.script.update(far, |step| match step {
        Step::Push(Push { side, time, partition, .. }) => {
            clamp(time);
            *partition = (*partition).min(last(*side));
        }
        Step::Watermark { time, .. } | Step::Clock { time } => clamp(time),
        Step::Batch | Step::FailingBatch | Step::Checkpoint | Step::Crash => {}
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Lang, read, write};

    fn clocks(times: &[i64]) -> Scenario {
        Scenario { script: times.iter().map(|time| Step::Clock { time: *time }).collect(), ..Scenario::empty() }
    }

    fn times(scenario: &Scenario) -> Vec<i64> {
        let time = |step: &Step| match step {
            Step::Clock { time } => *time,
            _ => -1,
        };
        scenario.script.iter().map(time).collect()
    }

    #[test]
    fn steps_are_moved_put_in_and_taken_out_together_and_say_where_they_were() {
        let before = clocks(&[0, 1, 2, 3, 4, 5]);
        let step = |time| Step::Clock { time };
        let cases: [(Edit, usize, &[i64], usize); 10] = [
            (Edit::Move { indexes: vec![1], to: 3 }, 2, &[0, 2, 1, 3, 4, 5], 3),
            (Edit::Move { indexes: vec![4], to: 0 }, 2, &[4, 0, 1, 2, 3, 5], 3),
            (Edit::Move { indexes: vec![1, 4], to: 6 }, 0, &[0, 2, 3, 5, 1, 4], 0),
            (Edit::Move { indexes: vec![1, 4], to: 3 }, 6, &[0, 2, 1, 4, 3, 5], 6),
            (Edit::Move { indexes: vec![2, 3], to: 2 }, 3, &[0, 1, 2, 3, 4, 5], 3),
            (Edit::RemoveMany(vec![0, 2, 5]), 4, &[1, 3, 4], 2),
            (Edit::InsertAt { at: 2, steps: vec![step(7), step(8)] }, 5, &[0, 1, 7, 8, 2, 3, 4, 5], 4),
            (Edit::InsertAt { at: 99, steps: vec![step(7)] }, 0, &[0, 1, 2, 3, 4, 5, 7], 7),
            (Edit::Insert(step(7)), 1, &[0, 7, 1, 2, 3, 4, 5], 2),
            (
                Edit::All(vec![Edit::Insert(step(7)), Edit::Remove { index: 0 }, Edit::Insert(step(8))]),
                1,
                &[7, 8, 1, 2, 3, 4, 5],
                2,
            ),
        ];
        for (edit, cursor, expected, show) in cases {
            let (next, shown) = edit.apply(&before, cursor).unwrap();
            assert_eq!((times(&next).as_slice(), shown), (expected, show), "{edit:?}");
            let origins = edit.origins(6, cursor).unwrap();
            let known =
                origins.iter().zip(times(&next)).filter_map(|(old, time)| Some((times(&before)[(*old)?], time)));
            assert!(known.clone().all(|(old, new)| old == new), "{edit:?}");
            assert_eq!(known.count(), expected.iter().filter(|time| **time < 6).count());
            assert_eq!(origins.len(), next.script.len());
        }
    }

    #[test]
    fn steps_that_are_not_there_change_nothing() {
        let before = clocks(&[0, 1]);
        for edit in [
            Edit::Move { indexes: vec![2], to: 0 },
            Edit::Move { indexes: vec![0], to: 3 },
            Edit::Move { indexes: vec![1, 0], to: 0 },
            Edit::Move { indexes: vec![], to: 0 },
            Edit::RemoveMany(vec![0, 0]),
            Edit::RemoveMany(vec![5]),
        ] {
            assert_eq!(edit.apply(&before, 1), None, "{edit:?}");
        }
    }

    #[test]
    fn whatever_is_edited_can_be_written_and_read() {
        let far = MAX_TIME + 1;
        let kinds = [
            JoinKind::Interval(Interval { min_cleanup_interval: far, ..Interval::closed(-far, far) }),
            JoinKind::Window { window: Window::Tumbling { size: far, offset: -far }, allowed_lateness: far },
            JoinKind::Window { window: Window::Sliding { size: far, slide: far, offset: far }, allowed_lateness: 0 },
            JoinKind::Window { window: Window::Cumulating { size: far, step: far, offset: far }, allowed_lateness: 0 },
            JoinKind::Window { window: Window::Session { gap: far, max_length: Some(far) }, allowed_lateness: 0 },
            JoinKind::Regular { state_ttl: far },
        ];
        let join = Scenario::empty().join;
        let edits = kinds.map(|kind| Edit::Join(Join { kind, ..join })).into_iter().chain([
            Edit::Strategy(Side::Right, Strategy::Bounded { delay: far, partitions: 2, idle_timeout: Some(far) }),
            Edit::Insert(Step::Watermark { side: Side::Left, time: -far }),
            Edit::Insert(Step::Clock { time: far }),
            Edit::Question(Text::worded(None, Lang::Zh, "为什么?")),
            Edit::Description(Text::worded(Some(&Text::from("one")), Lang::En, "two\nlines")),
            Edit::Label(Side::Left, Text::worded(None, Lang::En, "Orders")),
            Edit::Noun(Side::Right, Text::worded(None, Lang::En, "\"shipment\"")),
            Edit::FieldHead(Side::Left, "a \"b\"".into(), Text::worded(None, Lang::En, "A")),
            Edit::InsertAt { at: 9, steps: vec![Step::Clock { time: -far }, Step::Clock { time: far }] },
        ]);
        for edit in edits {
            let (next, _) = edit.apply(&Scenario::empty(), 0).unwrap();
            assert_eq!(read(&write(&next)).as_ref(), Ok(&next), "{edit:?}");
        }
    }

    #[test]
    fn a_text_loses_only_the_wording_that_is_cleared() {
        let both = Text::By { en: Some("a".into()), zh: Some("甲".into()) };
        let chinese = Text::worded(Some(&both), Lang::En, " ").unwrap();
        assert_eq!((chinese.get(Lang::En), chinese.get(Lang::Zh)), ("甲", "甲"));
        assert_eq!(Text::worded(Some(&chinese), Lang::Zh, ""), None);
        assert_eq!(Text::worded(Some(&"one".into()), Lang::En, ""), None);
        let again = Text::worded(Some(&chinese), Lang::En, "b").unwrap();
        assert_eq!((again.get(Lang::En), again.get(Lang::Zh)), ("b", "甲"));
    }

    #[test]
    fn a_generated_script_keeps_its_parameters_until_a_step_is_edited() {
        let generate = Generate::new(crate::scenario::time::EXAMPLE);
        let edit = |generate: &Generate| Edit::Generate(Box::new(generate.clone()));
        let (first, shown) = edit(&generate).apply(&clocks(&[1, 2]), 1).unwrap();
        assert_eq!((first.script.made_of(), shown), (Some(&generate), first.script.len()));
        let (second, shown) = edit(&Generate { seed: 2, ..generate.clone() }).apply(&first, 7).unwrap();
        assert_eq!((second.script.made_of().map(|made| made.seed), shown), (Some(2), 7));
        let (renamed, _) = Edit::Name(Side::Left, "orders".into()).apply(&second, 7).unwrap();
        assert_eq!(renamed.script.made_of(), second.script.made_of());
        assert_eq!(read(&write(&renamed)), Ok(renamed.clone()));
        let (edited, _) = Edit::Remove { index: 0 }.apply(&second, 7).unwrap();
        assert_eq!(edited.script.made_of(), None);
        assert_eq!(read(&write(&edited)), Ok(edited));
        assert_eq!(edit(&generate).origins(2, 1), None);
    }

    #[test]
    fn a_fields_head_is_set_and_taken_away() {
        let head = |head: Option<&str>| Edit::FieldHead(Side::Left, "amount".into(), head.map(Text::from));
        let mut scenario = Scenario::empty();
        for (edit, heads) in
            [(head(None), vec![]), (head(Some("A")), vec!["A"]), (head(Some("B")), vec!["B"]), (head(None), vec![])]
        {
            scenario = edit.apply(&scenario, 0).unwrap().0;
            let shown: Vec<_> = scenario.streams.left.fields.iter().map(|(_, head)| head.get(Lang::En)).collect();
            assert_eq!(shown, heads);
        }
    }
}
