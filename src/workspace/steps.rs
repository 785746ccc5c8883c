//! What can be done with steps of the script, one or several, and the edit that does it.

use super::{
    Edit,
    form::next_push,
    generating::{clock_step, keeps_time},
};
use crate::scenario::{
    Dialect, JoinKind, Push, RowKind, Scenario, Side, Step, Strategy,
    time::{EXAMPLE, MINUTE},
};

/// Something to do with the chosen steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    Edit,
    InsertBefore,
    InsertAfter,
    Duplicate,
    /// A -D of the row.
    TakeBack,
    /// A -U of the row and a +U for it.
    Update,
    Earlier,
    Later,
    /// The step and the one behind it change places.
    SwapNext,
    /// The batch is to fail, or to fail no more.
    LetFail,
    LetSucceed,
    Delete,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    Push,
    Watermark,
    Batch,
    /// A batch that fails before its commit.
    FailingBatch,
    Clock,
    Checkpoint,
    Crash,
}

impl StepKind {
    pub fn of(step: &Step) -> Self {
        match step {
            Step::Push(_) => StepKind::Push,
            Step::Watermark { .. } => StepKind::Watermark,
            Step::Batch => StepKind::Batch,
            Step::FailingBatch => StepKind::FailingBatch,
            Step::Checkpoint => StepKind::Checkpoint,
            Step::Crash => StepKind::Crash,
            Step::Clock { .. } => StepKind::Clock,
        }
    }
}

impl StepKind {
    /// Whether there is more to a step than its kind.
    pub fn is_edited(self) -> bool {
        matches!(self, StepKind::Push | StepKind::Watermark | StepKind::Clock)
    }
}

/// The commands that make sense for the steps at these indexes (ascending), in the order of a menu.
pub fn commands(scenario: &Scenario, indexes: &[usize]) -> Vec<Command> {
    let (Some(first), Some(last)) = (indexes.first(), indexes.last()) else { return Vec::new() };
    let script = &scenario.script;
    let Some(step) = script.get(*last).and_then(|_| script.get(*first)) else { return Vec::new() };
    let one = indexes.len() == 1;
    let retractable = matches!(scenario.join.kind, JoinKind::Regular { .. })
        && scenario.dialect == Dialect::FlinkSql
        && matches!(step, Step::Push(push) if push.kind.adds());
    // Steps that stand apart come together by moving, so that is a move even at the script's end.
    let apart = last - first + 1 > indexes.len();
    [
        (Command::Edit, one && StepKind::of(step).is_edited()),
        (Command::InsertBefore, one),
        (Command::InsertAfter, one),
        (Command::Duplicate, true),
        (Command::TakeBack, one && retractable),
        (Command::Update, one && retractable),
        (Command::Earlier, *first > 0 || apart),
        (Command::Later, last + 1 < script.len() || apart),
        (Command::SwapNext, one && last + 1 < script.len()),
        (Command::LetFail, one && *step == Step::Batch),
        (Command::LetSucceed, one && *step == Step::FailingBatch),
        (Command::Delete, true),
    ]
    .into_iter()
    .filter_map(|(command, offered)| offered.then_some(command))
    .collect()
}

/// The edit that a command makes at once; `None` for one that asks for a step first ([`opened`]), or does not apply.
pub fn direct(scenario: &Scenario, cursor: usize, indexes: &[usize], command: Command) -> Option<Edit> {
    let (first, last) = (*indexes.first()?, *indexes.last()?);
    let len = scenario.script.len();
    let edit = match command {
        Command::Edit | Command::InsertBefore | Command::InsertAfter | Command::Update => return None,
        Command::Duplicate => Edit::InsertAt { at: last + 1, steps: doubles(scenario, indexes) },
        Command::TakeBack => {
            let taken = Push { kind: RowKind::Delete, ..push(scenario, first)?.clone() };
            Edit::InsertAt { at: behind(first, cursor), steps: vec![Step::Push(taken)] }
        }
        Command::Earlier => Edit::Move { indexes: indexes.to_vec(), to: first.saturating_sub(1) },
        Command::Later => Edit::Move { indexes: indexes.to_vec(), to: (last + 2).min(len) },
        Command::SwapNext => Edit::Move { indexes: vec![first], to: first + 2 },
        Command::LetFail => Edit::Replace { index: first, step: Step::FailingBatch },
        Command::LetSucceed => Edit::Replace { index: first, step: Step::Batch },
        Command::Delete => Edit::RemoveMany(indexes.to_vec()),
    };
    commands(scenario, indexes).contains(&command).then_some(edit)
}

/// Where a command's new steps go, what comes before the step that is asked for, and that step as it is proposed.
pub fn opened(scenario: &Scenario, cursor: usize, index: usize, command: Command) -> Option<(usize, Vec<Step>, Step)> {
    Some(match command {
        Command::InsertBefore => (index, Vec::new(), new_step(scenario, kinds_offered(scenario)[0], index)),
        Command::InsertAfter => (index + 1, Vec::new(), new_step(scenario, kinds_offered(scenario)[0], index + 1)),
        Command::Update => {
            let old = push(scenario, index)?;
            let id = scenario.free_id(old.side).into();
            let before = Step::Push(Push { kind: RowKind::UpdateBefore, ..old.clone() });
            let after = Step::Push(Push { kind: RowKind::UpdateAfter, id, ..old.clone() });
            (behind(index, cursor), vec![before], after)
        }
        _ => return None,
    })
}

/// The kinds of step that the setup has a use for, at least one.
pub fn kinds_offered(scenario: &Scenario) -> Vec<StepKind> {
    let watermark = Side::BOTH.iter().any(|side| scenario.streams[*side].watermark != Strategy::None);
    let spark = scenario.dialect == Dialect::Spark;
    [
        (StepKind::Push, true),
        (StepKind::Watermark, watermark && !spark),
        (StepKind::Batch, spark),
        (StepKind::FailingBatch, spark),
        (StepKind::Clock, keeps_time(scenario)),
        (StepKind::Checkpoint, !spark),
        (StepKind::Crash, true),
    ]
    .into_iter()
    .filter_map(|(kind, offered)| offered.then_some(kind))
    .collect()
}

/// A step of a kind, proposed for the place `at`: what goes on from the steps before it.
pub fn new_step(scenario: &Scenario, kind: StepKind, at: usize) -> Step {
    let before = || scenario.script.iter().take(at).rev();
    let newest = || {
        let times = |step: &Step| match step {
            Step::Push(push) => Some(push.time),
            _ => None,
        };
        before().find_map(times).or_else(|| scenario.script.iter().find_map(times)).unwrap_or(EXAMPLE)
    };
    match kind {
        StepKind::Push => {
            let side = before().find_map(|step| match step {
                Step::Push(push) => Some(push.side),
                _ => None,
            });
            Step::Push(next_push(scenario, side.unwrap_or(Side::Left), newest(), None))
        }
        StepKind::Watermark => {
            // The side whose watermark moved longest ago, or that has one.
            let has = |side: &Side| scenario.streams[*side].watermark != Strategy::None;
            let moved = before().find_map(|step| match step {
                Step::Watermark { side, .. } => Some(side.other()),
                _ => None,
            });
            let side = moved.filter(has).or_else(|| Side::BOTH.into_iter().find(has)).unwrap_or(Side::Left);
            Step::Watermark { side, time: newest() }
        }
        StepKind::Batch => Step::Batch,
        StepKind::FailingBatch => Step::FailingBatch,
        StepKind::Checkpoint => Step::Checkpoint,
        StepKind::Crash => Step::Crash,
        StepKind::Clock => {
            let now = before().find_map(|step| match step {
                Step::Clock { time } => Some(*time),
                _ => None,
            });
            Step::Clock { time: now.unwrap_or(0).saturating_add(clock_step(scenario).unwrap_or(MINUTE)) }
        }
    }
}

/// What is done about a row is done now, but never before the row.
fn behind(index: usize, cursor: usize) -> usize {
    cursor.max(index + 1)
}

fn push(scenario: &Scenario, index: usize) -> Option<&Push> {
    match scenario.script.get(index) {
        Some(Step::Push(push)) => Some(push),
        _ => None,
    }
}

/// The steps once more; rows that are added get ids of their own.
fn doubles(scenario: &Scenario, indexes: &[usize]) -> Vec<Step> {
    let mut with_doubles = scenario.clone();
    for index in indexes {
        let double = match scenario.script.get(*index) {
            Some(Step::Push(push)) if push.kind.adds() => {
                Step::Push(Push { id: with_doubles.free_id(push.side).into(), ..push.clone() })
            }
            Some(step) => step.clone(),
            None => continue,
        };
        with_doubles.script.push(double);
    }
    with_doubles.script.iter().skip(scenario.script.len()).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        scenario::{Join, JoinType, read, write},
        workspace::{ToSpark, convert},
    };

    fn members() -> Scenario {
        read(include_str!("../../www/scenarios/members-regular.scenario.json")).unwrap()
    }

    fn orders() -> Scenario {
        read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap()
    }

    #[test]
    fn what_an_engine_has_no_use_for_is_not_offered() {
        use StepKind::{Batch, Checkpoint, Clock, Crash, FailingBatch, Push, Watermark};
        assert_eq!(kinds_offered(&orders()), [Push, Watermark, Checkpoint, Crash]);
        assert_eq!(kinds_offered(&members()), [Push, Checkpoint, Crash]);
        let spark = convert(&orders(), 0, Dialect::Spark, ToSpark::default()).scenario;
        assert_eq!(kinds_offered(&spark), [Push, Batch, FailingBatch, Crash]);
        let mut idle = orders();
        idle.streams.right.watermark = Strategy::Bounded { delay: 0, partitions: 2, idle_timeout: Some(500) };
        assert_eq!(kinds_offered(&idle), [Push, Watermark, Clock, Checkpoint, Crash]);
        assert_eq!(new_step(&idle, StepKind::Clock, 0), Step::Clock { time: 501 });
        let ttl = Join { ty: JoinType::Left, kind: JoinKind::Regular { state_ttl: 5 } };
        assert_eq!(kinds_offered(&Scenario { join: ttl, ..members() }), [Push, Clock, Checkpoint, Crash]);
        assert!(!commands(&orders(), &[0]).contains(&Command::TakeBack));
        assert!(commands(&members(), &[0]).contains(&Command::TakeBack));
        // A -U is taken back by nothing.
        assert!(!commands(&members(), &[3]).contains(&Command::Update));
        assert!(commands(&orders(), &[]).is_empty() && commands(&orders(), &[99]).is_empty());
        let batch = spark.script.iter().position(|step| *step == Step::Batch).unwrap();
        assert!(!commands(&spark, &[batch]).contains(&Command::Edit));
        // A batch can be made to fail, and back.
        let edit = direct(&spark, 0, &[batch], Command::LetFail).unwrap();
        let (failing, _) = edit.apply(&spark, 0).unwrap();
        assert_eq!(failing.script[batch], Step::FailingBatch);
        assert_eq!(read(&write(&failing)).as_ref(), Ok(&failing));
        assert_eq!(direct(&failing, 0, &[batch], Command::LetFail), None);
        let edit = direct(&failing, 0, &[batch], Command::LetSucceed).unwrap();
        assert_eq!(edit.apply(&failing, 0).unwrap().0, spark);
    }

    #[test]
    fn every_direct_command_makes_a_scenario_that_can_be_read() {
        for scenario in [members(), orders()] {
            let len = scenario.script.len();
            for indexes in [vec![0], vec![len - 1], vec![1, 2], vec![0, len - 1]] {
                for command in commands(&scenario, &indexes) {
                    let Some(edit) = direct(&scenario, 3, &indexes, command) else { continue };
                    let (next, show) = edit.apply(&scenario, 3).unwrap();
                    assert!(show <= next.script.len());
                    assert_eq!(read(&write(&next)).as_ref(), Ok(&next), "{command:?} {indexes:?}");
                }
            }
        }
        assert_eq!(direct(&orders(), 0, &[0], Command::Earlier), None);
    }

    #[test]
    fn an_update_is_the_old_row_taken_back_and_a_new_one_with_its_key() {
        let (at, before, after) = opened(&members(), 1, 2, Command::Update).unwrap();
        assert_eq!(at, 3, "not before the row itself");
        let (Step::Push(old), Step::Push(new)) = (&before[0], &after) else { panic!() };
        assert_eq!((&*old.id, old.kind, &*new.id, new.kind), ("m2", RowKind::UpdateBefore, "m3", RowKind::UpdateAfter));
        assert_eq!((&old.key, &old.row), (&new.key, &new.row));
    }
}
