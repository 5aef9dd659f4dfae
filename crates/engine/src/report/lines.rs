//! The lines of a trace as a reader needs them. Events that tell nothing about steps are passed over, so a trace with
//! events that are not known here is still read.

use crate::screen::Way;
use crate::trace::{BadTrace, FORMAT_VERSION, Outcome, Remedy, Surprise, whole_lines};
use serde::Deserialize;
use serde_json::Value;

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
    let mut lines = Vec::new();
    for (number, line) in whole_lines(text) {
        let line: Line =
            serde_json::from_str(line).map_err(|error| BadTrace::Line { line: number, error })?;
        match line.event {
            Told::Started { version } if version != FORMAT_VERSION => return Err(BadTrace::Version(version)),
            _ => lines.push(line),
        }
    }
    Ok(lines)
}
