//! The phone's side of file transfer: answers STAT, LIST, RECV and SEND, and the wider STA2, LST2 and LIS2, from
//! files that someone else keeps.

use crate::sync::{FileStat, Frames, MAX_DATA, MAX_FILE, MAX_PATH, parse_mode, put_data, put_frame};
use crate::{Error, Stream, Wait};

/// The files of a phone. The text of an error goes to the host as it is; `adbd` says things like
/// `No such file or directory`.
pub trait SyncFiles {
    fn stat(&self, path: &str, links: Links) -> Result<FileDetails, Errno>;
    /// The names in a folder, links as themselves; empty if there is no such folder.
    fn list(&self, path: &str) -> Vec<(String, FileDetails)>;
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
    /// `stat.mode` and `stat.time` are what the host asked for, `stat.size` is the length of `bytes`.
    fn write(&self, path: &str, stat: FileStat, bytes: Vec<u8>) -> Result<(), String>;
}

/// Whether a question about a link means what it points to or the link itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    Follow,
    Keep,
}

/// What the second version of the protocol tells of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileDetails {
    pub stat: FileStat,
    pub inode: u64,
    pub links: u32,
    pub owner: u32,
    pub group: u32,
}

/// Why there is nothing to tell of a file: a number of Linux, whatever the host runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errno(pub u32);

/// Serves one `sync:` stream until the host quits or closes it.
pub fn serve_sync(stream: &mut Stream, files: &dyn SyncFiles, wait: &Wait) -> Result<(), Error> {
    let mut frames = Frames::new(stream, wait);
    loop {
        let (id, length) = match frames.frame() {
            Err(Error::Closed) => return Ok(()),
            frame => frame?,
        };
        if &id == b"QUIT" {
            return Ok(());
        }
        let path = frames.text(length, MAX_PATH)?;
        let mut out = Vec::new();
        match &id {
            b"STAT" => {
                out.extend_from_slice(b"STAT");
                let known = files.stat(&path, Links::Keep).unwrap_or_default();
                out.extend_from_slice(&known.stat.words());
            }
            b"STA2" => put_details(&mut out, &id, files.stat(&path, Links::Follow)),
            b"LST2" => put_details(&mut out, &id, files.stat(&path, Links::Keep)),
            b"LIST" => list(&mut out, files.list(&path)),
            b"LIS2" => list_details(&mut out, files.list(&path)),
            b"RECV" => match files.read(&path) {
                Ok(bytes) => {
                    put_data(&mut out, &bytes);
                    put_frame(&mut out, b"DONE", 0, b"");
                }
                Err(why) => fail(&mut out, &why),
            },
            b"SEND" => match receive(&mut frames, &path, files)? {
                Ok(()) => put_frame(&mut out, b"OKAY", 0, b""),
                Err(why) => fail(&mut out, &why),
            },
            other => {
                let why = format!("unknown command `{}`", other.escape_ascii());
                fail(&mut out, &why);
                frames.put(&out)?;
                return Err(Error::protocol(format!("sync: {why}")));
            }
        }
        frames.put(&out)?;
    }
}

fn fail(out: &mut Vec<u8>, why: &str) {
    let text = &why.as_bytes()[..why.len().min(MAX_PATH)];
    put_frame(out, b"FAIL", text.len() as u32, text);
}

/// The one device that all files of the phone are on.
const DEVICE: u64 = 1;

fn put_details(out: &mut Vec<u8>, id: &[u8; 4], known: Result<FileDetails, Errno>) {
    let (error, device, file) = match known {
        Ok(file) => (0, DEVICE, file),
        Err(Errno(error)) => (error, 0, FileDetails::default()),
    };
    put_frame(out, id, error, b"");
    for wide in [device, file.inode] {
        out.extend_from_slice(&wide.to_le_bytes());
    }
    for word in [file.stat.mode, file.links, file.owner, file.group] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    // Times of reading, writing and changing: the phone keeps one.
    for wide in [file.stat.size, file.stat.time, file.stat.time, file.stat.time] {
        out.extend_from_slice(&u64::from(wide).to_le_bytes());
    }
}

fn list_details(out: &mut Vec<u8>, entries: Vec<(String, FileDetails)>) {
    for (name, file) in entries {
        put_details(out, b"DNT2", Ok(file));
        out.extend_from_slice(&(name.len() as u32).to_le_bytes());
        out.extend_from_slice(name.as_bytes());
    }
    out.extend_from_slice(b"DONE");
    out.extend_from_slice(&[0; 72]);
}

fn list(out: &mut Vec<u8>, entries: Vec<(String, FileDetails)>) {
    for (name, file) in entries {
        out.extend_from_slice(b"DENT");
        out.extend_from_slice(&file.stat.words());
        out.extend_from_slice(&(name.len() as u32).to_le_bytes());
        out.extend_from_slice(name.as_bytes());
    }
    out.extend_from_slice(b"DONE");
    out.extend_from_slice(&[0; 16]);
}

/// Reads the frames of one file to the end, even if it is refused: the host sends them all before it listens.
fn receive(
    frames: &mut Frames<'_, Stream>,
    target: &str,
    files: &dyn SyncFiles,
) -> Result<Result<(), String>, Error> {
    let mut bytes = Vec::new();
    let mut refused = None;
    if !target.contains(',') {
        refused = Some("missing , in ID_SEND".to_owned());
    }
    let time = loop {
        match frames.frame()? {
            ([b'D', b'A', b'T', b'A'], length) if length as usize <= MAX_DATA => {
                if bytes.len() + length as usize > MAX_FILE {
                    refused.get_or_insert_with(|| "File too large".to_owned());
                    bytes = Vec::new();
                }
                frames.take(length as usize, &mut bytes)?;
            }
            ([b'D', b'O', b'N', b'E'], time) => break time,
            // What follows cannot be told from data any more, so the stream ends with adbd's own words.
            ([b'D', b'A', b'T', b'A'], length) => {
                let mut out = Vec::new();
                fail(&mut out, "oversize data message");
                frames.put(&out)?;
                return Err(Error::protocol(format!(
                    "sync: a DATA frame of {length} bytes, more than {MAX_DATA}"
                )));
            }
            (id, length) => {
                return Err(Error::protocol(format!(
                    "sync: `{}` of {length} while sending",
                    id.escape_ascii()
                )));
            }
        }
    };
    if let Some(why) = refused {
        return Ok(Err(why));
    }
    let (path, mode) = target.rsplit_once(',').unwrap_or((target, ""));
    let stat = FileStat { mode: parse_mode(mode), size: bytes.len() as u32, time };
    Ok(files.write(path, stat, bytes))
}
