//! Reads the language of patterns, and refuses what could never be read with certainty.

use super::{BadPattern, Hole, Piece};
use crate::app::kind::Kind;
use crate::app::lexicon::Lexicon;
use crate::app::sentence::fold;

const MOST_LETTERS: usize = 500;
const DEEPEST: usize = 8;
const SIGNS: &str = "[](){}|<>~_";

/// The pieces of a pattern and its holes; `classes` are the names that may stand in angle brackets, and `names` what `<app>` stands for.
pub fn parse_pieces(
    source: &str,
    classes: &[String],
    names: &[String],
) -> Result<(Vec<Piece>, Vec<Hole>), BadPattern> {
    if source.chars().count() > MOST_LETTERS {
        return Err(BadPattern::TooLarge(source.chars().take(60).collect()));
    }
    let mut reader =
        Reader { source, classes, names, rest: source.chars().collect(), at: 0, holes: Vec::new() };
    let pieces = reader.pieces(0)?;
    match reader.rest.get(reader.at) {
        Some(sign) => Err(BadPattern::Unopened(source.to_owned(), *sign)),
        None => Ok((pieces, reader.holes)),
    }
}

struct Reader<'a> {
    source: &'a str,
    classes: &'a [String],
    names: &'a [String],
    rest: Vec<char>,
    at: usize,
    holes: Vec<Hole>,
}

impl Reader<'_> {
    /// Reads up to the end or to a sign that closes or divides a group.
    fn pieces(&mut self, depth: usize) -> Result<Vec<Piece>, BadPattern> {
        if depth > DEEPEST {
            return Err(BadPattern::TooLarge(self.source.to_owned()));
        }
        let mut pieces = Vec::new();
        while let Some(&next) = self.rest.get(self.at) {
            match next {
                ']' | ')' | '|' | '}' | '>' => break,
                '{' => pieces.push(self.hole()?),
                '<' => pieces.push(self.class()?),
                '~' => {
                    self.at += 1;
                    let letters = self.enclosed('(', ')')?;
                    // Words between bars, or each letter by itself.
                    let words: Vec<Vec<char>> = match letters.contains('|') {
                        true => letters.split('|').map(|word| word.chars().map(fold).collect()).collect(),
                        false => letters.chars().map(|letter| vec![fold(letter)]).collect(),
                    };
                    pieces.push(Piece::NotBefore(words));
                }
                '_' => {
                    self.at += 1;
                    pieces.push(Piece::Blank);
                }
                '[' => {
                    self.at += 1;
                    let inner = self.pieces(depth + 1)?;
                    self.close('[', ']')?;
                    pieces.push(Piece::Maybe(inner));
                }
                '(' => pieces.push(self.one_of(depth)?),
                _ => {
                    let from = self.at;
                    while self.rest.get(self.at).is_some_and(|c| !SIGNS.contains(*c)) {
                        self.at += 1;
                    }
                    pieces.push(Piece::Words(self.rest[from..self.at].iter().copied().map(fold).collect()));
                }
            }
        }
        Ok(pieces)
    }

    fn one_of(&mut self, depth: usize) -> Result<Piece, BadPattern> {
        let mut ways = Vec::new();
        loop {
            self.at += 1;
            ways.push(self.pieces(depth + 1)?);
            if self.rest.get(self.at) != Some(&'|') {
                break;
            }
        }
        self.close('(', ')')?;
        Ok(Piece::OneOf(ways))
    }

    fn close(&mut self, open: char, close: char) -> Result<(), BadPattern> {
        if self.rest.get(self.at) != Some(&close) {
            return Err(BadPattern::Unclosed(self.source.to_owned(), open));
        }
        self.at += 1;
        Ok(())
    }

    /// What stands between these two signs, from here on.
    fn enclosed(&mut self, open: char, close: char) -> Result<String, BadPattern> {
        let unclosed = || BadPattern::Unclosed(self.source.to_owned(), open);
        let from = self.at + 1;
        let begins = self.rest.get(self.at) == Some(&open);
        let end = begins.then(|| self.rest[from..].iter().position(|c| *c == close)).flatten();
        let end = end.ok_or_else(unclosed)? + from;
        self.at = end + 1;
        Ok(self.rest[from..end].iter().collect())
    }

    fn class(&mut self) -> Result<Piece, BadPattern> {
        let name = self.enclosed('<', '>')?;
        if name == "app" && !self.names.is_empty() {
            return Ok(Piece::OneOf(self.names.iter().flat_map(|name| with_quotes(name)).collect()));
        }
        let at = self.classes.iter().position(|class| *class == name);
        at.map(Piece::Class).ok_or_else(|| BadPattern::Class(self.source.to_owned(), name))
    }

    fn hole(&mut self) -> Result<Piece, BadPattern> {
        let inside = self.enclosed('{', '}')?;
        let (inside, fixed) = match inside.split_once('=') {
            Some((hole, value)) => (hole.to_owned(), Some(value.to_owned())),
            None => (inside, None),
        };
        let (name, kind) = match inside.split_once(':') {
            Some((name, kind)) => {
                let known = kind.parse().map_err(|()| BadPattern::Kind(self.source.to_owned(), kind.into()));
                (name.to_owned(), known?)
            }
            None => (inside, Kind::Thing),
        };
        let (name, quoted) = match name.strip_suffix('!') {
            Some(name) => (name.to_owned(), true),
            None => (name, false),
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            return Err(BadPattern::Hole(self.source.to_owned(), name));
        }
        if self.holes.iter().any(|known| known.name == name) {
            return Err(BadPattern::Twice(self.source.to_owned(), name));
        }
        self.holes.push(Hole { name, kind, quoted });
        let at = self.holes.len() - 1;
        Ok(fixed.map_or(Piece::Hole(at), |value| Piece::Fixed(at, value)))
    }
}

/// What an app is called, with and without quotes around it.
fn with_quotes(name: &str) -> Vec<Vec<Piece>> {
    let quotes = [("", ""), ("“", "”"), ("「", "」"), ("\"", "\""), ("《", "》")];
    let words = |(open, close): (&str, &str)| format!("{open}{name}{close}").chars().map(fold).collect();
    quotes.map(|quotes| vec![Piece::Words(words(quotes))]).to_vec()
}

/// What stands before a place of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Certain,
    Hole(usize),
    /// Words that may be missing, and that no `~(…)` keeps from eating what follows.
    Missing,
}

/// Refuses two holes that touch, unless the first is a receiver and the second a text (a check of its own parts these), and
/// words that may be missing right before a text.
pub fn check_holes(source: &str, pieces: &[Piece], holes: &[Hole]) -> Result<(), BadPattern> {
    check(source, pieces, holes, vec![Before::Certain]).map(|_| ())
}

fn check(
    source: &str,
    pieces: &[Piece],
    holes: &[Hole],
    mut before: Vec<Before>,
) -> Result<Vec<Before>, BadPattern> {
    for piece in pieces {
        before = match piece {
            Piece::Words(words) if words.iter().all(|c| *c == ' ') => before,
            Piece::Words(_) | Piece::Class(_) | Piece::NotBefore(_) | Piece::Blank => vec![Before::Certain],
            Piece::Fixed(..) => before,
            Piece::Hole(at) => {
                let hole = &holes[*at];
                for one in &before {
                    match one {
                        Before::Hole(first) if !may_touch(&holes[*first], hole) => {
                            return Err(BadPattern::Touching(source.to_owned()));
                        }
                        Before::Missing if hole.kind.is_free() && !hole.quoted => {
                            return Err(BadPattern::Eats(source.to_owned(), hole.name.clone()));
                        }
                        _ => {}
                    }
                }
                if hole.quoted { vec![Before::Certain] } else { vec![Before::Hole(*at)] }
            }
            Piece::Maybe(inner) => {
                let mut after = check(source, inner, holes, before.clone())?;
                // A sign such as a colon eats no letter; a word may.
                let eats = ends_in_letter(inner);
                for one in &mut after {
                    if *one == Before::Certain && eats {
                        *one = Before::Missing;
                    }
                }
                after.extend(before);
                after
            }
            Piece::OneOf(ways) => {
                let mut after = Vec::new();
                for way in ways {
                    after.extend(check(source, way, holes, before.clone())?);
                }
                after
            }
        };
        before.dedup();
    }
    Ok(before)
}

fn may_touch(first: &Hole, second: &Hole) -> bool {
    first.kind == Kind::Receiver && second.kind.is_free() || second.quoted
}

/// Whether words may end in a letter that could as well begin what follows.
fn ends_in_letter(pieces: &[Piece]) -> bool {
    match pieces.last() {
        Some(Piece::Words(words)) => words.last().is_some_and(|c| c.is_alphabetic() && !c.is_ascii()),
        Some(Piece::OneOf(ways)) => ways.iter().any(|way| ends_in_letter(way)),
        Some(Piece::Maybe(inner)) => ends_in_letter(inner),
        Some(Piece::Class(class)) => Lexicon::shared().class(*class).iter().any(|way| ends_in_letter(way)),
        _ => false,
    }
}
