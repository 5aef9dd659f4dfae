//! Words of others on the page. maud escapes them; here they are cut to a length that a person reads, and rid of signs
//! that would break a line or turn the reading order.

use crate::human::clean;
use crate::trace::{Outcome, Remedy};
use maud::{Markup, html};

const LONGEST: usize = 1500;

/// One line of somebody's words.
pub(super) fn line(text: &str) -> String {
    let cut: String = text.chars().take(LONGEST).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    clean(&cut) + more
}

/// Somebody's words with their own lines.
pub(super) fn lines(text: &str) -> Markup {
    let cut: String = text.chars().take(LONGEST).collect();
    html! {
        @for (at, part) in cut.lines().enumerate() {
            @if at > 0 { br; }
            bdi { (clean(part)) }
        }
        @if text.chars().nth(LONGEST).is_some() { "…" }
    }
}

pub(super) fn quoted(text: &str) -> Markup {
    html! { "“" bdi { (line(text)) } "”" }
}

/// An amount of money, as small as a call costs.
pub(super) fn money(dollars: f64) -> String {
    format!("${dollars:.4}")
}

/// Times since the run began, as many places as a reader compares.
pub(super) fn seconds(ms: u64) -> String {
    let seconds = ms as f64 / 1e3;
    if seconds < 9.95 { format!("{seconds:.2} s") } else { format!("{seconds:.1} s") }
}

pub(super) fn count(number: usize, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}

/// The colour of an outcome, as a class of the page, and what it means.
pub(super) fn outcome(outcome: Option<&Outcome>) -> (&'static str, &'static str, &'static str) {
    match outcome {
        None => {
            ("grey", "broken off", "The record has no end: the program was stopped, or it is still at work.")
        }
        Some(Outcome::Verified) => ("good", "verified", "The goal was seen on the screen."),
        Some(Outcome::Unverified(_)) => {
            ("weak", "unverified", "Everything was done, but the screen does not show whether it worked.")
        }
        Some(Outcome::Failed(_)) => ("bad", "failed", "The goal was not reached."),
        Some(Outcome::NeedsUser(_)) => {
            ("weak", "needs you", "A person has to answer or to do something first.")
        }
        Some(Outcome::Blocked(_)) => ("weak", "blocked", "A person, or the policy, does not allow it."),
        Some(Outcome::Cancelled) => ("grey", "cancelled", "The run was cancelled."),
        Some(Outcome::TimedOut(_)) => ("bad", "timed out", "The run took longer than it may."),
        Some(Outcome::OverBudget(_)) => ("bad", "over budget", "The run used up more than it may."),
        Some(Outcome::DeviceLost(_)) => ("bad", "device lost", "The phone was lost."),
        Some(Outcome::ModelUnavailable(_)) => {
            ("bad", "no model", "A model was needed and could not be asked.")
        }
        Some(Outcome::StorageError(_)) => ("bad", "storage error", "The record could not be written."),
    }
}

pub(super) fn remedy(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Dismiss => "close what lies over the page",
        Remedy::LookAgain => "look again",
        Remedy::Wait => "wait",
        Remedy::Scroll => "scroll on",
        Remedy::Find => "ask the model where it is",
        Remedy::Fallback => "do something else instead",
        Remedy::Retry => "once more",
        Remedy::Offset => "once more, a little beside",
        Remedy::BackAndRetry => "BACK, then once more",
        Remedy::Rollback(step) => return format!("back to where step {step} ended"),
        Remedy::Jump(step) => return format!("go to step {step}"),
        Remedy::Skip => "leave the step out",
        Remedy::Replan => "make a new plan",
        Remedy::Operate => "let the model do it move by move",
        Remedy::Help => "let a person do it",
        Remedy::Ask => "a person must answer",
        Remedy::GiveUp => "give up",
        Remedy::Doubt => "stop: what was committed is not repeated",
    }
    .to_owned()
}
