//! `ime`: input methods, listed and chosen.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;
use crate::system::Table;

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let words = super::without_user(args);
    match words.as_slice() {
        ["list", flags @ ..] => {
            let all = flags.iter().any(|flag| flag.contains('a'));
            let short = flags.iter().any(|flag| flag.contains('s'));
            for (id, enabled) in tools.android().ime.installed() {
                if !all && !enabled {
                    continue;
                }
                if short {
                    say(io, id);
                } else {
                    say(io, &format!("{id}:\n  mId={id} mSettingsActivityName=null mIsDefaultResId=0x0"));
                }
            }
            0
        }
        ["enable", id] => {
            if !tools.android().ime.enable(id, true) {
                fail(io, &format!("Unknown input method {id} cannot be enabled for user #0"));
                return WRONG;
            }
            say(io, &format!("Input method {id}: now enabled for user #0"));
            0
        }
        ["disable", id] => {
            let mut android = tools.android();
            if !android.ime.enable(id, false) {
                drop(android);
                fail(io, &format!("Unknown input method {id} cannot be disabled for user #0"));
                return WRONG;
            }
            follow(&mut android);
            say(io, &format!("Input method {id}: now disabled for user #0"));
            0
        }
        ["set", id] => {
            let mut android = tools.android();
            if !android.ime.choose(id) {
                drop(android);
                fail(io, &format!("Unknown input method {id} cannot be selected for user #0"));
                return WRONG;
            }
            follow(&mut android);
            say(io, &format!("Input method {id} selected for user #0"));
            0
        }
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

/// The settings table tells the chosen input method, too. Not a deed of the user: the ledger stays as it is.
fn follow(android: &mut crate::system::Android) {
    let current = android.ime.current();
    android.settings.put(Table::Secure, "default_input_method", current);
    android.refresh();
}
