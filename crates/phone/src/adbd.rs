//! The phone's side of the adb wire: which services it offers, and how each is done.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use tapwise_adb::{Banner, Error, Place, Serving, ShellRequest, Stream, Wait, serve, serve_sync};

use crate::files::Files;
use crate::ports;
use crate::reversed::{Order, Reversed};
use crate::shell::{Io, Shell, check};
use crate::synced::Synced;
use crate::terminal::{self, Cooked};
use crate::tools::{Exposure, MODEL, PRODUCT, Tools};

/// Only what is really done here; clients take every word for granted.
const FEATURES: [&str; 5] = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"];

/// Streams served at once by one phone, over all its connections.
const SERVING_MAX: usize = 256;
/// File transfers at once: each may hold a whole file in memory.
const TRANSFERS_MAX: usize = 8;
/// The longest script that a shell without a command reads before it must be whole.
const SCRIPT_MAX: usize = 1024 * 1024;

pub struct Adbd {
    files: Arc<Files>,
    tools: Arc<Tools>,
    banner: Banner,
    reversed: Reversed,
    serving: Arc<AtomicUsize>,
    transfers: Arc<AtomicUsize>,
}

impl Adbd {
    pub fn new(files: Arc<Files>, tools: Arc<Tools>) -> Adbd {
        let banner = Banner::device(PRODUCT, MODEL, PRODUCT, &FEATURES);
        let (serving, transfers) = (Arc::default(), Arc::default());
        Adbd { files, tools, banner, reversed: Reversed::default(), serving, transfers }
    }

    /// Serves one client until it leaves.
    pub fn serve(self: &Arc<Self>, socket: TcpStream) -> Result<(), Error> {
        let adbd = Arc::clone(self);
        serve(socket, &self.banner, Arc::new(move |name| adbd.accept(&name)))
    }

    fn accept(self: &Arc<Self>, name: &str) -> Option<Serving> {
        let adbd = Arc::clone(self);
        self.tools.count_asked();
        match name {
            "sync:" => {
                return placed(&self.transfers, TRANSFERS_MAX, move |mut stream| {
                    let files = Synced { files: &adbd.files, tools: &adbd.tools };
                    let _ = serve_sync(&mut stream, &files, &Wait::forever());
                });
            }
            "framebuffer:" => {
                return placed(&self.transfers, TRANSFERS_MAX, move |stream| adbd.framebuffer(stream));
            }
            _ => {}
        }
        if let Some(order) = Order::parse(name) {
            return self.placed(move |mut stream| {
                let taken = |name: &str| ports::asked(name).is_some_and(|port| adbd.tools.ports().has(port));
                let answer = adbd.reversed.obey(order, stream.peer(), taken);
                let _ = stream.write_all(&answer, &Wait::forever());
            });
        }
        if self.reversed.has(name) {
            let name = name.to_owned();
            return self.placed(move |stream| adbd.reversed.serve(&name, stream));
        }
        if let Some(port) = ports::asked(name) {
            let ports = Arc::clone(self.tools.ports());
            // Refused at once, as a phone does where nothing listens.
            return if ports.has(port) { self.placed(move |stream| ports.serve(port, stream)) } else { None };
        }
        if let Some(words) = refusal(name) {
            return self.placed(move |mut stream| {
                let _ = stream.write_all(words.as_bytes(), &Wait::forever());
            });
        }
        let request = ShellRequest::parse(name)?;
        self.placed(move |stream| adbd.shell(&request, stream))
    }

    /// Served where the phone has a place left.
    fn placed(&self, serve: impl FnOnce(Stream) + Send + 'static) -> Option<Serving> {
        placed(&self.serving, SERVING_MAX, serve)
    }

    fn framebuffer(&self, mut stream: Stream) {
        // Without a picture the stream just ends, as on a phone whose capture failed.
        let Some((frame, exposure)) = self.tools.frame() else { return };
        let header = framebuffer_header(frame.width, frame.height);
        let wait = Wait::forever();
        let _ = if exposure == Exposure::Good {
            stream.write_all(&header, &wait).and_then(|()| stream.write_all(frame.rgba(), &wait))
        } else {
            stream.write_all(&exposure.spoil([&header, frame.rgba()].concat()), &wait)
        };
    }

    fn shell(&self, request: &ShellRequest, stream: Stream) {
        let (writer, stdin) = request.start(stream, Wait::forever());
        let mut shell = Shell::new(Arc::clone(&self.files), Arc::clone(&self.tools) as _);
        let (mut stdout, mut stderr) = (writer.stdout(), writer.stderr());
        let mut stdin = stdin;
        let code = if request.terminal {
            // A terminal has one output, like the real one.
            let mut out = Cooked::new(stdout);
            if request.command.is_empty() {
                terminal::converse(&mut shell, &mut stdin, &mut out)
            } else {
                let mut err = Cooked::new(writer.stdout());
                shell.run(
                    request.command.as_bytes(),
                    &mut Io { stdin: &mut stdin, stdout: &mut out, stderr: &mut err },
                )
            }
        } else if request.command.is_empty() {
            self.converse(&mut shell, stdin, &mut stdout, &mut stderr)
        } else {
            let mut io = Io { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr };
            shell.run(request.command.as_bytes(), &mut io)
        };
        // The client may be gone by now; then there is nobody to tell.
        let _ = writer.exit(code);
    }

    /// A shell without a command: lines come from the client, and each command runs once it is whole. What a
    /// command reads comes from the lines after it, as in any shell.
    fn converse(
        &self,
        shell: &mut Shell,
        stdin: impl Read,
        stdout: &mut dyn Write,
        stderr: &mut dyn Write,
    ) -> u8 {
        let mut lines = BufReader::new(stdin);
        let mut script = Vec::new();
        let mut code = 0;
        loop {
            let _ = stdout.flush();
            let room = (SCRIPT_MAX - script.len()) as u64;
            let read = (&mut lines).take(room).read_until(b'\n', &mut script).unwrap_or(0);
            if read > 0 && script.len() < SCRIPT_MAX && check(&script).is_err_and(|error| error.wants_more())
            {
                continue;
            }
            if script.is_empty() {
                return code;
            }
            code = shell.run(&script, &mut Io { stdin: &mut lines, stdout, stderr });
            script.clear();
            if let Some(code) = shell.exit_requested() {
                return code;
            }
        }
    }
}

/// What serves a stream, with the place that it takes until it ends; `None` where too many are taken.
fn placed(
    count: &Arc<AtomicUsize>,
    most: usize,
    serve: impl FnOnce(Stream) + Send + 'static,
) -> Option<Serving> {
    let place = Place::take(count, most)?;
    Some(Box::new(move |stream| {
        let _place = place;
        serve(stream);
    }))
}

/// What a phone sold in a shop answers to those who want more of it than it gives, in adbd's words.
fn refusal(name: &str) -> Option<&'static str> {
    match name {
        "root:" => Some("adbd cannot run as root in production builds\n"),
        "unroot:" => Some("adbd not running as root\n"),
        name if name.starts_with("remount:") => Some("Not running as root. Try \"adb root\" first.\n"),
        "disable-verity:" | "enable-verity:" => Some("verity cannot be disabled/enabled - USER build\n"),
        _ => None,
    }
}

/// The first version of the header: every client reads it, and many take the second for it.
fn framebuffer_header(width: u32, height: u32) -> Vec<u8> {
    const VERSION: u32 = 1;
    const BITS: u32 = 32;
    let size = width * height * (BITS / 8);
    // Where red, blue, green and alpha are in a pixel, and how wide.
    let layout = [0, 8, 16, 8, 8, 8, 24, 8];
    [VERSION, BITS, size, width, height].iter().chain(&layout).flat_map(|word| word.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framebuffer_says_how_its_pixels_lie() {
        let words: Vec<u32> = framebuffer_header(3, 2)
            .chunks_exact(4)
            .map(|word| word.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
            .collect();
        assert_eq!(words, [1, 32, 24, 3, 2, 0, 8, 16, 8, 8, 8, 24, 8]);
    }
}
