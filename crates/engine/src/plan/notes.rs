//! Notes: values carried between the steps of a run, outside any model's memory (seed 002's Memory Bank). A text uses
//! one as `$name`; `$$` is a dollar sign. A text is expanded once, so a value that looks like a name stays as it is.

use super::{Action, Expectation, Fallback, NoteName, Over, Patience, Repeat, Step, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// A longer value is a page, not a note.
pub const MAX_LETTERS: usize = 2000;
/// More notes than this are a loop that never ends.
pub const MAX_NOTES: usize = 200;

/// A value, with what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Note {
    Text(String),
    /// A number as it was written, with its sign of currency or measure.
    Number(String),
}

impl Note {
    pub fn new(value: &str) -> Result<Note, NoNote> {
        let value = value.trim();
        if value.is_empty() {
            return Err(NoNote::Empty);
        }
        if value.chars().count() > MAX_LETTERS {
            return Err(NoNote::TooLong);
        }
        let is_number = is_number(value);
        Ok(if is_number { Note::Number(value.to_owned()) } else { Note::Text(value.to_owned()) })
    }

    pub fn as_str(&self) -> &str {
        match self {
            Note::Text(value) | Note::Number(value) => value,
        }
    }
}

/// Digits with points, commas and one sign before or after: ¥3,599.00, 20 %, -4.
fn is_number(value: &str) -> bool {
    let bare = value.trim_matches(|c: char| "¥￥$€£%元℃ ".contains(c));
    let bare = bare.strip_prefix('-').unwrap_or(bare);
    bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoNote {
    #[error("there is no note `{0}`\nhint: a mem_save or data_output of an earlier step makes it")]
    Missing(NoteName),
    #[error("a note cannot be empty")]
    Empty,
    #[error("a note holds at most {MAX_LETTERS} letters")]
    TooLong,
    #[error("a run holds at most {MAX_NOTES} notes")]
    TooMany,
}

/// The notes of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Notes(BTreeMap<NoteName, Note>);

impl Notes {
    pub fn save(&mut self, name: NoteName, note: Note) -> Result<(), NoNote> {
        if self.0.len() >= MAX_NOTES && !self.0.contains_key(&name) {
            return Err(NoNote::TooMany);
        }
        self.0.insert(name, note);
        Ok(())
    }

    pub fn get(&self, name: &NoteName) -> Result<&Note, NoNote> {
        self.0.get(name).ok_or_else(|| NoNote::Missing(name.clone()))
    }

    /// `name = value` of each, the value no longer than `most` letters.
    pub fn lines(&self, most: usize) -> Vec<String> {
        let line = |(name, note): (&NoteName, &Note)| {
            format!("{name} = {}", note.as_str().chars().take(most).collect::<String>())
        };
        self.0.iter().map(line).collect()
    }

    /// The text with its notes put in. What is no name after `$` is left as it stands: a price is not a mistake.
    pub fn expand(&self, text: &str) -> Result<String, NoNote> {
        let mut expanded = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            expanded.push_str(before);
            let length: usize =
                after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
            match (after.strip_prefix('$'), longest_name(&after[..length], &self.0)) {
                (Some(after), _) => {
                    expanded.push('$');
                    rest = after;
                }
                (None, Some(name)) => {
                    expanded.push_str(self.get(&name)?.as_str());
                    rest = &after[name.as_str().len()..];
                }
                (None, None) => {
                    expanded.push('$');
                    rest = after;
                }
            }
        }
        expanded.push_str(rest);
        Ok(expanded)
    }

    /// The step with the notes in all its texts.
    pub fn fill(&self, step: &Step) -> Result<Step, NoNote> {
        let target = |target: &Target| self.target(target);
        let action = match &step.action {
            Action::InputText { text } => Action::InputText { text: self.expand(text)? },
            Action::Ask(question) => Action::Ask(self.expand(question)?),
            Action::Finish(says) => Action::Finish(self.expand(says)?),
            Action::Drag(to) => Action::Drag(target(to)?),
            Action::MemSave { name, value: Some(value) } => {
                Action::MemSave { name: name.clone(), value: Some(self.expand(value)?) }
            }
            Action::Repeat(repeat) => Action::Repeat(self.repeat(repeat)?),
            other => other.clone(),
        };
        Ok(Step {
            action,
            target: step.target.as_ref().map(target).transpose()?,
            unless: step.unless.as_ref().map(target).transpose()?,
            when: step.when.as_ref().map(|when| self.expectation(when)).transpose()?,
            expect: step.expect.as_ref().map(|expect| self.expectation(expect)).transpose()?,
            description: self.expand(&step.description)?,
            patience: Patience {
                fallback: step.patience.fallback.as_ref().map(|one| self.fallback(one)).transpose()?,
                ..step.patience.clone()
            },
            ..step.clone()
        })
    }

    fn fallback(&self, fallback: &Fallback) -> Result<Fallback, NoNote> {
        let target = fallback.target.as_ref().map(|target| self.target(target)).transpose()?;
        Ok(Fallback { target, ..fallback.clone() })
    }

    fn repeat(&self, repeat: &Repeat) -> Result<Repeat, NoNote> {
        let over = match &repeat.over {
            Over::Times => Over::Times,
            Over::Until(until) => Over::Until(self.expectation(until)?),
            Over::Values { values, name } => {
                let values = values.iter().map(|value| self.expand(value)).collect::<Result<_, _>>()?;
                Over::Values { values, name: name.clone() }
            }
            Over::Parts { text, name } => Over::Parts { text: self.expand(text)?, name: name.clone() },
            Over::Items { item, name } => {
                Over::Items { item: Box::new(self.target(item)?), name: name.clone() }
            }
        };
        Ok(Repeat { over, ..repeat.clone() })
    }

    fn target(&self, target: &Target) -> Result<Target, NoNote> {
        let texts = |texts: &[String]| texts.iter().map(|text| self.expand(text)).collect::<Result<_, _>>();
        Ok(Target {
            names: texts(&target.names)?,
            begins: texts(&target.begins)?,
            holds: texts(&target.holds)?,
            beside: texts(&target.beside)?,
            under: texts(&target.under)?,
            words: target.words.as_ref().map(|words| self.expand(words)).transpose()?,
            ..target.clone()
        })
    }

    pub fn expectation(&self, expect: &Expectation) -> Result<Expectation, NoNote> {
        Ok(match expect {
            Expectation::App(_) | Expectation::Home | Expectation::NotHome | Expectation::Changed => {
                expect.clone()
            }
            Expectation::Picture(name) => Expectation::Picture(self.expand(name)?),
            Expectation::Shows(target) => Expectation::Shows(self.target(target)?),
            Expectation::Gone(target) => Expectation::Gone(self.target(target)?),
            Expectation::Appeared(target) => Expectation::Appeared(self.target(target)?),
            Expectation::Checked(target, on) => Expectation::Checked(self.target(target)?, *on),
            Expectation::Focused(target) => Expectation::Focused(self.target(target)?),
            Expectation::FieldHolds(target, text) => {
                Expectation::FieldHolds(self.target(target)?, self.expand(text)?)
            }
            Expectation::All(all) => {
                Expectation::All(all.iter().map(|one| self.expectation(one)).collect::<Result<_, _>>()?)
            }
        })
    }
}

/// Chinese has no blanks, so `$价格元` may be `$价格` and 元: the longest name that is known counts, else all of it.
fn longest_name(letters: &str, known: &BTreeMap<NoteName, Note>) -> Option<NoteName> {
    let ends = letters.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
    let names = ends.filter_map(|end| letters[..end].parse::<NoteName>().ok());
    let mut all = names.peekable();
    let whole = all.peek().cloned();
    all.find(|name| known.contains_key(name)).or(whole)
}

/// What comes from outside may hold a dollar sign, which must not become a name.
pub(super) fn escape(value: &str) -> String {
    value.replace('$', "$$")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(all: &[(&str, &str)]) -> Notes {
        let mut notes = Notes::default();
        for (name, value) in all {
            notes.save(name.parse().unwrap(), Note::new(value).unwrap()).unwrap();
        }
        notes
    }

    #[test]
    fn seed_002_a_saved_value_stands_for_its_name_in_any_text() {
        let notes = notes(&[("mac_price", "3599"), ("价格", "¥20")]);
        assert_eq!(notes.expand("Mac: $mac_price!").unwrap(), "Mac: 3599!");
        assert_eq!(notes.expand("$价格元").unwrap(), "¥20元");
        assert_eq!(notes.expand("$$mac_price, $5, $").unwrap(), "$mac_price, $5, $");
        assert_eq!(notes.expand("$nothing"), Err(NoNote::Missing("nothing".parse().unwrap())));
    }

    #[test]
    fn a_value_is_never_expanded_twice() {
        let notes = notes(&[("a", "$b"), ("b", "secret")]);
        assert_eq!(notes.expand("$a").unwrap(), "$b");
        assert_eq!(notes.expand(&escape("$a")).unwrap(), "$a");
    }

    #[test]
    fn values_are_typed_and_bounded() {
        for number in ["3599", "¥3,599.00", "20%", "-4", "12 元"] {
            assert!(matches!(Note::new(number), Ok(Note::Number(_))), "{number}");
        }
        for text in ["约 3599", "v2", "2026-11-17", "¥"] {
            assert!(matches!(Note::new(text), Ok(Note::Text(_))), "{text}");
        }
        assert_eq!(Note::new(&"x".repeat(2001)), Err(NoNote::TooLong));
        assert_eq!(Note::new("  "), Err(NoNote::Empty));
    }
}
