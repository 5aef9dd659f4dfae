//! The lines of a trace as a reader needs them. Events that tell nothing about steps are passed over, so a trace with
//! events that are not known here is still read.

use crate::screen::Way;
use crate::trace::{FORMAT_VERSION, Outcome, Remedy, Surprise};
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum BadTrace {
    #[error("cannot read {path}: {error}\nhint: name the folder of a run, with its trace.jsonl", path = path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("line {line} of the trace cannot be read: {error}")]
    Line { line: usize, error: serde_json::Error },
    #[error(
        "the trace has format {0}, and only {FORMAT_VERSION} is known\nhint: read it with the tapwise that wrote it"
    )]
    Version(u32),
}

/// One event, and when it was.
#[derive(Debug, Clone, Deserialize)]
pub struct Line {
    /// Milliseconds since the run began.
    pub(super) ms: u64,
    #[serde(flatten)]
    pub(super) event: Told,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Told {
    Started {
        version: u32,
    },
    Planned {
        plan: Value,
    },
    Looked {
        picture: Option<String>,
    },
    StepBegun {
        step: usize,
        says: String,
    },
    StepSkipped {
        step: usize,
        why: String,
    },
    Aimed {
        step: usize,
        sighting: Found,
    },
    Judged {
        step: usize,
        result: Value,
    },
    Surprised {
        step: usize,
        surprise: Surprise,
        remedy: Remedy,
        result: Value,
    },
    Ended {
        #[serde(flatten)]
        outcome: Outcome,
    },
    #[serde(other)]
    Other,
}

/// The part of a sighting that says how it came about.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Found {
    pub by: Way,
}

pub(super) fn parse(text: &str) -> Result<Vec<Line>, BadTrace> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = Vec::new();
    // What stands after the last line's end was cut off while it was written.
    for (at, line) in whole.lines().enumerate() {
        let line: Line =
            serde_json::from_str(line).map_err(|error| BadTrace::Line { line: at + 1, error })?;
        match line.event {
            Told::Started { version } if version != FORMAT_VERSION => return Err(BadTrace::Version(version)),
            _ => lines.push(line),
        }
    }
    Ok(lines)
}
