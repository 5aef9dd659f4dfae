//! A running phone: the system behind a lock, the adb door in front of it.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::adbd;
use crate::control::Control;
use crate::draw::{Font, FontSource};
use crate::fault::{BadFault, Fault};
use crate::files::Files;
use crate::ledger::{Deed, Entry};
use crate::lines::{Doorway, Lines};
use crate::options::{Options, StartError};
use crate::system::{Android, Frame, Welcome};
use crate::tools::{Outside, Tools};

/// A phone that serves adb clients until it is dropped.
pub struct Phone {
    inside: Arc<Inside>,
    door: Doorway,
}

/// What the owner and the control port share.
pub(crate) struct Inside {
    android: Arc<Mutex<Android>>,
    tools: Arc<Tools>,
    files: Arc<Files>,
    /// When the phone was switched on, in microseconds since 1970.
    epoch: i64,
    font: Arc<Font>,
    options: Options,
}

impl Phone {
    pub fn start(options: Options) -> Result<Phone, StartError> {
        options.check()?;
        let listen = |source| StartError::Listen { address: options.listen, source };
        let listener = TcpListener::bind(options.listen).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let font = Font::shared(options.font.as_deref());
        let android = Android::new(&options, Arc::clone(&font), crate::apps::all(&options));
        let epoch =
            crate::time::zoned(android.wall()).timestamp().as_microsecond() - options.time.now() as i64;
        let android = Arc::new(Mutex::new(android));
        let time = options.time.clone();
        let files = Arc::new(Files::with_clock(Arc::new(move || epoch + time.now() as i64)));
        seed_programs(&files);
        let lines = Arc::new(Lines::default());
        let outside = Outside { address, lines: Arc::clone(&lines), files: Arc::clone(&files) };
        let tools = Arc::new(Tools::new(Arc::clone(&android), &options, outside));
        let adbd = Arc::new(adbd::Adbd::new(Arc::clone(&files), Arc::clone(&tools)));
        let met = Arc::clone(&android);
        let door = Doorway::open(listener, address, lines, move |socket| {
            // One client's fault ends that client's connection and nothing else.
            let _ = serve(&met, &adbd, socket);
        })?;
        let inside = Arc::new(Inside { android, tools, files, epoch, font, options });
        Ok(Phone { inside, door })
    }

    pub fn address(&self) -> SocketAddr {
        self.door.address()
    }

    /// Opens a control port on this machine; 0 takes a free one.
    pub fn control(&self, port: u16) -> Result<Control, StartError> {
        Control::open(port, Arc::clone(&self.inside))
    }

    /// What truly happened so far, in order.
    pub fn ledger(&self) -> Vec<Entry> {
        self.inside.ledger()
    }

    /// What a person before the phone sees now, drawn anew.
    pub fn screen(&self) -> Option<Frame> {
        self.inside.lock().sight()
    }

    /// Sets a fault and returns its number.
    pub fn set_fault(&self, fault: Fault) -> Result<u32, BadFault> {
        self.inside.set_fault(fault)
    }

    /// Takes all faults away; what they did to the screen stays for somebody to undo.
    pub fn clear_faults(&self) {
        self.inside.clear_faults();
    }

    /// Everything as on the first day, the connections kept.
    pub fn reset(&self) {
        self.inside.reset();
    }

    /// Programs that somebody called and that do not exist here: a canary for text that became a command.
    pub fn unknown_programs(&self) -> Vec<String> {
        self.inside.tools.unknown()
    }

    /// How often adb clients asked for something since the start or the last reset: shells, transfers, pictures.
    pub fn asked(&self) -> u64 {
        self.inside.asked()
    }

    /// What the focused field truly holds, whatever the tree can tell of it.
    pub fn focused_text(&self) -> Option<String> {
        self.inside.lock().focused_text()
    }

    /// A word for the user when the text looks worse than it could.
    pub fn hint(&self) -> Option<String> {
        match (self.inside.font.source(), &self.inside.options.font) {
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
}

impl Inside {
    pub fn lock(&self) -> MutexGuard<'_, Android> {
        self.android.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn ledger(&self) -> Vec<Entry> {
        let mut entries = self.lock().ledger().entries().to_vec();
        let entry = |at: i64, deed| {
            let since = u64::try_from(at - self.epoch).unwrap_or(0);
            Entry { at: since, time: crate::time::wall_at(at), deed }
        };
        entries.extend(self.files.written().into_iter().map(|written| {
            entry(written.at, Deed::FileWritten { path: written.path, bytes: written.bytes })
        }));
        entries.extend(self.files.written_full_at().map(|at| entry(at, Deed::LedgerFull)));
        entries.sort_by_key(|entry| entry.at);
        entries
    }

    pub fn set_fault(&self, fault: Fault) -> Result<u32, BadFault> {
        let id = self.lock().set_fault(fault);
        self.tools.follow_faults();
        id
    }

    pub fn clear_faults(&self) {
        self.lock().clear_faults();
        self.tools.follow_faults();
    }

    pub fn reset(&self) {
        let fresh = Android::new(&self.options, Arc::clone(&self.font), crate::apps::all(&self.options));
        *self.lock() = fresh;
        self.files.reset();
        seed_programs(&self.files);
        self.tools.reset();
    }

    /// What adb clients asked for: shells, transfers, pictures.
    pub fn asked(&self) -> u64 {
        self.tools.asked()
    }

    /// Microseconds that the phone's programs worked.
    pub fn worked(&self) -> u64 {
        self.tools.worked()
    }

    /// What a person before the phone sees.
    pub fn screen_png(&self) -> Option<Vec<u8>> {
        let frame = self.lock().sight()?;
        crate::tools::encode_png(&frame).ok()
    }
}

fn seed_programs(files: &Files) {
    for name in crate::programs::names().chain(crate::tools::NAMES) {
        files.seed(format!("/system/bin/{name}").as_bytes(), b"\x7fELF");
    }
}

/// Meets one client as the phone's faults want it.
fn serve(
    android: &Mutex<Android>,
    adbd: &Arc<adbd::Adbd>,
    socket: TcpStream,
) -> Result<(), tapwise_adb::Error> {
    let welcome = android.lock().unwrap_or_else(PoisonError::into_inner).welcome();
    match welcome {
        Welcome::Open => adbd.serve(socket),
        Welcome::Silent => tapwise_adb::serve_silence(socket),
        Welcome::KeyWanted => tapwise_adb::serve_unauthorized(socket),
    }
}
