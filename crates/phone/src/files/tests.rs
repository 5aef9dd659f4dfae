//! What the file system promises.

use super::*;

#[test]
fn links_lead_to_the_shared_storage_and_loops_are_refused() {
    let files = Files::new();
    assert_eq!(files.canonical(b"/sdcard/./DCIM/../x"), Ok(b"/storage/emulated/0/x".to_vec()));
    files.symlink(b"/sdcard/a", b"b").expect("writable");
    files.symlink(b"/sdcard/b", b"a").expect("writable");
    assert_eq!(files.read(b"/sdcard/a"), Err(FileError::Loop));
    assert_eq!(files.stat(b"/sdcard/a", false).map(|s| s.kind), Ok(Kind::Link));
}

#[test]
fn a_directory_cannot_be_moved_into_itself() {
    let files = Files::new();
    assert_eq!(files.rename(b"/sdcard/DCIM", b"/sdcard/DCIM/Camera/x"), Err(FileError::Invalid));
    assert_eq!(files.rename(b"/sdcard/DCIM", b"/sdcard/Android"), Err(FileError::NotEmpty));
    files.rename(b"/sdcard/DCIM", b"/sdcard/Moved").expect("free name");
    assert!(files.is_directory(b"/sdcard/Moved/Camera"));
}

#[test]
fn every_byte_and_entry_counts_and_is_given_back() {
    let files = Files::new();
    let (before, _) = files.usage();
    files.write(b"/sdcard/f", &[0; 1000]).expect("room");
    files.write(b"/sdcard/f", &[0; 10]).expect("room");
    files.rename(b"/sdcard/f", b"/sdcard/longer").expect("free name");
    files.remove(b"/sdcard/longer").expect("there");
    assert_eq!(files.usage().0, before);
    let id = files.open_write(b"/sdcard/f", true, 0o644).expect("room");
    assert_eq!(files.write_at(id, usize::MAX, b"x"), Err(FileError::NoSpace));
    assert_eq!(files.write_at(id, CAPACITY as usize, b"x"), Err(FileError::NoSpace));
}

#[test]
fn names_have_limits() {
    let files = Files::new();
    let long = [b"/sdcard/".as_slice(), &[b'a'; 256]].concat();
    assert_eq!(files.write(&long, b""), Err(FileError::NameTooLong));
    assert_eq!(files.write(b"/sdcard/a\0b", b""), Err(FileError::Invalid));
    assert_eq!(files.write(b"/sdcard/new/", b""), Err(FileError::IsDirectory));
    assert_eq!(files.write(b"", b""), Err(FileError::NotFound));
}

#[test]
fn files_beyond_counting_are_written_and_the_log_says_that_it_is_full() {
    let files = Files::new();
    let folder = [b"/sdcard/".as_slice(), &[b'd'; 200]].concat();
    files.mkdir(&folder).expect("writable");
    let path = [folder.as_slice(), b"/f"].concat();
    assert_eq!(files.written_full_at(), None);
    (0..10_001).for_each(|_| files.write(&path, b"x").expect("room"));
    let told = files.written().len();
    assert!(told < 10_001 && files.written_full_at().is_some());
    files.write(&path, b"y").expect("room");
    assert_eq!(files.written().len(), told);
    files.reset();
    assert_eq!((files.written().len(), files.written_full_at()), (0, None));
}
