//! The letters that a sentence must hold for a pattern to fit. Looking for them costs nothing beside fitting the pattern, and
//! most patterns of most folders are about something else.

use super::lexicon::Lexicon;
use super::pattern::Piece;
use super::sentence::Sentence;
use std::collections::BTreeSet;

#[derive(Debug, Clone)]
pub(super) enum Must {
    All(Vec<char>),
    /// All of one of these.
    OneOf(Vec<Vec<Must>>),
}

pub(super) fn find_musts(pieces: &[Piece]) -> Vec<Must> {
    let one_of = |ways: &[Vec<Piece>]| Must::OneOf(ways.iter().map(|way| find_musts(way)).collect());
    let must = |piece: &Piece| match piece {
        Piece::Words(words) => Some(Must::All(words.iter().copied().filter(|c| *c != ' ').collect())),
        Piece::OneOf(ways) => Some(one_of(ways)),
        Piece::Class(class) => Some(one_of(Lexicon::shared().class(*class))),
        Piece::Hole(_) | Piece::Fixed(..) | Piece::NotBefore(_) | Piece::Blank | Piece::Maybe(_) => None,
    };
    pieces.iter().filter_map(must).collect()
}

/// The letters of a sentence.
pub(super) fn letters_of(sentence: &Sentence<'_>) -> BTreeSet<char> {
    (0..sentence.len()).filter_map(|at| sentence.at(at)).collect()
}

pub(super) fn may_fit(musts: &[Must], letters: &BTreeSet<char>) -> bool {
    musts.iter().all(|must| match must {
        Must::All(all) => all.iter().all(|letter| letters.contains(letter)),
        Must::OneOf(ways) => ways.iter().any(|way| may_fit(way, letters)),
    })
}
