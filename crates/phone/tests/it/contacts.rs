//! 通讯录 by raw commands: look-alikes, the form, and the ways to call and write.

use tapwise_phone::{ContactFacts, Deed, Options};

use crate::kit::{Client, options};

const PACKAGE: &str = "com.android.contacts";

fn search(client: &Client, name: &str) {
    client.open(PACKAGE);
    client.tap_at(&client.field(0));
    client.commit(name);
}

fn fill(client: &Client, name: &str, number: &str) {
    client.tap_at(&client.field(0));
    client.commit(name);
    client.tap_at(&client.field(1));
    client.commit(number);
}

fn contact(name: &str, number: &str) -> ContactFacts {
    ContactFacts { name: name.into(), number: number.into(), ..ContactFacts::default() }
}

/// The digits that the open card shows.
fn number(client: &Client) -> String {
    let shown = client.seen().into_iter().find(|seen| seen.id.ends_with("/phone")).expect("a number").text;
    shown.chars().filter(char::is_ascii_digit).collect()
}

#[test]
fn a_contact_is_made_by_the_form_and_can_be_found() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        client.open(PACKAGE);
        client.tap("新建联系人");
        client.tap_at(&client.field(1));
        client.commit("138 0013 8000");
        client.tap("保存");
        assert_eq!(client.deeds(), [], "a contact needs a name");
        client.tap_at(&client.field(0));
        client.commit("刘备");
        client.tap_at(&client.field(2));
        client.commit("liubei@shu.cn");
        client.tap_at(&client.field(3));
        client.commit("蜀汉集团");
        client.tap("保存");
        let now = ContactFacts {
            email: "liubei@shu.cn".into(),
            company: "蜀汉集团".into(),
            ..contact("刘备", "13800138000")
        };
        assert_eq!(client.deeds(), [Deed::ContactSaved { now, was: None }]);
        for text in ["刘备", "138 0013 8000", "liubei@shu.cn", "蜀汉集团"] {
            assert!(client.find(text).is_some(), "seed {seed}: {text}");
        }
        client.tap("返回");
        client.tap_at(&client.field(0));
        client.commit("刘");
        assert!(client.find("刘备").is_some());
    }
}

#[test]
fn leaving_a_form_that_was_written_in_asks_first() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("新建联系人");
    client.tap("返回");
    assert!(client.find("搜索联系人").is_some(), "nothing was written, nothing is asked");
    client.tap("新建联系人");
    fill(&client, "关羽", "139");
    client.sh("input keyevent BACK BACK");
    assert!(client.find("放弃更改？").is_some());
    client.tap("继续编辑");
    assert_eq!(client.field(0).text, "关羽");
    client.tap("返回");
    client.tap("放弃");
    assert!(client.find("搜索联系人").is_some());
    assert_eq!(client.deeds(), []);
}

#[test]
fn a_number_that_is_none_is_refused() {
    let client = Client::new(options());
    client.open(PACKAGE);
    client.tap("新建联系人");
    fill(&client, "关羽", "不知道");
    client.tap("保存");
    assert_eq!(client.deeds(), []);
    assert_eq!(client.field(0).text, "关羽", "the form stays");
}

#[test]
fn look_alikes_are_there_and_only_the_one_meant_goes() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        search(&client, "三");
        for name in ["张三", "张三丰", "章三"] {
            assert!(client.find(name).is_some(), "seed {seed}: {name}");
        }
        client.tap("章三");
        let which = number(&client);
        client.tap("删除");
        client.tap("取消");
        assert_eq!(client.deeds(), []);
        client.tap("删除");
        client.tap("删除");
        let deed =
            Deed::Deleted { app: PACKAGE.into(), kind: "contact".into(), what: "章三".into(), which };
        assert_eq!(client.deeds(), [deed]);
        assert!(client.find("章三").is_none() && client.find("张三").is_some());
    }
}

#[test]
fn an_edit_is_saved_once_and_no_edit_not_at_all() {
    let client = Client::new(options());
    search(&client, "王五");
    client.tap("王五");
    let before = number(&client);
    client.tap("编辑");
    client.tap("保存");
    assert_eq!(client.deeds(), []);
    client.tap("编辑");
    client.tap_at(&client.field(1));
    client.sh("am broadcast -a ADB_CLEAR_TEXT");
    client.commit("10010");
    client.tap("保存");
    let deed = Deed::ContactSaved { now: contact("王五", "10010"), was: Some(contact("王五", &before)) };
    assert_eq!(client.deeds(), [deed]);
    assert!(client.find("10010").is_some());
    client.tap("收藏");
    client.tap("取消收藏");
    let (app, what) = (PACKAGE.to_owned(), "王五".to_owned());
    let liked = Deed::Liked { app: app.clone(), what: what.clone() };
    assert_eq!(client.deeds()[1..], [liked, Deed::Unliked { app, what }]);
}

#[test]
fn the_card_calls_and_writes_to_its_number() {
    let client = Client::new(options());
    search(&client, "赵六");
    client.tap("赵六");
    let to = number(&client);
    client.tap("发短信");
    assert!(client.sh("dumpsys window | grep mCurrentFocus").contains("com.android.mms"));
    client.tap_at(&client.field(0));
    client.commit("到了吗");
    client.tap("发送");
    client.open(PACKAGE);
    client.tap("呼叫");
    client.tap("挂断");
    let sent = Deed::SmsSent { to: to.clone(), text: "到了吗".into() };
    assert_eq!(client.deeds(), [sent, Deed::CallMade { to }]);
}
