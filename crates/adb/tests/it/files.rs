//! Files, pushed and pulled between the two ends of the crate.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tapwise_adb::{Errno, Error, FileDetails, FileStat, Links, SyncFiles, Transport, serve_sync};

use crate::wires::*;

#[derive(Default)]
struct Shelf(Mutex<BTreeMap<String, (FileStat, Vec<u8>)>>);

impl SyncFiles for Shelf {
    fn stat(&self, path: &str, links: Links) -> Result<FileDetails, Errno> {
        // One link, to tell the two questions apart.
        let path = if path == "/link" && links == Links::Follow { "/d/one" } else { path };
        self.0.lock().unwrap().get(path).map(|(stat, _)| detailed(*stat)).ok_or(Errno(2))
    }

    fn list(&self, path: &str) -> Vec<(String, FileDetails)> {
        let shelf = self.0.lock().unwrap();
        shelf
            .iter()
            .filter_map(|(name, (stat, _))| Some((name.strip_prefix(path)?.to_owned(), detailed(*stat))))
            .collect()
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let shelf = self.0.lock().unwrap();
        shelf.get(path).map(|(_, bytes)| bytes.clone()).ok_or_else(|| "No such file or directory".to_owned())
    }

    fn write(&self, path: &str, stat: FileStat, bytes: Vec<u8>) -> Result<(), String> {
        if path.starts_with("/system") {
            return Err("Read-only file system".to_owned());
        }
        self.0.lock().unwrap().insert(path.to_owned(), (stat, bytes));
        Ok(())
    }
}

fn detailed(stat: FileStat) -> FileDetails {
    FileDetails { stat, inode: 7, links: 1, owner: 2000, group: 1000 }
}

fn transport() -> (Transport, Arc<Shelf>) {
    let shelf = Arc::new(Shelf::default());
    let files = Arc::clone(&shelf);
    let (link, _) = linked(accepting("sync:", move |_, mut stream| {
        let _ = serve_sync(&mut stream, &*files, &soon());
    }));
    (Transport::Direct(link), shelf)
}

#[test]
fn a_file_comes_back_as_it_was_pushed() {
    let (transport, shelf) = transport();
    for size in [0, 1, 65_535, 65_536, 65_537, 5_000_000] {
        let bytes = noise(size);
        transport.push(&bytes, "/sdcard/a, b,c.png", 0o644, &soon()).unwrap();
        assert!(transport.pull("/sdcard/a, b,c.png", &soon()).unwrap() == bytes, "{size} bytes");
        let stat = transport.stat("/sdcard/a, b,c.png", &soon()).unwrap().unwrap();
        assert_eq!((stat.mode, stat.size), (0o100_644, size as u32));
        assert!(stat.time > 1_600_000_000);
    }
    assert_eq!(shelf.0.lock().unwrap().len(), 1);
}

#[test]
fn the_phones_own_words_come_with_a_failure() {
    let (transport, _) = transport();
    let pulled = transport.pull("/nowhere", &soon());
    assert!(
        matches!(pulled, Err(Error::File { path, why }) if path == "/nowhere" && why.contains("No such file"))
    );
    let pushed = transport.push(&noise(3_000_000), "/system/x", 0o644, &soon());
    assert!(matches!(pushed, Err(Error::File { why, .. }) if why.contains("Read-only")));
    assert_eq!(transport.stat("/nowhere", &soon()).unwrap(), None);
}

#[test]
fn a_path_that_cannot_be_sent_is_refused_here() {
    let (transport, _) = transport();
    assert!(matches!(transport.pull(&"x".repeat(2000), &soon()), Err(Error::File { .. })));
    assert!(matches!(transport.push(b"", "a\0b", 0, &soon()), Err(Error::File { .. })));
}

fn converse(request: &[u8]) -> Vec<u8> {
    let (transport, shelf) = transport();
    shelf.write("/d/one", FileStat { mode: 0o100_600, size: 2, time: 3 }, b"hi".to_vec()).unwrap();
    let mut channel = transport.open("sync:", &soon()).unwrap();
    // Written beside the reading: a phone with an unread answer takes no further request.
    let mut writing = channel.share();
    let crumbs: Vec<Vec<u8>> = request.chunks(5).map(<[u8]>::to_vec).collect();
    let writer =
        std::thread::spawn(move || crumbs.iter().all(|crumb| writing.write_all(crumb, &soon()).is_ok()));
    let mut answer = Vec::new();
    while let Some(chunk) = channel.chunk(&soon()).unwrap() {
        answer.extend_from_slice(&chunk);
    }
    writer.join().unwrap();
    answer
}

#[test]
fn a_list_has_the_frames_that_adb_expects() {
    let answer = converse(b"LIST\x03\0\0\0/d/QUIT\0\0\0\0");
    let words = |words: [u32; 4]| words.map(u32::to_le_bytes).concat();
    let expected = [&b"DENT"[..], &words([0o100_600, 2, 3, 3]), b"one", b"DONE", &words([0; 4])].concat();
    assert_eq!(answer, expected);
}

#[test]
fn the_second_version_tells_more_and_says_why_not() {
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    // error, device, inode, mode, links, owner, group, size, three times; wide ones as two words
    let one = words(&[0, 1, 0, 7, 0, 0o100_600, 1, 2000, 1000, 2, 0, 3, 0, 3, 0, 3, 0]);
    let nothing = words(&[&[2][..], &[0; 16]].concat());
    let answer = converse(b"STA2\x05\0\0\0/linkLST2\x05\0\0\0/linkQUIT\0\0\0\0");
    assert_eq!(answer, [&b"STA2"[..], &one, b"LST2", &nothing].concat());
    let answer = converse(b"LIS2\x03\0\0\0/d/QUIT\0\0\0\0");
    assert_eq!(answer, [&b"DNT2"[..], &one, &words(&[3]), b"one", b"DONE", &words(&[0; 18])].concat());
}

#[test]
fn modes_are_read_in_any_base_and_a_missing_one_fails_after_the_data() {
    let send = |target: &str| {
        let mut bytes = [&b"SEND"[..], &(target.len() as u32).to_le_bytes(), target.as_bytes()].concat();
        bytes.extend_from_slice(b"DATA\x02\0\0\0okDONE\x09\0\0\0");
        bytes
    };
    let stat = b"STAT\x04\0\0\0/new".to_vec();
    let answer = converse(&[send("/new,0x1a4"), stat, b"QUIT\0\0\0\0".to_vec()].concat());
    assert_eq!(answer, [&b"OKAY\0\0\0\0STAT"[..], &[0o644u32, 2, 9].map(u32::to_le_bytes).concat()].concat());
    let answer = converse(&[send("/new"), b"QUIT\0\0\0\0".to_vec()].concat());
    assert!(answer.starts_with(b"FAIL"));
}

#[test]
fn an_unknown_request_and_an_endless_path_end_the_conversation() {
    assert!(converse(b"WHAT\0\0\0\0").starts_with(b"FAIL"));
    assert!(converse(b"STAT\xff\xff\xff\xff").is_empty());
    let oversize = converse(b"SEND\x02\0\0\0a,DATA\xff\xff\xff\xff");
    assert!(oversize.starts_with(b"FAIL") && oversize.ends_with(b"oversize data message"));
}
