//! A lesson as it is gone through: the beat shown, what the reader marked, and how that was judged.

use std::{collections::BTreeSet, rc::Rc};

use super::{Beat, Comes, Lesson, Mark, Verdict, answer, judge};
use crate::{replay::Recording, scenario::Scenario};

/// A lesson and where its reader is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub lesson: Rc<Lesson>,
    /// Its name in the list of lessons; `None` for a lesson of one's own.
    pub name: Option<String>,
    beat: usize,
    guess: BTreeSet<Mark>,
    /// "Nothing comes out" was marked.
    nothing: bool,
    verdict: Option<Verdict>,
}

impl Course {
    pub fn new(lesson: Rc<Lesson>, name: Option<String>) -> Self {
        Course { lesson, name, beat: 0, guess: BTreeSet::new(), nothing: false, verdict: None }
    }

    /// The number of the beat, from 0; as many as there are beats: the free workspace after the last.
    pub fn at(&self) -> usize {
        self.beat
    }

    pub fn beat(&self) -> Option<&Beat> {
        self.lesson.beats.get(self.beat)
    }

    /// The scenario of the beat, or of the last one.
    pub fn scenario(&self) -> Option<&Rc<Scenario>> {
        let beat = self.beat().or(self.lesson.beats.last())?;
        self.lesson.scenarios.get(beat.scenario).map(|source| &source.scenario)
    }

    /// Goes to a beat; beyond the last one is the end. False if it is there already.
    pub fn go(&mut self, beat: usize) -> bool {
        let beat = beat.min(self.lesson.beats.len());
        if beat == self.beat {
            return false;
        }
        *self = Course { beat, guess: BTreeSet::new(), nothing: false, verdict: None, ..self.clone() };
        true
    }

    /// Whether the beat asks what comes out next.
    pub fn asks(&self) -> bool {
        self.beat().is_some_and(|beat| beat.question.is_some())
    }

    pub fn guess(&self) -> &BTreeSet<Mark> {
        &self.guess
    }

    pub fn nothing(&self) -> bool {
        self.nothing
    }

    /// Something is marked, so that it can be judged.
    pub fn ready(&self) -> bool {
        self.nothing || !self.guess.is_empty()
    }

    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Marks a row, or no longer. What was judged stays as it was.
    pub fn mark(&mut self, mark: Mark) {
        if self.verdict.is_none() {
            self.nothing = false;
            if !self.guess.remove(&mark) {
                self.guess.insert(mark);
            }
        }
    }

    /// Marks that nothing comes out, or no longer.
    pub fn mark_nothing(&mut self) {
        if self.verdict.is_none() {
            self.nothing = !self.nothing;
            self.guess.clear();
        }
    }

    /// Judges what was marked by what the engine did in the recording of this beat's scenario. `None` where there is nothing to
    /// judge: nothing asked, nothing marked, or judged before.
    pub fn check(&mut self, recording: &Recording) -> Option<&Verdict> {
        let step = self.beat().filter(|beat| beat.question.is_some())?.step;
        if !self.ready() || self.verdict.is_some() {
            return None;
        }
        self.verdict = Some(judge(&answer(recording, step)?, &self.guess));
        self.verdict.as_ref()
    }
}

/// In which ways a row may come out of a join at all: what a reader chooses from.
pub fn ways(recording: &Recording) -> Vec<Comes> {
    use crate::scenario::{Dialect, JoinKind, JoinType};
    let scenario = recording.scenario();
    if recording.rows().half() {
        let taken = matches!(scenario.join.kind, JoinKind::Regular { .. }) && scenario.dialect == Dialect::FlinkSql;
        return if taken { vec![Comes::Alone, Comes::TakenBack] } else { vec![Comes::Alone] };
    }
    let mut ways = vec![Comes::Paired];
    if scenario.join.ty != JoinType::Inner {
        ways.push(Comes::Null);
    }
    let takes_back = recording.out(recording.len()).iter().any(|out| !out.kind.adds());
    if takes_back || matches!(scenario.join.kind, JoinKind::Regular { .. }) && scenario.dialect == Dialect::FlinkSql {
        ways.push(Comes::TakenBack);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::RowId, scenario::read};

    fn course() -> (Course, Recording) {
        let scenario = Rc::new(read(include_str!("../../www/scenarios/orders-shipments.scenario.json")).unwrap());
        let text = r#"{"version": 1, "title": "x", "scenario": "orders-shipments", "beats": [
            {"caption": "one", "step": 9, "question": {"kind": "predict"}}, {"caption": "two", "step": 10}]}"#;
        let own = Rc::clone(&scenario);
        let lesson = super::super::read(text, &move |_: &str| Some(Rc::clone(&own))).unwrap();
        (Course::new(Rc::new(lesson), None), Recording::new(scenario))
    }

    #[test]
    fn a_prediction_is_judged_by_the_engine_once() {
        let (mut course, recording) = course();
        let o2 = Mark {
            row: recording.rows().find(recording.scenario(), crate::scenario::Side::Left, "o2").unwrap(),
            comes: Comes::Null,
        };
        assert!(course.asks() && !course.ready());
        assert_eq!(course.check(&recording), None);
        course.mark_nothing();
        course.mark(o2);
        assert!(!course.nothing() && course.ready());
        assert!(course.check(&recording).unwrap().all_right());
        course.mark(Mark { row: RowId(0), comes: Comes::Paired });
        assert_eq!((course.guess().len(), course.check(&recording)), (1, None));
        assert!(course.go(1) && !course.go(1));
        assert!(!course.asks() && course.verdict().is_none());
        assert!(course.go(7));
        assert_eq!((course.at(), course.beat()), (2, None));
        assert!(course.scenario().is_some());
    }

    #[test]
    fn nothing_is_an_answer_and_may_be_wrong() {
        let (mut course, recording) = course();
        course.mark_nothing();
        let verdict = course.check(&recording).unwrap();
        assert_eq!((verdict.missed.len(), verdict.wrong.len()), (1, 0));
    }

    #[test]
    fn a_join_comes_out_only_in_its_own_ways() {
        let (_, recording) = course();
        assert_eq!(ways(&recording), [Comes::Paired, Comes::Null]);
    }
}
