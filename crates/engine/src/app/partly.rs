//! What of a sentence is understood where no routine fits it whole: the order that explains most of it, and the words that
//! are left over. It is told to the person and never acted on.

use super::folder::App;
use super::pattern::{Fit, Pattern, Took};
use super::route::{Order, Partly};
use super::sentence::Sentence;
use std::collections::BTreeMap;

/// An order that explains fewer letters than this says nothing about the sentence.
const LEAST_LETTERS: usize = 3;
/// A longer sentence is not searched.
const MOST_LETTERS: usize = 120;

pub(super) fn explain_partly(apps: &[App], task: &str) -> Option<Partly> {
    let sentence = Sentence::new(task);
    if sentence.len() > MOST_LETTERS {
        return None;
    }
    let mut best: Option<(usize, Partly)> = None;
    for app in apps {
        for routine in &app.routines {
            for pattern in &routine.patterns {
                for fit in pattern.fits_within(&sentence) {
                    let explained = count_fixed(&fit);
                    let better = best.as_ref().is_none_or(|(most, _)| explained > *most);
                    if explained >= LEAST_LETTERS && better {
                        let order = Order {
                            app: app.name.clone(),
                            routine: routine.name.clone(),
                            values: fill(pattern, &fit, &sentence),
                        };
                        best = Some((explained, part(&sentence, &fit, order)));
                    }
                }
            }
        }
    }
    best.map(|(_, partly)| partly)
}

/// How many letters are explained by fixed words: holes take anything.
fn count_fixed(fit: &Fit) -> usize {
    let in_holes: usize =
        fit.filled.iter().filter_map(|filled| filled.took.range()).map(|range| range.len()).sum();
    (fit.to - fit.from).saturating_sub(in_holes)
}

fn part(sentence: &Sentence<'_>, fit: &Fit, order: Order) -> Partly {
    let left = [sentence.said(0..fit.from), sentence.said(fit.to..sentence.len())];
    let left = left.map(|part| part.trim_matches(|c: char| c.is_whitespace() || "，,。.、；;".contains(c)));
    let left = left.into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect();
    Partly { understood: Some(order), left, why: None }
}

fn fill(pattern: &Pattern, fit: &Fit, sentence: &Sentence<'_>) -> BTreeMap<String, String> {
    let value = |took: &Took| match took {
        Took::Fixed(value) => value.clone(),
        Took::Signs { from, to, .. } | Took::Quoted { from, to } => {
            sentence.said(*from..*to).trim().to_owned()
        }
    };
    fit.filled.iter().map(|filled| (pattern.holes()[filled.hole].name.clone(), value(&filled.took))).collect()
}
