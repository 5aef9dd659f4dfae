//! A TCP socket whose every read and write looks at a [`Wait`], and a reader of whole messages on it.

use std::io::{ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::message::{HEADER_LENGTH, Header, byte_sum};
use crate::wait::SLICE;
use crate::{Error, Wait};

/// Without a deadline of its own, a connection attempt is given up after this long.
const DIAL_LIMIT: Duration = Duration::from_secs(30);
/// Small messages are gathered in a buffer of this size; larger payloads are read in place.
const GATHER: usize = 16 * 1024;

pub(crate) struct Pipe(TcpStream);

/// A failed write, and whether some bytes of it had gone out already: then the connection is of no more use.
pub(crate) struct WriteFailure {
    pub error: Error,
    pub torn: bool,
}

impl Pipe {
    pub fn new(socket: TcpStream) -> Result<Self, Error> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(SLICE))?;
        socket.set_write_timeout(Some(SLICE))?;
        Ok(Self(socket))
    }

    /// Connects on a thread of its own, because the system's connect cannot be cancelled.
    pub fn dial(address: SocketAddr, wait: &Wait) -> Result<Self, Error> {
        wait.check()?;
        let limit = wait.left().unwrap_or(DIAL_LIMIT).min(DIAL_LIMIT);
        let wait = wait.capped(limit + SLICE);
        let (tell, told) = mpsc::sync_channel(1);
        thread::Builder::new().name("adb-dial".to_owned()).spawn(move || {
            // Nobody listens any more if the caller was cancelled: the socket just closes.
            let _ = tell.send(TcpStream::connect_timeout(&address, limit));
        })?;
        loop {
            match told.recv_timeout(SLICE) {
                Ok(Ok(socket)) => return Self::new(socket),
                Ok(Err(error)) if error.kind() == ErrorKind::TimedOut => return Err(Error::TimedOut),
                Ok(Err(error)) => return Err(Error::Io(error)),
                Err(mpsc::RecvTimeoutError::Timeout) => wait.check()?,
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(Error::Gone),
            }
        }
    }

    /// From now on a read sleeps until bytes come or the socket is shut down.
    pub fn read_without_looking_up(&self) -> Result<(), Error> {
        Ok(self.0.set_read_timeout(None)?)
    }

    pub fn shutdown(&self) {
        // Fails only if it is not connected any more, which is what we want.
        let _ = self.0.shutdown(Shutdown::Both);
    }

    /// Zero bytes mean that the peer has finished.
    pub fn read(&self, buffer: &mut [u8], wait: &Wait) -> Result<usize, Error> {
        loop {
            wait.check()?;
            match (&self.0).read(buffer) {
                Ok(count) => return Ok(count),
                Err(error) if is_pause(error.kind()) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    pub fn read_exact(&self, mut buffer: &mut [u8], wait: &Wait) -> Result<(), Error> {
        while !buffer.is_empty() {
            match self.read(buffer, wait)? {
                0 => return Err(Error::Gone),
                count => buffer = &mut buffer[count..],
            }
        }
        Ok(())
    }

    /// Writes all parts as if they were one. A peer that takes nothing for `stall` is given up.
    pub fn write_all(&self, parts: &[&[u8]], stall: Duration, wait: &Wait) -> Result<(), WriteFailure> {
        let mut slices: Vec<IoSlice<'_>> = parts.iter().map(|part| IoSlice::new(part)).collect();
        let mut rest = slices.as_mut_slice();
        let mut torn = false;
        let mut moved = Instant::now();
        IoSlice::advance_slices(&mut rest, 0);
        while !rest.is_empty() {
            wait.check().map_err(|error| WriteFailure { error, torn })?;
            match (&self.0).write_vectored(rest) {
                Ok(0) => return Err(WriteFailure { error: Error::Gone, torn: true }),
                Ok(count) => {
                    torn = true;
                    moved = Instant::now();
                    IoSlice::advance_slices(&mut rest, count);
                }
                Err(error) if is_pause(error.kind()) => {
                    if moved.elapsed() >= stall {
                        return Err(WriteFailure { error: Error::TimedOut, torn: true });
                    }
                }
                Err(error) => return Err(WriteFailure { error: error.into(), torn: true }),
            }
        }
        Ok(())
    }
}

fn is_pause(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// The reading half of a link: whole messages, few system calls, payloads read straight into their own Vec.
pub(crate) struct Incoming {
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
}

impl Incoming {
    pub fn new() -> Self {
        Self { buffer: vec![0; GATHER].into_boxed_slice(), start: 0, end: 0 }
    }

    pub fn message(&mut self, pipe: &Pipe, limit: usize, wait: &Wait) -> Result<(Header, Vec<u8>), Error> {
        let header = self.header(pipe, limit, wait)?;
        let payload = self.payload(pipe, &header, Vec::new(), wait)?;
        Ok((header, payload))
    }

    /// The beginning of a message; its payload must be read next.
    pub fn header(&mut self, pipe: &Pipe, limit: usize, wait: &Wait) -> Result<Header, Error> {
        let mut bytes = [0; HEADER_LENGTH];
        self.fill(pipe, &mut bytes, wait)?;
        Header::decode(&bytes, limit)
    }

    /// The rest of a message, in the memory of `place`.
    pub fn payload(
        &mut self,
        pipe: &Pipe,
        header: &Header,
        mut place: Vec<u8>,
        wait: &Wait,
    ) -> Result<Vec<u8>, Error> {
        // What stands in it already need not be cleared first.
        place.resize(header.length as usize, 0);
        self.fill(pipe, &mut place, wait)?;
        Ok(place)
    }

    fn fill(&mut self, pipe: &Pipe, mut place: &mut [u8], wait: &Wait) -> Result<(), Error> {
        loop {
            let count = place.len().min(self.end - self.start);
            place[..count].copy_from_slice(&self.buffer[self.start..self.start + count]);
            self.start += count;
            place = &mut place[count..];
            if place.len() >= GATHER {
                return pipe.read_exact(place, wait);
            }
            if place.is_empty() {
                return Ok(());
            }
            self.start = 0;
            self.end = 0;
            match pipe.read(&mut self.buffer, wait)? {
                0 => return Err(Error::Gone),
                count => self.end = count,
            }
        }
    }
}

/// Refuses a payload whose byte sum is wrong; only the older version sends one.
pub(crate) fn verify_sum(header: &Header, payload: &[u8]) -> Result<(), Error> {
    if byte_sum(&[payload]) == header.check {
        return Ok(());
    }
    Err(Error::protocol(format!("the payload of {:?} does not match its checksum", header.command)))
}
