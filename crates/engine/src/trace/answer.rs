//! What a run answers, where something was asked: the last value that it read off the screen, and where that stood.

use super::{Event, Outcome};
use crate::screen::{Element, Rect, Sighting, Way};
use serde::{Deserialize, Serialize};

/// Where a value was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadFrom {
    /// The number of the look.
    pub look: u32,
    pub by: Way,
    /// All words of the element.
    pub words: Vec<String>,
    /// What it is: price, title, field, text …
    pub role: String,
    /// In pixels of that look.
    pub bounds: Rect,
}

impl ReadFrom {
    /// An element of the tree; `role` is what it was sought as.
    pub fn element(look: u32, element: &Element, role: Option<&str>, by: Way) -> Option<Self> {
        let words = element.words().map(str::to_owned).collect();
        let role = role.unwrap_or_else(|| element.kind()).to_owned();
        Some(Self { look, by, words, role, bounds: element.bounds? })
    }

    /// A place that no tree tells of.
    pub fn place(look: u32, sighting: &Sighting, role: Option<&str>) -> Self {
        let words = vec![sighting.label.clone()];
        let role = role.unwrap_or("text").to_owned();
        Self { look, by: sighting.by, words, role, bounds: sighting.bounds }
    }
}

/// A value that was read off the screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadValue {
    pub text: String,
    /// The note that it is kept as.
    pub name: String,
    /// The app that was in front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    pub read_from: ReadFrom,
}

impl ReadValue {
    /// What an event tells of a value that was read.
    pub fn of(event: &Event) -> Option<Self> {
        let Event::Noted { name, from, note, read_from: Some(read_from), .. } = event else { return None };
        Some(Self {
            text: note.as_str().to_owned(),
            name: name.to_string(),
            app: from.clone(),
            read_from: read_from.clone(),
        })
    }

    /// The same, in other words.
    pub fn told(self, told: impl Fn(&str) -> String) -> Self {
        let words = self.read_from.words.iter().map(|word| told(word)).collect();
        Self { text: told(&self.text), read_from: ReadFrom { words, ..self.read_from }, ..self }
    }

    /// Whether a value answers a run that ended so: one that failed may have read the wrong thing.
    pub fn answers(outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::Verified | Outcome::Unverified(_))
    }
}
