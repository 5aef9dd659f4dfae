//! What the operators of `${…}` do to a value, and what `$(…)` gives.

use std::sync::Arc;

use super::pattern::{Pattern, char_at};
use super::redirect::{Fd, Outer};
use super::syntax::{Anchor, Command, Item, Kind, ParamOp, RedirectKind, Word, is_name};
use super::{Flow, PIPE_MAX, SELF, Shell};

impl Shell {
    /// The value of `${name op}`, where the operator does not put another word in its place.
    pub(super) fn operate(
        &mut self,
        name: &[u8],
        value: Option<Vec<u8>>,
        op: &ParamOp,
        outer: &Outer<'_>,
    ) -> Result<Vec<u8>, Flow> {
        match op {
            ParamOp::Bad(text) => {
                return Err(self.fatal(outer, &[text.as_slice(), b": bad substitution"].concat()));
            }
            ParamOp::Assign(colon, word) if value.as_ref().is_none_or(|v| *colon && v.is_empty()) => {
                let text = self.single(word, outer)?;
                if !is_name(name) {
                    return Err(self.fatal(outer, &[name, b": cannot assign"].concat()));
                }
                self.assign(name, &text, outer)?;
                return Ok(text);
            }
            ParamOp::Complain(colon, word) if value.as_ref().is_none_or(|v| *colon && v.is_empty()) => {
                let text = self.single(word, outer)?;
                let text = if text.is_empty() { b"parameter null or not set".to_vec() } else { text };
                return Err(self.fatal(outer, &[name, b": ", &text].concat()));
            }
            ParamOp::Name => return Ok(name.to_vec()),
            ParamOp::Length if matches!(name, b"@" | b"*") => {
                return Ok(self.args.len().to_string().into_bytes());
            }
            _ => {}
        }
        if value.is_none() && self.options.nounset && !matches!(name, b"@" | b"*") {
            return Err(self.fatal(outer, &[name, b": parameter not set"].concat()));
        }
        let value = value.unwrap_or_default();
        match op {
            ParamOp::Length => Ok(chars(&value).to_string().into_bytes()),
            ParamOp::Cut { from_end, longest, pattern } => {
                let pattern = Pattern::new(&self.pattern_word(pattern, outer)?);
                Ok(cut(value, &pattern, *from_end, *longest))
            }
            ParamOp::Replace { all, anchor, pattern, with } => {
                let pattern = Pattern::new(&self.pattern_word(pattern, outer)?);
                let with = self.single(with, outer)?;
                let out = replace(&value, &pattern, &with, *all, *anchor);
                out.ok_or_else(|| self.fatal(outer, b"out of memory"))
            }
            ParamOp::Slice { from, count } => self.slice(&value, from, count.as_ref(), outer),
            _ => Ok(value),
        }
    }

    fn slice(
        &mut self,
        value: &[u8],
        from: &Word,
        count: Option<&Word>,
        outer: &Outer<'_>,
    ) -> Result<Vec<u8>, Flow> {
        let total = chars(value) as i64;
        let mut number = |word: &Word| -> Result<i64, Flow> {
            let text = self.single(word, outer)?;
            let value = super::arith::evaluate(&text, &mut self.vars);
            value.map(i64::from).map_err(|message| self.fatal(outer, message.as_bytes()))
        };
        let from = number(from)?;
        let start = if from < 0 { total + from } else { from };
        if start < 0 || start > total {
            return Ok(Vec::new());
        }
        let count = match count {
            None => total - start,
            Some(word) => match number(word)? {
                n if n < 0 => (total - start + n).max(0),
                n => n.min(total - start),
            },
        };
        Ok(take_chars(value, start as usize, count as usize))
    }

    /// The output of `$(…)`, without its last new lines.
    pub(super) fn substitute(&mut self, list: &Arc<Vec<Item>>, outer: &Outer<'_>) -> Result<Vec<u8>, Flow> {
        if let Some(path) = only_reads(list) {
            let path = self.single(path, outer)?;
            let bytes = match self.files.read(&crate::files::absolute(&self.cwd, &path)) {
                Ok(bytes) => bytes,
                Err(error) => {
                    let text =
                        [b"can't open ", path.as_slice(), b": ", error.to_string().as_bytes()].concat();
                    return Err(self.fatal(outer, &text));
                }
            };
            return Ok(trimmed(bytes));
        }
        let list = list.clone();
        self.captured(outer, |shell| shell.items(&list, outer))
    }

    /// The same for backticks, which are read only now.
    pub(super) fn substitute_text(&mut self, text: &[u8], outer: &Outer<'_>) -> Result<Vec<u8>, Flow> {
        self.captured(outer, |shell| shell.script(text, outer))
    }

    fn captured(
        &mut self,
        outer: &Outer<'_>,
        run: impl FnOnce(&mut Shell) -> Result<u8, Flow>,
    ) -> Result<Vec<u8>, Flow> {
        self.charge(0, outer)?;
        let (fd, buffer) = Fd::buffer();
        let mut inner = self.subshell(outer)?;
        inner.fds.set(1, fd);
        let status = match run(&mut inner) {
            Ok(status) | Err(Flow::Exit(status) | Flow::Return(status)) => status,
            Err(Flow::Break(_) | Flow::Continue(_)) => inner.status,
        };
        drop(inner);
        self.substituted = Some(status);
        let mut bytes =
            std::mem::take(&mut *buffer.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        if bytes.len() >= PIPE_MAX {
            self.complain(outer, b"command substitution gave too much");
        }
        bytes.retain(|b| *b != 0);
        Ok(trimmed(bytes))
    }

    /// A copy of this shell that cannot change it.
    pub(super) fn subshell(&mut self, outer: &Outer<'_>) -> Result<Shell, Flow> {
        if self.depth >= super::RUN_DEPTH_MAX {
            return Err(self.fatal(outer, format!("{SELF}: nested too deeply").as_bytes()));
        }
        let mut inner = self.clone();
        inner.depth += 4;
        inner.loops = 0;
        Ok(inner)
    }
}

fn trimmed(mut bytes: Vec<u8>) -> Vec<u8> {
    while bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    bytes
}

/// `$(<file)`: no command at all, only a file to read.
fn only_reads(list: &[Item]) -> Option<&Word> {
    let [Item { first, rest, .. }] = list else { return None };
    let [Command { kind: Kind::Simple { assignments, words }, redirects }] = first.commands.as_slice() else {
        return None;
    };
    match redirects.as_slice() {
        [redirect] if redirect.fd == 0 && rest.is_empty() && assignments.is_empty() && words.is_empty() => {
            match &redirect.kind {
                RedirectKind::Read(word) => Some(word),
                _ => None,
            }
        }
        _ => None,
    }
}

fn chars(text: &[u8]) -> usize {
    let (mut at, mut count) = (0, 0);
    while let Some((_, len)) = char_at(text, at) {
        at += len;
        count += 1;
    }
    count
}

fn take_chars(text: &[u8], skip: usize, count: usize) -> Vec<u8> {
    let mut at = 0;
    let mut start = text.len();
    for i in 0..=skip + count {
        if i == skip {
            start = at;
        }
        if i == skip + count {
            break;
        }
        at += char_at(text, at).map_or(0, |(_, len)| len);
    }
    text[start.min(at)..at].to_vec()
}

fn cut(mut value: Vec<u8>, pattern: &Pattern, from_end: bool, longest: bool) -> Vec<u8> {
    let mut work = 0;
    if from_end {
        let mut starts = 0..=value.len();
        let hit =
            |start: &usize, work: &mut u64| pattern.ends(&value, *start, work).last() == Some(&value.len());
        let found = if longest {
            starts.find(|s| hit(s, &mut work))
        } else {
            starts.rev().find(|s| hit(s, &mut work))
        };
        value.truncate(found.unwrap_or(value.len()));
        return value;
    }
    let ends = pattern.ends(&value, 0, &mut work);
    let end = if longest { ends.last() } else { ends.first() };
    value.split_off(end.copied().unwrap_or(0))
}

fn replace(value: &[u8], pattern: &Pattern, with: &[u8], all: bool, anchor: Anchor) -> Option<Vec<u8>> {
    let (mut out, mut at, mut work, mut done) = (Vec::new(), 0, 0, false);
    while at < value.len() {
        let may = !done && (anchor != Anchor::Start || at == 0);
        let ends = if may { pattern.ends(value, at, &mut work) } else { Vec::new() };
        let end = ends.last().copied().filter(|e| *e > at && (anchor != Anchor::End || *e == value.len()));
        match end {
            Some(end) => {
                out.extend_from_slice(with);
                at = end;
                done = !all;
            }
            None => {
                out.push(value[at]);
                at += 1;
            }
        }
        if out.len() > PIPE_MAX {
            return None;
        }
    }
    Some(out)
}
