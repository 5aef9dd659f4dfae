//! Whether a sentence is certain about what to send to whom. A reading that a pattern allows may still be a question,
//! a second order or the name of a thing: such a sentence is asked about, never sent. Quotes settle the text.

use super::pattern::{Said, Values};
use regex::Regex;
use std::sync::LazyLock;

/// Talk about a message, not a message.
const QUESTION: &str = r"^(了(吗|没|没有|么)?|什么.{0,4}|啥.{0,3}|怎么说.{0,2}|是什么|是啥|一声|一下|哪些|几句.{0,6})[\s?？。!！吗呢]*$";
/// Another order after the text.
const SECOND: &str = r"[，,。；;！!？?\s](给[^你您他她我咱，,。\s][^，,。]{0,11}(发|打|说)|(然后|再|并且?|接着|顺便|同时|另外|之后)\s*(给|发.{0,6}给|打开|关闭|关掉|关上|开启|告诉|通知|打电话))|\b(and|then)\s+(send|open|turn|call|tell|message|text|switch)\b|^(然后|接着|顺便)";
/// A thing that is meant to be sent, not its name as a text.
const THING: &str = r"(?is)^((a|an|the|my|this|that|these|some|your|our)(\s.*)?|(messages?|photos?|pictures?|pics?|images?|files?|videos?|locations?|contacts?|money|it|him|her|them|something|everything))$";
/// Before the text, these make clear that a text follows.
const ANNOUNCED: [&str; 6] = [":", "：", "saying", "says", "that", "说"];
/// 说 begins another word than “say”: 说明, 说服, 说话.
const OTHER_WORD: &str = r"^(明($|[^天年早晚日儿后月])|服|话|法|谎)";
/// What no name of a receiver holds.
const NO_NAME: &str =
    r"[，,。；;：:！!？?、\n]|不要|如果|要不要|是不是|然后|告诉|^(别|不|我给|再给)|(别|不|不用)$";

struct Signs {
    question: Option<Regex>,
    second: Option<Regex>,
    thing: Option<Regex>,
    other_word: Option<Regex>,
    no_name: Option<Regex>,
    tail: Option<Regex>,
}

/// A test makes sure that every expression compiles.
static SIGNS: LazyLock<Signs> = LazyLock::new(|| {
    let one = |source: &str| Regex::new(source).ok();
    Signs {
        question: one(QUESTION),
        second: one(SECOND),
        thing: one(THING),
        other_word: one(OTHER_WORD),
        no_name: one(NO_NAME),
        tail: one(r"[，,]\s*(说|告诉|内容)|告诉[他她]"),
    }
});

/// Compiles the signs now and not at the first sentence.
pub(crate) fn warm() {
    LazyLock::force(&SIGNS);
}

fn fits(sign: &Option<Regex>, text: &str) -> bool {
    sign.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// Why it is not certain what to send to whom, if it is not.
pub(super) fn doubt(task: &str, to: &Said, text: &Said) -> Option<String> {
    if !to.quoted && fits(&SIGNS.no_name, &to.text) {
        return Some(format!("“{}” does not look like one receiver", to.text));
    }
    if text.quoted {
        return None;
    }
    let words = text.text.as_str();
    let before = task.find(words).map_or("", |at| task[..at].trim_end());
    let announced = ANNOUNCED.iter().any(|sign| before.to_lowercase().ends_with(sign));
    let unsure = fits(&SIGNS.question, words)
        || fits(&SIGNS.second, words)
        || words.starts_with(['“', '「', '『', '"', '‘'])
        || (before.ends_with('说') && fits(&SIGNS.other_word, words))
        || (!announced && fits(&SIGNS.thing, words));
    unsure.then(|| format!("“{words}” may not be the text to send"))
}

/// Whether the second, longer reading of the receiver only swallowed the words that announce the text.
pub(super) fn same_after_all(first: &Values, second: &Values, to: &str) -> bool {
    let (Some(short), Some(long)) = (first.get(to), second.get(to)) else { return false };
    let cut = SIGNS.tail.as_ref().and_then(|tail| tail.find(&long.text));
    let name = &long.text[..cut.map_or(long.text.len(), |cut| cut.start())];
    name.trim_end_matches(['，', ',', ' ']) == short.text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expression_compiles() {
        let signs = &*SIGNS;
        for sign in
            [&signs.question, &signs.second, &signs.thing, &signs.other_word, &signs.no_name, &signs.tail]
        {
            assert!(sign.is_some());
        }
    }
}
