//! `monkey`: opens an app as the launcher would, which is what clients use it for; further events are taps at
//! places that depend on the seed alone.

use super::{Args, Tools, WRONG, fail, say};
use crate::dice::Dice;
use crate::shell::Io;

/// Nobody waits for more.
const EVENTS_MAX: u64 = 10_000;

const USAGE: &str = "usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [--ignore-crashes] [--ignore-timeouts]
              [--ignore-security-exceptions]
              [--monitor-native-crashes] [--ignore-native-crashes]
              [--kill-process-after-error] [--hprof]
              [--pct-touch PERCENT] [--pct-motion PERCENT]
              [--pct-trackball PERCENT] [--pct-syskeys PERCENT]
              [--pct-nav PERCENT] [--pct-majornav PERCENT]
              [--pct-appswitch PERCENT] [--pct-flip PERCENT]
              [--pct-anyevent PERCENT] [--pct-pinchzoom PERCENT]
              [--pct-permission PERCENT]
              [--pkg-blacklist-file PACKAGE_BLACKLIST_FILE]
              [--pkg-whitelist-file PACKAGE_WHITELIST_FILE]
              [--wait-dbg] [--dbg-no-events]
              [--setup scriptfile] [-f scriptfile [-f scriptfile] ...]
              [--port port]
              [-s SEED] [-v [-v] ...]
              [--throttle MILLISEC] [--randomize-throttle]
              [--profile-wait MILLISEC]
              [--device-sleep-time MILLISEC]
              [--randomize-script]
              [--script-log]
              [--bugreport]
              [--periodic-bugreport]
              [--permission-target-system]
              COUNT";

/// What a call asks for.
struct Asked<'a> {
    package: Option<&'a str>,
    seed: u64,
    verbose: bool,
    events: u64,
}

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    for arg in args {
        say(io, &format!("  bash arg: {arg}"));
    }
    let asked = match parse(args) {
        Ok(asked) => asked,
        Err(what) => {
            fail(io, &format!("** Error: {what}\n{USAGE}"));
            return WRONG;
        }
    };
    if asked.verbose {
        say(io, &format!(":Monkey: seed={} count={}", asked.seed, asked.events));
    }
    if tools.android().refuses_launches() {
        fail(io, "** Error: SecurityException while injecting event.");
        say(io, "Events injected: 0");
        return 0;
    }
    let Some(package) =
        asked.package.filter(|package| !tools.is_disabled(package) && tools.android().launch(package))
    else {
        fail(io, "** No activities found to run, monkey aborted.");
        return 252;
    };
    if asked.verbose {
        say(io, &format!(":AllowPackage: {package}\n:IncludeCategory: android.intent.category.LAUNCHER"));
    }
    let mut dice = Dice::new(asked.seed, "monkey");
    for _ in 1..asked.events {
        tools.wait_for_idle();
        let mut android = tools.android();
        let (width, height) = android.size();
        let at = (dice.below(width as usize) as i32, dice.below(height as usize) as i32);
        android.tap(at.0, at.1);
    }
    say(io, &format!("Events injected: {}", asked.events));
    say(io, "## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)");
    0
}

fn parse<'a>(args: &'a [String]) -> Result<Asked<'a>, String> {
    let mut asked = Asked { package: None, seed: 0, verbose: false, events: 0 };
    let mut count = None;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("Option needs argument: {word}"));
        match word.as_str() {
            "-p" => asked.package = Some(value()?),
            "-c"
            | "--throttle"
            | "--port"
            | "--setup"
            | "-f"
            | "--profile-wait"
            | "--device-sleep-time"
            | "--pkg-blacklist-file"
            | "--pkg-whitelist-file" => {
                value()?;
            }
            "-s" => asked.seed = value()?.parse().map_err(|_| "Seed is not a number".to_owned())?,
            flag if flag.starts_with("--pct-") => {
                value()?;
            }
            "-v" | "-vv" | "-vvv" => asked.verbose = true,
            "--ignore-crashes"
            | "--ignore-timeouts"
            | "--ignore-security-exceptions"
            | "--monitor-native-crashes"
            | "--ignore-native-crashes"
            | "--kill-process-after-error"
            | "--hprof"
            | "--wait-dbg"
            | "--dbg-no-events"
            | "--randomize-throttle"
            | "--randomize-script"
            | "--script-log"
            | "--bugreport"
            | "--periodic-bugreport"
            | "--permission-target-system" => {}
            flag if flag.starts_with('-') => return Err(format!("Unknown option: {flag}")),
            number => {
                count = Some(number.parse::<u64>().map_err(|_| "Count is not a number".to_owned())?);
            }
        }
    }
    asked.events = count.ok_or("Count not specified")?.clamp(1, EVENTS_MAX);
    Ok(asked)
}
