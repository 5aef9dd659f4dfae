//! What happened during a step, line by line: how its target was found, what the gate said, what was done, how the world
//! differed and what was done about it.

use super::words::{count, line, lines, money, quoted, remedy, seconds};
use crate::plan::{Effect, Gesture};
use crate::screen::{Means, Sighting};
use crate::trace::{Event, Line, QuestionKind, Thought, Tried, VerifyResult};
use maud::{Markup, html};

/// More lines than this are not told of one step.
const MOST: usize = 200;

pub(super) fn happened(told: &[&Line]) -> Markup {
    let looks: Vec<&Line> =
        told.iter().copied().filter(|line| matches!(line.event, Event::Looked { .. })).collect();
    let rest = told.iter().filter(|line| is_told(&line.event));
    html! {
        ol.events {
            @for line in rest.clone().take(MOST) { (one(line)) }
            @if rest.clone().count() > MOST { li { "… and " (rest.count() - MOST) " more" } }
        }
        @if !looks.is_empty() {
            details.looks {
                summary { (count(looks.len(), "look", "looks")) }
                ul { @for line in looks.iter().take(MOST) { (look(line)) } }
            }
        }
    }
}

fn is_told(event: &Event) -> bool {
    match event {
        Event::Hunted { .. }
        | Event::Aimed { .. }
        | Event::Noted { .. }
        | Event::Asked { .. }
        | Event::Shown { .. }
        | Event::Intended { .. }
        | Event::Judged { .. }
        | Event::StepSkipped { .. }
        | Event::Thought { .. }
        | Event::Surprised { .. } => true,
        // That nothing is at stake goes without saying.
        Event::Gated { effect, .. } => *effect != Effect::Nothing,
        Event::Performed { result, fallback, .. } => result != "done" || fallback.is_some(),
        _ => false,
    }
}

fn one(line_: &Line) -> Markup {
    let (kind, name, told) = match &line_.event {
        Event::Hunted { tried, .. } => ("", "sought", hunted(tried)),
        Event::Aimed { sighting, .. } => ("", "found", found(sighting)),
        Event::Gated { effect, decision, .. } => {
            ("gate", "gate", html! { span.chip.effect { (effect.name()) } " " bdi { (line(decision)) } })
        }
        Event::Noted { name, note, .. } => {
            ("note", "noted", html! { code { "$" (name.to_string()) } " is " (quoted(note.as_str())) })
        }
        Event::Asked { kind, question, answer } => ("ask", asked_as(*kind), asked(question, answer)),
        Event::Shown { target, said, sighting, .. } => (
            "ask",
            "shown",
            html! { "A person showed where " (quoted(target)) " is, by " (quoted(said)) ": " (found(sighting)) },
        ),
        Event::Intended { gesture, .. } => ("did", "did", html! { bdi { (line(&gesture.to_string())) } }),
        Event::Performed { result, fallback, .. } => (
            "",
            "result",
            html! { bdi { (line(result)) } @if let Some(why) = fallback { " (by the stock programs: " bdi { (line(why)) } ")" } },
        ),
        Event::Judged { evidence, result, .. } => ("ok", "seen", judged(evidence, result)),
        Event::StepSkipped { why, .. } => ("", "left out", html! { (lines(why)) }),
        Event::Thought { thought, .. } => ("note", "model", thought_of(thought)),
        Event::Surprised { surprise, remedy: done, result, .. } => (
            "odd",
            "surprise",
            html! {
                (lines(&surprise.to_string()))
                " " span.remedy { "→ " (remedy(done)) }
                @if let Some(blocker) = &result.blocker { p.more { "in the way: " bdi { (line(&blocker.to_string())) } } }
                (where_it_is(result))
            },
        ),
        _ => return html! {},
    };
    html! {
        li class=(kind) {
            span.when { (seconds(line_.ms)) }
            span.what { (name) }
            div.told { (told) }
        }
    }
}

/// A call of the model: what for, what it cost, what it said.
fn thought_of(thought: &Thought) -> Markup {
    html! {
        span.chip { (line(&thought.purpose)) } " " bdi { (line(&thought.model)) }
        ", " (thought.input_tokens + thought.output_tokens) " tokens"
        @if let Some(cost) = thought.cost { ", " (money(cost)) }
        @if let Some(why) = &thought.bad { p.more { "could not be used: " bdi { (line(why)) } } }
        p.more { bdi { (line(&thought.reply)) } }
    }
}

fn asked_as(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Agree => "asked",
        QuestionKind::Stuck => "stuck",
        QuestionKind::HandOver => "hand-over",
        QuestionKind::Choose => "which?",
    }
}

fn asked(question: &str, answer: &str) -> Markup {
    html! { q.question { (lines(question)) } " " span.answer { "— " bdi { (line(answer)) } } }
}

fn found(sighting: &Sighting) -> Markup {
    html! {
        "by " span.chip { (sighting.by.name()) } " "
        @if !sighting.label.is_empty() { (quoted(&sighting.label)) " " }
        "at " (sighting.point.thousandths().to_string())
        ", " (confidence(sighting.confidence))
    }
}

fn confidence(value: f32) -> Markup {
    html! { span.sure { (format!("{value:.2}")) " sure" } }
}

/// The ways that were tried, each with its cost and what it brought.
fn hunted(tried: &[Tried]) -> Markup {
    html! {
        span.ways {
            @for one in tried.iter().take(20) {
                span.way.hit[one.confidence.is_some()] {
                    span.chip { (one.way.name()) } " " (one.ms) " ms "
                    @match (one.confidence, &one.miss) {
                        (Some(value), _) => (confidence(value)),
                        (None, Some(miss)) => { span.miss { bdi { (line(miss)) } } },
                        (None, None) => { span.miss { "nothing" } },
                    }
                }
            }
        }
    }
}

fn judged(evidence: &[String], result: &VerifyResult) -> Markup {
    html! {
        @if evidence.is_empty() { "nothing was expected" }
        @for (at, seen) in evidence.iter().enumerate() {
            @if at > 0 { br; }
            bdi { (line(seen)) }
        }
        (where_it_is(result))
    }
}

fn where_it_is(result: &VerifyResult) -> Markup {
    html! {
        p.more {
            bdi { (line(&result.current_state)) }
            @if result.screen_changed && !result.change_description.is_empty() {
                " · " bdi { (line(&result.change_description)) }
            }
            " · " (confidence(result.confidence))
        }
    }
}

fn look(line_: &Line) -> Markup {
    let Event::Looked { look, frame, app, picture, tree, missing, by, fallback, .. } = &line_.event else {
        return html! {};
    };
    let parts = [picture.as_ref().map(|_| "picture"), tree.as_ref().map(|_| "elements")];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    html! {
        li {
            span.when { (seconds(line_.ms)) } " look " (look) ": "
            @if let Some(app) = app { bdi { (line(&app.package)) } ", " }
            (parts.join(" and ")) " " (frame.width) "×" (frame.height)
            @if *by == Means::Helper { ", by the helper" }
            @if let Some(why) = missing { ", no elements: " bdi { (line(why)) } }
            @if let Some(why) = fallback { ", by the stock programs: " bdi { (line(why)) } }
        }
    }
}

/// What was done at a step, in a few words.
pub(super) fn deeds<'a>(told: &[&'a Line]) -> Vec<&'a Gesture> {
    let gesture = |line: &&'a Line| match &line.event {
        Event::Intended { gesture, .. } => Some(gesture),
        _ => None,
    };
    told.iter().filter_map(gesture).collect()
}
