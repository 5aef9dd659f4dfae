//! Words as a person sees them, whatever signs they are made of. What nobody can see is told by Unicode's own properties,
//! and here alone: the gate, private pages, secrets, windows in the way, questions, prompts and locating all ask this room.
//!
//! Three steps, each on top of the last: [`visible`] is the text without what nobody sees, [`fold`] makes words comparable
//! whatever letters they were written with, and [`spellings`] adds what a label could be meant to say if it was spelled to
//! slip past a reader of letters.

mod lexicon;
mod look_alike;
mod spelling;
mod text;

pub use lexicon::Lexicon;
pub use spelling::spellings;
pub use text::{is_seen, visible};

use look_alike::unmask;

/// Words to compare: what is seen, in lower case, with look-alike letters made plain and single blanks.
pub fn fold(text: &str) -> String {
    let seen = text::narrow(text);
    let read = if text::is_usual(&seen) { seen } else { unmask(&seen) };
    read.to_lowercase().replace(['’', '‘', 'ʼ', '´'], "'")
}

#[cfg(test)]
mod tests;
