//! Our own JSON, for general models, and what such models make of it: fences, prose, tool calls, other names. One object
//! with one action, `{"thought": …, "action": {"type": "tap", "x": 500, "y": 80}, "predictions": […]}`.

use super::around::{self, Behind, thought_and_rest};
use super::build::{Manner, build, warning};
use super::fields::Fields;
use super::object;
use super::space::Space;
use super::told::told;
use super::{BadReply, Move, Said};
use crate::model::Schema;
use serde_json::{Map, Value, json};

const THOUGHTS: [&str; 9] = [
    "thought",
    "thinking",
    "think",
    "thoughts",
    "reasoning",
    "reason",
    "rationale",
    "explanation",
    "analysis",
];
const LATER: [&str; 3] = ["predictions", "predicted", "predict"];
const STEPS: [&str; 2] = ["steps", "actions"];
const PARAMETERS: [&str; 6] = ["arguments", "params", "parameters", "args", "input", "action_input"];
const KINDS: [&str; 4] = ["type", "action_type", "kind", "name"];
/// Parts that may hold more than a plain value. Anything else that does could hide a second action.
const NESTED: [&str; 19] = [
    "action",
    "function",
    "point",
    "coordinate",
    "coordinates",
    "coordinate1",
    "coordinate2",
    "position",
    "location",
    "element",
    "box",
    "bbox",
    "bbox_2d",
    "bounds",
    "start",
    "end",
    "from",
    "to",
    "target",
];
/// A list of more steps than this is a plan, and this is no place for one.
const MAX_STEPS: usize = 10;
/// An action inside a call inside a function.
const MAX_DEPTH: usize = 4;

pub(super) fn parse(text: &str, space: Space) -> Result<Said, BadReply> {
    let (thought, rest) = thought_and_rest(text)?;
    let found = object::only(rest)?;
    let said = said(&found.object, thought, space)?;
    // Words around an action are forgiven. An end stands alone: the words may say that it is none.
    let alone = |words| around::behind(words, "") == Behind::Nothing;
    let strange = around::is_strange(found.before);
    if strange || (said.next.is_end() && !(alone(found.before) && alone(found.after))) {
        return Err(BadReply::malformed("words stand around the object"));
    }
    Ok(said)
}

/// What one object says; `thought` is what stood before it.
pub(super) fn said(object: &Map<String, Value>, thought: &str, space: Space) -> Result<Said, BadReply> {
    let reader = Reader { space };
    reader.only_known(object)?;
    let own = (Fields { values: object, space }).any(&THOUGHTS).and_then(Value::as_str).unwrap_or_default();
    let thought = if own.is_empty() { thought } else { own }.to_owned();
    let mut later = reader.moves(object, &LATER, &thought)?;
    let (next, warning) = match reader.list(object, &STEPS)? {
        Some(steps) => {
            let mut steps = steps.iter();
            let first = steps.next().ok_or(BadReply::NoAction)?;
            for step in steps {
                later.push(reader.one(step, &thought)?.0);
            }
            reader.one(first, &thought)?
        }
        None => reader.action(object, &thought, 0)?,
    };
    Ok(Said::new(&thought, next, warning, later))
}

struct Reader {
    space: Space,
}

impl Reader {
    fn only_known(&self, object: &Map<String, Value>) -> Result<(), BadReply> {
        let known = |key: &str| {
            NESTED.contains(&key) || LATER.contains(&key) || STEPS.contains(&key) || PARAMETERS.contains(&key)
        };
        let plain = |value: &Value| match value {
            Value::Object(_) => false,
            Value::Array(items) => !items.iter().any(|item| item.is_object() || item.is_array()),
            _ => true,
        };
        match object.iter().find(|(key, value)| !known(key) && !plain(value)) {
            Some((key, _)) => {
                Err(BadReply::malformed(format!("the part `{}` is not known", super::bad::quoted(key))))
            }
            None => Ok(()),
        }
    }

    fn list<'a>(
        &self,
        object: &'a Map<String, Value>,
        names: &[&str],
    ) -> Result<Option<&'a [Value]>, BadReply> {
        match (Fields { values: object, space: self.space }).any(names) {
            None => Ok(None),
            Some(Value::Array(items)) if items.len() > MAX_STEPS => {
                Err(BadReply::OverLimit { what: "the steps of a reply", most: MAX_STEPS })
            }
            Some(Value::Array(items)) => Ok(Some(items)),
            Some(_) => Err(BadReply::malformed("the steps of a reply are a list")),
        }
    }

    fn moves(
        &self,
        object: &Map<String, Value>,
        names: &[&str],
        thought: &str,
    ) -> Result<Vec<Move>, BadReply> {
        let items = self.list(object, names)?.unwrap_or_default();
        items.iter().map(|item| self.one(item, thought).map(|(step, _)| step)).collect()
    }

    fn one(&self, item: &Value, thought: &str) -> Result<(Move, Option<String>), BadReply> {
        match item {
            Value::Object(object) => self.action(object, thought, 0),
            _ => Err(BadReply::malformed("a step is an object")),
        }
    }

    /// The action of an object, in whichever of the usual shapes it stands there.
    fn action(
        &self,
        object: &Map<String, Value>,
        thought: &str,
        depth: usize,
    ) -> Result<(Move, Option<String>), BadReply> {
        if depth > MAX_DEPTH {
            return Err(BadReply::OverLimit { what: "the levels of an action", most: MAX_DEPTH });
        }
        self.only_known(object)?;
        let inner = object.get("action").or_else(|| object.get("function"));
        if let Some(Value::Object(inner)) = inner {
            return self.action(inner, thought, depth + 1);
        }
        let kind = match object.get("action") {
            Some(Value::String(kind)) => Some(kind.as_str()),
            Some(Value::Null) | None => KINDS.iter().find_map(|key| object.get(*key).and_then(Value::as_str)),
            Some(_) => return Err(BadReply::malformed("an action is an object or a name")),
        };
        let parameters = self.parameters(object)?;
        match (kind, parameters) {
            // A tool that holds the action among its parameters.
            (Some("mobile_use" | "act" | "phone"), Some(parameters)) => {
                self.action(&parameters, thought, depth + 1)
            }
            (Some(kind), Some(mut parameters)) => {
                for (key, value) in object {
                    if !parameters.contains_key(key) && !PARAMETERS.contains(&key.as_str()) {
                        parameters.insert(key.clone(), value.clone());
                    }
                }
                self.build(kind, &parameters, thought)
            }
            (Some(kind), None) => self.build(kind, object, thought),
            (None, _) => Err(BadReply::malformed("the object names no action")),
        }
    }

    fn build(
        &self,
        kind: &str,
        values: &Map<String, Value>,
        thought: &str,
    ) -> Result<(Move, Option<String>), BadReply> {
        let fields = Fields { values, space: self.space };
        let step = build(kind, fields, thought, Manner::default())?;
        let warning = warning(&step, fields)?;
        Ok((step, warning))
    }

    /// The parameters that stand in an object of their own, or in a text that holds one.
    fn parameters(&self, object: &Map<String, Value>) -> Result<Option<Map<String, Value>>, BadReply> {
        let nested = PARAMETERS.iter().filter_map(|key| object.get(*key));
        for value in nested {
            match value {
                Value::Object(parameters) => return Ok(Some(parameters.clone())),
                Value::String(text) if text.trim_start().starts_with('{') => {
                    return object::only(text).map(|found| Some(found.object));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

pub(super) fn write(said: &Said, space: Space) -> Option<String> {
    let mut action = written(&said.next, space)?;
    if let (Some(warning), Some(parts)) = (&said.warning, action.as_object_mut()) {
        parts.insert("warning".to_owned(), json!(warning));
    }
    let predictions: Option<Vec<Value>> = said.predictions.iter().map(|step| written(step, space)).collect();
    Some(json!({"thought": said.thought, "action": action, "predictions": predictions?}).to_string())
}

/// One move as an action object of ours; nothing if it has no form here.
fn written(step: &Move, space: Space) -> Option<Value> {
    let told = told(step, space)?;
    let mut parts = json!({"type": told.name});
    for (place, names) in [(told.at, ["x", "y"]), (told.to, ["x2", "y2"])] {
        if let Some((x, y)) = place {
            parts[names[0]] = json!(x);
            parts[names[1]] = json!(y);
        }
    }
    for (key, value) in told.parts {
        parts[key] = value;
    }
    Some(parts)
}

/// The form of a reply, strict enough for providers that hold a model to it: every part is there, and null where it
/// says nothing.
pub(super) fn schema() -> Schema {
    let number = json!({"type": ["integer", "null"]});
    let text = json!({"type": ["string", "null"]});
    let types = [
        "tap",
        "double_tap",
        "long_press",
        "drag",
        "swipe",
        "input_text",
        "clear_text",
        "press_key",
        "back",
        "go_home",
        "wait",
        "launch_app",
        "open_url",
        "call",
        "set_switch",
        "mem_save",
        "mem_read",
        "ask",
        "finish",
        "give_up",
    ];
    let action = json!({
        "type": "object",
        "additionalProperties": false,
        "required": [
            "type", "x", "y", "x2", "y2", "target", "to", "direction", "text", "key", "ms", "app", "url", "number", "on",
            "name", "value", "question", "message", "warning"
        ],
        "properties": {
            "type": {"type": "string", "enum": types},
            "x": number, "y": number, "x2": number, "y2": number,
            "target": text, "to": text,
            "direction": {"type": ["string", "null"], "enum": ["up", "down", "left", "right", null]},
            "text": text, "key": text, "ms": number, "app": text, "url": text, "number": text,
            "on": {"type": ["boolean", "null"]},
            "name": text, "value": text, "question": text, "message": text, "warning": text
        }
    });
    let json = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["thought", "action", "predictions"],
        "properties": {
            "thought": {"type": "string"},
            "action": action,
            "predictions": {"type": "array", "items": action}
        }
    });
    Schema { name: "next_action".to_owned(), json }
}
