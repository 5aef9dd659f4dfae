//! `am` and `monkey`: starting apps, stopping them, and broadcasts.

use base64::Engine as _;

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;
use crate::system::{ADB_IME, Facts, Key};

pub fn am(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let Some((command, rest)) = args.split_first() else {
        fail(io, "Activity manager (activity) commands:\n  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>] <INTENT>\n  broadcast [--user <USER_ID> | all | current] <INTENT>\n  force-stop [--user <USER_ID> | all | current] <PACKAGE>");
        return WRONG;
    };
    match command.as_str() {
        "start" | "start-activity" => start(tools, rest, io),
        "broadcast" => broadcast(tools, rest, io),
        "force-stop" | "kill" => {
            let Some(package) = rest.iter().rfind(|word| !word.starts_with('-')) else {
                fail(io, "\nException occurred while executing 'force-stop':\njava.lang.IllegalArgumentException: Argument expected after \"force-stop\"");
                return WRONG;
            };
            tools.android().force_stop(package);
            0
        }
        "get-current-user" => {
            say(io, "0");
            0
        }
        other => {
            fail(io, &format!("Unknown command: {other}"));
            WRONG
        }
    }
}

/// What `am` understood of an intent.
#[derive(Default)]
struct Intent {
    action: Option<String>,
    data: Option<String>,
    category: Vec<String>,
    component: Option<String>,
    package: Option<String>,
    extras: Vec<(String, String)>,
    wait: bool,
    stop_first: bool,
}

impl Intent {
    fn parse(args: Args<'_>) -> Result<Intent, String> {
        let mut intent = Intent::default();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let mut value = |what: &str| {
                words
                    .next()
                    .cloned()
                    .ok_or_else(|| format!("java.lang.IllegalArgumentException: Argument expected after \"{what}\""))
            };
            match word.as_str() {
                "-a" => intent.action = Some(value(word)?),
                "-d" => intent.data = Some(value(word)?),
                "-c" => intent.category.push(value(word)?),
                "-n" => intent.component = Some(value(word)?),
                "-p" => intent.package = Some(value(word)?),
                "-e" | "--es" | "--ei" | "--ez" | "--el" | "--ef" | "--eu" | "--eia" | "--esa" => {
                    let key = value(word)?;
                    let text = value(word)?;
                    intent.extras.push((key, text));
                }
                "-t" | "-f" | "--user" | "--display" | "-i" => {
                    value(word)?;
                }
                "-W" => intent.wait = true,
                "-S" => intent.stop_first = true,
                flag if flag.starts_with('-') => {
                    if !matches!(flag, "-D" | "-N" | "--activity-clear-top" | "--activity-single-top" | "--activity-clear-task" | "--include-stopped-packages" | "--receiver-foreground") {
                        return Err(format!("java.lang.IllegalArgumentException: Unknown option: {flag}"));
                    }
                }
                // The last bare word is a URI, a package or a component.
                bare if bare.contains(':') => intent.data = Some(bare.to_owned()),
                bare if bare.contains('/') => intent.component = Some(bare.to_owned()),
                bare => intent.package = Some(bare.to_owned()),
            }
        }
        Ok(intent)
    }

    fn extra(&self, key: &str) -> Option<&str> {
        self.extras.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// As `Intent.toString` prints it.
    fn print(&self) -> String {
        let mut parts = Vec::new();
        if let Some(action) = &self.action {
            parts.push(format!("act={action}"));
        }
        if !self.category.is_empty() {
            parts.push(format!("cat=[{}]", self.category.join(",")));
        }
        if let Some(data) = &self.data {
            let scheme = data.split(':').next().unwrap_or_default();
            parts.push(format!("dat={scheme}:..."));
        }
        if let Some(package) = &self.package {
            parts.push(format!("pkg={package}"));
        }
        if let Some(component) = &self.component {
            parts.push(format!("cmp={component}"));
        }
        if !self.extras.is_empty() {
            parts.push("(has extras)".to_owned());
        }
        format!("Intent {{ {} }}", parts.join(" "))
    }
}

fn start(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let intent = match Intent::parse(args) {
        Ok(intent) => intent,
        Err(what) => {
            fail(io, &format!("\nException occurred while executing 'start':\n{what}"));
            return WRONG;
        }
    };
    say(io, &format!("Starting: {}", intent.print()));
    let mut android = tools.android();
    let found = match (&intent.component, &intent.package) {
        (Some(component), _) => {
            let (package, activity) = component.split_once('/').unwrap_or((component.as_str(), ""));
            android.facts().iter().find(|facts| facts.package == package && has_activity(facts, activity)).cloned()
        }
        (None, Some(package)) => android.facts().iter().find(|facts| facts.package == package).cloned(),
        (None, None) => by_action(&intent, android.facts()),
    };
    let Some(facts) = found else {
        drop(android);
        match &intent.component {
            Some(component) => {
                fail(io, "Error type 3");
                fail(io, &format!("Error: Activity class {{{component}}} does not exist."));
            }
            None => fail(io, &format!("Error: Activity not started, unable to resolve {}", intent.print())),
        }
        return 1;
    };
    if intent.stop_first {
        android.force_stop(facts.package);
    }
    let was_front = android.foreground().package == facts.package;
    android.launch(facts.package);
    drop(android);
    if was_front {
        say(io, "Warning: Activity not started, intent has been delivered to currently running top-most instance.");
    }
    if intent.wait {
        tools.wait_for_idle();
        let state = if was_front { "UNKNOWN (0)" } else { "WARM" };
        say(io, &format!("Status: ok\nLaunchState: {state}\nActivity: {}/{}\nTotalTime: 96\nWaitTime: 103\nComplete", facts.package, facts.activity));
    }
    0
}

fn has_activity(facts: &Facts, activity: &str) -> bool {
    activity == facts.activity || activity == format!("{}{}", facts.package, facts.activity)
}

fn by_action(intent: &Intent, installed: &[Facts]) -> Option<Facts> {
    let package = match (intent.action.as_deref()?, intent.category.iter().any(|c| c.ends_with(".HOME"))) {
        ("android.intent.action.MAIN", true) => "com.android.launcher3",
        ("android.settings.SETTINGS", _) => "com.android.settings",
        _ => return None,
    };
    installed.iter().find(|facts| facts.package == package).cloned()
}

fn broadcast(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let intent = match Intent::parse(args) {
        Ok(intent) => intent,
        Err(what) => {
            fail(io, &format!("\nException occurred while executing 'broadcast':\n{what}"));
            return WRONG;
        }
    };
    let printed = intent.print().replacen(" }", " }", 1);
    let printed = match &intent.action {
        Some(action) => printed.replacen(&format!("act={action}"), &format!("act={action} flg=0x400000"), 1),
        None => printed,
    };
    say(io, &format!("Broadcasting: {printed}"));
    receive(tools, &intent);
    say(io, "Broadcast completed: result=0");
    0
}

/// ADBKeyboard listens only while it is the chosen input method.
fn receive(tools: &Tools, intent: &Intent) {
    let mut android = tools.android();
    if android.ime.current() != ADB_IME {
        return;
    }
    let message = intent.extra("msg");
    match (intent.action.as_deref(), message) {
        (Some("ADB_INPUT_TEXT"), Some(text)) => android.commit_text(text),
        (Some("ADB_INPUT_B64"), Some(encoded)) => {
            let bytes = base64::engine::general_purpose::STANDARD.decode(encoded.trim());
            if let Some(text) = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok()) {
                android.commit_text(&text);
            }
        }
        (Some("ADB_INPUT_CHARS"), _) => {
            let codes = intent.extra("chars").unwrap_or_default().split(',');
            let text: String = codes.filter_map(|code| code.trim().parse().ok().and_then(char::from_u32)).collect();
            android.commit_text(&text);
        }
        (Some("ADB_INPUT_CODE"), _) => {
            if let Some(key) = intent.extra("code").and_then(Key::parse) {
                android.press(key);
            }
        }
        (Some("ADB_EDITOR_CODE"), _) => android.enter(),
        (Some("ADB_CLEAR_TEXT"), _) => android.clear_text(),
        _ => {}
    }
}

pub fn monkey(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    for arg in args {
        say(io, &format!("  bash arg: {arg}"));
    }
    let package = args.iter().position(|word| word == "-p").and_then(|at| args.get(at + 1));
    let started = package.is_some_and(|package| tools.android().launch(package));
    if !started {
        fail(io, "** No activities found to run, monkey aborted.");
        return 252;
    }
    say(io, "Events injected: 1");
    say(io, "## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)");
    0
}
