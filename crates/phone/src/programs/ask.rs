//! `stat`, and how modes and times are written.

use super::{Ends, Job};
use crate::files::{Device, Kind, Stat};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

/// `drwxr-xr-x`
pub(super) fn mode_text(stat: &Stat) -> String {
    let mut text = String::new();
    text.push(match stat.kind {
        Kind::File => '-',
        Kind::Directory => 'd',
        Kind::Link => 'l',
        Kind::Device(Device::Null | Device::Zero | Device::Tty) => 'c',
    });
    for shift in [6, 3, 0] {
        for (bit, letter) in [(4, 'r'), (2, 'w'), (1, 'x')] {
            text.push(if stat.mode >> shift & bit != 0 { letter } else { '-' });
        }
    }
    text
}

fn civil(seconds: i64) -> jiff::civil::DateTime {
    let stamp = jiff::Timestamp::from_second(seconds).unwrap_or_default();
    crate::time::zone().to_datetime(stamp)
}

/// `2024-01-01 08:00`
pub(super) fn time_text(seconds: i64) -> String {
    civil(seconds).strftime("%Y-%m-%d %H:%M").to_string()
}

fn long_time(seconds: i64) -> String {
    civil(seconds).strftime("%Y-%m-%d %H:%M:%S.000000000 +0800").to_string()
}

fn kind_text(stat: &Stat) -> &'static str {
    match stat.kind {
        Kind::File if stat.size == 0 => "regular empty file",
        Kind::File => "regular file",
        Kind::Directory => "directory",
        Kind::Link => "symbolic link",
        Kind::Device(_) => "character device",
    }
}

fn type_bits(kind: Kind) -> u32 {
    match kind {
        Kind::File => 0o100_000,
        Kind::Directory => 0o040_000,
        Kind::Link => 0o120_000,
        Kind::Device(_) => 0o020_000,
    }
}

const LONG: &[u8] =
    b"  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\nDevice: 32h/50d\t Inode: %i\t Links: %h\n\
Access: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nAccess: %y\nModify: %y\nChange: %y";

pub(super) fn stat(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("Lfc:t")?;
    job.need(&flags.rest, 1)?;
    let format = flags.value(b'c').unwrap_or(LONG).to_vec();
    for path in &flags.rest {
        let full = job.caller.path(path);
        match job.caller.files.stat(&full, flags.has(b'L')) {
            Ok(stat) => {
                let target = job.caller.files.read_link(&full).ok();
                let mut line = fill(&format, path, &stat, target.as_deref());
                line.push(b'\n');
                job.out(&line)?;
            }
            Err(error) => {
                job.complain(&[b"'", path.as_slice(), b"': ", error.to_string().as_bytes()].concat())
            }
        }
    }
    Ok(0)
}

fn fill(format: &[u8], path: &[u8], stat: &Stat, target: Option<&[u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = format.iter();
    while let Some(b) = bytes.next() {
        if *b != b'%' {
            out.push(*b);
            continue;
        }
        let text = match bytes.next() {
            Some(b'n') => {
                out.extend_from_slice(path);
                continue;
            }
            Some(b'N') => {
                out.extend([b"'", path, b"'"].concat());
                if let Some(target) = target {
                    out.extend([b" -> '", target, b"'"].concat());
                }
                continue;
            }
            Some(b's') => stat.size.to_string(),
            Some(b'a') => format!("{:o}", stat.mode),
            Some(b'A') => mode_text(stat),
            Some(b'f') => format!("{:x}", stat.mode | type_bits(stat.kind)),
            Some(b'F') => kind_text(stat).to_owned(),
            Some(b'i') => stat.id.to_string(),
            Some(b'h') => stat.links.to_string(),
            Some(b'b') => stat.size.div_ceil(512).to_string(),
            Some(b'B') => "512".to_owned(),
            Some(b'u' | b'g') => if stat.owner == "root" { "0" } else { "2000" }.to_owned(),
            Some(b'U') => stat.owner.to_owned(),
            Some(b'G') => stat.group.to_owned(),
            Some(b'X' | b'Y' | b'Z') => stat.mtime.to_string(),
            Some(b'x' | b'y' | b'z') => long_time(stat.mtime),
            Some(b'%') | None => "%".to_owned(),
            Some(other) => format!("%{}", *other as char),
        };
        out.extend_from_slice(text.as_bytes());
    }
    out
}
