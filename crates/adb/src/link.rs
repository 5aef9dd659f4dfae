//! The host end of a direct connection to a phone's `adbd`.

use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::message::Command;
use crate::pipe::{Incoming, Pipe};
use crate::wire::{Wire, read_banner, send_banner};
use crate::{Banner, Error, Stream, Wait};

/// Neither end waits longer than this for the other to introduce itself.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(10);

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
        let wire = Wire::new(pipe, terms);
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
        wait.check()?;
        let wire = &self.owner.0;
        if service.len() >= wire.max_payload() {
            return Err(Error::TooLarge { what: "the command".to_owned(), limit: wire.max_payload() - 1 });
        }
        let lane = wire.add_lane(None)?;
        // From here on, dropping the stream cleans up.
        let stream = Stream::new(Arc::clone(wire), Arc::clone(&lane), Some(Arc::clone(&self.owner)));
        wire.send(Command::Open, (stream.local(), 0), &[service.as_bytes(), b"\0"], wait)?;
        lane.wait_open(wait).map_err(|error| match error {
            Error::Closed => {
                Error::Refused { service: service.to_owned(), why: "the phone closed the stream".to_owned() }
            }
            other => other,
        })?;
        Ok(stream)
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
