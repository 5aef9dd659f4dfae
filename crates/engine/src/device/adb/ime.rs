//! The phone's keyboard is borrowed for typing what keys cannot type, and given back right after. Before it is
//! changed, the old one is noted in a file, so that after a crash the next start can give it back.

use super::super::lease::file_name;
use super::super::{DeviceAddress, DeviceError, Surroundings};
use super::command::Script;
use super::{AdbDevice, ONE_COMMAND};
use crate::plan::PackageName;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;
use tapwise_adb::{Cancel, NulInText, Output, Wait};

const ADB_KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";
/// How long giving back may take once the run is cancelled.
const GIVE_BACK: Duration = Duration::from_millis(900);

/// A keyboard's id, `package/.Class`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct KeyboardId(String);

impl KeyboardId {
    fn parse(text: &str) -> Option<Self> {
        let (package, class) = text.trim().split_once('/')?;
        package.parse::<PackageName>().ok()?;
        let fits = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
        (!class.is_empty() && class.chars().all(fits)).then(|| Self(text.trim().to_owned()))
    }

    fn is_adb_keyboard(&self) -> bool {
        self.0 == ADB_KEYBOARD
    }
}

/// Whether a keyboard must be given back afterwards.
pub(super) enum Borrowed {
    /// There is no ADBKeyboard on this phone.
    Missing,
    /// It was set already.
    Own,
    Yes(Loan),
}

/// The keyboard to give back; none if the phone had none set.
pub(super) struct Loan(Option<KeyboardId>);

fn nonsense(error: NulInText) -> DeviceError {
    DeviceError::Nonsense(error.to_string())
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line.trim().to_owned()).collect()
}

/// Some phones tell a refusal only in words.
fn refused(output: &Output) -> bool {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said).to_lowercase();
    output.code != 0 || said.contains("unknown input method") || said.contains("error:")
}

/// Whether a phone has the keyboard that types what keys cannot type.
pub fn has_keyboard(address: &DeviceAddress, around: Surroundings) -> Result<bool, DeviceError> {
    let wait = Wait::within(ONE_COMMAND, &around.cancel);
    let mut device = AdbDevice::open(address, around)?;
    let known = lines(&device.read(&Script::fixed("ime list -a -s"), ONE_COMMAND, &wait)?);
    Ok(known.iter().any(|id| id == ADB_KEYBOARD))
}

impl AdbDevice {
    /// Where the note of this phone's own keyboard is kept.
    fn note(&self) -> PathBuf {
        self.around.home.join("keyboards").join(file_name(&self.way.name()))
    }

    /// Whether a keyboard may still have to be given back.
    pub(super) fn has_note(&self) -> bool {
        self.note().exists()
    }

    pub(super) fn borrow_keyboard(&mut self, wait: &Wait) -> Result<Borrowed, DeviceError> {
        let ask =
            Script::fixed("settings get secure default_input_method").then(Script::fixed("ime list -a -s"));
        let answer = lines(&self.read(&ask, ONE_COMMAND, wait)?);
        let (current, known) = match answer.split_first() {
            Some((current, known)) => (KeyboardId::parse(current), known),
            None => return Err(DeviceError::Nonsense("the phone told no keyboard".to_owned())),
        };
        if !known.iter().any(|id| id == ADB_KEYBOARD) {
            return Ok(Borrowed::Missing);
        }
        if current.as_ref().is_some_and(KeyboardId::is_adb_keyboard) {
            return Ok(Borrowed::Own);
        }
        self.write_note(current.as_ref())?;
        let set = Script::fixed("ime enable").arg(ADB_KEYBOARD).map_err(nonsense)?;
        let set = set.and(Script::fixed("ime set").arg(ADB_KEYBOARD).map_err(nonsense)?);
        let loan = Loan(current);
        match self.act(&set, wait) {
            Ok(Some(output)) if output.code == 0 => Ok(Borrowed::Yes(loan)),
            Ok(_) => {
                self.give_back(loan);
                Err(DeviceError::Nonsense("the phone did not take ADBKeyboard as its keyboard".to_owned()))
            }
            Err(error) => {
                // The phone may have taken it before the error; the note stays for the next start if this fails too.
                self.give_back(loan);
                Err(error)
            }
        }
    }

    /// Sets the old keyboard again and removes the note. What was typed stays typed if that fails: it is told, and
    /// the note stays for the next start.
    pub(super) fn give_back(&mut self, loan: Loan) {
        if let Err(error) = self.set_again(&loan) {
            warn(&format!("the phone's own keyboard is not set again yet, the next start tries: {error}"));
        }
    }

    fn set_again(&mut self, loan: &Loan) -> Result<(), DeviceError> {
        let reset = || Script::fixed("ime reset");
        let script = match &loan.0 {
            Some(id) => Script::fixed("ime set").arg(&id.0).map_err(nonsense)?,
            None => reset(),
        };
        let output = self
            .link
            .shell(script.as_str(), &self.give_back_wait(ONE_COMMAND))
            .map_err(super::device_error)?;
        if refused(&output) {
            // The old keyboard is gone, or not allowed any more: the phone chooses one of those it has.
            let keyboard = loan.0.as_ref().map_or("the phone's own keyboard", |id| id.0.as_str());
            warn(&format!("{keyboard} cannot be set again; the phone chooses its keyboard itself"));
            self.link
                .shell(reset().as_str(), &self.give_back_wait(ONE_COMMAND))
                .map_err(super::device_error)?;
        }
        self.remove_note()
    }

    /// A cancelled run gives back too, under a fresh signal, but does not take long over it.
    pub(super) fn give_back_wait(&self, most: Duration) -> Wait {
        let time = if self.around.cancel.is_cancelled() { GIVE_BACK } else { most };
        Wait::within(time, &Cancel::new())
    }

    /// After a crash: if the note is there and ADBKeyboard is still set, the old keyboard is set again.
    pub(super) fn repair_keyboard(&mut self) -> Result<(), DeviceError> {
        let path = self.note();
        let noted = match fs::read_to_string(&path) {
            Ok(noted) => noted,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(DeviceError::Storage { path, error }),
        };
        let wait = Wait::within(ONE_COMMAND, &self.around.cancel);
        let ask = Script::fixed("settings get secure default_input_method");
        let current =
            lines(&self.read(&ask, ONE_COMMAND, &wait)?).first().and_then(|line| KeyboardId::parse(line));
        if current.is_some_and(|id| id.is_adb_keyboard()) {
            self.give_back(Loan(KeyboardId::parse(&noted)));
            return Ok(());
        }
        self.remove_note()
    }

    fn write_note(&self, current: Option<&KeyboardId>) -> Result<(), DeviceError> {
        let path = self.note();
        let id = current.map_or("", |id| id.0.as_str());
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            let draft = path.with_extension("new");
            let mut file = File::create(&draft)?;
            file.write_all(id.as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, &path)
        };
        write().map_err(|error| DeviceError::Storage { path: path.clone(), error })
    }

    fn remove_note(&self) -> Result<(), DeviceError> {
        let path = self.note();
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DeviceError::Storage { path, error })
            }
            _ => Ok(()),
        }
    }
}

/// Where nobody reads it, it is not told; `eprintln!` would end the run.
fn warn(told: &str) {
    let _ = writeln!(std::io::stderr(), "warning: {told}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_known_by_its_code_or_its_words() {
        let said = |stdout: &str, code| Output { stdout: stdout.into(), stderr: Vec::new(), code };
        assert!(refused(&said("", 255)));
        assert!(refused(&said("Unknown input method a.b/.C cannot be selected for user #0", 0)));
        assert!(!refused(&said("Input method a.b/.C selected for user #0", 0)));
    }

    #[test]
    fn t02_only_ids_of_keyboards_are_taken_from_a_phone_or_a_note() {
        for good in ["com.android.inputmethod.latin/.LatinIME", "a.b/c.D$E\n", ADB_KEYBOARD] {
            assert!(KeyboardId::parse(good).is_some(), "{good}");
        }
        for bad in ["null", "", "a.b", "a.b/", "a.b/c;pwn", "a.b/c d", "$(pwn)/x"] {
            assert!(KeyboardId::parse(bad).is_none(), "{bad}");
        }
    }
}
