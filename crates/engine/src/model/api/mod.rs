//! The forms in which providers are spoken to: what a request looks like, and what an answer or a piece of a stream
//! says. All of it is pure; bytes come and go elsewhere.

mod anthropic;
mod gemini;
mod openai;

use super::fault::{Fault, line};
use super::{Message, Part, Reply, Request, Role, Schema, Shot, Stop, Usage};
use crate::model::Format;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Api {
    /// Chat completions, which most providers and all servers at home speak.
    Openai,
    Anthropic,
    Gemini,
}

/// How much of an API is used. It is made milder where a provider does not know a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Manner {
    pub stream: bool,
    /// The form of the reply is told in the provider's own way; else in words.
    pub schema: bool,
    pub temperature: bool,
    /// The limit is called `max_completion_tokens`.
    pub newer_limit: bool,
}

/// A request with everything that its body needs.
pub(super) struct Asking<'a> {
    pub request: &'a Request,
    pub model: &'a str,
    pub manner: Manner,
    pub temperature: Option<f64>,
    /// Fields that are added to the body as they are.
    pub extra: &'a Map<String, Value>,
}

/// What was gathered of an answer so far.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    text: String,
    /// Calls of tools: their names, and their arguments as JSON in pieces.
    tools: Vec<(String, String)>,
    stop: Option<Stop>,
    usage: Usage,
    /// The stream's own end mark was seen.
    pub over: bool,
    /// The last piece of the stream, and what it added.
    last: String,
    added: String,
}

impl Api {
    pub const ALL: [Api; 3] = [Api::Openai, Api::Anthropic, Api::Gemini];

    pub fn name(self) -> &'static str {
        match self {
            Api::Openai => "openai",
            Api::Anthropic => "anthropic",
            Api::Gemini => "gemini",
        }
    }

    pub(super) fn url(self, base: &str, model: &str, stream: bool) -> String {
        let base = base.trim_end_matches('/');
        match self {
            Api::Openai => format!("{base}/chat/completions"),
            Api::Anthropic => format!("{}/v1/messages", base.strip_suffix("/v1").unwrap_or(base)),
            Api::Gemini => gemini::url(base, model, stream),
        }
    }

    /// The header that carries the key, and what stands before it.
    pub(super) fn auth(self) -> (&'static str, &'static str) {
        match self {
            Api::Openai => ("authorization", "Bearer "),
            Api::Anthropic => ("x-api-key", ""),
            Api::Gemini => ("x-goog-api-key", ""),
        }
    }

    pub(super) fn headers(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Api::Anthropic => vec![("anthropic-version", "2023-06-01")],
            Api::Openai | Api::Gemini => Vec::new(),
        }
    }

    pub(super) fn body(self, asking: &Asking<'_>) -> Value {
        let mut body = match self {
            Api::Openai => openai::body(asking),
            Api::Anthropic => anthropic::body(asking),
            Api::Gemini => gemini::body(asking),
        };
        if let Some(fields) = body.as_object_mut() {
            fields.extend(asking.extra.clone());
        }
        body
    }

    /// A whole answer.
    pub(super) fn whole(self, answer: &Value) -> Result<Reply, Fault> {
        refused(answer)?;
        let mut gathered = Gathered::default();
        match self {
            Api::Openai => openai::whole(&mut gathered, answer)?,
            Api::Anthropic => anthropic::whole(&mut gathered, answer)?,
            Api::Gemini => gemini::piece(&mut gathered, answer)?,
        }
        match gathered.stop {
            None => Err(Fault::malformed("it does not say why it stopped")),
            Some(stop) => Ok(gathered.reply(stop)),
        }
    }

    /// A piece of a stream, as the data of one event.
    pub(super) fn piece(self, gathered: &mut Gathered, data: &str) -> Result<(), Fault> {
        if data.trim() == "[DONE]" {
            gathered.over = true;
            return Ok(());
        }
        let event: Value =
            serde_json::from_str(data).map_err(|_| Fault::malformed("a piece of the stream is no JSON"))?;
        refused(&event)?;
        let before = gathered.stop;
        gathered.added.clear();
        match self {
            Api::Openai => openai::piece(gathered, &event)?,
            Api::Anthropic => anthropic::piece(gathered, &event)?,
            Api::Gemini => gemini::piece(gathered, &event)?,
        }
        gathered.repeats(before, data)?;
        data.clone_into(&mut gathered.last);
        Ok(())
    }
}

impl Gathered {
    /// Some servers send the same piece twice. Two equal digits one after the other are ordinary, two equal longer
    /// pieces are not, nor is anything after the end. Asking again without a stream costs less than a wrong number.
    fn repeats(&self, stop: Option<Stop>, data: &str) -> Result<(), Fault> {
        let mut letters = self.added.chars();
        let first = letters.next();
        let telling = letters.any(|letter| Some(letter) != first);
        let twice = data == self.last && (telling || stop.is_some());
        let late = stop.is_some() && !self.added.is_empty();
        if twice || late { Err(Fault::Garbled) } else { Ok(()) }
    }

    /// Whether the model has said why it stopped, so that only figures may follow.
    pub fn stopped(&self) -> bool {
        self.stop.is_some()
    }

    /// The stream has ended. Without a reason to stop, it was cut.
    pub fn end(self) -> Result<Reply, Fault> {
        match self.stop {
            None => Err(Fault::Cut),
            Some(stop) => Ok(self.reply(stop)),
        }
    }

    fn reply(mut self, stop: Stop) -> Reply {
        if self.text.trim().is_empty() {
            self.text = self
                .tools
                .iter()
                .map(|(name, arguments)| call(name, arguments))
                .collect::<Vec<_>>()
                .join("\n");
        }
        Reply { text: self.text, stop, usage: self.usage, requests: 1 }
    }

    fn say(&mut self, text: &str) {
        self.text.push_str(text);
        self.added.push_str(text);
    }

    fn tool(&mut self, index: usize, name: Option<&str>, arguments: &str) -> Result<(), Fault> {
        const TOOLS_MAX: usize = 16;
        if index >= TOOLS_MAX {
            return Err(Fault::malformed("too many calls of tools"));
        }
        if self.tools.len() <= index {
            self.tools.resize(index + 1, Default::default());
        }
        if let Some(name) = name {
            name.clone_into(&mut self.tools[index].0);
        }
        self.tools[index].1.push_str(arguments);
        self.added.push_str(arguments);
        Ok(())
    }
}

/// The name of the tool that stands for a form of the reply.
const ANSWER: &str = "answer";

/// A call of a tool as models themselves write it, which servers take apart; our own tool is only its arguments.
fn call(name: &str, arguments: &str) -> String {
    if name == ANSWER {
        return arguments.to_owned();
    }
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_else(|_| Value::from(arguments));
    format!("<tool_call>{}</tool_call>", json!({"name": name, "arguments": arguments}))
}

/// An error that came with a status that says otherwise, or in the middle of a stream.
fn refused(answer: &Value) -> Result<(), Fault> {
    let error = &answer["error"];
    if error.is_null() {
        return Ok(());
    }
    let code = error["code"].as_u64().and_then(|code| u16::try_from(code).ok()).filter(|code| *code >= 400);
    let code = code.unwrap_or(match error["type"].as_str().unwrap_or_default() {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "billing_error" => 402,
        "permission_error" => 403,
        "not_found_error" => 404,
        "rate_limit_error" => 429,
        "overloaded_error" => 529,
        _ => 500,
    });
    Err(Fault::status(code, &message(answer)))
}

/// What a provider says about an error, wherever it puts it.
pub(super) fn message(answer: &Value) -> String {
    let error = if answer.is_array() { &answer[0]["error"] } else { &answer["error"] };
    let places = [&error["message"], error, &answer["message"], &answer["detail"]];
    let said = places.iter().find_map(|place| place.as_str()).unwrap_or_default();
    let kind = [&error["code"], &error["type"]].iter().find_map(|place| place.as_str()).unwrap_or_default();
    // The kind is a word that our own rules know, the message is for people.
    let both =
        if kind.is_empty() || said.contains(kind) { said.to_owned() } else { format!("{kind}: {said}") };
    line(&both)
}

fn count(number: &Value) -> u64 {
    number.as_u64().unwrap_or(0)
}

fn base64(shot: &Shot) -> (&'static str, String) {
    let kind = match shot.format {
        Format::Png => "image/png",
        Format::Jpeg => "image/jpeg",
    };
    (kind, STANDARD.encode(&shot.bytes))
}

/// What is told apart from the conversation.
fn system(messages: &[Message]) -> String {
    let texts =
        messages.iter().filter(|message| message.role == Role::System).flat_map(|message| &message.parts);
    let texts = texts.filter_map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        Part::Picture(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

/// The form of the reply in words, for a provider that cannot be held to it.
fn in_words(asking: &Asking<'_>) -> Option<String> {
    let schema = asking.request.schema.as_ref().filter(|_| !asking.manner.schema)?;
    Some(format!("Reply with one JSON object of this JSON schema and nothing else:\n{}", schema.json))
}

fn schema<'a>(asking: &'a Asking<'_>) -> Option<&'a Schema> {
    asking.request.schema.as_ref().filter(|_| asking.manner.schema)
}

/// A manner without the part that the provider did not know, judged by what it says; none is left at last.
pub(super) fn milder(manner: Manner, asked_schema: bool, message: &str) -> Option<(Manner, &'static str)> {
    if !manner.newer_limit && message.contains("max_completion_tokens") {
        return Some((Manner { newer_limit: true, ..manner }, "max_tokens"));
    }
    if manner.temperature && message.contains("temperature") {
        return Some((Manner { temperature: false, ..manner }, "a temperature"));
    }
    if manner.stream && message.contains("stream") {
        return Some((Manner { stream: false, ..manner }, "streaming"));
    }
    (manner.schema && asked_schema).then_some((Manner { schema: false, ..manner }, "a schema for the reply"))
}

#[cfg(test)]
mod tests;
