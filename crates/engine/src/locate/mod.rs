//! Finds a target on a look: by exact names, roles and places in the element tree, by a reference picture, by a
//! description in words, or among text that was read. One function orders the ways.

mod eyes;
mod items;
mod object;
mod order;
mod section;
mod title;
mod tree;
mod window;
pub mod words;

pub use eyes::{Eyes, Hunt, Quarry};
pub use items::{Item, Walk, items};
pub use order::{BadStrategy, Known, Strategy, Try, order};
pub use title::title;
pub use tree::{Miss, texts};
pub use window::{fills, is_keyboard, window_over, windows};

use crate::plan::Target;
use crate::screen::{Screen, Sighting, Way};

/// Finds a target in the tree, by its names or by its description.
pub fn find(target: &Target, screen: &Screen) -> Result<Sighting, Miss> {
    match &target.words {
        Some(words) if screen.tree.is_some() => eyes::by_words(words, screen, &[], Way::Words),
        Some(_) => Err(Miss::Blind),
        None => tree::find(target, screen),
    }
}

/// Whether it is on the screen at all, once or more often.
pub fn seen(target: &Target, screen: &Screen) -> bool {
    count(target, screen) > 0
}

/// How many different things fit.
pub fn count(target: &Target, screen: &Screen) -> usize {
    match (&target.words, find(target, screen)) {
        (None, _) => tree::count(target, screen),
        (Some(_), Ok(_)) => 1,
        (Some(_), Err(Miss::Ambiguous(several))) => several.len(),
        (Some(_), Err(_)) => 0,
    }
}
