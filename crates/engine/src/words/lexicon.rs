//! The words that a disguise is seen through for: a word is known as it is written, by how it is drawn, and inside others
//! that were written together with it.

use std::collections::{BTreeSet, HashMap};

/// Words in lower case. Those of one letter are known only between others.
#[derive(Debug, Default)]
pub struct Lexicon {
    words: BTreeSet<String>,
    by_outline: HashMap<String, String>,
}

impl FromIterator<String> for Lexicon {
    fn from_iter<T: IntoIterator<Item = String>>(words: T) -> Self {
        let mut lexicon = Self::default();
        for word in words {
            if word.len() > 1 {
                lexicon.by_outline.entry(outline(&word)).or_insert_with(|| word.clone());
            }
            lexicon.words.insert(word);
        }
        lexicon
    }
}

/// What others were written behind has at least so many letters, and what is behind it, so many.
const FIRST: usize = 3;
const REST: usize = 2;
/// Behind something as short as this, more: better is no bet.
const SHORT: usize = 3;
const LONGER_REST: usize = 4;

impl Lexicon {
    pub(super) fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// The word that this one is drawn like, if it is none itself. Most of it must be letters: 50s is no SOS.
    pub(super) fn meant(&self, written: &str) -> Option<&str> {
        let (all, letters) = (written.chars().count(), written.chars().filter(|c| c.is_alphabetic()).count());
        let spelled = letters * 2 >= all || all > 4 && letters > 1;
        if !spelled || self.knows(written) {
            return None;
        }
        self.by_outline.get(&outline(written)).map(String::as_str)
    }

    fn reads(&self, word: &str) -> bool {
        self.knows(word) || self.meant(word).is_some()
    }

    /// Words that were written together, with blanks between them: all of it, if all are known, else the longest beginning
    /// that is known and the rest. Ordinary words stay whole.
    pub(super) fn cut(&self, together: &str) -> String {
        let letters: Vec<String> = together.chars().map(String::from).collect();
        let ways = self.ways(&letters);
        if let Some(all) = ways.last().and_then(Option::as_ref) {
            return all.join(" ");
        }
        let begun = (FIRST..letters.len()).rev().find_map(|length| Some((length, ways[length].as_ref()?)));
        let Some((length, known)) = begun else { return together.to_owned() };
        let rest = letters[length..].concat();
        let least = if length <= SHORT { LONGER_REST } else { REST };
        match letters.len() - length >= least && !is_ending(&rest) {
            true => format!("{} {rest}", known.join(" ")),
            false => together.to_owned(),
        }
    }

    /// Pieces of words and whole words, put together to words: if all can be known ones, to those; else the beginning that
    /// is known stands by itself, unless the rest is only an ending of it.
    pub(super) fn group(&self, pieces: &[String]) -> Vec<String> {
        let ways = self.ways(pieces);
        if let Some(all) = ways.last().and_then(Option::as_ref) {
            return all.clone();
        }
        let first = (1..pieces.len()).rev().find_map(|length| Some((length, ways[length].as_ref()?)));
        match first {
            Some((length, known)) if !is_ending(&pieces[length..].concat()) => {
                known.iter().cloned().chain([pieces[length..].concat()]).collect()
            }
            _ => vec![pieces.concat()],
        }
    }

    /// For each number of pieces the fewest known words that they make.
    fn ways(&self, pieces: &[String]) -> Vec<Option<Vec<String>>> {
        let mut ways: Vec<Option<Vec<String>>> = vec![None; pieces.len() + 1];
        ways[0] = Some(Vec::new());
        for end in 1..=pieces.len() {
            let last = (0..end).filter_map(|start| {
                let way = ways[start].as_ref()?;
                let word = pieces[start..end].concat();
                self.reads(&word).then(|| way.iter().cloned().chain([word]).collect::<Vec<_>>())
            });
            ways[end] = last.min_by_key(Vec::len);
        }
        ways
    }
}

/// Whether this only makes another form of the word before it.
pub(super) fn is_ending(rest: &str) -> bool {
    let rest = rest.trim_end_matches(|c: char| !c.is_alphanumeric());
    let bare = rest.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or_default();
    let ends = |rest: &str| {
        matches!(rest, "s" | "es" | "d" | "ed" | "r" | "er" | "ers" | "or" | "ors" | "ing" | "ings" | "ly")
            || matches!(rest, "ion" | "ions" | "ation" | "ations" | "ment" | "ments" | "able")
    };
    ends(rest) || ends(bare)
}

/// A word by its outlines: letters, digits and signs that are drawn alike are one.
fn outline(word: &str) -> String {
    let one = |c: char| match c {
        'l' | '1' | '|' | '!' => 'i',
        '0' => 'o',
        '5' | '$' => 's',
        '4' | '@' => 'a',
        '3' | '€' => 'e',
        '7' | '+' => 't',
        '8' => 'b',
        '9' | '6' => 'g',
        '(' => 'c',
        other => other,
    };
    let drawn: String = word.chars().map(one).collect();
    drawn.replace("rn", "m").replace("vv", "w")
}
