//! Compares what was read with what is looked for: widths and shapes of punctuation, spaces and characters that look
//! alike are no difference.

use unicode_normalization::UnicodeNormalization;

/// A text without what reading cannot be sure of: full width is half width, quotes, dots and dashes have one form,
/// spaces are gone, and so is one `>` after Chinese, which is the arrow beside a label.
pub fn fold(text: &str) -> String {
    let plain = text.nfkc().filter_map(one_form).collect::<String>();
    let mut rest = plain.chars();
    match (rest.next_back(), rest.clone().next_back()) {
        (Some('>'), Some(before)) if is_cjk(before) => rest.as_str().to_owned(),
        _ => plain,
    }
}

fn one_form(ch: char) -> Option<char> {
    match ch {
        '。' => Some('.'),
        '、' => Some(','),
        '“' | '”' | '„' | '「' | '」' => Some('"'),
        '‘' | '’' | '`' => Some('\''),
        '•' | '・' | '‧' | '∙' => Some('·'),
        '–' | '—' | '−' | '‐' | '‑' => Some('-'),
        '∶' => Some(':'),
        '›' | '〉' | '❯' => Some('>'),
        '\u{fe0f}' | '\u{200b}' | '\u{200d}' => None,
        ch if ch.is_whitespace() => None,
        ch => Some(ch),
    }
}

fn is_cjk(ch: char) -> bool {
    matches!(ch, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether two texts may be the same label: folded, in any case, with O and 0, l, I and 1, S and $ taken for one another.
pub fn alike(one: &str, other: &str) -> bool {
    let near = |text: &str| {
        let lower = fold(text).to_lowercase();
        let near = |ch| match ch {
            'o' => '0',
            'l' | 'i' | '|' => '1',
            '$' => 's',
            ch => ch,
        };
        lower.chars().map(near).collect::<String>()
    };
    near(one) == near(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_punctuation_and_spaces_are_no_difference() {
        assert_eq!(fold("Ｗｉ－Ｆｉ：已连接。"), fold("Wi-Fi: 已连接."));
        assert_eq!(fold("“好” — ‘是’"), "\"好\"-'是'");
        assert_ne!(fold("打开"), fold("关闭"));
    }

    #[test]
    fn one_arrow_after_chinese_is_no_part_of_a_label() {
        assert_eq!(fold("账号与安全 >"), "账号与安全");
        assert_eq!(fold("账号与安全›"), "账号与安全");
        assert_eq!(fold("a >"), "a>");
        assert_eq!(fold("设置>>"), "设置>>");
        assert_eq!(fold(">"), ">");
        assert_eq!(fold(""), "");
    }

    #[test]
    fn characters_that_look_alike_are_near_but_not_equal() {
        assert!(alike("O0l1S$", "0OI1$s") && alike("WIFI", "wifi"));
        assert!(!alike("10", "20") && fold("O") != fold("0"));
    }
}
