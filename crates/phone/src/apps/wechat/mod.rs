//! 微信: chats, contacts, search, a chat with a send button. A message leaves only through that button.

mod chat;
mod contacts;
mod data;
mod main_page;
mod search;

use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::View;

use data::{Chat, Line, Person, When};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Chats,
    Contacts,
    Discover,
    Me,
}

/// A page above the tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Search,
    Chat(usize),
    Profile(usize),
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
}

impl WeChat {
    pub fn new(seed: u64) -> WeChat {
        let (people, chats) = data::fill(seed);
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
        let mut chat = self.chats.remove(at);
        let failed = desk.is_offline();
        chat.lines.push(Line { mine: true, text: text.clone(), when, failed });
        chat.when = when;
        self.chats.insert(0, chat);
        if !failed {
            self.left(person, text, desk);
        }
        desk.scroll_to_end(chat::scroll_key(person));
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
}

impl App for WeChat {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        let depth = self.stack.len();
        match self.stack.last() {
            None => Page { activity: ".ui.LauncherUI", name: format!("{:?}", self.tab), depth },
            Some(Place::Search) => {
                Page { activity: ".plugin.fts.ui.FTSMainUI", name: "search".into(), depth }
            }
            Some(Place::Chat(person)) => {
                Page { activity: ".ui.chatting.ChattingUI", name: format!("chat {person}"), depth }
            }
            Some(Place::Profile(person)) => Page {
                activity: ".plugin.profile.ui.ContactInfoUI",
                name: format!("profile {person}"),
                depth,
            },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().page)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match self.stack.last() {
            None => main_page::view(self, env),
            Some(Place::Search) => search::view(self, env),
            Some(Place::Chat(person)) => chat::view(self, *person, env),
            Some(Place::Profile(person)) => contacts::profile(self, *person, env),
        }
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
                self.open_chat(person, desk);
            }
            Touch::Profile(person) => self.stack.push(Place::Profile(person)),
            Touch::Send => self.send(desk),
            Touch::Resend(person, line) => self.resend(person, line, desk),
            Touch::Back => {
                self.back(desk);
            }
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
            _ => {}
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        self.stack.pop().is_some()
    }

    fn auto_focus(&self) -> Option<&'static str> {
        (self.stack.last() == Some(&Place::Search)).then_some(SEARCH_FIELD)
    }

    fn stopped(&mut self) {
        self.stack.clear();
        self.tab = Tab::Chats;
        self.query.clear();
    }
}
