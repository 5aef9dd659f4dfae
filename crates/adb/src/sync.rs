//! The file transfer protocol of adb (`sync:`, version 1): its frames, and the host's side of it.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Error, Stream, Wait};

/// The most bytes in one DATA frame.
pub(crate) const MAX_DATA: usize = 64 * 1024;
/// The longest path that a request may carry.
pub(crate) const MAX_PATH: usize = 1024;
/// The largest file (or command output) that is gathered in memory.
pub(crate) const MAX_FILE: usize = 256 * 1024 * 1024;
const REGULAR: u32 = 0o100_000;
const KIND_BITS: u32 = 0o170_000;

/// What is known of a file. All zero means that there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStat {
    /// Kind and permission bits, as in `st_mode`.
    pub mode: u32,
    pub size: u32,
    /// Seconds since 1970.
    pub time: u32,
}

impl FileStat {
    pub(crate) fn words(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        for (place, word) in bytes.chunks_exact_mut(4).zip([self.mode, self.size, self.time]) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// Reads a mode as C's `strtoul(text, 0)` does: decimal, 0octal or 0xhex, up to the first foreign letter.
pub fn parse_mode(text: &str) -> u32 {
    let text = text.trim_start();
    let text = text.strip_prefix('+').unwrap_or(text);
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, base) = match hex {
        Some(rest) if rest.starts_with(|letter: char| letter.is_ascii_hexdigit()) => (rest, 16),
        _ if text.starts_with('0') => (text, 8),
        _ => (text, 10),
    };
    digits
        .chars()
        .map_while(|letter| letter.to_digit(base))
        .fold(0u32, |value, digit| value.saturating_mul(base).saturating_add(digit))
}

/// Anything that carries bytes both ways: a stream of a link, or a socket of the adb server.
pub(crate) trait Duplex {
    fn next_chunk(&mut self, wait: &Wait) -> Result<Option<Vec<u8>>, Error>;
    fn put(&mut self, bytes: &[u8], wait: &Wait) -> Result<(), Error>;
}

impl Duplex for Stream {
    fn next_chunk(&mut self, wait: &Wait) -> Result<Option<Vec<u8>>, Error> {
        self.chunk(wait)
    }

    fn put(&mut self, bytes: &[u8], wait: &Wait) -> Result<(), Error> {
        self.write_all(bytes, wait)
    }
}

/// Frames on top of chunks that end anywhere.
pub(crate) struct Frames<'a, D> {
    pub line: &'a mut D,
    pub wait: &'a Wait,
    chunk: Vec<u8>,
    at: usize,
}

impl<'a, D: Duplex> Frames<'a, D> {
    pub fn new(line: &'a mut D, wait: &'a Wait) -> Self {
        Self { line, wait, chunk: Vec::new(), at: 0 }
    }

    /// Appends exactly `count` bytes to `place`.
    pub fn take(&mut self, mut count: usize, place: &mut Vec<u8>) -> Result<(), Error> {
        while count > 0 {
            if self.at == self.chunk.len() {
                self.chunk = self.line.next_chunk(self.wait)?.ok_or(Error::Closed)?;
                self.at = 0;
            }
            let piece = count.min(self.chunk.len() - self.at);
            place.extend_from_slice(&self.chunk[self.at..self.at + piece]);
            self.at += piece;
            count -= piece;
        }
        Ok(())
    }

    pub fn word(&mut self) -> Result<u32, Error> {
        let mut bytes = Vec::with_capacity(4);
        self.take(4, &mut bytes)?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    /// The id of the next frame and the number after it.
    pub fn frame(&mut self) -> Result<([u8; 4], u32), Error> {
        Ok((self.word()?.to_le_bytes(), self.word()?))
    }

    /// A text of announced length.
    pub fn text(&mut self, length: u32, limit: usize) -> Result<String, Error> {
        if length as usize > limit {
            return Err(Error::protocol(format!("a sync text of {length} bytes, more than {limit}")));
        }
        let mut bytes = Vec::with_capacity(length as usize);
        self.take(length as usize, &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.line.put(bytes, self.wait)
    }
}

/// One frame: an id, a number and, where the number is a length, what it announces.
pub(crate) fn put_frame(out: &mut Vec<u8>, id: &[u8; 4], number: u32, body: &[u8]) {
    out.extend_from_slice(id);
    out.extend_from_slice(&number.to_le_bytes());
    out.extend_from_slice(body);
}

/// DATA frames for a whole file.
pub(crate) fn put_data(out: &mut Vec<u8>, bytes: &[u8]) {
    for piece in bytes.chunks(MAX_DATA) {
        put_frame(out, b"DATA", piece.len() as u32, piece);
    }
}

fn request(id: &[u8; 4], path: &str) -> Result<Vec<u8>, Error> {
    if path.len() > MAX_PATH || path.contains('\0') {
        let why = format!("a path must be at most {MAX_PATH} bytes and hold no NUL");
        return Err(Error::File { path: path.to_owned(), why });
    }
    let mut out = Vec::new();
    put_frame(&mut out, id, path.len() as u32, path.as_bytes());
    Ok(out)
}

fn unexpected<T>(id: [u8; 4]) -> Result<T, Error> {
    Err(Error::protocol(format!("sync answered with `{}`", id.escape_ascii())))
}

pub(crate) fn push<D: Duplex>(
    line: &mut D,
    bytes: &[u8],
    path: &str,
    mode: u32,
    wait: &Wait,
) -> Result<(), Error> {
    let mode = if mode & KIND_BITS == 0 { mode | REGULAR } else { mode };
    let mut out = request(b"SEND", &format!("{path},{mode}"))?;
    out.reserve(bytes.len() + 8 * (bytes.len() / MAX_DATA + 2));
    put_data(&mut out, bytes);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs() as u32);
    put_frame(&mut out, b"DONE", now, b"");
    let mut frames = Frames::new(line, wait);
    match frames.put(&out) {
        // A phone that refuses early may hang up while we still send; its reason is waiting to be read.
        Ok(()) | Err(Error::Closed | Error::Gone) => {}
        Err(error) => return Err(error),
    }
    match frames.frame()? {
        ([b'O', b'K', b'A', b'Y'], _) => Ok(()),
        ([b'F', b'A', b'I', b'L'], length) => {
            Err(Error::File { path: path.to_owned(), why: frames.text(length, MAX_DATA)? })
        }
        (other, _) => unexpected(other),
    }
}

pub(crate) fn pull<D: Duplex>(line: &mut D, path: &str, wait: &Wait) -> Result<Vec<u8>, Error> {
    let mut frames = Frames::new(line, wait);
    frames.put(&request(b"RECV", path)?)?;
    let mut file = Vec::new();
    loop {
        match frames.frame()? {
            ([b'D', b'A', b'T', b'A'], length) if length as usize > MAX_DATA => {
                return Err(Error::protocol(format!("a DATA frame of {length} bytes, more than {MAX_DATA}")));
            }
            ([b'D', b'A', b'T', b'A'], length) => {
                if file.len() + length as usize > MAX_FILE {
                    return Err(Error::TooLarge { what: format!("`{path}`"), limit: MAX_FILE });
                }
                frames.take(length as usize, &mut file)?;
            }
            ([b'D', b'O', b'N', b'E'], _) => return Ok(file),
            ([b'F', b'A', b'I', b'L'], length) => {
                return Err(Error::File { path: path.to_owned(), why: frames.text(length, MAX_DATA)? });
            }
            (other, _) => return unexpected(other),
        }
    }
}

pub(crate) fn stat<D: Duplex>(line: &mut D, path: &str, wait: &Wait) -> Result<Option<FileStat>, Error> {
    let mut frames = Frames::new(line, wait);
    frames.put(&request(b"STAT", path)?)?;
    match frames.frame()? {
        ([b'S', b'T', b'A', b'T'], mode) => {
            let stat = FileStat { mode, size: frames.word()?, time: frames.word()? };
            Ok((stat != FileStat::default()).then_some(stat))
        }
        (other, _) => unexpected(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_read_as_strtoul_reads_them() {
        let cases = [
            ("33206", 0o100_666),
            ("0644", 0o644),
            ("0x1ff", 0o777),
            ("0X1FF", 0o777),
            ("0100644", 0o100_644),
            ("0", 0),
            ("", 0),
            ("rw", 0),
            ("0x", 0),
            ("0xg", 0),
            ("089", 0),
            ("420junk", 420),
            (" +420", 420),
            ("99999999999999", u32::MAX),
        ];
        for (text, mode) in cases {
            assert_eq!(parse_mode(text), mode, "{text:?}");
        }
    }
}
