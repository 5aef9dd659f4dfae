//! `tapwise scenes evaluate DIR`: runs the rule of scene identity over recorded apps with labelled places, beside
//! simple rules, and prints how often it is wrong and which way.

mod folder;
mod measure;
mod rules;
mod table;

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
    /// Compare every two looks of each app with the labels, and put all looks into scenes
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
    for (name, file) in names {
        let looks = folder::read(&file, args.pictures)?;
        let each = rules::all(args.pictures).map(|rule| (rule, measure::measure(&looks, rule, args.show)));
        apps.push((name, each.collect()));
    }
    if apps.is_empty() {
        bail!(
            "{} holds no recorded app\nhint: each app is a folder with a states.jsonl.gz",
            args.dir.display()
        );
    }
    table::print(&apps, args.json)?;
    Ok(ExitCode::SUCCESS)
}
