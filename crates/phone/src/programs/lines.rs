//! Programs that rearrange lines: tac, rev, nl, paste, fold, split, diff, comm.

use super::{Ends, Job, lines, number};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

pub(super) fn tac(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("")?;
    for (_, text) in job.inputs(&flags.rest) {
        let mut out: Vec<u8> = Vec::with_capacity(text.len());
        for line in lines(&text).rev() {
            out.extend_from_slice(line);
            out.push(b'\n');
        }
        job.out(&out)?;
    }
    Ok(0)
}

pub(super) fn rev(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("")?;
    let text = job.all_input(&flags.rest);
    for line in lines(&text) {
        let turned: String = String::from_utf8_lossy(line).chars().rev().collect();
        job.out(format!("{turned}\n").as_bytes())?;
    }
    Ok(0)
}

pub(super) fn nl(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("b:w:s:v:l:n:E")?;
    let all = flags.value(b'b').is_some_and(|kind| kind == b"a");
    let width = flags.number(b'w')?.unwrap_or(6).min(100) as usize;
    let separator = flags.value(b's').unwrap_or(b"\t").to_vec();
    let mut count = flags.number(b'v')?.unwrap_or(1);
    let text = job.all_input(&flags.rest);
    for line in lines(&text) {
        let row = if all || !line.is_empty() {
            let row = [format!("{count:>width$}").as_bytes(), &separator, line, b"\n"].concat();
            count = count.saturating_add(1);
            row
        } else {
            [" ".repeat(width + separator.len()).as_bytes(), b"\n"].concat()
        };
        job.out(&row)?;
    }
    Ok(0)
}

pub(super) fn paste(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("d:s")?;
    let delimiters = flags.value(b'd').unwrap_or(b"\t").to_vec();
    let between = |at: usize| delimiters.get(at % delimiters.len().max(1)).copied();
    let inputs = job.inputs(&flags.rest);
    let columns: Vec<Vec<&[u8]>> = inputs.iter().map(|(_, text)| lines(text).collect()).collect();
    let join = |cells: Vec<&[u8]>| {
        let mut row = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            if at > 0 {
                row.extend(between(at - 1));
            }
            row.extend_from_slice(cell);
        }
        row.push(b'\n');
        row
    };
    if flags.has(b's') {
        for column in columns {
            job.out(&join(column))?;
        }
        return Ok(0);
    }
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..longest {
        let cells = columns.iter().map(|column| column.get(at).copied().unwrap_or_default()).collect();
        job.out(&join(cells))?;
    }
    Ok(0)
}

pub(super) fn fold(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("bsw:u")?;
    let width = flags.number(b'w')?.unwrap_or(80).clamp(1, 100_000) as usize;
    let text = job.all_input(&flags.rest);
    for line in lines(&text) {
        let letters: Vec<char> = String::from_utf8_lossy(line).chars().collect();
        if letters.is_empty() {
            job.out(b"\n")?;
        }
        for part in letters.chunks(width) {
            job.out(format!("{}\n", part.iter().collect::<String>()).as_bytes())?;
        }
    }
    Ok(0)
}

/// How many files one call may make.
const PARTS_MAX: usize = 676;

pub(super) fn split(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("a:b:l:n:")?;
    let none = [b"-".to_vec()];
    let text = job.all_input(flags.rest.get(..1).unwrap_or(&none));
    let prefix = flags.rest.get(1).cloned().unwrap_or_else(|| b"x".to_vec());
    let parts: Vec<&[u8]> = match flags.number(b'b')? {
        Some(bytes) => text.chunks((bytes as usize).max(1)).collect(),
        None => {
            let most = flags.number(b'l')?.unwrap_or(1_000).max(1) as usize;
            let whole: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
            let mut start = 0;
            whole
                .chunks(most)
                .map(|part| {
                    let end = start + part.iter().map(|line| line.len()).sum::<usize>();
                    let piece = &text[start..end];
                    start = end;
                    piece
                })
                .collect()
        }
    };
    if parts.len() > PARTS_MAX {
        return Err(b"bad suffix".to_vec());
    }
    for (at, part) in parts.iter().enumerate() {
        let suffix = [b'a' + (at / 26) as u8, b'a' + (at % 26) as u8];
        let path = [prefix.as_slice(), &suffix].concat();
        if let Err(why) = job.save(&path, part, false) {
            job.blame(&path, why);
        }
    }
    Ok(0)
}

/// Longer texts are told to differ, but not how: that would cost the square of their length.
const DIFF_LINES_MAX: usize = 2_000;

pub(super) fn diff(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("qsuU:abBdiLNrTtw")?;
    job.need(&flags.rest, 2)?;
    let (one, two) = (&flags.rest[0], &flags.rest[1]);
    let (a, b) = match job.inputs(&flags.rest[..2]).as_slice() {
        [(_, a), (_, b)] => (a.clone(), b.clone()),
        _ => return Ok(2),
    };
    if a == b {
        if flags.has(b's') {
            job.out(&[b"Files ", one.as_slice(), b" and ", two, b" are identical\n"].concat())?;
        }
        return Ok(0);
    }
    let (left, right): (Vec<&[u8]>, Vec<&[u8]>) = (lines(&a).collect(), lines(&b).collect());
    if flags.has(b'q') || left.len().max(right.len()) > DIFF_LINES_MAX {
        job.out(&[b"Files ", one.as_slice(), b" and ", two, b" differ\n"].concat())?;
        return Ok(1);
    }
    let around = flags.number(b'U')?.unwrap_or(3).min(1_000) as usize;
    let mut out = [b"--- ", one.as_slice(), b"\n+++ ", two, b"\n"].concat();
    out.extend(unified(&script(&left, &right), around));
    job.out(&out)?;
    Ok(1)
}

/// One line of the difference: ` `, `-` or `+`, and the text.
type Change<'t> = (u8, &'t [u8]);

/// The shortest way from one list of lines to the other, by the longest common part.
fn script<'t>(left: &[&'t [u8]], right: &[&'t [u8]]) -> Vec<Change<'t>> {
    let wide = right.len() + 1;
    let mut common = vec![0u16; (left.len() + 1) * wide];
    for i in (0..left.len()).rev() {
        for j in (0..right.len()).rev() {
            common[i * wide + j] = if left[i] == right[j] {
                common[(i + 1) * wide + j + 1] + 1
            } else {
                common[(i + 1) * wide + j].max(common[i * wide + j + 1])
            };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < left.len() || j < right.len() {
        if i < left.len() && j < right.len() && left[i] == right[j] {
            out.push((b' ', left[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == right.len() || i < left.len() && common[(i + 1) * wide + j] >= common[i * wide + j + 1]
        {
            out.push((b'-', left[i]));
            i += 1;
        } else {
            out.push((b'+', right[j]));
            j += 1;
        }
    }
    out
}

/// Changes with some lines around them, in the unified form.
fn unified(changes: &[Change<'_>], around: usize) -> Vec<u8> {
    let near = |at: usize| {
        let from = at.saturating_sub(around);
        let to = (at + around + 1).min(changes.len());
        changes[from..to].iter().any(|(sign, _)| *sign != b' ')
    };
    let (mut out, mut at) = (Vec::new(), 0);
    let (mut old, mut new) = (1, 1);
    while at < changes.len() {
        if !near(at) {
            (old, new, at) = (old + 1, new + 1, at + 1);
            continue;
        }
        let end = (at..changes.len()).find(|place| !near(*place)).unwrap_or(changes.len());
        let part = &changes[at..end];
        let olds = part.iter().filter(|(sign, _)| *sign != b'+').count();
        let news = part.iter().filter(|(sign, _)| *sign != b'-').count();
        let start = |first: usize, count: usize| {
            let first = if count == 0 { first - 1 } else { first };
            if count == 1 { first.to_string() } else { format!("{first},{count}") }
        };
        out.extend(format!("@@ -{} +{} @@\n", start(old, olds), start(new, news)).into_bytes());
        for (sign, line) in part {
            out.push(*sign);
            out.extend_from_slice(line);
            out.push(b'\n');
        }
        (old, new, at) = (old + olds, new + news, end);
    }
    out
}

/// Lines only in the first, only in the second, in both; the inputs are sorted.
pub(super) fn comm(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("123")?;
    job.need(&flags.rest, 2)?;
    let (a, b) = match job.inputs(&flags.rest[..2]).as_slice() {
        [(_, a), (_, b)] => (a.clone(), b.clone()),
        _ => return Ok(1),
    };
    let (mut left, mut right) = (lines(&a).peekable(), lines(&b).peekable());
    loop {
        let (column, line) = match (left.peek(), right.peek()) {
            (None, None) => return Ok(0),
            (Some(l), Some(r)) if l == r => {
                right.next();
                (3, left.next())
            }
            (Some(l), Some(r)) if l < r => (1, left.next()),
            (Some(_), None) => (1, left.next()),
            _ => (2, right.next()),
        };
        let hidden = |column: u8| flags.has(b'0' + column);
        if !hidden(column) {
            let tabs = (1..column).filter(|before| !hidden(*before)).count();
            job.out(&["\t".repeat(tabs).as_bytes(), line.unwrap_or_default(), b"\n"].concat())?;
        }
    }
}

pub(super) fn truncate(job: J<'_, '_, '_, '_>) -> Ends {
    let flags = job.flags("cs:")?;
    let Some(size) = flags.value(b's') else { return Err(b"Needs -s".to_vec()) };
    let (sign, digits) = match size.first() {
        Some(sign @ (b'+' | b'-')) => (*sign, &size[1..]),
        _ => (b' ', size),
    };
    let (digits, unit) = match digits.last() {
        Some(b'k' | b'K') => (&digits[..digits.len() - 1], 1 << 10),
        Some(b'm' | b'M') => (&digits[..digits.len() - 1], 1 << 20),
        _ => (digits, 1),
    };
    let asked = number(digits)?.saturating_mul(unit).min(crate::shell::PIPE_MAX as u64) as usize;
    job.need(&flags.rest, 1)?;
    for path in &flags.rest {
        let full = job.caller.path(path);
        let mut bytes = match job.caller.files.read(&full) {
            Ok(bytes) => bytes,
            Err(_) if flags.has(b'c') => continue,
            Err(_) => Vec::new(),
        };
        let length = match sign {
            b'+' => bytes.len().saturating_add(asked),
            b'-' => bytes.len().saturating_sub(asked),
            _ => asked,
        };
        bytes.resize(length.min(crate::shell::PIPE_MAX), 0);
        if let Err(error) = job.caller.files.write(&full, &bytes) {
            job.blame(path, error);
        }
    }
    Ok(0)
}
