//! Finds a target on a look. Only one way so far: in the element tree, by exact names, roles and places.

mod section;
mod title;
mod tree;

pub use title::title;
pub use tree::{Miss, count, find, seen, texts};
