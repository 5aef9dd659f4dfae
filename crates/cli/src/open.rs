//! Opens the device that was asked for, starting the virtual phone if it is that one, and turns errors into talk
//! and exit codes.

use crate::args::{DeviceArgs, Use};
use crate::home;
use crate::out::talk;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tapwise_engine::Cancel;
use tapwise_engine::clock::{Clock, RealClock, VirtualClock};
use tapwise_engine::device::{
    Aid, Device, DeviceAddress, DeviceError, HostPort, JAR, Lease, Replay, Surroundings, hold, open,
};
use tapwise_engine::report::{NoRun, Shelf};
use tapwise_engine::run::{NotResumed, Progress};
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Options, Phone};
use tapwise_vision::read::NoReader;

/// A device with what a command needs around it. The virtual phone lives as long as this.
pub struct Opened {
    pub device: Box<dyn Device>,
    pub home: PathBuf,
    pub clock: Arc<dyn Clock + Sync>,
    pub cancel: Cancel,
    /// Who only looks holds nothing.
    pub lease: Option<Lease>,
    _phone: Option<Phone>,
}

/// Opens a device to look at it.
pub fn device(args: &DeviceArgs, cancel: Cancel) -> Result<Opened> {
    opened(args, cancel, None)
}

/// Opens a device to drive it; one that another command drives is refused.
pub fn held(args: &DeviceArgs, cancel: Cancel, doing: &str) -> Result<Opened> {
    opened(args, cancel, Some(doing))
}

/// Tells others which run a device is held for.
pub fn told(lease: &mut Option<Lease>, progress: &Progress) {
    if let (Some(lease), Progress::Begun { run }) = (lease, progress)
        && let Err(error) = lease.for_run(run)
    {
        talk!("warning: {error}");
    }
}

fn opened(args: &DeviceArgs, cancel: Cancel, doing: Option<&str>) -> Result<Opened> {
    let home = home::find(args.home.as_deref())?;
    if let DeviceAddress::Replay(run) = &args.device {
        let clock = VirtualClock::default();
        let replay = Replay::open(&Shelf::of(&home).find(run)?, clock.clone())?;
        let (device, clock) = (Box::new(replay), Arc::new(clock));
        return Ok(Opened { device, home, clock, cancel, lease: None, _phone: None });
    }
    let (phone, address) = match &args.device {
        DeviceAddress::Virtual => {
            let phone = started(args.phone.options())?;
            let place = phone.address();
            let place = HostPort { host: place.ip().to_string(), port: place.port() };
            (Some(phone), DeviceAddress::Tcp(place))
        }
        other => (None, other.clone()),
    };
    let opened = connected(&address, home, args.helper, cancel, doing)?;
    Ok(Opened { _phone: phone, ..opened })
}

/// Starts a virtual phone. A font that was named is used, or refused.
pub fn started(options: Options) -> Result<Phone> {
    let named = options.font.clone();
    let phone = Phone::start(options)?;
    match (phone.hint(), named) {
        (Some(_), Some(font)) => {
            bail!("the font {} cannot be read\nhint: name a TTF, OTF or TTC file", font.display())
        }
        (Some(hint), None) => talk!("hint: {hint}"),
        (None, _) => {}
    }
    Ok(phone)
}

/// Opens a device that outlives the command, to drive it.
pub fn lasting(
    address: &DeviceAddress,
    home: PathBuf,
    helper: Use,
    cancel: Cancel,
    doing: &str,
) -> Result<Opened> {
    connected(address, home, helper, cancel, Some(doing))
}

fn connected(
    address: &DeviceAddress,
    home: PathBuf,
    helper: Use,
    cancel: Cancel,
    doing: Option<&str>,
) -> Result<Opened> {
    let clock: Arc<dyn Clock + Sync> = Arc::new(RealClock::default());
    let aid = match helper {
        Use::Auto => Aid::Auto,
        Use::Off => Aid::Off,
    };
    let around =
        Surroundings { home: home.clone(), clock: clock.clone(), cancel: cancel.clone(), aid, jar: JAR };
    let (device, lease) = match doing {
        None => (open(address, around)?, None),
        Some(doing) => hold(address, around, doing).map(|(device, lease)| (device, Some(lease)))?,
    };
    Ok(Opened { device, home, clock, cancel, lease, _phone: None })
}

/// A signal that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub fn cancel_on_ctrl_c() -> Result<Cancel> {
    let cancel = Cancel::new();
    let signal = cancel.clone();
    ctrlc::set_handler(move || {
        if signal.is_cancelled() {
            std::process::exit(130);
        }
        signal.cancel();
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(cancel)
}

/// A command that ends as a run would, without one.
#[derive(Debug)]
pub struct Ended(pub Outcome);

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.reason().unwrap_or_else(|| self.0.name()))
    }
}

impl std::error::Error for Ended {}

/// An error with all its causes; what to do about it comes last.
pub fn all_of(error: &anyhow::Error) -> String {
    let all: Vec<String> = error.chain().map(ToString::to_string).collect();
    let parts = || {
        all.iter().map(|one| {
            one.split_once("\nhint: ").map_or((one.as_str(), None), |(what, hint)| (what, Some(hint)))
        })
    };
    let what: Vec<&str> = parts().map(|(what, _)| what).collect();
    let hints = parts().filter_map(|(_, hint)| hint).map(|hint| format!("\nhint: {hint}"));
    what.join(": ") + &hints.collect::<String>()
}

/// The outcome that an error amounts to.
pub fn outcome_of(error: &anyhow::Error) -> Outcome {
    if let Some(Ended(outcome)) = error.downcast_ref() {
        return outcome.clone();
    }
    if error.is::<NoReader>() {
        return Outcome::ModelUnavailable(all_of(error));
    }
    match error.downcast_ref::<DeviceError>() {
        Some(DeviceError::Cancelled) => Outcome::Cancelled,
        Some(DeviceError::Storage { .. }) => Outcome::StorageError(all_of(error)),
        Some(_) => Outcome::DeviceLost(all_of(error)),
        None => Outcome::Failed(all_of(error)),
    }
}

/// The same error, of something that was tried and did not work: its input was fine.
pub fn failed(error: anyhow::Error) -> anyhow::Error {
    match is_usage(&error) {
        true => Ended(Outcome::Failed(all_of(&error))).into(),
        false => error,
    }
}

/// Whether an error says that something which was typed, or a file that was named, cannot be used. That is what errors
/// of this program are, unless they say otherwise.
fn is_usage(error: &anyhow::Error) -> bool {
    let worked_with = error.is::<Ended>()
        || error.is::<NoReader>()
        || error.is::<DeviceError>()
        || error.is::<NotResumed>();
    match error.downcast_ref::<NoRun>() {
        // A name that a run could have is no mistake, only a run that is not there.
        Some(NoRun::Unknown(word)) => {
            word.is_empty() || !word.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
        }
        Some(NoRun::None(_) | NoRun::Link(_) | NoRun::Stays { .. }) => false,
        Some(NoRun::Several { .. } | NoRun::Unreadable { .. }) => true,
        None => !worked_with,
    }
}

/// The program's exit code for an error: 2 for what cannot be used, else that of the outcome.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    if is_usage(error) { 2 } else { outcome_of(error).exit_code() }
}

pub fn complain(error: anyhow::Error) -> ExitCode {
    talk!("error: {}", all_of(&error));
    ExitCode::from(exit_code(&error))
}
