//! Reads a sentence and, if asked, runs it on a fresh virtual phone in virtual time: no model, nobody there, calls agreed to beforehand.

use super::case::Case;
use crate::drive::{Cast, drive};
use serde_json::Value;
use tapwise_engine::app::{App, NoRoute, Order, explain, routes};
use tapwise_engine::human::Nobody;
use tapwise_engine::plan::Effect;

/// What became of a case.
#[derive(Debug, Clone)]
pub struct Played {
    /// The orders that the sentence was understood as, if it was.
    pub reading: Option<Vec<Order>>,
    /// Words that were not understood.
    pub left: Vec<String>,
    /// What was told instead of acting.
    pub says: String,
    /// The outcome of the run; nothing if the sentence was only read.
    pub outcome: Option<String>,
    /// What the ledger holds, without what comes along with any driving.
    pub deeds: Vec<Value>,
}

pub fn play(case: &Case, apps: &[App], seed: u64, runs: bool) -> Result<Played, String> {
    let (reading, left, says) = match routes(apps, &case.sentence) {
        Ok(parts) => (Some(parts.orders()), Vec::new(), String::new()),
        Err(error) => {
            let error = explain(apps, &case.sentence, error);
            let left = if let NoRoute::Partly(partly) = &error { partly.left.clone() } else { Vec::new() };
            (None, left, error.to_string().lines().next().unwrap_or_default().to_owned())
        }
    };
    let mut played = Played { reading, left, says, outcome: None, deeds: Vec::new() };
    if runs {
        let answers = [(Effect::Call, 1)].into_iter().collect();
        let cast = Cast { human: &mut Nobody, model: None, answers };
        let driven = drive(&case.sentence, apps, seed, &[], cast)?;
        played.outcome = Some(driven.outcome);
        played.deeds = driven.deeds;
    }
    Ok(played)
}
