//! `ime`: input methods, listed and chosen.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;
use crate::system::{Android, Table};

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let words = super::without_user(args);
    match words.as_slice() {
        ["list", flags @ ..] => list(tools, flags, io),
        ["enable", id] => {
            change(tools, id, ("enabled", "now enabled"), io, |android| android.ime.enable(id, true))
        }
        ["disable", id] => {
            change(tools, id, ("disabled", "now disabled"), io, |android| android.ime.enable(id, false))
        }
        ["set", id] => change(tools, id, ("selected", "selected"), io, |android| android.ime.choose(id)),
        ["reset"] => {
            let mut android = tools.android();
            android.ime.choose(crate::system::LATIN_IME);
            follow(&mut android);
            say(io, "Reset current and enabled IMEs for user #0");
            0
        }
        _ => {
            fail(
                io,
                "ime <command>:\n  list [-a] [-s]\n  enable [--user <USER_ID>] <ID>\n  disable [--user <USER_ID>] <ID>\n  set [--user <USER_ID>] <ID>\n  reset [--user <USER_ID>]",
            );
            WRONG
        }
    }
}

fn list(tools: &Tools, flags: &[&str], io: &mut Io<'_>) -> u8 {
    let has = |letter: char| flags.iter().any(|flag| flag.contains(letter));
    for (id, enabled) in tools.android().ime.installed() {
        if !has('a') && !enabled {
            continue;
        }
        if has('s') {
            say(io, id);
        } else {
            say(io, &format!("{id}:\n  mId={id} mSettingsActivityName=null mIsDefaultResId=0x0"));
        }
    }
    0
}

/// Does something to one input method; `done` is what Android says of it, when it refuses and when it did so.
fn change(
    tools: &Tools,
    id: &str,
    done: (&str, &str),
    io: &mut Io<'_>,
    act: impl FnOnce(&mut Android) -> bool,
) -> u8 {
    let mut android = tools.android();
    if !act(&mut android) {
        fail(io, &format!("Unknown input method {id} cannot be {} for user #0", done.0));
        return WRONG;
    }
    follow(&mut android);
    let colon = if done.0 == done.1 { "" } else { ":" };
    say(io, &format!("Input method {id}{colon} {} for user #0", done.1));
    0
}

/// The settings table tells the chosen input method, too. Not a deed of the user: the ledger stays as it is.
fn follow(android: &mut Android) {
    let current = android.ime.current();
    android.settings.put(Table::Secure, "default_input_method", current);
    android.refresh();
}
