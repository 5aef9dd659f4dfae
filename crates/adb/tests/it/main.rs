//! The two ends of this crate against each other, and against peers that break the rules.

mod files;
mod hostile;
mod server;
mod shell;
mod streams;
mod wires;
