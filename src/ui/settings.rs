//! All settings: what the sentence has no words for. The scenario's texts, what the streams and their columns are called, and
//! options that are rarely set.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{ByRc, field::TextField, sentence::number};
use crate::{
    explain::{format::fill_plain, messages::Messages},
    scenario::{Dialect, Interval, Join, JoinKind, Lang, Scenario, Side, Text},
    workspace::{Edit, Number, row_fields},
};

#[derive(Clone, Properties, PartialEq)]
pub struct Props {
    pub scenario: ByRc<Scenario>,
    pub lang: Lang,
    pub edit: Callback<Edit>,
}

#[function_component(Settings)]
pub fn settings(props: &Props) -> Html {
    let (scenario, lang, edit) = (&*props.scenario, props.lang, &props.edit);
    let m = Messages::of(lang);
    let join = scenario.join;
    let question = scenario.question.clone();
    let description = scenario.description.clone();
    let title = scenario.title.clone();
    html! {
        <div class="settings">
            <div class="set-group" role="group" aria-label={m.setup.this_scenario}>
                { text(m.app.title.to_string(), scenario.title.get(lang), "", edit.reform(move |wording: String| Edit::Title(title.with(lang, wording)))) }
                { text(m.setup.question.to_string(), wording(scenario.question.as_ref(), lang), m.setup.no_field,
                    edit.reform(move |wording: String| Edit::Question(Text::worded(question.as_ref(), lang, &wording)))) }
                <label class="set wide"><span aria-hidden="true">{ m.setup.description }</span>
                    <Area label={m.setup.description} value={wording(scenario.description.as_ref(), lang).to_string()} placeholder={m.setup.no_field}
                        take={edit.reform(move |wording: String| Edit::Description(Text::worded(description.as_ref(), lang, &wording)))} /></label>
                if let JoinKind::Interval(interval) = join.kind {
                    if scenario.dialect == Dialect::FlinkSql || interval.min_cleanup_interval != 0 {
                        <label class="set"><span aria-hidden="true">{ m.ui.min_cleanup_interval }</span>
                            { number(m.ui.min_cleanup_interval, Number::length(interval.min_cleanup_interval, 0), Some("cleanup"), lang, edit, move |ms| {
                                let interval = Interval { min_cleanup_interval: ms, ..interval };
                                Edit::Join(Join { kind: JoinKind::Interval(interval), ..join })
                            }) }
                        </label>
                    }
                }
            </div>
            { for Side::BOTH.into_iter().map(|side| stream(scenario, side, lang, edit)) }
        </div>
    }
}

fn wording(text: Option<&Text>, lang: Lang) -> &str {
    text.map_or("", |text| text.get(lang))
}

fn text(label: String, value: &str, placeholder: &'static str, change: Callback<String>) -> Html {
    let take = Callback::from(move |typed: String| {
        change.emit(typed.trim().to_string());
        Ok(())
    });
    html! {
        <label class="set"><span aria-hidden="true">{ label.clone() }</span>
            <TextField {label} value={value.to_string()} {placeholder} {take} class="box" least={10} /></label>
    }
}

/// What a stream, one row of it and its columns are called.
fn stream(scenario: &Scenario, side: Side, lang: Lang, edit: &Callback<Edit>) -> Html {
    let m = Messages::of(lang);
    let stream = &scenario.streams[side];
    let name = stream.label(lang).to_string();
    let named = |pattern: &str| fill_plain(lang, pattern, &[("stream", name.clone().into())]);
    let optional = |name: String| (!name.is_empty()).then_some(name);
    let (label, noun) = (stream.label.clone(), stream.noun.clone());
    let (fields, _) = row_fields(scenario, side);
    let head = |field: &String| {
        let head = stream.fields.iter().find(|(name, _)| name == field).map(|(_, head)| head.clone());
        let called =
            fill_plain(lang, m.setup.field_head, &[("stream", name.clone().into()), ("field", field.clone().into())]);
        let shown = head.as_ref().map_or("", |head| head.get(lang)).to_string();
        let field = field.clone();
        let change = edit.reform(move |wording: String| {
            Edit::FieldHead(side, field.clone(), Text::worded(head.as_ref(), lang, &wording))
        });
        text(called, &shown, m.setup.no_field, change)
    };
    let add = {
        let (edit, known) = (edit.clone(), fields.clone());
        Callback::from(move |typed: String| match typed.trim() {
            "" => Ok(()),
            name if known.iter().any(|field| field == name) => Err(Messages::of(lang).setup.field_there.to_string()),
            name => {
                edit.emit(Edit::FieldHead(side, name.to_string(), Some(Text::from(name))));
                Ok(())
            }
        })
    };
    let new_field = named(m.setup.new_stream_field);
    html! {
        <div class="set-group" role="group" aria-label={name.clone()}>
            { text(named(m.setup.stream_label), stream.label.as_ref().map_or(&*stream.name, |label| label.get(lang)), "",
                edit.reform(move |wording: String| Edit::Label(side, Text::worded(label.as_ref(), lang, &wording)))) }
            { text(named(m.setup.stream_noun), stream.noun(lang), "",
                edit.reform(move |wording: String| Edit::Noun(side, Text::worded(noun.as_ref(), lang, &wording)))) }
            { text(named(m.app.key_column), stream.key_name(), "", edit.reform(move |name| Edit::KeyName(side, optional(name)))) }
            { text(named(m.app.time_column), stream.time_name(), "", edit.reform(move |name| Edit::TimeName(side, optional(name)))) }
            { for fields.iter().map(head) }
            <label class="set"><span aria-hidden="true">{ new_field.clone() }</span>
                <TextField label={new_field} value="" placeholder={m.setup.new_field} take={add} class="box" least={10} /></label>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct AreaProps {
    label: AttrValue,
    value: AttrValue,
    placeholder: AttrValue,
    take: Callback<String>,
}

/// A text of several lines; leaving it takes what was typed, Esc forgets it.
#[function_component(Area)]
fn area(props: &AreaProps) -> Html {
    let draft = use_state(|| None::<String>);
    {
        let draft = draft.clone();
        use_effect_with(props.value.clone(), move |_| draft.set(None));
    }
    let typed = |event: &Event| event.target_unchecked_into::<HtmlTextAreaElement>().value();
    let oninput = {
        let draft = draft.clone();
        Callback::from(move |event: InputEvent| draft.set(Some(typed(&event))))
    };
    let onchange = {
        let (draft, take, value) = (draft.clone(), props.take.clone(), props.value.clone());
        Callback::from(move |event: Event| {
            let typed = typed(&event);
            draft.set(None);
            if typed.trim() != &*value {
                take.emit(typed.trim().to_string());
            }
        })
    };
    let onkeydown = {
        let draft = draft.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && draft.is_some() {
                event.stop_propagation();
                draft.set(None);
            }
        })
    };
    let shown = draft.as_ref().map_or_else(|| props.value.to_string(), Clone::clone);
    html! {
        <textarea class="box area" rows="2" aria-label={props.label.clone()} placeholder={props.placeholder.clone()} value={shown}
            {oninput} {onchange} {onkeydown} />
    }
}
