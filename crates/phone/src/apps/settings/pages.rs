//! How the rows and pages of 设置 are drawn.

use super::rows::{BUILD, BUILD_NUMBER, Label, Row};
use super::{PASSWORD_FIELD, Room, SEARCH_FIELD, SettingsApp, Touch, number};
use crate::apps::parts::hairline;
use crate::draw::{Color, Icon};
use crate::system::{Env, Facts, Table};
use crate::toolkit::{
    Align, Class, EnterKey, FieldSpec, View, blank, column, field, icon, icon_on, row, scroll, slider,
    switch, text,
};

const BARS: &str = "a 12 19 14 225 315;a 12 19 9 225 315;d 12 18.4 2";

fn title(label: &str, env: &Env<'_>) -> View<Touch> {
    text(label).size(17.0).color(env.theme().ink).id("android:id/title")
}

fn summary(value: &str, env: &Env<'_>) -> View<Touch> {
    text(value).size(13.5).color(env.theme().faint).id("android:id/summary")
}

fn body(parts: Vec<View<Touch>>) -> View<Touch> {
    row(parts).gap(18.0).pad(20.0, 15.0).min_height(60.0)
}

fn words(parts: Vec<View<Touch>>) -> View<Touch> {
    column(parts).gap(3.0).grow().class(Class::Relative)
}

fn face(which: Icon, ink: Color, paper: Color) -> View<Touch> {
    column(vec![icon_on(which, ink, paper).square(20.0)])
        .centered()
        .square(36.0)
        .radius(18.0)
        .bg(paper)
        .bare()
}

fn chevron(env: &Env<'_>) -> View<Touch> {
    icon(Icon::Chevron, env.theme().faint).square(16.0).bare()
}

/// One row of a page.
pub fn line(app: &SettingsApp, entry: &Row, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let named = |label: &Label| title(env.t(label.0, label.1), env);
    match entry {
        Row::Open(room) => {
            let (which, color) = room.face();
            body(vec![
                face(which, Color::WHITE, Color::rgb(color)),
                words(vec![named(&room.title())]),
                chevron(env),
            ])
            .on(Touch::Open(*room))
        }
        Row::Switch { label, table, name, on, off } => {
            let is_on = env.settings.get(*table, name) == Some(on);
            let next = if is_on { off } else { on };
            body(vec![words(vec![named(label)]), switch(is_on).id("android:id/switch_widget")])
                .on(Touch::Set(*table, name, next))
        }
        Row::Value { label, value } => body(vec![words(vec![named(label), summary(value, env)])]),
        Row::Build => body(vec![words(vec![named(&BUILD), summary(BUILD_NUMBER, env)])]).on(Touch::Build),
        Row::Choice { label, table, name, value } => {
            let chosen = env.settings.get(*table, name) == Some(value);
            let mark = if chosen { Icon::Check } else { Icon::Home };
            body(vec![
                icon(mark, if chosen { theme.accent } else { theme.faint }).square(20.0).bare(),
                named(label).grow(),
            ])
            .selected(chosen)
            .on(Touch::Set(*table, name, value))
        }
        Row::Slider { label, name, most } => {
            let now = number(env.settings, name);
            column(vec![
                row(vec![named(label).grow(), summary(&format!("{now}/{most}"), env)]),
                slider(name, now as f32 / *most as f32).desc(env.t(label.0, label.1)).id(name),
            ])
            .gap(4.0)
            .pad(20.0, 10.0)
        }
        Row::Network(at) => network(app, *at, env),
        Row::Device(at) => {
            let name = app.devices[*at];
            let linked = env.settings.get(Table::Global, "bluetooth_device") == Some(name);
            let told = if linked { env.t("已连接", "Connected") } else { env.t("已保存", "Saved") };
            body(vec![
                icon(Icon::Bluetooth, theme.faint).bare(),
                words(vec![title(name, env), summary(told, env)]),
            ])
            .on(Touch::Device(*at))
        }
        Row::App(package) => match facts_of(package, env) {
            Some(facts) => body(vec![
                face(facts.icon, facts.icon_ink, facts.icon_background),
                words(vec![title(env.t(facts.label_zh, facts.label_en), env), summary(facts.version, env)]),
                chevron(env),
            ])
            .on(Touch::App(facts.package)),
            None => blank(),
        },
    }
}

fn facts_of<'a>(package: &str, env: &Env<'a>) -> Option<&'a Facts> {
    env.installed.iter().find(|facts| facts.package == package)
}

fn network(app: &SettingsApp, at: usize, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let network = &app.networks[at];
    let told = match (app.joined(env.settings) == network.name, network.open) {
        (true, _) => env.t("已连接", "Connected"),
        (false, true) => env.t("开放网络", "Open network"),
        (false, false) => env.t("需要密码", "Password needed"),
    };
    let mut parts = vec![
        icon(Icon::Drawn(BARS), theme.ink).bare(),
        words(vec![title(network.name, env), summary(told, env)]),
    ];
    if !network.open {
        parts.push(icon(Icon::Lock, theme.faint).square(16.0).bare());
    }
    body(parts).on(Touch::Network(at))
}

/// The page where the password of a network is written.
pub fn join(app: &SettingsApp, at: usize, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let spec = FieldSpec {
        key: PASSWORD_FIELD,
        hint: env.t("密码", "Password").to_owned(),
        enter: EnterKey::Done,
        password: true,
    };
    column(vec![
        text(app.networks[at].name).size(20.0).bold().color(theme.ink).id("network_name"),
        boxed(spec, &app.typed, env).id("password"),
        wide_button(env.t("连接", "Connect"), theme.accent, Touch::Join(at))
            .disabled(app.typed.chars().count() < 8)
            .id("connect"),
    ])
    .gap(20.0)
    .pad(24.0, 20.0)
}

fn boxed(spec: FieldSpec, value: &str, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    field(spec, value).size(17.0).color(theme.ink).bg(theme.field).radius(10.0).pad(16.0, 13.0)
}

fn wide_button(label: &str, color: Color, message: Touch) -> View<Touch> {
    text(label)
        .class(Class::Button)
        .size(16.5)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .bg(color)
        .radius(22.0)
        .pad(16.0, 11.0)
        .on(message)
}

/// What is known of one app, and what can be done with it.
pub fn app_info(package: &str, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let Some(facts) = facts_of(package, env) else {
        let none = env.t("未安装此应用", "This app is not installed");
        return text(none).size(15.0).color(theme.faint).text_center().pad(0.0, 40.0);
    };
    let head = column(vec![
        column(vec![icon_on(facts.icon, facts.icon_ink, facts.icon_background).square(38.0)])
            .centered()
            .square(64.0)
            .radius(17.0)
            .bg(facts.icon_background)
            .bare(),
        text(env.t(facts.label_zh, facts.label_en)).size(20.0).bold().color(theme.ink).id("app_name"),
    ])
    .gap(10.0)
    .pad(0.0, 20.0)
    .align(Align::Center);
    let action = |label: &str, message: Touch| {
        text(label)
            .class(Class::Button)
            .size(16.0)
            .bold()
            .color(theme.ink)
            .text_center()
            .bg(theme.field)
            .radius(12.0)
            .pad(6.0, 14.0)
            .grow()
            .on(message)
    };
    let mut actions = vec![action(env.t("打开", "Open"), Touch::Launch(facts.package))];
    if !facts.system {
        actions.push(action(env.t("卸载", "Uninstall"), Touch::AskRemove(facts.package)));
    }
    actions.push(action(env.t("强行停止", "Force stop"), Touch::AskStop(facts.package)));
    let value = |zh, en, told: &str| body(vec![words(vec![title(env.t(zh, en), env), summary(told, env)])]);
    scroll(
        "settings.app",
        vec![
            head,
            row(actions).gap(10.0).pad(16.0, 8.0).align(Align::Stretch),
            value("版本", "Version", facts.version),
            value("软件包名", "Package", facts.package),
        ],
    )
}

/// The page that finds rows by their names.
pub fn search(app: &SettingsApp, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let spec = FieldSpec {
        key: SEARCH_FIELD,
        hint: env.t("搜索设置项", "Search settings").to_owned(),
        enter: EnterKey::Search,
        password: false,
    };
    let mut rows: Vec<View<Touch>> = app
        .found(env)
        .into_iter()
        .map(|(label, below, room)| {
            let (zh, en) = below.map_or(("设置", "Settings"), Room::title);
            body(vec![words(vec![title(env.t(label.0, label.1), env), summary(env.t(zh, en), env)])])
                .on(Touch::Open(room))
                .id("found_item")
        })
        .collect();
    if rows.is_empty() && !app.typed.trim().is_empty() {
        let none = env.t("没有找到相关设置项", "No settings found");
        rows.push(text(none).size(15.0).color(theme.faint).text_center().pad(0.0, 40.0));
    }
    column(vec![
        column(vec![boxed(spec, &app.typed, env).id("search_box")]).pad(16.0, 12.0),
        hairline(&theme),
        scroll("settings.found", rows).id("found_list"),
    ])
    .grow()
}
