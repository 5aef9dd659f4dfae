//! Stopwatch and timer. Both keep moments and count when they are touched: what they show is true until the next
//! touch or minute, because it names moments and measured lengths, not a second that runs.

use jiff::ToSpan as _;
use jiff::civil::DateTime;

use super::Touch;
use crate::apps::basics;
use crate::draw::{Color, Icon};
use crate::ledger::{Deed, Timing};
use crate::system::{Desk, Env, Theme};
use crate::toolkit::{Class, Justify, View, blank, column, row, scroll, text};

pub const WATCH: Icon = Icon::Drawn("c 12 13.5 7.5;s 12 13.5 12 9;s 10 3 14 3;s 12 3 12 6");
pub const GLASS: Icon = Icon::Drawn("s 6 3.5 18 3.5 18 6 6 18 6 20.5 18 20.5 18 18 6 6 6 3.5");

const LAPS_MAX: usize = 200;

#[derive(Clone, Copy, Debug)]
pub enum WatchTouch {
    Start,
    Lap,
    Stop,
    Clear,
}

#[derive(Clone, Debug, Default)]
pub struct Stopwatch {
    since: Option<DateTime>,
    /// Milliseconds of the runs before this one.
    before: i64,
    laps: Vec<i64>,
}

impl Stopwatch {
    fn millis(&self, now: DateTime) -> i64 {
        let run = self.since.map_or(0, |since| now.duration_since(since).as_millis() as i64);
        self.before + run.max(0)
    }

    pub fn touch(&mut self, touch: WatchTouch, desk: &mut Desk<'_>) {
        let now = desk.wall;
        let done = match touch {
            WatchTouch::Start => {
                self.since = Some(now);
                Timing::Started
            }
            WatchTouch::Lap if self.laps.len() < LAPS_MAX => {
                self.laps.push(self.millis(now));
                Timing::Lap
            }
            WatchTouch::Lap => return,
            WatchTouch::Stop => {
                self.before = self.millis(now);
                self.since = None;
                Timing::Stopped
            }
            WatchTouch::Clear => {
                *self = Stopwatch::default();
                Timing::Cleared
            }
        };
        desk.record(Deed::Stopwatch { done });
    }
}

fn length(millis: i64) -> String {
    format!("{:02}:{:02}.{:02}", millis / 60_000, millis / 1_000 % 60, millis / 10 % 100)
}

fn moment(at: DateTime) -> String {
    format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second())
}

/// A large word or time, and a smaller one below.
fn head(theme: &Theme, large: &str, small: &str) -> View<Touch> {
    column(vec![
        text(large).size(44.0).color(theme.ink).text_center().id("main_text"),
        text(small).size(15.0).color(theme.faint).text_center().id("sub_text"),
    ])
    .gap(6.0)
    .pads(16.0, 36.0, 16.0, 20.0)
}

fn button(label: &str, color: u32, touch: Touch) -> View<Touch> {
    text(label)
        .class(Class::Button)
        .size(16.0)
        .bold()
        .color(Color::WHITE)
        .text_center()
        .bg(Color::rgb(color))
        .radius(24.0)
        .pad(24.0, 12.0)
        .on(touch)
}

const GO: u32 = 0x0b57d0;
const HALT: u32 = 0xb3261e;
const PLAIN: u32 = 0x53606e;

pub fn watch_view(watch: &Stopwatch, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let touch = |touch| Touch::Watch(touch);
    let (large, small, buttons) = match watch.since {
        Some(since) => (
            env.t("正在计时", "Running").to_owned(),
            format!("{}{}", env.t("开始于 ", "Since "), moment(since)),
            vec![
                button(env.t("计次", "Lap"), PLAIN, touch(WatchTouch::Lap)),
                button(env.t("停止", "Stop"), HALT, touch(WatchTouch::Stop)),
            ],
        ),
        None if watch.before > 0 => (
            length(watch.before),
            env.t("已停止", "Stopped").to_owned(),
            vec![
                button(env.t("复位", "Reset"), PLAIN, touch(WatchTouch::Clear)),
                button(env.t("继续", "Resume"), GO, touch(WatchTouch::Start)),
            ],
        ),
        None => (
            length(0),
            env.t("准备就绪", "Ready").to_owned(),
            vec![button(env.t("开始", "Start"), GO, touch(WatchTouch::Start))],
        ),
    };
    let laps = watch.laps.iter().enumerate().rev().map(|(at, millis)| {
        row(vec![
            text(format!("{} {}", env.t("计次", "Lap"), at + 1)).size(15.0).color(theme.faint).grow(),
            text(length(*millis)).size(16.0).color(theme.ink),
        ])
        .pad(28.0, 9.0)
    });
    column(vec![
        head(&theme, &large, &small),
        scroll("clock.laps", laps.collect()),
        row(buttons).gap(16.0).justify(Justify::Center).pad(16.0, 18.0),
    ])
}

#[derive(Clone, Copy, Debug)]
pub enum TimerTouch {
    Minutes(i32),
    Start,
    Cancel,
}

#[derive(Clone, Debug)]
pub struct Timer {
    minutes: u32,
    until: Option<DateTime>,
}

impl Default for Timer {
    fn default() -> Self {
        Timer { minutes: 5, until: None }
    }
}

impl Timer {
    pub fn touch(&mut self, touch: TimerTouch, desk: &mut Desk<'_>) {
        let done = match touch {
            TimerTouch::Minutes(by) => {
                let before = self.minutes;
                self.minutes = before.saturating_add_signed(by).clamp(1, 600);
                if self.minutes == before {
                    return;
                }
                Timing::Set
            }
            TimerTouch::Start => {
                self.until = desk.wall.checked_add(i64::from(self.minutes).minutes()).ok();
                Timing::Started
            }
            TimerTouch::Cancel => {
                self.until = None;
                Timing::Stopped
            }
        };
        desk.record(Deed::Timer { done, minutes: self.minutes });
    }
}

pub fn timer_view(timer: &Timer, env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let touch = |touch| Touch::Timer(touch);
    let length = match env.lang {
        crate::options::Lang::Zh => format!("{} 分钟", timer.minutes),
        crate::options::Lang::En => format!("{} min", timer.minutes),
    };
    let (top, buttons) = match timer.until {
        Some(until) if env.wall >= until => (
            head(&theme, env.t("时间到", "Time is up"), &length),
            vec![button(env.t("关闭", "Dismiss"), GO, touch(TimerTouch::Cancel))],
        ),
        Some(until) => (
            head(&theme, &moment(until), &format!("{length}{}", env.t("，到时结束", ", ends at this time"))),
            vec![button(env.t("取消", "Cancel"), HALT, touch(TimerTouch::Cancel))],
        ),
        None => (
            head(&theme, &length, env.t("设定时长", "Set a length")),
            vec![button(env.t("开始", "Start"), GO, touch(TimerTouch::Start))],
        ),
    };
    let mut rows = vec![top];
    if timer.until.is_none() {
        let step = |label: &str, by| {
            text(label)
                .class(Class::Button)
                .size(15.0)
                .color(theme.ink)
                .text_center()
                .bg(theme.card)
                .radius(18.0)
                .pad(14.0, 10.0)
                .on(touch(TimerTouch::Minutes(by)))
        };
        let steps = vec![step("-10", -10), step("-1", -1), step("+1", 1), step("+10", 10)];
        rows.push(row(steps).gap(12.0).justify(Justify::Center));
    }
    rows.push(blank().grow());
    rows.push(row(buttons).gap(16.0).justify(Justify::Center).pad(16.0, 18.0));
    column(rows)
}
