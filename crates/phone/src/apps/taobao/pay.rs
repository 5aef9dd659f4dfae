//! The payment sheet: an amount, six places for the password, and a keypad of its own.

use super::Touch;
use super::look::{self, theme};
use super::trade::{self, Order};
use crate::apps::money::yuan;
use crate::apps::parts::{hairline, icon_button};
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Class, Justify, View, blank, column, icon, row, text};

pub fn sheet(order: &Order, digits: usize, wrong: bool, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let head = row(vec![
        icon_button(Icon::Close, theme.ink, env.t("关闭", "Close"), Touch::Close).id("pay_close"),
        text(env.t("确认付款", "Confirm payment")).size(17.0).bold().color(theme.ink).text_center().grow(),
        blank().width(44.0),
    ])
    .pad(4.0, 4.0);
    let places = (0..6)
        .map(|at| {
            column(vec![
                text(if at < digits { "●" } else { "" }).size(14.0).color(theme.ink).text_center().bare(),
            ])
            .centered()
            .square(42.0)
            .bg(theme.field)
            .radius(6.0)
            .bare()
        })
        .collect();
    let hint = match wrong {
        true => text(env.t("支付密码错误，请重新输入", "Wrong password, try again"))
            .color(Color::rgb(if env.dark { 0xff8a80 } else { 0xc5221f })),
        false => text(env.t("请输入支付密码", "Enter the payment password")).color(theme.faint),
    };
    let way = row(vec![
        text(env.t("付款方式", "Pay with")).size(14.0).color(theme.faint).grow(),
        text(env.t("账户余额", "Balance")).size(14.0).color(theme.ink),
    ])
    .pad(20.0, 10.0);
    let parts = vec![
        head,
        hairline(&theme),
        text(trade::shops(&order.lines))
            .size(14.0)
            .color(theme.faint)
            .text_center()
            .lines(1)
            .pads(20.0, 12.0, 20.0, 2.0)
            .id("pay_to"),
        text(yuan(trade::total(&order.lines)))
            .size(32.0)
            .bold()
            .color(theme.ink)
            .text_center()
            .id("pay_amount"),
        way,
        hint.size(14.0).text_center().pad(0.0, 8.0).id("pay_hint"),
        row(places)
            .gap(6.0)
            .justify(Justify::Center)
            .pads(0.0, 2.0, 0.0, 14.0)
            .desc(match env.lang {
                crate::options::Lang::Zh => format!("已输入{digits}位，共6位"),
                crate::options::Lang::En => format!("{digits} of 6 digits"),
            })
            .id("pay_password"),
    ];
    look::sheet(parts, vec![keypad(env)], env)
}

fn keypad(env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let key = |digit: u8| {
        text(digit.to_string())
            .class(Class::Button)
            .size(22.0)
            .color(theme.ink)
            .text_center()
            .bg(theme.card)
            .radius(6.0)
            .pad(0.0, 10.0)
            .grow()
            .on(Touch::Digit(digit))
            .id("pay_key")
    };
    let mut rows: Vec<View<Touch>> =
        [[1, 2, 3], [4, 5, 6], [7, 8, 9]].map(|three| row(three.map(key).into()).gap(6.0)).into();
    let erase = column(vec![icon(Icon::Backspace, theme.ink).bare()])
        .centered()
        .grow()
        .class(Class::ImageButton)
        .desc(env.t("删除", "Delete"))
        .on(Touch::Erase)
        .id("pay_erase");
    rows.push(row(vec![blank().grow(), key(0), erase]).gap(6.0).align(crate::toolkit::Align::Stretch));
    column(rows).gap(6.0).pad(6.0, 6.0).bg(theme.line)
}
