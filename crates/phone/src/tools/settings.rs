//! `settings`: Android's settings tables by hand.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;
use crate::system::Table;

const HELP: &str = "Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
      TAG to associate with the setting.
      {default} to set as the default, case-insensitive only for global/secure namespace
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
      Reset the global/secure table for a package with mode.
      RESET_MODE is one of {untrusted_defaults, untrusted_clear, trusted_defaults}, case-insensitive
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive";

/// What the tables hold, before it is the table's turn to run out of room.
const VALUE_MAX: usize = 20_000;
const ROWS_MAX: usize = 5_000;

impl Tools {
    /// Writes a setting and whatever follows from it; false where there is no room.
    pub(super) fn put_setting(&self, table: Table, name: &str, value: &str) -> bool {
        let mut android = self.android();
        let room =
            android.settings.get(table, name).is_some() || android.settings.list(table).count() < ROWS_MAX;
        if !room || name.len() + value.len() > VALUE_MAX {
            return false;
        }
        if (table, name) == (Table::Secure, "default_input_method") {
            android.ime.choose(value);
            android.settings.put(table, name, value);
            android.refresh();
        } else {
            android.put_setting(table, name, value);
        }
        drop(android);
        self.portal_noticed(table, name, value);
        true
    }

    /// True where there was one to delete.
    pub(super) fn delete_setting(&self, table: Table, name: &str) -> bool {
        let mut android = self.android();
        let gone = android.settings.delete(table, name);
        android.refresh();
        gone
    }
}

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let words = super::without_user(args);
    let Some((verb, rest)) = words.split_first() else {
        say(io, HELP);
        return WRONG;
    };
    let verb = verb.to_ascii_lowercase();
    if matches!(verb.as_str(), "help" | "-h") {
        say(io, HELP);
        return 0;
    }
    if !matches!(verb.as_str(), "get" | "put" | "delete" | "list" | "reset") {
        return wrong(io, &format!("Invalid command: {verb}"));
    }
    let Some((name, rest)) = rest.split_first() else { return wrong(io, "Bad arguments") };
    let Some(table) = Table::parse(&name.to_ascii_lowercase()) else {
        return wrong(io, &format!("Invalid namespace '{name}'"));
    };
    match (verb.as_str(), rest) {
        ("get", [name]) => {
            let android = tools.android();
            say(io, android.settings.get(table, name).unwrap_or("null"));
        }
        ("put", [name, value] | [name, value, _]) => return put(tools, table, name, value, io),
        ("put", [name, value, _, last]) if last.eq_ignore_ascii_case("default") => {
            return put(tools, table, name, value, io);
        }
        ("put", [_, _, _, _]) => return wrong(io, "Argument expected to be 'default'"),
        ("delete", [name]) => {
            let rows = u8::from(tools.delete_setting(table, name));
            say(io, &format!("Deleted {rows} rows"));
        }
        ("list", _) => {
            let android = tools.android();
            for (name, value) in android.settings.list(table) {
                say(io, &format!("{name}={value}"));
            }
        }
        // Nothing here was set by a package, so that nothing goes back.
        ("reset", [_] | [_, _]) => {}
        ("get" | "delete", [_, _, ..]) | ("put", [_, _, _, _, _, ..]) | ("reset", [_, _, _, ..]) => {
            return wrong(io, "Too many arguments");
        }
        _ => return wrong(io, "Bad arguments"),
    }
    0
}

fn put(tools: &Tools, table: Table, name: &str, value: &str, io: &mut Io<'_>) -> u8 {
    if tools.put_setting(table, name, value) {
        return 0;
    }
    let what = "java.lang.IllegalStateException: You are adding too many system settings. You should stop using system settings for app specific data package: com.android.shell";
    wrong(io, &format!("\nException occurred while executing 'put':\n{what}"))
}

fn wrong(io: &mut Io<'_>, what: &str) -> u8 {
    fail(io, what);
    WRONG
}
