//! One-time codes: finding the digits that a message wants to be typed elsewhere.

const WORDS: [&str; 7] = ["验证码", "校验码", "动态码", "取件码", "verification code", "passcode", "code is"];

/// The code in a message: 4 to 8 digits near a word that says so, those behind the word first.
pub fn code_in(text: &str) -> Option<&str> {
    // ASCII only, so that byte offsets stay those of the text.
    let small = text.to_ascii_lowercase();
    let word = WORDS.iter().find_map(|word| small.find(word).map(|at| (at, at + word.len())))?;
    runs(&text[word.1..]).next().or_else(|| runs(&text[..word.0]).last())
}

fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|ch: char| !ch.is_ascii_digit()).filter(|run| (4..=8).contains(&run.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_codes_are_taken_for_codes() {
        assert_eq!(code_in("【天天银行】您的验证码是482913，5分钟内有效"), Some("482913"));
        assert_eq!(code_in("3017 是您的校验码，切勿告诉他人"), Some("3017"));
        assert_eq!(code_in("Your verification code: 12345678."), Some("12345678"));
        assert_eq!(code_in("您尾号6218的储蓄卡收入工资12,800.00元"), None);
        assert_eq!(code_in("验证码已发送到 13800138000"), None, "a phone number is no code");
    }
}
