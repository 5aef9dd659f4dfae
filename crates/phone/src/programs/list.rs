//! `ls`, one name per line as toybox does it when nobody watches.

use super::ask::{mode_text, time_text};
use super::{Ends, Flags, Job};
use crate::files::{Kind, Stat};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

pub(super) fn ls(job: J<'_, '_, '_, '_>) -> Ends {
    let mut flags = job.flags("laAd1RrtShinmopqsFCxL")?;
    if flags.rest.is_empty() {
        flags.rest.push(b".".to_vec());
    }
    let (mut plain, mut directories) = (Vec::new(), Vec::new());
    for path in &flags.rest {
        let full = job.caller.path(path);
        // a link named on the command line is looked through, unless the links themselves are asked for
        let follow = flags.has(b'L') || !flags.has(b'l') && !flags.has(b'd') && !flags.has(b'F');
        let stat = job.caller.files.stat(&full, follow).or_else(|_| job.caller.files.stat(&full, false));
        match stat {
            Ok(stat) if stat.kind == Kind::Directory && !flags.has(b'd') => directories.push(path.clone()),
            Ok(stat) => plain.push((path.clone(), full, stat)),
            Err(error) => job.blame(path, error),
        }
    }
    let titled = flags.rest.len() > 1 || flags.has(b'R');
    let mut printed = !plain.is_empty();
    rows(job, &flags, plain)?;
    directories.reverse();
    while let Some(path) = directories.pop() {
        let full = job.caller.path(&path);
        let names = match job.caller.files.list(&full) {
            Ok(names) => names,
            Err(error) => {
                job.blame(&path, error);
                continue;
            }
        };
        if titled {
            let gap: &[u8] = if printed { b"\n" } else { b"" };
            job.out(&[gap, &path, b":\n"].concat())?;
        }
        printed = true;
        let entries = entries(job, &flags, &full, names);
        if flags.has(b'l') {
            let blocks: u64 = entries.iter().map(|(_, _, s)| s.size.div_ceil(4096) * 4).sum();
            job.out(format!("total {blocks}\n").as_bytes())?;
        }
        if flags.has(b'R') {
            let below =
                entries.iter().filter(|(n, _, s)| s.kind == Kind::Directory && n != b"." && n != b"..");
            directories.extend(below.rev().map(|(name, _, _)| [path.as_slice(), b"/", name].concat()));
        }
        rows(job, &flags, entries)?;
    }
    Ok(0)
}

type Row = (Vec<u8>, Vec<u8>, Stat);

fn entries(job: J<'_, '_, '_, '_>, flags: &Flags, full: &[u8], names: Vec<Vec<u8>>) -> Vec<Row> {
    let dots = if flags.has(b'a') { vec![b".".to_vec(), b"..".to_vec()] } else { Vec::new() };
    let hidden = flags.has(b'a') || flags.has(b'A');
    let names = dots.into_iter().chain(names.into_iter().filter(|n| hidden || !n.starts_with(b".")));
    let mut all: Vec<Row> = names
        .filter_map(|name| {
            let path = [full, b"/", &name].concat();
            let stat = job.caller.files.stat(&path, false).ok()?;
            Some((name, path, stat))
        })
        .collect();
    if flags.has(b't') {
        all.sort_by_key(|(_, _, s)| std::cmp::Reverse(s.mtime));
    }
    if flags.has(b'S') {
        all.sort_by_key(|(_, _, s)| std::cmp::Reverse(s.size));
    }
    if flags.has(b'r') {
        all.reverse();
    }
    all
}

fn rows(job: J<'_, '_, '_, '_>, flags: &Flags, rows: Vec<Row>) -> Result<(), Vec<u8>> {
    let wide = |text: fn(&Stat) -> String| rows.iter().map(|(_, _, s)| text(s).len()).max().unwrap_or(0);
    let (links, size) = (wide(|s| s.links.to_string()), wide(|s| s.size.to_string()));
    let mut out = Vec::new();
    for (name, path, stat) in &rows {
        if flags.has(b'i') {
            out.extend_from_slice(format!("{} ", stat.id).as_bytes());
        }
        if flags.has(b's') {
            out.extend_from_slice(format!("{} ", stat.size.div_ceil(4096) * 4).as_bytes());
        }
        if flags.has(b'l') {
            let bytes = if flags.has(b'h') { human(stat.size) } else { stat.size.to_string() };
            let row = format!(
                "{} {:>links$} {} {} {bytes:>size$} {} ",
                mode_text(stat),
                stat.links,
                stat.owner,
                stat.group,
                time_text(stat.mtime)
            );
            out.extend_from_slice(row.as_bytes());
        }
        out.extend_from_slice(name);
        if (flags.has(b'F') || flags.has(b'p')) && stat.kind == Kind::Directory {
            out.push(b'/');
        }
        if flags.has(b'l')
            && let Ok(target) = job.caller.files.read_link(path)
        {
            out.extend([b" -> ", target.as_slice()].concat());
        }
        out.push(b'\n');
    }
    job.out(&out)
}

pub(super) fn human(bytes: u64) -> String {
    match bytes {
        0..1024 => bytes.to_string(),
        1024..1_048_576 => format!("{:.1}K", bytes as f64 / 1024.0),
        _ => format!("{:.1}M", bytes as f64 / 1_048_576.0),
    }
}
