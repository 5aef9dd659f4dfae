//! What apps get from the system: facts about the phone to draw with, and a desk to do things through.

use jiff::civil::DateTime;

use super::permission::{Grants, Permission};
use super::settings::{Settings, Table};
use super::shelf::Shelf;
use crate::draw::Color;
use crate::ledger::{Deed, Ledger};
use crate::options::Lang;

/// What a page may depend on.
pub struct Env<'a> {
    pub lang: Lang,
    pub dark: bool,
    /// The wall clock of the phone.
    pub wall: DateTime,
    pub settings: &'a Settings,
    /// Every app that could be on this phone, on it or not.
    pub known: &'a [super::Facts],
    /// The apps that are on it.
    pub installed: &'a [super::Facts],
    pub shelf: &'a Shelf,
    /// The width of the screen in dp.
    pub width: f32,
}

impl Env<'_> {
    /// The text in the phone's language.
    pub fn t<'t>(&self, zh: &'t str, en: &'t str) -> &'t str {
        match self.lang {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }

    /// The name of an app in the phone's language; of one that nobody knows, its package.
    pub fn label_of(&self, package: &str) -> String {
        let facts = self.known.iter().find(|facts| facts.package == package);
        facts.map_or_else(|| package.to_owned(), |facts| self.t(facts.label_zh, facts.label_en).to_owned())
    }

    pub fn is_installed(&self, package: &str) -> bool {
        self.installed.iter().any(|facts| facts.package == package)
    }

    pub fn theme(&self) -> Theme {
        if self.dark { Theme::DARK } else { Theme::LIGHT }
    }
}

/// The colours of the phone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    pub page: Color,
    pub card: Color,
    pub ink: Color,
    pub faint: Color,
    pub line: Color,
    pub accent: Color,
    pub field: Color,
    pub track: Color,
}

impl Theme {
    pub const LIGHT: Theme = Theme {
        page: Color::rgb(0xededed),
        card: Color::rgb(0xffffff),
        ink: Color::rgb(0x191919),
        faint: Color::rgb(0x6a6a6a),
        line: Color::rgb(0xe3e3e3),
        accent: Color::rgb(0x07c160),
        field: Color::rgb(0xf7f7f7),
        track: Color::rgb(0xc4c7c5),
    };
    pub const DARK: Theme = Theme {
        page: Color::rgb(0x111111),
        card: Color::rgb(0x1e1e1e),
        ink: Color::rgb(0xe6e6e6),
        faint: Color::rgb(0x9a9a9a),
        line: Color::rgb(0x2c2c2c),
        accent: Color::rgb(0x06ad56),
        field: Color::rgb(0x2a2a2a),
        track: Color::rgb(0x505050),
    };
}

/// Something an app asks the system for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    Launch(&'static str),
    /// Opens a link with the app that takes such links.
    Open(String),
    Install(&'static str),
    Remove(&'static str),
    /// Ends another app, as `am force-stop` does.
    Stop(&'static str),
    Ask(Permission),
    Notify(Notice),
}

/// What stands in the notification shade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub title: String,
    pub text: String,
    /// What a touch opens, beside its app.
    pub link: Option<String>,
}

pub struct Desk<'a> {
    pub settings: &'a mut Settings,
    pub shelf: &'a mut Shelf,
    pub(super) package: &'static str,
    pub(super) grants: &'a Grants,
    pub(super) ledger: &'a mut Ledger,
    pub(super) toast: &'a mut Option<(String, u64)>,
    pub(super) wishes: &'a mut Vec<Wish>,
    /// Scrollers that should show their end, or their start, next.
    pub(super) to_end: &'a mut Vec<String>,
    pub(super) to_start: &'a mut Vec<String>,
    pub(super) now: u64,
    pub wall: DateTime,
    pub lang: Lang,
}

impl Desk<'_> {
    pub fn t<'t>(&self, zh: &'t str, en: &'t str) -> &'t str {
        match self.lang {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }

    pub fn record(&mut self, deed: Deed) {
        self.ledger.note(self.now, self.wall, deed);
    }

    pub fn toast(&mut self, text: impl Into<String>) {
        *self.toast = Some((text.into(), self.now + 2_000_000));
    }

    pub fn launch(&mut self, package: &'static str) {
        self.wishes.push(Wish::Launch(package));
    }

    /// Opens a link with the app that takes such links: `tel:`, `sms:`, `https:`.
    pub fn open(&mut self, link: impl Into<String>) {
        self.wishes.push(Wish::Open(link.into()));
    }

    pub fn install(&mut self, package: &'static str) {
        self.wishes.push(Wish::Install(package));
    }

    pub fn remove(&mut self, package: &'static str) {
        self.wishes.push(Wish::Remove(package));
    }

    pub fn stop(&mut self, package: &'static str) {
        self.wishes.push(Wish::Stop(package));
    }

    /// Puts a notice of this app into the shade.
    pub fn notify(&mut self, title: impl Into<String>, text: impl Into<String>) {
        let notice = Notice { title: title.into(), text: text.into(), link: None };
        self.wishes.push(Wish::Notify(notice));
    }

    /// Whether this app has the permission.
    pub fn is_granted(&self, permission: Permission) -> bool {
        self.grants.has(self.package, permission)
    }

    /// Asks the person for a permission; `App::answered` tells what came of it.
    pub fn ask(&mut self, permission: Permission) {
        self.wishes.push(Wish::Ask(permission));
    }

    /// Makes a scroller show its end and stay there.
    pub fn scroll_to_end(&mut self, key: impl Into<String>) {
        self.to_end.push(key.into());
    }

    pub fn scroll_to_start(&mut self, key: impl Into<String>) {
        self.to_start.push(key.into());
    }

    /// Neither mobile data nor anything else: flight mode without WLAN would be told apart on a larger phone.
    pub fn is_offline(&self) -> bool {
        self.settings.is_on(Table::Global, "airplane_mode_on")
    }

    /// Changes a setting and writes it into the ledger.
    pub fn change(&mut self, table: Table, name: &str, value: &str) {
        if self.settings.get(table, name) == Some(value) {
            return;
        }
        self.settings.put(table, name, value);
        self.record(Deed::SettingChanged {
            table: table.name().to_owned(),
            name: name.to_owned(),
            value: value.to_owned(),
        });
    }
}
