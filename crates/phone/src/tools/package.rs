//! `pm` (also `cmd package`): which apps there are and how they are opened.

use super::{Args, Tools, WRONG, fail, say};
use crate::shell::Io;

const FEATURES: [&str; 8] = [
    "android.hardware.bluetooth",
    "android.hardware.camera",
    "android.hardware.location",
    "android.hardware.screen.portrait",
    "android.hardware.telephony",
    "android.hardware.touchscreen",
    "android.hardware.wifi",
    "android.software.input_methods",
];

pub fn pm(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let Some((command, rest)) = args.split_first() else {
        fail(io, "Package manager (package) commands:\n  list packages [-f] [-d] [-e] [-s] [-3] [FILTER]\n  path PACKAGE\n  resolve-activity [--brief] INTENT\n  clear PACKAGE");
        return WRONG;
    };
    match command.as_str() {
        "list" => list(tools, rest, io),
        "path" => with_package(tools, rest, io, |package, io| {
            say(io, &format!("package:/data/app/{package}/base.apk"));
            0
        }),
        "clear" => {
            let code = with_package(tools, rest, io, |_, io| {
                say(io, "Success");
                0
            });
            if let (0, Some(package)) = (code, rest.last()) {
                tools.android().force_stop(package);
            }
            code
        }
        "resolve-activity" => resolve(tools, rest, io),
        "query-activities" => query(tools, io),
        other => {
            fail(io, &format!("Unknown command: {other}"));
            WRONG
        }
    }
}

fn list(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let Some((what, rest)) = args.split_first() else {
        fail(io, "Error: didn't specify type of data to list");
        return 1;
    };
    match what.as_str() {
        "packages" | "package" => {
            let has = |flag: &str| rest.iter().any(|word| word == flag);
            let filter = rest.iter().find(|word| !word.starts_with('-')).map_or("", String::as_str);
            let android = tools.android();
            let keyboards = android.ime.installed().iter().filter_map(|(id, _)| id.split('/').next());
            let mut names: Vec<(&str, bool)> =
                android.facts().iter().map(|facts| (facts.package, facts.system)).collect();
            names.extend(keyboards.map(|package| (package, package.starts_with("com.android.inputmethod"))));
            for (package, system) in names {
                let wanted = (!has("-3") || !system) && (!has("-s") || system) && package.contains(filter);
                if wanted && has("-f") {
                    say(io, &format!("package:/data/app/{package}/base.apk={package}"));
                } else if wanted {
                    say(io, &format!("package:{package}"));
                }
            }
            0
        }
        "features" => {
            FEATURES.iter().for_each(|feature| say(io, &format!("feature:{feature}")));
            0
        }
        "users" => {
            say(io, "Users:\n\tUserInfo{0:Owner:4c13} running");
            0
        }
        "libraries" | "permissions" | "instrumentation" => 0,
        other => {
            fail(io, &format!("Error: unknown list type '{other}'"));
            WRONG
        }
    }
}

fn with_package(
    tools: &Tools,
    args: Args<'_>,
    io: &mut Io<'_>,
    then: impl FnOnce(&str, &mut Io<'_>) -> u8,
) -> u8 {
    let Some(package) = args.iter().rfind(|word| !word.starts_with('-')) else {
        fail(io, "Error: no package specified");
        return 1;
    };
    let known = tools.android().facts().iter().any(|facts| facts.package == package);
    if known { then(package, io) } else { 1 }
}

/// The last word is the package, or follows `-p`; options name the action and category.
fn resolve(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    let brief = args.iter().any(|word| word == "--brief");
    let package = args.last().map_or("", String::as_str);
    let android = tools.android();
    let Some(facts) = android.facts().iter().find(|facts| facts.package == package) else {
        say(io, "No activity found");
        return 0;
    };
    if brief {
        say(io, "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true");
        say(io, &format!("{}/{}", facts.package, facts.activity));
    } else {
        say(io, "  priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true");
        say(io, &format!("  ActivityInfo:\n    name={}{}\n    packageName={}", facts.package, facts.activity, facts.package));
    }
    0
}

fn query(tools: &Tools, io: &mut Io<'_>) -> u8 {
    let android = tools.android();
    let apps: Vec<_> = android.facts().iter().skip(1).collect();
    say(io, &format!("{} activities found:", apps.len()));
    for (at, facts) in apps.iter().enumerate() {
        say(io, &format!("  Activity #{at}:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n    ActivityInfo:\n      name={}{}\n      packageName={}", facts.package, facts.activity, facts.package));
    }
    0
}
