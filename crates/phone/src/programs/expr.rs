//! `expr`: arithmetic and comparison of words, as POSIX has it.

use super::{Ends, Job};

type J<'j, 'a, 'c, 'i> = &'j mut Job<'a, 'c, 'i>;

/// How deep brackets may nest.
const DEPTH_MAX: usize = 64;

pub(super) fn expr(job: J<'_, '_, '_, '_>) -> Ends {
    let words: Vec<&[u8]> = job.args.iter().map(Vec::as_slice).collect();
    if words.is_empty() {
        job.complain(b"Needs 1 argument (see \"expr --help\")");
        return Ok(2);
    }
    let mut reader = Reader { words, at: 0, depth: 0 };
    let value = reader.any(0).and_then(|value| match reader.word() {
        None => Ok(value),
        Some(_) => Err("syntax error"),
    });
    match value {
        Ok(value) => {
            job.out(&[value.as_slice(), b"\n"].concat())?;
            Ok(u8::from(value.is_empty() || number(&value) == Some(0)))
        }
        Err(message) => {
            job.complain(message.as_bytes());
            Ok(2)
        }
    }
}

struct Reader<'w> {
    words: Vec<&'w [u8]>,
    at: usize,
    depth: usize,
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// How tightly an operator binds; larger is tighter.
fn rank(word: &[u8]) -> Option<usize> {
    Some(match word {
        b"|" => 0,
        b"&" => 1,
        b"=" | b"==" | b"!=" | b"<" | b"<=" | b">" | b">=" => 2,
        b"+" | b"-" => 3,
        b"*" | b"/" | b"%" => 4,
        b":" => 5,
        _ => return None,
    })
}

type Value = Result<Vec<u8>, &'static str>;

impl<'w> Reader<'w> {
    fn word(&self) -> Option<&'w [u8]> {
        self.words.get(self.at).copied()
    }

    /// An expression whose operators bind at least as tightly as `least`.
    fn any(&mut self, least: usize) -> Value {
        let mut left = self.one()?;
        while let Some((word, tight)) = self.word().and_then(|word| Some((word, rank(word)?))) {
            if tight < least {
                break;
            }
            self.at += 1;
            let right = self.any(tight + 1)?;
            left = apply(word, left, right)?;
        }
        Ok(left)
    }

    fn one(&mut self) -> Value {
        let word = self.word().ok_or("syntax error")?;
        self.at += 1;
        if word != b"(" {
            return Ok(word.to_vec());
        }
        if self.depth >= DEPTH_MAX {
            return Err("too deep");
        }
        self.depth += 1;
        let value = self.any(0)?;
        self.depth -= 1;
        if self.word() != Some(b")") {
            return Err("syntax error");
        }
        self.at += 1;
        Ok(value)
    }
}

fn apply(word: &[u8], left: Vec<u8>, right: Vec<u8>) -> Value {
    let empty = |value: &[u8]| value.is_empty() || number(value) == Some(0);
    let yes = |yes: bool| Ok(u8::from(yes).to_string().into_bytes());
    let order = match (number(&left), number(&right)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => left.cmp(&right),
    };
    match word {
        b"|" => Ok(if !empty(&left) {
            left
        } else if !empty(&right) {
            right
        } else {
            b"0".to_vec()
        }),
        b"&" => Ok(if empty(&left) || empty(&right) { b"0".to_vec() } else { left }),
        b"=" | b"==" => yes(order.is_eq()),
        b"!=" => yes(order.is_ne()),
        b"<" => yes(order.is_lt()),
        b"<=" => yes(order.is_le()),
        b">" => yes(order.is_gt()),
        b">=" => yes(order.is_ge()),
        b":" => matched(&left, &right),
        _ => {
            let (a, b) =
                (number(&left).ok_or("non-integer argument")?, number(&right).ok_or("non-integer argument")?);
            let value = match word {
                b"+" => a.checked_add(b),
                b"-" => a.checked_sub(b),
                b"*" => a.checked_mul(b),
                _ if b == 0 => return Err("division by zero"),
                b"/" => a.checked_div(b),
                _ => a.checked_rem(b),
            };
            value.map(|value| value.to_string().into_bytes()).ok_or("integer overflow")
        }
    }
}

/// `text : regex`, from the start of the text: the first group, or how many letters fit.
fn matched(text: &[u8], regex: &[u8]) -> Value {
    let pattern = String::from_utf8_lossy(regex);
    // Basic expressions have their brackets backslashed; others are plain there.
    let turned = pattern.replace("\\(", "\u{1}").replace("\\)", "\u{2}");
    let turned = turned.replace('(', "\\(").replace(')', "\\)").replace('\u{1}', "(").replace('\u{2}', ")");
    let anchored = format!("^(?:{})", turned.trim_start_matches('^'));
    let built = regex::RegexBuilder::new(&anchored).size_limit(1 << 20).build().map_err(|_| "bad regex")?;
    let text = String::from_utf8_lossy(text);
    let found = built.captures(&text);
    let grouped = built.captures_len() > 1;
    Ok(match found {
        Some(groups) if grouped => groups.get(1).map_or(Vec::new(), |group| group.as_str().into()),
        Some(groups) => groups.get(0).map_or(0, |all| all.as_str().chars().count()).to_string().into_bytes(),
        None if grouped => Vec::new(),
        None => b"0".to_vec(),
    })
}
