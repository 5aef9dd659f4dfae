//! What a run tells while it happens: one line per step, which grows until the step ends.

use crate::plan::count;
use std::io::{Stderr, Write, stderr};
use std::time::Duration;
use tapwise_engine::clock::Clock;
use tapwise_engine::run::Progress;

pub struct Talker<'a> {
    clock: &'a dyn Clock,
    to: Stderr,
    /// When the step began whose line is not ended yet.
    line: Option<Duration>,
}

impl<'a> Talker<'a> {
    pub fn new(clock: &'a dyn Clock) -> Self {
        Self { clock, to: stderr(), line: None }
    }

    pub fn tell(&mut self, progress: Progress) {
        let now = self.clock.now();
        let told = match progress {
            Progress::Begun { run } => format!("run {run}\n"),
            Progress::Planned { from, steps } => format!("{from}: {}\n", count(steps)),
            Progress::Step { number, of, says } => {
                self.line = Some(now);
                format!("{number}/{of} {says} … ")
            }
            Progress::Found { by } => format!("by {} … ", by.name()),
            Progress::Trouble { says } => format!("[{says}] "),
            Progress::Done { says } => {
                let took = now.saturating_sub(self.line.take().unwrap_or(now));
                format!("{says} {}\n", seconds(took.as_secs_f64()))
            }
        };
        // Talk that nobody can hear is no reason to stop.
        let _ = self.to.write_all(told.as_bytes()).and_then(|()| self.to.flush());
    }

    /// Ends the line of a step that did not come to its end.
    pub fn end(mut self) {
        if self.line.take().is_some() {
            let _ = writeln!(self.to);
        }
    }
}

/// As many places as a person needs to compare steps.
pub fn seconds(seconds: f64) -> String {
    if seconds < 9.95 { format!("{seconds:.2} s") } else { format!("{seconds:.1} s") }
}
