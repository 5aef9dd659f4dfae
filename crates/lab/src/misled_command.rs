//! The command `tapwise-lab misled`: prints how each case ended, then the figures.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tapwise_engine::app;
use tapwise_lab::misled::{MisledCase, play_misled};
use tapwise_lab::sentences::read_cases;

#[derive(Debug, Args)]
pub struct MisledArgs {
    /// Files of cases, one JSON object per line
    #[arg(long, value_name = "FILE", required = true)]
    cases: Vec<PathBuf>,
    /// What the phones hold
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print the figures as one JSON object, the last line
    #[arg(long)]
    json: bool,
    /// Print no line for a case that came out as it should
    #[arg(long)]
    wrong: bool,
    /// Only every N-th case
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

#[derive(Default, Clone, Copy)]
struct Counts {
    right: usize,
    verified_right: usize,
    wrong: usize,
    false_verified: usize,
}

impl Counts {
    fn count(&mut self, right: bool, verified: bool) {
        self.right += usize::from(right);
        self.verified_right += usize::from(right && verified);
        self.wrong += usize::from(!right);
        self.false_verified += usize::from(!right && verified);
    }

    fn figures(&self) -> Value {
        let share = self.verified_right as f64 / (self.right.max(1)) as f64;
        json!({
            "cases": self.right + self.wrong,
            "right": self.right,
            "wrong": self.wrong,
            "false_verified": self.false_verified,
            "right_verified": (share * 1000.0).round() / 1000.0,
        })
    }
}

pub fn run(args: &MisledArgs) -> Result<()> {
    let apps = app::load(None)?;
    let (mut all, mut by_author) = (Counts::default(), BTreeMap::<String, Counts>::new());
    for path in &args.cases {
        for case in read_cases::<MisledCase>(path)?.into_iter().step_by(args.every as usize) {
            let driven = play_misled(&case, &apps, args.seed).map_err(anyhow::Error::msg)?;
            let verified = driven.outcome == "verified";
            all.count(case.right, verified);
            by_author.entry(case.author.clone()).or_default().count(case.right, verified);
            if !args.wrong || verified != case.right {
                let line = json!({
                    "id": case.id, "sentence": case.sentence, "right": case.right, "outcome": driven.outcome,
                    "reason": driven.reason, "evidence": driven.evidence, "deeds": driven.deeds,
                });
                println!("{line}");
            }
        }
    }
    let mut figures = all.figures();
    figures["authors"] = by_author.iter().map(|(name, counts)| (name.clone(), counts.figures())).collect();
    println!("{}", if args.json { figures.to_string() } else { serde_json::to_string_pretty(&figures)? });
    Ok(())
}
