//! What a run did, told from its record alone: the plan, and how each step went. Works on the folder of any run, also
//! one that was broken off.

mod lines;
mod steps;

pub use crate::trace::BadTrace;
pub use steps::{Status, StepResult, steps};

use crate::trace::text_of;
use lines::{Line, Told};
use std::path::Path;

/// What a trace tells.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// As it was written down when the run began, secrets masked; nothing if the task was not understood.
    pub plan: Option<serde_json::Value>,
    pub steps: Vec<StepResult>,
}

/// Reads `trace.jsonl` of a run's folder.
pub fn read(folder: &Path) -> Result<Record, BadTrace> {
    Ok(record(&lines::parse(&text_of(folder)?)?))
}

fn record(lines: &[Line]) -> Record {
    let planned = lines.iter().rev().find_map(|line| match &line.event {
        Told::Planned { plan } => Some(plan.clone()),
        _ => None,
    });
    Record { plan: planned, steps: steps(lines) }
}
