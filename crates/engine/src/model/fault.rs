//! What may go wrong with one request to a provider, whether it may pass, and what to tell the user about it.

use super::ModelError;
use std::time::Duration;

/// How much of what a provider says about an error is kept until the key is taken out of it, and how much is told.
const KEPT_MAX: usize = 4096;
const TOLD_MAX: usize = 400;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No connection, or one that broke before the answer began.
    #[error("{0}")]
    Unreachable(String),
    /// The other end could not prove who it is.
    #[error("no safe connection: {0}")]
    Insecure(String),
    #[error("the address cannot be used: {0}")]
    BadAddress(String),
    #[error("it took too long")]
    TimedOut,
    #[error("cancelled")]
    Cancelled,
    #[error("it answered {code}{}", told(message))]
    Status { code: u16, message: String, retry_after: Option<Duration> },
    /// A form of asking that this provider does not know; it is asked again without.
    #[error("it does not know {what}{}", told(message))]
    TooFancy { what: &'static str, message: String },
    #[error("its answer is empty")]
    Empty,
    #[error("it answered with {0} instead of JSON")]
    WrongType(String),
    #[error("its answer is larger than {} MB", super::http::BODY_MAX >> 20)]
    TooLarge,
    #[error("its answer is not in the form of its API: {0}")]
    Malformed(String),
    /// The answer ended before its end mark.
    #[error("its answer was cut off")]
    Cut,
    /// Parts of a stream came twice, or after its end.
    #[error("its stream repeats itself")]
    Garbled,
}

fn told(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}

impl Fault {
    pub fn status(code: u16, message: &str) -> Self {
        Fault::Status { code, message: line(message), retry_after: None }
    }

    pub fn malformed(what: impl std::fmt::Display) -> Self {
        Fault::Malformed(line(&what.to_string()))
    }

    /// Whether asking again may help.
    pub fn may_pass(&self) -> bool {
        match self {
            Fault::Unreachable(_)
            | Fault::TimedOut
            | Fault::TooFancy { .. }
            | Fault::Empty
            | Fault::WrongType(_)
            | Fault::TooLarge
            | Fault::Malformed(_)
            | Fault::Cut
            | Fault::Garbled => true,
            Fault::Insecure(_) | Fault::BadAddress(_) | Fault::Cancelled => false,
            Fault::Status { code, message, .. } => match code {
                408 | 425 | 500..=599 => true,
                // Some say "too many" when they mean that nothing is left to pay with.
                429 => !out_of_credit(message),
                _ => false,
            },
        }
    }

    /// The error that a call ends with, for `model` at `place`.
    pub fn into_error(self, model: &str, place: &str, limit: Duration, requests: u32) -> ModelError {
        let why = match requests {
            0 | 1 => format!("{model} at {place}: {}", shortened(&self.to_string())),
            many => format!("{model} at {place}: {} (asked {many} times)", shortened(&self.to_string())),
        };
        let hint = self.hint(place).to_owned();
        match self {
            Fault::Cancelled => ModelError::Cancelled,
            Fault::TimedOut => {
                let seconds = limit.as_secs_f64();
                ModelError::TimedOut {
                    why: format!("{model} at {place} did not answer within {seconds} s"),
                    hint,
                }
            }
            Fault::Status { code: 300..=499, .. } if !self.may_pass() => ModelError::Refused { why, hint },
            Fault::BadAddress(_) | Fault::Insecure(_) | Fault::TooFancy { .. } => {
                ModelError::Refused { why, hint }
            }
            _ => ModelError::Unavailable { why, hint },
        }
    }

    fn hint(&self, place: &str) -> &'static str {
        let here = ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| place.contains(name));
        match self {
            Fault::Unreachable(_) if here => {
                "is the model's server running? `tapwise config` shows the address"
            }
            Fault::Unreachable(_) => {
                "is there a network, and is the base URL right? `tapwise config` shows it"
            }
            Fault::Insecure(_) => {
                "is the base URL right, and does this computer trust the provider's certificate?"
            }
            Fault::BadAddress(_) => {
                "a base URL begins with http:// or https://; `tapwise config` shows where it is set"
            }
            Fault::Status { code: 401, .. } => {
                "the key is wrong or missing; `tapwise config` shows where it comes from"
            }
            Fault::Status { code: 402, .. } => "the provider wants to be paid first",
            Fault::Status { code: 403, .. } => "this key may not use this model",
            Fault::Status { code: 404, .. } => {
                "is the model's name right, and does the base URL end as the provider says?"
            }
            Fault::Status { code: 429, message, .. } if out_of_credit(message) => {
                "the provider wants to be paid first"
            }
            Fault::Status { code: 429, .. } => {
                "the provider is asked too often; wait, or set a fallback model"
            }
            Fault::Status { code: 413, .. } => "a smaller picture may help: `picture` in tapwise.toml",
            Fault::Status { code: 300..=399, .. } => "the base URL has moved; write the new one",
            Fault::Status { code: 400..=499, .. } => "`tapwise doctor` tries the model",
            Fault::Status { .. } => "the provider has trouble; try later, or set a fallback model",
            Fault::WrongType(_) | Fault::Malformed(_) | Fault::Empty => {
                "is the base URL that of the API (often it ends in /v1), and is `api` right? `tapwise config` shows both"
            }
            Fault::TimedOut => {
                "`timeout` in tapwise.toml sets this limit, in seconds; a smaller `picture` or another model is faster"
            }
            _ => "`tapwise doctor` tries the model",
        }
    }
}

fn out_of_credit(message: &str) -> bool {
    ["insufficient_quota", "exceeded your current quota", "余额不足", "insufficient balance"]
        .iter()
        .any(|words| message.contains(words))
}

/// What somebody else wrote, on one line, without control characters, bounded.
pub(super) fn line(text: &str) -> String {
    let clean = text.chars().map(|ch| if ch.is_control() { ' ' } else { ch });
    clean.take(KEPT_MAX).collect::<String>().trim().to_owned()
}

fn shortened(text: &str) -> String {
    let mut letters = text.chars();
    let mut out: String = letters.by_ref().take(TOLD_MAX).collect();
    if letters.next().is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(120);

    #[test]
    fn a_model_that_takes_too_long_names_the_setting_that_limits_it() {
        let told = Fault::TimedOut.into_error("qwen3-vl", "http://localhost:11434", LONG, 2).to_string();
        assert!(told.contains("qwen3-vl at http://localhost:11434 did not answer within 120 s"), "{told}");
        assert!(told.contains("hint: `timeout` in tapwise.toml"), "{told}");
    }

    #[test]
    fn what_will_never_work_is_not_tried_again() {
        for code in [301, 400, 401, 402, 403, 404, 413, 422] {
            let fault = Fault::status(code, "no");
            assert!(!fault.may_pass(), "{code}");
            let error = fault.into_error("m", "https://x", LONG, 1);
            assert!(matches!(error, ModelError::Refused { .. }), "{code}: {error}");
        }
        assert!(!Fault::status(429, "insufficient_quota: pay").may_pass());
        assert!(!Fault::Insecure("unknown issuer".into()).may_pass());
    }

    #[test]
    fn what_may_pass_is_tried_again_and_else_the_model_is_unavailable() {
        for code in [408, 429, 500, 502, 503, 529] {
            let fault = Fault::status(code, "busy");
            assert!(fault.may_pass(), "{code}");
            assert!(matches!(fault.into_error("m", "x", LONG, 3), ModelError::Unavailable { .. }), "{code}");
        }
        for fault in
            [Fault::Empty, Fault::Cut, Fault::Garbled, Fault::TooLarge, Fault::WrongType("text/html".into())]
        {
            assert!(fault.may_pass(), "{fault}");
        }
    }

    #[test]
    fn errors_say_what_happened_to_what_and_end_with_a_hint() {
        let error = Fault::status(401, "bad key\n\u{1b}[31m").into_error(
            "gpt-4.1",
            "https://api.example/v1",
            LONG,
            1,
        );
        let text = error.to_string();
        assert!(text.contains("gpt-4.1") && text.contains("401") && text.contains("hint:"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn a_long_message_is_cut_at_a_character() {
        let error = Fault::status(500, &"字".repeat(9000)).into_error("m", "x", LONG, 1).to_string();
        assert!(error.contains("字…") && error.chars().count() < 600, "{error}");
    }
}
