//! Finds a thing described in words, without a model: names, kinds, places, colours, ordinals and neighbours against the
//! element tree, lines read from the picture, and the picture itself. Whoever is unsure says so, so that a model is
//! asked instead; things that fit alike are told, never guessed at.

mod colour;
mod count;
mod decide;
mod groups;
mod lexicon;
mod names;
mod ordinal;
mod parse;
mod relate;
mod score;
mod segment;
mod terms;
mod things;

pub use parse::{Anchor, Description, Phrase, Unit, describe};
pub use terms::{Hue, Kind, Look, Mark, Place, Side};

use crate::screen::{Rect, Screen};
use serde::Serialize;
use tapwise_vision::read::Text;

/// From here on an answer is given.
pub const SURE: f32 = 0.75;

/// A thing that may be meant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    pub bounds: Rect,
    /// Index of the element in the look's tree; absent for text that was read from the picture.
    pub element: Option<usize>,
    pub confidence: f32,
    /// Short reasons, for the trace.
    pub why: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Found(Candidate),
    /// Different things that all fit well.
    Ambiguous(Vec<Candidate>),
    /// The best guesses, below the bar: ask somebody else.
    Unsure(Vec<Candidate>),
}

/// Finds what a description means on a look: by its tree, by lines read from its picture, or by both. Colours need the
/// picture itself.
pub fn find(description: &Description, screen: &Screen, texts: &[Text]) -> Answer {
    decide::find(description, screen, texts)
}
