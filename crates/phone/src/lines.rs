//! The connections of a phone: how they are taken in, how many there are, and how they are cut.

use std::collections::HashMap;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crate::options::StartError;

/// Connections served at once; more are refused, so that a flood cannot exhaust the machine.
const CONNECTIONS_MAX: usize = 64;

#[derive(Default)]
pub struct Lines {
    open: Mutex<(u64, HashMap<u64, TcpStream>)>,
}

impl Lines {
    fn lock(&self) -> MutexGuard<'_, (u64, HashMap<u64, TcpStream>)> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a connection in; `None` where there are too many already.
    pub fn add(&self, socket: TcpStream) -> Option<u64> {
        let mut open = self.lock();
        if open.1.len() >= CONNECTIONS_MAX {
            return None;
        }
        open.0 += 1;
        let id = open.0;
        open.1.insert(id, socket);
        Some(id)
    }

    pub fn remove(&self, id: u64) {
        self.lock().1.remove(&id);
    }

    /// Breaks every connection; whoever serves one notices by itself.
    pub fn cut(&self) {
        for socket in self.lock().1.values() {
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

/// How long a listener rests when the machine has nothing left to take a connection with.
const REST: Duration = Duration::from_millis(50);

/// A port that is listened on; closed, and every connection through it cut, when dropped.
pub struct Doorway {
    address: SocketAddr,
    closing: Arc<AtomicBool>,
    lines: Arc<Lines>,
    listening: Option<JoinHandle<()>>,
}

impl Doorway {
    /// `address` is the listener's own. Each connection is served on a thread of its own.
    pub fn open(
        listener: TcpListener,
        address: SocketAddr,
        lines: Arc<Lines>,
        serve: impl Fn(TcpStream) + Send + Sync + 'static,
    ) -> Result<Doorway, StartError> {
        let closing = Arc::new(AtomicBool::new(false));
        let (told, known) = (Arc::clone(&closing), Arc::clone(&lines));
        let listening = Builder::new()
            .name("listening".to_owned())
            .spawn(move || listen(&listener, &told, &known, &Arc::new(serve)))
            .map_err(StartError::Thread)?;
        Ok(Doorway { address, closing, lines, listening: Some(listening) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Doorway {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        // A connection of our own wakes the listener, which then sees that it should close. Where none can be
        // made it is left to notice by itself.
        let woken = TcpStream::connect(self.address).is_ok();
        if let Some(listening) = self.listening.take().filter(|_| woken) {
            let _ = listening.join();
        }
        self.lines.cut();
    }
}

fn listen(
    listener: &TcpListener,
    closing: &AtomicBool,
    lines: &Arc<Lines>,
    serve: &Arc<impl Fn(TcpStream) + Send + Sync + 'static>,
) {
    for socket in listener.incoming() {
        if closing.load(Ordering::SeqCst) {
            return;
        }
        let socket = match socket {
            Ok(socket) => socket,
            Err(error) if is_the_peers(&error) => continue,
            // No handles or no memory: the next call would fail at once, too.
            Err(_) => {
                std::thread::sleep(REST);
                continue;
            }
        };
        let Some(id) = socket.try_clone().ok().and_then(|handle| lines.add(handle)) else { continue };
        let (known, serve) = (Arc::clone(lines), Arc::clone(serve));
        let serving = Builder::new().spawn(move || {
            serve(socket);
            known.remove(id);
        });
        // No thread to be had: this client is turned away, the next one may find one.
        if serving.is_err() {
            lines.remove(id);
        }
    }
}

/// Did this one connection fail, and not the listener?
fn is_the_peers(error: &io::Error) -> bool {
    use io::ErrorKind as E;
    matches!(error.kind(), E::ConnectionAborted | E::ConnectionReset | E::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_without_handles_rests_and_one_whose_client_left_goes_on() {
        const EMFILE: i32 = 24;
        assert!(!is_the_peers(&io::Error::from_raw_os_error(EMFILE)));
        assert!(is_the_peers(&io::ErrorKind::ConnectionAborted.into()));
    }
}
