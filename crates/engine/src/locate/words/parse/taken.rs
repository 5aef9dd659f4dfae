//! What is taken out before the words are cut: quoted words, names that are called exact, and what stands in brackets.

use super::super::segment::{Piece, is_stand_in};
use super::NTH;

/// Parts that were taken out before cutting: quoted words and exact names.
#[derive(Default)]
pub(super) struct Taken {
    pub parts: Vec<String>,
    pub exact: bool,
}

impl Taken {
    fn stand_in(&mut self, part: &str) -> Option<char> {
        let number = u32::try_from(self.parts.len()).ok().filter(|n| *n < 0xf0)?;
        self.parts.push(part.trim().to_owned());
        char::from_u32(0xe000 + number)
    }

    pub fn part(&self, piece: &Piece) -> Option<&str> {
        let c = piece.text.chars().next().filter(|c| is_stand_in(*c) && *c != NTH)?;
        self.parts.get((c as usize).checked_sub(0xe000)?).map(String::as_str)
    }
}

/// Takes out what stands in quotation marks.
pub(super) fn quotes(text: &str, taken: &mut Taken) -> String {
    let pairs = [
        ('“', '”'),
        ('"', '"'),
        ('「', '」'),
        ('『', '』'),
        ('《', '》'),
        ('‘', '’'),
        ('`', '`'),
        ('”', '”'),
    ];
    let mut text = text.to_owned();
    for (open, close) in pairs {
        while let Some(from) = text.find(open) {
            let inner = from + open.len_utf8();
            let Some(length) = text[inner..].find(close) else { break };
            let Some(stand_in) = taken.stand_in(&text[inner..inner + length]) else { return text };
            text.replace_range(from..inner + length + close.len_utf8(), &stand_in.to_string());
        }
    }
    text
}

/// Takes out names that a word before them calls exact.
pub(super) fn exact_names(text: &str, taken: &mut Taken) -> String {
    let until_of = |rest: &str| rest.rfind('的').unwrap_or(rest.len());
    let cut = |from: usize, to: usize, taken: &mut Taken| -> Option<String> {
        let name = text.get(from..to)?.trim();
        if name.is_empty() {
            return None;
        }
        taken.exact = true;
        if name.chars().all(is_stand_in) {
            return Some(text.to_owned());
        }
        let stand_in = taken.stand_in(name)?;
        Some(format!("{}{stand_in}{}", &text[..from], &text[to..]))
    };
    for marker in ["名为", "名叫", "叫做", "名字是", "名称为", "名字为", "标题为", "标题是", "来自"]
    {
        if let Some(at) = text.find(marker) {
            let from = at + marker.len();
            if let Some(done) = cut(from, from + until_of(&text[from..]), taken) {
                return done;
            }
        }
    }
    for marker in ["与", "和", "跟", "同"] {
        if let Some(rest) = text.strip_prefix(marker)
            && let Some(length) = rest.rfind('的')
            && ["聊天", "会话", "对话", "消息"].iter().any(|noun| rest[length..].contains(noun))
            && let Some(done) = cut(marker.len(), marker.len() + length, taken)
        {
            return done;
        }
    }
    let markers = [
        " named ",
        " called ",
        " titled ",
        " labelled ",
        " labeled ",
        " that says ",
        "chat with ",
        "conversation with ",
        "thread with ",
        "message from ",
        "messages from ",
        "conversation from ",
    ];
    for marker in markers {
        if let Some(at) = text.find(marker) {
            let from = at + marker.len();
            let end = text[from..].find(" in the ").unwrap_or(text.len() - from);
            if let Some(done) = cut(from, from + end, taken) {
                return done;
            }
        }
    }
    text.to_owned()
}

/// Takes out what stands in brackets: another word for the same.
pub(super) fn brackets(text: &str) -> (String, Option<String>) {
    let Some(from) = text.find('(') else { return (text.to_owned(), None) };
    let Some(length) = text[from..].find(')') else { return (text.to_owned(), None) };
    let inner = text[from + 1..from + length].to_owned();
    let rest = format!("{} {}", &text[..from], &text[from + length + 1..]);
    if rest.trim().is_empty() || inner.chars().any(is_stand_in) {
        (text.to_owned(), None)
    } else {
        (rest, Some(inner))
    }
}
