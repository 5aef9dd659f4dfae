//! Ids and words of a look as numbers: small to keep, quick to compare, and nothing of what a person wrote is stored.

use serde::{Deserialize, Serialize};

/// What a number stands for, so that an id and a word of the same letters are two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::screen) enum Kind {
    Id,
    Word,
    Row,
    Element,
}

/// FNV-1a, which gives the same number on every machine and in every version.
pub(in crate::screen) fn mark(kind: Kind, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64 ^ (kind as u64 + 1);
    text.bytes().fold(start, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Words as they are compared: case and spacing do not count.
pub(super) fn plain(text: &str) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.extend(word.chars().flat_map(char::to_lowercase));
    }
    words
}

pub(super) fn has_digit(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// A set of marks, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Marks(Vec<u64>);

impl Marks {
    /// No look needs more; a hostile one shall not take memory.
    const MOST: usize = 2000;

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, mark: u64) -> bool {
        self.0.binary_search(&mark).is_ok()
    }

    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter().copied()
    }

    /// Those that both hold.
    pub fn shared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = u64> + 'a {
        self.iter().filter(|mark| other.has(*mark))
    }

    /// Those that only this one holds.
    pub fn beside<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = u64> + 'a {
        self.iter().filter(|mark| !other.has(*mark))
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.shared(other).next().is_some()
    }

    /// The share of both together that both hold; nothing against nothing agrees.
    pub fn overlap(&self, other: &Self) -> f32 {
        share(self.shared(other).count(), self.len() + other.len())
    }
}

/// The share of shared things among all, where `both` counts them twice.
pub(super) fn share(shared: usize, both: usize) -> f32 {
    let all = both - shared;
    if all == 0 { 1.0 } else { shared as f32 / all as f32 }
}

impl FromIterator<u64> for Marks {
    fn from_iter<I: IntoIterator<Item = u64>>(marks: I) -> Self {
        let mut marks: Vec<u64> = marks.into_iter().collect();
        marks.sort_unstable();
        marks.dedup();
        marks.truncate(Self::MOST);
        Self(marks)
    }
}
