//! Anthropic's messages. A form of the reply is a tool that must be used; its input is the reply.

use super::{
    ANSWER, Asking, Fault, Gathered, Message, Part, Role, Stop, base64, count, in_words, schema, system,
};
use serde_json::{Map, Value, json};

pub fn body(asking: &Asking<'_>) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), asking.model.into());
    body.insert("max_tokens".into(), asking.request.max_tokens.into());
    let mut told = system(&asking.request.messages);
    if let Some(words) = in_words(asking) {
        told = format!("{told}\n\n{words}");
    }
    if !told.is_empty() {
        body.insert("system".into(), told.into());
    }
    let spoken = asking.request.messages.iter().filter(|message| message.role != Role::System);
    body.insert("messages".into(), spoken.map(message).collect());
    if let Some(temperature) = asking.temperature.filter(|_| asking.manner.temperature) {
        body.insert("temperature".into(), temperature.into());
    }
    if asking.manner.stream {
        body.insert("stream".into(), true.into());
    }
    if let Some(schema) = schema(asking) {
        let about = format!("Give the reply: {}", schema.name);
        body.insert(
            "tools".into(),
            json!([{"name": ANSWER, "description": about, "input_schema": schema.json}]),
        );
        body.insert("tool_choice".into(), json!({"type": "tool", "name": ANSWER}));
    }
    body.into()
}

fn message(message: &Message) -> Value {
    let parts = message.parts.iter().map(|part| match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Picture(shot) => {
            let (kind, data) = base64(shot);
            json!({"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}})
        }
    });
    let role = if message.role == Role::Assistant { "assistant" } else { "user" };
    json!({"role": role, "content": parts.collect::<Value>()})
}

pub fn whole(gathered: &mut Gathered, answer: &Value) -> Result<(), Fault> {
    let Some(blocks) = answer["content"].as_array() else {
        return Err(Fault::malformed("there is no content in it"));
    };
    for (index, block) in blocks.iter().enumerate() {
        match block["type"].as_str() {
            Some("text") => gathered.say(block["text"].as_str().unwrap_or_default()),
            Some("tool_use") => gathered.tool(index, block["name"].as_str(), &block["input"].to_string())?,
            _ => {}
        }
    }
    figures(gathered, &answer["usage"]);
    stop(gathered, &answer["stop_reason"])?;
    settle(gathered);
    Ok(())
}

pub fn piece(gathered: &mut Gathered, event: &Value) -> Result<(), Fault> {
    let index = event["index"].as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or(0);
    match event["type"].as_str() {
        Some("message_start") => figures(gathered, &event["message"]["usage"]),
        Some("content_block_start") if event["content_block"]["type"] == "tool_use" => {
            gathered.tool(index, event["content_block"]["name"].as_str(), "")?;
        }
        Some("content_block_delta") => {
            let delta = &event["delta"];
            gathered.say(delta["text"].as_str().unwrap_or_default());
            if let Some(json) = delta["partial_json"].as_str() {
                gathered.tool(index, None, json)?;
            }
        }
        Some("message_delta") => {
            figures(gathered, &event["usage"]);
            stop(gathered, &event["delta"]["stop_reason"])?;
        }
        Some("message_stop") => {
            gathered.over = true;
            settle(gathered);
        }
        Some(_) => {}
        None => return Err(Fault::malformed("a piece of the stream has no type")),
    }
    Ok(())
}

/// The reply in its asked form counts, whatever was said beside it; blocks that are no tools leave empty places.
fn settle(gathered: &mut Gathered) {
    gathered.tools.retain(|(name, _)| !name.is_empty());
    if gathered.tools.iter().any(|(name, _)| name == ANSWER) {
        gathered.text.clear();
    }
}

fn stop(gathered: &mut Gathered, reason: &Value) -> Result<(), Fault> {
    let Some(reason) = reason.as_str() else { return Ok(()) };
    gathered.stop = Some(match reason {
        "end_turn" | "tool_use" | "stop_sequence" => Stop::End,
        "max_tokens" | "model_context_window_exceeded" => Stop::Length,
        "refusal" => Stop::Refused,
        other => return Err(Fault::malformed(format_args!("it stopped for {other}, which says nothing"))),
    });
    Ok(())
}

/// The first event tells the input, the last one the output; a cache is part of the input.
fn figures(gathered: &mut Gathered, usage: &Value) {
    let input = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
    let input: u64 = input.iter().map(|name| count(&usage[*name])).sum();
    gathered.usage.input_tokens = gathered.usage.input_tokens.max(input);
    gathered.usage.output_tokens = gathered.usage.output_tokens.max(count(&usage["output_tokens"]));
}
