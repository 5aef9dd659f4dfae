//! What to do: actions on targets with their expectations, steps, plans, and what the user's sentence allows.

mod action;
mod effect;
mod fill;
mod form;
mod join;
mod names;
mod notes;
mod on_fail;
mod opens;
mod print;
mod repeat;
mod seeds;
mod target;
mod written;

pub use action::{Action, Direction, Gesture, Over, Repeat, Stroke};
pub use effect::{BadEffect, Effect};
pub use fill::BadStep;
pub use form::{ActionName, CountForm, ExpectForm, StepForm, TargetForm};
pub use names::{BadName, Key, NoteName, PackageName, PhoneNumber, Serial, Url};
pub use notes::{NoNote, Note, Notes};
pub use on_fail::{BadOnFail, OnFail};
pub use opens::Opens;
pub use repeat::{fill_all, following};
pub use seeds::{BadPlan, TaskPlan};
pub use target::{Expectation, Region, Role, Target, holds, is_price, plain};
pub use written::quoted;

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long and how often a step is tried, and what to do between tries when its target is not seen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Patience {
    /// How often the gesture may be made in all; one more than the seed's `retry`.
    pub tries: u32,
    /// How long to look for the target, and for the expectation, each.
    #[serde(with = "millis")]
    pub deadline: Duration,
    /// Done when the target is not seen, at most `MAX_FALLBACKS` times.
    pub fallback: Option<Fallback>,
    /// What to do when nothing else helped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_fail: Option<OnFail>,
}

/// What a step does when its target is not seen; a tap has a target of its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fallback {
    pub action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// Seed 001: a fallback is tried at most three times.
pub const MAX_FALLBACKS: u32 = 3;
/// Seed 001: going back to an app's first page presses BACK at most ten times.
pub const MAX_BACKS: u32 = 10;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    pub action: Action,
    pub target: Option<Target>,
    pub expect: Option<Expectation>,
    /// The step is left out if this is already on the screen.
    pub unless: Option<Target>,
    /// The step is left out unless this is so (seed 002's branches).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Expectation>,
    pub patience: Patience,
    #[serde(with = "millis")]
    pub wait_before: Duration,
    /// The longest pause between two looks while the screen settles: observed, not slept.
    #[serde(with = "millis")]
    pub wait_after: Duration,
    pub description: String,
    /// Keeps what the target says under this name (seed 002's `data_output`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<NoteName>,
}

/// What the user's own sentence allows without a further question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Mandate {
    /// The one message that the sentence asks to send.
    pub send: Option<Message>,
    /// Switches that the sentence asks to set: any of these names, and how.
    pub toggles: Vec<(Vec<String>, bool)>,
    /// What else the sentence asks for, in which app and how often.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Asked>,
}

/// A like, something to save, to create or to put into a cart, that the sentence asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    pub effect: Effect,
    pub packages: Vec<PackageName>,
    pub times: u32,
}

/// A message, by its receiver and its text, both in the user's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub to: String,
    pub text: String,
}

/// The steps to take, what must be true at the end, and what the sentence allows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// What the end must show; without one, nothing can verify it.
    pub goal: Option<Expectation>,
    pub mandate: Mandate,
}

mod millis {
    use serde::Serializer;
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }
}
