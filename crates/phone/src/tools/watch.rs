//! A stop watch for the phone's own work: the time that its programs take, without the time in which a client reads what
//! they say. Whoever measures a client subtracts it, because no client can be faster than its phone.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Microseconds inside the phone's programs since the start or the last reset.
#[derive(Debug, Default)]
pub struct Watch(AtomicU64);

impl Watch {
    pub fn micros(&self) -> u64 {
        self.0.load(Relaxed)
    }

    pub fn reset(&self) {
        self.0.store(0, Relaxed);
    }

    pub fn add(&self, spent: Duration) {
        self.0.fetch_add(u64::try_from(spent.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    /// Counts what this takes, without its writing.
    pub fn count<T>(&self, out: &mut dyn Write, work: impl FnOnce(&mut dyn Write) -> T) -> T {
        let begun = Instant::now();
        let mut out = Outward { out, spent: Duration::ZERO };
        let done = work(&mut out);
        let outward = out.spent;
        self.add(begun.elapsed().saturating_sub(outward));
        done
    }
}

/// What leaves the phone, and how long that takes.
struct Outward<'a> {
    out: &'a mut dyn Write,
    spent: Duration,
}

impl Write for Outward<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let begun = Instant::now();
        let written = self.out.write(bytes);
        self.spent += begun.elapsed();
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that reads slowly, without a clock of its own: it works for a while.
    struct Slow;

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_millis(5) {
                std::hint::spin_loop();
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn writing_to_a_client_is_no_work_of_the_phone() {
        let watch = Watch::default();
        let begun = Instant::now();
        watch.count(&mut Slow, |out| out.write_all(b"x")).unwrap();
        let whole = u64::try_from(begun.elapsed().as_micros()).unwrap();
        assert!(watch.micros() + 5_000 <= whole, "{} of {whole}", watch.micros());
        watch.add(Duration::from_micros(7));
        assert!(watch.micros() >= 7);
        watch.reset();
        assert_eq!(watch.micros(), 0);
    }
}
