//! Whether a screen is as described, in a model's opinion, with what lies over it and what it would do (seed 001's
//! `VerifyResult`). It is weak evidence and is told as such; it is asked for only where nothing local can tell.

use super::clean::{block, clean};
use super::mind::request;
use super::reply;
use super::seen::seen;
use crate::model::dialect::Lang;
use crate::model::{Part, Purpose, Request, Schema, Shot};
use crate::screen::Screen;
use crate::trace::{BlockerKind, Suggestion};
use serde::{Deserialize, Serialize};
use serde_json::json;

const MAX_TOKENS: u32 = 600;
const MOST_WORDS: usize = 600;
const MOST_SAID: usize = 200;

/// What a model thinks of a screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    pub matches_expected: bool,
    pub confidence: f32,
    #[serde(default)]
    pub current_state: String,
    #[serde(default)]
    pub change_description: String,
    #[serde(default)]
    pub blocker: Option<Over>,
    #[serde(default = "unsaid")]
    pub suggestion: Suggestion,
    #[serde(default)]
    pub suggestion_detail: String,
}

/// What lies over the page, in a model's opinion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Over {
    #[serde(rename = "type")]
    pub kind: BlockerKind,
    #[serde(default)]
    pub description: String,
}

fn unsaid() -> Suggestion {
    Suggestion::Continue
}

pub fn asked(
    expected: &str,
    lang: Lang,
    screen: &Screen,
    before: Option<Shot>,
    shot: Option<Shot>,
) -> Request {
    let system = match lang {
        Lang::Zh => include_str!("prompts/judge.zh.txt"),
        Lang::En => include_str!("prompts/judge.en.txt"),
    };
    let heading = |zh: &str, en: &str| if lang == Lang::Zh { zh.to_owned() } else { en.to_owned() };
    let mut text = format!("{}{}\n", heading("应当：", "Expected: "), clean(expected, MOST_WORDS));
    if before.is_some() && shot.is_some() {
        text.push_str(&heading("两张图依次是：之前，现在。\n", "Two pictures: before, and now.\n"));
    }
    text.push_str(&block("screen", &seen(screen)));
    let mut parts = vec![Part::Text(text)];
    parts.extend([before, shot].into_iter().flatten().map(Part::Picture));
    let json = json!({
        "type": "object",
        "properties": {
            "matches_expected": {"type": "boolean"},
            "confidence": {"type": "number"},
            "current_state": {"type": "string"},
            "change_description": {"type": "string"},
            "blocker": {"anyOf": [{"type": "null"}, {"type": "object"}]},
            "suggestion": {"type": "string"},
            "suggestion_detail": {"type": "string"}
        },
        "required": ["matches_expected", "confidence"]
    });
    request(Purpose::Judge, system, parts, Some(Schema { name: "opinion".to_owned(), json }), MAX_TOKENS)
}

pub fn read(text: &str) -> Result<Opinion, String> {
    let opinion: Opinion = reply::read(text)?;
    if !(0.0..=1.0).contains(&opinion.confidence) {
        return Err(format!("confidence: {} is not between 0 and 1", opinion.confidence));
    }
    let short = |text: String| clean(&text, MOST_SAID);
    Ok(Opinion {
        current_state: short(opinion.current_state),
        change_description: short(opinion.change_description),
        blocker: opinion.blocker.map(|over| Over { description: short(over.description), ..over }),
        suggestion_detail: short(opinion.suggestion_detail),
        ..opinion
    })
}

impl Opinion {
    /// As it stands among the evidence: never without saying whose word it is.
    pub fn told(&self) -> String {
        let word = if self.matches_expected { "yes" } else { "no" };
        let seen =
            if self.current_state.is_empty() { String::new() } else { format!(", {}", self.current_state) };
        format!("a model says {word} ({:.2}{seen}); nothing else shows it", self.confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opinion_is_read_and_is_told_as_a_models_word() {
        let opinion = read(
            r#"{"matches_expected": true, "confidence": 0.9, "current_state": "聊天\u200b页",
                "blocker": {"type": "ad", "description": "x"}, "suggestion": "dismiss"}"#,
        )
        .unwrap();
        assert_eq!(opinion.current_state, "聊天页");
        assert!(opinion.told().starts_with("a model says yes"));
        for bad in [
            "yes",
            r#"{"confidence": 1}"#,
            r#"{"matches_expected": 1, "confidence": 1}"#,
            r#"{"matches_expected": true, "confidence": 90}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
