//! `input` in all its forms, and the keys.

use tapwise_phone::Deed;

use crate::kit::{Client, options};

fn at_search() -> Client {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    client.tap("搜索");
    client
}

fn volume(client: &Client) -> i32 {
    client.sh("settings get system volume_music").parse().expect("a number")
}

#[test]
fn volume_keys_change_the_volume_by_name_and_by_code() {
    let client = Client::new(options());
    let before = volume(&client);
    client.sh("input keyevent KEYCODE_VOLUME_UP");
    assert_eq!(volume(&client), before + 1);
    client.sh("input keyevent 25 VOLUME_DOWN");
    assert_eq!(volume(&client), before - 1);
    client.sh("input keyevent VOLUME_MUTE");
    assert_eq!(volume(&client), 0);
    client.sh("input keyevent VOLUME_MUTE");
    assert_eq!(volume(&client), before - 1);
    client.sh("input keyevent KEYCODE_NO_SUCH 0 9999");
    assert_eq!(volume(&client), before - 1, "unknown keys do nothing");
}

#[test]
fn sources_and_displays_may_stand_in_front() {
    let client = at_search();
    client.sh("input keyboard text abc");
    client.sh("input -d 0 text d; input keyboard -d DEFAULT_DISPLAY text e");
    client.sh("input -d 7 text lost");
    assert_eq!(client.field(0).text, "abcde");
    for wrong in ["input -d x text a", "input touchscreen", "input keyboard -d"] {
        assert_eq!(client.run(wrong).code, 255, "{wrong}");
    }
}

#[test]
fn a_key_held_down_or_tapped_twice_acts_twice() {
    let client = at_search();
    client.sh("input text abcdef");
    client.sh("input keyevent --longpress DEL");
    assert_eq!(client.field(0).text, "abcd");
    client.sh("input keyevent --doubletap --async 67");
    assert_eq!(client.field(0).text, "ab");
    client.sh("input keyevent --delay 10 A B");
    assert_eq!(client.field(0).text, "abab");
}

#[test]
fn keys_together_select_copy_cut_and_paste() {
    let client = at_search();
    client.sh("input text hello");
    client.sh("input keycombination -t 50 KEYCODE_CTRL_LEFT KEYCODE_A");
    client.sh("input keycombination 113 31; input keyevent MOVE_END");
    client.sh("input keycombination CTRL_LEFT V");
    assert_eq!(client.field(0).text, "hellohello");
    client.sh("input keycombination 59 122; input keyevent CUT");
    assert_eq!(client.field(0).text, "搜索", "an empty field tells its hint");
    client.sh("input keyevent PASTE; input keycombination SHIFT_LEFT KEYCODE_1; input keycombination 59 29");
    assert_eq!(client.field(0).text, "hellohello!A");
    for (wrong, words) in [
        ("input keycombination 113", "keycombination requires at least 2 keycodes"),
        ("input keycombination 113 NOPE", "Unknown keycode: NOPE"),
        ("input keycombination -t x 1 2", "Error: Invalid arguments for command: keycombination"),
    ] {
        let output = client.run(wrong);
        assert_eq!(output.code, 255, "{wrong}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{wrong}");
    }
}

#[test]
fn a_finger_may_come_down_and_up_in_calls_of_its_own_or_be_called_off() {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    let search = client.find("搜索").expect("the search button");
    let at = format!(
        "{} {}",
        (search.bounds[0] + search.bounds[2]) / 2,
        (search.bounds[1] + search.bounds[3]) / 2
    );
    client.sh(&format!("input motionevent DOWN {at}; input motionevent CANCEL; input motionevent UP {at}"));
    assert!(client.find("搜索").is_some_and(|seen| seen.bounds == search.bounds), "called off");
    client
        .sh(&format!("input motionevent DOWN {at}; input motionevent MOVE {at}; input motionevent UP {at}"));
    assert!(client.sh("dumpsys window").contains("FTSMainUI"));
    client.sh("input press; input roll 1 2");
    assert_eq!(client.run("input roll 1").code, 255);
}

#[test]
fn draganddrop_scrolls_what_does_not_answer_to_a_long_press() {
    let client = Client::new(tapwise_phone::Options { size: (1080, 1300), ..options() });
    client.open("com.android.settings");
    let before = client.texts();
    client.sh("input draganddrop 540 1000 540 500 600; sleep 1");
    assert_ne!(client.texts(), before);
    assert_eq!(client.run("input draganddrop 1 2 3").code, 255);
}

#[test]
fn sleeping_and_waking_keys_do_what_they_say() {
    let client = Client::new(options());
    client.sh("input keyevent SLEEP");
    assert!(client.sh("dumpsys power").contains("mWakefulness=Asleep"));
    client.sh("input keyevent VOLUME_UP; input keyevent WAKEUP WAKEUP");
    assert!(client.sh("dumpsys power").contains("mWakefulness=Awake"));
    assert!(
        !client.deeds().iter().any(|deed| matches!(deed, Deed::SettingChanged { .. })),
        "asleep, no key acts"
    );
    client.sh("input keyevent POWER");
    assert!(client.sh("dumpsys window policy").contains("screenState=SCREEN_STATE_OFF"));
}
