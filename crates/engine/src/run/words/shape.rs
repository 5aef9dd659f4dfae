//! The bare words of a label: without amounts, counts and decoration.

/// A label, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    /// Lower case, without what is told by the other fields.
    pub bare: String,
    pub money: bool,
    /// A number stood at the end: 评论 128.
    pub count: bool,
    pub question: bool,
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

impl Shape {
    /// Of one reading of a label ([`crate::words::spellings`]).
    pub(super) fn of(folded: &str) -> Self {
        let lower = folded.replace(" & ", " and ");
        let question = lower.ends_with(['?', '吗']);
        let letters: Vec<char> = lower.chars().collect();
        let (mut bare, mut money, mut at) = (String::new(), false, 0);
        while let Some(length) = letters.get(at..).map(amount) {
            let Some(c) = letters.get(at) else { break };
            if length > 0 {
                (money, at) = (true, at + length);
                bare.push(' ');
            } else {
                bare.push(if c.is_alphanumeric() || *c == '\'' { *c } else { ' ' });
                at += 1;
            }
        }
        let bare = bare.split_whitespace().collect::<Vec<_>>().join(" ");
        let (bare, count) = without_count(&bare);
        Self { bare: joined(&bare), money, count, question }
    }
}

/// How many letters from the start are an amount of money: ¥3,599.00, 12 元, $5/月.
fn amount(letters: &[char]) -> usize {
    let digits = |from: usize| {
        let part = letters.get(from..).unwrap_or_default();
        part.iter().take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | ' ')).count()
    };
    match letters.first() {
        Some('¥' | '$' | '€' | '£' | '￥') => {
            let end = 1 + digits(1);
            end + usize::from(letters.get(end).is_some_and(|c| matches!(c, '元' | '万' | '起')))
        }
        Some(c) if c.is_ascii_digit() => {
            let end = digits(0);
            if letters.get(end).is_some_and(|c| matches!(c, '元' | '块')) { end + 1 } else { 0 }
        }
        _ => 0,
    }
}

/// A number at the end, apart from the words, tells how many there are.
fn without_count(bare: &str) -> (String, bool) {
    match bare.rsplit_once(' ') {
        Some((words, last)) if last.chars().all(|c| c.is_ascii_digit()) && words.chars().any(is_han) => {
            (words.to_owned(), true)
        }
        _ => (bare.to_owned(), false),
    }
}

/// Chinese needs no blanks: 立即 支付 is 立即支付.
fn joined(bare: &str) -> String {
    if bare.chars().any(is_han) { bare.split(' ').collect() } else { bare.to_owned() }
}
