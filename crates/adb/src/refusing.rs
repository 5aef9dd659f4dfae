//! A phone that cannot be used: it wants a key that nobody has, or takes the connection and says nothing. Clients
//! meet both in real life, so a test bed needs both.

use std::net::TcpStream;

use crate::link::HANDSHAKE;
use crate::message::{Command, Header, byte_sum};
use crate::pipe::{Incoming, Pipe};
use crate::wire::STALL;
use crate::{Error, MAX_PAYLOAD, Wait};

/// The kind of an AUTH message that asks for a signature.
const TOKEN: u32 = 1;
/// The kind that offers a public key: a person would be asked now, and this phone has none.
const PUBLIC_KEY: u32 = 3;
/// What a host is asked to sign; which bytes does not matter, since no signature will do.
const CHALLENGE: [u8; 20] = [0x5a; 20];

/// Asks for a key whatever the host offers, until the host leaves.
pub fn serve_unauthorized(socket: TcpStream) -> Result<(), Error> {
    let pipe = Pipe::new(socket)?;
    let mut incoming = Incoming::new();
    let ask = Header {
        command: Command::Auth,
        arg0: TOKEN,
        arg1: 0,
        length: CHALLENGE.len() as u32,
        check: byte_sum(&[&CHALLENGE]),
    };
    loop {
        let (header, _) = incoming.message(&pipe, MAX_PAYLOAD, &Wait::forever())?;
        let offers_key = header.command == Command::Auth && header.arg0 == PUBLIC_KEY;
        if matches!(header.command, Command::Connect | Command::Auth) && !offers_key {
            let wait = Wait::at_most(HANDSHAKE);
            pipe.write_all(&[&ask.encode(), &CHALLENGE], STALL, &wait).map_err(|failure| failure.error)?;
        }
    }
}

/// Takes what comes and never answers, until the host leaves.
pub fn serve_silence(socket: TcpStream) -> Result<(), Error> {
    let pipe = Pipe::new(socket)?;
    let mut incoming = Incoming::new();
    loop {
        incoming.message(&pipe, MAX_PAYLOAD, &Wait::forever())?;
    }
}
