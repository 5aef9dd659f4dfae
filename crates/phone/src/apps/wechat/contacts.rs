//! The list of people, sorted by initial, and the card of one of them.

use super::{Touch, WeChat, link_color};
use crate::apps::parts::{hairline, title_bar};
use crate::cast::initial;
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Class, View, blank, column, icon, letter, row, scroll, text};

pub fn list(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let mut people: Vec<usize> = (0..app.people.len()).filter(|at| !app.people[*at].group).collect();
    // '#', for names that no letter fits, goes last.
    people.sort_by_key(|at| {
        let letter = initial(&app.people[*at].name);
        (if letter == '#' { '~' } else { letter }, app.people[*at].name.clone())
    });
    let mut rows = vec![
        entry(icon_tile(Icon::Person, 0xfa9d3b), env.t("新的朋友", "New Friends"), env)
            .on(Touch::Say("没有新的朋友", "No new friends")),
        entry(icon_tile(Icon::Contacts, 0x07c160), env.t("群聊", "Group Chats"), env)
            .on(Touch::Say("群聊在聊天列表里", "Group chats are in the chat list")),
    ];
    let mut section = ' ';
    for at in people {
        let person = &app.people[at];
        let letter_of = initial(&person.name);
        if letter_of != section {
            section = letter_of;
            rows.push(text(section.to_string()).size(13.0).color(theme.faint).pad(16.0, 5.0).bg(theme.page));
        }
        rows.push(
            entry(letter(&person.name, person.color).square(40.0).bare(), &person.name, env)
                .on(Touch::Profile(at))
                .id("contact_item"),
        );
    }
    scroll("wechat.contacts", rows).class(Class::List).bg(theme.card)
}

fn icon_tile(which: Icon, color: u32) -> View<Touch> {
    column(vec![icon(which, Color::WHITE)]).centered().square(40.0).radius(5.0).bg(Color::rgb(color)).bare()
}

fn entry(picture: View<Touch>, name: &str, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    column(vec![
        row(vec![picture, text(name).size(16.5).color(theme.ink).lines(1).grow().id("contact_name")])
            .gap(12.0)
            .pad(16.0, 8.0),
        hairline(&theme),
    ])
}

pub fn profile(app: &WeChat, person: usize, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let who = &app.people[person];
    let card = row(vec![
        letter(&who.name, who.color).square(64.0),
        column(vec![
            text(&who.name).size(20.0).bold().color(theme.ink).id("profile_name"),
            text(format!("{}wx_{person:04}", env.t("微信号：", "WeChat ID: "))).size(13.5).color(theme.faint),
        ])
        .gap(6.0)
        .grow(),
    ])
    .gap(16.0)
    .pads(20.0, 16.0, 16.0, 28.0)
    .bg(theme.card);
    let action = |which: Icon, label: &str, message: Touch| {
        row(vec![icon(which, link_color(env)), text(label).size(16.5).bold().color(link_color(env))])
            .centered()
            .gap(8.0)
            .pad(0.0, 16.0)
            .bg(theme.card)
            .on(message)
    };
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), "", Vec::new()).bg(theme.card),
        card,
        blank().height(8.0),
        action(Icon::Chat, env.t("发消息", "Messages"), Touch::Chat(person)),
        hairline(&theme),
        action(
            Icon::Sound,
            env.t("音视频通话", "Voice or Video Call"),
            Touch::Say("对方不在线", "They are not online"),
        ),
    ])
}
