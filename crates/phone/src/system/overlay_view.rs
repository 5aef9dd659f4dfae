//! How the system's own windows look: cards in the middle, the lock and the shade over everything.

use super::desk::{Env, Notice, Theme};
use super::overlay::{Answer, Overlay};
use crate::draw::{Color, Icon};
use crate::options::Lang;
use crate::toolkit::{Align, Class, Justify, View, blank, column, icon, letter, row, scroll, text};

const RED: Color = Color::rgb(0xd93025);
const GREEN: Color = Color::rgb(0x1e8e3e);
const BLUE: Color = Color::rgb(0x1a63c9);
const HANG_UP: &str = "p 3 11 8 8.4 16 8.4 21 11 20.4 15.4 16 14 15.6 11.6 8.4 11.6 8 14 3.6 15.4";
const TALK: &str =
    "p 5 3 9 4.4 9.6 8.6 7.8 10.4 13.6 16.2 15.4 14.4 19.6 15 21 19 18.4 21 12 18.6 5.4 12 3 5.6";

/// The view of an overlay; full windows fill the screen, the others are cards that get centred.
pub fn overlay_view(overlay: &Overlay, env: &Env<'_>, notices: &[(&'static str, Notice)]) -> View<Answer> {
    let theme = env.theme();
    match overlay {
        Overlay::Permission { package, permission } => permission_view(env, &theme, package, *permission),
        Overlay::Call { number } => call_view(env, number),
        Overlay::LowBattery => card(
            &theme,
            env.t("电量不足", "Battery is low"),
            env.t("剩余电量 15%，请连接充电器", "15% left. Connect a charger"),
            vec![
                button(env.t("知道了", "Got it"), theme.faint, Answer::Close),
                button(env.t("开启省电模式", "Battery saver"), BLUE, Answer::Close),
            ],
        ),
        Overlay::NotResponding { package } => {
            let app = env.label_of(package);
            let title = match env.lang {
                Lang::Zh => format!("{app}没有响应"),
                Lang::En => format!("{app} isn't responding"),
            };
            card(
                &theme,
                &title,
                "",
                vec![
                    button(env.t("关闭应用", "Close app"), RED, Answer::CloseApp).id("android:id/aerr_close"),
                    button(env.t("等待", "Wait"), BLUE, Answer::Close).id("android:id/aerr_wait"),
                ],
            )
        }
        Overlay::Stopped { package } => {
            let app = env.label_of(package);
            let title = match env.lang {
                Lang::Zh => format!("{app}已停止运行"),
                Lang::En => format!("{app} has stopped"),
            };
            card(&theme, &title, "", vec![button(env.t("关闭应用", "Close app"), BLUE, Answer::CloseApp)])
        }
        Overlay::Ad => ad_view(env, &theme),
        Overlay::Update => card(
            &theme,
            env.t("发现新版本", "Update available"),
            env.t("修复已知问题，体验更流畅。", "Fixes known problems, runs more smoothly."),
            vec![
                button(env.t("以后再说", "Later"), theme.faint, Answer::Close),
                button(env.t("立即更新", "Update now"), BLUE, Answer::Update),
            ],
        ),
        Overlay::Locked => lock_view(env),
        Overlay::Shade => shade_view(env, &theme, notices),
    }
}

fn card(theme: &Theme, title: &str, body: &str, buttons: Vec<View<Answer>>) -> View<Answer> {
    let mut parts = vec![text(title).size(18.0).bold().color(theme.ink).id("android:id/alertTitle")];
    if !body.is_empty() {
        parts.push(text(body).size(15.0).color(theme.ink).id("android:id/message"));
    }
    parts.push(row(buttons).justify(Justify::End).gap(8.0));
    column(parts).gap(16.0).pad(24.0, 22.0).bg(theme.card).radius(18.0).width(312.0)
}

fn button(label: &str, color: Color, answer: Answer) -> View<Answer> {
    text(label).class(Class::Button).size(16.0).bold().color(color).pad(12.0, 10.0).on(answer)
}

fn permission_view(
    env: &Env<'_>,
    theme: &Theme,
    package: &str,
    permission: super::Permission,
) -> View<Answer> {
    let app = env.label_of(package);
    let (zh, en) = permission.wants();
    let question = match env.lang {
        Lang::Zh => format!("要允许“{app}”{zh}吗？"),
        Lang::En => format!("Allow {app} to {en}?"),
    };
    let choice = |label: &str, id: &'static str, answer: Answer| {
        text(label)
            .class(Class::Button)
            .size(16.0)
            .bold()
            .color(BLUE)
            .text_center()
            .pad(10.0, 13.0)
            .bg(theme.field)
            .radius(10.0)
            .on(answer)
            .id(id)
    };
    column(vec![
        text(question)
            .size(18.0)
            .color(theme.ink)
            .text_center()
            .id("com.android.permissioncontroller:id/permission_message"),
        choice(
            env.t("仅在使用该应用时允许", "While using the app"),
            "com.android.permissioncontroller:id/permission_allow_foreground_only_button",
            Answer::Allow,
        ),
        choice(
            env.t("不允许", "Don't allow"),
            "com.android.permissioncontroller:id/permission_deny_button",
            Answer::Deny,
        ),
    ])
    .gap(14.0)
    .pad(22.0, 24.0)
    .bg(theme.card)
    .radius(24.0)
    .width(320.0)
}

fn call_view(env: &Env<'_>, number: &str) -> View<Answer> {
    let round = |drawing, color: Color, label: &str, answer: Answer| {
        column(vec![
            column(vec![icon(Icon::Drawn(drawing), Color::WHITE).square(34.0).bare()])
                .centered()
                .square(72.0)
                .radius(36.0)
                .bg(color)
                .class(Class::ImageButton)
                .desc(label)
                .on(answer.clone()),
            text(label).size(15.0).color(Color::WHITE).text_center(),
        ])
        .gap(10.0)
        .align(Align::Center)
        .on(answer)
    };
    let name = env.shelf.name_of(number);
    column(vec![
        text(env.t("来电", "Incoming call")).size(16.0).color(Color::WHITE).text_center(),
        text(&name).size(34.0).color(Color::WHITE).text_center().id("contactgrid_contact_name"),
        text(number).size(17.0).color(Color::WHITE).text_center(),
        blank().grow(),
        row(vec![
            blank().grow(),
            round(HANG_UP, RED, env.t("拒绝", "Decline"), Answer::Refuse),
            blank().width(96.0),
            round(TALK, GREEN, env.t("接听", "Answer"), Answer::Accept),
            blank().grow(),
        ]),
    ])
    .gap(12.0)
    .pads(24.0, 110.0, 24.0, 90.0)
    .bg(Color::rgb(0x1f2a44))
}

fn ad_view(env: &Env<'_>, theme: &Theme) -> View<Answer> {
    let paper = Color::rgb(0xfff1e0);
    let body = column(vec![
        text(env.t("限时福利", "Today only")).size(24.0).bold().color(Color::rgb(0xb71c1c)).text_center(),
        text(env.t("新人专享大礼包", "A gift for newcomers"))
            .size(17.0)
            .color(Color::rgb(0x4a2c10))
            .text_center(),
        text(env.t("立即领取", "Get it now"))
            .class(Class::Button)
            .size(17.0)
            .bold()
            .color(Color::WHITE)
            .bg(Color::rgb(0xc62828))
            .radius(22.0)
            .pad(28.0, 12.0)
            .text_center()
            .align_self(Align::Center)
            .on(Answer::FollowAd),
    ])
    .gap(18.0)
    .pad(20.0, 36.0)
    .bg(paper)
    .radius(18.0);
    // The cross says nothing, neither in words nor to the tree.
    let cross = column(vec![icon(Icon::Close, theme.page).square(18.0).bare()])
        .centered()
        .square(36.0)
        .radius(18.0)
        .bg(Color::BLACK.alpha(150))
        .align_self(Align::Center)
        .class(Class::Image)
        .on(Answer::Close);
    column(vec![body, cross]).gap(18.0).width(290.0)
}

fn clock_text(env: &Env<'_>) -> String {
    format!("{}:{:02}", env.wall.hour(), env.wall.minute())
}

fn lock_view(env: &Env<'_>) -> View<Answer> {
    column(vec![
        text(clock_text(env)).size(64.0).color(Color::WHITE).text_center().id("keyguard_clock"),
        blank().grow(),
        icon(Icon::Lock, Color::WHITE).align_self(Align::Center).desc(env.t("已锁定", "Locked")),
        text(env.t("向上滑动解锁", "Swipe up to unlock")).size(16.0).color(Color::WHITE).text_center(),
    ])
    .gap(14.0)
    .pads(20.0, 120.0, 20.0, 70.0)
    .bg(Color::rgb(0x20303f))
    .id("keyguard_root")
}

fn shade_view(env: &Env<'_>, theme: &Theme, notices: &[(&'static str, Notice)]) -> View<Answer> {
    let date = env.wall.date();
    let day = match env.lang {
        Lang::Zh => format!("{}月{}日", date.month(), date.day()),
        Lang::En => format!("{}/{}", date.month(), date.day()),
    };
    let mut rows: Vec<View<Answer>> = notices
        .iter()
        .enumerate()
        .rev()
        .map(|(at, (package, notice))| {
            notice_card(theme, &env.label_of(package), notice).on(Answer::Notice(at))
        })
        .collect();
    if rows.is_empty() {
        rows.push(text(env.t("没有通知", "No notifications")).size(15.0).color(theme.ink).text_center());
    } else {
        rows.push(
            button(env.t("全部清除", "Clear all"), theme.ink, Answer::ClearNotices).align_self(Align::End),
        );
    }
    column(vec![
        row(vec![
            text(clock_text(env)).size(30.0).color(theme.ink),
            text(day).size(15.0).color(theme.ink).grow(),
        ])
        .gap(12.0),
        scroll("shade.list", rows).gap(10.0),
    ])
    .gap(16.0)
    .pads(16.0, 44.0, 16.0, 60.0)
    .bg(theme.page)
    .id("notification_panel")
}

fn notice_card<M>(theme: &Theme, app: &str, notice: &Notice) -> View<M> {
    row(vec![
        letter(app, Color::rgb(0x3c6e91)).square(40.0).radius(20.0).bare(),
        column(vec![
            text(app).size(12.0).color(theme.ink).lines(1),
            text(&notice.title).size(16.0).bold().color(theme.ink).lines(1).id("android:id/title"),
            text(&notice.text).size(14.0).color(theme.ink).lines(2).id("android:id/text"),
        ])
        .gap(2.0)
        .grow(),
    ])
    .gap(12.0)
    .pad(14.0, 12.0)
    .bg(theme.card)
    .radius(16.0)
}

/// A fresh notice hangs at the top of the screen, over everything.
pub fn banner_view(env: &Env<'_>, package: &str, notice: &Notice) -> View<u32> {
    let card = notice_card(&env.theme(), &env.label_of(package), notice);
    column(vec![card.on(0)]).pad(10.0, 34.0)
}
