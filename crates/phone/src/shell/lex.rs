//! Reads words and operators from the bytes of a command line.
//! Written by hand, not with parser combinators: what a character means depends on the quoting around it, on
//! whether a command may start here, and on here documents that begin lines later, and `$(…)` calls back into
//! the command grammar in the middle of a word. The reader never fails on odd bytes, only on open ends.

use std::sync::Arc;

use super::parse::Reader;
use super::syntax::{Part, Word};
use super::{DEPTH_MAX, SyntaxError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(Word),
    /// `;` `&` `|` `(` …
    Op(&'static str),
    /// A redirection operator with the descriptor written before it
    Redirect(Option<u8>, &'static str),
    Newline,
    End,
}

/// Longest first.
const OPERATORS: &[&str] = &["&&", "&>", "||", "|&", ";;", ";&", ";|", "&", "|", ";", "(", ")"];
const REDIRECTS: &[&str] = &["<<<", "<<-", "<<", "<&", "<>", "<", ">>", ">&", ">|", ">"];

fn ends_word(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>')
}

impl Reader<'_> {
    pub(super) fn at(&self, offset: usize) -> Option<u8> {
        self.src.get(self.pos + offset).copied()
    }

    pub(super) fn rest(&self) -> &[u8] {
        self.src.get(self.pos..).unwrap_or_default()
    }

    /// Skips what may stand between words: blanks, joined lines and a comment.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            match self.at(0) {
                Some(b' ' | b'\t') => self.pos += 1,
                Some(b'\\') if self.at(1) == Some(b'\n') => self.pos += 2,
                Some(b'#') => {
                    while self.at(0).is_some_and(|b| b != b'\n') {
                        self.pos += 1;
                    }
                }
                _ => return,
            }
        }
    }

    pub(super) fn lex(&mut self) -> Result<Token, SyntaxError> {
        self.skip_blanks();
        let Some(b) = self.at(0) else { return Ok(Token::End) };
        if b == b'\n' {
            self.pos += 1;
            self.read_here_documents()?;
            return Ok(Token::Newline);
        }
        if b.is_ascii_digit() && matches!(self.at(1), Some(b'<' | b'>')) {
            self.pos += 1;
            let op = self.operator(REDIRECTS).unwrap_or("<");
            return Ok(Token::Redirect(Some(b - b'0'), op));
        }
        if let Some(op) = self.operator(REDIRECTS) {
            return Ok(Token::Redirect(None, op));
        }
        match self.operator(OPERATORS) {
            Some("&>") => Ok(Token::Redirect(None, "&>")),
            Some(op) => Ok(Token::Op(op)),
            None => Ok(Token::Word(self.word(ends_word)?)),
        }
    }

    fn operator(&mut self, table: &[&'static str]) -> Option<&'static str> {
        let op = table.iter().find(|op| self.rest().starts_with(op.as_bytes()))?;
        self.pos += op.len();
        Some(op)
    }

    /// Reads one word up to a byte that `ends` it.
    pub(super) fn word(&mut self, ends: fn(u8) -> bool) -> Result<Word, SyntaxError> {
        let mut parts = Parts::default();
        while let Some(b) = self.at(0) {
            match b {
                b'\\' => self.backslash(&mut parts),
                b'\'' => parts.0.push(Part::Quoted(self.single()?)),
                b'"' => parts.0.push(self.double()?),
                b'$' => self.dollar(&mut parts, false)?,
                b'`' => parts.0.push(self.backtick(false)?),
                b'*' | b'?' | b'+' | b'@' | b'!' if self.at(1) == Some(b'(') => {
                    self.pattern_group(&mut parts)?
                }
                _ if ends(b) => break,
                _ => {
                    parts.text(b);
                    self.pos += 1;
                }
            }
        }
        Ok(Word(parts.0))
    }

    fn backslash(&mut self, parts: &mut Parts) {
        match self.at(1) {
            Some(b'\n') => {}
            Some(b) => parts.0.push(Part::Quoted(vec![b])),
            // mksh joins the line with the nothing that follows
            None => {
                self.pos += 1;
                return;
            }
        }
        self.pos += 2;
    }

    /// `@(a|b)` and its like: one piece of a word, bars and brackets included.
    fn pattern_group(&mut self, parts: &mut Parts) -> Result<(), SyntaxError> {
        self.enter()?;
        parts.text(self.at(0).unwrap_or(b'@'));
        parts.text(b'(');
        self.pos += 2;
        loop {
            let inner = self.word(|b| matches!(b, b'|' | b')' | b'(' | b'&'))?;
            for part in inner.0 {
                parts.push(part);
            }
            match self.at(0) {
                None => return Err(SyntaxError::NoClosingQuote),
                Some(b) => {
                    parts.text(b);
                    self.pos += 1;
                    if b == b')' {
                        break;
                    }
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn single(&mut self) -> Result<Vec<u8>, SyntaxError> {
        let start = self.pos + 1;
        let len = self.src[start..].iter().position(|b| *b == b'\'').ok_or(SyntaxError::NoClosingQuote)?;
        self.pos = start + len + 1;
        Ok(self.src[start..start + len].to_vec())
    }

    fn double(&mut self) -> Result<Part, SyntaxError> {
        self.enter()?;
        self.pos += 1;
        let parts = self.quoted_parts(|b| b == b'"')?;
        if self.at(0).is_none() {
            return Err(SyntaxError::NoClosingQuote);
        }
        self.pos += 1;
        self.depth -= 1;
        Ok(Part::Double(parts))
    }

    /// The inside of double quotes, of `$((…))` and of here documents, up to a byte that `ends` it or the end.
    pub(super) fn quoted_parts(&mut self, ends: fn(u8) -> bool) -> Result<Vec<Part>, SyntaxError> {
        let mut parts = Parts::default();
        while let Some(b) = self.at(0) {
            match b {
                _ if ends(b) => break,
                b'\\' => match self.at(1) {
                    Some(b'\n') => self.pos += 2,
                    Some(c) if matches!(c, b'$' | b'`' | b'\\') || c == b'"' && ends(b'"') => {
                        parts.quoted(c);
                        self.pos += 2;
                    }
                    Some(_) => {
                        parts.quoted(b'\\');
                        self.pos += 1;
                    }
                    None => {
                        self.pos += 1;
                    }
                },
                b'$' => self.dollar(&mut parts, true)?,
                b'`' => parts.0.push(self.backtick(ends(b'"'))?),
                _ => {
                    parts.quoted(b);
                    self.pos += 1;
                }
            }
        }
        Ok(parts.0)
    }

    fn dollar(&mut self, parts: &mut Parts, quoted: bool) -> Result<(), SyntaxError> {
        match self.at(1) {
            Some(b'(') => {
                self.enter()?;
                let part = match self.arith_body(self.pos + 1)? {
                    Some(word) => Part::Arith(word),
                    None => {
                        self.pos += 2;
                        Part::Command(Arc::new(self.substitution()?))
                    }
                };
                self.depth -= 1;
                parts.0.push(part);
            }
            Some(b'{') => parts.0.push(self.braced(quoted)?),
            Some(b'\'') if !quoted => {
                self.pos += 2;
                parts.0.push(Part::Quoted(self.dollar_single()?));
            }
            Some(b'"') if !quoted => self.pos += 1,
            Some(b) if b.is_ascii_digit() || matches!(b, b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => {
                self.pos += 2;
                parts.0.push(Part::Param(Box::new(super::params::plain(&[b]))));
            }
            Some(b) if super::syntax::is_name_start(b) => {
                self.pos += 1;
                let mut name = Vec::new();
                loop {
                    match self.at(0) {
                        Some(b) if super::syntax::is_name_byte(b) => {
                            name.push(b);
                            self.pos += 1;
                        }
                        // a joined line does not end the name
                        Some(b'\\') if self.at(1) == Some(b'\n') => self.pos += 2,
                        _ => break,
                    }
                }
                parts.0.push(Part::Param(Box::new(super::params::plain(&name))));
            }
            _ => {
                if quoted {
                    parts.quoted(b'$');
                } else {
                    parts.text(b'$');
                }
                self.pos += 1;
            }
        }
        Ok(())
    }

    /// If an arithmetic expression `(( … ))` begins at `open`, reads it and stands behind it.
    /// Brackets inside must pair and the last two must touch; else it was nested subshells all along.
    pub(super) fn arith_body(&mut self, open: usize) -> Result<Option<Word>, SyntaxError> {
        if !self.src[open..].starts_with(b"((") {
            return Ok(None);
        }
        let (start, mut level, mut i) = (open + 2, 2u32, open + 2);
        let mut quote = None;
        while let Some(&b) = self.src.get(i) {
            match (quote, b) {
                (_, b'\\') => i += 1,
                (Some(q), _) if b == q => quote = None,
                (Some(_), _) => {}
                (None, b'\'' | b'"' | b'`') => quote = Some(b),
                (None, b'(') => level += 1,
                (None, b')') => {
                    level -= 1;
                    if level == 1 && self.src.get(i + 1) != Some(&b')') {
                        return Ok(None);
                    }
                    if level == 0 {
                        break;
                    }
                }
                _ => {}
            }
            i += 1;
        }
        if level != 0 {
            return if self.src[open..].ends_with(b"((") {
                Ok(None)
            } else {
                Err(SyntaxError::NoClosingQuote)
            };
        }
        let word = self.inside(start, i - 1, |r| r.arith_parts())?;
        self.pos = i + 1;
        Ok(Some(word))
    }

    /// An expression expands as in double quotes, but quotes in it are still quotes.
    fn arith_parts(&mut self) -> Result<Word, SyntaxError> {
        let mut all = Vec::new();
        while self.at(0).is_some() {
            all.extend(self.quoted_parts(|b| matches!(b, b'"' | b'\''))?);
            match self.at(0) {
                Some(b'"') => all.push(self.double()?),
                Some(b'\'') => all.push(Part::Quoted(self.single()?)),
                _ => {}
            }
        }
        Ok(Word(all))
    }

    /// Reads a stretch of the source with a reader of its own.
    pub(super) fn inside<T>(
        &self,
        from: usize,
        to: usize,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        let mut reader = Reader::new(&self.src[from..to], self.depth + 1);
        read(&mut reader)
    }

    fn backtick(&mut self, in_double: bool) -> Result<Part, SyntaxError> {
        let mut body = Vec::new();
        self.pos += 1;
        loop {
            match self.at(0) {
                None => return Err(SyntaxError::NoClosingQuote),
                Some(b'`') => break,
                Some(b'\\') => match self.at(1) {
                    Some(c) if matches!(c, b'\\' | b'$' | b'`') || in_double && c == b'"' => {
                        body.push(c);
                        self.pos += 2;
                    }
                    _ => {
                        body.push(b'\\');
                        self.pos += 1;
                    }
                },
                Some(b) => {
                    body.push(b);
                    self.pos += 1;
                }
            }
        }
        self.pos += 1;
        Ok(Part::Backtick(body))
    }

    /// `$'…'`, standing behind its opening quote.
    fn dollar_single(&mut self) -> Result<Vec<u8>, SyntaxError> {
        let mut out = Vec::new();
        loop {
            match self.at(0) {
                None => return Err(SyntaxError::NoClosingQuote),
                Some(b'\'') => break,
                Some(b'\\') => {
                    let (bytes, used) =
                        super::escape::one(&self.src[self.pos + 1..], super::escape::Form::DollarQuote);
                    out.extend(bytes);
                    self.pos += 1 + used;
                }
                Some(b) => {
                    out.push(b);
                    self.pos += 1;
                }
            }
        }
        self.pos += 1;
        // a word cannot hold a NUL: it ends the string, as in C
        if let Some(nul) = out.iter().position(|b| *b == 0) {
            out.truncate(nul);
        }
        Ok(out)
    }

    pub(super) fn enter(&mut self) -> Result<(), SyntaxError> {
        self.depth += 1;
        if self.depth > DEPTH_MAX { Err(SyntaxError::TooDeep) } else { Ok(()) }
    }
}

/// Parts under construction: neighbouring characters of a kind become one part.
#[derive(Default)]
pub(super) struct Parts(pub(super) Vec<Part>);

impl Parts {
    pub(super) fn text(&mut self, b: u8) {
        match self.0.last_mut() {
            Some(Part::Text(text)) => text.push(b),
            _ => self.0.push(Part::Text(vec![b])),
        }
    }

    pub(super) fn quoted(&mut self, b: u8) {
        match self.0.last_mut() {
            Some(Part::Quoted(text)) => text.push(b),
            _ => self.0.push(Part::Quoted(vec![b])),
        }
    }

    fn push(&mut self, part: Part) {
        match (self.0.last_mut(), part) {
            (Some(Part::Text(a)), Part::Text(b)) => a.extend(b),
            (_, part) => self.0.push(part),
        }
    }
}
