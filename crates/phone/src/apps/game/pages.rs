//! What the game paints.

use super::board::{Board, SIDE};
use super::{Game, Screen, Touch};
use crate::cast;
use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Class, Justify, View, blank, column, icon, row, switch, text};

/// Colour and drawing of each kind of tile.
const TILES: [(u32, &str); super::board::KINDS] = [
    (0xd84343, crate::apps::parts::HEART),
    (0x2f7fd6, "d 12 12 8"),
    (0x2f9e55, "p 12 3.5 21 19.5 3 19.5"),
    (0xe08a1e, "p 12 2.5 14.8 9 21.5 9.6 16.4 14 18 20.8 12 17.2 6 20.8 7.6 14 2.5 9.6 9.2 9"),
    (0x8a52c9, "p 12 3 20 12 12 21 4 12"),
    (0x1b9aa0, "b 5 5 14 14 2.5"),
];
const START: Color = Color::rgb(0x1f8a4c);
const PLAIN: Color = Color::rgb(0x3d4fb5);
const LEAVE: Color = Color::rgb(0xa8325a);
const GOLD: Color = Color::rgb(0xffd65c);

pub fn view(game: &Game, env: &Env<'_>) -> View<Touch> {
    let inside = match game.screen {
        Screen::Menu => menu(env),
        Screen::Play => play(&game.board, env),
        Screen::Paused => paused(&game.board, env),
        Screen::Over => over(game, env),
        Screen::Ranks => ranks(game, env),
        Screen::Setup => setup(game, env),
    };
    column(vec![inside.grow()]).class(Class::Surface).painted()
}

fn button(label: &str, ground: Color, message: Touch) -> View<Touch> {
    text(label)
        .size(20.0)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .width(220.0)
        .pad(12.0, 13.0)
        .bg(ground)
        .radius(26.0)
        .on(message)
}

fn line(words: impl Into<String>, size: f32, ink: Color) -> View<Touch> {
    text(words).size(size).bold().color(ink).text_center()
}

fn menu(env: &Env<'_>) -> View<Touch> {
    column(vec![
        line(env.t("消消看", "Tile Match"), 40.0, GOLD),
        line(env.t("找出相同的图案", "Find the pairs"), 16.0, Color::WHITE),
        button(env.t("开始游戏", "Play"), START, Touch::Start),
        button(env.t("排行榜", "Ranking"), PLAIN, Touch::Ranks),
        button(env.t("设置", "Settings"), PLAIN, Touch::Setup),
    ])
    .gap(16.0)
    .centered()
}

fn status(board: &Board, env: &Env<'_>) -> String {
    let (score, chances) = (board.score, board.chances);
    format!("{}{score}    {}{chances}", env.t("得分 ", "Score "), env.t("机会 ", "Chances "))
}

fn play(board: &Board, env: &Env<'_>) -> View<Touch> {
    let bar = row(vec![
        text(status(board, env)).size(18.0).bold().color(Color::WHITE).lines(1).grow(),
        text(env.t("暂停", "Pause"))
            .size(16.0)
            .bold()
            .color(Color::WHITE)
            .pad(16.0, 8.0)
            .bg(PLAIN)
            .radius(18.0)
            .on(Touch::Pause),
    ])
    .gap(12.0)
    .pad(16.0, 8.0);
    // A wide screen may be a tablet's or one that lies on its side and is low.
    let side = match env.width {
        narrow if narrow <= 600.0 => ((narrow - 32.0) / SIDE as f32).min(72.0) - 6.0,
        wide if wide <= 860.0 => 84.0,
        _ => 34.0,
    };
    let rows = (0..SIDE).map(|line| {
        let tiles = (0..SIDE).map(|at| tile(board, line * SIDE + at, side));
        row(tiles.collect()).gap(6.0).justify(Justify::Center)
    });
    column(vec![bar, column(rows.collect()).gap(6.0).justify(Justify::Center).grow()])
}

fn tile(board: &Board, at: usize, side: f32) -> View<Touch> {
    let Some((color, drawing)) = board.tiles[at].map(|kind| TILES[kind]) else {
        return blank().square(side);
    };
    let (ground, ink) = match board.chosen == Some(at) {
        true => (Color::WHITE, Color::rgb(color)),
        false => (Color::rgb(color), Color::WHITE),
    };
    column(vec![icon(Icon::Drawn(drawing), ink).square(side * 0.6)])
        .centered()
        .square(side)
        .bg(ground)
        .radius(side * 0.2)
        .on(Touch::Tile(at))
}

fn paused(board: &Board, env: &Env<'_>) -> View<Touch> {
    column(vec![
        line(env.t("已暂停", "Paused"), 30.0, GOLD),
        line(status(board, env), 18.0, Color::WHITE),
        button(env.t("继续游戏", "Resume"), START, Touch::Resume),
        button(env.t("退出", "Quit"), LEAVE, Touch::Menu),
    ])
    .gap(18.0)
    .centered()
}

fn over(game: &Game, env: &Env<'_>) -> View<Touch> {
    let title = match game.board.is_clear() {
        true => env.t("全部消除！", "All cleared!"),
        false => env.t("游戏结束", "Game over"),
    };
    let advert = row(vec![
        icon(Icon::Drawn("b 5 3.5 14 17 2;D 12 10 3"), Color::rgb(0xb71c1c)).square(34.0),
        text(env.t("点击领取红包", "Tap for a red packet")).size(18.0).bold().color(Color::rgb(0x7a1010)),
        text(env.t("广告", "Ad")).size(12.0).color(Color::rgb(0x4a3000)),
    ])
    .gap(12.0)
    .justify(Justify::Center)
    .pad(12.0, 14.0)
    .margins(16.0, 0.0, 16.0, 16.0)
    .bg(Color::rgb(0xffd23f))
    .radius(12.0)
    .on(Touch::Ad);
    let middle = column(vec![
        line(title, 32.0, GOLD),
        line(format!("{}{}", env.t("得分 ", "Score "), game.board.score), 24.0, Color::WHITE),
        line(format!("{}{}", env.t("最高 ", "Best "), game.best), 18.0, Color::WHITE),
        button(env.t("再来一局", "Play again"), START, Touch::Start),
        button(env.t("返回菜单", "Menu"), PLAIN, Touch::Menu),
    ])
    .gap(12.0)
    .centered()
    .grow();
    column(vec![middle, advert])
}

fn ranks(game: &Game, env: &Env<'_>) -> View<Touch> {
    let mut dice = Dice::new(game.seed, "ranks");
    let mut all: Vec<(String, u32)> =
        cast::people(&mut dice, 4).into_iter().map(|name| (name, 10 * (4 + dice.below(16)) as u32)).collect();
    all.push((env.t("我", "Me").to_owned(), game.best));
    all.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    let mut parts = vec![line(env.t("排行榜", "Ranking"), 30.0, GOLD)];
    parts.extend(all.into_iter().enumerate().map(|(at, (name, score))| {
        row(vec![
            text(format!("{}  {name}", at + 1)).size(18.0).color(Color::WHITE).lines(1).grow(),
            text(score.to_string()).size(18.0).bold().color(Color::WHITE),
        ])
        .width(260.0)
    }));
    parts.push(button(env.t("返回菜单", "Menu"), PLAIN, Touch::Menu));
    column(parts).gap(14.0).centered()
}

fn setup(game: &Game, env: &Env<'_>) -> View<Touch> {
    let choice = |label: &str, on: bool, message: Touch| {
        row(vec![text(label).size(18.0).color(Color::WHITE).grow(), switch(on)]).width(260.0).on(message)
    };
    column(vec![
        line(env.t("设置", "Settings"), 30.0, GOLD),
        choice(env.t("音效", "Sound"), game.sound, Touch::Sound),
        choice(env.t("震动", "Vibration"), game.shake, Touch::Shake),
        button(env.t("返回菜单", "Menu"), PLAIN, Touch::Menu),
    ])
    .gap(20.0)
    .centered()
}
