//! `input`: text, keys, taps and swipes.

use std::time::Duration;

use super::{Args, Tools, WRONG, fail};
use crate::shell::Io;
use crate::system::Key;

const SOURCES: [&str; 10] = [
    "dpad",
    "keyboard",
    "mouse",
    "touchpad",
    "gamepad",
    "touchnavigation",
    "joystick",
    "touchscreen",
    "stylus",
    "trackball",
];

const USAGE: &str = "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are: 
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball

-d: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--duration <duration to hold key down in ms>] [--doubletap] [--async] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)";

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.input);
    let mut args = args;
    if let [first, rest @ ..] = args
        && SOURCES.contains(&first.as_str())
    {
        args = rest;
    }
    if let [flag, _, rest @ ..] = args
        && flag == "-d"
    {
        args = rest;
    }
    let Some((command, rest)) = args.split_first() else {
        fail(io, USAGE);
        return WRONG;
    };
    match command.as_str() {
        "text" => text(tools, rest, io),
        "keyevent" => keyevent(tools, rest, io),
        "tap" => tap(tools, rest, io),
        "swipe" | "draganddrop" => swipe(tools, command, rest, io),
        "keycombination" => combination(tools, rest, io),
        "press" | "roll" => 0,
        "motionevent" => motion(tools, rest, io),
        other => {
            fail(io, &format!("Error: Unknown command: {other}"));
            fail(io, USAGE);
            WRONG
        }
    }
}

fn thrown(io: &mut Io<'_>, command: &str, what: &str) -> u8 {
    fail(io, &format!("\nException occurred while executing '{command}':\n{what}"));
    WRONG
}

/// `%s` stands for a space, found from left to right as Android's loop finds it.
pub fn unescape(text: &str) -> String {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    let mut after_percent = false;
    for ch in text.chars() {
        if after_percent && ch == 's' {
            out.pop();
            out.push(' ');
            after_percent = false;
        } else {
            out.push(ch);
            after_percent = ch == '%';
        }
    }
    out.into_iter().collect()
}

fn text(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let Some(text) = args.first() else {
        return thrown(io, "text", "java.lang.IllegalArgumentException: Argument expected after \"text\"");
    };
    let typed = unescape(text);
    // One character without a key, and the whole text has no key events: Android trips over the null.
    if typed.chars().any(|ch| !(ch.is_ascii_graphic() || matches!(ch, ' ' | '\n' | '\t'))) {
        return thrown(io, "text", "java.lang.NullPointerException: Attempt to get length of null array");
    }
    tools.android().type_keys(&typed.replace('\t', ""));
    0
}

fn keyevent(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let words: Vec<&String> = args.iter().filter(|word| !word.starts_with("--")).collect();
    if words.is_empty() {
        return thrown(
            io,
            "keyevent",
            "java.lang.IllegalArgumentException: Argument expected after \"keyevent\"",
        );
    }
    for word in words {
        // Android makes KEYCODE_UNKNOWN of what it does not know, and that key does nothing.
        if let Some(key) = Key::parse(word) {
            tools.android().press(key);
        }
    }
    0
}

fn combination(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let args = match args {
        [flag, _, rest @ ..] if flag == "-t" => rest,
        all => all,
    };
    let keys: Option<Vec<Key>> = args.iter().map(|word| Key::parse(word)).collect();
    match keys {
        Some(keys) if keys.len() >= 2 => {
            tools.android().press_together(&keys);
            0
        }
        _ => thrown(
            io,
            "keycombination",
            "java.lang.IllegalArgumentException: keycombination requires at least 2 keycodes",
        ),
    }
}

fn numbers(command: &str, args: Args<'_>, count: usize, io: &mut Io<'_>) -> Result<Vec<i32>, u8> {
    if args.len() < count {
        let last = args.last().map_or(command, String::as_str);
        let what = format!("java.lang.IllegalArgumentException: Argument expected after \"{last}\"");
        return Err(thrown(io, command, &what));
    }
    let mut values = Vec::new();
    for word in &args[..count] {
        match word.parse::<f32>() {
            // No screen is that large, and what is done with coordinates must not overflow.
            Ok(value) if value.is_finite() => values.push(value.clamp(-100_000.0, 100_000.0) as i32),
            _ => {
                let what = format!("java.lang.NumberFormatException: For input string: \"{word}\"");
                return Err(thrown(io, command, &what));
            }
        }
    }
    Ok(values)
}

fn tap(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    match numbers("tap", args, 2, io) {
        Ok(at) => {
            tools.android().tap(at[0], at[1]);
            0
        }
        Err(code) => code,
    }
}

/// A finger that goes down, moves and comes up in calls of its own; where it went down is remembered.
fn motion(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let Some((what, rest)) = args.split_first() else {
        return thrown(
            io,
            "motionevent",
            "java.lang.IllegalArgumentException: Argument expected after \"motionevent\"",
        );
    };
    let at = match numbers("motionevent", rest, 2, io) {
        Ok(at) => (at[0], at[1]),
        Err(code) => return code,
    };
    match what.to_uppercase().as_str() {
        "DOWN" => tools.android().finger_down(at),
        "UP" => tools.android().finger_up(at),
        "MOVE" | "CANCEL" => {}
        _ => {
            let what = format!("java.lang.IllegalArgumentException: Unknown motionevent action: {what}");
            return thrown(io, "motionevent", &what);
        }
    }
    0
}

fn swipe(tools: &Tools, command: &str, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let points = match numbers(command, args, 4, io) {
        Ok(points) => points,
        Err(code) => return code,
    };
    let millis = match args.get(4).map(|word| word.parse::<i64>()) {
        None => 300,
        Some(Ok(millis)) => millis.clamp(0, 60_000) as u64,
        Some(Err(_)) => {
            let what = format!("java.lang.NumberFormatException: For input string: \"{}\"", args[4]);
            return thrown(io, command, &what);
        }
    };
    // The finger takes its time; what moves after it left is the screen's affair.
    tools.take(Duration::from_millis(millis));
    tools.android().swipe((points[0], points[1]), (points[2], points[3]), millis);
    0
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn percent_s_is_a_space_as_android_reads_it() {
        for (given, typed) in [
            ("a%sb", "a b"),
            ("%%s", "% "),
            ("%s%s", "  "),
            ("100%", "100%"),
            ("%S", "%S"),
            ("%%%ss", "%% s"),
        ] {
            assert_eq!(unescape(given), typed, "{given}");
        }
    }
}
