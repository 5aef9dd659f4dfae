//! The small language of task patterns: `给{contact:receiver}发[消息]说{message:text}`. `{hole:kind}` takes what is of that kind,
//! `{hole!}` only words in quotes, `{hole=2}` is that value and takes nothing, `[…]` may be missing, `(a|b)` is one of several,
//! `<open>` is a class of words that all patterns share, and `一下~(午班)` holds only where none
//! of these letters follows (`一声~(不响|不吭)`: none of these words), `_` where a blank stands. A pattern
//! fits a whole sentence or not at all; between its words may stand what carries no order.

mod fit;
mod parse;

pub(super) use fit::{Fit, Took};
pub(super) use parse::parse_pieces;

use super::kind::Kind;
use super::letters::{Must, find_musts, letters_of, may_fit};
use super::lexicon::Lexicon;
use super::sentence::Sentence;
use std::sync::OnceLock;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadPattern {
    #[error("pattern `{0}`: a `{1}` is not closed")]
    Unclosed(String, char),
    #[error("pattern `{0}`: `{1}` has no beginning")]
    Unopened(String, char),
    #[error("pattern `{0}`: `{{{1}}}` is no name for a hole\nhint: use small letters and underscores")]
    Hole(String, String),
    #[error("pattern `{0}`: `{{{1}}}` is no kind of hole\nhint: the kinds are {known}", known = Kind::names())]
    Kind(String, String),
    #[error("pattern `{0}`: no class of words is called `<{1}>`\nhint: the classes are {known}", known = Lexicon::shared().names().join(", "))]
    Class(String, String),
    #[error("pattern `{0}`: the hole `{{{1}}}` stands twice")]
    Twice(String, String),
    #[error("pattern `{0}`: two holes with nothing certain between them cannot be told apart")]
    Touching(String),
    #[error(
        "pattern `{0}`: words that may be missing stand right before the text `{{{1}}}` and could eat its beginning\nhint: say with `~(…)` which letters may not follow them, or put a fixed word between"
    )]
    Eats(String, String),
    #[error("pattern `{0}` is too long or nested too deep")]
    TooLarge(String),
}

#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    holes: Vec<Hole>,
    pieces: Vec<Piece>,
    /// Gathered when the pattern is first tried.
    musts: OnceLock<Vec<Must>>,
}

/// A hole of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    pub name: String,
    pub kind: Kind,
    /// It takes only what stands in quotes.
    pub quoted: bool,
}

/// What a pattern is made of.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Fixed words, folded.
    Words(Vec<char>),
    Hole(usize),
    /// A hole that has this value and takes nothing.
    Fixed(usize, String),
    /// None of these words follows.
    NotBefore(Vec<Vec<char>>),
    Class(usize),
    /// A blank stands here.
    Blank,
    Maybe(Vec<Piece>),
    OneOf(Vec<Vec<Piece>>),
}

impl Pattern {
    /// Reads a pattern of an app that people call by these names.
    pub fn parse(source: &str, names: &[String]) -> Result<Self, BadPattern> {
        let (pieces, holes) = parse_pieces(source, Lexicon::shared().names(), names)?;
        parse::check_holes(source, &pieces, &holes)?;
        Ok(Self { source: source.to_owned(), holes, pieces, musts: OnceLock::new() })
    }

    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    pub fn has(&self, hole: &str) -> bool {
        self.holes.iter().any(|known| known.name == hole)
    }

    /// The same with a hole that was written without a kind as one of this kind.
    pub(super) fn with_kind(mut self, name: &str, kind: Kind) -> Self {
        for hole in &mut self.holes {
            if hole.name == name && hole.kind == Kind::Thing {
                hole.kind = kind;
            }
        }
        self
    }

    /// Every way in which it fits the whole sentence.
    pub(super) fn fits(&self, sentence: &Sentence<'_>) -> Vec<Fit> {
        let musts = self.musts.get_or_init(|| find_musts(&self.pieces));
        if !may_fit(musts, &letters_of(sentence)) {
            return Vec::new();
        }
        fit::fits(&self.pieces, &self.holes, sentence)
    }

    /// The ways in which it fits a part of the sentence, where it fits no whole one.
    pub(super) fn fits_within(&self, sentence: &Sentence<'_>) -> Vec<Fit> {
        fit::fits_within(&self.pieces, &self.holes, sentence)
    }
}
