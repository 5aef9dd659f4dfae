//! 电话 by raw commands: what was dialled is called, and what was only looked at is not.

use tapwise_phone::{Deed, Options};

use crate::kit::{Client, options};

const PACKAGE: &str = "com.android.dialer";

fn keypad(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open(PACKAGE);
    client.tap("拨号键盘");
    client
}

fn press(client: &Client, keys: &str) {
    keys.chars().for_each(|key| client.tap(&key.to_string()));
}

fn digits(client: &Client) -> String {
    client.seen().into_iter().find(|seen| seen.id.ends_with("/digits")).expect("a number").text
}

fn call(to: &str) -> Deed {
    Deed::CallMade { to: to.into() }
}

#[test]
fn the_keypad_dials_what_was_pressed_and_hanging_up_returns() {
    for seed in 0..4 {
        let client = keypad(seed);
        press(&client, "10986");
        client.tap("退格");
        client.tap("退格");
        client.tap("退格");
        press(&client, "086*#");
        assert_eq!(digits(&client), "10086*#");
        assert_eq!(client.deeds(), [], "pressing keys calls nobody");
        client.tap("退格");
        client.tap("退格");
        client.tap("拨号");
        assert_eq!(client.deeds(), [call("10086")], "seed {seed}");
        assert!(client.find("正在呼叫…").is_some() && client.find("10086").is_some());
        assert!(client.sh("dumpsys window | grep mCurrentFocus").contains("InCallActivity"));
        client.tap("静音");
        client.tap("免提");
        client.tap("挂断");
        assert_eq!(digits(&client), "");
        client.tap("通话记录");
        let first = client.seen().into_iter().find(|seen| seen.id.ends_with("/name")).expect("a row");
        assert_eq!(first.text, "10086");
        assert_eq!(client.deeds().len(), 1);
    }
}

#[test]
fn holding_backspace_clears_and_holding_zero_gives_a_plus() {
    let client = keypad(0);
    press(&client, "123");
    let hold = |label: &str| {
        let [left, top, right, bottom] = client.find(label).expect("a key").bounds;
        let (x, y) = ((left + right) / 2, (top + bottom) / 2);
        client.sh(&format!("input swipe {x} {y} {x} {y} 800"));
    };
    hold("退格");
    assert_eq!(digits(&client), "");
    hold("0");
    press(&client, "86");
    assert_eq!(digits(&client), "+86");
}

#[test]
fn a_contact_is_called_by_the_person_and_named_during_the_call() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("联系人");
    for _ in 0..6 {
        if client.find("李四").is_some() {
            break;
        }
        client.sh("input swipe 540 1600 540 700 400");
    }
    client.tap("李四");
    let number = client.seen().into_iter().find(|seen| seen.id.ends_with("/number")).expect("a number").text;
    assert_eq!(client.deeds(), []);
    client.tap("呼叫");
    let to: String = number.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(client.deeds(), [call(&to)]);
    assert!(client.find("李四").is_some());
    // Going home does not end the call.
    client.sh("input keyevent HOME");
    client.open(PACKAGE);
    client.tap("挂断");
    assert_eq!(client.deeds(), [call(&to)]);
}

#[test]
fn a_call_record_goes_only_after_the_question() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        client.open(PACKAGE);
        client.tap("通话记录");
        let rows =
            |client: &Client| client.seen().iter().filter(|seen| seen.id.ends_with("call_item")).count();
        let before = rows(&client);
        let row = client.seen().into_iter().find(|seen| seen.id.ends_with("call_item")).expect("a row");
        let [left, top, _, bottom] = row.bounds;
        client.sh(&format!("input tap {} {}", left + 200, (top + bottom) / 2));
        let name = client.seen().into_iter().find(|seen| seen.id.ends_with("/name")).expect("a name").text;
        let number =
            client.seen().into_iter().find(|seen| seen.id.ends_with("/number")).map(|seen| seen.text);
        client.tap("删除记录");
        client.tap("取消");
        assert_eq!(client.deeds(), []);
        client.tap("删除记录");
        client.tap("删除");
        let [Deed::Deleted { app, kind, what, which }] = &client.deeds()[..] else {
            panic!("{:?}", client.deeds())
        };
        assert_eq!((app.as_str(), kind.as_str(), what), (PACKAGE, "call record", &name));
        let digits: String = number.unwrap_or(name).chars().filter(char::is_ascii_digit).collect();
        let at = which.strip_prefix(&digits).unwrap_or_else(|| panic!("{which} is not of {digits}"));
        assert!(at.trim().parse::<jiff::civil::DateTime>().is_ok(), "{which}");
        assert_eq!(rows(&client), before - 1, "seed {seed}");
    }
}

#[test]
fn no_call_leaves_in_flight_mode() {
    let client = keypad(0);
    client.sh("settings put global airplane_mode_on 1");
    press(&client, "112");
    client.tap("拨号");
    client.tap("确定");
    assert_eq!(digits(&client), "112");
    assert!(!client.deeds().iter().any(|deed| matches!(deed, Deed::CallMade { .. })));
}
