//! The 24-byte header that precedes every payload on an adb connection.

use crate::Error;

/// The largest payload we send or accept.
pub const MAX_PAYLOAD: usize = 1024 * 1024;
/// The protocol version we speak: payloads carry no checksum.
pub const VERSION: u32 = 0x0100_0001;
/// The older version, whose payloads carry the sum of their bytes.
pub const VERSION_CHECKED: u32 = 0x0100_0000;

pub(crate) const HEADER_LENGTH: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Connect,
    Auth,
    StartTls,
    Open,
    Okay,
    Write,
    Close,
}

impl Command {
    pub const ALL: [Self; 7] =
        [Self::Connect, Self::Auth, Self::StartTls, Self::Open, Self::Okay, Self::Write, Self::Close];

    fn code(self) -> u32 {
        u32::from_le_bytes(*match self {
            Self::Connect => b"CNXN",
            Self::Auth => b"AUTH",
            Self::StartTls => b"STLS",
            Self::Open => b"OPEN",
            Self::Okay => b"OKAY",
            Self::Write => b"WRTE",
            Self::Close => b"CLSE",
        })
    }

    fn from_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.code() == code)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub command: Command,
    pub arg0: u32,
    pub arg1: u32,
    pub length: u32,
    pub check: u32,
}

impl Header {
    /// A message without payload.
    pub fn bare(command: Command, arg0: u32, arg1: u32) -> Self {
        Self { command, arg0, arg1, length: 0, check: 0 }
    }

    pub fn encode(&self) -> [u8; HEADER_LENGTH] {
        let code = self.command.code();
        let words = [code, self.arg0, self.arg1, self.length, self.check, !code];
        let mut bytes = [0; HEADER_LENGTH];
        for (place, word) in bytes.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Refuses a wrong magic, an unknown command and a payload of more than `limit` bytes.
    pub fn decode(bytes: &[u8; HEADER_LENGTH], limit: usize) -> Result<Self, Error> {
        let mut words = [0u32; 6];
        for (word, place) in words.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = place.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
        }
        let [code, arg0, arg1, length, check, magic] = words;
        if magic != !code {
            return Err(Error::protocol(format!(
                "message {code:#010x} carries the wrong magic {magic:#010x}"
            )));
        }
        let command = Command::from_code(code)
            .ok_or_else(|| Error::protocol(format!("message {code:#010x} is of no known kind")))?;
        if length as usize > limit {
            return Err(Error::protocol(format!("{command:?} announces {length} bytes, more than {limit}")));
        }
        Ok(Self { command, arg0, arg1, length, check })
    }
}

/// The sum of all payload bytes, as the older version wants it.
pub(crate) fn byte_sum(parts: &[&[u8]]) -> u32 {
    parts.iter().flat_map(|part| part.iter()).fold(0u32, |sum, byte| sum.wrapping_add(u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_header_has_the_bytes_of_the_protocol() {
        let header = Header { command: Command::Connect, arg0: VERSION, arg1: 4096, length: 7, check: 9 };
        let bytes = header.encode();
        assert_eq!(&bytes[..8], b"CNXN\x01\x00\x00\x01");
        assert_eq!(&bytes[8..20], &[0, 16, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0]);
        assert_eq!(&bytes[20..], &[!b'C', !b'N', !b'X', !b'N']);
    }

    #[test]
    fn a_huge_length_is_refused() {
        let header = Header { length: MAX_PAYLOAD as u32 + 1, ..Header::bare(Command::Write, 1, 1) };
        assert!(matches!(Header::decode(&header.encode(), MAX_PAYLOAD), Err(Error::Protocol { .. })));
    }

    #[test]
    fn a_consistent_but_unknown_command_is_refused() {
        let mut bytes = Header::bare(Command::Okay, 1, 1).encode();
        bytes[..4].copy_from_slice(b"NOPE");
        bytes[20..].copy_from_slice(&b"NOPE".map(|byte| !byte));
        assert!(matches!(Header::decode(&bytes, MAX_PAYLOAD), Err(Error::Protocol { .. })));
    }

    proptest! {
        #[test]
        fn headers_survive_the_wire(which in 0usize..7, arg0: u32, arg1: u32, length in 0..=MAX_PAYLOAD as u32, check: u32) {
            let header = Header { command: Command::ALL[which], arg0, arg1, length, check };
            prop_assert_eq!(Header::decode(&header.encode(), MAX_PAYLOAD).unwrap(), header);
        }

        #[test]
        fn garbage_never_panics(bytes: [u8; 24]) {
            let _ = Header::decode(&bytes, MAX_PAYLOAD);
        }

        #[test]
        fn one_flipped_bit_of_the_command_is_noticed(which in 0usize..7, bit in 0usize..32) {
            let mut bytes = Header::bare(Command::ALL[which], 1, 2).encode();
            bytes[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(Header::decode(&bytes, MAX_PAYLOAD).is_err());
        }
    }
}
