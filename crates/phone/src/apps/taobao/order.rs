//! Orders: the page to confirm one, the word that it is paid, and the list of all of them.

use super::look::{self, BOX, LIST, ORANGE, TRUCK, WALLET, theme};
use super::trade::{self, Line, Order, Stage};
use super::{Tab, TaoBao, Touch};
use crate::apps::money::yuan;
use crate::apps::parts::hairline;
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Align, Class, Justify, View, art, blank, column, icon, row, scroll, text};

fn goods_row(line: &Line, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    row(vec![
        art(line.goods.art).square(76.0).bare(),
        column(vec![
            text(&line.goods.title).size(14.5).color(theme.ink).lines(2).id("order_goods"),
            text(&line.choice).size(12.0).color(theme.faint).lines(1).id("order_sku"),
            row(vec![
                look::price(line.goods.price, 15.0, env).grow(),
                text(format!("×{}", line.count)).size(14.0).color(theme.ink).id("order_count"),
            ]),
        ])
        .gap(5.0)
        .grow(),
    ])
    .gap(12.0)
    .align(Align::Start)
    .pad(12.0, 8.0)
}

fn fact(name: &str, value: String, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    row(vec![text(name).size(14.0).color(theme.faint).grow(), text(value).size(14.5).color(theme.ink)])
        .pad(12.0, 8.0)
}

pub fn confirm(app: &TaoBao, lines: &[Line], env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let owner = &app.owner;
    let address = column(vec![
        text(&owner.address).size(16.0).bold().color(theme.ink).id("address"),
        text(format!("{}  {}", owner.name, owner.phone)).size(14.0).color(theme.faint).id("receiver"),
    ])
    .gap(6.0)
    .pad(14.0, 14.0)
    .bg(theme.card)
    .radius(10.0)
    .margins(10.0, 8.0, 10.0, 4.0);
    let mut rows = vec![address];
    for line in lines {
        rows.push(
            column(vec![
                text(&line.goods.shop)
                    .size(14.0)
                    .bold()
                    .color(theme.ink)
                    .pads(12.0, 10.0, 12.0, 2.0)
                    .id("order_shop"),
                goods_row(line, env),
            ])
            .bg(theme.card)
            .radius(10.0)
            .margins(10.0, 4.0, 10.0, 4.0),
        );
    }
    let count: u32 = lines.iter().map(|line| line.count).sum();
    rows.push(
        column(vec![
            fact(env.t("配送方式", "Delivery"), env.t("快递 包邮", "Courier, free").to_owned(), env),
            fact(env.t("商品件数", "Pieces"), count.to_string(), env),
            fact(env.t("商品总价", "Sum"), yuan(trade::total(lines)), env),
        ])
        .bg(theme.card)
        .radius(10.0)
        .margins(10.0, 4.0, 10.0, 12.0),
    );
    column(vec![
        look::top_bar(env, env.t("确认订单", "Confirm order"), Vec::new()),
        scroll("taobao.confirm", rows),
        hairline(&theme),
        row(vec![
            blank().grow(),
            text(env.t("合计：", "Total: ")).size(14.0).color(theme.ink),
            text(yuan(trade::total(lines))).size(20.0).bold().color(theme.accent).id("order_total"),
            blank().width(12.0),
            look::filled(env.t("提交订单", "Place order"), ORANGE, Touch::Submit)
                .pad(22.0, 11.0)
                .id("submit"),
        ])
        .pads(12.0, 8.0, 12.0, 8.0)
        .bg(theme.card),
    ])
}

pub fn success(app: &TaoBao, number: u64, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let order = app.orders.iter().find(|order| order.number == number);
    let amount = order.map_or(0, |order| trade::total(&order.lines));
    column(vec![
        look::top_bar(env, env.t("支付结果", "Payment"), Vec::new()),
        column(vec![
            icon(Icon::Drawn("d 12 12 10;S 7 12.5 10.5 16 17 8.5"), Color::rgb(0x0a7d3e)).square(64.0).bare(),
            text(env.t("支付成功", "Paid")).size(22.0).bold().color(theme.ink).id("pay_result"),
            text(yuan(amount)).size(28.0).bold().color(theme.ink).id("pay_amount"),
            blank().height(10.0),
            row(vec![
                look::filled(env.t("查看订单", "See order"), ORANGE, Touch::Orders(Some(Stage::Unsent))),
                look::filled(env.t("返回首页", "Home"), look::AMBER, Touch::Tab(Tab::Home)),
            ])
            .gap(14.0),
        ])
        .align(Align::Center)
        .gap(10.0)
        .pad(20.0, 48.0)
        .bg(theme.card),
    ])
}

/// Each stage with its drawing, and all of them together.
pub fn stages(env: &Env<'_>) -> Vec<(Option<Stage>, &'static str, String)> {
    let drawing = |stage| match stage {
        Stage::Unpaid => WALLET,
        Stage::Unsent => BOX,
        Stage::Underway => TRUCK,
    };
    let mut all: Vec<_> = Stage::ALL
        .into_iter()
        .map(|stage| (Some(stage), drawing(stage), stage.name(env).to_owned()))
        .collect();
    all.push((None, LIST, env.t("全部订单", "All orders").to_owned()));
    all
}

pub fn list(app: &TaoBao, stage: Option<Stage>, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let tabs = stages(env)
        .into_iter()
        .map(|(which, _, label)| {
            let on = which == stage;
            let words = text(label)
                .size(14.0)
                .color(if on { theme.accent } else { theme.ink })
                .text_center()
                .lines(1)
                .pad(0.0, 11.0)
                .grow()
                .selected(on)
                .on(Touch::Orders(which))
                .id("order_tab");
            if on { words.bold() } else { words }
        })
        .collect();
    let mut rows: Vec<View<Touch>> = app
        .orders
        .iter()
        .filter(|order| stage.is_none_or(|stage| order.stage == stage))
        .map(|order| card(order, env))
        .collect();
    if rows.is_empty() {
        let none = env.t("您还没有相关的订单", "No such orders");
        rows.push(text(none).size(15.0).color(theme.faint).text_center().pad(0.0, 100.0));
    }
    column(vec![
        look::top_bar(env, env.t("我的订单", "My orders"), Vec::new()),
        row(tabs).bg(theme.card),
        hairline(&theme),
        scroll("taobao.orders", rows).pads(0.0, 4.0, 0.0, 8.0).id("order_list"),
    ])
}

fn card(order: &Order, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let mut parts = vec![
        row(vec![
            text(trade::shops(&order.lines))
                .size(14.0)
                .bold()
                .color(theme.ink)
                .lines(1)
                .grow()
                .id("order_shop"),
            text(order.stage.name(env)).size(14.0).color(theme.accent).id("order_stage"),
        ])
        .gap(10.0)
        .pads(12.0, 10.0, 12.0, 2.0),
    ];
    parts.extend(order.lines.iter().map(|line| goods_row(line, env)));
    let mut foot = vec![
        text(format!("{}{}", env.t("实付款 ", "Total "), yuan(trade::total(&order.lines))))
            .size(14.0)
            .color(theme.ink)
            .id("order_amount"),
    ];
    if order.stage == Stage::Unpaid {
        foot.push(
            look::filled(env.t("去付款", "Pay"), ORANGE, Touch::PayOrder(order.number))
                .class(Class::Button)
                .size(14.0)
                .pad(18.0, 7.0)
                .id("pay_order"),
        );
    }
    parts.push(row(foot).gap(12.0).justify(Justify::End).pads(12.0, 4.0, 12.0, 12.0));
    column(parts).bg(theme.card).radius(10.0).margins(10.0, 4.0, 10.0, 4.0).id("order_card")
}
