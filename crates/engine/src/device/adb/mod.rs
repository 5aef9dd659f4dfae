//! The adb device: looks, gestures and typing over one connection, in as few round trips as can be.

mod command;
mod connect;
mod hand;
mod ime;
mod look;
mod typing;
mod u2;

pub(super) use connect::list;
pub use ime::has_keyboard;
pub use u2::{JAR, JarFile, JarIdentity, JarInfo, JarStatus, SetUp};
pub(super) use u2::{jar_status, remove_jar, set_up};

use super::{Attempt, Device, DeviceAddress, DeviceError, Lease, Need, Surroundings};
use crate::plan::Gesture;
use crate::screen::{Frame, Means, Point, Screen, Spare, Tree};
use command::Script;
use connect::Way;
use std::time::Duration;
use tapwise_adb::{Error, Output, Transport, Wait};

/// No single command takes longer; a phone that needs more is as good as gone.
const ONE_COMMAND: Duration = Duration::from_secs(10);
/// Reading the elements waits up to ten seconds for the screen to rest before it says that it cannot.
const ONE_LOOK: Duration = Duration::from_secs(20);
/// Pauses before each attempt to reach a lost phone again.
const RECONNECTS: [Duration; 3] = [Duration::ZERO, Duration::from_secs(1), Duration::from_secs(3)];

pub(super) struct AdbDevice {
    way: Way,
    link: Transport,
    around: Surroundings,
    /// The frame of the last look: points of any other are refused.
    frame: Option<Frame>,
    /// The tree of the last look, as long as nothing was done since.
    tree: Option<Tree>,
    /// The size that `wm size` told, for looks without a picture that can be read.
    size: Option<(u32, u32)>,
    /// Android's version as a number, told together with the size.
    sdk: Option<u32>,
    /// Where pictures are received.
    spare: Spare,
    /// How often in a row elements and app in front did not belong together, also on a second look.
    torn: u32,
    aide: u2::Aide,
    /// Who made the last gesture.
    acted: Means,
    /// Why the helper was not used, until it has been told.
    fallback: Option<String>,
}

impl AdbDevice {
    /// To look only. What a crashed run left on the phone is put right, unless somebody drives the phone just now.
    pub fn open(address: &DeviceAddress, around: Surroundings) -> Result<Self, DeviceError> {
        let mut device = Self::linked(address, around)?;
        if device.has_note() {
            match device.take_lease("repair") {
                Ok(_lease) => device.repair_keyboard()?,
                Err(DeviceError::Unavailable(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(device)
    }

    /// To drive it, alone.
    pub fn hold(
        address: &DeviceAddress,
        around: Surroundings,
        doing: &str,
    ) -> Result<(Self, Lease), DeviceError> {
        let mut device = Self::linked(address, around)?;
        let lease = device.take_lease(doing)?;
        device.repair_keyboard()?;
        Ok((device, lease))
    }

    fn take_lease(&mut self, doing: &str) -> Result<Lease, DeviceError> {
        let wait = Wait::within(ONE_COMMAND, &self.around.cancel);
        let told = self.read(&Script::fixed("getprop ro.serialno"), ONE_COMMAND, &wait)?;
        let told = String::from_utf8_lossy(&told.stdout).trim().to_owned();
        // Some phones do not tell it to everybody.
        let known = !told.is_empty() && told != "unknown";
        let serial = if known { told } else { self.way.name() };
        Lease::take(&self.around.home, &serial, doing)
    }

    fn linked(address: &DeviceAddress, around: Surroundings) -> Result<Self, DeviceError> {
        let way = Way::find(address, &around.cancel)?;
        let link = way.link(&around.cancel, None)?;
        Ok(Self {
            way,
            link,
            around,
            frame: None,
            tree: None,
            size: None,
            sdk: None,
            spare: Spare::default(),
            torn: 0,
            aide: u2::Aide::new(),
            acted: Means::Stock,
            fallback: None,
        })
    }

    fn wait(&self, asked: &Wait, most: Duration) -> Wait {
        Wait::within(asked.left().map_or(most, |left| left.min(most)), &self.around.cancel)
    }

    /// Runs a script that only reads: it may be run again on a new connection. One that takes too long is no sign
    /// of a lost connection, and would take too long again.
    fn read(&mut self, script: &Script, most: Duration, wait: &Wait) -> Result<Output, DeviceError> {
        self.read_into(script, most, wait, |_| Vec::new())
    }

    /// The same, into a place that is made ready while the phone works.
    fn read_into(
        &mut self,
        script: &Script,
        most: Duration,
        wait: &Wait,
        place: impl Fn(&Self) -> Vec<u8>,
    ) -> Result<Output, DeviceError> {
        let ask = |device: &Self| {
            let wait = device.wait(wait, most);
            let running = device.link.start(script.as_str(), &wait)?;
            running.output(place(device), &wait)
        };
        match ask(self) {
            Ok(output) => return Ok(output),
            Err(error) if !worth_again(&error) => return Err(device_error(error)),
            Err(_) => {}
        }
        self.reconnect(wait)?;
        ask(self).map_err(device_error)
    }

    /// Runs a script that does something: it is never run twice. Nothing comes back if the link broke.
    fn act(&mut self, script: &Script, wait: &Wait) -> Result<Option<Output>, DeviceError> {
        self.acted = Means::Stock;
        match self.link.shell(script.as_str(), &self.wait(wait, ONE_COMMAND)) {
            Ok(output) => Ok(Some(output)),
            Err(error) if is_lost(&error) => {
                self.reconnect(wait)?;
                Ok(None)
            }
            Err(error) => Err(device_error(error)),
        }
    }

    /// Reaches the same phone again, by its address, up to three times and as long as the caller waits.
    fn reconnect(&mut self, wait: &Wait) -> Result<(), DeviceError> {
        let mut last = String::new();
        for pause in RECONNECTS {
            wait.check().map_err(device_error)?;
            self.around.clock.wait(wait.left().map_or(pause, |left| left.min(pause)), &self.around.cancel);
            if self.around.cancel.is_cancelled() {
                return Err(DeviceError::Cancelled);
            }
            wait.check().map_err(device_error)?;
            match self.way.link(&self.around.cancel, wait.left()) {
                Ok(link) => {
                    self.link = link;
                    self.aide.meet_again();
                    return Ok(());
                }
                Err(DeviceError::Cancelled) => return Err(DeviceError::Cancelled),
                Err(error) => last = error.to_string(),
            }
        }
        Err(DeviceError::Lost(last))
    }

    fn check_frame(&self, gesture: &Gesture) -> Result<(), DeviceError> {
        let points: &[&Point] = match gesture {
            Gesture::Tap(point) | Gesture::DoubleTap(point) | Gesture::LongPress(point, _) => &[point],
            Gesture::Swipe { from, to, .. } | Gesture::Drag { from, to, .. } => &[from, to],
            Gesture::Key(_)
            | Gesture::Type { .. }
            | Gesture::Launch(_)
            | Gesture::Stop(_)
            | Gesture::OpenUrl(_)
            | Gesture::Call(_) => &[],
        };
        let strange = |point: &&&Point| self.frame.is_some_and(|frame| frame != point.frame());
        match (points.iter().find(strange), self.frame) {
            (Some(point), Some(is)) => Err(DeviceError::OtherFrame { made: point.frame(), is }),
            _ => Ok(()),
        }
    }
}

impl Device for AdbDevice {
    fn observe(&mut self, need: Need, wait: &Wait) -> Result<Screen, DeviceError> {
        self.ready_helper(wait)?;
        let mut screen = self.look(need, wait)?;
        self.frame = Some(screen.frame);
        self.tree = screen.tree.clone();
        screen.fallback = self.fallback.take();
        Ok(screen)
    }

    fn perform(&mut self, gesture: &Gesture, wait: &Wait) -> Result<Attempt, DeviceError> {
        self.check_frame(gesture)?;
        self.acted = Means::Stock;
        let tree = self.tree.take();
        let performed = match gesture {
            Gesture::Type { text, clear } => self.type_text(text, *clear, tree, wait)?,
            other => self.make(other, wait)?,
        };
        Ok(Attempt { performed, by: self.acted, fallback: self.fallback.take() })
    }
}

/// Whether a script that only reads may go better on a new connection.
fn worth_again(error: &Error) -> bool {
    is_lost(error) && !matches!(error, Error::TimedOut)
}

/// Whether the phone, and not only this command, is gone. A command that never ends counts as that too.
fn is_lost(error: &Error) -> bool {
    matches!(error, Error::Gone | Error::Closed | Error::Io(_) | Error::TimedOut | Error::Refused { .. })
}

fn device_error(error: Error) -> DeviceError {
    match error {
        Error::Cancelled => DeviceError::Cancelled,
        Error::TimedOut => DeviceError::TimedOut,
        Error::AuthRequired => DeviceError::Unavailable(
            "the phone asks for an authorised adb key\nhint: use --device adb:HOST:PORT, so that the adb server shows its key".to_owned(),
        ),
        error @ (Error::Protocol { .. } | Error::TooLarge { .. }) => DeviceError::Nonsense(error.to_string()),
        other => DeviceError::Lost(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_that_takes_too_long_is_not_run_again_at_once() {
        assert!(!worth_again(&Error::TimedOut) && !worth_again(&Error::Cancelled));
        assert!(worth_again(&Error::Gone) && worth_again(&Error::Closed));
        // The phone itself waits ten seconds for its screen to rest.
        assert!(ONE_LOOK > Duration::from_secs(15));
    }
}
