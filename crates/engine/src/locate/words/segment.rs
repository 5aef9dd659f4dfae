//! Cuts words into pieces by the tables: the longest phrase that is known at each place, else a word of Latin letters
//! or a run of other characters. Descriptions and labels are cut alike, so that whatever is cut wrongly is cut wrongly
//! on both sides.

use super::lexicon::{SHAPES, meanings};
use super::tables;
use super::terms::{Kind, Term};
pub(super) use crate::words::fold;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A phrase of the tables with all that it may mean.
#[derive(Debug, Default)]
pub(super) struct Entry {
    chars: Vec<char>,
    pub meanings: Vec<u16>,
    /// Named by its looks, so it may have any one of the meanings; these are the first that come to mind.
    pub shape: Vec<u16>,
    pub terms: Vec<Term>,
}

#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub text: String,
    pub entry: Option<&'static Entry>,
}

impl Piece {
    pub fn meanings(&self) -> &'static [u16] {
        self.entry.map_or(&[], |entry| &entry.meanings)
    }

    pub fn has(&self, wanted: impl Fn(&Term) -> bool) -> bool {
        self.entry.is_some_and(|entry| entry.terms.iter().any(wanted))
    }

    pub fn find<T>(&self, read: impl Fn(&Term) -> Option<T>) -> Option<T> {
        self.entry.and_then(|entry| entry.terms.iter().find_map(read))
    }

    pub fn kind(&self) -> Option<Kind> {
        self.find(|term| if let Term::Kind(kind) = term { Some(*kind) } else { None })
    }

    pub fn is_filler(&self) -> bool {
        self.has(|term| *term == Term::Filler)
    }
}

/// Words only where they stand alone; elsewhere they are parts of others.
const ALONE: &[char] = &['是', '否'];

struct Index {
    by_first: HashMap<char, Vec<Entry>>,
}

static INDEX: LazyLock<Index> = LazyLock::new(Index::build);

impl Index {
    fn build() -> Self {
        let mut entries: HashMap<String, Entry> = HashMap::new();
        for (number, words) in (0u16..).zip(meanings()) {
            for word in words {
                entries.entry(fold(word)).or_default().meanings.push(number);
            }
        }
        let mut shapes = Vec::new();
        for (words, meanings) in SHAPES {
            let of = |word: &&str| entries.get(*word).map_or(Vec::new(), |e| e.meanings.clone());
            let numbers: Vec<u16> = meanings.iter().flat_map(of).collect();
            let first: Vec<u16> = meanings.first().map(of).unwrap_or_default();
            shapes.extend(words.iter().map(|word| (fold(word), numbers.clone(), first.clone())));
        }
        for (word, numbers, first) in shapes {
            let entry = entries.entry(word).or_default();
            entry.meanings.extend(numbers);
            entry.shape.extend(first);
        }
        let mut term = |word: &str, term: Term| entries.entry(fold(word)).or_default().terms.push(term);
        tables::KINDS.iter().for_each(|(kind, words)| words.iter().for_each(|w| term(w, Term::Kind(*kind))));
        tables::PLACES
            .iter()
            .for_each(|(place, words)| words.iter().for_each(|w| term(w, Term::Place(*place))));
        tables::HUES.iter().for_each(|(hue, words)| words.iter().for_each(|w| term(w, Term::Hue(*hue))));
        tables::SIDES.iter().for_each(|(side, words)| words.iter().for_each(|w| term(w, Term::Side(*side))));
        tables::MARKS.iter().for_each(|(mark, words)| words.iter().for_each(|w| term(w, Term::Mark(*mark))));
        tables::LOOKS.iter().for_each(|(look, words)| words.iter().for_each(|w| term(w, Term::Look(*look))));
        let plain_terms = [
            (tables::ROWS, Term::Row),
            (tables::NOUNS, Term::Noun),
            (tables::HOLDERS, Term::Holder),
            (tables::NAMED, Term::Named),
            (tables::WEAK, Term::Weak),
            (tables::FILLER, Term::Filler),
        ];
        for (words, meaning) in plain_terms {
            words.iter().for_each(|word| term(word, meaning));
        }
        let mut by_first: HashMap<char, Vec<Entry>> = HashMap::new();
        for (word, mut entry) in entries {
            entry.meanings.sort_unstable();
            entry.meanings.dedup();
            entry.chars = word.chars().collect();
            if let Some(first) = entry.chars.first() {
                by_first.entry(*first).or_default().push(entry);
            }
        }
        by_first.values_mut().for_each(|list| list.sort_by_key(|entry| std::cmp::Reverse(entry.chars.len())));
        Self { by_first }
    }

    /// The longest phrase that begins here, and how many characters it takes.
    fn longest(&'static self, chars: &[char], at: usize) -> Option<(&'static Entry, usize)> {
        let inside = at > 0 && is_latin(chars[at - 1]) && is_latin(chars[at]);
        if inside {
            return None;
        }
        let list = self.by_first.get(&chars[at])?;
        list.iter().find_map(|entry| {
            let rest = &chars[at..];
            let length = entry.chars.len();
            if rest.len() < length || rest[..length] != entry.chars[..] {
                return None;
            }
            if let [only] = entry.chars[..]
                && ALONE.contains(&only)
                && chars.iter().any(|c| is_wide(*c) && *c != only)
            {
                return None;
            }
            if !entry.chars.last().is_some_and(|c| is_latin(*c)) {
                return Some((entry, length));
            }
            let word: String = rest[length..].iter().take_while(|c| is_latin(**c)).collect();
            let endings: &[&str] =
                if entry.meanings.is_empty() { &["s"] } else { &["s", "es", "ed", "d", "ing"] };
            let ends = word.is_empty() || length > 2 && endings.contains(&word.as_str());
            ends.then(|| (entry, length + word.chars().count()))
        })
    }

    /// A verb that lost its last letter or doubled it: managing, quitting.
    fn shortened(&'static self, chars: &[char], at: usize) -> Option<(&'static Entry, usize)> {
        let word: Vec<char> = chars[at..].iter().copied().take_while(|c| is_latin(*c)).collect();
        let stem = word.strip_suffix(&['i', 'n', 'g']).filter(|stem| stem.len() > 1)?;
        let inside = at > 0 && is_latin(chars[at - 1]);
        let list = self.by_first.get(&chars[at]).filter(|_| !inside)?;
        let entry = list.iter().find(|entry| {
            let doubled = matches!(stem, [rest @ .., a, b] if a == b && rest.len() + 1 == entry.chars.len());
            let lost = entry.chars.strip_suffix(&['e']).is_some_and(|short| short == stem);
            !entry.meanings.is_empty() && (lost || doubled && stem.starts_with(&entry.chars))
        })?;
        Some((entry, word.len()))
    }
}

fn is_latin(c: char) -> bool {
    c.is_alphanumeric() && !is_wide(c) || c == '_'
}

/// Characters of scripts that write no blanks between words.
fn is_wide(c: char) -> bool {
    matches!(c as u32, 0x2e80..=0x9fff | 0xac00..=0xd7ff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// Letters and digits only, to compare names whatever stands between them. Signs alone stay as they are.
pub(super) fn bare(folded: &str) -> String {
    // The sign of a number is part of it.
    let next = folded.chars().skip(1).map(Some).chain([None]);
    let signed = |(c, next): (char, Option<char>)| {
        let sign = matches!(c, '+' | '-' | '−') && next.is_some_and(|next| next.is_ascii_digit());
        (c.is_alphanumeric() || sign && folded.chars().count() <= 6).then_some(c)
    };
    let letters: String = folded.chars().zip(next).filter_map(signed).collect();
    if letters.is_empty() { folded.chars().filter(|c| !c.is_whitespace()).collect() } else { letters }
}

/// A character of private use, which stands for a part that was taken out before; none comes from outside (`fold`).
pub(super) fn is_stand_in(c: char) -> bool {
    matches!(c as u32, 0xe000..=0xe0ff)
}

/// Signs that belong to a word of Latin letters when letters or digits stand on both sides.
fn joins(c: char) -> bool {
    matches!(c, '.' | ':' | '\'' | '-' | '@' | '%' | ',')
}

pub(super) fn pieces(folded: &str) -> Vec<Piece> {
    let chars: Vec<char> = folded.chars().collect();
    let mut found: Vec<Piece> = Vec::new();
    let (mut at, mut run) = (0usize, String::new());
    let flush = |run: &mut String, found: &mut Vec<Piece>| {
        if !run.is_empty() {
            found.push(Piece { text: std::mem::take(run), entry: None });
        }
    };
    while at < chars.len() {
        let c = chars[at];
        let signed = matches!(c, '+' | '-') && chars.get(at + 1).is_some_and(char::is_ascii_digit);
        if is_stand_in(c) {
            flush(&mut run, &mut found);
            found.push(Piece { text: c.to_string(), entry: None });
            at += 1;
        } else if !signed
            && let Some((entry, length)) = INDEX.longest(&chars, at).or_else(|| INDEX.shortened(&chars, at))
            && !within_word(&chars, at, length)
        {
            flush(&mut run, &mut found);
            found.push(Piece { text: chars[at..at + length].iter().collect(), entry: Some(entry) });
            at += length;
        } else if is_latin(c) || signed {
            flush(&mut run, &mut found);
            let from = at;
            at += 1;
            while at < chars.len()
                && (is_latin(chars[at])
                    || joins(chars[at]) && chars.get(at + 1).is_some_and(|next| is_latin(*next)))
            {
                at += 1;
            }
            let word: String = chars[from..at].iter().collect();
            // Words that hyphens hold together are words: pull-to-refresh.
            let parts = word.split('-').filter(|part| part.len() > 1);
            let letters = |part: &str| part.bytes().all(|b| b.is_ascii_alphabetic());
            let (count, spoken) = parts.fold((0, false), |(n, any), part| (n + 1, any || letters(part)));
            if count > 1 && spoken {
                found.extend(pieces(&word.replace('-', " ")));
            } else {
                found.push(Piece { text: word, entry: None });
            }
        } else if is_wide(c) {
            run.push(c);
            at += 1;
        } else {
            flush(&mut run, &mut found);
            at += 1;
        }
    }
    flush(&mut run, &mut found);
    found
}

/// A Latin word that is written together from two of the tables, if it is none itself.
pub(super) fn halves(word: &str) -> Option<(&str, &str)> {
    let known = |part: &str| {
        let chars: Vec<char> = part.chars().collect();
        chars.len() > 2 && INDEX.longest(&chars, 0).is_some_and(|(_, length)| length == chars.len())
    };
    if !word.bytes().all(|b| b.is_ascii_lowercase()) || known(word) {
        return None;
    }
    (3..word.len().saturating_sub(2)).map(|at| word.split_at(at)).find(|(a, b)| known(a) && known(b))
}

/// Whether a sign of the tables only stands between others: 5.1, play/pause.
fn within_word(chars: &[char], at: usize, length: usize) -> bool {
    length == 1
        && !chars[at].is_alphanumeric()
        && (at > 0 && chars[at - 1].is_alphanumeric()
            || chars.get(at + 1).is_some_and(|c| c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(words: &str) -> Vec<String> {
        pieces(&fold(words)).into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn the_longest_phrase_is_taken_and_the_rest_stays_whole() {
        assert_eq!(cut("底部消息输入框"), ["底部", "消息", "输入框"]);
        assert_eq!(cut("The Settings gear, top right"), ["the", "settings", "gear", "top right"]);
        assert_eq!(cut("名为欧阳锋的联系人"), ["名为", "欧阳锋", "的", "联系人"]);
        assert_eq!(cut("07:00 alarms"), ["07:00", "alarms"]);
    }

    #[test]
    fn inflected_words_mean_what_their_roots_do() {
        let meanings =
            |word: &str| pieces(&fold(word)).first().map_or(&[][..], |piece| piece.meanings()).to_vec();
        for (word, root) in [
            ("shared", "share"),
            ("using", "use"),
            ("quitting", "quit"),
            ("managing", "manage"),
            ("deletes", "delete"),
        ] {
            assert!(!meanings(root).is_empty() && meanings(word) == meanings(root), "{word}");
        }
        assert!(meanings("thing").is_empty() && meanings("during").is_empty());
    }

    #[test]
    fn words_that_are_written_together_are_cut_apart() {
        assert_eq!(cut("pull-to-refresh"), ["pull", "to", "refresh"]);
        assert_eq!(cut("24-hour"), ["24", "hour"]);
        assert_eq!(cut("2021-02-16"), ["2021-02-16"]);
        assert_eq!(halves("progressbar"), Some(("progress", "bar")));
        assert_eq!(halves("progress"), None);
        assert_eq!(halves("qwertzuiop"), None);
    }

    #[test]
    fn words_inside_other_words_are_not_taken() {
        assert_eq!(cut("Backup important"), ["backup", "important"]);
    }
}
