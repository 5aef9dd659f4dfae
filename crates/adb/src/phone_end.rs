//! The phone end of a connection: answers the handshake and hands each stream that a host opens to its server.

use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::link::HANDSHAKE;
use crate::message::Command;
use crate::pipe::{Incoming, Pipe};
use crate::wire::{MAX_STREAMS, Wire, read_banner, send_banner};
use crate::{Banner, Error, Stream, Wait};

/// What runs, on a thread of its own, for one stream.
pub type Serving = Box<dyn FnOnce(Stream) + Send>;
/// Decides on the name of what the host wants to open; `None` refuses it. Must not block.
pub type Accept = Arc<dyn Fn(String) -> Option<Serving> + Send + Sync>;

/// Serves one host until it is gone. Returns `Ok` when it left, an error when it never introduced itself or broke
/// the protocol; in any case its streams have ended. To end it from outside, shut the socket down.
pub fn serve(socket: TcpStream, banner: &Banner, accept: Accept) -> Result<(), Error> {
    let pipe = Pipe::new(socket)?;
    let wait = Wait::at_most(HANDSHAKE);
    let mut incoming = Incoming::new();
    let (_, terms) = read_banner(&pipe, &mut incoming, &wait)?;
    send_banner(&pipe, banner, &wait)?;
    let wire = Wire::new(pipe, terms, 0);
    let running = Arc::new(AtomicUsize::new(0));
    wire.pump(incoming, |remote, name| {
        if start(&wire, &running, &accept, remote, name).is_none() {
            wire.tell(Command::Close, 0, remote);
        }
    })
}

/// `None` if the stream cannot be served.
fn start(
    wire: &Arc<Wire>,
    running: &Arc<AtomicUsize>,
    accept: &Accept,
    remote: u32,
    name: Vec<u8>,
) -> Option<()> {
    // Streams that the host has closed again may still have a busy thread: those count too.
    let place = Place::take(running, MAX_STREAMS)?;
    let name = String::from_utf8(name).ok()?;
    let serving = accept(name.trim_end_matches('\0').to_owned())?;
    let lane = wire.add_lane(Some(remote)).ok()?;
    let stream = Stream::new(Arc::clone(wire), lane, None);
    wire.tell(Command::Okay, stream.local(), remote);
    let spawned = thread::Builder::new().name("adb-stream".to_owned()).spawn(move || {
        let _place = place;
        serving(stream);
    });
    // Without a thread the closure, and with it the stream, is dropped, which closes it for the host too.
    drop(spawned);
    Some(())
}

/// One of the places that a count has, such as threads of a link; given back on drop, even after a panic.
pub struct Place(Arc<AtomicUsize>);

impl Place {
    /// `None` where `most` are taken already.
    pub fn take(count: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let place = Self(Arc::clone(count));
        (count.fetch_add(1, Ordering::SeqCst) < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
