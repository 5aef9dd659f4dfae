//! Reads `${…}`: the name, the operator, and the word or pattern behind it.

use super::SyntaxError;
use super::parse::Reader;
use super::syntax::{Anchor, Param, ParamOp, Part, Word, is_name_byte, is_name_start};

pub(super) fn plain(name: &[u8]) -> Param {
    Param { name: name.to_vec(), op: ParamOp::Plain }
}

impl Reader<'_> {
    /// Stands at `${`. `quoted` if inside double quotes, where the word behind the operator is quoted too.
    pub(super) fn braced(&mut self, quoted: bool) -> Result<Part, SyntaxError> {
        let start = self.pos;
        self.enter()?;
        self.pos += 2;
        if matches!(self.at(0), Some(b' ' | b'\t' | b'\n' | b'|')) {
            return self.inline_command();
        }
        let part = match self.param(quoted)? {
            Some(param) => Part::Param(Box::new(param)),
            None => {
                let rest = self.src[self.pos..]
                    .iter()
                    .position(|b| *b == b'}')
                    .ok_or(SyntaxError::NoClosingQuote)?;
                self.pos += rest + 1;
                let text = self.src[start..self.pos].to_vec();
                Part::Param(Box::new(Param { name: Vec::new(), op: ParamOp::Bad(text) }))
            }
        };
        self.depth -= 1;
        Ok(part)
    }

    /// `${ list;}`: a command substitution without a subshell; here it gets one, which only `exit` could tell.
    fn inline_command(&mut self) -> Result<Part, SyntaxError> {
        self.pos += 1;
        let list = self.compound_list(&[b"}"])?;
        self.keyword(b"}", "{")?;
        self.depth -= 1;
        Ok(Part::Command(std::sync::Arc::new(list)))
    }

    fn param(&mut self, quoted: bool) -> Result<Option<Param>, SyntaxError> {
        let prefix = self.at(0);
        if matches!(prefix, Some(b'#' | b'!')) && self.at(1).is_some_and(|b| b != b'}') {
            let save = self.pos;
            self.pos += 1;
            if let Some(name) = self.param_name()
                && self.at(0) == Some(b'}')
            {
                self.pos += 1;
                let op = if prefix == Some(b'#') { ParamOp::Length } else { ParamOp::Name };
                return Ok(Some(Param { name, op }));
            }
            self.pos = save;
        }
        let Some(name) = self.param_name() else { return Ok(None) };
        match self.operation(quoted)? {
            Some(op) => Ok(Some(Param { name, op })),
            None => Ok(None),
        }
    }

    fn param_name(&mut self) -> Option<Vec<u8>> {
        let rest = self.rest();
        let len = match rest.first()? {
            b if b.is_ascii_digit() => rest.iter().take_while(|b| b.is_ascii_digit()).count(),
            b if is_name_start(*b) => rest.iter().take_while(|b| is_name_byte(**b)).count(),
            b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-' => 1,
            _ => return None,
        };
        let name = rest[..len].to_vec();
        self.pos += len;
        Some(name)
    }

    fn operation(&mut self, quoted: bool) -> Result<Option<ParamOp>, SyntaxError> {
        let colon = self.at(0) == Some(b':') && matches!(self.at(1), Some(b'-' | b'=' | b'?' | b'+'));
        if colon {
            self.pos += 1;
        }
        let Some(b) = self.at(0) else { return Err(SyntaxError::NoClosingQuote) };
        let doubled = self.at(1) == Some(b);
        self.pos += 1;
        let op = match b {
            b'}' => return Ok(Some(ParamOp::Plain)),
            b'-' => ParamOp::Default(colon, self.operand(quoted)?),
            b'=' => ParamOp::Assign(colon, self.operand(quoted)?),
            b'?' => ParamOp::Complain(colon, self.operand(quoted)?),
            b'+' => ParamOp::Alternative(colon, self.operand(quoted)?),
            b'#' | b'%' => {
                self.pos += usize::from(doubled);
                ParamOp::Cut { from_end: b == b'%', longest: doubled, pattern: self.operand(false)? }
            }
            b'/' => self.replacement()?,
            b':' => {
                let from = self.until(|b| matches!(b, b'}' | b':'))?;
                let count = if self.at(0) == Some(b':') {
                    self.pos += 1;
                    Some(self.until(|b| b == b'}')?)
                } else {
                    None
                };
                ParamOp::Slice { from, count }
            }
            _ => {
                self.pos -= 1;
                return Ok(None);
            }
        };
        if self.at(0) != Some(b'}') {
            return Err(SyntaxError::NoClosingQuote);
        }
        self.pos += 1;
        Ok(Some(op))
    }

    fn replacement(&mut self) -> Result<ParamOp, SyntaxError> {
        let (all, anchor) = match self.at(0) {
            Some(b'/') => (true, Anchor::Anywhere),
            Some(b'#') => (false, Anchor::Start),
            Some(b'%') => (false, Anchor::End),
            _ => (false, Anchor::Anywhere),
        };
        self.pos += usize::from(all || anchor != Anchor::Anywhere);
        let pattern = self.until(|b| matches!(b, b'}' | b'/'))?;
        let with = if self.at(0) == Some(b'/') {
            self.pos += 1;
            self.until(|b| b == b'}')?
        } else {
            Word::default()
        };
        Ok(ParamOp::Replace { all, anchor, pattern, with })
    }

    fn until(&mut self, ends: fn(u8) -> bool) -> Result<Word, SyntaxError> {
        let word = self.word(ends)?;
        if self.at(0).is_none() { Err(SyntaxError::NoClosingQuote) } else { Ok(word) }
    }

    /// The word of `${x-word}`. Inside double quotes single quotes mean nothing, but double quotes still pair.
    fn operand(&mut self, quoted: bool) -> Result<Word, SyntaxError> {
        if !quoted {
            return self.until(|b| b == b'}');
        }
        let mut all = Vec::new();
        loop {
            all.extend(self.quoted_parts(|b| matches!(b, b'"' | b'}'))?);
            match self.at(0) {
                None => return Err(SyntaxError::NoClosingQuote),
                Some(b'"') => {
                    self.pos += 1;
                    all.extend(self.quoted_parts(|b| b == b'"')?);
                    if self.at(0).is_none() {
                        return Err(SyntaxError::NoClosingQuote);
                    }
                    self.pos += 1;
                }
                Some(_) => return Ok(Word(all)),
            }
        }
    }
}
