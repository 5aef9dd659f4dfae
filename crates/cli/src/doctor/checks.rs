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

/// The home folder need not be there: the first run makes it. Whether it could is asked, not tried.
pub fn home(home: &Path) -> Found {
    const NAME: &str = "home folder";
    let existing = standing_place(home);
    let told = match existing == home {
        true => home.display().to_string(),
        false => format!("{}, made by the first run", home.display()),
    };
    match may_write(existing) {
        Ok(()) => Found::good(NAME, told),
        Err(why) => {
            let hint = "make it yours, or choose another folder with --home DIR";
            let place = if existing == home { String::new() } else { format!(" in {}", existing.display()) };
            Found::missing(NAME, format!("{} cannot be written{place}: {why}", home.display()), hint)
        }
    }
}

/// The folder itself, or the nearest thing above it that is there.
fn standing_place(home: &Path) -> &Path {
    home.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"))
}

fn may_write(folder: &Path) -> Result<(), String> {
    if !folder.is_dir() {
        return Err("it is no folder".to_owned());
    }
    #[cfg(unix)]
    let asked = {
        use rustix::fs::{Access, access};
        access(folder, Access::WRITE_OK | Access::EXEC_OK).map_err(|error| error.to_string())
    };
    #[cfg(not(unix))]
    let asked = match folder.metadata() {
        Ok(found) if found.permissions().readonly() => Err("it is read-only".to_owned()),
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    asked
}

#[cfg(unix)]
pub fn space(home: &Path) -> Found {
    const NAME: &str = "disk space";
    let free = match rustix::fs::statvfs(standing_place(home)) {
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
