//! The timeline: one part for each visit of a step, rounds told apart, and what was never reached.

use super::happened::{deeds, happened};
use super::head::surprises;
use super::pictures::Held;
use super::shot::strip;
use super::story::{Fate, Story, Visit};
use super::words::{count, line, outcome, seconds};
use crate::plan::TaskPlan;
use crate::run::says;
use crate::trace::{Event, Line, Outcome};
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// A longer run is told up to here.
const MOST: usize = 400;
/// In a run of more visits than this, only those that went differently are open.
const MANY: usize = 40;

type Pictures = BTreeMap<String, Held>;

pub(super) fn timeline(story: &Story<'_>, held: &Pictures) -> Markup {
    let many = story.visits.len() > MANY;
    let last = story.visits.len().saturating_sub(1);
    html! {
        main.timeline {
            @if story.visits.is_empty() && story.before.is_empty() {
                p.nothing { "Nothing was done." }
            }
            @if story.before.iter().any(|line| !matches!(line.event, Event::Looked { .. })) {
                (aside("before the first step", &story.before))
            }
            @for (at, visit) in story.visits.iter().take(MOST).enumerate() {
                @let end = (at == last).then_some(story.ended);
                @match visit.round {
                    Some((number, item)) => (round(visit, number, item)),
                    None => (step(visit, held, end, many)),
                }
            }
            @if story.visits.len() > MOST {
                p.nothing { (story.visits.len() - MOST) " more are not shown here; the trace holds them." }
            }
            @if !story.after.is_empty() { (end_check(story, held)) }
        }
    }
}

/// A round of a repetition is a line across the timeline.
fn round(visit: &Visit<'_>, number: u32, item: Option<&str>) -> Markup {
    html! {
        div.round {
            h3 {
                "Round " (number)
                @if let Some(item) = item { ": " bdi { (line(item)) } }
            }
            span.when { (seconds(visit.from)) }
        }
    }
}

/// How a visit stands: a class of the page, and a word.
fn standing(visit: &Visit<'_>, end: Option<Option<&Outcome>>) -> (&'static str, &'static str) {
    match (visit.fate, end) {
        (Fate::Done, _) => ("good", "done"),
        (Fate::Skipped, _) => ("grey", "left out"),
        (Fate::Open, None) => ("grey", "taken again later"),
        (Fate::Open, Some(None)) => ("grey", "not ended"),
        (Fate::Open, Some(Some(Outcome::Verified))) => ("good", "done"),
        (Fate::Open, Some(ended)) => {
            let (class, name, _) = outcome(ended);
            (class, name)
        }
    }
}

fn step(visit: &Visit<'_>, held: &Pictures, end: Option<Option<&Outcome>>, many: bool) -> Markup {
    let (class, name) = standing(visit, end);
    let odd = surprises(&visit.lines);
    let deeds = deeds(&visit.lines).len();
    let plain = matches!(visit.fate, Fate::Done) && odd.is_none();
    let open = !matches!(visit.fate, Fate::Skipped) && (!many || !plain);
    html! {
        details.step.(class) open[open] {
            summary {
                span.number { (visit.step) }
                span.says { bdi { (line(visit.says)) } }
                span.marks {
                    @if let Some(odd) = odd { span.chip.odd { (odd) } }
                    @if deeds > 1 { span.chip { (count(deeds, "gesture", "gestures")) } }
                    span.badge { (name) }
                    span.when { (seconds(visit.to.saturating_sub(visit.from))) }
                }
            }
            div.body {
                (strip(&visit.shots, held))
                (happened(&visit.lines))
            }
        }
    }
}

fn aside(name: &str, lines: &[&Line]) -> Markup {
    html! {
        details.step.grey {
            summary { span.number { "·" } span.says { (name) } }
            div.body { (happened(lines)) }
        }
    }
}

fn end_check(story: &Story<'_>, held: &Pictures) -> Markup {
    let (class, name, _) = outcome(story.ended);
    html! {
        details.step.(class) open {
            summary {
                span.number { "✓" }
                span.says { "The end is judged" }
                span.marks { span.badge { (name) } }
            }
            div.body {
                (strip(&story.last_shots, held))
                (happened(&story.after))
            }
        }
    }
}

/// The plan as it was made, and what of it was never its turn.
pub(super) fn plan(told: &[Line], story: &Story<'_>) -> Markup {
    let planned = told.iter().rev().find_map(|line| match &line.event {
        Event::Planned { plan, .. } => Some(plan.as_ref()),
        _ => None,
    });
    let steps = planned.map(words).unwrap_or_default();
    let visited: BTreeSet<usize> = story.visits.iter().map(|visit| visit.step).collect();
    let left = steps.len().saturating_sub(visited.len());
    html! {
        @if !steps.is_empty() {
            details.plan {
                summary { "The plan: " (count(steps.len(), "step", "steps")) @if left > 0 { ", " (left) " not reached" } }
                ol {
                    @for (at, says) in steps.iter().enumerate().take(MOST) {
                        li class=[(!visited.contains(&(at + 1))).then_some("unreached")] { bdi { (line(says)) } }
                    }
                }
            }
        }
    }
}

/// The steps in the order of their taking. One that cannot be read any more has no words.
fn words(plan: &TaskPlan) -> Vec<String> {
    plan.plan().map(|plan| plan.steps.iter().map(says).collect()).unwrap_or_default()
}
