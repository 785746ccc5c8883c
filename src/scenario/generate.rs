//! Streams made from parameters instead of written down: seeded, and the same on every machine.
//!
//! Nothing here depends on a clock, a hash map or the platform's mathematics: all numbers are whole but the key's weights,
//! which the `libm` crate computes alike everywhere.

use super::{MAX_STEPS, MAX_TIME, Push, RowKind, Side, Sides, Step, payload::Payload};
use crate::sorting;

/// What a script is made of; the parameters are kept in the file in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generate {
    /// Another seed gives another script of the same kind; 0 to 2^53.
    pub seed: u64,
    /// The first event time, ms.
    pub start: i64,
    /// Event times lie in `[start, start + duration)`.
    pub duration: i64,
    /// Event times are so many ms apart, or a multiple of it, counted from `start`; at least 1.
    pub grain: i64,
    /// How many keys there are.
    pub keys: u32,
    /// The exponent of Zipf's law for how often each key comes, in hundredths: 0 all alike, 100 the second half as often as
    /// the first, the third a third.
    pub skew: u32,
    /// How much later a right row is than the left row that it belongs to: evenly between the two, ms.
    pub distance: (i64, i64),
    /// Each row has a payload field `amount`, 1 to so much.
    pub amount: Option<u32>,
    pub sides: Sides<Shape>,
    /// Spark: a micro-batch so often, ms of arrival.
    pub batch_every: Option<i64>,
    /// A step that moves processing time so often, ms of arrival, 0 at the first arrival.
    pub clock_every: Option<i64>,
}

/// How one side comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What the ids of its rows start with; their number follows, in order of event time.
    pub letter: char,
    /// Rows an hour of event time.
    pub per_hour: u32,
    /// A row arrives up to so long after its event time, ms: the out-of-orderness.
    pub disorder: i64,
    /// Percent of rows that come later than that, by up to `late_by` ms.
    pub late: u32,
    pub late_by: i64,
    /// Percent of rows whose key the other side does not have.
    pub alone: u32,
    /// The whole side arrives so much later, ms.
    pub lag: i64,
    /// How many partitions the rows are spread over, by their keys ([`partition_of`]); at least 1.
    pub partitions: u32,
    /// A stop of the side's source.
    pub pause: Option<Pause>,
}

/// Nothing arrives for a while, ms of arrival from [`Generate::start`]; then all of it at once, unless it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    pub from: i64,
    pub length: i64,
    pub lost: bool,
    /// Only this partition stops; `None`: all of the side.
    pub partition: Option<u32>,
}

/// Why parameters make no script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It would have so many steps, more than [`MAX_STEPS`].
    TooManySteps(u64),
    /// Rows would arrive beyond [`MAX_TIME`].
    TooFar,
}

impl Shape {
    pub const MOST_PER_HOUR: u32 = 1_000_000_000;

    /// 12 rows a minute, each up to 2 s late.
    pub fn new(letter: char) -> Self {
        Shape {
            letter,
            per_hour: 720,
            disorder: 2_000,
            late: 0,
            late_by: 0,
            alone: 0,
            lag: 0,
            partitions: 1,
            pause: None,
        }
    }

    /// The same over another number of partitions; what stops is one of them.
    pub fn over(self, partitions: u32) -> Self {
        let last = partitions.saturating_sub(1);
        let of = |pause: Pause| match pause.partition {
            Some(partition) if partitions > 1 => Pause { partition: Some(partition.min(last)), ..pause },
            _ => Pause { partition: None, ..pause },
        };
        Shape { partitions, pause: self.pause.map(of), ..self }
    }
}

impl Generate {
    pub const MOST_KEYS: u32 = 1_000_000;
    pub const MOST_SKEW: u32 = 1_000;
    pub const MOST_AMOUNT: u32 = 1_000_000_000;

    /// What a new one starts with: ten minutes of 12 rows a minute on each side.
    pub fn new(start: i64) -> Self {
        Generate {
            seed: 1,
            start,
            duration: 600_000,
            grain: 1,
            keys: 20,
            skew: 0,
            distance: (0, 60_000),
            amount: None,
            sides: Sides::new(Shape::new('l'), Shape::new('r')),
            batch_every: None,
            clock_every: None,
        }
    }

    /// How many rows a side will have, but for those lost in a pause.
    pub fn rows(&self, side: Side) -> u64 {
        let rows = i128::from(self.sides[side].per_hour) * i128::from(self.duration.max(0)) / 3_600_000;
        u64::try_from(rows).unwrap_or(u64::MAX)
    }

    /// At most how many steps the script will have.
    pub fn most_steps(&self) -> u64 {
        let rows = self.rows(Side::Left).saturating_add(self.rows(Side::Right));
        let every = |ms: Option<i64>| match ms {
            Some(ms) if ms > 0 => u64::try_from(self.arriving() / ms + 2).unwrap_or(u64::MAX),
            _ => 0,
        };
        rows.saturating_add(every(self.batch_every)).saturating_add(every(self.clock_every))
    }

    /// Whether there is such a script; to be asked before [`Generate::script`].
    pub fn fits(&self) -> Result<(), Misfit> {
        let steps = self.most_steps();
        if steps > MAX_STEPS as u64 {
            return Err(Misfit::TooManySteps(steps));
        }
        let arriving = self.arriving();
        let last = self.start.saturating_add(arriving);
        if last.max(arriving) > MAX_TIME { Err(Misfit::TooFar) } else { Ok(()) }
    }

    /// For how long rows arrive, at the longest, ms.
    fn arriving(&self) -> i64 {
        let longest = |side: Side| {
            let shape = &self.sides[side];
            let pause = shape.pause.map_or(0, |pause| pause.length);
            [shape.disorder, shape.late_by, shape.lag, pause]
                .iter()
                .fold(0i64, |sum, ms| sum.saturating_add((*ms).max(0)))
        };
        self.duration.saturating_add(longest(Side::Left).max(longest(Side::Right))).max(0)
    }

    /// The script; ask [`Generate::fits`] first.
    pub fn script(&self) -> Vec<Step> {
        let mut random = Random(self.seed);
        let weights = self.weights();
        let left = self.times(Side::Left, &mut random);
        let right = self.times(Side::Right, &mut random);
        let left: Vec<Made> = left
            .into_iter()
            .map(|time| {
                let alone = random.percent(self.sides.left.alone);
                Made { time, key: if alone { None } else { Some(pick(&weights, &mut random)) } }
            })
            .collect();
        let shared: Vec<Made> = left.iter().filter(|row| row.key.is_some()).copied().collect();
        let right: Vec<Made> = right
            .into_iter()
            .map(|time| {
                let alone = random.percent(self.sides.right.alone);
                let back = random.between(self.distance.0, self.distance.1);
                let key =
                    if alone { None } else { nearest(&shared, time.saturating_sub(back)).and_then(|row| row.key) };
                Made { time, key }
            })
            .collect();
        let mut arrivals: Vec<Arrives> = Vec::with_capacity(left.len() + right.len());
        for (side, rows) in [(Side::Left, left), (Side::Right, right)] {
            let partitions = self.sides[side].partitions;
            for (index, row) in rows.into_iter().enumerate() {
                let partition = if partitions > 1 { partition_of(&key(side, index, row), partitions) } else { 0 };
                if let Some(at) = self.arrival(side, partition, row.time, &mut random) {
                    arrivals.push(Arrives { at, side, index, partition, row });
                }
            }
        }
        sorting::sort_by_key(&mut arrivals, |arrives| (arrives.at, arrives.side, arrives.index));
        self.steps(&arrivals)
    }

    fn steps(&self, arrivals: &[Arrives]) -> Vec<Step> {
        let mut script = Vec::with_capacity(arrivals.len());
        let first = arrivals.first().map_or(self.start, |arrives| arrives.at);
        let mut batch = Every::new(self.batch_every, first);
        let mut clock = Every::new(self.clock_every, first);
        // Numbers of their own: with amounts and without, the rows are the same.
        let mut amounts = Random(!self.seed);
        for Arrives { at, side, index, partition, row } in arrivals.iter().copied() {
            while let Some(now) = clock.before(at) {
                script.push(Step::Clock { time: now - first });
            }
            if batch.before(at).is_some() {
                // However many triggers found nothing new: Spark runs no batch then.
                while batch.before(at).is_some() {}
                script.push(Step::Batch);
            }
            let amount = self.amount.map(|most| amounts.between(1, i64::from(most)));
            script.push(Step::Push(Push {
                side,
                id: format!("{}{}", self.sides[side].letter, index + 1).into(),
                key: Some(key(side, index, row).into()),
                time: row.time,
                row: amount.map_or_else(Payload::default, |amount| Payload::made(format!("{{\"amount\":{amount}}}"))),
                kind: RowKind::Insert,
                partition,
            }));
        }
        if self.batch_every.is_some() && !arrivals.is_empty() {
            script.push(Step::Batch);
        }
        script
    }

    /// Event times, spread evenly with each somewhere in its own slot, so that there are exactly as many as the rate says.
    fn times(&self, side: Side, random: &mut Random) -> Vec<i64> {
        let rows = i128::from(self.rows(side));
        let slot = |n: i128| {
            let offset = i64::try_from(n * i128::from(self.duration) / rows.max(1)).unwrap_or(i64::MAX);
            self.start.saturating_add(offset)
        };
        let grain = self.grain.max(1);
        let rounded = |time: i64| time.saturating_sub(time.saturating_sub(self.start).rem_euclid(grain));
        (0..rows).map(|n| rounded(random.between(slot(n), slot(n + 1).saturating_sub(1).max(slot(n))))).collect()
    }

    /// When a row arrives; `None` if it is lost.
    fn arrival(&self, side: Side, partition: u32, time: i64, random: &mut Random) -> Option<i64> {
        let shape = &self.sides[side];
        let mut delay = random.between(0, shape.disorder);
        if random.percent(shape.late) {
            delay = shape
                .disorder
                .saturating_add(1)
                .saturating_add(random.between(0, shape.late_by.saturating_sub(1).max(0)));
        }
        let at = time.saturating_add(shape.lag).saturating_add(delay);
        let since = at.saturating_sub(self.start);
        match shape.pause.filter(|pause| pause.partition.is_none_or(|stops| stops == partition)) {
            Some(pause) if (pause.from..pause.from.saturating_add(pause.length)).contains(&since) => {
                (!pause.lost).then(|| self.start.saturating_add(pause.from).saturating_add(pause.length))
            }
            _ => Some(at),
        }
    }

    /// Each key's share, summed up: the n-th of the list is how many of the last one's draws go to keys up to n.
    fn weights(&self) -> Vec<u64> {
        const UNIT: f64 = (1u64 << 40) as f64;
        let exponent = f64::from(self.skew) / 100.0;
        let mut sum = 0;
        (1..=self.keys.max(1))
            .map(|rank| {
                sum += (UNIT / libm::pow(f64::from(rank), exponent)) as u64 + 1;
                sum
            })
            .collect()
    }
}

/// A row: its event time and key, `None` being one of its own.
#[derive(Clone, Copy, Debug)]
struct Made {
    time: i64,
    key: Option<u32>,
}

/// A row on its way.
#[derive(Clone, Copy, Debug)]
struct Arrives {
    at: i64,
    side: Side,
    /// Its place in order of event time.
    index: usize,
    partition: u32,
    row: Made,
}

/// A row's key; one of its own is one that the other side does not have.
fn key(side: Side, index: usize, row: Made) -> String {
    row.key.map_or_else(|| format!("{}-{}", side.word(), index + 1), |key| format!("k{}", key + 1))
}

/// The partition that rows of a key go to: that of Kafka's default partitioner for a key of these UTF-8 bytes, so that a key
/// is always in the same one, and on both sides alike if they have as many.
pub fn partition_of(key: &str, partitions: u32) -> u32 {
    (murmur2(key.as_bytes()) & 0x7fff_ffff) % partitions.max(1)
}

/// `org.apache.kafka.common.utils.Utils.murmur2`.
fn murmur2(bytes: &[u8]) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let (words, rest) = bytes.as_chunks::<4>();
    let mut hash = 0x9747_b28c ^ bytes.len() as u32;
    for word in words {
        let mut word = u32::from_le_bytes(*word).wrapping_mul(M);
        word ^= word >> 24;
        hash = hash.wrapping_mul(M) ^ word.wrapping_mul(M);
    }
    if !rest.is_empty() {
        hash ^= rest.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        hash = hash.wrapping_mul(M);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(M);
    hash ^ hash >> 15
}

fn pick(weights: &[u64], random: &mut Random) -> u32 {
    let draw = random.below(weights.last().copied().unwrap_or(1));
    u32::try_from(weights.partition_point(|sum| *sum <= draw)).unwrap_or(u32::MAX)
}

/// The row nearest to a time; of two the earlier one.
fn nearest(rows: &[Made], time: i64) -> Option<&Made> {
    let at = rows.partition_point(|row| row.time <= time);
    match (at.checked_sub(1).and_then(|before| rows.get(before)), rows.get(at)) {
        (Some(before), Some(after)) if after.time.saturating_sub(time) < time.saturating_sub(before.time) => {
            Some(after)
        }
        (before, after) => before.or(after),
    }
}

/// Moments at the same distance.
struct Every {
    every: Option<i64>,
    next: i64,
}

impl Every {
    fn new(every: Option<i64>, first: i64) -> Self {
        let every = every.filter(|ms| *ms > 0);
        Every { every, next: every.map_or(0, |ms| first.saturating_add(ms)) }
    }

    /// The next moment at or before `at`, taken.
    fn before(&mut self, at: i64) -> Option<i64> {
        let every = self.every?;
        (self.next <= at).then(|| {
            let now = self.next;
            match now.checked_add(every) {
                Some(next) => self.next = next,
                None => self.every = None,
            }
            now
        })
    }
}

/// splitmix64: the next number is a function of the last one and nothing else.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    pub fn seeded(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// One of `0..end`; 0 if there is none.
    pub fn below(&mut self, end: u64) -> u64 {
        let wide = u128::from(self.next()) * u128::from(end);
        (wide >> 64) as u64
    }

    /// One of `first..=last`, or `first` if there is none.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        let span = last.saturating_sub(first);
        match u64::try_from(span) {
            Ok(span) => first.saturating_add_unsigned(self.below(span.saturating_add(1))),
            Err(_) => first,
        }
    }

    pub fn percent(&mut self, of: u32) -> bool {
        self.below(100) < u64::from(of)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    const START: i64 = 1_704_103_200_000;

    fn pushes(script: &[Step], side: Side) -> Vec<&Push> {
        let all = script.iter().filter_map(|step| if let Step::Push(push) = step { Some(push) } else { None });
        all.filter(|push| push.side == side).collect()
    }

    fn made(change: impl Fn(&mut Generate)) -> Vec<Step> {
        let mut generate = Generate::new(START);
        (generate.duration, generate.sides.left.per_hour, generate.sides.right.per_hour) = (3_600_000, 3600, 3600);
        change(&mut generate);
        generate.script()
    }

    #[test]
    fn the_same_parameters_give_the_same_script() {
        assert_eq!(made(|_| {}), made(|_| {}));
        assert_ne!(made(|_| {}), made(|generate| generate.seed = 2));
        // What version 1 of the format means by seed 1: this must never change.
        let script = Generate::new(START).script();
        let first: Vec<(&str, i64)> =
            pushes(&script, Side::Left)[..3].iter().map(|push| (&*push.id, push.time - START)).collect();
        assert_eq!(first, FIRST);
    }

    #[test]
    fn even_keys_that_follow_a_power_are_the_same_everywhere() {
        let script = made(|generate| (generate.keys, generate.skew, generate.seed) = (1_000, 130, 7));
        // FNV-1a of all ids, keys and times.
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for step in &script {
            if let Step::Push(push) = step {
                for byte in format!("{} {:?} {}", push.id, push.key, push.time).bytes() {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }
        }
        assert_eq!(hash, 10_340_005_978_864_338_099);
    }

    const FIRST: [(&str, i64); 3] = [("l1", 2832), ("l2", 8728), ("l3", 14855)];

    #[test]
    fn rate_disorder_and_late_rows_are_as_asked() {
        let script = made(|generate| (generate.sides.left.late, generate.sides.left.late_by) = (10, 60_000));
        let left = pushes(&script, Side::Left);
        assert_eq!((left.len(), pushes(&script, Side::Right).len()), (3600, 3600));
        assert!(left.iter().all(|push| (START..START + 3_600_000).contains(&push.time)));
        let mut newest = 0;
        let mut late = 0;
        for push in left {
            newest = newest.max(push.time);
            late += usize::from(newest - push.time > 2_000);
        }
        assert!((200..400).contains(&late), "{late}");
        let ordered = made(|generate| generate.sides.left.disorder = 0);
        assert!(pushes(&ordered, Side::Left).is_sorted_by_key(|push| push.time));
    }

    #[test]
    fn keys_follow_zipf() {
        let script = made(|generate| (generate.keys, generate.skew) = (10, 100));
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for push in pushes(&script, Side::Left) {
            *count.entry(push.key.as_deref().unwrap_or("")).or_default() += 1;
        }
        // 1 / (1 + 1/2 + ... + 1/10) is 34 %.
        assert!((1100..1350).contains(&count["k1"]) && (500..720).contains(&count["k2"]), "{count:?}");
        assert_eq!(count.len(), 10);
    }

    #[test]
    fn so_many_rows_have_no_partner() {
        let script = made(|generate| (generate.sides.left.alone, generate.sides.right.alone) = (25, 0));
        let of =
            |side| -> BTreeSet<&str> { pushes(&script, side).iter().filter_map(|push| push.key.as_deref()).collect() };
        let alone = pushes(&script, Side::Left)
            .iter()
            .filter(|push| push.key.as_deref().unwrap_or("").starts_with("left-"))
            .count();
        assert!((800..1000).contains(&alone), "{alone}");
        assert!(of(Side::Right).is_subset(&of(Side::Left)));
    }

    #[test]
    fn a_right_row_is_so_much_later_than_its_left_one() {
        let script = made(|generate| (generate.keys, generate.distance) = (100_000, (30_000, 30_000)));
        let times: BTreeMap<&str, i64> =
            pushes(&script, Side::Left).iter().map(|push| (push.key.as_deref().unwrap_or(""), push.time)).collect();
        let near = pushes(&script, Side::Right)
            .iter()
            .filter(|push| {
                let left = times.get(push.key.as_deref().unwrap_or("")).copied().unwrap_or(0);
                (push.time - left - 30_000).abs() <= 2_000
            })
            .count();
        assert!(near > 3300, "{near}");
    }

    #[test]
    fn a_pause_holds_rows_back_or_loses_them() {
        let pause = |lost| Some(Pause { from: 600_000, length: 300_000, lost, partition: None });
        let kept = made(|generate| generate.sides.right.pause = pause(false));
        let lost = made(|generate| generate.sides.right.pause = pause(true));
        assert_eq!(pushes(&kept, Side::Right).len(), 3600);
        assert!((3250..3350).contains(&pushes(&lost, Side::Right).len()));
        // While the right side stands still, the left one goes on for five minutes.
        let most = |script: &[Step]| {
            let (mut run, mut most) = (0, 0);
            for step in script {
                run = if matches!(step, Step::Push(push) if push.side == Side::Left) { run + 1 } else { 0 };
                most = most.max(run);
            }
            most
        };
        assert!(most(&kept) >= 295, "{}", most(&kept));
    }

    #[test]
    fn keys_go_where_kafka_sends_them() {
        // The values of Kafka's own test (`UtilsTest.testMurmur2`).
        let known: [(&str, i32); 6] = [
            ("21", -973_932_308),
            ("foobar", -790_332_482),
            ("a-little-bit-long-string", -985_981_536),
            ("a-little-bit-longer-string", -1_486_304_829),
            ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971),
            ("abc", 479_470_107),
        ];
        for (key, hash) in known {
            assert_eq!(murmur2(key.as_bytes()).cast_signed(), hash, "{key}");
        }
        assert_eq!((partition_of("abc", 1), partition_of("", 0)), (0, 0));
        let script = made(|generate| {
            (generate.sides.left, generate.sides.right) = (generate.sides.left.over(3), generate.sides.right.over(3));
            generate.sides.left.alone = 10;
        });
        let mut of_key: BTreeMap<&str, u32> = BTreeMap::new();
        for push in pushes(&script, Side::Left).into_iter().chain(pushes(&script, Side::Right)) {
            let key = push.key.as_deref().unwrap_or("");
            assert_eq!(*of_key.entry(key).or_insert(push.partition), push.partition, "{key}");
        }
        assert_eq!(of_key.values().collect::<BTreeSet<_>>(), BTreeSet::from([&0, &1, &2]));
    }

    #[test]
    fn partitions_change_nothing_else_of_the_rows() {
        let plain = |steps: Vec<Step>| -> Vec<Step> {
            let whole = |step| match step {
                Step::Push(push) => Step::Push(Push { partition: 0, ..push }),
                other => other,
            };
            steps.into_iter().map(whole).collect()
        };
        let change = |generate: &mut Generate| {
            generate.sides.left.late = 10;
            generate.sides.left.late_by = 60_000;
            generate.amount = Some(10);
        };
        let spread = made(|generate| {
            change(generate);
            generate.sides.left = generate.sides.left.over(4);
        });
        assert!(spread.iter().any(|step| matches!(step, Step::Push(push) if push.partition == 3)));
        assert_eq!(plain(spread), made(change));
    }

    #[test]
    fn one_partition_may_stop_alone() {
        let stopped = |lost| {
            made(|generate| {
                let pause = Pause { from: 600_000, length: 300_000, lost, partition: Some(1) };
                generate.sides.right = Shape { pause: Some(pause), ..generate.sides.right.over(3) };
            })
        };
        // Between the left rows of that time.
        let meanwhile = |script: &[Step]| {
            let within = |step: &Step| matches!(step, Step::Push(push) if push.side == Side::Left && push.time >= START + 605_000);
            let over = |step: &Step| matches!(step, Step::Push(push) if push.side == Side::Left && push.time >= START + 895_000);
            let (from, to) = (script.iter().position(within).unwrap(), script.iter().position(over).unwrap());
            let right = pushes(&script[from..to], Side::Right).into_iter();
            right.map(|push| push.partition).collect::<BTreeSet<_>>()
        };
        let (held, lost) = (stopped(false), stopped(true));
        assert_eq!((meanwhile(&held), meanwhile(&lost)), (BTreeSet::from([0, 2]), BTreeSet::from([0, 2])));
        assert_eq!(pushes(&held, Side::Right).len(), 3600);
        assert!(pushes(&lost, Side::Right).len() < 3600);
        let shape =
            Shape { pause: Some(Pause { from: 1, length: 1, lost: false, partition: Some(2) }), ..Shape::new('a') };
        let stops = |shape: Shape| shape.pause.and_then(|pause| pause.partition);
        assert_eq!((stops(shape.over(3)), stops(shape.over(2)), stops(shape.over(1))), (Some(2), Some(1), None));
    }

    #[test]
    fn times_are_as_coarse_as_asked() {
        let fine = made(|generate| generate.sides.left.disorder = 0);
        let coarse = made(|generate| (generate.sides.left.disorder, generate.grain) = (0, 1_000));
        let (fine, coarse) = (pushes(&fine, Side::Left), pushes(&coarse, Side::Left));
        assert_eq!(fine.len(), coarse.len());
        for (fine, coarse) in fine.iter().zip(coarse) {
            assert_eq!(coarse.time, fine.time - (fine.time - START) % 1_000);
        }
    }

    #[test]
    fn batches_and_clocks_come_with_the_arrivals() {
        let script = made(|generate| (generate.batch_every, generate.clock_every) = (Some(60_000), Some(600_000)));
        let batches = script.iter().filter(|step| matches!(step, Step::Batch)).count();
        assert!((60..=62).contains(&batches), "{batches}");
        assert_eq!(script.last(), Some(&Step::Batch));
        let clocks: Vec<i64> =
            script.iter().filter_map(|step| if let Step::Clock { time } = step { Some(*time) } else { None }).collect();
        assert_eq!(clocks[..3], [600_000, 1_200_000, 1_800_000]);
    }

    #[test]
    fn nothing_asked_of_it_is_too_odd() {
        for odd in [i64::MIN, -1, 0, 1, i64::MAX] {
            let shape = Shape {
                letter: 'x',
                per_hour: 180,
                disorder: odd,
                late: 150,
                late_by: odd,
                alone: 150,
                lag: odd,
                partitions: u32::try_from(odd).unwrap_or(0),
                pause: Some(Pause { from: odd, length: odd, lost: false, partition: Some(1) }),
            };
            let mut generate = Generate::new(START);
            generate.sides = Sides::new(shape, shape);
            (generate.distance, generate.batch_every, generate.clock_every) =
                ((odd, -odd.max(-i64::MAX)), Some(odd.max(60_000)), None);
            (generate.keys, generate.grain) = (0, odd);
            for duration in [600_000, odd] {
                generate.duration = duration;
                if generate.fits().is_ok() {
                    generate.script();
                }
            }
        }
    }

    #[test]
    fn as_many_steps_as_foretold() {
        let mut generate = Generate::new(START);
        (generate.batch_every, generate.clock_every) = (Some(1_000), Some(7_000));
        let steps = generate.script().len() as u64;
        assert!(steps <= generate.most_steps(), "{steps} {}", generate.most_steps());
    }
}
