//! What a run came to: a short summary for a person, and one JSON object for a program.

use super::progress::seconds;
use serde_json::{Value, json};
use tapwise_engine::run::Report;

/// What stands behind the outcome, for a person.
pub fn summary(report: &Report) -> String {
    let mut lines = Vec::new();
    lines.extend(report.outcome.reason().map(|reason| format!("because: {reason}")));
    lines.extend(report.evidence.iter().map(|evidence| format!("seen: {evidence}")));
    if !report.run.is_empty() {
        lines.push(format!("record: {}", report.folder.display()));
        let recovered = match report.recovered {
            0 => String::new(),
            one_or_more => format!(", {one_or_more} overcome"),
        };
        // No model is asked by anything yet, so there is nothing to pay.
        lines.push(format!(
            "{} steps{recovered}, {} looks, 0 model calls, cost 0, {}",
            report.steps,
            report.looks,
            seconds(report.seconds)
        ));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

pub fn as_json(report: &Report) -> Value {
    let mut object = json!({
        "run": report.run,
        "task": report.task,
        "outcome": report.outcome.name(),
        "reason": report.outcome.reason(),
        "evidence": report.evidence,
        "recovered": report.recovered,
        "steps": report.steps,
        "looks": report.looks,
        "model_calls": 0,
        "tokens": 0,
        "cost": 0.0,
        "saved_calls": 0,
        "seconds": report.seconds,
        "seconds_model": 0.0,
    });
    if let (Some(routine), Some(fields)) = (&report.routine, object.as_object_mut()) {
        fields.insert("routine".to_owned(), json!(routine));
    }
    object
}
