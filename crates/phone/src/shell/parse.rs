//! The grammar of commands, by recursive descent over the tokens of `lex`.
//! A line is read and run before the next one is looked at, as a shell does, so an error in line three
//! leaves lines one and two done.

use std::sync::{Arc, OnceLock};

use super::SyntaxError;
use super::lex::Token;
use super::syntax::{
    AndOr, Arm, Assignment, Command, End, Item, Kind, Part, Pipeline, Redirect, RedirectKind, TestWord, Word,
    is_name,
};

const RESERVED: &[&[u8]] = &[b"then", b"else", b"elif", b"fi", b"do", b"done", b"esac", b"}", b"in"];

/// A here document whose text is still to come.
struct PendingHere {
    delimiter: Vec<u8>,
    strip_tabs: bool,
    literal: bool,
    text: Arc<OnceLock<Word>>,
}

/// Reads commands from bytes.
pub(super) struct Reader<'s> {
    pub(super) src: &'s [u8],
    pub(super) pos: usize,
    pub(super) depth: u32,
    peeked: Option<(Token, usize)>,
    here: Vec<PendingHere>,
}

impl<'s> Reader<'s> {
    pub(super) fn new(src: &'s [u8], depth: u32) -> Reader<'s> {
        Reader { src, pos: 0, depth, peeked: None, here: Vec::new() }
    }

    /// The next complete line of commands, or `None` at the end.
    pub(super) fn line(&mut self) -> Result<Option<Vec<Item>>, SyntaxError> {
        loop {
            match self.peek()? {
                Token::Newline => {
                    self.take()?;
                }
                Token::End => return self.unclosed_here().map(|()| None),
                _ => break,
            }
        }
        let mut items = Vec::new();
        loop {
            let mut item = self.and_or()?;
            let more = match self.take()? {
                Token::Newline => false,
                Token::End => {
                    self.unclosed_here()?;
                    false
                }
                Token::Op(";") => true,
                Token::Op("&") => {
                    item.end = End::Background;
                    true
                }
                Token::Op("|&") => {
                    item.end = End::Coprocess;
                    true
                }
                other => return Err(unexpected(&other)),
            };
            items.push(item);
            if !more {
                return Ok(Some(items));
            }
            match self.peek()? {
                Token::Newline => {
                    self.take()?;
                    return Ok(Some(items));
                }
                Token::End => {
                    self.unclosed_here()?;
                    return Ok(Some(items));
                }
                _ => {}
            }
        }
    }

    fn unclosed_here(&self) -> Result<(), SyntaxError> {
        match self.here.first() {
            Some(here) => Err(SyntaxError::UnclosedHere(here.delimiter.clone())),
            None => Ok(()),
        }
    }

    pub(super) fn peek(&mut self) -> Result<&Token, SyntaxError> {
        if self.peeked.is_none() {
            let token = self.lex()?;
            self.peeked = Some((token, self.pos));
        }
        Ok(self.peeked.as_ref().map_or(&Token::End, |(token, _)| token))
    }

    pub(super) fn take(&mut self) -> Result<Token, SyntaxError> {
        match self.peeked.take() {
            Some((token, _)) => Ok(token),
            None => self.lex(),
        }
    }

    fn skip_newlines(&mut self) -> Result<(), SyntaxError> {
        while *self.peek()? == Token::Newline {
            self.take()?;
        }
        Ok(())
    }

    fn peek_bare(&mut self) -> Result<Option<&[u8]>, SyntaxError> {
        match self.peek()? {
            Token::Word(word) => Ok(word.bare()),
            _ => Ok(None),
        }
    }

    /// Takes the keyword `word`, which closes what `opener` opened.
    pub(super) fn keyword(&mut self, word: &[u8], opener: &'static str) -> Result<(), SyntaxError> {
        match self.take()? {
            Token::Word(w) if w.bare() == Some(word) => Ok(()),
            Token::End => Err(SyntaxError::Unmatched(opener)),
            other => Err(unexpected(&other)),
        }
    }

    fn close(&mut self, op: &'static str, opener: &'static str) -> Result<(), SyntaxError> {
        match self.take()? {
            Token::Op(o) if o == op => Ok(()),
            Token::End => Err(SyntaxError::Unmatched(opener)),
            other => Err(unexpected(&other)),
        }
    }

    /// The list of `$( … )`, standing behind the opening bracket.
    pub(super) fn substitution(&mut self) -> Result<Vec<Item>, SyntaxError> {
        let outer = std::mem::take(&mut self.here);
        let list = self.compound_list(&[])?;
        self.close(")", "(")?;
        self.here = outer;
        Ok(list)
    }

    /// Commands up to (not including) one of the words in `ends`, a `)`, `;;` or the end. May be empty only before `)`.
    pub(super) fn compound_list(&mut self, ends: &[&[u8]]) -> Result<Vec<Item>, SyntaxError> {
        self.enter()?;
        let mut items = Vec::new();
        loop {
            self.skip_newlines()?;
            if matches!(self.peek()?, Token::End | Token::Op(")" | ";;" | ";&" | ";|")) {
                break;
            }
            if self.peek_bare()?.is_some_and(|w| ends.contains(&w)) {
                break;
            }
            let mut item = self.and_or()?;
            let more = match self.peek()? {
                Token::Op(";") | Token::Newline => true,
                Token::Op("&") => {
                    item.end = End::Background;
                    true
                }
                Token::Op("|&") => {
                    item.end = End::Coprocess;
                    true
                }
                _ => false,
            };
            items.push(item);
            if !more {
                break;
            }
            self.take()?;
        }
        self.depth -= 1;
        Ok(items)
    }

    fn block(&mut self, ends: &[&[u8]], opener: &'static str) -> Result<Vec<Item>, SyntaxError> {
        let list = self.compound_list(ends)?;
        if list.is_empty() {
            let token = self.take()?;
            return Err(if token == Token::End {
                SyntaxError::Unmatched(opener)
            } else {
                unexpected(&token)
            });
        }
        Ok(list)
    }

    fn and_or(&mut self) -> Result<Item, SyntaxError> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            let join = match self.peek()? {
                Token::Op("&&") => AndOr::And,
                Token::Op("||") => AndOr::Or,
                _ => return Ok(Item { first, rest, end: End::Wait }),
            };
            self.take()?;
            self.skip_newlines()?;
            rest.push((join, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Result<Pipeline, SyntaxError> {
        let mut negate = false;
        while self.peek_bare()? == Some(b"!") {
            self.take()?;
            negate = !negate;
        }
        if self.peek_bare()? == Some(b"time") {
            self.take()?;
        }
        let mut commands = vec![self.command()?];
        while *self.peek()? == Token::Op("|") {
            self.take()?;
            self.skip_newlines()?;
            commands.push(self.command()?);
        }
        Ok(Pipeline { negate, commands })
    }

    fn command(&mut self) -> Result<Command, SyntaxError> {
        self.enter()?;
        let mut redirects = Vec::new();
        while matches!(self.peek()?, Token::Redirect(..)) {
            redirects.push(self.redirect()?);
        }
        let kind = match self.peek()? {
            Token::Op("(") if redirects.is_empty() => {
                self.take()?;
                Some(self.bracket()?)
            }
            Token::Word(word) => match word.bare().map(<[u8]>::to_vec) {
                Some(bare) if redirects.is_empty() => self.compound(&bare)?,
                _ => None,
            },
            _ => None,
        };
        let command = match kind {
            Some(Kind::Function { name, body }) => Command { kind: Kind::Function { name, body }, redirects },
            Some(kind) => {
                while matches!(self.peek()?, Token::Redirect(..)) {
                    redirects.push(self.redirect()?);
                }
                Command { kind, redirects }
            }
            None => self.simple(redirects)?,
        };
        self.depth -= 1;
        Ok(command)
    }

    /// Behind `(`: arithmetic if a second one follows and they close together, else a subshell.
    fn bracket(&mut self) -> Result<Kind, SyntaxError> {
        if self.at(0) == Some(b'(')
            && let Some(word) = self.arith_body(self.pos - 1)?
        {
            return Ok(Kind::Arith(word));
        }
        let list = self.block(&[], "(")?;
        self.close(")", "(")?;
        Ok(Kind::Subshell(list))
    }

    fn compound(&mut self, word: &[u8]) -> Result<Option<Kind>, SyntaxError> {
        let read: fn(&mut Self) -> Result<Kind, SyntaxError> = match word {
            b"{" => |r| {
                let list = r.block(&[b"}"], "{")?;
                r.keyword(b"}", "{")?;
                Ok(Kind::Group(list))
            },
            b"if" => Self::if_clause,
            b"while" => |r| r.loop_clause(false),
            b"until" => |r| r.loop_clause(true),
            b"for" => Self::for_clause,
            b"case" => Self::case_clause,
            b"[[" => Self::test_clause,
            b"function" => Self::function_clause,
            _ if RESERVED.contains(&word) && word != b"in" => {
                return Err(SyntaxError::Unexpected(word.to_vec()));
            }
            _ => return Ok(None),
        };
        self.take()?;
        read(self).map(Some)
    }

    fn if_clause(&mut self) -> Result<Kind, SyntaxError> {
        let mut arms = Vec::new();
        loop {
            let condition = self.block(&[b"then"], "if")?;
            self.keyword(b"then", "if")?;
            arms.push((condition, self.block(&[b"elif", b"else", b"fi"], "then")?));
            match self.peek_bare()? {
                Some(b"elif") => {
                    self.take()?;
                }
                Some(b"else") => {
                    self.take()?;
                    let otherwise = Some(self.block(&[b"fi"], "else")?);
                    self.keyword(b"fi", "if")?;
                    return Ok(Kind::If { arms, otherwise });
                }
                _ => {
                    self.keyword(b"fi", "if")?;
                    return Ok(Kind::If { arms, otherwise: None });
                }
            }
        }
    }

    fn do_group(&mut self, opener: &'static str) -> Result<Vec<Item>, SyntaxError> {
        self.keyword(b"do", opener)?;
        let body = self.block(&[b"done"], "do")?;
        self.keyword(b"done", "do")?;
        Ok(body)
    }

    fn loop_clause(&mut self, until: bool) -> Result<Kind, SyntaxError> {
        let opener = if until { "until" } else { "while" };
        let condition = self.block(&[b"do"], opener)?;
        Ok(Kind::Loop { until, condition, body: self.do_group(opener)? })
    }

    fn for_clause(&mut self) -> Result<Kind, SyntaxError> {
        let name = match self.take()? {
            Token::Word(word) => match word.bare() {
                Some(name) if is_name(name) => name.to_vec(),
                _ => return Err(SyntaxError::NotIdentifier("for")),
            },
            other => return Err(unexpected(&other)),
        };
        self.skip_newlines()?;
        let mut words = None;
        if self.peek_bare()? == Some(b"in") {
            self.take()?;
            let mut list = Vec::new();
            while matches!(self.peek()?, Token::Word(_)) {
                if let Token::Word(word) = self.take()? {
                    list.push(word);
                }
            }
            words = Some(list);
        }
        if *self.peek()? == Token::Op(";") {
            self.take()?;
        }
        self.skip_newlines()?;
        Ok(Kind::For { name, words, body: self.do_group("for")? })
    }

    fn case_clause(&mut self) -> Result<Kind, SyntaxError> {
        let word = self.need_word("case")?;
        self.skip_newlines()?;
        self.keyword(b"in", "case")?;
        let mut arms = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.peek_bare()? == Some(b"esac") {
                self.take()?;
                return Ok(Kind::Case { word, arms });
            }
            if *self.peek()? == Token::Op("(") {
                self.take()?;
            }
            let mut patterns = vec![self.need_word("case")?];
            while *self.peek()? == Token::Op("|") {
                self.take()?;
                patterns.push(self.need_word("case")?);
            }
            self.close(")", "case")?;
            let body = self.compound_list(&[b"esac"])?;
            let mut falls_through = false;
            match self.peek()? {
                Token::Op(op @ (";;" | ";&" | ";|")) => {
                    falls_through = *op != ";;";
                    self.take()?;
                }
                Token::Word(w) if w.bare() == Some(b"esac") => {}
                Token::End => return Err(SyntaxError::Unmatched("case")),
                other => return Err(unexpected(other)),
            }
            arms.push(Arm { patterns, body, falls_through });
        }
    }

    fn need_word(&mut self, opener: &'static str) -> Result<Word, SyntaxError> {
        match self.take()? {
            Token::Word(word) => Ok(word),
            Token::End => Err(SyntaxError::Unmatched(opener)),
            other => Err(unexpected(&other)),
        }
    }

    fn test_clause(&mut self) -> Result<Kind, SyntaxError> {
        let mut words = Vec::new();
        loop {
            words.push(match self.take()? {
                Token::Word(word) if word.bare() == Some(b"]]") => return Ok(Kind::Test(words)),
                Token::Word(word) => TestWord::Word(word),
                Token::Op("&&") => TestWord::And,
                Token::Op("||") => TestWord::Or,
                Token::Op("(") => TestWord::Open,
                Token::Op(")") => TestWord::Close,
                Token::Redirect(None, "<") => TestWord::Less,
                Token::Redirect(None, ">") => TestWord::Greater,
                Token::Newline => continue,
                Token::End => return Err(SyntaxError::Unmatched("[[")),
                other => return Err(unexpected(&other)),
            });
        }
    }

    fn function_clause(&mut self) -> Result<Kind, SyntaxError> {
        let name = self.need_word("function")?;
        let name = name.bare().filter(|n| is_name(n)).ok_or(SyntaxError::NotIdentifier("function"))?.to_vec();
        if *self.peek()? == Token::Op("(") {
            self.take()?;
            self.close(")", "(")?;
        }
        self.function_body(name)
    }

    fn function_body(&mut self, name: Vec<u8>) -> Result<Kind, SyntaxError> {
        self.skip_newlines()?;
        let body = self.command()?;
        if matches!(body.kind, Kind::Simple { .. }) {
            return Err(SyntaxError::Unexpected(b"word".to_vec()));
        }
        Ok(Kind::Function { name, body: Arc::new(body) })
    }

    fn simple(&mut self, mut redirects: Vec<Redirect>) -> Result<Command, SyntaxError> {
        let mut assignments = Vec::new();
        let mut words: Vec<Word> = Vec::new();
        loop {
            match self.peek()? {
                Token::Redirect(..) => redirects.push(self.redirect()?),
                Token::Word(_) => {
                    if let Token::Word(word) = self.take()? {
                        match assignment(&word) {
                            Some(found) if words.is_empty() => assignments.push(found),
                            _ => words.push(word),
                        }
                    }
                }
                Token::Op("(") if words.len() == 1 && assignments.is_empty() && redirects.is_empty() => {
                    self.take()?;
                    self.close(")", "(")?;
                    let name =
                        words[0].bare().filter(|n| is_function_name(n)).ok_or(SyntaxError::FunctionName)?;
                    let kind = self.function_body(name.to_vec())?;
                    return Ok(Command { kind, redirects });
                }
                Token::Op("(") if words.is_empty() && !assignments.is_empty() => {
                    words = self.array(assignments.pop())?;
                }
                _ => break,
            }
        }
        if assignments.is_empty() && words.is_empty() && redirects.is_empty() {
            let token = self.take()?;
            return Err(unexpected(&token));
        }
        Ok(Command { kind: Kind::Simple { assignments, words }, redirects })
    }

    /// `x=(a b)`, which mksh turns into `set -A x -- a b`.
    fn array(&mut self, one: Option<Assignment>) -> Result<Vec<Word>, SyntaxError> {
        self.take()?;
        let text = |text: &[u8]| Word(vec![Part::Text(text.to_vec())]);
        let mut name = one.as_ref().map(|a| a.name.clone()).unwrap_or_default();
        // with something between `=` and `(` it is no name, which `set` will say
        if one.is_some_and(|a| !a.value.0.is_empty()) {
            name.push(b'=');
        }
        let mut words = vec![text(b"set"), text(b"-A"), Word(vec![Part::Quoted(name)]), text(b"--")];
        loop {
            match self.take()? {
                Token::Word(word) => words.push(word),
                Token::Newline => {}
                Token::Op(")") => return Ok(words),
                Token::End => return Err(SyntaxError::Unmatched("(")),
                other => return Err(unexpected(&other)),
            }
        }
    }

    fn redirect(&mut self) -> Result<Redirect, SyntaxError> {
        let Token::Redirect(fd, op) = self.take()? else {
            return Err(SyntaxError::Unexpected(b"<".to_vec()));
        };
        self.skip_blanks();
        let start = self.pos;
        let word = match self.take()? {
            Token::Word(word) => word,
            other => return Err(unexpected(&other)),
        };
        let raw = &self.src[start..self.pos];
        let kind = match op {
            "<" => RedirectKind::Read(word),
            ">" | ">|" => RedirectKind::Write(word),
            ">>" => RedirectKind::Append(word),
            "<>" => RedirectKind::ReadWrite(word),
            "&>" => RedirectKind::Both(word),
            "<&" | ">&" => RedirectKind::Copy(word),
            "<<<" => RedirectKind::HereString(word),
            _ => {
                let text = Arc::new(OnceLock::new());
                let literal = raw.iter().any(|b| matches!(b, b'\'' | b'"' | b'\\'));
                let delimiter = unquote(raw);
                self.here.push(PendingHere {
                    delimiter,
                    strip_tabs: op == "<<-",
                    literal,
                    text: text.clone(),
                });
                RedirectKind::Here(text)
            }
        };
        let default = u8::from(!op.starts_with('<'));
        Ok(Redirect { fd: fd.unwrap_or(default), kind })
    }

    /// Called at the end of a line: reads the texts of the here documents that began on it.
    pub(super) fn read_here_documents(&mut self) -> Result<(), SyntaxError> {
        for here in std::mem::take(&mut self.here) {
            let mut body = Vec::new();
            loop {
                if self.pos >= self.src.len() {
                    return Err(SyntaxError::UnclosedHere(here.delimiter));
                }
                let rest = self.rest();
                let len = rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |n| n + 1);
                let mut line = &rest[..len];
                if here.strip_tabs {
                    line = &line[line.iter().take_while(|b| **b == b'\t').count()..];
                }
                let done = line.strip_suffix(b"\n").unwrap_or(line) == here.delimiter;
                if !done {
                    body.extend_from_slice(line);
                }
                self.pos += len;
                if done {
                    break;
                }
            }
            let word = if here.literal {
                Word(vec![Part::Quoted(body)])
            } else {
                Word(Reader::new(&body, self.depth + 1).quoted_parts(|_| false)?)
            };
            let _set_once = here.text.set(word);
        }
        Ok(())
    }
}

fn is_function_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.iter().any(|b| matches!(b, b'=' | b'$' | b'*' | b'?' | b'[' | b']' | b'/'))
}

/// What a here document's delimiter is once its quotes are gone.
fn unquote(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = raw.iter();
    while let Some(b) = bytes.next() {
        match b {
            b'\\' => out.extend(bytes.next()),
            b'\'' | b'"' => {}
            b => out.push(*b),
        }
    }
    out
}

fn assignment(word: &Word) -> Option<Assignment> {
    let (first, rest) = word.0.split_first()?;
    let Part::Text(text) = first else { return None };
    let equals = text.iter().position(|b| *b == b'=')?;
    let (name, append) = match text[..equals].strip_suffix(b"+") {
        Some(name) => (name, true),
        None => (&text[..equals], false),
    };
    if !is_name(name) {
        return None;
    }
    let mut value = Vec::new();
    if equals + 1 < text.len() {
        value.push(Part::Text(text[equals + 1..].to_vec()));
    }
    value.extend_from_slice(rest);
    Some(Assignment { name: name.to_vec(), append, value: Word(value) })
}

fn unexpected(token: &Token) -> SyntaxError {
    SyntaxError::Unexpected(match token {
        Token::Word(word) => match word.0.first() {
            Some(Part::Text(text) | Part::Quoted(text)) => text.clone(),
            _ => b"word".to_vec(),
        },
        Token::Op(op) | Token::Redirect(_, op) => op.as_bytes().to_vec(),
        Token::Newline => b"newline".to_vec(),
        Token::End => return SyntaxError::UnexpectedEnd,
    })
}
