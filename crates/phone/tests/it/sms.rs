//! 短信 by raw commands: replies, new messages, codes, what fails and what is deleted.

use tapwise_phone::{Deed, Options};

use crate::kit::{Client, Seen, options};

const PACKAGE: &str = "com.android.mms";

fn by_id(client: &Client, id: &str) -> Vec<Seen> {
    client.seen().into_iter().filter(|seen| seen.id.ends_with(id)).collect()
}

fn sent(client: &Client) -> Vec<Deed> {
    client.deeds().into_iter().filter(|deed| !matches!(deed, Deed::SettingChanged { .. })).collect()
}

fn sms(to: &str, text: &str) -> Deed {
    Deed::SmsSent { to: to.into(), text: text.into() }
}

#[test]
fn a_reply_goes_out_once_and_reading_clears_the_badge() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        client.open(PACKAGE);
        let unread = by_id(&client, "/unread").len();
        assert!(unread >= 1, "the code has not been read yet");
        client.tap("95599");
        client.tap("发送");
        assert_eq!(client.deeds(), [], "an empty message has nothing to send");
        client.tap_at(&client.field(0));
        client.commit("收到");
        client.tap("发送");
        assert_eq!(client.deeds(), [sms("95599", "收到")]);
        assert_eq!(client.field(0).text, "短信", "the field is empty again and shows its hint");
        client.sh("input keyevent BACK BACK");
        assert_eq!(by_id(&client, "/unread").len(), unread - 1, "seed {seed}");
        assert_eq!(by_id(&client, "/subject")[0].text, "收到");
    }
}

#[test]
fn a_code_can_be_copied_and_copying_sends_nothing() {
    let client = Client::new(Options { seed: 2, ..options() });
    client.open(PACKAGE);
    client.tap("95599");
    let chip = by_id(&client, "/copy_code").remove(0);
    let code = chip.text.strip_prefix("复制验证码 ").expect("a code");
    assert_eq!(code.len(), 6);
    assert!(by_id(&client, "/text_view")[0].text.contains(code));
    client.tap_at(&chip);
    assert_eq!(client.deeds(), []);
}

#[test]
fn a_new_message_finds_its_recipient_among_look_alikes() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        client.open(PACKAGE);
        client.tap("新建信息");
        client.commit("三");
        assert_eq!(by_id(&client, "/suggestion").len(), 3);
        client.tap("张三");
        let number = client.field(0).text;
        assert!(by_id(&client, "/recipient_name").iter().any(|seen| seen.text == "张三"));
        client.tap_at(&client.field(1));
        client.commit("晚上见");
        client.tap("发送");
        let to: String = number.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(client.deeds(), [sms(&to, "晚上见")], "seed {seed}");
        assert_eq!(by_id(&client, "/title")[0].text, "张三");
        assert!(client.find("晚上见").is_some());
    }
}

#[test]
fn a_recipient_that_is_nobody_gets_nothing() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("新建信息");
    client.commit("诸葛亮");
    client.tap_at(&client.field(1));
    client.commit("借东风");
    client.tap("发送");
    assert_eq!(client.deeds(), []);
    assert_eq!(client.field(1).text, "借东风");
}

#[test]
fn flight_mode_marks_the_message_until_it_is_sent_again() {
    let client = Client::new(options());
    client.sh("settings put global airplane_mode_on 1");
    client.open(PACKAGE);
    client.tap("10086");
    client.tap_at(&client.field(0));
    client.commit("查余额");
    client.tap("发送");
    assert!(client.find("发送失败").is_some());
    client.tap("重发");
    assert_eq!(sent(&client), []);
    client.sh("settings put global airplane_mode_on 0");
    client.tap("重发");
    assert_eq!(sent(&client), [sms("10086", "查余额")]);
    assert!(client.find("发送失败").is_none() && client.find("重发").is_none());
}

#[test]
fn a_thread_goes_after_a_long_press_and_a_yes() {
    let client = Client::new(options());
    client.open(PACKAGE);
    let hold = || {
        let [left, top, right, bottom] = client.find("1069028").expect("a thread").bounds;
        let (x, y) = ((left + right) / 2, (top + bottom) / 2);
        client.sh(&format!("input swipe {x} {y} {x} {y} 800"));
    };
    hold();
    client.tap("取消");
    assert!(client.find("1069028").is_some());
    assert_eq!(client.deeds(), []);
    hold();
    client.tap("删除");
    assert!(client.find("1069028").is_none());
    let (kind, number) = ("sms thread".to_owned(), "1069028".to_owned());
    let deed = Deed::Deleted { app: PACKAGE.into(), kind, what: number.clone(), which: number };
    assert_eq!(client.deeds(), [deed]);
}

#[test]
fn what_was_not_sent_is_kept_as_a_draft() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("10086");
    client.tap_at(&client.field(0));
    client.commit("流量");
    client.sh("input keyevent BACK BACK");
    assert!(client.find("[草稿] 流量").is_some());
    client.tap("10086");
    assert_eq!(client.field(0).text, "流量");
    assert_eq!(client.deeds(), []);
}
