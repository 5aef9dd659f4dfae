//! One thing on offer, and the sheet in which its colour, size and number are chosen.

use super::data::{Goods, REVIEWS};
use super::look::{self, AMBER, ORANGE, theme};
use super::{Purpose, TaoBao, Touch};
use crate::apps::money::yuan;
use crate::apps::parts::{STAR, STAR_FULL, hairline, icon_button};
use crate::cast;
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Align, View, art, blank, column, icon, letter, row, scroll, text};

pub fn view(app: &TaoBao, goods: &Goods, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let card = |parts: Vec<View<Touch>>| column(parts).gap(8.0).pad(14.0, 12.0).bg(theme.card);
    let sold = match env.lang {
        crate::options::Lang::Zh => format!("月销{} · {}发货 · 包邮", goods.sold, goods.from),
        crate::options::Lang::En => format!("{} sold · from {} · free shipping", goods.sold, goods.from),
    };
    let names: Vec<&str> = goods.options.iter().map(|(name, _)| *name).collect();
    let choice = row(vec![
        text(env.t("选择", "Choose")).size(14.0).color(theme.faint),
        text(names.join(" ")).size(14.5).color(theme.ink).lines(1).grow().id("sku_text"),
        icon(Icon::Chevron, theme.faint).square(16.0).bare(),
    ])
    .gap(14.0)
    .pad(14.0, 14.0)
    .bg(theme.card)
    .on(Touch::Choose(Purpose::Buy))
    .id("sku_row");
    let shop = row(vec![
        letter(&goods.shop, ORANGE).square(44.0).bare(),
        column(vec![
            text(&goods.shop).size(15.5).bold().color(theme.ink).lines(1).id("shop_name"),
            text(env.t("宝贝描述 4.8　卖家服务 4.8　物流服务 4.9", "Rated 4.8 of 5"))
                .size(12.0)
                .color(theme.faint)
                .lines(1),
        ])
        .gap(4.0)
        .grow(),
    ])
    .gap(12.0)
    .pad(14.0, 12.0)
    .bg(theme.card);
    let side = (env.width * 0.82).clamp(200.0, 420.0);
    let rows = vec![
        art(goods.art).height(side).desc(env.t("商品图片", "Picture")).id("main_pic"),
        card(vec![
            look::price(goods.price, 26.0, env),
            text(&goods.title).size(17.0).bold().color(theme.ink).id("detail_title"),
            text(sold).size(12.5).color(theme.faint).id("detail_sold"),
        ]),
        blank().height(8.0),
        choice,
        blank().height(8.0),
        shop,
        blank().height(8.0),
        card(reviews(goods, env)),
    ];
    column(vec![
        look::top_bar(env, env.t("宝贝详情", "Details"), Vec::new()),
        scroll("taobao.detail", rows).id("detail_main"),
        hairline(&theme),
        bottom(app, goods, env),
    ])
}

fn reviews(goods: &Goods, env: &Env<'_>) -> Vec<View<Touch>> {
    let theme = theme(env);
    let mut dice = Dice::new(goods.art, "taobao reviews");
    let mut words = REVIEWS;
    dice.shuffle(&mut words);
    let head = format!("{}({})", env.t("宝贝评价", "Reviews"), 20 + dice.below(3_000));
    let mut all = vec![text(head).size(15.5).bold().color(theme.ink).id("comment_title")];
    for (name, words) in cast::people(&mut dice, 3).iter().zip(words) {
        let first: String = name.chars().take(1).collect();
        all.push(text(format!("{first}**")).size(12.5).color(theme.faint));
        all.push(text(words).size(14.5).color(theme.ink).id("comment_text"));
    }
    all
}

fn bottom(app: &TaoBao, goods: &Goods, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let liked = app.liked.iter().any(|other| other.title == goods.title);
    let (star, ink) = if liked { (STAR_FULL, theme.accent) } else { (STAR, theme.ink) };
    let label = if liked { env.t("已收藏", "Saved") } else { env.t("收藏", "Save") };
    let like = column(vec![
        icon(Icon::Drawn(star), ink).square(22.0).bare(),
        text(label).size(11.0).color(ink).id("fav_label"),
    ])
    .align(Align::Center)
    .gap(2.0)
    .pad(14.0, 4.0)
    .selected(liked)
    .on(Touch::Like)
    .id("fav_button");
    row(vec![
        like,
        look::filled(env.t("加入购物车", "Add to cart"), AMBER, Touch::Choose(Purpose::Cart))
            .grow()
            .id("add_cart"),
        look::filled(env.t("立即购买", "Buy now"), ORANGE, Touch::Choose(Purpose::Buy)).grow().id("buy_now"),
    ])
    .gap(8.0)
    .pads(4.0, 6.0, 12.0, 6.0)
    .bg(theme.card)
}

pub fn sheet(
    goods: &Goods,
    purpose: Purpose,
    picked: &[Option<usize>],
    count: u32,
    env: &Env<'_>,
) -> View<Touch> {
    let theme = theme(env);
    let chosen: Vec<&str> = goods
        .options
        .iter()
        .zip(picked)
        .filter_map(|((_, all), at)| at.and_then(|at| all.get(at)).copied())
        .collect();
    let words = match chosen.is_empty() {
        true => env.t("请选择规格", "Please choose").to_owned(),
        false => format!("{}{}", env.t("已选：", "Chosen: "), chosen.join("；")),
    };
    let head = row(vec![
        art(goods.art).square(84.0).bare(),
        column(vec![
            text(yuan(goods.price)).size(22.0).bold().color(theme.accent).id("sku_price"),
            text(words).size(13.0).color(theme.faint).id("sku_chosen"),
        ])
        .gap(6.0)
        .grow(),
        icon_button(Icon::Close, theme.faint, env.t("关闭", "Close"), Touch::Close).align_self(Align::Start),
    ])
    .gap(12.0)
    .pads(16.0, 16.0, 6.0, 10.0);
    let in_row = if look::is_broad(env) { 6 } else { 3 };
    let mut parts = Vec::new();
    for (option, (name, all)) in goods.options.iter().enumerate() {
        parts.push(text(*name).size(14.5).bold().color(theme.ink).pads(16.0, 8.0, 16.0, 4.0));
        for (start, some) in all.chunks(in_row).enumerate() {
            let mut cells: Vec<View<Touch>> = some
                .iter()
                .enumerate()
                .map(|(at, label)| {
                    let at = start * in_row + at;
                    chip(label, picked.get(option) == Some(&Some(at)), env).on(Touch::Pick(option, at))
                })
                .collect();
            cells.resize_with(in_row, || blank().grow());
            parts.push(row(cells).gap(8.0).pad(14.0, 4.0));
        }
    }
    parts.push(
        row(vec![
            text(env.t("购买数量", "Quantity")).size(14.5).bold().color(theme.ink).grow(),
            look::stepper(count, Touch::Count(-1), Touch::Count(1), env),
        ])
        .pad(16.0, 12.0),
    );
    let label = match purpose {
        Purpose::Cart => env.t("确定加入购物车", "Confirm, add to cart"),
        Purpose::Buy => env.t("确定购买", "Confirm, buy"),
    };
    let color = if purpose == Purpose::Cart { AMBER } else { ORANGE };
    parts.push(look::filled(label, color, Touch::Chosen).margins(16.0, 6.0, 16.0, 14.0).id("confirm"));
    look::sheet(vec![head], parts, env)
}

fn chip(label: &str, on: bool, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let (paper, ink) = if on { (ORANGE, Color::WHITE) } else { (theme.field, theme.ink) };
    text(label)
        .size(13.5)
        .color(ink)
        .text_center()
        .bg(paper)
        .radius(8.0)
        .pad(4.0, 9.0)
        .grow()
        .selected(on)
        .id("sku_chip")
}
