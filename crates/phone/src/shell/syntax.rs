//! What a command line means once it has been read: words made of parts, commands made of words.
//! Plain data. Words are bytes, because a client may send any.

use std::sync::{Arc, OnceLock};

/// One word as written, before any expansion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Word(pub Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Unquoted characters: may be split by nothing, but globbed, braced and tilded.
    Text(Vec<u8>),
    /// Characters that stand for themselves.
    Quoted(Vec<u8>),
    /// `"…"`: what is inside expands, but is not split or globbed.
    Double(Vec<Part>),
    /// `$x`, `${x…}`
    Param(Box<Param>),
    /// `$(…)`, read together with the line.
    Command(Arc<Vec<Item>>),
    /// `` `…` ``: mksh reads what is inside only when it runs it.
    Backtick(Vec<u8>),
    /// `$((…))`
    Arith(Word),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    pub name: Vec<u8>,
    pub op: ParamOp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParamOp {
    Plain,
    /// `${#x}`
    Length,
    /// `${!x}`: the name itself
    Name,
    /// `-`, `=`, `?`, `+`; `true` if written with a colon, so that empty counts as unset
    Default(bool, Word),
    Assign(bool, Word),
    Complain(bool, Word),
    Alternative(bool, Word),
    /// `#`, `##`, `%`, `%%`
    Cut {
        from_end: bool,
        longest: bool,
        pattern: Word,
    },
    /// `${x/pattern/with}`
    Replace {
        all: bool,
        anchor: Anchor,
        pattern: Word,
        with: Word,
    },
    /// `${x:from:count}`
    Slice {
        from: Word,
        count: Option<Word>,
    },
    /// An operator that mksh does not know: the text, for the message.
    Bad(Vec<u8>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Anywhere,
    Start,
    End,
}

/// A pipeline chain and how it is joined to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub first: Pipeline,
    pub rest: Vec<(AndOr, Pipeline)>,
    pub end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AndOr {
    And,
    Or,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// `;` or a new line
    Wait,
    /// `&`
    Background,
    /// `|&`: mksh's co-process
    Coprocess,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipeline {
    pub negate: bool,
    pub commands: Vec<Command>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub kind: Kind,
    pub redirects: Vec<Redirect>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Simple {
        assignments: Vec<Assignment>,
        words: Vec<Word>,
    },
    Subshell(Vec<Item>),
    Group(Vec<Item>),
    If {
        arms: Vec<(Vec<Item>, Vec<Item>)>,
        otherwise: Option<Vec<Item>>,
    },
    Loop {
        until: bool,
        condition: Vec<Item>,
        body: Vec<Item>,
    },
    For {
        name: Vec<u8>,
        words: Option<Vec<Word>>,
        body: Vec<Item>,
    },
    Case {
        word: Word,
        arms: Vec<Arm>,
    },
    Function {
        name: Vec<u8>,
        body: Arc<Command>,
    },
    /// `[[ … ]]`: the words between, operators included
    Test(Vec<TestWord>),
    /// `(( … ))`
    Arith(Word),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    pub patterns: Vec<Word>,
    pub body: Vec<Item>,
    /// `;;` ends, `;&` falls through
    pub falls_through: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestWord {
    Word(Word),
    And,
    Or,
    Open,
    Close,
    Less,
    Greater,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub name: Vec<u8>,
    /// `x+=y`
    pub append: bool,
    pub value: Word,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    pub fd: u8,
    pub kind: RedirectKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedirectKind {
    Read(Word),
    Write(Word),
    Append(Word),
    ReadWrite(Word),
    /// `>&`, `<&`
    Copy(Word),
    /// `&>`
    Both(Word),
    /// `<<<`: a line of its own
    HereString(Word),
    /// `<<`: the text, which is read only at the end of the line
    Here(Arc<OnceLock<Word>>),
}

impl Word {
    /// The characters of a word that has nothing quoted and nothing to expand, as keywords must be.
    pub fn bare(&self) -> Option<&[u8]> {
        match self.0.as_slice() {
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }
}

pub fn is_name(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|b| is_name_start(*b)) && bytes.iter().all(|b| is_name_byte(*b))
}

pub fn is_name_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_'
}

pub fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The words of an item that is one simple command with nothing to expand.
pub fn literal(item: &Item) -> Option<Vec<Vec<u8>>> {
    let [Command { kind: Kind::Simple { assignments, words }, redirects }] = item.first.commands.as_slice()
    else {
        return None;
    };
    if !assignments.is_empty() || !redirects.is_empty() || !item.rest.is_empty() || item.first.negate {
        return None;
    }
    words.iter().map(literal_word).collect()
}

fn literal_word(word: &Word) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    for part in &word.0 {
        match part {
            Part::Quoted(text) => out.extend_from_slice(text),
            Part::Text(text) if !text.iter().any(|b| b"*?[{~$".contains(b)) => out.extend_from_slice(text),
            Part::Double(parts) => out.extend(literal_word(&Word(parts.clone()))?),
            _ => return None,
        }
    }
    Some(out)
}
