//! The account: 设置 with the way out, and the page that everybody sees who is not logged in.
//! The number is 13800138000, its password abc123456.

use super::{Ask, Touch, WeChat};
use crate::apps::parts::{hairline, title_bar};
use crate::ledger::Deed;
use crate::system::{Desk, Env};
use crate::toolkit::{EnterKey, FieldSpec, View, blank, column, field, row, switch, text};

pub const NUMBER_FIELD: &str = "number";
pub const PASSWORD_FIELD: &str = "password";
const NUMBER: &str = "13800138000";
const PASSWORD: &str = "abc123456";

#[derive(Clone, Debug)]
pub enum Act {
    /// Switches the notices of new messages.
    Notices,
    AskSignOut,
    SignOut,
    SignIn,
}

/// What stands in the fields of the login page.
#[derive(Clone, Debug, Default)]
pub struct Login {
    pub number: String,
    pub password: String,
}

impl WeChat {
    pub(super) fn on_account(&mut self, act: Act, desk: &mut Desk<'_>) {
        let app = self.facts.package.to_owned();
        match act {
            Act::Notices => {
                self.notices = !self.notices;
                let value = u8::from(self.notices).to_string();
                desk.record(Deed::SettingChanged { table: app, name: "notices".to_owned(), value });
            }
            Act::AskSignOut => self.ask = Some(Ask::SignOut),
            Act::SignOut => {
                self.ask = None;
                self.leave_pages();
                self.logged_in = false;
                desk.record(Deed::SignedOut { app });
            }
            Act::SignIn => {
                let login = &self.login;
                if desk.is_offline() {
                    return desk.toast(desk.t("网络不可用", "No network").to_owned());
                }
                if login.number.replace(' ', "") != NUMBER || login.password != PASSWORD {
                    self.ask = Some(Ask::WrongLogin);
                    return;
                }
                self.login = Login::default();
                self.logged_in = true;
                desk.record(Deed::SignedIn { app, user: NUMBER.to_owned() });
            }
        }
    }
}

pub fn login(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let line = |label: &str, key: &'static str, hint: &str, value: &str, password: bool| {
        let spec = FieldSpec { key, hint: hint.to_owned(), enter: EnterKey::Done, password };
        column(vec![
            row(vec![
                text(label).size(16.5).color(theme.ink).width(86.0),
                field(spec, value).size(16.5).color(theme.ink).pad(0.0, 14.0).grow().id(key),
            ])
            .gap(8.0),
            hairline(&theme),
        ])
    };
    let Login { number, password } = &app.login;
    column(vec![
        blank().height(56.0),
        text(env.t("手机号登录", "Log in with phone number")).size(24.0).color(theme.ink).id("title"),
        blank().height(28.0),
        line(
            env.t("手机号", "Phone"),
            NUMBER_FIELD,
            env.t("请填写手机号", "Enter phone number"),
            number,
            false,
        ),
        line(
            env.t("密码", "Password"),
            PASSWORD_FIELD,
            env.t("请填写密码", "Enter password"),
            password,
            true,
        ),
        blank().height(32.0),
        super::button(env.t("登录", "Log In"), Touch::Account(Act::SignIn), &theme)
            .pad(0.0, 13.0)
            .disabled(number.is_empty() || password.is_empty())
            .id("login_button"),
    ])
    .pad(26.0, 0.0)
    .bg(theme.card)
}

pub fn settings(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let plain = |label: &str, right: View<Touch>| {
        column(vec![
            row(vec![text(label).size(16.5).color(theme.ink).grow(), right]).pad(16.0, 13.0).min_height(56.0),
            hairline(&theme),
        ])
        .bg(theme.card)
    };
    let value = |words: &str| text(words).size(14.5).color(theme.faint);
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), env.t("设置", "Settings"), Vec::new()),
        plain(env.t("账号", "Account"), value(NUMBER)),
        plain(env.t("新消息通知", "Message notifications"), switch(app.notices))
            .on(Touch::Account(Act::Notices)),
        plain(env.t("关于微信", "About"), value(app.facts.version)),
        blank().height(8.0),
        text(env.t("退出登录", "Log Out"))
            .size(16.5)
            .color(theme.ink)
            .text_center()
            .pad(0.0, 16.0)
            .bg(theme.card)
            .on(Touch::Account(Act::AskSignOut))
            .id("logout"),
    ])
}
