//! Something that is folded from step to step: kept where it was asked for last and, on the way there, after some steps, so
//! that no other step is far from one.

/// `T` should be cheap to clone, as [`Sorted`](super::Sorted) is.
#[derive(Clone, Debug)]
pub(super) struct Walk<T> {
    step: usize,
    now: T,
    /// In order of their steps; the first is that of step 0.
    kept: Vec<(usize, T)>,
}

impl<T: Clone> Walk<T> {
    const APART: usize = 512;

    /// `start` is so before everything.
    pub fn new(start: T) -> Self {
        Walk { step: 0, now: start.clone(), kept: vec![(0, start)] }
    }

    /// What is so after a step; `apply` takes it through the step that it is given.
    pub fn to(&mut self, step: usize, mut apply: impl FnMut(&mut T, usize)) -> &T {
        let near = self.kept.partition_point(|(kept, _)| *kept <= step).checked_sub(1).and_then(|at| self.kept.get(at));
        if let Some((kept, then)) = near.filter(|(kept, _)| step < self.step || *kept > self.step) {
            (self.step, self.now) = (*kept, then.clone());
        }
        while self.step < step {
            self.step += 1;
            apply(&mut self.now, self.step);
            let last = self.kept.last().map_or(0, |(kept, _)| *kept);
            if self.step >= last + Self::APART {
                self.kept.push((self.step, self.now.clone()));
            }
        }
        &self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_step_is_as_if_it_were_gone_to_from_the_first() {
        let mut walk = Walk::new(Vec::new());
        let mut applied = 0;
        for to in [3, 700, 699, 5000, 0, 4321, 4322, 100, 5000] {
            let all = walk.to(to, |all, step| {
                applied += 1;
                all.push(step);
            });
            assert!(all.iter().copied().eq(1..=to), "{to}");
        }
        assert!(applied < 5000 + 9 * Walk::<()>::APART, "{applied}");
    }
}
