//! One connection as both ends see it: who may write now, which streams are open, and the reading loop that
//! hands each message to its stream. When the connection ends, for whatever reason, every stream learns it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::message::{Command, Header, MAX_PAYLOAD, VERSION, VERSION_CHECKED, byte_sum};
use crate::pipe::{Incoming, Pipe, verify_sum};
use crate::stream::Lane;
use crate::{Banner, Error, Wait};

/// Streams open at once on one link. Each may hold one unread payload and what is acknowledged ahead, so this also bounds
/// memory.
pub(crate) const MAX_STREAMS: usize = 128;
/// A CNXN payload is a line of text; a stranger gets no more room than this before we know each other.
const MAX_BANNER: usize = 64 * 1024;
/// A peer that takes no byte for this long while we have some for it is gone.
pub(crate) const STALL: Duration = Duration::from_secs(10);
/// The same for short messages that no caller's deadline covers (a drop, an acknowledgement).
const SHORT_STALL: Duration = Duration::from_secs(3);
/// Payloads of at least this size are worth keeping the memory of, and so many of them.
const LARGE: usize = 256 * 1024;
const MOST_SPARE: usize = 2;
/// Replies waiting for their turn; more means that the peer floods us and does not read.
const MAX_QUEUE: usize = 4096;

/// What both sides agreed on in their CNXN messages.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub max_payload: usize,
    pub checked: bool,
}

impl Terms {
    pub fn from_peer(version: u32, max_payload: u32) -> Result<Self, Error> {
        if version < VERSION_CHECKED {
            return Err(Error::protocol(format!("version {version:#010x} is older than any adb")));
        }
        if max_payload < 256 {
            return Err(Error::protocol(format!("the peer takes only {max_payload} bytes at a time")));
        }
        Ok(Self { max_payload: MAX_PAYLOAD.min(max_payload as usize), checked: version < VERSION })
    }
}

struct Outbox {
    busy: bool,
    dead: bool,
    queue: VecDeque<Header>,
}

struct Lanes {
    open: HashMap<u32, Arc<Lane>>,
    next: u32,
}

pub(crate) struct Wire {
    pipe: Pipe,
    terms: Terms,
    /// What each stream acknowledges before it is read, in bytes.
    ahead: usize,
    outbox: Mutex<Outbox>,
    turn: Condvar,
    /// `None` once the connection has ended: nothing can be added any more.
    lanes: Mutex<Option<Lanes>>,
    /// Memory of large payloads that were read, for the next ones: a picture is many of them, one after the other.
    spare: Mutex<Vec<Vec<u8>>>,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends our CNXN. It always carries its sum: the peer may be of the older version, which we cannot know yet.
pub(crate) fn send_banner(pipe: &Pipe, banner: &Banner, wait: &Wait) -> Result<(), Error> {
    let text = banner.to_string();
    let header = Header {
        command: Command::Connect,
        arg0: VERSION,
        arg1: MAX_PAYLOAD as u32,
        length: text.len() as u32,
        check: byte_sum(&[text.as_bytes()]),
    };
    pipe.write_all(&[&header.encode(), text.as_bytes()], STALL, wait).map_err(|failure| failure.error)
}

/// Waits for the peer's CNXN.
pub(crate) fn read_banner(
    pipe: &Pipe,
    incoming: &mut Incoming,
    wait: &Wait,
) -> Result<(Banner, Terms), Error> {
    let (header, payload) = incoming.message(pipe, MAX_BANNER, wait)?;
    match header.command {
        Command::Connect => {
            let terms = Terms::from_peer(header.arg0, header.arg1)?;
            Ok((Banner::parse(&String::from_utf8_lossy(&payload)), terms))
        }
        Command::Auth | Command::StartTls => Err(Error::AuthRequired),
        other => Err(Error::protocol(format!("{other:?} came before the connection was agreed"))),
    }
}

impl Wire {
    pub fn new(pipe: Pipe, terms: Terms, ahead: usize) -> Arc<Self> {
        Arc::new(Self {
            pipe,
            terms,
            ahead,
            outbox: Mutex::new(Outbox { busy: false, dead: false, queue: VecDeque::new() }),
            turn: Condvar::new(),
            lanes: Mutex::new(Some(Lanes { open: HashMap::new(), next: 1 })),
            spare: Mutex::new(Vec::new()),
        })
    }

    /// Takes back the memory of a payload that was read.
    pub fn spare(&self, payload: Vec<u8>) {
        let mut spare = locked(&self.spare);
        if payload.len() >= LARGE && spare.len() < MOST_SPARE {
            spare.push(payload);
        }
    }

    fn place(&self, length: usize) -> Vec<u8> {
        if length < LARGE { Vec::new() } else { locked(&self.spare).pop().unwrap_or_default() }
    }

    pub fn max_payload(&self) -> usize {
        self.terms.max_payload
    }

    pub fn is_alive(&self) -> bool {
        !locked(&self.outbox).dead
    }

    /// Ends the connection for everyone on it. Safe to call again.
    pub fn kill(&self) {
        locked(&self.outbox).dead = true;
        self.turn.notify_all();
        self.pipe.shutdown();
        let lanes = locked(&self.lanes).take();
        for lane in lanes.iter().flat_map(|lanes| lanes.open.values()) {
            lane.link_lost();
        }
    }

    /// Adds a stream; `remote` is known if the peer opened it.
    pub fn add_lane(&self, remote: Option<u32>) -> Result<Arc<Lane>, Error> {
        let mut guard = locked(&self.lanes);
        let lanes = guard.as_mut().ok_or(Error::Gone)?;
        if lanes.open.len() >= MAX_STREAMS {
            return Err(Error::TooManyStreams { limit: MAX_STREAMS });
        }
        while lanes.next == 0 || lanes.open.contains_key(&lanes.next) {
            lanes.next = lanes.next.wrapping_add(1);
        }
        let lane = Arc::new(Lane::new(lanes.next, remote, self.ahead));
        lanes.open.insert(lanes.next, Arc::clone(&lane));
        lanes.next = lanes.next.wrapping_add(1);
        Ok(lane)
    }

    pub fn remove_lane(&self, local: u32) {
        if let Some(lanes) = locked(&self.lanes).as_mut() {
            lanes.open.remove(&local);
        }
    }

    fn lane(&self, local: u32) -> Option<Arc<Lane>> {
        locked(&self.lanes).as_ref().and_then(|lanes| lanes.open.get(&local).cloned())
    }

    /// Sends one message with a payload, when it is its turn.
    pub fn send(
        &self,
        command: Command,
        ids: (u32, u32),
        payload: &[&[u8]],
        wait: &Wait,
    ) -> Result<(), Error> {
        let mut outbox = locked(&self.outbox);
        loop {
            if outbox.dead {
                return Err(Error::Gone);
            }
            if !outbox.busy {
                break;
            }
            outbox = wait.on(&self.turn, outbox)?;
        }
        outbox.busy = true;
        drop(outbox);
        let length = payload.iter().map(|part| part.len()).sum::<usize>() as u32;
        let check = if self.terms.checked { byte_sum(payload) } else { 0 };
        let header = Header { command, arg0: ids.0, arg1: ids.1, length, check }.encode();
        let mut parts = Vec::with_capacity(payload.len() + 1);
        parts.push(header.as_slice());
        parts.extend_from_slice(payload);
        let written = self.pipe.write_all(&parts, STALL, wait);
        if written.as_ref().is_err_and(|failure| failure.torn) {
            self.kill();
        }
        self.end_turn();
        written.map_err(|failure| failure.error)
    }

    /// Sends a message without payload, or leaves it to whoever is writing now. Never waits for a turn, so the
    /// reading loop and a drop can call it.
    pub fn tell(&self, command: Command, arg0: u32, arg1: u32) {
        let mut outbox = locked(&self.outbox);
        if outbox.dead {
            return;
        }
        let flooded = outbox.queue.len() >= MAX_QUEUE;
        outbox.queue.push_back(Header::bare(command, arg0, arg1));
        if flooded {
            drop(outbox);
            self.kill();
        } else if !outbox.busy {
            outbox.busy = true;
            drop(outbox);
            self.end_turn();
        }
    }

    /// Sends what others left in the queue, then lets the next one write.
    fn end_turn(&self) {
        loop {
            let mut outbox = locked(&self.outbox);
            if outbox.dead || outbox.queue.is_empty() {
                outbox.queue.clear();
                outbox.busy = false;
                drop(outbox);
                self.turn.notify_one();
                return;
            }
            let bytes: Vec<u8> = outbox.queue.drain(..).flat_map(|header| header.encode()).collect();
            drop(outbox);
            if self.pipe.write_all(&[&bytes], SHORT_STALL, &Wait::forever()).is_err() {
                self.kill();
            }
        }
    }

    /// Reads messages until the connection ends, and always leaves it ended. `opened` decides on each OPEN.
    pub fn pump(&self, mut incoming: Incoming, mut opened: impl FnMut(u32, Vec<u8>)) -> Result<(), Error> {
        let _end = KillOnDrop(self);
        self.pipe.read_without_looking_up()?;
        let forever = Wait::forever();
        loop {
            let header = match incoming.header(&self.pipe, MAX_PAYLOAD, &forever) {
                Err(Error::Gone) => return Ok(()),
                header => header?,
            };
            if header.command == Command::Write {
                self.announced(&header)?;
            }
            let place = self.place(header.length as usize);
            let payload = match incoming.payload(&self.pipe, &header, place, &forever) {
                Err(Error::Gone) => return Ok(()),
                payload => payload?,
            };
            if self.terms.checked {
                verify_sum(&header, &payload)?;
            }
            let (remote, local) = (header.arg0, header.arg1);
            match header.command {
                Command::Open if remote == 0 => {
                    return Err(Error::protocol("a stream was opened with the id 0"));
                }
                Command::Open => opened(remote, payload),
                Command::Okay => self.okay(remote, local),
                Command::Write => self.written(remote, local, payload),
                Command::Close => self.closed(remote, local),
                other @ (Command::Connect | Command::Auth | Command::StartTls) => {
                    return Err(Error::protocol(format!("{other:?} came after the connection was agreed")));
                }
            }
        }
    }

    fn okay(&self, remote: u32, local: u32) {
        match self.lane(local) {
            Some(lane) if !lane.acknowledged(remote) => {}
            // Most likely the answer to an OPEN that nobody waits for any more: let the peer forget it too.
            _ => self.tell(Command::Close, local, remote),
        }
    }

    /// A write begins. Where there is room for more than it, it is acknowledged already now, so that the peer can make the
    /// next one ready meanwhile.
    fn announced(&self, header: &Header) -> Result<(), Error> {
        let (remote, local) = (header.arg0, header.arg1);
        // A write to a stream that we just closed is normal: it crossed our CLSE on the way.
        let Some(lane) = self.lane(local).filter(|lane| lane.is_with(remote)) else { return Ok(()) };
        if lane.announced(header.length as usize)? {
            self.tell(Command::Okay, local, remote);
        }
        Ok(())
    }

    fn written(&self, remote: u32, local: u32, payload: Vec<u8>) {
        if let Some(lane) = self.lane(local).filter(|lane| lane.is_with(remote)) {
            lane.received(payload);
        }
    }

    fn closed(&self, remote: u32, local: u32) {
        // The id 0 is a refusal, and only a stream that is not open yet can be refused.
        if let Some(lane) = self.lane(local)
            && (lane.is_with(remote) || lane.is_opening())
        {
            self.remove_lane(local);
            lane.peer_closed();
        }
    }
}

struct KillOnDrop<'a>(&'a Wire);

impl Drop for KillOnDrop<'_> {
    fn drop(&mut self) {
        self.0.kill();
    }
}
