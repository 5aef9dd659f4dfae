//! The language of UI-TARS: `Thought: why`, then `Action: click(start_box='(x,y)')`. Several calls may follow each other;
//! the first is the action, the others are taken for what the model foresees. 1.0 writes thousandths, 1.5 pixels of the
//! picture as it was resized.

use super::around::{self, Behind};
use super::build::{Manner, build, warning};
use super::call::{self, Call, in_quotes};
use super::fields::Fields;
use super::space::Space;
use super::told::{Told, told};
use super::verbs::Verb;
use super::{BadReply, Move, Said};
use serde_json::{Value, json};

/// The last of these at the beginning of a line parts the thought from the calls.
const MARKS: [&str; 2] = ["Action:", "Action："];
const THOUGHTS: [&str; 4] = ["Thought:", "Thought：", "Action_Summary:", "Reflection:"];
/// Its `wait()` has no time of its own.
const USUAL_WAIT: u32 = 5;

fn is_call(name: &str) -> bool {
    Verb::of(name).is_some()
}

/// The thought and the calls.
fn parts(text: &str) -> (String, &str, bool) {
    let mut at = 0;
    let mut found = None;
    for line in text.split_inclusive('\n') {
        let lead = line.len() - line.trim_start().len();
        if let Some(mark) = MARKS.iter().find(|mark| line.trim_start().starts_with(**mark)) {
            found = Some((at, at + lead + mark.len()));
        }
        at += line.len();
    }
    match found {
        Some((before, behind)) => (thought(&text[..before]), &text[behind..], true),
        None => (String::new(), text, false),
    }
}

fn thought(text: &str) -> String {
    let text = text.trim();
    let bare = THOUGHTS.iter().find_map(|label| text.strip_prefix(label)).unwrap_or(text);
    bare.trim().to_owned()
}

pub(super) fn parse(text: &str, space: Space) -> Result<Said, BadReply> {
    let (aloud, rest) = around::thought_and_rest(text)?;
    let (said, body, marked) = parts(rest);
    let said = if said.is_empty() { aloud.to_owned() } else { said };
    let mut moves: Vec<Move> = Vec::new();
    let mut warned = None;
    let mut rest = body;
    while let Some(found) = call::first(rest, is_call)? {
        // Words may only stand before the mark, so that a broken call is not taken for a thought.
        if around::behind(found.before, "") != Behind::Nothing {
            return Err(around::too_much(found.before, false));
        }
        let (step, warning) = read(&found.call, &said, space)?;
        if moves.is_empty() {
            warned = warning;
        }
        moves.push(step);
        call::not_too_many(moves.len())?;
        rest = found.after;
    }
    if moves.is_empty() {
        return Err(match marked && !body.trim().is_empty() {
            true => BadReply::malformed("there is no known action behind `Action:`"),
            false => BadReply::NoAction,
        });
    }
    match around::behind(rest, "") {
        Behind::Nothing => {
            let next = moves.remove(0);
            Ok(Said::new(&said, next, warned, moves))
        }
        Behind::Cut => Err(BadReply::Truncated),
        Behind::Stands(words) | Behind::Words(words) => Err(around::too_much(words, false)),
    }
}

fn read(call: &Call<'_>, thought: &str, space: Space) -> Result<(Move, Option<String>), BadReply> {
    let mut args = call.args.clone();
    if Verb::of(call.name) == Some(Verb::Wait) && args.is_empty() {
        args.insert("seconds".to_owned(), json!(USUAL_WAIT));
    }
    let fields = Fields { values: &args, space };
    let step = build(call.name, fields, thought, Manner { drag_slides: true })?;
    let warning = warning(&step, fields)?;
    Ok((step, warning))
}

pub(super) fn write(said: &Said, space: Space) -> Option<String> {
    let mut calls = vec![written(&said.next, said.warning.as_deref(), space)?];
    for step in &said.predictions {
        calls.push(written(step, None, space)?);
    }
    Some(format!("Thought: {}\nAction: {}", around::untagged(&said.thought), calls.join("\n\n")))
}

/// Its own names, where it has one.
fn named(ours: &'static str) -> &'static str {
    match ours {
        "tap" => "click",
        "drag" => "drag_and_drop",
        "swipe" => "drag",
        "input_text" => "type",
        "back" => "press_back",
        "go_home" => "press_home",
        "launch_app" => "open_app",
        "ask" => "call_user",
        "finish" => "finished",
        other => other,
    }
}

fn written(step: &Move, warning: Option<&str>, space: Space) -> Option<String> {
    let Told { name, at, to, mut parts } = told(step, space)?;
    parts.extend(warning.map(|text| ("message", json!(text))));
    let place = |(x, y): (u32, u32)| match space {
        Space::Thousandths => format!("'<|box_start|>({x},{y})<|box_end|>'"),
        Space::Pixels(_) => format!("'({x},{y})'"),
    };
    let mut args = Vec::new();
    args.extend(at.map(|at| format!("start_box={}", place(at))));
    args.extend(to.map(|to| format!("end_box={}", place(to))));
    let mut called = named(name);
    for (key, value) in parts {
        let key = match key {
            "text" | "question" | "message" if matches!(name, "input_text" | "ask" | "finish") => "content",
            "app" => "app_name",
            other => other,
        };
        args.push(match (key, &value) {
            ("direction", Value::String(way)) => {
                called = "scroll";
                format!("direction='{}'", across(way))
            }
            (key, Value::String(text)) => format!("{key}={}", in_quotes(text, '\'')),
            (key, Value::Bool(flag)) => format!("{key}={}", if *flag { "True" } else { "False" }),
            (key, value) => format!("{key}={value}"),
        });
    }
    Some(format!("{called}({})", args.join(", ")))
}

/// A scroll is told by where the wanted things lie, a slide by where the finger goes.
fn across(way: &str) -> &str {
    match way {
        "up" => "down",
        "down" => "up",
        "left" => "right",
        _ => "left",
    }
}
