//! Sending money: the form, the question, the end.

use super::data::{Account, Order};
use super::{AMOUNT_FIELD, Bank, GREEN, MEMO_FIELD, NUMBER_FIELD, PAYEE_FIELD, Touch};
use crate::apps::money::yuan;
use crate::apps::parts::{hairline, title_bar, wide_button};
use crate::draw::Icon;
use crate::system::Env;
use crate::toolkit::{Align, View, column, icon, row, scroll, text};

pub fn form(bank: &Bank, account: &Account, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let form = &bank.form;
    let fields = [
        (PAYEE_FIELD, env.t("收款人", "Payee"), env.t("收款人姓名", "Name"), &form.payee),
        (NUMBER_FIELD, env.t("账号", "Account"), env.t("收款账号", "Account number"), &form.number),
        (AMOUNT_FIELD, env.t("金额", "Amount"), env.t("转账金额", "How much"), &form.amount),
        (MEMO_FIELD, env.t("附言", "Memo"), env.t("选填", "Optional"), &form.memo),
    ];
    let mut parts: Vec<View<Touch>> = fields
        .into_iter()
        .map(|(key, label, hint, value)| {
            row(vec![
                text(label).size(15.0).color(theme.ink).width(76.0),
                bank.entry(key, hint, value, env).grow(),
            ])
            .gap(8.0)
        })
        .collect();
    let rest = format!("{}{}", env.t("可用余额 ", "Available "), yuan(account.fen));
    parts.push(text(rest).size(14.0).color(theme.faint));
    parts.extend(bank.complaint(env));
    parts.push(wide_button(env.t("下一步", "Next"), GREEN, Touch::Next).id("next"));
    let back = Some((env.t("返回", "Back"), Touch::Back));
    column(vec![
        title_bar(&theme, back, env.t("转账汇款", "Transfer"), Vec::new()),
        scroll("bank.form", vec![column(parts).gap(14.0).pad(20.0, 12.0)]),
    ])
}

fn facts(order: &Order, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let mut all = vec![
        (env.t("收款人", "Payee"), order.payee.clone()),
        (env.t("账号", "Account"), order.number.clone()),
        (env.t("金额", "Amount"), yuan(order.fen)),
    ];
    if !order.memo.is_empty() {
        all.push((env.t("附言", "Memo"), order.memo.clone()));
    }
    let rows = all.into_iter().flat_map(|(label, value)| {
        let line = row(vec![
            text(label).size(15.0).color(theme.faint).width(76.0),
            text(value).size(16.0).color(theme.ink).grow(),
        ]);
        [line.gap(8.0).pad(0.0, 12.0), hairline(&theme)]
    });
    column(rows.collect())
}

pub fn confirm(order: &Order, account: &Account, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let from = format!("{}{}", env.t("付款卡 尾号 ", "From card "), account.card);
    let back = Some((env.t("返回", "Back"), Touch::Back));
    column(vec![
        title_bar(&theme, back, env.t("确认转账", "Confirm"), Vec::new()),
        column(vec![
            facts(order, env),
            text(from).size(14.0).color(theme.faint),
            wide_button(env.t("确认并获取验证码", "Confirm and get a code"), GREEN, Touch::Confirm)
                .id("confirm"),
        ])
        .gap(16.0)
        .pad(24.0, 8.0),
    ])
}

pub fn paid(order: &Order, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    column(vec![
        icon(Icon::Drawn("d 12 12 10;S 6.8 12.4 10.6 16 17.4 8.6"), GREEN)
            .square(72.0)
            .align_self(Align::Center)
            .bare(),
        text(env.t("转账成功", "Transferred")).size(22.0).bold().color(theme.ink).text_center().id("result"),
        facts(order, env),
        wide_button(env.t("完成", "Done"), GREEN, Touch::Finish).id("done"),
    ])
    .gap(16.0)
    .pads(24.0, 56.0, 24.0, 16.0)
}
