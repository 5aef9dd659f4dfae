//! Seed 001's levels on the phone: steps that need no eyes go back to back, and are judged on the look that comes next.

use crate::desk::Desk;
use std::fs;
use tapwise_engine::human::{Answer, Scripted};
use tapwise_engine::run::Report;
use tapwise_engine::trace::Outcome;
use tapwise_phone::Deed;

fn desk_with(steps: &str, goal: &str) -> Desk {
    let desk = Desk::with_seed(1);
    let folder = desk.home.path().join("apps/probe");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.yaml"), "packages: [com.android.settings]\nnames: {zh: [探针]}\n").unwrap();
    let tasks = format!("tasks:\n- name: probe\n  patterns: [探一探]\n  steps:\n{steps}\n  goal: {goal}\n");
    fs::write(folder.join("tasks.yaml"), tasks).unwrap();
    desk
}

/// What happened, in short: `look`, or the step of a gesture or judgement.
fn told(report: &Report) -> Vec<String> {
    let text = fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let short = |event: serde_json::Value| match event["event"].as_str().unwrap() {
        "looked" => Some("look".to_owned()),
        "intended" => Some(format!("make {}", event["step"])),
        "judged" => Some(format!("judge {}", event["step"])),
        _ => None,
    };
    lines.filter_map(short).collect()
}

const BLIND: &str = "  - {action: launch_app, params: {package: com.tencent.mm}}
  - {action: go_home}
  - {action: launch_app, params: {package: com.android.settings}}
  - {action: wait, params: {duration: 300}}
  - {action: tap, target_ref: 显示}";

#[test]
fn seed_001_a_run_of_steps_without_eyes_takes_no_look_and_is_judged_on_the_next() {
    let goal = "{app: com.android.settings}";
    let mut desk = desk_with(BLIND, goal);
    let quick = desk.run("探一探");
    assert_eq!(quick.outcome, Outcome::Verified);
    let told = told(&quick);
    let from = told.iter().position(|one| one == "make 1").unwrap();
    let to = told.iter().position(|one| one == "make 3").unwrap();
    assert_eq!(told[from..=to], ["make 1", "make 2", "make 2", "make 3"], "{told:?}");
    let judged: Vec<_> = told.iter().filter(|one| one.starts_with("judge")).collect();
    assert_eq!(judged, ["judge 1", "judge 2", "judge 3", "judge 4", "judge 5"], "{told:?}");
    assert_eq!(quick.steps, 5);

    // The same steps, each of them told to show something of its own.
    let seen = BLIND
        .replace("mm}}", "mm}, expect: {app: com.tencent.mm, gone: [zzz]}}")
        .replace("go_home}", "go_home, expect: {home: true, gone: [zzz]}}")
        .replace("settings}}", "settings}, expect: {app: com.android.settings, gone: [zzz]}}");
    let slow = desk_with(&seen, goal).run("探一探");
    assert_eq!(slow.outcome, Outcome::Verified);
    assert!(quick.looks + 2 <= slow.looks, "{} looks, {} before", quick.looks, slow.looks);
}

#[test]
fn an_app_that_did_not_come_to_the_front_is_noticed_on_the_next_look() {
    let steps = "  - {action: go_home}
  - {action: launch_app, params: {package: com.android.settings}}
  - {action: wait, params: {duration: 100}}
  - {action: tap, target_ref: 显示}";
    let mut desk = desk_with(steps, "{app: com.android.settings}");
    desk.shell("pm disable-user --user 0 com.android.settings");
    let report = desk.run("探一探");
    assert!(!matches!(report.outcome, Outcome::Verified), "{:?}", report.outcome);
    assert!(!told(&report).iter().any(|one| one == "make 4"), "nothing is touched in another app");
}

#[test]
fn what_the_gate_stops_is_looked_at_before_and_after() {
    let steps = "  - {action: go_home}
  - {action: wait, params: {duration: 100}}
  - {action: call, params: {number: '10086'}}
  - {action: wait, params: {duration: 100}}
  - {action: go_home}";
    let mut desk = desk_with(steps, "{home: true}");
    let mut person = Scripted { answers: [Answer::Yes].into(), ..Scripted::default() };
    let report = desk.run_with("探一探", &mut person).unwrap();
    let told = told(&report);
    let call = told.iter().position(|one| one == "make 3");
    let call = call.unwrap_or_else(|| panic!("{:?} {told:?}", report.outcome));
    assert_eq!((told[call - 1].as_str(), told[call + 1].as_str()), ("look", "look"), "{told:?}");
    assert_eq!(person.asked.len(), 1);
    assert!(desk.deeds().iter().any(|deed| matches!(deed, Deed::CallMade { .. })), "{:?}", desk.deeds());
}
