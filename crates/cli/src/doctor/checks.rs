//! What must be there on this computer.

use super::Found;
use crate::apps::Folders;
use crate::models;
use std::path::Path;
use tapwise_phone::{Options, Phone};

/// Runs keep pictures; with less than this a few of them fill the disk.
const SCARCE: u64 = 500 << 20;
/// With less than this no run can be recorded.
const TOO_LITTLE: u64 = 20 << 20;

pub fn home(home: &Path) -> Found {
    const NAME: &str = "home folder";
    let probe = home.join(format!(".tapwise-doctor-{}", std::process::id()));
    let written = std::fs::create_dir_all(home).and_then(|()| std::fs::write(&probe, b"x"));
    // It may not have been made at all.
    let _ = std::fs::remove_file(&probe);
    match written {
        Ok(()) => Found::good(NAME, home.display().to_string()),
        Err(error) => {
            let hint = "make it yours, or choose another folder with --home DIR";
            Found::missing(NAME, format!("{} cannot be written: {error}", home.display()), hint)
        }
    }
}

#[cfg(unix)]
pub fn space(home: &Path) -> Found {
    const NAME: &str = "disk space";
    let existing = home.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
    let free = match rustix::fs::statvfs(existing) {
        Ok(found) => found.f_bavail.saturating_mul(found.f_frsize),
        Err(error) => return Found::weak(NAME, format!("not known: {error}"), "see `df`"),
    };
    let told = format!("{} MB free", free >> 20);
    let hint = "free some space; `tapwise runs prune --keep 20` throws old runs away";
    match free {
        0..TOO_LITTLE => Found::missing(NAME, told, hint),
        TOO_LITTLE..SCARCE => Found::weak(NAME, told, hint),
        _ => Found::good(NAME, told),
    }
}

#[cfg(not(unix))]
pub fn space(_home: &Path) -> Found {
    Found::weak("disk space", "not known on this system", "see that some hundred MB are free")
}

pub fn apps(home: &Path, folders: &Folders) -> Found {
    const NAME: &str = "app folders";
    match folders.problems(home) {
        (apps, problems) if problems.is_empty() => Found::good(NAME, format!("{apps} apps")),
        (_, problems) => {
            let first = problems.first().map(ToString::to_string).unwrap_or_default();
            let first = first.lines().next().unwrap_or_default().to_owned();
            let told = format!("{} wrong, the first: {first}", problems.len());
            Found::missing(NAME, told, "`tapwise apps check` tells all of it")
        }
    }
}

pub fn reading(home: Option<&Path>) -> Found {
    const NAME: &str = "reading text";
    let found = models::folder(home).and_then(|folder| models::found(&folder));
    let files = match found {
        Ok(files) => files,
        Err(error) => return Found::weak(NAME, format!("{error:#}"), "text in pictures is not read here"),
    };
    let wrong = files.iter().find(|(_, found)| *found != "whole");
    match wrong {
        None => Found::good(NAME, "its three files are whole"),
        Some((path, found)) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let hint = "tapwise models install; without it, what only a picture shows is not read";
            Found::weak(NAME, format!("{name} is {found}"), hint)
        }
    }
}

/// The virtual phone draws text with a font of this computer.
pub fn font() -> Found {
    const NAME: &str = "virtual phone";
    let phone = match Phone::start(Options::default()) {
        Ok(phone) => phone,
        Err(error) => return Found::missing(NAME, format!("cannot be started: {error}"), "see the message"),
    };
    match phone.hint() {
        None => Found::good(NAME, "starts, and has a Chinese font"),
        Some(hint) => {
            let (told, hint) = hint.split_once("\nhint: ").unwrap_or((&hint, "name a font with --font FILE"));
            Found::weak(NAME, told, hint)
        }
    }
}
