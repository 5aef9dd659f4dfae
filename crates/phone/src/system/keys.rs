//! Hardware keys: the codes and names that `input keyevent` takes, and what each key does.

use super::android::Android;
use super::editing::Edit;
use crate::toolkit::EnterKey;

/// Names without the `KEYCODE_` prefix, and their codes.
const NAMES: [(&str, u16); 62] = [
    ("SOFT_LEFT", 1),
    ("HOME", 3),
    ("BACK", 4),
    ("CALL", 5),
    ("ENDCALL", 6),
    ("STAR", 17),
    ("POUND", 18),
    ("DPAD_UP", 19),
    ("DPAD_DOWN", 20),
    ("DPAD_LEFT", 21),
    ("DPAD_RIGHT", 22),
    ("DPAD_CENTER", 23),
    ("VOLUME_UP", 24),
    ("VOLUME_DOWN", 25),
    ("POWER", 26),
    ("CAMERA", 27),
    ("CLEAR", 28),
    ("COMMA", 55),
    ("PERIOD", 56),
    ("ALT_LEFT", 57),
    ("ALT_RIGHT", 58),
    ("SHIFT_LEFT", 59),
    ("SHIFT_RIGHT", 60),
    ("TAB", 61),
    ("SPACE", 62),
    ("EXPLORER", 64),
    ("ENVELOPE", 65),
    ("ENTER", 66),
    ("DEL", 67),
    ("GRAVE", 68),
    ("MINUS", 69),
    ("EQUALS", 70),
    ("LEFT_BRACKET", 71),
    ("RIGHT_BRACKET", 72),
    ("BACKSLASH", 73),
    ("SEMICOLON", 74),
    ("APOSTROPHE", 75),
    ("SLASH", 76),
    ("AT", 77),
    ("PLUS", 81),
    ("MENU", 82),
    ("NOTIFICATION", 83),
    ("SEARCH", 84),
    ("MEDIA_PLAY_PAUSE", 85),
    ("MUTE", 91),
    ("PAGE_UP", 92),
    ("PAGE_DOWN", 93),
    ("ESCAPE", 111),
    ("FORWARD_DEL", 112),
    ("CTRL_LEFT", 113),
    ("CTRL_RIGHT", 114),
    ("CAPS_LOCK", 115),
    ("MOVE_HOME", 122),
    ("MOVE_END", 123),
    ("INSERT", 124),
    ("VOLUME_MUTE", 164),
    ("APP_SWITCH", 187),
    ("SLEEP", 223),
    ("WAKEUP", 224),
    ("CUT", 277),
    ("COPY", 278),
    ("PASTE", 279),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub u16);

impl Key {
    pub const HOME: Key = Key(3);
    pub const BACK: Key = Key(4);
    pub const APP_SWITCH: Key = Key(187);

    /// `4`, `BACK` or `KEYCODE_BACK`.
    pub fn parse(word: &str) -> Option<Key> {
        if let Ok(code) = word.parse::<u16>() {
            return (1..=320).contains(&code).then_some(Key(code));
        }
        let name = word.strip_prefix("KEYCODE_").unwrap_or(word);
        let bytes = name.as_bytes();
        match bytes {
            [digit @ b'0'..=b'9'] => Some(Key(u16::from(digit - b'0') + 7)),
            [letter @ b'A'..=b'Z'] => Some(Key(u16::from(letter - b'A') + 29)),
            _ => NAMES.iter().find(|(known, _)| *known == name).map(|(_, code)| Key(*code)),
        }
    }

    /// The character this key types, if it types one.
    fn character(self) -> Option<char> {
        Some(match self.0 {
            code @ 7..=16 => char::from(b'0' + (code - 7) as u8),
            code @ 29..=54 => char::from(b'a' + (code - 29) as u8),
            17 => '*',
            18 => '#',
            55 => ',',
            56 => '.',
            62 => ' ',
            68 => '`',
            69 => '-',
            70 => '=',
            71 => '[',
            72 => ']',
            73 => '\\',
            74 => ';',
            75 => '\'',
            76 => '/',
            77 => '@',
            81 => '+',
            _ => return None,
        })
    }
}

impl Android {
    pub fn press(&mut self, key: Key) {
        self.touch_time();
        match key.0 {
            26 => return self.set_awake(!self.is_awake()),
            223 => return self.set_awake(false),
            224 => return self.set_awake(true),
            _ if !self.is_awake() => return,
            _ => {}
        }
        match key.0 {
            3 => self.go_home(),
            4 => self.go_back(),
            187 => self.switch_app(),
            24 => self.change_volume(1),
            25 => self.change_volume(-1),
            111 => self.hide_keyboard(),
            66 => self.enter(),
            67 => self.edit(&Edit::Backspace),
            112 => self.edit(&Edit::Delete),
            21 => self.edit(&Edit::Left),
            22 => self.edit(&Edit::Right),
            122 => self.edit(&Edit::Home),
            123 => self.edit(&Edit::End),
            279 => self.paste(),
            _ => {
                if let Some(ch) = key.character() {
                    self.edit(&Edit::Insert(ch.to_string()));
                }
            }
        }
    }

    /// Keys held together; only those that edit text mean something here.
    pub fn press_together(&mut self, keys: &[Key]) {
        self.touch_time();
        match keys {
            [Key(113 | 114), Key(29)] => self.edit(&Edit::SelectAll),
            [Key(113 | 114), Key(50)] => self.paste(),
            [Key(113 | 114), Key(123)] => self.edit(&Edit::End),
            [Key(113 | 114), Key(122)] => self.edit(&Edit::Home),
            _ => keys.iter().for_each(|key| self.press(*key)),
        }
    }

    /// Types as key events: what `input text` does with characters the keyboard map knows.
    pub fn type_keys(&mut self, text: &str) {
        self.touch_time();
        if !self.is_awake() {
            return;
        }
        for (at, run) in text.split('\n').enumerate() {
            if at > 0 {
                self.enter();
            }
            if !run.is_empty() {
                let run = self.garble(run);
                self.edit(&Edit::Insert(run));
            }
        }
    }

    /// The enter key: a new line in a field of several lines, else the field's action.
    pub fn enter(&mut self) {
        let Some(key) = self.focused_field() else { return };
        match self.enter_key() {
            EnterKey::NewLine => self.edit(&Edit::Insert("\n".into())),
            EnterKey::Search => self.with_app(|app, desk| app.enter(key, desk)),
            EnterKey::Done => {
                self.with_app(|app, desk| app.enter(key, desk));
                self.hide_keyboard();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_by_code_and_by_name() {
        for word in ["4", "BACK", "KEYCODE_BACK"] {
            assert_eq!(Key::parse(word), Some(Key::BACK), "{word}");
        }
        assert_eq!(Key::parse("KEYCODE_A"), Some(Key(29)));
        assert_eq!(Key::parse("KEYCODE_9"), Some(Key(16)));
        for word in ["", "0", "KEYCODE_NOPE", "back", "70000", "-3"] {
            assert_eq!(Key::parse(word), None, "{word}");
        }
    }
}
