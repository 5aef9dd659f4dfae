//! A provider's key. It can be sent and compared with what must not hold it, and nothing else: it has no way to be
//! printed, and whatever a provider says is searched for it before anybody reads it.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use secrecy::{ExposeSecret, SecretString};

/// What stands in place of a key.
const HIDDEN: &str = "[key]";
/// Shorter ones are words that may stand anywhere, such as EMPTY.
const SEARCHED: usize = 8;
const KEY_MAX: usize = 4096;

#[derive(Clone)]
pub struct Key(SecretString);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadKey {
    #[error("it is empty")]
    Empty,
    #[error("it holds characters that no key has, such as a space or a line break")]
    Characters,
    #[error("it is longer than {KEY_MAX} characters")]
    Long,
}

impl Key {
    pub fn new(text: &str) -> Result<Self, BadKey> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BadKey::Empty);
        }
        if text.len() > KEY_MAX {
            return Err(BadKey::Long);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(BadKey::Characters);
        }
        Ok(Self(text.into()))
    }

    /// For the one place that sends it.
    pub(super) fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// The text without the key, as it is, in base64, or escaped for an address or JSON.
    pub fn scrub(&self, text: &str) -> String {
        let key = self.expose();
        if key.len() < SEARCHED {
            return text.to_owned();
        }
        let mut forms = vec![key.to_owned(), percent(key), json(key)];
        for padding in 0..3 {
            forms.extend([core64(&STANDARD, key, padding), core64(&URL_SAFE, key, padding)]);
        }
        forms.iter().fold(text.to_owned(), |text, form| text.replace(form.as_str(), HIDDEN))
    }
}

/// Says that there is one.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.expose() == other.expose()
    }
}

impl Eq for Key {}

fn percent(key: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    key.bytes().map(escaped).collect()
}

fn json(key: &str) -> String {
    let quoted = serde_json::Value::from(key).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// The letters of base64 that hold only the key, if `padding` other bytes stand before it in the same group of three.
fn core64(engine: &impl Engine, key: &str, padding: usize) -> String {
    let mut bytes = vec![0; padding];
    bytes.extend(key.as_bytes());
    let start = [0, 2, 3][padding];
    let whole = bytes.len() * 8 / 6;
    let text = engine.encode(bytes);
    text[start..whole].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_never_printed() {
        let key = Key::new(" sk-canary-0123456789\n").unwrap();
        assert_eq!(format!("{key:?} {:?}", Some(&key)), "[key] Some([key])");
        assert_eq!(key.expose(), "sk-canary-0123456789");
    }

    #[test]
    fn what_a_provider_says_is_searched_for_the_key_in_every_form() {
        let raw = "sk-canary/01+\"23\"456789";
        let key = Key::new(raw).unwrap();
        let mut said = vec![
            raw.to_owned(),
            percent(raw),
            serde_json::to_string(raw).unwrap(),
            STANDARD.encode(raw),
            URL_SAFE.encode(raw),
        ];
        said.extend(
            ["Bearer ", "user:", "x", "{\"k\":\""]
                .map(|before| STANDARD.encode(format!("{before}{raw} after"))),
        );
        for said in said {
            let told = key.scrub(&format!("before {said} after"));
            assert!(told.contains(HIDDEN), "{said}");
            assert!(
                !told.contains("canary") && told.starts_with("before ") && told.ends_with(" after"),
                "{told}"
            );
        }
        assert_eq!(key.scrub("nothing of it"), "nothing of it");
    }

    #[test]
    fn a_word_that_stands_for_no_key_is_not_searched_for() {
        assert_eq!(Key::new("EMPTY").unwrap().scrub("EMPTY body"), "EMPTY body");
    }

    #[test]
    fn what_cannot_be_a_key_is_refused_without_being_told() {
        assert_eq!(Key::new("  "), Err(BadKey::Empty));
        assert_eq!(Key::new("sk-a b"), Err(BadKey::Characters));
        assert_eq!(Key::new("sk-a\r\nX-Evil: 1"), Err(BadKey::Characters));
        assert_eq!(Key::new(&"k".repeat(5000)), Err(BadKey::Long));
    }
}
