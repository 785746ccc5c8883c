//! What stands side by side: each side's setup, and pairs that tell much.

use crate::{
    engine::Engine,
    scenario::{Dialect, Join, JoinKind, JoinType, Policy, Scenario, Setup, Window},
    workspace::{Edit, ToSpark, convert, offer},
};

use super::{Which, of_word, to_word, under};

/// The state of a comparison, all that a person chose of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// `None`: the workspace's own setup.
    pub a: Option<Setup>,
    /// `None`: what tells most beside A.
    pub b: Option<Setup>,
    /// More than two joins, instead of A beside B.
    pub several: Option<Several>,
    /// The table shows only rows that differ.
    pub only_differences: bool,
    /// The step of the workspace's script that is shown.
    pub step: usize,
}

/// What stands side by side instead of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Several {
    /// A's join in every type.
    Types,
    /// Three answers to what a table had for a row: what it had when the row was looked up, what holds at the row's own time,
    /// and all that ever matches: a lookup, a temporal and a regular join of Flink SQL.
    Answers,
}

impl Several {
    pub const ALL: [Several; 2] = [Several::Types, Several::Answers];

    fn word(self) -> &'static str {
        match self {
            Several::Types => "types",
            Several::Answers => "answers",
        }
    }

    fn setups(self, base: &Scenario, a: Setup) -> Vec<Setup> {
        match self {
            Several::Types => JoinType::ALL.map(|ty| typed(a, ty)).to_vec(),
            Several::Answers => {
                let sql = moved(base, &a, Dialect::FlinkSql);
                let ty = if sql.join.ty == JoinType::Inner { JoinType::Inner } else { JoinType::Left };
                ["lookup", "temporal", "regular"].map(|word| typed(kind(base, &sql, word), ty)).to_vec()
            }
        }
    }
}

/// A pair that is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    RegularInterval,
    SqlDatastream,
    FlinkSpark,
    MinMax,
    LeftInner,
    AllTypes,
    ThreeAnswers,
}

impl Preset {
    pub const ALL: [Preset; 7] = [
        Preset::RegularInterval,
        Preset::SqlDatastream,
        Preset::FlinkSpark,
        Preset::MinMax,
        Preset::LeftInner,
        Preset::AllTypes,
        Preset::ThreeAnswers,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Preset::RegularInterval => "regular-interval",
            Preset::SqlDatastream => "sql-datastream",
            Preset::FlinkSpark => "flink-spark",
            Preset::MinMax => "min-max",
            Preset::LeftInner => "left-inner",
            Preset::AllTypes => "all-types",
            Preset::ThreeAnswers => "three-answers",
        }
    }

    /// A scenario of the gallery in which the two differ.
    pub fn seen_in(self) -> &'static str {
        match self {
            Preset::RegularInterval | Preset::LeftInner => "orders-shipments",
            Preset::SqlDatastream | Preset::FlinkSpark => "late-still-joins-sql",
            Preset::MinMax => "policy-min-spark",
            Preset::AllTypes => "four-types-inner",
            Preset::ThreeAnswers => "price-lookup",
        }
    }

    pub fn of_word(word: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.word() == word)
    }

    /// More than two joins, where it stands for these.
    pub fn several(self) -> Option<Several> {
        match self {
            Preset::AllTypes => Some(Several::Types),
            Preset::ThreeAnswers => Some(Several::Answers),
            _ => None,
        }
    }

    /// The two setups for a scenario, as near to its own as both engines run.
    pub fn setups(self, base: &Scenario) -> (Setup, Setup) {
        let own = base.setup();
        let flink = if own.dialect == Dialect::Spark { Dialect::FlinkSql } else { own.dialect };
        let on = |dialect: Dialect| moved(base, &own, dialect);
        match self {
            Preset::RegularInterval => {
                let sql = on(if own.dialect == Dialect::FlinkDatastream { Dialect::FlinkSql } else { own.dialect });
                let of = |setup: &Setup| (kind(base, setup, "regular"), kind(base, setup, "interval"));
                let pair = of(&sql);
                let pair = if runs(&pair.0) && runs(&pair.1) { pair } else { of(&on(Dialect::FlinkSql)) };
                of_one_type(pair)
            }
            Preset::SqlDatastream => {
                let both = (on(Dialect::FlinkSql), on(Dialect::FlinkDatastream));
                of_one_type(shared_kind(base, both))
            }
            Preset::FlinkSpark => of_one_type(shared_kind(base, (on(flink), on(Dialect::Spark)))),
            Preset::MinMax => {
                let spark = on(Dialect::Spark);
                let (min, _) = of_one_type(shared_kind(base, (spark, spark)));
                (Setup { policy: Some(Policy::Min), ..min }, Setup { policy: Some(Policy::Max), ..min })
            }
            Preset::LeftInner => {
                let of = |setup: Setup| (typed(setup, JoinType::Left), typed(setup, JoinType::Inner));
                let pair = of(own);
                if runs(&pair.0) && runs(&pair.1) { pair } else { of(on(Dialect::FlinkSql)) }
            }
            Preset::AllTypes | Preset::ThreeAnswers => (own, telling(base, &own)),
        }
    }
}

impl Comparison {
    /// The comparison of a scenario as a word, for links: B's setup; before it, with a semicolon, A's where it is not the
    /// scenario's own; `types` for all types of a join, `answers` for a lookup, a temporal and a regular one.
    pub fn to_word(&self, base: &Scenario) -> String {
        let a = self.a.as_ref().map(to_word);
        let b = match self.several {
            Some(several) => several.word().to_string(),
            None => self.setups(base).get(1).map_or_else(String::new, to_word),
        };
        a.map_or_else(|| b.clone(), |a| format!("{a};{b}"))
    }

    /// Reads what [`Comparison::to_word`] wrote; `None` for anything else.
    pub fn of_word(word: &str) -> Option<Self> {
        let (a, b) = word.split_once(';').map_or((None, word), |(a, b)| (Some(a), b));
        let a = match a {
            Some(word) => Some(of_word(word)?),
            None => None,
        };
        let several = Several::ALL.into_iter().find(|several| several.word() == b);
        let b = if several.is_some() { None } else { Some(of_word(b)?) };
        Some(Comparison { a, b, several, ..Comparison::default() })
    }
}

impl Comparison {
    pub fn setup(&self, base: &Scenario, which: Which) -> Setup {
        let a = self.a.unwrap_or_else(|| base.setup());
        match which {
            Which::A => a,
            Which::B => self.b.unwrap_or_else(|| telling(base, &a)),
        }
    }

    /// The setups of all runs that are shown.
    pub fn setups(&self, base: &Scenario) -> Vec<Setup> {
        let a = self.setup(base, Which::A);
        match self.several {
            Some(several) => several.setups(base, a),
            None => vec![a, self.setup(base, Which::B)],
        }
    }

    /// Puts a setup on a side. A setup that is the workspace's own goes on being it, whatever becomes of the workspace's.
    pub fn put(&mut self, base: &Scenario, which: Which, setup: Setup) {
        // B follows A no longer once either is chosen.
        let b = self.setup(base, Which::B);
        match which {
            Which::A => (self.a, self.b) = ((setup != base.setup()).then_some(setup), Some(b)),
            Which::B => self.b = Some(setup),
        }
    }

    /// Shows a pair.
    pub fn choose(&mut self, base: &Scenario, preset: Preset) {
        let (a, b) = preset.setups(base);
        self.several = preset.several();
        self.a = (a != base.setup()).then_some(a);
        self.b = Some(b);
    }

    /// The workspace's own join beside what tells most.
    pub fn reset(&mut self) {
        (self.a, self.b, self.several) = (None, None, None);
    }

    /// The pair that is shown, if it is a known one.
    pub fn preset(&self, base: &Scenario) -> Option<Preset> {
        if self.several.is_some() {
            return Preset::ALL.into_iter().find(|preset| preset.several() == self.several);
        }
        let shown = (self.setup(base, Which::A), self.setup(base, Which::B));
        if (self.a, self.b) == (None, None) {
            return None;
        }
        Preset::ALL.into_iter().filter(|preset| preset.several().is_none()).find(|preset| preset.setups(base) == shown)
    }

    /// Changes a side's setup as an edit of a scenario would.
    pub fn edit(&mut self, base: &Scenario, which: Which, edit: &Edit) {
        let scenario = under(base, &self.setup(base, which));
        if let Some((next, _)) = edit.apply(&scenario, 0) {
            self.put(base, which, next.setup());
        }
    }

    /// Switches a side's engine; what watermark steps did, the events do where the engine has no such steps.
    pub fn switch(&mut self, base: &Scenario, which: Which, to: Dialect) {
        let setup = self.setup(base, which);
        self.put(base, which, moved(base, &setup, to));
    }
}

/// The setup under another engine, as the workspace converts it.
fn moved(base: &Scenario, setup: &Setup, to: Dialect) -> Setup {
    convert(&under(base, setup), 0, to, ToSpark::default()).scenario.setup()
}

fn runs(setup: &Setup) -> bool {
    Engine::new(setup).is_ok()
}

fn typed(setup: Setup, ty: JoinType) -> Setup {
    Setup { join: Join { ty, ..setup.join }, ..setup }
}

/// The setup with another kind of join and its own type, which need not run.
fn kind(base: &Scenario, setup: &Setup, word: &str) -> Setup {
    let offered = offer::kinds(&under(base, setup)).into_iter().map(|(join, _)| join.kind);
    let kind = offered.into_iter().find(|kind| kind.word() == word).unwrap_or(setup.join.kind);
    Setup { join: Join { kind, ..setup.join }, ..*setup }
}

/// Both with the type that they have, or with the first of a few that both engines run.
fn of_one_type((a, b): (Setup, Setup)) -> (Setup, Setup) {
    let types = [a.join.ty, JoinType::Left, JoinType::Inner];
    let pairs = types.into_iter().map(|ty| (typed(a, ty), typed(b, ty)));
    pairs.into_iter().find(|(a, b)| runs(a) && runs(b)).unwrap_or((a, b))
}

/// Both with the kind that they have, or, where one of the engines has none like it, with an interval join.
fn shared_kind(base: &Scenario, (a, b): (Setup, Setup)) -> (Setup, Setup) {
    let (one, other) = of_one_type((a, b));
    if runs(&one) && runs(&other) {
        return (a, b);
    }
    (kind(base, &a, "interval"), kind(base, &b, "interval"))
}

/// What tells most beside a setup: the other rule, or the same rule in another engine.
pub fn telling(base: &Scenario, a: &Setup) -> Setup {
    let sql = |setup: &Setup| moved(base, setup, Dialect::FlinkSql);
    let candidates = match (a.dialect, a.join.kind) {
        (Dialect::FlinkSql, JoinKind::Interval(_)) => vec![kind(base, a, "regular")],
        (Dialect::FlinkSql, JoinKind::Regular { .. }) => vec![kind(base, a, "interval")],
        (Dialect::FlinkSql, JoinKind::Temporal) => vec![kind(base, a, "regular")],
        (Dialect::FlinkSql, JoinKind::Lookup) => vec![kind(base, a, "temporal"), kind(base, a, "regular")],
        (Dialect::FlinkSql, JoinKind::Window { window: Window::Session { .. }, .. }) => {
            vec![moved(base, a, Dialect::FlinkDatastream), kind(base, a, "interval")]
        }
        // Flink's two APIs hardly differ in other windows, unless rows may be late.
        (Dialect::FlinkSql, JoinKind::Window { .. }) => vec![kind(base, a, "interval")],
        (
            Dialect::FlinkDatastream,
            JoinKind::Window { window: Window::Tumbling { .. } | Window::Sliding { .. }, allowed_lateness: 0 },
        ) => vec![kind(base, &sql(a), "interval")],
        (Dialect::FlinkDatastream | Dialect::Spark, _) => vec![sql(a), kind(base, &sql(a), "interval")],
    };
    let with_types =
        candidates.iter().flat_map(|setup| [a.join.ty, JoinType::Left, JoinType::Inner].map(|ty| typed(*setup, ty)));
    let found = with_types.into_iter().find(|setup| setup != a && runs(setup));
    found.unwrap_or_else(|| {
        let other = if a.join.ty == JoinType::Inner { JoinType::Left } else { JoinType::Inner };
        typed(*a, other)
    })
}

/// The delay of both streams, where they have the same.
pub fn one_delay(setup: &Setup) -> Option<i64> {
    setup.watermarks.left.delay().filter(|delay| Some(*delay) == setup.watermarks.right.delay())
}
