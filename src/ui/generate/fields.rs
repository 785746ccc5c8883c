//! The parameters as fields. A field takes only what makes sense; whether all of them together make a script is told beside.

use yew::prelude::*;

use crate::{
    explain::{format::fill_plain, messages::Streams},
    scenario::{Dialect, Generate, Lang, MAX_PARTITIONS, MAX_TIME, Pause, Scenario, Shape, Side, Strategy, time},
    ui::{
        ByRc,
        field::TextField,
        select::{Choice, Select},
        sentence::time_fault,
    },
    workspace::{keeps_time, next_seed, per_minute, read_per_minute, read_skew, skew},
};

#[derive(Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub generate: Generate,
    pub lang: Lang,
    pub change: Callback<Generate>,
    /// The streams are yet to be made: their watermarks will follow their rows.
    #[prop_or_default]
    pub new: bool,
    /// What else there is to set of a side.
    #[prop_or_default]
    pub left: Html,
    #[prop_or_default]
    pub right: Html,
}

/// What a field's text makes of what it is a field of, or why nothing.
type Read<T> = Box<dyn Fn(T, &str) -> Result<T, String>>;

#[function_component(Fields)]
pub fn fields(props: &Props) -> Html {
    let (lang, generate, scenario) = (props.lang, &props.generate, &props.scenario);
    let m = Streams::of(lang);
    // A field, and what its text makes of the parameters.
    let field = |label: &'static str, name: String, note: Option<&'static str>, value: String, read: Read<Generate>| {
        let (generate, change) = (generate.clone(), props.change.clone());
        let take =
            Callback::from(move |typed: String| read(generate.clone(), typed.trim()).map(|next| change.emit(next)));
        html! {
            <label class="set" title={note}><span aria-hidden="true">{ label }</span>
                <TextField label={name} {value} {take} class="box" /></label>
        }
    };
    let whole = move |text: &str, least: i64, most: i64| {
        let typed: String = text.chars().filter(|c| *c != ',' && !c.is_whitespace()).collect();
        typed.parse::<i64>().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
            fill_plain(lang, m.bad_number, &[("least", least.to_string().into()), ("most", most.to_string().into())])
        })
    };
    let ms = move |text: &str| time::parse_duration(text).map_err(|fault| time_fault(fault, true, lang));
    let length = move |text: &str| match ms(text)? {
        ms if ms < 0 => Err(m.bad_negative.to_string()),
        ms => Ok(ms),
    };
    // Nothing typed, or 0, is none.
    let every = move |text: &str| -> Result<Option<i64>, String> {
        match text {
            "" => Ok(None),
            text => Ok(Some(length(text)?).filter(|ms| *ms > 0)),
        }
    };
    let shown = |ms: i64| time::duration(ms, lang);
    let shown_every = |ms: Option<i64>| ms.map_or_else(String::new, shown);

    let new_seed = {
        let (generate, change) = (generate.clone(), props.change.clone());
        Callback::from(move |_: MouseEvent| {
            let seed = next_seed(generate.seed);
            change.emit(Generate { seed, ..generate.clone() });
        })
    };
    let general =
        |label: &'static str, value: String, read: Read<Generate>| field(label, label.to_string(), None, value, read);
    let noted = |label: &'static str, note: &'static str, value: String, read: Read<Generate>| {
        field(label, label.to_string(), Some(note), value, read)
    };
    let both = html! {
        <div class="set-group" role="group" aria-label={m.both}>
            <span class="seed">
                { general(m.seed, generate.seed.to_string(), Box::new(move |generate, text| {
                    Ok(Generate { seed: whole(text, 0, MAX_TIME)?.unsigned_abs(), ..generate })
                })) }
                <button type="button" class="btn small" onclick={new_seed}>{ m.new_seed }</button>
            </span>
            { general(m.duration, shown(generate.duration), Box::new(move |generate, text| match ms(text)? {
                duration if duration > 0 => Ok(Generate { duration, ..generate }),
                _ => Err(m.bad_positive.to_string()),
            })) }
            { general(m.grain, shown(generate.grain), Box::new(move |generate, text| match ms(text)? {
                grain if grain > 0 => Ok(Generate { grain, ..generate }),
                _ => Err(m.bad_positive.to_string()),
            })) }
            { general(m.keys, generate.keys.to_string(), Box::new(move |generate, text| {
                let keys = whole(text, 1, i64::from(Generate::MOST_KEYS))?;
                Ok(Generate { keys: u32::try_from(keys).unwrap_or(1), ..generate })
            })) }
            { noted(m.skew, m.skew_note, skew(generate.skew), Box::new(move |generate, text| {
                read_skew(text).map(|skew| Generate { skew, ..generate }).ok_or_else(|| m.bad_skew.to_string())
            })) }
            { noted(m.from, m.distance_note, shown(generate.distance.0), Box::new(move |generate, text| {
                // The other end goes along.
                let from = ms(text)?;
                Ok(Generate { distance: (from, generate.distance.1.max(from)), ..generate })
            })) }
            { noted(m.to, m.distance_note, shown(generate.distance.1), Box::new(move |generate, text| match ms(text)? {
                to if to < generate.distance.0 => Err(m.bad_order.to_string()),
                to => Ok(Generate { distance: (generate.distance.0, to), ..generate }),
            })) }
            { general(m.amount, generate.amount.map_or_else(String::new, |amount| amount.to_string()), Box::new(move |generate, text| {
                let amount = match text {
                    "" => None,
                    text => u32::try_from(whole(text, 0, i64::from(Generate::MOST_AMOUNT))?).ok().filter(|amount| *amount > 0),
                };
                Ok(Generate { amount, ..generate })
            })) }
            if scenario.dialect == Dialect::Spark || generate.batch_every.is_some() {
                { general(m.batch_every, shown_every(generate.batch_every), Box::new(move |generate, text| {
                    Ok(Generate { batch_every: every(text)?, ..generate })
                })) }
            }
            if keeps_time(scenario) || generate.clock_every.is_some() {
                { general(m.clock_every, shown_every(generate.clock_every), Box::new(move |generate, text| {
                    Ok(Generate { clock_every: every(text)?, ..generate })
                })) }
            }
        </div>
    };
    let side = |side: Side, more: &Html| {
        let stream = scenario.streams[side].label(lang).to_string();
        let shape = generate.sides[side];
        let named =
            |label: &str| fill_plain(lang, m.of_side, &[("field", label.into()), ("stream", stream.clone().into())]);
        let noted = |label: &'static str, note: Option<&'static str>, value: String, read: Read<Shape>| {
            let read = move |generate: Generate, text: &str| {
                let mut next = generate;
                next.sides[side] = read(next.sides[side], text)?;
                Ok(next)
            };
            field(label, named(label), note, value, Box::new(read))
        };
        let of = |label: &'static str, value: String, read: Read<Shape>| noted(label, None, value, read);
        let percent = move |text: &str| {
            let text = text.trim_end_matches('%').trim_end();
            whole(text, 0, 100).map(|percent| u32::try_from(percent).unwrap_or(0))
        };
        let pause = shape.pause.unwrap_or(Pause { from: 0, length: 0, lost: false, partition: None });
        let paused = |pause: Pause| (pause.length > 0 || pause.from > 0).then_some(pause);
        // Partitions are a watermark's that follows its rows. To Spark they mean nothing.
        let follows = match scenario.streams[side].watermark {
            Strategy::Bounded { .. } => true,
            Strategy::Manual => props.new,
            Strategy::None => false,
        };
        let spreads = follows && (scenario.dialect != Dialect::Spark || shape.partitions > 1);
        let stops = {
            let (generate, change) = (generate.clone(), props.change.clone());
            Callback::from(move |word: String| {
                let mut next = generate.clone();
                next.sides[side].pause = Some(Pause { partition: word.parse().ok(), ..pause });
                change.emit(next);
            })
        };
        // Many partitions are alike: the first few will do.
        let mut numbers: Vec<u32> = (0..shape.partitions.min(16)).collect();
        numbers.extend(pause.partition.filter(|stops| *stops >= 16));
        let partition = |number: u32| {
            let name = fill_plain(lang, m.stops_partition, &[("partition", number.to_string().into())]);
            Choice::new(number.to_string(), name)
        };
        let what: Vec<Choice> =
            std::iter::once(Choice::new("all", m.stops_all)).chain(numbers.into_iter().map(partition)).collect();
        let lost = {
            let (generate, change) = (generate.clone(), props.change.clone());
            Callback::from(move |_: Event| {
                let mut next = generate.clone();
                next.sides[side].pause = Some(Pause { lost: !pause.lost, ..pause });
                change.emit(next);
            })
        };
        let class = if side == Side::Left { "L" } else { "R" };
        html! {
            <div class="set-group" role="group" aria-label={stream.clone()}>
                <h2 {class}>{ &stream }</h2>
                { of(m.rate, per_minute(shape.per_hour), Box::new(move |shape, text| {
                    read_per_minute(text).map(|per_hour| Shape { per_hour, ..shape }).ok_or_else(|| m.bad_rate.to_string())
                })) }
                { of(m.disorder, shown(shape.disorder), Box::new(move |shape, text| Ok(Shape { disorder: length(text)?, ..shape }))) }
                { of(m.late, shape.late.to_string(), Box::new(move |shape, text| Ok(Shape { late: percent(text)?, ..shape }))) }
                { of(m.late_by, shown(shape.late_by), Box::new(move |shape, text| Ok(Shape { late_by: length(text)?, ..shape }))) }
                { of(m.alone, shape.alone.to_string(), Box::new(move |shape, text| Ok(Shape { alone: percent(text)?, ..shape }))) }
                { of(m.lag, shown(shape.lag), Box::new(move |shape, text| Ok(Shape { lag: length(text)?, ..shape }))) }
                if spreads {
                    { noted(m.partitions, Some(m.partitions_note), shape.partitions.to_string(), Box::new(move |shape, text| {
                        let count = whole(text, 1, i64::from(MAX_PARTITIONS))?;
                        Ok(shape.over(u32::try_from(count).unwrap_or(1)))
                    })) }
                }
                { of(m.pause_from, shown(pause.from), Box::new(move |shape, text| {
                    Ok(Shape { pause: paused(Pause { from: length(text)?, ..pause }), ..shape })
                })) }
                { of(m.pause_length, shown(pause.length), Box::new(move |shape, text| {
                    Ok(Shape { pause: paused(Pause { length: length(text)?, ..pause }), ..shape })
                })) }
                if pause.length > 0 && shape.partitions > 1 {
                    <div class="set"><span aria-hidden="true">{ m.stops }</span><Select label={named(m.stops)} options={what}
                        value={pause.partition.map_or_else(|| "all".to_string(), |stops| stops.to_string())} choose={stops} /></div>
                }
                if pause.length > 0 {
                    <label class="set check"><input type="checkbox" checked={pause.lost} onchange={lost}
                        aria-label={named(m.lost)} />
                        <span aria-hidden="true">{ m.lost }</span></label>
                }
                { more.clone() }
            </div>
        }
    };
    html! { <div class="streams-fields">{ both }{ side(Side::Left, &props.left) }{ side(Side::Right, &props.right) }</div> }
}
