//! `test`, `[` and `[[`: files, strings and numbers compared.

use super::pattern::{Marked, Pattern};
use super::redirect::Outer;
use super::syntax::TestWord;
use super::{Flow, Shell, arith};
use crate::files::{Device, Files, Kind, absolute};

const DEPTH_MAX: u32 = 64;

/// One word of a test. `[[` keeps quoting for its patterns and knows its operators from words.
#[derive(Clone)]
enum Item {
    Word(Marked),
    Op(&'static str),
}

struct Test<'t> {
    items: &'t [Item],
    pos: usize,
    depth: u32,
    /// `[[`: the right side of `=` is a pattern
    patterns: bool,
    cwd: &'t [u8],
    files: &'t Files,
}

/// What `test WORD…` says. `Err` is the complaint.
pub fn test(words: &[Vec<u8>], cwd: &[u8], files: &Files) -> Result<bool, Vec<u8>> {
    let items: Vec<Item> = words
        .iter()
        .map(|word| {
            let mut marked = Marked::default();
            marked.push(word, true);
            Item::Word(marked)
        })
        .collect();
    // POSIX decides short tests by their number of words, so that `test -f = -f` compares
    let text = |i: usize| words[i].as_slice();
    let mut test = Test { items: &items, pos: 0, depth: 0, patterns: false, cwd, files };
    match words.len() {
        0 => return Ok(false),
        1 => return Ok(!text(0).is_empty()),
        2 if text(0) == b"!" => return Ok(text(1).is_empty()),
        3 if binary_op(text(1)) => return test.compare(text(0), text(1), &marked(&items[2])),
        4 if text(0) == b"!" && binary_op(text(2)) => {
            return test.compare(text(1), text(2), &marked(&items[3])).map(|yes| !yes);
        }
        _ => {}
    }
    let yes = test.any()?;
    test.end()?;
    Ok(yes)
}

/// Runs `[[ … ]]`.
pub(super) fn bracket(shell: &mut Shell, words: &[TestWord], outer: &Outer<'_>) -> Result<u8, Flow> {
    let mut items = Vec::new();
    for word in words {
        items.push(match word {
            TestWord::Word(word) => match word.bare() {
                Some(b"!") => Item::Op("!"),
                _ => Item::Word(shell.pattern_word(word, outer)?),
            },
            TestWord::And => Item::Op("-a"),
            TestWord::Or => Item::Op("-o"),
            TestWord::Open => Item::Op("("),
            TestWord::Close => Item::Op(")"),
            TestWord::Less => Item::Op("<"),
            TestWord::Greater => Item::Op(">"),
        });
    }
    let mut test =
        Test { items: &items, pos: 0, depth: 0, patterns: true, cwd: &shell.cwd, files: &shell.files };
    match test.any().and_then(|yes| test.end().map(|()| yes)) {
        Ok(yes) => Ok(u8::from(!yes)),
        Err(message) => Err(shell.fatal(outer, &[b"[[: ", message.as_slice()].concat())),
    }
}

fn marked(item: &Item) -> Marked {
    match item {
        Item::Word(word) => word.clone(),
        Item::Op(op) => {
            let mut word = Marked::default();
            word.push(op.as_bytes(), false);
            word
        }
    }
}

fn binary_op(op: &[u8]) -> bool {
    matches!(
        op,
        b"=" | b"=="
            | b"!="
            | b"<"
            | b">"
            | b"-eq"
            | b"-ne"
            | b"-lt"
            | b"-le"
            | b"-gt"
            | b"-ge"
            | b"-nt"
            | b"-ot"
            | b"-ef"
    )
}

fn unary_op(op: &[u8]) -> bool {
    matches!(op, [b'-', flag] if b"bcdefghLnprstuwxzSkOG".contains(flag))
}

impl Test<'_> {
    fn text(&self, ahead: usize) -> Option<Vec<u8>> {
        self.items.get(self.pos + ahead).map(|item| marked(item).text)
    }

    fn takes(&mut self, op: &str) -> bool {
        let found = match self.items.get(self.pos) {
            Some(Item::Op(o)) => *o == op,
            Some(Item::Word(w)) => !self.patterns && w.text == op.as_bytes(),
            None => false,
        };
        self.pos += usize::from(found);
        found
    }

    fn end(&self) -> Result<(), Vec<u8>> {
        match self.text(0) {
            None => Ok(()),
            Some(word) => Err([word.as_slice(), b": unexpected operator/operand"].concat()),
        }
    }

    fn any(&mut self) -> Result<bool, Vec<u8>> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(b"nested too deeply".to_vec());
        }
        let mut yes = self.all()?;
        while self.takes("-o") {
            let right = self.all()?;
            yes = yes || right;
        }
        self.depth -= 1;
        Ok(yes)
    }

    fn all(&mut self) -> Result<bool, Vec<u8>> {
        let mut yes = self.not()?;
        while self.takes("-a") {
            let right = self.not()?;
            yes = yes && right;
        }
        Ok(yes)
    }

    fn not(&mut self) -> Result<bool, Vec<u8>> {
        let mut negate = false;
        while self.pos + 1 < self.items.len() && self.takes("!") {
            negate = !negate;
        }
        self.primary().map(|yes| yes != negate)
    }

    fn primary(&mut self) -> Result<bool, Vec<u8>> {
        let missing = || b"expression expected".to_vec();
        if let Some(op) = self.text(1)
            && binary_op(&op)
            && let (Some(left), Some(right)) = (self.text(0), self.items.get(self.pos + 2).map(marked))
        {
            self.pos += 3;
            return self.compare(&left, &op, &right);
        }
        if self.takes("(") {
            let yes = self.any()?;
            return if self.takes(")") { Ok(yes) } else { Err(b"missing closing paren".to_vec()) };
        }
        let first = self.text(0).ok_or_else(missing)?;
        self.pos += 1;
        if unary_op(&first)
            && let Some(operand) = self.text(0)
        {
            self.pos += 1;
            return Ok(self.unary(first[1], &operand));
        }
        Ok(!first.is_empty())
    }

    fn unary(&self, flag: u8, operand: &[u8]) -> bool {
        match flag {
            b'n' => return !operand.is_empty(),
            b'z' => return operand.is_empty(),
            b't' => return false,
            _ => {}
        }
        let path = absolute(self.cwd, operand);
        let Ok(stat) = self.files.stat(&path, !matches!(flag, b'h' | b'L')) else { return false };
        match flag {
            b'd' => stat.kind == Kind::Directory,
            b'f' => stat.kind == Kind::File,
            b'h' | b'L' => stat.kind == Kind::Link,
            b'c' => matches!(stat.kind, Kind::Device(Device::Null | Device::Zero | Device::Tty)),
            b's' => stat.size > 0,
            b'r' => self.files.open_read(&path).is_ok(),
            b'w' => stat.mode & 0o200 != 0,
            b'x' => stat.mode & 0o111 != 0,
            b'b' | b'p' | b'S' | b'u' | b'g' | b'k' => false,
            _ => true,
        }
    }

    fn compare(&self, left: &[u8], op: &[u8], right: &Marked) -> Result<bool, Vec<u8>> {
        let same = || {
            if self.patterns { Pattern::new(right).matches(left) } else { left == right.text }
        };
        let time = |path: &[u8]| self.files.stat(&absolute(self.cwd, path), true).ok();
        Ok(match op {
            b"=" | b"==" => same(),
            b"!=" => !same(),
            b"<" => left < right.text.as_slice(),
            b">" => left > right.text.as_slice(),
            b"-nt" => time(left).map(|s| s.mtime) > time(&right.text).map(|s| s.mtime),
            b"-ot" => time(left).map(|s| s.mtime) < time(&right.text).map(|s| s.mtime),
            b"-ef" => time(left).is_some_and(|a| time(&right.text).is_some_and(|b| a.id == b.id)),
            _ => {
                let (a, b) = (number(left)?, number(&right.text)?);
                match op {
                    b"-eq" => a == b,
                    b"-ne" => a != b,
                    b"-lt" => a < b,
                    b"-le" => a <= b,
                    b"-gt" => a > b,
                    _ => a >= b,
                }
            }
        })
    }
}

fn number(text: &[u8]) -> Result<i32, Vec<u8>> {
    let trimmed = text.trim_ascii();
    let (sign, digits) = match trimmed.strip_prefix(b"-") {
        Some(digits) => (-1, digits),
        None => (1, trimmed.strip_prefix(b"+").unwrap_or(trimmed)),
    };
    if digits.is_empty() {
        return Ok(0);
    }
    match arith::number(digits) {
        Ok(value) => Ok(value.wrapping_mul(sign)),
        Err(_) => Err([text, b": bad number"].concat()),
    }
}
