//! `tapwise scenes evaluate DIR`: runs the rule of scene identity over recorded apps with labelled places, beside
//! simple rules, and prints how often it is wrong and which way; and what a memory of places could go by: which place
//! comes next, where elements stand, and whether they are found again.

mod folder;
mod goals;
mod location;
mod measure;
mod memory;
mod next;
mod refound;
mod rules;
mod table;
mod ways;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct ScenesArgs {
    #[command(subcommand)]
    what: Doing,
}

#[derive(Debug, Subcommand)]
enum Doing {
    /// Measure scenes, next places, locations and finding again on recorded apps
    Evaluate(EvaluateArgs),
}

#[derive(Debug, Args)]
pub struct EvaluateArgs {
    /// A folder with one folder per app, each with a states.jsonl.gz (format: docs/scenes.md)
    dir: PathBuf,
    /// Only this app; may be given several times
    #[arg(long, value_name = "NAME")]
    app: Vec<String>,
    /// Leave the elements out and go by the pictures of the recording alone
    #[arg(long)]
    pictures: bool,
    /// Print up to N pairs of looks that were judged wrongly, per app
    #[arg(long, value_name = "N", default_value_t = 0)]
    show: usize,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    json: bool,
}

pub fn main(args: &ScenesArgs) -> Result<ExitCode> {
    let Doing::Evaluate(args) = &args.what;
    let names = folder::apps(&args.dir, &args.app)?;
    let mut apps = Vec::new();
    let mut remembered = memory::Remembered::default();
    for (name, file) in names {
        let looks = folder::read(&file, args.pictures)?;
        let each = rules::all(args.pictures).map(|rule| (rule, measure::measure(&looks, rule, args.show)));
        apps.push((name.clone(), each.collect()));
        // Pictures alone tell of no elements.
        if !args.pictures {
            remembered.add(&name, &looks, &ways::read(&file)?);
        }
    }
    if apps.is_empty() {
        bail!(
            "{} holds no recorded app\nhint: each app is a folder with a states.jsonl.gz",
            args.dir.display()
        );
    }
    table::print(&apps, &remembered, args.json)?;
    Ok(ExitCode::SUCCESS)
}
