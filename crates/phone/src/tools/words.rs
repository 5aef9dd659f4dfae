//! The words of a call, taken one after the other as Android's `ShellCommand` takes them, and the text of an
//! exception that leaves one.

use super::{Args, WRONG, fail};
use crate::shell::Io;

pub struct Words<'a> {
    args: Args<'a>,
    at: usize,
}

/// There should have been one more word.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Argument expected after \"{0}\"")]
pub struct Missing(pub String);

impl<'a> Words<'a> {
    pub fn new(args: Args<'a>) -> Words<'a> {
        Words { args, at: 0 }
    }

    pub fn next(&mut self) -> Option<&'a str> {
        let word = self.args.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    pub fn peek(&self) -> Option<&'a str> {
        self.args.get(self.at).map(String::as_str)
    }

    pub fn required(&mut self) -> Result<&'a str, Missing> {
        let last = self.at.checked_sub(1).and_then(|at| self.args.get(at));
        let missing = Missing(last.cloned().unwrap_or_default());
        self.next().ok_or(missing)
    }

    /// What has not been taken yet.
    pub fn rest(&self) -> Args<'a> {
        &self.args[self.at.min(self.args.len())..]
    }
}

/// A command of a Java program ended with an exception: its words, and the code for it.
pub fn thrown(io: &mut Io<'_>, args: Args<'_>, what: &str) -> u8 {
    let command = args.first().map_or("null", String::as_str);
    fail(io, &format!("\nException occurred while executing '{command}':\n{what}"));
    WRONG
}

/// As `thrown`, for the exception that Android's commands use most.
pub fn illegal(io: &mut Io<'_>, args: Args<'_>, what: impl std::fmt::Display) -> u8 {
    thrown(io, args, &format!("java.lang.IllegalArgumentException: {what}"))
}
