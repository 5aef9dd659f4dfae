//! The action languages of models. A dialect is a prompt, a grammar and a space of coordinates; whatever a model says in
//! one becomes the same `Said`, converted once, here. Reading is total: a reply is one clear action, or an error that
//! says what is wrong with it. It is never half an action, and an end is never guessed. No code is evaluated.

mod around;
mod autoglm;
mod bad;
mod build;
mod call;
mod fields;
mod gelab;
mod json;
mod mobile_use;
mod names;
mod object;
mod places;
mod prompts;
mod space;
mod told;
mod ui_tars;
mod verbs;

pub use bad::BadReply;
pub use names::NoDialect;
pub use space::smart_resize;

use crate::model::{Reply, Schema, Stop};
use crate::plan::{Action, Target};
use serde::{Deserialize, Serialize};
use space::Space;

/// A longer reply is no action.
pub const MAX_REPLY: usize = 64 * 1024;
/// Later steps that a reply may foretell.
pub const MAX_PREDICTIONS: usize = 2;
/// What is kept of a thought, in letters.
const MAX_THOUGHT: usize = 4000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Dialect {
    /// Our own JSON, for general models.
    Json,
    /// `do(action="Tap", element=[x,y])`, thousandths.
    Autoglm,
    /// `click(start_box='(x,y)')`, thousandths: UI-TARS 1.0 and its hosted kin.
    UiTars,
    /// The same in pixels of the smart-resized picture.
    UiTars15,
    /// Qwen's `mobile_use` tool in thousandths: Qwen3-VL, GUI-Owl 1.5.
    MobileUse,
    /// The same in pixels of the smart-resized picture: Qwen2.5-VL, the first GUI-Owl.
    MobileUse25,
    /// Fields between tabs, thousandths: GELab-Zero.
    Gelab,
}

/// The language of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    Zh,
    En,
}

/// The size of the picture as it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    pub width: u32,
    pub height: u32,
}

/// One action with what it is done to. Points are thousandths of the screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Move {
    pub action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
}

/// What a model said: why, what to do next, and what it foretells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Said {
    pub thought: String,
    pub next: Move,
    /// Why the model itself calls the next move delicate. It is one more reason to ask, never a leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// In order; a finish ends them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub predictions: Vec<Move>,
}

impl Move {
    pub fn new(action: Action, target: Option<Target>) -> Self {
        Self { action, target }
    }

    fn is_end(&self) -> bool {
        matches!(self.action, Action::Finish(_))
    }
}

impl Said {
    fn new(thought: &str, next: Move, warning: Option<String>, later: Vec<Move>) -> Self {
        let mut predictions = Vec::new();
        for step in later.into_iter().take(if next.is_end() { 0 } else { MAX_PREDICTIONS }) {
            let ends = step.is_end();
            predictions.push(step);
            if ends {
                break;
            }
        }
        let plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        let thought = thought.trim().chars().filter(plain).take(MAX_THOUGHT).collect();
        Self { thought, next, warning, predictions }
    }
}

impl Dialect {
    pub const ALL: [Dialect; 7] = [
        Dialect::Json,
        Dialect::Autoglm,
        Dialect::UiTars,
        Dialect::UiTars15,
        Dialect::MobileUse,
        Dialect::MobileUse25,
        Dialect::Gelab,
    ];

    /// The one action that a reply asks for, or what is wrong with the reply.
    pub fn parse(self, reply: &Reply, shown: Shown) -> Result<Said, BadReply> {
        match reply.stop {
            Stop::Length => return Err(BadReply::Truncated),
            Stop::Refused => return Err(BadReply::declined(&reply.text)),
            Stop::End => {}
        }
        if reply.text.len() > MAX_REPLY {
            return Err(BadReply::OverLimit { what: "the reply's bytes", most: MAX_REPLY });
        }
        let text = around::trimmed(&reply.text);
        if text.is_empty() {
            return Err(BadReply::Empty);
        }
        let space = Space::of(self, shown);
        let said = match self {
            Dialect::Json => json::parse(text, space),
            Dialect::Autoglm => autoglm::parse(text, space),
            Dialect::UiTars | Dialect::UiTars15 => ui_tars::parse(text, space),
            Dialect::MobileUse | Dialect::MobileUse25 => mobile_use::parse(text, space),
            Dialect::Gelab => gelab::parse(text, space),
        };
        said.map_err(|bad| bad.seen_in(text))
    }

    /// The same reply written out, as a model that speaks this dialect would; nothing if it has no words for it.
    pub fn write(self, said: &Said, shown: Shown) -> Option<String> {
        let space = Space::of(self, shown);
        match self {
            Dialect::Json => json::write(said, space),
            Dialect::Autoglm => autoglm::write(said, space),
            Dialect::UiTars | Dialect::UiTars15 => ui_tars::write(said, space),
            Dialect::MobileUse | Dialect::MobileUse25 => mobile_use::write(said, space),
            Dialect::Gelab => gelab::write(said, space),
        }
    }

    /// The form of the reply, for providers that can keep to one.
    pub fn schema(self) -> Option<Schema> {
        (self == Dialect::Json).then(json::schema)
    }
}
