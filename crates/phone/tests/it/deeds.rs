//! What touching does, and that the ledger tells it.

use tapwise_phone::{Deed, NoteFacts, Options};

use crate::kit::{Client, options, wait};

fn message(to: &str, text: &str) -> Deed {
    Deed::MessageSent { app: "com.tencent.mm".into(), to: to.into(), text: text.into() }
}

#[test]
fn a_message_goes_out_by_the_send_button_and_once() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    client.tap("搜索");
    client.commit("张三");
    client.tap("张三");
    client.tap_at(&client.field(0));
    client.commit("你好");
    assert_eq!(client.deeds(), []);
    assert_eq!(client.field(0).text, "你好");
    client.tap("发送");
    assert_eq!(client.deeds(), [message("张三", "你好")]);
    assert_eq!(client.field(0).text, "");
    assert!(client.find("发送").is_none(), "an empty field has no send button");
    assert!(client.texts().iter().any(|text| text == "你好"), "the bubble is there");
}

#[test]
fn a_message_in_flight_mode_does_not_leave_and_says_so() {
    let client = Client::new(options());
    client.sh("settings put global airplane_mode_on 1");
    let sent = |client: &Client| {
        client.deeds().into_iter().filter(|deed| matches!(deed, Deed::MessageSent { .. })).collect::<Vec<_>>()
    };
    client.open("com.tencent.mm");
    client.tap("搜索");
    client.commit("李四");
    client.tap("李四");
    client.tap_at(&client.field(0));
    client.commit("在吗");
    client.tap("发送");
    assert_eq!(sent(&client), []);
    client.tap("重发");
    assert_eq!(sent(&client), [], "still offline");
    client.sh("settings put global airplane_mode_on 0");
    client.tap("重发");
    assert_eq!(sent(&client), [message("李四", "在吗")]);
    assert!(client.find("重发").is_none());
}

#[test]
fn long_texts_stay_in_their_fields() {
    let client = Client::new(Options { size: (720, 1520), density: 280, font_scale: 1.3, ..options() });
    client.open("com.tencent.mm");
    client.tap("搜索");
    let height = |seen: &crate::kit::Seen| seen.bounds[3] - seen.bounds[1];
    let empty = height(&client.field(0));
    client.commit(&"很长的搜索内容".repeat(20));
    assert_eq!(height(&client.field(0)), empty, "one line stays one line");
    client.sh("am broadcast -a ADB_CLEAR_TEXT");
    client.commit("张三");
    client.tap("张三");
    client.tap_at(&client.field(0));
    client.commit(&"行\n".repeat(40));
    assert!(height(&client.field(0)) < 400, "{:?}", client.field(0));
    client.tap("发送");
    assert_eq!(client.deeds().len(), 1);
}

#[test]
fn typing_much_takes_one_step_not_one_per_letter() {
    let client = Client::new(options());
    client.open("com.android.notes");
    client.tap("新建备忘录");
    client.tap_at(&client.field(1));
    client.sh(&format!("input text {}", "a".repeat(30_000)));
    assert_eq!(client.field(1).text.len(), 30_000);
}

#[test]
fn a_list_begins_at_its_start_when_its_page_is_opened_anew() {
    let client = Client::new(Options { size: (1080, 1300), ..options() });
    client.open("com.android.settings");
    client.tap("安全");
    client.sh("input keyevent BACK; input swipe 540 900 540 300 100; sleep 2");
    let scrolled = client.texts();
    client.sh("input keyevent HOME");
    client.open("com.android.settings");
    assert_eq!(client.texts(), scrolled, "coming back keeps the place");
    client.sh("am force-stop com.android.settings");
    client.open("com.android.settings");
    assert_ne!(client.texts(), scrolled, "a new start does not");
}

#[test]
fn a_dialog_takes_the_keyboard_away_and_goes_when_touched_beside() {
    let client = Client::new(options());
    client.open("com.android.notes");
    client.tap_at(client.seen().iter().find(|seen| seen.id.ends_with("note_item")).expect("a note"));
    client.tap_at(&client.field(1));
    assert!(client.sh("dumpsys input_method").contains("mInputShown=true"));
    client.tap("删除");
    assert!(client.sh("dumpsys input_method").contains("mInputShown=false"));
    assert_ne!(client.seen()[0].bounds, [0, 0, 1080, 2400], "the window of a dialog is its card");
    client.sh("input tap 540 200");
    assert!(client.find("取消").is_none());
    assert_eq!(client.deeds(), []);
}

#[test]
fn the_contacts_lead_to_a_chat_too() {
    let client = Client::new(Options { seed: 4, ..options() });
    client.open("com.tencent.mm");
    client.tap("通讯录");
    // Scrolls until the name comes into sight, as a finger would.
    for _ in 0..8 {
        if client.find("赵六").is_some() {
            break;
        }
        client.sh("input swipe 540 1600 540 700 400");
    }
    client.tap("赵六");
    client.tap("发消息");
    client.tap_at(&client.field(0));
    client.sh("input text hello%sthere");
    client.tap("发送");
    assert_eq!(client.deeds(), [message("赵六", "hello there")]);
}

#[test]
fn switches_change_the_settings_and_the_ledger_tells() {
    for seed in 0..4 {
        let client = Client::new(Options { seed, ..options() });
        client.open("com.android.settings");
        if client.find("飞行模式").is_none() {
            client.tap("网络和互联网");
        }
        client.tap("飞行模式");
        assert_eq!(client.sh("settings get global airplane_mode_on"), "1", "seed {seed}");
        assert!(client.seen().iter().any(|seen| seen.class.ends_with("Switch") && seen.checked));
        let change = |value: &str| Deed::SettingChanged {
            table: "global".into(),
            name: "airplane_mode_on".into(),
            value: value.into(),
        };
        client.tap("飞行模式");
        assert_eq!(client.deeds(), [change("1"), change("0")]);
    }
}

#[test]
fn dark_mode_and_font_size_change_what_is_drawn() {
    let client = Client::new(options());
    client.open("com.android.settings");
    client.tap("显示");
    let light = client.picture().2;
    client.tap("深色主题");
    let dark = client.picture().2;
    let brightness = |pixels: &[u8]| pixels.iter().map(|byte| u64::from(*byte)).sum::<u64>();
    assert!(brightness(&dark) < brightness(&light) / 2);
    let small = client.find("字体大小").expect("a row").bounds;
    client.tap("字体大小");
    client.tap("最大");
    client.sh("input keyevent BACK");
    let large = client.find("字体大小").expect("a row").bounds;
    assert!(large[3] - large[1] > small[3] - small[1]);
}

#[test]
fn a_note_is_saved_and_deleted_only_after_the_dialog() {
    let client = Client::new(options());
    client.open("com.android.notes");
    client.tap("新建备忘录");
    client.tap_at(&client.field(0));
    client.commit("待办");
    client.tap_at(&client.field(1));
    client.commit("买牛奶\n交电费");
    client.tap("保存");
    let now = NoteFacts { title: "待办".into(), body: "买牛奶\n交电费".into() };
    let saved = Deed::NoteSaved { app: "com.android.notes".into(), now, was: None };
    assert_eq!(client.deeds(), std::slice::from_ref(&saved));
    client.tap("待办");
    client.tap("删除");
    client.tap("取消");
    assert_eq!(client.deeds(), std::slice::from_ref(&saved));
    client.tap("删除");
    client.tap("删除");
    assert_eq!(
        client.deeds(),
        [
            saved,
            Deed::Deleted {
                app: "com.android.notes".into(),
                kind: "note".into(),
                what: "待办".into(),
                which: "买牛奶\n交电费".into()
            }
        ]
    );
}

#[test]
fn keys_and_the_navigation_bar_lead_back_and_home() {
    let client = Client::new(options());
    let focus = |client: &Client| client.sh("dumpsys window | grep mCurrentFocus");
    client.open("com.tencent.mm");
    client.tap("搜索");
    assert!(focus(&client).contains("FTSMainUI"));
    client.sh("input keyevent 4 KEYCODE_BACK");
    assert!(focus(&client).contains("LauncherUI"), "the first BACK hides the keyboard");
    client.sh("input tap 540 2360");
    assert!(focus(&client).contains("com.android.launcher3"));
    client.open("com.tencent.mm");
    client.sh("input tap 180 2360");
    assert!(focus(&client).contains("com.android.launcher3"));
}

#[test]
fn a_flick_scrolls_on_after_the_finger_left() {
    let client = Client::new(Options { seed: 3, ..options() });
    client.open("com.tencent.mm");
    client.tap("通讯录");
    client.sh("input swipe 540 1500 540 1200 60");
    let at_once = client.picture().2;
    client.sh("sleep 2");
    assert!(at_once != client.picture().2);
}

#[test]
fn the_launcher_has_pages_that_flip_and_home_returns_to_the_first() {
    let client = Client::new(options());
    let first = client.texts();
    client.sh("input swipe 900 900 150 900 200");
    let second = client.texts();
    assert_ne!(first, second);
    client.sh("input keyevent HOME");
    assert_eq!(client.texts(), first);
}

#[test]
fn the_soft_keyboard_types_what_is_tapped() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    client.tap("搜索");
    // The second row of keys, third key: "d"; then the key that deletes, twice is once too many.
    client.sh("input tap 330 1800");
    let typed = client.field(0).text;
    assert_eq!(typed.chars().count(), 1, "{typed}");
    assert!(typed.chars().all(|ch| ch.is_ascii_lowercase()), "{typed}");
}

#[test]
fn every_file_that_is_written_is_told_with_its_size_new_or_old() {
    let client = Client::new(options());
    client.transport.push(b"seven b", "/data/local/tmp/new.bin", 0o644, &wait()).expect("pushed");
    client.sh("echo hello > /sdcard/new.txt; echo hi > /sdcard/new.txt; echo gone > /dev/null");
    let told: Vec<Deed> = client.phone.ledger().into_iter().map(|entry| entry.deed).collect();
    let file = |path: &str, bytes| Deed::FileWritten { path: path.into(), bytes };
    assert_eq!(
        told,
        [file("/data/local/tmp/new.bin", 7), file("/sdcard/new.txt", 6), file("/sdcard/new.txt", 3)]
    );
}
