//! `settings`: Android's settings tables by hand.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;
use crate::system::Table;

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let words = super::without_user(args);
    let words = words.as_slice();
    let Some(table) = words.get(1).map(|name| Table::parse(name)) else { return usage(io) };
    let Some(table) = table else {
        fail(io, &format!("Invalid namespace '{}'", words[1]));
        return WRONG;
    };
    match words {
        ["get", _, name] => {
            let android = tools.android();
            say(io, android.settings.get(table, name).unwrap_or("null"));
        }
        ["put", _, name, value, ..] => {
            let mut android = tools.android();
            if (table, *name) == (Table::Secure, "default_input_method") {
                android.ime.choose(value);
                android.settings.put(table, name, value);
                android.refresh();
            } else {
                android.put_setting(table, name, value);
            }
        }
        ["delete", _, name] => {
            let mut android = tools.android();
            let rows = usize::from(android.settings.delete(table, name));
            android.refresh();
            say(io, &format!("Deleted {rows} rows"));
        }
        ["list", _] => {
            let android = tools.android();
            for (name, value) in android.settings.list(table) {
                say(io, &format!("{name}={value}"));
            }
        }
        _ => return usage(io),
    }
    0
}

fn usage(io: &mut Io<'_>) -> u8 {
    fail(
        io,
        "Settings provider (settings) commands:\n  get [--user <USER_ID> | current] NAMESPACE KEY\n  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]\n  delete [--user <USER_ID> | current] NAMESPACE KEY\n  list [--user <USER_ID> | current] NAMESPACE",
    );
    WRONG
}
