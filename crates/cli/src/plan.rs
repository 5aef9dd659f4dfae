//! `tapwise plan TASK`: the steps that a sentence means, without a device; and with a picture of the screen, which of
//! them would be left out on it.

use crate::apps::Folders;
use crate::model::ModelArgs;
use crate::still::StillArgs;
use crate::thinker::Thinker;
use crate::{home, open, out};
use anyhow::{Context, Result};
use clap::Args as Group;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_engine::app::{Album, App, NoRoute, Routes, Wish, routes};
use tapwise_engine::locate;
use tapwise_engine::plan::{Notes, Plan, Step, TaskPlan};
use tapwise_engine::run::{Drawn, Given, judge, lang_of, level, no_route, says};
use tapwise_engine::screen::{Frame, Screen};
use tapwise_engine::trace::Outcome;

#[derive(Debug, Group)]
pub struct PlanArgs {
    /// What to do, in your own words
    #[arg(value_parser = crate::values::sentence)]
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
    #[command(flatten)]
    model: ModelArgs,
}

impl Place {
    /// The model that is set up, if one is.
    pub fn thinker(&self) -> Result<Option<Thinker>> {
        Thinker::open(&self.model, &home::find(self.home.as_deref())?)
    }

    pub fn apps(&self) -> Result<Vec<App>> {
        Ok(self.folders.load(&home::find(self.home.as_deref())?)?)
    }
}

/// A plan, and what it came from.
pub struct Planned<'a> {
    pub parts: Option<Routes<'a>>,
    pub plan: Plan,
}

impl Planned<'_> {
    pub fn name(&self) -> String {
        self.parts.as_ref().map_or_else(|| "the model".to_owned(), Routes::name)
    }

    pub fn album(&self, apps: &[App]) -> Album {
        let all = || apps.iter().map(|app| app.album.clone()).reduce(|all, next| all.and(&next));
        self.parts.as_ref().map_or_else(|| all().unwrap_or_default(), Routes::album)
    }
}

/// The plan for a task, by the routine that fits or else by the model; what has none ends as a run of it would.
pub fn planned<'a>(
    apps: &'a [App],
    task: &str,
    screen: Option<&Screen>,
    place: &Place,
) -> Result<Planned<'a>> {
    let error = match routes(apps, task) {
        Ok(parts) => return Ok(Planned { plan: parts.plan()?, parts: Some(parts) }),
        Err(error) => error,
    };
    let thinker = match error {
        NoRoute::NoApp | NoRoute::NoRoutine(_) | NoRoute::Partly(_) => place.thinker()?,
        NoRoute::Several(_) | NoRoute::Doubtful { .. } | NoRoute::Nothing(_) => None,
    };
    let Some(mut thinker) = thinker else { return Err(open::Ended(no_route(apps, task, error)).into()) };
    // Nothing to see: the plan is made from words alone.
    let unseen = Screen::empty(Frame { width: 1080, height: 2400, rotation: 0 });
    let wish = Wish::of(apps, task);
    let given = Given {
        task,
        lang: lang_of(task),
        screen: screen.unwrap_or(&unseen),
        shot: None,
        references: Vec::new(),
        apps,
        guide: None,
        notes: &Notes::default(),
        so_far: None,
    };
    match thinker.think(|mind, within| mind.draw(given, &wish, true, within))? {
        Drawn::Plan { plan, .. } => {
            Ok(Planned { parts: None, plan: Plan { mandate: wish.mandate, ..*plan } })
        }
        Drawn::Parts(parts) => {
            let told = parts.iter().map(|part| format!("{} ({})", part.task, part.app)).collect::<Vec<_>>();
            let why = format!("it is several tasks: {}\nhint: plan each of them", told.join("; "));
            Err(open::Ended(Outcome::NeedsUser(why)).into())
        }
    }
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
    let screen = args.still.look()?;
    let planned = planned(&apps, &args.task, screen.as_ref(), &args.place)?;
    let (routine, plan) = (planned.name(), &planned.plan);
    let left_out: Vec<bool> =
        plan.steps.iter().map(|step| screen.as_ref().is_some_and(|screen| left_out(step, screen))).collect();
    if args.place.json {
        let mut object = json!({
            "task": args.task, "routine": routine, "score": planned.parts.as_ref().map(Routes::score),
            "values": planned.parts.as_ref().map(Routes::values), "plan": TaskPlan::from(plan),
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
