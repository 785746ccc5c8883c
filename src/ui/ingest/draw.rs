//! The dialog as it is now.

use yew::prelude::*;

use super::{Msg, OwnEvents, State};
use crate::{
    explain::{
        format::{Arg, fill_plain},
        ingest::{bad_row, lack, unit_name},
        messages::Ingest,
    },
    ingest::{
        Arrival, Column, DateOrder, Delay, Every, FilePlan, Form, Format, Law, Marks, Of, Order, Outcome, Plan,
        Reading, Role, RowProblem, Seen, UNITS, Value, zone_name, zones,
    },
    scenario::{Lang, MAX_STEPS, Side, Sides, time},
    ui::{
        dialog::Dialog,
        field::TextField,
        icon::Icon,
        select::{Choice, Select},
        sentence::time_fault,
    },
    units::Unit,
};

/// So many bad rows are listed; of the others the number.
const LISTED: usize = 100;

impl OwnEvents {
    pub(super) fn draw(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let (lang, m, link) = (props.lang, Ingest::of(props.lang), ctx.link());
        let none = props.given.is_empty();
        let outcome = match &self.state {
            State::Done(outcome) => Some(&**outcome),
            _ => None,
        };
        let count = outcome.map_or(0, |outcome| outcome.taken);
        let ready = outcome.is_some_and(|outcome| count > 0 && outcome.too_many.is_none()) && !self.bringing;
        html! {
            <Dialog label={m.title} close={m.close} on_close={props.on_close.clone()} light={false} class={classes!("own", none.then_some("empty"))}>
                <div class="own-body" ref={self.body.clone()}>
                    <div class="own-scroll">
                        <p class="prose">{ m.lead }{ " " }<b>{ m.local }</b></p>
                        <div class="acts">
                            <button type="button" class={classes!("btn", none.then_some("solid"))} onclick={props.on_choose.reform(|_: MouseEvent| ())}>
                                { Icon::Open.draw() }{ if none { m.choose } else { m.add } }</button>
                            <button type="button" class="btn" aria-expanded={self.pasting.to_string()} onclick={link.callback(|_| Msg::Paste)}>{ m.paste }</button>
                        </div>
                        if self.pasting {
                            <div class="own-paste">
                                <textarea ref={self.text.clone()} class="box area" rows="5" aria-label={m.text} spellcheck="false" autocomplete="off" />
                                <button type="button" class="btn" onclick={link.callback(|_| Msg::TakeText)}>{ m.take_text }</button>
                            </div>
                        }
                        <div class="own-files">
                            { for self.plan.iter().flat_map(|plan| self.seen.iter().zip(&plan.files).enumerate()).map(|(at, (seen, file))| {
                                html! { <section key={at} class="own-file" aria-label={seen.name.clone()}>{ self.draw_file(ctx, at, seen, file) }</section> }
                            }) }
                        </div>
                        if let Some(plan) = self.plan.as_ref().filter(|_| !none) {
                            <section class="own-settings" aria-label={m.settings}>{ self.draw_settings(ctx, plan, outcome) }</section>
                        }
                        if !none {
                            <section class="own-result" aria-label={m.result}>{ self.draw_result(ctx) }</section>
                        }
                    </div>
                    <footer class="own-end">
                        <span class="muted">{ if none { "" } else { m.bring_note } }</span>
                        <button type="button" class="btn" onclick={props.on_close.reform(|_: MouseEvent| ())}>{ m.cancel }</button>
                        <button type="button" class="btn solid" disabled={!ready} onclick={link.callback(|_| Msg::Bring)}>
                            { fill_plain(lang, m.bring, &[("count", number(count).into())]) }</button>
                    </footer>
                </div>
            </Dialog>
        }
    }

    // ---- a file

    fn draw_file(&self, ctx: &Context<Self>, at: usize, seen: &Seen, file: &FilePlan) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        let called = |pattern: &str| fill_plain(lang, pattern, &[("file", seen.name.as_str().into())]);
        let format = {
            let cells = |delimiter: u8| Format::Cells { delimiter, header: header_of(file.format).unwrap_or(true) };
            let all = [
                (cells(b','), m.comma),
                (cells(b';'), m.semicolon),
                (cells(b'\t'), m.tab),
                (cells(b'|'), m.bar),
                (Format::Lines, m.lines),
                (Format::Array, m.array),
            ];
            let value = all.iter().position(|(format, _)| *format == file.format).unwrap_or(0).to_string();
            let options =
                all.iter().enumerate().map(|(n, (_, text))| Choice::new(n.to_string(), *text)).collect::<Vec<_>>();
            let choose = link.batch_callback(move |n: String| {
                let (format, _) = all.get(n.parse::<usize>().ok()?)?;
                Some(Msg::Format(at, *format))
            });
            html! { <Select label={called(m.format)} {options} {value} {choose} /> }
        };
        let header = header_of(file.format).map(|header| {
            let onchange = match file.format {
                Format::Cells { delimiter, .. } => {
                    let other = Format::Cells { delimiter, header: !header };
                    link.callback(move |_: Event| Msg::Format(at, other))
                }
                Format::Lines | Format::Array => Callback::noop(),
            };
            html! { <label class="set check"><input type="checkbox" checked={header} {onchange} />{ m.header }</label> }
        });
        let remove = called(m.remove);
        html! { <>
            <header>
                <h2 class="mono">{ &seen.name }</h2>
                <span class="note">{ fill_plain(lang, m.bytes, &[("bytes", number(seen.bytes).into())]) }</span>
                <button type="button" class="btn plain icon tiny" aria-label={remove.clone()} title={remove} onclick={link.callback(move |_| Msg::Remove(at))}>
                    { Icon::Close.draw() }</button>
            </header>
            <div class="own-row">
                <label class="set"><span aria-hidden="true">{ m.format_short }</span>{ format }</label>
                <label class="set"><span aria-hidden="true">{ m.of_short }</span>{ self.draw_of(ctx, at, seen, file) }</label>
                { self.draw_values(ctx, at, seen, file) }
                if has_local(seen, file) {
                    <label class="set"><span aria-hidden="true">{ m.zone_short }</span>{ self.draw_zone(ctx, at, seen, file) }</label>
                }
                { for header }
            </div>
            { self.draw_notes(ctx, at, seen, file) }
            <div class="own-table" role="region" tabindex="0" aria-label={called(m.preview)}>
                <table aria-label={called(m.preview)}>
                    <thead><tr>
                        <th scope="col">{ m.line }</th>
                        { for file.columns.iter().enumerate().map(|(n, column)| self.draw_head(ctx, at, n, column)) }
                        <th scope="col">{ m.becomes }</th>
                    </tr></thead>
                    <tbody>{ for seen.rows.iter().map(|(line, row)| self.draw_row(ctx, *line, row.as_ref(), file)) }</tbody>
                </table>
            </div>
        </> }
    }

    fn draw_of(&self, ctx: &Context<Self>, at: usize, seen: &Seen, file: &FilePlan) -> Html {
        let (lang, m) = (ctx.props().lang, Ingest::of(ctx.props().lang));
        let options =
            vec![Choice::new("left", m.of_left), Choice::new("right", m.of_right), Choice::new("column", m.of_column)];
        let value = match &file.of {
            Of::Side(side) => side.word(),
            Of::Column(_) => "column",
        };
        let values = file.columns.iter().position(|column| column.role == Role::Side).and_then(|at| seen.few.get(at));
        let first =
            |n: usize, side: Side| values.and_then(|few| few.get(n)).cloned().unwrap_or(side.word().to_string());
        let told = Sides::new(first(0, Side::Left), first(1, Side::Right));
        let choose = ctx.link().callback(move |word: String| {
            Msg::Of(
                at,
                match &*word {
                    "left" => Of::Side(Side::Left),
                    "right" => Of::Side(Side::Right),
                    _ => Of::Column(told.clone()),
                },
            )
        });
        let label = fill_plain(lang, m.of, &[("file", seen.name.as_str().into())]);
        html! { <Select {label} {options} {value} {choose} /> }
    }

    /// What the side column says for each side.
    fn draw_values(&self, ctx: &Context<Self>, at: usize, seen: &Seen, file: &FilePlan) -> Html {
        let (lang, m) = (ctx.props().lang, Ingest::of(ctx.props().lang));
        let Of::Column(names) = &file.of else { return Html::default() };
        let field = |side: Side, short: &'static str, pattern: &str| {
            let take = {
                let (link, names) = (ctx.link().clone(), names.clone());
                Callback::from(move |typed: String| {
                    let mut names = names.clone();
                    names[side] = typed.trim().to_string();
                    link.send_message(Msg::Of(at, Of::Column(names)));
                    Ok(())
                })
            };
            let label = fill_plain(lang, pattern, &[("file", seen.name.as_str().into())]);
            html! {
                <label class="set"><span aria-hidden="true">{ short }</span>
                    <TextField {label} value={names[side].clone()} {take} class="box" least={8} /></label>
            }
        };
        html! { <>{ field(Side::Left, m.left_is, m.left_value) }{ field(Side::Right, m.right_is, m.right_value) }</> }
    }

    fn draw_zone(&self, ctx: &Context<Self>, at: usize, seen: &Seen, file: &FilePlan) -> Html {
        let (lang, m) = (ctx.props().lang, Ingest::of(ctx.props().lang));
        let here = -(js_sys::Date::new_0().get_timezone_offset() as i64) * time::MINUTE;
        let name = |zone: i64| match zone == here {
            true => fill_plain(lang, m.zone_here, &[("zone", zone_name(zone).into())]),
            false => zone_name(zone),
        };
        let options = zones().map(|zone| Choice::new(zone.to_string(), name(zone))).collect::<Vec<_>>();
        let choose = ctx.link().batch_callback(move |zone: String| Some(Msg::Zone(at, zone.parse().ok()?)));
        let label = fill_plain(lang, m.zone, &[("file", seen.name.as_str().into())]);
        html! { <Select {label} {options} value={file.zone.to_string()} {choose} /> }
    }

    /// What a person should know of a file, or is asked.
    fn draw_notes(&self, ctx: &Context<Self>, at: usize, seen: &Seen, file: &FilePlan) -> Html {
        let (lang, m) = (ctx.props().lang, Ingest::of(ctx.props().lang));
        let facts = match &self.state {
            State::Done(outcome) => outcome.files.get(at),
            _ => None,
        };
        let counted = |pattern: &str, count: usize| fill_plain(lang, pattern, &[("count", number(count).into())]);
        let mut notes: Vec<Html> = Vec::new();
        if seen.ambiguous {
            notes.push(html! { m.ambiguous });
        }
        if let Some(facts) = facts {
            if let Some(wrong) = facts.wrong_unit {
                let unit = unit_name(wrong.unit, lang);
                let args: [(&str, Arg); 3] =
                    [("count", number(wrong.rows).into()), ("all", number(facts.rows).into()), ("unit", unit.into())];
                let time = file.columns.iter().position(|column| matches!(column.role, Role::Time(_)));
                let remedy = time.map(|column| {
                    let onclick = ctx.link().callback(move |_: MouseEvent| {
                        Msg::Role(at, column, Role::Time(Form::Epoch(wrong.unit)))
                    });
                    html! { <button type="button" class="btn small" {onclick}>{ fill_plain(lang, m.read_as, &[("unit", unit.into())]) }</button> }
                });
                notes.push(html! { <>{ fill_plain(lang, m.wrong_unit, &args) }{ " " }{ for remedy }</> });
            }
            if facts.local > 0 {
                let args: [(&str, Arg); 2] =
                    [("count", number(facts.local).into()), ("zone", zone_name(file.zone).into())];
                notes.push(html! { fill_plain(lang, m.zone_asked, &args) });
            }
            if facts.cut > 0 {
                notes.push(html! { counted(m.cut, facts.cut) });
            }
            if facts.keyless > 0 {
                notes.push(html! { counted(m.keyless, facts.keyless) });
            }
        }
        html! {
            <ul class="own-notes" role="status">{ for notes.into_iter().enumerate().map(|(n, note)| html! { <li key={n}>{ note }</li> }) }</ul>
        }
    }

    fn draw_head(&self, ctx: &Context<Self>, at: usize, n: usize, column: &Column) -> Html {
        let (lang, m) = (ctx.props().lang, Ingest::of(ctx.props().lang));
        let called = |pattern: &str| fill_plain(lang, pattern, &[("column", column.name.as_str().into())]);
        let mut options = vec![
            Choice::new("key", m.key),
            Choice::new("time", m.time),
            Choice::new("arrival", m.arrival),
            Choice::new("id", m.id),
            Choice::new("kind", m.kind),
            Choice::new("side", m.side),
            Choice::new("watermark", m.watermark),
        ];
        // In Spark a partition has no watermark of its own.
        if column.role == Role::Partition || self.plan.as_ref().is_some_and(|plan| plan.batches.is_none()) {
            options.push(Choice::new("partition", m.partition));
        }
        if !column.nested {
            options.push(Choice::new("field", m.field));
        }
        options.push(Choice::new("out", m.out));
        let value = match column.role {
            Role::Key => "key",
            Role::Time(_) => "time",
            Role::Arrival(_) => "arrival",
            Role::Id => "id",
            Role::Kind => "kind",
            Role::Side => "side",
            Role::Watermark(_) => "watermark",
            Role::Partition => "partition",
            Role::Field => "field",
            Role::Out => "out",
        };
        let choose = {
            // The form of a column's values is looked for when it is asked for.
            let roles = options.iter().map(|choice| (choice.value.to_string(), self.role(at, n, &choice.value)));
            let roles: Vec<(String, Role)> = roles.collect();
            ctx.link().batch_callback(move |word: String| {
                let (_, role) = roles.iter().find(|(known, _)| *known == word)?;
                Some(Msg::Role(at, n, *role))
            })
        };
        let form = match column.role {
            Role::Time(form) => Some((form, Role::Time as fn(Form) -> Role)),
            Role::Watermark(form) => Some((form, Role::Watermark as fn(Form) -> Role)),
            Role::Arrival(Order::Time(form)) => {
                Some((form, (|form| Role::Arrival(Order::Time(form))) as fn(Form) -> Role))
            }
            _ => None,
        };
        let arrives = matches!(column.role, Role::Arrival(_));
        let form = (form.is_some() || arrives).then(|| {
            let mut options: Vec<Choice> =
                FORMS.iter().map(|(word, form)| Choice::new(*word, form_name(*form, lang))).collect();
            if arrives {
                options.push(Choice::new("place", m.place));
            }
            let value = form.map_or("place", |(now, _)| {
                FORMS.iter().find(|(_, form)| *form == now).map_or("ymd", |(word, _)| *word)
            });
            let role = form.map_or((|form| Role::Arrival(Order::Time(form))) as fn(Form) -> Role, |(_, role)| role);
            let choose = ctx.link().callback(move |word: String| {
                let form = FORMS.iter().find(|(known, _)| **known == *word).map(|(_, form)| *form);
                Msg::Role(at, n, form.map_or(Role::Arrival(Order::Place), role))
            });
            html! { <Select label={called(m.form)} {options} {value} {choose} /> }
        });
        let taken = !matches!(column.role, Role::Field | Role::Out);
        html! {
            <th key={n} scope="col" class={classes!(taken.then_some("taken"), (column.role == Role::Out).then_some("out"))}>
                <span class="name" title={column.name.clone()}>{ &column.name }</span>
                <Select label={called(m.role)} {options} {value} {choose} />
                { for form }
            </th>
        }
    }

    fn draw_row(
        &self,
        ctx: &Context<Self>,
        line: usize,
        row: Result<&Vec<Value<'static>>, &crate::ingest::Fault>,
        file: &FilePlan,
    ) -> Html {
        let lang = ctx.props().lang;
        let names = self.names();
        let bad = |fault: &crate::ingest::Fault| html! { <td class="wrong">{ bad_row(fault, &names, lang) }</td> };
        let values = match row {
            Ok(values) => values,
            Err(fault) => {
                return html! { <tr key={line}><td class="muted">{ line }</td><td class="wrong" colspan={(file.columns.len() + 1).to_string()}>{ bad_row(fault, &names, lang) }</td></tr> };
            }
        };
        let tried = Reading::try_row(file, values);
        let fault_at = tried.as_ref().err().and_then(|(column, _)| *column);
        let becomes = match &tried {
            Ok(trial) => {
                let stream = self.plan.as_ref().map_or("", |plan| &*plan.names[trial.side]);
                let side = if trial.side == Side::Left { "L" } else { "R" };
                html! { <td class="becomes"><b class={side}>{ stream }</b>{ " " }<code>{ trial.key.clone().unwrap_or("NULL".into()) }</code>{ " " }<span>{ time::iso(trial.time) }</span></td> }
            }
            Err((_, fault)) => bad(fault),
        };
        html! {
            <tr key={line}>
                <td class="muted">{ line }</td>
                { for values.iter().enumerate().map(|(n, value)| {
                    let out = file.columns.get(n).is_some_and(|column| column.role == Role::Out);
                    html! {
                        <td key={n} class={classes!((fault_at == Some(n)).then_some("wrong"), out.then_some("out"))}>
                            { value.text().map_or_else(|| html! { <span class="muted">{ "NULL" }</span> }, |text| html! { { short(text) } }) }</td>
                    }
                }) }
                { becomes }
            </tr>
        }
    }

    // ---- how they arrive

    fn draw_settings(&self, ctx: &Context<Self>, plan: &Plan, outcome: Option<&Outcome>) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        let name = |side: Side, label: &'static str| {
            let take = {
                let link = link.clone();
                Callback::from(move |typed: String| {
                    if typed.trim().is_empty() {
                        return Err(crate::explain::messages::Messages::of(lang).app.fault_name.to_string());
                    }
                    link.send_message(Msg::Name(side, typed.trim().to_string()));
                    Ok(())
                })
            };
            html! { <label class="set"><span aria-hidden="true">{ label }</span><TextField {label} value={plan.names[side].clone()} {take} class="box" least={10} /></label> }
        };
        let columns =
            |is: fn(Role) -> bool| plan.files.iter().all(|file| file.columns.iter().any(|column| is(column.role)));
        let order = {
            let by_column = columns(|role| matches!(role, Role::Arrival(_)));
            let mut options = vec![Choice::new("lines", m.order_lines), Choice::new("column", m.order_column)];
            options.extend([Choice::new("uniform", m.order_uniform), Choice::new("exponential", m.order_exponential)]);
            let value = match plan.arrival {
                Arrival::Lines => "lines",
                Arrival::Column => "column",
                Arrival::Delay(Delay { law: Law::Uniform { .. }, .. }) => "uniform",
                Arrival::Delay(_) => "exponential",
            };
            let now = match plan.arrival {
                Arrival::Delay(delay) => delay,
                _ => Delay::default(),
            };
            let ms = match now.law {
                Law::Uniform { most: ms } | Law::Exponential { mean: ms } => ms,
            };
            // Not a way that is open yet, unless it is the one taken.
            let options = options
                .into_iter()
                .filter(|choice| by_column || choice.value != "column" || value == "column")
                .collect::<Vec<_>>();
            let choose = link.callback(move |word: String| {
                Msg::Arrival(match &*word {
                    "column" => Arrival::Column,
                    "uniform" => Arrival::Delay(Delay { law: Law::Uniform { most: ms }, ..now }),
                    "exponential" => Arrival::Delay(Delay { law: Law::Exponential { mean: ms }, ..now }),
                    _ => Arrival::Lines,
                })
            });
            html! { <label class="set"><span aria-hidden="true">{ m.order }</span><Select label={m.order} {options} {value} {choose} /></label> }
        };
        let simulated = match plan.arrival {
            Arrival::Delay(delay) => self.draw_delay(ctx, delay),
            _ => Html::default(),
        };
        html! { <>
            <h2>{ m.settings }</h2>
            <div class="own-row">
                { name(Side::Left, m.left_name) }
                { name(Side::Right, m.right_name) }
                { order }
                { simulated }
                { draw_first(ctx, plan.first) }
            </div>
            if plan.arrival == Arrival::Lines && plan.files.len() > 1 {
                <p class="muted">{ m.order_lines_note }</p>
            }
            <div class="own-row">
                { for Side::BOTH.into_iter().map(|side| self.draw_marks(ctx, plan, outcome, side)) }
                { self.draw_batches(ctx, plan) }
                { self.draw_clock(ctx, plan) }
            </div>
        </> }
    }

    fn draw_delay(&self, ctx: &Context<Self>, delay: Delay) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        let set = |change: Delay| Msg::Arrival(Arrival::Delay(change));
        let (label, ms) = match delay.law {
            Law::Uniform { most } => (m.most, most),
            Law::Exponential { mean } => (m.mean, mean),
        };
        let long = duration_field(
            label,
            ms,
            lang,
            link.callback(move |ms| {
                let law = match delay.law {
                    Law::Uniform { .. } => Law::Uniform { most: ms },
                    Law::Exponential { .. } => Law::Exponential { mean: ms },
                };
                set(Delay { law, ..delay })
            }),
        );
        let late = number_field(
            m.late,
            u64::from(delay.late),
            100,
            link.callback(move |late: u64| set(Delay { late: u32::try_from(late).unwrap_or(100), ..delay })),
        );
        let late_by = duration_field(
            m.late_by,
            delay.late_by,
            lang,
            link.callback(move |late_by| set(Delay { late_by, ..delay })),
        );
        let seed = number_field(m.seed, delay.seed, 1 << 53, link.callback(move |seed| set(Delay { seed, ..delay })));
        html! { <>{ long }{ late }if delay.late > 0 { { late_by } }{ seed }</> }
    }

    /// A side's watermark, and what the files say of its delay.
    fn draw_marks(&self, ctx: &Context<Self>, plan: &Plan, outcome: Option<&Outcome>, side: Side) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        let stream = || Arg::from(plan.names[side].clone());
        let marked = plan.files.iter().any(|file| {
            file.of != Of::Side(side.other())
                && file.columns.iter().any(|column| matches!(column.role, Role::Watermark(_)))
        });
        let now = plan.watermarks[side];
        let mut options = vec![Choice::new("bounded", m.bounded)];
        if marked && plan.batches.is_none() || now == Marks::Column {
            options.push(Choice::new("column", m.by_column));
        }
        options.push(Choice::new("none", m.none));
        let (value, delay) = match now {
            Marks::Bounded { delay } => ("bounded", delay),
            Marks::Column => ("column", 5 * time::SECOND),
            Marks::None => ("none", 5 * time::SECOND),
        };
        let choose = link.callback(move |word: String| {
            Msg::Marks(
                side,
                match &*word {
                    "column" => Marks::Column,
                    "none" => Marks::None,
                    _ => Marks::Bounded { delay },
                },
            )
        });
        let label = fill_plain(lang, m.watermark_of, &[("stream", stream())]);
        let field = (value == "bounded").then(|| {
            let label = fill_plain(lang, m.delay_of, &[("stream", stream())]);
            let taken = link.callback(move |delay| Msg::Marks(side, Marks::Bounded { delay }));
            duration_field(label, delay, lang, taken)
        });
        // A delay of 0 finds no row late either, where all come in order.
        let needed = outcome.filter(|outcome| outcome.good[side] > 0).map(|outcome| outcome.disorder[side]);
        let hint = needed.filter(|_| value == "bounded").map(|needed| {
            let told = || Arg::from(time::duration(needed, lang));
            let take = (needed != delay).then(|| {
                let onclick = link.callback(move |_: MouseEvent| Msg::Marks(side, Marks::Bounded { delay: needed }));
                html! { <button type="button" class="btn small" {onclick}>{ fill_plain(lang, m.take_delay, &[("delay", told())]) }</button> }
            });
            html! { <p class="muted">{ fill_plain(lang, m.disorder, &[("delay", told()), ("stream", stream())]) }{ " " }{ for take }</p> }
        });
        let partitions = outcome.map(|outcome| &outcome.partitions[side]).filter(|rows| !rows.is_empty());
        let partitions = partitions.map(|rows| {
            let args = [("stream", stream()), ("count", rows.len().to_string().into())];
            let empty: Vec<String> =
                rows.iter().enumerate().filter(|(_, rows)| **rows == 0).map(|(at, _)| at.to_string()).collect();
            let empty =
                (!empty.is_empty()).then(|| fill_plain(lang, m.partitions_empty, &[("list", listed(&empty).into())]));
            html! { <p class="muted">{ fill_plain(lang, m.partitions, &args) }{ " " }{ empty }</p> }
        });
        html! {
            <div key={side.word()} class="own-marks">
                <label class="set"><span aria-hidden="true">{ label.clone() }</span><Select {label} {options} {value} {choose} /></label>
                { for field }
                { for hint }
                { for partitions }
            </div>
        }
    }

    /// Processing time, which TTLs and idle timeouts count.
    fn draw_clock(&self, ctx: &Context<Self>, plan: &Plan) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        if plan.batches.is_some() {
            return Html::default();
        }
        let options = vec![Choice::new("none", m.clock_none), Choice::new("moves", m.clock_moves)];
        let choose = link.callback(|word: String| Msg::Clock((word == "moves").then_some(time::MINUTE)));
        let field = plan.clock.map(|every| {
            duration_field(m.clock_every, every, lang, link.callback(|ms: i64| Msg::Clock(Some(ms.max(1)))))
        });
        html! {
            <div class="own-marks">
                <label class="set"><span aria-hidden="true">{ m.clock }</span><Select label={m.clock} {options} value={if plan.clock.is_some() { "moves" } else { "none" }} {choose} /></label>
                { for field }
            </div>
        }
    }

    fn draw_batches(&self, ctx: &Context<Self>, plan: &Plan) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        let Some(every) = plan.batches else { return Html::default() };
        let options = vec![Choice::new("rows", m.batch_rows), Choice::new("millis", m.batch_millis)];
        let (value, field) = match every {
            Every::Rows(rows) => {
                let taken = link.callback(|rows: u64| {
                    Msg::Batches(Every::Rows(usize::try_from(rows.max(1)).unwrap_or(usize::MAX)))
                });
                ("rows", number_field(m.batch, rows as u64, MAX_STEPS as u64, taken))
            }
            Every::Millis(ms) => {
                let taken = link.callback(|ms: i64| Msg::Batches(Every::Millis(ms.max(1))));
                ("millis", duration_field(m.batch, ms, lang, taken))
            }
        };
        let choose = link.callback(|word: String| {
            Msg::Batches(if word == "millis" { Every::Millis(time::MINUTE) } else { Every::Rows(100) })
        });
        html! { <>
            <label class="set"><span aria-hidden="true">{ m.batch_by }</span><Select label={m.batch_by} {options} {value} {choose} /></label>
            { field }
        </> }
    }

    // ---- what came of it

    fn draw_result(&self, ctx: &Context<Self>) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        let names = self.names();
        let lacks = self.plan.as_ref().map(Plan::lacks).unwrap_or_default();
        let stream = |side: Side| self.plan.as_ref().map(|plan| plan.names[side].clone()).unwrap_or_default();
        let told = match &self.state {
            State::Looking => html! { <p class="muted">{ m.looking }</p> },
            State::Failed(why) => html! { <p class="fault" role="alert">{ why }</p> },
            State::Due | State::Reading(_) if !lacks.is_empty() => {
                let lacks = lacks.into_iter().map(|one| html! { <li>{ lack(one, &names, stream, lang) }</li> });
                html! { <ul class="own-lacks" role="alert">{ for lacks }</ul> }
            }
            State::Due | State::Reading(_) => {
                let percent = match self.state {
                    State::Reading(percent) => percent.to_string(),
                    _ => "0".to_string(),
                };
                html! {
                    <div class="own-progress">
                        <div role="progressbar" aria-label={m.reading} aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent.clone()}>
                            <i style={format!("width:{percent}%")} /></div>
                        <span class="muted">{ format!("{} {percent} %", m.reading) }</span>
                        <button type="button" class="btn small" onclick={link.callback(|_| Msg::Stop)}>{ m.stop }</button>
                    </div>
                }
            }
            State::Stopped => html! {
                <p role="status">{ m.stopped }{ " " }<button type="button" class="btn small" onclick={link.callback(|_| Msg::Read)}>{ m.read_again }</button></p>
            },
            State::Done(outcome) => self.draw_outcome(ctx, outcome, &names),
        };
        html! { <><h2>{ m.result }</h2>{ told }</> }
    }

    fn draw_outcome(&self, ctx: &Context<Self>, outcome: &Outcome, names: &[String]) -> Html {
        let (lang, link) = (ctx.props().lang, ctx.link());
        let m = Ingest::of(lang);
        let name = |side: Side| Arg::from(self.plan.as_ref().map(|plan| plan.names[side].clone()).unwrap_or_default());
        let counts: [(&str, Arg); 6] = [
            ("rows", number(outcome.rows()).into()),
            ("left", number(outcome.good.left).into()),
            ("right", number(outcome.good.right).into()),
            ("bad", number(outcome.bad()).into()),
            ("left_name", name(Side::Left)),
            ("right_name", name(Side::Right)),
        ];
        let span = outcome.span.map(|(first, last)| {
            let args: [(&str, Arg); 2] = [("from", time::iso(first).into()), ("to", time::iso(last).into())];
            fill_plain(lang, m.from_to, &args)
        });
        let none = outcome.good.left + outcome.good.right == 0;
        let empty = Side::BOTH.into_iter().find(|side| outcome.good[*side] == 0).filter(|_| !none);
        html! { <>
            <p role="status"><b>{ fill_plain(lang, m.rows, &counts) }</b>{ " " }{ span }{ " " }
                if outcome.too_many.is_none() { { fill_plain(lang, m.steps, &[("steps", number(outcome.steps).into())]) } }</p>
            if outcome.left_out() > 0 && outcome.too_many.is_none() {
                <p class="own-note">{ fill_plain(lang, m.left_out, &[("count", number(outcome.left_out()).into()), ("taken", number(outcome.taken).into())]) }</p>
            }
            if none {
                <p class="fault" role="alert">{ m.no_row }</p>
            }
            if let Some(side) = empty {
                <p class="own-note">{ fill_plain(lang, m.one_side, &[("stream", name(side))]) }</p>
            }
            if let Some(fit) = outcome.too_many {
                <p class="fault" role="alert">{ fill_plain(lang, m.too_many, &[("most", number(MAX_STEPS).into())]) }{ " " }
                    <button type="button" class="btn small" onclick={link.callback(move |_| Msg::First(Some(fit)))}>{ fill_plain(lang, m.take_first, &[("count", number(fit).into())]) }</button></p>
            }
            if outcome.bad() > 0 {
                <h3>{ m.bad_rows }{ " " }<span class="muted">{ fill_plain(lang, m.bad_rows_note, &[("count", number(outcome.bad()).into())]) }</span></h3>
                <div class="own-table bad" role="region" tabindex="0" aria-label={m.bad_rows}>
                    <table aria-label={m.bad_rows}>
                        <thead><tr><th scope="col">{ m.where_head }</th><th scope="col">{ m.there }</th><th scope="col">{ m.why }</th></tr></thead>
                        <tbody>{ for outcome.problems.iter().take(LISTED).enumerate().map(|(n, problem)| self.draw_problem(lang, n, problem, names)) }</tbody>
                    </table>
                </div>
                if outcome.bad() > LISTED {
                    <p class="muted">{ fill_plain(lang, m.more_bad, &[("count", number(outcome.bad() - LISTED).into())]) }</p>
                }
            }
        </> }
    }

    fn draw_problem(&self, lang: Lang, n: usize, problem: &RowProblem, names: &[String]) -> Html {
        let m = Ingest::of(lang);
        let file = names.get(problem.file).cloned().unwrap_or_default();
        let column =
            problem.column.and_then(|at| self.file(problem.file)?.columns.get(at)).map(|column| column.name.clone());
        let pattern = if column.is_some() { m.at_column } else { m.at };
        let args: [(&str, Arg); 3] = [
            ("file", file.into()),
            ("line", problem.line.to_string().into()),
            ("column", column.unwrap_or_default().into()),
        ];
        html! {
            <tr key={n}>
                <th scope="row">{ fill_plain(lang, pattern, &args) }</th>
                <td><code>{ &problem.text }</code></td>
                <td>{ bad_row(&problem.fault, names, lang) }</td>
            </tr>
        }
    }

    fn names(&self) -> Vec<String> {
        self.seen.iter().map(|seen| seen.name.clone()).collect()
    }
}

const FORMS: [(&str, Form); 7] = [
    ("ymd", Form::Text(DateOrder::Ymd)),
    ("dmy", Form::Text(DateOrder::Dmy)),
    ("mdy", Form::Text(DateOrder::Mdy)),
    ("s", Form::Epoch(UNITS[0])),
    ("ms", Form::Epoch(UNITS[1])),
    ("us", Form::Epoch(UNITS[2])),
    ("ns", Form::Epoch(UNITS[3])),
];

fn form_name(form: Form, lang: Lang) -> &'static str {
    let m = Ingest::of(lang);
    match form {
        Form::Text(DateOrder::Ymd) => m.ymd,
        Form::Text(DateOrder::Dmy) => m.dmy,
        Form::Text(DateOrder::Mdy) => m.mdy,
        Form::Epoch(unit @ (Unit::Seconds | Unit::Millis | Unit::Micros | Unit::Nanos)) => unit_name(unit, lang),
    }
}

fn header_of(format: Format) -> Option<bool> {
    match format {
        Format::Cells { header, .. } => Some(header),
        Format::Lines | Format::Array => None,
    }
}

/// Whether some time of the first rows names no zone.
fn has_local(seen: &Seen, file: &FilePlan) -> bool {
    let forms = file.columns.iter().enumerate().filter_map(|(at, column)| match column.role {
        Role::Time(form) | Role::Watermark(form) | Role::Arrival(Order::Time(form)) => Some((at, form)),
        _ => None,
    });
    let forms: Vec<(usize, Form)> = forms.collect();
    let rows = || seen.rows.iter().filter_map(|(_, row)| row.as_ref().ok());
    rows().any(|row| {
        forms
            .iter()
            .any(|(at, form)| row.get(*at).is_some_and(|value| form.read(value, 0).is_ok_and(|when| when.local)))
    })
}

/// A number with its thousands apart.
fn number(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn short(text: &str) -> String {
    const MOST: usize = 40;
    let mut cut: String = text.chars().take(MOST).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

/// The first few, and how many more.
fn listed(all: &[String]) -> String {
    const MOST: usize = 8;
    let first = all[..all.len().min(MOST)].join(", ");
    if all.len() > MOST { format!("{first} … (+{})", all.len() - MOST) } else { first }
}

/// How many rows are taken.
fn draw_first(ctx: &Context<OwnEvents>, first: Option<usize>) -> Html {
    let m = Ingest::of(ctx.props().lang);
    let link = ctx.link().clone();
    let take = Callback::from(move |typed: String| {
        let word = typed.trim();
        let all = word.is_empty() || word.eq_ignore_ascii_case(m.first_all);
        let first = if all { Some(None) } else { word.replace(',', "").parse().ok().filter(|n| *n > 0).map(Some) };
        link.send_message(Msg::First(first.ok_or_else(|| m.first_fault.to_string())?));
        Ok(())
    });
    let value = first.map_or_else(|| m.first_all.to_string(), |first| first.to_string());
    html! {
        <label class="set"><span aria-hidden="true">{ m.first }</span>
            <TextField label={m.first} {value} {take} class="box" least={6} /></label>
    }
}

fn duration_field(label: impl Into<AttrValue>, ms: i64, lang: Lang, taken: Callback<i64>) -> Html {
    let label = label.into();
    let take = Callback::from(move |typed: String| match time::parse_duration(&typed) {
        Ok(ms) if ms >= 0 => {
            taken.emit(ms);
            Ok(())
        }
        Ok(_) => Err(time_fault(time::TimeFault::Form, true, lang)),
        Err(fault) => Err(time_fault(fault, true, lang)),
    });
    html! {
        <label class="set"><span aria-hidden="true">{ label.clone() }</span>
            <TextField {label} value={time::duration(ms, lang)} {take} class="box" least={8} /></label>
    }
}

fn number_field(label: impl Into<AttrValue>, n: u64, most: u64, taken: Callback<u64>) -> Html {
    let label = label.into();
    let take = Callback::from(move |typed: String| match typed.trim().parse::<u64>() {
        Ok(n) if n <= most => {
            taken.emit(n);
            Ok(())
        }
        _ => Err(format!("0–{most}")),
    });
    html! {
        <label class="set"><span aria-hidden="true">{ label.clone() }</span>
            <TextField {label} value={n.to_string()} {take} class="box" least={6} /></label>
    }
}
