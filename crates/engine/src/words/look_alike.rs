//! Letters that look like Latin ones. A word that mixes scripts, or of which every letter has a Latin twin, is read as the
//! Latin word that it shows; words of another language stay as they are. Twins are those of Unicode's own list (UTS 39);
//! small capitals and a few letters that only resemble one are ours.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// A letter and what it resembles. They count only in words that hold Latin letters, too.
const NEAR: &str = "ᴀa ʙb ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ĸk ʟl ᴍm ʍm ɴn ᴘp ꞯq ʀr ᴛt βb εe ηn ωw χx πn ɐa ǝe ɜe";

/// The text with its disguised words in plain Latin letters. What stands for no letter in any font of words (private use,
/// the mark of an object) is left out.
pub(super) fn unmask(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().filter(|c| !is_wordless(*c)).map(flag_letter) {
        if (c.is_alphabetic() || is_combining_mark(c)) && !is_wide(c) {
            word.push(c);
            continue;
        }
        read.push_str(&plain_word(&std::mem::take(&mut word)));
        read.push(if is_wide(c) { plain_wide(c) } else { c });
    }
    read.push_str(&plain_word(&word));
    read
}

fn is_wordless(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fffc}' | '\u{fffd}')
}

/// Letters of which flags are made.
fn flag_letter(c: char) -> char {
    match c as u32 {
        at @ 0x1f1e6..=0x1f1ff => char::from_u32('a' as u32 + at - 0x1f1e6).unwrap_or(c),
        _ => c,
    }
}

/// Letters of scripts that write no blanks between words.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Parts of Chinese letters that are written as letters, and letters that are drawn as a dot.
fn plain_wide(c: char) -> char {
    match c {
        '\u{318d}' | '\u{119e}' => '·',
        '\u{2e80}'..='\u{2eff}' => twin(c).and_then(|drawn| drawn.chars().next()).unwrap_or(c),
        _ => c,
    }
}

/// What Unicode's list says that a letter is drawn like.
fn twin(c: char) -> Option<String> {
    let drawn: String = skeleton(c.encode_utf8(&mut [0; 4])).filter(|c| !is_combining_mark(*c)).collect();
    (!drawn.is_empty() && drawn != c.to_string()).then_some(drawn)
}

/// The Latin letters that this one cannot be told from.
fn latin_twin(c: char) -> Option<String> {
    if c.is_ascii() {
        return Some(c.to_string());
    }
    let drawn = twin(c)?;
    // A capital that is drawn as a stroke stands for I; the list has one stroke for I and l.
    let drawn = if c.is_uppercase() && drawn == "l" { "I".to_owned() } else { drawn };
    drawn.chars().all(|c| c.is_ascii_alphabetic()).then_some(drawn)
}

/// The Latin letter that this one only resembles.
fn near_twin(c: char) -> Option<String> {
    let near = |c: char| NEAR.split(' ').find_map(|pair| pair.strip_prefix(c)).map(str::to_owned);
    near(c).or_else(|| near(c.to_lowercase().next()?)).or_else(|| near(twin(c)?.chars().next()?))
}

fn is_latin(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}' | '\u{1e00}'..='\u{1eff}'
        | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}')
}

fn plain_word(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    let letters: Vec<char> = word.nfd().filter(|c| !is_combining_mark(*c)).collect();
    // A single letter of the Latin script that is drawn as a dot is one.
    if letters.iter().all(|c| twin(*c).is_some_and(|drawn| !drawn.chars().any(char::is_alphanumeric))) {
        return " ".repeat(letters.len());
    }
    let twins: Vec<Option<String>> = letters.iter().map(|c| latin_twin(*c)).collect();
    let mixed = letters.iter().any(|c| is_latin(*c));
    if !mixed && twins.iter().any(Option::is_none) {
        return word.to_owned();
    }
    let shown = letters.iter().zip(twins).map(|(c, twin)| {
        let dot = || {
            self::twin(*c).filter(|drawn| !drawn.chars().any(char::is_alphanumeric)).map(|_| " ".to_owned())
        };
        twin.or_else(|| near_twin(*c)).or_else(dot).unwrap_or_else(|| c.to_string())
    });
    shown.collect()
}
