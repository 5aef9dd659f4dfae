//! Faults as the phone's programs feel them: commands that hang or fail, pictures that are black, cut or mangled,
//! trees that cannot be had, reports that say nothing.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Outside, Tools, app_process, fail, portal, program_of};
use crate::fault::FaultKind as K;
use crate::shell::Io;
use crate::system::{Android, Frame};
use crate::time::Time;

/// How often a hanging command looks whether the phone is well again.
const GLANCE: Duration = Duration::from_millis(20);

/// What a call meets before it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    Nothing,
    /// It ends with this code.
    Failure(u8),
    /// Nobody hears the answer: all connections were just cut.
    Cut,
}

/// A call of that program is about to be answered, whoever does its work: faults that waited for it begin, those
/// that are over end.
pub fn meet(android: &Mutex<Android>, time: &Time, outside: &Outside, program: &str) -> Met {
    let lock = || android.lock().unwrap_or_else(PoisonError::into_inner);
    lock().before_call(program);
    if outside.follow_faults(android) {
        return Met::Cut;
    }
    // The phone is not held while the command hangs: others may use it.
    let hangs = lock().feels(program, |kind| matches!(kind, K::Hang { .. }));
    if let Some(K::Hang { millis }) = hangs {
        hang(android, time, millis);
    }
    let fails = lock().feels(program, |kind| matches!(kind, K::ExitCode { .. }));
    match fails {
        Some(K::ExitCode { code }) => Met::Failure(code),
        _ => Met::Nothing,
    }
}

/// The program that a call is to the faults: whoever reaches one by another way meets what is set for it.
pub fn stands_for<'a>(name: &'a str, args: &[String]) -> &'a str {
    let first = |skipped: &str| args.iter().map(String::as_str).find(|word| *word != skipped);
    match name {
        "cmd" => first("-w").and_then(program_of).unwrap_or(name),
        "app_process" | "app_process32" | "app_process64" => {
            app_process::stands_for(args).unwrap_or("app_process")
        }
        "content" => portal::stands_for(args).unwrap_or(name),
        _ => name,
    }
}

/// What happens before a program runs; a code where it does not run at all.
pub fn before(tools: &Tools, name: &str, io: &mut Io<'_>) -> Option<u8> {
    let met = tools.meet(name);
    if name == "dumpsys" && tools.android().feels(name, |kind| *kind == K::EmptyDumpsys).is_some() {
        return Some(0);
    }
    let Met::Failure(code) = met else { return None };
    fail(io, &format!("{name}: failed"));
    Some(code)
}

/// Lets the time pass in small parts, so that clearing the faults ends it.
pub fn hang(android: &Mutex<Android>, time: &Time, millis: u64) {
    let cleared = || android.lock().unwrap_or_else(PoisonError::into_inner).times_cleared();
    let (mut left, before) = (Duration::from_millis(millis), cleared());
    while !left.is_zero() && cleared() == before {
        let part = left.min(GLANCE);
        time.pass(part);
        left -= part;
    }
}

/// How a picture comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    Good,
    Cut,
    Crlf,
}

/// The picture of this moment as it comes out, whoever takes it; what it becomes as bytes is still to be spoilt.
pub fn exposed(android: &Mutex<Android>) -> Option<(Frame, Exposure)> {
    let mut android = android.lock().unwrap_or_else(PoisonError::into_inner);
    let picture = |kind: &K| matches!(kind, K::BlackFrame | K::NoPicture | K::PictureCut | K::PictureCrlf);
    let exposure = match android.feels("screencap", picture) {
        Some(K::NoPicture) => return None,
        Some(K::BlackFrame) => return Some((android.picture()?.black()?, Exposure::Good)),
        Some(K::PictureCut) => Exposure::Cut,
        Some(K::PictureCrlf) => Exposure::Crlf,
        _ => Exposure::Good,
    };
    Some((android.picture()?, exposure))
}

impl Exposure {
    /// What became of the bytes of a picture.
    pub fn spoil(self, bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Exposure::Cut => bytes[..bytes.len() * 3 / 5].to_vec(),
            Exposure::Crlf => {
                let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 64);
                for byte in bytes {
                    if byte == b'\n' {
                        out.push(b'\r');
                    }
                    out.push(byte);
                }
                out
            }
            Exposure::Good => bytes,
        }
    }
}

/// The tree as it is told, whoever asks: none, the last one again, or a fresh one, which is kept as the last.
pub fn told_tree<T: Clone>(
    android: &Mutex<Android>,
    last: &mut Option<T>,
    fresh: impl FnOnce() -> Option<T>,
) -> Option<T> {
    let trouble = |kind: &K| matches!(kind, K::NullRoot | K::StaleTree);
    let felt = android.lock().unwrap_or_else(PoisonError::into_inner).feels("uiautomator", trouble);
    match felt {
        Some(K::NullRoot) => return None,
        Some(_) if last.is_some() => {}
        _ => *last = fresh(),
    }
    last.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoilt_picture_is_shorter_or_longer_and_a_good_one_stays() {
        let bytes = b"\x89PNG\r\n\x1a\n rest".to_vec();
        assert_eq!(Exposure::Good.spoil(bytes.clone()), bytes);
        assert!(bytes.starts_with(&Exposure::Cut.spoil(bytes.clone())));
        assert_eq!(Exposure::Crlf.spoil(b"a\nb".to_vec()), b"a\r\nb");
    }
}
