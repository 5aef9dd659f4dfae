//! 相册: photos by day, albums, one photo at a time, and a bin that deleted ones wait in. Half of the phones describe
//! their thumbnails and half do not; every second one asks for the photos when it is first opened.

mod data;
mod grid;
mod viewer;

use std::collections::BTreeSet;

use self::data::{Album, Fate, Photo};
use crate::apps::parts::{danger, dialog, text_button};
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page, Permission};
use crate::toolkit::View;

const BLUE: Color = Color::rgb(0x1a66d0);
const HEART_LINE: &str =
    "s 12 20.5 4.4 13 3.2 9.8 4.2 6.6 7 5 9.8 5.6 12 8.2 14.2 5.6 17 5 19.8 6.6 20.8 9.8 19.6 13 12 20.5";
const RESTORE: &str = "a 12 12.5 7.5 -60 240;p 3.4 9.2 10 8.4 6.4 14.4";
const APP_ICON: &str = "b 3 4.5 18 15 3;D 8.4 9.6 1.9;P 5.5 17 10.6 11.4 13.6 14.6 15.6 12.6 18.8 17";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Photos,
    Albums,
}

#[derive(Clone, Debug)]
pub enum Touch {
    AskAccess,
    Tab(Tab),
    Album(Album),
    Open(usize),
    Pick(usize),
    PickAll,
    Unpick,
    Like,
    About,
    Delete,
    Restore,
    Yes,
    No,
    Back,
}

/// What a dialog is open about.
#[derive(Clone, Debug)]
enum Asking {
    Bin(Vec<usize>),
    Destroy(Vec<usize>),
    About(usize),
}

pub struct Gallery {
    facts: Facts,
    seed: u64,
    /// Made when the app is first opened: before that there is no today.
    photos: Vec<Photo>,
    allowed: bool,
    asked: bool,
    tab: Tab,
    album: Option<Album>,
    photo: Option<usize>,
    /// Chosen by a long press and touches after it; empty when nothing is being chosen.
    picked: BTreeSet<usize>,
    asking: Option<Asking>,
}

impl Gallery {
    pub fn new(seed: u64) -> Gallery {
        Gallery {
            facts: Facts {
                package: "com.android.gallery",
                label_zh: "相册",
                label_en: "Gallery",
                icon: Icon::Drawn(APP_ICON),
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0x2f80d0),
                activity: ".GalleryActivity",
                version: "3.6.0",
                scrambled: false,
                system: true,
                installed: true,
                links: &[],
            },
            seed,
            photos: Vec::new(),
            allowed: false,
            asked: false,
            tab: Tab::Photos,
            album: None,
            photo: None,
            picked: BTreeSet::new(),
            asking: None,
        }
    }

    /// Whether this release asks before it shows photos.
    fn must_ask(&self) -> bool {
        self.seed % 2 == 1
    }

    /// Whether this release describes its thumbnails.
    fn describes(&self) -> bool {
        self.seed / 2 % 2 == 1
    }

    /// Whether this release has its tabs below the photos.
    fn tabs_below(&self) -> bool {
        (self.seed / 4).is_multiple_of(2)
    }

    /// The album that the page shows.
    fn shelf(&self) -> Album {
        self.album.unwrap_or(Album::All)
    }

    fn shown(&self, album: Album) -> Vec<usize> {
        (0..self.photos.len()).filter(|at| album.holds(&self.photos[*at])).collect()
    }

    /// The photos that a button of the page is about.
    fn subjects(&self) -> Vec<usize> {
        match self.photo {
            Some(photo) => vec![photo],
            None => self.picked.iter().copied().collect(),
        }
    }

    /// The photo `by` places further in the album, if there is one.
    fn neighbour(&self, by: isize) -> Option<usize> {
        let shown = self.shown(self.shelf());
        let at = shown.iter().position(|photo| Some(*photo) == self.photo)?;
        shown.get(at.checked_add_signed(by)?).copied()
    }

    /// Gives the photos another fate; the viewer goes on to the next one.
    fn move_to(&mut self, subjects: &[usize], fate: Fate) {
        let next = self.neighbour(1).or_else(|| self.neighbour(-1));
        for at in subjects {
            if let Some(photo) = self.photos.get_mut(*at) {
                photo.fate = fate;
            }
        }
        if self.photo.is_some() {
            self.photo = next;
        }
        self.picked.clear();
    }

    fn delete(&mut self, subjects: &[usize], kind: &str, fate: Fate, desk: &mut Desk<'_>) {
        for at in subjects {
            desk.record(Deed::Deleted {
                app: self.facts.package.to_owned(),
                kind: kind.to_owned(),
                what: self.photos[*at].name(),
                // No two photos have one name.
                which: String::new(),
            });
        }
        self.move_to(subjects, fate);
    }

    fn like(&mut self, desk: &mut Desk<'_>) {
        let album = self.shelf();
        let Some(photo) = self.photo.and_then(|at| self.photos.get_mut(at)) else { return };
        photo.liked = !photo.liked;
        let (app, what) = (self.facts.package.to_owned(), photo.name());
        desk.record(if photo.liked { Deed::Liked { app, what } } else { Deed::Unliked { app, what } });
        // In 收藏 itself the photo is gone from under the finger.
        if !album.holds(photo) {
            self.photo = None;
        }
    }
}

impl App for Gallery {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        match (self.photo, self.album) {
            (Some(photo), album) => Page {
                activity: ".PhotoActivity",
                name: format!("photo {photo}"),
                depth: 1 + usize::from(album.is_some()),
            },
            (None, Some(album)) => Page { activity: ".AlbumActivity", name: format!("{album:?}"), depth: 1 },
            (None, None) => Page { activity: ".GalleryActivity", name: format!("{:?}", self.tab), depth: 0 },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(if self.photo.is_some() { Color::BLACK } else { env.theme().card })
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        if !self.allowed {
            return grid::refused(env);
        }
        match (self.photo.and_then(|at| self.photos.get(at)), self.album, self.tab) {
            (Some(photo), _, _) => viewer::view(photo, env),
            (None, Some(album), _) => grid::album(self, album, env),
            (None, None, _) => grid::main_page(self, env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let theme = env.theme();
        let cancel = || text_button(env.t("取消", "Cancel"), theme.ink, Touch::No);
        Some(match self.asking.as_ref()? {
            Asking::Bin(photos) => {
                let title = match photos.len() {
                    1 => env.t("删除照片？", "Delete photo?").to_owned(),
                    many => format!("{}{many}{}", env.t("删除 ", "Delete "), env.t(" 张照片？", " photos?")),
                };
                let body = env.t(
                    "照片将移至“最近删除”，30 天后彻底删除。",
                    "It goes to Recently deleted and is gone after 30 days.",
                );
                let yes = text_button(env.t("删除", "Delete"), danger(&theme), Touch::Yes);
                dialog(&theme, &title, body, vec![cancel(), yes])
            }
            Asking::Destroy(photos) => {
                let body = format!(
                    "{}{}",
                    photos.len(),
                    env.t(" 张照片将无法恢复。", " photo(s) cannot come back.")
                );
                let yes = text_button(env.t("彻底删除", "Delete for good"), danger(&theme), Touch::Yes);
                dialog(&theme, env.t("彻底删除？", "Delete for good?"), &body, vec![cancel(), yes])
            }
            Asking::About(at) => {
                let close = text_button(env.t("知道了", "OK"), theme.ink, Touch::No);
                dialog(&theme, env.t("详情", "Details"), &viewer::about(&self.photos[*at], env), vec![close])
            }
        })
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::AskAccess => desk.ask(Permission::Photos),
            Touch::Tab(tab) => (self.tab, self.picked) = (tab, BTreeSet::new()),
            Touch::Album(album) => self.album = Some(album),
            Touch::Open(at) => self.photo = Some(at),
            Touch::Pick(at) => {
                if !self.picked.remove(&at) {
                    self.picked.insert(at);
                }
            }
            Touch::PickAll => self.picked = self.shown(self.shelf()).into_iter().collect(),
            Touch::Unpick => self.picked.clear(),
            Touch::Like => self.like(desk),
            Touch::About => self.asking = self.photo.map(Asking::About),
            Touch::Delete if self.shelf() == Album::Bin => {
                self.asking = Some(Asking::Destroy(self.subjects()));
            }
            Touch::Delete => self.asking = Some(Asking::Bin(self.subjects())),
            Touch::Restore => {
                let subjects = self.subjects();
                for at in &subjects {
                    let (app, kind) = (self.facts.package.to_owned(), "photo".to_owned());
                    desk.record(Deed::Restored { app, kind, what: self.photos[*at].name() });
                }
                self.move_to(&subjects, Fate::Here);
                desk.toast(desk.t("已恢复", "Restored").to_owned());
            }
            Touch::Yes => match self.asking.take() {
                Some(Asking::Bin(photos)) => self.delete(&photos, "photo", Fate::Binned, desk),
                Some(Asking::Destroy(photos)) => self.delete(&photos, "photo for good", Fate::Gone, desk),
                Some(Asking::About(_)) | None => {}
            },
            Touch::No => self.asking = None,
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.asking.take().is_some() || self.photo.take().is_some() {
            return true;
        }
        if !self.picked.is_empty() {
            self.picked.clear();
            return true;
        }
        self.album.take().is_some()
    }

    fn flip(&mut self, by: i32, _desk: &mut Desk<'_>) {
        if let Some(next) = self.neighbour(by as isize) {
            self.photo = Some(next);
        }
    }

    fn opened(&mut self, desk: &mut Desk<'_>) {
        if self.photos.is_empty() {
            self.photos = data::first(self.seed, desk.wall);
        }
        self.allowed = !self.must_ask() || desk.is_granted(Permission::Photos);
        if !self.allowed && !std::mem::replace(&mut self.asked, true) {
            desk.ask(Permission::Photos);
        }
    }

    fn answered(&mut self, permission: Permission, granted: bool, _desk: &mut Desk<'_>) {
        if permission == Permission::Photos {
            self.allowed = granted || !self.must_ask();
        }
    }

    fn stopped(&mut self) {
        (self.tab, self.album, self.photo, self.asking) = (Tab::Photos, None, None, None);
        self.picked.clear();
    }

    fn reset(&mut self) {
        *self = Gallery::new(self.seed);
    }
}
