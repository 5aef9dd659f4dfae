//! One stream of a link: bytes in both directions, at most one unacknowledged write each. The host end acknowledges a
//! little ahead of whoever reads, so that the phone does not stand still while the last chunk is worked on.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};

use crate::link::Owner;
use crate::message::Command;
use crate::wire::{Wire, locked};
use crate::{Error, Wait};

/// A chunk counts for at least this much: many tiny ones cost memory too.
const LEAST_WEIGHT: usize = 64;

fn weight(length: usize) -> usize {
    length.max(LEAST_WEIGHT)
}

/// What the reading loop and the users of a stream share.
pub(crate) struct Lane {
    local: u32,
    /// What is acknowledged before anybody has read it, in bytes.
    ahead: usize,
    inner: Mutex<Inner>,
    bell: Condvar,
}

#[derive(Default)]
struct Inner {
    remote: Option<u32>,
    unread: VecDeque<Vec<u8>>,
    /// The weight of what is in `unread`, and of a chunk that is on its way.
    held: usize,
    /// The last chunk is not acknowledged yet.
    owed: bool,
    /// The last write was acknowledged, so the next may go out.
    clear: bool,
    closed_there: bool,
    closed_here: bool,
    lost: bool,
}

impl Inner {
    fn ended(&self) -> Option<Error> {
        match () {
            () if self.closed_here || self.closed_there => Some(Error::Closed),
            () if self.lost => Some(Error::Gone),
            () => None,
        }
    }
}

impl Lane {
    pub fn new(local: u32, remote: Option<u32>, ahead: usize) -> Self {
        let inner = Inner { remote, clear: remote.is_some(), ..Inner::default() };
        Self { local, ahead, inner: Mutex::new(inner), bell: Condvar::new() }
    }

    fn change(&self, change: impl FnOnce(&mut Inner)) {
        change(&mut locked(&self.inner));
        self.bell.notify_all();
    }

    pub fn is_with(&self, remote: u32) -> bool {
        locked(&self.inner).remote == Some(remote)
    }

    pub fn is_opening(&self) -> bool {
        locked(&self.inner).remote.is_none()
    }

    /// Tells whether this accepts a stream that was closed here before its peer was known: nobody has told the peer.
    pub fn acknowledged(&self, remote: u32) -> bool {
        let mut inner = locked(&self.inner);
        let late = inner.remote.is_none() && inner.closed_here;
        if *inner.remote.get_or_insert(remote) == remote {
            inner.clear = true;
        }
        drop(inner);
        self.bell.notify_all();
        late
    }

    /// A chunk of this many bytes is on its way; tells whether it is acknowledged already now. One more before the last
    /// was acknowledged breaks the protocol, and would break our memory bound.
    pub fn announced(&self, length: usize) -> Result<bool, Error> {
        let mut inner = locked(&self.inner);
        if inner.owed {
            return Err(Error::protocol(format!(
                "stream {} got a write before the last was taken",
                self.local
            )));
        }
        if length > 0 {
            inner.held += weight(length);
            inner.owed = inner.held > self.ahead;
        }
        Ok(!inner.owed)
    }

    /// Keeps a chunk that was announced until it is read.
    pub fn received(&self, payload: Vec<u8>) {
        if !payload.is_empty() {
            self.change(|inner| inner.unread.push_back(payload));
        }
    }

    pub fn peer_closed(&self) {
        self.change(|inner| inner.closed_there = true);
    }

    pub fn link_lost(&self) {
        self.change(|inner| inner.lost = true);
    }

    /// Waits until the peer has accepted the stream. `Closed` means that it refused.
    pub fn wait_open(&self, wait: &Wait) -> Result<(), Error> {
        let mut inner = locked(&self.inner);
        loop {
            // Accepted and closed at once is still accepted: there may be something to read.
            if inner.remote.is_some() {
                return Ok(());
            }
            if let Some(error) = inner.ended() {
                return Err(error);
            }
            inner = wait.on(&self.bell, inner)?;
        }
    }

    fn take(&self, wait: &Wait) -> Result<Option<Taken>, Error> {
        wait.check()?;
        let mut inner = locked(&self.inner);
        loop {
            if inner.closed_here {
                return Err(Error::Closed);
            }
            if let Some(chunk) = inner.unread.pop_front() {
                inner.held -= weight(chunk.len());
                let due = inner.owed && inner.held <= self.ahead;
                inner.owed &= !due;
                let waiting = inner.remote.filter(|_| due && inner.ended().is_none());
                return Ok(Some(Taken { chunk, waiting }));
            }
            if inner.closed_there {
                // Closed before it was accepted: refused.
                return if inner.remote.is_some() { Ok(None) } else { Err(Error::Closed) };
            }
            if inner.lost {
                return Err(Error::Gone);
            }
            inner = wait.on(&self.bell, inner)?;
        }
    }

    /// Waits for the right to send one write, and takes it.
    fn take_turn(&self, wait: &Wait) -> Result<u32, Error> {
        wait.check()?;
        let mut inner = locked(&self.inner);
        loop {
            if let Some(error) = inner.ended() {
                return Err(error);
            }
            if let (true, Some(remote)) = (inner.clear, inner.remote) {
                inner.clear = false;
                return Ok(remote);
            }
            inner = wait.on(&self.bell, inner)?;
        }
    }

    /// Closes our side; the peer's id if it has to be told.
    fn close(&self) -> Option<u32> {
        let mut inner = locked(&self.inner);
        let tell = inner.remote.filter(|_| inner.ended().is_none());
        inner.closed_here = true;
        inner.unread.clear();
        drop(inner);
        self.bell.notify_all();
        tell
    }
}

/// A chunk, and the peer's id if it waits for an acknowledgement that is due now.
struct Taken {
    chunk: Vec<u8>,
    waiting: Option<u32>,
}

/// The last handle closes the stream.
struct End {
    wire: Arc<Wire>,
    lane: Arc<Lane>,
    /// Keeps the link of a client open while one of its streams is in use.
    _owner: Option<Arc<Owner>>,
}

impl End {
    fn close(&self) {
        let tell = self.lane.close();
        self.wire.remove_lane(self.lane.local);
        if let Some(remote) = tell {
            self.wire.tell(Command::Close, self.lane.local, remote);
        }
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.close();
    }
}

/// What a stream's end means before anything was read from it.
pub(crate) fn refused(error: Error, service: &str) -> Error {
    match error {
        Error::Closed => {
            Error::Refused { service: service.to_owned(), why: "the other end closed the stream".to_owned() }
        }
        other => other,
    }
}

/// The other end of a connection, for one who wants a service of it. Does not keep the connection open.
#[derive(Clone)]
pub struct Peer(Arc<Wire>);

impl Peer {
    pub fn open(&self, service: &str, wait: &Wait) -> Result<Stream, Error> {
        Stream::open(&self.0, None, service, wait)
    }

    pub fn is_alive(&self) -> bool {
        self.0.is_alive()
    }
}

/// A stream of bytes to one service of the peer. Dropping the last handle closes it.
pub struct Stream {
    end: Arc<End>,
    /// What `read` has not handed out yet.
    rest: Vec<u8>,
    taken: usize,
}

impl Stream {
    pub(crate) fn new(wire: Arc<Wire>, lane: Arc<Lane>, owner: Option<Arc<Owner>>) -> Self {
        Self { end: Arc::new(End { wire, lane, _owner: owner }), rest: Vec::new(), taken: 0 }
    }

    /// Asks the peer for one of its services, and waits until it says yes.
    pub(crate) fn open(
        wire: &Arc<Wire>,
        owner: Option<Arc<Owner>>,
        service: &str,
        wait: &Wait,
    ) -> Result<Self, Error> {
        let stream = Self::ask(wire, owner, service, wait)?;
        stream.end.lane.wait_open(wait).map_err(|error| refused(error, service))?;
        Ok(stream)
    }

    /// The same without waiting: reading from a stream that was refused says `Closed`.
    pub(crate) fn ask(
        wire: &Arc<Wire>,
        owner: Option<Arc<Owner>>,
        service: &str,
        wait: &Wait,
    ) -> Result<Self, Error> {
        wait.check()?;
        if service.len() >= wire.max_payload() {
            return Err(Error::TooLarge { what: "the command".to_owned(), limit: wire.max_payload() - 1 });
        }
        let lane = wire.add_lane(None)?;
        // From here on, dropping the stream cleans up.
        let stream = Self::new(Arc::clone(wire), lane, owner);
        wire.send(Command::Open, (stream.local(), 0), &[service.as_bytes(), b"\0"], wait)?;
        Ok(stream)
    }

    /// Whoever is at the other end of the connection that carries this stream.
    pub fn peer(&self) -> Peer {
        Peer(Arc::clone(&self.end.wire))
    }

    pub(crate) fn local(&self) -> u32 {
        self.end.lane.local
    }

    /// A second handle on the same stream, so that one thread can read while another writes.
    pub fn share(&self) -> Self {
        Self { end: Arc::clone(&self.end), rest: Vec::new(), taken: 0 }
    }

    /// The most bytes that go out as one message.
    pub fn max_payload(&self) -> usize {
        self.end.wire.max_payload()
    }

    /// The next bytes, as the peer sent them; `None` once it has closed the stream. Taking chunks is what allows the
    /// peer to send more.
    pub fn chunk(&mut self, wait: &Wait) -> Result<Option<Vec<u8>>, Error> {
        if self.taken < self.rest.len() {
            let mut rest = std::mem::take(&mut self.rest);
            rest.drain(..std::mem::take(&mut self.taken));
            return Ok(Some(rest));
        }
        let Some(Taken { chunk, waiting }) = self.end.lane.take(wait)? else { return Ok(None) };
        if let Some(remote) = waiting {
            self.end.wire.tell(Command::Okay, self.end.lane.local, remote);
        }
        Ok(Some(chunk))
    }

    /// Gives back a chunk that was read, so that its memory is used again.
    pub(crate) fn done_with(&self, chunk: Vec<u8>) {
        self.end.wire.spare(chunk);
    }

    /// Some bytes into `buffer`; zero once the peer has closed the stream.
    pub fn read(&mut self, buffer: &mut [u8], wait: &Wait) -> Result<usize, Error> {
        if self.taken == self.rest.len() {
            self.rest.clear();
            self.taken = 0;
            self.rest = match self.chunk(wait)? {
                Some(chunk) => chunk,
                None => return Ok(0),
            };
        }
        let count = buffer.len().min(self.rest.len() - self.taken);
        buffer[..count].copy_from_slice(&self.rest[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }

    pub fn write_all(&mut self, bytes: &[u8], wait: &Wait) -> Result<(), Error> {
        bytes.chunks(self.max_payload()).try_for_each(|piece| self.write_message(&[piece], wait))
    }

    /// Sends the parts as one message; together they must fit into `max_payload`. Waits for the acknowledgement
    /// of the message before, not of this one.
    pub(crate) fn write_message(&self, parts: &[&[u8]], wait: &Wait) -> Result<(), Error> {
        let lane = &self.end.lane;
        let remote = lane.take_turn(wait)?;
        let sent = self.end.wire.send(Command::Write, (lane.local, remote), parts, wait);
        if sent.is_err() {
            lane.change(|inner| inner.clear = true);
        }
        sent
    }

    /// Fails if one of the two sides has closed the stream, or the link is lost.
    pub(crate) fn check_open(&self) -> Result<(), Error> {
        locked(&self.end.lane.inner).ended().map_or(Ok(()), Err)
    }

    /// Closes the stream for all its handles, at once.
    pub fn close(&mut self) {
        self.rest.clear();
        self.taken = 0;
        self.end.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_was_closed_before_its_yes_came_is_closed_there_too() {
        let lane = Lane::new(1, None, 0);
        assert_eq!(lane.close(), None, "nobody is known yet");
        assert!(lane.acknowledged(7));
        assert!(!lane.acknowledged(7), "once");
        let open = Lane::new(2, None, 0);
        assert!(!open.acknowledged(8));
        assert_eq!(open.close(), Some(8));
    }
}
