//! Money: a transfer or a red packet out of a chat, the keypad for the password, the wallet and the pay code.
//! The password is 123456.

use super::data::{Line, When};
use super::{Ask, Place, Touch, WeChat, chat};
use crate::apps::money::{self, yuan};
use crate::apps::parts::{bottom_sheet, hairline, title_bar};
use crate::draw::{Color, Icon};
use crate::ledger::{self, Deed};
use crate::system::{Desk, Env, Theme};
use crate::toolkit::{
    Align, Class, EnterKey, FieldSpec, View, blank, column, field, icon, icon_on, letter, row, text,
};

pub const AMOUNT_FIELD: &str = "amount";
const PASSWORD: &str = "123456";
/// No more than this in one go, in fen.
const MOST: u64 = 20_000_000;

const ARROWS: &str = "s 4 9 20 9 15.5 4.5;s 20 15 4 15 8.5 19.5";
const PACKET: &str = "b 5 2.5 14 19 2;S 5 8 12 12 19 8;D 12 12 2.2";
const CODE: &str = "s 4 8 4 4 8 4;s 16 4 20 4 20 8;s 20 16 20 20 16 20;s 8 20 4 20 4 16;s 4 12 20 12";

/// Three corners and a scatter of dots: a code as a camera would read it.
const SQUARES: &str = "b 1 1 7 7 0.3;B 2 2 5 5 0.2;b 3 3 3 3 0.2;b 16 1 7 7 0.3;B 17 2 5 5 0.2;b 18 3 3 3 0.2;b 1 16 7 7 0.3;B 2 17 5 5 0.2;b 3 18 3 3 0.2;b 10 1 1 3 0;b 12 2 2 1 0;b 14 4 1 3 0;b 10 6 3 1 0;b 9 9 2 2 0;b 12 9 1 4 0;b 14 10 3 1 0;b 18 9 1 2 0;b 20 11 3 1 0;b 1 10 3 1 0;b 5 11 2 2 0;b 2 13 1 1 0;b 9 13 2 1 0;b 14 13 2 2 0;b 17 12 1 3 0;b 20 14 2 2 0;b 10 16 1 3 0;b 12 17 3 1 0;b 16 17 2 2 0;b 19 18 1 3 0;b 21 19 2 1 0;b 10 21 3 1 0;b 14 20 1 3 0;b 17 21 1 2 0;b 21 22 2 1 0";
const GREEN: Color = Color::rgb(0x0b7a43);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Transfer,
    Packet,
}

impl Kind {
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Kind::Transfer => ("转账", "Transfer"),
            Kind::Packet => ("红包", "Red Packet"),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Act {
    Start(Kind, usize),
    /// The amount is right: ask for the password.
    Go,
    Digit(char),
    Erase,
}

/// A payment on its way.
#[derive(Clone, Debug)]
pub struct Payment {
    pub to: usize,
    pub kind: Kind,
    /// As typed.
    pub amount: String,
    digits: String,
    wrong: bool,
}

/// What 微信 calls a person, whatever their name is.
pub fn account(person: usize) -> String {
    format!("wx_{person:04}")
}

/// Fen of an amount that may go in one payment.
fn fen(typed: &str) -> Option<u64> {
    money::plain(typed, 7).filter(|fen| *fen <= MOST)
}

impl WeChat {
    pub(super) fn on_pay(&mut self, act: Act, desk: &mut Desk<'_>) {
        match act {
            Act::Start(kind, to) => {
                let (amount, digits) = (String::new(), String::new());
                self.payment = Some(Payment { to, kind, amount, digits, wrong: false });
                self.panel = false;
                self.stack.push(Place::Pay);
            }
            Act::Go => self.ask_password(desk),
            Act::Digit(digit) => {
                let Some(payment) = &mut self.payment else { return };
                payment.wrong = false;
                payment.digits.push(digit);
                if payment.digits.len() == PASSWORD.len() {
                    payment.wrong = payment.digits != PASSWORD;
                    payment.digits.clear();
                    if !payment.wrong {
                        self.pay(desk);
                    }
                }
            }
            Act::Erase => {
                if let Some(payment) = &mut self.payment {
                    payment.digits.pop();
                }
            }
        }
    }

    fn ask_password(&mut self, desk: &mut Desk<'_>) {
        let Some(payment) = &mut self.payment else { return };
        let problem = match fen(&payment.amount) {
            None => Some(("请输入正确的金额", "Enter a valid amount")),
            Some(amount) if amount > self.balance => Some(("零钱余额不足", "Not enough balance")),
            Some(_) if desk.is_offline() => Some(("网络不可用", "No network")),
            Some(_) => None,
        };
        if let Some((zh, en)) = problem {
            return desk.toast(desk.t(zh, en).to_owned());
        }
        payment.digits.clear();
        payment.wrong = false;
        self.ask = Some(Ask::Password);
    }

    fn pay(&mut self, desk: &mut Desk<'_>) {
        self.ask = None;
        let Some(payment) = self.payment.take() else { return };
        let Some(amount) = fen(&payment.amount).filter(|fen| *fen <= self.balance) else { return };
        self.balance -= amount;
        self.stack.pop();
        let (zh, en) = payment.kind.name();
        let line = Line {
            mine: true,
            text: format!("[{}] {}", desk.t(zh, en), yuan(amount)),
            when: When::Today(desk.wall.hour(), desk.wall.minute()),
            failed: false,
        };
        self.say(payment.to, line);
        desk.record(Deed::Paid {
            app: self.facts.package.to_owned(),
            to: self.people[payment.to].name.clone(),
            account: account(payment.to),
            amount: yuan(amount),
            payment: match payment.kind {
                Kind::Transfer => ledger::Payment::Transfer,
                Kind::Packet => ledger::Payment::RedPacket,
            },
            text: String::new(),
        });
        desk.scroll_to_end(chat::scroll_key(payment.to));
        desk.toast(desk.t("支付成功", "Paid").to_owned());
    }
}

/// What lies behind the plus of a chat.
pub fn panel(app: &WeChat, person: usize, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let tile = |which: &'static str, color: u32, kind: Kind| {
        let (zh, en) = kind.name();
        column(vec![
            column(vec![icon(Icon::Drawn(which), Color::rgb(color)).square(28.0).bare()])
                .centered()
                .square(56.0)
                .radius(14.0)
                .bg(theme.card)
                .bare(),
            text(env.t(zh, en)).size(12.5).color(theme.ink).lines(1).text_center(),
        ])
        .align(Align::Center)
        .gap(6.0)
        .width(84.0)
        .on(Touch::Pay(Act::Start(kind, person)))
    };
    let mut tiles = vec![tile(PACKET, 0xd9472f, Kind::Packet)];
    // Money goes to one person; a group gets packets only.
    if !app.people[person].group {
        tiles.push(tile(ARROWS, 0xc78a00, Kind::Transfer));
    }
    row(tiles).gap(6.0).pad(14.0, 16.0).bg(theme.field).align(Align::Start).id("panel")
}

pub fn view(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let Some(payment) = &app.payment else { return column(Vec::new()) };
    let who = &app.people[payment.to];
    let (zh, en) = payment.kind.name();
    let spec =
        FieldSpec { key: AMOUNT_FIELD, hint: "0.00".to_owned(), enter: EnterKey::Done, password: false };
    let (label, go) = match payment.kind {
        Kind::Transfer => (env.t("转账金额", "Amount"), env.t("转账", "Transfer")),
        Kind::Packet => (env.t("总金额", "Total"), env.t("塞钱进红包", "Prepare Red Packet")),
    };
    let card = column(vec![
        text(label).size(14.5).color(theme.ink),
        row(vec![
            text("¥").size(30.0).bold().color(theme.ink),
            field(spec, &payment.amount).size(30.0).color(theme.ink).grow().id("amount"),
        ])
        .gap(8.0),
        hairline(&theme),
    ])
    .gap(12.0)
    .pad(24.0, 24.0)
    .bg(theme.card)
    .grow();
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), env.t(zh, en), Vec::new()),
        row(vec![
            column(vec![
                text(format!("{}{}", env.t("付给 ", "To "), who.name)).size(18.0).color(theme.ink).lines(1),
                text(format!("{}{}", env.t("微信号：", "WeChat ID: "), account(payment.to)))
                    .size(13.5)
                    .color(theme.faint),
            ])
            .gap(5.0)
            .grow(),
            letter(&who.name, who.color).square(46.0).bare(),
        ])
        .gap(12.0)
        .pads(24.0, 12.0, 24.0, 24.0),
        card,
        column(vec![super::button(go, Touch::Pay(Act::Go), &theme).pad(0.0, 13.0).id("pay")])
            .pad(24.0, 12.0)
            .bg(theme.card),
    ])
}

/// The sheet that asks for the password of a payment.
pub fn keypad(app: &WeChat, env: &Env<'_>) -> Option<View<Touch>> {
    let theme = env.theme();
    let payment = app.payment.as_ref()?;
    let boxes = (0..PASSWORD.len()).map(|at| {
        let dot = if at < payment.digits.len() { "●" } else { "" };
        text(dot).size(16.0).color(theme.ink).text_center().square(42.0).bg(theme.page).radius(6.0).bare()
    });
    let key = |label: &str, message: Touch| {
        text(label)
            .class(Class::Button)
            .size(22.0)
            .color(theme.ink)
            .text_center()
            .pad(0.0, 10.0)
            .bg(theme.card)
            .grow()
            .on(message)
    };
    let digit = |ch: char| key(&ch.to_string(), Touch::Pay(Act::Digit(ch)));
    let mut rows: Vec<View<Touch>> =
        ["123", "456", "789"].iter().map(|line| row(line.chars().map(digit).collect()).gap(6.0)).collect();
    let erase = column(vec![icon(Icon::Backspace, theme.ink).bare()])
        .centered()
        .class(Class::ImageButton)
        .bg(theme.card)
        .grow()
        .desc(env.t("删除", "Delete"))
        .on(Touch::Pay(Act::Erase));
    rows.push(row(vec![blank().grow(), digit('0'), erase]).align(Align::Stretch).gap(6.0));
    let (zh, en) = payment.kind.name();
    let to = format!("{} · {}", env.t(zh, en), app.people[payment.to].name);
    let mut parts = vec![
        row(vec![
            text(env.t("请输入支付密码", "Enter payment password")).size(17.0).bold().color(theme.ink).grow(),
            crate::apps::parts::icon_button(Icon::Close, theme.ink, env.t("关闭", "Close"), Touch::Leave),
        ])
        .pads(20.0, 4.0, 8.0, 0.0),
        text(to).size(15.0).color(theme.ink).text_center().lines(1),
        text(fen(&payment.amount).map(yuan).unwrap_or_default())
            .size(30.0)
            .bold()
            .color(theme.ink)
            .text_center(),
        row(boxes.collect()).gap(6.0).centered().id("password_boxes"),
    ];
    if payment.wrong {
        parts.push(
            text(env.t("支付密码错误，请重试", "Wrong payment password, try again"))
                .size(14.0)
                .color(Color::rgb(if env.dark { 0xff8a80 } else { 0xc5221f }))
                .text_center(),
        );
    }
    parts.push(column(rows).gap(6.0).pad(6.0, 8.0).bg(theme.page));
    Some(bottom_sheet(column(parts).gap(10.0).bg(theme.card).radius(12.0).id("pay_sheet")))
}

/// 服务: the pay code and the wallet.
pub fn wallet(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let part = |which: &'static str, label: &str, value: &str| {
        let mut parts = vec![
            icon_on(Icon::Drawn(which), Color::WHITE, GREEN).square(30.0).bare(),
            text(label).size(16.0).color(Color::WHITE),
        ];
        if !value.is_empty() {
            parts.push(text(value).size(14.0).color(Color::WHITE).id("balance"));
        }
        column(parts).align(Align::Center).gap(8.0).pad(0.0, 24.0).grow()
    };
    column(vec![
        title_bar(
            &theme,
            Some((env.t("返回", "Back"), Touch::Back)),
            env.t("服务", "Pay and Services"),
            Vec::new(),
        ),
        row(vec![
            part(CODE, env.t("收付款", "Money"), "").on(Touch::Go(Place::PayCode)),
            part(PACKET, env.t("零钱", "Balance"), &yuan(app.balance)),
        ])
        .align(Align::Start)
        .bg(GREEN)
        .radius(10.0)
        .margins(12.0, 8.0, 12.0, 8.0),
    ])
}

pub fn pay_code(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let card = column(vec![
        text(env.t("付款码 · 向商家付款", "Show this code to pay")).size(15.0).color(theme.ink).text_center(),
        icon(Icon::Drawn(SQUARES), Color::BLACK)
            .square(220.0)
            .pad(10.0, 10.0)
            .bg(Color::WHITE)
            .align_self(Align::Center)
            .desc(env.t("付款码", "Pay code")),
        hairline(&theme),
        text(format!("{} {}", env.t("零钱", "Balance"), yuan(app.balance)))
            .size(15.0)
            .color(theme.ink)
            .text_center(),
    ])
    .gap(18.0)
    .pad(20.0, 24.0)
    .bg(theme.card)
    .radius(10.0)
    .margins(20.0, 16.0, 20.0, 0.0);
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), env.t("收付款", "Money"), Vec::new()),
        card,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_what_people_type_and_nothing_else() {
        assert_eq!(fen("12.5"), Some(1_250));
        assert_eq!(fen("0.01"), Some(1));
        assert_eq!(fen("200000"), Some(MOST));
        for odd in ["", ".", "0", "1.234", "-1", "1e3", "200000.01", "99999999", "１２", "1.2.3"] {
            assert_eq!(fen(odd), None, "{odd}");
        }
        assert_eq!(yuan(1_205), "¥12.05");
    }
}
