//! One alarm being set: hour and minute by buttons or typed, days, label.

use jiff::ToSpan as _;
use jiff::civil::DateTime;

use super::Touch;
use super::data::{Alarm, DAYS};
use crate::apps::basics;
use crate::apps::parts::{icon_button, text_button, title_bar};
use crate::draw::{Color, Icon};
use crate::options::Lang;
use crate::system::Env;
use crate::toolkit::{Align, Class, EnterKey, FieldSpec, Justify, View, column, field, row, scroll, text};

const HOUR: &str = "hour";
const MINUTE: &str = "minute";
const LABEL: &str = "edit_label";
const MINUS: Icon = Icon::Drawn("s 5 12 19 12");

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub of: Option<usize>,
    /// As typed, so that a half-typed number can stand there.
    hour: String,
    minute: String,
    days: [bool; 7],
    label: String,
    touched: bool,
}

impl Draft {
    /// A new alarm begins at the next full hour.
    pub fn new(now: DateTime) -> Draft {
        let next = now.checked_add(1.hour()).unwrap_or(now);
        Draft {
            of: None,
            hour: format!("{:02}", next.hour()),
            minute: "00".to_owned(),
            days: [false; 7],
            label: String::new(),
            touched: false,
        }
    }

    pub fn of(at: usize, alarm: &Alarm) -> Draft {
        Draft {
            of: Some(at),
            hour: format!("{:02}", alarm.hour),
            minute: format!("{:02}", alarm.minute),
            days: alarm.days,
            label: alarm.label.clone(),
            touched: false,
        }
    }

    pub fn is_touched(&self) -> bool {
        self.touched
    }

    /// What it says, switched on; none where the time is not one.
    pub fn alarm(&self) -> Option<Alarm> {
        Some(Alarm {
            hour: number(&self.hour, 24)?,
            minute: number(&self.minute, 60)?,
            days: self.days,
            label: self.label.trim().to_owned(),
            on: true,
        })
    }

    pub fn touch(&mut self, touch: Touch) {
        self.touched = true;
        match touch {
            Touch::Hour(by) => self.hour = stepped(&self.hour, by, 24),
            Touch::Minute(by) => self.minute = stepped(&self.minute, by, 60),
            Touch::Day(day) => {
                if let Some(day) = self.days.get_mut(day) {
                    *day = !*day;
                }
            }
            _ => {}
        }
    }

    pub fn write(&mut self, field: &str, text: &str) {
        self.touched = true;
        match field {
            HOUR => self.hour = typed(text, 24),
            MINUTE => self.minute = typed(text, 60),
            _ => self.label = text.chars().take(60).collect(),
        }
    }
}

fn number(text: &str, below: i8) -> Option<i8> {
    text.parse::<i8>().ok().filter(|number| (0..below).contains(number))
}

fn stepped(text: &str, by: i8, below: i8) -> String {
    format!("{:02}", (number(text, below).unwrap_or(0) + by).rem_euclid(below))
}

/// What stands in a field of two digits after `text` was typed into it: as in a time picker, new digits push out the
/// old ones.
fn typed(text: &str, below: i8) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let last = |count: usize| digits[digits.len().saturating_sub(count)..].to_owned();
    Some(last(2)).filter(|two| two.is_empty() || number(two, below).is_some()).unwrap_or_else(|| last(1))
}

pub fn view(draft: &Draft, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let title = match draft.of {
        Some(_) => env.t("编辑闹钟", "Edit alarm"),
        None => env.t("添加闹钟", "Add alarm"),
    };
    let mut right = Vec::new();
    if let Some(at) = draft.of {
        let delete = env.t("删除", "Delete");
        right.push(icon_button(Icon::Trash, theme.ink, delete, Touch::AskDelete(at)).id("delete"));
    }
    right.push(text_button(env.t("保存", "Save"), theme.accent, Touch::Save).id("save"));
    let hour = wheel(env, HOUR, env.t("小时", "hour"), &draft.hour, Touch::Hour);
    let minute = wheel(env, MINUTE, env.t("分钟", "minute"), &draft.minute, Touch::Minute);
    let colon = text(":").size(32.0).color(theme.ink).min_height(58.0);
    let rows = vec![
        row(vec![hour, colon, minute]).gap(8.0).align(Align::Start).justify(Justify::Center).pad(8.0, 16.0),
        text(env.t("重复", "Repeat")).size(14.0).color(theme.faint).pad(22.0, 6.0),
        days(draft, env),
        column(vec![
            text(env.t("标签", "Label")).size(14.0).color(theme.faint).pad(4.0, 0.0),
            basics::line_field(env, LABEL, env.t("添加标签", "Add a label"), &draft.label),
        ])
        .gap(5.0)
        .pad(20.0, 14.0),
    ];
    column(vec![
        title_bar(&theme, Some((env.t("返回", "Back"), Touch::Back)), title, right),
        scroll("clock.edit", rows).class(Class::ScrollView),
    ])
}

/// A number between its two buttons.
fn wheel(env: &Env<'_>, key: &'static str, label: &str, value: &str, step: fn(i8) -> Touch) -> View<Touch> {
    let theme = basics::theme(env);
    let button = |which, word: &str, by| {
        icon_button(which, theme.accent, &format!("{word}{label}"), step(by)).class(Class::ImageButton)
    };
    let spec = FieldSpec { key, hint: "--".to_owned(), enter: EnterKey::Done, password: false };
    let number = field(spec, value)
        .size(32.0)
        .color(theme.ink)
        .text_center()
        .width(70.0)
        .min_height(58.0)
        .bg(theme.field)
        .radius(12.0)
        .id(key);
    let line = row(vec![
        button(MINUS, env.t("减少", "Decrease "), -1),
        number,
        button(Icon::Plus, env.t("增加", "Increase "), 1),
    ]);
    column(vec![line, text(label).size(13.0).color(theme.faint).text_center()]).gap(4.0)
}

fn days(draft: &Draft, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let chips = DAYS.iter().enumerate().map(|(day, (short, zh, en))| {
        let on = draft.days[day];
        let (ink, paper) = if on { (Color::WHITE, Color::rgb(0x0b57d0)) } else { (theme.ink, theme.field) };
        let label = if env.lang == Lang::Zh { *short } else { *en };
        let chip = text(label)
            .class(Class::CheckBox)
            .size(if env.lang == Lang::Zh { 15.0 } else { 12.0 })
            .color(ink)
            .text_center()
            .bg(paper)
            .radius(19.0)
            .min_height(38.0)
            .grow()
            .selected(on)
            .desc(env.t(zh, en))
            .on(Touch::Day(day));
        View { checkable: true, ..chip }
    });
    row(chips.collect()).gap(5.0).pad(18.0, 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_digits_push_out_the_old_ones() {
        for (text, below, after) in [
            ("0807", 24, "07"),
            ("087", 24, "7"),
            ("718", 24, "18"),
            ("003", 60, "03"),
            ("030", 60, "30"),
            ("099", 60, "9"),
            ("", 60, ""),
            ("早上", 24, ""),
        ] {
            assert_eq!(typed(text, below), after, "{text}");
        }
    }

    #[test]
    fn an_empty_number_is_no_time_and_the_buttons_go_round() {
        let mut draft = Draft::new(jiff::civil::date(2026, 5, 1).at(23, 10, 0, 0));
        assert_eq!(draft.alarm().map(|alarm| alarm.time()).as_deref(), Some("00:00"));
        draft.touch(Touch::Hour(-1));
        draft.touch(Touch::Minute(-1));
        assert_eq!(draft.alarm().map(|alarm| alarm.time()).as_deref(), Some("23:59"));
        draft.write(MINUTE, "");
        assert_eq!(draft.alarm(), None);
    }
}
