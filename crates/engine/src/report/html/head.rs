//! The head of the page: what was asked, what came of it, what stands behind that, and what it took.

use super::story::Story;
use super::words::{count, line, lines, money, outcome, quoted, seconds};
use crate::report::answer;
use crate::trace::{Event, Line, ReadFrom, ReadValue};
use maud::{Markup, html};

/// What can be counted in a trace.
#[derive(Debug, Default)]
struct Figures {
    looks: usize,
    gestures: usize,
    surprises: usize,
    questions: usize,
    steps: usize,
    recovered: u32,
    calls: usize,
    tokens: u64,
    /// Nothing where a model does not tell its price.
    cost: Option<f64>,
}

fn figures(told: &[Line]) -> Figures {
    let mut all = Figures::default();
    for line in told {
        match &line.event {
            Event::Looked { .. } => all.looks += 1,
            Event::Intended { .. } => all.gestures += 1,
            Event::Surprised { .. } => all.surprises += 1,
            Event::Asked { .. } => all.questions += 1,
            Event::Thought { thought, .. } => {
                let free = if all.calls == 0 { Some(0.0) } else { all.cost };
                all.calls += 1;
                all.tokens += thought.input_tokens + thought.output_tokens;
                all.cost = free.zip(thought.cost).map(|(sum, cost)| sum + cost);
            }
            Event::Ended { steps, recovered, .. } => (all.steps, all.recovered) = (*steps, *recovered),
            _ => {}
        }
    }
    all
}

pub(super) fn task(told: &[Line]) -> &str {
    let started = told.iter().find_map(|line| match &line.event {
        Event::Started { task, .. } => Some(task.as_str()),
        _ => None,
    });
    started.unwrap_or("a run without a beginning")
}

pub(super) fn head(told: &[Line], story: &Story<'_>) -> Markup {
    let (class, name, means) = outcome(story.ended);
    // A run that was broken off and went on has more than one end: the last counts.
    let evidence = told.iter().rev().find_map(|line| match &line.event {
        Event::Ended { evidence, .. } => Some(evidence.as_slice()),
        _ => None,
    });
    html! {
        header.head.(class) {
            p.brand { "Tapwise · report of a run" }
            h1 { bdi { (line(task(told))) } }
            p.outcome { span.badge { (name) } " " (means) }
            @if let Some(reason) = story.ended.and_then(|outcome| outcome.reason()) {
                p.reason { (lines(reason)) }
            }
            @if let Some(read) = answer(told) { (answered(&read)) }
            @if let Some([first, rest @ ..]) = evidence {
                div.evidence {
                    h2 { "Seen at the end" }
                    ul { @for seen in [first].into_iter().chain(rest) { li { (lines(seen)) } } }
                }
            }
            (facts(told, story))
        }
    }
}

/// What was asked for, and where it stood.
fn answered(read: &ReadValue) -> Markup {
    let ReadFrom { look, by, words, role, bounds } = &read.read_from;
    html! {
        p.answered { bdi { (line(&read.text)) } }
        p.more {
            "read from the " (role) " " (quoted(&words.join(" · "))) " of look " (look) ", by " (by.name())
            ", at " (bounds.left) "," (bounds.top) " – " (bounds.right) "," (bounds.bottom) " px"
        }
    }
}

fn facts(told: &[Line], story: &Story<'_>) -> Markup {
    let all = figures(told);
    html! {
        dl.facts {
            div { dt { "time" } dd { (seconds(story.ms)) } }
            div { dt { "steps" } dd { (all.steps) } }
            div { dt { "gestures" } dd { (all.gestures) } }
            div { dt { "looks" } dd { (all.looks) } }
            div { dt { "surprises" } dd {
                (all.surprises)
                @if all.recovered > 0 { small { " " (all.recovered) " overcome" } }
            } }
            div { dt { "questions" } dd { (all.questions) } }
            div { dt { "model calls" } dd {
                (all.calls)
                @if all.calls > 0 {
                    small { " " (all.tokens) " tokens" @if let Some(cost) = all.cost { ", " (money(cost)) } }
                }
            } }
        }
        (origin(told))
    }
}

/// Which run on which device, and where its plan came from.
fn origin(told: &[Line]) -> Markup {
    html! {
        p.origin {
            @for line_ in told {
                @match &line_.event {
                    Event::Started { run, device, at, .. } => {
                        span { (when(at)) } span { "on " bdi { (line(device)) } }
                        span.run { "run " (line(run)) }
                    },
                    Event::Routed { app, routine, .. } => span { "by " bdi { (line(app)) "/" (line(routine)) } },
                    _ => {},
                }
            }
        }
    }
}

/// To the second; the record's clock is UTC.
fn when(at: &str) -> String {
    let told: String = at.chars().take(19).collect();
    line(&told.replace('T', " ")) + " UTC"
}

/// What is counted of surprises in a step, for its heading.
pub(super) fn surprises(told: &[&Line]) -> Option<String> {
    let surprises = told.iter().filter(|line| matches!(line.event, Event::Surprised { .. })).count();
    (surprises > 0).then(|| count(surprises, "surprise", "surprises"))
}
