//! `tapwise runs list|show|prune`: the runs that are kept, what one of them came to, and throwing old ones away.

use crate::out::talk;
use crate::run::told::read;
use crate::{home, out};
use anyhow::{Result, bail};
use clap::{Args as Group, Subcommand};
use serde_json::{Value, json};
use std::io::{IsTerminal, stdin};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tapwise_engine::report::{self, Kept, Shelf, Standing, Status, StepResult};

/// More lines than this are not read before answering.
const MOST_TOLD: usize = 20;

#[derive(Debug, Group)]
pub struct RunsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List the runs, newest first
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Tell how a run went, step by step
    Show {
        #[command(flatten)]
        run: Run,
        #[command(flatten)]
        place: Place,
    },
    /// Throw old runs away, after asking; those that are going on stay
    Prune {
        #[command(flatten)]
        which: Which,
        /// Agree beforehand: nothing is asked
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        place: Place,
    },
}

/// Which run is meant.
#[derive(Debug, Group)]
pub struct Run {
    /// A run's name or how it begins, `last`, or the folder of a run
    pub run: String,
}

#[derive(Debug, Group)]
#[group(required = true, multiple = false)]
struct Which {
    /// Keep this many of the newest
    #[arg(long, value_name = "N")]
    keep: Option<usize>,
    /// Throw away what is older than this many days
    #[arg(long, value_name = "DAYS")]
    older: Option<u32>,
}

/// Where runs are kept, and how the answer is told.
#[derive(Debug, Group)]
struct Place {
    /// Folder that holds `runs`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Place {
    fn shelf(&self) -> Result<Shelf> {
        Ok(Shelf::of(&home::find(self.home.as_deref())?))
    }
}

pub fn main(args: &RunsArgs) -> Result<ExitCode> {
    match &args.what {
        What::List { place } => list(place),
        What::Show { run, place } => show(run, place),
        What::Prune { which, yes, place } => prune(which, *yes, place),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn list(place: &Place) -> Result<()> {
    let runs = place.shelf()?.list()?;
    if place.json {
        return out::line(&json!({ "runs": runs.iter().map(as_json).collect::<Vec<_>>() }).to_string());
    }
    for run in &runs {
        out::line(&line(run))?;
    }
    let bytes: u64 = runs.iter().map(|run| run.bytes).sum();
    talk!("{}, {}", counted(runs.len()), size(bytes));
    Ok(())
}

fn show(run: &Run, place: &Place) -> Result<()> {
    let kept = place.shelf()?.look(&run.run)?;
    let record = report::read(&kept.folder)?;
    if place.json {
        let mut object = as_json(&kept);
        object["plan"] = json!(record.plan);
        object["step_results"] = json!(record.steps);
        if let Some(answer) = &record.answer {
            object["answer"] = json!(answer);
        }
        return out::line(&object.to_string());
    }
    out::line(&format!("{}\n{}  {}  {}", kept.task, kept.id, when(&kept.at), kept.device))?;
    let reason = match &kept.standing {
        Standing::Ended(outcome) => outcome.reason().map(|why| format!(": {}", why.replace('\n', "; "))),
        _ => None,
    };
    out::line(&format!("{}{}", kept.standing.name(), reason.unwrap_or_default()))?;
    for step in &record.steps {
        out::line(&told(step))?;
    }
    if let Some(answer) = &record.answer {
        out::line(&format!("answer: {}", read(answer)))?;
    }
    out::line(&format!("{:.1} s, {}", kept.seconds, size(kept.bytes)))
}

/// Tells what would go, asks, and throws away what was told and nothing else.
fn prune(which: &Which, yes: bool, place: &Place) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let limit = which.older.map(|days| now.saturating_sub(Duration::from_secs(u64::from(days) * 86_400)));
    let shelf = place.shelf()?;
    let old = shelf.chosen(|at, run| match (which.keep, limit) {
        (Some(keep), _) => at >= keep,
        (None, Some(limit)) => run.begun().is_some_and(|begun| begun < limit),
        (None, None) => false,
    })?;
    if !old.is_empty() && !yes && !agreed(&old)? {
        talk!("nothing was thrown away");
        return Ok(());
    }
    let gone = shelf.prune(|_, run| old.iter().any(|one| one.id == run.id))?;
    let bytes: u64 = gone.iter().map(|run| run.bytes).sum();
    if place.json {
        let names: Vec<&str> = gone.iter().map(|run| run.id.as_str()).collect();
        return out::line(&json!({ "pruned": names, "bytes": bytes }).to_string());
    }
    out::line(&format!("{} thrown away, {} freed", counted(gone.len()), size(bytes)))
}

/// Whether the person at the terminal agrees; without one, nothing goes.
fn agreed(old: &[Kept]) -> Result<bool> {
    for run in old.iter().take(MOST_TOLD) {
        talk!("{}", line(run));
    }
    if old.len() > MOST_TOLD {
        talk!("… and {} more", old.len() - MOST_TOLD);
    }
    let what = format!("{}, {}", counted(old.len()), size(old.iter().map(|run| run.bytes).sum()));
    if !stdin().is_terminal() {
        bail!("{what} would be thrown away for good, and nobody is there to agree\nhint: agree with --yes");
    }
    out::say(format_args!("throw away {what}, for good? [y/N] "));
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    Ok(is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "是" | "好")
}

fn counted(runs: usize) -> String {
    if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") }
}

/// As much of its name as tells it from runs of another millisecond.
fn line(run: &Kept) -> String {
    let id: String = run.id.chars().take(13).collect();
    let task: String = run.task.replace('\n', " ").chars().take(60).collect();
    let (at, outcome, size) = (when(&run.at), run.standing.name(), size(run.bytes));
    format!("{id}  {at}  {outcome:12}  {:>2} steps {:>6.1} s {size:>8}  {task}", run.steps, run.seconds)
}

fn told(step: &StepResult) -> String {
    let status = match step.status {
        Status::Pending => "–",
        Status::Running => "…",
        Status::Success => "ok",
        Status::Failed => "failed",
        Status::Skipped => "skipped",
        Status::Aborted => "aborted",
    };
    let took = step.start.zip(step.end).map(|(start, end)| format!(" {:.2} s", end - start));
    let by = step.found_by.map(|way| format!(" by {}", way.name()));
    let why = step.error_message.as_ref().map(|why| format!(" ({})", why.replace('\n', "; ")));
    let rest: String = [by, took, why].into_iter().flatten().collect();
    format!("{:>3} {status:8} {}{rest}", step.step, step.says)
}

fn as_json(run: &Kept) -> Value {
    let reason = match &run.standing {
        Standing::Ended(outcome) => outcome.reason(),
        Standing::Unreadable(why) => Some(why.as_str()),
        Standing::GoingOn | Standing::BrokenOff => None,
    };
    json!({
        "run": run.id, "at": run.at, "task": run.task, "device": run.device, "outcome": run.standing.name(),
        "reason": reason, "steps": run.steps, "seconds": run.seconds, "bytes": run.bytes, "folder": run.folder,
    })
}

/// To the second, as it stands in the record (UTC).
fn when(at: &str) -> String {
    let told: String = at.chars().take(19).collect();
    format!("{:19}", told.replace('T', " "))
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
