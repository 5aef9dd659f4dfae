//! What truly happened on the phone. Tests read it; nobody who drives the phone does.

use jiff::civil::DateTime;
use serde::Serialize;

/// One thing that changed the world. `app` is the package it happened in; money is written as people do, `¥12.50`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
pub enum Deed {
    AppOpened {
        package: String,
    },
    AppInstalled {
        package: String,
    },
    AppRemoved {
        package: String,
    },
    MessageSent {
        app: String,
        to: String,
        text: String,
    },
    SmsSent {
        to: String,
        text: String,
    },
    CallMade {
        to: String,
    },
    CallAnswered {
        from: String,
    },
    Paid {
        app: String,
        to: String,
        amount: String,
    },
    OrderPlaced {
        app: String,
        goods: String,
        count: u32,
        amount: String,
    },
    CartAdded {
        app: String,
        goods: String,
        count: u32,
    },
    Liked {
        app: String,
        what: String,
    },
    Unliked {
        app: String,
        what: String,
    },
    Commented {
        app: String,
        what: String,
        text: String,
    },
    Posted {
        app: String,
        text: String,
    },
    NoteSaved {
        title: String,
        body: String,
    },
    ContactSaved {
        name: String,
        number: String,
    },
    AlarmSet {
        time: String,
        on: bool,
    },
    /// Something is gone for good; `kind` says what it was: note, contact, photo, alarm, chat …
    Deleted {
        app: String,
        kind: String,
        what: String,
    },
    SettingChanged {
        table: String,
        name: String,
        value: String,
    },
    PermissionGranted {
        package: String,
        permission: String,
    },
    PermissionDenied {
        package: String,
        permission: String,
    },
    SignedIn {
        app: String,
        user: String,
    },
    SignedOut {
        app: String,
    },
    UrlOpened {
        url: String,
    },
    FormSent {
        url: String,
        fields: Vec<(String, String)>,
    },
    /// The changed button of a near-twin screen was touched: a mistake.
    TwinTouched {
        text: String,
    },
    FileWritten {
        path: String,
        bytes: u64,
    },
    /// So much happened that what follows is no longer told.
    LedgerFull,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Microseconds since the phone started.
    pub at: u64,
    /// What the phone's own clock showed.
    pub time: DateTime,
    #[serde(flatten)]
    pub deed: Deed,
}

/// A phone that does more than this is being tortured, and what came first tells enough.
const ENTRIES_MAX: usize = 100_000;
/// All entries together, as JSON.
const BYTES_MAX: usize = 8 * 1024 * 1024;

#[derive(Clone, Debug, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
    bytes: usize,
    full: bool,
}

impl Ledger {
    pub fn note(&mut self, at: u64, time: DateTime, deed: Deed) {
        if self.full {
            return;
        }
        self.bytes += serde_json::to_string(&deed).map_or(0, |text| text.len());
        self.full = self.entries.len() + 1 >= ENTRIES_MAX || self.bytes > BYTES_MAX;
        let deed = if self.full { Deed::LedgerFull } else { deed };
        self.entries.push(Entry { at, time, deed });
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(url: &str, times: u64) -> Ledger {
        let mut ledger = Ledger::default();
        let time = jiff::civil::date(2026, 3, 1).at(8, 0, 0, 0);
        (0..times).for_each(|at| ledger.note(at, time, Deed::UrlOpened { url: url.to_owned() }));
        ledger
    }

    #[test]
    fn a_ledger_that_is_full_says_so_once_and_grows_no_more() {
        for (url, times) in [("x".repeat(20_000), 1_000), ("x".to_owned(), ENTRIES_MAX as u64 + 10)] {
            let ledger = filled(&url, times);
            let (last, before) = ledger.entries().split_last().unwrap();
            assert_eq!(last.deed, Deed::LedgerFull);
            assert!(
                before.len() < times as usize && before.iter().all(|entry| entry.deed != Deed::LedgerFull)
            );
            let bytes: usize = before.iter().map(|_| url.len()).sum();
            assert!(bytes <= BYTES_MAX);
        }
        assert!(
            filled("https://example.cn/", 100).entries().iter().all(|entry| entry.deed != Deed::LedgerFull)
        );
    }
}
