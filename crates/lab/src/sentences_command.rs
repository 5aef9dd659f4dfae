//! The command `tapwise-lab sentences`: prints what was read of each case and what was done, then the figures.

use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tapwise_engine::app;
use tapwise_lab::sentences::{Case, Figures, Judged, judge, play, read_cases};

#[derive(Debug, Args)]
pub struct SentencesArgs {
    /// Files of cases, one JSON object per line
    #[arg(long, value_name = "FILE", required = true)]
    cases: Vec<PathBuf>,
    /// What the phones hold: other names, order and places with each number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print the figures as one JSON object, the last line
    #[arg(long)]
    json: bool,
    /// Only read the sentences; no phone is started
    #[arg(long)]
    read_only: bool,
    /// Print no line for a case that came out as it should
    #[arg(long)]
    wrong: bool,
}

pub fn run(args: &SentencesArgs) -> Result<()> {
    let apps = app::load(None)?;
    let (mut all, mut by_author) = (Figures::default(), BTreeMap::<String, Figures>::new());
    for path in &args.cases {
        for case in read_cases::<Case>(path)? {
            let played = play(&case, &apps, args.seed, !args.read_only).map_err(anyhow::Error::msg)?;
            let judged = judge(&case, &played, &apps);
            all.count(&case, judged);
            by_author.entry(case.author.clone()).or_default().count(&case, judged);
            if !(args.wrong && matches!(judged, Judged::Understood | Judged::Left)) {
                let line = json!({
                    "id": case.id, "sentence": case.sentence, "judged": judged.name(), "reading": played.reading,
                    "left": played.left, "says": played.says, "outcome": played.outcome, "deeds": played.deeds,
                });
                println!("{line}");
            }
        }
    }
    let authors: BTreeMap<&String, serde_json::Value> =
        by_author.iter().map(|(name, figures)| (name, figures.told())).collect();
    let mut told = all.told();
    told["authors"] = json!(authors);
    if args.json {
        println!("{told}");
    } else {
        println!("{}", serde_json::to_string_pretty(&told)?);
    }
    Ok(())
}
