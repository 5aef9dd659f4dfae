//! Which ports of the phone are open, and what serves each: what `adb forward` and the `tcp:` services of adb
//! reach. Nothing here is a socket of the machine that the phone runs on.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tapwise_adb::{Stream, Wait};

use crate::u2;

/// What can listen on a port of the phone.
#[derive(Clone)]
pub enum Door {
    /// uiautomator2's server.
    U2(Arc<u2::Server>),
}

impl Door {
    /// Android has room for one accessibility client of this kind.
    fn excludes(&self, other: &Door) -> bool {
        match (self, other) {
            (Door::U2(_), Door::U2(_)) => true,
        }
    }
}

/// How long a port that is taken is waited for, by the machine's clock.
const CLOSING: Duration = Duration::from_millis(300);

#[derive(Default)]
pub struct Ports {
    open: Mutex<Open>,
    /// Rung when a port closes.
    bell: Condvar,
}

#[derive(Default)]
struct Open {
    doors: BTreeMap<u16, Opened>,
    next: u64,
}

struct Opened {
    door: Door,
    /// Tells this opening from a later one of the same port.
    id: u64,
    /// A second handle on every conversation, to end them with the port.
    talks: HashMap<u64, Stream>,
}

/// An open port, for whoever opened it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listening {
    pub port: u16,
    id: u64,
}

impl Ports {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a port; `None` where it is taken already, or where there is a door of the kind that bears no other.
    /// One that is about to close is waited for, because its client may just have left.
    pub fn listen(&self, port: u16, door: Door) -> Option<Listening> {
        let taken = |open: &mut Open| {
            open.doors.iter().any(|(other, opened)| *other == port || opened.door.excludes(&door))
        };
        let (mut open, waited) =
            self.bell.wait_timeout_while(self.lock(), CLOSING, taken).unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() && taken(&mut open) {
            return None;
        }
        open.next += 1;
        let id = open.next;
        open.doors.insert(port, Opened { door, id, talks: HashMap::new() });
        Some(Listening { port, id })
    }

    pub fn is_open(&self, listening: Listening) -> bool {
        self.lock().doors.get(&listening.port).is_some_and(|opened| opened.id == listening.id)
    }

    /// Closes a port, and with it every conversation over it.
    pub fn close(&self, listening: Listening) {
        let mut open = self.lock();
        let gone = if open.doors.get(&listening.port).is_some_and(|opened| opened.id == listening.id) {
            open.doors.remove(&listening.port)
        } else {
            None
        };
        drop(open);
        for mut talk in gone.into_iter().flat_map(|opened| opened.talks.into_values()) {
            talk.close();
        }
        self.bell.notify_all();
    }

    pub fn close_all(&self) {
        let all: Vec<Listening> =
            self.lock().doors.iter().map(|(port, opened)| Listening { port: *port, id: opened.id }).collect();
        all.into_iter().for_each(|listening| self.close(listening));
    }

    /// Waits until the port is closed, for at most `length`; is it?
    pub fn closes_within(&self, listening: Listening, length: Duration) -> bool {
        let still =
            |open: &mut Open| open.doors.get(&listening.port).is_some_and(|opened| opened.id == listening.id);
        let (mut open, _) =
            self.bell.wait_timeout_while(self.lock(), length, still).unwrap_or_else(PoisonError::into_inner);
        !still(&mut open)
    }

    pub fn has(&self, port: u16) -> bool {
        self.lock().doors.contains_key(&port)
    }

    /// Leads one stream of a client to whatever listens on the port; the stream ends where nothing does any more.
    pub fn serve(self: &Arc<Self>, port: u16, stream: Stream) {
        let (door, listening, talk) = {
            let mut open = self.lock();
            open.next += 1;
            let talk = open.next;
            let Some(opened) = open.doors.get_mut(&port) else { return };
            opened.talks.insert(talk, stream.share());
            (opened.door.clone(), Listening { port, id: opened.id }, talk)
        };
        let line = Wired(stream);
        match door {
            Door::U2(server) => {
                let ports = Arc::clone(self);
                // A client that breaks off in the middle is its own affair.
                let _ = server.serve(line, &move || ports.close(listening), &|| self.is_open(listening));
            }
        }
        let mut open = self.lock();
        if let Some(opened) = open.doors.get_mut(&port).filter(|opened| opened.id == listening.id) {
            opened.talks.remove(&talk);
        }
    }
}

/// `tcp:9008` or `tcp:9008:localhost`: the port that adb asks for; `None` where it means another machine or
/// something that is no port.
pub fn asked(name: &str) -> Option<u16> {
    let (port, host) = match name.strip_prefix("tcp:")?.split_once(':') {
        Some((port, host)) => (port, host),
        None => (name.strip_prefix("tcp:")?, "localhost"),
    };
    let here = matches!(host, "localhost" | "127.0.0.1" | "::1");
    port.parse().ok().filter(|port| here && *port > 0)
}

/// An adb stream as plain reading and writing.
pub struct Wired(Stream);

impl Read for Wired {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(self.0.read(buffer, &Wait::forever())?)
    }
}

impl Write for Wired {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(bytes, &Wait::forever())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn a_port_of_the_phone_is_asked_for_by_number() {
        assert_eq!(asked("tcp:9008"), Some(9008));
        assert_eq!(asked("tcp:9008:localhost"), Some(9008));
        assert_eq!(asked("tcp:9008:127.0.0.1"), Some(9008));
        for other in [
            "tcp:",
            "tcp:0",
            "tcp:70000",
            "tcp:-1",
            "tcp:x",
            "tcp:80:example.org",
            "tcp:80:",
            "localabstract:x",
            "",
        ] {
            assert_eq!(asked(other), None, "{other}");
        }
    }
}
