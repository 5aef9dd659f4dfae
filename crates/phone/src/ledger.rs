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

#[derive(Clone, Debug, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    pub fn note(&mut self, at: u64, time: DateTime, deed: Deed) {
        self.entries.push(Entry { at, time, deed });
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
