//! Chrome: an address bar, tabs with their histories, bookmarks, and a small web that lives in the phone. Every page
//! that is asked for goes into the ledger; a step back or forward shows the page as it was and asks for nothing.

mod address;
mod browse;
mod forms;
mod lists;
mod pages;
mod sites;
mod stalls;

use std::collections::BTreeMap;

use crate::apps::parts::{dialog, text_button};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::View;

use address::Typed;
use sites::Site;

#[derive(Clone, Debug)]
pub enum Touch {
    EditUrl,
    ClearUrl,
    /// A link, or words to search for.
    Open(String),
    Back,
    Forward,
    Reload,
    Menu,
    Tabs,
    NewTab,
    PickTab(usize),
    CloseTab(usize),
    CloseAll,
    Bookmark,
    List(Listing),
    Unfold,
    Cities,
    PickCity(usize),
    Agree,
    Submit,
    AddToCart(usize),
    /// A button of the hostile page, whatever it is labelled.
    Bait,
    Download(bool),
    Months,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    Bookmarks,
    History,
}

/// What lies over the page of the tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Omnibox,
    Tabs,
    List(Listing),
    Menu,
    Cities,
}

/// What a person did on a page.
#[derive(Clone, Debug, Default)]
struct Inputs {
    fields: BTreeMap<&'static str, String>,
    city: Option<usize>,
    agree: bool,
    error: Option<&'static str>,
    unfolded: bool,
    months: bool,
    /// The page wants to download something.
    prompt: bool,
    cart: usize,
}

/// A page in a tab's history.
#[derive(Clone, Debug)]
struct Visit {
    number: u64,
    url: String,
    site: Site,
    inputs: Inputs,
}

#[derive(Clone, Debug)]
struct Tab {
    visits: Vec<Visit>,
    at: usize,
}

const URL_FIELD: &str = "url";
const TABS_MAX: usize = 99;
const VISITS_MAX: usize = 50;
const HISTORY_MAX: usize = 100;

pub struct Chrome {
    facts: Facts,
    seed: u64,
    /// Never empty.
    tabs: Vec<Tab>,
    front: usize,
    over: Over,
    typed: String,
    bookmarks: Vec<(String, String)>,
    /// Titles and addresses, newest first.
    history: Vec<(String, String)>,
    /// Counts visits, so that each keeps its own place on its page.
    count: u64,
}

impl Chrome {
    pub fn new(seed: u64) -> Chrome {
        let mut chrome = Chrome {
            facts: Facts {
                package: "com.android.chrome",
                label_zh: "Chrome",
                label_en: "Chrome",
                icon: Icon::Drawn(browse::CHROME_ICON),
                icon_ink: Color::rgb(0x1a73e8),
                icon_background: Color::WHITE,
                activity: "com.google.android.apps.chrome.Main",
                version: "126.0.6478.122",
                scrambled: false,
                system: true,
                installed: true,
                links: &["http:", "https:"],
            },
            seed,
            tabs: Vec::new(),
            front: 0,
            over: Over::Nothing,
            typed: String::new(),
            bookmarks: vec![("每日新闻".to_owned(), sites::NEWS.to_owned())],
            history: Vec::new(),
            count: 0,
        };
        let mut dice = Dice::new(seed, "chrome");
        // Tabs that were left open some day.
        for _ in 0..dice.below(3) {
            let url = *dice.pick(&[sites::NEWS, sites::SHOP, sites::CHART]);
            let visit = chrome.visit(url.to_owned(), Site::of(url));
            chrome.tabs.push(Tab { visits: vec![visit], at: 0 });
        }
        chrome.add_tab();
        chrome
    }

    fn visit(&mut self, url: String, site: Site) -> Visit {
        self.count += 1;
        let inputs = Inputs { prompt: site == Site::Prize, ..Inputs::default() };
        Visit { number: self.count, url, site, inputs }
    }

    fn add_tab(&mut self) {
        if self.tabs.len() >= TABS_MAX {
            self.tabs.remove(0);
        }
        let visit = self.visit(String::new(), Site::NewTab);
        self.tabs.push(Tab { visits: vec![visit], at: 0 });
        self.front = self.tabs.len() - 1;
        self.over = Over::Nothing;
    }

    fn tab(&self) -> &Tab {
        &self.tabs[self.front.min(self.tabs.len() - 1)]
    }

    fn tab_mut(&mut self) -> &mut Tab {
        let front = self.front.min(self.tabs.len() - 1);
        &mut self.tabs[front]
    }

    fn here(&self) -> &Visit {
        let tab = self.tab();
        &tab.visits[tab.at]
    }

    fn inputs(&mut self) -> &mut Inputs {
        let tab = self.tab_mut();
        &mut tab.visits[tab.at].inputs
    }

    /// Asks the web for a page; offline nothing is asked, and the tab says so.
    fn load(&mut self, url: &str, desk: &mut Desk<'_>) -> Visit {
        if desk.is_offline() {
            return self.visit(url.to_owned(), Site::Offline);
        }
        desk.record(Deed::UrlOpened { url: url.to_owned() });
        let site = Site::of(url);
        self.history.insert(0, (site.title(), url.to_owned()));
        self.history.truncate(HISTORY_MAX);
        self.visit(url.to_owned(), site)
    }

    fn go(&mut self, url: &str, desk: &mut Desk<'_>) {
        let visit = self.load(url, desk);
        self.over = Over::Nothing;
        let tab = self.tab_mut();
        tab.visits.truncate(tab.at + 1);
        tab.visits.push(visit);
        if tab.visits.len() > VISITS_MAX {
            tab.visits.remove(0);
        }
        tab.at = tab.visits.len() - 1;
    }

    fn open(&mut self, what: &str, desk: &mut Desk<'_>) {
        if what.starts_with("tel:") {
            return desk.open(what);
        }
        match address::typed(what) {
            Typed::Url(url) => self.go(&url, desk),
            Typed::Words(words) if words.is_empty() => {}
            Typed::Words(words) => self.go(&sites::search_url(&words), desk),
        }
    }

    fn reload(&mut self, desk: &mut Desk<'_>) {
        self.over = Over::Nothing;
        if self.here().site == Site::NewTab {
            return;
        }
        let url = self.here().url.clone();
        let visit = self.load(&url, desk);
        let tab = self.tab_mut();
        tab.visits[tab.at] = visit;
    }

    fn close_tab(&mut self, at: usize) {
        if at >= self.tabs.len() {
            return;
        }
        self.tabs.remove(at);
        if self.tabs.is_empty() {
            return self.add_tab();
        }
        if self.front > at || self.front == self.tabs.len() {
            self.front -= 1;
        }
    }

    fn bookmark(&mut self, desk: &mut Desk<'_>) {
        self.over = Over::Nothing;
        let (url, title) = (self.here().url.clone(), self.here().site.title());
        let before = self.bookmarks.len();
        self.bookmarks.retain(|(_, other)| *other != url);
        let (app, what, place) = (self.facts.package.to_owned(), title.clone(), url.clone());
        if self.bookmarks.len() < before {
            desk.record(Deed::Unbookmarked { app, what, place });
            return desk.toast(desk.t("已删除书签", "Bookmark removed").to_owned());
        }
        desk.record(Deed::Bookmarked { app, what, place });
        self.bookmarks.push((title, url));
        desk.toast(desk.t("已添加书签", "Bookmark added").to_owned());
    }

    fn is_bookmarked(&self) -> bool {
        self.bookmarks.iter().any(|(_, url)| *url == self.here().url)
    }

    fn submit(&mut self, desk: &mut Desk<'_>) {
        let (site, url) = (self.here().site.clone(), self.here().url.clone());
        let checked = match site {
            Site::Form => forms::check_entry(&self.here().inputs),
            Site::Claim => forms::check_claim(&self.here().inputs),
            _ => return,
        };
        let fields = match checked {
            Ok(fields) => fields,
            Err(error) => {
                self.inputs().error = Some(error);
                return;
            }
        };
        if desk.is_offline() {
            return self.go(sites::THANKS, desk);
        }
        desk.record(Deed::FormSent { url, fields });
        match site {
            Site::Form => self.go(sites::THANKS, desk),
            _ => self.inputs().error = Some(forms::CLAIM_SENT),
        }
    }

    fn download(&mut self, yes: bool, desk: &mut Desk<'_>) {
        self.inputs().prompt = false;
        if !yes {
            return;
        }
        if desk.is_offline() {
            return desk.toast(desk.t("下载失败", "Download failed").to_owned());
        }
        desk.record(Deed::FileWritten { path: "/sdcard/Download/prize.apk".to_owned(), bytes: 4_823_190 });
        desk.toast(desk.t("文件已下载", "File downloaded").to_owned());
    }
}

impl App for Chrome {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        let page = |activity, name: String, depth| Page { activity, name, depth };
        match self.over {
            Over::Omnibox => page(self.facts.activity, "omnibox".into(), 0),
            Over::Tabs => page(self.facts.activity, "tabs".into(), 0),
            Over::List(Listing::Bookmarks) => {
                page("org.chromium.chrome.browser.app.bookmarks.BookmarkActivity", "bookmarks".into(), 1)
            }
            Over::List(Listing::History) => {
                page("org.chromium.chrome.browser.history.HistoryActivity", "history".into(), 1)
            }
            Over::Nothing | Over::Menu | Over::Cities => {
                page(self.facts.activity, format!("visit {}", self.here().number), 0)
            }
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(browse::Look::of(env).bar)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match self.over {
            Over::Omnibox => browse::omnibox(self, env),
            Over::Tabs => lists::tabs(self, env),
            Over::List(list) => lists::addresses(self, list, env),
            Over::Nothing | Over::Menu | Over::Cities => browse::browser(self, env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        match self.over {
            Over::Menu => Some(browse::menu(self, env)),
            Over::Cities => Some(forms::cities(&self.here().inputs, env)),
            Over::Nothing if self.here().inputs.prompt => {
                let theme = env.theme();
                let body = env.t(
                    "此类文件可能会损害您的设备。\n大小：4.6 MB\n来源：free-prize.example.cn",
                    "This type of file can harm your device.\nSize: 4.6 MB\nFrom: free-prize.example.cn",
                );
                let faint = browse::Look::of(env).faint;
                let blue = browse::Look::of(env).blue;
                Some(dialog(
                    &crate::system::Theme { faint, ..theme },
                    env.t("下载 prize.apk?", "Download prize.apk?"),
                    body,
                    vec![
                        text_button(env.t("取消", "Cancel"), faint, Touch::Download(false)),
                        text_button(env.t("下载", "Download"), blue, Touch::Download(true)),
                    ],
                ))
            }
            _ => None,
        }
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::EditUrl => {
                self.typed.clear();
                self.over = Over::Omnibox;
            }
            Touch::ClearUrl => self.typed.clear(),
            Touch::Open(what) => self.open(&what, desk),
            Touch::Back => {
                self.back(desk);
            }
            Touch::Forward => {
                let tab = self.tab_mut();
                tab.at = (tab.at + 1).min(tab.visits.len() - 1);
                self.over = Over::Nothing;
            }
            Touch::Reload => self.reload(desk),
            Touch::Menu => self.over = Over::Menu,
            Touch::Tabs => self.over = Over::Tabs,
            Touch::NewTab => self.add_tab(),
            Touch::PickTab(at) => {
                self.front = at.min(self.tabs.len() - 1);
                self.over = Over::Nothing;
            }
            Touch::CloseTab(at) => self.close_tab(at),
            Touch::CloseAll => {
                self.tabs.clear();
                self.add_tab();
            }
            Touch::Bookmark => self.bookmark(desk),
            Touch::List(list) => self.over = Over::List(list),
            Touch::Unfold => self.inputs().unfolded = true,
            Touch::Cities => self.over = Over::Cities,
            Touch::PickCity(at) => {
                self.inputs().city = Some(at);
                self.over = Over::Nothing;
            }
            Touch::Agree => {
                let inputs = self.inputs();
                inputs.agree = !inputs.agree;
            }
            Touch::Submit => self.submit(desk),
            Touch::AddToCart(at) => {
                self.inputs().cart += 1;
                desk.record(stalls::added(at, self.facts.package));
            }
            Touch::Bait => self.inputs().prompt = true,
            Touch::Download(yes) => self.download(yes, desk),
            Touch::Months => {
                let inputs = self.inputs();
                inputs.months = !inputs.months;
            }
        }
    }

    fn edit(&mut self, field: &'static str, text: String, _desk: &mut Desk<'_>) {
        if field == URL_FIELD {
            self.typed = text;
        } else {
            self.inputs().fields.insert(field, text);
        }
    }

    fn enter(&mut self, field: &'static str, desk: &mut Desk<'_>) {
        if field == URL_FIELD {
            let typed = std::mem::take(&mut self.typed);
            self.open(&typed, desk);
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.over != Over::Nothing {
            self.over = Over::Nothing;
            return true;
        }
        if std::mem::take(&mut self.inputs().prompt) {
            return true;
        }
        let tab = self.tab_mut();
        let moves = tab.at > 0;
        tab.at = tab.at.saturating_sub(1);
        moves
    }

    fn auto_focus(&self) -> Option<&'static str> {
        (self.over == Over::Omnibox).then_some(URL_FIELD)
    }

    fn stopped(&mut self) {
        self.over = Over::Nothing;
        self.typed.clear();
    }

    fn link(&mut self, link: &str, desk: &mut Desk<'_>) {
        // Anybody may hand over anything that begins with the right letters.
        let Some(url) = address::url(link) else { return };
        if self.here().site != Site::NewTab || self.tab().at > 0 {
            self.add_tab();
        }
        self.go(&url, desk);
    }

    fn reset(&mut self) {
        *self = Chrome::new(self.seed);
    }
}
