//! Text into fields: key events, input methods, and what Android drops.

use tapwise_phone::Options;

use crate::kit::{Client, options};

fn at_search() -> Client {
    let client = Client::new(options());
    client.open("com.tencent.mm");
    client.tap("搜索");
    client
}

#[test]
fn input_text_takes_ascii_only_and_percent_s_is_a_space() {
    let client = at_search();
    client.sh("input text 'a%sb c%%d'");
    assert_eq!(client.field(0).text, "a b c%%d");
    let refused = client.run("input text 你好");
    assert_eq!(refused.code, 255);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("NullPointerException"));
    assert_eq!(client.field(0).text, "a b c%%d", "nothing of it is typed");
}

#[test]
fn adb_keyboard_acts_only_while_it_is_the_input_method() {
    let client = at_search();
    client.sh("am broadcast -a ADB_INPUT_TEXT --es msg 你好");
    assert_eq!(client.field(0).text, "搜索", "an empty field tells its hint");
    client.sh("ime set com.android.adbkeyboard/.AdbIME");
    assert_eq!(client.sh("settings get secure default_input_method"), "com.android.adbkeyboard/.AdbIME");
    client.sh("am broadcast -a ADB_INPUT_B64 --es msg 5L2g5aW9");
    assert_eq!(client.field(0).text, "你好");
    client.sh("am broadcast -a ADB_CLEAR_TEXT");
    assert_eq!(client.field(0).text, "搜索");
    client.sh("ime set com.android.inputmethod.latin/.LatinIME");
    client.sh("am broadcast -a ADB_INPUT_B64 --es msg 5L2g5aW9");
    assert_eq!(client.field(0).text, "搜索");
}

#[test]
fn a_phone_without_adb_keyboard_says_so() {
    let client = Client::new(Options { adb_keyboard: false, ..options() });
    assert_eq!(client.sh("ime list -s"), "com.android.inputmethod.latin/.LatinIME");
    let refused = client.run("ime set com.android.adbkeyboard/.AdbIME");
    assert_eq!(refused.code, 255);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot be selected"));
}

#[test]
fn keys_edit_the_text_at_the_caret() {
    let client = at_search();
    client.sh("input text abcd");
    client.sh("input keyevent DPAD_LEFT DEL");
    assert_eq!(client.field(0).text, "abd");
    client.sh("input keycombination 113 29; input keyevent 67");
    assert_eq!(client.field(0).text, "搜索");
}

#[test]
fn enter_makes_a_new_line_only_in_a_field_of_several_lines() {
    let client = Client::new(options());
    client.open("com.android.notes");
    client.tap("新建备忘录");
    client.tap_at(&client.field(0));
    assert!(client.sh("dumpsys input_method").contains("inputType=0x1 "));
    client.sh("input text one; input keyevent ENTER; input text two");
    assert_eq!(client.field(0).text, "onetwo");
    client.tap_at(&client.field(1));
    assert!(client.sh("dumpsys input_method").contains("inputType=0x20001 "));
    client.sh("input text one; input keyevent ENTER; input text two");
    assert_eq!(client.field(1).text, "one\ntwo");
}

#[test]
fn without_a_focused_field_text_goes_nowhere() {
    let client = Client::new(options());
    client.sh("input text lost");
    client.open("com.tencent.mm");
    assert!(client.sh("dumpsys input_method").contains("mInputShown=false"));
    client.tap("搜索");
    assert_eq!(client.field(0).text, "搜索");
}
