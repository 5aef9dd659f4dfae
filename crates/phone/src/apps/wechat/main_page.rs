//! The page with the four tabs.

use super::data::Chat;
use super::{Place, Tab, Touch, WeChat, contacts};
use crate::apps::parts::{badge, hairline, icon_button};
use crate::draw::{Color, Icon};
use crate::system::{Env, Theme};
use crate::toolkit::{Align, Class, View, blank, column, icon, letter, row, scroll, text};

pub fn view(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let (title, body) = match app.tab {
        Tab::Chats => {
            let unread = app.unread();
            let name = env.t("微信", "WeChat");
            let title = if unread > 0 { format!("{name}({unread})") } else { name.to_owned() };
            (title, chats(app, env, &theme))
        }
        Tab::Contacts => (env.t("通讯录", "Contacts").to_owned(), contacts::list(app, env)),
        Tab::Discover => (env.t("发现", "Discover").to_owned(), discover(env, &theme)),
        Tab::Me => (String::new(), me(env, &theme)),
    };
    let bar = row(vec![
        text(title).size(18.0).bold().color(theme.ink).text_center().grow().id("title"),
        icon_button(Icon::Search, theme.ink, env.t("搜索", "Search"), Touch::Search).id("search_button"),
        icon_button(
            Icon::PlusCircle,
            theme.ink,
            env.t("更多功能按钮", "More functions"),
            Touch::Say("暂无更多功能", "Nothing more here"),
        )
        .id("plus_button"),
    ])
    .height(50.0)
    .pads(88.0, 0.0, 6.0, 0.0);
    column(vec![bar, body.grow(), hairline(&theme), tabs(app, env, &theme)])
}

fn chats(app: &WeChat, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let mut order: Vec<&Chat> = app.chats.iter().collect();
    order.sort_by_key(|chat| !chat.pinned);
    let rows = order
        .into_iter()
        .map(|chat| {
            let person = &app.people[chat.with];
            let last = chat.lines.last().map_or("", |line| line.text.as_str());
            let names = column(vec![
                row(vec![
                    text(&person.name).size(16.5).color(theme.ink).lines(1).grow().id("chat_name"),
                    text(chat.when.text(env)).size(11.5).color(theme.faint).id("chat_time"),
                ]),
                text(last).size(13.5).color(theme.faint).lines(1).id("chat_last"),
            ])
            .gap(4.0)
            .grow();
            let mut picture = vec![letter(&person.name, person.color).id("avatar").bare()];
            if chat.unread > 0 {
                picture.push(badge(chat.unread).id("badge"));
            }
            let avatar = column(picture).class(Class::Relative);
            column(vec![row(vec![avatar, names]).gap(13.0).pad(16.0, 12.0), hairline(theme)])
                .bg(if chat.pinned { theme.field } else { theme.card })
                .on(Touch::Chat(chat.with))
                .on_hold(Touch::HoldChat(chat.with))
                .id("chat_item")
        })
        .collect();
    scroll("wechat.chats", rows).class(Class::List).bg(theme.card)
}

/// What a row that leads nowhere says.
const EMPTY: Touch = Touch::Say("这一页还没有内容", "There is nothing on this page");

fn discover(env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let rows = vec![
        (Icon::Compass, 0xf7b500, env.t("朋友圈", "Moments"), Touch::Go(Place::Moments)),
        (Icon::Display, 0xfa9d3b, env.t("视频号", "Channels"), EMPTY),
        (Icon::Search, 0x2782d7, env.t("扫一扫", "Scan"), EMPTY),
        (Icon::Globe, 0x576b95, env.t("附近", "Nearby"), EMPTY),
        (Icon::Apps, 0x6467ef, env.t("小程序", "Mini Programs"), EMPTY),
    ];
    menu("wechat.discover", rows, theme)
}

fn me(env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let card = row(vec![
        letter("我", super::MY_COLOR).square(64.0),
        column(vec![
            text(env.t("我", "Me")).size(20.0).bold().color(theme.ink),
            text(env.t("微信号：tapwise_user", "WeChat ID: tapwise_user")).size(13.5).color(theme.faint),
        ])
        .gap(6.0)
        .grow(),
    ])
    .gap(16.0)
    .pads(24.0, 24.0, 16.0, 32.0)
    .bg(theme.card);
    let rows = vec![
        (Icon::Lock, 0x07c160, env.t("服务", "Services"), Touch::Go(Place::Wallet)),
        (Icon::Folder, 0xf7b500, env.t("收藏", "Favorites"), EMPTY),
        (Icon::Smile, 0xf7b500, env.t("朋友圈", "Moments"), Touch::Go(Place::Moments)),
        (Icon::Gear, 0x2782d7, env.t("设置", "Settings"), Touch::Go(Place::Settings)),
    ];
    column(vec![card, blank().height(8.0), menu("wechat.me", rows, theme)])
}

fn menu(key: &str, rows: Vec<(Icon, u32, &str, Touch)>, theme: &Theme) -> View<Touch> {
    let items = rows
        .into_iter()
        .map(|(which, color, label, touch)| {
            column(vec![
                row(vec![
                    icon(which, Color::rgb(color)),
                    text(label).size(16.5).color(theme.ink).grow(),
                    icon(Icon::Chevron, theme.faint).square(16.0).bare(),
                ])
                .gap(16.0)
                .pad(16.0, 16.0),
                hairline(theme),
            ])
            .bg(theme.card)
            .on(touch)
        })
        .collect();
    scroll(key, items).class(Class::List)
}

fn tabs(app: &WeChat, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let all = [
        (Tab::Chats, Icon::Chat, env.t("微信", "Chats")),
        (Tab::Contacts, Icon::Contacts, env.t("通讯录", "Contacts")),
        (Tab::Discover, Icon::Compass, env.t("发现", "Discover")),
        (Tab::Me, Icon::Person, env.t("我", "Me")),
    ];
    let items = all
        .into_iter()
        .map(|(tab, which, label)| {
            let color = if app.tab == tab { theme.accent } else { theme.ink };
            column(vec![icon(which, color).bare(), text(label).size(11.0).color(color).id("tab_label")])
                .align(Align::Center)
                .gap(3.0)
                .pad(0.0, 7.0)
                .grow()
                .class(Class::Relative)
                .id("tab")
                .selected(app.tab == tab)
                .on(Touch::Tab(tab))
        })
        .collect();
    row(items).bg(theme.field).align(Align::Stretch)
}
