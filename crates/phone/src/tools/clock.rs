//! `date`, `sleep` and `uptime`, all by the phone's own clock.

use std::time::Duration;

use super::{Args, Tools, fail, say};
use crate::shell::Io;

const LONGEST_SLEEP: f64 = 120.0;

pub fn date(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let wall = tools.android().wall();
    let wanted = args.iter().find_map(|arg| arg.strip_prefix('+'));
    let form = wanted.unwrap_or("%a %b %e %H:%M:%S CST %Y");
    let zoned = crate::time::zoned(wall);
    match jiff::fmt::strtime::format(form, &zoned) {
        Ok(text) => {
            say(io, &text);
            0
        }
        Err(_) => {
            fail(io, &format!("date: bad format '+{form}'"));
            1
        }
    }
}

pub fn sleep(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let Some(word) = args.first() else {
        fail(io, "sleep: Needs 1 argument (see \"sleep --help\")");
        return 1;
    };
    let (number, unit) = match word.char_indices().next_back() {
        Some((at, 's')) => (&word[..at], 1.0),
        Some((at, 'm')) => (&word[..at], 60.0),
        Some((at, 'h')) => (&word[..at], 3_600.0),
        _ => (word.as_str(), 1.0),
    };
    match number.parse::<f64>() {
        // A client that has left cannot wake its sleeper, so nobody sleeps longer than a client waits.
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => {
            tools.take(Duration::from_secs_f64((seconds * unit).min(LONGEST_SLEEP)));
            0
        }
        _ => {
            fail(io, &format!("sleep: not float '{word}'"));
            1
        }
    }
}

pub fn uptime(tools: &Tools, io: &mut Io<'_>) -> u8 {
    let seconds = tools.android().uptime_micros() / 1_000_000;
    say(io, &format!(" up {} min,  0 users,  load average: 0.08, 0.03, 0.01", seconds / 60));
    0
}
