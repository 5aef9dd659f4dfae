//! Gemini's generateContent. Its schemas are a part of JSON schema, so what it does not know is taken out.

use super::{Asking, Fault, Gathered, Message, Part, Role, Stop, base64, count, in_words, schema, system};
use serde_json::{Map, Value, json};

pub fn url(base: &str, model: &str, stream: bool) -> String {
    let model = model.strip_prefix("models/").unwrap_or(model);
    let what = if stream { "streamGenerateContent?alt=sse" } else { "generateContent" };
    format!("{base}/models/{model}:{what}")
}

pub fn body(asking: &Asking<'_>) -> Value {
    let mut told = system(&asking.request.messages);
    let form = schema(asking).map(|schema| reduced(&schema.json));
    // A schema that cannot be told in its terms is told in words.
    let words = match (&form, &asking.request.schema) {
        (Some(None), Some(schema)) => {
            Some(format!("Reply with one JSON object of this JSON schema:\n{}", schema.json))
        }
        _ => in_words(asking),
    };
    if let Some(words) = words {
        told = format!("{told}\n\n{words}");
    }
    let mut config = Map::new();
    config.insert("maxOutputTokens".into(), asking.request.max_tokens.into());
    if let Some(temperature) = asking.temperature.filter(|_| asking.manner.temperature) {
        config.insert("temperature".into(), temperature.into());
    }
    if let Some(form) = form {
        config.insert("responseMimeType".into(), "application/json".into());
        if let Some(form) = form {
            config.insert("responseSchema".into(), form);
        }
    }
    let spoken = asking.request.messages.iter().filter(|message| message.role != Role::System);
    let mut body = json!({"contents": spoken.map(message).collect::<Value>(), "generationConfig": config});
    if !told.is_empty() {
        body["systemInstruction"] = json!({"parts": [{"text": told}]});
    }
    body
}

fn message(message: &Message) -> Value {
    let parts = message.parts.iter().map(|part| match part {
        Part::Text(text) => json!({"text": text}),
        Part::Picture(shot) => {
            let (kind, data) = base64(shot);
            json!({"inlineData": {"mimeType": kind, "data": data}})
        }
    });
    let role = if message.role == Role::Assistant { "model" } else { "user" };
    json!({"role": role, "parts": parts.collect::<Value>()})
}

/// The schema in the terms that Gemini knows, or none if it points to other places.
fn reduced(schema: &Value) -> Option<Value> {
    const KNOWN: [&str; 12] = [
        "type",
        "description",
        "enum",
        "required",
        "nullable",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "title",
        "properties",
        "items",
    ];
    let Value::Object(fields) = schema else { return None };
    if fields.contains_key("$ref") || fields.contains_key("allOf") {
        return None;
    }
    let mut out = Map::new();
    for (name, value) in fields.iter().filter(|(name, _)| KNOWN.contains(&name.as_str())) {
        let value = match (name.as_str(), value) {
            ("properties", Value::Object(all)) => {
                let all = all.iter().map(|(name, one)| Some((name.clone(), reduced(one)?)));
                Value::Object(all.collect::<Option<_>>()?)
            }
            ("items", one) => reduced(one)?,
            ("type", Value::Array(kinds)) => {
                out.insert("nullable".into(), kinds.iter().any(|kind| kind == "null").into());
                kinds.iter().find(|kind| *kind != "null")?.clone()
            }
            (_, value) => value.clone(),
        };
        out.insert(name.clone(), value);
    }
    if let Some(Value::String(only)) = fields.get("const") {
        out.insert("type".into(), "string".into());
        out.insert("enum".into(), json!([only]));
    }
    if let Some(Value::Array(any)) = fields.get("anyOf").or_else(|| fields.get("oneOf")) {
        out.insert("anyOf".into(), any.iter().map(reduced).collect::<Option<Value>>()?);
    }
    Some(out.into())
}

/// A whole answer and a piece of a stream have the same form.
pub fn piece(gathered: &mut Gathered, event: &Value) -> Result<(), Fault> {
    if !event.is_object() {
        return Err(Fault::malformed("it is no object"));
    }
    let usage = &event["usageMetadata"];
    if usage.is_object() {
        gathered.usage.input_tokens = count(&usage["promptTokenCount"]);
        gathered.usage.output_tokens =
            count(&usage["candidatesTokenCount"]) + count(&usage["thoughtsTokenCount"]);
    }
    if event["promptFeedback"]["blockReason"].is_string() {
        gathered.stop = Some(Stop::Refused);
        return Ok(());
    }
    let candidate = &event["candidates"][0];
    for part in candidate["content"]["parts"].as_array().into_iter().flatten() {
        if part["thought"] != true {
            gathered.say(part["text"].as_str().unwrap_or_default());
        }
    }
    let Some(reason) = candidate["finishReason"].as_str() else { return Ok(()) };
    gathered.stop = Some(match reason {
        "STOP" => Stop::End,
        "MAX_TOKENS" => Stop::Length,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE"
        | "IMAGE_SAFETY" => Stop::Refused,
        other => return Err(Fault::malformed(format_args!("it stopped for {other}, which says nothing"))),
    });
    Ok(())
}
