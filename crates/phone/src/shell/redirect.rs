//! Where bytes come from and go to: the ten descriptors of a shell, and `<`, `>`, `<<` on them.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::syntax::{Redirect, RedirectKind};
use super::{Flow, Io, PIPE_MAX, Shell};
use crate::files::{Device, FileError, Files, Kind, absolute};

/// The streams of whoever called the shell. Several descriptors may lead to one of them.
pub struct Outer<'o> {
    stdin: RefCell<&'o mut dyn Read>,
    stdout: RefCell<&'o mut dyn Write>,
    stderr: RefCell<&'o mut dyn Write>,
}

impl<'o> Outer<'o> {
    pub fn new(io: &'o mut Io<'_>) -> Outer<'o> {
        Outer {
            stdin: RefCell::new(&mut *io.stdin),
            stdout: RefCell::new(&mut *io.stdout),
            stderr: RefCell::new(&mut *io.stderr),
        }
    }
}

type Open = fn(&Shell, &[u8]) -> Result<Fd, FileError>;
type Bytes = Arc<Mutex<Vec<u8>>>;

/// Where a descriptor leads.
#[derive(Clone)]
pub enum Fd {
    CallerIn,
    CallerOut,
    CallerErr,
    Null,
    /// What a pipe or a `$(…)` collects.
    Buffer(Bytes),
    /// What a pipe or a here document gives: the bytes still to read, last first out.
    Input(Arc<Mutex<(Vec<u8>, usize)>>),
    File(Arc<Mutex<OpenFile>>),
}

pub struct OpenFile {
    files: Arc<Files>,
    id: u64,
    at: usize,
    append: bool,
}

impl Fd {
    pub fn buffer() -> (Fd, Bytes) {
        let bytes = Bytes::default();
        (Fd::Buffer(bytes.clone()), bytes)
    }

    pub fn input(bytes: Vec<u8>) -> Fd {
        Fd::Input(Arc::new(Mutex::new((bytes, 0))))
    }
}

#[derive(Clone)]
pub struct Fds([Option<Fd>; 10]);

impl Fds {
    pub fn standard() -> Fds {
        let mut fds = Fds([const { None }; 10]);
        fds.set(0, Fd::CallerIn);
        fds.set(1, Fd::CallerOut);
        fds.set(2, Fd::CallerErr);
        fds
    }

    pub fn get(&self, fd: u8) -> Option<Fd> {
        self.0.get(usize::from(fd)).cloned().flatten()
    }

    pub fn set(&mut self, fd: u8, to: Fd) {
        self.put(fd, Some(to));
    }

    pub fn put(&mut self, fd: u8, to: Option<Fd>) {
        if let Some(slot) = self.0.get_mut(usize::from(fd)) {
            *slot = to;
        }
    }

    /// Does none of the three standard ones lead to the caller of the shell?
    pub fn are_detached(&self) -> bool {
        let to_caller = |fd: &Fd| matches!(fd, Fd::CallerIn | Fd::CallerOut | Fd::CallerErr);
        !self.0.iter().take(3).flatten().any(to_caller)
    }

    pub fn stream<'r, 'o>(&self, fd: u8, outer: &'r Outer<'o>) -> Stream<'r, 'o> {
        Stream { fd: self.get(fd), outer }
    }
}

/// One descriptor in use.
pub struct Stream<'r, 'o> {
    fd: Option<Fd>,
    outer: &'r Outer<'o>,
}

fn bad_descriptor() -> io::Error {
    io::Error::other("Bad file descriptor")
}

impl Write for Stream<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &self.fd {
            Some(Fd::CallerOut) => self.outer.stdout.borrow_mut().write(bytes),
            Some(Fd::CallerErr) => self.outer.stderr.borrow_mut().write(bytes),
            Some(Fd::Null) => Ok(bytes.len()),
            Some(Fd::Buffer(buffer)) => {
                let mut buffer = buffer.lock().unwrap_or_else(PoisonError::into_inner);
                let room = PIPE_MAX.saturating_sub(buffer.len());
                if room == 0 && !bytes.is_empty() {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
                let len = bytes.len().min(room);
                buffer.extend_from_slice(&bytes[..len]);
                Ok(len)
            }
            Some(Fd::File(file)) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let at = if file.append { file.files.size_of(file.id) } else { file.at };
                file.files.write_at(file.id, at, bytes).map_err(|e| io::Error::other(e.to_string()))?;
                file.at = at + bytes.len();
                Ok(bytes.len())
            }
            Some(Fd::CallerIn | Fd::Input(_)) | None => Err(bad_descriptor()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &self.fd {
            Some(Fd::CallerOut) => self.outer.stdout.borrow_mut().flush(),
            Some(Fd::CallerErr) => self.outer.stderr.borrow_mut().flush(),
            _ => Ok(()),
        }
    }
}

impl Read for Stream<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &self.fd {
            Some(Fd::CallerIn) => self.outer.stdin.borrow_mut().read(into),
            Some(Fd::Null) => Ok(0),
            Some(Fd::Input(input)) => {
                let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
                let (bytes, at) = &mut *input;
                let len = into.len().min(bytes.len() - *at);
                into[..len].copy_from_slice(&bytes[*at..*at + len]);
                *at += len;
                Ok(len)
            }
            Some(Fd::File(file)) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let bytes = file.files.read_at(file.id, file.at, into.len());
                into[..bytes.len()].copy_from_slice(&bytes);
                file.at += bytes.len();
                Ok(bytes.len())
            }
            Some(Fd::CallerOut | Fd::CallerErr | Fd::Buffer(_)) | None => Err(bad_descriptor()),
        }
    }
}

impl Shell {
    /// Opens what the redirections ask for. `Ok(false)`: one failed and has been complained about.
    pub(super) fn redirect(&mut self, redirects: &[Redirect], outer: &Outer<'_>) -> Result<bool, Flow> {
        for redirect in redirects {
            if let Err(message) = self.redirect_one(redirect, outer)? {
                self.complain(outer, &message);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn redirect_one(&mut self, redirect: &Redirect, outer: &Outer<'_>) -> Result<Result<(), Vec<u8>>, Flow> {
        let (word, open): (_, Open) = match &redirect.kind {
            RedirectKind::Here(text) => {
                let bytes = match text.get() {
                    Some(word) => self.single(word, outer)?,
                    None => Vec::new(),
                };
                self.fds.set(redirect.fd, Fd::input(bytes));
                return Ok(Ok(()));
            }
            RedirectKind::HereString(word) => {
                let mut bytes = self.single(word, outer)?;
                bytes.push(b'\n');
                self.fds.set(redirect.fd, Fd::input(bytes));
                return Ok(Ok(()));
            }
            RedirectKind::Copy(word) => {
                let word = self.single(word, outer)?;
                return Ok(self.copy_fd(redirect.fd, &word));
            }
            RedirectKind::Read(word) => (word, |shell, path| shell.open_in(path)),
            RedirectKind::Write(word) | RedirectKind::Both(word) => {
                (word, |shell, path| shell.open_out(path, true))
            }
            RedirectKind::Append(word) => (word, |shell, path| shell.open_out(path, false)),
            RedirectKind::ReadWrite(word) => (word, |shell, path| shell.open_both(path)),
        };
        let path = self.single(word, outer)?;
        match open(self, &absolute(&self.cwd, &path)) {
            Ok(fd) => {
                if matches!(redirect.kind, RedirectKind::Both(_)) {
                    self.fds.set(2, fd.clone());
                }
                self.fds.set(redirect.fd, fd);
                Ok(Ok(()))
            }
            Err(error) => {
                let verb = if matches!(redirect.kind, RedirectKind::Read(_)) { "open" } else { "create" };
                let text =
                    [format!("can't {verb} ").as_bytes(), &path, format!(": {error}").as_bytes()].concat();
                Ok(Err(text))
            }
        }
    }

    fn copy_fd(&mut self, fd: u8, word: &[u8]) -> Result<(), Vec<u8>> {
        match word {
            b"-" => self.fds.put(fd, None),
            [digit @ b'0'..=b'9'] => match self.fds.get(digit - b'0') {
                Some(to) => self.fds.set(fd, to),
                None => return Err([word, b": bad file descriptor"].concat()),
            },
            _ => return Err([word, b": illegal file descriptor name"].concat()),
        }
        Ok(())
    }

    fn device(&self, path: &[u8], tty: Fd) -> Option<Fd> {
        match self.files.stat(path, true).ok()?.kind {
            Kind::Device(Device::Null) => Some(Fd::Null),
            Kind::Device(Device::Tty) => Some(tty),
            _ => None,
        }
    }

    fn open_in(&self, path: &[u8]) -> Result<Fd, FileError> {
        if let Some(fd) = self.device(path, Fd::CallerIn) {
            return Ok(fd);
        }
        let id = self.files.open_read(path)?;
        Ok(self.opened(id, false))
    }

    fn open_out(&self, path: &[u8], truncate: bool) -> Result<Fd, FileError> {
        if let Some(fd) = self.device(path, Fd::CallerOut) {
            return Ok(fd);
        }
        let id = self.files.open_write(path, truncate, 0o644)?;
        Ok(self.opened(id, !truncate))
    }

    fn open_both(&self, path: &[u8]) -> Result<Fd, FileError> {
        if let Some(fd) = self.device(path, Fd::CallerOut) {
            return Ok(fd);
        }
        let id = self.files.open_write(path, false, 0o644)?;
        Ok(self.opened(id, false))
    }

    fn opened(&self, id: u64, append: bool) -> Fd {
        Fd::File(Arc::new(Mutex::new(OpenFile { files: self.files.clone(), id, at: 0, append })))
    }
}
