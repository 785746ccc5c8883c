//! Edits of a scenario.

use crate::scenario::{
    Dialect, Interval, Join, JoinKind, MAX_TIME, Policy, Push, Scenario, Side, Step, Strategy, Text, Window,
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
    Join(Join),
    Dialect(Dialect),
    Strategy(Side, Strategy),
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
            Edit::Insert(step) => {
                let at = (*show).min(next.script.len());
                next.script.insert(at, step.clone());
                *show = at + 1;
            }
            Edit::Replace { index, step } => *next.script.get_mut(*index)? = step.clone(),
            Edit::Remove { index } => {
                if *index >= next.script.len() {
                    return None;
                }
                next.script.remove(*index);
                *show -= usize::from(*index < *show);
            }
            Edit::Join(join) => next.join = *join,
            Edit::Dialect(dialect) => next.dialect = *dialect,
            Edit::Strategy(side, strategy) => next.streams[*side].watermark = *strategy,
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
            Edit::Whole { scenario, show: step } => {
                *next = (**scenario).clone();
                *show = *step;
            }
            Edit::All(edits) => edits.iter().try_for_each(|edit| edit.change(next, show))?,
        }
        Some(())
    }

    /// It changes the join or its time, and no step.
    pub fn is_setup(&self) -> bool {
        matches!(self, Edit::Join(_) | Edit::Dialect(_) | Edit::Strategy(..) | Edit::Policy(_))
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

/// Whatever is dragged, added or doubled ends where a file's numbers end, or what is kept could not be read again.
fn keep_in_range(scenario: &mut Scenario) {
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
                Window::Session { gap } => clamp(gap),
            }
        }
        JoinKind::Regular { state_ttl } => clamp(state_ttl),
        JoinKind::Temporal => {}
    }
    for side in Side::BOTH {
        if let Strategy::Bounded { delay } = &mut scenario.streams[side].watermark {
            clamp(delay);
        }
    }
    for step in &mut scenario.script {
        match step {
            Step::Push(Push { time, .. }) | Step::Watermark { time, .. } | Step::Clock { time } => clamp(time),
            Step::Batch => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Lang, read, write};

    #[test]
    fn whatever_is_edited_can_be_written_and_read() {
        let far = MAX_TIME + 1;
        let kinds = [
            JoinKind::Interval(Interval { min_cleanup_interval: far, ..Interval::closed(-far, far) }),
            JoinKind::Window { window: Window::Tumbling { size: far, offset: -far }, allowed_lateness: far },
            JoinKind::Window { window: Window::Sliding { size: far, slide: far, offset: far }, allowed_lateness: 0 },
            JoinKind::Window { window: Window::Cumulating { size: far, step: far, offset: far }, allowed_lateness: 0 },
            JoinKind::Window { window: Window::Session { gap: far }, allowed_lateness: 0 },
            JoinKind::Regular { state_ttl: far },
        ];
        let join = Scenario::empty().join;
        let edits = kinds.map(|kind| Edit::Join(Join { kind, ..join })).into_iter().chain([
            Edit::Strategy(Side::Right, Strategy::Bounded { delay: far }),
            Edit::Insert(Step::Watermark { side: Side::Left, time: -far }),
            Edit::Insert(Step::Clock { time: far }),
            Edit::Question(Text::worded(None, Lang::Zh, "为什么?")),
            Edit::Description(Text::worded(Some(&Text::from("one")), Lang::En, "two\nlines")),
            Edit::Label(Side::Left, Text::worded(None, Lang::En, "Orders")),
            Edit::Noun(Side::Right, Text::worded(None, Lang::En, "\"shipment\"")),
            Edit::FieldHead(Side::Left, "a \"b\"".into(), Text::worded(None, Lang::En, "A")),
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
