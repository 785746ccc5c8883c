//! The dialog as it is now.

use std::ops::Range;

use web_sys::Element;
use yew::prelude::*;

use super::{FromCode, LINE, LISTED, Msg, events};
use crate::{
    explain::{
        format::{Arg, fill_plain},
        messages::{FromCode as M, Messages},
        reading as words,
    },
    reading::{Found, Language, Line, Place, Sort},
    scenario::{Lang, Side},
    ui::{
        ByRc,
        dialog::Dialog,
        field::TextField,
        icon::Icon,
        select::{Choice, Select},
        switch::change_words,
    },
    workspace::{Change, Misfit},
};

const LANGUAGES: [Language; 4] = [Language::FlinkSql, Language::SparkSql, Language::PySpark, Language::DataStream];

fn word(language: Language) -> &'static str {
    match language {
        Language::FlinkSql => "flink-sql",
        Language::SparkSql => "spark-sql",
        Language::PySpark => "pyspark",
        Language::DataStream => "datastream",
    }
}

fn number(count: usize) -> Arg {
    count.to_string().into()
}

/// Which findings stand under a head.
type Wanted = fn(&Found) -> bool;

impl FromCode {
    pub(super) fn draw(&self, ctx: &Context<Self>) -> Html {
        let (props, link) = (ctx.props(), ctx.link());
        let (lang, m) = (props.lang, M::of(props.lang));
        let empty = self.page.text.trim().is_empty();
        let language = self.page.reading.language;
        let detected = match (self.language, empty) {
            (None, false) => fill_plain(lang, m.detected, &[("language", words::language_name(language, lang).into())]),
            _ => m.detect.to_string(),
        };
        let mut languages = vec![Choice::new("", detected)];
        languages.extend(LANGUAGES.map(|each| Choice::new(word(each), words::language_name(each, lang))));
        let choose = link
            .callback(|chosen: String| Msg::Language(LANGUAGES.into_iter().find(|language| word(*language) == chosen)));
        let ready = self.page.reading.scenario.is_some() && !self.stale;
        html! {
            <Dialog label={m.title} close={m.close} on_close={props.on_close.clone()} light={false} class="from-code">
                <div class="fc-body" ref={self.body.clone()}>
                    <div class="fc-head">
                        <p class="prose">{ m.lead }{ " " }<b>{ m.local }</b></p>
                        <div class="acts">
                            <label class="set"><span aria-hidden="true">{ m.language }</span>
                                <Select label={m.language} options={languages} value={self.language.map_or("", word)} {choose} /></label>
                            <button type="button" class="btn" onclick={props.on_choose.reform(|_: MouseEvent| ())}>{ Icon::Open.draw() }{ m.open }</button>
                            if empty {
                                <button type="button" class="btn" onclick={link.callback(|_| Msg::TakePresent)}>{ m.take_present }</button>
                            }
                            if self.before.is_some() {
                                <button type="button" class="btn" onclick={link.callback(|_| Msg::PutBack)}>{ Icon::Undo.draw() }{ m.put_back }</button>
                            }
                            { self.draw_file(lang) }
                        </div>
                    </div>
                    <div class="fc-work">
                        { self.draw_editor(ctx) }
                        { self.draw_findings(ctx) }
                    </div>
                    <footer class="fc-end">
                        { self.draw_events(ctx) }
                        <div class="acts right">
                            <span class="muted">{ m.one_undo }</span>
                            <button type="button" class="btn" onclick={props.on_close.reform(|_: MouseEvent| ())}>{ m.cancel }</button>
                            <button type="button" class="btn solid" disabled={!ready} onclick={link.callback(|_| Msg::Use)}>{ m.use_setup }</button>
                        </div>
                    </footer>
                </div>
            </Dialog>
        }
    }

    fn draw_file(&self, lang: Lang) -> Html {
        let m = M::of(lang);
        match &self.file {
            None => Html::default(),
            Some((name, true)) => {
                html! { <span class="note">{ fill_plain(lang, m.from_file, &[("file", name.as_str().into())]) }</span> }
            }
            Some((name, false)) => html! {
                <p class="fault" role="alert">{ fill_plain(lang, m.too_large, &[("file", name.as_str().into())]) }</p>
            },
        }
    }

    // ---- the text

    fn draw_editor(&self, ctx: &Context<Self>) -> Html {
        let (link, m) = (ctx.link(), M::of(ctx.props().lang));
        let lines = self.page.text.matches('\n').count() + 1;
        html! {
            <div class={classes!("fc-text", self.stale.then_some("stale"))}>
                <div class="fc-numbers" aria-hidden="true"><Numbers place={self.numbers.clone()} {lines} /></div>
                <div class="fc-field">
                    <div class="fc-under" aria-hidden="true">
                        <div class="fc-marks" ref={self.marks.clone()}>
                            <Marks text={ByRc::from(&self.page.text)} lines={ByRc::from(&self.page.lines)} lit={self.lit.clone()} />
                        </div>
                    </div>
                    <textarea ref={self.area.clone()} wrap="off" spellcheck="false" autocomplete="off" autocapitalize="off" aria-label={m.code}
                        oninput={link.callback(|_| Msg::Typed)} onscroll={link.callback(|_| Msg::Scrolled)}
                        onkeyup={link.callback(|_| Msg::Caret)} onclick={link.callback(|_| Msg::Caret)}
                        onmousemove={link.callback(|event: MouseEvent| Msg::Over(event.client_x(), event.client_y()))}
                        onmouseleave={link.callback(|_| Msg::Point(None))} />
                </div>
            </div>
        }
    }

    // ---- what was found

    fn draw_findings(&self, ctx: &Context<Self>) -> Html {
        let (lang, m) = (ctx.props().lang, M::of(ctx.props().lang));
        let reading = &self.page.reading;
        let empty = self.page.text.trim().is_empty();
        let found = if empty { Vec::new() } else { reading.found() };
        let stops = found.iter().filter(|(found, _)| found.stops()).count();
        let summary = if empty {
            m.nothing_yet.to_string()
        } else {
            let args: [(&str, Arg); 3] = [
                ("understood", number(reading.settings.len())),
                ("assumed", number(reading.assumed.len())),
                ("not", number(reading.troubles.len())),
            ];
            let end = match reading.scenario {
                Some(_) => m.complete.to_string(),
                None => fill_plain(lang, m.incomplete, &[("count", number(stops))]),
            };
            let counts = fill_plain(lang, m.counts, &args);
            if lang == Lang::Zh { format!("{counts}{end}") } else { format!("{counts} {end}") }
        };
        let groups: [(&str, &'static str, Wanted); 4] = [
            (m.missing, "missing", |found| found.stops()),
            (m.not_understood, "trouble", |found| found.sort() == Sort::NotUnderstood && !found.stops()),
            (m.assumed, "assumed", |found| found.sort() == Sort::Assumed),
            (m.understood, "understood", |found| found.sort() == Sort::Understood),
        ];
        let shown = &found[..found.len().min(LISTED)];
        html! {
            <section class="fc-found" aria-label={m.findings}>
                <p class={classes!("fc-sum", (!empty && reading.scenario.is_none()).then_some("hole"))} role="status">{ summary }</p>
                <div class="fc-list" ref={self.list.clone()}>
                    { for groups.into_iter().map(|(head, class, wanted)| {
                        let those: Vec<_> = shown.iter().filter(|(found, _)| wanted(found)).collect();
                        if those.is_empty() {
                            return html! { <section key={class} hidden=true></section> };
                        }
                        html! {
                            <section key={class} class={class} aria-label={head}>
                                <h2>{ head }</h2>
                                <ul>{ for those.into_iter().enumerate().map(|(index, (found, place))| self.draw_item(ctx, index, found, place)) }</ul>
                            </section>
                        }
                    }) }
                    if found.len() > LISTED {
                        <p class="note">{ fill_plain(lang, m.more, &[("count", number(found.len() - LISTED))]) }</p>
                    }
                    if !empty {
                        <p class="note">{ m.go_hint }</p>
                    }
                </div>
            </section>
        }
    }

    fn draw_item(&self, ctx: &Context<Self>, key: usize, found: &Found, place: &Place) -> Html {
        let lang = ctx.props().lang;
        let (what, remedy) = match found {
            Found::Setting(setting) => (words::setting(setting, lang), String::new()),
            Found::Assumption(assumption) => (words::assumption(assumption, lang), String::new()),
            Found::Trouble(trouble) => {
                let told = words::trouble(trouble, lang);
                (crate::explain::format::plain(&told.what), crate::explain::format::plain(&told.remedy))
            }
        };
        let args: [(&str, Arg); 2] = [("line", number(place.line)), ("column", number(place.column))];
        let at = fill_plain(lang, M::of(lang).place, &args);
        html! {
            <Item key={key} {what} {remedy} {at} span={place.span.clone()} lit={self.lit.as_ref() == Some(&place.span)} send={self.send.clone()} />
        }
    }

    // ---- the events

    fn draw_events(&self, ctx: &Context<Self>) -> Html {
        let (props, link) = (ctx.props(), ctx.link());
        let (lang, m) = (props.lang, M::of(props.lang));
        let Some(kept) = &self.kept else { return Html::default() };
        // Whose events they are is plain by the title alone: they may be an example's.
        let title = props.present.title.get(lang);
        let keep = if title.trim().is_empty() { m.keep_untitled } else { m.keep };
        let keep = fill_plain(lang, keep, &[("title", title.into()), ("count", number(events(&props.present)))]);
        let keeps = self.keep && kept.is_ok();
        let choice = |keep: bool, label: String, enabled: bool| {
            html! {
                <label class="check"><input type="radio" name="fc-events" checked={keeps == keep} disabled={!enabled}
                    onchange={link.callback(move |_: Event| Msg::Keep(keep))} />{ label }</label>
            }
        };
        let told = match kept {
            Err(misfit) => html! { <p class="note">{ misfit_words(misfit, &self.names(props.lang), lang) }</p> },
            Ok(converted) if keeps && !converted.changes.is_empty() => html! {
                <ul class="changes" aria-label={m.changes}>
                    { for converted.changes.iter().enumerate().map(|(index, change)| {
                        html! { <li key={index}>{ change_words(*change, &converted.scenario, converted.scenario.dialect, lang) }</li> }
                    }) }
                </ul>
            },
            Ok(_) => Html::default(),
        };
        let every = match kept {
            Ok(converted)
                if keeps && converted.changes.iter().any(|change| matches!(change, Change::BatchesCome(_))) =>
            {
                let app = &Messages::of(lang).app;
                let take = {
                    let link = link.clone();
                    Callback::from(move |typed: String| match typed.trim().parse::<usize>() {
                        Ok(every) if every > 0 => {
                            link.send_message(Msg::Every(every));
                            Ok(())
                        }
                        _ => Err(app.fault_every.to_string()),
                    })
                };
                html! {
                    <label class="set"><span aria-hidden="true">{ app.switch_every }</span>
                        <TextField label={app.switch_every} value={self.spark.every.to_string()} {take} class="box" least={8} /></label>
                }
            }
            _ => Html::default(),
        };
        html! {
            <fieldset class="fc-events">
                <legend>{ m.events }</legend>
                <div class="fc-choice">
                    { choice(true, keep, kept.is_ok()) }
                    { choice(false, m.empty.to_string(), true) }
                    { every }
                </div>
                { told }
            </fieldset>
        }
    }

    /// The streams as the text calls them.
    fn names(&self, lang: Lang) -> [String; 2] {
        let setup = self.page.reading.scenario.as_ref();
        Side::BOTH.map(|side| setup.map_or_else(String::new, |setup| setup.streams[side].label(lang).to_string()))
    }
}

fn misfit_words(misfit: &Misfit, names: &[String; 2], lang: Lang) -> String {
    let m = M::of(lang);
    let stream = |side: &Side| ("stream", Arg::from(names[*side as usize].as_str()));
    match misfit {
        Misfit::Kind(side, kind) => fill_plain(lang, m.misfit_kind, &[stream(side), ("kind", kind.word().into())]),
        Misfit::NoKey(side) => fill_plain(lang, m.misfit_key, &[stream(side)]),
        Misfit::SameId(side, id) => fill_plain(lang, m.misfit_id, &[stream(side), ("id", (&**id).into())]),
    }
}

/// Scrolls a list, and nothing around it, so far that an entry is seen.
pub(super) fn into_view(list: &Element, item: &Element) {
    let (box_, of) = (list.get_bounding_client_rect(), item.get_bounding_client_rect());
    if of.top() < box_.top() {
        list.set_scroll_top(list.scroll_top() + (of.top() - box_.top()) as i32 - 8);
    } else if of.bottom() > box_.bottom() {
        list.set_scroll_top(list.scroll_top() + (of.bottom() - box_.bottom()) as i32 + 8);
    }
}

#[derive(Properties, PartialEq)]
struct ItemProps {
    what: String,
    remedy: String,
    at: String,
    span: Range<usize>,
    lit: bool,
    send: Callback<Msg>,
}

/// A finding, which leads to its place.
#[function_component(Item)]
fn item(props: &ItemProps) -> Html {
    let (span, send) = (props.span.clone(), &props.send);
    let point = {
        let span = span.clone();
        move || Msg::Point(Some(span.clone()))
    };
    let over = send.reform({
        let point = point.clone();
        move |_: MouseEvent| point()
    });
    let onfocus = send.reform(move |_: FocusEvent| point());
    html! {
        <li class={props.lit.then_some("lit")}>
            <button type="button" onclick={send.reform(move |_: MouseEvent| Msg::Go(span.clone()))} onmouseenter={over} {onfocus}
                onmouseleave={send.reform(|_: MouseEvent| Msg::Point(None))} onblur={send.reform(|_: FocusEvent| Msg::Point(None))}>
                <span class="what">{ &props.what }</span>
                <span class="at">{ &props.at }</span>
                if !props.remedy.is_empty() {
                    <span class="remedy">{ &props.remedy }</span>
                }
            </button>
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct NumbersProps {
    place: NodeRef,
    lines: usize,
}

#[function_component(Numbers)]
fn numbers(props: &NumbersProps) -> Html {
    let text = use_memo(props.lines, |lines| {
        let mut text = String::with_capacity(lines * 6);
        for line in 1..=*lines {
            text.push_str(&line.to_string());
            text.push('\n');
        }
        text
    });
    html! { <pre ref={props.place.clone()}>{ &*text }</pre> }
}

#[derive(Properties, PartialEq)]
struct MarksProps {
    text: ByRc<str>,
    lines: ByRc<Vec<Line>>,
    lit: Option<Range<usize>>,
}

/// The lines that have marks, each where it stands in the text.
#[function_component(Marks)]
fn marks(props: &MarksProps) -> Html {
    let lit = |span: &Range<usize>| {
        props.lit.as_ref().is_some_and(|lit| lit.start <= span.start && span.end <= lit.end && lit.start < lit.end)
    };
    html! {
        <div>
            { for props.lines.iter().map(|line| {
                let top = (line.number - 1) as f64 * LINE;
                html! {
                    <div key={line.number} class="ln" style={format!("top:{top}px")}>
                        { for line.pieces.iter().map(|piece| {
                            let text = &props.text[piece.span.clone()];
                            let class = match piece.sort {
                                None => return html! { <span>{ text }</span> },
                                Some(Sort::Understood) => "u",
                                Some(Sort::Assumed) => "a",
                                Some(Sort::NotUnderstood) => "n",
                            };
                            html! { <mark class={classes!(class, lit(&piece.span).then_some("lit"))} data-at={piece.span.start.to_string()}>{ text }</mark> }
                        }) }
                    </div>
                }
            }) }
        </div>
    }
}
