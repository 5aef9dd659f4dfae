//! The run: aim, gate, perform, settle, judge, step by step, and an honest outcome at the end.
//!
//! Decisions are pure functions (`aim`, `gate`, `judge`, `recover`); `steps` performs them in a plain loop, and
//! `hands` holds what the loop touches: the device, the person, the clock and the record.

mod aim;
mod aside;
mod gate;
mod hands;
mod judge;
mod needs;
mod recover;
mod steps;
mod words;

pub use gate::{Answers, Decision, Finding, decide, effect_of};
pub use hands::{Limits, Progress, Tools};
pub use judge::{Verdict, judge};
pub use recover::{Tally, remedy};
pub use steps::{Report, gesture, run};
pub use words::effect_of_words;
