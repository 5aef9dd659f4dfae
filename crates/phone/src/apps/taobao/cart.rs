//! The cart: what is in it, what of it is picked, and what that costs.

use super::look::{self, ORANGE, theme};
use super::trade::{self, CartLine};
use super::{TaoBao, Touch};
use crate::apps::money::yuan;
use crate::apps::parts::{dialog, hairline, text_button};
use crate::options::Lang;
use crate::system::Env;
use crate::toolkit::{Align, Class, View, art, blank, column, row, scroll, text};

pub fn view(app: &TaoBao, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let manage = if app.editing { env.t("完成", "Done") } else { env.t("管理", "Manage") };
    let mut bar = vec![
        text(format!("{}({})", env.t("购物车", "Cart"), app.cart.len()))
            .size(19.0)
            .bold()
            .color(theme.ink)
            .grow()
            .id("cart_title"),
    ];
    if !app.cart.is_empty() {
        bar.push(
            text(manage)
                .class(Class::Button)
                .size(15.0)
                .color(theme.ink)
                .pad(12.0, 9.0)
                .on(Touch::CartEdit)
                .id("cart_manage"),
        );
    }
    let bar = row(bar).height(52.0).pads(16.0, 0.0, 4.0, 0.0).bg(theme.card);
    if app.cart.is_empty() {
        let empty = text(env.t("购物车还是空的，去逛逛吧", "Your cart is empty"))
            .size(15.0)
            .color(theme.faint)
            .text_center()
            .pad(0.0, 120.0);
        return column(vec![bar, scroll("taobao.cart", vec![empty])]);
    }
    let rows = app.cart.iter().enumerate().map(|(at, line)| item(at, line, env)).collect();
    column(vec![
        bar,
        scroll("taobao.cart", rows).pads(0.0, 4.0, 0.0, 4.0).id("cart_list"),
        hairline(&theme),
        foot(app, env),
    ])
}

fn item(at: usize, cart: &CartLine, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let line = &cart.line;
    let pick = match env.lang {
        Lang::Zh => format!("选择 {}", line.goods.title),
        Lang::En => format!("Select {}", line.goods.title),
    };
    let words = column(vec![
        text(&line.goods.title).size(14.5).color(theme.ink).lines(2).id("cart_item_title"),
        text(&line.choice)
            .size(12.0)
            .color(theme.faint)
            .bg(theme.field)
            .radius(4.0)
            .pad(6.0, 3.0)
            .align_self(Align::Start)
            .lines(1)
            .id("cart_item_sku"),
        row(vec![
            look::price(line.goods.price, 16.0, env).grow(),
            look::stepper(line.count, Touch::CartCount(at, -1), Touch::CartCount(at, 1), env),
        ]),
    ])
    .gap(6.0)
    .grow();
    column(vec![
        text(&line.goods.shop)
            .size(13.0)
            .bold()
            .color(theme.ink)
            .lines(1)
            .pads(12.0, 8.0, 12.0, 0.0)
            .id("cart_shop"),
        row(vec![
            look::tick(cart.picked, &pick, Touch::CartPick(at)).id("cart_check"),
            art(line.goods.art).square(84.0).bare(),
            blank().width(10.0),
            words,
        ])
        .pads(2.0, 6.0, 10.0, 10.0),
    ])
    .bg(theme.card)
    .radius(10.0)
    .margins(10.0, 4.0, 10.0, 4.0)
    .on(Touch::Goods(Box::new(line.goods.clone())))
    .on_hold(Touch::AskRemove(Some(at)))
    .id("cart_item")
}

fn foot(app: &TaoBao, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let picked = app.picked();
    let all = app.cart.iter().all(|line| line.picked);
    let mut parts = vec![
        look::tick(all, env.t("全选", "Select all"), Touch::CartAll).id("check_all"),
        text(env.t("全选", "All")).size(14.0).color(theme.ink).on(Touch::CartAll),
        blank().grow(),
    ];
    if app.editing {
        parts.push(
            look::filled(env.t("删除", "Delete"), ORANGE, Touch::AskRemove(None))
                .pad(26.0, 10.0)
                .id("cart_delete"),
        );
    } else {
        parts.push(text(env.t("合计：", "Total: ")).size(14.0).color(theme.ink));
        parts.push(text(yuan(trade::total(&picked))).size(18.0).bold().color(theme.accent).id("cart_total"));
        parts.push(blank().width(10.0));
        let label = format!("{}({})", env.t("结算", "Check out"), picked.len());
        parts.push(look::filled(&label, ORANGE, Touch::Settle).id("settle"));
    }
    row(parts).pads(2.0, 6.0, 12.0, 6.0).bg(theme.card)
}

pub fn question(app: &TaoBao, which: Option<usize>, env: &Env<'_>) -> View<Touch> {
    let theme = theme(env);
    let body = match which.and_then(|at| app.cart.get(at)) {
        Some(line) => line.line.goods.title.clone(),
        None => match env.lang {
            Lang::Zh => format!("已选择{}种宝贝", app.picked().len()),
            Lang::En => format!("{} selected", app.picked().len()),
        },
    };
    dialog(
        &theme,
        env.t("确定将宝贝删除？", "Remove from the cart?"),
        &body,
        vec![
            text_button(env.t("我再想想", "Keep"), theme.faint, Touch::Close),
            text_button(env.t("删除", "Delete"), theme.accent, Touch::Remove),
        ],
    )
}
