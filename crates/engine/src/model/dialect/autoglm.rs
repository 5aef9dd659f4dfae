//! AutoGLM's language: `<think>why</think><answer>do(action="Tap", element=[x,y])</answer>`, `finish(message="…")`, and
//! behind it `<predict>…</predict>` with later steps. The tags may be missing; nothing but tags may follow the call.

use super::around::{self, Behind};
use super::build::{Manner, build, warning};
use super::call::{self, Call, in_quotes};
use super::fields::Fields;
use super::space::Space;
use super::told::{Told, told};
use super::{BadReply, Move, Said};
use serde_json::{Value, json};

const PREDICT: &str = "<predict>";
const PREDICTED: &str = "</predict>";

fn is_call(name: &str) -> bool {
    matches!(name, "do" | "finish")
}

/// Whether words outside of a thought hold pieces of a call. Then the first call that can be read may not be the first.
fn holds_call(words: &str) -> bool {
    let follows = |(at, word): (usize, &str)| words[at + word.len()..].trim_start().starts_with(['=', '＝']);
    words.contains(PREDICT) || ["action", "message"].iter().any(|word| words.match_indices(word).any(follows))
}

pub(super) fn parse(text: &str, space: Space) -> Result<Said, BadReply> {
    let (thought, rest) = around::thought_and_rest(text)?;
    let found = call::first(rest, is_call)?.ok_or(BadReply::NoAction)?;
    if holds_call(found.before) || around::is_strange(found.before) {
        return Err(around::too_much(found.before, false));
    }
    let thought = if thought.is_empty() { around::without_tags(found.before) } else { thought.to_owned() };
    let (next, warning) = read(&found.call, &thought, space)?;
    let mut later = Vec::new();
    let behind = match around::behind(found.after, PREDICT) {
        Behind::Stands(inside) => {
            let (foretold, after) = predicted(inside, &thought, space)?;
            later = foretold;
            around::behind(after, PREDICT)
        }
        other => other,
    };
    match behind {
        Behind::Nothing => Ok(Said::new(&thought, next, warning, later)),
        Behind::Cut => Err(BadReply::Truncated),
        Behind::Stands(_) => Err(BadReply::malformed("the predictions stand twice")),
        Behind::Words(words) => Err(around::too_much(words, call::first(words, is_call)?.is_some())),
    }
}

/// The calls up to the end of the predictions, whatever labels stand between them, and what stands behind.
fn predicted<'a>(text: &'a str, thought: &str, space: Space) -> Result<(Vec<Move>, &'a str), BadReply> {
    let mut moves = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find(PREDICTED);
        let next = call::first(rest, is_call)?;
        match (next, end) {
            (Some(found), end) if end.is_none_or(|end| found.before.len() < end) => {
                moves.push(read(&found.call, thought, space)?.0);
                call::not_too_many(moves.len())?;
                rest = found.after;
            }
            (_, Some(end)) => return Ok((moves, &rest[end + PREDICTED.len()..])),
            (_, None) => return Err(BadReply::Truncated),
        }
    }
}

fn read(call: &Call<'_>, thought: &str, space: Space) -> Result<(Move, Option<String>), BadReply> {
    let fields = Fields { values: &call.args, space };
    let name = match call.name {
        "finish" => "finish".to_owned(),
        _ => fields.needed("do", &["action"])?,
    };
    let step = build(&name, fields, thought, Manner::default())?;
    let warning = warning(&step, fields)?;
    Ok((step, warning))
}

pub(super) fn write(said: &Said, space: Space) -> Option<String> {
    let mut text = match said.thought.is_empty() {
        true => String::new(),
        false => format!("<think>{}</think>\n", around::untagged(&said.thought)),
    };
    // Without a closing tag: the model's own client takes whatever stands behind the call for a part of it.
    text.push_str(&written(&said.next, said.warning.as_deref(), space)?);
    if !said.predictions.is_empty() {
        text.push_str(PREDICT);
        for step in &said.predictions {
            text.push('\n');
            text.push_str(&written(step, None, space)?);
        }
        text.push('\n');
        text.push_str(PREDICTED);
    }
    Some(text)
}

/// AutoGLM's own names, where it has one.
fn named(ours: &'static str) -> &'static str {
    match ours {
        "tap" => "Tap",
        "double_tap" => "Double Tap",
        "long_press" => "Long Press",
        "swipe" => "Swipe",
        "input_text" => "Type",
        "launch_app" => "Launch",
        "ask" => "Take_over",
        "back" => "Back",
        "go_home" => "Home",
        "wait" => "Wait",
        other => other,
    }
}

fn written(step: &Move, warning: Option<&str>, space: Space) -> Option<String> {
    let Told { name, at, to, mut parts } = told(step, space)?;
    parts.extend(warning.map(|text| ("message", json!(text))));
    let mut args = Vec::new();
    if let Some((x, y)) = at {
        let key = if to.is_some() { "start" } else { "element" };
        args.push(format!("{key}=[{x},{y}]"));
    }
    args.extend(to.map(|(x, y)| format!("end=[{x},{y}]")));
    for (key, value) in parts {
        args.push(match (key, &value) {
            ("target", Value::String(text)) => format!("element={}", in_quotes(text, '"')),
            ("question", Value::String(text)) => format!("message={}", in_quotes(text, '"')),
            ("ms", value) => format!("duration=\"{} seconds\"", value.as_f64()? / 1000.0),
            (key, Value::String(text)) => format!("{key}={}", in_quotes(text, '"')),
            (key, Value::Bool(flag)) => format!("{key}={}", if *flag { "True" } else { "False" }),
            (key, value) => format!("{key}={value}"),
        });
    }
    if name == "finish" {
        return Some(format!("finish({})", args.join(", ")));
    }
    args.insert(0, format!("action=\"{}\"", named(name)));
    Some(format!("do({})", args.join(", ")))
}
