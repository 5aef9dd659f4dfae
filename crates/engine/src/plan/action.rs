//! What a step does (on a target), and what the hand does for it (at a point).

use super::{Key, PackageName};
use crate::screen::Point;
use serde::Serialize;
use std::fmt;

/// The way the finger moves: `Up` brings what lies further down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Tap,
    LongPress,
    Swipe(Direction),
    InputText {
        text: String,
    },
    PressKey(Key),
    /// Milliseconds.
    Wait(u32),
    /// HOME twice: the first may only lead to an app's own first page (seed 001).
    GoHome,
    LaunchApp(PackageName),
    /// BACK until the target is seen.
    BackUntil,
    SetSwitch(bool),
}

impl Action {
    pub fn name(&self) -> &'static str {
        match self {
            Action::Tap => "tap",
            Action::LongPress => "long_press",
            Action::Swipe(_) => "swipe",
            Action::InputText { .. } => "input_text",
            Action::PressKey(_) => "press_key",
            Action::Wait(_) => "wait",
            Action::GoHome => "go_home",
            Action::LaunchApp(_) => "launch_app",
            Action::BackUntil => "back_until",
            Action::SetSwitch(_) => "set_switch",
        }
    }
}

/// One movement of the hand. Points carry the frame that they were made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    Tap(Point),
    LongPress(Point, u32),
    Swipe { from: Point, to: Point, ms: u32 },
    Key(Key),
    Type { text: String, clear: bool },
    Launch(PackageName),
}

impl fmt::Display for Gesture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |p: &Point| p.thousandths();
        match self {
            Gesture::Tap(point) => write!(f, "tap {}", place(point)),
            Gesture::LongPress(point, ms) => write!(f, "long-press {} for {ms} ms", place(point)),
            Gesture::Swipe { from, to, ms } => write!(f, "swipe {} to {} in {ms} ms", place(from), place(to)),
            Gesture::Key(key) => write!(f, "key {key}"),
            Gesture::Type { text, .. } => write!(f, "type “{text}”"),
            Gesture::Launch(package) => write!(f, "launch {package}"),
        }
    }
}
