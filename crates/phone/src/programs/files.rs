//! Programs that read, make and change single files.

use std::io::Read;

use super::{Ends, Job};
use crate::files::{FileError, Files, Kind};
use crate::shell::PIPE_MAX;

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

pub(super) fn cat(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("uvtens")?;
    let stdin = [b"-".to_vec()];
    for path in if flags.rest.is_empty() { &stdin[..] } else { &flags.rest[..] } {
        match job.input(path) {
            Ok(text) => job.out(&text)?,
            Err(why) => job.blame(path, why),
        }
    }
    Ok(0)
}

pub(super) fn pwd(job: J<'_, '_, '_, '_>) -> Ends {
    let line = [job.caller.cwd, b"\n"].concat();
    job.out(&line)?;
    Ok(0)
}

pub(super) fn mkdir(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("pvm:")?;
    job.need(&flags.rest, 1)?;
    for path in &flags.rest {
        let full = job.caller.path(path);
        let result =
            if flags.has(b'p') { make_all(job.caller.files, &full) } else { job.caller.files.mkdir(&full) };
        if let Err(error) = result {
            job.complain(&[b"'", path.as_slice(), b"': ", error.to_string().as_bytes()].concat());
        }
    }
    Ok(0)
}

/// Makes a folder and those on the way to it.
pub(crate) fn make_all(files: &Files, full: &[u8]) -> Result<(), FileError> {
    let ends = (1..=full.len()).filter(|i| *i == full.len() || full[*i] == b'/');
    for end in ends {
        match files.stat(&full[..end], true) {
            Ok(stat) if stat.kind == Kind::Directory => {}
            Ok(_) if end == full.len() => return Err(FileError::Exists),
            Ok(_) => return Err(FileError::NotDirectory),
            Err(_) => files.mkdir(&full[..end])?,
        }
    }
    Ok(())
}

pub(super) fn rmdir(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("p")?;
    job.need(&flags.rest, 1)?;
    for path in &flags.rest {
        let full = job.caller.path(path);
        let files = job.caller.files;
        let result = match files.stat(&full, false) {
            Ok(stat) if stat.kind != Kind::Directory => Err(FileError::NotDirectory),
            Ok(_) => files.remove(&full),
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            job.complain(&[b"'", path.as_slice(), b"': ", error.to_string().as_bytes()].concat());
        }
    }
    Ok(0)
}

pub(super) fn touch(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("cahmd:t:r:")?;
    job.need(&flags.rest, 1)?;
    let files = job.caller.files;
    let time = match flags.value(b'd') {
        Some(text) => seconds(text).ok_or_else(|| [b"bad '", text, b"'"].concat())?,
        None => match flags.value(b'r') {
            Some(other) => {
                files.stat(&job.caller.path(other), true).map_or_else(|_| files.now(), |s| s.mtime)
            }
            None => files.now(),
        },
    };
    for path in &flags.rest {
        let full = job.caller.path(path);
        let result = match files.stat(&full, true) {
            Ok(_) => files.set_mtime(&full, time),
            Err(_) if flags.has(b'c') => Ok(()),
            Err(_) => files.append(&full, b"").and_then(|()| files.set_mtime(&full, time)),
        };
        if let Err(error) = result {
            job.complain(&[b"'", path.as_slice(), b"': ", error.to_string().as_bytes()].concat());
        }
    }
    Ok(0)
}

/// `@SECONDS` or `2024-01-02T03:04:05` in the phone's zone.
fn seconds(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    if let Some(seconds) = text.strip_prefix('@') {
        return seconds.parse().ok();
    }
    let time: jiff::civil::DateTime = text.replace(' ', "T").parse().ok()?;
    Some(time.to_zoned(crate::time::zone()).ok()?.timestamp().as_second())
}

pub(super) fn ln(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("sfnv")?;
    job.need(&flags.rest, 1)?;
    let target = &flags.rest[0];
    let name = target.rsplit(|b| *b == b'/').next().unwrap_or_default().to_vec();
    let at = flags.rest.get(1).cloned().unwrap_or_else(|| name.clone());
    let files = job.caller.files;
    let mut full = job.caller.path(&at);
    if files.is_directory(&full) {
        full.push(b'/');
        full.extend(name);
    }
    let result = if flags.has(b's') {
        if flags.has(b'f') {
            let _not_there = files.remove(&full);
        }
        files.symlink(&full, target)
    } else {
        // the shell's user may not make hard links on a stock phone
        Err(FileError::Denied)
    };
    if let Err(error) = result {
        let why = error.to_string();
        let text = [b"cannot create link from '", target.as_slice(), b"' to '", &at, b"': ", why.as_bytes()]
            .concat();
        job.complain(&text);
    }
    Ok(0)
}

pub(super) fn readlink(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("fenmq")?;
    job.need(&flags.rest, 1)?;
    let mut status = 0;
    for path in &flags.rest {
        let full = job.caller.path(path);
        let files = job.caller.files;
        let found = if flags.has(b'f') { files.canonical(&full) } else { files.read_link(&full) };
        match found {
            Ok(target) => job.out(&[target.as_slice(), b"\n"].concat())?,
            Err(_) => status = 1,
        }
    }
    Ok(status)
}

pub(super) fn realpath(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("ems")?;
    job.need(&flags.rest, 1)?;
    for path in &flags.rest {
        let full = job.caller.path(path);
        let files = job.caller.files;
        match files.stat(&full, true).and_then(|_| files.canonical(&full)) {
            Ok(real) => job.out(&[real.as_slice(), b"\n"].concat())?,
            Err(error) => job.blame(path, error),
        }
    }
    Ok(0)
}

pub(super) fn tee(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("ai")?;
    let mut bytes = Vec::new();
    let _what_there_is = job.io.stdin.take(PIPE_MAX as u64).read_to_end(&mut bytes);
    for path in &flags.rest {
        if let Err(why) = job.save(path, &bytes, flags.has(b'a')) {
            job.blame(path, why);
        }
    }
    job.out(&bytes)?;
    Ok(0)
}

pub(super) fn chmod(job: J<'_, '_, '_, '_>) -> Ends {
    let (mode, paths) = match job.args.iter().filter(|a| *a != b"-R").collect::<Vec<_>>().as_slice() {
        [mode, paths @ ..] if !paths.is_empty() => ((*mode).clone(), paths.to_vec()),
        _ => return Err(b"Needs 2 arguments".to_vec()),
    };
    let files = job.caller.files;
    for path in paths {
        let full = job.caller.path(path);
        let old = files.stat(&full, true).map_or(0, |s| s.mode);
        let new = mode_from(&mode, old).ok_or_else(|| [b"bad mode '", mode.as_slice(), b"'"].concat())?;
        if let Err(error) = files.set_mode(&full, new) {
            let text = format!("' to {new:o}: {error}");
            job.complain(&[b"chmod '", path.as_slice(), text.as_bytes()].concat());
        }
    }
    Ok(0)
}

/// `755` or `u+x,go-w`.
fn mode_from(text: &[u8], old: u32) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    if let Ok(mode) = u32::from_str_radix(text, 8) {
        return (mode <= 0o7777).then_some(mode);
    }
    let mut mode = old;
    for part in text.split(',') {
        let at = part.find(['+', '-', '='])?;
        let mut who = 0;
        for c in part[..at].chars() {
            who |= match c {
                'u' => 0o700,
                'g' => 0o070,
                'o' => 0o007,
                'a' => 0o777,
                _ => return None,
            };
        }
        let who = if who == 0 { 0o777 } else { who };
        let mut bits = 0;
        for c in part[at + 1..].chars() {
            bits |= match c {
                'r' => 0o444,
                'w' => 0o222,
                'x' | 'X' => 0o111,
                _ => return None,
            };
        }
        match &part[at..=at] {
            "+" => mode |= bits & who,
            "-" => mode &= !(bits & who),
            _ => mode = mode & !who | bits & who,
        }
    }
    Some(mode)
}

/// Accepted for files that are there; owners do not matter on this phone.
pub(super) fn chown(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("Rhv")?;
    job.need(&flags.rest, 2)?;
    for path in &flags.rest[1..] {
        let full = job.caller.path(path);
        if let Err(error) = job.caller.files.stat(&full, true) {
            job.blame(path, error);
        }
    }
    Ok(0)
}

/// A new file or directory with a name of its own.
pub(super) fn mktemp(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("dqup:t")?;
    let default = b"/data/local/tmp/tmp.XXXXXXXXXX".to_vec();
    let template = flags.rest.first().cloned().unwrap_or(default);
    let marks = template.iter().rev().take_while(|byte| **byte == b'X').count();
    if marks < 2 {
        return Err([b"need XX in template '", template.as_slice(), b"'"].concat());
    }
    let stem = &template[..template.len() - marks];
    for count in 0..100_000u32 {
        let path = [stem, format!("{count:0marks$}").as_bytes()].concat();
        let full = job.caller.path(&path);
        if job.caller.files.stat(&full, false).is_ok() {
            continue;
        }
        let files = job.caller.files;
        let made = if flags.has(b'd') { files.mkdir(&full) } else { files.write(&full, b"") };
        if let Err(error) = made {
            return Err([b"Failed to create ", path.as_slice(), b": ", error.to_string().as_bytes()].concat());
        }
        job.out(&[path.as_slice(), b"\n"].concat())?;
        return Ok(0);
    }
    Err(b"no name is left".to_vec())
}
