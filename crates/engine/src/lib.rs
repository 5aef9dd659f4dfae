//! The Tapwise engine: does a task on a phone from one plain sentence, and records what happened.
//!
//! The rooms stand in layer order; each uses only those above it. Everything that decides is a pure function
//! over values of `screen`, `plan` and `trace`; `run` is the plain loop that performs the decisions.

pub mod app;
pub mod clock;
pub mod device;
pub mod human;
pub mod locate;
pub mod plan;
pub mod report;
pub mod run;
pub mod screen;
pub mod trace;

pub use tapwise_adb::{Cancel, Wait};
