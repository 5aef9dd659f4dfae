//! Names that travel to the phone's shell or to a server. Each is built only by its parser, so that whatever holds
//! one is known to be harmless (contract 8).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadName {
    #[error("`{0}` is not a package name\nhint: package names look like com.example.app")]
    Package(String),
    #[error("`{0}` is not a key\nhint: use one of {known} or a key code from 0 to 999", known = key_names())]
    Key(String),
    #[error("`{0}` is not a device serial\nhint: `tapwise devices` lists the serials")]
    Serial(String),
    #[error("`{0}` is not a web address\nhint: only http and https addresses are opened")]
    Url(String),
    #[error("`{0}` is not a phone number\nhint: digits, with + * # where they belong, at most 20")]
    Phone(String),
    #[error(
        "`{0}` is neither a package nor the name of an app\nhint: com.example.app, or what stands below its icon"
    )]
    App(String),
    #[error("`{0}` is not a name for a note\nhint: a letter, then letters, digits or _, at most 40")]
    Note(String),
}

/// What an error message quotes of bad input: one short printable line.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PackageName(String);

/// Android's own rule: at least two parts, each a letter followed by letters, digits or underscores.
impl FromStr for PackageName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let part = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        if text.len() > 255 || !text.contains('.') || !text.split('.').all(part) {
            return Err(BadName::Package(shown(text)));
        }
        Ok(Self(text.to_owned()))
    }
}

/// A key of the phone, by Android's key code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Key(u16);

/// Seed 001's table, and the few more that editing needs.
const KEYS: [(&str, u16); 22] = [
    ("HOME", 3),
    ("BACK", 4),
    ("CALL", 5),
    ("END_CALL", 6),
    ("DPAD_CENTER", 23),
    ("VOLUME_UP", 24),
    ("VOLUME_DOWN", 25),
    ("POWER", 26),
    ("TAB", 61),
    ("SPACE", 62),
    ("ENTER", 66),
    ("DEL", 67),
    ("HEADSETHOOK", 79),
    ("MENU", 82),
    ("SEARCH", 84),
    ("BUTTON_A", 96),
    ("ESCAPE", 111),
    ("FORWARD_DEL", 112),
    ("MOVE_HOME", 122),
    ("MOVE_END", 123),
    ("APP_SWITCH", 187),
    ("WAKEUP", 224),
];

impl Key {
    pub const HOME: Key = Key(3);
    pub const BACK: Key = Key(4);
    pub const CALL: Key = Key(5);
    pub const DPAD_CENTER: Key = Key(23);
    pub const VOLUME_UP: Key = Key(24);
    pub const VOLUME_DOWN: Key = Key(25);
    pub const SPACE: Key = Key(62);
    pub const ENTER: Key = Key(66);
    pub const DEL: Key = Key(67);
    pub const HEADSET_HOOK: Key = Key(79);
    pub const BUTTON_A: Key = Key(96);
    pub const MOVE_END: Key = Key(123);
    pub const NUMPAD_ENTER: Key = Key(160);
    pub const WAKEUP: Key = Key(224);

    pub fn code(self) -> u16 {
        self.0
    }
}

fn key_names() -> String {
    KEYS.map(|(name, _)| name).join(", ")
}

impl FromStr for Key {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let upper = text.trim().to_ascii_uppercase();
        let name = upper.strip_prefix("KEYCODE_").unwrap_or(&upper);
        if let Some((_, code)) = KEYS.iter().find(|(known, _)| *known == name) {
            return Ok(Self(*code));
        }
        let digits = !name.is_empty() && name.len() <= 3 && name.bytes().all(|b| b.is_ascii_digit());
        let code = digits.then(|| name.parse().ok()).flatten();
        code.map(Self).ok_or_else(|| BadName::Key(shown(text)))
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.to_string()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match KEYS.iter().find(|(_, code)| *code == self.0) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{}", self.0),
        }
    }
}

/// What adb calls a device: a serial number or HOST:PORT.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Serial(String);

impl FromStr for Serial {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let fits = |c: char| c.is_ascii_alphanumeric() || "._:-[]%()@".contains(c);
        if text.is_empty() || text.len() > 255 || text.starts_with('-') || !text.chars().all(fits) {
            return Err(BadName::Serial(shown(text)));
        }
        Ok(Self(text.to_owned()))
    }
}

/// A web address. Everything but http and https is refused: it may start anything on the phone (T03).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Url(String);

impl FromStr for Url {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host = rest.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
        let clean = |text: &str| text.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != '\\');
        let fits = |host: &str| {
            !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c))
        };
        match host {
            Some(host) if fits(host) && clean(text) && text.len() <= 8192 => Ok(Self(text.to_owned())),
            _ => Err(BadName::Url(shown(text))),
        }
    }
}

/// A number to call, without blanks and hyphens.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PhoneNumber(String);

impl FromStr for PhoneNumber {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let number: String = text.trim().chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')')).collect();
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        let rest = number.strip_prefix('+').unwrap_or(&number);
        let fits = rest.bytes().all(|b| b.is_ascii_digit() || b == b'*' || b == b'#');
        match fits && digits >= 2 && number.len() <= 20 {
            true => Ok(Self(number)),
            false => Err(BadName::Phone(shown(text))),
        }
    }
}

/// What a value is kept under between steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct NoteName(String);

impl FromStr for NoteName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let name = text.strip_prefix('$').unwrap_or(text);
        let fits = |c: char| c.is_alphanumeric() || c == '_';
        let begins = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        match begins && name.chars().all(fits) && name.chars().count() <= 40 {
            true => Ok(Self(name.to_owned())),
            false => Err(BadName::Note(shown(text))),
        }
    }
}

macro_rules! reads_as_text {
    ($($name:ident),*) => {$(
        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }

        parsed_on_reading!($name);
    )*};
}

/// What stands in a file is parsed like anything else.
macro_rules! parsed_on_reading {
    ($name:ident) => {
        impl TryFrom<String> for $name {
            type Error = BadName;

            fn try_from(text: String) -> Result<Self, BadName> {
                text.parse()
            }
        }
    };
}

parsed_on_reading!(Key);
reads_as_text!(PackageName, Serial, Url, PhoneNumber, NoteName);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_001_key_codes() {
        let table =
            [("HOME", 3), ("BACK", 4), ("CALL", 5), ("END_CALL", 6), ("VOLUME_UP", 24), ("VOLUME_DOWN", 25)];
        for (name, code) in table.into_iter().chain([("POWER", 26), ("ENTER", 66), ("DEL", 67)]) {
            assert_eq!(name.parse::<Key>().unwrap().code(), code, "{name}");
            assert_eq!(format!("keycode_{name}").parse::<Key>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn t02_names_with_anything_a_shell_could_read_are_refused() {
        for bad in [
            "",
            "com",
            "com.",
            ".a.b",
            "com.a;pwn",
            "com.a b",
            "com.a\nb",
            "com.1a",
            "com.a$(pwn)",
            "-a.b",
            "微.信",
        ] {
            assert!(bad.parse::<PackageName>().is_err(), "{bad:?}");
        }
        for bad in ["", "-s", "a b", "a;b", "a$b", "a\nb", "a'b", "`a`"] {
            assert!(bad.parse::<Serial>().is_err(), "{bad:?}");
        }
        for bad in ["", "NOPE", "3; pwn", "3 4", "-3", "1000", "0x3", "3\n"] {
            assert!(bad.parse::<Key>().is_err() || bad.trim() == "3", "{bad:?}");
        }
        assert!("com.tencent.mm".parse::<PackageName>().is_ok());
        assert!("127.0.0.1:5555".parse::<Serial>().is_ok());
    }

    #[test]
    fn t02_a_phone_number_is_digits_and_nothing_that_a_link_could_hide() {
        for (said, number) in
            [("10086", "10086"), ("+86 138-0013-8000", "+8613800138000"), ("*#06#", "*#06#")]
        {
            assert_eq!(said.parse::<PhoneNumber>().unwrap().as_str(), number);
        }
        for bad in
            ["", "1", "abc", "138;ext=1", "138,,5", "tel:10086", "１０", "+", "1+2", "123456789012345678901"]
        {
            assert!(bad.parse::<PhoneNumber>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn t03_only_http_and_https_are_addresses() {
        let bad = [
            "intent://x#Intent;end",
            "tel:110",
            "sms:1",
            "content://x",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "market://details",
            " https://a.b",
            "HTTPS://a.b",
            "https://user@evil.com",
            "https:// a.b",
            "https://a.b/\tx",
            "https://a.b\\@c.d",
            "https://",
            "http:///x",
            "https://例子.com",
        ];
        for bad in bad {
            assert!(bad.parse::<Url>().is_err(), "{bad:?}");
        }
        assert!("https://example.com/a?b=c#d".parse::<Url>().is_ok());
    }
}
