//! Pieces that the phone's own apps share: readable second-rank colours, faces, times, tabs, questions before
//! something is gone.

use jiff::ToSpan as _;
use jiff::civil::DateTime;

use super::parts::{dialog, hairline, text_button};
use crate::cast::initial;
use crate::draw::{Color, Icon};
use crate::options::Lang;
use crate::system::{Env, Theme};
use crate::toolkit::{Align, Class, EnterKey, FieldSpec, View, column, field, icon, letter, row, text};

/// The phone's colours, where second-rank words and accents keep enough contrast to be read.
pub fn theme(env: &Env<'_>) -> Theme {
    let (faint, accent) = if env.dark { (0xa6a6a6, 0x8ab4f8) } else { (0x5f6368, 0x0b57d0) };
    Theme { faint: Color::rgb(faint), accent: Color::rgb(accent), ..env.theme() }
}

/// What cannot be taken back, and what went wrong.
pub fn danger(env: &Env<'_>) -> Color {
    Color::rgb(if env.dark { 0xff8a80 } else { 0xb3261e })
}

const FACES: [u32; 6] = [0x3d6fc4, 0xa65a1f, 0x2f7d5c, 0x8e4a86, 0xa83a4b, 0x53697d];

/// The round picture of somebody: one letter, the colour always the same for one name.
pub fn face<M>(name: &str, side: f32) -> View<M> {
    let sum: usize = name.chars().map(|ch| ch as usize).sum();
    letter(name, Color::rgb(FACES[sum % FACES.len()])).square(side).radius(side / 2.0).bare()
}

/// When something happened, as lists say it: the time today, a word for yesterday, else the date.
pub fn when(at: DateTime, env: &Env<'_>) -> String {
    let today = env.wall.date();
    if at.date() == today {
        return format!("{:02}:{:02}", at.hour(), at.minute());
    }
    if today.checked_sub(1.day()).is_ok_and(|yesterday| yesterday == at.date()) {
        return env.t("昨天", "Yesterday").to_owned();
    }
    match env.lang {
        Lang::Zh => format!("{}月{}日", at.month(), at.day()),
        Lang::En => format!("{}/{}", at.month(), at.day()),
    }
}

/// The same with the time of day, for headings.
pub fn when_exactly(at: DateTime, env: &Env<'_>) -> String {
    let day = when(at, env);
    if at.date() == env.wall.date() { day } else { format!("{day} {:02}:{:02}", at.hour(), at.minute()) }
}

/// Asks before something is done that cannot be taken back.
pub fn confirm<M>(env: &Env<'_>, title: &str, body: &str, no: (&str, M), yes: (&str, M)) -> View<M> {
    let theme = theme(env);
    let buttons = vec![text_button(no.0, theme.faint, no.1), text_button(yes.0, danger(env), yes.1)];
    dialog(&theme, title, body, buttons)
}

/// Asks before what was written is lost.
pub fn confirm_discard<M>(env: &Env<'_>, keep: M, discard: M) -> View<M> {
    confirm(
        env,
        env.t("放弃更改？", "Discard changes?"),
        env.t("所做的更改尚未保存。", "Your changes have not been saved."),
        (env.t("继续编辑", "Keep editing"), keep),
        (env.t("放弃", "Discard"), discard),
    )
}

/// The bar of tabs at the bottom: icon over label.
pub fn tab_bar<M>(env: &Env<'_>, tabs: Vec<(Icon, &str, bool, M)>) -> View<M> {
    let theme = theme(env);
    let tabs = tabs.into_iter().map(|(which, label, selected, message)| {
        let ink = if selected { theme.accent } else { theme.faint };
        column(vec![icon(which, ink).bare(), text(label).size(12.0).color(ink).lines(1)])
            .gap(3.0)
            .pad(2.0, 8.0)
            .centered()
            .grow()
            .selected(selected)
            .on(message)
    });
    column(vec![hairline(&theme), row(tabs.collect())]).bg(theme.card).id("tabs")
}

/// Icon over label, for what can be done with somebody.
pub fn action<M>(env: &Env<'_>, which: Icon, label: &str, message: M) -> View<M> {
    let theme = theme(env);
    column(vec![icon(which, theme.accent).bare(), text(label).size(13.0).color(theme.accent).lines(1)])
        .gap(5.0)
        .pad(6.0, 12.0)
        .centered()
        .grow()
        .bg(theme.field)
        .radius(12.0)
        .class(Class::Button)
        .on(message)
}

/// One line to write in, with its hint inside.
pub fn line_field<M>(env: &Env<'_>, key: &'static str, hint: &str, value: &str) -> View<M> {
    let theme = theme(env);
    let spec = FieldSpec { key, hint: hint.to_owned(), enter: EnterKey::Done, password: false };
    field(spec, value).size(16.5).color(theme.ink).bg(theme.field).radius(8.0).pad(14.0, 12.0).id(key)
}

/// A list without anything in it says so.
pub fn nothing<M>(env: &Env<'_>, words: &str) -> View<M> {
    text(words).size(15.0).color(theme(env).faint).text_center().pad(16.0, 48.0).id("empty")
}

/// The phone book's rows under their letters, as far as `query` finds them.
pub fn people<M>(env: &Env<'_>, query: &str, open: impl Fn(usize) -> M) -> Vec<View<M>> {
    let theme = theme(env);
    let mut rows = Vec::new();
    let mut section = None;
    for at in env.shelf.find(query) {
        let contact = &env.shelf.contacts[at];
        let letter = initial(&contact.name);
        if section != Some(letter) {
            section = Some(letter);
            rows.push(
                text(letter.to_string())
                    .size(13.0)
                    .bold()
                    .color(theme.accent)
                    .pads(20.0, 10.0, 20.0, 4.0)
                    .id("section"),
            );
        }
        rows.push(person_row(env, &contact.name, &contact.number).on(open(at)).id("contact_item"));
    }
    rows
}

pub fn person_row<M>(env: &Env<'_>, name: &str, below: &str) -> View<M> {
    let theme = theme(env);
    let mut words = vec![text(name).size(16.5).color(theme.ink).lines(1).id("name")];
    if !below.is_empty() {
        words.push(text(below).size(13.5).color(theme.faint).lines(1).id("number"));
    }
    row(vec![face(name, 40.0), column(words).gap(3.0).grow()])
        .gap(14.0)
        .pad(16.0, 9.0)
        .min_height(60.0)
        .align(Align::Center)
}

/// Drawings that several of these apps use.
pub const HANDSET: Icon = Icon::Drawn(
    "p 6.2 3.2 9 3.6 10.2 8 8.2 9.9 9.6 12.4 11.6 14.4 14.1 15.8 16 13.8 20.4 15 20.8 17.8 19.4 20.2 17.2 20.8 12.6 19.2 8.4 15.6 4.8 11.4 3.2 6.8 3.8 4.6",
);
pub const LETTERS: Icon =
    Icon::Drawn("p 4 5 20 5 20 16.5 10.5 16.5 6.5 20 6.5 16.5 4 16.5;S 7.5 9 16.5 9;S 7.5 12.5 13.5 12.5");
pub const PENCIL: Icon = Icon::Drawn("s 5 19 5.8 15.2 15.6 5.4 18.6 8.4 8.8 18.2 5 19;s 13.4 7.6 16.4 10.6");
