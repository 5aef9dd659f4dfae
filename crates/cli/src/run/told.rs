//! What a run came to: a short summary for a person, and one JSON object for a program.

use super::progress::seconds;
use crate::out::talk;
use crate::plan::count;
use serde_json::{Value, json};
use tapwise_engine::report;
use tapwise_engine::run::Report;
use tapwise_engine::trace::{ReadFrom, ReadValue};

/// What stands behind the outcome, for a person.
pub fn summary(report: &Report) -> String {
    let mut lines = Vec::new();
    lines.extend(report.outcome.reason().map(|reason| format!("because: {reason}")));
    lines.extend(report.evidence.iter().map(|evidence| format!("seen: {evidence}")));
    if let Some(answer) = &report.answer {
        lines.push(format!("answer: {}", read(answer)));
    }
    if !report.run.is_empty() {
        lines.push(format!("record: {}", report.folder.display()));
        let recovered = match report.recovered {
            0 => String::new(),
            one_or_more => format!(", {one_or_more} overcome"),
        };
        let used = &report.model;
        let calls = match used.calls {
            0 => "0 model calls, cost 0".to_owned(),
            one_or_more => format!(
                "{one_or_more} model calls ({}), {} tokens, cost {:.4}",
                seconds(used.seconds),
                used.tokens,
                used.cost
            ),
        };
        lines.push(format!(
            "{}{recovered}, {} looks, {calls}, {}",
            count(report.steps),
            report.looks,
            seconds(report.seconds)
        ));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// An answer with where it was read.
pub fn read(answer: &ReadValue) -> String {
    let ReadFrom { look, by, words, role, .. } = &answer.read_from;
    format!("{} ({role} “{}” of look {look}, by {})", answer.text, words.join(" · "), by.name())
}

/// The run's own figures, and what its record tells of the plan and of each step.
pub fn as_json(report: &Report) -> Value {
    let record = match report.run.is_empty() {
        true => report::Record::default(),
        // A record that cannot be read again takes nothing from the outcome.
        false => report::read(&report.folder).unwrap_or_else(|error| {
            talk!("{error}");
            report::Record::default()
        }),
    };
    let mut object = json!({
        "run": report.run,
        "task": report.task,
        "outcome": report.outcome.name(),
        "reason": report.outcome.reason(),
        "evidence": report.evidence,
        "recovered": report.recovered,
        "steps": report.steps,
        "looks": report.looks,
        "model_calls": report.model.calls,
        "tokens": report.model.tokens,
        "cost": report.model.cost,
        "saved_calls": 0,
        "seconds": report.seconds,
        "seconds_model": report.model.seconds,
        "folder": report.folder,
        "plan": record.plan,
        "step_results": record.steps,
    });
    // These are there only if there is something to tell.
    if let Some(answer) = &report.answer {
        object["answer"] = json!(answer);
    }
    if let Some(routine) = &report.routine {
        object["routine"] = json!(routine);
    }
    object
}
