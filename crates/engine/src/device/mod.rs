//! The device port: look, and make a gesture. A surprise of the phone is a value; an error ends the run.
//!
//! One adapter speaks adb, through the adb server or straight to a phone's adbd; the other plays the record of a run.

mod adb;
mod address;
mod costs;
mod lease;
mod replay;

pub use adb::{JAR, JarFile, JarIdentity, JarInfo, JarStatus, SetUp};
pub use address::{BadAddress, DeviceAddress, HostPort};
pub use costs::Costs;
pub use lease::{Holder, Lease};
pub use replay::{BadReplay, Replay};

use crate::clock::Clock;
use crate::plan::{Gesture, PackageName};
use crate::screen::{Frame, Means, Screen};
use crate::trace::storage_hint;
use std::path::PathBuf;
use std::sync::Arc;
use tapwise_adb::{Cancel, Wait};
use thiserror::Error;

/// What the next decision needs to see. Each part costs time on a real phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    pub picture: bool,
    pub tree: bool,
    pub app: bool,
}

impl Need {
    pub const ALL: Need = Need { picture: true, tree: true, app: true };
    pub const NONE: Need = Need { picture: false, tree: false, app: false };
    pub const TREE: Need = Need { tree: true, ..Need::NONE };
    pub const PICTURE: Need = Need { picture: true, ..Need::NONE };
    pub const APP: Need = Need { app: true, ..Need::NONE };

    /// What of this is not in `have`.
    pub fn without(self, have: Need) -> Need {
        Need {
            picture: self.picture && !have.picture,
            tree: self.tree && !have.tree,
            app: self.app && !have.app,
        }
    }

    pub fn and(self, other: Need) -> Need {
        Need {
            picture: self.picture || other.picture,
            tree: self.tree || other.tree,
            app: self.app || other.app,
        }
    }
}

/// How a gesture went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Performed {
    Done,
    /// The field holds something else afterwards.
    Mistyped {
        wanted: String,
        got: String,
    },
    NotInstalled(PackageName),
    /// The app is there, but may not be started this way, and what the phone said.
    NotStarted(String),
    /// No app took the link, and what the phone said.
    NotTaken(String),
    /// No field has the cursor.
    NoField,
    /// This text cannot be typed, or not into this field.
    Untypable(Untypable),
    /// The connection broke while the gesture was on its way: it may have been made or not.
    Unsure(String),
}

/// Why a text cannot be typed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Untypable {
    #[error("the text holds the control character U+{0:04X}, which no keyboard types")]
    Control(u32),
    #[error("the text holds U+{0:04X}, which the phone cannot show to us again")]
    NoCharacter(u32),
    #[error("the text has several lines, and the field takes only one")]
    Newline,
    #[error("the text is longer than {0} characters")]
    TooLong(usize),
    #[error(
        "the text holds letters that `input text` cannot type, and the phone has no keyboard for them\n\
         hint: install ADBKeyboard (com.android.adbkeyboard) on the phone"
    )]
    NoKeyboard,
}

impl std::fmt::Display for Performed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Performed::Done => f.write_str("done"),
            Performed::Mistyped { wanted, got } => write!(f, "typed “{wanted}”, the field holds “{got}”"),
            Performed::NotInstalled(package) => write!(f, "{package} is not installed on the phone"),
            Performed::NotStarted(said) => write!(f, "it may not be started this way: {said}"),
            Performed::NotTaken(said) => write!(f, "no app took it: {said}"),
            Performed::NoField => f.write_str("no field has the cursor"),
            Performed::Untypable(why) => why.fmt(f),
            Performed::Unsure(why) => write!(f, "not known: {why}"),
        }
    }
}

/// What ends a run.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// It was never there.
    #[error("{0}")]
    Unavailable(String),
    #[error("the phone is lost: {0}")]
    Lost(String),
    #[error(
        "the phone did not answer in time\nhint: see whether it is connected and awake; `tapwise devices` lists it"
    )]
    TimedOut,
    #[error("cancelled")]
    Cancelled,
    #[error("the gesture was made for a screen of {made:?}, the screen is {is:?} now")]
    OtherFrame { made: Frame, is: Frame },
    /// A record is played, and the run takes another way than it did then.
    #[error("the run takes another way than its record: {0}")]
    Deviates(String),
    #[error("the phone's answer cannot be understood: {0}")]
    Nonsense(String),
    #[error("cannot write the note about the phone in {path}: {error}\nhint: {hint}", path = path.display(), hint = storage_hint(error))]
    Storage { path: PathBuf, error: std::io::Error },
}

/// A gesture that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub performed: Performed,
    pub by: Means,
    /// Why the stock programs had to do it, or a part of it, told once.
    pub fallback: Option<String>,
}

pub trait Device: Send {
    fn observe(&mut self, need: Need, wait: &Wait) -> Result<Screen, DeviceError>;
    fn perform(&mut self, gesture: &Gesture, wait: &Wait) -> Result<Attempt, DeviceError>;
}

/// Whether the helper on the phone is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Aid {
    /// If `setup` has put it there, and while it answers.
    #[default]
    Auto,
    Off,
}

/// What an adapter needs from around it.
#[derive(Clone)]
pub struct Surroundings {
    /// Where a note of the phone's own keyboard is kept while another one is set, and of who holds the phone.
    pub home: PathBuf,
    pub clock: Arc<dyn Clock + Sync>,
    pub cancel: Cancel,
    pub aid: Aid,
    /// The helper's program that is used, and no other: `JAR`, except on a phone that only plays it.
    pub jar: JarIdentity,
}

/// Connects to a device. The virtual phone has no address of its own: whoever starts it opens it as `tcp:`.
pub fn open(address: &DeviceAddress, around: Surroundings) -> Result<Box<dyn Device>, DeviceError> {
    Ok(Box::new(adb::AdbDevice::open(address, around)?))
}

/// Connects to a device in order to drive it: nobody else who uses the same home folder does so meanwhile. `doing` is what
/// others are told, such as `run`.
pub fn hold(
    address: &DeviceAddress,
    around: Surroundings,
    doing: &str,
) -> Result<(Box<dyn Device>, Lease), DeviceError> {
    let (device, lease) = adb::AdbDevice::hold(address, around, doing)?;
    Ok((Box::new(device), lease))
}

/// Puts the helper's program on a phone and starts it once, to see that it answers.
pub fn set_up(address: &DeviceAddress, around: Surroundings, jar: &[u8]) -> Result<SetUp, DeviceError> {
    adb::set_up(address, around, jar)
}

/// Whether the helper's program is on a phone, and whether it runs.
pub fn jar_status(address: &DeviceAddress, around: Surroundings) -> Result<JarStatus, DeviceError> {
    adb::jar_status(address, around)
}

/// Takes the helper's program off a phone, and ends it first if it runs; tells whether it was there.
pub fn remove_jar(address: &DeviceAddress, around: Surroundings) -> Result<bool, DeviceError> {
    adb::remove_jar(address, around)
}

/// Whether a phone has the keyboard that types any text without the helper.
pub fn has_keyboard(address: &DeviceAddress, around: Surroundings) -> Result<bool, DeviceError> {
    adb::has_keyboard(address, around)
}

/// A line of `tapwise devices`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Listed {
    pub device: String,
    pub status: String,
    pub model: Option<String>,
}

/// What the adb server lists; nothing if no server runs and none can be started.
pub fn list(cancel: &Cancel) -> Result<Vec<Listed>, DeviceError> {
    adb::list(cancel)
}
