//! Programs that go down directories: rm, find, du. The walk keeps a list of its own, so depth is no danger.

use super::{Ends, Job, number};
use crate::files::{FileError, Files, Kind};
use crate::shell::Pattern;

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

pub(super) fn rm(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("rRfiv")?;
    if flags.rest.is_empty() && flags.has(b'f') {
        return Ok(0);
    }
    job.need(&flags.rest, 1)?;
    let recursive = flags.has(b'r') || flags.has(b'R');
    for path in &flags.rest {
        let full = job.caller.path(path);
        let files = job.caller.files;
        let result = match files.stat(&full, false) {
            Err(FileError::NotFound | FileError::NotDirectory) if flags.has(b'f') => Ok(()),
            Err(error) => Err(error),
            Ok(stat) if stat.kind == Kind::Directory && !recursive => Err(FileError::IsDirectory),
            Ok(_) => remove_all(files, &full),
        };
        if let Err(error) = result {
            job.blame(path, error);
        }
    }
    Ok(0)
}

fn remove_all(files: &Files, full: &[u8]) -> Result<(), FileError> {
    let mut first_error = None;
    for (path, _) in walk(files, full, usize::MAX).into_iter().rev() {
        if let Err(error) = files.remove(&path) {
            first_error.get_or_insert(error);
        }
    }
    first_error.map_or(Ok(()), Err)
}

/// The path and everything under it, parents first, with how deep each is.
fn walk(files: &Files, full: &[u8], deepest: usize) -> Vec<(Vec<u8>, usize)> {
    let mut all = Vec::new();
    let mut todo = vec![(full.to_vec(), 0)];
    while let Some((path, depth)) = todo.pop() {
        let is_directory = files.stat(&path, false).is_ok_and(|s| s.kind == Kind::Directory);
        if is_directory && depth < deepest {
            for name in files.list(&path).unwrap_or_default().into_iter().rev() {
                let gap: &[u8] = if path.ends_with(b"/") { b"" } else { b"/" };
                todo.push(([path.as_slice(), gap, &name].concat(), depth + 1));
            }
        }
        all.push((path, depth));
    }
    all
}

/// A path below `full` as it follows from how the user wrote the start.
fn shown(written: &[u8], full: &[u8], path: &[u8]) -> Vec<u8> {
    [written, &path[full.len().min(path.len())..]].concat()
}

pub(super) fn du(job: J<'_, '_, '_, '_>) -> Ends {
    let mut flags = job.flags("shakcmd:")?;
    if flags.rest.is_empty() {
        flags.rest.push(b".".to_vec());
    }
    for start in &flags.rest {
        let full = job.caller.path(start);
        let files = job.caller.files;
        if let Err(error) = files.stat(&full, false) {
            job.blame(start, error);
            continue;
        }
        let all: Vec<(Vec<u8>, usize, u64, bool)> = walk(files, &full, usize::MAX)
            .into_iter()
            .filter_map(|(path, depth)| {
                let stat = files.stat(&path, false).ok()?;
                Some((path, depth, stat.size.div_ceil(4096) * 4096, stat.kind == Kind::Directory))
            })
            .collect();
        for (i, (path, depth, size, directory)) in all.iter().enumerate().rev() {
            let below = all[i + 1..].iter().take_while(|(_, d, _, _)| d > depth).map(|(_, _, s, _)| s);
            let sum = size + below.sum::<u64>();
            if *depth == 0 || !flags.has(b's') && (*directory || flags.has(b'a')) {
                let amount = if flags.has(b'h') { super::list::human(sum) } else { (sum / 1024).to_string() };
                job.out(&[amount.as_bytes(), b"\t", &shown(start, &full, path), b"\n"].concat())?;
            }
        }
    }
    Ok(0)
}

enum Want {
    Name(Pattern, bool),
    Path(Pattern),
    Kind(u8),
    Empty,
    Larger(u64),
}

pub(super) fn find(job: J<'_, '_, '_, '_>) -> Ends {
    let split = job.args.iter().position(|a| a.starts_with(b"-") || a == b"!").unwrap_or(job.args.len());
    let (starts, tests) = job.args.split_at(split);
    let (mut wants, mut deepest, mut least, mut end, mut negate) =
        (Vec::new(), usize::MAX, 0, b"\n".as_slice(), false);
    let mut deletes = false;
    let mut tests = tests.iter();
    while let Some(test) = tests.next() {
        let missing = || [b"'", test.as_slice(), b"' needs 1 arg"].concat();
        let mut value = || tests.next().map(Vec::as_slice).ok_or_else(missing);
        let want = match test.as_slice() {
            b"!" | b"-not" => {
                negate = true;
                continue;
            }
            b"-name" => Want::Name(Pattern::from_bytes(value()?), false),
            b"-iname" => Want::Name(Pattern::from_bytes(&value()?.to_ascii_lowercase()), true),
            b"-path" => Want::Path(Pattern::from_bytes(value()?)),
            b"-type" => Want::Kind(value()?.first().copied().unwrap_or(b'f')),
            b"-empty" => Want::Empty,
            b"-size" => Want::Larger(number(value()?.trim_ascii().strip_prefix(b"+").unwrap_or(b"0"))? * 512),
            b"-maxdepth" => {
                deepest = number(value()?)? as usize;
                continue;
            }
            b"-mindepth" => {
                least = number(value()?)? as usize;
                continue;
            }
            b"-print" | b"-a" => continue,
            b"-print0" => {
                end = b"\0";
                continue;
            }
            b"-delete" => {
                deletes = true;
                continue;
            }
            other => return Err([b"bad arg '", other, b"'"].concat()),
        };
        wants.push((want, std::mem::take(&mut negate)));
    }
    let here = [b".".to_vec()];
    for start in if starts.is_empty() { &here[..] } else { starts } {
        let full = job.caller.path(start);
        let files = job.caller.files;
        if let Err(error) = files.stat(&full, false) {
            job.complain(&[b"'", start.as_slice(), b"': ", error.to_string().as_bytes()].concat());
            continue;
        }
        let mut found = walk(files, &full, deepest);
        if deletes {
            found.reverse();
        }
        for (path, depth) in found {
            let name = shown(start, &full, &path);
            if depth < least || !wants.iter().all(|(want, no)| meets(files, &path, &name, want) != *no) {
                continue;
            }
            if !deletes {
                job.out(&[name.as_slice(), end].concat())?;
            } else if let Err(error) = files.remove(&path) {
                job.blame(&name, error);
            }
        }
    }
    Ok(0)
}

fn meets(files: &Files, path: &[u8], shown: &[u8], want: &Want) -> bool {
    let name = shown.rsplit(|b| *b == b'/').next().unwrap_or_default();
    let Ok(stat) = files.stat(path, false) else { return false };
    match want {
        Want::Name(pattern, false) => pattern.matches(name),
        Want::Name(pattern, true) => pattern.matches(&name.to_ascii_lowercase()),
        Want::Path(pattern) => pattern.matches(shown),
        Want::Kind(letter) => match stat.kind {
            Kind::File => *letter == b'f',
            Kind::Directory => *letter == b'd',
            Kind::Link => *letter == b'l',
            Kind::Device(_) => *letter == b'c',
        },
        Want::Empty if stat.kind == Kind::Directory => files.list(path).is_ok_and(|names| names.is_empty()),
        Want::Empty => stat.size == 0,
        Want::Larger(bytes) => stat.size > *bytes,
    }
}
