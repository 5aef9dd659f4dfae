//! `tapwise gate --cases FILE.jsonl`: how well the gate tells what touching a target would do, on labelled targets.

use crate::{jsonl, out};
use anyhow::Result;
use clap::Args;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use tapwise_engine::run::{Caught, GateCase, GateScore};

#[derive(Debug, Args)]
pub struct GateArgs {
    /// Targets, one JSON object per line: id, label, element (class, text, desc, id, children) and effect or null
    #[arg(long, value_name = "FILE")]
    pub cases: PathBuf,
    /// Print one JSON object as the last line of standard output
    #[arg(long)]
    pub json: bool,
}

pub fn main(args: &GateArgs) -> Result<ExitCode> {
    let mut score = GateScore::default();
    jsonl::each(&args.cases, |case: GateCase| {
        score.add(&case);
        Ok(())
    })?;
    if args.json {
        out::line(&as_json(&score).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    out::line(&format!("{:12} {:>8} {:>8} {:>8}", "effect", "targets", "taken", "share"))?;
    let rows = score.effects.iter().map(|(name, caught)| (name.as_str(), *caught));
    for (name, caught) in rows.chain([("all effects", score.recall()), ("harmless", score.harmless)]) {
        let share = 100.0 * caught.share();
        out::line(&format!("{name:12} {:8} {:8} {share:7.1}%", caught.targets, caught.taken))?;
    }
    for (id, label, is, found) in &score.wrong {
        out::line(&format!("wrong: {id} “{label}” is {is}, taken for {found}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(score: &GateScore) -> Value {
    let caught =
        |caught: Caught| json!({ "targets": caught.targets, "taken": caught.taken, "share": caught.share() });
    let effects: Map<String, Value> =
        score.effects.iter().map(|(name, one)| (name.clone(), caught(*one))).collect();
    let wrong: Vec<Value> = score
        .wrong
        .iter()
        .map(
            |(id, label, is, found)| json!({ "id": id, "label": label, "is": is, "taken_for": found.name() }),
        )
        .collect();
    json!({ "recall": caught(score.recall()), "harmless": caught(score.harmless), "effects": effects, "wrong": wrong })
}
