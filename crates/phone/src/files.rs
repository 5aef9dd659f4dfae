//! The phone's own file system, in memory. Nothing here touches the machine that the phone runs on.
//! Who may write where follows a stock phone seen by the user `shell`: the shared storage and
//! `/data/local/tmp` can be written, the rest is read-only or closed. Everything counts against one size
//! cap, so that a client cannot eat the host's memory.

mod rules;
mod tree;
mod written;

pub use tree::CAPACITY;
pub use written::Written;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::{closed, writable};
use tree::{Content, Entry, PATH_MAX, ROOT, Tree, cost};
use written::Log;

/// The time of a phone whose owner gave no clock: 2024-01-01 08:00 in its own zone.
const FIRST_BOOT: i64 = 1_704_067_200 * SECOND;
/// In microseconds.
const SECOND: i64 = 1_000_000;

/// Why a file could not be used, in Android's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("No such file or directory")]
    NotFound,
    #[error("Is a directory")]
    IsDirectory,
    #[error("Not a directory")]
    NotDirectory,
    #[error("Permission denied")]
    Denied,
    #[error("Read-only file system")]
    ReadOnly,
    #[error("File exists")]
    Exists,
    #[error("Directory not empty")]
    NotEmpty,
    #[error("No space left on device")]
    NoSpace,
    #[error("Too many symbolic links encountered")]
    Loop,
    #[error("File name too long")]
    NameTooLong,
    #[error("Invalid argument")]
    Invalid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    Null,
    Zero,
    /// Writing to it means the caller's own output; shell and programs see to that.
    Tty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    File,
    Directory,
    Link,
    Device(Device),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stat {
    pub id: u64,
    pub kind: Kind,
    /// Permission bits only.
    pub mode: u32,
    pub size: u64,
    /// Seconds since 1970.
    pub mtime: i64,
    pub owner: &'static str,
    pub group: &'static str,
    pub links: u64,
}

type Now = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The phone's files. Shared by all shells; every call is one locked step.
pub struct Files {
    tree: Mutex<Tree>,
    log: Mutex<Log>,
    now: Now,
}

impl Default for Files {
    fn default() -> Files {
        Files::new()
    }
}

impl Files {
    /// A fresh phone, whose clock stands still.
    pub fn new() -> Files {
        Files::with_clock(Arc::new(|| FIRST_BOOT))
    }

    /// A fresh phone; `now` gives the microseconds since 1970.
    pub fn with_clock(now: Now) -> Files {
        let tree = Mutex::new(Tree::bare(now() / SECOND));
        let files = Files { tree, log: Mutex::default(), now };
        rules::furnish(&files);
        files
    }

    /// Puts a file anywhere, as the system itself would, making the directories above it.
    /// Does nothing if a file stands where a directory is needed, or if the phone is full.
    pub fn seed(&self, path: &[u8], bytes: &[u8]) {
        self.seed_entry(path, Content::File(bytes.to_vec()), 0o644);
    }

    /// Makes a directory anywhere, as the system itself would.
    pub fn seed_directory(&self, path: &[u8]) {
        self.seed_entry(path, Content::Directory(BTreeMap::new()), 0o755);
    }

    fn seed_entry(&self, path: &[u8], content: Content, mode: u32) {
        let now = self.now();
        let mut tree = self.lock();
        let names: Vec<&[u8]> = path.split(|b| *b == b'/').filter(|n| !n.is_empty()).collect();
        let Some((last, above)) = names.split_last() else { return };
        let mut at = ROOT;
        for name in above {
            at = match tree.child(at, name) {
                Some(id) => id,
                None => match tree.insert(at, name, Content::Directory(BTreeMap::new()), 0o755, now) {
                    Ok(id) => id,
                    Err(_) => return,
                },
            };
        }
        if let Some(id) = tree.child(at, last) {
            if let (Content::File(bytes), true) = (&content, tree.is_file(id)) {
                let _full = tree.set(id, bytes.clone(), now);
            }
            return;
        }
        let _full = tree.insert(at, last, content, mode, now);
    }

    fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes in use and bytes in all.
    pub fn usage(&self) -> (u64, u64) {
        (self.lock().used, CAPACITY)
    }

    /// What is at `path` (absolute); `follow` looks through a link at its end.
    pub fn stat(&self, path: &[u8], follow: bool) -> Result<Stat, FileError> {
        let tree = self.lock();
        let id = tree.find(path, follow)?.id.ok_or(FileError::NotFound)?;
        tree.stat(id)
    }

    pub fn is_directory(&self, path: &[u8]) -> bool {
        self.stat(path, true).is_ok_and(|s| s.kind == Kind::Directory)
    }

    /// The real path behind `path`: no links, no dots. The last name need not exist.
    pub fn canonical(&self, path: &[u8]) -> Result<Vec<u8>, FileError> {
        Ok(join_names(&self.lock().find(path, true)?.names))
    }

    /// The names in a directory, sorted.
    pub fn list(&self, path: &[u8]) -> Result<Vec<Vec<u8>>, FileError> {
        let tree = self.lock();
        let found = tree.find(path, true)?;
        let id = found.id.ok_or(FileError::NotFound)?;
        match &tree.entry(id)?.content {
            Content::Directory(_) if closed(&found.names) => Err(FileError::Denied),
            Content::Directory(names) => Ok(names.keys().cloned().collect()),
            _ => Err(FileError::NotDirectory),
        }
    }

    pub fn read(&self, path: &[u8]) -> Result<Vec<u8>, FileError> {
        let id = self.open_read(path)?;
        Ok(self.read_at(id, 0, usize::MAX))
    }

    /// The id of a file that may be read.
    pub fn open_read(&self, path: &[u8]) -> Result<u64, FileError> {
        let tree = self.lock();
        let found = tree.find(path, true)?;
        let id = found.id.ok_or(FileError::NotFound)?;
        let entry = tree.entry(id)?;
        if entry.mode & 0o400 == 0 || closed(&found.names) && !matches!(entry.content, Content::Directory(_))
        {
            return Err(FileError::Denied);
        }
        Ok(id)
    }

    /// Up to `most` bytes of an open file; empty at its end, for directories and for a file that is gone.
    pub fn read_at(&self, id: u64, from: usize, most: usize) -> Vec<u8> {
        let tree = self.lock();
        match tree.entries.get(&id).map(|e| &e.content) {
            Some(Content::File(bytes)) => {
                let from = from.min(bytes.len());
                bytes[from..from.saturating_add(most).min(bytes.len())].to_vec()
            }
            Some(Content::Device(Device::Zero)) => vec![0; most.min(64 * 1024)],
            _ => Vec::new(),
        }
    }

    /// Creates or replaces a file.
    pub fn write(&self, path: &[u8], bytes: &[u8]) -> Result<(), FileError> {
        let id = self.open_write(path, true, 0o644)?;
        self.write_at(id, 0, bytes)
    }

    pub fn append(&self, path: &[u8], bytes: &[u8]) -> Result<(), FileError> {
        let id = self.open_write(path, false, 0o644)?;
        let end = self.size_of(id);
        self.write_at(id, end, bytes)
    }

    pub fn size_of(&self, id: u64) -> usize {
        match self.lock().entries.get(&id).map(|e| &e.content) {
            Some(Content::File(bytes)) => bytes.len(),
            _ => 0,
        }
    }

    /// The id of a file that may be written, made if it is not there.
    pub fn open_write(&self, path: &[u8], truncate: bool, mode: u32) -> Result<u64, FileError> {
        let now = self.now();
        let mut tree = self.lock();
        let found = tree.find(path, true)?;
        let id = match found.id {
            None if path.ends_with(b"/") => return Err(FileError::IsDirectory),
            None => {
                writable(&found.names)?;
                let name = found.names.last().cloned().ok_or(FileError::IsDirectory)?;
                tree.insert(found.parent, &name, Content::File(Vec::new()), mode, now)?
            }
            Some(id) => {
                let entry = tree.entry(id)?;
                match entry.content {
                    Content::Device(_) => return Ok(id),
                    Content::Directory(_) => return Err(FileError::IsDirectory),
                    _ => {}
                }
                writable(&found.names)?;
                if entry.mode & 0o200 == 0 {
                    return Err(FileError::Denied);
                }
                if path.ends_with(b"/") {
                    return Err(FileError::NotDirectory);
                }
                if truncate {
                    tree.set(id, Vec::new(), now)?;
                }
                id
            }
        };
        drop(tree);
        self.log().opened(id, path, (self.now)());
        Ok(id)
    }

    /// Writes into an open file, filling a gap with zeros. A file that is gone swallows the bytes, as a real one does.
    pub fn write_at(&self, id: u64, at: usize, bytes: &[u8]) -> Result<(), FileError> {
        let now = self.now();
        let mut tree = self.lock();
        let Some(Entry { content: Content::File(old), .. }) = tree.entries.get(&id) else { return Ok(()) };
        let end = at.checked_add(bytes.len()).ok_or(FileError::NoSpace)?;
        let more = end.saturating_sub(old.len()) as u64;
        tree.check_room(tree.used.saturating_add(more))?;
        let Some(entry) = tree.entries.get_mut(&id) else { return Ok(()) };
        let Content::File(old) = &mut entry.content else { return Ok(()) };
        if old.len() < end {
            old.resize(end, 0);
        }
        old[at..end].copy_from_slice(bytes);
        entry.mtime = now;
        tree.used += more;
        drop(tree);
        self.log().grew(id, end as u64);
        Ok(())
    }

    pub fn mkdir(&self, path: &[u8]) -> Result<(), FileError> {
        let content = Content::Directory(BTreeMap::new());
        self.make(path, content, 0o755)
    }

    pub fn symlink(&self, path: &[u8], target: &[u8]) -> Result<(), FileError> {
        if target.is_empty() {
            return Err(FileError::NotFound);
        }
        if target.len() > PATH_MAX {
            return Err(FileError::NameTooLong);
        }
        self.make(path, Content::Link(target.to_vec()), 0o777)
    }

    fn make(&self, path: &[u8], content: Content, mode: u32) -> Result<(), FileError> {
        let now = self.now();
        let mut tree = self.lock();
        let found = tree.find(path, false)?;
        if found.id.is_some() {
            return Err(FileError::Exists);
        }
        writable(&found.names)?;
        let name = found.names.last().cloned().ok_or(FileError::Exists)?;
        tree.insert(found.parent, &name, content, mode, now).map(|_| ())
    }

    /// Where a link points.
    pub fn read_link(&self, path: &[u8]) -> Result<Vec<u8>, FileError> {
        let tree = self.lock();
        let id = tree.find(path, false)?.id.ok_or(FileError::NotFound)?;
        match &tree.entry(id)?.content {
            Content::Link(target) => Ok(target.clone()),
            _ => Err(FileError::Invalid),
        }
    }

    /// Removes a file, a link or an empty directory.
    pub fn remove(&self, path: &[u8]) -> Result<(), FileError> {
        let mut tree = self.lock();
        let found = tree.find(path, false)?;
        let id = found.id.ok_or(FileError::NotFound)?;
        writable(&found.names)?;
        if matches!(&tree.entry(id)?.content, Content::Directory(names) if !names.is_empty()) {
            return Err(FileError::NotEmpty);
        }
        let name = found.names.last().cloned().ok_or(FileError::Denied)?;
        tree.unlink(found.parent, &name);
        let cost = tree.entries.remove(&id).map_or(0, |e| cost(&name, &e.content));
        tree.used = tree.used.saturating_sub(cost);
        Ok(())
    }

    /// Moves `from` to exactly `to`, replacing a file or an empty directory there.
    pub fn rename(&self, from: &[u8], to: &[u8]) -> Result<(), FileError> {
        let mut tree = self.lock();
        let source = tree.find(from, false)?;
        let id = source.id.ok_or(FileError::NotFound)?;
        let target = tree.find(to, false)?;
        writable(&source.names)?;
        writable(&target.names)?;
        if target.names.starts_with(&source.names) {
            return if target.names == source.names { Ok(()) } else { Err(FileError::Invalid) };
        }
        let old = source.names.last().cloned().ok_or(FileError::Invalid)?;
        let new = target.names.last().cloned().ok_or(FileError::Invalid)?;
        let moves_directory = matches!(tree.entry(id)?.content, Content::Directory(_));
        if let Some(there) = target.id {
            match &tree.entry(there)?.content {
                Content::Directory(_) if !moves_directory => return Err(FileError::IsDirectory),
                Content::Directory(names) if !names.is_empty() => return Err(FileError::NotEmpty),
                Content::Directory(_) => {}
                _ if moves_directory => return Err(FileError::NotDirectory),
                _ => {}
            }
            let gone = tree.entries.remove(&there).map_or(0, |e| cost(&new, &e.content));
            tree.used = tree.used.saturating_sub(gone);
        }
        tree.unlink(source.parent, &old);
        tree.used = tree.used.saturating_sub(old.len() as u64) + new.len() as u64;
        if let Some(Entry { content: Content::Directory(names), .. }) = tree.entries.get_mut(&target.parent) {
            names.insert(new, id);
        }
        Ok(())
    }

    pub fn set_mode(&self, path: &[u8], mode: u32) -> Result<(), FileError> {
        self.change(path, |entry| entry.mode = mode & 0o7777)
    }

    pub fn set_mtime(&self, path: &[u8], mtime: i64) -> Result<(), FileError> {
        self.change(path, |entry| entry.mtime = mtime)
    }

    /// The time that a file written now would get.
    pub fn now(&self) -> i64 {
        (self.now)() / SECOND
    }

    fn change(&self, path: &[u8], apply: impl FnOnce(&mut Entry)) -> Result<(), FileError> {
        let mut tree = self.lock();
        let found = tree.find(path, true)?;
        let id = found.id.ok_or(FileError::NotFound)?;
        writable(&found.names)?;
        apply(tree.entries.get_mut(&id).ok_or(FileError::NotFound)?);
        Ok(())
    }
}

fn join_names(names: &[Vec<u8>]) -> Vec<u8> {
    if names.is_empty() {
        return b"/".to_vec();
    }
    names.iter().flat_map(|n| [b"/".as_slice(), n.as_slice()].concat()).collect()
}

/// `path` as seen from the directory `cwd`. Only glues; links and dots are for the walk.
pub fn absolute(cwd: &[u8], path: &[u8]) -> Vec<u8> {
    if path.starts_with(b"/") || path.is_empty() {
        return path.to_vec();
    }
    let mut all = cwd.to_vec();
    if !all.ends_with(b"/") {
        all.push(b'/');
    }
    all.extend_from_slice(path);
    all
}

#[cfg(test)]
mod tests;
