//! What judging a step came to, with the fields that seed 001 names: was it verified, what is on the screen, what lies
//! over it, and what is best done next. Words of the screen stand in it as data, cut to a bounded length.

use crate::plan::Key;
use crate::screen::Point;
use serde::{Deserialize, Serialize};

/// What stands between a step and its target (seed 001's `BlockerType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockerKind {
    /// A window of the system that tells something.
    Popup,
    /// A window of the app that asks something.
    Dialog,
    /// Rights, an installation, the administration of the phone: a person's choice.
    Permission,
    Ad,
    Error,
    Loading,
    Keyboard,
    Unknown,
}

impl BlockerKind {
    pub fn name(self) -> &'static str {
        match self {
            BlockerKind::Popup => "pop-up",
            BlockerKind::Dialog => "dialog",
            BlockerKind::Permission => "question for a person",
            BlockerKind::Ad => "advertisement",
            BlockerKind::Error => "error",
            BlockerKind::Loading => "page that is loading",
            BlockerKind::Keyboard => "keyboard",
            BlockerKind::Unknown => "obstacle",
        }
    }
}

/// How it may be got out of the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Dismissal {
    /// Touch what closes it and does nothing else.
    Tap {
        target_ref: String,
        at: Point,
    },
    PressKey {
        keycode: Key,
    },
    Swipe {
        from: Point,
        to: Point,
    },
    /// It goes by itself.
    Wait,
    /// Only a person may answer it.
    Ask,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocker {
    #[serde(rename = "type")]
    pub kind: BlockerKind,
    pub description: String,
    pub dismiss_suggestion: Dismissal,
}

impl std::fmt::Display for Blocker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.description)
    }
}

/// Seed 001's `SuggestionAction`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suggestion {
    Continue,
    Retry,
    Skip,
    Wait,
    Dismiss,
    Abort,
    Replan,
}

/// Seed 001's `VerifyResult`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VerifyResult {
    pub verified: bool,
    /// How sure the judgement is, 0 to 1.
    pub confidence: f32,
    pub current_state: String,
    pub matches_expected: bool,
    pub screen_changed: bool,
    pub change_description: String,
    pub blocker: Option<Blocker>,
    pub suggestion: Suggestion,
    pub suggestion_detail: String,
}
