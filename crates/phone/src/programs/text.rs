//! Programs that turn text into text: head, tail, sort, uniq, tr, cut, wc, seq, yes and the name cutters.

use super::{Ends, Job, lines, number};
use crate::shell::{EscapeForm, PIPE_MAX, printf as printf_words, unescape};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

pub(super) fn echo(job: J<'_, '_, '_, '_>) -> Ends {
    let (newline, escapes, args) = match job.args {
        [flag, rest @ ..] if flag == b"-n" => (false, false, rest),
        [flag, rest @ ..] if flag == b"-e" => (true, true, rest),
        args => (true, false, args),
    };
    let mut text = args.join(&b' ');
    if escapes {
        text = unescape(&text, EscapeForm::Echo).0;
    }
    if newline {
        text.push(b'\n');
    }
    job.out(&text)?;
    Ok(0)
}

/// The program; the shell has one of its own that comes first.
pub(super) fn printf(job: J<'_, '_, '_, '_>) -> Ends {
    let printed = printf_words(job.args)?;
    job.out(&printed.bytes)?;
    printed.complaints.iter().for_each(|complaint| job.complain(complaint));
    Ok(0)
}

pub(super) fn basename(job: J<'_, '_, '_, '_>) -> Ends {
    job.need(job.args, 1)?;
    let path = trimmed(&job.args[0]);
    let mut name = path.rsplit(|b| *b == b'/').next().filter(|n| !n.is_empty()).unwrap_or(path).to_vec();
    if let Some(suffix) = job.args.get(1)
        && name.len() > suffix.len()
        && name.ends_with(suffix)
    {
        name.truncate(name.len() - suffix.len());
    }
    name.push(b'\n');
    job.out(&name)?;
    Ok(0)
}

pub(super) fn dirname(job: J<'_, '_, '_, '_>) -> Ends {
    job.need(job.args, 1)?;
    let path = trimmed(&job.args[0]);
    let above = match path.iter().rposition(|b| *b == b'/') {
        None => b".",
        Some(0) => b"/".as_slice(),
        Some(i) => trimmed(&path[..i]),
    };
    job.out(&[above, b"\n"].concat())?;
    Ok(0)
}

/// Without the slashes at its end.
fn trimmed(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|b| *b != b'/').map_or(1.min(path.len()), |i| i + 1);
    &path[..end]
}

/// `-5` is `-n 5`.
fn count(job: &Job<'_, '_, '_>) -> Result<(super::Flags, Vec<u8>), Vec<u8>> {
    let short =
        job.args.first().filter(|a| a.len() > 1 && a[0] == b'-' && a[1..].iter().all(u8::is_ascii_digit));
    let flags = match short {
        Some(_) => super::Flags { set: Vec::new(), rest: job.args[1..].to_vec() },
        None => job.flags("n:c:qvf")?,
    };
    let count = short.map(|s| s[1..].to_vec()).or(flags.value(b'n').map(<[u8]>::to_vec));
    Ok((flags, count.unwrap_or_else(|| b"10".to_vec())))
}

pub(super) fn head(job: J<'_, '_, '_, '_>) -> Ends {
    let (flags, count) = count(job)?;
    let bytes = flags.number(b'c')?;
    let from_end = count.strip_prefix(b"-");
    let count = number(from_end.unwrap_or(&count))? as usize;
    let titled = flags.rest.len() > 1 && !flags.has(b'q');
    for (i, (path, text)) in job.inputs(&flags.rest).into_iter().enumerate() {
        title(job, titled, i, &path)?;
        let mut ends = text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1);
        let end = match (bytes, from_end) {
            (Some(bytes), _) => (bytes as usize).min(text.len()),
            (None, Some(_)) => ends.rev().nth(count).unwrap_or(0),
            (None, None) if count == 0 => 0,
            (None, None) => ends.nth(count - 1).unwrap_or(text.len()),
        };
        job.out(&text[..end])?;
    }
    Ok(0)
}

fn title(job: J<'_, '_, '_, '_>, titled: bool, index: usize, path: &[u8]) -> Result<(), Vec<u8>> {
    if titled {
        let gap: &[u8] = if index > 0 { b"\n" } else { b"" };
        job.out(&[gap, b"==> ", path, b" <==\n"].concat())?;
    }
    Ok(())
}

pub(super) fn tail(job: J<'_, '_, '_, '_>) -> Ends {
    let (flags, count) = count(job)?;
    let bytes = flags.number(b'c')?;
    let from_start = count.strip_prefix(b"+");
    let count = number(from_start.unwrap_or(count.strip_prefix(b"-").unwrap_or(&count)))? as usize;
    let titled = flags.rest.len() > 1 && !flags.has(b'q');
    for (i, (path, text)) in job.inputs(&flags.rest).into_iter().enumerate() {
        title(job, titled, i, &path)?;
        let starts = |text: &[u8]| -> Vec<usize> {
            let inner = text.iter().enumerate().filter(|(i, b)| **b == b'\n' && i + 1 < text.len());
            std::iter::once(0).chain(inner.map(|(i, _)| i + 1)).collect()
        };
        let start = match (bytes, from_start) {
            (Some(bytes), _) => text.len().saturating_sub(bytes as usize),
            (None, Some(_)) => starts(&text).get(count.saturating_sub(1)).copied().unwrap_or(text.len()),
            (None, None) if count == 0 => text.len(),
            (None, None) => starts(&text).iter().rev().nth(count - 1).copied().unwrap_or(0),
        };
        job.out(&text[start..])?;
    }
    Ok(0)
}

pub(super) fn wc(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("lwcm")?;
    let any = flags.has(b'l') || flags.has(b'w') || flags.has(b'c') || flags.has(b'm');
    let show = |flag: u8| flags.has(flag) || !any && flag != b'm';
    let mut total = [0usize; 4];
    let inputs = job.inputs(&flags.rest);
    let mut rows = Vec::new();
    for (path, text) in &inputs {
        let words = text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).count();
        let chars = String::from_utf8_lossy(text).chars().count();
        let row = [text.iter().filter(|b| **b == b'\n').count(), words, text.len(), chars];
        for (sum, n) in total.iter_mut().zip(row) {
            *sum += n;
        }
        rows.push((row, if path == b"-" { Vec::new() } else { path.clone() }));
    }
    if flags.rest.len() > 1 {
        rows.push((total, b"total".to_vec()));
    }
    for (row, path) in rows {
        let shown: Vec<usize> =
            b"lwcm".iter().zip(row).filter(|(flag, _)| show(**flag)).map(|(_, n)| n).collect();
        let text = match shown.as_slice() {
            [one] => one.to_string(),
            many => many.iter().map(|n| format!("{n:7}")).collect::<Vec<_>>().join(" "),
        };
        let gap: &[u8] = if path.is_empty() { b"" } else { b" " };
        job.out(&[text.as_bytes(), gap, &path, b"\n"].concat())?;
    }
    Ok(0)
}

pub(super) fn sort(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("runfbst:k:o:")?;
    let text = job.all_input(&flags.rest);
    let mut all: Vec<&[u8]> = lines(&text).collect();
    let field =
        flags.value(b'k').map(|k| k.split(|b| !b.is_ascii_digit()).next().unwrap_or_default().to_vec());
    let field = field.map(|f| number(&f)).transpose()?.map(|n| (n as usize).saturating_sub(1));
    let separator = flags.value(b't').and_then(|t| t.first().copied());
    let key = |line: &[u8]| -> Vec<u8> {
        let part = match (field, separator) {
            (None, _) => line.to_vec(),
            (Some(n), Some(t)) => line.split(|b| *b == t).nth(n).unwrap_or_default().to_vec(),
            (Some(n), None) => {
                let words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
                words.skip(n).collect::<Vec<_>>().join(&b' ')
            }
        };
        if flags.has(b'f') { part.to_ascii_uppercase() } else { part }
    };
    let value = |key: &[u8]| -> f64 {
        let text = String::from_utf8_lossy(key.trim_ascii()).into_owned();
        let end = text.find(|c: char| !(c.is_ascii_digit() || "-+.".contains(c))).unwrap_or(text.len());
        text[..end].parse().unwrap_or(0.0)
    };
    let compare = |a: &[u8], b: &[u8]| {
        let (ka, kb) = (key(a), key(b));
        if flags.has(b'n') { value(&ka).total_cmp(&value(&kb)) } else { ka.cmp(&kb) }
    };
    all.sort_by(|a, b| {
        compare(a, b).then_with(|| if flags.has(b's') { std::cmp::Ordering::Equal } else { a.cmp(b) })
    });
    if flags.has(b'r') {
        all.reverse();
    }
    if flags.has(b'u') {
        all.dedup_by(|a, b| compare(a, b).is_eq());
    }
    let mut out = all.join(&b'\n');
    if !all.is_empty() {
        out.push(b'\n');
    }
    match flags.value(b'o') {
        Some(path) => job.save(path, &out, false)?,
        None => job.out(&out)?,
    }
    Ok(0)
}

pub(super) fn uniq(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("cdui")?;
    let text = job.all_input(flags.rest.get(..1.min(flags.rest.len())).unwrap_or_default());
    let mut groups: Vec<(&[u8], usize)> = Vec::new();
    for line in lines(&text) {
        match groups.last_mut() {
            Some((last, n)) if *last == line || flags.has(b'i') && last.eq_ignore_ascii_case(line) => *n += 1,
            _ => groups.push((line, 1)),
        }
    }
    for (line, n) in groups {
        if flags.has(b'd') && n == 1 || flags.has(b'u') && n > 1 {
            continue;
        }
        let count = if flags.has(b'c') { format!("{n:7} ") } else { String::new() };
        job.out(&[count.as_bytes(), line, b"\n"].concat())?;
    }
    Ok(0)
}

pub(super) fn tr(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("dscC")?;
    job.need(&flags.rest, if flags.has(b'd') || flags.has(b's') { 1 } else { 2 })?;
    let mut from = set(&flags.rest[0]);
    if flags.has(b'c') || flags.has(b'C') {
        from = (0..=255).filter(|b| !from.contains(b)).collect();
    }
    let to = flags.rest.get(1).map(|t| set(t)).unwrap_or_default();
    let squeezed = if flags.rest.len() > 1 { &to } else { &from };
    let mut out: Vec<u8> = Vec::new();
    for b in job.all_input(&[]) {
        let place = from.iter().rposition(|f| *f == b);
        let b = match place {
            Some(_) if flags.has(b'd') => continue,
            Some(i) if !to.is_empty() => to[i.min(to.len() - 1)],
            _ => b,
        };
        if flags.has(b's') && out.last() == Some(&b) && squeezed.contains(&b) {
            continue;
        }
        out.push(b);
    }
    job.out(&out)?;
    Ok(0)
}

/// `a-z`, `[:upper:]`, `\n`.
fn set(text: &[u8]) -> Vec<u8> {
    let text = unescape(text, EscapeForm::Printf).0;
    let mut out = Vec::new();
    let mut i = 0;
    while i < text.len() {
        let class = text[i..].strip_prefix(b"[:").and_then(|r| {
            let end = r.windows(2).position(|w| w == b":]")?;
            let test: fn(&u8) -> bool = match &r[..end] {
                b"alpha" => u8::is_ascii_alphabetic,
                b"digit" => u8::is_ascii_digit,
                b"alnum" => u8::is_ascii_alphanumeric,
                b"upper" => u8::is_ascii_uppercase,
                b"lower" => u8::is_ascii_lowercase,
                b"space" => u8::is_ascii_whitespace,
                b"punct" => u8::is_ascii_punctuation,
                b"cntrl" => u8::is_ascii_control,
                b"xdigit" => u8::is_ascii_hexdigit,
                _ => return None,
            };
            Some((test, end + 4))
        });
        if let Some((test, used)) = class {
            out.extend((0..=255u8).filter(test));
            i += used;
        } else if text.get(i + 1) == Some(&b'-') && i + 2 < text.len() {
            out.extend(text[i]..=text[i + 2]);
            i += 3;
        } else {
            out.push(text[i]);
            i += 1;
        }
    }
    out
}

pub(super) fn cut(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("d:f:c:b:s")?;
    let list = flags.value(b'f').or(flags.value(b'c')).or(flags.value(b'b'));
    let ranges = ranges(list.ok_or(b"no selection".to_vec())?)?;
    let wanted = |i: usize| ranges.iter().any(|(low, high)| (*low..=*high).contains(&(i + 1)));
    let delimiter = flags.value(b'd').and_then(|d| d.first().copied()).unwrap_or(b'\t');
    let text = job.all_input(&flags.rest);
    for line in lines(&text) {
        let kept: Vec<u8> = if flags.has(b'f') {
            if !line.contains(&delimiter) {
                if flags.has(b's') {
                    continue;
                }
                line.to_vec()
            } else {
                let parts = line.split(|b| *b == delimiter).enumerate().filter(|(i, _)| wanted(*i));
                parts.map(|(_, p)| p).collect::<Vec<_>>().join(&delimiter)
            }
        } else if flags.has(b'c') {
            let text = String::from_utf8_lossy(line);
            text.chars()
                .enumerate()
                .filter(|(i, _)| wanted(*i))
                .map(|(_, c)| c)
                .collect::<String>()
                .into_bytes()
        } else {
            line.iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, b)| *b).collect()
        };
        job.out(&[kept.as_slice(), b"\n"].concat())?;
    }
    Ok(0)
}

fn ranges(list: &[u8]) -> Result<Vec<(usize, usize)>, Vec<u8>> {
    let end = |text: &[u8], default: usize| -> Result<usize, Vec<u8>> {
        if text.is_empty() { Ok(default) } else { number(text).map(|n| n as usize) }
    };
    list.split(|b| *b == b',')
        .map(|part| match part.iter().position(|b| *b == b'-') {
            Some(i) => Ok((end(&part[..i], 1)?, end(&part[i + 1..], usize::MAX)?)),
            None => end(part, 1).map(|n| (n, n)),
        })
        .collect()
}

pub(super) fn seq(job: J<'_, '_, '_, '_>) -> Ends {
    let (separator, args) = match job.args {
        [flag, separator, rest @ ..] if flag == b"-s" => (separator.clone(), rest),
        args => (b"\n".to_vec(), args),
    };
    let mut numbers = Vec::new();
    for arg in args {
        let value = std::str::from_utf8(arg).ok().and_then(|t| t.parse::<i64>().ok());
        numbers.push(value.ok_or_else(|| [b"not integer: ", arg.as_slice()].concat())?);
    }
    let (first, step, last) = match numbers.as_slice() {
        [last] => (1, 1, *last),
        [first, last] => (*first, 1, *last),
        [first, step, last] => (*first, *step, *last),
        _ => return Err(b"Needs 1 argument".to_vec()),
    };
    let (mut out, mut at) = (Vec::new(), first);
    while step > 0 && at <= last || step < 0 && at >= last {
        if at != first {
            out.extend_from_slice(&separator);
        }
        out.extend_from_slice(at.to_string().as_bytes());
        if out.len() > PIPE_MAX {
            break;
        }
        let Some(next) = at.checked_add(step) else { break };
        at = next;
    }
    if !out.is_empty() {
        out.push(b'\n');
    }
    job.out(&out)?;
    Ok(0)
}

/// Writes until nobody reads any more, or a pipe's worth.
pub(super) fn yes(job: J<'_, '_, '_, '_>) -> Ends {
    let mut line = if job.args.is_empty() { b"y".to_vec() } else { job.args.join(&b' ') };
    line.push(b'\n');
    let block = line.repeat((64 * 1024 / line.len()).max(1));
    let mut written = 0;
    while written < PIPE_MAX && job.io.stdout.write_all(&block).is_ok() {
        written += block.len();
    }
    Ok(0)
}
