//! One binary for what the lab promises.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod errands;
mod providers;
mod stub;
mod suite;
