//! Opens the device that was asked for, starting the virtual phone if it is that one, and turns errors into talk
//! and exit codes.

use crate::args::{DeviceArgs, Use};
use crate::home;
use crate::out::talk;
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tapwise_engine::Cancel;
use tapwise_engine::clock::{Clock, RealClock, VirtualClock};
use tapwise_engine::device::{
    Aid, Device, DeviceAddress, DeviceError, HostPort, JAR, Lease, Replay, Surroundings, hold, open,
};
use tapwise_engine::report::Shelf;
use tapwise_engine::run::Progress;
use tapwise_engine::trace::Outcome;
use tapwise_phone::Phone;
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
            let phone = Phone::start(args.phone.options())?;
            if let Some(hint) = phone.hint() {
                talk!("hint: {hint}");
            }
            let place = phone.address();
            let place = HostPort { host: place.ip().to_string(), port: place.port() };
            (Some(phone), DeviceAddress::Tcp(place))
        }
        other => (None, other.clone()),
    };
    let opened = connected(&address, home, args.helper, cancel, doing)?;
    Ok(Opened { _phone: phone, ..opened })
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

/// The outcome that an error amounts to.
pub fn outcome_of(error: &anyhow::Error) -> Outcome {
    if let Some(Ended(outcome)) = error.downcast_ref() {
        return outcome.clone();
    }
    if error.is::<NoReader>() {
        return Outcome::ModelUnavailable(format!("{error:#}"));
    }
    match error.downcast_ref::<DeviceError>() {
        Some(DeviceError::Cancelled) => Outcome::Cancelled,
        Some(DeviceError::Storage { .. }) => Outcome::StorageError(format!("{error:#}")),
        Some(_) => Outcome::DeviceLost(format!("{error:#}")),
        None => Outcome::Failed(format!("{error:#}")),
    }
}

pub fn complain(error: anyhow::Error) -> ExitCode {
    talk!("error: {error:#}");
    ExitCode::from(outcome_of(&error).exit_code())
}
