//! Where a person was in a scenario, as text, for keeping it over a reload beside the scenario's own file.

use serde::{Deserialize, Serialize};

use super::{Selection, Workspace};
use crate::scenario::Side;

/// The step shown and the row selected. `version` lets later versions read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    version: u32,
    pub step: usize,
    selected: Option<(String, String)>,
}

impl Place {
    pub fn of(workspace: &Workspace) -> Self {
        let selected = workspace.selection().map(|s| (s.side.word().to_string(), s.id.to_string()));
        Place { version: 1, step: workspace.settled_cursor(), selected }
    }

    pub fn selection(&self) -> Option<Selection> {
        let (side, id) = self.selected.as_ref()?;
        let side = Side::BOTH.into_iter().find(|s| s.word() == side)?;
        Some(Selection { side, id: id.as_str().into() })
    }

    pub fn write(&self) -> String {
        // Serialising strings and numbers to a String cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Place::write`] wrote; `None` if it is damaged or of another version.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().filter(|place: &Place| place.version == 1)
    }
}
