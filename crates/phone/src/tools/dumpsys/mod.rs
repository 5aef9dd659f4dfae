//! `dumpsys` and `service`: the lines that clients read out of Android's long reports.

mod activities;
mod hardware;
mod packages;
mod windows;

pub use hardware::Battery;
pub use packages::package;

use super::{Args, Tools, fail, say};
use crate::shell::Io;

/// What answers here, as `dumpsys -l` tells it.
pub const SERVICES: [&str; 24] = [
    "SurfaceFlinger",
    "activity",
    "activity_task",
    "audio",
    "battery",
    "bluetooth_manager",
    "connectivity",
    "cpuinfo",
    "display",
    "input",
    "input_method",
    "meminfo",
    "notification",
    "package",
    "phone",
    "power",
    "settings",
    "statusbar",
    "telephony.registry",
    "uimode",
    "usb",
    "user",
    "wifi",
    "window",
];

const HELP: &str = "usage: dumpsys
         To dump all services.
or:
       dumpsys [-t TIMEOUT] [--priority LEVEL] [--clients] [--dump] [--pid] [--thread] [--help | -l | --skip SERVICES | SERVICE [ARGS]]
         --help: shows this help
         -l: only list services, do not dump them
         -t TIMEOUT_SEC: TIMEOUT to use in seconds instead of default 10 seconds
         --skip SERVICES: dumps all services but SERVICES (comma-separated list)
         SERVICE [ARGS]: dumps only service SERVICE, optionally passing ARGS to it";

pub fn run(tools: &Tools, args: Args<'_>, io: &mut Io<'_>) -> u8 {
    tools.take(tools.delays.app);
    let mut args = args;
    while let [flag, rest @ ..] = args {
        args = match flag.as_str() {
            "-t" | "-T" | "--priority" | "--skip" => rest.get(1..).unwrap_or_default(),
            "--dump" | "--clients" | "--pid" | "--thread" => rest,
            "--help" => {
                say(io, HELP);
                return 0;
            }
            "-l" => {
                say(io, "Currently running services:");
                SERVICES.iter().for_each(|name| say(io, &format!("  {name}")));
                return 0;
            }
            flag if flag.starts_with('-') => {
                fail(io, HELP);
                return 255;
            }
            _ => break,
        };
    }
    let Some((name, rest)) = args.split_first() else {
        SERVICES.iter().for_each(|name| {
            say(io, &format!("-------------------------------------------------------------------------------\nDUMP OF SERVICE {name}:"));
            dump(tools, name, &[], io);
        });
        return 0;
    };
    if !SERVICES.contains(&name.as_str()) {
        fail(io, &format!("Can't find service: {name}"));
        return 1;
    }
    dump(tools, name, rest, io);
    0
}

fn dump(tools: &Tools, name: &str, args: Args<'_>, io: &mut Io<'_>) {
    match name {
        "window" => windows::window(tools, args, io),
        "activity" | "activity_task" => activities::activity(tools, args, io),
        "input" => windows::input(tools, io),
        "display" => windows::display(tools, io),
        "SurfaceFlinger" => windows::surfaces(tools, args, io),
        "input_method" => windows::input_method(tools, io),
        "package" => {
            package(tools, args.first().map(String::as_str), io);
        }
        "battery" => hardware::battery(tools, args, io),
        other => hardware::short(tools, other, args, io),
    }
}

/// `service list` and `service check NAME`.
pub fn service(args: Args<'_>, io: &mut Io<'_>) -> u8 {
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["list"] => {
            say(io, &format!("Found {} services:", SERVICES.len()));
            SERVICES.iter().enumerate().for_each(|(at, name)| say(io, &format!("{at}\t{name}: []")));
            0
        }
        ["check", name] => {
            let found = if SERVICES.contains(name) { "found" } else { "not found" };
            say(io, &format!("Service {name}: {found}"));
            0
        }
        ["call", name, _, ..] if !SERVICES.contains(name) => {
            say(io, &format!("service: Service {name} does not exist"));
            10
        }
        // Parcels need the service's own code, and none of it is here.
        ["call", _, _, ..] => {
            say(io, "Result: Parcel(Error: 0xffffffffffffffb6 \"Not a data message\")");
            0
        }
        _ => {
            fail(
                io,
                "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null | fd f | nfd n | afd f ] ...",
            );
            10
        }
    }
}

/// A hash that looks like Android's, the same for the same window.
fn token(of: &str) -> String {
    let sum = of.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{:x}", sum >> 4)
}
