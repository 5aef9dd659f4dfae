//! What is wrong with a reply. The words are what the model is told, so they say what to do instead.

use super::around;
use crate::plan::BadName;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadReply {
    #[error("the reply was empty\nhint: reply with exactly one action")]
    Empty,
    #[error(
        "the reply was cut off before its action ended\nhint: think in fewer words and write the whole action"
    )]
    Truncated,
    #[error("the reply holds no action\nhint: reply with exactly one action, in the form that was asked for")]
    NoAction,
    #[error(
        "the reply holds several actions\nhint: reply with exactly one; later ones belong into the predictions"
    )]
    Several,
    #[error("the action cannot be read: {what}\nhint: write it exactly in the form that was asked for")]
    Malformed { what: String },
    #[error(
        "the point {x},{y} is not on the screen\nhint: x lies between 0 and {width}, y between 0 and {height}"
    )]
    OffScreen { x: i64, y: i64, width: u32, height: u32 },
    #[error("{0}")]
    Name(#[from] BadName),
    #[error("{what} are more than {most}\nhint: reply with exactly one short action")]
    OverLimit { what: &'static str, most: usize },
    /// The model or its provider does not want to.
    #[error("the model declined: {said}\nhint: say what stands in the way, or ask the user")]
    Declined { said: String },
    /// The model says that it cannot be done: an end, and not a good one.
    #[error("the model gave up: {why}\nhint: try another way, or ask the user")]
    GaveUp { why: String },
    /// Not from a model at all, such as a gateway's page.
    #[error("what came back is not a model's reply: {begins}\nhint: check the model's address")]
    NotAReply { begins: String },
}

/// What an error quotes of a reply: one short printable line.
pub(super) fn quoted(text: &str) -> String {
    let mut line: String =
        text.trim().chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.trim().chars().nth(80).is_some() {
        line.push('…');
    }
    line
}

impl BadReply {
    pub(super) fn malformed(what: impl Into<String>) -> Self {
        BadReply::Malformed { what: what.into() }
    }

    pub(super) fn declined(text: &str) -> Self {
        BadReply::Declined { said: quoted(text) }
    }

    /// Whether telling the model may help: what it declined, gave up or never said is no slip of the pen.
    pub fn is_slip(&self) -> bool {
        !matches!(self, BadReply::Declined { .. } | BadReply::GaveUp { .. } | BadReply::NotAReply { .. })
    }

    /// A reply that cannot be read may be something else than a slip.
    pub(super) fn seen_in(self, text: &str) -> Self {
        match self {
            _ if around::is_page(text) => BadReply::NotAReply { begins: quoted(text) },
            BadReply::NoAction if around::declines(text) => BadReply::declined(text),
            other => other,
        }
    }
}
