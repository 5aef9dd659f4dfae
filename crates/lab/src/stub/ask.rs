//! A request for an answer, whatever provider's form it came in: who said what, with which pictures, and how the answer
//! is wanted.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Whose form a request has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    OpenAi,
    Anthropic,
    Gemini,
}

impl Wire {
    pub fn name(self) -> &'static str {
        match self {
            Wire::OpenAi => "openai",
            Wire::Anthropic => "anthropic",
            Wire::Gemini => "gemini",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    pub wire: Wire,
    pub model: String,
    /// Pieces as they come, instead of one answer.
    pub streamed: bool,
    /// Gemini streams events, or one list, as the client likes.
    pub as_list: bool,
    pub turns: Vec<Turn>,
    /// The name of the form that the answer must have.
    pub schema: Option<String>,
    /// The answer is wanted as a call of this tool.
    pub tool: Option<String>,
    pub max_tokens: u64,
    /// Whether the last piece of a stream should tell what it cost.
    pub usage: bool,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Turn {
    pub role: String,
    pub text: String,
    pub pictures: Vec<Seen>,
}

/// A picture that came with a request; of its bytes only the hash is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub format: &'static str,
    pub bytes: usize,
    pub sha256: String,
    pub width: u32,
    pub height: u32,
}

impl Ask {
    /// `None` where the body is not of that form.
    pub fn read(wire: Wire, path: &str, as_list: bool, body: &Value) -> Option<Ask> {
        let read = match wire {
            Wire::OpenAi => openai(body),
            Wire::Anthropic => anthropic(body),
            Wire::Gemini => gemini(path, body),
        };
        read.map(|ask| Ask { as_list, ..ask })
    }

    /// Everything that was said, oldest first.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.turns.iter().map(|turn| turn.text.as_str()).collect();
        texts.join("\n")
    }

    /// What was said last by whoever asks.
    pub fn last(&self) -> &str {
        self.turns.iter().rev().find(|turn| turn.role == "user").map_or("", |turn| turn.text.as_str())
    }

    pub fn pictures(&self) -> impl Iterator<Item = &Seen> {
        self.turns.iter().flat_map(|turn| &turn.pictures)
    }

    /// A greeting, sent to see whether anybody is there. It is answered beside the script and not counted.
    pub fn is_probe(&self) -> bool {
        let quiet = self.turns.len() == 1 && self.pictures().next().is_none();
        quiet && self.text().chars().count() <= 20
    }

    /// What the answer to this would be charged for: about three characters to a token, and a fixed price per picture.
    pub fn tokens(&self) -> u64 {
        const PICTURE: u64 = 1_000;
        self.text().chars().count() as u64 / 3 + PICTURE * self.pictures().count() as u64
    }

    /// For the log: the words whole, the pictures by hash and size.
    pub fn told(&self) -> Value {
        let turns: Vec<Value> = self
            .turns
            .iter()
            .map(|turn| {
                let mut told = json!({ "role": turn.role, "text": turn.text });
                if !turn.pictures.is_empty() {
                    told["pictures"] = turn.pictures.iter().map(Seen::told).collect();
                }
                told
            })
            .collect();
        json!(turns)
    }
}

impl Seen {
    fn told(&self) -> Value {
        json!({ "format": self.format, "bytes": self.bytes, "width": self.width, "height": self.height, "sha256": self.sha256 })
    }

    fn read(data: &str) -> Option<Seen> {
        let bytes = BASE64_STANDARD.decode(data).ok()?;
        let (format, width, height) = size(&bytes)?;
        let sha256 = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        Some(Seen { format, bytes: bytes.len(), sha256, width, height })
    }
}

fn text_at(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn openai(body: &Value) -> Option<Ask> {
    let turns = body.get("messages")?.as_array()?.iter().map(|message| {
        let role = text_at(message, "role")?;
        turn(role, message.get("content")?, |part| {
            let url = part.get("image_url")?.get("url")?.as_str()?;
            Seen::read(url.strip_prefix("data:")?.split_once(";base64,")?.1)
        })
    });
    let form = body.get("response_format").and_then(|form| form.get("json_schema"));
    let forced = body.get("tool_choice").and_then(|choice| choice.get("function"));
    let most = ["max_tokens", "max_completion_tokens"].iter().find_map(|name| body.get(*name)?.as_u64());
    let usage = body.get("stream_options").and_then(|options| options.get("include_usage"));
    Some(Ask {
        wire: Wire::OpenAi,
        model: text_at(body, "model")?,
        streamed: body.get("stream").and_then(Value::as_bool).unwrap_or(false),
        as_list: false,
        turns: turns.collect::<Option<_>>()?,
        schema: form.and_then(|form| text_at(form, "name")),
        tool: forced.and_then(|function| text_at(function, "name")),
        max_tokens: most.unwrap_or(0),
        usage: usage.and_then(Value::as_bool).unwrap_or(false),
    })
}

fn anthropic(body: &Value) -> Option<Ask> {
    let picture = |part: &Value| Seen::read(part.get("source")?.get("data")?.as_str()?);
    let system = body.get("system").and_then(|system| turn("system".to_owned(), system, picture));
    let messages = body.get("messages")?.as_array()?.iter();
    let messages = messages.map(|message| turn(text_at(message, "role")?, message.get("content")?, picture));
    let messages = messages.collect::<Option<Vec<_>>>()?;
    let choice = body.get("tool_choice").filter(|choice| choice["type"] == "tool");
    let form =
        body.get("output_format").or_else(|| body.get("output_config").and_then(|with| with.get("format")));
    let form = form.filter(|form| form["type"] == "json_schema");
    Some(Ask {
        wire: Wire::Anthropic,
        model: text_at(body, "model")?,
        streamed: body.get("stream").and_then(Value::as_bool).unwrap_or(false),
        as_list: false,
        turns: system.into_iter().chain(messages).collect(),
        schema: form.map(|form| title(form.get("schema"))),
        tool: choice.and_then(|choice| text_at(choice, "name")),
        max_tokens: body.get("max_tokens")?.as_u64()?,
        usage: true,
    })
}

fn gemini(path: &str, body: &Value) -> Option<Ask> {
    let (model, verb) = path.rsplit('/').next()?.split_once(':')?;
    let part = |part: &Value| {
        let data = part.get("inlineData").or_else(|| part.get("inline_data"))?;
        Seen::read(data.get("data")?.as_str()?)
    };
    let system = ["systemInstruction", "system_instruction"].iter().find_map(|name| body.get(*name));
    let system = system.and_then(|system| turn("system".to_owned(), system.get("parts")?, part));
    let contents = body.get("contents")?.as_array()?.iter().map(|content| {
        let role = text_at(content, "role").unwrap_or_else(|| "user".to_owned());
        let role = if role == "model" { "assistant".to_owned() } else { role };
        turn(role, content.get("parts")?, part)
    });
    let contents = contents.collect::<Option<Vec<_>>>()?;
    let config = body.get("generationConfig");
    let schema = config.and_then(|config| {
        config
            .get("responseJsonSchema")
            .or_else(|| config.get("responseSchema"))
            .map(|form| title(Some(form)))
    });
    Some(Ask {
        wire: Wire::Gemini,
        model: model.to_owned(),
        streamed: verb == "streamGenerateContent",
        as_list: false,
        turns: system.into_iter().chain(contents).collect(),
        schema,
        tool: None,
        max_tokens: config.and_then(|config| config.get("maxOutputTokens")?.as_u64()).unwrap_or(0),
        usage: true,
    })
}

/// A schema's own name, where the wire has no place for one.
fn title(schema: Option<&Value>) -> String {
    schema.and_then(|schema| text_at(schema, "title")).unwrap_or_default()
}

/// Words and pictures of one turn: a text, or a list of parts. A picture that cannot be read makes no turn.
fn turn(role: String, content: &Value, picture: impl Fn(&Value) -> Option<Seen>) -> Option<Turn> {
    let mut turn = Turn { role, ..Turn::default() };
    match content {
        Value::String(text) => turn.text = text.clone(),
        Value::Array(parts) => {
            let mut texts = Vec::new();
            for part in parts {
                match part.get("text").and_then(Value::as_str) {
                    Some(text) => texts.push(text),
                    None => turn.pictures.push(picture(part)?),
                }
            }
            turn.text = texts.join("\n");
        }
        Value::Null => {}
        _ => return None,
    }
    Some(turn)
}

/// Format and size of a picture, from its head alone.
fn size(bytes: &[u8]) -> Option<(&'static str, u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        return Some(("png", number(16)?, number(20)?));
    }
    if !bytes.starts_with(&[0xff, 0xd8]) {
        return None;
    }
    let mut at = 2;
    loop {
        let (mark, length) = (bytes.get(at..at + 2)?, bytes.get(at + 2..at + 4)?);
        let length = usize::from(u16::from_be_bytes(length.try_into().ok()?));
        let number =
            |from: usize| Some(u32::from(u16::from_be_bytes(bytes.get(from..from + 2)?.try_into().ok()?)));
        // The frame's head, of whatever coding; the four left out are tables and the like.
        if matches!(mark, [0xff, 0xc0..=0xcf]) && !matches!(mark[1], 0xc4 | 0xc8 | 0xcc) {
            return Some(("jpeg", number(at + 7)?, number(at + 5)?));
        }
        if mark[0] != 0xff || length < 2 {
            return None;
        }
        at += 2 + length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head of a picture of 3 × 5, and nothing more.
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x05\x08\x02\0\0\0";

    fn data() -> String {
        BASE64_STANDARD.encode(PNG)
    }

    #[test]
    fn three_forms_say_the_same() {
        let openai = json!({ "model": "m", "stream": true, "max_tokens": 9, "messages": [
            { "role": "system", "content": "be short" },
            { "role": "user", "content": [
                { "type": "image_url", "image_url": { "url": format!("data:image/png;base64,{}", data()) } },
                { "type": "text", "text": "what is this?" } ] } ],
            "response_format": { "type": "json_schema", "json_schema": { "name": "plan", "schema": {} } } });
        let anthropic = json!({ "model": "m", "stream": true, "max_tokens": 9, "system": "be short", "messages": [
            { "role": "user", "content": [
                { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": data() } },
                { "type": "text", "text": "what is this?" } ] } ] });
        let gemini = json!({ "systemInstruction": { "parts": [{ "text": "be short" }] }, "contents": [
            { "role": "user", "parts": [
                { "inlineData": { "mimeType": "image/png", "data": data() } }, { "text": "what is this?" } ] } ],
            "generationConfig": { "maxOutputTokens": 9 } });
        let asks = [
            Ask::read(Wire::OpenAi, "/v1/chat/completions", false, &openai).unwrap(),
            Ask::read(Wire::Anthropic, "/v1/messages", false, &anthropic).unwrap(),
            Ask::read(Wire::Gemini, "/v1beta/models/m:streamGenerateContent", false, &gemini).unwrap(),
        ];
        for ask in &asks {
            assert_eq!((ask.model.as_str(), ask.streamed, ask.max_tokens), ("m", true, 9), "{:?}", ask.wire);
            assert_eq!((ask.text().as_str(), ask.last()), ("be short\nwhat is this?", "what is this?"));
            let seen = ask.pictures().next().unwrap();
            assert_eq!((seen.format, seen.width, seen.height), ("png", 3, 5));
        }
        assert_eq!(asks[0].schema.as_deref(), Some("plan"));
        assert_eq!(Ask::read(Wire::OpenAi, "/", false, &json!({ "messages": 1 })), None);
    }

    #[test]
    fn only_a_bare_greeting_is_a_probe() {
        let ask = |text: &str| {
            let body = json!({ "model": "m", "messages": [{ "role": "user", "content": text }] });
            Ask::read(Wire::OpenAi, "/", false, &body).unwrap()
        };
        assert!(ask("Hi").is_probe());
        assert!(!ask("打开微信，给张三发一条消息，说我今天晚上会晚到").is_probe());
    }
}
