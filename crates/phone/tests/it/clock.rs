//! 时钟 by raw commands: alarms are set, switched and deleted as the ledger says.

use tapwise_phone::{AlarmFacts, Day, Deed, Options, Timing};

use crate::kit::{Client, options};

const PACKAGE: &str = "com.android.deskclock";

fn alarm(alarm: &str, on: bool, days: &[Day], label: &str) -> AlarmFacts {
    AlarmFacts { alarm: alarm.into(), on, days: days.to_vec(), label: label.into() }
}

fn set(now: AlarmFacts, was: Option<AlarmFacts>) -> Deed {
    Deed::AlarmSet { now, was }
}

/// The alarm that every phone has.
fn morning(on: bool) -> AlarmFacts {
    alarm("07:00", on, &Day::ALL[..5], "起床")
}

fn type_time(client: &Client, hour: &str, minute: &str) {
    client.tap_at(&client.field(0));
    client.commit(hour);
    client.tap_at(&client.field(1));
    client.commit(minute);
}

#[test]
fn an_alarm_is_set_by_typing_its_time() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        client.open(PACKAGE);
        client.tap("添加闹钟");
        type_time(&client, "7", "30");
        client.tap("周一");
        client.tap("周三");
        client.tap_at(&client.field(2));
        client.commit("晨跑");
        assert_eq!(client.deeds(), []);
        client.tap("保存");
        assert_eq!(
            client.deeds(),
            [set(alarm("07:30", true, &[Day::Mon, Day::Wed], "晨跑"), None)],
            "seed {seed}"
        );
        assert!(client.find("07:30").is_some() && client.find("晨跑，周一 周三").is_some());
    }
}

#[test]
fn an_alarm_is_set_by_the_buttons_too() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("07:00");
    client.tap("增加小时");
    client.tap("减少分钟");
    client.tap("保存");
    let moved = AlarmFacts { alarm: "08:59".into(), ..morning(true) };
    assert_eq!(client.deeds(), [set(moved, Some(morning(true)))]);
    assert!(client.find("07:00").is_none(), "the alarm moved, it was not doubled");
}

#[test]
fn no_time_is_no_alarm_and_leaving_asks_first() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("添加闹钟");
    client.tap_at(&client.field(1));
    client.sh("ime set com.android.adbkeyboard/.AdbIME && am broadcast -a ADB_CLEAR_TEXT");
    client.tap("保存");
    assert!(client.find("保存").is_some(), "an empty minute is not saved");
    client.sh("input keyevent BACK BACK");
    client.tap("放弃");
    assert!(client.find("07:00").is_some());
    assert_eq!(client.deeds(), []);
}

#[test]
fn a_switch_turns_one_alarm_and_the_same_time_again_turns_it_on() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        client.open(PACKAGE);
        let checked = || client.find("闹钟开关 07:00").expect("a switch").checked;
        assert!(checked());
        client.tap("闹钟开关 07:00");
        assert!(!checked());
        client.tap("添加闹钟");
        type_time(&client, "07", "00");
        client.tap("保存");
        assert!(checked());
        let rows = client.seen().iter().filter(|seen| seen.text == "07:00").count();
        assert_eq!(rows, 1, "one alarm for one time");
        let again = set(alarm("07:00", true, &[], ""), Some(morning(false)));
        assert_eq!(client.deeds(), [set(morning(false), Some(morning(true))), again]);
    }
}

#[test]
fn an_alarm_that_is_moved_onto_another_ends_it() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("07:00");
    type_time(&client, "08", "30");
    client.tap("保存");
    let [gone, moved] = &client.deeds()[..] else { panic!("{:?}", client.deeds()) };
    assert!(matches!(gone, Deed::Deleted { what, .. } if what == "08:30"), "{gone:?}");
    let now = AlarmFacts { alarm: "08:30".into(), ..morning(true) };
    assert_eq!(*moved, set(now, Some(morning(true))));
}

#[test]
fn an_alarm_goes_only_after_the_question() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("08:30");
    client.tap("删除");
    client.tap("取消");
    assert_eq!(client.deeds(), []);
    client.tap("删除");
    client.tap("删除");
    let deed = Deed::Deleted {
        app: PACKAGE.into(),
        kind: "alarm".into(),
        what: "08:30".into(),
        which: "sat sun".into(),
    };
    assert_eq!(client.deeds(), [deed]);
    assert!(client.find("08:30").is_none() && client.find("07:00").is_some());
}

#[test]
fn the_clocks_elsewhere_follow_the_phones() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("世界时钟");
    let hour: i32 = client.sh("date +%H").parse().expect("an hour");
    let minute = client.sh("date +%M");
    for (city, apart) in [("北京", 0), ("东京", 1), ("迪拜", -4)] {
        assert!(client.find(city).is_some(), "{city}");
        let there = format!("{:02}:{minute}", (hour + apart).rem_euclid(24));
        assert!(client.find(&there).is_some(), "{city} {there}");
    }
}

#[test]
fn the_stopwatch_tells_what_passed_between_two_touches() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("秒表");
    client.tap("开始");
    client.sh("sleep 75");
    client.tap("停止");
    let shown = client.seen().into_iter().find(|seen| seen.id.ends_with("/main_text")).expect("a time").text;
    assert!(shown.starts_with("01:15."), "{shown}");
    client.tap("计时器");
    client.tap("-1");
    client.tap("开始");
    assert!(client.find("4 分钟，到时结束").is_some());
    client.sh("sleep 90; sleep 90; sleep 90");
    assert!(client.find("时间到").is_some());
    client.tap("关闭");
    let watch = |done| Deed::Stopwatch { done };
    let timer = |done| Deed::Timer { done, minutes: 4 };
    assert_eq!(
        client.deeds(),
        [
            watch(Timing::Started),
            watch(Timing::Stopped),
            timer(Timing::Set),
            timer(Timing::Started),
            timer(Timing::Stopped)
        ]
    );
}
