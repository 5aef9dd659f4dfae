//! Programs that move bytes from file to file: cp, mv, dd.

use super::{Ends, Job, number};
use crate::files::Kind;
use crate::shell::PIPE_MAX;

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

fn last_name(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|b| *b != b'/').map_or(0, |i| i + 1);
    path[..end].rsplit(|b| *b == b'/').next().unwrap_or_default()
}

/// Sources, and where each of them goes.
fn pairs(job: J<'_, '_, '_, '_>, rest: &[Vec<u8>]) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Vec<u8>> {
    job.need(rest, 2)?;
    let (to, from) = rest.split_last().ok_or(b"Needs 2 arguments".to_vec())?;
    let into = job.caller.files.is_directory(&job.caller.path(to));
    if from.len() > 1 && !into {
        return Err([b"'", to.as_slice(), b"' not directory"].concat());
    }
    let place = |source: &Vec<u8>| {
        if !into {
            return to.clone();
        }
        let gap: &[u8] = if to.ends_with(b"/") { b"" } else { b"/" };
        [to.as_slice(), gap, last_name(source)].concat()
    };
    Ok(from.iter().map(|source| (source.clone(), place(source))).collect())
}

pub(super) fn cp(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("rRfpaPLdvnin")?;
    let recursive = flags.has(b'r') || flags.has(b'R') || flags.has(b'a');
    for (from, to) in pairs(job, &flags.rest)? {
        if flags.has(b'n') && job.caller.files.stat(&job.caller.path(&to), true).is_ok() {
            continue;
        }
        copy(job, from, to, recursive);
    }
    Ok(0)
}

fn copy(job: J<'_, '_, '_, '_>, from: Vec<u8>, to: Vec<u8>, recursive: bool) {
    let files = job.caller.files;
    let mut todo = vec![(from, to)];
    while let Some((from, to)) = todo.pop() {
        let (source, target) = (job.caller.path(&from), job.caller.path(&to));
        let kind = match files.stat(&source, true) {
            Ok(stat) => stat.kind,
            Err(error) => {
                job.complain(&[b"bad '", from.as_slice(), b"': ", error.to_string().as_bytes()].concat());
                continue;
            }
        };
        if kind != Kind::Directory {
            let result = files.read(&source).and_then(|bytes| files.write(&target, &bytes));
            if let Err(error) = result {
                job.complain(&[b"bad '", to.as_slice(), b"': ", error.to_string().as_bytes()].concat());
            }
            continue;
        }
        if !recursive {
            job.complain(&[b"Skipped dir '", from.as_slice(), b"'"].concat());
            continue;
        }
        // a directory copied into itself would never end
        let (real, inside) = (files.canonical(&source), files.canonical(&target));
        if let (Ok(real), Ok(inside)) = (real, inside)
            && [inside.as_slice(), b"/"].concat().starts_with(&[real.as_slice(), b"/"].concat())
        {
            job.complain(&[b"loop: '", from.as_slice(), b"' into itself"].concat());
            continue;
        }
        if let (false, Err(error)) = (files.is_directory(&target), files.mkdir(&target)) {
            job.complain(&[b"bad '", to.as_slice(), b"': ", error.to_string().as_bytes()].concat());
            continue;
        }
        for name in files.list(&source).unwrap_or_default() {
            todo.push(([from.as_slice(), b"/", &name].concat(), [to.as_slice(), b"/", &name].concat()));
        }
    }
}

pub(super) fn mv(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("finv")?;
    for (from, to) in pairs(job, &flags.rest)? {
        let files = job.caller.files;
        let (source, target) = (job.caller.path(&from), job.caller.path(&to));
        if flags.has(b'n') && files.stat(&target, false).is_ok() {
            continue;
        }
        if let Err(error) = files.stat(&source, false).and_then(|_| files.rename(&source, &target)) {
            job.complain(&[b"bad '", from.as_slice(), b"': ", error.to_string().as_bytes()].concat());
        }
    }
    Ok(0)
}

pub(super) fn dd(job: J<'_, '_, '_, '_>) -> Ends {
    let (mut input, mut output, mut size, mut count) = (b"-".to_vec(), None, 512u64, None);
    let (mut skip, mut quiet) = (0u64, false);
    for arg in job.args {
        let Some(at) = arg.iter().position(|b| *b == b'=') else {
            return Err([b"bad arg ", arg.as_slice()].concat());
        };
        let value = &arg[at + 1..];
        match &arg[..at] {
            b"if" => input = value.to_vec(),
            b"of" => output = Some(value.to_vec()),
            b"bs" | b"ibs" | b"obs" => size = scaled(value)?.max(1),
            b"count" => count = Some(scaled(value)?),
            b"skip" => skip = scaled(value)?,
            b"status" => quiet = value == b"none",
            b"conv" | b"seek" | b"iflag" | b"oflag" => {}
            _ => return Err([b"bad arg ", arg.as_slice()].concat()),
        }
    }
    let wanted = count.map_or(PIPE_MAX as u64, |c| c.saturating_mul(size)).min(PIPE_MAX as u64);
    let zero = job.caller.files.stat(&job.caller.path(&input), true);
    let mut bytes = match zero {
        Ok(stat) if stat.kind == Kind::Device(crate::files::Device::Zero) => vec![0; wanted as usize],
        _ => job.input(&input).map_err(|why| [input.as_slice(), b": ", why.as_bytes()].concat())?,
    };
    bytes.drain(..(skip.saturating_mul(size) as usize).min(bytes.len()));
    bytes.truncate(wanted as usize);
    match &output {
        Some(path) => {
            job.save(path, &bytes, false).map_err(|why| [path.as_slice(), b": ", why.as_bytes()].concat())?
        }
        None => job.out(&bytes)?,
    }
    if !quiet {
        let (whole, part) = (bytes.len() as u64 / size, u64::from(bytes.len() as u64 % size > 0));
        let line =
            format!("{whole}+{part} records in\n{whole}+{part} records out\n{} bytes copied\n", bytes.len());
        let _nobody_listens = job.io.stderr.write_all(line.as_bytes());
    }
    Ok(0)
}

/// `4k`, `1M`, `512`.
fn scaled(text: &[u8]) -> Result<u64, Vec<u8>> {
    let (digits, scale) = match text.split_last() {
        Some((b'k' | b'K', digits)) => (digits, 1024),
        Some((b'm' | b'M', digits)) => (digits, 1024 * 1024),
        Some((b'c', digits)) => (digits, 1),
        _ => (text, 1),
    };
    Ok(number(digits)?.saturating_mul(scale))
}
