//! What stands around the action of a reply: the thought before it, tags, and replies that are no actions at all.

use super::BadReply;
use super::bad::quoted;

/// Models write their thoughts between these.
const THOUGHTS: [&str; 3] = ["think", "thinking", "observe"];

pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'))
}

/// Where these ASCII words first and last stand, whatever their case.
fn find(text: &str, words: &str) -> Option<usize> {
    let (text, words) = (text.as_bytes(), words.as_bytes());
    text.windows(words.len()).position(|part| part.eq_ignore_ascii_case(words))
}

fn find_last(text: &str, words: &str) -> Option<usize> {
    let (text, words) = (text.as_bytes(), words.as_bytes());
    text.windows(words.len()).rposition(|part| part.eq_ignore_ascii_case(words))
}

/// The thought, and the rest of a reply behind it. A tag of a thought that has no beginning is forgiven; a thought that
/// does not end holds no action, whatever it mentions.
pub(super) fn thought_and_rest(text: &str) -> Result<(&str, &str), BadReply> {
    let ends = THOUGHTS.iter().filter_map(|tag| {
        let end = format!("</{tag}>");
        find_last(text, &end).map(|at| (at, at + end.len()))
    });
    let (thought, rest) = match ends.max() {
        Some((at, behind)) => (&text[..at], &text[behind..]),
        None => ("", text),
    };
    let opens = THOUGHTS.iter().any(|tag| find(rest, &format!("<{tag}>")).is_some());
    if opens {
        return Err(BadReply::Truncated);
    }
    let begins = THOUGHTS.iter().filter_map(|tag| {
        let start = format!("<{tag}>");
        find(thought, &start).map(|at| at + start.len())
    });
    let thought = thought.get(begins.min().unwrap_or(0)..).unwrap_or_default();
    Ok((trimmed(thought), trimmed(rest)))
}

/// What stands behind an action.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Behind<'a> {
    /// Only tags, fences and blanks.
    Nothing,
    /// The wanted tag, and this behind it.
    Stands(&'a str),
    /// A tag that is not whole.
    Cut,
    Words(&'a str),
}

/// A longer one is no tag.
const MAX_TAG: usize = 30;

/// Passes over tags, fences and blanks to the wanted tag, if one is wanted.
pub(super) fn behind<'a>(text: &'a str, wanted: &str) -> Behind<'a> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if !wanted.is_empty()
            && let Some(inside) = rest.strip_prefix(wanted)
        {
            return Behind::Stands(inside);
        }
        let marks = ["```json", "```", "`", "[EOS]", "**"];
        if let Some(behind) = marks.iter().find_map(|mark| rest.strip_prefix(mark)) {
            rest = behind;
            continue;
        }
        if rest.is_empty() {
            return Behind::Nothing;
        }
        match tag(rest) {
            Some(0) => return Behind::Words(rest),
            // The end of something that did not begin.
            Some(length) if rest[..length].contains("predict") => return Behind::Words(rest),
            Some(length) => rest = &rest[length..],
            None => return Behind::Cut,
        }
    }
}

/// How long the tag is that a text begins with: 0 if it begins with none that is known, nothing if the text ends in it.
fn tag(text: &str) -> Option<usize> {
    let Some(inside) = text.strip_prefix('<') else { return Some(0) };
    let end = inside.char_indices().take(MAX_TAG).find(|(_, c)| *c == '>' || c.is_whitespace());
    match end {
        Some((at, '>')) if is_known(&inside[..at]) => Some(at + 2),
        Some(_) => Some(0),
        None if inside.chars().nth(MAX_TAG).is_none() => None,
        None => Some(0),
    }
}

/// Tags that models put around actions. Others are not forgiven: one that is misspelt may be the beginning of a thought.
fn is_known(name: &str) -> bool {
    let special = name.strip_prefix('|').and_then(|name| name.strip_suffix('|'));
    let letters = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    special.is_some_and(letters) || TAGS.contains(&name.strip_prefix('/').unwrap_or(name))
}

const TAGS: [&str; 6] = ["answer", "predict", "tool_call", "action", "s", "output"];

/// Whether words before an action hold a tag that is not known.
pub(super) fn is_strange(words: &str) -> bool {
    words.match_indices('<').any(|(at, _)| !matches!(tag(&words[at..]), Some(1..)))
}

/// The words of a text, without tags and fences.
pub(super) fn without_tags(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '`']) {
        words.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match tag(rest) {
            Some(length) if length > 0 => length,
            _ if rest.starts_with('`') => 1,
            _ => {
                words.push('<');
                1
            }
        };
        rest = &rest[length..];
    }
    words.push_str(rest);
    words.trim().to_owned()
}

/// A thought in which nothing can be taken for a tag.
pub(super) fn untagged(thought: &str) -> String {
    thought.replace('<', "＜")
}

/// Why something behind an action is too much.
pub(super) fn too_much(words: &str, another: bool) -> BadReply {
    match another {
        true => BadReply::Several,
        false => BadReply::malformed(format!("`{}` stands beside the action", quoted(words))),
    }
}

/// A page of a gateway or proxy.
pub(super) fn is_page(text: &str) -> bool {
    ["<html", "<!doctype", "<?xml", "<head"].iter().any(|start| find(text, start) == Some(0))
}

/// How models begin when they do not want to.
const DECLINES: [&str; 22] = [
    "i'm sorry",
    "i am sorry",
    "sorry, ",
    "i can't",
    "i cannot",
    "i can not",
    "i won't",
    "i will not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i must decline",
    "as an ai",
    "抱歉",
    "很抱歉",
    "对不起",
    "非常抱歉",
    "我不能",
    "我无法",
    "作为一个ai",
    "作为ai",
];

/// Whether a reply without an action is a refusal.
pub(super) fn declines(text: &str) -> bool {
    let start: String = text.chars().take(60).collect::<String>().to_lowercase().replace('’', "'");
    DECLINES.iter().any(|words| start.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_kept_apart_and_one_that_does_not_end_holds_no_action() {
        let parts = |text| thought_and_rest(text);
        assert_eq!(parts("<think>a</think> b"), Ok(("a", "b")));
        assert_eq!(parts("a</THINK>b"), Ok(("a", "b")));
        assert_eq!(parts("<think>a</think><think>c</think>b"), Ok(("a</think><think>c", "b")));
        assert_eq!(parts("b"), Ok(("", "b")));
        assert_eq!(parts("<think>finish(message=\"ok\")"), Err(BadReply::Truncated));
        assert_eq!(parts("<think>a</think><think>b"), Err(BadReply::Truncated));
        assert_eq!(parts("思<ＴＨ考></think>做"), Ok(("思<ＴＨ考>", "做")));
    }
}
