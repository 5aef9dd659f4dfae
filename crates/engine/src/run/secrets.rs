//! Secrets that a run has seen on its way: codes, card numbers. One that was shown in one app is not typed into another
//! without a question, whether a note, a model or a plan brings it there.

use crate::screen::{Element, Screen};
use crate::words::{fold, visible};
use regex::Regex;
use std::sync::LazyLock;

/// What was seen, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    value: String,
    package: String,
}

/// The secrets of a run; the oldest are forgotten when there are too many.
#[derive(Debug, Default)]
pub(super) struct Secrets(Vec<Seen>);

const MOST: usize = 500;
/// A text longer than this is a page of a book.
const LONGEST: usize = 4000;

struct Words {
    near: Option<Regex>,
    digits: Option<Regex>,
    told: Option<Regex>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    Words {
    near: Regex::new(r"(?i)验证码|校验码|动态码|动态密码|口令|取件码|\b(code|otp|passcode|pin|verification|one[- ]time)\b").ok(),
    digits: Regex::new(r"\d[\d \-]{2,22}\d").ok(),
    told: Regex::new(r"(?i)(?:密码|口令|password|passphrase|passcode|api[ _-]?key|token|secret)\s*(?:[:：=]|是|为|is)\s*([^\s，。,;；]{4,64})").ok(),
}
});

impl Secrets {
    /// Keeps what looks secret on this look.
    pub fn see(&mut self, screen: &Screen) {
        let Some(tree) = &screen.tree else { return };
        let front = screen.package().unwrap_or_default();
        for element in tree.elements() {
            let package = if element.package.is_empty() { front } else { &element.package };
            for value in element
                .words()
                .map(visible)
                .filter(|words| words.len() <= LONGEST)
                .flat_map(|words| secret_values(&words))
            {
                self.keep(value, package);
            }
        }
        // A code may stand by itself under the words that name it.
        let near = |e: &Element| e.words().any(|words| matches(&WORDS.near, &fold(words)));
        for pair in tree.elements().windows(2).filter(|pair| near(&pair[0]) || near(&pair[1])) {
            for element in pair.iter().filter(|e| !e.is_field()) {
                let package = if element.package.is_empty() { front } else { &element.package };
                let code = bare(&element.text);
                if is_code(&code) {
                    self.keep(code, package);
                }
            }
        }
    }

    fn keep(&mut self, value: String, package: &str) {
        let seen = Seen { value, package: package.to_owned() };
        if !self.0.contains(&seen) {
            if self.0.len() >= MOST {
                self.0.remove(0);
            }
            self.0.push(seen);
        }
    }

    /// The app that a secret in this text was shown in, if it would go into another one; what the user's own sentence
    /// holds is theirs to give away.
    pub fn carried(&self, text: &str, into: Option<&str>, task: &str) -> Option<&str> {
        let (typed, said) = (bare(text), bare(task));
        let crosses = |seen: &&Seen| {
            let value = bare(&seen.value);
            !value.is_empty()
                && typed.contains(&value)
                && into != Some(seen.package.as_str())
                && !said.contains(&value)
        };
        let found = self.0.iter().find(crosses)?;
        // The same value may stand in the app that it is typed into as well.
        let known_there = self.0.iter().any(|seen| seen.value == found.value && into == Some(&seen.package));
        (!known_there).then_some(found.package.as_str())
    }
}

fn matches(regex: &Option<Regex>, text: &str) -> bool {
    regex.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// A text as it is seen, without what may be put between its letters to hide what it holds.
fn bare(text: &str) -> String {
    let between = |c: &char| !matches!(c, ' ' | '-' | '.' | '·' | '_' | '*' | '/' | '|' | ',');
    visible(text).chars().filter(between).collect()
}

fn is_code(text: &str) -> bool {
    (4..=8).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit())
}

/// Codes near a word that names them, card numbers, and what is told to be a password.
fn secret_values(text: &str) -> Vec<String> {
    let mut values = Vec::new();
    let coded = matches(&WORDS.near, &fold(text));
    let runs = WORDS.digits.iter().flat_map(|digits| digits.find_iter(text));
    for run in runs.map(|run| run.as_str()) {
        let digits: String = run.chars().filter(char::is_ascii_digit).collect();
        if (coded && is_code(&digits)) || is_card(&digits) {
            values.push(digits);
        }
    }
    let told = WORDS.told.iter().flat_map(|told| told.captures_iter(text));
    values.extend(told.filter_map(|found| found.get(1)).map(|value| value.as_str().to_owned()));
    values
}

/// A card's number has 13 to 19 digits, and the last one proves the others (Luhn).
fn is_card(digits: &str) -> bool {
    let doubled = |(at, digit): (usize, u32)| match (at % 2, digit * 2) {
        (0, _) => digit,
        (_, twice) if twice > 9 => twice - 9,
        (_, twice) => twice,
    };
    let sum: u32 = digits.chars().rev().filter_map(|c| c.to_digit(10)).enumerate().map(doubled).sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10) && digits.bytes().any(|b| b != b'0')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Foreground;

    fn seen(app: &str, inner: &str) -> Secrets {
        let mut secrets = Secrets::default();
        let front = Some(Foreground { package: app.into(), activity: "x".into() });
        secrets.see(&Screen { app: front, ..Screen::of(inner) });
        secrets
    }

    fn text(words: &str) -> String {
        format!(r#"<node text="{words}" bounds="[0,300][900,400]"/>"#)
    }

    #[test]
    fn a_code_a_card_and_a_password_do_not_cross_into_another_app() {
        for (shown, typed) in [
            ("【银行】您的验证码是 482913，请勿泄露", "482913"),
            ("Your verification code is 4829", "code: 4829"),
            ("卡号 4111 1111 1111 1111", "4111111111111111"),
            ("WiFi 密码：hunter2x", "hunter2x"),
            ("验\u{200b}证码 48\u{2060}2913", "4.8.2.9.1.3"),
            ("验证码 ４８２９１３", "48\u{200b}2913"),
        ] {
            let secrets = seen("sms", &text(shown));
            assert_eq!(secrets.carried(typed, Some("chat"), ""), Some("sms"), "{shown}");
            assert_eq!(secrets.carried(typed, Some("sms"), ""), None, "{shown}: in its own app");
            assert_eq!(
                secrets.carried(typed, Some("chat"), &format!("发送{typed}")),
                None,
                "said by the user"
            );
            assert_eq!(secrets.carried("你好", Some("chat"), ""), None);
        }
        let apart = seen("sms", &(text("验证码") + &text("771204")));
        assert_eq!(apart.carried("771204", Some("chat"), ""), Some("sms"));
    }

    #[test]
    fn ordinary_numbers_may_go_anywhere() {
        for shown in ["¥3599", "订单号 20260301", "电话 13800138000", "1234567890123456"] {
            let typed: String = shown.chars().filter(char::is_ascii_digit).collect();
            assert_eq!(seen("shop", &text(shown)).carried(&typed, Some("chat"), ""), None, "{shown}");
        }
    }
}
