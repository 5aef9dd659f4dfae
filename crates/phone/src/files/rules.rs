//! What a stock phone has in its directories, and who may write where.

use super::tree::Content;
use super::{Device, FileError, Files};

/// Puts the usual tree onto a fresh phone.
pub(super) fn furnish(files: &Files) {
    const DIRECTORIES: &[&str] = &[
        "/acct",
        "/apex",
        "/cache",
        "/config",
        "/data/app",
        "/data/data",
        "/data/local/tmp",
        "/data/system",
        "/dev",
        "/metadata",
        "/mnt/sdcard",
        "/odm",
        "/oem",
        "/proc/self",
        "/product",
        "/storage/emulated/0",
        "/storage/self",
        "/sys",
        "/system/app",
        "/system/bin",
        "/system/etc",
        "/system/fonts",
        "/system/framework",
        "/system/lib64",
        "/system/priv-app",
        "/system_ext",
        "/vendor",
    ];
    const SHARED: &[&str] = &[
        "Alarms",
        "Android/data",
        "Android/media",
        "Android/obb",
        "Audiobooks",
        "DCIM/Camera",
        "Documents",
        "Download",
        "Movies",
        "Music",
        "Notifications",
        "Pictures",
        "Podcasts",
        "Recordings",
        "Ringtones",
    ];
    for path in DIRECTORIES {
        files.seed_directory(path.as_bytes());
    }
    for name in SHARED {
        files.seed_directory(format!("/storage/emulated/0/{name}").as_bytes());
    }
    let links = [
        ("/sdcard", "/storage/self/primary"),
        ("/storage/self/primary", "/storage/emulated/0"),
        ("/bin", "/system/bin"),
        ("/etc", "/system/etc"),
        ("/d", "/sys/kernel/debug"),
    ];
    for (path, target) in links {
        files.seed_entry(path.as_bytes(), Content::Link(target.as_bytes().to_vec()), 0o777);
    }
    for (path, device) in
        [("/dev/null", Device::Null), ("/dev/zero", Device::Zero), ("/dev/tty", Device::Tty)]
    {
        files.seed_entry(path.as_bytes(), Content::Device(device), 0o666);
    }
    files.seed(b"/system/etc/hosts", b"127.0.0.1       localhost\n::1             ip6-localhost\n");
    files.seed(b"/proc/version", b"Linux version 5.10.0-virtual (tapwise) #1 SMP PREEMPT\n");
}

/// May the user `shell` create, change or remove what is at this real path?
pub(super) fn writable(names: &[Vec<u8>]) -> Result<(), FileError> {
    let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
    match names.as_slice() {
        [b"storage", b"emulated", b"0", _, ..] | [b"data", b"local", b"tmp", _, ..] => Ok(()),
        [b"data" | b"dev" | b"proc" | b"sys" | b"storage" | b"mnt", ..] => Err(FileError::Denied),
        _ => Err(FileError::ReadOnly),
    }
}

/// Directories that the user `shell` may not look into.
pub(super) fn closed(names: &[Vec<u8>]) -> bool {
    let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
    match names.as_slice() {
        [b"data", b"local", b"tmp", ..] | [b"data", b"local"] => false,
        [b"data", ..] | [b"metadata", ..] => true,
        _ => false,
    }
}
