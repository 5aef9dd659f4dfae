//! One app in the shop: what it is, what it will ask for, and the way to get or lose it.

use super::{BLUE, RED, Store, Touch, face};
use crate::apps::parts::{title_bar, wide_button};
use crate::dice::Dice;
use crate::system::{Env, Facts, Permission, Theme};
use crate::toolkit::{Align, View, art, column, row, scroll, text};

pub fn view(store: &Store, facts: &Facts, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let offer = store.offer(facts.package, env);
    let installed = env.is_installed(facts.package);
    let status = match installed {
        true => env.t("已安装", "Installed"),
        false => env.t("未安装", "Not installed"),
    };
    let head = row(vec![
        face(facts, 72.0),
        column(vec![
            text(env.t(facts.label_zh, facts.label_en))
                .size(20.0)
                .bold()
                .color(theme.ink)
                .lines(1)
                .id("app_name"),
            text(format!("{}{}", env.t("版本 ", "Version "), facts.version)).size(14.0).color(theme.faint),
            text(status).size(14.0).color(theme.faint).id("status"),
        ])
        .gap(5.0)
        .grow(),
    ])
    .gap(16.0);
    let figures = row(vec![
        figure(&offer.rating, env.t("评分", "Rating"), &theme),
        figure(&offer.megabytes, env.t("大小", "Size"), &theme),
        figure(&offer.installs, env.t("热度", "Popularity"), &theme),
    ]);
    let mut dice = Dice::new(store.seed, facts.package);
    let shots = row((0..3).map(|_| art(dice.roll() >> 16).height(170.0).grow().bare()).collect()).gap(8.0);
    let mut wants = Permission::ALL.to_vec();
    dice.shuffle(&mut wants);
    let asks: Vec<View<Touch>> = wants
        .into_iter()
        .take(2 + dice.below(2))
        .map(|permission| {
            let (zh, en) = permission.wants();
            text(format!("• {}", env.t(zh, en))).size(14.0).color(theme.faint)
        })
        .collect();
    let mut parts = vec![head, figures, shots, heading(env.t("权限说明", "Permissions"), &theme)];
    parts.extend(asks);
    let body = scroll("store.detail", vec![column(parts).gap(16.0).pad(20.0, 8.0)]).id("detail");
    let back = Some((env.t("返回", "Back"), Touch::Back));
    let title = title_bar(&theme, back, env.t("应用详情", "App details"), Vec::new());
    column(vec![title, body, buttons(facts, installed, env)])
}

fn buttons(facts: &Facts, installed: bool, env: &Env<'_>) -> View<Touch> {
    let package = facts.package;
    let shown = match installed {
        true => vec![
            wide_button(env.t("卸载", "Uninstall"), RED, Touch::AskRemove(package)).grow(),
            wide_button(env.t("打开", "Open"), BLUE, Touch::Open(package)).grow(),
        ],
        false => vec![wide_button(env.t("安装", "Install"), BLUE, Touch::AskInstall(package)).grow()],
    };
    row(shown).gap(12.0).pads(20.0, 10.0, 20.0, 14.0)
}

fn heading(label: &str, theme: &Theme) -> View<Touch> {
    text(label).size(17.0).bold().color(theme.ink)
}

fn figure(value: &str, label: &str, theme: &Theme) -> View<Touch> {
    column(vec![
        text(value).size(16.0).bold().color(theme.ink).text_center(),
        text(label).size(12.5).color(theme.faint).text_center(),
    ])
    .gap(3.0)
    .align(Align::Center)
    .grow()
}
