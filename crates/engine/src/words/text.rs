//! What of a text is seen. Signs that take no room or steer the reading are left out, blanks of any kind are blanks, and
//! letters in another dress (full-width, ringed, mathematical) are the letters that they show. Marks such as … or ² stay.

use regex::Regex;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// What shows nothing: controls, what Unicode calls ignorable (fillers, selectors, tags), format signs but those that are
/// drawn around digits, and two blank letters that it has no property for.
const HIDDEN: &str = r"[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}[\p{Cf}--\p{Prepended_Concatenation_Mark}]\x{16FE4}\x{1D159}]";

/// A test makes sure that it compiles.
static SHOWS_NOTHING: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(HIDDEN).ok());

/// Letters, digits and marks of which nearly all texts are made and that mean themselves.
fn is_usual_sign(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{3001}'..='\u{3011}'
        | '“' | '”' | '…' | '—' | '·' | '¥' | '，' | '：' | '？' | '！' | '（' | '）' | '；')
}

pub(super) fn is_usual(text: &str) -> bool {
    text.chars().all(is_usual_sign)
}

/// Blanks of every width, line ends, and the empty pattern of Braille, which is drawn as one.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{2800}'
}

/// The text as it is seen, on one line. Nothing else of it is changed, so that people and models can read it.
pub fn visible(text: &str) -> String {
    if is_usual(text) {
        return text.to_owned();
    }
    let blank: String = text.chars().map(|c| if is_blank(c) { ' ' } else { c }).collect();
    let seen = match &*SHOWS_NOTHING {
        Some(regex) => regex.replace_all(&blank, ""),
        None => blank.as_str().into(),
    };
    let mut shown = String::with_capacity(seen.len());
    seen.chars().for_each(|c| undress(c, &mut shown));
    shown
}

/// Whether anything of a text is seen.
pub fn is_seen(text: &str) -> bool {
    let sure = |c: char| is_usual_sign(c) && c != ' ';
    text.chars().any(sure) || visible(text).chars().any(|c| c != ' ')
}

/// What is seen, with narrow forms of every sign and single blanks, as words are compared.
pub(super) fn narrow(words: &str) -> String {
    let one = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        other => other,
    };
    let narrowed: String = visible(words).chars().map(one).collect();
    narrowed.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A letter or digit in another dress becomes the plain one. Digits that are raised, lowered or ringed mean something of
/// their own, and letters of Hangul would be taken apart.
fn undress(c: char, shown: &mut String) {
    let hangul = matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7ff}' | '\u{ffa0}'..='\u{ffdc}');
    let digit = matches!(c, '\u{ff10}'..='\u{ff19}' | '\u{1d7ce}'..='\u{1d7ff}' | '\u{1fbf0}'..='\u{1fbf9}');
    let radical = matches!(c, '\u{2f00}'..='\u{2fd5}');
    // White letters on black rings and squares have no plain form in Unicode's tables.
    let ringed = match c as u32 {
        at @ 0x1f150..=0x1f169 => Some(at - 0x1f150),
        at @ 0x1f170..=0x1f189 => Some(at - 0x1f170),
        _ => None,
    };
    if let Some(letter) = ringed.and_then(|at| char::from_u32('A' as u32 + at)) {
        shown.push(letter);
    } else if is_usual_sign(c) || hangul || !(c.is_alphabetic() || digit || radical) {
        shown.push(c);
    } else {
        let plain: String = std::iter::once(c).nfkc().collect();
        match plain.chars().all(char::is_alphanumeric) {
            true => shown.push_str(&plain),
            false => shown.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expression_compiles() {
        assert!(SHOWS_NOTHING.is_some());
    }
}
