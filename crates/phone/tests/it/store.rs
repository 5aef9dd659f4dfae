//! 应用商店: apps come and go after a question, and what was installed works.

use tapwise_phone::{Deed, NoteFacts, Options};

use crate::kit::{Client, options};

const PACKAGE: &str = "com.android.appstore";

fn store(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open(PACKAGE);
    client
}

/// Finds an app by its name and opens its page.
fn look_up(client: &Client, name: &str) {
    client.tap("搜索应用");
    client.commit(name);
    let hit = client.seen().into_iter().rfind(|seen| seen.id.ends_with("id/app_name") && seen.text == name);
    client.tap_at(&hit.expect("the app is found"));
}

/// Installs an app and opens it.
fn install(client: &Client, name: &str) {
    look_up(client, name);
    client.tap("安装");
    client.tap("安装");
    client.tap("打开");
}

fn installed(package: &str) -> Deed {
    Deed::AppInstalled { package: package.into() }
}

#[test]
fn an_app_is_installed_after_the_question_opened_and_removed_again() {
    for seed in 0..4 {
        let client = store(seed);
        look_up(&client, "手电筒");
        assert!(client.find("未安装").is_some() && client.find("权限说明").is_some(), "seed {seed}");
        client.tap("安装");
        assert!(client.find("安装“手电筒”？").is_some());
        client.tap("取消");
        assert_eq!(client.deeds(), [], "seed {seed}: a cancelled installation is none");
        assert!(!client.sh("pm list packages").contains("cn.small.torch"));
        client.tap("安装");
        client.tap("安装");
        assert!(client.find("已安装").is_some());
        assert!(client.sh("pm list packages -3").contains("cn.small.torch"));
        client.tap("卸载");
        client.tap("取消");
        assert_eq!(client.deeds(), [installed("cn.small.torch")], "seed {seed}");
        client.tap("卸载");
        client.tap("卸载");
        assert!(client.find("未安装").is_some());
        let removed = Deed::AppRemoved { package: "cn.small.torch".into() };
        assert_eq!(client.deeds(), [installed("cn.small.torch"), removed], "seed {seed}");
    }
}

#[test]
fn what_nobody_made_is_not_found_and_offline_nothing_is_installed() {
    let client = store(1);
    client.tap("搜索应用");
    client.commit("不存在的应用");
    assert!(client.find("没有找到相关应用").is_some());
    client.tap("清除");
    assert!(client.find("没有找到相关应用").is_none());
    client.tap("返回");
    client.sh("settings put global airplane_mode_on 1");
    look_up(&client, "记账本");
    client.tap("安装");
    assert!(client.find("取消").is_none(), "no question is asked");
    assert!(!client.deeds().contains(&installed("cn.small.accounts")));
}

#[test]
fn what_is_on_the_phone_can_be_removed_from_the_list() {
    let client = store(2);
    client.tap("管理");
    let rows = client.seen();
    let row = rows.iter().find(|seen| seen.text == "微信").expect("微信 is on the phone");
    let beside =
        |seen: &&crate::kit::Seen| seen.text == "卸载" && seen.bounds[1].abs_diff(row.bounds[1]) < 80;
    client.tap_at(rows.iter().find(beside).expect("a button in its row"));
    assert!(client.find("卸载“微信”？").is_some());
    client.tap("卸载");
    assert_eq!(client.deeds(), [Deed::AppRemoved { package: "com.tencent.mm".into() }]);
    assert!(client.find("微信").is_none());
}

#[test]
fn the_torch_lights_up() {
    let client = store(0);
    install(&client, "手电筒");
    client.tap("打开手电筒");
    assert!(client.find("手电筒已打开").is_some());
    let lit =
        Deed::SettingChanged { table: "secure".into(), name: "flashlight_enabled".into(), value: "1".into() };
    assert_eq!(client.deeds(), [installed("cn.small.torch"), lit]);
}

#[test]
fn an_amount_is_booked_and_nonsense_is_not() {
    let client = store(3);
    install(&client, "记账本");
    client.tap_at(&client.field(0));
    client.commit("十二块");
    client.sh("input keyevent BACK");
    client.tap("记一笔");
    assert_eq!(client.deeds(), [installed("cn.small.accounts")]);
    client.tap_at(&client.field(0));
    client.sh("am broadcast -a ADB_CLEAR_TEXT");
    client.commit("12.5");
    client.tap_at(&client.field(1));
    client.commit("午饭");
    client.sh("input keyevent BACK");
    client.tap("记一笔");
    let now = NoteFacts { title: "午饭".into(), body: "¥12.50".into() };
    let saved = Deed::NoteSaved { app: "cn.small.accounts".into(), now, was: None };
    assert_eq!(client.deeds(), [installed("cn.small.accounts"), saved]);
    assert!(client.find("本月支出 ¥12.50").is_some() && client.find("午饭").is_some());
}

#[test]
fn a_video_is_liked_and_no_longer() {
    let client = store(0);
    install(&client, "短视频");
    let title =
        client.seen().into_iter().find(|seen| seen.id.ends_with("video_title")).expect("a video").text;
    let first = client.seen().into_iter().find(|seen| seen.desc == "点赞").expect("a heart");
    client.tap_at(&first);
    client.tap("取消点赞");
    let (app, what) = ("cn.small.video".to_owned(), title);
    let liked = Deed::Liked { app: app.clone(), what: what.clone() };
    assert_eq!(client.deeds(), [installed("cn.small.video"), liked, Deed::Unliked { app, what }]);
}
