//! The page of a running call: whom it reaches, mute, loudspeaker, and the red button.

use super::{Running, Touch};
use crate::apps::basics::{self, HANDSET};
use crate::apps::parts::{dialog, text_button};
use crate::draw::{Color, Icon};
use crate::system::{Backdrop, Env};
use crate::toolkit::{Align, Class, View, blank, column, icon, row, text};

const TOP: Color = Color::rgb(0x23303f);
const BOTTOM: Color = Color::rgb(0x10161d);
const SOFT: Color = Color::rgb(0xc3ccd6);

pub fn backdrop() -> Backdrop {
    Backdrop::Wallpaper(TOP, BOTTOM)
}

pub fn view(running: &Running, env: &Env<'_>) -> View<Touch> {
    let name = env.shelf.name_of(&running.number);
    let mut rows = vec![
        blank().grow(),
        text(&name).size(30.0).color(Color::WHITE).text_center().lines(2).id("contactgrid_contact_name"),
    ];
    if name != running.number {
        rows.push(text(&running.number).size(16.0).color(SOFT).text_center().id("contactgrid_number"));
    }
    rows.extend([
        text(env.t("正在呼叫…", "Calling…"))
            .size(16.0)
            .color(SOFT)
            .text_center()
            .id("contactgrid_status_text"),
        blank().grow(),
        row(vec![
            toggle(Icon::Mic, env.t("静音", "Mute"), running.muted, Touch::Mute),
            toggle(Icon::Sound, env.t("免提", "Speaker"), running.loud, Touch::Speaker),
        ])
        .gap(12.0)
        .pad(40.0, 14.0),
        row(vec![hang_up(env)]).centered().pads(0.0, 6.0, 0.0, 28.0),
    ]);
    column(rows).gap(8.0)
}

fn toggle(which: Icon, label: &str, on: bool, message: Touch) -> View<Touch> {
    let (ink, paper) = if on { (Color::BLACK, Color::WHITE) } else { (Color::WHITE, Color::WHITE.alpha(40)) };
    let round = column(vec![icon(which, ink).square(26.0).bare()])
        .centered()
        .square(58.0)
        .radius(29.0)
        .bg(paper)
        .bare();
    column(vec![round, text(label).size(13.5).color(Color::WHITE).text_center()])
        .gap(6.0)
        .align(Align::Center)
        .grow()
        .selected(on)
        .on(message)
}

fn hang_up(env: &Env<'_>) -> View<Touch> {
    let round = column(vec![icon(HANDSET, Color::WHITE).square(30.0).bare()])
        .centered()
        .width(110.0)
        .height(58.0)
        .radius(29.0)
        .bg(Color::rgb(0xc5221f))
        .bare();
    column(vec![round, text(env.t("挂断", "End call")).size(13.5).color(Color::WHITE).text_center()])
        .gap(6.0)
        .align(Align::Center)
        .class(Class::Button)
        .on(Touch::HangUp)
        .id("incall_end_call")
}

/// No call leaves in flight mode.
pub fn flight_mode(env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    dialog(
        &theme,
        env.t("无法拨打电话", "Can't call"),
        env.t("请先关闭飞行模式再拨打电话。", "Turn off airplane mode to make a call."),
        vec![text_button(env.t("确定", "OK"), theme.accent, Touch::Back)],
    )
}
