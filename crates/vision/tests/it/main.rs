//! What is seen on pictures, on the shared data and on hostile ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod desk;
mod find;
mod find_hostile;
mod find_pictures;
mod read;
