//! The phone's side of the adb wire: which services it offers, and how each is done.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tapwise_adb::{Banner, Error, FileStat, ShellRequest, Stream, SyncFiles, Wait, serve, serve_sync};

use crate::files::{Files, Kind};
use crate::ports;
use crate::programs::make_all;
use crate::shell::{Io, Shell, check};
use crate::terminal::{self, Cooked};
use crate::tools::{MODEL, PRODUCT, Tools};

/// Only what is really done here; clients take every word for granted.
const FEATURES: [&str; 2] = ["shell_v2", "cmd"];

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
    serving: Arc<AtomicUsize>,
    transfers: Arc<AtomicUsize>,
}

/// One place taken; given back when dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(count: &Arc<AtomicUsize>, most: usize) -> Option<Place> {
        let place = Place(Arc::clone(count));
        (count.fetch_add(1, Ordering::SeqCst) < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Adbd {
    pub fn new(files: Arc<Files>, tools: Arc<Tools>) -> Adbd {
        let banner = Banner::device(PRODUCT, MODEL, PRODUCT, &FEATURES);
        Adbd { files, tools, banner, serving: Arc::default(), transfers: Arc::default() }
    }

    /// Serves one client until it leaves.
    pub fn serve(self: &Arc<Self>, socket: TcpStream) -> Result<(), Error> {
        let adbd = Arc::clone(self);
        serve(socket, &self.banner, Arc::new(move |name| adbd.accept(&name)))
    }

    fn accept(self: &Arc<Self>, name: &str) -> Option<tapwise_adb::Serving> {
        let adbd = Arc::clone(self);
        if name == "sync:" {
            let place = Place::take(&self.transfers, TRANSFERS_MAX)?;
            self.tools.before_call("sync");
            return Some(Box::new(move |mut stream| {
                let _place = place;
                let _ = serve_sync(&mut stream, &Synced(&adbd.files), &Wait::forever());
            }));
        }
        if let Some(port) = ports::asked(name) {
            let ports = Arc::clone(self.tools.ports());
            // Refused at once, as a phone does where nothing listens.
            let place = Place::take(&self.serving, SERVING_MAX).filter(|_| ports.has(port))?;
            return Some(Box::new(move |stream| {
                let _place = place;
                ports.serve(port, stream);
            }));
        }
        let request = ShellRequest::parse(name)?;
        let place = Place::take(&self.serving, SERVING_MAX)?;
        Some(Box::new(move |stream| {
            let _place = place;
            adbd.shell(&request, stream);
        }))
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

/// The phone's files as the sync service sees them.
struct Synced<'a>(&'a Files);

const FILE: u32 = 0o100_000;
const DIRECTORY: u32 = 0o040_000;
const LINK: u32 = 0o120_000;
const CHARACTERS: u32 = 0o020_000;

impl Synced<'_> {
    fn stat_of(&self, path: &[u8]) -> Option<FileStat> {
        // Followed, as adbd does for `pull /sdcard/…`: the link itself would be of no use to a client.
        let stat = self.0.stat(path, true).ok()?;
        let kind = match stat.kind {
            Kind::File => FILE,
            Kind::Directory => DIRECTORY,
            Kind::Link => LINK,
            Kind::Device(_) => CHARACTERS,
        };
        let size = u32::try_from(stat.size).unwrap_or(u32::MAX);
        let time = u32::try_from(stat.mtime).unwrap_or(0);
        Some(FileStat { mode: kind | stat.mode, size, time })
    }
}

impl SyncFiles for Synced<'_> {
    fn stat(&self, path: &str) -> Option<FileStat> {
        self.stat_of(path.as_bytes())
    }

    fn list(&self, path: &str) -> Vec<(String, FileStat)> {
        let names = self.0.list(path.as_bytes()).unwrap_or_default();
        names
            .into_iter()
            .filter_map(|name| {
                let full = [path.as_bytes(), b"/", &name].concat();
                Some((String::from_utf8_lossy(&name).into_owned(), self.stat_of(&full)?))
            })
            .collect()
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.0.read(path.as_bytes()).map_err(|error| error.to_string())
    }

    fn write(&self, path: &str, stat: FileStat, bytes: Vec<u8>) -> Result<(), String> {
        let path = path.as_bytes();
        // adbd makes the folders on the way to a pushed file.
        if let Some(at) = path.iter().rposition(|byte| *byte == b'/').filter(|at| *at > 0) {
            make_all(self.0, &path[..at]).map_err(|error| error.to_string())?;
        }
        self.0.write(path, &bytes).map_err(|error| error.to_string())?;
        let _ = self.0.set_mode(path, stat.mode & 0o777);
        let _ = self.0.set_mtime(path, i64::from(stat.time));
        Ok(())
    }
}
