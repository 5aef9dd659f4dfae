//! 我的淘宝 with the orders, the favourites, and the messages of shops.

use super::look::{self, ORANGE, theme};
use super::trade::Stage;
use super::{TaoBao, Touch, order};
use crate::apps::parts::{STAR_FULL, hairline};
use crate::draw::Icon;
use crate::system::Env;
use crate::toolkit::{Align, Class, View, blank, column, icon, letter, row, scroll, text};

/// From whom, and what they wrote.
const THREADS: [(&str, &[&str]); 4] = [
    ("交易物流", &["您的包裹正在派送中，请保持电话畅通。", "您的包裹已签收，感谢您的购买。"]),
    ("活动优惠", &["会员日全场满200减30，今晚零点开始。"]),
    ("云杉旗舰店", &["亲，您咨询的尺码今天有货哦。", "需要的话可以直接下单，当天发货。"]),
    ("简木小铺", &["收到您的评价啦，谢谢支持！"]),
];

pub fn view(app: &TaoBao, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let head = row(vec![
        letter(&app.owner.name, ORANGE).square(60.0).radius(30.0).bare(),
        column(vec![
            text(&app.owner.name).size(19.0).bold().color(theme.ink).id("nick"),
            text(&app.owner.phone).size(13.0).color(theme.faint),
        ])
        .gap(4.0)
        .grow(),
    ])
    .gap(14.0)
    .pads(18.0, 24.0, 18.0, 18.0);
    let cells = order::stages(env)
        .into_iter()
        .map(|(stage, drawing, label)| stage_cell(app, stage, drawing, &label, env))
        .collect();
    let orders = column(vec![
        text(env.t("我的订单", "My orders")).size(16.0).bold().color(theme.ink).pads(14.0, 12.0, 14.0, 4.0),
        row(cells).align(Align::Start).pads(0.0, 4.0, 0.0, 10.0),
    ])
    .bg(theme.card)
    .radius(12.0)
    .margins(10.0, 0.0, 10.0, 8.0);
    let liked = row(vec![
        icon(Icon::Drawn(STAR_FULL), theme.accent).square(22.0).bare(),
        text(format!("{}({})", env.t("收藏夹", "Favourites"), app.liked.len()))
            .size(15.5)
            .color(theme.ink)
            .grow(),
        icon(Icon::Chevron, theme.faint).square(16.0).bare(),
    ])
    .gap(12.0)
    .pad(14.0, 14.0)
    .bg(theme.card)
    .radius(12.0)
    .margins(10.0, 0.0, 10.0, 8.0)
    .on(Touch::Liked)
    .id("favorites");
    let address = column(vec![
        text(env.t("收货地址", "Address")).size(13.0).color(theme.faint),
        text(&app.owner.address).size(15.0).color(theme.ink).id("address"),
    ])
    .gap(5.0)
    .pad(14.0, 12.0)
    .bg(theme.card)
    .radius(12.0)
    .margins(10.0, 0.0, 10.0, 8.0);
    let more = text(env.t("为你推荐", "You may like")).size(16.0).bold().color(theme.ink).pad(16.0, 8.0);
    let mut rows = vec![head, orders, liked, address, more];
    rows.extend(look::pairs(&app.feed[app.feed.len() / 2..], env));
    column(vec![scroll("taobao.mine", rows)])
}

fn stage_cell(
    app: &TaoBao,
    stage: Option<Stage>,
    drawing: &'static str,
    label: &str,
    env: &Env<'_>,
) -> View<Touch> {
    let theme = theme(env);
    let count = app.orders.iter().filter(|order| Some(order.stage) == stage).count();
    let mut picture = vec![icon(Icon::Drawn(drawing), theme.ink).square(26.0).bare()];
    if count > 0 {
        picture.push(look::badge(count, 17.0).id("order_badge"));
    }
    column(vec![
        column(picture).class(Class::Relative),
        text(label).size(12.5).color(theme.ink).lines(1).text_center(),
    ])
    .align(Align::Center)
    .gap(6.0)
    .pad(2.0, 8.0)
    .grow()
    .on(Touch::Orders(stage))
    .id("order_entry")
}

pub fn liked(app: &TaoBao, env: &Env<'_>) -> View<Touch> {
    let list = match app.liked.is_empty() {
        true => scroll(
            "taobao.liked",
            vec![
                text(env.t("还没有收藏", "Nothing saved yet"))
                    .size(15.0)
                    .color(theme(env).faint)
                    .text_center()
                    .pad(0.0, 100.0),
            ],
        ),
        false => look::shelf("taobao.liked", &app.liked, false, env),
    };
    column(vec![look::top_bar(env, env.t("收藏夹", "Favourites"), Vec::new()), list])
}

pub fn messages(env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let rows = THREADS
        .iter()
        .enumerate()
        .map(|(at, (name, lines))| {
            column(vec![
                row(vec![
                    letter(name, ORANGE).square(46.0).radius(23.0).bare(),
                    column(vec![
                        text(*name).size(16.0).color(theme.ink).lines(1).id("thread_name"),
                        text(lines.last().copied().unwrap_or_default())
                            .size(13.0)
                            .color(theme.faint)
                            .lines(1)
                            .id("thread_last"),
                    ])
                    .gap(4.0)
                    .grow(),
                ])
                .gap(12.0)
                .pad(16.0, 12.0),
                hairline(&theme),
            ])
            .bg(theme.card)
            .on(Touch::Thread(at))
            .id("thread")
        })
        .collect();
    column(vec![
        text(env.t("消息", "Messages")).size(19.0).bold().color(theme.ink).pad(16.0, 13.0).bg(theme.card),
        scroll("taobao.messages", rows),
    ])
}

pub fn thread(at: usize, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let (name, lines) = THREADS.get(at).copied().unwrap_or_default();
    let rows = lines
        .iter()
        .map(|line| {
            row(vec![
                letter(name, ORANGE).square(40.0).radius(20.0).bare(),
                text(*line)
                    .size(15.5)
                    .color(theme.ink)
                    .bg(theme.card)
                    .radius(8.0)
                    .pad(12.0, 9.0)
                    .max_width((env.width - 100.0).max(120.0)),
                blank().grow(),
            ])
            .gap(10.0)
            .align(Align::Start)
            .pad(12.0, 8.0)
        })
        .collect();
    column(vec![look::top_bar(env, name, Vec::new()), scroll("taobao.thread", rows)])
}
