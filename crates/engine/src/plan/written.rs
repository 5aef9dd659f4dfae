//! An expectation as people write it in a sentence: `显示 “张三”`, `“发送失败” 消失`, `the screen changed`. What stands in quotes
//! is a name on the screen, exactly; a sentence without quotes describes something that must be seen.

use super::{Expectation, Target};

/// Each with the sign that ends it.
const QUOTES: [(char, char); 6] =
    [('“', '”'), ('「', '」'), ('『', '』'), ('"', '"'), ('‘', '’'), ('《', '》')];
const CHANGED: [&str; 8] = [
    "屏幕变化",
    "屏幕有变化",
    "屏幕变了",
    "画面有变化",
    "有变化",
    "changed",
    "screen changed",
    "the screen changed",
];
const GONE: [&str; 12] = [
    "不显示",
    "没有",
    "消失",
    "不见",
    "不再",
    "不出现",
    "关闭了",
    "gone",
    "not show",
    "no longer",
    "disappear",
    "without",
];
const SHOWS: [&str; 14] = [
    "屏幕显示",
    "屏幕上显示",
    "页面显示",
    "显示",
    "看到",
    "看见",
    "出现",
    "可以看到",
    "能看到",
    "shows",
    "showing",
    "show",
    "see",
    "there is",
];

impl Expectation {
    /// What a sentence says must be seen.
    pub fn in_words(sentence: &str) -> Self {
        let sentence = sentence.trim();
        let plain = sentence.trim_end_matches(['。', '.', '！', '!']).to_lowercase();
        if CHANGED.contains(&plain.as_str()) {
            return Expectation::Changed;
        }
        let (quoted, rest) = quoted(sentence);
        let gone = GONE.iter().any(|word| rest.to_lowercase().contains(word));
        let mut all: Vec<Expectation> = quoted
            .iter()
            .map(|name| Target::named(name))
            .map(|target| if gone { Expectation::Gone(target) } else { Expectation::Shows(target) })
            .collect();
        match all.len() {
            0 => Expectation::Shows(Target {
                words: Some(described(sentence).to_owned()),
                ..Target::default()
            }),
            1 => all.remove(0),
            _ => Expectation::All(all),
        }
    }
}

/// What stands in quotes, and the sentence without it.
pub fn quoted(sentence: &str) -> (Vec<&str>, String) {
    let (mut quoted, mut outside, mut rest) = (Vec::new(), String::new(), sentence);
    while let Some((at, begin)) = rest.char_indices().find(|(_, c)| QUOTES.iter().any(|(open, _)| open == c))
    {
        let end = QUOTES.iter().find(|(open, _)| *open == begin).map_or(begin, |(_, close)| *close);
        let after = &rest[at + begin.len_utf8()..];
        let Some(length) = after.find(end) else { break };
        outside.push_str(&rest[..at]);
        if !after[..length].trim().is_empty() {
            quoted.push(after[..length].trim());
        }
        rest = &after[length + end.len_utf8()..];
    }
    outside.push_str(rest);
    (quoted, outside)
}

/// The thing itself, without the word that says it is seen.
fn described(sentence: &str) -> &str {
    let shown = SHOWS.iter().filter_map(|verb| {
        let head = sentence.get(..verb.len())?;
        head.eq_ignore_ascii_case(verb).then(|| &sentence[verb.len()..])
    });
    let shortest = shown.min_by_key(|rest| rest.len()).unwrap_or(sentence);
    let named = shortest.trim_start_matches(['了', '：', ':', ' ', '，']).trim();
    if named.is_empty() { sentence } else { named }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(sentence: &str) -> String {
        Expectation::in_words(sentence).to_string()
    }

    #[test]
    fn what_stands_in_quotes_is_a_name_and_the_rest_says_whether_it_must_be_there() {
        let table = [
            ("显示 “张三”", "element “张三” on the screen"),
            ("shows \"Network & internet\"", "element “Network & internet” on the screen"),
            ("看到「张三」和「你好」", "element “张三” on the screen, element “你好” on the screen"),
            ("“发送失败” 消失", "element “发送失败” gone"),
            ("no longer shows \"Loading\"", "element “Loading” gone"),
            // Words inside the quotes say nothing about the sentence.
            ("显示“没有消息”", "element “没有消息” on the screen"),
        ];
        for (sentence, wanted) in table {
            assert_eq!(told(sentence), wanted, "{sentence}");
        }
    }

    #[test]
    fn without_quotes_a_thing_is_described() {
        let table = [
            ("底部消息输入框", "底部消息输入框"),
            ("显示底部消息输入框", "底部消息输入框"),
            ("there is a search button", "a search button"),
            ("出现了：登录按钮", "登录按钮"),
            ("显示", "显示"),
            ("一个 “没有结束", "一个 “没有结束"),
        ];
        for (sentence, wanted) in table {
            assert_eq!(
                told(sentence),
                format!("what is described as “{wanted}” on the screen"),
                "{sentence}"
            );
        }
    }

    #[test]
    fn seed_001_quick_check_in_words() {
        for sentence in ["屏幕有变化", "the screen changed.", " 有变化。"] {
            assert_eq!(Expectation::in_words(sentence), Expectation::Changed, "{sentence}");
        }
    }
}
