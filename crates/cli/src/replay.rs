//! `tapwise replay RUN`: the same task on the record of a run instead of a phone. Tells whether it takes the same way to
//! the same outcome, which shows what a change of the program or of an app folder does to a run that somebody had.

use crate::apps::Folders;
use crate::out::talk;
use crate::runs::Run;
use crate::{home, models, open, out};
use anyhow::{Context, Result};
use clap::Args as Group;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::device::Replay;
use tapwise_engine::human::Recorded;
use tapwise_engine::locate::{Eyes, Strategy};
use tapwise_engine::plan::{Effect, TaskPlan};
use tapwise_engine::report::{self, Likeness, Shelf, likeness};
use tapwise_engine::run::{Answers, Limits, Report, Source, Tools, run};
use tapwise_engine::trace::{Event, Line};

#[derive(Debug, Group)]
pub struct ReplayArgs {
    #[command(flatten)]
    run: Run,
    #[command(flatten)]
    folders: Folders,
    /// Folder that holds `runs`, `apps` and `models`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn main(args: &ReplayArgs) -> Result<ExitCode> {
    let home = home::find(args.home.as_deref())?;
    let folder = Shelf::of(&home).look(&args.run.run)?.folder;
    let was = report::lines(&folder)?;
    let played = play(args, &home, &folder, &was)?;
    let alike = likeness(&was, &report::lines(&played.folder)?);
    tell(args, &played, &alike)?;
    Ok(ExitCode::from(u8::from(!alike.is_same())))
}

/// Does the task on the record; its own record says that it was a replay.
fn play(args: &ReplayArgs, home: &Path, folder: &Path, was: &[Line]) -> Result<Report> {
    let (task, name) = begun(was)
        .context("the record has no beginning\nhint: play a run that came further")
        .map_err(open::failed)?;
    let apps = args.folders.load(home)?;
    let clock = VirtualClock::default();
    let mut eyes = Eyes::new(Strategy::OpencvFirst, &models::folder(args.home.as_deref())?);
    let tools = Tools {
        eyes: &mut eyes,
        device: &mut Replay::open(folder, clock.clone())?,
        human: &mut Recorded::of(was),
        mind: None,
        clock: &clock,
        cancel: &open::cancel_on_ctrl_c()?,
        talk: &mut |_| {},
    };
    let written = written(was);
    let source = written.map_or(Source::Apps(&apps), |plan| Source::Plan(plan, &apps));
    let played = run(task, &format!("replay:{name}"), source, home, tools, Limits::default(), given(was));
    played.map_err(|outcome| open::Ended(outcome).into())
}

fn begun(lines: &[Line]) -> Option<(&str, &str)> {
    lines.iter().find_map(|line| match &line.event {
        Event::Started { task, run, .. } => Some((task.as_str(), run.as_str())),
        _ => None,
    })
}

/// The plan that somebody wrote; one that came from a routine is made again, since the folders may have changed.
fn written(lines: &[Line]) -> Option<&TaskPlan> {
    let routed = lines.iter().any(|line| matches!(line.event, Event::Routed { .. }));
    let plan = lines.iter().find_map(|line| match &line.event {
        Event::Planned { plan, .. } => Some(plan.as_ref()),
        _ => None,
    });
    plan.filter(|_| !routed)
}

/// What the user had agreed to beforehand, as far as it was used.
fn given(lines: &[Line]) -> Answers {
    let used = |line: &Line| match &line.event {
        Event::Gated { effect, decision, .. } if decision.contains("--yes") => Some((*effect, 1)),
        _ => None,
    };
    let mut all: Vec<(Effect, u32)> = Vec::new();
    for (effect, times) in lines.iter().filter_map(used) {
        match all.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, count)) => *count += times,
            None => all.push((effect, times)),
        }
    }
    all.into_iter().collect()
}

fn tell(args: &ReplayArgs, played: &Report, alike: &Likeness) -> Result<()> {
    if args.json {
        let mut object = json!(alike);
        object["same"] = alike.is_same().into();
        object["replay"] = played.run.as_str().into();
        object["reason"] = played.outcome.reason().into();
        return out::line(&object.to_string());
    }
    let (was, is) = (alike.was.unwrap_or("broken off"), alike.is.unwrap_or("broken off"));
    if alike.is_same() {
        out::line("same")?;
        talk!("  {} gestures, {is}, as then", alike.gestures);
        return Ok(());
    }
    out::line("different")?;
    if let Some(difference) = &alike.difference {
        let nothing = || "no further gesture".to_owned();
        talk!(
            "  step {}: expected {}, got {}",
            difference.step,
            difference.expected.clone().unwrap_or_else(nothing),
            difference.got.clone().unwrap_or_else(nothing)
        );
    }
    let why = played.outcome.reason().map(|why| format!(": {why}")).unwrap_or_default();
    talk!("  {} gestures were the same; it was {was} and is {is}{why}", alike.gestures);
    Ok(())
}
