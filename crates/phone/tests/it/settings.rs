//! 设置 by raw adb commands: sliders, networks, apps stopped and removed, the hidden page of developers, links.

use tapwise_phone::{Deed, Options};

use crate::kit::{Client, options};

fn settings(seed: u64) -> Client {
    let client = Client::new(Options { seed, ..options() });
    client.open("com.android.settings");
    client
}

fn changed(table: &str, name: &str, value: &str) -> Deed {
    Deed::SettingChanged { table: table.into(), name: name.into(), value: value.into() }
}

#[test]
fn a_volume_follows_the_finger_and_the_keys() {
    for seed in 0..4 {
        let client = settings(seed);
        client.tap("声音和振动");
        for (label, name) in [("媒体音量", "volume_music"), ("闹钟音量", "volume_alarm")] {
            let slider = client.seen().into_iter().find(|seen| seen.id.ends_with(name)).expect(label);
            let [left, top, right, bottom] = slider.bounds;
            let y = (top + bottom) / 2;
            client.sh(&format!("input swipe {} {y} {} {y} 300", left + 40, right));
            assert_eq!(client.sh(&format!("settings get system {name}")), "15", "seed {seed}");
            client.sh(&format!("input tap {left} {y}"));
            assert_eq!(client.sh(&format!("settings get system {name}")), "0", "seed {seed}");
        }
        client.sh("input keyevent VOLUME_UP");
        assert!(client.find("1/15").is_some(), "seed {seed}");
        assert_eq!(client.deeds().last(), Some(&changed("system", "volume_music", "1")));
    }
}

#[test]
fn a_network_is_joined_with_its_password_only() {
    for seed in 0..4 {
        let client = settings(seed);
        client.tap("网络和互联网");
        client.tap("WLAN");
        let locked = client.find("需要密码").expect("a network of somebody");
        client.tap_at(&locked);
        client.sh("input text short");
        client.tap("连接");
        client.sh("input keyevent BACK BACK");
        assert_eq!(client.deeds(), [], "seed {seed}: too short, then left");
        client.tap("Cafe-Free");
        assert_eq!(client.deeds(), [changed("global", "wifi_ssid", "Cafe-Free")]);
        client.tap("Tapwise-Home");
        client.sh("input text long-enough");
        client.tap("连接");
        assert_eq!(client.deeds().last(), Some(&changed("global", "wifi_ssid", "Tapwise-Home")));
        client.tap("使用 WLAN");
        assert!(client.find("Cafe-Free").is_none(), "no networks while it is off");
    }
}

#[test]
fn an_app_is_stopped_and_removed_on_its_page_after_a_question() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    client.tap("搜索");
    client.sh("input keyevent HOME");
    client.hold("微信");
    client.tap("应用信息");
    client.tap("强行停止");
    client.tap("取消");
    client.tap("强行停止");
    client.tap("确定");
    client.tap("打开");
    assert!(client.find("通讯录").is_some(), "it begins anew");
    client.sh("input keyevent BACK");
    client.tap("卸载");
    client.tap("取消");
    assert_eq!(client.deeds(), []);
    client.tap("卸载");
    client.tap("确定");
    assert_eq!(client.deeds(), [Deed::AppRemoved { package: "com.tencent.mm".into() }]);
    client.sh("input keyevent HOME");
    assert!(client.find("微信").is_none());
}

#[test]
fn seven_touches_of_the_build_number_open_the_page_of_developers() {
    for seed in 0..3 {
        let client = settings(seed);
        client.tap("搜索设置");
        client.commit("版本号");
        client.tap_at(client.seen().iter().find(|seen| seen.id.ends_with("found_item")).expect("found"));
        (0..6).for_each(|_| client.tap("版本号"));
        assert_eq!(client.deeds(), [], "seed {seed}: one is missing");
        client.tap("版本号");
        let developer = changed("global", "development_settings_enabled", "1");
        assert_eq!(client.deeds(), std::slice::from_ref(&developer));
        client.sh("am force-stop com.android.settings");
        client.open("com.android.settings");
        client.sh("input swipe 540 1900 540 500 300; sleep 1");
        client.tap("系统");
        client.tap("开发者选项");
        client.tap("USB 调试");
        client.tap("USB 调试");
        client.tap("取消");
        assert_eq!(client.deeds(), [developer, changed("global", "adb_enabled", "0")], "seed {seed}");
    }
}

#[test]
fn a_search_finds_rows_on_pages_below() {
    let client = settings(1);
    client.tap("搜索设置");
    client.commit("亮度");
    client.tap_at(client.seen().iter().find(|seen| seen.id.ends_with("found_item")).expect("found"));
    assert!(client.find("深色主题").is_some(), "the page of the display");
}
