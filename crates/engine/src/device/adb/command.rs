//! The one place where device-shell text is made. Fixed words are written in this program; whatever comes from
//! elsewhere goes through `arg`, which quotes it (contract 8).

use tapwise_adb::{NulInText, quote};

/// A line for the phone's shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Script(String);

impl Script {
    /// Words that stand in this program's source: program, options and fixed plumbing.
    pub fn fixed(words: &'static str) -> Self {
        Self(words.to_owned())
    }

    pub fn word(mut self, words: &'static str) -> Self {
        self.0.push(' ');
        self.0.push_str(words);
        self
    }

    /// Any text, as exactly one argument.
    pub fn arg(mut self, text: &str) -> Result<Self, NulInText> {
        self.0.push(' ');
        self.0.push_str(&quote(text)?);
        Ok(self)
    }

    pub fn number(mut self, number: impl Into<u64>) -> Self {
        let number: u64 = number.into();
        self.0.push(' ');
        self.0.push_str(&number.to_string());
        self
    }

    /// This, and then the next whatever came of it.
    pub fn then(mut self, next: Script) -> Self {
        self.0.push_str("; ");
        self.0.push_str(&next.0);
        self
    }

    /// This, and the next only if it went well.
    pub fn and(mut self, next: Script) -> Self {
        self.0.push_str(" && ");
        self.0.push_str(&next.0);
        self
    }

    /// This, or the next if it did not go well.
    pub fn or(mut self, next: Script) -> Self {
        self.0.push_str(" || ");
        self.0.push_str(&next.0);
        self
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads words as a POSIX shell does where only single quotes and backslashes occur; anything else that a
    /// shell would act on ends the reading with `None`.
    fn lex(line: &str) -> Option<Vec<String>> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match letter {
                ' ' => words.extend(word.take()),
                '\'' => {
                    let open = word.get_or_insert_default();
                    loop {
                        match letters.next()? {
                            '\'' => break,
                            inner => open.push(inner),
                        }
                    }
                }
                '\\' => word.get_or_insert_default().push(letters.next()?),
                plain if plain.is_ascii_alphanumeric() || "-_./:=".contains(plain) => {
                    word.get_or_insert_default().push(plain);
                }
                _ => return None,
            }
        }
        words.extend(word);
        Some(words)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn t02_any_text_is_one_argument_of_any_command(text in "[^\0]*", tail in "['\"$`;&|\n\\\\ %]*") {
            for text in [text, tail] {
                let script = Script::fixed("input text").arg(&text).unwrap().number(7u32);
                prop_assert_eq!(lex(script.as_str()), Some(vec!["input".into(), "text".into(), text, "7".into()]));
            }
        }
    }

    #[test]
    fn t02_a_nul_is_refused() {
        assert!(Script::fixed("x").arg("a\0b").is_err());
    }
}
