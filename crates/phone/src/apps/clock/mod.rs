//! 时钟: alarms, the time elsewhere, a stopwatch and a timer. A page is drawn anew when it is touched and when the
//! minute turns, so stopwatch and timer tell moments ("since", "until") and never a second that runs.

mod alarms;
mod data;
mod edit;
mod timing;
mod world;

use super::basics;
use super::parts::{icon_button, title_bar};
use crate::draw::{Color, Icon};
use crate::ledger::{Day, Deed};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{View, column};
use data::Alarm;
use edit::Draft;
use timing::{Stopwatch, Timer};

const FACE: Icon = Icon::Drawn("c 12 12 8.8;s 12 6.5 12 12 16 14.5");

static FACTS: Facts = Facts {
    package: "com.android.deskclock",
    label_zh: "时钟",
    label_en: "Clock",
    icon: FACE,
    icon_ink: Color::WHITE,
    icon_background: Color::rgb(0x3c4c78),
    activity: ".DeskClock",
    version: "7.5",
    scrambled: false,
    system: true,
    installed: true,
    links: &[],
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Alarms,
    World,
    Stopwatch,
    Timer,
}

#[derive(Clone, Copy, Debug)]
pub enum Touch {
    Tab(Tab),
    New,
    Open(usize),
    Switch(usize),
    AskDelete(usize),
    Delete,
    Hour(i8),
    Minute(i8),
    Day(usize),
    Save,
    Discard,
    Keep,
    Watch(timing::WatchTouch),
    Timer(timing::TimerTouch),
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Delete(usize),
    Discard,
}

pub struct Clock {
    seed: u64,
    tab: Tab,
    alarms: Vec<Alarm>,
    cities: Vec<usize>,
    draft: Option<Draft>,
    question: Option<Question>,
    watch: Stopwatch,
    timer: Timer,
}

impl Clock {
    pub fn new(seed: u64) -> Clock {
        let (alarms, cities) = data::fill(seed);
        Clock {
            seed,
            tab: Tab::Alarms,
            alarms,
            cities,
            draft: None,
            question: None,
            watch: Stopwatch::default(),
            timer: Timer::default(),
        }
    }

    /// Puts the draft among the alarms. There is one alarm for one time: what was set for it before gives way.
    fn save(&mut self, desk: &mut Desk<'_>) {
        let Some(draft) = &self.draft else { return };
        let Some(alarm) = draft.alarm() else {
            return desk.toast(desk.t("请输入正确的时间", "Enter a valid time").to_owned());
        };
        let is_unchanged = draft.of.and_then(|at| self.alarms.get(at)).is_some_and(|old| *old == alarm);
        let of = draft.of;
        self.draft = None;
        if is_unchanged {
            return;
        }
        let edited = of.filter(|at| *at < self.alarms.len()).map(|at| self.alarms.remove(at));
        let same = self.alarms.iter().position(|other| other.time() == alarm.time());
        let given_way = same.map(|at| self.alarms.remove(at));
        let was = match (edited, given_way) {
            (Some(edited), Some(other)) => {
                desk.record(gone(&other));
                Some(edited)
            }
            (edited, given_way) => edited.or(given_way),
        };
        desk.record(Deed::AlarmSet { now: alarm.facts(), was: was.map(|was| was.facts()) });
        desk.toast(format!("{}{}", desk.t("闹钟已设置：", "Alarm set for "), alarm.time()));
        desk.notify(desk.t("下一个闹钟", "Upcoming alarm").to_owned(), alarm.time());
        self.alarms.push(alarm);
        self.alarms.sort_by_key(|alarm| (alarm.hour, alarm.minute));
    }

    fn switch(&mut self, at: usize, desk: &mut Desk<'_>) {
        let Some(alarm) = self.alarms.get_mut(at) else { return };
        let was = Some(alarm.facts());
        alarm.on = !alarm.on;
        desk.record(Deed::AlarmSet { now: alarm.facts(), was });
    }

    fn delete(&mut self, desk: &mut Desk<'_>) {
        let Some(Question::Delete(at)) = self.question.take() else { return };
        if at >= self.alarms.len() {
            return;
        }
        let alarm = self.alarms.remove(at);
        self.draft = None;
        desk.record(gone(&alarm));
    }
}

fn gone(alarm: &Alarm) -> Deed {
    let days = Day::ALL.into_iter().zip(alarm.days).filter(|(_, rings)| *rings);
    let days: Vec<String> = days.map(|(day, _)| format!("{day:?}").to_lowercase()).collect();
    let which = [days.join(" "), alarm.label.clone()];
    Deed::Deleted {
        app: FACTS.package.to_owned(),
        kind: "alarm".to_owned(),
        what: alarm.time(),
        which: which.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "),
    }
}

impl App for Clock {
    type Message = Touch;

    fn facts(&self) -> &Facts {
        &FACTS
    }

    fn page(&self) -> Page {
        match &self.draft {
            Some(draft) => {
                Page { activity: ".alarms.EditAlarmActivity", name: format!("{:?}", draft.of), depth: 1 }
            }
            None => Page { activity: FACTS.activity, name: format!("{:?}", self.tab), depth: 0 },
        }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        let theme = env.theme();
        Backdrop::Plain(if env.dark || self.draft.is_none() { theme.page } else { theme.card })
    }

    fn view(&self, env: &Env<'_>) -> View<Touch> {
        if let Some(draft) = &self.draft {
            return edit::view(draft, env);
        }
        let (title, body) = match self.tab {
            Tab::Alarms => (env.t("闹钟", "Alarm"), alarms::view(&self.alarms, env)),
            Tab::World => (env.t("世界时钟", "World clock"), world::view(&self.cities, env)),
            Tab::Stopwatch => (env.t("秒表", "Stopwatch"), timing::watch_view(&self.watch, env)),
            Tab::Timer => (env.t("计时器", "Timer"), timing::timer_view(&self.timer, env)),
        };
        let tab = |which, label, tab| (which, label, self.tab == tab, Touch::Tab(tab));
        let tabs = vec![
            tab(Icon::Bell, env.t("闹钟", "Alarm"), Tab::Alarms),
            tab(Icon::Globe, env.t("世界时钟", "World"), Tab::World),
            tab(timing::WATCH, env.t("秒表", "Stopwatch"), Tab::Stopwatch),
            tab(timing::GLASS, env.t("计时器", "Timer"), Tab::Timer),
        ];
        let theme = basics::theme(env);
        let add = || icon_button(Icon::Plus, theme.ink, env.t("添加闹钟", "Add alarm"), Touch::New).id("add");
        let right = (self.tab == Tab::Alarms).then(add).into_iter().collect();
        let bar = title_bar(&theme, None, title, right);
        column(vec![bar, body.grow(), basics::tab_bar(env, tabs)])
    }

    fn dialog(&self, env: &Env<'_>) -> Option<View<Touch>> {
        match self.question? {
            Question::Delete(at) => {
                let time = self.alarms.get(at)?.time();
                Some(basics::confirm(
                    env,
                    env.t("删除闹钟？", "Delete alarm?"),
                    &format!("{}{time}", env.t("将删除闹钟 ", "This deletes the alarm ")),
                    (env.t("取消", "Cancel"), Touch::Keep),
                    (env.t("删除", "Delete"), Touch::Delete),
                ))
            }
            Question::Discard => Some(basics::confirm_discard(env, Touch::Keep, Touch::Discard)),
        }
    }

    fn on(&mut self, message: Touch, desk: &mut Desk<'_>) {
        match message {
            Touch::Tab(tab) => self.tab = tab,
            Touch::New => self.draft = Some(Draft::new(desk.wall)),
            Touch::Open(at) => self.draft = self.alarms.get(at).map(|alarm| Draft::of(at, alarm)),
            Touch::Switch(at) => self.switch(at, desk),
            Touch::AskDelete(at) => self.question = Some(Question::Delete(at)),
            Touch::Delete => self.delete(desk),
            Touch::Hour(_) | Touch::Minute(_) | Touch::Day(_) => {
                if let Some(draft) = &mut self.draft {
                    draft.touch(message);
                }
            }
            Touch::Save => self.save(desk),
            Touch::Discard => (self.draft, self.question) = (None, None),
            Touch::Keep => self.question = None,
            Touch::Watch(touch) => self.watch.touch(touch, desk),
            Touch::Timer(touch) => self.timer.touch(touch, desk),
            Touch::Back => {
                self.back(desk);
            }
        }
    }

    fn edit(&mut self, field: &'static str, text: String, _desk: &mut Desk<'_>) {
        if let Some(draft) = &mut self.draft {
            draft.write(field, &text);
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        if self.question.take().is_some() {
            return true;
        }
        match &self.draft {
            Some(draft) if draft.is_touched() => self.question = Some(Question::Discard),
            Some(_) => self.draft = None,
            None => return false,
        }
        true
    }

    fn stopped(&mut self) {
        (self.tab, self.draft, self.question) = (Tab::Alarms, None, None);
    }

    fn reset(&mut self) {
        *self = Clock::new(self.seed);
    }
}
