//! The phone's plain programs: toybox forms that need nothing but arguments, files and streams.
//! Each is a function; the table below is all there is. Programs that need the phone itself (its clock, its
//! screen, its apps) live elsewhere and are asked first.

mod ask;
mod bytes;
mod copy;
mod expr;
mod files;
mod grep;
mod lines;
mod list;
mod net;
mod run_others;
mod sed;
mod sums;
mod system;
mod text;
mod walk;

use std::io::Read;

pub(crate) use files::make_all;

use crate::files::{Device, Kind};
use crate::shell::{Caller, Io, PIPE_MAX};

/// How a program ends early: its message, without its own name in front.
pub(crate) type Ends = Result<u8, Vec<u8>>;
type Program = fn(&mut Job<'_, '_, '_>) -> Ends;

const TABLE: &[(&str, Program)] = &[
    ("base64", sums::base64),
    ("basename", text::basename),
    ("cat", files::cat),
    ("chgrp", files::chown),
    ("chmod", files::chmod),
    ("chown", files::chown),
    ("clear", system::clear),
    ("cmp", sums::cmp),
    ("comm", lines::comm),
    ("cp", copy::cp),
    ("cut", text::cut),
    ("dd", copy::dd),
    ("df", system::df),
    ("diff", lines::diff),
    ("dirname", text::dirname),
    ("du", walk::du),
    ("echo", text::echo),
    ("egrep", grep::egrep),
    ("env", run_others::env),
    ("expr", expr::expr),
    ("false", |_| Ok(1)),
    ("fgrep", grep::fgrep),
    ("find", walk::find),
    ("fold", lines::fold),
    ("getenforce", system::getenforce),
    ("grep", grep::grep),
    ("gunzip", bytes::gunzip),
    ("gzip", bytes::gzip),
    ("head", text::head),
    ("hexdump", bytes::hexdump),
    ("hostname", system::hostname),
    ("id", system::id),
    ("ifconfig", net::ifconfig),
    ("ln", files::ln),
    ("ls", list::ls),
    ("md5sum", sums::md5sum),
    ("mkdir", files::mkdir),
    ("mktemp", files::mktemp),
    ("mv", copy::mv),
    ("nc", net::nc),
    ("netcat", net::nc),
    ("netstat", net::netstat),
    ("nl", lines::nl),
    ("nproc", system::nproc),
    ("od", bytes::od),
    ("paste", lines::paste),
    ("ping", net::ping),
    ("printenv", run_others::printenv),
    ("printf", text::printf),
    ("pwd", files::pwd),
    ("readlink", files::readlink),
    ("realpath", files::realpath),
    ("rev", lines::rev),
    ("rm", walk::rm),
    ("rmdir", files::rmdir),
    ("sed", sed::sed),
    ("seq", text::seq),
    ("sha1sum", bytes::sha1sum),
    ("sha224sum", bytes::sha224sum),
    ("sha256sum", bytes::sha256sum),
    ("sha384sum", bytes::sha384sum),
    ("sha512sum", bytes::sha512sum),
    ("sort", text::sort),
    ("split", lines::split),
    ("ss", net::ss),
    ("stat", ask::stat),
    ("strings", bytes::strings),
    ("sync", |_| Ok(0)),
    ("tac", lines::tac),
    ("tail", text::tail),
    ("tee", files::tee),
    ("timeout", run_others::timeout),
    ("touch", files::touch),
    ("tr", text::tr),
    ("true", |_| Ok(0)),
    ("truncate", lines::truncate),
    ("tty", system::tty),
    ("uname", system::uname),
    ("uniq", text::uniq),
    ("wc", text::wc),
    ("which", run_others::which),
    ("whoami", system::whoami),
    ("xargs", run_others::xargs),
    ("xxd", sums::xxd),
    ("yes", text::yes),
    ("zcat", bytes::zcat),
];

/// The names of all plain programs.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

pub fn has(name: &[u8]) -> bool {
    find(name).is_some()
}

fn find(name: &[u8]) -> Option<Program> {
    let name = std::str::from_utf8(name).ok()?;
    let index = TABLE.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
    Some(TABLE[index].1)
}

/// Runs a plain program; `None` if there is none of that name.
pub fn run_plain(argv: &[Vec<u8>], caller: &Caller<'_>, io: &mut Io<'_>) -> Option<u8> {
    let (name, args) = argv.split_first()?;
    // `toybox ls` is `ls`
    if name == b"toybox" && !args.is_empty() {
        return run_plain(args, caller, io);
    }
    let program = find(name)?;
    let mut job = Job { name, args, caller, io, failed: false };
    Some(match program(&mut job) {
        Ok(status) if job.failed => status.max(1),
        Ok(status) => status,
        Err(message) => {
            job.complain(&message);
            1
        }
    })
}

/// One program at work.
pub(crate) struct Job<'a, 'c, 'i> {
    pub name: &'a [u8],
    pub args: &'a [Vec<u8>],
    pub caller: &'a Caller<'c>,
    pub io: &'a mut Io<'i>,
    /// Something went wrong on the way; the rest was still done.
    pub failed: bool,
}

/// Flags that were given, and what was not a flag.
pub(crate) struct Flags {
    set: Vec<(u8, Vec<u8>)>,
    pub rest: Vec<Vec<u8>>,
}

impl Flags {
    pub fn has(&self, flag: u8) -> bool {
        self.set.iter().any(|(f, _)| *f == flag)
    }

    pub fn value(&self, flag: u8) -> Option<&[u8]> {
        self.set.iter().rev().find(|(f, _)| *f == flag).map(|(_, v)| v.as_slice())
    }

    pub fn values(&self, flag: u8) -> impl Iterator<Item = &[u8]> {
        self.set.iter().filter(move |(f, _)| *f == flag).map(|(_, v)| v.as_slice())
    }

    pub fn number(&self, flag: u8) -> Result<Option<u64>, Vec<u8>> {
        self.value(flag).map(number).transpose()
    }
}

pub(crate) fn number(text: &[u8]) -> Result<u64, Vec<u8>> {
    let parsed = std::str::from_utf8(text).ok().and_then(|t| t.parse::<u64>().ok());
    parsed.ok_or_else(|| [b"not integer: ", text].concat())
}

impl Job<'_, '_, '_> {
    /// Reads flags as getopt does: `known` has a letter for each, followed by `:` if it takes a value.
    pub fn flags(&self, known: &str) -> Result<Flags, Vec<u8>> {
        let mut flags = Flags { set: Vec::new(), rest: Vec::new() };
        let mut args = self.args.iter();
        while let Some(arg) = args.next() {
            if arg == b"--" {
                flags.rest.extend(args.cloned());
                break;
            }
            if arg.len() < 2 || arg[0] != b'-' {
                flags.rest.push(arg.clone());
                continue;
            }
            for (i, flag) in arg[1..].iter().enumerate() {
                let Some(at) = known.bytes().position(|k| k == *flag && k != b':') else {
                    return Err(
                        [b"Unknown option '", &arg[1 + i..], b"' (see \"", self.name, b" --help\")"].concat()
                    );
                };
                if known.as_bytes().get(at + 1) != Some(&b':') {
                    flags.set.push((*flag, Vec::new()));
                    continue;
                }
                let glued = &arg[i + 2..];
                let value = if glued.is_empty() { args.next().cloned() } else { Some(glued.to_vec()) };
                let value = value.ok_or_else(|| [b"Missing argument to -", &[*flag][..]].concat())?;
                flags.set.push((*flag, value));
                break;
            }
        }
        Ok(flags)
    }

    pub fn complain(&mut self, message: &[u8]) {
        self.failed = true;
        let line = [self.name, b": ", message, b"\n"].concat();
        let _nobody_listens = self.io.stderr.write_all(&line);
    }

    /// `name: PATH: why`
    pub fn blame(&mut self, path: &[u8], why: impl std::fmt::Display) {
        self.complain(&[path, b": ", why.to_string().as_bytes()].concat());
    }

    /// Writes to standard output. `Err` ends the program: nobody reads any more.
    pub fn out(&mut self, bytes: &[u8]) -> Result<(), Vec<u8>> {
        self.io.stdout.write_all(bytes).map_err(|e| format!("write: {e}").into_bytes())
    }

    /// All bytes of a file, or of standard input for `-`.
    pub fn input(&mut self, path: &[u8]) -> Result<Vec<u8>, String> {
        if path == b"-" {
            return self.stdin();
        }
        let full = self.caller.path(path);
        match self.caller.files.stat(&full, true).map_err(|e| e.to_string())?.kind {
            Kind::Directory => Err("Is a directory".to_owned()),
            Kind::Device(Device::Tty) => self.stdin(),
            _ => self.caller.files.read(&full).map_err(|e| e.to_string()),
        }
    }

    fn stdin(&mut self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        self.io.stdin.take(PIPE_MAX as u64).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
        Ok(bytes)
    }

    /// Every input in turn, complaining about those that cannot be read. No path means standard input.
    pub fn inputs(&mut self, paths: &[Vec<u8>]) -> Vec<(Vec<u8>, Vec<u8>)> {
        let only_stdin = [b"-".to_vec()];
        let mut all = Vec::new();
        for path in if paths.is_empty() { &only_stdin[..] } else { paths } {
            match self.input(path) {
                Ok(bytes) => all.push((path.clone(), bytes)),
                Err(why) => self.blame(path, why),
            }
        }
        all
    }

    /// All inputs as one text.
    pub fn all_input(&mut self, paths: &[Vec<u8>]) -> Vec<u8> {
        self.inputs(paths).into_iter().flat_map(|(_, bytes)| bytes).collect()
    }

    /// Writes a file, or the caller's own output if that is what the path means.
    pub fn save(&mut self, path: &[u8], bytes: &[u8], append: bool) -> Result<(), String> {
        let full = self.caller.path(path);
        if self.caller.files.stat(&full, true).is_ok_and(|s| s.kind == Kind::Device(Device::Tty)) {
            return self.io.stdout.write_all(bytes).map_err(|e| e.to_string());
        }
        let files = self.caller.files;
        let result = if append { files.append(&full, bytes) } else { files.write(&full, bytes) };
        result.map_err(|e| e.to_string())
    }

    pub fn need(&self, rest: &[Vec<u8>], least: usize) -> Result<(), Vec<u8>> {
        if rest.len() >= least {
            return Ok(());
        }
        Err(format!("Needs {least} argument{}", if least == 1 { "" } else { "s" }).into_bytes())
    }
}

/// The lines of a text, each without its new line.
pub(crate) fn lines(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    let text = text.strip_suffix(b"\n").map_or(text, |t| t);
    let empty = text.is_empty();
    text.split(|b| *b == b'\n').filter(move |_| !empty)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sorted_so_that_every_program_is_found() {
        assert!(super::TABLE.is_sorted_by_key(|(name, _)| *name));
        assert!(super::names().all(|name| super::has(name.as_bytes())));
    }
}
