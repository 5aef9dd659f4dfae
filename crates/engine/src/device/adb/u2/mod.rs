//! The helper on the phone: uiautomator2's server, which `tapwise device setup` puts there. It is started when it is
//! there, used while it answers, and stopped when it does not, because a hung one keeps the stock programs from
//! reading the elements. It is tried again at most once a minute.

mod calls;
mod http;
mod running;
mod setup;

pub use setup::{JAR, JarFile, JarIdentity, JarInfo, JarStatus, SetUp};
pub(in super::super) use setup::{jar_status, remove_jar, set_up};

pub(super) use calls::Tried;
use http::Fault;

use super::super::{Aid, DeviceError};
use super::{AdbDevice, device_error};
use running::Running;
use serde_json::Value;
use std::time::Duration;
use tapwise_adb::Wait;

/// An answer that takes longer is none.
const ANSWER: Duration = Duration::from_secs(3);
/// How long it may take to start.
const START: Duration = Duration::from_secs(15);
/// After a failure, the stock programs are used for this long.
const REST: Duration = Duration::from_secs(60);

/// What is known of the helper on this connection.
pub(super) enum Life {
    /// Not looked for yet.
    Unasked,
    /// Not on the phone, or not wanted.
    Absent,
    /// It answered. Nothing to hold if somebody else had started it.
    Up { process: Option<Running> },
    /// It failed; not tried again before this time of the clock.
    Down { until: Duration },
}

impl AdbDevice {
    /// Whether the helper may be called; starts it where it is there and does not run.
    pub(super) fn has_helper(&mut self, wait: &Wait) -> Result<bool, DeviceError> {
        match &self.life {
            Life::Up { .. } => return Ok(true),
            Life::Absent => return Ok(false),
            Life::Down { until } if self.around.clock.now() < *until => return Ok(false),
            Life::Unasked | Life::Down { .. } => {}
        }
        if self.around.aid == Aid::Off {
            self.life = Life::Absent;
            return Ok(false);
        }
        let started = match self.is_jar_there(wait)? {
            false => {
                self.life = Life::Absent;
                return Ok(false);
            }
            true => self.start_helper(wait),
        };
        match started {
            Ok(process) => {
                self.life = Life::Up { process };
                self.ask_size(wait)?;
                Ok(true)
            }
            Err(Fault::Cancelled) => Err(DeviceError::Cancelled),
            Err(fault) => {
                self.helper_failed(&fault)?;
                Ok(false)
            }
        }
    }

    /// Asked of the file service, which starts no program. A phone that cannot say has no helper for now.
    fn is_jar_there(&mut self, wait: &Wait) -> Result<bool, DeviceError> {
        let wait = self.wait(wait, ANSWER);
        match self.link.stat(JAR.path, &wait) {
            Ok(stat) => Ok(stat.is_some_and(|stat| u64::from(stat.size) == JAR.size)),
            Err(tapwise_adb::Error::Cancelled) => Err(device_error(tapwise_adb::Error::Cancelled)),
            Err(_) => Ok(false),
        }
    }

    fn start_helper(&mut self, wait: &Wait) -> Result<Option<Running>, Fault> {
        if http::ping(&self.link, &self.wait(wait, ANSWER)).is_ok() {
            return Ok(None);
        }
        let wait = self.wait(wait, START);
        let clock = self.around.clock.clone();
        Running::start(&self.link, clock.as_ref(), &self.around.cancel, &wait).map(Some)
    }

    /// Stops it, notes why, and leaves it alone for a while.
    pub(super) fn helper_failed(&mut self, fault: &Fault) -> Result<(), DeviceError> {
        if *fault == Fault::Cancelled {
            return Err(DeviceError::Cancelled);
        }
        self.life = match (&self.life, fault) {
            // Somebody else's ended with them: nothing is wrong with starting our own.
            (Life::Up { process: None }, Fault::NotMade(_)) => Life::Unasked,
            _ => Life::Down { until: self.around.clock.now() + REST },
        };
        self.fallback.get_or_insert_with(|| format!("the helper on the phone failed: {}", fault.why()));
        Ok(())
    }

    /// Calls it; `more` is what the call itself takes, such as a long press.
    fn call(&self, method: &str, params: Value, more: Duration, wait: &Wait) -> Result<Value, Fault> {
        http::call(&self.link, method, params, &self.wait(wait, ANSWER + more))
    }
}
