//! Which files were written, for the ledger.

use std::sync::{MutexGuard, PoisonError};

use super::tree::Tree;
use super::{Files, rules};

/// Kept at most; a phone that writes more is being tortured, and the first ones tell enough.
const WRITTEN_MAX: usize = 10_000;
/// All their paths together.
const PATHS_MAX: usize = 1024 * 1024;

/// One file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Microseconds since 1970.
    pub at: i64,
    pub path: String,
    pub bytes: u64,
}

#[derive(Default)]
pub(super) struct Log {
    written: Vec<(u64, Written)>,
    paths: usize,
    /// When the first one was left out.
    full_at: Option<i64>,
}

impl Log {
    pub fn opened(&mut self, id: u64, path: &[u8], at: i64) {
        if self.full_at.is_some() {
            return;
        }
        if self.written.len() >= WRITTEN_MAX || self.paths + path.len() > PATHS_MAX {
            self.full_at = Some(at);
            return;
        }
        self.paths += path.len();
        let path = String::from_utf8_lossy(path).into_owned();
        self.written.push((id, Written { at, path, bytes: 0 }));
    }

    /// More was written into an open file, up to `end`.
    pub fn grew(&mut self, id: u64, end: u64) {
        if let Some((_, written)) = self.written.iter_mut().rev().find(|(known, _)| *known == id) {
            written.bytes = written.bytes.max(end);
        }
    }
}

impl Files {
    pub(super) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every file that was written, in order.
    pub fn written(&self) -> Vec<Written> {
        self.log().written.iter().map(|(_, written)| written.clone()).collect()
    }

    /// When so many had been written that one was no longer told.
    pub fn written_full_at(&self) -> Option<i64> {
        self.log().full_at
    }

    /// A full phone takes nothing more.
    pub fn set_full(&self, yes: bool) {
        self.lock().full = yes;
    }

    /// The files of the first day.
    pub fn reset(&self) {
        *self.lock() = Tree::bare(self.now());
        rules::furnish(self);
        *self.log() = Log::default();
    }
}
