//! One way to a phone, whichever it is: run a command, put a file, fetch a file.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::pipe::Pipe;
use crate::shell::{Packet, Packets};
use crate::stream::refused;
use crate::sync::{self, Duplex, MAX_FILE};
use crate::{AdbServer, Error, FileStat, Link, Stream, Wait};

/// Output beyond this comes in large pieces.
const BIG: usize = 1024 * 1024;
/// Precedes the exit code in the output of a phone that cannot report it otherwise.
const MARKER: &str = "tapwise-exit:";
const CHUNK: usize = 256 * 1024;
const STALL: Duration = Duration::from_secs(10);

/// What a command left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub code: u8,
}

/// How a phone is reached.
#[derive(Clone)]
pub enum Transport {
    /// Our own connection to the phone.
    Direct(Link),
    /// Through the stock adb server. `features` is asked once and shared by all clones.
    Server { address: SocketAddr, serial: String, features: Arc<OnceLock<Vec<String>>> },
}

/// An open conversation with one service of the phone.
pub struct Channel(Line);

enum Line {
    Link(Stream),
    Server(Arc<Pipe>),
}

impl Channel {
    /// The next bytes; `None` once the phone has finished.
    pub fn chunk(&mut self, wait: &Wait) -> Result<Option<Vec<u8>>, Error> {
        match &mut self.0 {
            Line::Link(stream) => stream.chunk(wait),
            Line::Server(pipe) => {
                let mut bytes = vec![0; CHUNK];
                let count = pipe.read(&mut bytes, wait)?;
                bytes.truncate(count);
                Ok((count > 0).then_some(bytes))
            }
        }
    }

    /// Gives back a chunk that was read, so that its memory may be used again.
    fn done_with(&self, chunk: Vec<u8>) {
        match &self.0 {
            Line::Link(stream) => stream.done_with(chunk),
            Line::Server(_) => drop(chunk),
        }
    }

    pub fn write_all(&mut self, bytes: &[u8], wait: &Wait) -> Result<(), Error> {
        match &mut self.0 {
            Line::Link(stream) => stream.write_all(bytes, wait),
            Line::Server(pipe) => pipe.write_all(&[bytes], STALL, wait).map_err(|failure| failure.error),
        }
    }

    /// A second handle, so that one thread can read while another writes.
    pub fn share(&self) -> Self {
        Self(match &self.0 {
            Line::Link(stream) => Line::Link(stream.share()),
            Line::Server(pipe) => Line::Server(Arc::clone(pipe)),
        })
    }

    /// Ends the conversation for all handles. Dropping the last handle does the same.
    pub fn close(&mut self) {
        match &mut self.0 {
            Line::Link(stream) => stream.close(),
            Line::Server(pipe) => pipe.shutdown(),
        }
    }
}

impl Duplex for Channel {
    fn next_chunk(&mut self, wait: &Wait) -> Result<Option<Vec<u8>>, Error> {
        self.chunk(wait)
    }

    fn put(&mut self, bytes: &[u8], wait: &Wait) -> Result<(), Error> {
        self.write_all(bytes, wait)
    }
}

impl Transport {
    pub fn server(address: SocketAddr, serial: impl Into<String>) -> Self {
        Self::Server { address, serial: serial.into(), features: Arc::default() }
    }

    pub fn open(&self, service: &str, wait: &Wait) -> Result<Channel, Error> {
        Ok(Channel(match self {
            Self::Direct(link) => Line::Link(link.open(service, wait)?),
            Self::Server { address, serial, .. } => {
                Line::Server(Arc::new(AdbServer::new(*address).open(serial, service, wait)?))
            }
        }))
    }

    /// Whether the phone offers a feature, such as `shell_v2`.
    pub fn has(&self, feature: &str, wait: &Wait) -> Result<bool, Error> {
        match self {
            Self::Direct(link) => Ok(link.banner().has(feature)),
            Self::Server { address, serial, features } => {
                if features.get().is_none() {
                    // If two threads ask at once, both got the same answer: either may stay.
                    let _ = features.set(AdbServer::new(*address).features(serial, wait)?);
                }
                Ok(features.get().is_some_and(|names| names.iter().any(|name| name == feature)))
            }
        }
    }

    /// Runs a command line in the phone's shell to its end. Its stdin stays open and silent.
    pub fn shell(&self, command: &str, wait: &Wait) -> Result<Output, Error> {
        self.start(command, wait)?.output(Vec::new(), wait)
    }

    /// Starts a command line in the phone's shell, and leaves what it writes for later.
    pub fn start(&self, command: &str, wait: &Wait) -> Result<Running, Error> {
        if command.contains('\0') {
            return Err(Error::Refused { service: "shell".to_owned(), why: crate::NulInText.to_string() });
        }
        let framed = self.has("shell_v2", wait)?;
        let service = match framed {
            true => format!("shell,v2,raw:{command}"),
            false => format!("shell:{command};echo {MARKER}$?"),
        };
        // One trip less to the phone: that it takes the command shows when it answers.
        let channel = match self {
            Self::Direct(link) => Channel(Line::Link(link.ask(&service, wait)?)),
            Self::Server { .. } => self.open(&service, wait)?,
        };
        Ok(Running { channel, framed })
    }

    /// Writes a file on the phone. `mode` holds the permission bits; a regular file is meant unless it says more.
    pub fn push(&self, bytes: &[u8], path: &str, mode: u32, wait: &Wait) -> Result<(), Error> {
        sync::push(&mut self.open("sync:", wait)?, bytes, path, mode, wait)
    }

    pub fn pull(&self, path: &str, wait: &Wait) -> Result<Vec<u8>, Error> {
        sync::pull(&mut self.open("sync:", wait)?, path, wait)
    }

    /// `None` if there is no such file.
    pub fn stat(&self, path: &str, wait: &Wait) -> Result<Option<FileStat>, Error> {
        sync::stat(&mut self.open("sync:", wait)?, path, wait)
    }
}

/// A command that runs in the phone's shell.
pub struct Running {
    channel: Channel,
    /// Whether its outputs and its exit code come apart from each other.
    framed: bool,
}

impl Running {
    /// Waits for its end. What it writes to stdout goes into `place`, whose memory is used and whose bytes are not kept.
    pub fn output(mut self, mut place: Vec<u8>, wait: &Wait) -> Result<Output, Error> {
        place.clear();
        self.read(place, wait).map_err(|error| refused(error, "shell"))
    }

    fn read(&mut self, mut place: Vec<u8>, wait: &Wait) -> Result<Output, Error> {
        if self.framed {
            return read_packets(&mut self.channel, place, wait);
        }
        while let Some(chunk) = self.channel.chunk(wait)? {
            keep(&mut place, &chunk)?;
        }
        split_marker(place)
    }
}

fn keep(place: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Error> {
    if place.len() + bytes.len() > MAX_FILE {
        return Err(Error::TooLarge { what: "the output of the command".to_owned(), limit: MAX_FILE });
    }
    let needed = place.len() + bytes.len();
    if needed > place.capacity() && needed > BIG {
        // Most likely a picture: one large step instead of copying it at every doubling.
        place.reserve(bytes.len().max(16 * BIG));
    }
    place.extend_from_slice(bytes);
    Ok(())
}

fn read_packets(channel: &mut Channel, place: Vec<u8>, wait: &Wait) -> Result<Output, Error> {
    let mut output = Output { stdout: place, stderr: Vec::new(), code: 0 };
    let mut packets = Packets::new();
    while let Some(chunk) = channel.chunk(wait)? {
        let mut input = chunk.as_slice();
        while let Some((packet, piece)) = packets.next(&mut input) {
            match (packet, piece) {
                (Packet::Stdout, piece) => keep(&mut output.stdout, piece)?,
                (Packet::Stderr, piece) => keep(&mut output.stderr, piece)?,
                (Packet::Exit, [code, ..]) => return Ok(Output { code: *code, ..output }),
                _ => {}
            }
        }
        channel.done_with(chunk);
    }
    Err(Error::protocol("the command ended without an exit code"))
}

/// Takes the exit code off the end of plain output. The newline after it also tells whether a terminal stood in
/// between, which writes `\r\n` for every `\n`.
fn split_marker(mut bytes: Vec<u8>) -> Result<Output, Error> {
    let lost = || Error::protocol("the command ended without an exit code");
    let at = bytes.windows(MARKER.len()).rposition(|window| window == MARKER.as_bytes()).ok_or_else(lost)?;
    let tail = String::from_utf8_lossy(&bytes[at + MARKER.len()..]).into_owned();
    let code = tail.trim_end().parse::<u8>().map_err(|_| lost())?;
    bytes.truncate(at);
    if tail.ends_with("\r\n") {
        let mut kept = Vec::with_capacity(bytes.len());
        for (place, byte) in bytes.iter().enumerate() {
            if *byte != b'\r' || bytes.get(place + 1) != Some(&b'\n') {
                kept.push(*byte);
            }
        }
        bytes = kept;
    }
    Ok(Output { stdout: bytes, stderr: Vec::new(), code })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_is_taken_off_plain_output() {
        let output = split_marker(b"a\r\nb\ntapwise-exit:3\n".to_vec()).unwrap();
        assert_eq!((output.stdout.as_slice(), output.code), (&b"a\r\nb\n"[..], 3));
        assert_eq!(
            split_marker(b"tapwise-exit:1\nxtapwise-exit:0\n".to_vec()).unwrap().stdout,
            b"tapwise-exit:1\nx"
        );
    }

    #[test]
    fn what_a_terminal_did_to_newlines_is_undone() {
        let output = split_marker(b"a\r\nb\r\r\nc\rtapwise-exit:0\r\n".to_vec()).unwrap();
        assert_eq!(output.stdout, b"a\nb\r\nc\r");
    }

    #[test]
    fn output_without_the_marker_is_no_success() {
        for text in ["", "ok\n", "tapwise-exit:", "tapwise-exit:300\n", "tapwise-exit:0\nmore"] {
            assert!(
                matches!(split_marker(text.as_bytes().to_vec()), Err(Error::Protocol { .. })),
                "{text:?}"
            );
        }
    }
}
