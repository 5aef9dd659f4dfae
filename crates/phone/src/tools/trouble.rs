//! Faults as the phone's programs feel them: commands that hang or fail, pictures that are black, cut or mangled,
//! trees that cannot be had, reports that say nothing.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Tools, fail};
use crate::fault::FaultKind as K;
use crate::shell::Io;
use crate::system::Android;
use crate::time::Time;

/// How often a hanging command looks whether the phone is well again.
const GLANCE: Duration = Duration::from_millis(20);

/// What happens before a program runs; a code where it does not run at all.
pub fn before(tools: &Tools, name: &str, io: &mut Io<'_>) -> Option<u8> {
    tools.before_call(name);
    if tools.android().faults().is_empty() {
        return None;
    }
    if tools.android().feels(name, |kind| *kind == K::EmptyDumpsys && name == "dumpsys").is_some() {
        return Some(0);
    }
    // The phone is not held while the command hangs: others may use it.
    let hangs = tools.android().feels(name, |kind| matches!(kind, K::Hang { .. }));
    if let Some(K::Hang { millis }) = hangs {
        hang(&tools.android, &tools.time, millis);
    }
    let fails = tools.android().feels(name, |kind| matches!(kind, K::ExitCode { .. }));
    match fails {
        Some(K::ExitCode { code }) => {
            fail(io, &format!("{name}: failed"));
            Some(code)
        }
        _ => None,
    }
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
    Black,
    Failed,
    Cut,
    Crlf,
}

pub fn exposure(android: &Mutex<Android>) -> Exposure {
    let picture = |kind: &K| matches!(kind, K::BlackFrame | K::NoPicture | K::PictureCut | K::PictureCrlf);
    match android.lock().unwrap_or_else(PoisonError::into_inner).feels("screencap", picture) {
        Some(K::BlackFrame) => Exposure::Black,
        Some(K::NoPicture) => Exposure::Failed,
        Some(K::PictureCut) => Exposure::Cut,
        Some(K::PictureCrlf) => Exposure::Crlf,
        _ => Exposure::Good,
    }
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
            Exposure::Good | Exposure::Black | Exposure::Failed => bytes,
        }
    }
}

/// Why there is no fresh tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeTrouble {
    NotIdle,
    NullRoot,
    Stale,
}

pub fn tree_trouble(tools: &Tools) -> Option<TreeTrouble> {
    let tree = |kind: &K| matches!(kind, K::NotIdle | K::NullRoot | K::StaleTree);
    Some(match tools.android().feels("uiautomator", tree)? {
        K::NotIdle => TreeTrouble::NotIdle,
        K::StaleTree => TreeTrouble::Stale,
        _ => TreeTrouble::NullRoot,
    })
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
