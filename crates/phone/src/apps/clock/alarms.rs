//! The list of alarms.

use super::Touch;
use super::data::Alarm;
use crate::apps::basics;
use crate::system::Env;
use crate::toolkit::{View, column, row, scroll, switch, text};

pub fn view(alarms: &[Alarm], env: &Env<'_>) -> View<Touch> {
    let mut rows: Vec<View<Touch>> =
        alarms.iter().enumerate().map(|(at, alarm)| line(at, alarm, env)).collect();
    if rows.is_empty() {
        rows.push(basics::nothing(env, env.t("没有闹钟", "No alarms")));
    }
    scroll("clock.alarms", rows).id("alarm_recycler_view")
}

fn line(at: usize, alarm: &Alarm, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let ink = if alarm.on { theme.ink } else { theme.faint };
    let below = match alarm.label.as_str() {
        "" => alarm.repeat(env),
        label => format!("{label}{}{}", env.t("，", ", "), alarm.repeat(env)),
    };
    let words = column(vec![
        text(alarm.time()).size(34.0).color(ink).id("digital_clock"),
        text(below).size(14.0).color(theme.faint).lines(1).id("days_of_week"),
    ])
    .gap(2.0)
    .grow();
    let name = format!("{}{}", env.t("闹钟开关 ", "Alarm switch "), alarm.time());
    row(vec![words, switch(alarm.on).desc(name).on(Touch::Switch(at)).id("onoff")])
        .gap(12.0)
        .pad(18.0, 12.0)
        .margins(14.0, 5.0, 14.0, 5.0)
        .bg(theme.card)
        .radius(16.0)
        .on(Touch::Open(at))
        .on_hold(Touch::AskDelete(at))
        .id("alarm_item")
}
