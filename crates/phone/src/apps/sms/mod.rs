//! 短信: conversations of the shelf, one thread, and a page to write to somebody new.

mod code;
mod compose;
pub mod link;
mod list;
mod thread;

use std::collections::BTreeMap;

use super::basics::{self, LETTERS};
use crate::draw::Color;
use crate::ledger::Deed;
use crate::system::shelf::{self, Sms};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::View;

static FACTS: Facts = Facts {
    package: "com.android.mms",
    label_zh: "短信",
    label_en: "Messages",
    icon: LETTERS,
    icon_ink: Color::WHITE,
    icon_background: Color::rgb(0x1a73e8),
    activity: ".ui.ConversationList",
    version: "14.2",
    scrambled: false,
    system: true,
    installed: true,
    links: &["sms:", "smsto:"],
};

const TEXT_FIELD: &str = "embedded_text_editor";
const TO_FIELD: &str = "recipients_editor";

#[derive(Clone, Debug)]
pub enum Touch {
    Open(String),
    New,
    Choose(usize),
    Send,
    Resend(usize),
    CopyCode(String),
    Call(String),
    AskDelete(String),
    Delete,
    Back,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    List,
    Thread(String),
    New,
}

pub struct Messages {
    place: Place,
    /// What stands in the field of each thread, unsent, by the digits of its number.
    drafts: BTreeMap<String, String>,
    /// The page that writes to somebody new.
    to: String,
    text: String,
    /// The thread that may be deleted.
    asking: Option<String>,
}

impl Messages {
    pub fn new() -> Messages {
        Messages {
            place: Place::List,
            drafts: BTreeMap::new(),
            to: String::new(),
            text: String::new(),
            asking: None,
        }
    }

    fn open(&mut self, number: &str, desk: &mut Desk<'_>) {
        desk.shelf.mark_read(number);
        desk.scroll_to_end(thread::scroll_key(number));
        self.place = Place::Thread(number.to_owned());
    }

    fn draft(&self, number: &str) -> &str {
        self.drafts.get(&shelf::digits(number)).map_or("", String::as_str)
    }

    fn keep_draft(&mut self, number: &str, text: String) {
        let key = shelf::digits(number);
        if text.is_empty() {
            self.drafts.remove(&key);
        } else {
            self.drafts.insert(key, text);
        }
    }

    /// Sends from the page that is open; an empty text goes nowhere.
    fn send(&mut self, desk: &mut Desk<'_>) {
        let (number, text) = match &self.place {
            Place::Thread(number) => (number.clone(), self.draft(number).to_owned()),
            Place::New => match compose::recipient(&self.to, desk.shelf) {
                Some(number) => (number, self.text.clone()),
                None => return desk.toast(desk.t("收件人无效", "Invalid recipient").to_owned()),
            },
            Place::List => return,
        };
        if text.trim().is_empty() {
            return desk.toast(desk.t("无法发送空白短信", "Can't send an empty message").to_owned());
        }
        let failed = desk.is_offline();
        let sms =
            Sms { number: number.clone(), mine: true, text: text.clone(), at: desk.wall, read: true, failed };
        desk.shelf.sms.push(sms);
        if failed {
            desk.toast(desk.t("发送失败", "Not sent").to_owned());
        } else {
            desk.record(Deed::SmsSent { to: shelf::digits(&number), text });
        }
        match self.place {
            Place::New => (self.to, self.text) = Default::default(),
            _ => self.keep_draft(&number, String::new()),
        }
        self.open(&number, desk);
    }

    fn resend(&mut self, at: usize, desk: &mut Desk<'_>) {
        if desk.is_offline() {
            return desk.toast(desk.t("发送失败，请关闭飞行模式", "Turn off airplane mode").to_owned());
        }
        let wall = desk.wall;
        let Some(mut sms) = desk.shelf.sms.get(at).filter(|sms| sms.failed).cloned() else { return };
        (sms.failed, sms.at) = (false, wall);
        desk.record(Deed::SmsSent { to: shelf::digits(&sms.number), text: sms.text.clone() });
        desk.shelf.sms.remove(at);
        desk.shelf.sms.push(sms);
    }

    fn delete(&mut self, desk: &mut Desk<'_>) {
        let Some(number) = self.asking.take() else { return };
        self.keep_draft(&number, String::new());
        if desk.shelf.remove_thread(&number) {
            desk.record(Deed::Deleted {
                app: FACTS.package.to_owned(),
                kind: "sms thread".to_owned(),
                what: desk.shelf.name_of(&number),
                which: shelf::digits(&number),
            });
        }
    }
}

impl App for Messages {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &FACTS
    }

    fn page(&self) -> Page {
        match &self.place {
            Place::List => Page { activity: FACTS.activity, name: "list".into(), depth: 0 },
            Place::Thread(number) => {
                Page { activity: ".ui.ComposeMessageActivity", name: number.clone(), depth: 1 }
            }
            Place::New => Page { activity: ".ui.NewMessageActivity", name: "new".into(), depth: 1 },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().card)
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        match &self.place {
            Place::List => list::view(self, env),
            Place::Thread(number) => thread::view(number, self.draft(number), env),
            Place::New => compose::view(&self.to, &self.text, env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let number = self.asking.as_ref()?;
        let body = format!(
            "{}{}",
            env.t("将删除与此联系人的全部短信：", "All messages will be deleted: "),
            env.shelf.name_of(number)
        );
        Some(basics::confirm(
            env,
            env.t("删除会话？", "Delete conversation?"),
            &body,
            (env.t("取消", "Cancel"), Touch::Back),
            (env.t("删除", "Delete"), Touch::Delete),
        ))
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Open(number) => self.open(&number, desk),
            Touch::New => self.place = Place::New,
            Touch::Choose(at) => {
                if let Some(contact) = desk.shelf.contacts.get(at) {
                    self.to = contact.number.clone();
                }
            }
            Touch::Send => self.send(desk),
            Touch::Resend(at) => self.resend(at, desk),
            Touch::CopyCode(code) => {
                desk.toast(format!("{}{code}", desk.t("已复制验证码 ", "Copied code ")));
            }
            Touch::Call(number) => desk.open(format!("call:{}", shelf::digits(&number))),
            Touch::AskDelete(number) => self.asking = Some(number),
            Touch::Delete => self.delete(desk),
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn edit(&mut self, field: &'static str, text: String, desk: &mut Desk<'_>) {
        match (field, &self.place) {
            (TO_FIELD, _) => {
                self.to = text;
                desk.scroll_to_start(compose::SCROLL_KEY);
            }
            (_, Place::Thread(number)) => self.keep_draft(&number.clone(), text),
            _ => self.text = text,
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.asking.take().is_some() {
            return true;
        }
        let left = std::mem::replace(&mut self.place, Place::List);
        if left == Place::New {
            (self.to, self.text) = Default::default();
        }
        left != Place::List
    }

    fn auto_focus(&self) -> Option<&'static str> {
        (self.place == Place::New && self.to.is_empty()).then_some(TO_FIELD)
    }

    fn link(&mut self, link: &str, desk: &mut Desk<'_>) {
        let link = link::parse(link);
        self.asking = None;
        if link.several {
            desk.toast(desk.t("一次只能发给一个人", "One recipient at a time").to_owned());
        }
        if link.number.is_empty() {
            (self.place, self.to, self.text) = (Place::New, String::new(), link.body);
            return;
        }
        if !link.body.is_empty() {
            self.keep_draft(&link.number, link.body);
        }
        self.open(&link.number, desk);
    }

    fn stopped(&mut self) {
        (self.place, self.asking) = (Place::List, None);
        (self.to, self.text) = Default::default();
    }

    fn reset(&mut self) {
        *self = Messages::new();
    }
}
