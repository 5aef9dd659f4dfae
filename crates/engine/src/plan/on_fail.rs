//! What a step says about its own failure (seed 002's `on_fail`), when everything milder was tried.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnFail {
    /// What happens anyway: the step is tried as often as it allows.
    Retry,
    /// Go on with the step of this number.
    Jump(usize),
    /// Make a new plan from here.
    Replan,
    /// Leave the step out.
    Skip,
    /// Ask the person to do it.
    Ask,
    /// End the run.
    Abort,
}

const JUMP: &str = "jump_to_step_";

impl fmt::Display for OnFail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OnFail::Retry => f.write_str("retry"),
            OnFail::Jump(step) => write!(f, "{JUMP}{step}"),
            OnFail::Replan => f.write_str("replan"),
            OnFail::Skip => f.write_str("skip"),
            OnFail::Ask => f.write_str("ask"),
            OnFail::Abort => f.write_str("abort"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("on_fail cannot be `{0}`\nhint: retry, skip, ask, abort, replan, or jump_to_step_ and a number")]
pub struct BadOnFail(String);

impl FromStr for OnFail {
    type Err = BadOnFail;

    fn from_str(text: &str) -> Result<Self, BadOnFail> {
        let told = || BadOnFail(text.chars().take(60).collect());
        Ok(match text.trim() {
            "retry" => OnFail::Retry,
            "replan" => OnFail::Replan,
            "skip" => OnFail::Skip,
            "ask" => OnFail::Ask,
            "abort" => OnFail::Abort,
            other => {
                let number = other.strip_prefix(JUMP).and_then(|number| number.parse().ok());
                OnFail::Jump(number.filter(|number| *number > 0).ok_or_else(told)?)
            }
        })
    }
}

impl Serialize for OnFail {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OnFail {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_002_on_fail_is_read_and_written_as_it_stands() {
        for text in ["retry", "jump_to_step_1", "replan", "skip", "ask", "abort"] {
            assert_eq!(text.parse::<OnFail>().unwrap().to_string(), text);
        }
        assert_eq!("jump_to_step_12".parse(), Ok(OnFail::Jump(12)));
        for bad in ["", "jump_to_step_", "jump_to_step_0", "jump_to_step_-1", "give up"] {
            assert!(bad.parse::<OnFail>().unwrap_err().to_string().contains("\nhint: "), "{bad}");
        }
    }
}
