//! Search over people and what they wrote.

use super::{SEARCH_FIELD, Touch, WeChat, link_color};
use crate::apps::parts::{hairline, icon_button};
use crate::draw::Icon;
use crate::system::{Env, Theme};
use crate::toolkit::{
    Class, EnterKey, FieldSpec, View, blank, column, field, icon, letter, row, scroll, text,
};

pub const SCROLL_KEY: &str = "wechat.found";

pub fn view(app: &WeChat, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let spec = FieldSpec {
        key: SEARCH_FIELD,
        hint: env.t("搜索", "Search").to_owned(),
        enter: EnterKey::Search,
        password: false,
    };
    let mut inside = vec![
        icon(Icon::Search, theme.faint).square(18.0).bare(),
        field(spec, &app.query).size(16.0).color(theme.ink).grow().id("search_box"),
    ];
    if !app.query.is_empty() {
        inside.push(
            icon_button(Icon::Close, theme.faint, env.t("清除", "Clear"), Touch::ClearSearch).square(34.0),
        );
    }
    let bar = row(vec![
        row(inside).gap(8.0).pads(10.0, 0.0, 4.0, 0.0).height(36.0).bg(theme.card).radius(6.0).grow(),
        text(env.t("取消", "Cancel"))
            .size(16.0)
            .color(link_color(env))
            .pad(10.0, 8.0)
            .on(Touch::Back)
            .id("cancel"),
    ])
    .height(52.0)
    .pads(12.0, 0.0, 4.0, 0.0);
    column(vec![bar, hairline(&theme), results(app, env, &theme)])
}

fn results(app: &WeChat, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let query = app.query.trim().to_lowercase();
    if query.is_empty() {
        return scroll(
            SCROLL_KEY,
            vec![
                text(env.t("搜索指定内容", "Search for"))
                    .size(14.0)
                    .color(theme.faint)
                    .text_center()
                    .pad(0.0, 24.0),
            ],
        );
    }
    let mut rows = Vec::new();
    let section =
        |label: &str| text(label).size(13.0).color(theme.faint).pads(16.0, 12.0, 16.0, 8.0).bg(theme.card);
    let people: Vec<usize> = (0..app.people.len())
        .filter(|at| !app.people[*at].group && app.people[*at].name.to_lowercase().contains(&query))
        .collect();
    if !people.is_empty() {
        rows.push(section(env.t("联系人", "Contacts")));
        rows.extend(people.into_iter().map(|at| found(app, at, None, theme)));
        rows.push(blank().height(8.0));
    }
    let groups: Vec<usize> = (0..app.people.len())
        .filter(|at| app.people[*at].group && app.people[*at].name.to_lowercase().contains(&query))
        .collect();
    if !groups.is_empty() {
        rows.push(section(env.t("群聊", "Group Chats")));
        rows.extend(groups.into_iter().map(|at| found(app, at, None, theme)));
        rows.push(blank().height(8.0));
    }
    let said: Vec<(usize, &str)> = app
        .chats
        .iter()
        .filter_map(|chat| {
            let line = chat.lines.iter().find(|line| line.text.to_lowercase().contains(&query))?;
            Some((chat.with, line.text.as_str()))
        })
        .collect();
    if !said.is_empty() {
        rows.push(section(env.t("聊天记录", "Chat History")));
        rows.extend(said.into_iter().map(|(at, line)| found(app, at, Some(line), theme)));
    }
    if rows.is_empty() {
        rows.push(
            text(env.t("无结果", "No results")).size(15.0).color(theme.faint).text_center().pad(0.0, 40.0),
        );
    }
    scroll(SCROLL_KEY, rows).class(Class::List)
}

fn found(app: &WeChat, at: usize, line: Option<&str>, theme: &Theme) -> View<Touch> {
    let person = &app.people[at];
    let mut words = vec![text(&person.name).size(16.5).color(theme.ink).lines(1).id("found_name")];
    if let Some(line) = line {
        words.push(text(line).size(13.0).color(theme.faint).lines(1).id("found_line"));
    }
    column(vec![
        row(vec![letter(&person.name, person.color).square(42.0).bare(), column(words).gap(3.0).grow()])
            .gap(12.0)
            .pad(16.0, 9.0),
        hairline(theme),
    ])
    .bg(theme.card)
    .on(Touch::Chat(at))
    .id("found_item")
}
