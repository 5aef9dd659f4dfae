//! Standard output is data, standard error is talk. A reader who has seen enough (`| head`) is no error, and talk that
//! nobody can hear is no reason to stop: neither may end a run, or take its exit code.

use crate::open::Ended;
use anyhow::Result;
use std::fmt::Arguments;
use std::io::{self, Write};
use tapwise_engine::trace::Outcome;

pub fn line(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Ended(Outcome::Failed(format!("standard output cannot be written: {error}"))).into())
        }
        _ => Ok(()),
    }
}

/// A line on standard error, as `eprintln!`, which would panic where nobody reads it.
macro_rules! talk {
    ($($told:tt)*) => { $crate::out::say(format_args!("{}\n", format_args!($($told)*))) };
}
pub(crate) use talk;

/// Text on standard error, as it is.
pub fn say(told: Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(told);
}
