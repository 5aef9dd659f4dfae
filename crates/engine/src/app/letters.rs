//! The letters that a sentence must hold for a pattern to fit. Looking for them costs nothing beside building the
//! expression that reads it, and most patterns of most folders are about something else.

use super::pattern::Piece;
use std::collections::BTreeSet;

#[derive(Debug, Clone)]
pub(super) enum Must {
    All(Vec<char>),
    /// All of one of these.
    OneOf(Vec<Vec<Must>>),
}

pub(super) fn musts(pieces: &[Piece]) -> Vec<Must> {
    let must = |piece: &Piece| match piece {
        Piece::Words(words) => {
            Some(Must::All(words.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect()))
        }
        Piece::OneOf(ways) => Some(Must::OneOf(ways.iter().map(|way| musts(way)).collect())),
        Piece::Hole(_) | Piece::Kind(..) | Piece::Quoted(_) | Piece::Maybe(_) => None,
    };
    pieces.iter().filter_map(must).collect()
}

/// The letters of a sentence, whatever their case.
pub(super) fn letters(sentence: &str) -> BTreeSet<char> {
    sentence.to_lowercase().chars().collect()
}

pub(super) fn may_fit(musts: &[Must], letters: &BTreeSet<char>) -> bool {
    musts.iter().all(|must| match must {
        Must::All(all) => all.iter().all(|letter| letters.contains(letter)),
        Must::OneOf(ways) => ways.iter().any(|way| may_fit(way, letters)),
    })
}
