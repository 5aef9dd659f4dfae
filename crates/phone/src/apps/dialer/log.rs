//! The call log, and the card of one row of it or of one contact.

use super::{Card, Touch};
use crate::apps::basics::{self, HANDSET, LETTERS};
use crate::apps::parts::{hairline, icon_button, title_bar};
use crate::draw::{Color, Icon};
use crate::options::Lang;
use crate::system::Env;
use crate::system::shelf::{self, Call, Way};
use crate::toolkit::{Align, View, column, icon, row, scroll, text};

pub const CLOCK: Icon = Icon::Drawn("c 12 12 8.5;s 12 7 12 12 15.5 14");
const OUT: Icon = Icon::Drawn("s 6 18 18 6;s 9 6 18 6 18 15");
const IN: Icon = Icon::Drawn("s 18 6 6 18;s 6 9 6 18 15 18");
const MISSED: Icon = Icon::Drawn("s 3 7 11 15 20 6;s 14 6 20 6 20 12");

pub fn list(env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let rows: Vec<View<Touch>> =
        env.shelf.calls.iter().enumerate().rev().map(|(at, call)| line(at, call, env)).collect();
    let rows = if rows.is_empty() {
        vec![basics::nothing(env, env.t("没有通话记录", "No calls yet"))]
    } else {
        rows
    };
    column(vec![
        title_bar(&theme, None, env.t("电话", "Phone"), Vec::new()),
        scroll("dialer.log", rows).id("call_log"),
    ])
}

fn line(at: usize, call: &Call, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let name = env.shelf.name_of(&call.number);
    let ink = if call.way == Way::Missed { basics::danger(env) } else { theme.ink };
    let words = column(vec![
        text(&name).size(16.5).color(ink).lines(1).id("name"),
        row(vec![
            way_icon(call.way, env).square(14.0),
            text(format!("{} {}", way(call.way, env), basics::when(call.at, env)))
                .size(13.5)
                .color(theme.faint)
                .lines(1)
                .id("call_time"),
        ])
        .gap(5.0),
    ])
    .gap(3.0)
    .grow();
    let again = format!("{}{name}", env.t("呼叫", "Call "));
    row(vec![
        basics::face(&name, 40.0),
        words,
        icon_button(HANDSET, theme.accent, &again, Touch::Call(call.number.clone())).id("call_back"),
    ])
    .gap(14.0)
    .pads(16.0, 8.0, 10.0, 8.0)
    .on(Touch::OpenCall(at))
    .id("call_item")
}

fn way(way: Way, env: &Env<'_>) -> &'static str {
    match (way, env.lang) {
        (Way::Out, Lang::Zh) => "呼出",
        (Way::In, Lang::Zh) => "呼入",
        (Way::Missed, Lang::Zh) => "未接",
        (Way::Out, Lang::En) => "Outgoing",
        (Way::In, Lang::En) => "Incoming",
        (Way::Missed, Lang::En) => "Missed",
    }
}

fn way_icon(which: Way, env: &Env<'_>) -> View<Touch> {
    let (drawing, color) = match which {
        Way::Out => (OUT, Color::rgb(0x1e8e3e)),
        Way::In => (IN, basics::theme(env).accent),
        Way::Missed => (MISSED, basics::danger(env)),
    };
    icon(drawing, color).bare()
}

pub fn card(card: Card, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let number = match card {
        Card::Call(at) => env.shelf.calls.get(at).map(|call| call.number.clone()),
        Card::Person(at) => env.shelf.contacts.get(at).map(|contact| contact.number.clone()),
    }
    .unwrap_or_default();
    let name = match card {
        Card::Person(at) => env.shelf.contacts.get(at).map(|contact| contact.name.clone()),
        Card::Call(_) => None,
    }
    .unwrap_or_else(|| env.shelf.name_of(&number));
    let mut right = Vec::new();
    if matches!(card, Card::Call(_)) {
        let label = env.t("删除记录", "Delete record");
        right.push(icon_button(Icon::Trash, theme.ink, label, Touch::AskDelete).id("delete"));
    }
    let title = env.t("通话详情", "Call details");
    let mut rows = vec![
        column(vec![
            basics::face(&name, 76.0),
            text(&name).size(22.0).bold().color(theme.ink).text_center().lines(2).id("name"),
        ])
        .gap(10.0)
        .align(Align::Center)
        .pad(20.0, 14.0),
    ];
    if name != number {
        rows.push(text(&number).size(15.0).color(theme.faint).text_center().id("number"));
    }
    if number.is_empty() {
        rows.push(basics::nothing(env, env.t("没有号码", "No number")));
    } else {
        rows.push(
            row(vec![
                basics::action(env, HANDSET, env.t("呼叫", "Call"), Touch::Call(number.clone())),
                basics::action(env, LETTERS, env.t("发短信", "Message"), Touch::Write(number.clone())),
            ])
            .gap(12.0)
            .pad(20.0, 16.0),
        );
    }
    let same = env.shelf.calls.iter().rev().filter(|call| shelf::is_same(&call.number, &number));
    rows.extend(same.flat_map(|call| [hairline(&theme), past(call, env)]));
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), title, right),
        scroll("dialer.card", rows),
    ])
}

/// One call of the past on a card.
fn past(call: &Call, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let long = match (call.seconds, call.way) {
        (0, Way::Missed) => String::new(),
        (0, _) => env.t("未接通", "No answer").to_owned(),
        (seconds, _) if env.lang == Lang::Zh && seconds >= 60 => {
            format!("{}分{}秒", seconds / 60, seconds % 60)
        }
        (seconds, _) if env.lang == Lang::Zh => format!("{seconds}秒"),
        (seconds, _) if seconds >= 60 => format!("{}m {}s", seconds / 60, seconds % 60),
        (seconds, _) => format!("{seconds}s"),
    };
    let words = format!("{} {}", way(call.way, env), basics::when_exactly(call.at, env));
    row(vec![
        way_icon(call.way, env).square(16.0),
        text(words).size(14.5).color(theme.ink).lines(1).grow(),
        text(long).size(13.5).color(theme.faint),
    ])
    .gap(10.0)
    .pad(20.0, 13.0)
}
