//! An answer in the form of a provider: one JSON object, or the events of a stream.

use super::ask::{Ask, Wire};
use serde_json::{Value, json};
use tapwise_engine::model::Stop;

/// What the stand-in says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    pub stop: Stop,
}

impl Answer {
    pub fn end(text: impl Into<String>) -> Self {
        Self { text: text.into(), stop: Stop::End }
    }

    fn tokens(&self) -> u64 {
        self.text.chars().count() as u64 / 3 + 1
    }
}

/// One event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub name: Option<&'static str>,
    pub data: String,
}

impl Event {
    fn plain(data: &Value) -> Self {
        Self { name: None, data: data.to_string() }
    }

    fn named(name: &'static str, mut data: Value) -> Self {
        data["type"] = name.into();
        Self { name: Some(name), data: data.to_string() }
    }

    pub fn written(&self) -> String {
        let name = self.name.map(|name| format!("event: {name}\n")).unwrap_or_default();
        format!("{name}data: {}\n\n", self.data)
    }
}

/// Why the answer ended, in the provider's word; `other` is what a fault wants it to say.
fn reason(ask: &Ask, stop: Stop, other: Option<&str>) -> String {
    let cut = other == Some("length");
    let other = other.filter(|_| !cut).map(str::to_owned);
    let stop = if cut { Stop::Length } else { stop };
    other.unwrap_or_else(|| {
        let word = match (ask.wire, stop) {
            (Wire::OpenAi, Stop::End) if ask.tool.is_some() => "tool_calls",
            (Wire::OpenAi, Stop::End) => "stop",
            (Wire::OpenAi, Stop::Length) => "length",
            (Wire::OpenAi, Stop::Refused) => "content_filter",
            (Wire::Anthropic, Stop::End) if ask.tool.is_some() => "tool_use",
            (Wire::Anthropic, Stop::End) => "end_turn",
            (Wire::Anthropic, Stop::Length) => "max_tokens",
            (Wire::Anthropic, Stop::Refused) => "refusal",
            (Wire::Gemini, Stop::End) => "STOP",
            (Wire::Gemini, Stop::Length) => "MAX_TOKENS",
            (Wire::Gemini, Stop::Refused) => "SAFETY",
        };
        word.to_owned()
    })
}

/// The arguments of a tool's call; an answer that is no JSON stays a text, as a bad model would have it.
fn arguments(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

fn usage(ask: &Ask, answer: &Answer) -> Value {
    let (read, said) = (ask.tokens(), answer.tokens());
    match ask.wire {
        Wire::OpenAi => {
            json!({ "prompt_tokens": read, "completion_tokens": said, "total_tokens": read + said })
        }
        Wire::Anthropic => json!({ "input_tokens": read, "output_tokens": said }),
        Wire::Gemini => {
            json!({ "promptTokenCount": read, "candidatesTokenCount": said, "totalTokenCount": read + said })
        }
    }
}

/// The whole answer as one object.
pub fn whole(ask: &Ask, answer: &Answer, finish: Option<&str>) -> Value {
    let (why, usage) = (reason(ask, answer.stop, finish), usage(ask, answer));
    match ask.wire {
        Wire::OpenAi => {
            let message = match &ask.tool {
                Some(tool) => {
                    json!({ "role": "assistant", "content": null, "tool_calls": [call(tool, &answer.text)] })
                }
                None => json!({ "role": "assistant", "content": answer.text }),
            };
            let choice = json!({ "index": 0, "message": message, "finish_reason": why });
            json!({ "id": "stub", "object": "chat.completion", "created": 1, "model": ask.model,
                    "choices": [choice], "usage": usage })
        }
        Wire::Anthropic => {
            let content = match &ask.tool {
                Some(tool) => {
                    json!({ "type": "tool_use", "id": "stub", "name": tool, "input": arguments(&answer.text) })
                }
                None => json!({ "type": "text", "text": answer.text }),
            };
            json!({ "id": "stub", "type": "message", "role": "assistant", "model": ask.model,
                    "content": [content], "stop_reason": why, "stop_sequence": null, "usage": usage })
        }
        Wire::Gemini => candidate(&answer.text, Some(&why), Some(&usage)),
    }
}

fn call(tool: &str, text: &str) -> Value {
    json!({ "index": 0, "id": "stub", "type": "function", "function": { "name": tool, "arguments": text } })
}

fn candidate(text: &str, why: Option<&str>, usage: Option<&Value>) -> Value {
    let content = json!({ "role": "model", "parts": [{ "text": text }] });
    let mut told = json!({ "candidates": [{ "index": 0, "content": content }] });
    if let Some(why) = why {
        told["candidates"][0]["finishReason"] = why.into();
    }
    if let Some(usage) = usage {
        told["usageMetadata"] = usage.clone();
    }
    told
}

/// The answer as a stream, a few letters at a time. The last event is the stream's last word.
pub fn events(ask: &Ask, answer: &Answer, finish: Option<&str>) -> Vec<Event> {
    let (why, usage) = (reason(ask, answer.stop, finish), usage(ask, answer));
    let pieces = pieces(&answer.text);
    match ask.wire {
        Wire::OpenAi => openai(ask, &pieces, &why, &usage),
        Wire::Anthropic => anthropic(ask, &pieces, &why, &usage),
        Wire::Gemini => {
            let last = pieces.len() - 1;
            let piece = |(at, piece): (usize, &String)| {
                let end = at == last;
                Event::plain(&candidate(piece, end.then_some(why.as_str()), end.then_some(&usage)))
            };
            pieces.iter().enumerate().map(piece).collect()
        }
    }
}

fn openai(ask: &Ask, pieces: &[String], why: &str, usage: &Value) -> Vec<Event> {
    let chunk = |delta: Value, why: Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": why });
        json!({ "id": "stub", "object": "chat.completion.chunk", "created": 1, "model": ask.model,
                "choices": [choice] })
    };
    let mut events = vec![Event::plain(&chunk(json!({ "role": "assistant", "content": "" }), Value::Null))];
    for (at, piece) in pieces.iter().enumerate() {
        let delta = match &ask.tool {
            Some(tool) if at == 0 => json!({ "tool_calls": [call(tool, piece)] }),
            Some(_) => json!({ "tool_calls": [{ "index": 0, "function": { "arguments": piece } }] }),
            None => json!({ "content": piece }),
        };
        events.push(Event::plain(&chunk(delta, Value::Null)));
    }
    events.push(Event::plain(&chunk(json!({}), why.into())));
    if ask.usage {
        let mut last = chunk(json!({}), Value::Null);
        last["choices"] = json!([]);
        last["usage"] = usage.clone();
        events.push(Event::plain(&last));
    }
    events.push(Event { name: None, data: "[DONE]".to_owned() });
    events
}

fn anthropic(ask: &Ask, pieces: &[String], why: &str, usage: &Value) -> Vec<Event> {
    let message = json!({ "id": "stub", "type": "message", "role": "assistant", "model": ask.model, "content": [],
        "stop_reason": null, "usage": { "input_tokens": usage["input_tokens"], "output_tokens": 1 } });
    let block = match &ask.tool {
        Some(tool) => json!({ "type": "tool_use", "id": "stub", "name": tool, "input": {} }),
        None => json!({ "type": "text", "text": "" }),
    };
    let mut events = vec![
        Event::named("message_start", json!({ "message": message })),
        Event::named("content_block_start", json!({ "index": 0, "content_block": block })),
        Event::named("ping", json!({})),
    ];
    events.extend(pieces.iter().map(|piece| {
        let delta = match &ask.tool {
            Some(_) => json!({ "type": "input_json_delta", "partial_json": piece }),
            None => json!({ "type": "text_delta", "text": piece }),
        };
        Event::named("content_block_delta", json!({ "index": 0, "delta": delta }))
    }));
    let delta = json!({ "stop_reason": why, "stop_sequence": null });
    let usage = json!({ "output_tokens": usage["output_tokens"] });
    events.push(Event::named("content_block_stop", json!({ "index": 0 })));
    events.push(Event::named("message_delta", json!({ "delta": delta, "usage": usage })));
    events.push(Event::named("message_stop", json!({})));
    events
}

/// At least one piece, so that an empty answer is a stream, too.
fn pieces(text: &str) -> Vec<String> {
    const LETTERS: usize = 7;
    let letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return vec![String::new()];
    }
    letters.chunks(LETTERS).map(|piece| piece.iter().collect()).collect()
}

/// What a provider says with a status that is an error.
pub fn error(wire: Wire, code: u16) -> Value {
    let why = format!("the stand-in was told to answer with {code}");
    match wire {
        Wire::OpenAi => {
            json!({ "error": { "message": why, "type": "stub_error", "code": code.to_string() } })
        }
        Wire::Anthropic => {
            let kind = match code {
                401 => "authentication_error",
                403 => "permission_error",
                429 => "rate_limit_error",
                529 => "overloaded_error",
                500..=599 => "api_error",
                _ => "invalid_request_error",
            };
            json!({ "type": "error", "error": { "type": kind, "message": why } })
        }
        Wire::Gemini => json!({ "error": { "code": code, "message": why, "status": "STUB" } }),
    }
}
