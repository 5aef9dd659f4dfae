//! The program as a person runs it, and the shape of the project.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod answer;
mod apps;
mod architecture;
mod broken_off;
mod compare;
mod config;
mod gate;
mod locate;
mod matching;
mod model_stub;
mod program;
mod read;
mod runs;
mod scenes;
mod secrets;
mod stills;
mod unheard;
mod unusable;
