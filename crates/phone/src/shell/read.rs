//! Reading input: the builtin `read`, and all of it at once for a script on standard input.

use std::io::Read;

use super::redirect::Outer;
use super::syntax::is_name;
use super::{Flow, PIPE_MAX, Shell};

impl Shell {
    pub(super) fn read_all(&mut self, outer: &Outer<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let _what_there_is = self.fds.stream(0, outer).take(PIPE_MAX as u64).read_to_end(&mut bytes);
        bytes
    }

    /// `read [-r] [NAME…]`: one line, split by `IFS`, the rest into the last name.
    pub(super) fn read_builtin(&mut self, argv: &[Vec<u8>], outer: &Outer<'_>) -> Result<u8, Flow> {
        let mut names: &[Vec<u8>] = &argv[1..];
        let mut raw = false;
        while let Some(flag) = names.first().filter(|n| n.starts_with(b"-")) {
            raw |= flag.contains(&b'r');
            names = &names[1..];
        }
        if let Some(bad) = names.iter().find(|n| !is_name(n)) {
            return Err(self.fatal(outer, &[b"read: ", bad.as_slice(), b": not an identifier"].concat()));
        }
        let (line, ended) = self.read_line(raw, outer)?;
        let fallback = [b"REPLY".to_vec()];
        let whole = names.is_empty();
        let names = if whole { &fallback[..] } else { names };
        let ifs = if whole { Vec::new() } else { self.vars.get(b"IFS").unwrap_or(b" \t\n").to_vec() };
        let mut rest = line.as_slice();
        for (i, name) in names.iter().enumerate() {
            let (value, after) =
                if i + 1 == names.len() { (trim(rest, &ifs), &[][..]) } else { first(rest, &ifs) };
            let value = value.to_vec();
            rest = after;
            self.assign(name, &value, outer)?;
        }
        Ok(u8::from(!ended))
    }

    /// One byte at a time, because what follows the line belongs to whoever reads next.
    fn read_line(&mut self, raw: bool, outer: &Outer<'_>) -> Result<(Vec<u8>, bool), Flow> {
        let mut line = Vec::new();
        let mut stream = self.fds.stream(0, outer);
        let mut byte = [0];
        while let Ok(1) = stream.read(&mut byte) {
            if byte[0] == b'\n' {
                if !raw && line.last() == Some(&b'\\') {
                    line.pop();
                    continue;
                }
                self.charge(line.len(), outer)?;
                return Ok((line, true));
            }
            line.push(byte[0]);
            if line.len() >= PIPE_MAX {
                break;
            }
        }
        self.charge(line.len(), outer)?;
        Ok((line, false))
    }
}

fn is_blank(b: u8, ifs: &[u8]) -> bool {
    matches!(b, b' ' | b'\t' | b'\n') && ifs.contains(&b)
}

fn trim<'t>(text: &'t [u8], ifs: &[u8]) -> &'t [u8] {
    let start = text.iter().take_while(|b| is_blank(**b, ifs)).count();
    let text = &text[start..];
    &text[..text.len() - text.iter().rev().take_while(|b| is_blank(**b, ifs)).count()]
}

/// The first field and what is behind its separator.
fn first<'t>(text: &'t [u8], ifs: &[u8]) -> (&'t [u8], &'t [u8]) {
    let start = text.iter().take_while(|b| is_blank(**b, ifs)).count();
    let text = &text[start..];
    let end = text.iter().position(|b| ifs.contains(b)).unwrap_or(text.len());
    let mut rest = &text[end..];
    rest = &rest[rest.iter().take_while(|b| is_blank(**b, ifs)).count()..];
    if rest.first().is_some_and(|b| ifs.contains(b)) {
        rest = &rest[1..];
    }
    (&text[..end], rest)
}
