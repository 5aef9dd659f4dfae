//! Colours and pieces that the pages of 淘宝 share: cards of goods, round buttons, sheets from below.

use super::Touch;
use super::data::Goods;
use crate::apps::money::yuan;
use crate::apps::parts::title_bar;
use crate::draw::{Color, Icon};
use crate::system::{Env, Theme};
use crate::toolkit::{Align, Class, Justify, View, art, blank, check_box, column, icon, row, scroll, text};

pub const BAG: &str = "p 4 8 20 8 18.8 21 5.2 21;a 12 8.5 4.2 180 360;D 9 12 1.1;D 15 12 1.1";
pub const CART: &str = "s 2.5 4 5.5 4 8 15.5 18.5 15.5 20.5 7.5 6.3 7.5;d 9.3 19.3 1.6;d 17 19.3 1.6";
pub const HOME: &str = "s 3.5 11.5 12 4 20.5 11.5;s 6 10 6 20 18 20 18 10";
pub const WALLET: &str = "r 3.5 6 17 13 2;s 3.5 10 20.5 10;d 16.5 14.5 1.3";
pub const BOX: &str = "s 4 8 12 4 20 8 20 17 12 21 4 17 4 8;s 4 8 12 12 20 8;s 12 12 12 21";
pub const TRUCK: &str = "r 2.5 6 11.5 10 1;s 14 9 18.5 9 21.5 12.5 21.5 16 14 16;d 7 18 2;d 17.5 18 2";
pub const LIST: &str = "r 4.5 3 15 18 2;s 8 8 16 8;s 8 12 16 12;s 8 16 13 16";

/// The orange of buttons; white words on it are well readable.
pub const ORANGE: Color = Color::rgb(0xcc3d00);
pub const AMBER: Color = Color::rgb(0x9a5b00);

pub fn theme(env: &Env<'_>) -> Theme {
    let theme = env.theme();
    match env.dark {
        false => Theme {
            page: Color::rgb(0xf3f3f3),
            faint: Color::rgb(0x666666),
            accent: Color::rgb(0xc83c00),
            field: Color::rgb(0xf3f3f3),
            ..theme
        },
        true => Theme { faint: Color::rgb(0xa6a6a6), accent: Color::rgb(0xff7a3d), ..theme },
    }
}

pub fn top_bar(env: &Env<'_>, title: &str, right: Vec<View<Touch>>) -> View<Touch> {
    let theme = theme(env);
    title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), title, right).bg(theme.card)
}

pub fn filled(label: &str, color: Color, touch: Touch) -> View<Touch> {
    text(label)
        .class(Class::Button)
        .size(15.0)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .bg(color)
        .radius(21.0)
        .pad(16.0, 10.0)
        .on(touch)
}

pub fn price(fen: u64, size: f32, env: &Env<'_>) -> View<Touch> {
    text(yuan(fen)).size(size).bold().color(theme(env).accent).id("price")
}

fn sold(goods: &Goods, env: &Env<'_>) -> String {
    match env.lang {
        crate::options::Lang::Zh => format!("月销{}", goods.sold),
        crate::options::Lang::En => format!("{} sold", goods.sold),
    }
}

/// Goods over the whole width: the picture left, the words right.
pub fn wide(goods: &Goods, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    row(vec![
        art(goods.art).square(112.0).bare(),
        column(vec![
            text(&goods.title).size(15.0).color(theme.ink).lines(2).id("title"),
            price(goods.price, 18.0, env),
            text(sold(goods, env)).size(12.0).color(theme.faint).id("sold"),
            text(&goods.shop).size(12.0).color(theme.faint).lines(1).id("shop"),
        ])
        .gap(5.0)
        .grow(),
    ])
    .gap(12.0)
    .align(Align::Start)
    .pad(12.0, 12.0)
    .bg(theme.card)
    .radius(10.0)
    .margins(10.0, 4.0, 10.0, 4.0)
    .on(Touch::Goods(Box::new(goods.clone())))
    .id("goods_item")
}

/// Goods in half the width: the picture above the words.
fn narrow(goods: &Goods, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    column(vec![
        art(goods.art).height(((env.width - 28.0) / 2.0).clamp(80.0, 240.0)).bare(),
        column(vec![
            text(&goods.title).size(14.0).color(theme.ink).lines(2).id("title"),
            price(goods.price, 17.0, env),
            text(format!("{} · {}", sold(goods, env), goods.shop))
                .size(12.0)
                .color(theme.faint)
                .lines(1)
                .id("sold"),
        ])
        .gap(5.0)
        .pad(8.0, 8.0),
    ])
    .bg(theme.card)
    .radius(10.0)
    .grow()
    .on(Touch::Goods(Box::new(goods.clone())))
    .id("goods_item")
}

pub fn pairs(all: &[Goods], env: &Env<'_>) -> Vec<View<Touch>> {
    all.chunks(2)
        .map(|pair| {
            let mut cells: Vec<View<Touch>> = pair.iter().map(|goods| narrow(goods, env)).collect();
            if cells.len() == 1 {
                cells.push(blank().grow());
            }
            row(cells).gap(8.0).align(Align::Stretch).pad(10.0, 4.0)
        })
        .collect()
}

/// A list of goods with a word below its end.
pub fn shelf(key: &str, all: &[Goods], two_columns: bool, env: &Env<'_>) -> View<Touch> {
    let mut rows = match two_columns {
        true => pairs(all, env),
        false => all.iter().map(|goods| wide(goods, env)).collect(),
    };
    rows.push(
        text(env.t("已经到底了", "That is all"))
            .size(13.0)
            .color(theme(env).faint)
            .text_center()
            .pad(0.0, 18.0),
    );
    scroll(key, rows).pads(0.0, 4.0, 0.0, 0.0).id("goods_list")
}

/// Fewer, a number, more.
pub fn stepper(count: u32, fewer: Touch, more: Touch, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let step = |drawing: &'static str, desc: &str, touch: Touch| {
        icon(Icon::Drawn(drawing), theme.ink)
            .square(32.0)
            .pad(8.0, 8.0)
            .bg(theme.field)
            .radius(6.0)
            .desc(desc)
            .on(touch)
    };
    row(vec![
        step("s 5 12 19 12", env.t("减少数量", "Fewer"), fewer),
        text(count.to_string()).size(15.0).color(theme.ink).text_center().width(40.0).id("count"),
        step("s 12 5 12 19;s 5 12 19 12", env.t("增加数量", "More"), more),
    ])
}

/// A box to tick in the colours of the shop.
pub fn tick(on: bool, desc: &str, touch: Touch) -> View<Touch> {
    check_box(on).square(40.0).pad(9.0, 9.0).desc(desc).on(touch)
}

/// A screen that lies on its side, or a large one.
pub fn is_broad(env: &Env<'_>) -> bool {
    env.width >= 600.0
}

/// A number on a corner of what it counts.
pub fn badge(count: usize, left: f32) -> View<Touch> {
    text(count.to_string())
        .size(11.0)
        .color(Color::WHITE)
        .text_center()
        .bg(ORANGE)
        .radius(8.0)
        .pad(0.0, 1.0)
        .width(20.0)
        .pin(Some(left), Some(-6.0), None, None)
}

/// What comes up from the bottom of the screen; its two parts stand side by side where there is room only for that.
pub fn sheet(first: Vec<View<Touch>>, second: Vec<View<Touch>>, env: &Env<'_>) -> View<Touch> {
    let inside = match is_broad(env) {
        true => row(vec![column(first).grow(), column(second).grow()]).align(Align::Start),
        false => column(first.into_iter().chain(second).collect()),
    };
    let card = inside.bg(theme(env).card).radius(14.0).width(env.width);
    column(vec![card]).width(env.width).grow().justify(Justify::End).bare()
}
