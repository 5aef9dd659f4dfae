//! The host end of a direct connection to a phone's `adbd`.

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::message::{Command, MAX_PAYLOAD};
use crate::pipe::{Incoming, Pipe};
use crate::wire::{Wire, read_banner, send_banner};
use crate::{Banner, Error, Stream, Wait};

/// Neither end waits longer than this for the other to introduce itself.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(10);

/// So many bytes of a stream may wait to be read while the phone already sends more. The phone's end acknowledges nothing
/// ahead: the more the reading loops of both ends write, the sooner each waits for the other, until the link is given up.
const AHEAD: usize = MAX_PAYLOAD;

/// Ends the connection, and with it the reading thread, when nobody uses the link or its streams any more.
pub(crate) struct Owner(Arc<Wire>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.kill();
    }
}

/// One connection to a phone, carrying many streams. Clones share it; the last one to go closes it.
#[derive(Clone)]
pub struct Link {
    owner: Arc<Owner>,
    banner: Arc<Banner>,
}

impl Link {
    /// Opens a TCP connection and introduces us.
    pub fn dial(address: SocketAddr, wait: &Wait) -> Result<Self, Error> {
        Self::introduce(Pipe::dial(address, wait)?, wait)
    }

    /// Introduces us on a connection that is open already.
    pub fn connect(socket: TcpStream, wait: &Wait) -> Result<Self, Error> {
        Self::introduce(Pipe::new(socket)?, wait)
    }

    fn introduce(pipe: Pipe, wait: &Wait) -> Result<Self, Error> {
        let wait = wait.capped(HANDSHAKE);
        let mut incoming = Incoming::new();
        send_banner(&pipe, &Banner::host(), &wait)?;
        let (banner, terms) = read_banner(&pipe, &mut incoming, &wait)?;
        let wire = Wire::new(pipe, terms, AHEAD);
        let reader = Arc::clone(&wire);
        thread::Builder::new().name("adb-link".to_owned()).spawn(move || {
            let refuse = |remote, _| reader.tell(Command::Close, 0, remote);
            // Whatever ended it, the streams have been told; there is nobody else to tell.
            let _ = reader.pump(incoming, refuse);
        })?;
        Ok(Self { owner: Arc::new(Owner(wire)), banner: Arc::new(banner) })
    }

    /// Opens a stream to a service of the phone, such as `shell:ls` or `sync:`.
    pub fn open(&self, service: &str, wait: &Wait) -> Result<Stream, Error> {
        Stream::open(&self.owner.0, Some(Arc::clone(&self.owner)), service, wait)
    }

    /// The same without waiting for the phone's yes: reading from a stream that was refused says `Closed`.
    pub(crate) fn ask(&self, service: &str, wait: &Wait) -> Result<Stream, Error> {
        Stream::ask(&self.owner.0, Some(Arc::clone(&self.owner)), service, wait)
    }

    /// What the phone said about itself.
    pub fn banner(&self) -> &Banner {
        &self.banner
    }

    pub fn is_alive(&self) -> bool {
        self.owner.0.is_alive()
    }

    /// Ends the connection for all clones and all streams.
    pub fn close(&self) {
        self.owner.0.kill();
    }
}
