//! `svc`, `locksettings`, and those services of `cmd` that switch something: WLAN, mobile data, flight mode,
//! Bluetooth, location, night.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;
use crate::system::Table;

const SVC: &str = "Available commands:
    help     Show information about the subcommands
    power    Control the power manager
    data     Control mobile data connectivity
    wifi     Control the Wi-Fi manager
    usb      Control Usb state
    nfc      Control NFC functions
    bluetooth Control Bluetooth service";

fn words<'a>(args: Args<'a>) -> Vec<&'a str> {
    args.iter().map(String::as_str).collect()
}

pub fn svc(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let words = words(args);
    match words.as_slice() {
        [thing @ ("wifi" | "data" | "bluetooth" | "nfc"), rest @ ..] => radio(tools, thing, rest, io),
        ["power", rest @ ..] => power(tools, rest, io),
        ["usb", "getFunctions"] => {
            say(io, "adb");
            0
        }
        ["usb", "setFunctions" | "resetUsbGadget", ..] => 0,
        ["usb", ..] => {
            fail(
                io,
                "Control Usb state\n\nusage: svc usb setFunctions [function]\n       svc usb getFunctions",
            );
            1
        }
        [] | ["help"] => {
            say(io, SVC);
            0
        }
        [other, ..] => {
            fail(io, &format!("Invalid command: {other}\n{SVC}"));
            1
        }
    }
}

fn radio(tools: &Tools, thing: &str, words: &[&str], io: &mut Io<'_>) -> u8 {
    let (name, title) = match thing {
        "wifi" => ("wifi_on", "Control the Wi-Fi manager"),
        "data" => ("mobile_data", "Control mobile data connectivity"),
        "bluetooth" => ("bluetooth_on", "Control Bluetooth service"),
        _ => ("nfc_on", "Control NFC functions"),
    };
    match words {
        [verb @ ("enable" | "disable")] => set(tools, name, *verb == "enable"),
        _ => {
            fail(
                io,
                &format!("{title}\n\nusage: svc {thing} [enable|disable]\n         Turn {thing} on or off."),
            );
            1
        }
    }
}

fn power(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    let bits = match words {
        ["stayon", "false"] => "0",
        ["stayon", "ac"] => "1",
        ["stayon", "usb"] => "2",
        ["stayon", "wireless"] => "4",
        ["stayon", "true"] => "7",
        _ => {
            fail(
                io,
                "Control the power manager\n\nusage: svc power stayon [true|false|usb|ac|wireless]\n         Set the 'keep awake while plugged in' setting.\n       svc power reboot [reason]\n       svc power shutdown",
            );
            return 1;
        }
    };
    u8::from(!tools.put_setting(Table::Global, "stay_on_while_plugged_in", bits))
}

/// The services of `cmd` that are switches; `None` where this is none of them.
pub fn cmd(tools: &Tools, name: &str, args: Args<'_>, io: &mut Io<'_>) -> Option<u8> {
    let words = words(args);
    Some(match name {
        "uimode" => night(tools, &words, io),
        "connectivity" => flight(tools, &words, io),
        "wifi" => wifi(tools, &words, io),
        "bluetooth_manager" => match words.as_slice() {
            [verb @ ("enable" | "disable")] => set(tools, "bluetooth_on", *verb == "enable"),
            ["wait-for-state:STATE_ON" | "wait-for-state:STATE_OFF"] => 0,
            other => unknown(other, io),
        },
        "phone" => match words.as_slice() {
            ["data", verb @ ("enable" | "disable")] => set(tools, "mobile_data", *verb == "enable"),
            other => unknown(other, io),
        },
        "location" => location(tools, &words, io),
        "statusbar" => match words.as_slice() {
            ["expand-notifications" | "expand-settings"] => {
                tools.android().expand_shade();
                0
            }
            ["collapse"] => {
                tools.android().collapse_shade();
                0
            }
            other => unknown(other, io),
        },
        // These are there, and what they do is not: the words are Android's for a command that it does not know.
        "notification" | "power" | "display" | "audio" | "battery" => unknown(&words, io),
        _ => return None,
    })
}

fn unknown(words: &[&str], io: &mut Io<'_>) -> u8 {
    match words.first() {
        Some(word) => say(io, &format!("Unknown command: {word}")),
        None => say(io, "No shell command implementation."),
    }
    WRONG
}

fn set(tools: &Tools, name: &str, on: bool) -> u8 {
    u8::from(!tools.put_setting(Table::Global, name, if on { "1" } else { "0" }))
}

fn location(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    match words {
        ["is-location-enabled"] => {
            let off = tools.android().settings.get(Table::Secure, "location_mode") == Some("0");
            say(io, if off { "false" } else { "true" });
            0
        }
        ["set-location-enabled", wanted @ ("true" | "false")] => {
            let mode = if *wanted == "true" { "3" } else { "0" };
            u8::from(!tools.put_setting(Table::Secure, "location_mode", mode))
        }
        other => unknown(other, io),
    }
}

/// `locksettings`: this phone has a lock and no secret, so every secret fits.
pub fn locksettings(args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let words = words(args);
    match words.as_slice() {
        ["get-disabled"] => say(io, "true"),
        ["verify", ..] => say(io, "Lock credential verified successfully"),
        ["clear", ..] => say(io, "Lock credential cleared"),
        other => return unknown(other, io),
    }
    0
}

fn night(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    match words {
        ["night"] => {}
        ["night", wanted @ ("yes" | "no" | "auto")] => {
            let value = match *wanted {
                "yes" => "2",
                "no" => "1",
                _ => "0",
            };
            tools.put_setting(Table::Secure, "ui_night_mode", value);
        }
        ["night", _] => {
            fail(io, "Error: mode must be 'yes', 'no', or 'auto'");
            return WRONG;
        }
        other => return unknown(other, io),
    }
    let mode = tools.android().settings.get(Table::Secure, "ui_night_mode").unwrap_or("1").to_owned();
    let word = match mode.as_str() {
        "2" => "yes",
        "0" => "auto",
        _ => "no",
    };
    say(io, &format!("Night mode: {word}"));
    0
}

fn flight(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    match words {
        ["airplane-mode"] => {
            let on = tools.android().settings.is_on(Table::Global, "airplane_mode_on");
            say(io, if on { "enabled" } else { "disabled" });
            0
        }
        ["airplane-mode", verb @ ("enable" | "disable")] => set(tools, "airplane_mode_on", *verb == "enable"),
        ["airplane-mode", ..] | [] | ["help"] => {
            say(
                io,
                "Connectivity service commands:\n  help\n    Print this help text.\n  airplane-mode [enable|disable]\n    Turn airplane mode on or off.\n  airplane-mode\n    Get airplane mode.",
            );
            WRONG
        }
        other => unknown(other, io),
    }
}

fn wifi(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    match words {
        ["set-wifi-enabled", verb @ ("enabled" | "disabled")] => set(tools, "wifi_on", *verb == "enabled"),
        ["set-wifi-enabled", ..] => {
            fail(
                io,
                "Invalid args for set-wifi-enabled: java.lang.IllegalArgumentException: Expected 'enabled' or 'disabled' as next arg but got something else",
            );
            WRONG
        }
        ["status"] => {
            let on = tools.android().settings.is_on(Table::Global, "wifi_on");
            say(io, if on { "Wifi is enabled" } else { "Wifi is disabled" });
            if on {
                say(
                    io,
                    "Wifi scanning is always available\n==== Primary ClientModeManager instance ====\nWifi is connected to \"Tapwise\"",
                );
            }
            0
        }
        other => unknown(other, io),
    }
}
