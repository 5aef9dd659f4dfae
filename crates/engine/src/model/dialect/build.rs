//! From a verb and its parameters to a move: the one place where what a model wrote becomes something to do.

use super::bad::quoted;
use super::fields::Fields;
use super::verbs::Verb;
use super::{BadReply, Move};
use crate::plan::{Action, Key, NoteName, Opens, Stroke, Target};

/// A note that the model gave no name.
const NOTE: &str = "note";
/// Seed 001's wait, where nothing is said.
const USUAL_WAIT: u32 = 1000;
/// What is asked where the model only says that it wants to ask.
const PLEASE: &str = "The model asks for your help on this screen.";

/// What differs between dialects in how a verb is meant.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Manner {
    /// Its `drag` is a slide, not something held first.
    pub drag_slides: bool,
}

/// The move that a verb with its parameters means, or what is missing. The thought stands in for words that the action
/// leaves out.
pub(super) fn build(name: &str, fields: Fields<'_>, thought: &str, manner: Manner) -> Result<Move, BadReply> {
    let unknown = || BadReply::malformed(format!("there is no action `{}`", quoted(name)));
    let verb = Verb::of(name).ok_or_else(unknown)?;
    let on = |action| Ok(Move::new(action, Some(fields.needed_target(verb.name())?)));
    let alone = |action| Ok(Move::new(action, None));
    match verb {
        Verb::Tap => on(Action::Tap),
        Verb::DoubleTap => on(Action::DoubleTap),
        Verb::LongPress => on(Action::LongPress),
        Verb::ScrollTo => on(Action::ScrollTo),
        Verb::SetSwitch => match fields.flag(&["on", "value"])? {
            Some(to) => on(Action::SetSwitch(to)),
            None => Err(BadReply::malformed("set_switch needs `on`")),
        },
        Verb::Drag if !manner.drag_slides || name == "drag_and_drop" => {
            let (from, to) = fields.ends_of_drag()?;
            Ok(Move::new(Action::Drag(to), Some(from)))
        }
        Verb::Drag | Verb::Swipe => alone(Action::Swipe(slid(fields.stroke(verb.name(), false)?)?)),
        Verb::Scroll => alone(Action::Swipe(slid(fields.stroke(verb.name(), true)?)?)),
        Verb::InputText => {
            let text = fields.needed(verb.name(), &["text", "value", "content"])?;
            Ok(Move::new(Action::InputText { text }, fields.target()?))
        }
        Verb::ClearText => Ok(Move::new(Action::ClearText, fields.target()?)),
        Verb::PressKey => press(fields),
        Verb::Back => alone(Action::Back),
        Verb::Home => alone(Action::GoHome),
        Verb::Enter => alone(Action::PressKey(Key::ENTER)),
        Verb::Wait => alone(Action::Wait(fields.pause(USUAL_WAIT)?)),
        Verb::LaunchApp => {
            let app = fields.needed(verb.name(), &["app", "package", "app_name", "name", "text", "value"])?;
            alone(Action::LaunchApp(app.parse::<Opens>()?))
        }
        Verb::StopApp => {
            let package = fields.needed(verb.name(), &["package", "app", "app_name", "text", "value"])?;
            alone(Action::StopApp(package.parse()?))
        }
        Verb::OpenUrl => {
            alone(Action::OpenUrl(fields.needed(verb.name(), &["url", "text", "value"])?.parse()?))
        }
        Verb::Call => {
            alone(Action::Call(fields.needed(verb.name(), &["number", "phone", "text", "value"])?.parse()?))
        }
        Verb::MemSave => save(fields),
        Verb::Note => note(fields, thought),
        Verb::MemRead => {
            alone(Action::MemRead(fields.needed(verb.name(), &["name", "key", "value", "text"])?.parse()?))
        }
        Verb::Screenshot => alone(Action::Screenshot),
        Verb::Ask => {
            let asked = fields.text(&["question", "message", "text", "value", "instruction", "content"])?;
            let asked = asked.filter(|text| !text.trim().is_empty());
            let thought = Some(thought.trim().to_owned()).filter(|text| !text.is_empty());
            alone(Action::Ask(asked.or(thought).unwrap_or_else(|| PLEASE.to_owned())))
        }
        Verb::Finish => finish(fields),
        Verb::GiveUp => {
            let why = fields.text(&["value", "message", "reason", "text", "return"])?;
            Err(gave_up(why.as_deref().unwrap_or(thought)))
        }
    }
}

/// What the model itself calls delicate in a touch: AutoGLM's `message` beside the point.
pub(super) fn warning(what: &Move, fields: Fields<'_>) -> Result<Option<String>, BadReply> {
    match what.action {
        Action::Tap | Action::DoubleTap | Action::LongPress => {
            Ok(fields.text(&["warning", "message"])?.filter(|text| !text.trim().is_empty()))
        }
        _ => Ok(None),
    }
}

fn gave_up(why: &str) -> BadReply {
    BadReply::GaveUp { why: quoted(why) }
}

/// A slide that goes nowhere is a mistake.
fn slid(stroke: Stroke) -> Result<Stroke, BadReply> {
    match stroke {
        Stroke::Line { from, to } if from == to => Err(BadReply::malformed("a slide ends where it begins")),
        stroke => Ok(stroke),
    }
}

/// Keys by their Android names, and the few that dialects call otherwise.
fn press(fields: Fields<'_>) -> Result<Move, BadReply> {
    let name = fields.needed("press_key", &["key", "code", "keycode", "button", "text", "value"])?;
    let action = match name.trim().to_lowercase().as_str() {
        "back" => Action::Back,
        "home" => Action::GoHome,
        "clear" => Action::ClearText,
        "return" | "enter" => Action::PressKey(Key::ENTER),
        // The one that shows the open apps.
        "menu" if fields.any(&["button"]).is_some() => Action::PressKey("APP_SWITCH".parse()?),
        _ => Action::PressKey(name.parse()?),
    };
    Ok(Move::new(action, None))
}

fn save(fields: Fields<'_>) -> Result<Move, BadReply> {
    let name: NoteName = fields.needed("mem_save", &["name", "key"])?.parse()?;
    let value = fields.text(&["value", "text", "content"])?;
    let target: Option<Target> = match value {
        Some(_) => None,
        None => Some(fields.needed_target("mem_save without a value")?),
    };
    Ok(Move::new(Action::MemSave { name, value }, target))
}

/// AutoGLM writes `message="True"` and means what it thinks of the page.
fn note(fields: Fields<'_>, thought: &str) -> Result<Move, BadReply> {
    let name: NoteName = fields.text(&["name", "key"])?.as_deref().unwrap_or(NOTE).parse()?;
    let said = fields.text(&["message", "instruction", "value", "text", "content"])?;
    let said = said.filter(|text| !matches!(text.trim().to_lowercase().as_str(), "" | "true"));
    let value = said.unwrap_or_else(|| thought.trim().to_owned());
    match value.is_empty() {
        true => Err(BadReply::malformed("a note needs `message`")),
        false => Ok(Move::new(Action::MemSave { name, value: Some(value) }, None)),
    }
}

/// An end that claims success. Any other end is told as what it is.
fn finish(fields: Fields<'_>) -> Result<Move, BadReply> {
    let message = fields.text(&["message", "return", "answer", "text", "content", "value", "result"])?;
    let message = message.unwrap_or_default();
    let succeeded = match fields.any(&["status", "success", "goal_status"]) {
        None => true,
        Some(serde_json::Value::Bool(succeeded)) => *succeeded,
        Some(serde_json::Value::String(status)) => match status.trim().to_lowercase().as_str() {
            "success" | "successful" | "complete" | "completed" | "true" | "done" => true,
            "failure" | "fail" | "failed" | "infeasible" | "false" => false,
            other => return Err(BadReply::malformed(format!("`{}` is not a status", quoted(other)))),
        },
        Some(other) => {
            return Err(BadReply::malformed(format!("`{}` is not a status", quoted(&other.to_string()))));
        }
    };
    match succeeded {
        true => Ok(Move::new(Action::Finish(message), None)),
        false => Err(gave_up(&message)),
    }
}
