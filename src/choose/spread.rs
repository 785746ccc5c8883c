//! How numbers are spread: their quantiles.

/// Numbers, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread(Vec<i64>);

impl Spread {
    pub fn new(mut numbers: Vec<i64>) -> Self {
        numbers.sort_unstable();
        Spread(numbers)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest of the numbers that at least so many of a thousand do not exceed; 0 gives the smallest of all.
    pub fn quantile(&self, permille: u32) -> Option<i64> {
        let rank = (self.0.len() as u64 * u64::from(permille)).div_ceil(1000).max(1);
        self.0.get(usize::try_from(rank).ok()? - 1).copied()
    }

    /// These and others together.
    pub fn and(&self, others: &Spread) -> Spread {
        Spread::new([&self.0[..], &others.0].concat())
    }

    /// The smallest distance from 0 that is none.
    pub fn nearest(&self) -> Option<u64> {
        self.0.iter().map(|number| number.unsigned_abs()).filter(|far| *far > 0).min()
    }

    pub fn least(&self) -> Option<i64> {
        self.0.first().copied()
    }

    pub fn most(&self) -> Option<i64> {
        self.0.last().copied()
    }

    /// How many are not beyond `value`.
    pub fn within(&self, value: i64) -> usize {
        self.0.partition_point(|number| *number <= value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_one_of_the_numbers() {
        let spread = Spread::new((1..=200).rev().collect());
        let of = |permille| spread.quantile(permille).unwrap();
        assert_eq!((of(0), of(500), of(990), of(995), of(999), of(1000)), (1, 100, 198, 199, 200, 200));
        assert_eq!((spread.within(0), spread.within(99), spread.within(300)), (0, 99, 200));
        assert_eq!(Spread::default().quantile(500), None);
        assert_eq!(Spread::new(vec![7]).quantile(1), Some(7));
    }
}
