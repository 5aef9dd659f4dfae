//! `am` (also `cmd activity`): starting apps, stopping them, and what is said about them.

use super::intent::{Intent, IntentError, class_of};
use super::words::{Words, illegal, thrown};
use super::{Args, Tools, WRONG, broadcast, fail, say};
use crate::options::Lang;
use crate::shell::Io;
use crate::system::{Facts, Table};

const HELP: &str = "Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]
          [--sampling INTERVAL] [--streaming] [-R COUNT] [-S]
          [--track-allocation] [--user <USER_ID> | current] <INTENT>
  start-service [--user <USER_ID> | current] <INTENT>
  stop-service [--user <USER_ID> | current] <INTENT>
  broadcast [--user <USER_ID> | all | current]
          [--receiver-permission <PERMISSION>]
          [--allow-background-activity-starts]
          [--async] <INTENT>
  instrument [-r] [-e <NAME> <VALUE>] [-p <FILE>] [-w]
          [--user <USER_ID> | current]
          [--no-hidden-api-checks [--no-test-api-access]]
          [--no-isolated-storage]
          [--no-window-animation] [--abi <ABI>] <COMPONENT>
  crash [--user <USER_ID>] <PACKAGE|PID>
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
  kill [--user <USER_ID> | all | current] <PACKAGE>
  kill-all
  get-config
  get-current-user
  switch-user <USER_ID>
  is-user-stopped <USER_ID>
  stack [COMMAND] [...]: sub-commands for operating on activity stacks.
       list
           List all of the activity stacks and their sizes.";

pub fn am(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let mut words = Words::new(args);
    match words.next() {
        Some("start" | "start-activity") => start(tools, args, &mut words, io),
        Some("broadcast") => broadcast::run(tools, args, &mut words, io),
        Some("force-stop") => stop(tools, args, &mut words, io, |_| true),
        // What is in front is not killed: only what nobody would miss.
        Some("kill") => {
            let front = tools.android().foreground().package;
            stop(tools, args, &mut words, io, |package| package != front)
        }
        Some("crash") => stop(tools, args, &mut words, io, |_| true),
        Some("kill-all") => {
            let front = tools.android().foreground().package;
            tools
                .running()
                .into_iter()
                .filter(|package| *package != front)
                .for_each(|package| tools.android().force_stop(package));
            0
        }
        Some("start-service" | "startservice" | "start-foreground-service") => {
            service(args, &mut words, io, "Starting service", "Error: Not found; no service started.")
        }
        Some("stop-service" | "stopservice") => {
            service(args, &mut words, io, "Stopping service", "Service not stopped: was not running.")
        }
        Some("instrument") => instrument(args, &mut words, io),
        Some("get-current-user") => {
            say(io, "0");
            0
        }
        Some("is-user-stopped") => user(args, &mut words, io, |io| say(io, "false")),
        Some("get-started-user-state") => user(args, &mut words, io, |io| say(io, "RUNNING_UNLOCKED")),
        Some("switch-user" | "start-user") => user(args, &mut words, io, |_| {}),
        Some("get-config") => config(tools, io),
        Some("stack") => stack(tools, args, &mut words, io),
        Some("wait-for-broadcast-idle" | "wait-for-broadcast-barrier") => {
            say(io, "All broadcast queues are idle!");
            0
        }
        None | Some("help" | "-h") => {
            say(io, HELP);
            if args.is_empty() { WRONG } else { 0 }
        }
        Some(other) => {
            say(io, &format!("Unknown command: {other}"));
            WRONG
        }
    }
}

#[derive(Default)]
struct How {
    wait: bool,
    stop_first: bool,
}

fn start(tools: &Tools, args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let mut how = How::default();
    let intent = Intent::parse(words, |word, words| {
        match word {
            "-W" => how.wait = true,
            "-S" => how.stop_first = true,
            "-D"
            | "-N"
            | "--streaming"
            | "--track-allocation"
            | "--dismiss-keyguard"
            | "--lock-task"
            | "--allow-background-activity-starts" => {}
            "--user"
            | "--display"
            | "--windowingMode"
            | "--activityType"
            | "--task"
            | "-P"
            | "-R"
            | "--start-profiler"
            | "--sampling"
            | "--attach-agent"
            | "--splashscreen-show-icon" => {
                words.required()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    });
    let intent = match intent {
        Ok(intent) => intent,
        Err(error) => return thrown(io, args, &error.thrown()),
    };
    let found = tools.takers(&intent).into_iter().next();
    if how.stop_first {
        let package = intent.component.as_ref().map(|component| component.package.as_str());
        if let Some(package) = package.or(found.as_ref().map(|facts| facts.package)) {
            say(io, &format!("Stopping: {package}"));
            tools.android().force_stop(package);
        }
    }
    say(io, &format!("Starting: {}", intent.print()));
    let Some(facts) = found else {
        let lines = match &intent.component {
            Some(component) => {
                format!("Error type 3\nError: Activity class {{{}}} does not exist.", component.full())
            }
            None => format!("Error: Activity not started, unable to resolve {}", intent.print()),
        };
        tell(io, how.wait, &lines);
        return 1;
    };
    let link = intent.data.is_some().then(|| intent.link()).flatten();
    if link.is_none() && tools.android().refuses_launches() {
        tell(io, how.wait, "Error: Activity not started, you do not have permission to access it.");
        return 1;
    }
    launch(tools, &facts, link.as_deref(), how.wait, io);
    0
}

/// What became of a start goes to the error stream, unless somebody waits for it.
fn tell(io: &mut Io<'_>, waits: bool, lines: &str) {
    if waits { say(io, lines) } else { fail(io, lines) }
}

fn launch(tools: &Tools, facts: &Facts, link: Option<&str>, wait: bool, io: &mut Io<'_>) {
    let began = tools.time.now();
    let was_running = tools.running().contains(&facts.package);
    let mut android = tools.android();
    let was_front = android.foreground().package == facts.package;
    match link {
        Some(link) => android.open_link_in(facts.package, link),
        None => android.launch(facts.package),
    };
    drop(android);
    let launch_state = match (was_front, was_running) {
        (true, _) => {
            let warning = "Warning: Activity not started, intent has been delivered to currently running top-most instance.";
            tell(io, wait, warning);
            "UNKNOWN (0)"
        }
        (false, true) => {
            tell(io, wait, "Warning: Activity not started, its current task has been brought to the front");
            "HOT"
        }
        (false, false) => "COLD",
    };
    if wait {
        tools.wait_for_idle();
        let took = (tools.time.now() - began) / 1_000;
        let name = format!("{}/{}", facts.package, facts.activity);
        say(io, &format!("Status: ok\nLaunchState: {launch_state}\nActivity: {name}"));
        say(io, &format!("TotalTime: {took}\nWaitTime: {}\nComplete", took + 3));
    }
}

/// Takes `--user ID` away, which every one of these commands knows; there is one user.
fn skip_user(words: &mut Words<'_>) -> Result<(), IntentError> {
    while let Some(word) = words.peek().filter(|word| word.starts_with('-')) {
        words.next();
        if word != "--user" {
            return Err(IntentError::Option(word.to_owned()));
        }
        words.required()?;
    }
    Ok(())
}

fn stop(
    tools: &Tools,
    args: Args<'_>,
    words: &mut Words<'_>,
    io: &mut Io<'_>,
    may: impl FnOnce(&str) -> bool,
) -> u8 {
    let package = skip_user(words).and_then(|()| Ok(words.required()?));
    match package {
        Ok(package) => {
            if may(package) {
                tools.android().force_stop(package);
            }
            0
        }
        Err(IntentError::Option(option)) => {
            fail(io, &format!("Error: Unknown option: {option}"));
            WRONG
        }
        Err(error) => thrown(io, args, &error.thrown()),
    }
}

/// The phone's apps have no services that somebody outside may start.
fn service(args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>, verb: &str, end: &str) -> u8 {
    let intent = Intent::parse(words, |word, words| Ok(word == "--user" && words.required().is_ok()));
    match intent {
        Ok(intent) => {
            say(io, &format!("{verb}: {}", intent.print()));
            fail(io, end);
            WRONG
        }
        Err(error) => thrown(io, args, &error.thrown()),
    }
}

fn user(args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>, then: impl FnOnce(&mut Io<'_>)) -> u8 {
    match words.required() {
        Ok("0" | "current") => {
            then(io);
            0
        }
        Ok(other) if other.parse::<i32>().is_ok() => {
            fail(io, &format!("Error: Failed to switch to user {other}"));
            1
        }
        Ok(other) => {
            thrown(io, args, &format!("java.lang.NumberFormatException: For input string: \"{other}\""))
        }
        Err(error) => illegal(io, args, error),
    }
}

fn instrument(args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    while let Some(word) = words.peek().filter(|word| word.starts_with('-')) {
        words.next();
        let values = match word {
            "-e" => 2,
            "-p" | "--user" | "--abi" => 1,
            "-w"
            | "-r"
            | "-f"
            | "-m"
            | "--raw"
            | "--no-window-animation"
            | "--no-hidden-api-checks"
            | "--no-isolated-storage"
            | "--no-restart" => 0,
            other => {
                fail(io, &format!("Error: Unknown option: {other}"));
                return WRONG;
            }
        };
        for _ in 0..values {
            if let Err(error) = words.required() {
                return illegal(io, args, error);
            }
        }
    }
    let name = match words.required() {
        Ok(name) => name,
        Err(error) => return illegal(io, args, error),
    };
    // No package here brings tests of its own.
    fail(io, &format!("android.util.AndroidException: INSTRUMENTATION_FAILED: {name}"));
    say(io, "INSTRUMENTATION_STATUS: id=ActivityManagerService");
    say(
        io,
        &format!(
            "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{name}}}"
        ),
    );
    say(io, "INSTRUMENTATION_STATUS_CODE: -1");
    1
}

fn config(tools: &Tools, io: &mut Io<'_>) -> u8 {
    let android = tools.android();
    let (width, height) = android.size();
    let dpi = android.dpi();
    let night = android.settings.get(Table::Secure, "ui_night_mode") == Some("2");
    let dp = |pixels: u32| pixels * 160 / dpi;
    let locale = if tools.lang == Lang::Zh { "zh-rCN" } else { "en-rUS" };
    say(
        io,
        &format!(
            "config: mcc460-mnc00-{locale}-ldltr-sw{}dp-w{}dp-h{}dp-normal-long-notround-lowdr-nowidecg-{}-{}-{dpi}dpi-finger-keysexposed-nokeys-navhidden-nonav-v34\nabi: arm64-v8a,armeabi-v7a,armeabi",
            dp(width.min(height)),
            dp(width),
            dp(height),
            if width > height { "land" } else { "port" },
            if night { "night" } else { "notnight" },
        ),
    );
    0
}

fn stack(tools: &Tools, args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    match words.required() {
        Ok("list") => {
            let front = tools.android().foreground();
            let (width, height) = tools.android().size();
            let bounds = format!("bounds=[0,0][{width},{height}]");
            say(io, &format!("RootTask id=12 {bounds} displayId=0 userId=0"));
            say(
                io,
                &format!(
                    "  taskId=12: {0}/{0}{1} {bounds} userId=0 visible=true topActivity=ComponentInfo{{{0}/{0}{1}}}",
                    front.package, front.activity
                ),
            );
            let all: Vec<Facts> = tools.android().facts().to_vec();
            let others = tools.running().into_iter().filter(|package| *package != front.package);
            for (at, package) in others.enumerate() {
                if let Some(facts) = all.iter().find(|facts| facts.package == package) {
                    let (id, class) = (13 + at, class_of(facts));
                    say(io, &format!("\nRootTask id={id} {bounds} displayId=0 userId=0"));
                    say(
                        io,
                        &format!(
                            "  taskId={id}: {package}/{class} {bounds} userId=0 visible=false topActivity=ComponentInfo{{{package}/{class}}}"
                        ),
                    );
                }
            }
            0
        }
        Ok(other) => {
            fail(io, &format!("Error: unknown command '{other}'"));
            WRONG
        }
        Err(error) => illegal(io, args, error),
    }
}
