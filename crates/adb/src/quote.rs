//! The one quoting function: text in, a shell word out. Everything that reaches a phone's shell goes through it.

/// The text holds a NUL, which no shell word can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text holds a NUL character, which cannot be sent to a shell")]
pub struct NulInText;

/// A word that a POSIX shell (and mksh) expands to exactly `text`. Always quoted, so no text is ever a
/// keyword, an option of the shell or a pattern.
pub fn quote(text: &str) -> Result<String, NulInText> {
    if text.contains('\0') {
        return Err(NulInText);
    }
    let mut word = String::with_capacity(text.len() + 2);
    word.push('\'');
    for piece in text.split_inclusive('\'') {
        match piece.strip_suffix('\'') {
            Some(before) => {
                word.push_str(before);
                word.push_str("'\\''");
            }
            None => word.push_str(piece),
        }
    }
    word.push('\'');
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads one word as a shell does, knowing only '…' and \x outside quotes; `None` if anything is bare.
    fn read_word(word: &str) -> Option<String> {
        let mut text = String::new();
        let mut letters = word.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => text.push(letters.next()?),
                '\'' => loop {
                    match letters.next()? {
                        '\'' => break,
                        inner => text.push(inner),
                    }
                },
                _ => return None,
            }
        }
        Some(text)
    }

    #[test]
    fn the_empty_text_is_still_a_word() {
        assert_eq!(quote("").unwrap(), "''");
    }

    #[test]
    fn a_single_quote_leaves_and_reenters_the_quotes() {
        assert_eq!(quote("it's").unwrap(), r"'it'\''s'");
        assert_eq!(quote("'").unwrap(), r"''\'''");
    }

    #[test]
    fn nul_is_refused() {
        assert_eq!(quote("a\0b"), Err(NulInText));
    }

    proptest! {
        #[test]
        fn any_text_survives_quoting(text in "[^\0]*") {
            prop_assert_eq!(read_word(&quote(&text).unwrap()), Some(text));
        }

        #[test]
        fn texts_full_of_shell_letters_survive_quoting(text in "['\"\\\\$`;&|<>\n *?#~!-]*") {
            prop_assert_eq!(read_word(&quote(&text).unwrap()), Some(text));
        }
    }
}
