//! 天天银行: a bank whose pages cannot be photographed. A password, on every second phone a code from a message, and a
//! transfer that asks for the code again.

mod account;
mod data;
mod enter;
#[cfg(test)]
mod tests;
mod transfer;

use self::data::{Account, Booking, Fault, Form, Order};
use crate::apps::money;
use crate::apps::parts::{danger, dialog, text_button};
use crate::draw::{Color, Icon};
use crate::ledger::{Deed, Payment};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{EnterKey, FieldSpec, View, field, text};

const GREEN: Color = Color::rgb(0x0b6b5d);
const TRIES: u8 = 3;
const PASSWORD_FIELD: &str = "password";
const CODE_FIELD: &str = "code";
const PAYEE_FIELD: &str = "payee";
const NUMBER_FIELD: &str = "number";
const AMOUNT_FIELD: &str = "amount";
const MEMO_FIELD: &str = "memo";
const APP_ICON: &str =
    "p 12 2.5 21.5 8 2.5 8;b 4.5 10 2.6 7 0.4;b 10.7 10 2.6 7 0.4;b 16.9 10 2.6 7 0.4;b 2.5 18.5 19 2.6 0.6";

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Enter,
    /// The password was right; the code is still to come.
    EnterCode,
    Account,
    Form,
    Confirm(Order),
    PayCode(Order),
    Paid(Order),
}

#[derive(Clone, Copy, Debug)]
pub enum Touch {
    SignIn,
    GiveCode,
    Transfer,
    Next,
    Confirm,
    Finish,
    AskSignOut,
    SignOut,
    Stay,
    Back,
}

pub struct Bank {
    facts: Facts,
    seed: u64,
    /// Made when the app is first opened: before that there is no today.
    account: Option<Account>,
    place: Place,
    password: String,
    code: String,
    wrong_passwords: u8,
    wrong_codes: u8,
    form: Form,
    fault: Option<Fault>,
    leaving: bool,
}

impl Bank {
    pub fn new(seed: u64) -> Bank {
        Bank {
            facts: Facts {
                package: "cn.tiantian.bank",
                label_zh: "天天银行",
                label_en: "Tiantian Bank",
                icon: Icon::Drawn(APP_ICON),
                icon_ink: Color::WHITE,
                icon_background: GREEN,
                activity: ".LoginActivity",
                version: "6.3.2",
                scrambled: false,
                system: false,
                installed: true,
                links: &[],
            },
            seed,
            account: None,
            place: Place::Enter,
            password: String::new(),
            code: String::new(),
            wrong_passwords: 0,
            wrong_codes: 0,
            form: Form::default(),
            fault: None,
            leaving: false,
        }
    }

    /// Whether this release wants a code beside the password.
    fn wants_code(&self) -> bool {
        self.seed % 2 == 1
    }

    fn is_locked(&self) -> bool {
        self.wrong_passwords >= TRIES
    }

    fn go(&mut self, place: Place) {
        self.place = place;
        self.fault = None;
        self.code.clear();
    }

    fn sign_in(&mut self, desk: &mut Desk<'_>) {
        if self.is_locked() {
            self.fault = Some(Fault::Locked);
        } else if desk.is_offline() {
            desk.toast(desk.t("网络不可用", "No network").to_owned());
        } else if self.password.chars().count() < 6 {
            self.fault = Some(Fault::ShortPassword);
        } else if std::mem::take(&mut self.password) != data::PASSWORD {
            self.wrong_passwords += 1;
            let left = TRIES - self.wrong_passwords;
            self.fault = Some(if left == 0 { Fault::Locked } else { Fault::WrongPassword { left } });
        } else if self.wants_code() {
            self.go(Place::EnterCode);
        } else {
            self.signed_in(desk);
        }
    }

    fn signed_in(&mut self, desk: &mut Desk<'_>) {
        (self.wrong_passwords, self.wrong_codes) = (0, 0);
        let user = self.account.as_ref().map(|account| account.user.clone()).unwrap_or_default();
        desk.record(Deed::SignedIn { app: self.facts.package.to_owned(), user });
        self.go(Place::Account);
    }

    fn give_code(&mut self, desk: &mut Desk<'_>) {
        if desk.is_offline() {
            return desk.toast(desk.t("网络不可用", "No network").to_owned());
        }
        if data::code(desk.shelf).as_deref() != Some(self.code.trim()) {
            self.wrong_codes += 1;
            self.code.clear();
            self.fault = Some(Fault::WrongCode);
            if self.wrong_codes >= TRIES {
                self.wrong_codes = 0;
                self.go(Place::Enter);
                self.fault = Some(Fault::TooManyCodes);
            }
            return;
        }
        match std::mem::replace(&mut self.place, Place::Account) {
            Place::EnterCode => self.signed_in(desk),
            Place::PayCode(order) => self.pay(order, desk),
            other => self.place = other,
        }
    }

    fn pay(&mut self, order: Order, desk: &mut Desk<'_>) {
        let Some(account) = &mut self.account else { return };
        account.fen = account.fen.saturating_sub(order.fen);
        let day = desk.wall.date();
        let booking = Booking { what: order.payee.clone(), fen: order.fen, income: false, day };
        account.bookings.insert(0, booking);
        desk.record(Deed::Paid {
            app: self.facts.package.to_owned(),
            to: order.payee.clone(),
            account: order.number.clone(),
            amount: money::yuan(order.fen),
            payment: Payment::Transfer,
            text: order.memo.clone(),
        });
        self.wrong_codes = 0;
        self.form = Form::default();
        self.go(Place::Paid(order));
    }

    fn next(&mut self) {
        let balance = self.account.as_ref().map_or(0, |account| account.fen);
        match self.form.check(balance) {
            Ok(order) => self.go(Place::Confirm(order)),
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// A field in the bank's look.
    fn entry(&self, key: &'static str, hint: &str, value: &str, env: &Env<'_>) -> View<Touch> {
        let spec =
            FieldSpec { key, hint: hint.to_owned(), enter: EnterKey::Done, password: key == PASSWORD_FIELD };
        let theme = env.theme();
        field(spec, value).size(16.0).color(theme.ink).pad(14.0, 12.0).bg(theme.field).radius(10.0).id(key)
    }

    /// What is wrong, in red, where something is.
    fn complaint(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let words = match self.fault? {
            Fault::ShortPassword => {
                env.t("密码至少 6 位", "The password has at least 6 characters").to_owned()
            }
            Fault::WrongPassword { left } => {
                format!(
                    "{}{left}{}",
                    env.t("密码错误，还可以试 ", "Wrong password, "),
                    env.t(" 次", " tries left")
                )
            }
            Fault::Locked => {
                env.t("密码错误次数过多，账户已锁定", "Too many wrong passwords, locked").to_owned()
            }
            Fault::WrongCode => env.t("验证码错误", "Wrong code").to_owned(),
            Fault::TooManyCodes => {
                env.t("验证码错误次数过多，请重新登录", "Too many wrong codes, sign in again").to_owned()
            }
            Fault::NoPayee => env.t("请输入收款人", "Enter a payee").to_owned(),
            Fault::BadNumber => {
                env.t("账号应为 16 至 19 位数字", "The account has 16 to 19 digits").to_owned()
            }
            Fault::BadAmount => env.t("请输入正确的金额", "Enter a valid amount").to_owned(),
            Fault::TooMuch => env.t("余额不足", "Not enough money").to_owned(),
        };
        Some(text(words).size(14.0).color(danger(&env.theme())).id("error"))
    }
}

impl App for Bank {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        let (activity, depth) = match self.place {
            Place::Enter => (".LoginActivity", 0),
            Place::EnterCode => (".CodeActivity", 1),
            Place::Account => (".AccountActivity", 0),
            Place::Form => (".TransferActivity", 1),
            Place::Confirm(_) => (".ConfirmActivity", 2),
            Place::PayCode(_) => (".CodeActivity", 3),
            Place::Paid(_) => (".ResultActivity", 4),
        };
        Page { activity, name: String::new(), depth }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        let theme = env.theme();
        Backdrop::Plain(if self.place == Place::Account { theme.page } else { theme.card })
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        let Some(account) = &self.account else { return enter::password(self, "", env) };
        match &self.place {
            Place::Enter => enter::password(self, &account.user, env),
            Place::EnterCode | Place::PayCode(_) => enter::code(self, account, env),
            Place::Account => account::view(account, env),
            Place::Form => transfer::form(self, account, env),
            Place::Confirm(order) => transfer::confirm(order, account, env),
            Place::Paid(order) => transfer::paid(order, env),
        }
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        let theme = env.theme();
        self.leaving.then(|| {
            let stay = text_button(env.t("取消", "Cancel"), theme.ink, Touch::Stay);
            let leave = text_button(env.t("退出", "Sign out"), danger(&theme), Touch::SignOut);
            let body = env.t("下次使用需要重新输入密码。", "You will need your password next time.");
            dialog(&theme, env.t("退出登录？", "Sign out?"), body, vec![stay, leave])
        })
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::SignIn => self.sign_in(desk),
            Touch::GiveCode => self.give_code(desk),
            Touch::Transfer => {
                self.form = Form::default();
                self.go(Place::Form);
            }
            Touch::Next => self.next(),
            Touch::Confirm => {
                if let Place::Confirm(order) = &self.place {
                    self.go(Place::PayCode(order.clone()));
                }
            }
            Touch::Finish => self.go(Place::Account),
            Touch::AskSignOut => self.leaving = true,
            Touch::SignOut => {
                self.stopped();
                desk.record(Deed::SignedOut { app: self.facts.package.to_owned() });
            }
            Touch::Stay => self.leaving = false,
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn edit(&mut self, field: &'static str, text: String, _desk: &mut Desk<'_>) {
        let place = match field {
            PASSWORD_FIELD => &mut self.password,
            CODE_FIELD => &mut self.code,
            PAYEE_FIELD => &mut self.form.payee,
            NUMBER_FIELD => &mut self.form.number,
            AMOUNT_FIELD => &mut self.form.amount,
            _ => &mut self.form.memo,
        };
        *place = text;
    }

    fn enter(&mut self, field: &'static str, desk: &mut Desk<'_>) {
        match field {
            PASSWORD_FIELD => self.sign_in(desk),
            CODE_FIELD => self.give_code(desk),
            _ => {}
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if std::mem::take(&mut self.leaving) {
            return true;
        }
        let to = match &self.place {
            Place::Enter | Place::Account => return false,
            Place::EnterCode => Place::Enter,
            Place::Form | Place::Paid(_) => Place::Account,
            Place::Confirm(_) => Place::Form,
            Place::PayCode(order) => Place::Confirm(order.clone()),
        };
        self.go(to);
        true
    }

    fn auto_focus(&self) -> Option<&'static str> {
        matches!(self.place, Place::EnterCode | Place::PayCode(_)).then_some(CODE_FIELD)
    }

    fn opened(&mut self, desk: &mut Desk<'_>) {
        let (seed, wall) = (self.seed, desk.wall);
        self.account.get_or_insert_with(|| Account::first(seed, wall));
    }

    /// Whoever ends a bank's app is signed out; how often the password was wrong is not forgotten.
    fn stopped(&mut self) {
        self.go(Place::Enter);
        self.password.clear();
        self.form = Form::default();
        self.leaving = false;
    }

    fn is_secure(&self) -> bool {
        true
    }

    fn reset(&mut self) {
        *self = Bank::new(self.seed);
    }
}
