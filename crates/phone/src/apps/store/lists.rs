//! The shop's lists: what it offers, what of it is on the phone, what a search found.

use super::{BLUE, SEARCH_FIELD, Store, Tab, Touch, action, face};
use crate::apps::parts::{danger, hairline, icon_button};
use crate::draw::{Color, Icon};
use crate::system::{Env, Facts};
use crate::toolkit::{Align, Class, EnterKey, FieldSpec, View, art, column, field, icon, row, scroll, text};

pub const FOUND_KEY: &str = "store.found";

pub fn accent(env: &Env<'_>) -> Color {
    if env.dark { Color::rgb(0x6aa7f8) } else { BLUE }
}

pub fn main_page(store: &Store, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let offers = store.offers(env);
    let body = match store.tab {
        Tab::Offers => {
            let banner = column(vec![
                art(store.seed ^ 0x51).height(120.0).bare(),
                text(env.t("编辑推荐", "Editors' choice")).size(17.0).bold().color(theme.ink),
            ])
            .gap(10.0)
            .pads(16.0, 8.0, 16.0, 4.0);
            let mut rows = vec![banner];
            rows.extend(offers.into_iter().map(|facts| offer_row(store, facts, env)));
            scroll("store.offers", rows).id("app_list")
        }
        Tab::Mine => {
            let rows = offers
                .into_iter()
                .filter(|facts| env.is_installed(facts.package))
                .map(|facts| mine_row(facts, env))
                .collect();
            scroll("store.mine", rows).id("installed_list")
        }
    };
    column(vec![search_bar(env), body, hairline(&theme), tabs(store, env)])
}

/// Looks like a field and opens the search.
fn search_bar(env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    row(vec![
        icon(Icon::Search, theme.faint).square(20.0).bare(),
        text(env.t("搜索应用", "Search apps")).size(15.0).color(theme.faint).grow(),
    ])
    .gap(10.0)
    .pad(14.0, 10.0)
    .margins(16.0, 8.0, 16.0, 8.0)
    .bg(theme.field)
    .radius(20.0)
    .on(Touch::Search)
    .id("search_bar")
}

fn offer_row(store: &Store, facts: &Facts, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let offer = store.offer(facts.package, env);
    row(vec![
        face(facts, 52.0),
        column(vec![
            text(env.t(facts.label_zh, facts.label_en)).size(16.0).color(theme.ink).lines(1).id("app_name"),
            text(format!("{}{}  {}", offer.rating, env.t("分", " stars"), offer.megabytes))
                .size(13.0)
                .color(theme.faint)
                .lines(1)
                .id("app_info"),
        ])
        .gap(4.0)
        .grow(),
        action(facts, env),
    ])
    .gap(14.0)
    .pad(16.0, 10.0)
    .on(Touch::Detail(facts.package))
    .id("app_item")
}

fn mine_row(facts: &Facts, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    row(vec![
        face(facts, 44.0),
        column(vec![
            text(env.t(facts.label_zh, facts.label_en)).size(16.0).color(theme.ink).lines(1).id("app_name"),
            text(format!("{}{}", env.t("版本 ", "Version "), facts.version))
                .size(13.0)
                .color(theme.faint)
                .lines(1),
        ])
        .gap(4.0)
        .grow(),
        text(env.t("卸载", "Uninstall"))
            .class(Class::Button)
            .size(14.0)
            .bold()
            .color(danger(&theme))
            .pad(12.0, 8.0)
            .align_self(Align::Center)
            .on(Touch::AskRemove(facts.package))
            .id("remove"),
        action(facts, env),
    ])
    .gap(10.0)
    .pad(16.0, 10.0)
    .on(Touch::Detail(facts.package))
    .id("app_item")
}

fn tabs(store: &Store, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let all = [
        (Tab::Offers, Icon::Apps, env.t("推荐", "For you")),
        (Tab::Mine, Icon::Person, env.t("管理", "My apps")),
    ];
    let items = all.into_iter().map(|(tab, which, label)| {
        let color = if store.tab == tab { accent(env) } else { theme.ink };
        column(vec![icon(which, color).bare(), text(label).size(12.0).color(color)])
            .align(Align::Center)
            .gap(3.0)
            .pad(0.0, 7.0)
            .grow()
            .selected(store.tab == tab)
            .on(Touch::Tab(tab))
            .id("tab")
    });
    row(items.collect()).align(Align::Stretch)
}

pub fn search(store: &Store, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let spec = FieldSpec {
        key: SEARCH_FIELD,
        hint: env.t("搜索应用", "Search apps").to_owned(),
        enter: EnterKey::Search,
        password: false,
    };
    let mut bar = vec![
        icon_button(Icon::Back, theme.ink, env.t("返回", "Back"), Touch::Back),
        field(spec, &store.query)
            .size(16.0)
            .color(theme.ink)
            .pad(14.0, 9.0)
            .bg(theme.field)
            .radius(18.0)
            .grow()
            .id("search_input"),
    ];
    if !store.query.is_empty() {
        bar.push(icon_button(Icon::Close, theme.ink, env.t("清除", "Clear"), Touch::ClearSearch));
    }
    let found = store.found(env);
    let body = if found.is_empty() {
        text(env.t("没有找到相关应用", "No matching apps"))
            .size(16.0)
            .color(theme.faint)
            .text_center()
            .pad(16.0, 48.0)
    } else {
        scroll(FOUND_KEY, found.into_iter().map(|facts| offer_row(store, facts, env)).collect()).id("found")
    };
    column(vec![row(bar).height(56.0).pads(4.0, 0.0, 12.0, 0.0), body])
}
