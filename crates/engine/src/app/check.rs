//! Tries a routine when its folder is loaded, so that a mistake in it is told then and not in the middle of a run. The
//! holes are filled with something of their kind. A hole without a kind may stand where only a number, a web address or
//! a package can: then it is tried with one of each.

use super::folder::{App, Routine};
use super::kind::Kind;
use super::pattern::{Hole, Pattern};
use crate::plan::{BadStep, Effect, fill_all};
use std::collections::BTreeMap;

type Values = BTreeMap<String, String>;

/// What an open hole is tried with beside its own name.
const EXAMPLES: [&str; 3] = ["10", "https://example.com/", "com.example.app"];
/// What is free where the sentence asks for it (contract 2); switches are told by their steps.
const ASKABLE: [Effect; 4] = [Effect::Like, Effect::Save, Effect::Create, Effect::AddToCart];
/// More holes without a kind than this are tried with their names alone.
const MOST_OPEN: usize = 4;

pub(super) fn check(app: &App, routine: &Routine) -> Result<(), String> {
    let told = |problem: String| format!("task {}: {problem}", routine.name);
    if app.routines.iter().any(|other| other.name == routine.name) {
        return Err(told("the name stands twice\nhint: give one another name".to_owned()));
    }
    if let Some(effect) = routine.asks.keys().find(|effect| !ASKABLE.contains(effect)) {
        return Err(told(format!(
            "asks: no sentence allows {effect} beforehand\nhint: only like, save, create and add_to_cart"
        )));
    }
    let mut tried: Vec<&[Hole]> = Vec::new();
    for pattern in &routine.patterns {
        // Patterns with the same holes are tried once.
        if tried.contains(&pattern.holes()) {
            continue;
        }
        tried.push(pattern.holes());
        let tries = tries(app, pattern);
        any(&tries, |values| fill_all(&routine.steps, values).map(|_| ())).map_err(told)?;
        if let Some(goal) = &routine.goal {
            let fills = any(&tries, |values| goal.fill(routine.steps.len(), values).map(|_| ()));
            fills.map_err(|error| told(format!("goal: {error}")))?;
        }
        for count in routine.asks.values() {
            let fills = any(&tries, |values| count.fill(values).map(|_| ()));
            fills.map_err(|error| told(format!("asks: {error}")))?;
        }
        for hole in routine.send.iter().flat_map(|send| [&send.to, &send.text]) {
            if !pattern.has(hole) {
                return Err(told(format!("send: no hole {{{hole}}} in pattern `{}`", pattern.source())));
            }
        }
    }
    Ok(())
}

/// The first error, if none of the values fit.
fn any(tries: &[Values], fill: impl Fn(&Values) -> Result<(), BadStep>) -> Result<(), String> {
    let mut first = None;
    for values in tries {
        match fill(values) {
            Ok(()) => return Ok(()),
            Err(error) => first = first.or(Some(error.to_string())),
        }
    }
    first.map_or(Ok(()), Err)
}

/// All that a sentence could put into the holes, as far as kinds go; the names of the holes first.
fn tries(app: &App, pattern: &Pattern) -> Vec<Values> {
    let mut plain = Values::new();
    plain.extend(app.packages.first().map(|package| ("package".to_owned(), package.to_string())));
    for Hole { name: hole, kind, .. } in pattern.holes() {
        let example = kind.example(hole);
        plain.extend(kind.parts(hole, &example));
        plain.insert(hole.clone(), example);
    }
    let open = || pattern.holes().iter().filter(|hole| hole.kind == Kind::Thing);
    let mut all = vec![plain];
    if open().count() > MOST_OPEN {
        return all;
    }
    for Hole { name: hole, .. } in open() {
        let with = |values: &Values, example: &str| {
            let mut values = values.clone();
            values.insert(hole.clone(), example.to_owned());
            values
        };
        let more: Vec<Values> =
            EXAMPLES.iter().flat_map(|example| all.iter().map(move |v| with(v, example))).collect();
        all.extend(more);
    }
    all
}
