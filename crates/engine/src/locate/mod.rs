//! Finds a target on a look. Only one way so far: in the element tree, by exact names, roles and places.

mod order;
mod section;
mod title;
mod tree;
pub mod words;

pub use order::{BadStrategy, Known, Strategy, Try, order};
pub use title::title;
pub use tree::{Miss, count, find, seen, texts};
