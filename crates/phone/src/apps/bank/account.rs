//! What is on the account, and what moved last.

use super::data::{Account, Booking};
use super::{GREEN, Touch};
use crate::apps::money::yuan;
use crate::apps::parts::{hairline, text_button, title_bar};
use crate::draw::Color;
use crate::system::{Env, Theme};
use crate::toolkit::{Class, View, column, row, scroll, text};

pub fn view(account: &Account, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let leave = text_button(env.t("退出登录", "Sign out"), theme.ink, Touch::AskSignOut).id("logout");
    let card = column(vec![
        text(format!("{}{}", env.t("储蓄卡 尾号 ", "Savings card "), account.card))
            .size(15.0)
            .color(Color::WHITE),
        text(env.t("可用余额", "Available")).size(14.0).color(Color::WHITE),
        text(yuan(account.fen)).size(30.0).bold().color(Color::WHITE).lines(1).id("balance"),
        text(env.t("转账", "Transfer"))
            .class(Class::Button)
            .size(16.0)
            .bold()
            .color(GREEN)
            .text_center()
            .pad(16.0, 10.0)
            .bg(Color::WHITE)
            .radius(20.0)
            .on(Touch::Transfer)
            .id("transfer"),
    ])
    .gap(8.0)
    .pad(20.0, 18.0)
    .margins(14.0, 4.0, 14.0, 12.0)
    .bg(GREEN)
    .radius(16.0);
    let mut rows = vec![
        card,
        text(env.t("最近交易", "Last bookings"))
            .size(16.0)
            .bold()
            .color(theme.ink)
            .pads(20.0, 4.0, 20.0, 8.0),
    ];
    rows.extend(account.bookings.iter().map(|booking| line(booking, env, &theme)));
    column(vec![
        title_bar(&theme, None, env.t("我的账户", "My account"), vec![leave]),
        scroll("bank.account", rows).id("account"),
    ])
}

fn line(booking: &Booking, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let sign = if booking.income { "+" } else { "-" };
    let day = booking.day.strftime(env.t("%-m月%-d日", "%b %-d")).to_string();
    let names = column(vec![
        text(booking.what.as_str()).size(16.0).color(theme.ink).lines(1).id("booking"),
        text(day).size(13.0).color(theme.faint),
    ])
    .gap(3.0)
    .grow();
    let amount =
        text(format!("{sign}{}", yuan(booking.fen))).size(16.0).color(theme.ink).id("booking_amount");
    column(vec![row(vec![names, amount]).gap(12.0).pad(20.0, 11.0), hairline(theme)]).bg(theme.card)
}
