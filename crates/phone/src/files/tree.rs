//! The entries of the phone's files and the way from a path to one of them.

use std::collections::{BTreeMap, HashMap};

use super::{Device, FileError, Kind, Stat};

/// All files together, names included.
pub const CAPACITY: u64 = 256 * 1024 * 1024;
/// What one entry costs besides its bytes, so that empty files are not free.
const ENTRY_COST: u64 = 512;
const NAME_MAX: usize = 255;
pub(super) const PATH_MAX: usize = 4096;
const LINKS_MAX: u32 = 40;
pub(super) const ROOT: u64 = 1;

pub(super) enum Content {
    File(Vec<u8>),
    Directory(BTreeMap<Vec<u8>, u64>),
    Link(Vec<u8>),
    Device(Device),
}

pub(super) struct Entry {
    pub content: Content,
    pub mode: u32,
    pub mtime: i64,
}

pub(super) struct Tree {
    pub entries: HashMap<u64, Entry>,
    pub next: u64,
    pub used: u64,
    /// The phone takes nothing more, whatever room there is.
    pub full: bool,
}

/// Where a path leads: the real names from the root, and the entry if there is one.
pub(super) struct Found {
    pub names: Vec<Vec<u8>>,
    pub parent: u64,
    pub id: Option<u64>,
}

impl Tree {
    /// A root and nothing in it.
    pub fn bare(now: i64) -> Tree {
        let root = Entry { content: Content::Directory(BTreeMap::new()), mode: 0o755, mtime: now };
        Tree { entries: HashMap::from([(ROOT, root)]), next: ROOT + 1, used: 0, full: false }
    }

    /// Whether so many bytes may be in use.
    pub fn check_room(&self, used: u64) -> Result<(), FileError> {
        if used > CAPACITY || (self.full && used > self.used) { Err(FileError::NoSpace) } else { Ok(()) }
    }

    pub fn entry(&self, id: u64) -> Result<&Entry, FileError> {
        self.entries.get(&id).ok_or(FileError::NotFound)
    }

    pub fn child(&self, id: u64, name: &[u8]) -> Option<u64> {
        match &self.entries.get(&id)?.content {
            Content::Directory(names) => names.get(name).copied(),
            _ => None,
        }
    }

    pub fn is_file(&self, id: u64) -> bool {
        matches!(self.entries.get(&id), Some(Entry { content: Content::File(_), .. }))
    }

    pub fn unlink(&mut self, parent: u64, name: &[u8]) {
        if let Some(Entry { content: Content::Directory(names), .. }) = self.entries.get_mut(&parent) {
            names.remove(name);
        }
    }

    pub fn insert(
        &mut self,
        parent: u64,
        name: &[u8],
        content: Content,
        mode: u32,
        now: i64,
    ) -> Result<u64, FileError> {
        let cost = cost(name, &content);
        self.check_room(self.used.saturating_add(cost))?;
        let id = self.next;
        let above = self.entries.get_mut(&parent).ok_or(FileError::NotFound)?;
        let Content::Directory(names) = &mut above.content else { return Err(FileError::NotDirectory) };
        names.insert(name.to_vec(), id);
        above.mtime = now;
        self.entries.insert(id, Entry { content, mode, mtime: now });
        self.next += 1;
        self.used += cost;
        Ok(id)
    }

    pub fn set(&mut self, id: u64, bytes: Vec<u8>, now: i64) -> Result<(), FileError> {
        let Content::File(old) = &self.entry(id)?.content else { return Err(FileError::Invalid) };
        let used = self.used.saturating_sub(old.len() as u64).saturating_add(bytes.len() as u64);
        self.check_room(used)?;
        self.used = used;
        let entry = self.entries.get_mut(&id).ok_or(FileError::NotFound)?;
        entry.content = Content::File(bytes);
        entry.mtime = now;
        Ok(())
    }

    pub fn stat(&self, id: u64) -> Result<Stat, FileError> {
        let entry = self.entry(id)?;
        let (kind, size, links) = match &entry.content {
            Content::File(bytes) => (Kind::File, bytes.len() as u64, 1),
            Content::Directory(names) => (Kind::Directory, 4096, 2 + names.len() as u64),
            Content::Link(target) => (Kind::Link, target.len() as u64, 1),
            Content::Device(device) => (Kind::Device(*device), 0, 1),
        };
        let owner = if matches!(kind, Kind::Device(_)) { "root" } else { "shell" };
        Ok(Stat { id, kind, mode: entry.mode, size, mtime: entry.mtime, owner, group: owner, links })
    }

    /// Walks a path name by name, through links. Everything but the last name must exist.
    pub fn find(&self, path: &[u8], follow: bool) -> Result<Found, FileError> {
        if path.is_empty() {
            return Err(FileError::NotFound);
        }
        if path.len() > PATH_MAX {
            return Err(FileError::NameTooLong);
        }
        let mut todo: Vec<Vec<u8>> = split_names(path).rev().collect();
        let must_be_directory = path.ends_with(b"/");
        let mut chain = vec![ROOT];
        let mut names: Vec<Vec<u8>> = Vec::new();
        let mut links = 0;
        while let Some(name) = todo.pop() {
            let at = *chain.last().unwrap_or(&ROOT);
            let Content::Directory(inside) = &self.entry(at)?.content else {
                return Err(FileError::NotDirectory);
            };
            if name == b".." {
                names.pop();
                if chain.len() > 1 {
                    chain.pop();
                }
                continue;
            }
            if name.len() > NAME_MAX || name.contains(&0) {
                return Err(if name.contains(&0) { FileError::Invalid } else { FileError::NameTooLong });
            }
            let Some(&id) = inside.get(&name) else {
                if !todo.is_empty() {
                    return Err(FileError::NotFound);
                }
                names.push(name);
                if names.iter().map(|n| n.len() + 1).sum::<usize>() > PATH_MAX {
                    return Err(FileError::NameTooLong);
                }
                return Ok(Found { names, parent: at, id: None });
            };
            if let Content::Link(target) = &self.entry(id)?.content
                && (follow || !todo.is_empty() || must_be_directory)
            {
                links += 1;
                if links > LINKS_MAX || todo.len() > PATH_MAX {
                    return Err(FileError::Loop);
                }
                if target.starts_with(b"/") {
                    chain.truncate(1);
                    names.clear();
                }
                todo.extend(split_names(target).rev());
                continue;
            }
            chain.push(id);
            names.push(name);
        }
        let id = *chain.last().unwrap_or(&ROOT);
        if must_be_directory && !matches!(self.entry(id)?.content, Content::Directory(_)) {
            return Err(FileError::NotDirectory);
        }
        let parent = if chain.len() > 1 { chain[chain.len() - 2] } else { ROOT };
        Ok(Found { names, parent, id: Some(id) })
    }
}

pub(super) fn cost(name: &[u8], content: &Content) -> u64 {
    let bytes = match content {
        Content::File(bytes) | Content::Link(bytes) => bytes.len(),
        _ => 0,
    };
    ENTRY_COST + (name.len() + bytes) as u64
}

fn split_names(path: &[u8]) -> impl DoubleEndedIterator<Item = Vec<u8>> {
    path.split(|b| *b == b'/').filter(|n| !n.is_empty() && *n != b".").map(<[u8]>::to_vec)
}
