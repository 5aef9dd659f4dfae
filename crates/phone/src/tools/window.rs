//! `wm` (also `cmd window`): the size, density and rotation that apps get.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;
use crate::system::Table;

const HELP: &str = "Window manager (window) commands:
  help
      Print this help text.
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
    Return or override display size.
    width and height in pixels unless suffixed with 'dp'.
  density [reset|DENSITY] [-d DISPLAY_ID] [-u UNIQUE_ID]
    Return or override display density.
  scaling [off|auto] [-d DISPLAY_ID]
    Set display scaling mode.
  dismiss-keyguard
    Dismiss the keyguard, prompting user for auth if necessary.
  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]
    Print or set user rotation mode and user rotation.";

impl Tools {
    /// How far the screen is turned, in quarters.
    pub(super) fn rotation(&self) -> u8 {
        self.android().rotation()
    }
}

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    for flag in ["-d", "-u"] {
        let Some(at) = words.iter().position(|word| *word == flag) else { continue };
        let Some(value) = words.get(at + 1) else { return wrong(io, &format!("Error: bad number {flag}")) };
        if flag == "-d" && value.parse::<u32>().is_err() {
            return wrong(
                io,
                &format!("Error: bad number java.lang.NumberFormatException: For input string: \"{value}\""),
            );
        }
        words.drain(at..at + 2);
    }
    match words.as_slice() {
        ["size", rest @ ..] => size(tools, rest, io),
        ["density", rest @ ..] => density(tools, rest, io),
        ["user-rotation", rest @ ..] => user_rotation(tools, rest, io),
        ["dismiss-keyguard"] => {
            tools.android().unlock();
            0
        }
        ["scaling", "off" | "auto"] | ["fixed-to-user-rotation", ..] => 0,
        ["scaling", ..] => wrong(io, "Error: scaling must be 'auto' or 'off'"),
        [] | ["help" | "-h"] => {
            say(io, HELP);
            if words.is_empty() { WRONG } else { 0 }
        }
        [other, ..] => {
            say(io, &format!("Unknown command: {other}"));
            WRONG
        }
    }
}

fn wrong(io: &mut Io<'_>, what: &str) -> u8 {
    fail(io, what);
    WRONG
}

/// The size of the phone as it is held upright, and its density.
fn upright(tools: &Tools) -> ((u32, u32), u32) {
    let android = tools.android();
    let (width, height) = android.size();
    let size = if android.rotation() % 2 == 1 { (height, width) } else { (width, height) };
    (size, android.dpi())
}

fn size(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    let (now, dpi) = upright(tools);
    match words {
        [] => {
            say(io, &format!("Physical size: {}x{}", tools.size.0, tools.size.1));
            if now != tools.size {
                say(io, &format!("Override size: {}x{}", now.0, now.1));
            }
        }
        ["reset", ..] => tools.android().resize(tools.size, dpi),
        [wanted, ..] => match parse_size(wanted, dpi) {
            Some(size) => tools.android().resize(size, dpi),
            None => return wrong(io, &format!("Error: bad size {wanted}")),
        },
    }
    0
}

fn density(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    let (size, dpi) = upright(tools);
    match words {
        [] => {
            say(io, &format!("Physical density: {}", tools.dpi));
            if dpi != tools.dpi {
                say(io, &format!("Override density: {dpi}"));
            }
        }
        ["reset", ..] => tools.android().resize(size, tools.dpi),
        [wanted, ..] => match wanted.parse::<u32>() {
            Ok(dpi) if (72..=960).contains(&dpi) => tools.android().resize(size, dpi),
            Ok(_) => return wrong(io, "Error: density must be >= 72"),
            Err(_) => {
                let what = format!(
                    "Error: bad number java.lang.NumberFormatException: For input string: \"{wanted}\""
                );
                return wrong(io, &what);
            }
        },
    }
    0
}

fn user_rotation(tools: &Tools, words: &[&str], io: &mut Io<'_>) -> u8 {
    match words {
        [] => {
            let android = tools.android();
            let free = android.settings.is_on(Table::System, "accelerometer_rotation");
            let turned = android.settings.get(Table::System, "user_rotation").unwrap_or("0").to_owned();
            drop(android);
            say(io, &if free { "free".to_owned() } else { format!("lock {turned}") });
        }
        ["free"] => {
            tools.put_setting(Table::System, "accelerometer_rotation", "1");
        }
        ["lock"] => {
            tools.put_setting(Table::System, "accelerometer_rotation", "0");
        }
        ["lock", turned @ ("0" | "1" | "2" | "3")] => {
            tools.put_setting(Table::System, "accelerometer_rotation", "0");
            tools.put_setting(Table::System, "user_rotation", turned);
        }
        ["lock", other] => {
            return wrong(
                io,
                &format!(
                    "Error: bad rotation value java.lang.IllegalArgumentException: Unknown rotation: {other}"
                ),
            );
        }
        [other, ..] => return wrong(io, &format!("Error: expecting lock or free, but got {other}")),
    }
    0
}

fn parse_size(text: &str, dpi: u32) -> Option<(u32, u32)> {
    let (width, height) = text.split_once('x')?;
    let pixels = |word: &str| match word.strip_suffix("dp") {
        Some(dp) => dp.parse::<u32>().ok()?.checked_mul(dpi).map(|pixels| pixels / 160),
        None => word.parse().ok(),
    };
    let size = (pixels(width)?, pixels(height)?);
    let fine = |side: u32| (240..=4096).contains(&side);
    (fine(size.0) && fine(size.1)).then_some(size)
}
