//! The one place where a request is made again. What to do after a fault is a pure decision; the loop that follows it
//! waits on the clock port. A call never makes more than three requests, whatever goes wrong, and a request is only a
//! question: nothing is done on a device before a call has ended.

use super::Reply;
use super::fault::Fault;
use crate::Wait;
use crate::clock::Clock;
use std::time::Duration;

/// The most requests of one call, those to a fallback included.
pub const REQUESTS_MAX: u32 = 3;
/// The pause before the second request; the next one is twice as long.
const PAUSE: Duration = Duration::from_millis(500);
/// With less time left than this, another request is not worth making.
const LEAST: Duration = Duration::from_millis(500);

/// Whom a request goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whom {
    First,
    Fallback,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The same model again, after a pause.
    Retry(Duration),
    Fallback,
    GiveUp,
}

/// What stands before the decision.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    /// Requests made in this call.
    pub made: u32,
    /// The time until the call's deadline.
    pub left: Duration,
    pub whom: Whom,
    /// There is a fallback model.
    pub fallback: bool,
    /// From 0 to 1: so that many clients do not come back in the same moment.
    pub jitter: f64,
}

/// What to do after a fault.
pub fn next(attempt: Attempt, fault: &Fault) -> Next {
    if *fault == Fault::Cancelled || attempt.made >= REQUESTS_MAX || attempt.left < LEAST {
        return Next::GiveUp;
    }
    let other = attempt.fallback && attempt.whom == Whom::First;
    let elsewhere = if other { Next::Fallback } else { Next::GiveUp };
    // The last request goes to whoever has not failed yet.
    if !fault.may_pass() || (other && attempt.made + 1 == REQUESTS_MAX) {
        return elsewhere;
    }
    let pause = pause(attempt, fault);
    if pause.saturating_add(LEAST) > attempt.left { elsewhere } else { Next::Retry(pause) }
}

fn pause(attempt: Attempt, fault: &Fault) -> Duration {
    let jitter = attempt.jitter.clamp(0.0, 1.0);
    match fault {
        // It answered at once, and is asked something else.
        Fault::TooFancy { .. } => Duration::ZERO,
        // At least what it asks for, and a little more.
        Fault::Status { retry_after: Some(asked), .. } => asked.saturating_add(PAUSE.mul_f64(jitter / 2.0)),
        _ => PAUSE.saturating_mul(1 << (attempt.made.saturating_sub(1)).min(4)).mul_f64(0.5 + jitter),
    }
}

/// How a call failed: the last fault, after so many requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    pub fault: Fault,
    pub whom: Whom,
    pub requests: u32,
}

/// Makes requests until one is answered or the decision is to give up. `ask` gets the time that it may take.
pub fn call(
    clock: &dyn Clock,
    wait: &Wait,
    limit: Duration,
    (start, fallback): (Whom, bool),
    mut jitter: impl FnMut() -> f64,
    mut ask: impl FnMut(Whom, Duration) -> Result<Reply, Fault>,
) -> Result<Reply, Failed> {
    let until = clock.now().saturating_add(wait.left().map_or(limit, |left| left.min(limit)));
    let (mut whom, mut made) = (start, 0);
    loop {
        let left = until.saturating_sub(clock.now());
        let asked = match over(wait, left) {
            Some(fault) => return Err(Failed { fault, whom, requests: made }),
            None => ask(whom, left),
        };
        made += 1;
        let fault = match asked {
            Ok(reply) => return Ok(Reply { requests: made, ..reply }),
            Err(fault) => fault,
        };
        let left = until.saturating_sub(clock.now());
        match next(Attempt { made, left, whom, fallback, jitter: jitter() }, &fault) {
            Next::Retry(pause) => clock.wait(pause, &wait.signal()),
            Next::Fallback => whom = Whom::Fallback,
            Next::GiveUp => return Err(Failed { fault, whom, requests: made }),
        }
    }
}

fn over(wait: &Wait, left: Duration) -> Option<Fault> {
    match wait.check() {
        Err(tapwise_adb::Error::Cancelled) => Some(Fault::Cancelled),
        Err(_) => Some(Fault::TimedOut),
        Ok(()) if left.is_zero() => Some(Fault::TimedOut),
        Ok(()) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Stop, Usage};
    use super::*;
    use crate::Cancel;
    use crate::clock::VirtualClock;

    const LONG: Duration = Duration::from_secs(120);

    fn attempt(made: u32) -> Attempt {
        Attempt { made, left: LONG, whom: Whom::First, fallback: false, jitter: 0.5 }
    }

    fn busy(retry_after: Option<u64>) -> Fault {
        Fault::Status { code: 429, message: String::new(), retry_after: retry_after.map(Duration::from_secs) }
    }

    #[test]
    fn pauses_grow_and_the_third_request_is_the_last() {
        assert_eq!(next(attempt(1), &Fault::Cut), Next::Retry(Duration::from_millis(500)));
        assert_eq!(next(attempt(2), &Fault::Cut), Next::Retry(Duration::from_secs(1)));
        assert_eq!(next(attempt(3), &Fault::Cut), Next::GiveUp);
    }

    #[test]
    fn jitter_spreads_the_pause_by_half_either_way() {
        let at = |jitter| next(Attempt { jitter, ..attempt(1) }, &Fault::Empty);
        assert_eq!(at(0.0), Next::Retry(Duration::from_millis(250)));
        assert_eq!(at(1.0), Next::Retry(Duration::from_millis(750)));
        assert_eq!(at(f64::INFINITY), at(1.0));
    }

    #[test]
    fn a_provider_that_names_a_pause_gets_it_if_the_deadline_allows() {
        let Next::Retry(pause) = next(attempt(1), &busy(Some(20))) else { panic!("a retry") };
        assert!(pause >= Duration::from_secs(20) && pause < Duration::from_secs(21));
        let short = Attempt { left: Duration::from_secs(10), ..attempt(1) };
        assert_eq!(next(short, &busy(Some(20))), Next::GiveUp);
        assert_eq!(next(Attempt { fallback: true, ..short }, &busy(Some(20))), Next::Fallback);
        assert_eq!(next(attempt(1), &busy(Some(u64::MAX))), Next::GiveUp);
    }

    #[test]
    fn what_will_not_pass_goes_to_the_fallback_or_nowhere() {
        for code in [400, 401, 402, 403, 404] {
            assert_eq!(next(attempt(1), &Fault::status(code, "")), Next::GiveUp, "{code}");
            let other = Attempt { fallback: true, ..attempt(1) };
            assert_eq!(next(other, &Fault::status(code, "")), Next::Fallback, "{code}");
        }
        let already = Attempt { fallback: true, whom: Whom::Fallback, ..attempt(2) };
        assert_eq!(next(already, &Fault::status(401, "")), Next::GiveUp);
        assert_eq!(next(Attempt { fallback: true, ..attempt(1) }, &Fault::Cancelled), Next::GiveUp);
    }

    #[test]
    fn the_last_request_goes_to_the_fallback() {
        assert_eq!(next(Attempt { fallback: true, ..attempt(2) }, &Fault::TimedOut), Next::Fallback);
    }

    fn played(faults: &[Fault], limit: Duration) -> (Result<Reply, Failed>, Duration, Vec<Whom>) {
        let clock = VirtualClock::default();
        let mut asked = Vec::new();
        let mut faults = faults.iter();
        let result = call(
            &clock,
            &Wait::forever(),
            limit,
            (Whom::First, false),
            || 0.5,
            |whom, _| {
                asked.push(whom);
                // Each request takes a second.
                clock.wait(Duration::from_secs(1), &Cancel::new());
                let said =
                    Reply { text: "好".into(), stop: Stop::End, usage: Usage::default(), requests: 1 };
                faults.next().map_or(Ok(said), |fault| Err(fault.clone()))
            },
        );
        (result, clock.now(), asked)
    }

    #[test]
    fn a_fault_that_passes_costs_a_pause_and_is_counted() {
        let (result, time, _) = played(&[Fault::Cut, Fault::Empty], LONG);
        assert_eq!(result.unwrap().requests, 3);
        assert_eq!(time, Duration::from_millis(3000 + 500 + 1000));
    }

    #[test]
    fn a_call_gives_up_after_three_requests_and_tells_the_last_fault() {
        let faults = [Fault::Cut, Fault::Empty, Fault::Garbled, Fault::Cut];
        let (result, _, asked) = played(&faults, LONG);
        let failed = result.unwrap_err();
        assert_eq!((failed.fault, failed.requests, asked.len()), (Fault::Garbled, 3, 3));
    }

    #[test]
    fn no_call_outlives_its_deadline_for_a_pause() {
        let (result, time, _) =
            played(&[busy(Some(3)), busy(Some(3)), busy(Some(3))], Duration::from_secs(6));
        assert_eq!(result.unwrap_err().fault, busy(Some(3)));
        assert!(time <= Duration::from_secs(6), "{time:?}");
    }

    #[test]
    fn a_cancelled_call_asks_nobody() {
        let cancel = Cancel::new();
        cancel.cancel();
        let wait = Wait::within(LONG, &cancel);
        let never = |_, _| -> Result<Reply, Fault> { panic!("asked") };
        let failed =
            call(&VirtualClock::default(), &wait, LONG, (Whom::First, true), || 0.5, never).unwrap_err();
        assert_eq!((failed.fault, failed.requests), (Fault::Cancelled, 0));
    }
}
