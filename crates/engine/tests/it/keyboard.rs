//! The phone's own keyboard is given back: after typing, and after a crash by the next start.

use crate::desk::{Desk, wait};
use std::fs;
use tapwise_engine::device::Performed;
use tapwise_engine::plan::{Gesture, Target};

const OWN: &str = "com.android.inputmethod.latin/.LatinIME";
const ADB: &str = "com.android.adbkeyboard/.AdbIME";

fn current(desk: &Desk) -> String {
    desk.shell("settings get secure default_input_method")
}

fn at_search() -> Desk {
    let mut desk = Desk::with_seed(0);
    desk.run("打开微信");
    desk.tap(&Target::named("搜索"));
    desk.wait_for(&Target { role: Some(tapwise_engine::plan::Role::Field), ..Target::default() });
    desk
}

#[test]
fn the_old_keyboard_is_back_after_typing_chinese() {
    let mut desk = at_search();
    let typed = Gesture::Type { text: "张三".into(), clear: true };
    assert_eq!(desk.device.perform(&typed, &wait()).unwrap().performed, Performed::Done);
    assert_eq!(current(&desk), OWN);
    assert!(fs::read_dir(desk.home.path().join("keyboards")).unwrap().next().is_none(), "no note is left");
}

#[test]
fn after_a_crash_the_next_start_gives_the_keyboard_back() {
    let mut desk = at_search();
    desk.shell("ime set com.android.adbkeyboard/.AdbIME");
    assert_eq!(current(&desk), ADB);
    // What a killed run leaves behind: its note, under the phone's name.
    let name = desk.phone.as_ref().unwrap().address().to_string().replace(':', "_3a");
    let folder = desk.home.path().join("keyboards");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(&name), OWN).unwrap();
    desk.reopen().unwrap();
    assert_eq!(current(&desk), OWN);
    assert!(!folder.join(&name).exists());
}

#[test]
fn a_keyboard_that_the_user_has_chosen_since_is_not_changed() {
    let mut desk = at_search();
    let name = desk.phone.as_ref().unwrap().address().to_string().replace(':', "_3a");
    let folder = desk.home.path().join("keyboards");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(&name), "some.other/.Keyboard").unwrap();
    desk.reopen().unwrap();
    assert_eq!(current(&desk), OWN);
    assert!(!folder.join(&name).exists());
}

#[test]
fn a_keyboard_that_is_set_already_stays() {
    let mut desk = at_search();
    desk.shell("ime set com.android.adbkeyboard/.AdbIME");
    let typed = Gesture::Type { text: "你好".into(), clear: true };
    assert_eq!(desk.device.perform(&typed, &wait()).unwrap().performed, Performed::Done);
    assert_eq!(current(&desk), ADB);
}

#[test]
fn a_note_of_a_keyboard_that_is_gone_does_not_lock_the_phone_out() {
    let mut desk = at_search();
    desk.shell("ime set com.android.adbkeyboard/.AdbIME");
    let name = desk.phone.as_ref().unwrap().address().to_string().replace(':', "_3a");
    let folder = desk.home.path().join("keyboards");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(&name), "gone.away/.Keyboard").unwrap();
    desk.reopen().unwrap();
    assert!(!folder.join(&name).exists(), "the note is used up");
}
