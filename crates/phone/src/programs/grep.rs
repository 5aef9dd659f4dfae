//! `grep`, and basic regular expressions put into the words of the safe matcher (linear time, bounded size).

use regex::bytes::{Regex, RegexBuilder};

use super::{Ends, Flags, Job, lines};
use crate::files::Kind;

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Basic,
    Extended,
    Fixed,
}

pub(super) fn grep(job: J<'_, '_, '_, '_>) -> Ends {
    with(job, Syntax::Basic)
}

pub(super) fn egrep(job: J<'_, '_, '_, '_>) -> Ends {
    with(job, Syntax::Extended)
}

pub(super) fn fgrep(job: J<'_, '_, '_, '_>) -> Ends {
    with(job, Syntax::Fixed)
}

/// One pattern in our matcher's words. Basic: `\(`, `\{`, `\|`, `\+`, `\?` are the operators, bare ones are text.
pub(super) fn translate(pattern: &[u8], syntax: Syntax) -> String {
    let text = String::from_utf8_lossy(pattern);
    if syntax == Syntax::Fixed {
        return regex::escape(&text);
    }
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    let mut start = true;
    while let Some(c) = chars.next() {
        let was_start = std::mem::replace(&mut start, false);
        match c {
            '\\' => match chars.next() {
                Some(c @ ('(' | ')' | '{' | '}' | '|' | '+' | '?')) if syntax == Syntax::Basic => {
                    out.push(c);
                    start = matches!(c, '(' | '|');
                }
                Some('<' | '>') => out.push_str("\\b"),
                Some(c @ ('w' | 'W' | 's' | 'S' | 'b' | 'B')) => {
                    out.push('\\');
                    out.push(c);
                }
                Some(c) => out.push_str(&regex::escape(&c.to_string())),
                None => out.push_str("\\\\"),
            },
            '[' => bracket(&mut chars, &mut out),
            '(' | ')' | '{' | '}' | '|' | '+' | '?' if syntax == Syntax::Basic => {
                out.push_str(&regex::escape(&c.to_string()));
            }
            '*' if was_start => out.push_str("\\*"),
            '^' if syntax == Syntax::Basic && !was_start => out.push_str("\\^"),
            '^' => {
                out.push('^');
                start = true;
            }
            '$' if syntax == Syntax::Basic && chars.peek().is_some_and(|c| *c != '\\') => out.push_str("\\$"),
            '(' | '|' => {
                out.push(c);
                start = true;
            }
            c => out.push(c),
        }
    }
    out
}

/// `[…]`: a backslash inside is a plain character, and so is `[`.
fn bracket(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, out: &mut String) {
    out.push('[');
    if chars.peek() == Some(&'^') {
        out.push('^');
        chars.next();
    }
    let mut first = true;
    while let Some(c) = chars.next() {
        match c {
            ']' if !first => break,
            '[' if chars.peek() == Some(&':') => {
                out.push('[');
                for c in chars.by_ref() {
                    out.push(c);
                    if c == ']' {
                        break;
                    }
                }
            }
            '\\' | '[' | ']' | '&' | '~' | '^' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
        first = false;
    }
    out.push(']');
}

pub(super) fn compile(pattern: &str, ignore_case: bool) -> Result<Regex, Vec<u8>> {
    RegexBuilder::new(pattern)
        .case_insensitive(ignore_case)
        .size_limit(4 << 20)
        .build()
        .map_err(|_| b"bad REGEX".to_vec())
}

fn with(job: J<'_, '_, '_, '_>, syntax: Syntax) -> Ends {
    let mut flags = job.flags("EFGivcnoqwxrRlLhHsae:m:A:B:C:")?;
    let syntax = match syntax {
        _ if flags.has(b'F') => Syntax::Fixed,
        _ if flags.has(b'E') => Syntax::Extended,
        other => other,
    };
    let mut patterns: Vec<Vec<u8>> = flags.values(b'e').map(<[u8]>::to_vec).collect();
    if patterns.is_empty() {
        job.need(&flags.rest, 1)?;
        patterns.push(flags.rest.remove(0));
    }
    let all = patterns.iter().flat_map(|p| p.split(|b| *b == b'\n'));
    let mut text = all.map(|p| format!("(?:{})", translate(p, syntax))).collect::<Vec<_>>().join("|");
    if flags.has(b'w') {
        text = format!(r"(?:^|\b)(?:{text})(?:\b|$)");
    }
    if flags.has(b'x') {
        text = format!("^(?:{text})$");
    }
    let regex = compile(&text, flags.has(b'i')).inspect_err(|_| job.failed = true)?;
    let (paths, walked) = targets(job, &flags);
    let named = (paths.len() > 1 || walked || flags.has(b'H')) && !flags.has(b'h');
    let mut found = false;
    for (path, bytes) in job.inputs(&paths) {
        found |= search(job, &flags, &regex, &path, &bytes, named)?;
        if found && flags.has(b'q') {
            job.failed = false;
            return Ok(0);
        }
    }
    Ok(if job.failed { 2 } else { u8::from(!found) })
}

/// The files to search; directories opened up with `-r`.
fn targets(job: J<'_, '_, '_, '_>, flags: &Flags) -> (Vec<Vec<u8>>, bool) {
    if !flags.has(b'r') && !flags.has(b'R') {
        return (flags.rest.clone(), false);
    }
    let mut todo = if flags.rest.is_empty() { vec![b".".to_vec()] } else { flags.rest.clone() };
    todo.reverse();
    let mut all = Vec::new();
    while let Some(path) = todo.pop() {
        let full = job.caller.path(&path);
        if job.caller.files.stat(&full, false).is_ok_and(|s| s.kind == Kind::Directory) {
            let names = job.caller.files.list(&full).unwrap_or_default();
            todo.extend(names.iter().rev().map(|n| [path.as_slice(), b"/", n].concat()));
        } else {
            all.push(path);
        }
    }
    (all, true)
}

fn search(
    job: J<'_, '_, '_, '_>,
    flags: &Flags,
    regex: &Regex,
    path: &[u8],
    bytes: &[u8],
    named: bool,
) -> Result<bool, Vec<u8>> {
    let most = flags.number(b'm')?.unwrap_or(u64::MAX);
    let around = |flag: u8| -> Result<usize, Vec<u8>> {
        Ok(flags.number(flag)?.or(flags.number(b'C')?).unwrap_or(0).min(1 << 30) as usize)
    };
    let (before, after) = (around(b'B')?, around(b'A')?);
    let silent = flags.has(b'q') || flags.has(b'c') || flags.has(b'l') || flags.has(b'L');
    let all: Vec<&[u8]> = lines(bytes).collect();
    let (mut count, mut shown_to, mut keep) = (0u64, 0usize, 0usize);
    let label = if path == b"-" { b"(standard input)".as_slice() } else { path };
    let front = |number: usize, mark: &str| -> Vec<u8> {
        let mut front = if named { [label, mark.as_bytes()].concat() } else { Vec::new() };
        if flags.has(b'n') {
            front.extend_from_slice(format!("{}{mark}", number + 1).as_bytes());
        }
        front
    };
    for (i, line) in all.iter().enumerate() {
        if count >= most && keep == 0 {
            break;
        }
        let hit = count < most && regex.is_match(line) != flags.has(b'v');
        count += u64::from(hit);
        if silent {
            continue;
        }
        if hit && flags.has(b'o') {
            for part in regex.find_iter(line).filter(|m| !m.is_empty()) {
                job.out(&[front(i, ":").as_slice(), part.as_bytes(), b"\n"].concat())?;
            }
        } else if hit {
            let from = i.saturating_sub(before).max(shown_to);
            if (before > 0 || after > 0) && shown_to > 0 && from > shown_to {
                job.out(b"--\n")?;
            }
            for (j, early) in all.iter().enumerate().take(i).skip(from) {
                job.out(&[front(j, "-").as_slice(), early, b"\n"].concat())?;
            }
            job.out(&[front(i, ":").as_slice(), line, b"\n"].concat())?;
            (shown_to, keep) = (i + 1, after);
        } else if keep > 0 {
            job.out(&[front(i, "-").as_slice(), line, b"\n"].concat())?;
            (shown_to, keep) = (i + 1, keep - 1);
        }
    }
    if flags.has(b'c') && !flags.has(b'q') {
        let front = if named { [label, b":"].concat() } else { Vec::new() };
        job.out(&[front.as_slice(), count.to_string().as_bytes(), b"\n"].concat())?;
    }
    if flags.has(b'l') && count > 0 || flags.has(b'L') && count == 0 {
        job.out(&[label, b"\n"].concat())?;
    }
    Ok(count > 0)
}
