//! The `mobile_use` tool of Qwen's models and of those made from them (GUI-Owl, MAI-UI): a line of words, then
//! `<tool_call>{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [x, y]}}</tool_call>`. The arguments
//! are read as any JSON action is. Several calls may follow each other, each in its own tags; the first is the action.

use super::around::{self, Behind};
use super::call;
use super::json;
use super::object;
use super::space::Space;
use super::told::{Told, told};
use super::{BadReply, Move, Said};
use serde_json::{Value, json};

const OPEN: &str = "<tool_call>";
const CLOSE: &str = "</tool_call>";
const LABELS: [&str; 3] = ["Thought:", "Action:", "Action："];

pub(super) fn parse(text: &str, space: Space) -> Result<Said, BadReply> {
    let (thought, rest) = around::thought_and_rest(text)?;
    let Some((before, mut rest)) = rest.split_once(OPEN) else {
        return json::parse(text, space);
    };
    // A call that lost its tag: what follows was meant to come later.
    if before.contains('{') || around::is_strange(before) {
        return Err(around::too_much(before, false));
    }
    let thought = if thought.is_empty() { label_free(before) } else { thought.to_owned() };
    let mut all: Vec<Said> = Vec::new();
    loop {
        let found = object::first(rest)?;
        if !found.before.trim().is_empty() {
            return Err(around::too_much(found.before, false));
        }
        all.push(json::said(&found.object, &thought, space)?);
        call::not_too_many(all.len())?;
        // A closing tag that is missing is forgiven, but a tag that is cut is a cut.
        match around::behind(found.after, OPEN) {
            Behind::Nothing => break,
            Behind::Stands(next) => rest = next,
            Behind::Cut => return Err(BadReply::Truncated),
            Behind::Words(words) => return Err(around::too_much(words, words.contains('{'))),
        }
    }
    let mut all = all.into_iter();
    let first = all.next().ok_or(BadReply::NoAction)?;
    let later = first.predictions.into_iter().chain(all.map(|said| said.next)).collect();
    Ok(Said::new(&first.thought, first.next, first.warning, later))
}

fn label_free(text: &str) -> String {
    let text = around::without_tags(text);
    let bare = LABELS.iter().find_map(|label| text.strip_prefix(label)).unwrap_or(&text);
    bare.trim().to_owned()
}

pub(super) fn write(said: &Said, space: Space) -> Option<String> {
    let mut text = format!("Action: {}", around::untagged(&said.thought));
    for (at, step) in std::iter::once(&said.next).chain(&said.predictions).enumerate() {
        let warning = said.warning.as_deref().filter(|_| at == 0);
        let arguments = written(step, warning, space)?;
        let call = json!({"name": "mobile_use", "arguments": arguments});
        text.push_str(&format!("\n{OPEN}\n{call}\n{CLOSE}"));
    }
    Some(text)
}

/// The tool's own names, where it has one.
fn named(ours: &'static str) -> &'static str {
    match ours {
        "tap" => "click",
        "input_text" => "type",
        "press_key" => "key",
        "launch_app" => "open",
        "ask" => "interact",
        "finish" => "answer",
        other => other,
    }
}

fn written(step: &Move, warning: Option<&str>, space: Space) -> Option<Value> {
    let Told { name, at, to, parts } = told(step, space)?;
    let mut arguments = json!({"action": named(name)});
    match name {
        "back" => return Some(json!({"action": "system_button", "button": "Back"})),
        "go_home" => return Some(json!({"action": "system_button", "button": "Home"})),
        "finish" if parts.iter().all(|(_, message)| message == "") => {
            return Some(json!({"action": "terminate", "status": "success"}));
        }
        _ => {}
    }
    for (key, place) in [("coordinate", at), ("coordinate2", to)] {
        if let Some((x, y)) = place {
            arguments[key] = json!([x, y]);
        }
    }
    for (key, value) in parts {
        match key {
            "app" | "key" | "question" | "message" => arguments["text"] = value,
            "ms" => arguments["time"] = json!(value.as_f64()? / 1000.0),
            key => arguments[key] = value,
        }
    }
    if let Some(warning) = warning {
        arguments["warning"] = json!(warning);
    }
    Some(arguments)
}
