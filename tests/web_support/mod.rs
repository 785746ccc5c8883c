//! A person at the page: finds things by role and accessible name, acts on them, reads what is there.
//!
//! Everything goes through [`Page`] and [`Node`]. A test that looks for something that is not there fails with a list of what
//! is. After each action the page settles: what it scheduled has run and is drawn.

#![allow(dead_code)]

use std::cell::RefCell;

use joinscope_core::ui::{self, App};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, DragEvent, DragEventInit, Element, Event, EventInit, File, FilePropertyBag, HtmlElement,
    HtmlInputElement, HtmlSelectElement, InputEvent, InputEventInit, KeyboardEvent, KeyboardEventInit, PointerEvent,
    PointerEventInit,
};
use yew::AppHandle;

/// The page's styles: they decide, too, what is hidden.
const STYLES: [&str; 6] = [
    include_str!("../../www/style.css"),
    include_str!("../../www/panels.css"),
    include_str!("../../www/charts.css"),
    include_str!("../../www/zoom.css"),
    include_str!("../../www/plane.css"),
    include_str!("../../www/look.css"),
];

thread_local! {
    /// What the tests have put on the page. A test that fails leaves it to the next to tidy up.
    static MOUNTED: RefCell<Vec<(Element, AppHandle<App>)>> = const { RefCell::new(Vec::new()) };
}

/// The app as mounted.
#[derive(Clone)]
pub struct Page {
    root: Element,
}

impl Page {
    /// A browser that was never here before, in English.
    pub async fn first_visit() -> Self {
        tidy();
        forget_everything();
        prefer("lang", "en");
        Self::mount().await
    }

    /// A browser that has kept this scenario's text for a tab, and nothing else.
    pub async fn with_kept(scenario: &str) -> Self {
        tidy();
        forget_everything();
        prefer("lang", "en");
        let local = local();
        local.set_item("joinscope:tabs", "[\"before\"]").unwrap();
        local.set_item("joinscope:work:before", scenario).unwrap();
        Self::mount().await
    }

    /// The app, as a tab that opens now shows it.
    pub async fn mount() -> Self {
        if document().get_element_by_id("styles").is_none() {
            let style = document().create_element("style").unwrap();
            style.set_id("styles");
            style.set_text_content(Some(&STYLES.concat()));
            document().head().unwrap().append_child(&style).unwrap();
        }
        let root = document().create_element("div").unwrap();
        body().append_child(&root).unwrap();
        let handle = ui::mount(root.clone());
        MOUNTED.with_borrow_mut(|mounted| mounted.push((root.clone(), handle)));
        let page = Page { root };
        settle().await;
        page.until("the stage", || page.try_get("listbox", "").is_ok() || !page.all("listbox").is_empty()).await;
        page
    }

    /// Closes the tab, if it is not to be reloaded with all its storage.
    pub async fn close(self) {
        self.fine();
        window().dispatch_event(&Event::new("pagehide").unwrap()).unwrap();
        settle().await;
        tidy();
    }

    /// What a browser does on reload.
    pub async fn reload(self) -> Self {
        self.close().await;
        Self::mount().await
    }

    /// The app has not crashed.
    pub fn fine(&self) {
        assert!(document().query_selector(".crash").unwrap().is_none(), "the app has crashed");
    }

    /// The crash screen, which is outside the app.
    pub fn crash_screen(&self) -> Option<Node> {
        document().query_selector("body > [role=alert]").unwrap().map(Node)
    }

    pub fn node(&self) -> Node {
        Node(self.root.clone())
    }

    pub fn get(&self, role: &str, name: &str) -> Node {
        self.node().get(role, name)
    }

    pub fn try_get(&self, role: &str, name: &str) -> Result<Node, String> {
        self.node().try_get(role, name)
    }

    pub fn has(&self, role: &str, name: &str) -> bool {
        self.try_get(role, name).is_ok()
    }

    pub fn all(&self, role: &str) -> Vec<Node> {
        self.node().all(role)
    }

    // ---- what is shown

    /// The names of a stream's marks, from the first row that arrives to the last.
    pub fn options(&self, list: &str) -> Vec<String> {
        self.get("listbox", list).all("option").iter().map(Node::name).collect()
    }

    /// The names of all marks.
    pub fn marks(&self) -> Vec<String> {
        self.all("listbox").iter().flat_map(|list| list.all("option")).map(|mark| mark.name()).collect()
    }

    /// A mark's name, by its row's id.
    pub fn option(&self, id: &str) -> String {
        let all = self.marks();
        let start = format!("{id}, ");
        all.iter().find(|name| name.starts_with(&start)).cloned().unwrap_or_else(|| panic!("no {id} among {all:#?}"))
    }

    /// The id of the selected row.
    pub fn selected(&self) -> Option<String> {
        let lists = self.all("listbox");
        let selected =
            lists.iter().flat_map(|list| list.all("option")).find(|option| option.attr("aria-selected") == "true")?;
        selected.name().split(',').next().map(str::to_string)
    }

    /// The rows of a table's body, cell by cell.
    pub fn rows(&self, table: &str) -> Vec<Vec<String>> {
        self.get("table", table).rows()
    }

    /// The same, with the cells of a row as one text.
    pub fn lines(&self, table: &str) -> Vec<String> {
        self.rows(table).iter().map(|row| row.join(" ")).collect()
    }

    pub fn output(&self) -> Vec<String> {
        self.lines("Output")
    }

    /// The sentences of the region Why.
    pub fn why(&self) -> Vec<String> {
        self.get("region", "Why").all("listitem").iter().map(Node::text).collect()
    }

    pub fn alerts(&self) -> Vec<String> {
        self.all("alert").iter().map(Node::text).collect()
    }

    /// The slider's text, which says where the playhead is.
    pub fn step(&self) -> String {
        self.get("slider", "Step").attr("aria-valuetext")
    }

    pub fn value(&self, role: &str, name: &str) -> String {
        self.get(role, name).value()
    }

    // ---- what is done

    pub async fn click(&self, name: &str) {
        self.get("button", name).click().await;
    }

    /// A key, where the focus is: `ArrowLeft`, `Control+Shift+z`.
    pub async fn press(&self, key: &str) {
        let at = document().active_element().unwrap_or_else(|| body().into());
        Node(at).press(key).await;
    }

    /// Nothing has the focus.
    pub async fn blur(&self) {
        if let Some(at) = document().active_element().and_then(|at| at.dyn_into::<HtmlElement>().ok()) {
            at.blur().unwrap();
        }
        settle().await;
    }

    /// Types into a field and takes it by Enter.
    pub async fn fill(&self, field: &str, text: &str) {
        let field = self.get("textbox", field);
        field.type_in(text).await;
        field.press("Enter").await;
    }

    pub async fn choose(&self, select: &str, text: &str) {
        self.get("combobox", select).choose(text).await;
    }

    pub async fn paste(&self, text: &str) {
        let data = DataTransfer::new().unwrap();
        data.set_data("text/plain", text).unwrap();
        let event = Event::new_with_event_init_dict("paste", &bubbling()).unwrap();
        js_sys::Reflect::set(&event, &"clipboardData".into(), &data).unwrap();
        body().dispatch_event(&event).unwrap();
        settle().await;
    }

    /// Drops a file of these bytes on the page.
    pub async fn drop_file(&self, name: &str, bytes: &[u8]) {
        let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
        let kind = FilePropertyBag::new();
        kind.set_type("application/json");
        let file = File::new_with_u8_array_sequence_and_options(&parts, name, &kind).unwrap();
        let data = DataTransfer::new().unwrap();
        data.items().add_with_file(&file).unwrap();
        for kind in ["dragover", "drop"] {
            let init = DragEventInit::new();
            init.set_bubbles(true);
            init.set_cancelable(true);
            init.set_data_transfer(Some(&data));
            let event = DragEvent::new_with_event_init_dict(kind, &init).unwrap();
            self.root.dispatch_event(&event).unwrap();
            settle().await;
        }
        settle().await;
    }

    /// Waits, a quarter of a minute at most, for what needs a while.
    pub async fn until(&self, what: &str, mut so: impl FnMut() -> bool) {
        for _ in 0..900 {
            if so() {
                return;
            }
            frame().await;
        }
        panic!("waited in vain for {what}");
    }
}

/// Something on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Node(pub Element);

impl Node {
    pub fn all(&self, role: &str) -> Vec<Node> {
        let mut found = Vec::new();
        walk(&self.0, &mut |element| {
            if role_of(element) == role {
                found.push(Node(element.clone()));
            }
        });
        found
    }

    pub fn try_get(&self, role: &str, name: &str) -> Result<Node, String> {
        let all = self.all(role);
        let mut named: Vec<&Node> = all.iter().filter(|node| node.name() == name).collect();
        match (named.pop(), named.len()) {
            (Some(node), 0) => Ok(node.clone()),
            (Some(_), more) => Err(format!("{} of role {role} are named {name:?}", more + 1)),
            (None, _) => {
                let mut there = Vec::new();
                walk(&self.0, &mut |element| {
                    let role = role_of(element);
                    if !role.is_empty() && !["cell", "row", "columnheader", "rowheader", "option"].contains(&&*role) {
                        there.push(format!("{role} {:?}", Node(element.clone()).name()));
                    }
                });
                let names: Vec<String> = all.iter().map(Node::name).collect();
                Err(format!(
                    "no {role} named {name:?}. Of that role: {names:?}. On the page:\n  {}",
                    there.join("\n  ")
                ))
            }
        }
    }

    pub fn get(&self, role: &str, name: &str) -> Node {
        self.try_get(role, name).unwrap_or_else(|why| panic!("{why}"))
    }

    pub fn has(&self, role: &str, name: &str) -> bool {
        self.try_get(role, name).is_ok()
    }

    pub fn name(&self) -> String {
        name_of(&self.0)
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        text_of(&self.0, &mut text);
        squeeze(&text)
    }

    pub fn attr(&self, name: &str) -> String {
        self.0.get_attribute(name).unwrap_or_default()
    }

    pub fn is_on(&self) -> bool {
        match self.0.dyn_ref::<HtmlInputElement>() {
            Some(input) => input.checked(),
            None => self.attr("aria-checked") == "true" || self.attr("aria-pressed") == "true",
        }
    }

    pub fn is_enabled(&self) -> bool {
        !self.0.has_attribute("disabled") && self.attr("aria-disabled") != "true"
    }

    /// A field's text, or a select's chosen text.
    pub fn value(&self) -> String {
        if let Some(select) = self.0.dyn_ref::<HtmlSelectElement>() {
            let chosen = select.options().item(select.selected_index().max(0) as u32);
            return chosen.map(|option| squeeze(&option.text_content().unwrap_or_default())).unwrap_or_default();
        }
        self.0.unchecked_ref::<HtmlInputElement>().value()
    }

    /// The rows of a table's body.
    pub fn rows(&self) -> Vec<Vec<String>> {
        self.all("row")
            .iter()
            .filter(|row| row.all("columnheader").is_empty())
            .map(|row| {
                let mut cells = Vec::new();
                walk(&row.0, &mut |element| {
                    if ["cell", "rowheader"].contains(&&*role_of(element)) {
                        cells.push(Node(element.clone()).text());
                    }
                });
                cells
            })
            .collect()
    }

    /// A table's row groups: name and ids (the first cells).
    pub fn groups(&self) -> Vec<(String, Vec<String>)> {
        let groups = self.all("rowgroup").into_iter().filter(|group| group.all("columnheader").is_empty());
        groups
            .map(|group| {
                let ids = group.rows().into_iter().filter_map(|row| row.into_iter().next()).collect();
                (group.name(), ids)
            })
            .collect()
    }

    pub fn has_focus(&self) -> bool {
        document().active_element().as_ref() == Some(&self.0)
    }

    // ---- what is done

    pub async fn focus(&self) {
        focus(&self.0);
        settle().await;
    }

    pub async fn click(&self) {
        assert!(self.is_enabled(), "{:?} is disabled", self.name());
        let target = &self.0;
        let rect = target.get_bounding_client_rect();
        let (x, y) = (rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0);
        pointer(target, "pointerdown", x, y);
        if target.tab_index_attribute() {
            focus(target);
        }
        pointer(target, "pointerup", x, y);
        match target.dyn_ref::<HtmlElement>() {
            Some(html) => html.click(),
            None => {
                target.dispatch_event(&Event::new_with_event_init_dict("click", &bubbling()).unwrap()).unwrap();
            }
        }
        settle().await;
    }

    /// Replaces a field's text as typing does, and stays in the field.
    pub async fn type_in(&self, text: &str) {
        assert!(self.is_enabled(), "{:?} is disabled", self.name());
        focus(&self.0);
        set_value(&self.0, text);
        let init = InputEventInit::new();
        init.set_bubbles(true);
        self.0.dispatch_event(&InputEvent::new_with_event_init_dict("input", &init).unwrap()).unwrap();
        settle().await;
    }

    /// Leaves a field in which something was typed.
    pub async fn leave(&self) {
        self.0.dispatch_event(&Event::new_with_event_init_dict("change", &bubbling()).unwrap()).unwrap();
        self.0.unchecked_ref::<HtmlElement>().blur().unwrap();
        settle().await;
    }

    pub async fn choose(&self, text: &str) {
        let select = self.0.unchecked_ref::<HtmlSelectElement>();
        focus(&self.0);
        let options = select.options();
        let texts: Vec<String> = (0..options.length())
            .filter_map(|index| options.item(index))
            .map(|option| squeeze(&option.text_content().unwrap_or_default()))
            .collect();
        let index = texts.iter().position(|option| option == text);
        let index = index.unwrap_or_else(|| panic!("{:?} offers {texts:?}, not {text:?}", self.name()));
        select.set_selected_index(index as i32);
        for kind in ["input", "change"] {
            self.0.dispatch_event(&Event::new_with_event_init_dict(kind, &bubbling()).unwrap()).unwrap();
        }
        settle().await;
    }

    pub async fn press(&self, keys: &str) {
        let mut parts: Vec<&str> = keys.split('+').collect();
        let key = match parts.pop() {
            Some("Space") => " ",
            Some(key) => key,
            None => "",
        };
        for kind in ["keydown", "keyup"] {
            let init = KeyboardEventInit::new();
            init.set_bubbles(true);
            init.set_cancelable(true);
            init.set_composed(true);
            init.set_key(key);
            init.set_ctrl_key(parts.contains(&"Control"));
            init.set_meta_key(parts.contains(&"Meta"));
            init.set_shift_key(parts.contains(&"Shift"));
            init.set_alt_key(parts.contains(&"Alt"));
            self.0.dispatch_event(&KeyboardEvent::new_with_keyboard_event_init_dict(kind, &init).unwrap()).unwrap();
            // Between down and up there is at least one turn of the browser's loop.
            turn().await;
        }
        settle().await;
    }
}

trait TabIndex {
    fn tab_index_attribute(&self) -> bool;
}

impl TabIndex for Element {
    /// A click on it gives it the focus.
    fn tab_index_attribute(&self) -> bool {
        self.has_attribute("tabindex")
            || ["button", "a", "input", "select", "textarea"].contains(&&*self.tag_name().to_lowercase())
    }
}

// ---- roles and names ---------------------------------------------------------------------------------

/// Every element below, that is not hidden from people who cannot see.
fn walk(element: &Element, see: &mut dyn FnMut(&Element)) {
    let children = element.children();
    for child in (0..children.length()).filter_map(|index| children.item(index)) {
        if !hidden(&child) {
            see(&child);
            walk(&child, see);
        }
    }
}

fn hidden(element: &Element) -> bool {
    if element.get_attribute("aria-hidden").as_deref() == Some("true") || element.has_attribute("hidden") {
        return true;
    }
    let style = window().get_computed_style(element).ok().flatten();
    style.is_some_and(|style| {
        style.get_property_value("display").is_ok_and(|display| display == "none")
            || style.get_property_value("visibility").is_ok_and(|visibility| visibility == "hidden")
    })
}

fn role_of(element: &Element) -> String {
    if let Some(role) = element.get_attribute("role") {
        return role.split_whitespace().next().unwrap_or_default().to_string();
    }
    let tag = element.tag_name().to_lowercase();
    let role = match &*tag {
        "a" if element.has_attribute("href") => "link",
        "button" => "button",
        "textarea" => "textbox",
        "select" => "combobox",
        "option" => "option",
        "table" => "table",
        "thead" | "tbody" | "tfoot" => "rowgroup",
        "tr" => "row",
        "td" => "cell",
        "th" if element.get_attribute("scope").as_deref() == Some("row") => "rowheader",
        "th" => "columnheader",
        "section" if !name_of(element).is_empty() => "region",
        "nav" => "navigation",
        "main" => "main",
        "aside" => "complementary",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "heading",
        "ul" | "ol" => "list",
        "li" => "listitem",
        "dialog" => "dialog",
        "output" => "status",
        "figure" => "figure",
        "fieldset" => "group",
        "input" => match element.get_attribute("type").as_deref() {
            Some("checkbox") => "checkbox",
            Some("radio") => "radio",
            Some("range") => "slider",
            Some("number") => "spinbutton",
            Some("button" | "submit") => "button",
            Some("file" | "hidden") => "",
            _ => "textbox",
        },
        _ => "",
    };
    role.to_string()
}

fn name_of(element: &Element) -> String {
    if let Some(ids) = element.get_attribute("aria-labelledby") {
        let texts = ids.split_whitespace().filter_map(|id| document().get_element_by_id(id)).map(|e| Node(e).text());
        return texts.collect::<Vec<_>>().join(" ");
    }
    if let Some(label) = element.get_attribute("aria-label").filter(|label| !label.trim().is_empty()) {
        return squeeze(&label);
    }
    let tag = element.tag_name().to_lowercase();
    if ["input", "select", "textarea"].contains(&&*tag)
        && let Some(label) = label_of(element)
    {
        return label;
    }
    if tag == "table"
        && let Ok(Some(caption)) = element.query_selector("caption")
    {
        return Node(caption).text();
    }
    const BY_CONTENT: [&str; 13] = [
        "button",
        "link",
        "option",
        "tab",
        "switch",
        "cell",
        "row",
        "columnheader",
        "rowheader",
        "heading",
        "checkbox",
        "menuitem",
        "tooltip",
    ];
    // A section's role asks for its name: it has none of its content.
    if tag != "section" && BY_CONTENT.contains(&&*role_of(element)) {
        let text = Node(element.clone()).text();
        if !text.is_empty() {
            return text;
        }
    }
    squeeze(&element.get_attribute("title").unwrap_or_default())
}

fn label_of(element: &Element) -> Option<String> {
    let label = match element.closest("label").ok().flatten() {
        Some(label) => label,
        None => document().query_selector(&format!("label[for='{}']", element.id())).ok().flatten()?,
    };
    Some(Node(label).text()).filter(|text| !text.is_empty())
}

/// The text that is read of an element, with spaces where boxes end.
fn text_of(element: &Element, out: &mut String) {
    let nodes = element.child_nodes();
    for node in (0..nodes.length()).filter_map(|index| nodes.item(index)) {
        if let Some(child) = node.dyn_ref::<Element>() {
            if hidden(child) {
                continue;
            }
            let tag = child.tag_name().to_lowercase();
            let inline = ["b", "s", "i", "em", "code", "span", "mark", "tspan"].contains(&&*tag)
                && window()
                    .get_computed_style(child)
                    .ok()
                    .flatten()
                    .and_then(|style| style.get_property_value("display").ok())
                    .is_none_or(|display| display.starts_with("inline"));
            if !inline {
                out.push(' ');
            }
            if !["select", "input", "textarea", "script", "style"].contains(&&*tag) {
                text_of(child, out);
            }
            if !inline {
                out.push(' ');
            }
        } else if node.node_type() == web_sys::Node::TEXT_NODE {
            out.push_str(&node.node_value().unwrap_or_default());
        }
    }
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

// ---- the browser -------------------------------------------------------------------------------------

fn pointer(target: &Element, kind: &str, x: f64, y: f64) {
    let init = PointerEventInit::new();
    init.set_bubbles(true);
    init.set_cancelable(true);
    init.set_composed(true);
    init.set_is_primary(true);
    init.set_pointer_type("mouse");
    init.set_pointer_id(1);
    init.set_client_x(x as i32);
    init.set_client_y(y as i32);
    target.dispatch_event(&PointerEvent::new_with_event_init_dict(kind, &init).unwrap()).unwrap();
}

fn focus(element: &Element) {
    if let Some(html) = element.dyn_ref::<HtmlElement>() {
        html.focus().unwrap();
    } else if let Some(svg) = element.dyn_ref::<web_sys::SvgElement>() {
        svg.focus().unwrap();
    }
}

fn set_value(element: &Element, text: &str) {
    match element.dyn_ref::<web_sys::HtmlTextAreaElement>() {
        Some(area) => area.set_value(text),
        None => element.unchecked_ref::<HtmlInputElement>().set_value(text),
    }
}

fn bubbling() -> EventInit {
    let init = EventInit::new();
    init.set_bubbles(true);
    init.set_cancelable(true);
    init
}

pub fn window() -> web_sys::Window {
    web_sys::window().unwrap()
}

pub fn document() -> web_sys::Document {
    window().document().unwrap()
}

fn body() -> HtmlElement {
    document().body().unwrap()
}

pub fn html_lang() -> String {
    document().document_element().unwrap().get_attribute("lang").unwrap_or_default()
}

pub fn local() -> web_sys::Storage {
    window().local_storage().unwrap().unwrap()
}

pub fn session() -> web_sys::Storage {
    window().session_storage().unwrap().unwrap()
}

fn prefer(name: &str, value: &str) {
    local().set_item(&format!("joinscope:{name}"), value).unwrap();
}

/// Takes away what earlier tests left on the page.
pub fn tidy() {
    let mounted = MOUNTED.with_borrow_mut(std::mem::take);
    for (root, handle) in mounted {
        handle.destroy();
        root.remove();
    }
    while let Some(screen) = document().query_selector(".crash").unwrap() {
        screen.remove();
    }
}

fn forget_everything() {
    local().clear().unwrap();
    session().clear().unwrap();
}

/// What was scheduled has run, and is drawn.
pub async fn settle() {
    for _ in 0..2 {
        frame().await;
        turn().await;
        // What takes more than 16 ms is drawn in several turns.
        yew::scheduler::flush().await;
    }
}

async fn frame() {
    wait(|resolve| {
        window().request_animation_frame(resolve).unwrap();
    })
    .await;
}

async fn turn() {
    wait(|resolve| {
        window().set_timeout_with_callback(resolve).unwrap();
    })
    .await;
}

async fn wait(start: impl FnOnce(&js_sys::Function)) {
    let mut start = Some(start);
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        if let Some(start) = start.take() {
            let done = Closure::once_into_js(move || resolve.call0(&JsValue::NULL).map(|_| ()));
            start(done.unchecked_ref());
        }
    });
    JsFuture::from(promise).await.unwrap();
}

/// Something in the page panics, as a bug would make it.
pub async fn crash() {
    let bug = Closure::once_into_js(|| -> () { panic!("a bug, made for the test") });
    window().set_timeout_with_callback(bug.unchecked_ref()).unwrap();
    settle().await;
}

/// The text behind a link.
pub async fn download(link: &Element) -> String {
    let href = link.get_attribute("href").unwrap_or_default();
    let response = JsFuture::from(window().fetch_with_str(&href)).await.unwrap();
    let text = js_sys::Reflect::get(&response, &"text".into()).unwrap();
    let text = text.unchecked_into::<js_sys::Function>().call0(&response).unwrap();
    JsFuture::from(text.unchecked_into::<js_sys::Promise>()).await.unwrap().as_string().unwrap()
}
