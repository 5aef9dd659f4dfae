//! The clock port. Deadlines and pauses of a run go through it, so that tests on the in-process phone run in
//! virtual time; deadlines on sockets stay in real time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tapwise_adb::Cancel;

pub trait Clock: Send {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
    /// Lets time pass; returns early when cancelled.
    fn wait(&self, time: Duration, cancel: &Cancel);
}

impl<C: Clock + Sync + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Duration {
        (**self).now()
    }

    fn wait(&self, time: Duration, cancel: &Cancel) {
        (**self).wait(time, cancel);
    }
}

#[derive(Debug, Clone)]
pub struct RealClock(Instant);

impl Default for RealClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

/// How often a real wait looks at the cancel signal.
const GLANCE: Duration = Duration::from_millis(50);

impl Clock for RealClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn wait(&self, time: Duration, cancel: &Cancel) {
        let end = self.now().saturating_add(time);
        while !cancel.is_cancelled() {
            let left = end.saturating_sub(self.now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(GLANCE));
        }
    }
}

/// Microseconds shared with a phone in the same process; waiting moves them on.
#[derive(Debug, Clone, Default)]
pub struct VirtualClock(pub Arc<AtomicU64>);

impl Clock for VirtualClock {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::SeqCst))
    }

    fn wait(&self, time: Duration, _cancel: &Cancel) {
        self.0.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_on_a_virtual_clock_moves_it_on_at_once() {
        let clock = VirtualClock::default();
        clock.wait(Duration::from_secs(3600), &Cancel::new());
        assert_eq!(clock.now(), Duration::from_secs(3600));
    }

    #[test]
    fn a_cancelled_wait_on_a_real_clock_returns_at_once() {
        let cancel = Cancel::new();
        cancel.cancel();
        RealClock::default().wait(Duration::from_secs(3600), &cancel);
    }
}
