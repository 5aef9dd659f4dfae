//! `sed`, as far as people use it on phones: `s///`, `p`, `d`, `q`, with line and pattern addresses.

use regex::bytes::{Captures, Regex};

use super::grep::{Syntax, compile, translate};
use super::{Ends, Job, lines};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

enum Address {
    Line(usize),
    Last,
    Pattern(Regex),
}

enum Verb {
    Print,
    Delete,
    Quit,
    Substitute { pattern: Regex, with: Vec<u8>, all: bool, nth: usize, print: bool },
}

struct Order {
    from: Option<Address>,
    to: Option<Address>,
    negate: bool,
    verb: Verb,
    /// Between the two addresses of a range.
    inside: bool,
}

pub(super) fn sed(job: J<'_, '_, '_, '_>) -> Ends {
    let mut flags = job.flags("nErie:")?;
    let mut scripts: Vec<Vec<u8>> = flags.values(b'e').map(<[u8]>::to_vec).collect();
    if scripts.is_empty() {
        job.need(&flags.rest, 1)?;
        scripts.push(flags.rest.remove(0));
    }
    let syntax = if flags.has(b'E') || flags.has(b'r') { Syntax::Extended } else { Syntax::Basic };
    let script = scripts.join(&b'\n');
    if !flags.has(b'i') {
        let text = job.all_input(&flags.rest);
        let out = apply(&mut orders(&script, syntax)?, &text, flags.has(b'n'));
        job.out(&out)?;
        return Ok(0);
    }
    for path in &flags.rest {
        for (path, text) in job.inputs(std::slice::from_ref(path)) {
            let out = apply(&mut orders(&script, syntax)?, &text, flags.has(b'n'));
            if let Err(why) = job.save(&path, &out, false) {
                job.blame(&path, why);
            }
        }
    }
    Ok(0)
}

fn apply(orders: &mut [Order], text: &[u8], quiet: bool) -> Vec<u8> {
    let all: Vec<&[u8]> = lines(text).collect();
    let mut out = Vec::new();
    let mut put = |line: &[u8]| {
        out.extend_from_slice(line);
        out.push(b'\n');
    };
    'lines: for (i, line) in all.iter().enumerate() {
        let mut line = line.to_vec();
        for order in orders.iter_mut() {
            if order.applies(i + 1, i + 1 == all.len(), &line) == order.negate {
                continue;
            }
            match &order.verb {
                Verb::Print => put(&line),
                Verb::Delete => continue 'lines,
                Verb::Quit => {
                    if !quiet {
                        put(&line);
                    }
                    break 'lines;
                }
                Verb::Substitute { pattern, with, all, nth, print } => {
                    if let Some(new) = substitute(&line, pattern, with, *all, *nth) {
                        line = new;
                        if *print {
                            put(&line);
                        }
                    }
                }
            }
        }
        if !quiet {
            put(&line);
        }
    }
    if !text.ends_with(b"\n") && out.ends_with(b"\n") {
        out.pop();
    }
    out
}

impl Order {
    fn applies(&mut self, number: usize, last: bool, line: &[u8]) -> bool {
        let hits = |address: &Address| match address {
            Address::Line(n) => *n == number,
            Address::Last => last,
            Address::Pattern(regex) => regex.is_match(line),
        };
        match (&self.from, &self.to) {
            (None, _) => true,
            (Some(from), None) => hits(from),
            (Some(from), Some(to)) => {
                if self.inside {
                    self.inside = !hits(to);
                    return true;
                }
                let begins = hits(from);
                self.inside = begins && !matches!(to, Address::Line(n) if *n <= number);
                begins
            }
        }
    }
}

fn substitute(line: &[u8], pattern: &Regex, with: &[u8], all: bool, nth: usize) -> Option<Vec<u8>> {
    let (mut out, mut at, mut done) = (Vec::new(), 0, false);
    for (i, found) in pattern.captures_iter(line).enumerate() {
        if i + 1 < nth {
            continue;
        }
        let whole = found.get(0)?;
        out.extend_from_slice(&line[at..whole.start()]);
        fill(with, &found, &mut out);
        at = whole.end();
        done = true;
        if !all {
            break;
        }
    }
    out.extend_from_slice(&line[at..]);
    done.then_some(out)
}

fn fill(with: &[u8], found: &Captures<'_>, out: &mut Vec<u8>) {
    let group = |n: usize| found.get(n).map_or(&b""[..], |m| m.as_bytes());
    let mut bytes = with.iter();
    while let Some(b) = bytes.next() {
        match b {
            b'&' => out.extend_from_slice(group(0)),
            b'\\' => match bytes.next() {
                Some(d @ b'0'..=b'9') => out.extend_from_slice(group(usize::from(d - b'0'))),
                Some(b'n') => out.push(b'\n'),
                Some(b't') => out.push(b'\t'),
                Some(c) => out.push(*c),
                None => out.push(b'\\'),
            },
            b => out.push(*b),
        }
    }
}

fn orders(script: &[u8], syntax: Syntax) -> Result<Vec<Order>, Vec<u8>> {
    let mut rest = script;
    let mut all = Vec::new();
    loop {
        while let Some((b' ' | b'\t' | b';' | b'\n', after)) = rest.split_first() {
            rest = after;
        }
        if rest.is_empty() {
            return Ok(all);
        }
        let from = address(&mut rest, syntax)?;
        let to = match rest.strip_prefix(b",") {
            Some(after) => {
                rest = after;
                address(&mut rest, syntax)?
            }
            None => None,
        };
        let negate = rest.starts_with(b"!");
        rest = &rest[usize::from(negate)..];
        rest = rest.trim_ascii_start();
        let Some((verb, after)) = rest.split_first() else { return Err(b"no command".to_vec()) };
        rest = after;
        let verb = match verb {
            b'p' => Verb::Print,
            b'd' => Verb::Delete,
            b'q' => Verb::Quit,
            b's' => substitution(&mut rest, syntax)?,
            other => return Err([b"bad pattern '", &[*other][..], b"'"].concat()),
        };
        all.push(Order { from, to, negate, verb, inside: false });
    }
}

fn address(rest: &mut &[u8], syntax: Syntax) -> Result<Option<Address>, Vec<u8>> {
    match rest.first() {
        Some(b'$') => {
            *rest = &rest[1..];
            Ok(Some(Address::Last))
        }
        Some(b'/') => {
            let pattern = delimited(&mut &rest[..], rest, b'/')?;
            Ok(Some(Address::Pattern(compile(&translate(&pattern, syntax), false)?)))
        }
        Some(b) if b.is_ascii_digit() => {
            let len = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            let number = super::number(&rest[..len])?;
            *rest = &rest[len..];
            Ok(Some(Address::Line(number as usize)))
        }
        _ => Ok(None),
    }
}

/// Reads up to the next bare `mark`, standing at an opening one; `rest` then stands behind the closing one's place.
fn delimited(from: &mut &[u8], rest: &mut &[u8], mark: u8) -> Result<Vec<u8>, Vec<u8>> {
    let mut out = Vec::new();
    let mut i = 1;
    while let Some(&b) = from.get(i) {
        match b {
            _ if b == mark => {
                *rest = &rest[i + 1..];
                return Ok(out);
            }
            b'\\' if from.get(i + 1) == Some(&mark) => {
                out.push(mark);
                i += 1;
            }
            b'\\' => {
                out.push(b);
                out.extend(from.get(i + 1));
                i += 1;
            }
            b => out.push(b),
        }
        i += 1;
    }
    Err(b"unfinished pattern".to_vec())
}

fn substitution(rest: &mut &[u8], syntax: Syntax) -> Result<Verb, Vec<u8>> {
    let mark = *rest.first().ok_or(b"unfinished pattern".to_vec())?;
    let pattern = delimited(&mut &rest[..], rest, mark)?;
    // the mark between the two halves closes one and opens the other
    let again = [&[mark][..], rest].concat();
    let mut behind = again.as_slice();
    let with = delimited(&mut &again[..], &mut behind, mark)?;
    *rest = &rest[rest.len() - behind.len()..];
    let (mut all, mut print, mut fold, mut nth) = (false, false, false, 1);
    while let Some((flag, after)) = rest.split_first() {
        match flag {
            b'g' => all = true,
            b'p' => print = true,
            b'i' | b'I' => fold = true,
            d @ b'1'..=b'9' => nth = usize::from(d - b'0'),
            _ => break,
        }
        *rest = after;
    }
    let pattern = compile(&translate(&pattern, syntax), fold)?;
    Ok(Verb::Substitute { pattern, with, all, nth, print })
}
