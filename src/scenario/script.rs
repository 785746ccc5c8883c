//! The steps of a scenario. Scripts that came of one another share the steps that they have in common, so that a copy for an
//! edit, or for undo, costs a word a step.

use std::{iter::Map, ops::Index, slice, sync::Arc};

use super::{Generate, Step};

/// A list of steps, cheap to copy.
#[derive(Clone, Debug, Default)]
pub struct Script {
    steps: Vec<Arc<Step>>,
    /// The parameters that they were made of. Whatever changes a step takes them away: then the steps are written down as
    /// any others.
    made_of: Option<Arc<Generate>>,
}

type Iter<'s> = Map<slice::Iter<'s, Arc<Step>>, fn(&Arc<Step>) -> &Step>;

impl Script {
    pub fn new() -> Self {
        Self::default()
    }

    /// The script that these parameters make; ask [`Generate::fits`] first.
    pub fn generated(generate: Generate) -> Self {
        let steps = generate.script().into_iter().map(Arc::new).collect();
        Script { steps, made_of: Some(Arc::new(generate)) }
    }

    /// The parameters that make exactly these steps, if they were made so.
    pub fn made_of(&self) -> Option<&Generate> {
        self.made_of.as_deref()
    }

    /// The same steps, as if written by hand.
    pub fn by_hand(&self) -> Self {
        Script { steps: self.steps.clone(), made_of: None }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<&Step> {
        self.steps.get(index).map(|step| &**step)
    }

    /// A step to be held on to: the same for as long as nobody changes it.
    pub fn share(&self, index: usize) -> Option<&Arc<Step>> {
        self.steps.get(index)
    }

    pub fn iter(&self) -> Iter<'_> {
        self.steps.iter().map(|step| step)
    }

    pub fn push(&mut self, step: Step) {
        self.shared().push(Arc::new(step));
    }

    /// Another step in place of the one at `index`; `None` if there is none.
    pub fn replace(&mut self, index: usize, step: Step) -> Option<()> {
        *self.steps.get_mut(index)? = Arc::new(step);
        self.made_of = None;
        Some(())
    }

    /// Changes the steps that `wants` names; the others stay shared.
    pub fn update(&mut self, wants: impl Fn(&Step) -> bool, change: impl Fn(&mut Step)) {
        for step in &mut self.steps {
            if wants(step) {
                change(Arc::make_mut(step));
                self.made_of = None;
            }
        }
    }

    /// The steps as they are shared, to be put into another order.
    pub fn shared(&mut self) -> &mut Vec<Arc<Step>> {
        self.made_of = None;
        &mut self.steps
    }

    /// How many steps at the beginning are the same in both.
    pub fn same_head(&self, other: &Script) -> usize {
        self.steps.iter().zip(&other.steps).take_while(|(a, b)| same(a, b)).count()
    }

    /// How many steps at the end are the same in both, those within the first `head` left aside.
    pub fn same_tail(&self, other: &Script, head: usize) -> usize {
        let most = self.len().min(other.len()).saturating_sub(head);
        self.steps.iter().rev().zip(other.steps.iter().rev()).take(most).take_while(|(a, b)| same(a, b)).count()
    }
}

/// What is shared need not be looked at.
fn same(a: &Arc<Step>, b: &Arc<Step>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.made_of == other.made_of && self.len() == other.len() && self.same_head(other) == self.len()
    }
}

impl Eq for Script {}

impl Index<usize> for Script {
    type Output = Step;
    fn index(&self, index: usize) -> &Step {
        &self.steps[index]
    }
}

impl FromIterator<Step> for Script {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Script { steps: steps.into_iter().map(Arc::new).collect(), made_of: None }
    }
}

impl From<Vec<Step>> for Script {
    fn from(steps: Vec<Step>) -> Self {
        steps.into_iter().collect()
    }
}

impl<'s> IntoIterator for &'s Script {
    type Item = &'s Step;
    type IntoIter = Iter<'s>;
    fn into_iter(self) -> Iter<'s> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(times: &[i64]) -> Script {
        times.iter().map(|time| Step::Clock { time: *time }).collect()
    }

    #[test]
    fn whatever_changes_a_step_takes_the_parameters_away() {
        let made = Script::generated(Generate::new(0));
        assert_eq!(made.made_of(), Some(&Generate::new(0)));
        let changes: [fn(&mut Script); 4] = [
            |script| script.push(Step::Batch),
            |script| assert_eq!(script.replace(3, Step::Batch), Some(())),
            |script| script.update(|step| step.time().is_some(), |step| *step = Step::Batch),
            |script| script.shared().truncate(3),
        ];
        for change in changes {
            let mut script = made.clone();
            change(&mut script);
            assert_eq!(script.made_of(), None);
            assert_ne!(script, made);
        }
        let mut same = made.clone();
        same.update(|_| false, |_| {});
        assert_eq!(same, made);
        // Steps written by hand are another script, of the same steps.
        let by_hand = made.by_hand();
        assert_eq!((by_hand.len(), by_hand.same_head(&made)), (made.len(), made.len()));
        assert_ne!(by_hand, made);
    }

    #[test]
    fn what_two_scripts_have_in_common() {
        let one = clocks(&[1, 2, 3, 3, 4]);
        let mut two = one.clone();
        assert_eq!((one.same_head(&two), one.same_tail(&two, 0)), (5, 5));
        two.replace(2, Step::Clock { time: 9 });
        assert_eq!((one.same_head(&two), one.same_tail(&two, 2)), (2, 2));
        assert_ne!(one, two);
        // Equal steps count, shared or not.
        two.replace(2, Step::Clock { time: 3 });
        assert_eq!(one, two);
        let shorter = clocks(&[1, 2, 3, 4]);
        assert_eq!((one.same_head(&shorter), one.same_tail(&shorter, 3)), (3, 1));
        assert_eq!(two.replace(5, Step::Batch), None);
    }
}
