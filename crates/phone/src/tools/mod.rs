//! The Android programs of the phone's shell: what adb clients call to look and to act. Each file is one
//! program or a family; output forms, error texts and exit codes are Android's.

mod activity;
mod app_process;
mod broadcast;
mod clock;
mod content;
mod dumpsys;
mod ime;
mod input;
mod install;
mod intent;
mod monkey;
mod package;
mod portal;
mod procs;
mod props;
mod resolve;
mod screen;
mod settings;
mod switches;
mod trouble;
mod u2_process;
mod watch;
mod window;
mod words;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use screen::encode_png;
pub use trouble::{Exposure, Met, exposed, meet, told_tree};

use crate::files::Files;
use crate::latency::Delays;
use crate::lines::Lines;
use crate::options::Options;
use crate::ports::Ports;
use crate::shell::{Caller, Io, Programs};
use crate::system::{Android, Frame};
use crate::time::Time;

pub const PRODUCT: &str = "tapwise";
pub const MODEL: &str = "Tapwise_Phone";
/// The API level: Android 14.
pub const SDK: u32 = 34;

/// How a program of the phone ends when it was called wrongly.
const WRONG: u8 = 255;

/// How a program ends when the one who called it is gone.
const HUNG_UP: u8 = 129;

pub struct Tools {
    android: Arc<Mutex<Android>>,
    time: Time,
    delays: Delays,
    /// What `wm size` calls physical.
    size: (u32, u32),
    dpi: u32,
    lang: crate::options::Lang,
    outside: Outside,
    /// The tree that was told last, for those who are told it again.
    last_tree: Mutex<Option<String>>,
    props: Mutex<std::collections::BTreeMap<String, String>>,
    ports: Arc<Ports>,
    /// A finger of `input motionevent` is down, and nobody has called it off.
    finger_down: AtomicBool,
    /// Apps that `pm disable-user` switched off.
    disabled: Mutex<BTreeSet<String>>,
    portal: Mutex<portal::Portal>,
    battery: Mutex<dumpsys::Battery>,
    /// Programs that were called and do not exist: the sign of text that became a command.
    unknown: Mutex<Vec<String>>,
    /// What adb clients asked for since the phone was started or reset: shells, transfers, pictures.
    asked: AtomicU64,
    /// How long the programs worked.
    watch: watch::Watch,
}

/// What the programs know of beside the system: where the phone is, who is connected, its files.
#[derive(Clone)]
pub struct Outside {
    pub address: SocketAddr,
    pub lines: Arc<Lines>,
    pub files: Arc<Files>,
}

impl Outside {
    /// Cuts the connections and fills the storage if a fault wants that; were they cut?
    pub fn follow_faults(&self, android: &Mutex<Android>) -> bool {
        let mut android = android.lock().unwrap_or_else(PoisonError::into_inner);
        self.files.set_full(android.is_disk_full());
        let cut = android.take_cut();
        if cut {
            self.lines.cut();
        }
        cut
    }
}

/// Enough to see that something is wrong, without growing for ever.
const UNKNOWN_MAX: usize = 1_000;

/// How long `uiautomator` waits for the screen to rest.
pub const IDLE: Duration = Duration::from_secs(10);

/// The arguments of a call, as text, after the program's own name.
type Args<'a> = &'a [String];

impl Tools {
    pub fn new(android: Arc<Mutex<Android>>, options: &Options, outside: Outside) -> Tools {
        Tools {
            android,
            time: options.time.clone(),
            delays: options.latency.delays(),
            size: options.size,
            dpi: options.density,
            lang: options.lang,
            outside,
            last_tree: Mutex::default(),
            props: Mutex::default(),
            ports: Arc::default(),
            finger_down: AtomicBool::default(),
            unknown: Mutex::default(),
            disabled: Mutex::default(),
            portal: Mutex::default(),
            battery: Mutex::default(),
            asked: AtomicU64::default(),
            watch: watch::Watch::default(),
        }
    }

    /// An adb client asked for something.
    pub fn count_asked(&self) {
        self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }

    pub fn asked(&self) -> u64 {
        self.asked.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Microseconds that the programs worked since the start or the last reset.
    pub fn worked(&self) -> u64 {
        self.watch.micros()
    }

    /// Forgets what was set and called since the first day.
    pub fn reset(&self) {
        self.props.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.last_tree.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.finger_down.store(false, std::sync::atomic::Ordering::SeqCst);
        self.disabled.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.portal.lock().unwrap_or_else(PoisonError::into_inner) = portal::Portal::default();
        *self.battery.lock().unwrap_or_else(PoisonError::into_inner) = dumpsys::Battery::default();
        self.outside.files.set_full(false);
        self.ports.close_all();
        self.asked.store(0, std::sync::atomic::Ordering::Relaxed);
        self.watch.reset();
    }

    /// What a call of that program meets before it is answered.
    pub fn meet(&self, program: &str) -> Met {
        meet(&self.android, &self.time, &self.outside, program)
    }

    pub fn unknown(&self) -> Vec<String> {
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The open ports of the phone.
    pub fn ports(&self) -> &Arc<Ports> {
        &self.ports
    }

    /// The raw picture of this moment, after the time that it takes on the phone; to faults this is `screencap`.
    pub fn frame(&self) -> Option<(Frame, Exposure)> {
        if self.meet("screencap") != Met::Nothing {
            return None;
        }
        self.take(self.delays.picture_raw);
        exposed(&self.android)
    }

    fn android(&self) -> MutexGuard<'_, Android> {
        self.android.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the time pass that this takes on the phone.
    fn take(&self, delay: Duration) {
        self.time.pass(delay);
    }

    pub fn follow_faults(&self) {
        self.outside.follow_faults(&self.android);
    }

    /// Waits until nothing moves on the screen, as `uiautomator` does before it looks; false where it never rests.
    fn wait_for_idle(&self) -> bool {
        wait_for_idle(&self.android, &self.time, IDLE)
    }

    /// Runs a tool with its words gathered, and passes them on when it is done: a client that does not read
    /// must never hold the phone that everybody shares.
    fn gathered(&self, name: &str, args: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> Option<u8> {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut gathering = Io { stdin: &mut *io.stdin, stdout: &mut out, stderr: &mut err };
        let begun = std::time::Instant::now();
        let code = self.call(name, args, caller, &mut gathering)?;
        self.watch.add(begun.elapsed());
        let told = io.stdout.write_all(&out).and_then(|()| io.stderr.write_all(&err));
        Some(if told.is_err() { 1 } else { code })
    }

    fn call(&self, name: &str, args: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> Option<u8> {
        let code = match name {
            "input" => input::run(self, args, io),
            "uiautomator" => screen::uiautomator(self, args, caller, io),
            "am" => activity::am(self, args, io),
            "monkey" => monkey::run(self, args, io),
            "pm" => package::pm(self, args, caller, io),
            "cmd" => return self.cmd(args, caller, io),
            "svc" => switches::svc(self, args, io),
            "locksettings" => switches::locksettings(args, io),
            "service" => dumpsys::service(args, io),
            "logcat" => props::logcat(args, io),
            "content" => content::run(self, args, io),
            "ps" => procs::ps(self, args, io),
            "pidof" => procs::pidof(self, args, io),
            "pgrep" => procs::pgrep(self, args, io),
            "pkill" => procs::pkill(self, args, io),
            "top" => procs::top(self, args, io),
            "free" => procs::free(args, io),
            "wm" => window::run(self, args, io),
            "dumpsys" => dumpsys::run(self, args, io),
            "ime" => ime::run(self, args, io),
            "settings" => settings::run(self, args, io),
            "getprop" => props::getprop(self, args, io),
            "setprop" => props::setprop(self, args, io),
            "ip" => props::ip(args, io),
            "date" => clock::date(self, args, io),
            "sleep" => clock::sleep(self, args, io),
            "uptime" => clock::uptime(self, io),
            _ => return None,
        };
        Some(code)
    }

    /// `cmd SERVICE …` reaches the same programs by the names of their services.
    fn cmd(&self, args: Args<'_>, caller: &Caller<'_>, io: &mut Io<'_>) -> Option<u8> {
        let Some((service, rest)) = args.split_first() else {
            fail(
                io,
                "cmd: No service specified; use -l to list all services. Use -w to start and wait for a service.",
            );
            return Some(20);
        };
        match service.as_str() {
            "-l" => {
                say(io, "Currently running services:");
                dumpsys::SERVICES.iter().for_each(|name| say(io, &format!("  {name}")));
                Some(0)
            }
            // There is nothing to wait for: what is here is here from the start.
            "-w" => self.cmd(rest, caller, io),
            other => {
                if let Some(program) = program_of(other) {
                    return self.call(program, rest, caller, io);
                }
                if let Some(code) = switches::cmd(self, other, rest, io) {
                    return Some(code);
                }
                if dumpsys::SERVICES.contains(&other) {
                    say(io, "No shell command implementation.");
                    return Some(0);
                }
                fail(io, &format!("cmd: Can't find service: {other}"));
                Some(20)
            }
        }
    }
}

/// The program that does the work of a service.
fn program_of(service: &str) -> Option<&'static str> {
    Some(match service {
        "package" => "pm",
        "input" => "input",
        "activity" => "am",
        "settings" => "settings",
        "window" => "wm",
        "input_method" => "ime",
        _ => return None,
    })
}

/// Every program that is done here.
pub const NAMES: [&str; 31] = [
    "app_process",
    "app_process32",
    "app_process64",
    "locksettings",
    "logcat",
    "service",
    "svc",
    "content",
    "free",
    "pgrep",
    "pidof",
    "pkill",
    "ps",
    "top",
    "input",
    "screencap",
    "uiautomator",
    "am",
    "monkey",
    "pm",
    "cmd",
    "wm",
    "dumpsys",
    "ime",
    "settings",
    "getprop",
    "setprop",
    "ip",
    "date",
    "sleep",
    "uptime",
];

impl Programs for Tools {
    fn run(&self, argv: &[Vec<u8>], caller: &Caller<'_>, io: &mut Io<'_>) -> Option<u8> {
        let (name, rest) = argv.split_first()?;
        let name = String::from_utf8_lossy(name);
        // Android's Java programs read their arguments as UTF-8, bad bytes replaced.
        let args: Vec<String> = rest.iter().map(|arg| String::from_utf8_lossy(arg).into_owned()).collect();
        if self.has(&argv[0])
            && let Some(code) = trouble::before(self, trouble::stands_for(&name, &args), io)
        {
            return Some(code);
        }
        let code = match &*name {
            // What was said so far is read while we sleep; where nobody reads any more, the sleeper is hung up.
            "sleep" if io.stdout.flush().and_then(|()| io.stderr.flush()).is_err() => Some(HUNG_UP),
            // Ten megabytes are not gathered; it draws first and writes after.
            "screencap" => {
                let Io { stdin, stdout, stderr } = io;
                Some(self.watch.count(&mut **stdout, |stdout| {
                    screen::screencap(
                        self,
                        &args,
                        caller,
                        &mut Io { stdin: &mut **stdin, stdout, stderr: &mut **stderr },
                    )
                }))
            }
            // Stays as long as its client does, so it talks to it directly.
            "app_process" | "app_process32" | "app_process64" => {
                Some(app_process::run(self, &args, caller, io))
            }
            name => self
                .gathered(name, &args, caller, io)
                .or_else(|| crate::programs::run_plain(argv, caller, io)),
        };
        if code.is_none() {
            let mut unknown = self.unknown.lock().unwrap_or_else(PoisonError::into_inner);
            if unknown.len() < UNKNOWN_MAX {
                unknown.push(name.into_owned());
            }
        }
        code
    }

    fn has(&self, name: &[u8]) -> bool {
        NAMES.iter().any(|known| known.as_bytes() == name) || crate::programs::has(name)
    }
}

/// Waits until nothing moves on the screen; false where it does not rest within that time.
pub fn wait_for_idle(android: &Mutex<Android>, time: &Time, at_most: Duration) -> bool {
    let last = time.now().saturating_add(u64::try_from(at_most.as_micros()).unwrap_or(u64::MAX));
    loop {
        let end = android.lock().unwrap_or_else(PoisonError::into_inner).busy_until();
        let Some(end) = end else { return true };
        let now = time.now();
        if now >= last {
            return false;
        }
        time.pass(Duration::from_micros(end.min(last).saturating_sub(now) + 1));
    }
}

/// The words of a call without `--user ID`: there is one user.
fn without_user(args: Args<'_>) -> Vec<&str> {
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    if let Some(at) = words.iter().position(|word| *word == "--user") {
        words.drain(at..(at + 2).min(words.len()));
    }
    words
}

/// One line on stdout.
fn say(io: &mut Io<'_>, line: &str) {
    let _ = writeln!(io.stdout, "{line}");
}

/// One line on stderr.
fn fail(io: &mut Io<'_>, line: &str) {
    let _ = writeln!(io.stderr, "{line}");
}
