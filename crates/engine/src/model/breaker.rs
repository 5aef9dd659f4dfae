//! A provider that failed several calls in a row is left alone for a while, so that a run does not spend its time on
//! waiting for it. Then one call may try again.

use std::time::Duration;

/// Calls in a row that fail before the provider is left alone.
const FAILURES: u32 = 3;
const PAUSE: Duration = Duration::from_secs(30);
const PAUSE_MAX: Duration = Duration::from_secs(300);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Breaker {
    failures: u32,
    /// Until when it is left alone.
    until: Option<Duration>,
}

impl Breaker {
    /// How long the provider is still left alone, if it is.
    pub fn closed_for(&self, now: Duration) -> Option<Duration> {
        let left = self.until?.saturating_sub(now);
        (!left.is_zero()).then_some(left)
    }

    pub fn failures(&self) -> u32 {
        self.failures
    }

    pub fn went_well(&mut self) {
        *self = Self::default();
    }

    /// A call failed for a reason that may pass. After the pause one more failure is enough, and the pause grows.
    pub fn failed(&mut self, now: Duration) {
        self.failures = self.failures.saturating_add(1);
        if let Some(more) = self.failures.checked_sub(FAILURES) {
            let pause = PAUSE.saturating_mul(1 << more.min(4)).min(PAUSE_MAX);
            self.until = Some(now.saturating_add(pause));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn three_failures_in_a_row_open_it_and_a_success_between_does_not() {
        let mut breaker = Breaker::default();
        for _ in 0..2 {
            breaker.failed(at(0));
        }
        breaker.went_well();
        for _ in 0..2 {
            breaker.failed(at(1));
            assert_eq!(breaker.closed_for(at(1)), None);
        }
        breaker.failed(at(1));
        assert_eq!(breaker.closed_for(at(1)), Some(at(30)));
        assert_eq!(breaker.closed_for(at(30)), Some(at(1)));
    }

    #[test]
    fn after_the_pause_one_call_may_try_and_decides() {
        let mut breaker = Breaker::default();
        (0..3).for_each(|_| breaker.failed(at(0)));
        assert_eq!(breaker.closed_for(at(30)), None);
        breaker.failed(at(31));
        assert_eq!(breaker.closed_for(at(31)), Some(at(60)), "it is left alone for longer");
        breaker.went_well();
        assert_eq!(breaker.closed_for(at(31)), None);
    }

    #[test]
    fn the_pause_has_an_end() {
        let mut breaker = Breaker::default();
        (0..1000).for_each(|_| breaker.failed(at(0)));
        assert_eq!(breaker.closed_for(at(0)), Some(PAUSE_MAX));
    }
}
