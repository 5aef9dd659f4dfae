//! `echo`, `print` and `printf`, and how a value is quoted when the shell shows it.

use super::arith;
use super::escape::{self, Form};

/// A value as it could be typed back.
pub fn quote(value: &[u8]) -> Vec<u8> {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"_-./:=,+@%".contains(b);
    if !value.is_empty() && value.iter().all(plain) {
        return value.to_vec();
    }
    let mut out = vec![b'\''];
    for &b in value {
        if b == b'\'' {
            out.extend_from_slice(b"'\\''");
        } else {
            out.push(b);
        }
    }
    out.push(b'\'');
    out
}

/// What `echo ARG…` writes.
pub fn echo(args: &[Vec<u8>]) -> Vec<u8> {
    let (mut newline, mut escapes, mut rest) = (true, true, args);
    while let Some((first, after)) = rest.split_first()
        && first.len() > 1
        && first[0] == b'-'
        && first[1..].iter().all(|b| matches!(b, b'n' | b'e' | b'E'))
    {
        for flag in &first[1..] {
            match flag {
                b'n' => newline = false,
                b'e' => escapes = true,
                _ => escapes = false,
            }
        }
        rest = after;
    }
    joined(rest, newline, escapes)
}

fn joined(args: &[Vec<u8>], newline: bool, escapes: bool) -> Vec<u8> {
    let text = args.join(&b' ');
    let (mut out, stopped) = if escapes { escape::all(&text, Form::Echo) } else { (text, false) };
    if newline && !stopped {
        out.push(b'\n');
    }
    out
}

/// What `print ARG…` writes, and where.
pub fn print(args: &[Vec<u8>]) -> Result<(u8, Vec<u8>), Vec<u8>> {
    let (mut newline, mut escapes, mut lines, mut fd) = (true, true, false, 1);
    let mut rest = args;
    while let Some((first, after)) = rest.split_first()
        && first.len() > 1
        && first[0] == b'-'
    {
        rest = after;
        if first == b"--" {
            break;
        }
        for flag in &first[1..] {
            match flag {
                b'n' => newline = false,
                b'r' | b'R' => escapes = false,
                b'e' => escapes = true,
                b'l' => lines = true,
                b's' => fd = 9,
                b'u' => fd = 1,
                d @ b'0'..=b'9' => fd = d - b'0',
                other => return Err([b"print: -", &[*other][..], b": unknown option"].concat()),
            }
        }
    }
    if lines {
        let all = rest.iter().flat_map(|a| joined(std::slice::from_ref(a), true, escapes)).collect();
        return Ok((fd, all));
    }
    Ok((fd, joined(rest, newline, escapes)))
}

/// What `printf FORMAT ARG…` writes, and the complaints about arguments that were no numbers.
pub fn printf(args: &[Vec<u8>]) -> Result<(Vec<u8>, Vec<Vec<u8>>), Vec<u8>> {
    let (format, mut values) = match args {
        [dashes, format, values @ ..] if dashes == b"--" => (format, values),
        [format, values @ ..] => (format, values),
        [] => return Err(b"usage: printf format [arguments ...]".to_vec()),
    };
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    loop {
        let before = values.len();
        if once(format, &mut values, &mut out, &mut complaints)? {
            break;
        }
        // the format is used again for what is left, unless it takes nothing
        if values.is_empty() || values.len() == before || out.len() > super::PIPE_MAX {
            break;
        }
    }
    Ok((out, complaints))
}

/// One pass over the format. `true` if `\c` ended it.
fn once(
    format: &[u8],
    values: &mut &[Vec<u8>],
    out: &mut Vec<u8>,
    complaints: &mut Vec<Vec<u8>>,
) -> Result<bool, Vec<u8>> {
    let mut i = 0;
    while let Some(&b) = format.get(i) {
        i += 1;
        match b {
            b'\\' if format.get(i) == Some(&b'c') => return Ok(true),
            b'\\' => {
                let (bytes, used) = escape::one(&format[i..], Form::Printf);
                out.extend(bytes);
                i += used;
            }
            b'%' if format.get(i) == Some(&b'%') => {
                out.push(b'%');
                i += 1;
            }
            b'%' => {
                let len = spec_len(&format[i..]);
                let Some(&kind) = format.get(i + len) else {
                    return Err([b"printf: %", &format[i..], b": invalid directive"].concat());
                };
                let spec = Spec::new(&format[i..i + len], values);
                i += len + 1;
                if spec.put(kind, values, out, complaints)? {
                    return Ok(true);
                }
            }
            b => out.push(b),
        }
    }
    Ok(false)
}

fn spec_len(rest: &[u8]) -> usize {
    rest.iter().take_while(|b| b.is_ascii_digit() || b"-+ #.*".contains(b)).count()
}

struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
}

fn next(values: &mut &[Vec<u8>]) -> Option<Vec<u8>> {
    let (first, rest) = values.split_first()?;
    *values = rest;
    Some(first.clone())
}

impl Spec {
    fn new(text: &[u8], values: &mut &[Vec<u8>]) -> Spec {
        let flags = text.iter().take_while(|b| b"-+ #0".contains(b)).count();
        let has = |flag: u8| text[..flags].contains(&flag);
        let mut number = |digits: &[u8]| -> usize {
            let text = if digits == b"*" { next(values).unwrap_or_default() } else { digits.to_vec() };
            // a width beyond this is an attack, not a table
            std::str::from_utf8(&text).ok().and_then(|t| t.parse::<usize>().ok()).unwrap_or(0).min(65_536)
        };
        let mut rest = text[flags..].splitn(2, |b| *b == b'.');
        let width = number(rest.next().unwrap_or_default());
        let precision = rest.next().map(number);
        Spec { left: has(b'-'), zero: has(b'0'), plus: has(b'+'), alternate: has(b'#'), width, precision }
    }

    fn put(
        &self,
        kind: u8,
        values: &mut &[Vec<u8>],
        out: &mut Vec<u8>,
        complaints: &mut Vec<Vec<u8>>,
    ) -> Result<bool, Vec<u8>> {
        let value = next(values);
        match kind {
            b's' | b'b' => {
                let value = value.unwrap_or_default();
                let (text, stop) =
                    if kind == b'b' { escape::all(&value, Form::Echo) } else { (value, false) };
                let len = self.precision.unwrap_or(text.len()).min(text.len());
                self.pad(&text[..len], b"", out);
                return Ok(stop);
            }
            b'c' => self.pad(&value.unwrap_or_default().first().map_or(Vec::new(), |b| vec![*b]), b"", out),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let number = match integer(value.as_deref().unwrap_or(b"0")) {
                    Ok(number) => number,
                    Err(message) => {
                        complaints.push(message);
                        0
                    }
                };
                self.integer(kind, number, out);
            }
            b'f' | b'e' | b'g' | b'E' | b'G' | b'F' => {
                let text = String::from_utf8_lossy(value.as_deref().unwrap_or(b"0")).into_owned();
                let number = text.parse::<f64>().unwrap_or(0.0);
                let precision = self.precision.unwrap_or(6).min(100);
                let text = match kind.to_ascii_lowercase() {
                    b'f' => format!("{number:.precision$}"),
                    b'e' => format!("{number:.precision$e}"),
                    _ => format!("{number}"),
                };
                self.pad(text.as_bytes(), b"", out);
            }
            other => return Err([b"printf: %", &[other][..], b": invalid conversion"].concat()),
        }
        Ok(false)
    }

    fn integer(&self, kind: u8, number: i64, out: &mut Vec<u8>) {
        let (sign, digits): (&[u8], String) = match kind {
            b'x' if self.alternate => (b"0x", format!("{number:x}")),
            b'x' => (b"", format!("{number:x}")),
            b'X' => (if self.alternate { b"0X" } else { b"" }, format!("{number:X}")),
            b'o' => (if self.alternate { b"0" } else { b"" }, format!("{number:o}")),
            b'u' => (b"", (number as u64).to_string()),
            _ if number < 0 => (b"-", number.unsigned_abs().to_string()),
            _ => (if self.plus { b"+" } else { b"" }, number.to_string()),
        };
        let least = self.precision.unwrap_or(0);
        let digits = format!("{}{digits}", "0".repeat(least.saturating_sub(digits.len())));
        self.pad(digits.as_bytes(), sign, out);
    }

    fn pad(&self, text: &[u8], sign: &[u8], out: &mut Vec<u8>) {
        let missing = self.width.saturating_sub(text.len() + sign.len());
        if self.left {
            out.extend([sign, text].concat());
            out.extend(vec![b' '; missing]);
        } else if self.zero {
            out.extend_from_slice(sign);
            out.extend(vec![b'0'; missing]);
            out.extend_from_slice(text);
        } else {
            out.extend(vec![b' '; missing]);
            out.extend([sign, text].concat());
        }
    }
}

fn integer(text: &[u8]) -> Result<i64, Vec<u8>> {
    if let Some(quoted) = text.strip_prefix(b"'").or_else(|| text.strip_prefix(b"\"")) {
        return Ok(super::pattern::char_at(quoted, 0).map_or(0, |(c, _)| i64::from(c)));
    }
    let string = String::from_utf8_lossy(text);
    let bad = || [b"printf: ".as_slice(), text, b": not a number"].concat();
    let (sign, digits) = string.strip_prefix('-').map_or((1, string.as_ref()), |d| (-1, d));
    let value = if digits.starts_with("0x") || digits.starts_with("0X") {
        arith::number(digits.as_bytes()).ok().map(i64::from)
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(digits, 8).ok()
    } else {
        digits.parse::<i64>().ok()
    };
    value.map(|v| v.wrapping_mul(sign)).ok_or_else(bad)
}
