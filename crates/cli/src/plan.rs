//! `tapwise plan TASK`: the steps that a sentence means, without a device; and with a picture of the screen, which of
//! them would be left out on it.

use crate::apps::Folders;
use crate::still::StillArgs;
use crate::{home, open, out};
use anyhow::{Context, Result};
use clap::Args as Group;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_engine::app::{App, Routes, routes};
use tapwise_engine::locate;
use tapwise_engine::plan::{Plan, Step, TaskPlan};
use tapwise_engine::run::{judge, level, no_route, says};
use tapwise_engine::screen::Screen;

#[derive(Debug, Group)]
pub struct PlanArgs {
    /// What to do, in your own words
    task: String,
    #[command(flatten)]
    still: StillArgs,
    #[command(flatten)]
    place: Place,
}

/// Where apps and pictures lie, and how the answer is told.
#[derive(Debug, Group)]
pub struct Place {
    #[command(flatten)]
    folders: Folders,
    /// Folder that holds `apps`, `assets` and `models`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    pub json: bool,
}

impl Place {
    pub fn apps(&self) -> Result<Vec<App>> {
        Ok(self.folders.load(&home::find(self.home.as_deref())?)?)
    }
}

/// The plan for a task; what has none ends as a run of it would.
pub fn planned<'a>(apps: &'a [App], task: &str) -> Result<(Routes<'a>, Plan)> {
    let parts = routes(apps, task).map_err(|error| open::Ended(no_route(error)))?;
    let plan = parts.plan()?;
    Ok((parts, plan))
}

/// A plan that somebody wrote, or that `plan --json` printed.
pub fn read(path: &Path) -> Result<TaskPlan> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the plan {}\nhint: name a JSON file", path.display()))?;
    let told = || format!("the plan {} cannot be used", path.display());
    // The whole answer of `plan --json` holds the plan as one of its fields.
    let inner =
        serde_json::from_str::<serde_json::Value>(&text).ok().and_then(|all| all.get("plan").cloned());
    let text = inner.map_or(text, |plan| plan.to_string());
    TaskPlan::parse(&text).with_context(told)
}

pub fn main(args: &PlanArgs) -> Result<ExitCode> {
    let apps = args.place.apps()?;
    let (parts, plan) = planned(&apps, &args.task)?;
    let screen = args.still.look()?;
    let left_out: Vec<bool> =
        plan.steps.iter().map(|step| screen.as_ref().is_some_and(|screen| left_out(step, screen))).collect();
    let routine = parts.name();
    if args.place.json {
        let mut object = json!({
            "task": args.task, "routine": routine, "score": parts.score(), "values": parts.values(), "plan": TaskPlan::from(&plan),
        });
        if let (Some(_), Some(fields)) = (&screen, object.as_object_mut()) {
            fields.insert("left_out".to_owned(), json!(left_out));
        }
        out::line(&object.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    out::line(&format!("{routine}: {}", count(plan.steps.len())))?;
    let rows = plan.steps.iter().zip(left_out).enumerate().map(|(at, (step, out))| row(at + 1, step, out));
    for line in table(&rows.collect::<Vec<_>>()) {
        out::line(&line)?;
    }
    match &plan.goal {
        Some(goal) => out::line(&format!("goal: {goal}"))?,
        None => out::line("goal: none, so the run can only end as unverified")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// So many steps, in words.
pub fn count(steps: usize) -> String {
    format!("{steps} {}", if steps == 1 { "step" } else { "steps" })
}

/// Whether a step is not for this screen. Steps before it may change that.
fn left_out(step: &Step, screen: &Screen) -> bool {
    step.unless.as_ref().is_some_and(|target| locate::seen(target, screen))
        || step.when.as_ref().is_some_and(|when| !judge(when, screen, screen).is_met())
}

fn row(number: usize, step: &Step, left_out: bool) -> [String; 4] {
    let expected = step.expect.as_ref().map(|expect| format!("→ {expect}")).unwrap_or_default();
    let mut more = Vec::new();
    more.extend(step.when.as_ref().map(|when| format!("when {when}")));
    more.extend(step.unless.as_ref().map(|unless| format!("unless {unless} is seen")));
    more.extend(step.patience.fallback.as_ref().map(|fallback| format!("else {}", fallback.action.name())));
    more.extend(left_out.then(|| "left out on this screen".to_owned()));
    [number.to_string(), format!("{} ({})", says(step), level(step).name()), expected, more.join("; ")]
}

/// Columns as wide as what stands in them; Chinese takes two places a sign.
fn table(rows: &[[String; 4]]) -> Vec<String> {
    let wide = |text: &str| text.chars().map(|c| if (c as u32) < 0x1100 { 1 } else { 2 }).sum::<usize>();
    let widths: [usize; 4] =
        std::array::from_fn(|column| rows.iter().map(|row| wide(&row[column])).max().unwrap_or(0));
    let line = |row: &[String; 4]| {
        let cells =
            row.iter().zip(widths).map(|(cell, width)| cell.clone() + &" ".repeat(width - wide(cell)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
