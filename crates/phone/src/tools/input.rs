//! `input`: text, keys, taps and swipes, as Android 14's `InputShellCommand` takes them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::words::{Missing, Words, illegal, thrown};
use super::{Args, Tools, say};
use crate::shell::Io;
use crate::system::Key;

const SOURCES: [&str; 10] = [
    "touchnavigation",
    "touchscreen",
    "joystick",
    "stylus",
    "touchpad",
    "gamepad",
    "dpad",
    "mouse",
    "keyboard",
    "trackball",
];

const COMMANDS: &str = "
-d: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress|--doubletap|--async|--delay <duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard, the key order is important here.)";

/// Android's own: how long a finger or key rests until it is a long press, and the gap of a double tap.
const LONG_PRESS: Duration = Duration::from_millis(400);
const DOUBLE_TAP: Duration = Duration::from_millis(40);
/// Nobody holds longer; a client that has left cannot wake who waits for it.
const HELD_MAX: u64 = 60_000;

/// Why a command was not done.
enum Wrong {
    /// A word should be a number and is none: Android then says the same for every command.
    NotNumber,
    Argument(String),
    /// A text with a character that no key types.
    NoKeys,
}

impl From<Missing> for Wrong {
    fn from(missing: Missing) -> Wrong {
        Wrong::Argument(missing.to_string())
    }
}

type Done = Result<(), Wrong>;

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.input);
    let mut words = Words::new(args);
    let mut name = None;
    match command(tools, &mut words, &mut name, io) {
        Ok(()) => 0,
        Err(Wrong::Argument(what)) => illegal(io, args, what),
        Err(Wrong::NotNumber) => {
            illegal(io, args, format!("Error: Invalid arguments for command: {}", name.unwrap_or_default()))
        }
        Err(Wrong::NoKeys) => {
            thrown(io, args, "java.lang.NullPointerException: Attempt to get length of null array")
        }
    }
}

fn command<'a>(tools: &Tools, words: &mut Words<'a>, name: &mut Option<&'a str>, io: &mut Io<'_>) -> Done {
    *name = words.next();
    if name.is_some_and(|word| SOURCES.contains(&word)) {
        *name = Some(words.required()?);
    }
    if *name == Some("-d") {
        let display = words.required()?;
        let named =
            ["INVALID_DISPLAY", "DEFAULT_DISPLAY"].iter().any(|name| display.eq_ignore_ascii_case(name));
        if !named && display.parse::<i32>().is_err() {
            return Err(Wrong::Argument("Error: Invalid arguments for display ID.".to_owned()));
        }
        *name = Some(words.required()?);
        // There is one display; what is meant for another goes nowhere.
        if display.parse::<i32>().is_ok_and(|id| id > 0) {
            return Ok(());
        }
    }
    match *name {
        Some("text") => text(tools, words),
        Some("keyevent") => keyevent(tools, words),
        Some("tap") => point(words).map(|(x, y)| tools.android().tap(x, y)),
        Some("swipe") => swipe(tools, words, false),
        Some("draganddrop") => swipe(tools, words, true),
        // This phone has no trackball.
        Some("press") => Ok(()),
        Some("roll") => point(words).map(|_| ()),
        Some("motionevent") => motion(tools, words),
        Some("keycombination") => combination(tools, words),
        None | Some("help" | "-h") => {
            say(io, "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\nThe sources are: ");
            SOURCES.iter().for_each(|source| say(io, &format!("      {source}")));
            say(io, COMMANDS);
            Ok(())
        }
        // Android's own `input` forgets to call this a failure.
        Some(other) => {
            say(io, &format!("Unknown command: {other}"));
            Ok(())
        }
    }
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

fn text(tools: &Tools, words: &mut Words<'_>) -> Done {
    let typed = unescape(words.required()?);
    // One character without a key, and the whole text has no key events: Android trips over the null.
    if typed.chars().any(|ch| !(ch.is_ascii_graphic() || matches!(ch, ' ' | '\n' | '\t'))) {
        return Err(Wrong::NoKeys);
    }
    tools.android().type_keys(&typed.replace('\t', ""));
    Ok(())
}

fn keyevent(tools: &Tools, words: &mut Words<'_>) -> Done {
    let (mut long, mut twice, mut delay) = (false, false, 0);
    let mut word = words.required()?;
    while word.starts_with("--") {
        match word {
            "--longpress" => long = true,
            "--doubletap" => twice = true,
            "--delay" => delay = millis(words.required()?)?,
            _ => {}
        }
        match words.next() {
            Some(next) => word = next,
            // The flag itself is then taken for a key, and there is none of that name.
            None => return Ok(()),
        }
    }
    let mut next = Some(word);
    while let Some(word) = next {
        for again in 0..if twice { 2 } else { 1 } {
            if again == 1 {
                tools.take(DOUBLE_TAP);
            }
            press(tools, Key::parse(word), long);
        }
        next = words.next();
        if next.is_some() {
            tools.take(Duration::from_millis(delay));
        }
    }
    Ok(())
}

/// Android makes KEYCODE_UNKNOWN of what it does not know, and that key does nothing.
fn press(tools: &Tools, key: Option<Key>, long: bool) {
    let Some(key) = key else { return };
    tools.android().press(key);
    if long {
        tools.take(LONG_PRESS);
        if key.repeats() {
            tools.android().press(key);
        }
    }
}

fn combination(tools: &Tools, words: &mut Words<'_>) -> Done {
    let mut word = words.required()?;
    let mut held = 0;
    if word == "-t" {
        held = millis(words.required()?)?;
        word = words.required()?;
    }
    let mut keys = Vec::new();
    let mut next = Some(word);
    while let Some(word) = next {
        keys.push(Key::parse(word).ok_or_else(|| Wrong::Argument(format!("Unknown keycode: {word}")))?);
        next = words.next();
    }
    if keys.len() < 2 {
        return Err(Wrong::Argument("keycombination requires at least 2 keycodes".to_owned()));
    }
    tools.android().press_together(&keys);
    tools.take(Duration::from_millis(held));
    Ok(())
}

/// A time to wait; less than none is none.
fn millis(word: &str) -> Result<u64, Wrong> {
    let millis = word.parse::<i32>().map_err(|_| Wrong::NotNumber)?;
    Ok(u64::try_from(millis).unwrap_or(0).min(HELD_MAX))
}

/// No screen is that large, and what is done with coordinates must not overflow.
fn coordinate(word: &str) -> Result<i32, Wrong> {
    let value = word.trim().parse::<f32>().ok().filter(|value| value.is_finite());
    value.map(|value| value.clamp(-100_000.0, 100_000.0) as i32).ok_or(Wrong::NotNumber)
}

/// Java reads a number before it asks for the next word, so the first wrong one is what is told.
fn point(words: &mut Words<'_>) -> Result<(i32, i32), Wrong> {
    Ok((coordinate(words.required()?)?, coordinate(words.required()?)?))
}

/// A finger that goes down, moves and comes up in calls of its own.
fn motion(tools: &Tools, words: &mut Words<'_>) -> Done {
    let what = words.required()?;
    let action = what.to_uppercase();
    let is_down = &tools.finger_down;
    match action.as_str() {
        "CANCEL" => is_down.store(false, Ordering::SeqCst),
        "DOWN" => {
            let at = point(words)?;
            is_down.store(true, Ordering::SeqCst);
            tools.android().finger_down(at);
        }
        "UP" => {
            let at = point(words)?;
            if is_down.swap(false, Ordering::SeqCst) {
                tools.android().finger_up(at);
            }
        }
        "MOVE" => {
            point(words)?;
        }
        _ => return Err(Wrong::Argument(format!("Unknown action: {what}"))),
    }
    Ok(())
}

fn swipe(tools: &Tools, words: &mut Words<'_>, rests_first: bool) -> Done {
    let (from, to) = (point(words)?, point(words)?);
    let millis = match words.next() {
        Some(word) if word.parse::<i32>().is_ok_and(|number| number < 0) => 300,
        Some(word) => millis(word)?,
        None => 300,
    };
    if rests_first {
        tools.take(LONG_PRESS.max(Duration::from_millis(millis)));
        tools.android().drag(from, to, millis.max(LONG_PRESS.as_millis() as u64));
    } else {
        // The finger takes its time; what moves after it left is the screen's affair.
        tools.take(Duration::from_millis(millis));
        tools.android().swipe(from, to, millis);
    }
    Ok(())
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
