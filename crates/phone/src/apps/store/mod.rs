//! 应用商店: what could be on the phone, installed and removed after a question.

mod detail;
mod lists;

use crate::apps::parts::{danger, dialog, text_button};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{Align, Class, View, column, icon_on, text};

const BLUE: Color = Color::rgb(0x1a66d0);
const RED: Color = Color::rgb(0xd93025);
const SEARCH_FIELD: &str = "search";
const APP_ICON: &str = "b 4 8 16 13 2.5;a 12 8 4 180 360;P 10 11.5 15.5 14.5 10 17.5";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Offers,
    Mine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Search,
    Detail(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub enum Touch {
    Tab(Tab),
    Search,
    ClearSearch,
    Detail(&'static str),
    Open(&'static str),
    AskInstall(&'static str),
    AskRemove(&'static str),
    Yes,
    No,
    Back,
}

#[derive(Clone, Copy, Debug)]
enum Asking {
    Install(&'static str),
    Remove(&'static str),
}

pub struct Store {
    facts: Facts,
    seed: u64,
    tab: Tab,
    stack: Vec<Place>,
    query: String,
    asking: Option<Asking>,
}

/// What the shop says of an app beside its own facts.
struct Offer {
    megabytes: String,
    rating: String,
    installs: String,
}

impl Store {
    pub fn new(seed: u64) -> Store {
        Store {
            facts: Facts {
                package: "com.android.appstore",
                label_zh: "应用商店",
                label_en: "App Store",
                icon: Icon::Drawn(APP_ICON),
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0x1f7ae0),
                activity: ".MainActivity",
                version: "12.1.3",
                scrambled: false,
                system: true,
                installed: true,
                links: &["market:"],
            },
            seed,
            tab: Tab::Offers,
            stack: Vec::new(),
            query: String::new(),
            asking: None,
        }
    }

    fn offer(&self, package: &str, env: &Env<'_>) -> Offer {
        let mut dice = Dice::new(self.seed, package);
        Offer {
            megabytes: format!("{}.{} MB", 6 + dice.below(180), dice.below(10)),
            rating: format!("4.{}", 1 + dice.below(9)),
            installs: format!("{}{}", 1 + dice.below(9), env.t("亿次安装", "00M installs")),
        }
    }

    /// What the shop has, in its order: everything that did not come with the phone.
    fn offers<'a>(&self, env: &Env<'a>) -> Vec<&'a Facts> {
        let mut offers: Vec<&Facts> = env.known.iter().filter(|facts| !facts.system).collect();
        Dice::new(self.seed, "store").shuffle(&mut offers);
        offers
    }

    fn found<'a>(&self, env: &Env<'a>) -> Vec<&'a Facts> {
        let query = self.query.trim().to_lowercase();
        let hit = |facts: &&Facts| {
            facts.label_zh.to_lowercase().contains(&query) || facts.label_en.to_lowercase().contains(&query)
        };
        self.offers(env).into_iter().filter(hit).collect()
    }
}

/// The app's icon on its ground.
fn face(facts: &Facts, side: f32) -> View<Touch> {
    column(vec![icon_on(facts.icon, facts.icon_ink, facts.icon_background).square(side * 0.62).bare()])
        .centered()
        .square(side)
        .bg(facts.icon_background)
        .radius(side * 0.24)
        .bare()
}

/// 安装 or 打开, as a small button at the end of a row.
fn action(facts: &Facts, env: &Env<'_>) -> View<Touch> {
    let (label, message) = match env.is_installed(facts.package) {
        true => (env.t("打开", "Open"), Touch::Open(facts.package)),
        false => (env.t("安装", "Install"), Touch::AskInstall(facts.package)),
    };
    text(label)
        .class(Class::Button)
        .size(14.0)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .pad(16.0, 7.0)
        .bg(BLUE)
        .radius(16.0)
        .align_self(Align::Center)
        .on(message)
        .id("action")
}

impl App for Store {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        let depth = self.stack.len();
        match self.stack.last() {
            None => Page { activity: ".MainActivity", name: format!("{:?}", self.tab), depth },
            Some(Place::Search) => Page { activity: ".SearchActivity", name: "search".into(), depth },
            Some(Place::Detail(package)) => {
                Page { activity: ".DetailActivity", name: (*package).to_owned(), depth }
            }
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().card)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match self.stack.last() {
            None => lists::main_page(self, env),
            Some(Place::Search) => lists::search(self, env),
            Some(Place::Detail(package)) => match env.known.iter().find(|facts| facts.package == *package) {
                Some(facts) => detail::view(self, facts, env),
                None => lists::main_page(self, env),
            },
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let theme = env.theme();
        let (title, body, yes) = match self.asking? {
            Asking::Install(package) => (
                format!("{}{}{}", env.t("安装“", "Install "), env.label_of(package), env.t("”？", "?")),
                format!("{}{}", env.t("大小 ", "Size "), self.offer(package, env).megabytes),
                text_button(env.t("安装", "Install"), lists::accent(env), Touch::Yes),
            ),
            Asking::Remove(package) => (
                format!("{}{}{}", env.t("卸载“", "Uninstall "), env.label_of(package), env.t("”？", "?")),
                env.t("应用及其数据将被删除。", "The app and its data will be deleted.").to_owned(),
                text_button(env.t("卸载", "Uninstall"), danger(&theme), Touch::Yes),
            ),
        };
        let cancel = text_button(env.t("取消", "Cancel"), theme.ink, Touch::No);
        Some(dialog(&theme, &title, &body, vec![cancel, yes]))
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Tab(tab) => self.tab = tab,
            Touch::Search => {
                self.query.clear();
                self.stack.push(Place::Search);
            }
            Touch::ClearSearch => self.query.clear(),
            Touch::Detail(package) => self.stack.push(Place::Detail(package)),
            Touch::Open(package) => desk.launch(package),
            Touch::AskInstall(_) if desk.is_offline() => {
                desk.toast(desk.t("网络不可用", "No network").to_owned());
            }
            Touch::AskInstall(package) => self.asking = Some(Asking::Install(package)),
            Touch::AskRemove(package) => self.asking = Some(Asking::Remove(package)),
            Touch::Yes => match self.asking.take() {
                Some(Asking::Install(package)) => {
                    desk.install(package);
                    desk.toast(desk.t("已安装", "Installed").to_owned());
                }
                Some(Asking::Remove(package)) => {
                    desk.remove(package);
                    desk.toast(desk.t("已卸载", "Uninstalled").to_owned());
                }
                None => {}
            },
            Touch::No => self.asking = None,
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn edit(&mut self, _field: &'static str, text: String, desk: &mut Desk<'_>) {
        self.query = text;
        desk.scroll_to_start(lists::FOUND_KEY);
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        self.asking.take().is_some() || self.stack.pop().is_some()
    }

    fn auto_focus(&self) -> Option<&'static str> {
        (self.stack.last() == Some(&Place::Search)).then_some(SEARCH_FIELD)
    }

    fn stopped(&mut self) {
        (self.tab, self.asking) = (Tab::Offers, None);
        self.stack.clear();
        self.query.clear();
    }

    /// `market://search?q=…` opens the search, as links of other apps do.
    fn link(&mut self, link: &str, _desk: &mut Desk<'_>) {
        if let Some((_, query)) = link.split_once("search?q=") {
            self.query = query.to_owned();
            self.stack = vec![Place::Search];
        }
    }
}
