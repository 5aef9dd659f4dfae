//! A sentence as patterns read it: small letters, narrow signs, simplified characters, straight quotes of English words, and
//! nothing that nobody can see. Every sign knows where it stands in the sentence as it was said, so that what a hole takes is
//! handed on word for word.

use crate::words::is_seen;
use std::ops::Range;

/// A sentence, sign by sign.
#[derive(Debug, Clone)]
pub struct Sentence<'a> {
    source: &'a str,
    signs: Vec<Sign>,
}

#[derive(Debug, Clone, Copy)]
struct Sign {
    letter: char,
    from: usize,
    to: usize,
}

/// What opens and closes a quotation. A straight sign closes what it opened.
pub const QUOTES: [(char, char); 6] =
    [('“', '”'), ('「', '」'), ('『', '』'), ('"', '"'), ('‘', '’'), ('\'', '\'')];

impl<'a> Sentence<'a> {
    pub fn new(source: &'a str) -> Self {
        let mut signs: Vec<Sign> = Vec::with_capacity(source.len());
        for (from, said) in source.char_indices() {
            let to = from + said.len_utf8();
            if !said.is_whitespace() && !is_seen(said.encode_utf8(&mut [0; 4])) {
                // It goes with the sign before it, so that a value that is cut out keeps it.
                if let Some(last) = signs.last_mut() {
                    last.to = to;
                }
                continue;
            }
            signs.push(Sign { letter: fold(said), from, to });
        }
        Self { source, signs }
    }

    pub fn len(&self) -> usize {
        self.signs.len()
    }

    /// The sign at a place; nothing behind the end.
    pub fn at(&self, at: usize) -> Option<char> {
        self.signs.get(at).map(|sign| sign.letter)
    }

    /// What was said there, to the letter.
    pub fn said(&self, range: Range<usize>) -> &'a str {
        match (self.signs.get(range.start), range.end.checked_sub(1).and_then(|last| self.signs.get(last))) {
            (Some(first), Some(last)) if range.start < range.end => &self.source[first.from..last.to],
            _ => "",
        }
    }

    /// The signs of a part, as they are compared.
    pub fn folded(&self, range: Range<usize>) -> String {
        self.signs.get(range).unwrap_or_default().iter().map(|sign| sign.letter).collect()
    }

    /// Whether a Latin word or a number goes on over this place, so that nothing may begin or end there.
    pub fn is_within_word(&self, at: usize) -> bool {
        let latin =
            |at: Option<usize>| at.and_then(|at| self.at(at)).is_some_and(|c| c.is_ascii_alphanumeric());
        let letters = [at.checked_sub(1), Some(at)].map(|at| at.and_then(|at| self.at(at)));
        let digit_beside_letter = matches!(letters, [Some(one), Some(other)]
            if one.is_ascii_digit() != other.is_ascii_digit());
        latin(at.checked_sub(1)) && latin(Some(at)) && !digit_beside_letter
    }

    /// Where a quotation that opens here ends: the range inside it, and the place behind its closing sign.
    pub fn quotation(&self, at: usize) -> Option<(Range<usize>, usize)> {
        let open = self.raw(at)?;
        let (_, close) = QUOTES.iter().find(|(sign, _)| *sign == open)?;
        let mut depth = 1;
        for next in at + 1..self.len() {
            let sign = self.raw(next)?;
            if sign == *close && !(sign == '\'' && self.is_apostrophe(next)) {
                depth -= 1;
                if depth == 0 {
                    return (next > at + 1).then_some((at + 1..next, next + 1));
                }
            } else if sign == open && open != *close {
                depth += 1;
            }
        }
        None
    }

    /// Whether a quotation may open here: an apostrophe within a word opens none.
    pub fn opens_quotation(&self, at: usize) -> bool {
        let opens = |sign: char| QUOTES.iter().any(|(open, _)| *open == sign);
        self.raw(at).is_some_and(opens) && !self.is_apostrophe(at)
    }

    fn is_apostrophe(&self, at: usize) -> bool {
        let letter =
            |at: Option<usize>| at.and_then(|at| self.at(at)).is_some_and(|c| c.is_ascii_alphabetic());
        matches!(self.raw(at), Some('\'' | '’')) && letter(at.checked_sub(1)) && letter(Some(at + 1))
    }

    fn raw(&self, at: usize) -> Option<char> {
        let sign = self.signs.get(at)?;
        self.source[sign.from..].chars().next()
    }
}

/// A letter as it is compared.
pub fn fold(letter: char) -> char {
    let narrow = match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        '’' | '‘' => '\'',
        '。' => '.',
        '、' => ',',
        c if c.is_whitespace() => ' ',
        other => other,
    };
    match narrow {
        '\u{3400}'..='\u{9fff}' => simplify(narrow),
        other => other.to_lowercase().next().unwrap_or(other),
    }
}

fn simplify(letter: char) -> char {
    let mut buffer = [0; 4];
    fast2s::convert(letter.encode_utf8(&mut buffer)).chars().next().unwrap_or(letter)
}

/// A text with its traditional characters as simplified ones.
pub fn simplified(text: &str) -> String {
    text.chars().map(|c| if ('\u{3400}'..='\u{9fff}').contains(&c) { simplify(c) } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_compared_folded_and_handed_on_as_they_were_said() {
        let sentence = Sentence::new("給張三　發ＷｅＣｈａｔ：妳\u{200b}好");
        assert_eq!(sentence.folded(0..sentence.len()), "给张三 发wechat:妳好");
        assert_eq!(sentence.said(1..3), "張三");
        assert_eq!(sentence.said(12..sentence.len()), "妳\u{200b}好");
        assert_eq!(sentence.said(3..3), "");
    }

    #[test]
    fn a_quotation_ends_where_its_own_sign_closes_it() {
        let inside = |text: &str| {
            let sentence = Sentence::new(text);
            sentence.quotation(0).map(|(range, _)| sentence.said(range).to_owned())
        };
        assert_eq!(inside("“他说‘好’”"), Some("他说‘好’".into()));
        assert_eq!(inside("“a“b”c”d"), Some("a“b”c".into()));
        assert_eq!(inside("'it's late'"), Some("it's late".into()));
        assert_eq!((inside("“没完"), inside("“”"), inside("x")), (None, None, None));
    }
}
