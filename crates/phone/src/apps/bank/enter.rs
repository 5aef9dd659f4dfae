//! The two doors of the bank: the password and the code.

use super::data::{Account, SENDER};
use super::{Bank, CODE_FIELD, GREEN, PASSWORD_FIELD, Touch};
use crate::apps::parts::{title_bar, wide_button};
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Align, View, column, icon, scroll, text};

pub fn password(bank: &Bank, user: &str, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let sign = column(vec![icon(Icon::Drawn(super::APP_ICON), Color::WHITE).square(40.0).bare()])
        .centered()
        .square(72.0)
        .radius(20.0)
        .bg(GREEN)
        .align_self(Align::Center)
        .bare();
    let mut parts = vec![
        sign,
        text(env.t("天天银行", "Tiantian Bank")).size(24.0).bold().color(theme.ink).text_center().id("brand"),
        text(user).size(18.0).color(theme.ink).text_center().id("user"),
        bank.entry(PASSWORD_FIELD, env.t("登录密码", "Password"), &bank.password, env),
    ];
    parts.extend(bank.complaint(env));
    let ground = if bank.is_locked() { Color::rgb(0x6a6a6a) } else { GREEN };
    let button = wide_button(env.t("登录", "Sign in"), ground, Touch::SignIn);
    parts.push(button.disabled(bank.is_locked()).id("login"));
    scroll("bank.enter", vec![column(parts).gap(16.0).pads(28.0, 48.0, 28.0, 16.0)])
}

pub fn code(bank: &Bank, account: &Account, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let sent = format!(
        "{}{}{}{SENDER}{}",
        env.t("验证码已发送至 ", "A code was sent to "),
        account.user,
        env.t("，请查看来自 ", ", see the message from "),
        env.t(" 的短信", "")
    );
    let mut parts = vec![
        text(sent).size(15.0).color(theme.faint),
        bank.entry(CODE_FIELD, env.t("6 位验证码", "6-digit code"), &bank.code, env),
    ];
    parts.extend(bank.complaint(env));
    parts.push(wide_button(env.t("确定", "OK"), GREEN, Touch::GiveCode).id("submit_code"));
    let back = Some((env.t("返回", "Back"), Touch::Back));
    column(vec![
        title_bar(&theme, back, env.t("短信验证", "Verification"), Vec::new()),
        column(parts).gap(16.0).pad(24.0, 16.0),
    ])
}
