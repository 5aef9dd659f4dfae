//! Eight whole tasks on every kind of screen, for ten seeds: the run says `verified`, and the phone's own ledger and
//! state agree. A part of the cross by default, all of it with `TAPWISE_ALL=1`; `TAPWISE_SEED` moves the seeds,
//! `TAPWISE_TASK` chooses the tasks whose names begin so.

use crate::desk::Desk;
use std::collections::{BTreeMap, BTreeSet};
use tapwise_engine::human::{Answer, Scripted};
use tapwise_engine::plan::{Role, Target};
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Fault, FaultKind, Lang, Options};

const SEEDS: u64 = 10;
/// By default one in so many runs is made.
const PART: u64 = 18;

fn kinds(seed: u64) -> [(&'static str, Options); 6] {
    let plain = Options { seed, ..Options::default() };
    let sized = |size| Options { size, density: Options::usual_density(size), ..plain.clone() };
    [
        ("1080x2400", plain.clone()),
        ("720x1520", sized((720, 1520))),
        ("1600x2560", sized((1600, 2560))),
        ("dark", Options { dark: true, ..plain.clone() }),
        ("font scale 1.3", Options { font_scale: 1.3, ..plain.clone() }),
        ("English", Options { lang: Lang::En, ..plain.clone() }),
    ]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
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

const TASKS: [Task; 8] =
    [Task::Send, Task::Open, Task::Home, Task::Airplane, Task::Price, Task::Like, Task::Call, Task::Visit];
const WECHAT: &str = "com.tencent.mm";
const PRODUCTS: [&str; 5] = ["保温杯", "蓝牙耳机", "运动鞋", "手机壳", "无线鼠标"];
const NUMBERS: [&str; 4] = ["10086", "13800138000", "02161234567", "95588"];
const SITES: [&str; 4] =
    ["https://news.example.cn/", "shop.example.cn", "https://form.example.cn", "chart.example.cn"];

fn one_of(all: &[&'static str], seed: u64) -> &'static str {
    all[seed as usize % all.len()]
}

impl Task {
    fn sentence(self, seed: u64) -> String {
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
    fn desk(self, seed: u64, options: Options) -> Desk {
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

    /// Whether these deeds are what the task asks for and nothing else.
    fn agrees(self, seed: u64, deeds: &[Deed], desk: &Desk) -> bool {
        let opened: BTreeSet<&str> = deeds
            .iter()
            .filter_map(
                |deed| if let Deed::AppOpened { package } = deed { Some(package.as_str()) } else { None },
            )
            .collect();
        // What typing brings about.
        let noise = |deed: &&Deed| match deed {
            Deed::AppOpened { .. } => true,
            Deed::SettingChanged { name, .. } => name != "airplane_mode_on",
            _ => false,
        };
        let others: Vec<&Deed> = deeds.iter().filter(|deed| !noise(deed)).collect();
        let front = desk.shell("dumpsys window | grep mCurrentFocus");
        match self {
            Task::Send => {
                let sent =
                    Deed::MessageSent { app: WECHAT.into(), to: "张三".into(), text: "你好".into() };
                opened == [WECHAT].into() && others == [&sent]
            }
            Task::Open if seed.is_multiple_of(3) => deeds.is_empty() && front.contains(WECHAT),
            Task::Open => opened == [WECHAT].into() && others.is_empty() && front.contains(WECHAT),
            Task::Home => deeds.is_empty() && front.contains("launcher"),
            Task::Airplane => {
                let on = [Deed::SettingChanged {
                    table: "global".into(),
                    name: "airplane_mode_on".into(),
                    value: "1".into(),
                }];
                opened == ["com.android.settings"].into()
                    && others == on.iter().collect::<Vec<_>>()
                    && desk.shell("settings get global airplane_mode_on") == "1"
            }
            Task::Price => {
                let note = match others.as_slice() {
                    [Deed::NoteSaved { title, body }] if title.is_empty() => body,
                    _ => return false,
                };
                let price =
                    note.strip_prefix(one_of(&PRODUCTS, seed)).and_then(|rest| rest.strip_prefix(" ¥"));
                opened == ["com.android.notes", "com.taobao.taobao"].into()
                    && price.is_some_and(|price| price.parse::<f64>().is_ok())
            }
            Task::Like => {
                let liked = |deed: &&Deed| {
                    if let Deed::Liked { what, .. } = deed { Some(what.clone()) } else { None }
                };
                let distinct: BTreeSet<String> = others.iter().filter_map(liked).collect();
                opened == [WECHAT].into() && others.len() == 10 && distinct.len() == 10
            }
            Task::Call => others == [&Deed::CallMade { to: one_of(&NUMBERS, seed).into() }],
            Task::Visit => {
                let site = one_of(&SITES, seed).trim_start_matches("https://").trim_end_matches('/');
                let visited = format!("https://{site}/");
                others == [&Deed::UrlOpened { url: visited }] && front.contains("com.android.chrome")
            }
        }
    }
}

#[test]
fn every_task_is_verified_and_the_ledger_agrees_on_every_kind_of_screen() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let first = std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let chosen = std::env::var("TAPWISE_TASK").unwrap_or_default();
    let (mut runs, mut verified, mut agreed, mut failures) = (0, 0, 0, Vec::new());
    let mut per_task: BTreeMap<Task, (u32, u32, f64)> = BTreeMap::new();
    for seed in first..first + SEEDS {
        for (at, (kind, options)) in kinds(seed).into_iter().enumerate() {
            for (number, task) in TASKS.into_iter().enumerate() {
                let named = format!("{task:?}").to_lowercase().starts_with(&chosen.to_lowercase());
                let in_part = (seed * 6 + at as u64 * 7 + number as u64).is_multiple_of(PART);
                if !named || !(all || in_part) {
                    continue;
                }
                let begun = std::time::Instant::now();
                let mut desk = task.desk(seed, options.clone());
                let before = desk.deeds().len();
                // Only a call needs a person, and one answer.
                let answers = if task == Task::Call { vec![Answer::Yes] } else { Vec::new() };
                let mut person = Scripted { answers: answers.into(), ..Scripted::default() };
                let report = desk.run_with(&task.sentence(seed), &mut person).unwrap();
                let done = report.outcome == Outcome::Verified;
                let agrees = task.agrees(seed, &desk.deeds()[before..], &desk);
                runs += 1;
                verified += u32::from(done);
                agreed += u32::from(agrees);
                let row = per_task.entry(task).or_default();
                *row = (row.0 + 1, row.1 + u32::from(done && agrees), row.2 + begun.elapsed().as_secs_f64());
                if !done || !agrees || person.asked.len() != usize::from(task == Task::Call) {
                    let deeds = &desk.deeds()[before..];
                    failures.push(format!("seed {seed}, {kind}, {task:?}: {:?} {deeds:?}", report.outcome));
                }
            }
        }
    }
    for (task, (runs, well, seconds)) in &per_task {
        println!(
            "{:<10}{well:>4} of {runs:<4}{:>7.1} s each",
            format!("{task:?}"),
            seconds / f64::from(*runs)
        );
    }
    println!("figures {{\"runs\":{runs},\"verified\":{verified},\"ledger_agrees\":{agreed}}}");
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn a_contact_who_is_missing_or_only_looks_alike_gets_nothing_and_nobody_else_does() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let mut runs = 0;
    for seed in 0..SEEDS {
        for (at, (kind, options)) in kinds(seed).into_iter().enumerate() {
            // 章三, 张三丰 and 李四光 are there, these are not.
            for (number, name) in ["章三丰", "李四四", "张三公司", "欧阳不存在"].into_iter().enumerate()
            {
                let in_part = number as u64 == seed % 4 && at as u64 == seed % 6 && seed < 4;
                if !(all || in_part) {
                    continue;
                }
                let mut desk = Desk::new(options.clone());
                let report = desk.run(&format!("给{name}发微信消息说你好"));
                let ended = matches!(report.outcome, Outcome::Failed(_) | Outcome::NeedsUser(_));
                assert!(ended, "seed {seed}, {kind}, {name}: {:?}", report.outcome);
                assert_eq!(desk.sent(), [], "seed {seed}, {kind}, {name}");
                runs += 1;
            }
        }
    }
    println!("figures {{\"unknown_contact_runs\":{runs},\"wrong_sends\":0}}");
}

#[test]
fn an_app_that_is_logged_out_sends_nothing_and_no_one_is_logged_in() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let mut runs = 0;
    for seed in 0..if all { SEEDS } else { 2 } {
        let (kind, options) = kinds(seed)[seed as usize % 6].clone();
        let mut desk = Desk::new(options);
        desk.shell(&format!("monkey -p {WECHAT} 1"));
        let tab = |zh: &str, en: &str| Target {
            names: vec![zh.into(), en.into()],
            role: Some(Role::Tab),
            ..Target::default()
        };
        let named = |zh: &str, en: &str| Target { role: Some(Role::Button), ..tab(zh, en) };
        desk.tap(&tab("我", "Me"));
        desk.tap(&named("设置", "Settings"));
        desk.tap(&named("退出登录", "Log Out"));
        desk.tap(&Target {
            names: vec!["退出".into(), "退出登录".into(), "确定".into(), "Log Out".into(), "OK".into()],
            role: Some(Role::Button),
            ..Target::default()
        });
        assert!(desk.deeds().contains(&Deed::SignedOut { app: WECHAT.into() }), "seed {seed}, {kind}");
        for task in ["给张三发微信消息说你好", "给朋友圈前10条点赞"] {
            let report = desk.run(task);
            let ended = matches!(report.outcome, Outcome::Failed(_) | Outcome::NeedsUser(_));
            assert!(ended, "seed {seed}, {kind}, {task}: {:?}", report.outcome);
            runs += 1;
        }
        let wrong = |deed: &Deed| {
            matches!(deed, Deed::MessageSent { .. } | Deed::Liked { .. } | Deed::SignedIn { .. })
        };
        assert!(!desk.deeds().iter().any(wrong), "seed {seed}, {kind}: {:?}", desk.deeds());
    }
    println!("figures {{\"logged_out_runs\":{runs},\"logged_out_sends\":0}}");
}
