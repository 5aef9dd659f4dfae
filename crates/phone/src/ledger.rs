//! What truly happened on the phone. Tests read it; nobody who drives the phone does.

/// One thing that changed the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    MessageSent { app: String, to: String, text: String },
    SettingChanged { table: String, name: String, value: String },
    NoteSaved { title: String, body: String },
    NoteDeleted { title: String },
    AppOpened { package: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Microseconds since the phone started.
    pub at: u64,
    pub deed: Deed,
}

#[derive(Clone, Debug, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    pub fn note(&mut self, at: u64, deed: Deed) {
        self.entries.push(Entry { at, deed });
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}
