//! The words for kinds, places, colours, sides, states and the like, Chinese and English side by side.

mod fillers;
mod kinds;
mod nouns;
mod places;

pub(super) use fillers::{FILLER, NAMED, WEAK};
pub(super) use kinds::{KINDS, LOOKS, MARKS};
pub(super) use nouns::{HOLDERS, NOUNS, ROWS};
pub(super) use places::{HUES, PLACES, SIDES};
