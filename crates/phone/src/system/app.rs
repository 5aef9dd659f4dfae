//! What an app is to the system, and the shell that lets apps with their own message types stand in one list.

use super::desk::{Desk, Env};
use super::permission::Permission;
use crate::draw::{Color, Icon};
use crate::toolkit::View;

/// What the system knows of an app without running it.
#[derive(Clone, Debug)]
pub struct Facts {
    pub package: &'static str,
    pub label_zh: &'static str,
    pub label_en: &'static str,
    pub icon: Icon,
    pub icon_ink: Color,
    pub icon_background: Color,
    /// The launcher activity, as in `pkg/.ui.Main`.
    pub activity: &'static str,
    pub version: &'static str,
    /// Resource ids are scrambled per seed, as the real app's are per release.
    pub scrambled: bool,
    /// Shipped with the phone (not listed by `pm list packages -3`).
    pub system: bool,
    /// On the phone from the start; others wait in the app shop.
    pub installed: bool,
    /// Beginnings of the links that it opens: `tel:`, `https:`.
    pub links: &'static [&'static str],
}

/// Which page of an app is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The activity, relative to the package: `.ui.Chat`.
    pub activity: &'static str,
    /// Tells pages of one activity apart (chat with whom?).
    pub name: String,
    /// How deep it lies: a deeper page slides in, a shallower one slides back.
    pub depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Backdrop {
    Plain(Color),
    Wallpaper(Color, Color),
}

pub trait App: Send {
    type Message: Clone + Send;

    fn facts(&self) -> &Facts;
    fn page(&self) -> Page;
    fn backdrop(&self, env: &Env<'_>) -> Backdrop;
    fn view(&self, env: &Env<'_>) -> View<Self::Message>;

    /// A dialog over the page takes all touches while it is there.
    fn dialog(&self, _env: &Env<'_>) -> Option<View<Self::Message>> {
        None
    }
    fn on(&mut self, message: Self::Message, desk: &mut Desk<'_>);
    /// The content of a field changed.
    fn edit(&mut self, _field: &'static str, _text: String, _desk: &mut Desk<'_>) {}
    /// The keyboard's action key was pressed in a field.
    fn enter(&mut self, _field: &'static str, _desk: &mut Desk<'_>) {}
    /// Goes one page back; false where there is none and the app should be left.
    fn back(&mut self, desk: &mut Desk<'_>) -> bool;
    /// A sideways swipe over a pager: +1 to the next page, -1 to the one before.
    fn flip(&mut self, _by: i32, _desk: &mut Desk<'_>) {}
    /// A field to focus by itself when the page opens.
    fn auto_focus(&self) -> Option<&'static str> {
        None
    }
    /// Opened from elsewhere.
    fn opened(&mut self, _desk: &mut Desk<'_>) {}
    /// `am force-stop`: forget which page was open.
    fn stopped(&mut self) {}
    /// The page must not be photographed (FLAG_SECURE).
    fn is_secure(&self) -> bool {
        false
    }
    /// Opened with one of its links, after `opened`.
    fn link(&mut self, _link: &str, _desk: &mut Desk<'_>) {}
    /// The person answered what `Desk::ask` asked for.
    fn answered(&mut self, _permission: Permission, _granted: bool, _desk: &mut Desk<'_>) {}
    /// A slider was moved, to between 0 and 1.
    fn slide(&mut self, _slider: &'static str, _value: f32, _desk: &mut Desk<'_>) {}
    /// `pm clear` or removal: everything is as on the first day.
    fn reset(&mut self) {
        self.stopped();
    }
    /// How many unread things its icon tells of.
    fn badge(&self) -> u32 {
        0
    }
}

/// An app with its message type erased: taps come back as numbers into the last built view.
pub trait Running: Send {
    fn facts(&self) -> &Facts;
    fn page(&self) -> Page;
    fn backdrop(&self, env: &Env<'_>) -> Backdrop;
    fn build(&mut self, env: &Env<'_>) -> (View<u32>, Option<View<u32>>);
    fn press(&mut self, tag: u32, desk: &mut Desk<'_>);
    fn edit(&mut self, field: &'static str, text: String, desk: &mut Desk<'_>);
    fn enter(&mut self, field: &'static str, desk: &mut Desk<'_>);
    fn back(&mut self, desk: &mut Desk<'_>) -> bool;
    fn flip(&mut self, by: i32, desk: &mut Desk<'_>);
    fn auto_focus(&self) -> Option<&'static str>;
    fn opened(&mut self, desk: &mut Desk<'_>);
    fn stopped(&mut self);
    fn is_secure(&self) -> bool;
    fn link(&mut self, link: &str, desk: &mut Desk<'_>);
    fn answered(&mut self, permission: Permission, granted: bool, desk: &mut Desk<'_>);
    fn slide(&mut self, slider: &'static str, value: f32, desk: &mut Desk<'_>);
    fn reset(&mut self);
    fn badge(&self) -> u32;
}

pub struct Hosted<A: App> {
    app: A,
    messages: Vec<A::Message>,
}

impl<A: App> Hosted<A> {
    pub fn new(app: A) -> Self {
        Hosted { app, messages: Vec::new() }
    }
}

impl<A: App> Running for Hosted<A> {
    fn facts(&self) -> &Facts {
        self.app.facts()
    }
    fn page(&self) -> Page {
        self.app.page()
    }
    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        self.app.backdrop(env)
    }
    fn build(&mut self, env: &Env<'_>) -> (View<u32>, Option<View<u32>>) {
        let mut messages = Vec::new();
        let mut tag = |message| {
            messages.push(message);
            (messages.len() - 1) as u32
        };
        let view = self.app.view(env).map(&mut tag);
        let dialog = self.app.dialog(env).map(|dialog| dialog.map(&mut tag));
        self.messages = messages;
        (view, dialog)
    }
    fn press(&mut self, tag: u32, desk: &mut Desk<'_>) {
        if let Some(message) = self.messages.get(tag as usize).cloned() {
            self.app.on(message, desk);
        }
    }
    fn edit(&mut self, field: &'static str, text: String, desk: &mut Desk<'_>) {
        self.app.edit(field, text, desk);
    }
    fn enter(&mut self, field: &'static str, desk: &mut Desk<'_>) {
        self.app.enter(field, desk);
    }
    fn back(&mut self, desk: &mut Desk<'_>) -> bool {
        self.app.back(desk)
    }
    fn flip(&mut self, by: i32, desk: &mut Desk<'_>) {
        self.app.flip(by, desk);
    }
    fn auto_focus(&self) -> Option<&'static str> {
        self.app.auto_focus()
    }
    fn opened(&mut self, desk: &mut Desk<'_>) {
        self.app.opened(desk);
    }
    fn stopped(&mut self) {
        self.app.stopped();
    }
    fn is_secure(&self) -> bool {
        self.app.is_secure()
    }
    fn link(&mut self, link: &str, desk: &mut Desk<'_>) {
        self.app.link(link, desk);
    }
    fn answered(&mut self, permission: Permission, granted: bool, desk: &mut Desk<'_>) {
        self.app.answered(permission, granted, desk);
    }
    fn slide(&mut self, slider: &'static str, value: f32, desk: &mut Desk<'_>) {
        self.app.slide(slider, value, desk);
    }
    fn reset(&mut self) {
        self.app.reset();
    }
    fn badge(&self) -> u32 {
        self.app.badge()
    }
}
