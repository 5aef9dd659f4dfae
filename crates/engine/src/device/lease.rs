//! One run per phone at a time. Whoever drives a phone holds a lock on a file of its own, named after the serial that the
//! phone itself tells, so that two addresses of one phone are one. The lock is the operating system's: it is free the moment its
//! holder ends, however it ends. What is written in the file only tells others who that is.

use super::DeviceError;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Names of files are bounded, whatever a phone calls itself.
const LONGEST_NAME: usize = 120;
/// Nobody writes more about themselves.
const MOST_BYTES: u64 = 4096;

/// Who holds a phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    pub pid: u32,
    /// What they are doing: `run`, `do`, `device setup` …
    pub doing: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    pub since: String,
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.run {
            Some(run) => write!(f, "run {run}")?,
            None => write!(f, "`tapwise {}`", self.doing)?,
        }
        write!(f, " (process {}, since {})", self.pid, self.since)
    }
}

/// The right to drive one phone, held as long as this lives.
#[derive(Debug)]
pub struct Lease {
    file: File,
    path: PathBuf,
    holder: Holder,
}

/// A name as a file's name, each in its own way.
pub(super) fn file_name(name: &str) -> String {
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || c == '.' { c.to_string() } else { format!("_{:x}", c as u32) }
    };
    name.chars().map(safe).collect::<String>().chars().take(LONGEST_NAME).collect()
}

impl Lease {
    /// Takes the phone of this serial, or says who has it.
    pub(super) fn take(home: &Path, serial: &str, doing: &str) -> Result<Self, DeviceError> {
        let folder = home.join("devices");
        let path = folder.join(format!("{}.lock", file_name(serial)));
        let storage = |error| DeviceError::Storage { path: path.clone(), error };
        fs::create_dir_all(&folder).map_err(storage)?;
        let mut open = OpenOptions::new();
        let mut file =
            open.read(true).write(true).create(true).truncate(false).open(&path).map_err(storage)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(serial, &mut file)),
            Err(TryLockError::Error(error)) => return Err(storage(error)),
        }
        let since = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S UTC").to_string();
        let holder = Holder { pid: std::process::id(), doing: doing.to_owned(), run: None, since };
        let mut lease = Self { file, path, holder };
        lease.tell()?;
        Ok(lease)
    }

    /// Tells others for which run the phone is held.
    pub fn for_run(&mut self, run: &str) -> Result<(), DeviceError> {
        self.holder.run = Some(run.to_owned());
        self.tell()
    }

    fn tell(&mut self) -> Result<(), DeviceError> {
        let text = serde_json::to_string(&self.holder).map_err(io::Error::from);
        let written = text.and_then(|text| {
            self.file.set_len(0)?;
            self.file.rewind()?;
            self.file.write_all(text.as_bytes())
        });
        written.map_err(|error| DeviceError::Storage { path: self.path.clone(), error })
    }
}

fn in_use(serial: &str, file: &mut File) -> DeviceError {
    let mut text = String::new();
    // They may be writing it just now; that somebody has the phone is sure all the same.
    let read = file.take(MOST_BYTES).read_to_string(&mut text).ok();
    let holder = read.and_then(|_| serde_json::from_str::<Holder>(&text).ok());
    let who = holder.map_or("another run".to_owned(), |holder| holder.to_string());
    DeviceError::Unavailable(format!(
        "the phone {serial} is in use by {who}\nhint: wait until it ends, or end it with Ctrl-C where it runs"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_has_one_holder_and_is_free_when_that_one_ends() {
        let home = tempfile::tempdir().unwrap();
        let take = |serial: &str| Lease::take(home.path(), serial, "run");
        let mut first = take("R58/1").unwrap();
        assert!(take("R58/2").is_ok(), "another phone is free");
        first.for_run("0193-7").unwrap();
        let told = take("R58/1").unwrap_err().to_string();
        assert!(told.contains("R58/1 is in use by run 0193-7"), "{told}");
        assert!(told.contains(&std::process::id().to_string()) && told.contains("hint: "), "{told}");
        drop(first);
        assert!(take("R58/1").is_ok());
    }

    #[test]
    fn what_a_crashed_holder_left_is_no_holder() {
        let home = tempfile::tempdir().unwrap();
        drop(Lease::take(home.path(), "x", "run").unwrap());
        let file = home.path().join("devices/x.lock");
        assert!(fs::read_to_string(&file).unwrap().contains("\"pid\""), "the file stays");
        fs::write(&file, "\u{0}nonsense").unwrap();
        let held = Lease::take(home.path(), "x", "do").unwrap();
        fs::write(&file, "nonsense").unwrap();
        let told = Lease::take(home.path(), "x", "do").unwrap_err().to_string();
        assert!(told.contains("another run"), "{told}");
        drop(held);
    }

    #[test]
    fn two_threads_never_hold_one_phone_both() {
        let home = tempfile::tempdir().unwrap();
        let holders = std::sync::atomic::AtomicU32::new(0);
        let race = || {
            for _ in 0..200 {
                if let Ok(lease) = Lease::take(home.path(), "x", "run") {
                    assert_eq!(holders.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                    holders.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                    drop(lease);
                }
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(race))));
    }

    #[test]
    fn a_serial_that_is_a_path_stays_in_its_folder() {
        assert!(!file_name("../../etc/x").contains('/'));
        assert_ne!(file_name("a:b"), file_name("a_b"));
        assert!(file_name(&"a".repeat(5000)).len() <= LONGEST_NAME);
    }
}
