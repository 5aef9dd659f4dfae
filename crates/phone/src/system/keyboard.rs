//! Input methods: which are installed and chosen, and the soft keyboard that the chosen one draws.

use super::desk::Env;
use crate::draw::{Color, Icon};
use crate::toolkit::{EnterKey, View, column, icon, row, text};

pub const LATIN_IME: &str = "com.android.inputmethod.latin/.LatinIME";
/// The input method of the ADBKeyboard app: takes its text from broadcasts.
pub const ADB_IME: &str = "com.android.adbkeyboard/.AdbIME";

#[derive(Clone, Debug)]
pub struct Ime {
    installed: Vec<(&'static str, bool)>,
    hidden: Option<(&'static str, bool)>,
    current: &'static str,
    pub shown: bool,
    pub shift: bool,
    pub symbols: bool,
}

impl Ime {
    pub fn new(adb_keyboard: bool) -> Ime {
        let mut installed = vec![(LATIN_IME, true)];
        if adb_keyboard {
            installed.push((ADB_IME, true));
        }
        Ime { installed, hidden: None, current: LATIN_IME, shown: false, shift: false, symbols: false }
    }

    pub fn current(&self) -> &'static str {
        self.current
    }

    /// Ids and whether each is enabled.
    pub fn installed(&self) -> &[(&'static str, bool)] {
        &self.installed
    }

    /// Takes ADBKeyboard away for a while, if it was there, or brings it back.
    pub fn hide_adb_keyboard(&mut self, yes: bool) {
        if yes {
            if let Some(at) = self.installed.iter().position(|(id, _)| *id == ADB_IME) {
                self.hidden = Some(self.installed.remove(at));
            }
            self.current = LATIN_IME;
        } else if let Some(entry) = self.hidden.take() {
            self.installed.push(entry);
        }
    }

    /// An app that was installed brings an input method, not enabled at first.
    pub fn add(&mut self, id: &'static str) {
        if !self.installed.iter().any(|(known, _)| *known == id) {
            self.installed.push((id, false));
        }
    }

    /// False where there is no such input method.
    pub fn enable(&mut self, id: &str, yes: bool) -> bool {
        let Some(entry) = self.installed.iter_mut().find(|(known, _)| *known == id) else { return false };
        entry.1 = yes;
        if !yes && self.current == id {
            self.current = LATIN_IME;
        }
        true
    }

    /// False where it is not installed or not enabled.
    pub fn choose(&mut self, id: &str) -> bool {
        match self.installed.iter().find(|(known, enabled)| *known == id && *enabled) {
            Some((known, _)) => {
                self.current = known;
                true
            }
            None => false,
        }
    }

    /// The height of what it draws, in dp.
    pub fn height(&self) -> f32 {
        match (self.shown, self.current) {
            (false, _) => 0.0,
            (true, ADB_IME) => 44.0,
            (true, _) => 262.0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyTap {
    Char(char),
    Backspace,
    Enter,
    Shift,
    Symbols,
}

/// What the chosen input method shows at the bottom of the screen.
pub fn keyboard_view(ime: &Ime, enter: EnterKey, env: &Env<'_>) -> View<KeyTap> {
    let colors = Colors::of(env.dark);
    if ime.current == ADB_IME {
        return row(vec![text("ADB Keyboard {ON}").color(colors.ink).size(14.0)])
            .centered()
            .bg(colors.board)
            .height(ime.height());
    }
    let rows: [&str; 3] = if ime.symbols {
        ["1234567890", "@#$%&-+()", "*\"':;!?"]
    } else {
        ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
    };
    let keys = |letters: &str| -> Vec<View<KeyTap>> {
        letters
            .chars()
            .map(|ch| if ime.shift { ch.to_ascii_uppercase() } else { ch })
            .map(|ch| {
                cap(text(ch.to_string()).size(20.0).color(colors.ink), colors.key, 1.0).on(KeyTap::Char(ch))
            })
            .collect()
    };
    let glyph = |which: Icon| icon(which, colors.ink).square(20.0);
    let mut third = vec![cap(glyph(Icon::Shift), colors.side, 1.5).on(KeyTap::Shift)];
    third.extend(keys(rows[2]));
    third.push(cap(glyph(Icon::Backspace), colors.side, 1.5).on(KeyTap::Backspace));
    let word = |label: &str| text(label).size(15.0).color(colors.ink);
    let enter_label = match enter {
        EnterKey::Done => env.t("完成", "Done"),
        EnterKey::Search => env.t("搜索", "Search"),
        EnterKey::NewLine => env.t("换行", "Enter"),
    };
    let bottom = vec![
        cap(word(if ime.symbols { "ABC" } else { "?123" }), colors.side, 1.6).on(KeyTap::Symbols),
        cap(word(env.t("，", ",")), colors.key, 1.0).on(KeyTap::Char(if env.t("z", "e") == "z" {
            '，'
        } else {
            ','
        })),
        cap(word(env.t("空格", "space")), colors.key, 4.4).on(KeyTap::Char(' ')),
        cap(word(env.t("。", ".")), colors.key, 1.0).on(KeyTap::Char(if env.t("z", "e") == "z" {
            '。'
        } else {
            '.'
        })),
        cap(word(enter_label), colors.side, 1.8).on(KeyTap::Enter),
    ];
    let line = |keys: Vec<View<KeyTap>>| row(keys).gap(5.0).height(50.0);
    column(vec![line(keys(rows[0])), line(keys(rows[1])).pad(16.0, 0.0), line(third), line(bottom)])
        .pads(4.0, 10.0, 4.0, 10.0)
        .gap(10.0)
        .bg(colors.board)
        .height(ime.height())
}

fn cap(label: View<KeyTap>, color: Color, weight: f32) -> View<KeyTap> {
    let mut key = row(vec![label]).centered().bg(color).radius(5.0).height(50.0).grow();
    key.style.grow = weight;
    key
}

struct Colors {
    board: Color,
    key: Color,
    side: Color,
    ink: Color,
}

impl Colors {
    fn of(dark: bool) -> Colors {
        if dark {
            Colors {
                board: Color::rgb(0x232527),
                key: Color::rgb(0x4a4d50),
                side: Color::rgb(0x36393b),
                ink: Color::rgb(0xf0f0f0),
            }
        } else {
            Colors {
                board: Color::rgb(0xd5d8dd),
                key: Color::rgb(0xffffff),
                side: Color::rgb(0xb4bac4),
                ink: Color::rgb(0x202124),
            }
        }
    }
}
