//! A setup that was read from somebody's code, brought into the workspace with the events that are there.

use std::collections::HashSet;

use super::{
    convert::{Converted, ToSpark, convert},
    form::row_kinds,
};
use crate::scenario::{Dialect, JoinKind, Push, RowKind, Scenario, Side, Sides, Step, Strategy, Stream};

/// Why the events cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Some of a side's rows are of a kind that the join does not take.
    Kind(Side, RowKind),
    /// Some have no key, on which a DataStream job fails.
    NoKey(Side),
    /// Several of a side have one id, which only a regular join takes.
    SameId(Side, Box<str>),
}

/// The events of `present`, shown at `cursor`, under the setup of another scenario, as [`convert`] brings them to its engine. Of
/// what converting does only what it does to the steps is left: the setup is another anyway.
///
/// How many partitions a side has is its source's, and no code says it: that stays.
pub fn adopt(present: &Scenario, cursor: usize, setup: &Scenario, spark: ToSpark) -> Result<Converted, Misfit> {
    let stream = |side: Side| {
        let (old, new) = (&present.streams[side], &setup.streams[side]);
        let mut stream = Stream { fields: old.fields.clone(), ..new.clone() };
        if old.name == new.name {
            (stream.label, stream.noun) = (old.label.clone(), old.noun.clone());
        }
        if let Strategy::Bounded { partitions, .. } = &mut stream.watermark {
            *partitions = old.watermark.partitions();
        }
        stream
    };
    let asked = Scenario {
        dialect: present.dialect,
        streams: Sides::new(stream(Side::Left), stream(Side::Right)),
        script: present.script.clone(),
        ..setup.clone()
    };
    let converted = convert(&asked, cursor, setup.dialect, spark);
    match misfit(&converted.scenario) {
        Some(misfit) => Err(misfit),
        None => Ok(converted),
    }
}

fn misfit(scenario: &Scenario) -> Option<Misfit> {
    let mut ids = Sides::new(HashSet::new(), HashSet::new());
    let regular = matches!(scenario.join.kind, JoinKind::Regular { .. });
    for step in &scenario.script {
        let Step::Push(Push { side, id, key, kind, .. }) = step else { continue };
        if !row_kinds(scenario, *side).contains(kind) {
            return Some(Misfit::Kind(*side, *kind));
        }
        if key.is_none() && scenario.dialect == Dialect::FlinkDatastream {
            return Some(Misfit::NoKey(*side));
        }
        if !regular && !ids[*side].insert(id) {
            return Some(Misfit::SameId(*side, id.clone()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reading,
        scenario::{self, RowKind, time::EXAMPLE},
        workspace::{Change, next_push},
    };

    const SPARK: &str = "a = spark.readStream.table('a').withWatermark('at', '1 minute')
b = spark.readStream.table('b').withWatermark('bt', '2 minutes')
a.join(b, expr('a.k = b.k AND bt >= at AND bt <= at + interval 5 minutes'), 'leftOuter')";

    fn setup(text: &str) -> Scenario {
        reading::read(text).scenario.unwrap()
    }

    fn rows() -> Scenario {
        let mut scenario = Scenario::empty();
        for side in [Side::Left, Side::Right, Side::Left] {
            let push = next_push(&scenario, side, EXAMPLE, Some("k1"));
            scenario.script.push(Step::Push(push));
        }
        scenario.script.push(Step::Watermark { side: Side::Left, time: EXAMPLE });
        scenario
    }

    #[test]
    fn the_events_stay_and_all_else_is_the_texts() {
        let present = rows();
        let code = setup(SPARK);
        let got = adopt(&present, 4, &code, ToSpark { delay: 0, every: 2 }).unwrap();
        assert_eq!(got.scenario.setup(), code.setup());
        assert_eq!(got.scenario.title, code.title);
        assert_eq!(got.scenario.streams.left.time_name(), "at");
        assert_eq!(got.changes, [Change::WatermarksGo(1), Change::BatchesCome(2)]);
        let pushes = |scenario: &Scenario| scenario.script.iter().filter(|step| matches!(step, Step::Push(_))).count();
        assert_eq!((pushes(&got.scenario), got.cursor), (3, 5));
        assert_eq!(scenario::read(&scenario::write(&got.scenario)).as_ref(), Ok(&got.scenario));
        // Under the setup that is there already nothing changes but what no code says.
        let again = adopt(&got.scenario, 5, &code, ToSpark::default()).unwrap();
        assert_eq!((again.scenario, again.changes), (got.scenario, Vec::new()));
    }

    #[test]
    fn what_no_code_says_stays() {
        let mut present = rows();
        present.streams.left.watermark = Strategy::Bounded { delay: 7, partitions: 3, idle_timeout: None };
        present.streams.left.name = "o".into();
        present.streams.left.noun = Some("order".into());
        let code = setup(
            "CREATE TABLE o (k STRING, t TIMESTAMP(3), WATERMARK FOR t AS t - INTERVAL '5' SECOND);
            CREATE TABLE s (k STRING, t TIMESTAMP(3), WATERMARK FOR t AS t);
            SELECT * FROM o JOIN s ON o.k = s.k AND s.t BETWEEN o.t AND o.t + INTERVAL '1' HOUR",
        );
        let left = adopt(&present, 0, &code, ToSpark::default()).unwrap().scenario.streams.left;
        assert_eq!(left.watermark, Strategy::Bounded { delay: 5_000, partitions: 3, idle_timeout: None });
        assert_eq!(left.noun, Some("order".into()));
    }

    #[test]
    fn events_that_do_not_fit_are_told() {
        let regular = setup("SELECT * FROM a JOIN b ON a.k = b.k");
        let interval = setup(
            "SELECT * FROM a JOIN b ON a.k = b.k AND b.t BETWEEN a.t AND a.t + INTERVAL '1' HOUR -- watermark for",
        );
        let mut present = rows();
        let mut push = next_push(&present, Side::Right, EXAMPLE, Some("k1"));
        (push.kind, push.id) = (RowKind::Delete, "r1".into());
        present.script.push(Step::Push(push));
        assert!(adopt(&present, 0, &regular, ToSpark::default()).is_ok());
        let misfit = adopt(&present, 0, &interval, ToSpark::default()).err();
        assert_eq!(misfit, Some(Misfit::Kind(Side::Right, RowKind::Delete)));
        // Spark's sources only append: such rows go, and that is told.
        let spark = adopt(&present, 0, &setup(SPARK), ToSpark::default()).unwrap();
        assert!(spark.changes.contains(&Change::RetractionsGo(1)));
        let stream = setup(
            "a.keyBy(x -> x.k).intervalJoin(b.keyBy(x -> x.k)).between(Duration.ofMinutes(-1), Duration.ofMinutes(1))",
        );
        let mut keyless = rows();
        let mut push = next_push(&keyless, Side::Left, EXAMPLE, None);
        push.key = None;
        keyless.script.push(Step::Push(push));
        assert_eq!(adopt(&keyless, 0, &stream, ToSpark::default()).err(), Some(Misfit::NoKey(Side::Left)));
    }
}
