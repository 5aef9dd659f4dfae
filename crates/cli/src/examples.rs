//! `tapwise examples [WORD]`: sentences that need no model, from the app folders.

use crate::{home, out};
use anyhow::Result;
use clap::Args as Group;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::app::find_examples;

#[derive(Debug, Group)]
pub struct ExamplesArgs {
    /// Only what holds this word, or is for an app of this name
    word: Option<String>,
    #[command(flatten)]
    folders: crate::apps::Folders,
    /// Folder that holds `apps`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn main(args: &ExamplesArgs) -> Result<ExitCode> {
    let apps = args.folders.load(&home::find(args.home.as_deref())?)?;
    let found = find_examples(&apps, args.word.as_deref());
    if args.json {
        let all: Vec<_> = found
            .iter()
            .map(|one| json!({ "app": one.app, "routine": one.routine, "sentence": one.sentence }))
            .collect();
        out::line(&json!({ "examples": all }).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    for example in &found {
        out::line(&format!("{}  ({}/{})", example.sentence, example.app, example.routine))?;
    }
    if found.is_empty() {
        out::say(format_args!("no example holds this word\nhint: tapwise examples lists all"));
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}
