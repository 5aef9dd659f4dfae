//! Programs that look at bytes as bytes: base64, md5sum, cmp, xxd.

use base64::Engine;
use base64::engine::general_purpose::{GeneralPurpose, STANDARD};
use base64::engine::{DecodePaddingMode, GeneralPurposeConfig};
use md5::Digest;

use super::{Ends, Job};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

pub(super) fn base64(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("diw:")?;
    let width = flags.number(b'w')?.unwrap_or(76) as usize;
    let bytes = job.all_input(&flags.rest);
    if flags.has(b'd') {
        let text: Vec<u8> = bytes.into_iter().filter(|b| !b.is_ascii_whitespace()).collect();
        let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
        let engine =
            GeneralPurpose::new(&base64::alphabet::STANDARD, config.with_decode_allow_trailing_bits(true));
        let plain = engine.decode(&text).map_err(|_| b"bad input".to_vec())?;
        job.out(&plain)?;
        return Ok(0);
    }
    let text = STANDARD.encode(bytes);
    if width == 0 {
        job.out(text.as_bytes())?;
    } else {
        for line in text.as_bytes().chunks(width) {
            job.out(&[line, b"\n"].concat())?;
        }
    }
    Ok(0)
}

pub(super) fn md5sum(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("b")?;
    for (path, bytes) in job.inputs(&flags.rest) {
        let sum: String = md5::Md5::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        if flags.has(b'b') {
            job.out(&[sum.as_bytes(), b"\n"].concat())?;
        } else {
            job.out(&[sum.as_bytes(), b"  ", &path, b"\n"].concat())?;
        }
    }
    Ok(0)
}

pub(super) fn cmp(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("ls")?;
    job.need(&flags.rest, 2)?;
    let (a, b) = match job.inputs(&flags.rest[..2]).as_slice() {
        [(_, a), (_, b)] => (a.clone(), b.clone()),
        _ => return Ok(2),
    };
    let (first, second) = (&flags.rest[0], &flags.rest[1]);
    let differ = a.iter().zip(&b).position(|(x, y)| x != y);
    let text = match differ {
        Some(at) => {
            let line = 1 + a[..at].iter().filter(|c| **c == b'\n').count();
            [first.as_slice(), b" ", second, format!(" differ: char {}, line {line}\n", at + 1).as_bytes()]
                .concat()
        }
        None if a.len() == b.len() => return Ok(0),
        None => {
            let short = if a.len() < b.len() { first } else { second };
            job.complain(&[b"EOF on ", short.as_slice()].concat());
            return Ok(1);
        }
    };
    if !flags.has(b's') {
        job.out(&text)?;
    }
    Ok(1)
}

pub(super) fn xxd(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("pl:c:")?;
    let mut bytes = job.all_input(&flags.rest);
    bytes.truncate(flags.number(b'l')?.unwrap_or(u64::MAX).min(usize::MAX as u64) as usize);
    let width = flags.number(b'c')?.unwrap_or(if flags.has(b'p') { 30 } else { 16 }).clamp(1, 256) as usize;
    for (i, row) in bytes.chunks(width).enumerate() {
        let hex: Vec<String> = row.iter().map(|b| format!("{b:02x}")).collect();
        let line = if flags.has(b'p') {
            hex.concat()
        } else {
            let pairs: Vec<String> = hex.chunks(2).map(|p| p.concat()).collect();
            let text: String =
                row.iter().map(|b| if (32..127).contains(b) { *b as char } else { '.' }).collect();
            let room = width.div_ceil(2) * 5;
            format!("{:08x}: {:<room$} {text}", i * width, pairs.join(" "))
        };
        job.out(format!("{line}\n").as_bytes())?;
    }
    Ok(0)
}
