//! What is pasted into a page to embed a link: one text for each kind of host.

/// Where a scenario is embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// Plain HTML; mdBook and Quarto pass it through.
    Html,
    MdBook,
    /// Docusaurus: MDX wants JSX attributes.
    Docusaurus,
    /// reveal.js loads a frame when its slide shows.
    Reveal,
    Quarto,
    /// A code cell of a Python notebook.
    Jupyter,
    /// The custom element of the npm package.
    Element,
}

impl Host {
    pub const ALL: [Host; 7] =
        [Host::Html, Host::MdBook, Host::Docusaurus, Host::Reveal, Host::Quarto, Host::Jupyter, Host::Element];

    pub fn word(self) -> &'static str {
        match self {
            Host::Html => "HTML",
            Host::MdBook => "mdBook",
            Host::Docusaurus => "Docusaurus",
            Host::Reveal => "reveal.js",
            Host::Quarto => "Quarto",
            Host::Jupyter => "Jupyter",
            Host::Element => "<join-scope>",
        }
    }
}

/// What is embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// The whole address, with `embed=1` in its query.
    pub address: String,
    /// The frame's accessible name.
    pub title: String,
    /// In px; `None` is the full width.
    pub width: Option<u32>,
    pub height: u32,
    /// What the custom element shows: a link without an address, which holds the whole scenario or lesson.
    pub inside: String,
}

/// The text to paste.
pub fn snippet(host: Host, embedded: &Embedded) -> String {
    let Embedded { address, title, width, height, inside } = embedded;
    let (src, title) = (attribute(address), attribute(title));
    let width = width.map_or_else(|| "100%".to_string(), |width| width.to_string());
    match host {
        Host::Html | Host::MdBook | Host::Quarto => format!(
            "<iframe src=\"{src}\"\n  width=\"{width}\" height=\"{height}\" style=\"border:0\" loading=\"lazy\" allow=\"clipboard-write\"\n  title=\"{title}\"></iframe>"
        ),
        Host::Docusaurus => format!(
            "<iframe src=\"{src}\"\n  width=\"{width}\" height=\"{height}\" style={{{{border: 0}}}} loading=\"lazy\" allow=\"clipboard-write\"\n  title=\"{title}\"></iframe>"
        ),
        Host::Reveal => format!(
            "<section>\n  <iframe data-src=\"{src}\"\n    width=\"{width}\" height=\"{height}\" style=\"border:0\" allow=\"clipboard-write\"\n    title=\"{title}\"></iframe>\n</section>"
        ),
        Host::Jupyter => format!(
            "from IPython.display import IFrame\nIFrame({}, width={}, height={height})",
            python(address),
            python(&width)
        ),
        Host::Element => format!(
            "<script type=\"module\" src=\"joinscope/joinscope.js\"></script>\n<join-scope scenario=\"{}\"\n  style=\"width: {}; height: {height}px\"></join-scope>",
            attribute(inside),
            if width == "100%" { width } else { format!("{width}px") }
        ),
    }
}

/// A text within an attribute's double quotes, in HTML and in JSX.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('{', "&#123;").replace('}', "&#125;")
}

/// A text as a Python string.
fn python(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embedded(title: &str) -> Embedded {
        Embedded {
            address: "https://example.org/j/?step=10&embed=1#s=z:abc".into(),
            title: title.into(),
            width: Some(720),
            height: 480,
            inside: "?step=10&row=left.%22%3E#s=z:abc".into(),
        }
    }

    #[test]
    fn a_title_cannot_leave_its_attribute() {
        for host in Host::ALL {
            let text = snippet(host, &embedded("\"><img onerror=x> {alert(1)}"));
            assert!(!text.contains("<img") && !text.contains("{alert"), "{text}");
        }
    }

    #[test]
    fn each_host_gets_what_it_takes() {
        let of = |host| snippet(host, &embedded("Orders"));
        assert!(of(Host::Html).starts_with("<iframe src=\"https://example.org/j/?step=10&amp;embed=1#s=z:abc\""));
        assert!(of(Host::Docusaurus).contains("style={{border: 0}}"));
        assert!(of(Host::Reveal).contains("data-src="));
        assert!(
            of(Host::Jupyter)
                .ends_with("IFrame(\"https://example.org/j/?step=10&embed=1#s=z:abc\", width=\"720\", height=480)")
        );
        assert!(of(Host::Element).ends_with(
            "<join-scope scenario=\"?step=10&amp;row=left.%22%3E#s=z:abc\"\n  style=\"width: 720px; height: 480px\"></join-scope>"
        ));
    }
}
