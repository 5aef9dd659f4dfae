//! The tab switcher, and the lists of bookmarks and visited pages.

use super::browse::Look;
use super::sites::Site;
use super::{Chrome, Listing, Tab, Touch, address};
use crate::apps::parts::{hairline, icon_button, title_bar};
use crate::draw::Icon;
use crate::options::Lang;
use crate::system::{Env, Theme};
use crate::toolkit::{Align, Class, View, blank, column, icon, row, scroll, text};

pub fn tabs(app: &Chrome, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let bar = row(vec![
        icon_button(Icon::Plus, look.ink, env.t("新标签页", "New tab"), Touch::NewTab).id("new_tab_button"),
        blank().grow(),
        text(env.t("关闭所有标签页", "Close all tabs"))
            .class(Class::Button)
            .size(15.0)
            .color(look.blue)
            .pad(12.0, 10.0)
            .on(Touch::CloseAll)
            .id("close_all_tabs"),
    ])
    .height(56.0)
    .pad(6.0, 0.0);
    let mut cards: Vec<View<Touch>> =
        app.tabs.iter().enumerate().map(|(at, tab)| card(at, tab, at == app.front, env)).collect();
    let mut rows = Vec::new();
    while !cards.is_empty() {
        let mut pair: Vec<View<Touch>> = cards.drain(..cards.len().min(2)).collect();
        if pair.len() == 1 {
            pair.push(blank().grow());
        }
        rows.push(row(pair).gap(12.0).pad(12.0, 6.0).align(Align::Start));
    }
    column(vec![bar, hairline(&env.theme()), scroll("chrome.tabs", rows).id("tab_list_recycler_view")])
}

fn card(at: usize, tab: &Tab, front: bool, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let here = &tab.visits[tab.at];
    let title = match here.site {
        Site::NewTab => env.t("新标签页", "New tab").to_owned(),
        _ => here.site.title(),
    };
    let close = match env.lang {
        Lang::Zh => format!("关闭“{title}”标签页"),
        Lang::En => format!("Close {title} tab"),
    };
    let name = text(&title).size(13.5).color(look.ink).lines(1).grow().id("tab_title");
    let shown = address::shown(&here.url);
    let mut page = vec![blank().height(6.0).bg(look.pill), blank().height(6.0).width(90.0).bg(look.pill)];
    if !shown.is_empty() {
        page.insert(0, text(shown).size(12.0).color(look.faint).lines(2));
    }
    let inside = column(vec![
        row(vec![
            name,
            icon_button(Icon::Close, look.ink, &close, Touch::CloseTab(at)).square(38.0).id("action_button"),
        ])
        .pads(12.0, 2.0, 2.0, 2.0),
        column(page).gap(10.0).pad(12.0, 12.0).height(150.0).bg(look.bar),
    ])
    .bg(look.pill)
    .radius(10.0)
    .pads(0.0, 0.0, 0.0, 4.0);
    let edge = if front { look.blue } else { look.faint };
    column(vec![inside])
        .bg(edge)
        .radius(12.0)
        .pad(2.0, 2.0)
        .grow()
        .selected(front)
        .on(Touch::PickTab(at))
        .id("tab_card")
}

pub fn addresses(app: &Chrome, list: Listing, env: &Env<'_>) -> View<Touch> {
    let look = Look::of(env);
    let (title, empty, all) = match list {
        Listing::Bookmarks => {
            (env.t("书签", "Bookmarks"), env.t("还没有书签", "No bookmarks yet"), &app.bookmarks)
        }
        Listing::History => {
            (env.t("历史记录", "History"), env.t("还没有历史记录", "No history yet"), &app.history)
        }
    };
    let mut rows: Vec<View<Touch>> = all
        .iter()
        .map(|(name, url)| {
            row(vec![
                icon(Icon::Globe, look.faint).square(22.0).bare(),
                column(vec![
                    text(name).size(15.5).color(look.ink).lines(1).id("title"),
                    text(address::shown(url)).size(13.0).color(look.faint).lines(1).id("description"),
                ])
                .gap(3.0)
                .grow(),
            ])
            .gap(16.0)
            .pad(18.0, 10.0)
            .on(Touch::Open(url.clone()))
            .id("list_item")
        })
        .collect();
    if rows.is_empty() {
        rows.push(text(empty).size(15.0).color(look.faint).text_center().pad(0.0, 60.0));
    }
    let theme = Theme { ink: look.ink, ..env.theme() };
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), title, Vec::new()),
        hairline(&theme),
        scroll(format!("chrome.{list:?}"), rows),
    ])
}
