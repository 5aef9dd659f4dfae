//! What a hole of a pattern takes: any words, or only a web address, a number to call, a count, a name. What was said is
//! written in the one form that the rest of the program knows.

use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Words,
    Url,
    Phone,
    Number,
    /// One short name, such as an app's: no sentence.
    Name,
}

const KINDS: [(&str, Kind); 4] =
    [("url", Kind::Url), ("phone", Kind::Phone), ("number", Kind::Number), ("name", Kind::Name)];

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        KINDS.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind).ok_or(())
    }
}

impl Kind {
    pub(super) fn names() -> String {
        KINDS.map(|(name, _)| name).join(", ")
    }

    /// A regular expression of what it takes, without groups that are kept.
    pub(super) fn expression(self) -> &'static str {
        match self {
            Kind::Words => ".+?",
            // With a scheme, any host; without one, only what looks like a name of the web.
            Kind::Url => {
                r"(?:https?://[a-z0-9][a-z0-9.:\-]*|(?:[a-z0-9][a-z0-9\-]*\.)+[a-z]{2,}(?::\d{1,5})?)(?:[/?#][!-~]*)?"
            }
            Kind::Phone => r"[+*#]?\d[\d*# ()\-]{1,24}",
            Kind::Number => r"(?:\d{1,3}|[一二两三四五六七八九十]{1,3})",
            // How long it may be is told by `takes`: counting letters makes large expressions.
            Kind::Name => r#"[^，,。；;：:！!？?、“”「」"()（）/.\n]+?"#,
        }
    }

    /// Whether what was said can be of this kind: a name is no question, no second order and no part of an app.
    pub(super) fn takes(self, said: &str) -> bool {
        const NO_NAME: [&str; 17] = [
            "如果",
            "然后",
            "并且",
            "要不要",
            "是不是",
            "里的",
            "中的",
            "上的",
            "里面",
            "给",
            "把",
            "模式",
            "开关",
            "功能",
            "吗",
            "没有",
            "设置里",
        ];
        let and =
            |word: &str| word.split(' ').any(|word| matches!(word, "and" | "then" | "in" | "on" | "off"));
        let short = said.chars().count() <= 24 && said.split(' ').count() <= 4;
        self != Kind::Name
            || short && !(NO_NAME.iter().any(|sign| said.contains(sign)) || and(&said.to_lowercase()))
    }

    /// What was said, in the form that is used: addresses with their scheme, numbers in digits.
    pub(super) fn written(self, said: &str) -> String {
        match self {
            Kind::Words | Kind::Name => said.to_owned(),
            Kind::Url => address(said),
            Kind::Phone => said.chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')')).collect(),
            Kind::Number => count(said).map_or_else(|| said.to_owned(), |count| count.to_string()),
        }
    }

    /// Something of this kind, to try a routine with when it is loaded.
    pub(super) fn example(self, hole: &str) -> String {
        match self {
            Kind::Words | Kind::Name => hole,
            Kind::Url => "https://example.com/",
            Kind::Phone => "10086",
            Kind::Number => "2",
        }
        .to_owned()
    }

    /// Further values that a filled hole brings along: `{url.host}`, `{number.spaced}`.
    pub(super) fn parts(self, hole: &str, value: &str) -> Vec<(String, String)> {
        match self {
            Kind::Url => {
                let rest = value.split_once("://").map_or(value, |(_, rest)| rest);
                let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
                let shown = rest.strip_suffix('/').unwrap_or(rest);
                // Browsers leave this part out where they show an address.
                let bare = host.strip_prefix("www.").unwrap_or(host);
                [("host", host), ("bare", bare), ("shown", shown)]
                    .map(|(part, text)| (format!("{hole}.{part}"), text.to_owned()))
                    .to_vec()
            }
            Kind::Phone => vec![(format!("{hole}.spaced"), spaced(value))],
            Kind::Words | Kind::Number | Kind::Name => Vec::new(),
        }
    }
}

/// An address with its scheme, scheme and host in small letters.
fn address(said: &str) -> String {
    let lower = said.to_ascii_lowercase();
    let scheme = ["https://", "http://"].into_iter().find(|scheme| lower.starts_with(scheme));
    let rest = &said[scheme.map_or(0, str::len)..];
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    format!("{}{}{}", scheme.unwrap_or("https://"), rest[..host].to_ascii_lowercase(), &rest[host..])
}

/// A mobile number as phones show it: 138 0013 8000.
fn spaced(digits: &str) -> String {
    match (digits.len(), digits.is_ascii()) {
        (11, true) if digits.starts_with('1') => {
            format!("{} {} {}", &digits[..3], &digits[3..7], &digits[7..])
        }
        _ => digits.to_owned(),
    }
}

/// A count in digits or in Chinese numerals up to ninety-nine.
fn count(said: &str) -> Option<u32> {
    if said.bytes().all(|b| b.is_ascii_digit()) {
        return said.parse().ok();
    }
    let digit = |text: &str| match text {
        "" => Some(None),
        "两" => Some(Some(2)),
        one if one.chars().count() == 1 => {
            let at = "一二三四五六七八九".chars().position(|c| one.starts_with(c));
            at.map(|at| Some(at as u32 + 1))
        }
        _ => None,
    };
    match said.split_once('十') {
        Some((tens, ones)) => Some(digit(tens)?.unwrap_or(1) * 10 + digit(ones)?.unwrap_or(0)),
        None => digit(said)?,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_counts() {
        let said = [("10", 10), ("十", 10), ("两", 2), ("十二", 12), ("二十", 20), ("九十九", 99), ("三", 3)];
        for (said, number) in said {
            assert_eq!(count(said), Some(number), "{said}");
        }
        assert_eq!((count("十十"), count("一二"), count("")), (None, None, None));
    }

    #[test]
    fn an_address_has_a_scheme_and_a_host_in_small_letters() {
        assert_eq!(address("Example.CN/A?b=C"), "https://example.cn/A?b=C");
        assert_eq!(address("HTTP://a.B"), "http://a.b");
        let parts = Kind::Url.parts("url", "https://a.b:80/c?d");
        assert_eq!(parts[0], ("url.host".into(), "a.b:80".into()));
        assert_eq!(parts[2], ("url.shown".into(), "a.b:80/c?d".into()));
    }

    #[test]
    fn a_mobile_number_is_also_known_as_phones_show_it() {
        assert_eq!(spaced("13800138000"), "138 0013 8000");
        assert_eq!(spaced("10086"), "10086");
    }
}
