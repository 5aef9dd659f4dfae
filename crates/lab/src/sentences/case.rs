//! The form of a case: a sentence, whether the shipped templates cover it, the orders that its author meant or `"ask"`, and the deeds
//! that must then stand in the ledger, and no others.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::Path;

#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    #[serde(default)]
    pub id: String,
    #[serde(default)]
    pub author: String,
    pub sentence: String,
    pub covered: bool,
    pub orders: Gold,
    #[serde(default)]
    pub ledger: Vec<Map<String, Value>>,
}

/// What the author meant.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Gold {
    /// `"ask"`: nothing may be done without asking back.
    Ask(String),
    Orders(Vec<Wanted>),
}

#[derive(Debug, Clone, Deserialize)]
pub struct Wanted {
    pub intent: String,
    #[serde(default)]
    pub values: Map<String, Value>,
}

#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    #[error("{path}: cannot be read: {why}\nhint: name a file with one JSON object per line")]
    File { path: String, why: String },
    #[error("{path}, line {line}: is no case: {why}\nhint: docs/lab.md tells the form")]
    Line { path: String, line: usize, why: String },
}

/// The cases of a file, one JSON object per line; empty lines are left out.
pub fn read_cases<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Vec<T>, CaseError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| CaseError::File { path: name.clone(), why: error.to_string() })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let case = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| CaseError::Line {
            path: name.clone(),
            line: at + 1,
            why: error.to_string(),
        })
    };
    lines.map(case).collect()
}
