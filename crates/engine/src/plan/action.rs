//! What a step does (on a target), and what the hand does for it (at a point).

use super::{Expectation, Key, NoteName, Opens, PackageName, PhoneNumber, Target, Url};
use crate::screen::{Point, Thousandths};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The way the finger moves: `Up` brings what lies further down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// How a finger slides: a way over what scrolls, or a line between two places of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stroke {
    Way(Direction),
    Line { from: Thousandths, to: Thousandths },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Tap,
    DoubleTap,
    LongPress,
    /// The step's target is taken there.
    Drag(Target),
    Swipe(Stroke),
    /// Scrolls until the target is seen or the list ends.
    ScrollTo,
    /// Into the target, or into the field that has the cursor.
    InputText {
        text: String,
    },
    ClearText,
    PressKey(Key),
    Back,
    /// Milliseconds.
    Wait(u32),
    /// Until the step's expectation is met.
    WaitFor,
    /// HOME twice: the first may only lead to an app's own first page (seed 001).
    GoHome,
    LaunchApp(Opens),
    StopApp(PackageName),
    OpenUrl(Url),
    Call(PhoneNumber),
    /// BACK until the target is seen.
    BackUntil,
    SetSwitch(bool),
    /// Keeps a value for later steps: this one, or else what the target says (seed 002's MEM_SAVE).
    MemSave {
        name: NoteName,
        value: Option<String>,
    },
    /// Makes sure that a value is there (seed 002's MEM_READ); `$name` in any text uses it.
    MemRead(NoteName),
    /// Takes a picture for the record.
    Screenshot,
    /// Asks the person, who may say no.
    Ask(String),
    /// Leaves out the rest of the plan; the end is checked all the same.
    Finish(String),
    /// Takes the steps after it again and again.
    Repeat(Repeat),
}

/// How often, and over what, the steps after a `repeat` are taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Repeat {
    pub over: Over,
    /// Rounds at most.
    pub most: u32,
    /// Rounds at least: a list that ends before is a failure.
    pub least: u32,
    /// How many of the steps after it belong to it.
    pub body: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// As often as it may.
    Times,
    /// Until this is seen.
    Until(Expectation),
    /// Each of these, under a note's name.
    Values { values: Vec<String>, name: NoteName },
    /// Each part of a text between commas.
    Parts { text: String, name: NoteName },
    /// Each thing of a list on the screen, from top to bottom; the note holds its first words.
    Items { item: Box<Target>, name: NoteName },
}

impl Action {
    pub fn name(&self) -> &'static str {
        match self {
            Action::Tap => "tap",
            Action::DoubleTap => "double_tap",
            Action::LongPress => "long_press",
            Action::Drag(_) => "drag",
            Action::Swipe(_) => "swipe",
            Action::ScrollTo => "scroll_to",
            Action::InputText { .. } => "input_text",
            Action::ClearText => "clear_text",
            Action::PressKey(_) => "press_key",
            Action::Back => "back",
            Action::Wait(_) => "wait",
            Action::WaitFor => "wait_for",
            Action::GoHome => "go_home",
            Action::LaunchApp(_) => "launch_app",
            Action::StopApp(_) => "stop_app",
            Action::OpenUrl(_) => "open_url",
            Action::Call(_) => "call",
            Action::BackUntil => "back_until",
            Action::SetSwitch(_) => "set_switch",
            Action::MemSave { .. } => "mem_save",
            Action::MemRead(_) => "mem_read",
            Action::Screenshot => "screenshot",
            Action::Ask(_) => "ask",
            Action::Finish(_) => "finish",
            Action::Repeat(_) => "repeat",
        }
    }

    /// Whether its target must be found before it can be made.
    pub fn touches(&self) -> bool {
        matches!(
            self,
            Action::Tap
                | Action::DoubleTap
                | Action::LongPress
                | Action::Drag(_)
                | Action::ScrollTo
                | Action::SetSwitch(_)
                | Action::InputText { .. }
                | Action::ClearText
                | Action::MemSave { value: None, .. }
        )
    }

    /// Whether it makes no sense without a target.
    pub fn needs_target(&self) -> bool {
        let own_field = matches!(self, Action::InputText { .. } | Action::ClearText);
        (self.touches() && !own_field) || *self == Action::BackUntil
    }
}

/// One movement of the hand. Points carry the frame that they were made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    Tap(Point),
    DoubleTap(Point),
    LongPress(Point, u32),
    Swipe {
        from: Point,
        to: Point,
        ms: u32,
    },
    /// Held first, then slid and let go.
    Drag {
        from: Point,
        to: Point,
        ms: u32,
    },
    Key(Key),
    Type {
        text: String,
        clear: bool,
    },
    Launch(PackageName),
    Stop(PackageName),
    OpenUrl(Url),
    Call(PhoneNumber),
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
            Gesture::DoubleTap(point) => write!(f, "double-tap {}", place(point)),
            Gesture::Drag { from, to, ms } => write!(f, "drag {} to {} in {ms} ms", place(from), place(to)),
            Gesture::Launch(package) => write!(f, "launch {package}"),
            Gesture::Stop(package) => write!(f, "stop {package}"),
            Gesture::OpenUrl(url) => write!(f, "open {url}"),
            Gesture::Call(number) => write!(f, "call {number}"),
        }
    }
}
