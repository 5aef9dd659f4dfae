//! What a run did, told from its record alone: the plan, how each step went, a page for people. Works on the folder of
//! any run, also one that was broken off.

mod html;
mod likeness;
mod runs;
mod steps;

pub use crate::trace::BadTrace;
pub use html::html;
pub use likeness::{Likeness, likeness};
pub use runs::{Kept, NoRun, Shelf, Standing};
pub use steps::{Status, StepResult, steps};

use crate::plan::TaskPlan;
use crate::trace::{self, Event, Line, ReadValue};
use std::path::Path;

/// What a trace tells.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// As it was written down when the run began, secrets masked; nothing if the task was not understood.
    pub plan: Option<TaskPlan>,
    pub steps: Vec<StepResult>,
    /// What was read off the screen, where something was asked.
    pub answer: Option<ReadValue>,
}

/// Reads `trace.jsonl` of a run's folder.
pub fn read(folder: &Path) -> Result<Record, BadTrace> {
    Ok(record(&lines(folder)?))
}

/// The events of a run's folder.
pub fn lines(folder: &Path) -> Result<Vec<Line>, BadTrace> {
    trace::read(&trace::text_of(folder)?)
}

fn record(lines: &[Line]) -> Record {
    let planned = lines.iter().rev().find_map(|line| match &line.event {
        Event::Planned { plan, .. } => Some(plan.as_ref().clone()),
        _ => None,
    });
    Record { plan: planned, steps: steps(lines), answer: answer(lines) }
}

/// What a run answers: the last value that it read, unless it failed.
fn answer(lines: &[Line]) -> Option<ReadValue> {
    let events = || lines.iter().rev().map(|line| &line.event);
    let ended = events().find_map(|event| match event {
        Event::Ended { outcome, .. } => Some(outcome),
        _ => None,
    });
    ended.filter(|outcome| ReadValue::answers(outcome))?;
    events().find_map(ReadValue::of)
}
