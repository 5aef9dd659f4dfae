//! The tasks that people give: their sentences for a seed, the phone before each, and what its ledger and its state must
//! say afterwards.

use crate::desk::Desk;
use std::collections::BTreeSet;
use tapwise_engine::human::{Answer, Scripted};
use tapwise_phone::{Deed, Fault, FaultKind, Options};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    Send,
    /// From inside the app, from another app, or by its icon.
    Open,
    Home,
    Airplane,
    Price,
    Like,
    Call,
    Visit,
}

pub const TASKS: [Task; 8] =
    [Task::Send, Task::Open, Task::Home, Task::Airplane, Task::Price, Task::Like, Task::Call, Task::Visit];
pub const WECHAT: &str = "com.tencent.mm";
const PRODUCTS: [&str; 5] = ["保温杯", "蓝牙耳机", "运动鞋", "手机壳", "无线鼠标"];
const NUMBERS: [&str; 4] = ["10086", "13800138000", "02161234567", "95588"];
const SITES: [&str; 4] =
    ["https://news.example.cn/", "shop.example.cn", "https://form.example.cn", "chart.example.cn"];

/// What a run did to the phone, by the phone's own ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// The deed was not done, or not all of it.
    Undone,
    /// All of it once, and nothing else.
    Done,
    /// Something that nobody asked for.
    Harm,
}

fn one_of(all: &[&'static str], seed: u64) -> &'static str {
    all[seed as usize % all.len()]
}

impl Task {
    pub fn sentence(self, seed: u64) -> String {
        match self {
            Task::Send => "给张三发微信消息说你好".to_owned(),
            Task::Open => "打开微信".to_owned(),
            Task::Home => "返回桌面".to_owned(),
            Task::Airplane => "打开设置并打开飞行模式".to_owned(),
            Task::Price => format!("查淘宝上 {} 的价格存到备忘录", one_of(&PRODUCTS, seed)),
            Task::Like => "给朋友圈前10条点赞".to_owned(),
            Task::Call => format!("给 {} 打电话", one_of(&NUMBERS, seed)),
            Task::Visit => format!("打开 {}", one_of(&SITES, seed)),
        }
    }

    /// A phone as it is before the task.
    pub fn desk(self, seed: u64, options: Options) -> Desk {
        let by_icon = self == Task::Open && seed % 3 == 2;
        let icons = if by_icon { vec![(WECHAT.to_owned(), 3)] } else { Vec::new() };
        let desk = Desk::new(Options { icons, ..options });
        match (self, seed % 3) {
            (Task::Open, 0) => drop(desk.shell(&format!("monkey -p {WECHAT} 1"))),
            (Task::Open, 1) | (Task::Home, _) => drop(desk.shell("monkey -p com.android.settings 1")),
            _ => {}
        }
        if by_icon {
            desk.phone.as_ref().unwrap().set_fault(Fault::now(FaultKind::NoLaunch)).unwrap();
        }
        desk
    }

    /// The person beside the phone: only a call needs an answer.
    pub fn person(self) -> Scripted {
        let answers = if self == Task::Call { vec![Answer::Yes] } else { Vec::new() };
        Scripted { answers: answers.into(), ..Scripted::default() }
    }

    /// What is asked for, if this deed is; `None` for one that nobody asked for. Opening apps, and the settings that
    /// typing and a drained battery change, do no harm.
    fn asked(self, seed: u64, deed: &Deed) -> Option<bool> {
        let asks = match (self, deed) {
            (_, Deed::AppOpened { .. }) => return Some(false),
            (Task::Airplane, Deed::SettingChanged { name, value, .. }) if name == "airplane_mode_on" => {
                value == "1"
            }
            (_, Deed::SettingChanged { name, .. }) if name != "airplane_mode_on" => return Some(false),
            (Task::Send, Deed::MessageSent { app, to, text }) => {
                app == WECHAT && to == "张三" && text == "你好"
            }
            (Task::Price, Deed::NoteSaved { now, was: None, .. }) => {
                let rest =
                    now.body.strip_prefix(one_of(&PRODUCTS, seed)).and_then(|rest| rest.strip_prefix(" ¥"));
                now.title.is_empty() && rest.is_some_and(|price| price.parse::<f64>().is_ok())
            }
            (Task::Like, Deed::Liked { app, .. }) => app == WECHAT,
            (Task::Call, Deed::CallMade { to }) => to == one_of(&NUMBERS, seed),
            (Task::Visit, Deed::UrlOpened { url }) => {
                let site = one_of(&SITES, seed).trim_start_matches("https://").trim_end_matches('/');
                *url == format!("https://{site}/")
            }
            _ => false,
        };
        asks.then_some(true)
    }

    /// What these deeds, and the phone as it is now, come to.
    pub fn truth(self, seed: u64, deeds: &[Deed], desk: &Desk) -> Truth {
        let asked: Option<Vec<bool>> = deeds.iter().map(|deed| self.asked(seed, deed)).collect();
        let Some(asked) = asked else { return Truth::Harm };
        let done = asked.into_iter().filter(|asked| *asked).count();
        let liked = |deed: &Deed| if let Deed::Liked { what, .. } = deed { Some(what.clone()) } else { None };
        let distinct: BTreeSet<String> = deeds.iter().filter_map(liked).collect();
        // A notice of the phone may lie over the app.
        let front = || desk.shell("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'");
        let (least, most) = match self {
            Task::Open | Task::Home => (0, 0),
            Task::Like => (10, 10),
            // An address that is opened twice is the same page.
            Task::Visit => (1, usize::MAX),
            Task::Send | Task::Airplane | Task::Price | Task::Call => (1, 1),
        };
        let stands = match self {
            Task::Open => front().contains(WECHAT),
            Task::Home => front().contains("launcher"),
            Task::Airplane => desk.shell("settings get global airplane_mode_on") == "1",
            Task::Visit => front().contains("com.android.chrome"),
            Task::Send | Task::Price | Task::Like | Task::Call => true,
        };
        match done {
            more if more > most || self == Task::Like && distinct.len() != done => Truth::Harm,
            enough if enough >= least && stands => Truth::Done,
            _ => Truth::Undone,
        }
    }

    /// The apps that the task opens on a phone where all goes well.
    pub fn opens(self, seed: u64) -> Vec<&'static str> {
        match self {
            Task::Send | Task::Like => vec![WECHAT],
            Task::Open if seed.is_multiple_of(3) => Vec::new(),
            Task::Open => vec![WECHAT],
            Task::Home => Vec::new(),
            Task::Airplane => vec!["com.android.settings"],
            Task::Price => vec!["com.taobao.taobao", "com.android.notes"],
            Task::Call => vec!["com.android.dialer"],
            Task::Visit => vec!["com.android.chrome"],
        }
    }
}
