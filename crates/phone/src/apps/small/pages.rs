//! The one page of each small app.

use super::{AMOUNT_FIELD, MEMO_FIELD, TORCH, Touch, Video};
use crate::apps::money::yuan;
use crate::apps::parts::{HEART, hairline, title_bar, wide_button};
use crate::draw::{Color, Icon};
use crate::system::{Env, Table};
use crate::toolkit::{
    Align, Class, EnterKey, FieldSpec, View, art, column, field, icon, letter, row, scroll, text,
};

pub const ROWS_KEY: &str = "accounts.rows";
const GREEN: Color = Color::rgb(0x00796b);
const POWER: &str = "a 12 13 7.5 -50 230;s 12 3.5 12 12";

fn is_lit(env: &Env<'_>) -> bool {
    env.settings.is_on(Table::Secure, TORCH)
}

pub fn torch_ground(env: &Env<'_>) -> Color {
    if is_lit(env) { Color::rgb(0xfff4d0) } else { Color::rgb(0x1c2328) }
}

pub fn torch(env: &Env<'_>) -> View<Touch> {
    let lit = is_lit(env);
    let (ink, ground) = match lit {
        true => (Color::rgb(0x3a2f00), Color::rgb(0xffc93c)),
        false => (Color::WHITE, Color::rgb(0x37474f)),
    };
    let label = if lit {
        env.t("手电筒已打开", "The torch is on")
    } else {
        env.t("手电筒已关闭", "The torch is off")
    };
    let desc =
        if lit { env.t("关闭手电筒", "Switch off") } else { env.t("打开手电筒", "Switch on") };
    let button = column(vec![icon(Icon::Drawn(POWER), ink).square(72.0).bare()])
        .centered()
        .square(180.0)
        .radius(90.0)
        .bg(ground)
        .class(Class::ImageButton)
        .desc(desc)
        .on(Touch::Torch)
        .id("power");
    column(vec![button, text(label).size(18.0).color(ink).text_center().id("status")]).gap(28.0).centered()
}

pub fn book(rows: &[(String, u64)], amount: &str, memo: &str, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let entry = |key, hint: &str, value: &str| {
        let spec = FieldSpec { key, hint: hint.to_owned(), enter: EnterKey::Done, password: false };
        field(spec, value).size(16.0).color(theme.ink).pad(14.0, 11.0).bg(theme.field).radius(10.0)
    };
    let sum: u64 = rows.iter().map(|(_, fen)| fen).sum();
    let form = column(vec![
        text(format!("{}{}", env.t("本月支出 ", "Spent this month "), yuan(sum)))
            .size(18.0)
            .bold()
            .color(theme.ink)
            .id("sum"),
        entry(AMOUNT_FIELD, env.t("金额", "Amount"), amount).id("amount"),
        entry(MEMO_FIELD, env.t("备注", "Memo"), memo).id("memo"),
        wide_button(env.t("记一笔", "Add"), GREEN, Touch::Book).id("add"),
    ])
    .gap(12.0)
    .pad(16.0, 16.0)
    .margins(12.0, 0.0, 12.0, 12.0)
    .bg(theme.card)
    .radius(14.0);
    let rows = rows
        .iter()
        .map(|(memo, fen)| {
            column(vec![
                row(vec![
                    text(memo.as_str()).size(16.0).color(theme.ink).lines(1).grow().id("row_memo"),
                    text(yuan(*fen)).size(16.0).color(theme.ink).id("row_amount"),
                ])
                .gap(12.0)
                .pad(20.0, 14.0),
                hairline(&theme),
            ])
            .bg(theme.card)
        })
        .collect();
    column(vec![
        title_bar(&theme, None, env.t("记账本", "Account Book"), Vec::new()),
        form,
        scroll(ROWS_KEY, rows),
    ])
}

pub fn videos(videos: &[Video], env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let cards = videos
        .iter()
        .enumerate()
        .map(|(at, video)| {
            let ink = if video.liked { Color::rgb(0xe0445a) } else { theme.faint };
            let desc = if video.liked { env.t("取消点赞", "Unlike") } else { env.t("点赞", "Like") };
            let play = icon(Icon::Drawn("p 8 5 19.5 12 8 19"), Color::WHITE.alpha(220)).square(56.0).bare();
            let edge = Some(0.0);
            let middle = column(vec![play]).centered().pin(edge, edge, edge, edge).bare();
            column(vec![
                column(vec![art(video.art).height(300.0).bare(), middle]),
                row(vec![
                    letter(&video.author, Color::rgb(0x6a1b9a)).square(36.0).radius(18.0).bare(),
                    column(vec![
                        text(video.title).size(16.0).bold().color(theme.ink).lines(2).id("video_title"),
                        text(format!("@{}", video.author)).size(13.0).color(theme.faint).lines(1),
                    ])
                    .gap(3.0)
                    .grow(),
                    column(vec![
                        icon(Icon::Drawn(HEART), ink).bare(),
                        text((video.likes + usize::from(video.liked)).to_string())
                            .size(12.5)
                            .color(theme.faint)
                            .text_center()
                            .id("likes"),
                    ])
                    .align(Align::Center)
                    .pad(10.0, 6.0)
                    .desc(desc)
                    .on(Touch::Like(at))
                    .id("like"),
                ])
                .gap(12.0)
                .pad(14.0, 10.0),
            ])
            .bg(theme.card)
            .margins(0.0, 0.0, 0.0, 10.0)
            .id("video")
        })
        .collect();
    column(vec![
        title_bar(&theme, None, env.t("短视频", "Short Videos"), Vec::new()),
        scroll("videos.list", cards),
    ])
}
