//! The steps of a scenario. Scripts that came of one another share the steps that they have in common, so that a copy for an
//! edit, or for undo, costs a word a step.

use std::{iter::Map, ops::Index, slice, sync::Arc};

use super::Step;

/// A list of steps, cheap to copy.
#[derive(Clone, Debug, Default)]
pub struct Script(Vec<Arc<Step>>);

type Iter<'s> = Map<slice::Iter<'s, Arc<Step>>, fn(&Arc<Step>) -> &Step>;

impl Script {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<&Step> {
        self.0.get(index).map(|step| &**step)
    }

    /// A step to be held on to: the same for as long as nobody changes it.
    pub fn share(&self, index: usize) -> Option<&Arc<Step>> {
        self.0.get(index)
    }

    pub fn iter(&self) -> Iter<'_> {
        self.0.iter().map(|step| step)
    }

    pub fn push(&mut self, step: Step) {
        self.0.push(Arc::new(step));
    }

    /// Another step in place of the one at `index`; `None` if there is none.
    pub fn replace(&mut self, index: usize, step: Step) -> Option<()> {
        *self.0.get_mut(index)? = Arc::new(step);
        Some(())
    }

    /// Changes the steps that `wants` names; the others stay shared.
    pub fn update(&mut self, wants: impl Fn(&Step) -> bool, change: impl Fn(&mut Step)) {
        for step in &mut self.0 {
            if wants(step) {
                change(Arc::make_mut(step));
            }
        }
    }

    /// The steps as they are shared, to be put into another order.
    pub fn shared(&mut self) -> &mut Vec<Arc<Step>> {
        &mut self.0
    }

    /// How many steps at the beginning are the same in both.
    pub fn same_head(&self, other: &Script) -> usize {
        self.0.iter().zip(&other.0).take_while(|(a, b)| same(a, b)).count()
    }

    /// How many steps at the end are the same in both, those within the first `head` left aside.
    pub fn same_tail(&self, other: &Script, head: usize) -> usize {
        let most = self.len().min(other.len()).saturating_sub(head);
        self.0.iter().rev().zip(other.0.iter().rev()).take(most).take_while(|(a, b)| same(a, b)).count()
    }
}

/// What is shared need not be looked at.
fn same(a: &Arc<Step>, b: &Arc<Step>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.same_head(other) == self.len()
    }
}

impl Eq for Script {}

impl Index<usize> for Script {
    type Output = Step;
    fn index(&self, index: usize) -> &Step {
        &self.0[index]
    }
}

impl FromIterator<Step> for Script {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Script(steps.into_iter().map(Arc::new).collect())
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
