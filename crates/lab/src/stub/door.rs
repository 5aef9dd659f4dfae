//! The port that the stand-in listens on. Unlike an ordinary one it can be shut for a while, so that clients are truly
//! refused, and opens again by itself at the same number.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Connections served at once; more are turned away.
const CONNECTIONS_MAX: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Listen,
    /// Nobody listens, for so long or for ever.
    Shut(Option<Duration>),
    End,
}

struct Board {
    wish: Wish,
    listening: bool,
    connections: usize,
}

pub struct Door {
    address: SocketAddr,
    board: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shuts the door from a thread that serves.
#[derive(Clone)]
pub struct Latch {
    address: SocketAddr,
    board: Arc<Shared>,
}

impl Latch {
    /// When this returns nobody listens any more. After `time` the door opens again.
    pub fn shut(&self, time: Option<Duration>) {
        self.tell(Wish::Shut(time));
    }

    /// When this returns the door is open, unless its port was taken meanwhile.
    pub fn open(&self) {
        let mut board = self.board.lock();
        board.wish = Wish::Listen;
        self.board.changed.notify_all();
        while !board.listening && board.wish == Wish::Listen {
            board = self.board.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn tell(&self, wish: Wish) {
        let mut board = self.board.lock();
        board.wish = wish;
        self.board.changed.notify_all();
        while board.listening {
            drop(board);
            // A connection of our own wakes the listener. Where none can be made it is left to notice by itself.
            if TcpStream::connect(self.address).is_err() {
                return;
            }
            board = self.board.lock();
            let tick = Duration::from_millis(50);
            board = self
                .board
                .changed
                .wait_timeout_while(board, tick, |board| board.listening)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

impl Door {
    /// A door on this machine; port 0 takes a free one. `serve` gets each connection on a thread of its own.
    pub fn open(
        port: u16,
        serve: impl Fn(TcpStream, &Latch) + Send + Sync + 'static,
    ) -> io::Result<(Door, Latch)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let board = Board { wish: Wish::Listen, listening: true, connections: 0 };
        let board = Arc::new(Shared { board: Mutex::new(board), changed: Condvar::new() });
        let latch = Latch { address, board: Arc::clone(&board) };
        let told = latch.clone();
        let thread = Builder::new()
            .name("listening".to_owned())
            .spawn(move || listen(listener, &told, &Arc::new(serve)))?;
        Ok((Door { address, board, thread: Some(thread) }, latch))
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        Latch { address: self.address, board: Arc::clone(&self.board) }.tell(Wish::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn listen(
    listener: TcpListener,
    latch: &Latch,
    serve: &Arc<impl Fn(TcpStream, &Latch) + Send + Sync + 'static>,
) {
    let mut listener = Some(listener);
    while let Some(open) = listener.take() {
        accept(&open, latch, serve);
        drop(open);
        listener = again(latch);
    }
}

/// Takes connections until the door should not be open any more.
fn accept(
    open: &TcpListener,
    latch: &Latch,
    serve: &Arc<impl Fn(TcpStream, &Latch) + Send + Sync + 'static>,
) {
    for socket in open.incoming() {
        let mut board = latch.board.lock();
        if board.wish != Wish::Listen {
            return;
        }
        // A connection that failed is its client's affair.
        let Ok(socket) = socket else { continue };
        if board.connections >= CONNECTIONS_MAX {
            continue;
        }
        board.connections += 1;
        drop(board);
        let (inner, serve) = (latch.clone(), Arc::clone(serve));
        let spawned = Builder::new().spawn(move || {
            serve(socket, &inner);
            inner.board.lock().connections -= 1;
        });
        if spawned.is_err() {
            latch.board.lock().connections -= 1;
        }
    }
}

/// Waits while the door is shut; `None` when it will not open again.
fn again(latch: &Latch) -> Option<TcpListener> {
    let mut board = latch.board.lock();
    board.listening = false;
    latch.board.changed.notify_all();
    loop {
        match board.wish {
            Wish::End => return None,
            Wish::Listen => break,
            Wish::Shut(None) => {
                board = latch.board.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
            }
            Wish::Shut(Some(time)) => {
                let waited = latch.board.changed.wait_timeout(board, time);
                let (mut woken, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                if timeout.timed_out() {
                    woken.wish = Wish::Listen;
                }
                board = woken;
            }
        }
    }
    let listener = TcpListener::bind(latch.address).ok();
    board.listening = listener.is_some();
    if listener.is_none() {
        board.wish = Wish::End;
    }
    latch.board.changed.notify_all();
    listener
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_shut_door_refuses_and_opens_again_by_itself() {
        let (door, latch) = Door::open(0, |_, _| ()).unwrap();
        assert!(TcpStream::connect(door.address()).is_ok());
        latch.shut(None);
        let refused = TcpStream::connect(door.address()).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
        latch.shut(Some(Duration::from_millis(1)));
        let mut opened = loop {
            if let Ok(socket) = TcpStream::connect(door.address()) {
                break socket;
            }
        };
        assert_eq!(opened.read(&mut [0]).unwrap(), 0, "it is served, and whoever serves it hangs up");
    }

    #[test]
    fn a_dropped_door_is_gone() {
        let (door, _) = Door::open(0, |_, _| ()).unwrap();
        let address = door.address();
        drop(door);
        assert!(TcpStream::connect(address).is_err());
    }
}
