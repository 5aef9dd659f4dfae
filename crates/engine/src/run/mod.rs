//! The run: aim, gate, perform, settle, judge, step by step, and an honest outcome at the end.
//!
//! Decisions are pure functions (`levels`, `aim`, `gate`, `judge`, `blocker`, `recover`, `rounds`); `steps` performs them in a
//! plain loop, `mend` what is done about surprises, and `hands` holds what both touch: the device, the person, the
//! clock and the record.

mod aim;
mod aside;
mod asking;
mod beside;
mod blocker;
mod check;
mod confirm;
mod dialog;
mod door;
mod dots;
mod end;
mod gate;
mod gate_cases;
mod hands;
mod icon;
mod judge;
mod laps;
mod legs;
mod levels;
mod mend;
mod needs;
mod on_device;
mod page_says;
mod past;
mod policy;
mod prepare;
mod private;
mod recover;
mod resume;
mod rounds;
mod says;
mod secrets;
mod seen;
mod steps;
mod stuck;
mod think;
mod trail;
mod verify;
mod waits;
mod warm;
mod watch;
mod words;

pub use blocker::blocker;
pub use check::check;
pub use confirm::{Confirmation, Confirmations, Refused, VALID};
pub use gate::{Answers, Decision, Finding, decide, effect_of};
pub use gate_cases::{CaseElement, Caught, GateCase, GateScore};
pub use hands::{Limits, Progress, Tools};
pub use judge::{Sight, Verdict, judge, judge_with};
pub use levels::{Level, level};
pub use on_device::on_device;
pub use past::{Intent, Past};
pub use policy::{BadPolicy, Policy, Rule};
pub use prepare::{Source, no_route};
pub use private::{Private, private};
pub use recover::{Case, Spent, Tally, remedy};
pub use resume::{Broken, Going, NotResumed, going, resume};
pub use says::says;
pub use steps::{Report, gesture, run};
pub use think::{Drawn, Given, Mind, NoAnswer, Opinion, Sees, SubTask, Used, Within, lang_of};
pub use verify::verify;
pub use warm::warm;
pub use words::effect_of_words;
