//! `tapwise run TASK`: progress on standard error, the result on standard output.

use crate::args::RunArgs;
use crate::{models, open, out};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use tapwise_engine::app;
use tapwise_engine::human::Terminal;
use tapwise_engine::locate::Eyes;
use tapwise_engine::run::{Answers, Limits, Progress, Report, Tools, run};
use tapwise_engine::trace::Outcome;

pub fn main(args: &RunArgs) -> Result<ExitCode> {
    let report = work(args).unwrap_or_else(|error| not_begun(args, open::outcome_of(&error)));
    if report.outcome.reason().is_some() {
        // The line of the step that did not come to its end.
        eprintln!();
    }
    if args.json {
        eprintln!("{}", report.outcome.name());
        tell(&report);
        out::line(&as_json(&report).to_string())?;
    } else {
        out::line(report.outcome.name())?;
        tell(&report);
    }
    Ok(ExitCode::from(report.outcome.exit_code()))
}

fn work(args: &RunArgs) -> Result<Report> {
    let cancel = open::cancel_on_ctrl_c()?;
    let mut opened = open::device(&args.device, cancel)?;
    let apps = args.folders.load(&opened.home)?;
    let answers = args.yes.iter().copied().collect::<Answers>();
    let limits = Limits { time: Duration::from_secs(args.timeout), ..Limits::default() };
    let mut eyes = Eyes::new(args.locate, &models::folder(args.device.home.as_deref())?);
    let tools = Tools {
        eyes: &mut eyes,
        device: opened.device.as_mut(),
        human: &mut Terminal { cancel: opened.cancel.clone() },
        clock: &opened.clock,
        cancel: &opened.cancel,
        talk: &mut talk,
    };
    let name = args.device.device.to_string();
    let report = run(&args.task, &name, &apps, &opened.home, tools, limits, answers);
    if let Err(error) = app::empty_temp(&opened.home) {
        eprintln!(
            "the temporary pictures cannot be removed: {error}\nhint: empty assets/custom/temp by hand"
        );
    }
    Ok(report.unwrap_or_else(|outcome| not_begun(args, outcome)))
}

/// The report of a run that could not begin.
fn not_begun(args: &RunArgs, outcome: Outcome) -> Report {
    Report {
        run: String::new(),
        task: args.task.clone(),
        outcome,
        evidence: Vec::new(),
        recovered: 0,
        steps: 0,
        looks: 0,
        seconds: 0.0,
        routine: None,
        folder: Default::default(),
    }
}

fn talk(progress: Progress) {
    let mut err = std::io::stderr();
    // Talk that nobody can hear is no reason to stop.
    let _ = match progress {
        Progress::Planned { app, routine, steps } => writeln!(err, "{app}/{routine}: {steps} steps"),
        Progress::Step { number, of, says } => {
            write!(err, "{number}/{of} {says} … ").and_then(|()| err.flush())
        }
        Progress::Done { says } => writeln!(err, "{says}"),
        Progress::Trouble { says } => write!(err, "[{says}] ").and_then(|()| err.flush()),
    };
}

/// What stands behind the outcome, for a person.
fn tell(report: &Report) {
    if let Some(reason) = report.outcome.reason() {
        eprintln!("  because: {reason}");
    }
    for evidence in &report.evidence {
        eprintln!("  seen: {evidence}");
    }
    if !report.run.is_empty() {
        eprintln!("  record: {}", report.folder.display());
    }
}

fn as_json(report: &Report) -> serde_json::Value {
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
