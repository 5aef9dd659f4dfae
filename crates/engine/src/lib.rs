//! The Tapwise engine: does a task on a phone from one plain sentence, and records what happened.
//!
//! The rooms stand in layer order; each uses only those above it. Everything that decides is a pure function
//! over values of `screen`, `plan` and `trace`; `run` is the plain loop that performs the decisions, and [`run()`] all of it
//! in one call.

#![warn(clippy::print_stdout, clippy::print_stderr, reason = "they panic where nobody reads")]

pub mod app;
pub mod clock;
pub mod device;
pub mod human;
pub mod locate;
pub mod model;
pub mod plan;
pub mod report;
pub mod run;
pub mod screen;
pub mod trace;
pub mod words;

pub use run::on_device as run;
pub use tapwise_adb::{Cancel, Wait};
