//! Hardware keys: the codes and names that `input keyevent` takes, and what each key does.

use super::android::Android;
use super::editing::{self, Edit, Way};
use super::key_names;
use super::settings::Table;
use crate::toolkit::EnterKey;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub u16);

impl Key {
    pub const HOME: Key = Key(3);
    pub const BACK: Key = Key(4);
    pub const APP_SWITCH: Key = Key(187);

    /// `4`, `BACK` or `KEYCODE_BACK`.
    pub fn parse(word: &str) -> Option<Key> {
        if let Ok(code) = word.parse::<u16>() {
            return (1..=key_names::LAST).contains(&code).then_some(Key(code));
        }
        key_names::code_of(word.strip_prefix("KEYCODE_").unwrap_or(word)).map(Key)
    }

    /// Held down, this key acts again and again; others act once, or do something else that is not done here.
    pub fn repeats(self) -> bool {
        matches!(self.0, 21 | 22 | 24 | 25 | 67 | 112) || self.character().is_some()
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
            81 | 157 => '+',
            code @ 144..=153 => char::from(b'0' + (code - 144) as u8),
            154 => '/',
            155 => '*',
            156 => '-',
            158 => '.',
            159 => ',',
            161 => '=',
            162 => '(',
            163 => ')',
            _ => return None,
        })
    }
}

/// The character on the upper half of a key, by the one on its lower half.
fn shifted(ch: char) -> char {
    const LOW: &str = "1234567890-=[]\\;',./`";
    const HIGH: &str = "!@#$%^&*()_+{}|:\"<>?~";
    let pair = LOW.chars().zip(HIGH.chars()).find(|(low, _)| *low == ch);
    pair.map_or(ch.to_ascii_uppercase(), |(_, high)| high)
}

/// Keys that open an app, as far as it is installed.
fn app_of(key: Key) -> Option<&'static str> {
    Some(match key.0 {
        5 => "com.android.dialer",
        64 => "com.android.chrome",
        176 => "com.android.settings",
        207 => "com.android.contacts",
        208 => "com.android.calendar",
        210 => "com.android.calculator2",
        _ => return None,
    })
}

impl Android {
    pub fn press(&mut self, key: Key) {
        self.touch_time();
        match key.0 {
            26 => return self.set_awake(!self.is_awake()),
            6 | 223 | 276 => return self.set_awake(false),
            224 => return self.set_awake(true),
            _ if !self.is_awake() => return,
            _ => {}
        }
        match key.0 {
            3 => self.go_home(),
            4 => self.go_back(),
            187 | 312 => self.switch_app(),
            24 => self.change_volume(1),
            25 => self.change_volume(-1),
            164 => self.mute(),
            // The menu key opens a lock without a code, and so it has since the first phones.
            82 if self.is_locked() => self.unlock(),
            83 => self.expand_shade(),
            220 => self.change_brightness(-25),
            221 => self.change_brightness(25),
            111 => self.hide_keyboard(),
            66 | 160 => self.enter(),
            67 => self.edit(&Edit::Backspace),
            112 => self.edit(&Edit::Delete),
            21 => self.edit(&Edit::Left),
            22 => self.edit(&Edit::Right),
            122 => self.edit(&Edit::Home),
            123 => self.edit(&Edit::End),
            277 => self.copy(true),
            278 => self.copy(false),
            279 => self.paste(),
            _ => {
                if let Some(ch) = key.character() {
                    self.edit(&Edit::Insert(ch.to_string()));
                } else if let Some(package) = app_of(key) {
                    self.launch(package);
                }
            }
        }
    }

    /// Keys held together, in the order in which they went down. Those that mean nothing together act one by one.
    pub fn press_together(&mut self, keys: &[Key]) {
        self.touch_time();
        if !self.is_awake() {
            return keys.iter().for_each(|key| self.press(*key));
        }
        match keys {
            [Key(113 | 114), Key(29)] => self.edit(&Edit::SelectAll),
            [Key(113 | 114), Key(31)] => self.copy(false),
            [Key(113 | 114), Key(52)] => self.copy(true),
            [Key(113 | 114), Key(50)] => self.paste(),
            [Key(113 | 114), Key(123)] => self.edit(&Edit::End),
            [Key(113 | 114), Key(122)] => self.edit(&Edit::Home),
            // A letter with CTRL is a command, and these are all that a field knows.
            [Key(113 | 114), letter] if letter.character().is_some() => {}
            [Key(59 | 60), Key(21)] => self.edit(&Edit::Extend(Way::Left)),
            [Key(59 | 60), Key(22)] => self.edit(&Edit::Extend(Way::Right)),
            [Key(59 | 60), Key(122)] => self.edit(&Edit::Extend(Way::Home)),
            [Key(59 | 60), Key(123)] => self.edit(&Edit::Extend(Way::End)),
            [Key(59 | 60), key] if key.character().is_some() => {
                let ch = key.character().map(shifted).unwrap_or_default();
                self.edit(&Edit::Insert(ch.to_string()));
            }
            _ => keys.iter().for_each(|key| self.press(*key)),
        }
    }

    /// Puts the selected text on the clipboard. What a password field holds is never copied.
    fn copy(&mut self, cut: bool) {
        let Some(caret) = self.focus.as_ref().map(|focus| focus.caret) else { return };
        if self.focused_spec().is_none_or(|spec| spec.password) {
            return;
        }
        let text = self.focused_text().unwrap_or_default();
        let Some(selected) = editing::selected(&text, caret) else { return };
        self.set_clipboard(&selected);
        if cut {
            self.edit(&Edit::Backspace);
        }
    }

    fn number_of(&self, name: &str) -> Option<i32> {
        self.settings.get(Table::System, name).and_then(|value| value.parse().ok())
    }

    /// Silences the music, or gives it back the volume it had.
    fn mute(&mut self) {
        match self.number_of("volume_music").unwrap_or(7) {
            0 => {
                let before = self.number_of("volume_music_last_audible").unwrap_or(7);
                self.change_volume(before);
            }
            loud => {
                self.settings.put(Table::System, "volume_music_last_audible", &loud.to_string());
                self.change_volume(loud.saturating_neg());
            }
        }
    }

    fn change_brightness(&mut self, by: i32) {
        let new = self.number_of("screen_brightness").unwrap_or(128).saturating_add(by).clamp(1, 255);
        self.put_setting(Table::System, "screen_brightness", &new.to_string());
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
                self.edit(&Edit::Insert(run.to_owned()));
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
        assert_eq!(Key::parse("11"), Some(Key(11)), "a bare number is a code");
        assert_eq!(Key::parse("KEYCODE_11"), Some(Key(227)), "a number behind the prefix is a name");
        for word in ["", "0", "KEYCODE_NOPE", "KEYCODE_UNKNOWN", "back", "319", "70000", "-3"] {
            assert_eq!(Key::parse(word), None, "{word}");
        }
    }
}
