//! One conversation: bubbles under their dates, codes to copy, and the bar to write more.

use super::code::code_in;
use super::{TEXT_FIELD, Touch};
use crate::apps::basics::{self, HANDSET};
use crate::apps::parts::{hairline, icon_button, title_bar};
use crate::draw::Color;
use crate::system::Env;
use crate::system::shelf::{self, Sms};
use crate::toolkit::{Align, Class, EnterKey, FieldSpec, View, column, field, row, scroll, text};

pub fn scroll_key(number: &str) -> String {
    format!("sms.thread.{}", shelf::digits(number))
}

pub fn view(number: &str, draft: &str, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let name = env.shelf.name_of(number);
    let call = icon_button(HANDSET, theme.ink, env.t("呼叫", "Call"), Touch::Call(number.to_owned()));
    let mut rows = Vec::new();
    let mut day = None;
    for (at, sms) in env.shelf.thread(number) {
        if day != Some(sms.at.date()) {
            day = Some(sms.at.date());
            rows.push(
                text(basics::when_exactly(sms.at, env))
                    .size(12.5)
                    .color(theme.faint)
                    .text_center()
                    .pads(0.0, 12.0, 0.0, 6.0)
                    .id("date"),
            );
        }
        rows.push(bubble(at, sms, env));
    }
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), &name, vec![call.id("call")]),
        hairline(&theme),
        scroll(scroll_key(number), rows).pads(0.0, 4.0, 0.0, 12.0).class(Class::List).id("history"),
        hairline(&theme),
        bar(draft, env),
    ])
}

fn bubble(at: usize, sms: &Sms, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let (paper, ink) = match (sms.mine, env.dark) {
        (true, _) => (Color::rgb(0x0b57d0), Color::WHITE),
        (false, false) => (Color::rgb(0xeceff3), theme.ink),
        (false, true) => (Color::rgb(0x303134), theme.ink),
    };
    let words = text(&sms.text)
        .size(16.0)
        .color(ink)
        .bg(paper)
        .radius(16.0)
        .pad(14.0, 9.0)
        .max_width((env.width - 88.0).clamp(120.0, 480.0))
        .align_self(if sms.mine { Align::End } else { Align::Start })
        .id("text_view");
    let mut parts = vec![words];
    if let Some(code) = code_in(&sms.text).filter(|_| !sms.mine) {
        parts.push(
            text(format!("{} {code}", env.t("复制验证码", "Copy code")))
                .class(Class::Button)
                .size(14.0)
                .color(theme.accent)
                .bg(theme.field)
                .radius(16.0)
                .pad(14.0, 8.0)
                .align_self(Align::Start)
                .on(Touch::CopyCode(code.to_owned()))
                .id("copy_code"),
        );
    }
    if sms.failed {
        parts.push(failure(at, env));
    }
    column(parts).gap(6.0).pad(16.0, 4.0)
}

/// What stands below a message that did not leave.
fn failure(at: usize, env: &Env<'_>) -> View<Touch> {
    let red = basics::danger(env);
    row(vec![
        text(env.t("发送失败", "Not sent")).size(13.0).color(red).id("failed"),
        text(env.t("重发", "Resend"))
            .class(Class::Button)
            .size(13.0)
            .color(basics::theme(env).accent)
            .pad(10.0, 6.0)
            .on(Touch::Resend(at))
            .id("resend"),
    ])
    .gap(4.0)
    .align_self(Align::End)
}

/// The field and the button that sends.
pub fn bar(draft: &str, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let spec = FieldSpec {
        key: TEXT_FIELD,
        hint: env.t("短信", "Text message").to_owned(),
        enter: EnterKey::NewLine,
        password: false,
    };
    let words = field(spec, draft)
        .size(16.0)
        .color(theme.ink)
        .bg(theme.field)
        .radius(20.0)
        .pad(16.0, 9.0)
        .min_height(42.0)
        .lines(5)
        .grow()
        .id(TEXT_FIELD);
    let idle = draft.trim().is_empty();
    let send = text(env.t("发送", "Send"))
        .class(Class::Button)
        .size(15.0)
        .bold()
        .color(if idle { theme.faint } else { Color::WHITE })
        .text_center()
        .bg(if idle { theme.line } else { Color::rgb(0x0b57d0) })
        .radius(20.0)
        .pad(18.0, 10.0)
        .disabled(idle)
        .on(Touch::Send)
        .id("send_button");
    row(vec![words, send]).gap(8.0).pad(10.0, 8.0)
}
