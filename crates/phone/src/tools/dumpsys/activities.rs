//! `dumpsys activity`: which apps are open, and which one is in front.

use super::token;
use crate::shell::Io;
use crate::tools::intent::class_of;
use crate::tools::{Args, Tools, say};

pub fn activity(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) {
    match args.iter().map(String::as_str).find(|word| !word.starts_with('-')) {
        Some("activities" | "a") => activities(tools, io),
        Some("top") => top(tools, io),
        Some("recents" | "r") => recents(tools, io),
        Some("processes" | "p" | "lru") => processes(tools, io),
        Some("broadcasts" | "b") => say(io, "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)"),
        Some("services" | "s" | "service") => {
            say(io, "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)")
        }
        Some(other) => {
            say(io, &format!("Bad activity command, or no activities match: {other}\nUse -h for help."))
        }
        None => {
            recents(tools, io);
            activities(tools, io);
            processes(tools, io);
        }
    }
}

/// Open apps, the one in front first: package, activity, task.
fn open(tools: &Tools) -> Vec<(String, String, usize)> {
    let front = tools.android().foreground();
    let all = tools.android().facts().to_vec();
    let mut open = vec![(front.package.to_owned(), front.activity.to_owned(), 12)];
    let behind = tools.running().into_iter().rev().filter(|package| *package != front.package);
    for (at, package) in behind.enumerate() {
        if let Some(facts) = all.iter().find(|facts| facts.package == package) {
            let activity = class_of(facts)[facts.package.len()..].to_owned();
            open.push((package.to_owned(), activity, 13 + at));
        }
    }
    open
}

fn task(tools: &Tools, package: &str, id: usize, visible: bool) -> String {
    format!(
        "Task{{{} #{id} type=standard A={}:{package} U=0 visible={visible} visibleRequested={visible} mode=fullscreen translucent={} sz=1}}",
        token(package),
        tools.uid_of(package),
        !visible
    )
}

fn activities(tools: &Tools, io: &mut Io<'_>) {
    say(
        io,
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):",
    );
    for (package, activity, id) in open(tools) {
        let front = id == 12;
        let short = format!("{package}/{activity}");
        let record = format!("ActivityRecord{{{} u0 {short} t{id}}}", token(&short));
        say(io, &format!("  * {}", task(tools, &package, id, front)));
        if front {
            say(io, &format!("    topResumedActivity={record}\n    mResumedActivity: {record}"));
        }
        say(io, &format!("    * Hist  #0: {record}\n        packageName={package} processName={package}"));
        say(io, &format!("        state={}", if front { "RESUMED" } else { "STOPPED" }));
    }
    if let Some((package, activity, id)) = open(tools).first() {
        let short = format!("{package}/{activity}");
        say(io, &format!("  ResumedActivity: ActivityRecord{{{} u0 {short} t{id}}}", token(&short)));
    }
}

fn top(tools: &Tools, io: &mut Io<'_>) {
    let procs = tools.procs();
    for (package, activity, id) in open(tools).iter().rev() {
        let pid = procs.iter().find(|proc| proc.name == *package).map_or(0, |proc| proc.pid);
        say(io, &format!("TASK {}:{package} id={id} userId=0", tools.uid_of(package)));
        say(io, &format!("  ACTIVITY {package}/{activity} {} pid={pid} userId=0", token(activity)));
        say(
            io,
            &format!(
                "    Local Activity {} State:\n      mResumed={} mStopped={}",
                token(package),
                *id == 12,
                *id != 12
            ),
        );
    }
}

fn recents(tools: &Tools, io: &mut Io<'_>) {
    say(io, "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:");
    for (at, (package, activity, id)) in open(tools).iter().enumerate() {
        say(io, &format!("  * Recent #{at}: {}", task(tools, package, *id, *id == 12)));
        say(
            io,
            &format!(
                "    userId=0 effectiveUid=u0a{}\n    realActivity={{{package}/{package}{activity}}}",
                tools.uid_of(package) % 10_000
            ),
        );
    }
}

fn processes(tools: &Tools, io: &mut Io<'_>) {
    say(io, "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:");
    let running = tools.running();
    for proc in tools.procs().iter().filter(|proc| running.contains(&proc.name.as_str())) {
        let uid = tools.uid_of(&proc.name);
        say(
            io,
            &format!(
                "  *APP* UID {uid} ProcessRecord{{{} {}:{}/u0a{}}}",
                token(&proc.name),
                proc.pid,
                proc.name,
                uid % 10_000
            ),
        );
    }
}
