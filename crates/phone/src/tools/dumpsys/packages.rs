//! `dumpsys package PACKAGE`: what is known of one app.

use super::token;
use crate::shell::Io;
use crate::system::{Facts, Permission};
use crate::tools::package::apk;
use crate::tools::{Tools, say};

pub fn package(tools: &Tools, name: Option<&str>, io: &mut Io<'_>) -> u8 {
    let android = tools.android();
    let found = android.facts().iter().find(|facts| name.is_some_and(|name| facts.package == name)).cloned();
    drop(android);
    let Some(facts) = found else {
        match name {
            Some(name) => say(io, &format!("Unable to find package: {name}")),
            None => say(io, "Database versions:\n  Internal:\n    sdkVersion=34 databaseVersion=3"),
        }
        return 0;
    };
    about(tools, &facts, io);
    permissions(tools, facts.package, io);
    0
}

fn about(tools: &Tools, facts: &Facts, io: &mut Io<'_>) {
    let (package, uid) = (facts.package, tools.uid_of(facts.package));
    let source = apk(package, facts.system);
    let folder = source.rsplit_once('/').map_or("", |(folder, _)| folder);
    say(io, "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:");
    say(
        io,
        &format!("        {} {package}/{} filter {}", token(package), facts.activity, token(facts.activity)),
    );
    say(
        io,
        "          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\n",
    );
    say(io, &format!("Packages:\n  Package [{package}] ({}):", token(&source)));
    say(
        io,
        &format!(
            "    userId={uid}\n    pkg=Package{{{} {package}}}\n    codePath={folder}\n    resourcePath={folder}\n    versionCode={} minSdk=26 targetSdk=34\n    versionName={}",
            token(package),
            version_code(facts.version),
            facts.version
        ),
    );
    let system = if facts.system { "SYSTEM " } else { "" };
    say(
        io,
        &format!(
            "    flags=[ {system}HAS_CODE ALLOW_CLEAR_USER_DATA ]\n    dataDir=/data/user/0/{package}\n    supportsScreens=[small, medium, large, xlarge]"
        ),
    );
}

fn permissions(tools: &Tools, package: &str, io: &mut Io<'_>) {
    say(io, "    requested permissions:");
    Permission::ALL.iter().for_each(|permission| say(io, &format!("      {}", permission.name())));
    say(io, "    install permissions:\n      android.permission.INTERNET: granted=true");
    let off = if tools.is_disabled(package) { 3 } else { 0 };
    say(
        io,
        &format!(
            "    User 0: ceDataInode=4242 installed=true hidden=false suspended=false stopped=false enabled={off}"
        ),
    );
    say(io, "      runtime permissions:");
    let android = tools.android();
    for permission in Permission::ALL {
        let (name, granted) = (permission.name(), android.is_granted(package, permission));
        say(io, &format!("        {name}: granted={granted}, flags=[ USER_SENSITIVE_WHEN_GRANTED]"));
    }
}

/// `8.0.49` is 8000049: later versions have larger codes, as they should.
fn version_code(version: &str) -> u64 {
    let parts = version.split('.').map(|part| part.parse::<u64>().unwrap_or(0).min(999)).take(3);
    parts.fold(0, |code, part| code * 1_000 + part).max(1)
}
