//! Whether a free text, which is to be taken word for word, speaks to the assistant: takes back what was said, gives a second
//! order, says how often, when or how to send it. Nobody can tell then where the text ends, so it is shown and asked about.
//! Only words outside quotes are weighed, and only those that a person would not say to the receiver.

use regex::Regex;
use serde::Deserialize;
use std::sync::LazyLock;

const SOURCE: &str = include_str!("../../../../apps/talk.yaml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SignsForm {
    why: String,
    signs: Vec<String>,
}

/// Why a text may not be the text, with the expressions that show it.
struct Signs {
    why: String,
    expressions: Vec<Regex>,
}

/// Nothing if the data cannot be read, and then every text is in doubt; a test makes sure that it can.
static SIGNS: LazyLock<Option<Vec<Signs>>> = LazyLock::new(|| read(SOURCE).ok());

fn read(source: &str) -> Result<Vec<Signs>, String> {
    let forms: Vec<SignsForm> = serde_saphyr::from_str(source).map_err(|error| error.to_string())?;
    let compile = |source: &String| Regex::new(&format!("(?i){source}")).map_err(|error| error.to_string());
    let signs = |form: SignsForm| {
        let expressions = form.signs.iter().map(compile).collect::<Result<_, _>>()?;
        Ok(Signs { why: form.why, expressions })
    };
    forms.into_iter().map(signs).collect()
}

/// Compiles the signs now and not at the first sentence.
pub(crate) fn warm() {
    LazyLock::force(&SIGNS);
}

/// Why a text that stands in no quotes may speak to the assistant, and the words that show it.
pub(super) fn speaks_to_assistant(text: &str) -> Option<String> {
    let Some(all) = SIGNS.as_ref() else { return Some("it cannot be weighed".to_owned()) };
    let marked = mark_clauses(text);
    all.iter().find_map(|signs| {
        let found = signs.expressions.iter().find_map(|one| one.find(&marked))?;
        Some(format!("{} (“{}”)", signs.why, found.as_str().trim_matches(['¦', ' ', '，', ','])))
    })
}

/// Where a second order could begin in a text: behind every sign that ends a clause, and behind a particle that may.
pub(super) fn later_clauses(text: &str) -> Vec<&str> {
    let particle = |c: char| "了完好吧哈哦啦呢".contains(c);
    let parts = |c: char| "，。；！？…,;!?.\n—～~ ".contains(c);
    let ends = text.char_indices().filter(|(_, c)| parts(*c) || particle(*c));
    let rest = ends.map(|(at, c)| text[at + c.len_utf8()..].trim_start_matches(parts));
    let mut all: Vec<&str> = rest.filter(|rest| !rest.is_empty()).collect();
    all.dedup();
    all
}

/// The text with a mark at every end of a clause, at its beginning and at its end, and without what stands in quotes. Only what
/// must be at the very beginning is written with `^`: so the first mark is left out where an expression begins with that.
fn mark_clauses(text: &str) -> String {
    let plain = crate::plan::plain(&super::sentence::simplified(text));
    let (_, outside) = quoted_inside(&plain);
    let mut marked = String::with_capacity(outside.len() + 8);
    let signs: Vec<char> = outside.chars().collect();
    for (at, sign) in signs.iter().enumerate() {
        let between_digits = *sign == '.' || *sign == ',' || *sign == ':';
        let digit = |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(char::is_ascii_digit);
        let part = "，。；！？…,;!?\n—～~".contains(*sign) || *sign == '.';
        if part && !(between_digits && digit(at.checked_sub(1)) && digit(Some(at + 1))) {
            // That it asks is a sign of its own.
            if *sign == '?' || *sign == '？' {
                marked.push('?');
            }
            marked.push('¦');
        } else {
            marked.push(*sign);
        }
    }
    while marked.contains("¦ ") || marked.contains(" ¦") || marked.contains("¦¦") {
        marked = marked.replace("¦ ", "¦").replace(" ¦", "¦").replace("¦¦", "¦");
    }
    if !marked.ends_with('¦') {
        marked.push('¦');
    }
    marked
}

/// Quotations within a text that do not begin it are its own.
fn quoted_inside(text: &str) -> (usize, String) {
    let first = text.chars().next();
    if first.is_some_and(|c| "“「『\"‘'".contains(c)) {
        return (0, text.to_owned());
    }
    let (inner, outside) = crate::plan::quoted(text);
    (inner.len(), outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_signs_can_be_read() {
        assert!(read(SOURCE).unwrap().len() > 10);
    }

    #[test]
    fn what_a_person_says_to_the_receiver_is_a_text() {
        for text in [
            "你好",
            "我今晚加班，饭不用留了",
            "打开空调，我马上到",
            "别忘了把音量调小，老板在隔壁",
            "进考场前把手机调成飞行模式",
            "到了给我打电话",
            "一下午都没看到你",
            "我去过三次",
            "红包就不用发了",
            "要是下雨活动就取消",
            "你发的语音我听不清",
            "行吧，那就下周三，地点你来挑",
            "I can't make it tonight, boss wants the deck by 8, sorry!",
            "don't buy the tickets yet!!",
        ] {
            assert_eq!(speaks_to_assistant(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_person_says_to_the_assistant_is_in_doubt() {
        for text in [
            "你好，算了别发了",
            "你好，顺便也告诉李四",
            "你好三遍",
            "我睡了然后关机",
            "我出发了再给他打个电话",
            "资料收到了，语气客气点",
            "明天见用英文",
            "I'm running late, actually never mind",
            "hello and open Settings",
            "good night three times",
            "to call me back",
            "点好听的",
        ] {
            assert!(speaks_to_assistant(text).is_some(), "{text}");
        }
    }
}
