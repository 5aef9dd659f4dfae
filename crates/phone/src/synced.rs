//! The phone's files as adb's sync service sees them: what is told of them, and how they are read and written.

use tapwise_adb::{Errno, FileDetails, FileStat, Links, SyncFiles};

use crate::files::{FileError, Files, Kind};
use crate::programs::make_all;
use crate::tools::{Met, Tools};

/// The phone's files as the sync service sees them.
pub struct Synced<'a> {
    pub files: &'a Files,
    pub tools: &'a Tools,
}

const FILE: u32 = 0o100_000;
const DIRECTORY: u32 = 0o040_000;
const LINK: u32 = 0o120_000;
const CHARACTERS: u32 = 0o020_000;

/// The user ids of Android that our files belong to.
fn user(name: &str) -> u32 {
    if name == "root" { 0 } else { 2000 }
}

/// Linux's numbers for what can go wrong with a file.
fn number(error: FileError) -> Errno {
    Errno(match error {
        FileError::NotFound => 2,
        FileError::Denied => 13,
        FileError::Exists => 17,
        FileError::NotDirectory => 20,
        FileError::IsDirectory => 21,
        FileError::Invalid => 22,
        FileError::NoSpace => 28,
        FileError::ReadOnly => 30,
        FileError::NameTooLong => 36,
        FileError::NotEmpty => 39,
        FileError::Loop => 40,
    })
}

impl Synced<'_> {
    /// Each file that goes over is one call of `sync` to the faults; questions about files are none.
    fn transfer(&self) -> Result<(), String> {
        match self.tools.meet("sync") {
            Met::Nothing => Ok(()),
            Met::Failure(code) => Err(format!("sync: failed with code {code}")),
            // Whoever sent the file is gone before it was whole.
            Met::Cut => Err("connection lost".to_owned()),
        }
    }

    fn stat_of(&self, path: &[u8], links: Links) -> Result<FileDetails, Errno> {
        let stat = self.files.stat(path, links == Links::Follow).map_err(number)?;
        let kind = match stat.kind {
            Kind::File => FILE,
            Kind::Directory => DIRECTORY,
            Kind::Link => LINK,
            Kind::Device(_) => CHARACTERS,
        };
        let size = u32::try_from(stat.size).unwrap_or(u32::MAX);
        let time = u32::try_from(stat.mtime).unwrap_or(0);
        Ok(FileDetails {
            stat: FileStat { mode: kind | stat.mode, size, time },
            inode: stat.id,
            links: u32::try_from(stat.links).unwrap_or(u32::MAX),
            owner: user(stat.owner),
            group: user(stat.group),
        })
    }
}

impl SyncFiles for Synced<'_> {
    fn stat(&self, path: &str, links: Links) -> Result<FileDetails, Errno> {
        self.stat_of(path.as_bytes(), links)
    }

    fn list(&self, path: &str) -> Vec<(String, FileDetails)> {
        let names = self.files.list(path.as_bytes()).unwrap_or_default();
        names
            .into_iter()
            .filter_map(|name| {
                let full = [path.as_bytes(), b"/", &name].concat();
                let known = self.stat_of(&full, Links::Keep).ok()?;
                Some((String::from_utf8_lossy(&name).into_owned(), known))
            })
            .collect()
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.transfer()?;
        self.files.read(path.as_bytes()).map_err(|error| error.to_string())
    }

    fn write(&self, path: &str, stat: FileStat, bytes: Vec<u8>) -> Result<(), String> {
        self.transfer()?;
        let path = path.as_bytes();
        // adbd makes the folders on the way to a pushed file.
        if let Some(at) = path.iter().rposition(|byte| *byte == b'/').filter(|at| *at > 0) {
            make_all(self.files, &path[..at]).map_err(|error| error.to_string())?;
        }
        self.files.write(path, &bytes).map_err(|error| error.to_string())?;
        let _ = self.files.set_mode(path, stat.mode & 0o777);
        let _ = self.files.set_mtime(path, i64::from(stat.time));
        Ok(())
    }
}
