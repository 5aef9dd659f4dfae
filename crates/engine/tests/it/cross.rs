//! The three first tasks on every kind of screen, for ten seeds: the run says `verified` and the phone's own
//! ledger agrees. A part of the cross by default, all of it with `TAPWISE_ALL=1`; `TAPWISE_SEED` moves the seeds.

use crate::desk::Desk;
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Options};

const SEEDS: u64 = 10;

fn kinds(seed: u64) -> [(&'static str, Options); 5] {
    let plain = Options { seed, ..Options::default() };
    let sized = |size| Options { size, density: Options::usual_density(size), ..plain.clone() };
    [
        ("1080x2400", plain.clone()),
        ("720x1520", sized((720, 1520))),
        ("1600x2560", sized((1600, 2560))),
        ("dark", Options { dark: true, ..plain.clone() }),
        ("font scale 1.3", Options { font_scale: 1.3, ..plain.clone() }),
    ]
}

/// The deeds that the task asks for, and no others.
fn asked(task: &str) -> Vec<Deed> {
    let opened = |package: &str| Deed::AppOpened { package: package.into() };
    match task {
        "打开微信" => vec![opened("com.tencent.mm")],
        "给张三发微信消息说你好" => vec![
            opened("com.tencent.mm"),
            Deed::MessageSent { app: "com.tencent.mm".into(), to: "张三".into(), text: "你好".into() },
        ],
        _ => vec![
            opened("com.android.settings"),
            Deed::SettingChanged {
                table: "global".into(),
                name: "airplane_mode_on".into(),
                value: "1".into(),
            },
        ],
    }
}

#[test]
fn every_task_is_verified_and_the_ledger_agrees_on_every_kind_of_screen() {
    let all = std::env::var_os("TAPWISE_ALL").is_some();
    let first = std::env::var("TAPWISE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let (mut runs, mut verified, mut agreed, mut failures) = (0, 0, 0, Vec::new());
    for seed in first..first + SEEDS {
        for (at, (kind, options)) in kinds(seed).into_iter().enumerate() {
            if !all && at as u64 != seed % 5 {
                continue;
            }
            for task in ["给张三发微信消息说你好", "打开微信", "打开设置并打开飞行模式"]
            {
                let mut desk = Desk::new(options.clone());
                let report = desk.run(task);
                runs += 1;
                verified += u32::from(report.outcome == Outcome::Verified);
                let agrees = desk.deeds() == asked(task);
                agreed += u32::from(agrees);
                if report.outcome != Outcome::Verified || !agrees {
                    failures.push(format!(
                        "seed {seed}, {kind}, {task}: {:?} {:?}",
                        report.outcome,
                        desk.deeds()
                    ));
                }
            }
        }
    }
    println!("figures {{\"runs\":{runs},\"verified\":{verified},\"ledger_agrees\":{agreed}}}");
    assert!(failures.is_empty(), "{failures:#?}");
}
