//! 微信: chats, contacts, search, 朋友圈, payments, an account that can be logged out. A message leaves only through
//! the send button of its chat, money only after the password.

mod account;
mod asks;
mod chat;
mod contacts;
mod data;
mod main_page;
mod moments;
mod pay;
mod posts;
mod search;

use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page, Theme};
use crate::toolkit::{Class, View, text};

use account::Login;
use data::{Chat, Line, Person, When};
use moments::Moments;
use pay::Payment;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Chats,
    Contacts,
    Discover,
    Me,
}

/// A page above the tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Search,
    Chat(usize),
    Profile(usize),
    Moments,
    /// The page to post on.
    Compose,
    Wallet,
    PayCode,
    /// An amount to pay, out of a chat.
    Pay,
    Settings,
}

/// A question over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    ChatMenu(usize),
    DeleteChat(usize),
    Password,
    SignOut,
    WrongLogin,
}

#[derive(Clone, Debug)]
pub enum Touch {
    Tab(Tab),
    Search,
    ClearSearch,
    Chat(usize),
    Profile(usize),
    Send,
    /// A message of this person's chat that did not leave.
    Resend(usize, usize),
    Back,
    Go(Place),
    HoldChat(usize),
    /// Marks a chat as read or unread.
    Mark(usize),
    /// Puts a chat on top of the list, or no longer.
    Pin(usize),
    AskDelete(usize),
    Delete(usize),
    /// Opens and closes what lies behind the plus of a chat.
    Panel,
    Moments(moments::Act),
    Pay(pay::Act),
    Account(account::Act),
    /// Out of a question, with nothing done.
    Leave,
    /// Touched, and nothing but a word about it happens.
    Say(&'static str, &'static str),
}

const SEARCH_FIELD: &str = "search";
const MESSAGE_FIELD: &str = "message";

pub struct WeChat {
    facts: Facts,
    people: Vec<Person>,
    /// In the order of the list, newest first.
    chats: Vec<Chat>,
    tab: Tab,
    stack: Vec<Place>,
    query: String,
    ask: Option<Ask>,
    /// What lies behind the plus of a chat is open.
    panel: bool,
    moments: Moments,
    payment: Option<Payment>,
    /// In fen.
    balance: u64,
    logged_in: bool,
    login: Login,
    /// New messages make notices.
    notices: bool,
    seed: u64,
}

const MY_COLOR: Color = Color::rgb(0x576b95);

impl WeChat {
    pub fn new(seed: u64) -> WeChat {
        let (people, chats) = data::fill(seed);
        let moments = Moments::new(seed, &people);
        let balance = 80_000 + Dice::new(seed, "wechat money").below(400_000) as u64;
        WeChat {
            facts: Facts {
                package: "com.tencent.mm",
                label_zh: "微信",
                label_en: "WeChat",
                icon: Icon::ChatApp,
                icon_ink: Color::WHITE,
                icon_background: Color::rgb(0x2dc100),
                activity: ".ui.LauncherUI",
                version: "8.0.50",
                scrambled: true,
                system: false,
                installed: true,
                links: &[],
            },
            people,
            chats,
            tab: Tab::Chats,
            stack: Vec::new(),
            query: String::new(),
            ask: None,
            panel: false,
            moments,
            payment: None,
            balance,
            logged_in: true,
            login: Login::default(),
            notices: true,
            seed,
        }
    }

    fn chat_with(&self, person: usize) -> Option<&Chat> {
        self.chats.iter().find(|chat| chat.with == person)
    }

    fn unread(&self) -> u32 {
        self.chats.iter().map(|chat| chat.unread).sum()
    }

    fn open_chat(&mut self, person: usize, desk: &mut Desk<'_>) {
        match self.chats.iter_mut().find(|chat| chat.with == person) {
            Some(chat) => chat.unread = 0,
            None => self.chats.push(Chat::empty(person)),
        }
        self.stack.push(Place::Chat(person));
        desk.scroll_to_end(chat::scroll_key(person));
    }

    fn send(&mut self, desk: &mut Desk<'_>) {
        let Some(Place::Chat(person)) = self.stack.last() else { return };
        let person = *person;
        let Some(at) = self.chats.iter().position(|chat| chat.with == person) else { return };
        let text = std::mem::take(&mut self.chats[at].draft);
        if text.trim().is_empty() {
            desk.toast(desk.t("不能发送空白消息", "Can't send an empty message").to_owned());
            return;
        }
        let when = When::Today(desk.wall.hour(), desk.wall.minute());
        let failed = desk.is_offline();
        self.say(person, Line { mine: true, text: text.clone(), when, failed });
        if !failed {
            self.left(person, text, desk);
        }
        desk.scroll_to_end(chat::scroll_key(person));
    }

    /// Puts a line into a chat, which becomes the first of the list.
    fn say(&mut self, person: usize, line: Line) {
        let at = self.chats.iter().position(|chat| chat.with == person);
        let mut chat = at.map_or_else(|| Chat::empty(person), |at| self.chats.remove(at));
        chat.when = line.when;
        chat.lines.push(line);
        self.chats.insert(0, chat);
    }

    /// A message really left the phone.
    fn left(&self, person: usize, text: String, desk: &mut Desk<'_>) {
        desk.record(Deed::MessageSent {
            app: self.facts.package.to_owned(),
            to: self.people[person].name.clone(),
            text,
        });
    }

    fn resend(&mut self, person: usize, line: usize, desk: &mut Desk<'_>) {
        if desk.is_offline() {
            return desk.toast(desk.t("网络不可用", "No network").to_owned());
        }
        let chat = self.chats.iter_mut().find(|chat| chat.with == person);
        let Some(line) = chat.and_then(|chat| chat.lines.get_mut(line)).filter(|line| line.failed) else {
            return;
        };
        line.failed = false;
        let text = line.text.clone();
        self.left(person, text, desk);
    }

    fn mark(&mut self, person: usize, desk: &mut Desk<'_>) {
        self.ask = None;
        if let Some(chat) = self.chats.iter_mut().find(|chat| chat.with == person) {
            chat.unread = u32::from(chat.unread == 0);
            let (app, what) = (self.facts.package.to_owned(), self.people[person].name.clone());
            desk.record(Deed::Marked { app, what, read: chat.unread == 0 });
        }
    }

    fn pin(&mut self, person: usize, desk: &mut Desk<'_>) {
        self.ask = None;
        if let Some(chat) = self.chats.iter_mut().find(|chat| chat.with == person) {
            chat.pinned = !chat.pinned;
            let what = self.people[person].name.clone();
            desk.record(Deed::pin(self.facts.package, "chat", what, chat.pinned));
        }
    }

    fn delete(&mut self, person: usize, desk: &mut Desk<'_>) {
        self.ask = None;
        self.chats.retain(|chat| chat.with != person);
        desk.record(Deed::Deleted {
            app: self.facts.package.to_owned(),
            kind: "chat".to_owned(),
            what: self.people[person].name.clone(),
            which: pay::account(person),
        });
    }

    /// Back to the first tab, with nothing open.
    fn leave_pages(&mut self) {
        self.stack.clear();
        self.tab = Tab::Chats;
        self.query.clear();
        self.ask = None;
        self.panel = false;
        self.payment = None;
        self.moments.close();
        self.login = Login::default();
    }
}

/// The colour of names and links.
fn link_color(env: &Env<'_>) -> Color {
    Color::rgb(if env.dark { 0x8ea3c4 } else { 0x576b95 })
}

/// The green button.
fn button(label: &str, message: Touch, theme: &Theme) -> View<Touch> {
    text(label)
        .class(Class::Button)
        .size(15.0)
        .color(Color::WHITE)
        .text_center()
        .bg(theme.accent)
        .radius(5.0)
        .pad(14.0, 8.0)
        .on(message)
}

impl App for WeChat {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        if !self.logged_in {
            return Page { activity: ".plugin.account.ui.LoginPasswordUI", name: "login".into(), depth: 0 };
        }
        let (activity, name) = match self.stack.last() {
            None => (".ui.LauncherUI", format!("{:?}", self.tab)),
            Some(Place::Search) => (".plugin.fts.ui.FTSMainUI", "search".into()),
            // With the panel open it is another page, so that the keyboard goes.
            Some(Place::Chat(person)) => (".ui.chatting.ChattingUI", format!("chat {person} {}", self.panel)),
            Some(Place::Profile(person)) => (".plugin.profile.ui.ContactInfoUI", format!("profile {person}")),
            Some(Place::Moments) => {
                (".plugin.sns.ui.SnsTimeLineUI", format!("moments {:?}", self.moments.commenting))
            }
            Some(Place::Compose) => (".plugin.sns.ui.SnsUploadUI", "compose".into()),
            Some(Place::Wallet) => (".plugin.mall.ui.MallIndexUI", "wallet".into()),
            Some(Place::PayCode) => (".plugin.offline.ui.WalletOfflineCoinPurseUI", "pay code".into()),
            Some(Place::Pay) => (".plugin.remittance.ui.RemittanceUI", "pay".into()),
            Some(Place::Settings) => (".plugin.setting.ui.setting.SettingsUI", "settings".into()),
        };
        Page { activity, name, depth: self.stack.len() }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        let theme = env.theme();
        let plain = !self.logged_in || self.stack.last() == Some(&Place::Compose);
        Backdrop::Plain(if plain { theme.card } else { theme.page })
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        if !self.logged_in {
            return account::login(self, env);
        }
        match self.stack.last() {
            None => main_page::view(self, env),
            Some(Place::Search) => search::view(self, env),
            Some(Place::Chat(person)) => chat::view(self, *person, env),
            Some(Place::Profile(person)) => contacts::profile(self, *person, env),
            Some(Place::Moments) => moments::view(self, env),
            Some(Place::Compose) => moments::compose(self, env),
            Some(Place::Wallet) => pay::wallet(self, env),
            Some(Place::PayCode) => pay::pay_code(self, env),
            Some(Place::Pay) => pay::view(self, env),
            Some(Place::Settings) => account::settings(self, env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        asks::view(self, env)
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Tab(tab) => self.tab = tab,
            Touch::Search => {
                self.query.clear();
                self.stack.push(Place::Search);
            }
            Touch::ClearSearch => self.query.clear(),
            Touch::Chat(person) => {
                // From a profile or a search, the chat takes that page's place on the way back to the tabs.
                self.stack.clear();
                self.panel = false;
                self.open_chat(person, desk);
            }
            Touch::Profile(person) => self.stack.push(Place::Profile(person)),
            Touch::Send => self.send(desk),
            Touch::Resend(person, line) => self.resend(person, line, desk),
            Touch::Back => {
                // The arrow leaves the chat, whatever lies open below it.
                self.panel = false;
                self.back(desk);
            }
            Touch::Go(place) => self.stack.push(place),
            Touch::HoldChat(person) => self.ask = Some(Ask::ChatMenu(person)),
            Touch::Mark(person) => self.mark(person, desk),
            Touch::Pin(person) => self.pin(person, desk),
            Touch::AskDelete(person) => self.ask = Some(Ask::DeleteChat(person)),
            Touch::Delete(person) => self.delete(person, desk),
            Touch::Panel => self.panel = !self.panel,
            Touch::Moments(act) => {
                let before = self.moments.posts.len();
                self.moments.on(act, self.facts.package, desk);
                // What was posted leads back to the posts.
                if self.moments.posts.len() > before {
                    self.stack.pop();
                }
            }
            Touch::Pay(act) => self.on_pay(act, desk),
            Touch::Account(act) => self.on_account(act, desk),
            Touch::Leave => self.ask = None,
            Touch::Say(zh, en) => desk.toast(desk.t(zh, en).to_owned()),
        }
    }

    fn edit(&mut self, field: &'static str, text: String, desk: &mut Desk<'_>) {
        match (field, self.stack.last()) {
            (SEARCH_FIELD, _) => {
                self.query = text;
                desk.scroll_to_start(search::SCROLL_KEY);
            }
            (MESSAGE_FIELD, Some(Place::Chat(person))) => {
                if let Some(chat) = self.chats.iter_mut().find(|chat| chat.with == *person) {
                    chat.draft = text;
                }
            }
            (account::NUMBER_FIELD, _) => self.login.number = text,
            (account::PASSWORD_FIELD, _) => self.login.password = text,
            (moments::COMMENT_FIELD, _) => self.moments.comment = text,
            (moments::POST_FIELD, _) => self.moments.words = text,
            (pay::AMOUNT_FIELD, _) => {
                if let Some(payment) = &mut self.payment {
                    payment.amount = text;
                }
            }
            _ => {}
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.ask.take().is_some() || self.moments.close() || std::mem::take(&mut self.panel) {
            return true;
        }
        self.logged_in && self.stack.pop().is_some()
    }

    fn auto_focus(&self) -> Option<&'static str> {
        match self.stack.last() {
            Some(Place::Search) => Some(SEARCH_FIELD),
            Some(Place::Moments) => self.moments.commenting.map(|_| moments::COMMENT_FIELD),
            Some(Place::Compose) => Some(moments::POST_FIELD),
            Some(Place::Pay) => Some(pay::AMOUNT_FIELD),
            _ => None,
        }
    }

    fn stopped(&mut self) {
        self.leave_pages();
    }

    /// Without its data it knows nobody's account any more.
    fn reset(&mut self) {
        *self = WeChat { logged_in: false, ..WeChat::new(self.seed) };
    }

    fn badge(&self) -> u32 {
        if self.logged_in { self.unread() } else { 0 }
    }
}
