//! `tapwise assets list|resolve|check`: the image library, built in and at home.

use crate::apps::{report, verdict};
use crate::out::talk;
use crate::{home, out};
use anyhow::Result;
use clap::{Args as Group, Subcommand};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::app::{Entry, Library};

#[derive(Debug, Group)]
pub struct AssetsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List every picture that the library knows, also those that nobody has added yet
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Tell which picture a name or an alias stands for, such as 微信
    Resolve {
        #[arg(value_parser = crate::values::sentence)]
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Read every picture, and tell what is wrong
    Check {
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Debug, Group)]
struct Place {
    /// Folder that holds `assets`, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn main(args: &AssetsArgs) -> Result<ExitCode> {
    match &args.what {
        What::List { place } => list(place),
        What::Resolve { name, place } => resolve(name, place),
        What::Check { place } => check(place),
    }
}

fn list(place: &Place) -> Result<ExitCode> {
    let library = Library::load(Some(&home::find(place.home.as_deref())?))?;
    if place.json {
        let entries: Vec<&Entry> = library.entries().collect();
        out::line(&json!({ "entries": entries }).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    for entry in library.entries() {
        let (section, aliases) = (entry.section.name(), entry.aliases.join(" "));
        let there = if entry.exists { "picture" } else { "no picture" };
        out::line(&format!("{}  {section}  {aliases}  {there}  {}", entry.name, entry.description))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn resolve(name: &str, place: &Place) -> Result<ExitCode> {
    let home = home::find(place.home.as_deref())?;
    let library = Library::load(Some(&home))?;
    let found = library.resolve(name);
    if place.json {
        out::line(&json!({ "asked": name, "entry": found }).to_string())?;
    }
    let Some(entry) = found else {
        talk!(
            "error: the image library knows no “{name}”\nhint: `tapwise assets list` tells all names and aliases"
        );
        return Ok(ExitCode::from(1));
    };
    if !place.json {
        let files = if entry.exists { entry.files.join("\n") } else { entry.path.clone() };
        out::line(&format!("{}\n{files}", entry.name))?;
    }
    if !entry.exists {
        let path = home.join("assets").join(&entry.path);
        talk!("there is no picture of it yet\nhint: put one at {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn check(place: &Place) -> Result<ExitCode> {
    let loaded = Library::load(Some(&home::find(place.home.as_deref())?));
    let (problems, entries, pictures) = match loaded {
        Ok(library) => {
            let pictures = library.entries().filter(|entry| entry.exists).count();
            (library.check(), library.entries().count(), pictures)
        }
        Err(problem) => (vec![problem], 0, 0),
    };
    report(&problems, json!({ "entries": entries, "pictures": pictures }), place.json)?;
    if problems.is_empty() {
        talk!("{entries} entries, {pictures} with a picture: nothing is wrong");
    }
    Ok(verdict(&problems))
}
