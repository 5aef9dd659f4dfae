//! The connections of a phone: how many there are, and how they are cut.

use std::collections::HashMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
