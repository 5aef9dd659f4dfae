//! The grammar of the compound commands: if, while, for, case, `[[` and functions.

use std::sync::Arc;

use super::SyntaxError;
use super::lex::Token;
use super::parse::{Reader, unexpected};
use super::syntax::{Arm, Item, Kind, TestWord, is_name};

impl Reader<'_> {
    pub(super) fn if_clause(&mut self) -> Result<Kind, SyntaxError> {
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

    pub(super) fn do_group(&mut self, opener: &'static str) -> Result<Vec<Item>, SyntaxError> {
        self.keyword(b"do", opener)?;
        let body = self.block(&[b"done"], "do")?;
        self.keyword(b"done", "do")?;
        Ok(body)
    }

    pub(super) fn loop_clause(&mut self, until: bool) -> Result<Kind, SyntaxError> {
        let opener = if until { "until" } else { "while" };
        let condition = self.block(&[b"do"], opener)?;
        Ok(Kind::Loop { until, condition, body: self.do_group(opener)? })
    }

    pub(super) fn for_clause(&mut self) -> Result<Kind, SyntaxError> {
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

    pub(super) fn case_clause(&mut self) -> Result<Kind, SyntaxError> {
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

    pub(super) fn test_clause(&mut self) -> Result<Kind, SyntaxError> {
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

    pub(super) fn function_clause(&mut self) -> Result<Kind, SyntaxError> {
        let name = self.need_word("function")?;
        let name = name.bare().filter(|n| is_name(n)).ok_or(SyntaxError::NotIdentifier("function"))?.to_vec();
        if *self.peek()? == Token::Op("(") {
            self.take()?;
            self.close(")", "(")?;
        }
        self.function_body(name)
    }

    pub(super) fn function_body(&mut self, name: Vec<u8>) -> Result<Kind, SyntaxError> {
        self.skip_newlines()?;
        let body = self.command()?;
        if matches!(body.kind, Kind::Simple { .. }) {
            return Err(SyntaxError::Unexpected(b"word".to_vec()));
        }
        Ok(Kind::Function { name, body: Arc::new(body) })
    }
}
