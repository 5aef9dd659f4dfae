//! A value read from the screen by a model, for what no tree tells, and an answer to a question about the screen, in the
//! form that is asked for.

use super::clean::{block, clean, cut};
use super::mind::request;
use super::reply;
use super::seen::seen;
use crate::model::dialect::Lang;
use crate::model::{Part, Purpose, Request, Schema, Shot};
use crate::screen::Screen;
use serde::Deserialize;
use serde_json::{Value, json};

const MAX_TOKENS: u32 = 1500;
const MOST_WORDS: usize = 600;
const MOST_VALUE: usize = 2000;

#[derive(Deserialize)]
struct Form {
    found: bool,
    #[serde(default)]
    value: Value,
    #[serde(default)]
    reason: Option<String>,
}

/// What is asked, in the answer's own form if one is given.
pub fn asked(what: &str, lang: Lang, screen: &Screen, shot: Option<Shot>, form: Option<&Value>) -> Request {
    let system = match lang {
        Lang::Zh => include_str!("prompts/read.zh.txt"),
        Lang::En => include_str!("prompts/read.en.txt"),
    };
    let heading = |zh: &'static str, en: &'static str| if lang == Lang::Zh { zh } else { en };
    let mut text = format!("{}{}\n", heading("要读的：", "To read: "), clean(what, MOST_WORDS));
    if let Some(form) = form {
        let told = heading("value 按这个 JSON Schema：", "value has the form of this JSON schema: ");
        text.push_str(&format!("{told}{}\n", cut(&form.to_string(), 4000)));
    }
    text.push_str(&block("screen", &seen(screen)));
    let mut parts = vec![Part::Text(text)];
    parts.extend(shot.map(Part::Picture));
    let value = form.cloned().unwrap_or_else(|| json!({"type": "string"}));
    let json = json!({
        "type": "object",
        "properties": {"found": {"type": "boolean"}, "value": value, "reason": {"type": "string"}},
        "required": ["found"]
    });
    request(Purpose::Judge, system, parts, Some(Schema { name: "value".to_owned(), json }), MAX_TOKENS)
}

/// The value, or why it is not there.
pub fn read(text: &str, with_form: bool) -> Result<Result<Value, String>, String> {
    let form: Form = reply::read(text)?;
    if !form.found {
        return Ok(Err(clean(form.reason.as_deref().unwrap_or("it is not on the screen"), 200)));
    }
    match form.value {
        Value::Null => Err("value is missing".to_owned()),
        Value::String(text) if !with_form => Ok(Ok(Value::String(clean(&text, MOST_VALUE)))),
        Value::Number(number) if !with_form => Ok(Ok(Value::String(number.to_string()))),
        other if with_form => Ok(Ok(other)),
        _ => Err("value: a text is wanted".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_text_unless_a_form_was_given() {
        assert_eq!(read(r#"{"found": true, "value": "¥59\u200b.00"}"#, false), Ok(Ok("¥59.00".into())));
        assert_eq!(read(r#"{"found": true, "value": 59}"#, false), Ok(Ok("59".into())));
        assert!(read(r#"{"found": true, "value": [59]}"#, false).is_err());
        assert_eq!(read(r#"{"found": true, "value": [59]}"#, true), Ok(Ok(json!([59]))));
        assert_eq!(read(r#"{"found": false, "reason": "x"}"#, true), Ok(Err("x".into())));
        assert!(read(r#"{"found": true}"#, true).is_err());
    }
}
