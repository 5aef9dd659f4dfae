//! Tries a model with one small question about a small picture, and says what is wrong with it, if anything.

use super::settings::ModelSettings;
use super::{Format, Message, Model, ModelError, Part, Purpose, Reply, Request, Role, Shot};
use crate::Wait;
use crate::clock::Clock;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::sync::Arc;
use std::time::Duration;

/// A red square of 64 by 64 pixels.
const RED: &str = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsItw/dMZxQi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLQTQDx3uY1cQAAAABJRU5ErkJggg==";
const QUESTION: &str =
    "这张图片是什么颜色？只回答颜色。What colour is this picture? Answer with the colour only.";
const GREETING: &str = "Reply with the word OK.";
const SEEN: [&str; 3] = ["红", "red", "Red"];
/// A run asks many times; slower than this is tiring.
const SLOW: Duration = Duration::from_secs(20);
const TOKENS: u32 = 300;

/// What a model turned out to be like.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkup {
    pub verdict: Verdict,
    /// How long its answer took.
    pub took: Duration,
    pub requests: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It answers, and sees if it is meant to.
    Well,
    /// It answers, but takes no pictures or does not see what is on them.
    Blind {
        refused: bool,
    },
    /// It answers, but slowly.
    Slow,
    Failed(ModelError),
}

impl Verdict {
    /// The model can be used.
    pub fn is_usable(&self) -> bool {
        matches!(self, Verdict::Well | Verdict::Slow)
    }
}

/// Asks the model, at most twice: a second time without the picture if it refuses the first.
pub fn checkup(settings: &ModelSettings, clock: &Arc<dyn Clock + Sync>, wait: &Wait) -> Checkup {
    let failed = |error| Checkup { verdict: Verdict::Failed(error), took: Duration::ZERO, requests: 0 };
    // What is tried is this model, not the one behind it.
    let settings = &ModelSettings { fallback: None, ..settings.clone() };
    let mut model = match super::open(settings, Arc::clone(clock)) {
        Ok(model) => model,
        Err(error) => return failed(error),
    };
    let start = clock.now();
    let ask = |model: &mut dyn Model, parts: Vec<Part>| model.complete(&question(parts), wait);
    let first = match picture().filter(|_| settings.sees) {
        Some(shot) => ask(model.as_mut(), vec![Part::Picture(shot), Part::Text(QUESTION.into())]),
        None => ask(model.as_mut(), vec![Part::Text(GREETING.into())]),
    };
    let took = clock.now().saturating_sub(start);
    match first {
        Ok(reply) => {
            let verdict = match settings.sees && !sees(&reply) {
                true => Verdict::Blind { refused: false },
                false if took > SLOW => Verdict::Slow,
                false => Verdict::Well,
            };
            Checkup { verdict, took, requests: reply.requests }
        }
        Err(ModelError::Refused { why, hint }) if settings.sees => {
            match ask(model.as_mut(), vec![Part::Text(GREETING.into())]) {
                Ok(reply) => {
                    Checkup { verdict: Verdict::Blind { refused: true }, took, requests: reply.requests + 1 }
                }
                Err(_) => failed(ModelError::Refused { why, hint }),
            }
        }
        Err(error) => failed(error),
    }
}

fn question(parts: Vec<Part>) -> Request {
    let messages = vec![Message { role: Role::User, parts }];
    Request { purpose: Purpose::Judge, messages, schema: None, max_tokens: TOKENS }
}

fn sees(reply: &Reply) -> bool {
    SEEN.iter().any(|word| reply.text.contains(word))
}

fn picture() -> Option<Shot> {
    let bytes = STANDARD.decode(RED).ok()?;
    Some(Shot { format: Format::Png, bytes: Arc::from(bytes), width: 64, height: 64 })
}
