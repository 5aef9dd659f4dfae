//! The phone's time: the machine's, or a counter that moves only when somebody waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The phone's zone: Asia/Shanghai, which has no summer time.
pub fn zone() -> jiff::tz::TimeZone {
    jiff::tz::TimeZone::fixed(jiff::tz::offset(8))
}

/// A wall clock time in the phone's zone.
pub fn zoned(wall: jiff::civil::DateTime) -> jiff::Zoned {
    wall.to_zoned(zone()).unwrap_or_else(|_| jiff::Timestamp::UNIX_EPOCH.to_zoned(zone()))
}

/// What the phone's clock showed, so many microseconds after 1970.
pub fn wall_at(micros: i64) -> jiff::civil::DateTime {
    let at = jiff::Timestamp::from_microsecond(micros).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    at.to_zoned(zone()).datetime()
}

#[derive(Clone, Debug)]
pub enum Time {
    Real(Instant),
    /// Microseconds since boot, shared with whoever else lives in this time.
    Virtual(Arc<AtomicU64>),
}

impl Time {
    pub fn real() -> Time {
        Time::Real(Instant::now())
    }

    /// Microseconds since boot.
    pub fn now(&self) -> u64 {
        match self {
            Time::Real(boot) => boot.elapsed().as_micros() as u64,
            Time::Virtual(micros) => micros.load(Ordering::SeqCst),
        }
    }

    /// Lets `length` pass: what the real phone would be busy for.
    pub fn pass(&self, length: Duration) {
        match self {
            Time::Real(_) if length.is_zero() => {}
            Time::Real(_) => std::thread::sleep(length),
            Time::Virtual(micros) => {
                micros.fetch_add(length.as_micros() as u64, Ordering::SeqCst);
            }
        }
    }
}
