//! The two ends of this crate against each other, and against peers that break the rules.

#![allow(clippy::unwrap_used)] // clippy only exempts functions marked as tests, not what they call

mod files;
mod hostile;
mod server;
mod shell;
mod streams;
mod wires;
