//! How long a caller is willing to wait, and the signal that ends all waiting.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Error;

/// A wait looks at its cancel signal at least this often.
pub(crate) const SLICE: Duration = Duration::from_millis(25);

/// A signal shared by everything that should stop together.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// A deadline and a cancel signal; either may be absent.
#[derive(Clone, Debug)]
pub struct Wait {
    until: Option<Instant>,
    cancel: Option<Cancel>,
}

impl Wait {
    pub fn until(at: Instant, cancel: Cancel) -> Self {
        Self { until: Some(at), cancel: Some(cancel) }
    }

    /// A duration too long for the clock means no deadline.
    pub fn within(duration: Duration, cancel: &Cancel) -> Self {
        Self { until: Instant::now().checked_add(duration), cancel: Some(cancel.clone()) }
    }

    pub fn forever() -> Self {
        Self { until: None, cancel: None }
    }

    pub fn at_most(duration: Duration) -> Self {
        Self { until: Instant::now().checked_add(duration), cancel: None }
    }

    /// The time left, or `None` without a deadline.
    pub fn left(&self) -> Option<Duration> {
        self.until.map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// Fails if the wait is over.
    pub fn check(&self) -> Result<(), Error> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(Error::Cancelled);
        }
        if self.left().is_some_and(|left| left.is_zero()) {
            return Err(Error::TimedOut);
        }
        Ok(())
    }

    /// The signal that ends it; without one, a signal that nobody gives.
    pub fn signal(&self) -> Cancel {
        self.cancel.clone().unwrap_or_default()
    }

    /// The same cancel signal with a deadline that is at most `limit` away.
    pub fn capped(&self, limit: Duration) -> Self {
        let cap = Instant::now().checked_add(limit);
        let until = match (self.until, cap) {
            (Some(mine), Some(cap)) => Some(mine.min(cap)),
            (mine, cap) => mine.or(cap),
        };
        Self { until, cancel: self.cancel.clone() }
    }

    /// Sleeps on a condition until it is rung or a slice has passed. The caller looks at its condition
    /// again before it calls this again, so a ring is never lost to an expired wait.
    pub(crate) fn on<'a, T>(
        &self,
        bell: &Condvar,
        guard: MutexGuard<'a, T>,
    ) -> Result<MutexGuard<'a, T>, Error> {
        self.check()?;
        let slice = match (self.left(), &self.cancel) {
            (None, None) => return Ok(bell.wait(guard).unwrap_or_else(PoisonError::into_inner)),
            (Some(left), None) => left,
            (Some(left), Some(_)) => left.min(SLICE),
            (None, Some(_)) => SLICE,
        };
        Ok(bell.wait_timeout(guard, slice).unwrap_or_else(PoisonError::into_inner).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_wait_is_cancelled_even_if_it_is_also_late() {
        let cancel = Cancel::new();
        let wait = Wait::until(Instant::now(), cancel.clone());
        assert!(matches!(wait.check(), Err(Error::TimedOut)));
        cancel.cancel();
        assert!(matches!(wait.check(), Err(Error::Cancelled)));
    }

    #[test]
    fn an_endless_duration_does_not_overflow() {
        assert!(Wait::within(Duration::MAX, &Cancel::new()).check().is_ok());
        assert!(Wait::within(Duration::MAX, &Cancel::new()).left().is_none());
    }

    #[test]
    fn a_cap_only_ever_shortens() {
        let short = Wait::at_most(Duration::from_secs(1)).capped(Duration::from_secs(100));
        assert!(short.left().unwrap() <= Duration::from_secs(1));
        assert!(Wait::forever().capped(Duration::from_secs(5)).left().unwrap() <= Duration::from_secs(5));
    }
}
