//! The page with the four tabs, its first tab, and the advertisement that lies over it some days.

use super::look::{self, CART, HOME, ORANGE, theme};
use super::{Tab, TaoBao, Touch, cart, mine};
use crate::apps::parts::hairline;
use crate::draw::{Color, Icon};
use crate::system::{Env, Theme};
use crate::toolkit::{Align, Class, View, art, blank, column, icon, pager, row, scroll, text};

/// Pictures that turn, each with what a touch searches for.
pub const BANNERS: [(&str, &str); 3] =
    [("春季上新 满300减50", "外套"), ("数码好物 低至五折", "蓝牙耳机"), ("零食节 第二件半价", "坚果零食")];

const KINDS: [(&str, &str, &str, u32); 10] = [
    ("女装", "Women", "p 9 3 15 3 17 9 14.5 11 18 21 6 21 9.5 11 7 9", 0xb8325f),
    ("男装", "Men", "p 8 4 16 4 21 8 18.5 11.5 17 10.5 17 21 7 21 7 10.5 5.5 11.5 3 8", 0x2c5f9e),
    ("数码", "Digital", "r 6.5 2.5 11 19 2;s 10.5 18.5 13.5 18.5", 0x4a4fa3),
    ("家电", "Home", "r 3.5 4 17 12 1.5;s 8 20 16 20;s 12 16 12 20", 0x1f7a6d),
    ("零食", "Snacks", "p 6 4 18 4 16.5 21 7.5 21;D 12 12 2.6", 0xa05a00),
    ("美妆", "Beauty", "b 9 10 6 11 1;p 10 10 10 5 14 3 14 10", 0xb03a48),
    ("母婴", "Baby", "c 12 12 8;d 9 11 1.1;d 15 11 1.1;a 12 12.5 3.6 20 160", 0x8a5a9e),
    ("运动鞋", "Shoes", "p 3 9 8 11 12 8 15 12 21 14 21 18 3 18", 0x2f7d4f),
    ("家居", "Living", "b 3 11 18 6 2;b 5.5 6 13 6 2;s 5 17 5 20;s 19 17 19 20", 0x7a5c3e),
    ("图书", "Books", "r 4 4 8 16 1;r 12 4 8 16 1", 0x5b6470),
];

pub fn view(app: &TaoBao, env: &Env<'_>) -> View<Touch> {
    let body = match app.tab {
        Tab::Home => home(app, env),
        Tab::Messages => mine::messages(env),
        Tab::Cart => cart::view(app, env),
        Tab::Mine => mine::view(app, env),
    };
    let theme = theme(env);
    column(vec![body.grow(), hairline(&theme), tabs(app, env, &theme)])
}

fn tabs(app: &TaoBao, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let all = [
        (Tab::Home, Icon::Drawn(HOME), env.t("首页", "Home")),
        (Tab::Messages, Icon::Chat, env.t("消息", "Messages")),
        (Tab::Cart, Icon::Drawn(CART), env.t("购物车", "Cart")),
        (Tab::Mine, Icon::Person, env.t("我的淘宝", "My Taobao")),
    ];
    let count = app.cart.len();
    let items = all
        .into_iter()
        .map(|(tab, which, label)| {
            let color = if app.tab == tab { theme.accent } else { theme.ink };
            let mut picture = vec![icon(which, color).bare()];
            if tab == Tab::Cart && count > 0 {
                picture.push(look::badge(count, 14.0).id("cart_badge"));
            }
            column(vec![
                column(picture).class(Class::Relative),
                text(label).size(11.0).color(color).id("tab_label"),
            ])
            .align(Align::Center)
            .gap(3.0)
            .pad(0.0, 7.0)
            .grow()
            .selected(app.tab == tab)
            .on(Touch::Tab(tab))
            .id("tab")
        })
        .collect();
    row(items).bg(theme.card).align(Align::Stretch)
}

/// The box that leads to the search page.
pub fn search_box(words: &str, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    row(vec![
        icon(Icon::Search, theme.faint).square(18.0).bare(),
        text(words).size(15.0).color(theme.faint).lines(1).grow().id("searchbar_text"),
        text(env.t("搜索", "Search"))
            .size(14.0)
            .bold()
            .color(Color::WHITE)
            .bg(ORANGE)
            .radius(16.0)
            .pad(14.0, 6.0)
            .id("searchbar_button"),
    ])
    .gap(8.0)
    .pads(12.0, 3.0, 3.0, 3.0)
    .bg(theme.card)
    .radius(20.0)
    .grow()
    .on(Touch::Search)
    .id("home_searchbar")
}

fn home(app: &TaoBao, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let (words, asks) = BANNERS[app.banner % BANNERS.len()];
    let banner = pager(vec![
        column(vec![
            art(app.seed.wrapping_add(app.banner as u64)).height(116.0).bare(),
            text(words).size(16.0).bold().color(theme.ink).bg(theme.card).pad(12.0, 8.0).id("banner_text"),
        ])
        .on(Touch::Ask(asks.to_owned()))
        .id("banner"),
    ])
    .margins(10.0, 4.0, 10.0, 8.0)
    .id("banner_pager");
    // A pager grows where it can; in a list it has its own height.
    let mut banner = banner;
    banner.style.grow = 0.0;
    let kinds = KINDS
        .chunks(5)
        .map(|five| {
            let cells = five
                .iter()
                .map(|(zh, en, drawing, color)| {
                    column(vec![
                        column(vec![icon(Icon::Drawn(drawing), Color::WHITE).bare()])
                            .centered()
                            .square(44.0)
                            .radius(15.0)
                            .bg(Color::rgb(*color))
                            .bare(),
                        text(env.t(zh, en)).size(12.0).color(theme.ink).lines(1).id("kind_label"),
                    ])
                    .align(Align::Center)
                    .gap(5.0)
                    .pad(0.0, 7.0)
                    .grow()
                    .on(Touch::Ask((*zh).to_owned()))
                    .id("kind")
                })
                .collect();
            row(cells).align(Align::Stretch)
        })
        .collect();
    let mut rows = vec![
        banner,
        column(kinds).bg(theme.card).radius(12.0).margins(10.0, 0.0, 10.0, 8.0).pad(0.0, 4.0),
        text(env.t("猜你喜欢", "For you")).size(16.0).bold().color(theme.accent).pad(16.0, 8.0),
    ];
    rows.extend(look::pairs(&app.feed, env));
    rows.push(blank().height(16.0));
    let hint = app.asked.first().map_or("手机壳", String::as_str);
    column(vec![row(vec![search_box(hint, env)]).pad(10.0, 8.0), scroll("taobao.home", rows).id("home_list")])
}

/// The way out is a cross that says nothing, as in most such windows.
pub fn ad(env: &Env<'_>) -> View<Touch> {
    let white = Color::WHITE;
    column(vec![
        column(vec![
            text(env.t("恭喜获得限时红包", "A coupon for you"))
                .size(20.0)
                .bold()
                .color(white)
                .text_center()
                .id("ad_title"),
            art(7).height(if look::is_broad(env) { 24.0 } else { 120.0 }).bare(),
            text("¥18.00").size(34.0).bold().color(white).text_center().id("ad_amount"),
            text(env.t("全场通用，今日有效", "For everything, today only"))
                .size(14.0)
                .color(white)
                .text_center()
                .id("ad_text"),
            text(env.t("立即领取", "Take it"))
                .class(Class::Button)
                .size(16.0)
                .bold()
                .color(Color::rgb(0x8a2a00))
                .text_center()
                .bg(Color::rgb(0xffe3a8))
                .radius(22.0)
                .pad(20.0, 11.0)
                .on(Touch::Gift)
                .id("ad_button"),
        ])
        .gap(12.0)
        .pad(24.0, 24.0)
        .bg(Color::rgb(0xc4320a))
        .radius(18.0)
        .width(280.0)
        .id("ad_card"),
        column(vec![icon(Icon::Close, white).square(18.0).bare()])
            .centered()
            .square(38.0)
            .radius(19.0)
            .bg(Color::rgb(0x6b6b6b))
            .class(Class::Image)
            .on(Touch::Close),
    ])
    .gap(18.0)
    .align(Align::Center)
}
