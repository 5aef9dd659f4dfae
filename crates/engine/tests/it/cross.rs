//! Eight whole tasks on every kind of screen, for ten seeds: the run says `verified`, and the phone's own ledger and
//! state agree. A part of the cross by default, all of it with `TAPWISE_ALL=1`; `TAPWISE_SEED` moves the seeds,
//! `TAPWISE_TASK` chooses the tasks whose names begin so.

use crate::desk::Desk;
use crate::errands::{TASKS, Task, Truth, WECHAT};
use std::collections::BTreeMap;
use tapwise_engine::plan::{Role, Target};
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Lang, Options};

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

/// The apps that were opened, each once.
fn opened(deeds: &[Deed]) -> Vec<&str> {
    let mut packages = Vec::new();
    for deed in deeds {
        if let Deed::AppOpened { package } = deed
            && !packages.contains(&package.as_str())
        {
            packages.push(package.as_str());
        }
    }
    packages
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
                let mut person = task.person();
                let report = desk.run_with(&task.sentence(seed), &mut person).unwrap();
                let done = report.outcome == Outcome::Verified;
                let deeds = desk.deeds().split_off(before);
                let agrees =
                    task.truth(seed, &deeds, &desk) == Truth::Done && opened(&deeds) == task.opens(seed);
                runs += 1;
                verified += u32::from(done);
                agreed += u32::from(agrees);
                let row = per_task.entry(task).or_default();
                *row = (row.0 + 1, row.1 + u32::from(done && agrees), row.2 + begun.elapsed().as_secs_f64());
                if !done || !agrees || person.asked.len() != usize::from(task == Task::Call) {
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
