//! `tapwise config`: which model is asked for what, what a run may cost, and where each value comes from. Keys are
//! never shown.

use crate::model::ModelArgs;
use crate::out::talk;
use crate::{home, out};
use anyhow::Result;
use clap::Args as Group;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::model::Purpose;
use tapwise_engine::model::config::{PRESETS, Settings, Told};

#[derive(Debug, Group)]
pub struct ConfigArgs {
    #[command(flatten)]
    model: ModelArgs,
    /// List the presets instead
    #[arg(long)]
    presets: bool,
    /// The folder whose tapwise.toml counts, instead of the XDG data folder
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn main(args: &ConfigArgs) -> Result<ExitCode> {
    if args.presets {
        return presets(args.json);
    }
    let settings = args.model.settings(&home::find(args.home.as_deref())?)?;
    for warning in &settings.warnings {
        talk!("warning: {warning}");
    }
    if args.json {
        out::line(&as_json(&settings).to_string())?;
    } else {
        for line in as_text(&settings) {
            out::line(&line)?;
        }
    }
    if !settings.has_model() {
        talk!(
            "no model is chosen: tasks are done by routines alone\nhint: --preset NAME, LLM_PROVIDER or tapwise.toml choose one; `tapwise config --presets` lists them"
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn presets(json: bool) -> Result<ExitCode> {
    if json {
        let all = PRESETS.iter().map(|preset| {
            json!({"name": preset.name, "also": preset.also, "api": preset.api, "base_url": preset.base_url,
                "model": preset.model, "keys": preset.keys, "needs_key": preset.locked, "sees": preset.sees,
                "picture": preset.picture})
        });
        out::line(&json!({"presets": all.collect::<Value>()}).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    for preset in &PRESETS {
        let key = preset.keys.first().filter(|_| preset.locked).copied().unwrap_or("-");
        let (model, place) = (preset.model.unwrap_or("-"), preset.base_url.unwrap_or("-"));
        out::line(&format!("{:12}{model:28}{key:22}{place}", preset.name))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Purposes with equal values are told together.
fn groups(settings: &Settings) -> Vec<(String, Vec<&Told>)> {
    let of = |name: &str| settings.told.iter().filter(|told| told.of == name).collect::<Vec<_>>();
    let mut groups: Vec<(String, Vec<&Told>)> = Vec::new();
    for purpose in Purpose::ALL.map(Purpose::name) {
        let told = of(purpose);
        let same = |other: &[&Told]| {
            let plain = |told: &&Told| (told.name.clone(), told.value.clone(), told.from.clone());
            other.iter().map(plain).eq(told.iter().map(plain))
        };
        match groups.iter_mut().find(|(_, other)| same(other)) {
            Some((names, _)) => *names = format!("{names}, {purpose}"),
            None => groups.push((purpose.to_owned(), told)),
        }
    }
    groups.extend(["fallback", "budget"].map(|name| (name.to_owned(), of(name))));
    groups.retain(|(_, told)| !told.is_empty());
    groups
}

fn as_text(settings: &Settings) -> Vec<String> {
    let mut lines = Vec::new();
    for (names, told) in groups(settings) {
        lines.push(format!("[{names}]"));
        lines.extend(told.iter().map(|told| format!("{:12} {:44} {}", told.name, told.value, told.from)));
    }
    lines
}

fn as_json(settings: &Settings) -> Value {
    let mut all = Map::new();
    for told in &settings.told {
        let group = all.entry(told.of.clone()).or_insert_with(|| json!({}));
        group[&told.name] = json!({"value": told.value, "source": told.source, "from": told.from});
    }
    json!({"model": settings.has_model(), "settings": all, "warnings": settings.warnings})
}
