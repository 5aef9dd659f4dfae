//! `app_process` with uiautomator2's main class: opens the port of its server and stays as long as its client
//! does, or behind it where it was started without one.

use std::sync::Arc;
use std::time::Duration;

use super::{Args, Tools};
use crate::ports::{Door, Listening};
use crate::shell::{Caller, Io};
use crate::u2::Server;

pub const MAIN: &str = "com.wetest.uia2.Main";
const PORT: u16 = 9008;
/// How often it looks whether its client is still there; the real one sleeps half a second between looks.
const LOOK: Duration = Duration::from_millis(100);

const USAGE: &str = "usage: uiautomator2-server
 -h,--help         Print this help message
 -p,--port <arg>   Port to listen on (1-65535, default: 9008)";

/// What the arguments after the main class ask for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Serve(u16),
    Usage,
    Wrong(String),
}

/// Runs the class with the arguments that came after its name.
pub fn run(tools: &Tools, rest: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    match asked(rest) {
        Asked::Serve(port) => serve(tools, port, caller, io),
        Asked::Usage => {
            let _ = writeln!(io.stdout, "{USAGE}");
            0
        }
        Asked::Wrong(why) => {
            let _ = writeln!(io.stderr, "{why}");
            1
        }
    }
}

fn asked(args: Args<'_>) -> Asked {
    let mut port = PORT;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let given = match word.as_str() {
            "-h" | "--help" => return Asked::Usage,
            "-p" | "--port" | "-port" => match words.next() {
                Some(given) => given.as_str(),
                None => return Asked::Wrong(format!("Missing argument for option: p\n{USAGE}")),
            },
            other => match other.strip_prefix("--port=").or_else(|| other.strip_prefix("-p")) {
                Some(given) => given,
                None if other.starts_with('-') => {
                    return Asked::Wrong(format!("Unrecognized option: {other}\n{USAGE}"));
                }
                None => continue,
            },
        };
        port = match given.parse::<i64>() {
            Ok(number @ 1..=65_535) => number as u16,
            Ok(_) => return Asked::Wrong(format!("Invalid port: {given}. Must be between 1 and 65535.")),
            Err(_) => {
                let why = format!("Invalid port: {given}. Must be an integer between 1 and 65535.");
                return Asked::Wrong(why);
            }
        };
    }
    Asked::Serve(port)
}

fn serve(tools: &Tools, port: u16, caller: &Caller<'_>, io: &mut Io<'_>) -> u8 {
    let _ = writeln!(io.stdout, "[server] INFO: [UiAutomator2Server] Starting Server");
    tools.take(tools.delays.shell_java);
    let server =
        Server::new(Arc::clone(&tools.android), tools.time.clone(), tools.delays, tools.outside.clone());
    let Some(listening) = tools.ports.listen(port, Door::U2(Arc::new(server))) else {
        // One accessibility client at a time: a second server fails at this, before it comes to the port.
        let _ = writeln!(
            io.stderr,
            "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!"
        );
        return 1;
    };
    let _ = writeln!(
        io.stdout,
        "[server] INFO: clipboardManager inited\n[server] INFO: tmpdir is /data/local/tmp/u2\n[server] INFO: http server listening on *:{port}"
    );
    let _ = writeln!(
        io.stderr,
        "SLF4J: Failed to load class \"org.slf4j.impl.StaticLoggerBinder\".\nSLF4J: Defaulting to no-operation (NOP) logger implementation\nSLF4J: See http://www.slf4j.org/codes.html#StaticLoggerBinder for further details."
    );
    if !caller.detached {
        stay(tools, listening, io);
        tools.ports.close(listening);
    }
    0
}

/// Returns when the port was closed or the client is gone.
fn stay(tools: &Tools, listening: Listening, io: &mut Io<'_>) {
    while io.stdout.flush().is_ok() && io.stderr.flush().is_ok() {
        if tools.ports.closes_within(listening, LOOK) {
            return;
        }
    }
}
