//! `tapwise-lab sentences`: are sentences understood as their authors meant them, and is anything done that nobody asked for? Each case
//! is read, and with a phone also run without a model, with nobody there to answer; the phone's own ledger tells what was done.

mod case;
mod play;
mod score;

pub use case::{Case, CaseError, Gold, Wanted, read_cases};
pub use play::{Played, play};
pub use score::{Figures, Judged, judge};
