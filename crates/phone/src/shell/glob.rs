//! Braces and file names: `{a,b}` gives both, `*` gives the names that are there.

use super::pattern::{Marked, Pattern, is_pattern};
use crate::files::{Files, absolute};

/// What one word may grow into.
const WORDS_MAX: usize = 100_000;

/// All words that the braces of `word` give. mksh does this after all other expansion.
pub fn braces(word: &Marked) -> Vec<Marked> {
    let mut done = Vec::new();
    let mut todo = vec![(word.clone(), 0)];
    while let Some((word, from)) = todo.pop() {
        match (from..word.text.len()).find_map(|i| alternatives(&word, i)) {
            Some((start, end, cuts)) if done.len() + todo.len() + cuts.len() < WORDS_MAX => {
                for pair in cuts.windows(2).rev() {
                    let mut one = word.slice(0, start);
                    one.append(&word.slice(pair[0] + 1, pair[1]));
                    one.append(&word.slice(end + 1, word.text.len()));
                    todo.push((one, start));
                }
            }
            _ => done.push(word),
        }
    }
    done
}

/// If braces with a comma open at `start`: where they open, where they close, and all their cuts.
fn alternatives(word: &Marked, start: usize) -> Option<(usize, usize, Vec<usize>)> {
    if !word.is(start, b'{') {
        return None;
    }
    let (mut level, mut cuts) = (0u32, vec![start]);
    for i in start..word.text.len() {
        if word.is(i, b'{') {
            level += 1;
        } else if word.is(i, b',') && level == 1 {
            cuts.push(i);
        } else if word.is(i, b'}') {
            level -= 1;
            if level == 0 {
                cuts.push(i);
                return (cuts.len() > 2).then_some((start, i, cuts));
            }
        }
    }
    None
}

/// The file names that a word matches, or the word itself if none does.
pub fn names(word: &Marked, cwd: &[u8], files: &Files) -> Vec<Vec<u8>> {
    if !is_pattern(word) {
        return vec![word.text.clone()];
    }
    let mut found: Vec<Vec<u8>> = vec![Vec::new()];
    let mut at = 0;
    while at <= word.text.len() {
        let end = word.text[at..].iter().position(|b| *b == b'/').map_or(word.text.len(), |n| at + n);
        let part = word.slice(at, end);
        let last = end == word.text.len();
        let mut next = Vec::new();
        for base in &found {
            for mut path in matching(base, &part, cwd, files) {
                if !last {
                    path.push(b'/');
                }
                next.push(path);
                if next.len() > WORDS_MAX {
                    return vec![word.text.clone()];
                }
            }
        }
        found = next;
        at = end + 1;
    }
    found.retain(|path| files.stat(&absolute(cwd, path), false).is_ok());
    if found.is_empty() { vec![word.text.clone()] } else { found }
}

fn matching(base: &[u8], part: &Marked, cwd: &[u8], files: &Files) -> Vec<Vec<u8>> {
    let with = |name: &[u8]| [base, name].concat();
    if !is_pattern(part) {
        return vec![with(&part.text)];
    }
    let directory = if base.is_empty() { cwd.to_vec() } else { absolute(cwd, base) };
    let pattern = Pattern::new(part);
    let hidden = part.text.first() == Some(&b'.');
    let names = files.list(&directory).unwrap_or_default();
    names.iter().filter(|n| (hidden || !n.starts_with(b".")) && pattern.matches(n)).map(|n| with(n)).collect()
}
