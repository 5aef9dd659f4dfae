//! The events of a run. One line of `trace.jsonl` is one event with the time since the run's start.

use super::{Outcome, ReadFrom, VerifyResult};
use crate::plan::{Effect, Gesture, Mandate, Note, NoteName, TaskPlan};
use crate::screen::{Foreground, Frame, Means, Rect, Sighting, Way};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the trace's form, written into its first event.
pub const FORMAT_VERSION: u32 = 1;

/// How the world differed from what was planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surprise {
    /// The target is not on the screen.
    NotFound { target: String },
    /// Several things fit, and nothing tells them apart.
    Ambiguous { target: String, candidates: Vec<String> },
    /// The gesture was made, the expectation is not met.
    Unmet { expected: String, seen: String },
    /// The target is there but cannot be used: covered or switched off.
    Blocked { what: String },
    /// The look brought no elements to decide on.
    Blind { why: String },
    /// Nothing on the screen changed.
    Stalled,
    /// The field holds something else than what was typed.
    Mistyped { wanted: String, got: String },
    /// The phone says that it cannot do this: an app is not there, a text cannot be typed.
    Refused { why: String },
    /// Going back led out of the app.
    Strayed { from: String, to: String },
}

impl std::fmt::Display for Surprise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Surprise::NotFound { target } => write!(f, "{target} is not on the screen"),
            Surprise::Ambiguous { target, candidates } => {
                write!(f, "{target} fits {} things: {}", candidates.len(), candidates.join("; "))
            }
            Surprise::Unmet { expected, seen } => write!(f, "expected {expected}, but {seen}"),
            Surprise::Blocked { what } | Surprise::Refused { why: what } => f.write_str(what),
            Surprise::Blind { why } => write!(f, "the elements cannot be read: {why}"),
            Surprise::Strayed { from, to } => write!(f, "going back left {from}, {to} is in front"),
            Surprise::Stalled => f.write_str("nothing on the screen changed"),
            Surprise::Mistyped { wanted, got } => write!(f, "the field holds “{got}” instead of “{wanted}”"),
        }
    }
}

/// What is done about a surprise, mildest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Get what lies over the page out of the way, then judge or aim again.
    Dismiss,
    /// Look again, as long as the step's patience lasts.
    LookAgain,
    /// Wait two seconds, then judge or aim again.
    Wait,
    /// Scroll on, then look again.
    Scroll,
    /// Ask the model where it is.
    Find,
    /// Make the step's fallback, then look again.
    Fallback,
    /// Make the gesture once more: the screen shows that it had no effect.
    Retry,
    /// The same, at another point of the same element.
    Offset,
    /// Press BACK, then make the gesture once more.
    BackAndRetry,
    /// Press BACK until the page is seen that this step ended on, then take the steps after it again.
    Rollback(usize),
    /// Take this step again and those after it: the app is not in front any more.
    Jump(usize),
    /// Leave the step out, as it says itself.
    Skip,
    /// Make a new plan from here: the step says so itself, or nothing milder helped and there is a model.
    Replan,
    /// Let the model do the step, move by move.
    Operate,
    /// Ask the person to do the step, as it says itself, then judge it.
    Help,
    /// End the run as needing a person: only they may answer what is asked.
    Ask,
    /// End the run as failed.
    GiveUp,
    /// End the run as unverified: something was committed and its result is not seen.
    Doubt,
}

/// Why a person is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// Before something is done that needs agreement.
    #[default]
    Agree,
    /// Nothing is left to try: where is it, or what shall be done?
    Stuck,
    /// Only the person may do it, on the phone.
    HandOver,
    /// Several things fit.
    Choose,
}

/// A way to find a target that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    pub way: Way,
    /// What it was expected to cost, the look that it needs included.
    pub ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss: Option<String>,
}

/// One call of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// Plan, locate, judge or operate.
    pub purpose: String,
    pub model: String,
    /// How long it took; `ms` is when, as in every line of a trace.
    #[serde(rename = "took_ms", default)]
    pub ms: u64,
    /// How many requests it took, retries included.
    pub requests: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// What it said, shortened.
    pub reply: String,
    /// Why the reply could not be used, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bad: Option<String>,
    /// The moves after this one that it foretold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predictions: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Started {
        version: u32,
        run: String,
        task: String,
        device: String,
        at: String,
    },
    /// What the user gave beside the sentence: answers beforehand, and whether the plan.
    Given {
        #[serde(default)]
        yes: BTreeMap<Effect, u32>,
        #[serde(default)]
        plan: bool,
    },
    Routed {
        app: String,
        routine: String,
        score: f32,
        values: BTreeMap<String, String>,
    },
    /// The steps as they are written, which is also how they are read again, and what the sentence allows.
    Planned {
        plan: Box<TaskPlan>,
        mandate: Mandate,
    },
    Looked {
        look: u32,
        frame: Frame,
        app: Option<Foreground>,
        picture: Option<String>,
        tree: Option<String>,
        /// Why there is no tree, if one was asked for.
        missing: Option<String>,
        by: Means,
        /// Where a keyboard lay over the page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        keyboard: Option<Rect>,
        /// Why the stock programs had to look, or take a part of the look, told once.
        #[serde(skip_serializing_if = "Option::is_none")]
        fallback: Option<String>,
    },
    StepBegun {
        step: usize,
        says: String,
    },
    /// A repetition begins another round, with this value or item.
    Round {
        step: usize,
        round: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        item: Option<String>,
        /// What an item of a list says, and where it stands: by that it is known again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        texts: Option<Vec<String>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        row: Option<Rect>,
    },
    StepSkipped {
        step: usize,
        why: String,
    },
    /// The ways that were tried to find a step's target, each with its cost, and how sure the one was that found it.
    Hunted {
        step: usize,
        tried: Vec<Tried>,
    },
    Aimed {
        step: usize,
        sighting: Sighting,
    },
    /// What the gate found and decided.
    Gated {
        step: usize,
        effect: Effect,
        decision: String,
    },
    /// A model was asked, and what it said.
    Thought {
        /// The step that it was asked for; 0 before the first.
        step: usize,
        #[serde(flatten)]
        thought: Thought,
    },
    /// A value was kept for later steps.
    Noted {
        step: usize,
        name: NoteName,
        /// The app that was in front.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// The element that it was read from, if it was read off the screen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read_from: Option<ReadFrom>,
        #[serde(flatten)]
        note: Note,
    },
    Asked {
        #[serde(default)]
        kind: QuestionKind,
        question: String,
        answer: String,
    },
    /// A person showed where a step's target is: a demonstration.
    Shown {
        step: usize,
        /// What the step looked for.
        target: String,
        /// What the person said: words, or a point in thousandths.
        said: String,
        sighting: Sighting,
    },
    /// Written, and for a committing effect forced to the disk, before the gesture is made.
    Intended {
        step: usize,
        gesture: Gesture,
        effect: Effect,
    },
    Performed {
        step: usize,
        result: String,
        by: Means,
        /// Why the stock programs had to do it, or a part of it, told once.
        #[serde(skip_serializing_if = "Option::is_none")]
        fallback: Option<String>,
    },
    Judged {
        step: usize,
        met: bool,
        evidence: Vec<String>,
        result: VerifyResult,
    },
    Surprised {
        step: usize,
        surprise: Surprise,
        remedy: Remedy,
        result: VerifyResult,
    },
    /// A run that was broken off goes on, with this step.
    Resumed {
        at: String,
        device: String,
        step: usize,
        why: String,
        /// A deed whose intent was written, and which the screen shows was not done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unmade: Option<Effect>,
    },
    Ended {
        #[serde(flatten)]
        outcome: Outcome,
        evidence: Vec<String>,
        recovered: u32,
        steps: usize,
        looks: u32,
    },
}

impl Event {
    /// The names that stand in the field `event`.
    pub const NAMES: [&str; 21] = [
        "started",
        "given",
        "routed",
        "planned",
        "looked",
        "step_begun",
        "round",
        "step_skipped",
        "hunted",
        "aimed",
        "gated",
        "thought",
        "noted",
        "asked",
        "shown",
        "intended",
        "performed",
        "judged",
        "surprised",
        "resumed",
        "ended",
    ];
}
