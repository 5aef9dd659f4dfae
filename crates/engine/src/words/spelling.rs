//! Spelling that a person reads through and a reader of letters does not: letters set apart (d e l e t e, 安·装), digits
//! and signs for letters (1nstall, p@y), letters that are drawn alike (DeIete, rernove), text that is turned around.
//!
//! It is undone only where words come out that were looked for: 4S店 and P2P stay what they are.

use super::fold;
use super::lexicon::{Lexicon, is_ending};
use super::look_alike::is_wide;
use super::text::{is_blank, visible};

/// So many letters that stand apart are a word.
const FEWEST: usize = 3;
/// A longer text is a page of something, and no label is taken apart in it.
const LONGEST: usize = 320;
/// Signs that stand for letters inside a word.
const SIGNS: [char; 7] = ['@', '$', '!', '|', '+', '€', '('];

/// All that a text may be meant to say, first as a person reads it. Without a disguise that is the only one ([`fold`]).
pub fn spellings(text: &str, lexicon: &Lexicon) -> Vec<String> {
    if text.chars().count() > LONGEST {
        return vec![fold(text)];
    }
    let mut found: Vec<String> = Vec::new();
    for base in [Some(text.to_owned()), turned(text)].into_iter().flatten() {
        let plain = mend(&base, lexicon);
        let together = close_up(if is_torn(&base) { &plain } else { &base }, lexicon);
        let whole = whole(&plain, lexicon);
        // What marks tore and no blank did is read as one word, and so is one whose ending stands apart: call_s, book ed.
        let parts = plain.rsplit_once(' ');
        let ending = parts.is_none_or(|(before, last)| !before.contains(' ') && is_ending(last));
        let plain = Some(plain).filter(|_| whole.is_none() || !ending);
        let together = Some(together).filter(|_| plain.is_some());
        for reading in [plain, together, whole].into_iter().flatten() {
            let meant = letters_for_signs(&reading, lexicon);
            if !meant.is_empty() && !found.contains(&meant) {
                found.push(meant);
            }
        }
    }
    found
}

/// The text that is shown where a sign tells to write from right to left.
fn turned(text: &str) -> Option<String> {
    let (before, rest) = text.split_once('\u{202e}')?;
    let (inside, after) = rest.split_once('\u{202c}').unwrap_or((rest, ""));
    Some(format!("{before}{}{after}", inside.chars().rev().collect::<String>()))
}

fn is_odd_blank(c: char) -> bool {
    is_blank(c) && c != ' '
}

/// Whether other blanks than the ordinary one stand in a text that needs blanks.
fn is_torn(text: &str) -> bool {
    text.chars().any(is_odd_blank) && !text.chars().any(is_letter_without_blanks)
}

/// Blanks that are no ordinary ones tear words apart and part them: each is taken for what makes words of its sides.
fn mend(text: &str, lexicon: &Lexicon) -> String {
    if !is_torn(text) {
        return fold(text);
    }
    let words = text.split(' ').map(|word| {
        let parts: Vec<String> = word.split(is_odd_blank).map(fold).filter(|part| !part.is_empty()).collect();
        lexicon.group(&parts).join(" ")
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A single word that is torn into pieces: de-lete, in stall.
fn whole(reading: &str, lexicon: &Lexicon) -> Option<String> {
    let whole: String = reading.chars().filter(|c| c.is_alphanumeric() || SIGNS.contains(c)).collect();
    let least = if reading.contains(' ') { 4 } else { FEWEST };
    (whole.len() >= least && whole.len() < reading.len() && lexicon.knows(&whole)).then_some(whole)
}

/// Letters that were set apart are put together: single ones with the same sign between them, and Chinese ones whatever
/// stands between. A wider gap, or another sign, ends a word.
fn close_up(text: &str, lexicon: &Lexicon) -> String {
    let seen = visible(text);
    let parts: Vec<String> = seen.split("  ").map(fold).filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| part.chars().any(is_letter_without_blanks)) {
        return parts.iter().map(|part| close_wide(part)).collect::<Vec<_>>().join(" ");
    }
    let tokens: Vec<Vec<Token>> = parts.iter().map(|part| tokens(part)).collect();
    // Where all of it is set apart, a word of two letters is, too: t o p   u p.
    let letters = tokens.iter().flatten().filter(|token| token.is_single()).count();
    let all = letters >= FEWEST && tokens.iter().flatten().all(Token::is_single);
    let fewest = if all { 2 } else { FEWEST };
    let spaced = |words: &Vec<Token>| close_part(words, fewest, lexicon, parts.len() == 1);
    tokens.iter().map(spaced).collect::<Vec<_>>().join(" ")
}

fn is_letter_without_blanks(c: char) -> bool {
    is_wide(c) && c.is_alphanumeric()
}

/// Words of one part; where it is the only one, the gaps between words may have been lost.
fn close_part(tokens: &[Token], fewest: usize, lexicon: &Lexicon, only: bool) -> String {
    let mut read = String::new();
    let mut at = 0;
    while at < tokens.len() {
        let run = tokens[at..].iter().take_while(|token| token.is_single()).count();
        if run < fewest {
            read.push_str(&tokens[at].word);
            read.push_str(&tokens[at].gap);
            at += 1;
            continue;
        }
        let words = join(&tokens[at..at + run]);
        let lost = only && words.len() == 1;
        for word in words {
            read.push_str(&if lost { lexicon.cut(&word) } else { word });
            read.push(' ');
        }
        at += run;
    }
    read.trim().to_owned()
}

/// A word and what stands behind it.
struct Token {
    word: String,
    gap: String,
}

impl Token {
    fn is_single(&self) -> bool {
        self.word.chars().count() == 1
    }
}

fn tokens(part: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for c in part.chars() {
        let letter = c.is_alphanumeric() || matches!(c, '@' | '$' | '\'');
        match tokens.last_mut() {
            Some(last) if !letter => last.gap.push(c),
            Some(last) if last.gap.is_empty() => last.word.push(c),
            _ if letter => tokens.push(Token { word: c.to_string(), gap: String::new() }),
            _ => {}
        }
    }
    tokens
}

/// The words of single letters: the gap that is there most often lies between letters, any other between words.
fn join(letters: &[Token]) -> Vec<String> {
    let gaps: Vec<&str> = letters.iter().take(letters.len() - 1).map(|token| token.gap.as_str()).collect();
    let often = |gap: &str| gaps.iter().filter(|other| **other == gap).count();
    let usual = gaps.iter().copied().max_by_key(|gap| (often(gap), *gap != " ")).unwrap_or_default();
    let mut words = vec![String::new()];
    for (at, token) in letters.iter().enumerate() {
        if at > 0 && gaps[at - 1] != usual {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut() {
            last.push_str(&token.word);
        }
    }
    words
}

/// Chinese needs no blanks: whatever stands between two of its letters and is no letter is left out.
fn close_wide(part: &str) -> String {
    let mut read = String::new();
    let mut gap = String::new();
    for c in part.chars() {
        if !c.is_alphanumeric() && !matches!(c, '?' | '!' | '¥' | '$' | '€' | '£') {
            gap.push(c);
            continue;
        }
        let between = is_wide(c) && read.chars().next_back().is_some_and(is_wide);
        if !between {
            read.push_str(&gap);
        }
        gap.clear();
        read.push(c);
    }
    read + &gap
}

/// Each word that is drawn like one that is looked for becomes that one.
fn letters_for_signs(reading: &str, lexicon: &Lexicon) -> String {
    let part = |c: char| c.is_alphanumeric() || SIGNS.contains(&c) || c == '\'';
    let mut read = String::with_capacity(reading.len());
    let mut rest = reading;
    while let Some(start) = rest.find(part) {
        let (between, from) = rest.split_at(start);
        let (word, behind) = from.split_at(from.find(|c| !part(c)).unwrap_or(from.len()));
        // A mark at either end may be just that: p@y!
        let bare = word.trim_matches(['!', '|', '+']);
        let meant = lexicon.meant(word).or_else(|| lexicon.meant(bare));
        let alone = (word == "@" && !read.is_empty()).then_some("a");
        read.push_str(between);
        read.push_str(meant.or(alone).unwrap_or(word));
        rest = behind;
    }
    read + rest
}
