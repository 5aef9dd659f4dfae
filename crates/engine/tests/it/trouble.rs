//! What goes wrong ends honestly: cancelled, lost, unknown, unwritable.

use crate::desk::{Desk, wait};
use std::fs;
use tapwise_engine::device::{DeviceError, Need};
use tapwise_engine::human::Nobody;
use tapwise_engine::plan::Gesture;
use tapwise_engine::screen::Frame;
use tapwise_engine::trace::Outcome;
use tapwise_phone::Options;

#[test]
fn a_cancelled_run_ends_as_cancelled_and_sends_nothing() {
    let mut desk = Desk::with_seed(0);
    desk.cancel.cancel();
    assert_eq!(desk.run("给张三发微信消息说你好").outcome, Outcome::Cancelled);
    assert!(desk.sent().is_empty());
}

#[test]
fn t22_a_phone_that_vanished_is_lost_and_not_a_success() {
    let mut desk = Desk::with_seed(0);
    desk.phone = None;
    assert!(matches!(desk.run("打开微信").outcome, Outcome::DeviceLost(_)));
}

#[test]
fn a_task_that_no_routine_fits_needs_a_model() {
    let mut desk = Desk::with_seed(0);
    let report = desk.run("帮我订一张去上海的火车票");
    assert!(matches!(&report.outcome, Outcome::ModelUnavailable(why) if why.contains("hint:")));
    assert_eq!(report.outcome.exit_code(), 5);
}

#[test]
fn a_sentence_that_reads_two_ways_is_asked_about() {
    let mut desk = Desk::with_seed(0);
    let report = desk.run("发微信给小说家说你好");
    assert!(matches!(report.outcome, Outcome::NeedsUser(_)));
    assert!(desk.sent().is_empty());
}

#[test]
fn a_record_that_cannot_be_written_is_a_storage_error_and_nothing_is_done() {
    let mut desk = Desk::with_seed(0);
    fs::write(desk.home.path().join("runs"), "a file where the folder should be").unwrap();
    let ended = desk.run_with("给张三发微信消息说你好", &mut Nobody);
    assert!(
        matches!(ended, Err(Outcome::StorageError(why)) if why.contains("hint: a file stands where a folder should be"))
    );
    assert!(desk.sent().is_empty());
}

#[test]
fn without_a_keyboard_for_chinese_the_run_fails_and_says_what_to_install() {
    let mut desk = Desk::new(Options { adb_keyboard: false, ..Options::default() });
    let report = desk.run("给张三发微信消息说你好");
    assert!(
        matches!(&report.outcome, Outcome::Failed(why) if why.contains("ADBKeyboard")),
        "{:?}",
        report.outcome
    );
    assert!(desk.sent().is_empty());
}

#[test]
fn t03b_a_point_made_for_another_frame_is_refused() {
    let mut desk = Desk::with_seed(0);
    let screen = desk.device.observe(Need::ALL, &wait()).unwrap();
    let turned = Frame { width: screen.frame.height, height: screen.frame.width, rotation: 1 };
    let gesture = Gesture::Tap(turned.point(10, 10).unwrap());
    assert!(matches!(desk.device.perform(&gesture, &wait()), Err(DeviceError::OtherFrame { .. })));
}

#[test]
fn a_look_brings_only_what_is_needed() {
    let mut desk = Desk::with_seed(0);
    let need = Need { picture: false, tree: false, app: true };
    let screen = desk.device.observe(need, &wait()).unwrap();
    assert!(screen.app.is_some() && screen.tree.is_none() && screen.picture.is_none());
    assert_eq!((screen.frame.width, screen.frame.height), (1080, 2400));
}
