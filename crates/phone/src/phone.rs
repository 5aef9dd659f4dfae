//! A running phone: the system behind a lock, the adb door in front of it.

use std::collections::HashMap;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::adbd;
use crate::draw::{Font, FontSource};
use crate::files::Files;
use crate::ledger::Entry;
use crate::options::{Options, StartError};
use crate::system::Android;
use crate::tools::Tools;

/// Connections served at once; more are refused, so that a flood cannot exhaust the machine.
const CONNECTIONS_MAX: usize = 64;

/// A phone that serves adb clients until it is dropped.
pub struct Phone {
    android: Arc<Mutex<Android>>,
    tools: Arc<Tools>,
    address: SocketAddr,
    font: FontSource,
    asked_font: Option<PathBuf>,
    door: Arc<Door>,
    listening: Option<JoinHandle<()>>,
}

/// What the listening thread and the owner share.
struct Door {
    closing: AtomicBool,
    next: AtomicU64,
    open: Mutex<HashMap<u64, TcpStream>>,
}

impl Phone {
    pub fn start(options: Options) -> Result<Phone, StartError> {
        options.check()?;
        let listen = |source| StartError::Listen { address: options.listen, source };
        let listener = TcpListener::bind(options.listen).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let font = Arc::new(Font::find(options.font.as_deref()));
        let source = font.source().clone();
        let android = Android::new(&options, font, crate::apps::all(&options));
        let epoch = crate::time::zoned(android.wall()).timestamp().as_second();
        let android = Arc::new(Mutex::new(android));
        let time = options.time.clone();
        let files = Arc::new(Files::with_clock(Arc::new(move || epoch + (time.now() / 1_000_000) as i64)));
        for name in crate::programs::names().chain(crate::tools::NAMES) {
            files.seed(format!("/system/bin/{name}").as_bytes(), b"\x7fELF");
        }
        let tools = Arc::new(Tools::new(Arc::clone(&android), &options, address));
        let door = Arc::new(Door {
            closing: AtomicBool::new(false),
            next: AtomicU64::new(0),
            open: Mutex::new(HashMap::new()),
        });
        let desk = Arc::new(adbd::Adbd::new(files, Arc::clone(&tools)));
        let listening = {
            let door = Arc::clone(&door);
            std::thread::spawn(move || door.listen(&listener, &desk))
        };
        Ok(Phone {
            android,
            tools,
            address,
            font: source,
            asked_font: options.font,
            door,
            listening: Some(listening),
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What truly happened so far, in order.
    pub fn ledger(&self) -> Vec<Entry> {
        self.lock().ledger().entries().to_vec()
    }

    /// Programs that somebody called and that do not exist here: a canary for text that became a command.
    pub fn unknown_programs(&self) -> Vec<String> {
        self.tools.unknown()
    }

    /// What the focused field truly holds, whatever the tree can tell of it.
    pub fn focused_text(&self) -> Option<String> {
        self.lock().focused_text()
    }

    /// A word for the user when the text looks worse than it could.
    pub fn hint(&self) -> Option<String> {
        match (&self.font, &self.asked_font) {
            (FontSource::File(_), _) => None,
            (FontSource::Embedded, Some(path)) => Some(format!(
                "the font {} could not be read, so text is drawn with the embedded bitmap font",
                path.display()
            )),
            (FontSource::Embedded, None) => Some(
                "no Chinese font is installed, so text is drawn with the embedded bitmap font\n\
                 hint: install fonts-noto-cjk or fonts-wqy-microhei, or name one with --font FILE"
                    .to_owned(),
            ),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Android> {
        self.android.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.door.closing.store(true, Ordering::SeqCst);
        // A connection of our own wakes the listener, which then sees that it should close.
        let _ = TcpStream::connect(self.address);
        if let Some(listening) = self.listening.take() {
            let _ = listening.join();
        }
        for socket in self.door.sockets().values() {
            let _ = socket.shutdown(std::net::Shutdown::Both);
        }
    }
}

impl Door {
    fn sockets(&self) -> std::sync::MutexGuard<'_, HashMap<u64, TcpStream>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(self: &Arc<Self>, listener: &TcpListener, adbd: &Arc<adbd::Adbd>) {
        for socket in listener.incoming() {
            if self.closing.load(Ordering::SeqCst) {
                return;
            }
            let Ok(socket) = socket else { continue };
            let Ok(handle) = socket.try_clone() else { continue };
            let id = self.next.fetch_add(1, Ordering::SeqCst);
            {
                let mut open = self.sockets();
                if open.len() >= CONNECTIONS_MAX {
                    continue;
                }
                open.insert(id, handle);
            }
            let (door, adbd) = (Arc::clone(self), Arc::clone(adbd));
            let serving = std::thread::Builder::new().spawn(move || {
                // One client's fault ends that client's connection and nothing else.
                let _ = adbd.serve(socket);
                door.sockets().remove(&id);
            });
            // No thread to be had: this client is turned away, the next one may find one.
            if serving.is_err() {
                self.sockets().remove(&id);
            }
        }
    }
}
