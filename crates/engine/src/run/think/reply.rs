//! The one JSON object in a reply, wherever it stands: bare, between fences, or among words. Strict and bounded: what is
//! not closed is no object, and of two different ones neither is taken.

use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value};

/// A longer reply is none.
const MAX_BYTES: usize = 256 << 10;

/// The object, or what is wrong with the reply.
pub fn object(text: &str) -> Result<Value, String> {
    if text.len() > MAX_BYTES {
        return Err(format!("the reply is longer than {} kB", MAX_BYTES >> 10));
    }
    // What a model thinks aloud before it answers is no part of the answer.
    let text = text.rsplit_once("</think>").map_or(text, |(_, rest)| rest).trim();
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return held(value);
    }
    let mut found: Option<Value> = None;
    let mut at = 0;
    let mut problem = "there is no JSON object in it".to_owned();
    while let Some(start) = text[at..].find('{').map(|start| at + start) {
        let mut values = Deserializer::from_str(&text[start..]).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) => {
                at = start + values.byte_offset();
                match &found {
                    Some(other) if *other != value => {
                        return Err("there are two different JSON objects in it".to_owned());
                    }
                    _ => found = Some(value),
                }
            }
            Some(Err(error)) if error.is_eof() => return Err(format!("the JSON is not closed: {error}")),
            Some(Err(error)) => {
                problem = format!("the JSON cannot be read: {error}");
                at = start + 1;
            }
            None => break,
        }
    }
    found.ok_or(problem).and_then(held)
}

fn held(value: Value) -> Result<Value, String> {
    match value {
        Value::Object(_) => Ok(value),
        Value::Array(_) => Ok(value),
        _ => Err("it is no JSON object".to_owned()),
    }
}

/// The same, read as what was asked for; an error tells the field.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value = object(text)?;
    serde_path_to_error::deserialize(value).map_err(|error| {
        let place = error.path().to_string();
        if place == "." { error.inner().to_string() } else { format!("{place}: {}", error.inner()) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_found_bare_fenced_and_among_words() {
        for text in [
            r#"{"a": 1}"#,
            "```json\n{\"a\": 1}\n```",
            "Sure. {\"a\": 1} That is it.",
            "<think>{\"a\": 2}</think>{\"a\": 1}",
            "{\"a\": 1} {\"a\": 1}",
        ] {
            assert_eq!(object(text).unwrap()["a"], 1, "{text}");
        }
    }

    #[test]
    fn what_is_cut_off_or_said_twice_is_no_answer() {
        let whole = r#"Here: {"a": {"b": [1, 2, "x}"]}, "c": "d"}"#;
        assert!(object(whole).is_ok());
        for cut in (0..whole.len() - 1).filter(|cut| whole.is_char_boundary(*cut)) {
            assert!(object(&whole[..cut]).is_err(), "{}", &whole[..cut]);
        }
        assert!(object(r#"{"a": 1} or {"a": 2}"#).is_err());
        assert!(object("7").is_err() && object("").is_err() && object("{").is_err());
        assert!(object(&"{\"a\":".repeat(100_000)).is_err());
        assert!(object(&format!("{{\"a\": \"{}\"}}", "x".repeat(300 << 10))).is_err());
    }
}
