//! The written form of steps, as in `tasks.yaml`: the seeds' field names and default values, with holes such as
//! `{contact}`. `fill` makes the small `Step` of it that the loop performs.

use super::target::DYNAMIC;
use super::{Direction, Region, Role};
use serde::Deserialize;

/// One step as people write it. Names and defaults are those of seed 001's `StepPlan`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepForm {
    pub action: ActionName,
    pub target_ref: Option<TargetForm>,
    #[serde(default)]
    pub params: Params,
    #[serde(default)]
    pub description: String,
    pub expect: Option<ExpectForm>,
    pub unless: Option<TargetForm>,
    pub when: Option<ExpectForm>,
    pub fallback: Option<FallbackForm>,
    #[serde(default = "default_timeout")]
    pub timeout: u32,
    #[serde(default = "default_retry")]
    pub retry: u32,
    #[serde(default)]
    pub wait_before: u32,
    #[serde(default = "default_wait_after")]
    pub wait_after: u32,
    /// The note that keeps what the target says.
    pub data_output: Option<String>,
}

fn default_timeout() -> u32 {
    3000
}

fn default_retry() -> u32 {
    2
}

fn default_wait_after() -> u32 {
    300
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionName {
    Tap,
    DoubleTap,
    LongPress,
    Drag,
    Swipe,
    ScrollTo,
    InputText,
    ClearText,
    PressKey,
    Back,
    Wait,
    WaitFor,
    GoHome,
    LaunchApp,
    StopApp,
    OpenUrl,
    Call,
    BackUntil,
    SetSwitch,
    MemSave,
    MemRead,
    Screenshot,
    Ask,
    Finish,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    pub text: Option<String>,
    pub direction: Option<Direction>,
    pub key: Option<String>,
    pub keycode: Option<u16>,
    /// Milliseconds.
    pub duration: Option<u32>,
    pub package: Option<String>,
    pub on: Option<bool>,
    /// A slide between two places in thousandths, such as `500,800`.
    pub from: Option<String>,
    /// Where a slide ends, in thousandths; where a drag ends, a target.
    pub to: Option<TargetForm>,
    pub url: Option<String>,
    pub number: Option<String>,
    /// A note's name and value.
    pub name: Option<String>,
    pub value: Option<String>,
    pub question: Option<String>,
    pub message: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallbackForm {
    pub action: ActionName,
    #[serde(default)]
    pub params: Params,
    #[serde(default)]
    pub description: String,
}

/// A target: one name, or names with role, region and heading.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum TargetForm {
    Name(String),
    Full(FullTarget),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullTarget {
    #[serde(default)]
    pub names: Vec<String>,
    pub role: Option<Role>,
    pub region: Option<Region>,
    #[serde(default)]
    pub under: Vec<String>,
}

impl TargetForm {
    /// What is known by a description only.
    pub fn described(words: &str) -> Self {
        TargetForm::Name(format!("{DYNAMIC}{words}"))
    }
}

/// What must be seen. Several of them in one form must all hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectForm {
    pub app: Option<String>,
    /// The home screen.
    #[serde(default)]
    pub home: bool,
    #[serde(default)]
    pub shows: Vec<TargetForm>,
    #[serde(default)]
    pub gone: Vec<TargetForm>,
    #[serde(default)]
    pub appeared: Vec<TargetForm>,
    pub on: Option<TargetForm>,
    pub off: Option<TargetForm>,
    /// A reference picture, by name or alias.
    pub picture: Option<String>,
    /// A description in words of something that must be seen.
    pub words: Option<String>,
    /// Anything must be different than before the step.
    #[serde(default)]
    pub changed: bool,
}
