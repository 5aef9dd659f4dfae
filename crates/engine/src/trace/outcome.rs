//! How a run ended: exactly one of these (contract 1).

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", content = "reason", rename_all = "snake_case")]
pub enum Outcome {
    /// The goal was seen on the screen.
    Verified,
    /// Everything was done, but the screen does not show whether it worked.
    Unverified(String),
    Failed(String),
    /// A question stayed unanswered.
    NeedsUser(String),
    /// Policy, or a person's no, forbids it.
    Blocked(String),
    Cancelled,
    TimedOut(String),
    OverBudget(String),
    DeviceLost(String),
    ModelUnavailable(String),
    StorageError(String),
}

impl Outcome {
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Verified => "verified",
            Outcome::Unverified(_) => "unverified",
            Outcome::Failed(_) => "failed",
            Outcome::NeedsUser(_) => "needs_user",
            Outcome::Blocked(_) => "blocked",
            Outcome::Cancelled => "cancelled",
            Outcome::TimedOut(_) => "timed_out",
            Outcome::OverBudget(_) => "over_budget",
            Outcome::DeviceLost(_) => "device_lost",
            Outcome::ModelUnavailable(_) => "model_unavailable",
            Outcome::StorageError(_) => "storage_error",
        }
    }

    pub fn reason(&self) -> Option<&str> {
        match self {
            Outcome::Verified | Outcome::Cancelled => None,
            Outcome::Unverified(reason)
            | Outcome::Failed(reason)
            | Outcome::NeedsUser(reason)
            | Outcome::Blocked(reason)
            | Outcome::TimedOut(reason)
            | Outcome::OverBudget(reason)
            | Outcome::DeviceLost(reason)
            | Outcome::ModelUnavailable(reason)
            | Outcome::StorageError(reason) => Some(reason),
        }
    }

    /// The same end, its reason in other words.
    pub fn told(self, told: impl Fn(&str) -> String) -> Self {
        match self {
            Outcome::Verified | Outcome::Cancelled => self,
            Outcome::Unverified(reason) => Outcome::Unverified(told(&reason)),
            Outcome::Failed(reason) => Outcome::Failed(told(&reason)),
            Outcome::NeedsUser(reason) => Outcome::NeedsUser(told(&reason)),
            Outcome::Blocked(reason) => Outcome::Blocked(told(&reason)),
            Outcome::TimedOut(reason) => Outcome::TimedOut(told(&reason)),
            Outcome::OverBudget(reason) => Outcome::OverBudget(told(&reason)),
            Outcome::DeviceLost(reason) => Outcome::DeviceLost(told(&reason)),
            Outcome::ModelUnavailable(reason) => Outcome::ModelUnavailable(told(&reason)),
            Outcome::StorageError(reason) => Outcome::StorageError(told(&reason)),
        }
    }

    /// The program's exit code; 2 is kept for wrong usage.
    pub fn exit_code(&self) -> u8 {
        match self {
            Outcome::Verified => 0,
            Outcome::Unverified(_) => 3,
            Outcome::NeedsUser(_) => 4,
            Outcome::DeviceLost(_) | Outcome::ModelUnavailable(_) => 5,
            Outcome::Failed(_)
            | Outcome::Blocked(_)
            | Outcome::Cancelled
            | Outcome::TimedOut(_)
            | Outcome::OverBudget(_)
            | Outcome::StorageError(_) => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_verified_run_exits_with_zero() {
        let why = String::new;
        let others = [
            (Outcome::Unverified(why()), 3),
            (Outcome::Failed(why()), 1),
            (Outcome::NeedsUser(why()), 4),
            (Outcome::Blocked(why()), 1),
            (Outcome::Cancelled, 1),
            (Outcome::TimedOut(why()), 1),
            (Outcome::OverBudget(why()), 1),
            (Outcome::DeviceLost(why()), 5),
            (Outcome::ModelUnavailable(why()), 5),
            (Outcome::StorageError(why()), 1),
        ];
        assert_eq!(Outcome::Verified.exit_code(), 0);
        for (outcome, code) in others {
            assert_eq!(outcome.exit_code(), code, "{}", outcome.name());
        }
    }
}
