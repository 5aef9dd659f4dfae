//! The written form of steps, as in `tasks.yaml` and in the JSON of models: the seeds' field names and default values,
//! with holes such as `{contact}`. `fill` makes the small `Step` of it that the loop performs, `print` the way back.

use super::on_fail::OnFail;
use super::target::DYNAMIC;
use super::{Direction, Region, Role};
use serde::{Deserialize, Serialize};

/// One step as people and models write it. Names and defaults are those of seed 001's `StepPlan`; what seed 002's
/// `TaskStep` has beside them may stand there too.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepForm {
    /// Its own number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Absent in seed 002's `TaskStep`, which says in words what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_ref: Option<TargetForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_type: Option<TargetType>,
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    pub params: Params,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action_guide: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expect: Option<ExpectForm>,
    /// A reference picture that must be seen afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify_ref: Option<String>,
    /// What must be seen afterwards, in words: seed 001's name for it, and seed 002's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_condition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_criteria: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unless: Option<TargetForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<ExpectForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<FallbackForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_fail: Option<OnFail>,
    /// Milliseconds; in a `TaskStep`, which has no action, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_before: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_after: Option<u32>,
    /// The note that keeps what the target says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_output: Option<String>,
    /// What a `repeat` repeats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepForm>,
}

/// Seed 001's defaults, in milliseconds where they are times.
pub(super) const TIMEOUT: u32 = 3000;
pub(super) const RETRY: u32 = 2;
pub(super) const WAIT_BEFORE: u32 = 0;
pub(super) const WAIT_AFTER: u32 = 300;
/// Seed 002's default for a step in words, in seconds.
pub(super) const TASK_TIMEOUT: u32 = 30;

impl StepForm {
    /// How long to look for the target, and for what must be seen, each, in milliseconds.
    pub fn patience_ms(&self) -> u32 {
        match self.action {
            Some(_) => self.timeout.unwrap_or(TIMEOUT),
            None => self.timeout.unwrap_or(TASK_TIMEOUT).saturating_mul(1000),
        }
    }
}

/// Seed 001: what a `target_ref` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetType {
    Icon,
    Ui,
    Dynamic,
    State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionName {
    Tap,
    DoubleTap,
    LongPress,
    Drag,
    Swipe,
    ScrollTo,
    /// Seed 002 also calls it TYPE.
    #[serde(alias = "TYPE", alias = "type")]
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
    #[serde(alias = "MEM_SAVE")]
    MemSave,
    #[serde(alias = "MEM_READ")]
    MemRead,
    Screenshot,
    Ask,
    Finish,
    Repeat,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// The key to press; seed 002 calls a note's name so too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keycode: Option<u16>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// An app by the name that people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
    /// A slide between two places in thousandths, such as `500,800`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where a slide ends, in thousandths; where a drag ends, a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<TargetForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// A note's name and value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How often to repeat, at most where something else ends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<CountForm>,
    /// How often at least: a list that ends before is a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<CountForm>,
    /// Ends a repetition: looked for before each round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<ExpectForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_each: Option<EachForm>,
    /// The note that holds the value of a round; `item` where nothing is said.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub as_note: Option<String>,
}

impl Params {
    fn is_empty(&self) -> bool {
        *self == Params::default()
    }
}

/// How often: a number, or a text with a hole that holds one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CountForm {
    Number(u32),
    Text(String),
}

/// What a repetition goes through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EachForm {
    /// Values in one text, between commas.
    Text(String),
    Values(Vec<String>),
    /// The things of a list on the screen, from top to bottom, scrolling on.
    Items(ItemsForm),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemsForm {
    pub items: FullTarget,
}

/// What is done when the target is not seen; only a tap has a target of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallbackForm {
    pub action: ActionName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_ref: Option<TargetForm>,
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    pub params: Params,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// A target: one name, or names with role, region and heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TargetForm {
    Name(String),
    Full(FullTarget),
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullTarget {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begins: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub first: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<String>,
    /// The element's id, whole or without its package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// A place in thousandths, such as `500,800`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// It shows no words at all.
    #[serde(default, skip_serializing_if = "is_false")]
    pub nameless: bool,
    /// It belongs to the item that a `repeat` is at.
    #[serde(default, skip_serializing_if = "is_false")]
    pub item: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl TargetForm {
    /// What is known by a description only.
    pub fn described(words: &str) -> Self {
        TargetForm::Name(format!("{DYNAMIC}{words}"))
    }
}

/// What must be seen. Several of them in one form must all hold.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// The home screen, or with `false` anything but that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<TargetForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<TargetForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appeared: Vec<TargetForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<TargetForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off: Option<TargetForm>,
    /// A reference picture, by name or alias.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// A description in words of something that must be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Anything must be different than before the step.
    #[serde(default, skip_serializing_if = "is_false")]
    pub changed: bool,
}
