//! The keypad: twelve keys with letters, the number so far, whom it may belong to, and the green button.

use super::Touch;
use crate::apps::basics::{self, HANDSET};
use crate::apps::parts::icon_button;
use crate::draw::{Color, Icon};
use crate::system::Env;
use crate::toolkit::{Align, Class, Justify, View, blank, column, icon, row, scroll, text};

const KEYS: [(char, &str, &str); 12] = [
    ('1', "", "one"),
    ('2', "ABC", "two"),
    ('3', "DEF", "three"),
    ('4', "GHI", "four"),
    ('5', "JKL", "five"),
    ('6', "MNO", "six"),
    ('7', "PQRS", "seven"),
    ('8', "TUV", "eight"),
    ('9', "WXYZ", "nine"),
    ('*', "", "star"),
    ('0', "+", "zero"),
    ('#', "", "pound"),
];

pub const DOTS: Icon = Icon::Drawn(
    "d 6 5.5 1.8;d 12 5.5 1.8;d 18 5.5 1.8;d 6 11.5 1.8;d 12 11.5 1.8;d 18 11.5 1.8;d 6 17.5 1.8;d 12 17.5 1.8;d 18 17.5 1.8",
);

/// On a screen wider than this the keys stand beside the number: it lies on its side, or it is a tablet.
const WIDE_DP: f32 = 600.0;

pub fn view(digits: &str, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let number = row(vec![
        blank().width(44.0),
        text(digits).size(28.0).color(theme.ink).text_center().lines(1).grow().id("digits"),
        eraser(digits, env),
    ])
    .height(56.0)
    .pad(8.0, 0.0);
    let (matches, keys, dial) = (matches(digits, env), keys(env), dial(env));
    if env.width > WIDE_DP {
        let left = column(vec![matches, number, dial]).grow();
        return row(vec![
            left,
            column(vec![keys]).justify(Justify::End).pads(0.0, 0.0, 0.0, 8.0).width(320.0),
        ])
        .align(Align::Stretch);
    }
    column(vec![matches, number, keys, dial])
}

/// The key that takes digits away; an empty number has none.
fn eraser(digits: &str, env: &Env<'_>) -> View<Touch> {
    if digits.is_empty() {
        return blank().width(44.0);
    }
    let theme = basics::theme(env);
    icon_button(Icon::Backspace, theme.ink, env.t("退格", "Backspace"), Touch::Erase)
        .class(Class::ImageButton)
        .on_hold(Touch::EraseAll)
        .id("deleteButton")
}

/// Whoever's number has these digits in it.
fn matches(digits: &str, env: &Env<'_>) -> View<Touch> {
    let found = if digits.is_empty() { Vec::new() } else { env.shelf.find(digits) };
    let rows = found.into_iter().take(20).map(|at| {
        let contact = &env.shelf.contacts[at];
        basics::person_row(env, &contact.name, &contact.number)
            .on(Touch::Fill(contact.number.clone()))
            .id("match")
    });
    scroll("dialer.matches", rows.collect()).id("matches")
}

fn keys(env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let key = |&(digit, letters, id): &(char, &str, &'static str)| {
        let below = if letters.is_empty() {
            blank().height(15.0)
        } else {
            // A plus sign is small for its size.
            text(letters).size(if letters == "+" { 14.0 } else { 11.5 }).color(theme.faint).text_center()
        };
        let key = column(vec![text(digit.to_string()).size(25.0).color(theme.ink).text_center(), below])
            .centered()
            .min_height(54.0)
            .grow()
            .bg(theme.field)
            .radius(14.0)
            .on(Touch::Digit(digit))
            .id(id);
        if digit == '0' { key.on_hold(Touch::Digit('+')) } else { key }
    };
    let rows = KEYS.chunks(3).map(|keys| row(keys.iter().map(key).collect()).gap(8.0));
    column(rows.collect()).gap(6.0).pad(18.0, 4.0).id("dialpad")
}

fn dial(env: &Env<'_>) -> View<Touch> {
    let button = column(vec![icon(HANDSET, Color::WHITE).square(28.0).bare()])
        .centered()
        .width(120.0)
        .height(52.0)
        .radius(26.0)
        .bg(Color::rgb(0x1e8e3e))
        .class(Class::ImageButton)
        .desc(env.t("拨号", "Dial"))
        .on(Touch::Dial)
        .id("dialpad_voice_call_button");
    row(vec![button]).centered().pad(0.0, 8.0)
}
