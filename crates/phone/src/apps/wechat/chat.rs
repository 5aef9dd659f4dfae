//! One chat: what was said, and the bar to say more.

use super::data::{Chat, Line};
use super::{MESSAGE_FIELD, MY_COLOR, Touch, WeChat, pay};
use crate::apps::parts::{hairline, icon_button, title_bar};
use crate::draw::{Color, Icon};
use crate::system::{Env, Theme};
use crate::toolkit::{
    Align, Class, EnterKey, FieldSpec, Justify, View, blank, column, field, letter, row, scroll, text,
};

pub fn scroll_key(person: usize) -> String {
    format!("wechat.chat.{person}")
}

pub fn view(app: &WeChat, person: usize, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let nothing = Chat::empty(person);
    let chat = app.chat_with(person).unwrap_or(&nothing);
    let who = &app.people[person];
    let title = title_bar(
        &theme,
        Some((env.t("返回", "Back"), Touch::Back)),
        &who.name,
        vec![icon_button(
            Icon::More,
            theme.ink,
            env.t("聊天信息", "Chat Info"),
            Touch::Say("聊天信息", "Chat info"),
        )],
    );
    let mut rows = Vec::new();
    let mut when = None;
    for (at, line) in chat.lines.iter().enumerate() {
        if when != Some(line.when) {
            when = Some(line.when);
            rows.push(
                text(line.when.text(env))
                    .size(12.0)
                    .color(theme.faint)
                    .text_center()
                    .pad(0.0, 8.0)
                    .id("line_time"),
            );
        }
        let failed = line.failed.then(|| failure_mark(Touch::Resend(person, at), env));
        rows.push(bubble(line, failed, &who.name, who.color, env, &theme));
    }
    let said = scroll(scroll_key(person), rows).pads(0.0, 6.0, 0.0, 10.0).class(Class::List).id("chat_list");
    let mut parts = vec![title, hairline(&theme), said, hairline(&theme), input_bar(app, chat, env, &theme)];
    if app.panel && chat.draft.is_empty() {
        parts.push(hairline(&theme));
        parts.push(pay::panel(app, person, env, &theme));
    }
    column(parts)
}

fn bubble(
    line: &Line,
    failed: Option<View<Touch>>,
    name: &str,
    color: Color,
    env: &Env<'_>,
    theme: &Theme,
) -> View<Touch> {
    let (paper, ink) = match (line.mine, env.dark) {
        (true, false) => (Color::rgb(0x95ec69), Color::rgb(0x101010)),
        (true, true) => (Color::rgb(0x3eb575), Color::rgb(0x06140b)),
        (false, _) => (theme.card, theme.ink),
    };
    let words = text(&line.text)
        .size(16.0)
        .color(ink)
        .bg(paper)
        .radius(5.0)
        .pad(11.0, 9.0)
        .max_width((env.width - 150.0).max(120.0))
        .on_hold(Touch::Say("已复制", "Copied"))
        .id("message_text");
    let face = |name: &str, color: Color| letter(name, color).square(40.0).radius(5.0).id("message_avatar");
    let parts = if line.mine {
        let me = face("我", MY_COLOR).desc(env.t("我的头像", "My avatar"));
        failed.into_iter().chain([words, me]).collect()
    } else {
        vec![face(name, color).desc(format!("{name}{}", env.t("头像", "'s avatar"))), words]
    };
    row(parts)
        .gap(10.0)
        .align(Align::Start)
        .justify(if line.mine { Justify::End } else { Justify::Start })
        .pad(12.0, 7.0)
}

/// The red mark beside a message that did not leave; touching it tries again.
fn failure_mark(again: Touch, env: &Env<'_>) -> View<Touch> {
    text("!")
        .class(Class::Image)
        .size(14.0)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .bg(Color::rgb(0xfa5151))
        .radius(11.0)
        .square(22.0)
        .align_self(Align::Center)
        .desc(env.t("重发", "Resend"))
        .on(again)
        .id("resend")
}

fn input_bar(app: &WeChat, chat: &Chat, env: &Env<'_>, theme: &Theme) -> View<Touch> {
    let spec =
        FieldSpec { key: MESSAGE_FIELD, hint: String::new(), enter: EnterKey::NewLine, password: false };
    let box_ = field(spec, &chat.draft)
        .size(16.0)
        .color(theme.ink)
        .bg(theme.card)
        .radius(6.0)
        .pad(10.0, 8.0)
        .min_height(40.0)
        .lines(5)
        .grow()
        .id("message_box");
    let quiet = |which: Icon, desc: &str| {
        icon_button(which, theme.ink, desc, Touch::Say("请用文字", "Please use words")).square(38.0)
    };
    let mut parts = vec![
        quiet(Icon::Mic, env.t("切换到按住说话", "Hold to talk")),
        box_,
        quiet(Icon::Smile, env.t("表情", "Stickers")),
    ];
    if chat.draft.is_empty() {
        let desc = match app.panel {
            true => env.t("更多功能按钮，已展开", "More functions, expanded"),
            false => env.t("更多功能按钮，已折叠", "More functions, collapsed"),
        };
        parts.push(icon_button(Icon::PlusCircle, theme.ink, desc, Touch::Panel).square(38.0));
    } else {
        parts.push(super::button(env.t("发送", "Send"), Touch::Send, theme).id("send_button"));
    }
    parts.push(blank().width(2.0));
    row(parts).gap(6.0).pad(6.0, 8.0).bg(theme.field)
}
