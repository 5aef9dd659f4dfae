//! The page to type into, with what was asked before and what others ask for, and the list of what was found.

use super::data::{Goods, HOT};
use super::look::{self, ORANGE, theme};
use super::{QUERY_FIELD, Rank, TaoBao, Touch, home};
use crate::apps::parts::{hairline, icon_button};
use crate::draw::{Color, Icon};
use crate::system::{Env, Table};
use crate::toolkit::{
    Class, EnterKey, FieldSpec, Justify, View, blank, column, field, icon, row, scroll, text,
};

pub const RESULTS_KEY: &str = "taobao.results";
const UP: &str = "s 12 21 12 4;s 5.5 10.5 12 4 18.5 10.5";
const DOWN: &str = "s 12 3 12 20;s 5.5 13.5 12 20 18.5 13.5";

pub fn view(app: &TaoBao, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let spec = FieldSpec {
        key: QUERY_FIELD,
        hint: env.t("搜索宝贝", "Search goods").to_owned(),
        enter: EnterKey::Search,
        password: false,
    };
    let mut inside = vec![
        icon(Icon::Search, theme.faint).square(18.0).bare(),
        field(spec, &app.query).size(15.5).color(theme.ink).pad(0.0, 7.0).grow().id("searchEdit"),
    ];
    if !app.query.is_empty() {
        let clear = icon_button(Icon::Close, theme.faint, env.t("清空", "Clear"), Touch::ClearQuery);
        inside.push(clear.square(32.0).pad(7.0, 7.0).id("edit_del_btn"));
    }
    let bar = row(vec![
        icon_button(Icon::Back, theme.ink, env.t("返回", "Back"), Touch::Back),
        row(inside).gap(8.0).pads(12.0, 0.0, 4.0, 0.0).bg(theme.field).radius(19.0).grow(),
        text(env.t("搜索", "Search"))
            .class(Class::Button)
            .size(15.0)
            .bold()
            .color(Color::WHITE)
            .bg(ORANGE)
            .radius(17.0)
            .pad(14.0, 8.0)
            .on(Touch::Go)
            .id("searchbtn"),
    ])
    .gap(6.0)
    .pads(2.0, 8.0, 10.0, 8.0)
    .bg(theme.card);
    let mut rows = Vec::new();
    if !app.asked.is_empty() {
        let forget = env.t("清空历史", "Clear history");
        rows.push(
            row(vec![
                title(env.t("历史搜索", "History"), env).grow(),
                icon_button(Icon::Trash, theme.faint, forget, Touch::ForgetQueries).id("history_clear"),
            ])
            .pads(0.0, 0.0, 8.0, 0.0),
        );
        rows.extend(chips(app.asked.iter().map(String::as_str), env));
    }
    rows.push(title(env.t("大家都在搜", "Popular"), env));
    rows.extend(chips(HOT.into_iter(), env));
    column(vec![bar, hairline(&theme), scroll("taobao.words", rows).bg(theme.card)])
}

fn title(words: &str, env: &Env<'_>) -> View<Touch> {
    text(words).size(15.0).bold().color(theme(env).ink).pad(16.0, 12.0)
}

/// Words to touch, two in a row.
fn chips<'a>(words: impl Iterator<Item = &'a str>, env: &Env<'_>) -> Vec<View<Touch>> {
    let theme = theme(env);
    let words: Vec<&str> = words.collect();
    words
        .chunks(2)
        .map(|pair| {
            let mut cells: Vec<View<Touch>> = pair
                .iter()
                .map(|word| {
                    text(*word)
                        .size(14.0)
                        .color(theme.ink)
                        .lines(1)
                        .bg(theme.field)
                        .radius(15.0)
                        .pad(14.0, 7.0)
                        .grow()
                        .on(Touch::Ask((*word).to_owned()))
                        .id("search_word")
                })
                .collect();
            if cells.len() == 1 {
                cells.push(blank().grow());
            }
            row(cells).gap(10.0).pad(14.0, 5.0)
        })
        .collect()
}

pub fn results(app: &TaoBao, word: &str, rank: Rank, goods: &[Goods], env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let bar = row(vec![
        icon_button(Icon::Back, theme.ink, env.t("返回", "Back"), Touch::Back),
        home::search_box(word, env).bg(theme.field),
    ])
    .pads(2.0, 8.0, 10.0, 4.0)
    .bg(theme.card);
    // The arrow is only drawn; what it means is told.
    let (arrow, price) = match rank {
        Rank::Cheap => (Some(UP), env.t("价格从低到高", "Price, low to high")),
        Rank::Dear => (Some(DOWN), env.t("价格从高到低", "Price, high to low")),
        _ => (None, ""),
    };
    let ranks = [
        (Rank::Best, env.t("综合", "Best"), rank == Rank::Best, None, ""),
        (Rank::Sales, env.t("销量", "Sales"), rank == Rank::Sales, None, ""),
        (Rank::Cheap, env.t("价格", "Price"), arrow.is_some(), arrow, price),
    ]
    .into_iter()
    .map(|(which, label, on, arrow, desc)| {
        let ink = if on { theme.accent } else { theme.ink };
        let words = text(label).size(14.5).color(ink).id("sort_label");
        let mut parts = vec![if on { words.bold() } else { words }];
        parts.extend(arrow.map(|drawing| icon(Icon::Drawn(drawing), ink).square(14.0).bare()));
        row(parts)
            .gap(2.0)
            .justify(Justify::Center)
            .pad(0.0, 11.0)
            .grow()
            .selected(on)
            .desc(desc)
            .on(Touch::Rank(which))
            .id("sort_tab")
    })
    .collect();
    let found = match env.settings.is_on(Table::Global, "airplane_mode_on") {
        true => scroll(RESULTS_KEY, vec![no_network(env)]),
        false => look::shelf(RESULTS_KEY, goods, app.two_columns, env),
    };
    column(vec![bar, row(ranks).bg(theme.card), hairline(&theme), found])
}

fn no_network(env: &Env<'_>) -> View<Touch> {
    text(env.t("网络竟然崩溃了，请检查网络设置", "The network is down, check your settings"))
        .size(15.0)
        .color(theme(env).faint)
        .text_center()
        .pad(20.0, 120.0)
        .id("error_text")
}
