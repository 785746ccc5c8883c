//! The stage as a picture of its own, and the whole page as one file.

use base64::{Engine, prelude::BASE64_STANDARD};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlImageElement, Url, XmlSerializer};

use super::file::blob;

/// What the page's style sheet gives to the stage, as far as a picture needs it.
const STYLES: [&str; 18] = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "opacity",
    "font-family",
    "font-size",
    "font-weight",
    "font-variant-numeric",
    "text-anchor",
    "paint-order",
    "dominant-baseline",
    "visibility",
    "text-decoration",
];

/// The stage or plane as it stands on the page, as the text of an SVG file: each element carries its own styles. `title` says
/// what it shows. `None` where there is neither.
pub fn svg(title: &str) -> Option<String> {
    let stage = gloo::utils::document().query_selector("main .stage-svg, main .plane-svg").ok().flatten()?;
    let copy: Element = stage.clone_node_with_deep(true).ok()?.dyn_into().ok()?;
    let window = gloo::utils::window();
    let (from, to) = (stage.query_selector_all("*").ok()?, copy.query_selector_all("*").ok()?);
    let mut unseen = Vec::new();
    for index in 0..from.length().min(to.length()) {
        let (Some(from), Some(to)) = (from.get(index), to.get(index)) else { continue };
        let (Ok(from), Ok(to)) = (from.dyn_into::<Element>(), to.dyn_into::<Element>()) else { continue };
        let Ok(Some(style)) = window.get_computed_style(&from) else { continue };
        if style.get_property_value("display").is_ok_and(|display| display == "none") {
            unseen.push(to);
            continue;
        }
        let own: String = STYLES
            .iter()
            .filter_map(|name| Some((name, style.get_property_value(name).ok().filter(|value| !value.is_empty())?)))
            .map(|(name, value)| format!("{name}:{value};"))
            .collect();
        bare(&to);
        let _ = to.set_attribute("style", &own);
    }
    unseen.iter().for_each(Element::remove);
    bare(&copy);
    let _ = copy.set_attribute("xmlns", "http://www.w3.org/2000/svg");
    let _ = copy.set_attribute("role", "img");
    let _ = copy.set_attribute("aria-label", title);
    let ground = window.get_computed_style(&stage.closest(".stage").ok().flatten()?).ok().flatten();
    let ground = ground.and_then(|style| style.get_property_value("background-color").ok()).unwrap_or_default();
    let _ = copy.set_attribute("style", &format!("background:{ground}"));
    XmlSerializer::new().ok()?.serialize_to_string(&copy).ok()
}

/// What only the live stage needs goes.
fn bare(element: &Element) {
    for name in element.get_attribute_names() {
        let Some(name) = name.as_string() else { continue };
        let needless = name.starts_with("data-") || name.starts_with("aria-");
        if needless || matches!(&*name, "class" | "role" | "tabindex" | "style") {
            let _ = element.remove_attribute(&name);
        }
    }
}

/// The stage as a PNG, twice as large as on the page.
pub async fn png(title: &str) -> Result<Blob, JsValue> {
    let text = svg(title).ok_or(JsValue::NULL)?;
    let source = blob("image/svg+xml", text.as_bytes()).ok_or(JsValue::NULL)?;
    let url = Url::create_object_url_with_blob(&source)?;
    let image = HtmlImageElement::new()?;
    image.set_src(&url);
    let loaded = JsFuture::from(image.decode()).await;
    let drawn = loaded.and_then(|_| draw(&image));
    Url::revoke_object_url(&url)?;
    let canvas = drawn?;
    let made = js_sys::Promise::new(&mut |done, fail| {
        let given = Closure::once_into_js(move |blob: JsValue| {
            let _ = done.call1(&JsValue::NULL, &blob);
        });
        if canvas.to_blob(given.unchecked_ref()).is_err() {
            let _ = fail.call0(&JsValue::NULL);
        }
    });
    JsFuture::from(made).await?.dyn_into()
}

fn draw(image: &HtmlImageElement) -> Result<HtmlCanvasElement, JsValue> {
    let canvas: HtmlCanvasElement = gloo::utils::document().create_element("canvas")?.dyn_into()?;
    canvas.set_width(2 * image.natural_width());
    canvas.set_height(2 * image.natural_height());
    let context: CanvasRenderingContext2d = canvas.get_context("2d")?.ok_or(JsValue::NULL)?.dyn_into()?;
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height)?;
    Ok(canvas)
}

/// The id of the element that holds the scenario or lesson in a page that works from disk.
pub const INSIDE: &str = "joinscope-scenario";

/// Whether this is such a page.
pub fn saved() -> bool {
    gloo::utils::document().get_element_by_id(INSIDE).is_some()
}

/// The whole page with the file of a scenario or a lesson in it, as one HTML file that works from disk: its own script, wasm
/// and styles are read from where this page came from.
pub async fn page(title: &str, file: &str, query: &str) -> Result<String, JsValue> {
    let document = gloo::utils::document();
    let href = |selector: &str| -> Result<Vec<String>, JsValue> {
        let found = document.query_selector_all(selector)?;
        Ok((0..found.length())
            .filter_map(|at| found.get(at)?.dyn_into::<Element>().ok()?.get_attribute("href"))
            .collect())
    };
    let script = href("link[rel=modulepreload]")?.into_iter().next().ok_or(JsValue::NULL)?;
    let wasm = href("link[rel=preload][type='application/wasm']")?.into_iter().next().ok_or(JsValue::NULL)?;
    let mut styles = String::new();
    for sheet in href("link[rel=stylesheet]")? {
        styles.push_str(&String::from_utf8_lossy(&bytes(&sheet).await?));
    }
    let script = String::from_utf8_lossy(&bytes(&script).await?).into_owned();
    // What else the page would load when it is used (tools/page.mjs): names, and bytes in base64.
    let mut parts = Vec::new();
    let meta = document.query_selector("meta[name=joinscope-parts]")?.and_then(|meta| meta.get_attribute("content"));
    for name in meta.unwrap_or_default().split_whitespace() {
        parts.push(format!("\"{name}\": \"{}\"", BASE64_STANDARD.encode(bytes(name).await?)));
    }
    let parts = parts.join(", ");
    let wasm = BASE64_STANDARD.encode(bytes(&wasm).await?);
    let text = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    // In a script of JSON "<" can always be written so, and nothing in it ends the script.
    let file = file.replace('<', "\\u003c");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{styles}</style>\n\
         <script type=\"application/json\" id=\"{INSIDE}\" data-query=\"{}\">{file}</script>\n</head>\n<body>\n\
         <script type=\"module\">\nglobalThis.joinscopeParts = {{{parts}}};\n{}\nawait __wbg_init({{ module_or_path: Uint8Array.from(atob(\"{wasm}\"), (c) => c.charCodeAt(0)) }});\n</script>\n</body>\n</html>\n",
        text(title),
        text(query),
        script.replace("</script", "<\\/script"),
    ))
}

async fn bytes(path: &str) -> Result<Vec<u8>, JsValue> {
    let response = JsFuture::from(gloo::utils::window().fetch_with_str(path)).await?;
    let response: web_sys::Response = response.dyn_into()?;
    if !response.ok() {
        return Err(response.status_text().into());
    }
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}
