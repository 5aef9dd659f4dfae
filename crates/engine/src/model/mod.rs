//! The model port: what may be asked of a model, and what comes back. Everything else about models (whose API, which
//! action language, which prompt) stands behind it. A model proposes; the gate, the judge and the screen decide.

mod api;
mod breaker;
mod budget;
mod checkup;
mod client;
pub mod config;
pub mod dialect;
mod fault;
mod http;
mod key;
mod models;
mod retry;
mod settings;
mod sse;

pub use api::Api;
pub use budget::{Budget, Limits, OverBudget, Spent};
pub use checkup::{Checkup, Verdict, checkup};
pub use key::{BadKey, Key};
pub use models::{Models, open};
pub use retry::REQUESTS_MAX;
pub use settings::{ModelSettings, Prices};

use crate::Wait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Something that answers messages. One call is one logical question: whoever implements it retries, within `wait`.
pub trait Model: Send {
    /// What it is called in the trace, such as `openai:autoglm-phone-9b`. Never holds a key.
    fn name(&self) -> &str;

    /// The same where different models serve different purposes.
    fn name_for(&self, _purpose: Purpose) -> &str {
        self.name()
    }

    fn complete(&mut self, request: &Request, wait: &Wait) -> Result<Reply, ModelError>;
}

/// What a model is asked for; each may be served by a model of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The steps of a whole task, at its beginning or anew.
    Plan,
    /// Where something is on a picture.
    Locate,
    /// Whether a screen shows something, or what it says.
    Judge,
    /// The next single move.
    Operate,
}

impl Purpose {
    pub const ALL: [Purpose; 4] = [Purpose::Plan, Purpose::Locate, Purpose::Judge, Purpose::Operate];

    pub fn name(self) -> &'static str {
        match self {
            Purpose::Plan => "plan",
            Purpose::Locate => "locate",
            Purpose::Judge => "judge",
            Purpose::Operate => "operate",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub purpose: Purpose,
    pub messages: Vec<Message>,
    /// The form of the reply, for providers that can keep to one.
    pub schema: Option<Schema>,
    pub max_tokens: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub role: Role,
    pub parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    System,
    User,
    Assistant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(String),
    Picture(Shot),
}

/// A picture as it is sent: encoded once, shared by whoever sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shot {
    pub format: Format,
    pub bytes: Arc<[u8]>,
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Png,
    Jpeg,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    pub name: String,
    pub json: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub text: String,
    pub stop: Stop,
    pub usage: Usage,
    /// How many requests it took.
    pub requests: u32,
}

/// Why the model stopped writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It had said everything.
    End,
    /// The provider cut it: nothing in it may be acted on.
    Length,
    /// The provider or the model declined.
    Refused,
}

/// What a call used up. The cost is in US dollars where the prices are known.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Usage {
    pub input_tokens: u64,
    pub output_tokens: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// Why there is no reply. `why` never holds a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("no answer from the model: {why}\nhint: {hint}")]
    Unavailable { why: String, hint: String },
    /// The provider says that this will not work however often it is tried: a wrong key, no credit, no such model.
    #[error("the model's provider refuses: {why}\nhint: {hint}")]
    Refused { why: String, hint: String },
    #[error("{why}\nhint: {hint}")]
    TimedOut { why: String, hint: String },
    #[error("cancelled")]
    Cancelled,
}

impl Message {
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, parts: vec![Part::Text(text.into())] }
    }
}

impl Usage {
    pub fn tokens(&self) -> u64 {
        self.input_tokens + self.output_tokens
    }
}
