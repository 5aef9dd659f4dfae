//! Pieces that several apps share: title bars, list rows, dialogs.

use crate::draw::{Color, Icon};
use crate::system::Theme;
use crate::toolkit::{Align, Class, Justify, View, blank, column, icon, row, text};

/// What likes and favourites are marked with, filled.
pub const HEART: &str =
    "p 12 20.5 4.4 13 3.2 9.8 4.2 6.6 7 5 9.8 5.6 12 8.2 14.2 5.6 17 5 19.8 6.6 20.8 9.8 19.6 13";

/// The other mark of favourites, empty and filled.
pub const STAR: &str =
    "s 12 3.5 14.6 9 20.5 9.7 16.1 13.7 17.4 19.6 12 16.6 6.6 19.6 7.9 13.7 3.5 9.7 9.4 9 12 3.5";
pub const STAR_FULL: &str =
    "p 12 3.5 14.6 9 20.5 9.7 16.1 13.7 17.4 19.6 12 16.6 6.6 19.6 7.9 13.7 3.5 9.7 9.4 9 12 3.5";

pub fn hairline<M>(theme: &Theme) -> View<M> {
    blank().height(0.6).bg(theme.line)
}

/// An icon that can be touched: the drawing inside a comfortable touch area.
pub fn icon_button<M>(which: Icon, ink: Color, desc: &str, message: M) -> View<M> {
    icon(which, ink).square(44.0).pad(10.0, 10.0).desc(desc).on(message)
}

/// A bar with a back arrow, a title and what stands on the right.
pub fn title_bar<M>(theme: &Theme, back: Option<(&str, M)>, title: &str, right: Vec<View<M>>) -> View<M> {
    let left = match back {
        Some((desc, message)) => icon_button(Icon::Back, theme.ink, desc, message),
        None => blank().width(12.0),
    };
    let mut parts = vec![left, text(title).size(18.0).bold().color(theme.ink).lines(1).grow().id("title")];
    parts.extend(right);
    row(parts).height(52.0).pads(4.0, 0.0, 8.0, 0.0)
}

/// A card in the middle of the screen with buttons below a question.
pub fn dialog<M>(theme: &Theme, title: &str, body: &str, buttons: Vec<View<M>>) -> View<M> {
    column(vec![
        text(title).size(18.0).bold().color(theme.ink).id("alertTitle"),
        text(body).size(15.0).color(theme.faint).id("android:id/message"),
        row(buttons).justify(Justify::End).gap(12.0),
    ])
    .gap(16.0)
    .pad(24.0, 22.0)
    .bg(theme.card)
    .radius(16.0)
    .width(300.0)
}

pub fn text_button<M>(label: &str, color: Color, message: M) -> View<M> {
    text(label)
        .class(Class::Button)
        .size(16.0)
        .bold()
        .color(color)
        .pad(14.0, 10.0)
        .align_self(Align::Center)
        .on(message)
}

/// A round button that asks for attention: white words on a strong colour.
pub fn wide_button<M>(label: &str, background: Color, message: M) -> View<M> {
    text(label)
        .class(Class::Button)
        .size(16.0)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .pad(28.0, 12.0)
        .bg(background)
        .radius(24.0)
        .on(message)
}

/// The colour of what cannot be undone, readable on a card.
pub fn danger(theme: &Theme) -> Color {
    if *theme == Theme::DARK { Color::rgb(0xff7b70) } else { Color::rgb(0xd93025) }
}

/// Something that stands at the bottom of the screen as a dialog: a keypad, a choice.
pub fn bottom_sheet<M>(inside: View<M>) -> View<M> {
    column(vec![inside]).justify(Justify::End).align_self(Align::Stretch).grow().bare()
}

/// A card with things to do with what was held, one below the other.
pub fn menu_card<M>(theme: &Theme, title: &str, choices: Vec<(&str, M)>) -> View<M> {
    let mut rows =
        vec![text(title).size(15.0).color(theme.faint).lines(1).pads(22.0, 16.0, 22.0, 6.0).id("menu_title")];
    rows.extend(choices.into_iter().map(|(label, message)| {
        text(label).size(17.0).color(theme.ink).pad(22.0, 14.0).on(message).id("menu_item")
    }));
    column(rows).pads(0.0, 0.0, 0.0, 8.0).bg(theme.card).radius(14.0).width(240.0)
}

/// A question with a way out and a way on; the way on is red, for it cannot be undone.
pub fn confirm<M>(theme: &Theme, words: (&str, &str), no: (&str, M), yes: (&str, M)) -> View<M> {
    let buttons = vec![text_button(no.0, theme.faint, no.1), text_button(yes.0, danger(theme), yes.1)];
    dialog(theme, words.0, words.1, buttons)
}

/// A number on red, as icons and chats with unread things carry it.
pub fn badge<M>(count: u32) -> View<M> {
    let label = if count > 99 { "99+".to_owned() } else { count.to_string() };
    text(label)
        .size(11.0)
        .color(Color::WHITE)
        .text_center()
        .bg(Color::rgb(0xd93a3a))
        .radius(9.0)
        .pad(5.0, 1.0)
        .pin(None, Some(-6.0), Some(-6.0), None)
}
