//! The gate on touch targets that were written by hand: what it finds, and what it is needlessly afraid of.

use crate::desk::data;
use std::fs;
use std::path::Path;
use tapwise_engine::run::{GateCase, GateScore};

fn score(path: &Path) -> GateScore {
    let mut score = GateScore::default();
    for line in fs::read_to_string(path).unwrap().lines().filter(|line| !line.trim().is_empty()) {
        score.add(&serde_json::from_str::<GateCase>(line).unwrap());
    }
    for (id, label, is, found) in &score.wrong {
        eprintln!("gate: {id} “{label}” is {is}, taken for {found}");
    }
    score
}

fn holds(name: &str, path: &Path) {
    let score = score(path);
    let (recall, harmless) = (score.recall(), score.harmless);
    let percent = |share: f64| (share * 1000.0).round() / 10.0;
    let figures = serde_json::json!({
        format!("{name}_targets"): recall.targets + harmless.targets,
        format!("{name}_recall_percent"): percent(recall.share()),
        format!("{name}_harmless_taken_percent"): percent(harmless.share()),
    });
    println!("figures {figures}");
    assert!(recall.share() >= 0.98 && harmless.share() <= 0.05, "{name}: {recall:?}, {harmless:?}");
}

#[test]
fn nearly_every_deed_is_found_and_hardly_a_harmless_target_asks() {
    if let Some(path) = data("gate/targets.jsonl") {
        holds("given", &path);
    }
}

#[test]
fn deeds_are_found_in_words_of_many_apps() {
    holds("own", &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gate_targets.jsonl"));
}
