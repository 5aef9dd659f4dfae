//! Whole tasks: what the run says and what the phone's own ledger says must be the same.

use crate::desk::Desk;
use tapwise_engine::app;
use tapwise_engine::run::judge;
use tapwise_engine::screen::{Foreground, Frame, Screen, parse_hierarchy};
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Lang, Options};

const SEND: &str = "给张三发微信消息说你好";
const AIRPLANE: &str = "打开设置并打开飞行模式";

/// The screens of the five kinds that must work, as options for a seed.
fn variants(seed: u64) -> [Options; 6] {
    let plain = Options { seed, ..Options::default() };
    [
        plain.clone(),
        Options { size: (720, 1520), density: 320, ..plain.clone() },
        Options { size: (1600, 2560), density: 320, ..plain.clone() },
        Options { dark: true, ..plain.clone() },
        Options { font_scale: 1.3, ..plain.clone() },
        Options { lang: Lang::En, ..plain },
    ]
}

fn pair(to: &str, text: &str) -> (String, String) {
    (to.to_owned(), text.to_owned())
}

fn airplane_changes(desk: &Desk) -> Vec<String> {
    let value = |deed| match deed {
        Deed::SettingChanged { name, value, .. } if name == "airplane_mode_on" => Some(value),
        _ => None,
    };
    desk.deeds().into_iter().filter_map(value).collect()
}

#[test]
fn a_message_is_sent_once_and_verified_on_every_kind_of_screen() {
    for seed in 0..10 {
        let [first, second] = [seed % 6, (seed + 3) % 6].map(|at| variants(seed)[at as usize].clone());
        for options in [first, second] {
            let told = format!("{options:?}");
            let mut desk = Desk::new(options);
            let report = desk.run(SEND);
            assert_eq!(report.outcome, Outcome::Verified, "{told}");
            assert_eq!(desk.sent(), [pair("张三", "你好")], "{told}");
        }
    }
}

#[test]
fn airplane_mode_is_switched_on_and_the_phone_agrees() {
    for (seed, options) in (0..6).map(|seed| (seed, variants(seed)[seed as usize].clone())) {
        let mut desk = Desk::new(options);
        let report = desk.run(AIRPLANE);
        assert_eq!(report.outcome, Outcome::Verified, "seed {seed}");
        assert_eq!(airplane_changes(&desk), ["1"], "seed {seed}");
        assert_eq!(desk.shell("settings get global airplane_mode_on"), "1");
    }
}

#[test]
fn a_switch_that_is_right_already_is_left_alone() {
    let mut desk = Desk::with_seed(3);
    desk.run(AIRPLANE);
    assert_eq!(desk.run("打开飞行模式").outcome, Outcome::Verified);
    assert_eq!(airplane_changes(&desk), ["1"], "no second change");
    assert_eq!(desk.run("关闭飞行模式").outcome, Outcome::Verified);
    assert_eq!(airplane_changes(&desk), ["1", "0"]);
}

#[test]
fn an_app_is_opened_and_in_front() {
    let mut desk = Desk::with_seed(1);
    let report = desk.run("打开微信");
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!(report.evidence, ["foreground com.tencent.mm"]);
    assert!(desk.shell("dumpsys window | grep mCurrentFocus").contains("com.tencent.mm"));
}

#[test]
fn a_contact_who_does_not_exist_ends_as_failed_with_nothing_sent() {
    for seed in 0..3 {
        let mut desk = Desk::with_seed(seed);
        let report = desk.run("给欧阳不存在发微信消息说你好");
        assert!(
            matches!(&report.outcome, Outcome::Failed(why) if why.contains("欧阳不存在")),
            "{:?}",
            report.outcome
        );
        assert!(desk.sent().is_empty());
    }
}

#[test]
fn the_same_message_twice_is_two_messages_and_both_are_seen() {
    let mut desk = Desk::with_seed(5);
    for count in 1..=3 {
        let report = desk.run(SEND);
        assert_eq!(report.outcome, Outcome::Verified, "message {count}");
        assert_eq!(desk.sent().len(), count);
    }
}

#[test]
fn a_task_begins_wherever_the_app_was_left() {
    let mut desk = Desk::with_seed(7);
    assert_eq!(desk.run("给李四发微信说在吗").outcome, Outcome::Verified);
    // The chat with 李四 is open now.
    assert_eq!(desk.run("微信告诉妈妈：今晚回家吃饭！").outcome, Outcome::Verified);
    assert_eq!(desk.sent(), [pair("李四", "在吗"), pair("妈妈", "今晚回家吃饭！")]);
}

#[test]
fn odd_messages_arrive_exactly() {
    for message in
        ["100%sure; rm -rf / $(reboot)", "it's \"quoted\"", "👍🏽 好 的", "{contact}", "a=b&c|d<e>f`g`"]
    {
        let mut desk = Desk::with_seed(2);
        let report = desk.run(&format!("给张三发微信说{message}"));
        assert_eq!(report.outcome, Outcome::Verified, "{message}");
        assert_eq!(desk.sent(), [pair("张三", message)]);
    }
}

#[test]
fn the_evidence_of_a_message_says_that_it_is_new() {
    let mut desk = Desk::with_seed(6);
    let report = desk.run(SEND);
    assert!(report.evidence.iter().any(|seen| seen == "a new element “你好”"), "{:?}", report.evidence);
}

#[test]
fn a_phone_that_sleeps_is_woken_before_the_first_step() {
    let mut desk = Desk::with_seed(0);
    desk.shell("input keyevent 223");
    assert_eq!(desk.run("打开微信").outcome, Outcome::Verified);
}

/// The chat with 张三 after a message, with one more thing in it.
fn chat_with(extra: &str) -> Screen {
    let inner = format!(
        r#"<node text="张三" bounds="[400,100][600,160]"/><node text="你好" bounds="[500,400][900,500]"/>{extra}<node class="android.widget.EditText" bounds="[0,2200][800,2300]"/>"#
    );
    let tree = parse_hierarchy(format!("<hierarchy>{inner}</hierarchy>").as_bytes()).unwrap();
    let app = Some(Foreground { package: "com.tencent.mm".into(), activity: "x".into() });
    Screen { tree: Some(tree), app, ..Screen::empty(Frame { width: 1080, height: 2400, rotation: 0 }) }
}

#[test]
fn a_message_that_carries_a_mark_of_failure_is_not_sent() {
    let apps = app::load(None).unwrap();
    let plan = app::route(&apps, SEND).unwrap().plan().unwrap();
    let sent = chat_with("");
    assert!(judge(plan.goal.as_ref().unwrap(), &sent, &sent).is_met());
    let last = plan.steps.last().unwrap().expect.clone().unwrap();
    let before = Screen { tree: parse_hierarchy(b"<hierarchy><node/></hierarchy>").ok(), ..sent.clone() };
    assert!(judge(&last, &before, &sent).is_met());
    let blind = Screen { tree: None, ..sent.clone() };
    assert!(!judge(&last, &blind, &sent).is_met(), "what was there before was not read");
    for mark in ["重发", "发送失败", "Resend", "Failed to send"] {
        for attribute in ["content-desc", "text"] {
            let failed = chat_with(&format!(r#"<node {attribute}="{mark}" bounds="[400,420][460,480]"/>"#));
            assert!(!judge(plan.goal.as_ref().unwrap(), &failed, &failed).is_met(), "{mark}");
            assert!(!judge(&last, &before, &failed).is_met(), "{mark}");
        }
    }
}

#[test]
fn every_look_and_gesture_is_on_record() {
    let mut desk = Desk::with_seed(4);
    let report = desk.run(SEND);
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let events: Vec<serde_json::Value> =
        trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&events[0]["event"], &events[0]["version"]), (&"started".into(), &1.into()));
    let looks: Vec<_> = events.iter().filter(|event| event["event"] == "looked").collect();
    assert_eq!(looks.len(), report.looks as usize);
    let pictured = looks.iter().filter_map(|look| look["picture"].as_str());
    assert!(pictured.clone().count() >= report.steps, "a picture that is there is not taken twice");
    for file in looks.iter().filter_map(|look| look["tree"].as_str()).chain(pictured) {
        assert!(report.folder.join(file).is_file(), "{file}");
    }
    assert!(looks.iter().all(|look| look["tree"].is_string()));
    let sends: Vec<_> = events.iter().filter(|e| e["event"] == "intended" && e["effect"] == "send").collect();
    assert_eq!(sends.len(), 1);
    let last = events.last().unwrap();
    assert_eq!((&last["event"], &last["outcome"]), (&"ended".into(), &"verified".into()));
}

#[test]
fn a_message_that_did_not_leave_the_phone_is_not_called_sent() {
    let mut desk = Desk::with_seed(8);
    assert_eq!(desk.run(AIRPLANE).outcome, Outcome::Verified);
    let report = desk.run(SEND);
    assert!(matches!(report.outcome, Outcome::Unverified(_)), "{:?}", report.outcome);
    assert!(desk.sent().is_empty());
}
