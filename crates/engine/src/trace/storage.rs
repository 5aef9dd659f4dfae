//! What to do about a file that cannot be written: it depends on why.

use std::io::{Error, ErrorKind};

/// The hint that fits the cause.
pub fn storage_hint(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space (`tapwise runs prune --keep 20` throws old runs away), or choose another folder with --home DIR"
        }
        ErrorKind::PermissionDenied => {
            "you may not write there: make the folder yours, or choose another with --home DIR"
        }
        ErrorKind::ReadOnlyFilesystem => "that disk is read-only: choose a folder elsewhere with --home DIR",
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "a file stands where a folder should be: move it away, or choose another folder with --home DIR"
        }
        ErrorKind::NotFound => {
            "no folder can be made there, or it was taken away meanwhile: choose another with --home DIR"
        }
        ErrorKind::InvalidFilename => "the name is too long for that disk: choose a shorter --home DIR",
        ErrorKind::WouldBlock | ErrorKind::ResourceBusy => {
            "another program has it open: wait until it is done; `tapwise runs list` tells which run goes on"
        }
        _ => "see whether the folder can be written, or choose another with --home DIR",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_disk_is_told_to_be_emptied() {
        let hint = |number| storage_hint(&Error::from_raw_os_error(number));
        // ENOSPC and EDQUOT, as Linux numbers them.
        for full in [28, 122] {
            assert!(hint(full).contains("free some space"), "{full}");
        }
        // EACCES, EROFS, ENOTDIR, ENOENT, EIO.
        let others = [
            (13, "may not write"),
            (30, "read-only"),
            (20, "a file stands"),
            (2, "no folder"),
            (5, "see whether"),
        ];
        for (number, told) in others {
            assert!(hint(number).contains(told) && hint(number).contains("--home DIR"), "{number}");
            assert!(!hint(number).contains("space"), "{number}");
        }
    }
}
