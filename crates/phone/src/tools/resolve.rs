//! `pm resolve-activity` and the queries: which apps take an intent, as the package manager prints them.

use super::intent::{Intent, IntentError, class_of};
use super::package::apk;
use super::words::{Words, illegal, thrown};
use super::{Args, Tools, say};
use crate::shell::Io;
use crate::system::Facts;

/// How answers are printed.
#[derive(Default)]
struct Form {
    brief: bool,
    components: bool,
}

fn asked(args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> Result<(Intent, Form), u8> {
    let mut form = Form::default();
    let intent = Intent::parse(words, |word, words| {
        match word {
            "--brief" => form.brief = true,
            "--components" => form.components = true,
            "--query-flags" | "--user" => {
                words.required()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    });
    match intent {
        Ok(intent) => Ok((intent, form)),
        Err(error @ IntentError::Nothing) => Err(illegal(io, args, error)),
        Err(error) => Err(thrown(io, args, &error.thrown())),
    }
}

pub fn one(tools: &Tools, args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let (intent, form) = match asked(args, words, io) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    match tools.takers(&intent).first() {
        Some(facts) => print(tools, facts, &form, "", io),
        None => say(io, "No activity found"),
    }
    0
}

pub fn all(tools: &Tools, args: Args<'_>, words: &mut Words<'_>, io: &mut Io<'_>) -> u8 {
    let (intent, form) = match asked(args, words, io) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    let found = tools.takers(&intent);
    if found.is_empty() {
        say(io, "No activities found");
    } else if form.components {
        found.iter().for_each(|facts| print(tools, facts, &form, "", io));
    } else {
        say(io, &format!("{} activities found:", found.len()));
        for (at, facts) in found.iter().enumerate() {
            say(io, &format!("  Activity #{at}:"));
            print(tools, facts, &form, "    ", io);
        }
    }
    0
}

fn print(tools: &Tools, facts: &Facts, form: &Form, indent: &str, io: &mut Io<'_>) {
    let rank = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true";
    let component = format!("{}/{}", facts.package, facts.activity);
    if form.components {
        return say(io, &format!("{indent}{component}"));
    }
    say(io, &format!("{indent}{rank}"));
    if form.brief {
        return say(io, &format!("{indent}{component}"));
    }
    let (package, class) = (facts.package, class_of(facts));
    let source = apk(package, facts.system);
    let uid = tools.uid_of(package);
    for line in [
        "ActivityInfo:".to_owned(),
        format!("  name={class}"),
        format!("  packageName={package}"),
        "  enabled=true exported=true directBootAware=false".to_owned(),
        format!("  taskAffinity={package} targetActivity=null persistableMode=PERSIST_ROOT_ONLY"),
        "  launchMode=2 flags=0x0 privateFlags=0x0 theme=0x0".to_owned(),
        "  ApplicationInfo:".to_owned(),
        format!("    packageName={package}"),
        format!("    processName={package}"),
        format!("    uid={uid} flags=0x38a8be44 privateFlags=0x0 theme=0x0"),
        format!("    sourceDir={source}"),
        format!("    dataDir=/data/user/0/{package}"),
        "    enabled=true minSdkVersion=26 targetSdkVersion=34 versionCode=1".to_owned(),
    ] {
        say(io, &format!("{indent}{line}"));
    }
}

pub fn none(args: Args<'_>, words: &mut Words<'_>, what: &str, io: &mut Io<'_>) -> u8 {
    match asked(args, words, io) {
        Ok(_) => {
            say(io, &format!("No {what} found"));
            0
        }
        Err(code) => code,
    }
}
