//! Whether and where two pictures differ, and whether they show the same place.
//!
//! [`compare`] answers for two pictures that are both at hand, [`Tiles`] for one that is not kept. [`Motion`] tells a
//! picture that came to rest but for a running video from one that still changes. [`Fingerprint`] is what is kept of a
//! place: it bears other sizes and aspects, another time of day, and content that comes and goes.

mod compare;
mod fingerprint;
mod heading;
mod motion;
mod tiles;
mod written;

pub use compare::{Changed, TILE, compare};
pub use fingerprint::{Fingerprint, Likeness};
pub use motion::Motion;
pub use tiles::Tiles;
pub use written::BadFingerprint;
