//! `tapwise apps`: what is known about apps, where it was loaded from, and what is wrong with it.

use crate::out::talk;
use crate::{home, out, values};
use anyhow::Result;
use clap::{Args as Group, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tapwise_engine::app::{App, AppError, Shelves, Survey, load_from, survey};

#[derive(Debug, Group)]
#[command(args_conflicts_with_subcommands = true)]
pub struct AppsArgs {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    list: Place,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List the apps (the same as no word at all)
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Load and check every app folder with its pictures, and tell what is wrong
    Check {
        /// An app folder, or a folder that holds app folders, to check with the others
        #[arg(value_parser = values::folder)]
        folder: Option<PathBuf>,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Debug, Group)]
struct Place {
    #[command(flatten)]
    folders: Folders,
    /// Folder that holds `apps` and `assets`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Where app folders lie, beside the built-in ones and those at home.
#[derive(Debug, Group)]
pub struct Folders {
    /// An app folder, or a folder that holds app folders, over the built-in ones and those at home
    #[arg(long, value_name = "DIR", value_parser = values::folder)]
    apps: Vec<PathBuf>,
}

impl Folders {
    pub fn load(&self, home: &Path) -> Result<Vec<App>, AppError> {
        load_from(Shelves { home: Some(home), folders: &self.apps })
    }

    /// How many apps there are, and what is wrong with their folders and pictures.
    pub fn problems(&self, home: &Path) -> (usize, Vec<AppError>) {
        let Survey { apps, mut problems } = survey(Shelves { home: Some(home), folders: &self.apps });
        problems.extend(apps.iter().flat_map(|app| app.album.check()));
        (apps.len(), problems)
    }
}

pub fn main(args: &AppsArgs) -> Result<ExitCode> {
    match &args.what {
        None => list(&args.list),
        Some(What::List { place }) => list(place),
        Some(What::Check { folder, place }) => check(folder.as_ref(), place),
    }
}

fn list(place: &Place) -> Result<ExitCode> {
    let apps = place.folders.load(&home::find(place.home.as_deref())?)?;
    if place.json {
        let apps: Vec<Value> = apps.iter().map(as_json).collect();
        out::line(&json!({ "apps": apps }).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    for app in &apps {
        let packages: Vec<&str> = app.packages.iter().map(|package| package.as_str()).collect();
        let packages = if packages.is_empty() { "no package".to_owned() } else { packages.join(" ") };
        out::line(&format!(
            "{}  {packages}  {}  {} tasks  {}  {}",
            app.name,
            app.names.join(" "),
            app.routines.len(),
            app.checked,
            from(app)
        ))?;
        for routine in &app.routines {
            out::line(&format!("  {}  {}", routine.name, routine.checked))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn from(app: &App) -> String {
    app.from.as_ref().map_or_else(|| "built in".to_owned(), |folder| folder.display().to_string())
}

fn as_json(app: &App) -> Value {
    let task = |routine: &tapwise_engine::app::Routine| {
        let patterns: Vec<&str> = routine.patterns.iter().map(|pattern| pattern.source()).collect();
        json!({ "name": routine.name, "checked": routine.checked, "patterns": patterns })
    };
    json!({
        "name": app.name,
        "packages": app.packages,
        "names": app.names,
        "keywords": app.keywords,
        "tasks": app.routines.iter().map(task).collect::<Vec<_>>(),
        "checked": app.checked,
        "home": app.home,
        "prompt": app.prompt.is_some(),
        "from": from(app),
    })
}

fn check(folder: Option<&PathBuf>, place: &Place) -> Result<ExitCode> {
    let home = home::find(place.home.as_deref())?;
    let folders: Vec<PathBuf> = place.folders.apps.iter().chain(folder).cloned().collect();
    let Survey { apps, mut problems } = survey(Shelves { home: Some(&home), folders: &folders });
    problems.extend(apps.iter().flat_map(|app| app.album.check()));
    let tasks: usize = apps.iter().map(|app| app.routines.len()).sum();
    report(&problems, json!({ "apps": apps.len(), "tasks": tasks }), place.json)?;
    if problems.is_empty() {
        talk!("{} apps, {tasks} tasks: nothing is wrong", apps.len());
    }
    Ok(verdict(&problems))
}

/// What is wrong, as data: one line or more for each, or one JSON object with what was counted.
pub fn report(problems: &[AppError], mut counted: Value, json: bool) -> Result<()> {
    if !json {
        return problems.iter().try_for_each(|problem| out::line(&problem.to_string()));
    }
    let told = |problem: &AppError| {
        let (what, hint) = problem.problem.split_once("\nhint: ").unwrap_or((&problem.problem, ""));
        json!({ "file": problem.file, "problem": what, "hint": hint })
    };
    counted["problems"] = problems.iter().map(told).collect();
    out::line(&counted.to_string())
}

pub fn verdict(problems: &[AppError]) -> ExitCode {
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
