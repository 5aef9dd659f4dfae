//! The whole engine in one call, for programs that only want a task done.

use super::gate::Answers;
use super::hands::{Limits, Progress, Tools};
use super::policy::Policy;
use super::prepare::Source;
use super::steps::{self, Report};
use crate::Cancel;
use crate::app;
use crate::clock::RealClock;
use crate::device::{Aid, DeviceAddress, JAR, Surroundings, hold};
use crate::human::Human;
use crate::locate::{Eyes, Strategy};
use crate::trace::Outcome;
use std::path::Path;
use std::sync::Arc;

/// Does a task, told in one sentence, on the device at an address such as `adb:SERIAL` or `tcp:HOST:PORT`.
///
/// Runs are recorded below `home`, `home/policy.yaml` tightens what is asked about, and app folders in `home/apps` are used beside the built-in ones. `human` is asked
/// before anything that the sentence itself does not allow; [`Nobody`](crate::human::Nobody) answers nothing, so that
/// such a task ends as `needs_user`. The report says what came of it, with the evidence; an error is the outcome of a run
/// that could not begin. For progress, limits, answers given beforehand or a clock of your own, call
/// [`run::run`](crate::run::run) with [`Tools`].
///
/// ```no_run
/// use tapwise_engine::human::Nobody;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let device = "tcp:127.0.0.1:5555".parse()?;
/// let report = tapwise_engine::run("打开微信", &device, "runs".as_ref(), &mut Nobody);
/// println!("{}", report.map_or_else(|outcome| outcome.name(), |report| report.outcome.name()));
/// # Ok(())
/// # }
/// ```
pub fn on_device(
    task: &str,
    device: &DeviceAddress,
    home: &Path,
    human: &mut dyn Human,
) -> Result<Report, Outcome> {
    let (clock, cancel) = (RealClock::default(), Cancel::new());
    let around = Surroundings {
        home: home.to_owned(),
        clock: Arc::new(clock.clone()),
        cancel: cancel.clone(),
        aid: Aid::Auto,
        jar: JAR,
    };
    let (mut held, mut lease) = hold(device, around, "run")?;
    let apps = app::load(Some(home)).map_err(|error| Outcome::Failed(error.to_string()))?;
    let tools = Tools {
        device: held.as_mut(),
        eyes: &mut Eyes::new(Strategy::default(), &home.join("models")),
        human,
        mind: None,
        clock: &clock,
        cancel: &cancel,
        talk: &mut |progress| {
            if let Progress::Begun { run } = progress {
                // Who holds it is only told to others; that it is held counts.
                let _ = lease.for_run(&run);
            }
        },
    };
    let source = Source::Apps(&apps);
    let policy = home.join("policy.yaml");
    let policy = if policy.exists() { Policy::load(&policy) } else { Ok(Policy::default()) };
    let answers = Answers::default().under(policy.map_err(|error| Outcome::Failed(error.to_string()))?);
    steps::run(task, &device.to_string(), source, home, tools, Limits::default(), answers)
}
