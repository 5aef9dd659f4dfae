//! Which of several: 第三个, the second, 倒数第二, last. Counted from 1, from the end with a minus.

/// The most that anybody counts on one screen.
const MOST: i32 = 999;

const LATIN: &[(&str, i32)] = &[
    ("second to last", -2),
    ("second-to-last", -2),
    ("next to last", -2),
    ("bottommost", -1),
    ("topmost", 1),
    ("first", 1),
    ("1st", 1),
    ("second", 2),
    ("2nd", 2),
    ("third", 3),
    ("3rd", 3),
    ("fourth", 4),
    ("4th", 4),
    ("fifth", 5),
    ("5th", 5),
    ("sixth", 6),
    ("6th", 6),
    ("seventh", 7),
    ("7th", 7),
    ("eighth", 8),
    ("8th", 8),
    ("ninth", 9),
    ("9th", 9),
    ("tenth", 10),
    ("10th", 10),
    ("last", -1),
    ("final", -1),
];

const HAN: &[(&str, i32)] = &[
    ("最后一", -1),
    ("最后面", -1),
    ("最后", -1),
    ("最末", -1),
    ("最下面", -1),
    ("最下方", -1),
    ("最底下", -1),
    ("最上面", 1),
    ("最上方", 1),
    ("最前面", 1),
    ("首个", 1),
    ("头一", 1),
];

/// The words without their ordinal, a stand-in at its place, and the ordinal.
pub(super) fn take(words: &str, stand_in: char) -> (String, Option<i32>) {
    for (sign, back) in [("倒数第", true), ("第", false)] {
        if let Some(at) = words.find(sign) {
            let rest = &words[at + sign.len()..];
            if let Some((number, length)) = number(rest) {
                let after = rest[length..].trim_start_matches([
                    '个', '条', '项', '位', '件', '行', '首', '张', '封', '本', '款', '段', '篇', '只',
                ]);
                let cut = format!("{}{stand_in}{after}", &words[..at]);
                return (cut, Some(if back { -number } else { number }));
            }
        }
    }
    for (word, number) in HAN {
        if let Some(at) = words.find(word) {
            let after =
                words[at + word.len()..].trim_start_matches(['的', '一', '个', '条', '项', '位', '件', '行']);
            return (format!("{}{stand_in}{after}", &words[..at]), Some(*number));
        }
    }
    for (word, number) in LATIN {
        let found = words.match_indices(word).find(|(at, _)| {
            let edge = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
            let behind = [
                " of ",
                " for ",
                " next to ",
                " beside ",
                " below ",
                " under ",
                " above ",
                " in ",
                " right of ",
            ];
            let other = behind.iter().any(|word| words[..*at].contains(word));
            !other && edge(words[..*at].chars().next_back()) && edge(words[at + word.len()..].chars().next())
        });
        if let Some((at, _)) = found {
            // Alone, or before nothing that could be counted, it is a name: "Last modified".
            let after = &words[at + word.len()..];
            if *word == "last" && after.trim_start().starts_with("modified")
                || after.trim().is_empty() && at == 0
            {
                continue;
            }
            return (format!("{}{stand_in}{after}", &words[..at]), Some(*number));
        }
    }
    (words.to_owned(), None)
}

/// A number at the beginning, in digits or Chinese numerals, and how many bytes it takes.
fn number(text: &str) -> Option<(i32, usize)> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).take(4).collect();
    if !digits.is_empty() {
        return digits.parse().ok().filter(|n| (1..=MOST).contains(n)).map(|n| (n, digits.len()));
    }
    let (mut total, mut unit, mut length) = (0i32, 0i32, 0usize);
    for c in text.chars().take(5) {
        match c {
            '十' => {
                total += unit.max(1) * 10;
                unit = 0;
            }
            '百' => {
                total += unit.max(1) * 100;
                unit = 0;
            }
            '零' => unit = 0,
            '一' => unit = 1,
            '二' | '两' => unit = 2,
            '三' => unit = 3,
            '四' => unit = 4,
            '五' => unit = 5,
            '六' => unit = 6,
            '七' => unit = 7,
            '八' => unit = 8,
            '九' => unit = 9,
            _ => break,
        }
        length += c.len_utf8();
    }
    let number = total + unit;
    (length > 0 && (1..=MOST).contains(&number)).then_some((number, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_read_in_both_languages() {
        for (words, number) in [
            ("第三个商品", 3),
            ("列表第3条", 3),
            ("第十二项", 12),
            ("第五十个", 50),
            ("倒数第二个", -2),
            ("最后一个", -1),
            ("the second result", 2),
            ("last radio option", -1),
            ("最上面的一条短信", 1),
        ] {
            assert_eq!(take(words, '#').1, Some(number), "{words}");
        }
        for words in ["last modified", "secondary", "first", "第", "设置"] {
            assert_eq!(take(words, '#').1, None, "{words}");
        }
    }
}
