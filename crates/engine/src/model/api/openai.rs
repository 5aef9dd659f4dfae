//! OpenAI's chat completions, as OpenAI, its many followers and the servers at home speak them.

use super::{Asking, Fault, Gathered, Part, Role, Stop, base64, count, in_words, schema};
use serde_json::{Map, Value, json};

pub fn body(asking: &Asking<'_>) -> Value {
    let mut messages: Vec<Value> = asking
        .request
        .messages
        .iter()
        .map(|message| {
            let role = match message.role {
                Role::System => "system",
                Role::User => "user",
                Role::Assistant => "assistant",
            };
            json!({"role": role, "content": content(&message.parts)})
        })
        .collect();
    if let Some(words) = in_words(asking) {
        messages.push(json!({"role": "user", "content": words}));
    }
    let mut body = Map::new();
    body.insert("model".into(), asking.model.into());
    body.insert("messages".into(), messages.into());
    let limit = if asking.manner.newer_limit { "max_completion_tokens" } else { "max_tokens" };
    body.insert(limit.into(), asking.request.max_tokens.into());
    if let Some(temperature) = asking.temperature.filter(|_| asking.manner.temperature) {
        body.insert("temperature".into(), temperature.into());
    }
    if asking.manner.stream {
        body.insert("stream".into(), true.into());
        body.insert("stream_options".into(), json!({"include_usage": true}));
    }
    if let Some(schema) = schema(asking) {
        let form = json!({"name": schema.name, "schema": schema.json, "strict": is_strict(&schema.json)});
        body.insert("response_format".into(), json!({"type": "json_schema", "json_schema": form}));
    }
    body.into()
}

/// Text alone is sent as plain text, which servers without eyes also understand.
fn content(parts: &[Part]) -> Value {
    if let [Part::Text(text)] = parts {
        return text.as_str().into();
    }
    let parts = parts.iter().map(|part| match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Picture(shot) => {
            let (kind, data) = base64(shot);
            json!({"type": "image_url", "image_url": {"url": format!("data:{kind};base64,{data}")}})
        }
    });
    parts.collect()
}

/// A strict schema names every field of every object as required and allows no others; a provider refuses one that
/// claims to be strict and is not.
fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(fields) => {
            let whole = fields.get("properties").and_then(Value::as_object).is_none_or(|properties| {
                let required = fields.get("required").and_then(Value::as_array);
                let needed = |name: &String| required.is_some_and(|all| all.iter().any(|one| one == name));
                fields.get("additionalProperties") == Some(&Value::Bool(false))
                    && properties.keys().all(needed)
            });
            whole && fields.values().all(is_strict)
        }
        Value::Array(items) => items.iter().all(is_strict),
        _ => true,
    }
}

pub fn whole(gathered: &mut Gathered, answer: &Value) -> Result<(), Fault> {
    let choice = &answer["choices"][0];
    if !choice.is_object() {
        return Err(Fault::malformed("there are no choices in it"));
    }
    said(gathered, &choice["message"])?;
    figures(gathered, answer);
    stop(gathered, choice)
}

pub fn piece(gathered: &mut Gathered, event: &Value) -> Result<(), Fault> {
    if !event.is_object() {
        return Err(Fault::malformed("a piece of the stream is no object"));
    }
    figures(gathered, event);
    let choice = &event["choices"][0];
    if choice.is_null() {
        return Ok(());
    }
    said(gathered, &choice["delta"])?;
    stop(gathered, choice)
}

fn said(gathered: &mut Gathered, message: &Value) -> Result<(), Fault> {
    match &message["content"] {
        Value::Null => {}
        Value::String(text) => gathered.say(text),
        // Some write their text in parts.
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str()).for_each(|text| gathered.say(text))
        }
        _ => return Err(Fault::malformed("the content is no text")),
    }
    if message["refusal"].is_string() {
        gathered.stop = Some(Stop::Refused);
    }
    for (place, tool) in message["tool_calls"].as_array().into_iter().flatten().enumerate() {
        let index = tool["index"].as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or(place);
        let function = &tool["function"];
        // Some send the arguments as an object, not as its text.
        let whole;
        let arguments = match &function["arguments"] {
            Value::String(text) => text.as_str(),
            Value::Null => "",
            object => {
                whole = object.to_string();
                &whole
            }
        };
        gathered.tool(index, function["name"].as_str().filter(|name| !name.is_empty()), arguments)?;
    }
    Ok(())
}

fn stop(gathered: &mut Gathered, choice: &Value) -> Result<(), Fault> {
    let Some(reason) = choice["finish_reason"].as_str().filter(|reason| !reason.is_empty()) else {
        return Ok(());
    };
    let stop = match reason {
        "stop" | "tool_calls" | "function_call" | "eos" | "eos_token" | "stop_sequence" => Stop::End,
        "length" | "max_tokens" | "model_context_window_exceeded" => Stop::Length,
        "content_filter" | "sensitive" | "refusal" | "safety" => Stop::Refused,
        other => return Err(Fault::malformed(format_args!("it stopped for {other}, which says nothing"))),
    };
    // Whoever declines first has declined.
    gathered.stop = gathered.stop.filter(|stop| *stop == Stop::Refused).or(Some(stop));
    Ok(())
}

fn figures(gathered: &mut Gathered, answer: &Value) {
    let usage = &answer["usage"];
    if usage.is_object() {
        gathered.usage.input_tokens = count(&usage["prompt_tokens"]);
        gathered.usage.output_tokens = count(&usage["completion_tokens"]);
        // Routers tell the price themselves.
        gathered.usage.cost = usage["cost"].as_f64().filter(|cost| cost.is_finite() && *cost >= 0.0);
    }
}
