//! `pm install`, `uninstall`, `enable` and kin: apps come and go. No code of an app file is ever run: a file
//! stands for the app whose package it is named after, and only apps that this phone knows can be installed.

use std::sync::PoisonError;

use super::intent::Intent;
use super::package::{bare, facts_of};
use super::words::{Words, illegal, thrown};
use super::{Args, Tools, WRONG, fail, say};
use crate::shell::{Caller, Io};
use crate::system::{Facts, Permission};

/// How every zip file, and so every app file, begins.
const ZIP: &[u8] = b"PK\x03\x04";

impl Tools {
    pub(super) fn is_disabled(&self, package: &str) -> bool {
        self.disabled.lock().unwrap_or_else(PoisonError::into_inner).contains(package)
    }

    /// The apps that take an intent, without those that were switched off.
    pub(super) fn takers(&self, intent: &Intent) -> Vec<Facts> {
        let mut all = intent.takers(&self.android());
        all.retain(|facts| !self.is_disabled(facts.package));
        all
    }
}

/// The file that `install` was asked for, and whether the app gets every permission with it; a code where the
/// words are wrong.
fn asked<'a>(words: &mut Words<'a>, io: &mut Io<'_>) -> Result<(&'a str, bool), u8> {
    const PLAIN: [&str; 14] = [
        "-",
        "-r",
        "-t",
        "-f",
        "-d",
        "-w",
        "-R",
        "-l",
        "-s",
        "--full",
        "--dont-kill",
        "--force-queryable",
        "--no-incremental",
        "--bypass-low-target-sdk-block",
    ];
    let (mut path, mut grants) = (None, false);
    while let Some(word) = words.next() {
        match word {
            "-i" | "-p" | "--user" | "--abi" | "--install-location" | "--install-reason" | "-S"
            | "--originating-uri" => {
                words.next();
            }
            "-g" => grants = true,
            flag if PLAIN.contains(&flag) => {}
            flag if flag.starts_with('-') => {
                fail(io, &format!("Error: Unknown option {flag}"));
                return Err(WRONG);
            }
            name => path = Some(name),
        }
    }
    path.map(|path| (path, grants)).ok_or_else(|| {
        fail(io, "Error: must either specify a package size or an APK file");
        1
    })
}

pub fn install(tools: &Tools, words: &mut Words<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    let (path, grants) = match asked(words, io) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    let Ok(bytes) = caller.files.read(&caller.path(path.as_bytes())) else {
        fail(io, &format!("Error: failed to open file: {path}"));
        fail(
            io,
            &format!(
                "\nException occurred while executing 'install':\njava.lang.IllegalArgumentException: Error: Can't open file: {path}"
            ),
        );
        return WRONG;
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    let package = name.strip_suffix(".apk").unwrap_or(name);
    if !bytes.starts_with(ZIP) {
        let file = format!("/data/app/vmdl1200034.tmp/{name}");
        say(io, &format!("Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse {file}]"));
        return 1;
    }
    let known = facts_of(tools, package).is_some() || tools.android().install(package);
    if !known {
        let why = format!("this phone runs no app files; it knows no app {package}");
        say(io, &format!("Failure [INSTALL_PARSE_FAILED_BAD_MANIFEST: {why}]"));
        return 1;
    }
    if grants {
        let mut android = tools.android();
        Permission::ALL.iter().for_each(|permission| android.set_granted(package, *permission, true));
    }
    say(io, "Success");
    0
}

/// Streamed installs are refused at their first step, so that clients fall back to a pushed file.
pub fn create(io: &mut Io<'_>) -> u8 {
    fail(
        io,
        "\nException occurred while executing 'install-create':\njava.lang.IllegalStateException: this phone takes app files by pm install PATH only",
    );
    WRONG
}

/// `install-write`, `-commit` and `-abandon`: there never is one to go on with.
pub fn without_one(args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let mut id = None;
    while let Some(word) = words.next() {
        match word {
            "-S" => {
                words.next();
            }
            word if word.starts_with('-') => {}
            word => {
                id = Some(word);
                break;
            }
        }
    }
    match id.map(str::parse::<i32>) {
        None => {
            fail(io, "Error: missing session id");
            1
        }
        Some(Err(_)) => thrown(
            io,
            args,
            &format!("java.lang.NumberFormatException: For input string: \"{}\"", id.unwrap_or_default()),
        ),
        Some(Ok(id)) => {
            thrown(io, args, &format!("java.lang.SecurityException: Caller has no access to session {id}"))
        }
    }
}

pub fn existing(tools: &Tools, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let Some(package) = bare(words) else {
        fail(io, "Error: package name not specified");
        return 1;
    };
    if facts_of(tools, package).is_none() {
        fail(
            io,
            &format!(
                "android.content.pm.PackageManager$NameNotFoundException: Package {package} doesn't exist"
            ),
        );
        return 1;
    }
    say(io, &format!("Package {package} installed for user: 0"));
    0
}

pub fn uninstall(tools: &Tools, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let mut package = None;
    while let Some(word) = bare(words) {
        match word {
            "-k" => {}
            "--versionCode" => {
                words.next();
            }
            flag if flag.starts_with('-') => {
                fail(io, &format!("Error: Unknown option: {flag}"));
                return WRONG;
            }
            name => {
                package.get_or_insert(name);
            }
        }
    }
    let Some(package) = package else {
        fail(io, "Error: package name not specified");
        return 1;
    };
    // What came with the phone stays on it.
    let removable = facts_of(tools, package).is_some_and(|facts| !facts.system);
    let removed = removable && tools.android().remove(package);
    say(io, if removed { "Success" } else { "Failure [DELETE_FAILED_INTERNAL_ERROR]" });
    u8::from(!removed)
}

pub fn enable(tools: &Tools, args: Args<'_>, verb: &str, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let Some(package) = bare(words) else {
        fail(io, "Error: no package or component specified");
        return 1;
    };
    if facts_of(tools, package).is_none() {
        return illegal(io, args, format!("Unknown package: {package}"));
    }
    let word = match verb {
        "enable" => "enabled",
        "default-state" => "default",
        "disable-user" => "disabled-user",
        // Only root may do this to an app for everybody.
        _ => {
            let what = format!(
                "java.lang.SecurityException: Shell cannot change component state for {package}/null to 2"
            );
            return thrown(io, args, &what);
        }
    };
    let mut disabled = tools.disabled.lock().unwrap_or_else(PoisonError::into_inner);
    if verb == "disable-user" {
        disabled.insert(package.to_owned());
    } else {
        disabled.remove(package);
    }
    drop(disabled);
    if verb == "disable-user" {
        tools.android().force_stop(package);
    }
    say(io, &format!("Package {package} new state: {word}"));
    0
}
