//! Shell protocol v2: stdin, stdout, stderr and the exit code as packets on one stream.
//!
//! [`Packets`] reads them wherever the chunks happen to end; [`ShellWriter`] and [`ShellStdin`] are the phone's
//! side, and also speak the older plain form in which stdout and stderr are one stream of bytes.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};

use crate::wire::locked;
use crate::{Error, Stream, Wait};

const HEAD: usize = 5;
/// Output smaller than this is gathered, so that a short command costs one message with its exit code.
const GATHER: usize = 32 * 1024;

/// What a host asks for when it opens `shell:ls`, `shell,v2,TERM=xterm,raw:ls` or `exec:ls`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellRequest {
    /// The host speaks packets; else both outputs are one stream of bytes, and the exit code is lost.
    pub framed: bool,
    /// The host's terminal is in raw mode: it expects echo, and `\r\n` at each line's end.
    pub terminal: bool,
    /// Empty for an interactive shell.
    pub command: String,
}

impl ShellRequest {
    /// `None` if the name asks for something else.
    pub fn parse(name: &str) -> Option<Self> {
        let (kind, command) = name.split_once(':')?;
        let words: Vec<&str> = kind.split(',').collect();
        let has = |word: &str| words[1..].contains(&word);
        let (framed, terminal) = match words[0] {
            // As in adbd: a shell without a command has a terminal, unless the host says otherwise.
            "shell" => (has("v2"), has("pty") || (command.is_empty() && !has("raw"))),
            "exec" => (false, false),
            _ => return None,
        };
        Some(Self { framed, terminal, command: command.to_owned() })
    }

    /// Starts the conversation in the form that the host asked for.
    pub fn start(&self, stream: Stream, wait: Wait) -> (ShellWriter, ShellStdin) {
        ShellWriter::start(stream, wait, self.framed)
    }
}

/// What a packet carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packet {
    Stdin,
    Stdout,
    Stderr,
    Exit,
    CloseStdin,
    WindowSize,
    Other(u8),
}

impl Packet {
    fn id(self) -> u8 {
        match self {
            Self::Stdin => 0,
            Self::Stdout => 1,
            Self::Stderr => 2,
            Self::Exit => 3,
            Self::CloseStdin => 4,
            Self::WindowSize => 5,
            Self::Other(id) => id,
        }
    }

    fn from_id(id: u8) -> Self {
        match id {
            0 => Self::Stdin,
            1 => Self::Stdout,
            2 => Self::Stderr,
            3 => Self::Exit,
            4 => Self::CloseStdin,
            5 => Self::WindowSize,
            other => Self::Other(other),
        }
    }

    /// The five bytes before `length` bytes of this kind.
    pub fn head(self, length: u32) -> [u8; HEAD] {
        let [a, b, c, d] = length.to_le_bytes();
        [self.id(), a, b, c, d]
    }
}

/// Reads packets piece by piece, without gathering them: a packet that spans chunks comes as several pieces.
#[derive(Debug, Default)]
pub struct Packets {
    head: [u8; HEAD],
    have: usize,
    left: usize,
}

impl Packets {
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next piece off `input`; `None` when more input is needed. An empty packet is one empty piece.
    pub fn next<'a>(&mut self, input: &mut &'a [u8]) -> Option<(Packet, &'a [u8])> {
        let mut fresh = false;
        if self.left == 0 {
            let count = (HEAD - self.have).min(input.len());
            let (head, rest) = input.split_at(count);
            self.head[self.have..self.have + count].copy_from_slice(head);
            self.have += count;
            *input = rest;
            if self.have < HEAD {
                return None;
            }
            let [_, a, b, c, d] = self.head;
            self.have = 0;
            self.left = u32::from_le_bytes([a, b, c, d]) as usize;
            fresh = self.left == 0;
        }
        let (piece, rest) = input.split_at(self.left.min(input.len()));
        self.left -= piece.len();
        *input = rest;
        (fresh || !piece.is_empty()).then_some((Packet::from_id(self.head[0]), piece))
    }
}

struct Out {
    stream: Stream,
    wait: Wait,
    framed: bool,
    pending: Vec<u8>,
}

impl Out {
    fn head(&self, packet: Packet, length: usize) -> Vec<u8> {
        if self.framed { packet.head(length as u32).to_vec() } else { Vec::new() }
    }

    fn write(&mut self, packet: Packet, mut bytes: &[u8]) -> Result<(), Error> {
        let max = self.stream.max_payload();
        while !bytes.is_empty() {
            if self.pending.len() + HEAD >= max {
                self.flush()?;
            }
            let piece = bytes.len().min(max - HEAD - self.pending.len());
            let head = self.head(packet, piece);
            if self.pending.len() + head.len() + piece <= GATHER {
                self.pending.extend_from_slice(&head);
                self.pending.extend_from_slice(&bytes[..piece]);
            } else {
                self.stream.write_message(&[&self.pending, &head, &bytes[..piece]], &self.wait)?;
                self.pending.clear();
            }
            bytes = &bytes[piece..];
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        if !self.pending.is_empty() {
            self.stream.write_message(&[&self.pending], &self.wait)?;
            self.pending.clear();
        }
        Ok(())
    }
}

/// The phone's side of a running command: its two outputs and its exit code. Small output is gathered until
/// `flush` or `exit`. Dropped without `exit`, the host sees a command that was killed.
pub struct ShellWriter(Arc<Mutex<Out>>);

impl ShellWriter {
    fn start(stream: Stream, wait: Wait, framed: bool) -> (Self, ShellStdin) {
        let input = stream.share();
        let packets = framed.then(Packets::new);
        let stdin = ShellStdin {
            stream: input,
            wait: wait.clone(),
            packets,
            chunk: Vec::new(),
            at: 0,
            end: 0,
            over: false,
        };
        (Self(Arc::new(Mutex::new(Out { stream, wait, framed, pending: Vec::new() }))), stdin)
    }

    pub fn stdout(&self) -> ShellPipe {
        ShellPipe { out: Arc::clone(&self.0), packet: Packet::Stdout }
    }

    pub fn stderr(&self) -> ShellPipe {
        ShellPipe { out: Arc::clone(&self.0), packet: Packet::Stderr }
    }

    /// Sends what is left and the exit code, and closes the stream.
    pub fn exit(self, code: u8) -> Result<(), Error> {
        let mut out = locked(&self.0);
        let mut sent = Ok(());
        if out.framed {
            sent = out.write(Packet::Exit, &[code]);
        }
        let sent = sent.and_then(|()| out.flush());
        out.stream.close();
        sent
    }
}

/// One of the two outputs of a command.
pub struct ShellPipe {
    out: Arc<Mutex<Out>>,
    packet: Packet,
}

impl Write for ShellPipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.out).write(self.packet, bytes)?;
        Ok(bytes.len())
    }

    /// Fails once the host is gone, also with nothing left to send: that is how a command that only waits
    /// notices.
    fn flush(&mut self) -> io::Result<()> {
        let mut out = locked(&self.out);
        out.flush()?;
        Ok(out.stream.check_open()?)
    }
}

/// What the host sends to a command's stdin. Ends when the host closes it, or the stream.
pub struct ShellStdin {
    stream: Stream,
    wait: Wait,
    packets: Option<Packets>,
    /// `chunk[at..end]` is input to hand out, what follows is not parsed yet.
    chunk: Vec<u8>,
    at: usize,
    end: usize,
    over: bool,
}

impl ShellStdin {
    /// Makes more input available; false at the end.
    fn advance(&mut self) -> Result<bool, Error> {
        while !self.over {
            if self.end == self.chunk.len() {
                (self.at, self.end) = (0, 0);
                match self.stream.chunk(&self.wait)? {
                    Some(chunk) => self.chunk = chunk,
                    None => self.over = true,
                }
            }
            let Some(packets) = &mut self.packets else {
                self.end = self.chunk.len();
                return Ok(!self.over);
            };
            let mut input = &self.chunk[self.end..];
            let piece = packets.next(&mut input);
            let end = self.chunk.len() - input.len();
            self.end = end;
            match piece {
                Some((Packet::Stdin, bytes)) if !bytes.is_empty() => {
                    self.at = end - bytes.len();
                    return Ok(true);
                }
                Some((Packet::CloseStdin, _)) => self.over = true,
                // A window size means nothing to a command without a terminal.
                _ => {}
            }
        }
        Ok(false)
    }
}

impl Read for ShellStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() || (self.at >= self.end || self.over) && !self.advance()? {
            return Ok(0);
        }
        let count = buffer.len().min(self.end - self.at);
        buffer[..count].copy_from_slice(&self.chunk[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gather<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<(Packet, Vec<u8>)> {
        let mut packets = Packets::new();
        let mut all: Vec<(Packet, Vec<u8>)> = Vec::new();
        for mut chunk in chunks {
            while let Some((packet, piece)) = packets.next(&mut chunk) {
                match all.last_mut() {
                    Some((last, bytes)) if *last == packet => bytes.extend_from_slice(piece),
                    _ => all.push((packet, piece.to_vec())),
                }
            }
        }
        all
    }

    fn sample() -> (Vec<u8>, Vec<(Packet, Vec<u8>)>) {
        let all = vec![
            (Packet::Stdout, b"hello\nworld".to_vec()),
            (Packet::CloseStdin, Vec::new()),
            (Packet::Stderr, b"no".to_vec()),
            (Packet::Other(9), vec![0; 7]),
            (Packet::Exit, vec![255]),
        ];
        let bytes = all
            .iter()
            .flat_map(|(packet, bytes)| [&packet.head(bytes.len() as u32)[..], bytes].concat())
            .collect();
        (bytes, all)
    }

    #[test]
    fn packets_are_the_same_wherever_two_chunk_boundaries_fall() {
        let (bytes, all) = sample();
        for first in 0..=bytes.len() {
            for second in first..=bytes.len() {
                let chunks = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                assert_eq!(gather(chunks), all, "split at {first} and {second}");
            }
        }
        assert_eq!(gather(bytes.chunks(1)), all);
    }

    #[test]
    fn a_shell_is_asked_for_in_three_ways() {
        let parse = |name| ShellRequest::parse(name).map(|request| (request.framed, request.command));
        assert_eq!(parse("shell:ls a:b"), Some((false, "ls a:b".to_owned())));
        assert_eq!(parse("shell,v2,TERM=xterm,raw:ls"), Some((true, "ls".to_owned())));
        assert_eq!(parse("shell,raw:"), Some((false, String::new())));
        assert_eq!(parse("exec:screencap"), Some((false, "screencap".to_owned())));
        for other in ["sync:", "tcp:8080", "shellx:ls", "shell", ""] {
            assert_eq!(parse(other), None, "{other:?}");
        }
    }

    proptest! {
        #[test]
        fn garbage_packets_never_panic(bytes: Vec<u8>, size in 1usize..9) {
            gather(bytes.chunks(size));
        }
    }
}
