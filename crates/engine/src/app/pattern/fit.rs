//! Fits a pattern to a sentence in every way there is. All ways are found, not the first, because a sentence that can be read
//! in two ways is asked about and never guessed. The signs of a sentence are few, so the ways are too; there is a bound all the same.

use super::{Hole, Piece};
use crate::app::lexicon::{Lexicon, is_soft, matches};
use crate::app::sentence::Sentence;
use std::collections::BTreeSet;
use std::ops::Range;

/// A sentence that has more ways to be read than this while it is read is not read at all.
const MOST_WAYS: usize = 4_000;

/// One way in which a pattern fits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    pub filled: Vec<Filled>,
    /// The signs that are explained.
    pub from: usize,
    pub to: usize,
    /// It is put as a question: could you …?
    pub asks: bool,
}

/// What a hole took.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Filled {
    pub hole: usize,
    pub took: Took,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Took {
    /// These signs; `touches` where nothing but blanks parts them from the hole before.
    Signs { from: usize, to: usize, touches: bool },
    /// These signs, inside quotes.
    Quoted { from: usize, to: usize },
    /// Nothing: the pattern says the value.
    Fixed(String),
}

impl Took {
    pub fn range(&self) -> Option<Range<usize>> {
        match self {
            Took::Signs { from, to, .. } | Took::Quoted { from, to } => Some(*from..*to),
            Took::Fixed(_) => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    at: usize,
    filled: Vec<Filled>,
    /// Where the last hole ended, if nothing came after it.
    open: Option<usize>,
}

struct Fitter<'a, 's> {
    sentence: &'a Sentence<'s>,
    holes: &'a [Hole],
    lexicon: &'static Lexicon,
    /// The text that ends the pattern, which takes all that is left.
    last: Option<usize>,
}

pub fn fits(pieces: &[Piece], holes: &[Hole], sentence: &Sentence<'_>) -> Vec<Fit> {
    let lexicon = Lexicon::shared();
    let mut fits = BTreeSet::new();
    for (from, asks) in lexicon.beginnings(sentence) {
        for way in ways_from(pieces, holes, sentence, from) {
            if lexicon.is_end(sentence, way.at, asks) {
                fits.insert(Fit { filled: way.filled, from: 0, to: sentence.len(), asks });
            }
        }
    }
    fits.into_iter().collect()
}

/// The longest fits that begin or end within the sentence.
pub fn fits_within(pieces: &[Piece], holes: &[Hole], sentence: &Sentence<'_>) -> Vec<Fit> {
    let mut fits = BTreeSet::new();
    for from in 0..sentence.len() {
        if sentence.is_within_word(from) || sentence.at(from).is_some_and(is_soft) {
            continue;
        }
        let longest = ways_from(pieces, holes, sentence, from).into_iter().max_by_key(|way| way.at);
        fits.extend(longest.map(|way| Fit { filled: way.filled, from, to: way.at, asks: false }));
    }
    fits.into_iter().collect()
}

fn ways_from(pieces: &[Piece], holes: &[Hole], sentence: &Sentence<'_>, from: usize) -> Vec<Way> {
    let last = match pieces.last() {
        Some(Piece::Hole(at)) if holes[*at].kind.is_free() => Some(*at),
        _ => None,
    };
    let fitter = Fitter { sentence, holes, lexicon: Lexicon::shared(), last };
    fitter.walk(pieces, vec![Way { at: from, filled: Vec::new(), open: None }])
}

impl Fitter<'_, '_> {
    fn walk(&self, pieces: &[Piece], mut ways: Vec<Way>) -> Vec<Way> {
        for piece in pieces {
            if ways.is_empty() || ways.len() > MOST_WAYS {
                return Vec::new();
            }
            ways = self.step(piece, ways);
            ways.sort();
            ways.dedup();
        }
        ways
    }

    fn step(&self, piece: &Piece, ways: Vec<Way>) -> Vec<Way> {
        match piece {
            Piece::Words(words) if words.iter().all(|c| *c == ' ') => ways,
            Piece::Words(words) => ways.iter().flat_map(|way| self.words(words, way)).collect(),
            Piece::Hole(hole) => ways.iter().flat_map(|way| self.hole(*hole, way)).collect(),
            Piece::Fixed(hole, value) => {
                let filled = Filled { hole: *hole, took: Took::Fixed(value.clone()) };
                ways.into_iter().map(|way| with(way, filled.clone())).collect()
            }
            Piece::NotBefore(words) => {
                let follows = |at: usize, word: &Vec<char>| {
                    (0..word.len()).all(|i| self.sentence.at(at + i) == Some(word[i]))
                };
                let free = |way: &Way| !words.iter().any(|word| follows(way.at, word));
                ways.into_iter().filter(free).collect()
            }
            Piece::Blank => ways.into_iter().filter(|way| self.sentence.at(way.at) == Some(' ')).collect(),
            Piece::Class(class) => self.any(self.lexicon.class(*class), &ways),
            Piece::OneOf(choices) => self.any(choices, &ways),
            Piece::Maybe(inner) => {
                let mut all = self.walk(inner, ways.clone());
                all.extend(ways);
                all
            }
        }
    }

    fn any(&self, choices: &[Vec<Piece>], ways: &[Way]) -> Vec<Way> {
        choices.iter().flat_map(|choice| self.walk(choice, ways.to_vec())).collect()
    }

    fn words(&self, words: &[char], way: &Way) -> Vec<Way> {
        let from = self.lexicon.after_gap(self.sentence, way.at).into_iter();
        let ends = from.filter_map(|from| matches(self.sentence, from, words));
        ends.map(|at| Way { at, filled: way.filled.clone(), open: None }).collect()
    }

    fn hole(&self, hole: usize, way: &Way) -> Vec<Way> {
        let Hole { kind, quoted, .. } = self.holes[hole];
        let begins = if kind.is_free() {
            vec![self.after_announcement(way.at)]
        } else {
            self.lexicon.after_gap(self.sentence, way.at)
        };
        let mut all = Vec::new();
        for from in begins {
            if self.sentence.opens_quotation(from)
                && let Some((inside, at)) = self.sentence.quotation(from)
            {
                let took = Took::Quoted { from: inside.start, to: inside.end };
                all.push(with(Way { at, open: Some(at), ..way.clone() }, Filled { hole, took }));
            }
            if quoted {
                continue;
            }
            let ends = match self.last {
                Some(last) if last == hole => vec![self.end_of_text()],
                _ => kind.ends(self.sentence, from),
            };
            for to in ends.into_iter().filter(|to| *to > from) {
                let touches = way.open.is_some_and(|open| self.sentence.folded(open..from).trim().is_empty());
                let took = Took::Signs { from, to, touches };
                all.push(with(Way { at: to, open: Some(to), ..way.clone() }, Filled { hole, took }));
            }
        }
        all
    }

    /// Behind the sign that announces a text.
    fn after_announcement(&self, mut at: usize) -> usize {
        while self.sentence.at(at).is_some_and(|c| matches!(c, ' ' | ':' | ',')) {
            at += 1;
        }
        at
    }

    fn end_of_text(&self) -> usize {
        let mut end = self.sentence.len();
        while end > 0 && self.sentence.at(end - 1) == Some(' ') {
            end -= 1;
        }
        end
    }
}

fn with(mut way: Way, filled: Filled) -> Way {
    way.filled.push(filled);
    way
}
