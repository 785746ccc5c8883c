//! Keeping, opening and saving.

use super::*;

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{File, FileList};
use yew::prelude::*;

use crate::ui::{crash, file, from_code, ingest::Given, lesson::Ask, picture};
use crate::{
    explain::{format::fill_plain, messages::Messages},
    export,
    ingest::are_events,
    reading,
    runs::{is_log, is_run, reported},
    scenario::{self, Lang, MAX_BYTES, Writing},
    workspace::{LONG, Place},
};

impl App {
    // ---- keeping

    /// What a crash could still save.
    pub(super) fn remember(&self) {
        crash::remember(Rc::clone(self.workspace.scenario()), self.lang);
    }

    /// Keeps the work at once.
    pub(super) fn persist(&mut self) {
        self.start_keeping();
        if let Some(writing) = self.writing.take() {
            self.keep(writing);
        }
    }

    /// Keeps the work: what is long is written a little at a time.
    pub(super) fn start_keeping(&mut self) {
        self.pending = None;
        let scenario = self.workspace.scenario();
        if self.stored.as_ref().is_some_and(|stored| Rc::ptr_eq(stored, scenario)) {
            self.writing = None;
        } else if self.writing.as_ref().is_none_or(|writing| !Rc::ptr_eq(writing.scenario(), scenario)) {
            self.writing = Some(Writing::new(Rc::clone(scenario)));
        }
        if scenario.script.len() < LONG
            && let Some(writing) = self.writing.take()
        {
            self.keep(writing);
        }
        self.store.keep_place(&Place::of(&self.workspace));
    }

    /// Writes so many steps more of what is to be kept; whether it now is known whether it is.
    pub(super) fn keep_on(&mut self, steps: usize) -> bool {
        let Some(writing) = &mut self.writing else { return false };
        let done = writing.go_on(steps) || writing.units() > Store::MOST;
        if done && let Some(writing) = self.writing.take() {
            self.keep(writing);
        }
        done
    }

    fn keep(&mut self, writing: Writing) {
        let scenario = Rc::clone(writing.scenario());
        self.kept = writing.units() <= Store::MOST && self.store.keep(&writing.finish());
        // What there was no room for is tried again with the next step; not so a long one, which costs too much.
        self.stored = (self.kept || scenario.script.len() >= LONG).then_some(scenario);
    }

    // ---- files

    pub(super) fn read_file(&mut self, ctx: &Context<Self>, files: &FileList) -> bool {
        self.dropping = false;
        let files: Vec<File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
        let link = ctx.link().clone();
        if let Some(Dialog::Events(_)) = &self.dialog {
            link.send_message(Msg::Events(files.into_iter().map(given).collect()));
            return true;
        }
        // What the dialog for code asked for is code, unless it is plainly something else.
        let (asked, lang) = (matches!(self.dialog, Some(Dialog::Code(_))), self.lang);
        wasm_bindgen_futures::spawn_local(async move {
            let (mut events, mut code, mut others) = (Vec::new(), Vec::new(), Vec::new());
            for file in files {
                match sort_of(&file, asked).await {
                    Sort::Events => events.push(given(file)),
                    Sort::Code => code.push(file),
                    Sort::Other => others.push(file),
                }
            }
            // Files of events are read together. Of others there can be one, and none beside events.
            if !events.is_empty() {
                link.send_message(Msg::Events(events));
            } else if let Some(first) = code.first() {
                link.send_message(opened_code(first, lang).await);
                if code.len() > 1 {
                    let pattern = Messages::of(lang).app.one_file;
                    let args = [("file", first.name().into())];
                    link.send_message(Msg::Notice(Some(fill_plain(lang, pattern, &args))));
                }
            } else if let Some(beside) = both(&others).await {
                link.send_message(beside);
            } else if let Some(first) = others.first() {
                link.send_message(Msg::Other(first.clone(), others.len() > 1));
            }
        });
        true
    }

    /// Opens a scenario's file, or a lesson's.
    pub(super) fn read_other(&mut self, ctx: &Context<Self>, file: &File, more: bool) -> bool {
        self.notice =
            more.then(|| fill_plain(self.lang, Messages::of(self.lang).app.one_file, &[("file", file.name().into())]));
        if file.size() > MAX_BYTES as f64 {
            let size = (file.size() / 1_048_576.0).ceil().to_string();
            let args = [("file", file.name().into()), ("size", size.into())];
            self.notice = Some(fill_plain(self.lang, Messages::of(self.lang).app.file_too_large, &args));
            return true;
        }
        let (link, file) = (ctx.link().clone(), file.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let name = file.name();
            let bytes = bytes_of(&file).await.map_err(|_| ());
            link.send_message(Msg::Read { name, bytes });
        });
        true
    }

    pub(super) fn read(&mut self, ctx: &Context<Self>, name: String, bytes: Result<Vec<u8>, ()>) -> bool {
        let m = &Messages::of(self.lang).app;
        let text = match bytes.map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => {
                self.notice = Some(fill_plain(self.lang, m.file_not_utf8, &[("file", name.into())]));
                return true;
            }
            Err(()) => {
                self.notice = Some(fill_plain(self.lang, m.file_unreadable, &[("file", name.into())]));
                return true;
            }
        };
        self.open_text(ctx, name, &text)
    }

    pub(super) fn open_text(&mut self, ctx: &Context<Self>, name: String, text: &str) -> bool {
        if is_run(&name, text) {
            self.open_real(name, text.to_string());
            return true;
        }
        if let Some((scenario, real)) = reported(text) {
            return self.open_beside(ctx, name, &scenario, real);
        }
        if Self::is_lesson(&name, text) {
            ctx.link().send_message(Msg::Lesson(Ask::Own(name, text.to_string())));
            return true;
        }
        match scenario::read(text) {
            Ok(scenario) => ctx.link().send_message(Msg::Opened(Rc::new(scenario))),
            Err(problems) => {
                self.dialog = Some(Dialog::Import { name, text: text.into(), problems: Rc::new(problems) })
            }
        }
        true
    }

    /// A scenario, and a real run beside it: those of a report, or of two files.
    pub(super) fn open_beside(&mut self, ctx: &Context<Self>, name: String, scenario: &str, real: String) -> bool {
        match scenario::read(scenario) {
            Ok(scenario) => {
                let last = scenario.script.len();
                self.act(ctx, Action::Open(Rc::new(scenario), last));
                self.open_real(name, real);
            }
            Err(problems) => {
                self.dialog = Some(Dialog::Import { name, text: scenario.into(), problems: Rc::new(problems) })
            }
        }
        true
    }

    pub(super) fn save_file(&self) {
        let scenario = self.workspace.scenario();
        let name = export::file_name(scenario.title.get(Lang::En));
        file::download(&format!("{name}.scenario.json"), "application/json", scenario::write(scenario).as_bytes());
    }
}

/// What opens a scenario and a real run of it, where the files are these two.
async fn both(files: &[File]) -> Option<Msg> {
    let [one, other] = files else { return None };
    if one.size() + other.size() > MAX_BYTES as f64 {
        return None;
    }
    let text = |file: &File| {
        let file = file.clone();
        async move { String::from_utf8(bytes_of(&file).await.ok()?).ok() }
    };
    let mut texts = [(one.name(), text(one).await?), (other.name(), text(other).await?)];
    if is_run(&texts[0].0, &texts[0].1) {
        texts.swap(0, 1);
    }
    let [(_, scenario), (name, real)] = texts;
    let fits = is_run(&name, &real) && scenario::read(&scenario).is_ok();
    fits.then_some(Msg::Beside { name, scenario, real })
}

fn given(file: File) -> Given {
    Given { name: file.name(), blob: file.into() }
}

/// What is in a file.
enum Sort {
    Events,
    Code,
    /// A scenario or a lesson, or nothing that is known.
    Other,
}

/// Told by the file's name, or by how it begins; `asked`: code was asked for.
async fn sort_of(file: &File, asked: bool) -> Sort {
    const HEAD: f64 = 65_536.0;
    let name = file.name().to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let told = if ends(&[".csv", ".tsv", ".ndjson", ".jsonl"]) {
        Sort::Events
    } else if ends(&[".sql", ".py", ".java", ".scala"]) {
        Sort::Code
    } else {
        Sort::Other
    };
    let Ok(head) = file.slice_with_f64_and_f64(0.0, file.size().min(HEAD)) else { return told };
    let Ok(buffer) = wasm_bindgen_futures::JsFuture::from(head.array_buffer()).await else { return told };
    let head = js_sys::Uint8Array::new(&buffer).to_vec();
    let head = String::from_utf8_lossy(&head);
    match told {
        // The output of a job has a row a line as well.
        _ if is_log(&name, &head) => Sort::Other,
        Sort::Other if reading::looks_like(&head) || asked && !ends(&[".json"]) => Sort::Code,
        Sort::Other if are_events(&head) => Sort::Events,
        told => told,
    }
}

/// A text for the dialog that reads code; too long a one is not given to it.
pub(super) fn code_given(name: Option<String>, text: &str) -> from_code::Given {
    from_code::Given { name, text: (text.len() <= reading::MOST_BYTES).then(|| text.to_string()) }
}

async fn opened_code(file: &File, lang: Lang) -> Msg {
    let m = &Messages::of(lang).app;
    let told = |pattern: &str| Msg::Notice(Some(fill_plain(lang, pattern, &[("file", file.name().into())])));
    let given = if file.size() > reading::MOST_BYTES as f64 {
        from_code::Given { name: Some(file.name()), text: None }
    } else {
        match bytes_of(file).await.map(String::from_utf8) {
            Ok(Ok(text)) => code_given(Some(file.name()), &text),
            Ok(Err(_)) => return told(m.file_not_utf8),
            Err(_) => return told(m.file_unreadable),
        }
    };
    Msg::Dialog(Some(Dialog::Code(Some(Rc::new(given)))))
}

/// A text that is served beside the page.
pub(in crate::ui) async fn served(path: &str) -> Result<String, JsValue> {
    // A page that was saved as one file has nothing beside it, and its policy lets nothing be asked for.
    if picture::saved() {
        return Err(JsValue::NULL);
    }
    let response = wasm_bindgen_futures::JsFuture::from(gloo::utils::window().fetch_with_str(path)).await?;
    let response: web_sys::Response = response.dyn_into()?;
    if !response.ok() {
        return Err(response.status_text().into());
    }
    let text = wasm_bindgen_futures::JsFuture::from(response.text()?).await?;
    text.as_string().ok_or(JsValue::NULL)
}

pub(super) async fn bytes_of(file: &File) -> Result<Vec<u8>, JsValue> {
    let buffer = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}
