//! The helper on the phone: uiautomator2's server, which `tapwise device setup` puts there. It is started when it is
//! there, used while it answers, and stopped when it does not, because a hung one keeps the stock programs from
//! reading the elements. It is tried again at most once a minute, more seldom if it is slow.

mod calls;
mod http;
mod running;
mod setup;

pub use setup::{JAR, JarFile, JarIdentity, JarInfo, JarStatus, SetUp};
pub(in super::super) use setup::{jar_status, remove_jar, set_up};

pub(super) use calls::Tried;
use http::Fault;

use super::super::{Aid, DeviceError};
use super::{AdbDevice, ONE_LOOK};
use running::Running;
use serde_json::{Value, json};
use std::time::Duration;
use tapwise_adb::Wait;

/// An answer that takes longer is none.
const ANSWER: Duration = Duration::from_secs(3);
/// What a look may take in all, and a single reading of the elements too: on a heavy page it takes many seconds, and
/// a slow helper is not a dead one.
const LOOK: Duration = Duration::from_secs(15);
/// How long it may take to start.
const START: Duration = Duration::from_secs(15);
/// After a failure, the stock programs are used for this long.
const REST: Duration = Duration::from_secs(60);
/// The rest is doubled at most so often.
const DOUBLINGS: u32 = 2;

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

/// The helper, and what has to be remembered of it.
pub(super) struct Aide {
    life: Life,
    /// Whether its file was found to be the right one, by its hash, on this connection.
    known: bool,
    /// How many times it was too slow, since it last gave a look.
    late: u32,
    /// Whether one that somebody else had started has ended on this connection.
    left_alone: bool,
    /// What the clipboard held before it was used for typing.
    held: Option<String>,
    /// Whether the clipboard may be used: not where what it holds cannot be read, and so not be given back.
    clipboard: bool,
}

impl Aide {
    pub fn new() -> Self {
        Self { life: Life::Unasked, known: false, late: 0, left_alone: false, held: None, clipboard: true }
    }

    /// Its process ended with the old connection, and the phone may be another one behind the same address.
    pub fn meet_again(&mut self) {
        *self = Self { late: self.late, held: self.held.take(), ..Self::new() };
    }
}

/// How many times it was too slow now, and how long it is left alone.
fn rest_after(fault: &Fault, late: u32) -> (u32, Duration) {
    match fault {
        Fault::Late => (late.saturating_add(1), REST * 2u32.pow(late.min(DOUBLINGS))),
        _ => (late, REST),
    }
}

/// What starting it may take of a look's time, so that a whole look by the stock programs still fits.
fn time_to_start(left: Option<Duration>) -> Option<Duration> {
    let most = ANSWER + START;
    left.map_or(Some(most), |left| left.checked_sub(ONE_LOOK)).filter(|time| !time.is_zero())
}

/// What it may take of a look's time. One that runs gets a part of even a short time: while it runs, the stock
/// programs may not be able to read the elements at all.
fn time_to_look(left: Option<Duration>) -> Duration {
    left.map_or(LOOK, |left| left.saturating_sub(ONE_LOOK).max(left / 3).min(LOOK))
}

/// How long an answer may take.
fn patience(method: &str) -> Duration {
    if method == "dumpWindowHierarchy" { LOOK } else { ANSWER }
}

impl AdbDevice {
    pub(super) fn is_helper_up(&self) -> bool {
        matches!(self.aide.life, Life::Up { .. })
    }

    /// Starts the helper where it is there and does not run. Only a look does so: a gesture was judged by what the
    /// last look showed, and must not come many seconds after it.
    pub(super) fn ready_helper(&mut self, wait: &Wait) -> Result<(), DeviceError> {
        match &self.aide.life {
            Life::Up { .. } | Life::Absent => return Ok(()),
            Life::Down { until } if self.around.clock.now() < *until => return Ok(()),
            Life::Unasked | Life::Down { .. } => {}
        }
        if self.around.aid == Aid::Off {
            self.aide.life = Life::Absent;
            return Ok(());
        }
        let Some(time) = time_to_start(wait.left()) else {
            self.fell_back("no time was left to start the helper on the phone".to_owned());
            return Ok(());
        };
        let wait = &self.wait(wait, time);
        let found = if self.aide.known { Ok(JarFile::Known) } else { self.jar_file(wait) };
        let started = match found {
            Ok(JarFile::Known) => {
                self.aide.known = true;
                self.start_helper(wait)
            }
            Ok(JarFile::Absent) => {
                self.aide.life = Life::Absent;
                return Ok(());
            }
            Ok(JarFile::Other) => {
                self.aide.life = Life::Absent;
                self.fell_back(
                    "another version of the helper is on the phone, and is not used\nhint: tapwise device setup"
                        .to_owned(),
                );
                return Ok(());
            }
            Err(DeviceError::Cancelled) => return Err(DeviceError::Cancelled),
            Err(error) => Err(Fault::Unreached(format!("its program cannot be looked for: {error}"))),
        };
        match started {
            Ok(process) => self.aide.life = Life::Up { process },
            Err(fault) => return self.helper_failed(&fault),
        }
        // A stock look asks for the size itself, so nothing is lost if it cannot be told now.
        match self.ask_size(wait) {
            Err(DeviceError::Cancelled) => Err(DeviceError::Cancelled),
            Err(_) | Ok(()) => Ok(()),
        }
    }

    /// Nothing to hold if one answers already.
    fn start_helper(&mut self, wait: &Wait) -> Result<Option<Running>, Fault> {
        match http::ping(&self.link, &self.wait(wait, ANSWER)) {
            Ok(()) => return Ok(None),
            Err(Fault::Cancelled) => return Err(Fault::Cancelled),
            Err(_) => {}
        }
        let wait = self.wait(wait, START);
        let clock = self.around.clock.clone();
        Running::start(&self.link, clock.as_ref(), &self.around.cancel, &wait).map(Some)
    }

    /// Stops it, notes why, and leaves it alone for a while.
    pub(super) fn helper_failed(&mut self, fault: &Fault) -> Result<(), DeviceError> {
        // As long as it runs: nobody else could.
        self.give_clipboard_back();
        if *fault == Fault::Cancelled {
            return Err(DeviceError::Cancelled);
        }
        let (late, rest) = rest_after(fault, self.aide.late);
        self.aide.late = late;
        // Somebody else's ended with them: nothing is wrong with starting our own. Once: one that comes and goes
        // would cost every look its time.
        let ended = matches!(fault, Fault::Unreached(_) | Fault::Unsure(_));
        let theirs = matches!(self.aide.life, Life::Up { process: None });
        self.aide.life = if theirs && ended && !std::mem::replace(&mut self.aide.left_alone, true) {
            Life::Unasked
        } else {
            Life::Down { until: self.around.clock.now() + rest }
        };
        self.fell_back(format!("the helper on the phone failed: {}", fault.why()));
        Ok(())
    }

    /// Notes why something is not done by the helper, until it is told.
    pub(super) fn fell_back(&mut self, why: String) {
        match &mut self.fallback {
            Some(told) if told.contains(&why) => {}
            Some(told) => {
                told.push_str("; ");
                told.push_str(&why);
            }
            None => self.fallback = Some(why),
        }
    }

    /// Puts into the clipboard what it held before; also after Ctrl-C.
    pub(super) fn give_clipboard_back(&mut self) {
        let Some(held) = self.aide.held.take() else { return };
        let given =
            http::call(&self.link, "setClipboard", json!([Value::Null, held]), &self.give_back_wait(ANSWER));
        if let Err(fault) = given {
            self.fell_back(format!("the clipboard still holds what was typed: {}", fault.why()));
        }
    }

    /// Calls it; `more` is what the call itself takes, such as a long press.
    fn call(&self, method: &str, params: Value, more: Duration, wait: &Wait) -> Result<Value, Fault> {
        http::call(&self.link, method, params, &self.wait(wait, patience(method) + more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_slow_helper_is_waited_for_at_the_elements_and_rests_longer_each_time() {
        // Six seconds and more are known of heavy pages.
        assert!(patience("dumpWindowHierarchy") >= seconds(15) && patience("click") == ANSWER);
        let mut late = 0;
        for expected in [60, 120, 240, 240] {
            let (now, rest) = rest_after(&Fault::Late, late);
            assert_eq!(rest, seconds(expected));
            // What is broken and not slow says nothing about its speed.
            assert_eq!(rest_after(&Fault::Unsure("x".to_owned()), now), (now, REST));
            late = now;
        }
    }

    #[test]
    fn the_helper_leaves_the_stock_programs_time_for_a_whole_look() {
        assert_eq!(time_to_start(Some(seconds(30))), Some(seconds(30) - ONE_LOOK));
        assert_eq!(time_to_start(Some(ONE_LOOK)), None);
        assert_eq!(time_to_start(Some(seconds(1))), None);
        assert!(time_to_start(None).is_some());
        assert_eq!(time_to_look(Some(seconds(30))), seconds(30) - ONE_LOOK);
        assert_eq!(time_to_look(Some(seconds(600))), LOOK);
        assert_eq!(time_to_look(None), LOOK);
        // Short of time, the larger part is theirs.
        assert_eq!(time_to_look(Some(seconds(15))), seconds(5));
    }
}
