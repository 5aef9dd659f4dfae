//! The pages with many photos: by day, by album, and the one that shows none because it may not.

use super::data::Album;
use super::{BLUE, Gallery, RESTORE, Tab, Touch};
use crate::apps::parts::{HEART, danger, hairline, icon_button, title_bar, wide_button};
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Align, Class, Justify, View, art, blank, check_box, column, icon, row, scroll, text};

const GAP: f32 = 3.0;

pub fn refused(env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    column(vec![
        title_bar(&theme, None, env.t("相册", "Gallery"), Vec::new()),
        column(vec![
            icon(Icon::Lock, theme.faint).square(56.0).bare(),
            text(env.t("未获得权限", "No permission")).size(18.0).bold().color(theme.ink).text_center(),
            text(env.t("需要照片权限才能显示您的照片", "Photos can only be shown when you allow it"))
                .size(14.0)
                .color(theme.faint)
                .text_center(),
            wide_button(env.t("去授权", "Allow access"), BLUE, Touch::AskAccess).id("grant"),
        ])
        .gap(16.0)
        .centered()
        .pad(24.0, 0.0)
        .grow(),
    ])
}

pub fn main_page(app: &Gallery, env: &Env<'_>) -> View<Touch> {
    if !app.picked.is_empty() {
        return picking(app, Album::All, env);
    }
    let theme = env.theme();
    let body = match app.tab {
        Tab::Photos => days(app, Album::All, env),
        Tab::Albums => albums(app, env),
    };
    if app.tabs_below() {
        let title = title_bar(&theme, None, env.t("相册", "Gallery"), Vec::new());
        return column(vec![title, body, hairline(&theme), tabs(app, env)]);
    }
    column(vec![tabs(app, env), body])
}

pub fn album(app: &Gallery, album: Album, env: &Env<'_>) -> View<Touch> {
    if !app.picked.is_empty() {
        return picking(app, album, env);
    }
    let theme = env.theme();
    let (zh, en) = album.name();
    let back = Some((env.t("返回", "Back"), Touch::Back));
    let mut parts = vec![title_bar(&theme, back, env.t(zh, en), Vec::new())];
    if album == Album::Bin {
        let note = env.t("照片在 30 天后彻底删除", "Photos are gone after 30 days");
        parts.push(text(note).size(13.0).color(theme.faint).pad(16.0, 4.0));
    }
    parts.push(days(app, album, env));
    column(parts)
}

fn tabs(app: &Gallery, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let all = [(Tab::Photos, env.t("照片", "Photos")), (Tab::Albums, env.t("相册", "Albums"))];
    let items = all.into_iter().map(|(tab, label)| {
        let color = if app.tab == tab { accent(env) } else { theme.ink };
        let line = if app.tab == tab { color } else { Color::WHITE.alpha(0) };
        column(vec![
            text(label).size(16.0).bold().color(color).text_center().id("tab_label"),
            blank().width(24.0).height(3.0).radius(1.5).bg(line),
        ])
        .gap(4.0)
        .align(Align::Center)
        .pad(0.0, 10.0)
        .grow()
        .selected(app.tab == tab)
        .on(Touch::Tab(tab))
        .id("tab")
    });
    row(items.collect()).align(Align::Stretch)
}

/// The album's photos under the days they were taken.
fn days(app: &Gallery, album: Album, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let shown = app.shown(album);
    if shown.is_empty() {
        return column(vec![
            text(env.t("没有照片", "No photos")).size(16.0).color(theme.faint).text_center(),
        ])
        .centered()
        .grow();
    }
    let columns = ((env.width / 100.0).round() as usize).clamp(3, 9);
    let side = (env.width - 2.0 * GAP - (columns - 1) as f32 * GAP) / columns as f32;
    let mut rows = Vec::new();
    for day in shown.chunk_by(|one, other| app.photos[*one].day(env) == app.photos[*other].day(env)) {
        let heading = day.first().map(|at| app.photos[*at].day(env)).unwrap_or_default();
        rows.push(text(heading).size(15.0).bold().color(theme.ink).pads(12.0, 14.0, 12.0, 8.0).id("day"));
        rows.extend(day.chunks(columns).map(|cells| {
            let cells = cells.iter().map(|at| cell(app, *at, side, env)).collect();
            row(cells).gap(GAP).pads(GAP, 0.0, GAP, GAP)
        }));
    }
    scroll(format!("gallery.{album:?}"), rows).id("photo_grid")
}

fn cell(app: &Gallery, at: usize, side: f32, env: &Env<'_>) -> View<Touch> {
    let photo = &app.photos[at];
    let mut parts = vec![art(photo.art).square(side).bare()];
    if photo.liked {
        let heart = icon(Icon::Drawn(HEART), Color::WHITE).square(16.0).bare();
        parts.push(heart.pin(Some(5.0), None, None, Some(5.0)));
    }
    let picking = !app.picked.is_empty();
    if picking {
        let on = app.picked.contains(&at);
        let ring = blank().square(22.0).radius(11.0).bg(Color::WHITE.alpha(200));
        parts.push(ring.pin(None, Some(5.0), Some(5.0), None));
        parts.push(check_box(on).pin(None, Some(4.0), Some(4.0), None).id("check"));
    }
    let view = column(parts)
        .square(side)
        .class(Class::Frame)
        .selected(app.picked.contains(&at))
        .on(if picking { Touch::Pick(at) } else { Touch::Open(at) })
        .on_hold(Touch::Pick(at))
        .id("photo");
    match app.describes() {
        true => view.desc(format!("{}{}", env.t("照片，", "Photo, "), photo.when(env))),
        false => view,
    }
}

fn albums(app: &Gallery, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let columns = if env.width > 560.0 { 4 } else { 2 };
    let side = (env.width - 32.0 - (columns - 1) as f32 * 12.0) / columns as f32;
    let cover = |album: Album| {
        let shown = app.shown(album);
        let picture = match shown.first() {
            Some(at) => art(app.photos[*at].art),
            None => blank().bg(theme.field),
        };
        let (zh, en) = album.name();
        column(vec![
            picture.width(side).height(side * 0.8).bare(),
            text(env.t(zh, en)).size(16.0).color(theme.ink).id("album_name"),
            text(shown.len().to_string()).size(13.0).color(theme.faint).id("album_count"),
        ])
        .gap(4.0)
        .width(side)
        .on(Touch::Album(album))
        .id("album")
    };
    let mut rows: Vec<View<Touch>> = Album::SHOWN
        .chunks(columns)
        .map(|albums| row(albums.iter().map(|album| cover(*album)).collect()).gap(12.0).pad(16.0, 8.0))
        .collect();
    let (zh, en) = Album::Bin.name();
    rows.push(hairline(&theme).margins(16.0, 8.0, 16.0, 0.0));
    rows.push(
        row(vec![
            icon(Icon::Trash, theme.ink).bare(),
            text(env.t(zh, en)).size(16.0).color(theme.ink).grow(),
            text(app.shown(Album::Bin).len().to_string()).size(14.0).color(theme.faint).id("bin_count"),
            icon(Icon::Chevron, theme.faint).square(16.0).bare(),
        ])
        .gap(14.0)
        .pad(16.0, 16.0)
        .on(Touch::Album(Album::Bin))
        .id("bin"),
    );
    scroll("gallery.albums", rows).id("album_list")
}

/// Choosing several: how many, all of them, and what to do with them.
fn picking(app: &Gallery, album: Album, env: &Env<'_>) -> View<Touch> {
    let theme = env.theme();
    let count = app.picked.len();
    let title = format!("{}{count}{}", env.t("已选择 ", ""), env.t(" 项", " selected"));
    let bar = row(vec![
        icon_button(Icon::Close, theme.ink, env.t("取消选择", "Cancel selection"), Touch::Unpick),
        text(title).size(18.0).bold().color(theme.ink).lines(1).grow().id("title"),
        text(env.t("全选", "Select all"))
            .class(Class::Button)
            .size(16.0)
            .color(accent(env))
            .pad(12.0, 10.0)
            .on(Touch::PickAll)
            .id("select_all"),
    ])
    .height(52.0)
    .pads(4.0, 0.0, 8.0, 0.0);
    let numbered = |zh: &str, en: &str| format!("{}({count})", env.t(zh, en));
    let mut buttons = Vec::new();
    if album == Album::Bin {
        buttons.push(tool(Icon::Drawn(RESTORE), &numbered("恢复", "Restore"), theme.ink, Touch::Restore));
        buttons.push(tool(
            Icon::Trash,
            &numbered("彻底删除", "Delete for good"),
            danger(&theme),
            Touch::Delete,
        ));
    } else {
        buttons.push(tool(Icon::Trash, &numbered("删除", "Delete"), danger(&theme), Touch::Delete));
    }
    column(vec![bar, days(app, album, env), hairline(&theme), row(buttons).justify(Justify::Center)])
}

/// A button with a drawing and a word, as in the bars below photos.
pub fn tool(which: Icon, label: &str, ink: Color, message: Touch) -> View<Touch> {
    column(vec![icon(which, ink).bare(), text(label).size(12.5).color(ink).text_center().lines(1)])
        .gap(3.0)
        .align(Align::Center)
        .pad(4.0, 9.0)
        .grow()
        .class(Class::Linear)
        .on(message)
}

fn accent(env: &Env<'_>) -> Color {
    if env.dark { Color::rgb(0x6aa7f8) } else { BLUE }
}
