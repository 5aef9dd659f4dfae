//! 电话: call log, contacts, keypad, and the page of a running call. Calls are written into the shelf.

mod call;
mod keypad;
mod log;

use super::basics::{self, HANDSET};
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::shelf::{self, Call, Way};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{View, column, scroll};

static FACTS: Facts = Facts {
    package: "com.android.dialer",
    label_zh: "电话",
    label_en: "Phone",
    icon: HANDSET,
    icon_ink: Color::WHITE,
    icon_background: Color::rgb(0x1e8e3e),
    activity: ".main.impl.MainActivity",
    version: "23.0",
    scrambled: false,
    system: true,
    installed: true,
    links: &["tel:", "call:"],
};

/// What one may write into a number at most; the network takes less.
const DIGITS_MAX: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Log,
    People,
    Keypad,
}

#[derive(Clone, Debug)]
pub enum Touch {
    Tab(Tab),
    Digit(char),
    Fill(String),
    Erase,
    EraseAll,
    Dial,
    Call(String),
    Write(String),
    OpenCall(usize),
    OpenPerson(usize),
    AskDelete,
    Delete,
    Mute,
    Speaker,
    HangUp,
    Back,
}

/// Whose card is open: of a row of the log, or of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Card {
    Call(usize),
    Person(usize),
}

/// A call that runs.
#[derive(Clone, Debug, Default)]
struct Running {
    number: String,
    muted: bool,
    loud: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Delete,
    FlightMode,
}

pub struct Dialer {
    /// Some releases open with the log, others with the keypad.
    first: Tab,
    tab: Tab,
    digits: String,
    card: Option<Card>,
    running: Option<Running>,
    question: Option<Question>,
}

impl Dialer {
    pub fn new(seed: u64) -> Dialer {
        let first = *Dice::new(seed, "dialer").pick(&[Tab::Log, Tab::Keypad]);
        Dialer { first, tab: first, digits: String::new(), card: None, running: None, question: None }
    }

    fn call(&mut self, number: &str, desk: &mut Desk<'_>) {
        let to = shelf::digits(number);
        if to.is_empty() {
            return desk.toast(desk.t("请输入号码", "Enter a number").to_owned());
        }
        if self.running.is_some() {
            return desk.toast(desk.t("正在通话，请先挂断", "Hang up the running call first").to_owned());
        }
        if desk.is_offline() {
            self.question = Some(Question::FlightMode);
            return;
        }
        desk.record(Deed::CallMade { to: to.clone() });
        desk.shelf.calls.push(Call { number: to.clone(), way: Way::Out, at: desk.wall, seconds: 0 });
        self.digits.clear();
        self.running = Some(Running { number: to, ..Running::default() });
    }

    /// The last number called, as the dial button of an empty keypad brings it back.
    fn last_called(desk: &Desk<'_>) -> Option<String> {
        let out = desk.shelf.calls.iter().rev().find(|call| call.way == Way::Out);
        out.map(|call| shelf::digits(&call.number))
    }

    fn delete(&mut self, desk: &mut Desk<'_>) {
        self.question = None;
        let Some(Card::Call(at)) = self.card.take() else { return };
        if at >= desk.shelf.calls.len() {
            return;
        }
        let call = desk.shelf.calls.remove(at);
        desk.record(Deed::Deleted {
            app: FACTS.package.to_owned(),
            kind: "call record".to_owned(),
            what: desk.shelf.name_of(&call.number),
            which: format!("{} {}", shelf::digits(&call.number), call.at),
        });
        desk.toast(desk.t("记录已删除", "Record deleted").to_owned());
    }
}

impl App for Dialer {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &FACTS
    }

    fn page(&self) -> Page {
        match (&self.running, self.card) {
            (Some(running), _) => {
                Page { activity: ".incallui.InCallActivity", name: running.number.clone(), depth: 2 }
            }
            (None, Some(card)) => {
                Page { activity: ".calldetails.CallDetailsActivity", name: format!("{card:?}"), depth: 1 }
            }
            (None, None) => Page { activity: FACTS.activity, name: format!("{:?}", self.tab), depth: 0 },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        if self.running.is_some() { call::backdrop() } else { Backdrop::Plain(env.theme().card) }
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        if let Some(running) = &self.running {
            return call::view(running, env);
        }
        if let Some(card) = self.card {
            return log::card(card, env);
        }
        let body = match self.tab {
            Tab::Log => log::list(env),
            Tab::People => {
                let mut rows = basics::people(env, "", Touch::OpenPerson);
                if rows.is_empty() {
                    rows.push(basics::nothing(env, env.t("没有联系人", "No contacts")));
                }
                scroll("dialer.people", rows).id("people")
            }
            Tab::Keypad => keypad::view(&self.digits, env),
        };
        let tab = |which: Icon, label, tab| (which, label, self.tab == tab, Touch::Tab(tab));
        let tabs = vec![
            tab(log::CLOCK, env.t("通话记录", "Recents"), Tab::Log),
            tab(Icon::Contacts, env.t("联系人", "Contacts"), Tab::People),
            tab(keypad::DOTS, env.t("拨号键盘", "Keypad"), Tab::Keypad),
        ];
        column(vec![body.grow(), basics::tab_bar(env, tabs)])
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        match self.question? {
            Question::Delete => Some(basics::confirm(
                env,
                env.t("删除通话记录？", "Delete call record?"),
                env.t("删除后无法恢复。", "This cannot be undone."),
                (env.t("取消", "Cancel"), Touch::Back),
                (env.t("删除", "Delete"), Touch::Delete),
            )),
            Question::FlightMode => Some(call::flight_mode(env)),
        }
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Tab(tab) => self.tab = tab,
            Touch::Digit(digit) if self.digits.len() < DIGITS_MAX => self.digits.push(digit),
            Touch::Digit(_) => {}
            Touch::Fill(number) => self.digits = shelf::digits(&number),
            Touch::Erase => {
                self.digits.pop();
            }
            Touch::EraseAll => self.digits.clear(),
            Touch::Dial if self.digits.is_empty() => match Dialer::last_called(desk) {
                Some(number) => self.digits = number,
                None => desk.toast(desk.t("请输入号码", "Enter a number").to_owned()),
            },
            Touch::Dial => {
                let number = self.digits.clone();
                self.call(&number, desk);
            }
            Touch::Call(number) => self.call(&number, desk),
            Touch::Write(number) => desk.open(format!("sms:{}", shelf::digits(&number))),
            Touch::OpenCall(at) => self.card = Some(Card::Call(at)),
            Touch::OpenPerson(at) => self.card = Some(Card::Person(at)),
            Touch::AskDelete => self.question = Some(Question::Delete),
            Touch::Delete => self.delete(desk),
            Touch::Mute | Touch::Speaker => {
                if let Some(running) = &mut self.running {
                    let flag =
                        if matches!(message, Touch::Mute) { &mut running.muted } else { &mut running.loud };
                    *flag = !*flag;
                }
            }
            Touch::HangUp => {
                self.running = None;
                desk.toast(desk.t("通话已结束", "Call ended").to_owned());
            }
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.question.take().is_some() {
            return true;
        }
        // A call goes on in the background; only its red button ends it.
        self.running.is_none() && self.card.take().is_some()
    }

    fn link(&mut self, link: &str, desk: &mut Desk<'_>) {
        self.question = None;
        match link.split_once(':') {
            Some(("call", number)) => self.call(&spelled(number), desk),
            Some((_, number)) => {
                self.card = None;
                self.tab = Tab::Keypad;
                self.digits = shelf::digits(&spelled(number)).chars().take(DIGITS_MAX).collect();
            }
            None => {}
        }
    }

    fn stopped(&mut self) {
        *self = Dialer {
            first: self.first,
            tab: self.first,
            digits: String::new(),
            card: None,
            running: None,
            question: None,
        };
    }
}

/// The number of a link, without parameters and escapes; `tel:` links may have both.
fn spelled(number: &str) -> String {
    let number = number.trim_start_matches('/');
    let end = number.find([';', '?']).unwrap_or(number.len());
    super::sms::link::unescape(&number[..end])
}
