//! A move taken apart into what every dialect can spell: a name, up to two places and a few named values.

use super::Move;
use super::space::Space;
use crate::plan::{Action, Direction, Stroke, Target};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    /// Our own name of the action.
    pub name: &'static str,
    pub at: Option<(u32, u32)>,
    pub to: Option<(u32, u32)>,
    pub parts: Vec<(&'static str, Value)>,
}

/// Nothing if no dialect has words for it: a wait for something, a repetition, a target of more than one word.
pub(super) fn told(step: &Move, space: Space) -> Option<Told> {
    let (mut at, mut to) = (None, None);
    let mut parts = Vec::new();
    match &step.action {
        Action::Tap
        | Action::DoubleTap
        | Action::LongPress
        | Action::ScrollTo
        | Action::ClearText
        | Action::Back
        | Action::GoHome
        | Action::Screenshot => {}
        Action::Drag(end) => match end.point {
            Some(place) => to = Some(space.numbers(place)),
            None => parts.push(("to", json!(words(end)?))),
        },
        Action::Swipe(Stroke::Way(way)) => parts.push(("direction", json!(direction(*way)))),
        Action::Swipe(Stroke::Line { from, to: end }) => {
            at = Some(space.numbers(*from));
            to = Some(space.numbers(*end));
        }
        Action::InputText { text } => parts.push(("text", json!(text))),
        Action::PressKey(key) => parts.push(("key", json!(key.to_string()))),
        Action::Wait(ms) => parts.push(("ms", json!(ms))),
        Action::LaunchApp(opens) => {
            let package = opens.package.as_ref().map(ToString::to_string);
            parts.push(("app", json!(package.or(opens.names.first().cloned())?)));
        }
        Action::StopApp(package) => parts.push(("package", json!(package.as_str()))),
        Action::OpenUrl(url) => parts.push(("url", json!(url.as_str()))),
        Action::Call(number) => parts.push(("number", json!(number.as_str()))),
        Action::SetSwitch(on) => parts.push(("on", json!(on))),
        Action::MemSave { name, value } => {
            parts.push(("name", json!(name.as_str())));
            parts.extend(value.as_ref().map(|value| ("value", json!(value))));
        }
        Action::MemRead(name) => parts.push(("name", json!(name.as_str()))),
        Action::Ask(question) => parts.push(("question", json!(question))),
        Action::Finish(message) => parts.push(("message", json!(message))),
        Action::WaitFor | Action::BackUntil | Action::Repeat(_) => return None,
    }
    if let Some(target) = &step.target {
        match target.point {
            Some(place) => at = Some(space.numbers(place)),
            None => parts.push(("target", json!(words(target)?))),
        }
    }
    Some(Told { name: step.action.name(), at, to, parts })
}

pub(super) fn direction(way: Direction) -> &'static str {
    match way {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// The words for a target that has only words.
fn words(target: &Target) -> Option<String> {
    let written = match (&target.words, target.names.as_slice()) {
        (Some(words), _) => format!("dynamic:{words}"),
        (None, [name]) => name.clone(),
        _ => return None,
    };
    (Target::written(&written) == *target).then_some(written)
}
