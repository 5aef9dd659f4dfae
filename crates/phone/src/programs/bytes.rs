//! Programs that show or pack bytes: sha1sum, sha256sum, od, hexdump, gzip and its kin, strings, cksum.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use sha2::Digest;

use super::{Ends, Job};
use crate::shell::PIPE_MAX;

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

fn sums<D: Digest>(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("b")?;
    for (path, bytes) in job.inputs(&flags.rest) {
        let sum: String = D::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let line = if flags.has(b'b') {
            format!("{sum}\n").into_bytes()
        } else {
            [sum.as_bytes(), b"  ", &path, b"\n"].concat()
        };
        job.out(&line)?;
    }
    Ok(0)
}

pub(super) fn sha1sum(job: J<'_, '_, '_, '_>) -> Ends {
    sums::<sha1::Sha1>(job)
}

pub(super) fn sha224sum(job: J<'_, '_, '_, '_>) -> Ends {
    sums::<sha2::Sha224>(job)
}

pub(super) fn sha256sum(job: J<'_, '_, '_, '_>) -> Ends {
    sums::<sha2::Sha256>(job)
}

pub(super) fn sha384sum(job: J<'_, '_, '_, '_>) -> Ends {
    sums::<sha2::Sha384>(job)
}

pub(super) fn sha512sum(job: J<'_, '_, '_, '_>) -> Ends {
    sums::<sha2::Sha512>(job)
}

/// `od`: octal words, or what `-t`, `-x`, `-c`, `-b` ask for.
pub(super) fn od(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("A:bcdhoxt:N:j:vw:s")?;
    let mut bytes = job.all_input(&flags.rest);
    let skipped = (flags.number(b'j')?.unwrap_or(0) as usize).min(bytes.len());
    bytes.drain(..skipped);
    bytes.truncate(flags.number(b'N')?.unwrap_or(u64::MAX).min(PIPE_MAX as u64) as usize);
    let width = flags.number(b'w')?.unwrap_or(16).clamp(1, 4_096) as usize;
    let kind = match flags.value(b't') {
        Some(kind) => kind.to_vec(),
        None if flags.has(b'c') => b"c".to_vec(),
        None if flags.has(b'b') => b"o1".to_vec(),
        None if flags.has(b'x') || flags.has(b'h') => b"x2".to_vec(),
        None if flags.has(b'd') => b"u2".to_vec(),
        None => b"o2".to_vec(),
    };
    let (letter, size) = match kind.as_slice() {
        [letter @ (b'x' | b'o' | b'u' | b'd'), size @ (b'1' | b'2' | b'4'), ..] => {
            (*letter, usize::from(size - b'0'))
        }
        [letter @ (b'x' | b'o' | b'u' | b'd')] => (*letter, 4),
        [b'c', ..] => (b'c', 1),
        [b'a', ..] => (b'c', 1),
        other => return Err([b"bad -t ", other].concat()),
    };
    let place = |at: usize| match flags.value(b'A') {
        Some(b"n") => String::new(),
        Some(b"x") => format!("{at:06x}"),
        Some(b"d") => format!("{at:07}"),
        _ => format!("{at:07o}"),
    };
    for (row, part) in bytes.chunks(width).enumerate() {
        let mut line = place(skipped + row * width);
        for word in part.chunks(size) {
            let value = word.iter().rev().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
            line.push_str(&cell(letter, size, value));
        }
        job.out(format!("{line}\n").as_bytes())?;
    }
    let end = place(skipped + bytes.len());
    if !end.is_empty() {
        job.out(format!("{end}\n").as_bytes())?;
    }
    Ok(0)
}

fn cell(letter: u8, size: usize, value: u32) -> String {
    match (letter, size) {
        (b'x', 1) => format!(" {value:02x}"),
        (b'x', 2) => format!(" {value:04x}"),
        (b'x', _) => format!(" {value:08x}"),
        (b'o', 1) => format!(" {value:03o}"),
        (b'o', 2) => format!(" {value:06o}"),
        (b'o', _) => format!(" {value:011o}"),
        (b'u' | b'd', 1) => format!(" {value:>3}"),
        (b'u' | b'd', 2) => format!(" {value:>5}"),
        (b'u' | b'd', _) => format!(" {value:>10}"),
        _ => match value as u8 {
            0 => "  \\0".to_owned(),
            b'\n' => "  \\n".to_owned(),
            b'\t' => "  \\t".to_owned(),
            b'\r' => "  \\r".to_owned(),
            byte @ 32..127 => format!("   {}", byte as char),
            byte => format!(" {byte:03o}"),
        },
    }
}

/// `hexdump -C`, and without the flag words of two bytes.
pub(super) fn hexdump(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("Cvn:s:xbcd")?;
    let mut bytes = job.all_input(&flags.rest);
    let skipped = (flags.number(b's')?.unwrap_or(0) as usize).min(bytes.len());
    bytes.drain(..skipped);
    bytes.truncate(flags.number(b'n')?.unwrap_or(u64::MAX).min(PIPE_MAX as u64) as usize);
    for (row, part) in bytes.chunks(16).enumerate() {
        let at = skipped + row * 16;
        let line = if flags.has(b'C') {
            let hex: Vec<String> = part.iter().map(|byte| format!("{byte:02x}")).collect();
            let (left, right) = hex.split_at(hex.len().min(8));
            let text: String =
                part.iter().map(|byte| if (32..127).contains(byte) { *byte as char } else { '.' }).collect();
            format!("{at:08x}  {:<23}  {:<23}  |{text}|", left.join(" "), right.join(" "))
        } else {
            let words = part.chunks(2).map(|word| match word {
                [low, high] => format!("{high:02x}{low:02x}"),
                word => format!("00{:02x}", word.first().copied().unwrap_or(0)),
            });
            format!("{at:07x} {}", words.collect::<Vec<_>>().join(" "))
        };
        job.out(format!("{line}\n").as_bytes())?;
    }
    let wide = if flags.has(b'C') { 8 } else { 7 };
    job.out(format!("{:0wide$x}\n", skipped + bytes.len()).as_bytes())?;
    Ok(0)
}

pub(super) fn gzip(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("123456789cdfktnq")?;
    let level = (1..=9u8).find(|level| flags.has(b'0' + level)).unwrap_or(6);
    if flags.has(b'd') || flags.has(b't') {
        return unpack(job, &flags.rest, flags.has(b'c') || flags.has(b't'), flags.has(b'k'));
    }
    let paths = if flags.rest.is_empty() { vec![b"-".to_vec()] } else { flags.rest.clone() };
    for (path, bytes) in job.inputs(&paths) {
        let packed = pack(&bytes, level)?;
        if path == b"-" || flags.has(b'c') {
            job.out(&packed)?;
            continue;
        }
        let target = [path.as_slice(), b".gz"].concat();
        finish(job, &path, &target, &packed, flags.has(b'k'));
    }
    Ok(0)
}

fn pack(bytes: &[u8], level: u8) -> Result<Vec<u8>, Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level.into()));
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.map_err(|error| error.to_string().into_bytes())
}

/// Writes what was made, and takes away what it was made from.
fn finish(job: J<'_, '_, '_, '_>, path: &[u8], target: &[u8], bytes: &[u8], keep: bool) {
    if let Err(why) = job.save(target, bytes, false) {
        return job.blame(target, why);
    }
    if !keep && let Err(error) = job.caller.files.remove(&job.caller.path(path)) {
        job.blame(path, error);
    }
}

pub(super) fn gunzip(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("cfktnq")?;
    unpack(job, &flags.rest, flags.has(b'c'), flags.has(b'k'))
}

pub(super) fn zcat(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("cf")?;
    unpack(job, &flags.rest, true, true)
}

fn unpack(job: J<'_, '_, '_, '_>, paths: &[Vec<u8>], to_stdout: bool, keep: bool) -> Ends {
    let paths = if paths.is_empty() { vec![b"-".to_vec()] } else { paths.to_vec() };
    for (path, bytes) in job.inputs(&paths) {
        let mut plain = Vec::new();
        // A small file may grow a thousandfold; what is too large is refused before it is all there.
        let read = MultiGzDecoder::new(bytes.as_slice()).take(PIPE_MAX as u64 + 1).read_to_end(&mut plain);
        if read.is_err() {
            job.blame(&path, "not gzip");
            continue;
        }
        if plain.len() > PIPE_MAX {
            job.blame(&path, "File too large");
            continue;
        }
        if path == b"-" || to_stdout {
            job.out(&plain)?;
            continue;
        }
        match path.strip_suffix(b".gz") {
            Some(target) => finish(job, &path, target, &plain, keep),
            None => job.blame(&path, "no .gz"),
        }
    }
    Ok(0)
}

/// Runs of at least four letters that can be printed.
pub(super) fn strings(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("fn:o")?;
    let least = flags.number(b'n')?.unwrap_or(4).max(1) as usize;
    let bytes = job.all_input(&flags.rest);
    for run in
        bytes.split(|byte| !(32..127).contains(byte) && *byte != b'\t').filter(|run| run.len() >= least)
    {
        job.out(&[run, b"\n"].concat())?;
    }
    Ok(0)
}
