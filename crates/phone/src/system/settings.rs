//! Android's three settings tables.

use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    System,
    Secure,
    Global,
}

impl Table {
    pub fn parse(name: &str) -> Option<Table> {
        match name {
            "system" => Some(Table::System),
            "secure" => Some(Table::Secure),
            "global" => Some(Table::Global),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Table::System => "system",
            Table::Secure => "secure",
            Table::Global => "global",
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Settings {
    values: BTreeMap<(Table, String), String>,
}

impl Settings {
    pub fn get(&self, table: Table, name: &str) -> Option<&str> {
        self.values.get(&(table, name.to_owned())).map(String::as_str)
    }

    /// A setting that is on or off.
    pub fn is_on(&self, table: Table, name: &str) -> bool {
        self.get(table, name) == Some("1")
    }

    pub fn put(&mut self, table: Table, name: &str, value: &str) {
        self.values.insert((table, name.to_owned()), value.to_owned());
    }

    /// True where there was one to remove.
    pub fn delete(&mut self, table: Table, name: &str) -> bool {
        self.values.remove(&(table, name.to_owned())).is_some()
    }

    pub fn list(&self, table: Table) -> impl Iterator<Item = (&str, &str)> {
        self.values
            .iter()
            .filter(move |((t, _), _)| *t == table)
            .map(|((_, name), value)| (name.as_str(), value.as_str()))
    }
}
