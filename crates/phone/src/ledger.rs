//! What truly happened on the phone. Tests read it; nobody who drives the phone does.

use jiff::civil::DateTime;
use serde::Serialize;

/// A day that an alarm rings on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Day {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

impl Day {
    pub const ALL: [Day; 7] = [Day::Mon, Day::Tue, Day::Wed, Day::Thu, Day::Fri, Day::Sat, Day::Sun];
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlarmFacts {
    /// When it rings, `07:30`; not `time`, which is when the deed was done.
    pub alarm: String,
    pub on: bool,
    /// None means once.
    pub days: Vec<Day>,
    pub label: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ContactFacts {
    pub name: String,
    /// Digits alone.
    pub number: String,
    pub email: String,
    pub company: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoteFacts {
    pub title: String,
    pub body: String,
}

/// What money went out as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Payment {
    Transfer,
    RedPacket,
    /// For what an order holds.
    Order,
}

/// What was done with a stopwatch or a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// Another length was chosen.
    Set,
    Started,
    Lap,
    Stopped,
    Cleared,
}

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
        /// Of the receiver, where there is one.
        account: String,
        amount: String,
        payment: Payment,
        /// What was written to it.
        text: String,
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
        /// Colour and size, where there is a choice.
        choice: String,
        count: u32,
    },
    /// Another number of what lies in the cart.
    CartChanged {
        app: String,
        goods: String,
        choice: String,
        count: u32,
        was: u32,
    },
    /// Also favourites: of goods, photos, contacts.
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
    /// Put on top of its list; `kind` says what it is: note, chat.
    Pinned {
        app: String,
        kind: String,
        what: String,
    },
    Unpinned {
        app: String,
        kind: String,
        what: String,
    },
    /// A page of the web (`place` is its address) or of a book.
    Bookmarked {
        app: String,
        what: String,
        place: String,
    },
    Unbookmarked {
        app: String,
        what: String,
        place: String,
    },
    /// A chat was marked as read or unread by hand.
    Marked {
        app: String,
        what: String,
        read: bool,
    },
    /// Without `was` it is new; so it is with contacts and alarms.
    NoteSaved {
        app: String,
        #[serde(flatten)]
        now: NoteFacts,
        was: Option<NoteFacts>,
    },
    ContactSaved {
        #[serde(flatten)]
        now: ContactFacts,
        was: Option<ContactFacts>,
    },
    AlarmSet {
        #[serde(flatten)]
        now: AlarmFacts,
        was: Option<AlarmFacts>,
    },
    Calculated {
        formula: String,
        result: String,
    },
    Timer {
        done: Timing,
        minutes: u32,
    },
    Stopwatch {
        done: Timing,
    },
    /// Something is gone; `kind` says what it was (note, contact, photo, alarm, chat …), `what` its name, and `which` tells
    /// it from others of that name: the body of a note, a number, days and label of an alarm, how many of some goods.
    Deleted {
        app: String,
        kind: String,
        what: String,
        which: String,
    },
    /// Fetched back from where deleted things lie.
    Restored {
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

impl Deed {
    /// Something was put on top of its list, or is there no longer.
    pub fn pin(app: &str, kind: &str, what: String, on_top: bool) -> Deed {
        let (app, kind) = (app.to_owned(), kind.to_owned());
        match on_top {
            true => Deed::Pinned { app, kind, what },
            false => Deed::Unpinned { app, kind, what },
        }
    }
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
