//! Pictures: find one in another, read the text on them, tell them apart. Knows nothing of phones.
//!
//! Everything takes a [`View`], a picture that is borrowed, so that no screen is copied to be looked at.

mod bitmap;
pub mod change;
mod draw;
pub mod find;
pub mod read;
mod small;

pub use bitmap::{BadPicture, Bitmap, Bounds, MAX_BYTES, MAX_SIDE, View, check_size};
pub use draw::{Colour, outline};
