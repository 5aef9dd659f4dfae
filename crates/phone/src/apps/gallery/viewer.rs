//! One photo on black, with what can be done to it.

use super::data::{Fate, Photo};
use super::grid::tool;
use super::{HEART_LINE, RESTORE, Touch};
use crate::apps::parts::{HEART, icon_button};
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{View, art, column, pager, row, text};

pub fn view(photo: &Photo, env: &Env<'_>) -> View<Touch> {
    let ink = Color::WHITE;
    let bar = row(vec![
        icon_button(Icon::Back, ink, env.t("返回", "Back"), Touch::Back),
        text(photo.when(env)).size(16.0).bold().color(ink).lines(1).grow().id("title"),
    ])
    .height(52.0)
    .pads(4.0, 0.0, 8.0, 0.0);
    let tools = if photo.fate == Fate::Binned {
        vec![
            tool(Icon::Drawn(RESTORE), env.t("恢复", "Restore"), ink, Touch::Restore),
            tool(Icon::Trash, env.t("彻底删除", "Delete for good"), ink, Touch::Delete),
        ]
    } else {
        let (heart, label, color) = match photo.liked {
            true => (HEART, env.t("取消收藏", "Unfavourite"), Color::rgb(0xff6b6b)),
            false => (HEART_LINE, env.t("收藏", "Favourite"), ink),
        };
        vec![
            tool(Icon::Drawn(heart), label, color, Touch::Like).id("favourite"),
            tool(Icon::Info, env.t("详情", "Details"), ink, Touch::About),
            tool(Icon::Trash, env.t("删除", "Delete"), ink, Touch::Delete),
        ]
    };
    let picture = column(vec![art(photo.art).grow().desc(env.t("照片", "Photo")).id("image")]).grow();
    column(vec![bar, pager(vec![picture]).id("pager"), row(tools).pad(8.0, 0.0)])
}

/// The lines of the details.
pub fn about(photo: &Photo, env: &Env<'_>) -> String {
    let megabytes = 1.2 + (photo.art % 40) as f32 / 10.0;
    format!(
        "{}{}\n{}{}\n{}{megabytes:.1} MB",
        env.t("名称：", "Name: "),
        photo.name(),
        env.t("时间：", "Taken: "),
        photo.when(env),
        env.t("大小：", "Size: "),
    )
}
