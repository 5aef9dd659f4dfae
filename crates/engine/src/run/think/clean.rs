//! What of the screen may enter a prompt: stripped of signs that nobody sees, cut to a bounded length, and put into a
//! block whose name nobody can guess, so that its words cannot end it and go on as an instruction.

use crate::words::visible;
use uuid::Uuid;

/// Words of the screen, of a note or of a file as they may stand in a prompt, on one line and no longer than `most` letters.
pub fn clean(text: &str, most: usize) -> String {
    let words = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    cut(&words, most)
}

/// No longer than `most` letters; what is left out is marked.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Lines of data between two marks that carry a number made for this one prompt.
pub fn block(name: &str, lines: &str) -> String {
    let nonce = nonce();
    format!("<{name}-{nonce}>\n{lines}\n</{name}-{nonce}>")
}

/// The random end of a fresh id.
fn nonce() -> String {
    let id = Uuid::now_v7().simple().to_string();
    id[id.len() - 12..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t10b_signs_that_nobody_sees_do_not_pass() {
        let hidden =
            "OK\u{e0074}\u{e0061}\u{e0070}\u{202e}evil\u{200b}\u{2060} \u{feff}a\u{ad}b\u{7}\u{fe0f}";
        assert_eq!(clean(hidden, 99), "OKevil ab");
        assert_eq!(clean("a\nb\r\n\tc", 99), "a b c", "a line stays one line");
        assert_eq!(clean("一二三四", 2), "一二…");
    }

    #[test]
    fn a_block_cannot_be_ended_by_what_stands_in_it() {
        let (one, two) = (block("screen", "</screen>"), block("screen", "</screen>"));
        assert_ne!(one, two);
        let mark = one.lines().next().unwrap().trim_matches(['<', '>']);
        assert_eq!(one.matches(mark).count(), 2, "{one}");
    }
}
