//! `pm` (also `cmd package`): which apps there are, what they may do and how they are opened.

use super::words::{Words, illegal};
use super::{Args, Tools, WRONG, fail, install, resolve, say};
use crate::shell::{Caller, Io};
use crate::system::{Facts, Permission};

const FEATURES: [&str; 16] = [
    "reqGlEsVersion=0x30002",
    "android.hardware.bluetooth",
    "android.hardware.bluetooth_le",
    "android.hardware.camera",
    "android.hardware.camera.autofocus",
    "android.hardware.faketouch",
    "android.hardware.location",
    "android.hardware.location.gps",
    "android.hardware.microphone",
    "android.hardware.screen.portrait",
    "android.hardware.sensor.accelerometer",
    "android.hardware.telephony",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.wifi",
    "android.software.input_methods",
];

const HELP: &str = "Package manager (package) commands:
  help
    Print this help text.
  path [--user USER_ID] PACKAGE
  dump PACKAGE
  has-feature FEATURE_NAME [version]
  list features
  list libraries
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-l] [-u] [-U]
      [--show-versioncode] [--user USER_ID] [FILTER]
  list permission-groups
  list permissions [-g] [-f] [-d] [-u] [GROUP]
  list users
  resolve-activity [--brief] [--components] [--query-flags FLAGS]
       [--user USER_ID] INTENT
  query-activities [--brief] [--components] [--query-flags FLAGS]
       [--user USER_ID] INTENT
  install [-rtfdgw] [-i PACKAGE] [--user USER_ID|all|current] [-p INHERIT_PACKAGE] [PATH [SPLIT...]|-]
  install-create [-lrtsfdg] [-S BYTES]
  install-write [-S BYTES] SESSION_ID SPLIT_NAME [PATH|-]
  install-commit SESSION_ID
  install-abandon SESSION_ID
  uninstall [-k] [--user USER_ID] [--versionCode VERSION_CODE] PACKAGE [SPLIT...]
  clear [--user USER_ID] PACKAGE
  enable [--user USER_ID] PACKAGE_OR_COMPONENT
  disable [--user USER_ID] PACKAGE_OR_COMPONENT
  grant [--user USER_ID] PACKAGE PERMISSION
  revoke [--user USER_ID] PACKAGE PERMISSION
  get-install-location";

pub fn pm(tools: &Tools, args: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.shell_java);
    let mut words = Words::new(args);
    match words.next() {
        Some("list") => list(tools, &mut words, io),
        Some("path") => path(tools, &mut words, io),
        Some("dump") => match words.next() {
            Some(package) => super::dumpsys::package(tools, Some(package), io),
            None => {
                fail(io, "Error: no package specified");
                1
            }
        },
        Some("has-feature") => match words.next() {
            Some(name) => {
                let has = FEATURES.contains(&name);
                say(io, if has { "true" } else { "false" });
                u8::from(!has)
            }
            None => {
                fail(io, "Error: expected FEATURE name");
                1
            }
        },
        Some("clear") => clear(tools, &mut words, io),
        Some("resolve-activity") => resolve::one(tools, args, &mut words, io),
        Some("query-activities" | "query-intent-activities") => resolve::all(tools, args, &mut words, io),
        Some("query-services" | "query-intent-services") => resolve::none(args, &mut words, "services", io),
        Some("query-receivers" | "query-intent-receivers") => {
            resolve::none(args, &mut words, "receivers", io)
        }
        Some("grant") => grant(tools, args, &mut words, true, io),
        Some("revoke") => grant(tools, args, &mut words, false, io),
        Some(verb @ ("enable" | "disable" | "disable-user" | "default-state")) => {
            install::enable(tools, args, verb, &mut words, io)
        }
        Some("get-install-location") => {
            say(io, "0[auto]");
            0
        }
        Some("get-max-users") => {
            say(io, "Maximum supported users: 1");
            0
        }
        Some("install") => install::install(tools, &mut words, caller, io),
        Some("install-create") => install::create(io),
        Some("install-write" | "install-commit" | "install-abandon") => {
            install::without_one(args, &mut words, io)
        }
        Some("install-existing") => install::existing(tools, &mut words, io),
        Some("uninstall") => install::uninstall(tools, &mut words, io),
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

/// The next word that is not `--user ID`; there is one user.
pub(super) fn bare<'a>(words: &mut Words<'a>) -> Option<&'a str> {
    loop {
        match words.next()? {
            "--user" => {
                words.next();
            }
            word => return Some(word),
        }
    }
}

pub(super) fn facts_of(tools: &Tools, package: &str) -> Option<Facts> {
    tools.android().facts().iter().find(|facts| facts.package == package).cloned()
}

/// Where the app's file would be.
pub(super) fn apk(package: &str, system: bool) -> String {
    let last = package.rsplit('.').next().unwrap_or(package);
    if system { format!("/system/app/{last}/{last}.apk") } else { format!("/data/app/{package}-1/base.apk") }
}

fn path(tools: &Tools, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let Some(package) = bare(words) else {
        fail(io, "Error: no package specified");
        return 1;
    };
    let found = every_package(tools).into_iter().find(|(name, _)| name == package);
    match found {
        Some((_, system)) => {
            say(io, &format!("package:{}", apk(package, system)));
            0
        }
        None => 1,
    }
}

/// Apps, and what has no icon: input methods and the system's own.
fn every_package(tools: &Tools) -> Vec<(String, bool)> {
    let android = tools.android();
    let mut all: Vec<(String, bool)> = vec![("android".to_owned(), true)];
    all.extend(android.facts().iter().map(|facts| (facts.package.to_owned(), facts.system)));
    let keyboards = android.ime.installed().iter().filter_map(|(id, _)| id.split('/').next());
    all.extend(keyboards.map(|package| (package.to_owned(), package.starts_with("com.android.inputmethod"))));
    drop(android);
    if tools.portal_installed() {
        all.push((super::portal::PACKAGE.to_owned(), false));
    }
    all
}

fn list(tools: &Tools, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    match words.next() {
        Some("packages" | "package") => list_packages(tools, words, io),
        Some("features") => {
            FEATURES.iter().for_each(|feature| say(io, &format!("feature:{feature}")));
            0
        }
        Some("users") => {
            say(io, "Users:\n\tUserInfo{0:Owner:4c13} running");
            0
        }
        Some("permissions") => {
            say(io, "All Permissions:\n");
            Permission::ALL
                .iter()
                .for_each(|permission| say(io, &format!("permission:{}", permission.name())));
            0
        }
        Some("permission-groups") => {
            for group in [
                "CAMERA",
                "MICROPHONE",
                "LOCATION",
                "CONTACTS",
                "READ_MEDIA_VISUAL",
                "SMS",
                "PHONE",
                "NOTIFICATIONS",
            ] {
                say(io, &format!("permission group:android.permission-group.{group}"));
            }
            0
        }
        Some("libraries") => {
            for name in
                ["android.test.base", "android.test.mock", "android.test.runner", "org.apache.http.legacy"]
            {
                say(io, &format!("library:{name}"));
            }
            0
        }
        Some("instrumentation") => 0,
        Some(other) => {
            fail(io, &format!("Error: unknown list type '{other}'"));
            WRONG
        }
        None => {
            fail(io, "Error: didn't specify type of data to list");
            WRONG
        }
    }
}

fn list_packages(tools: &Tools, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let mut filter = "";
    let mut flags = Vec::new();
    while let Some(word) = bare(words) {
        match word {
            "-f" | "-d" | "-e" | "-s" | "-3" | "-i" | "-l" | "-u" | "-U" | "-a" | "--show-versioncode"
            | "--apex-only" => {
                flags.push(word);
            }
            "--uid" => {
                words.next();
            }
            flag if flag.starts_with('-') => {
                fail(io, &format!("Error: Unknown option: {flag}"));
                return WRONG;
            }
            name => filter = name,
        }
    }
    let has = |flag: &str| flags.contains(&flag);
    if has("--apex-only") {
        return 0;
    }
    for (package, system) in every_package(tools) {
        let disabled = tools.is_disabled(&package);
        let wanted = (!has("-3") || !system)
            && (!has("-s") || system)
            && (!has("-d") || disabled)
            && (!has("-e") || !disabled)
            && package.contains(filter);
        if !wanted {
            continue;
        }
        let mut line = String::from("package:");
        if has("-f") {
            line.push_str(&format!("{}=", apk(&package, system)));
        }
        line.push_str(&package);
        if has("--show-versioncode") {
            line.push_str(" versionCode:1");
        }
        if has("-i") {
            line.push_str(if system { "  installer=null" } else { "  installer=com.android.vending" });
        }
        if has("-U") {
            line.push_str(&format!(" uid:{}", tools.uid_of(&package)));
        }
        say(io, &line);
    }
    0
}

fn clear(tools: &Tools, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let Some(package) = bare(words) else {
        fail(io, "Error: no package specified");
        return 1;
    };
    let done = tools.android().clear_app(package);
    say(io, if done { "Success" } else { "Failed" });
    u8::from(!done)
}

fn grant(tools: &Tools, args: Args<'_>, words: &mut Words<'_>, yes: bool, io: &mut Io<'_>) -> u8 {
    let Some(package) = bare(words) else {
        fail(io, "Error: no package specified");
        return 1;
    };
    let Some(name) = bare(words) else {
        fail(io, "Error: no permission specified");
        return 1;
    };
    if facts_of(tools, package).is_none() {
        return illegal(io, args, format!("Unknown package: {package}"));
    }
    match Permission::parse(name) {
        Some(permission) => {
            tools.android().set_granted(package, permission, yes);
            0
        }
        None => illegal(io, args, format!("Unknown permission: {name}")),
    }
}
