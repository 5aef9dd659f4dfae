//! When the helper is started and when not, what stands in its place, and who is told.

use crate::desk::{Desk, wait};
use crate::standin::{Jar, Manner, PLAYED, PLAYED_JAR, Reply, Rpc, StandIn, good, http};
use crate::u2::tap;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use tapwise_engine::clock::Clock;
use tapwise_engine::device::{Aid, DeviceError, JarFile, Need, Performed, jar_status, remove_jar, set_up};
use tapwise_engine::plan::Gesture;
use tapwise_engine::screen::Means;
use tapwise_engine::{Cancel, Wait};

fn typing(text: &str) -> Gesture {
    Gesture::Type { text: text.into(), clear: false }
}

fn minute_later(phone: &StandIn) {
    phone.until_gone();
    phone.clock.wait(Duration::from_secs(61), &Cancel::new());
}

/// A helper that knows no such call from this one on.
fn unknown(from: usize) -> Rpc {
    let refusal = http(200, r#"{"error":{"code":-32601,"message":"method not found"}}"#).into_bytes();
    Arc::new(
        move |number, method, _| if number < from { good(method) } else { Reply::Bytes(refusal.clone()) },
    )
}

#[test]
fn a_gesture_never_starts_the_helper_because_it_was_judged_by_the_last_look() {
    let phone = StandIn::new(Manner::default());
    let mut device = phone.device(Aid::Auto);
    assert_eq!(device.perform(&tap(), &wait()).unwrap().by, Means::Stock);
    // Typing looks at the field by itself, and does not start it either.
    assert_eq!(device.perform(&typing("a"), &wait()).unwrap().performed, Performed::NoField);
    assert_eq!(phone.heard.lock().unwrap().starts, 0);
    // Nor does it when the rest after a failure is over.
    phone.says(Manner { rpc: Arc::new(|_, _, _| Reply::Bytes(Vec::new())), ..Manner::default() });
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Stock);
    phone.says(Manner::default());
    minute_later(&phone);
    assert_eq!(device.perform(&tap(), &wait()).unwrap().by, Means::Stock);
    assert_eq!(phone.heard.lock().unwrap().starts, 1);
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
    assert_eq!(phone.heard.lock().unwrap().starts, 2);
}

#[test]
fn a_program_of_another_size_or_hash_is_never_started_and_the_user_is_told_once() {
    for jar in [Jar::OtherSize, Jar::OtherSum] {
        // Not even where it runs already.
        for foreign in [false, true] {
            let phone = StandIn::new(Manner { jar, foreign, ..Manner::default() });
            let mut device = phone.device(Aid::Auto);
            let screen = device.observe(Need::ALL, &wait()).unwrap();
            assert_eq!(screen.by, Means::Stock);
            let why = screen.fallback.unwrap();
            assert!(why.contains("another version") && why.contains("hint: tapwise device setup"), "{why}");
            assert_eq!(device.observe(Need::ALL, &wait()).unwrap().fallback, None);
            let heard = phone.heard.lock().unwrap();
            assert_eq!((heard.starts, heard.calls.len()), (0, 0));
        }
    }
}

#[test]
fn the_hash_is_asked_for_once_per_connection() {
    let phone = StandIn::new(Manner { rpc: unknown(1), ..Manner::default() });
    let mut device = phone.device(Aid::Auto);
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Stock);
    phone.says(Manner::default());
    minute_later(&phone);
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
    let heard = phone.heard.lock().unwrap();
    assert_eq!((heard.starts, heard.sums), (2, 1));
}

#[test]
fn a_phone_that_cannot_say_whether_the_helper_is_there_is_asked_again_and_the_user_told() {
    let phone = StandIn::new(Manner { jar: Jar::Unread, ..Manner::default() });
    let mut device = phone.device(Aid::Auto);
    let screen = device.observe(Need::ALL, &wait()).unwrap();
    assert_eq!(screen.by, Means::Stock);
    assert!(screen.fallback.unwrap().contains("cannot be looked for"));
    phone.says(Manner::default());
    minute_later(&phone);
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
}

#[test]
fn a_look_that_is_short_of_time_does_not_start_the_helper() {
    let phone = StandIn::new(Manner::default());
    let mut device = phone.device(Aid::Auto);
    let short = Wait::within(Duration::from_secs(15), &Cancel::new());
    let screen = device.observe(Need::ALL, &short).unwrap();
    assert_eq!((screen.by, phone.heard.lock().unwrap().starts), (Means::Stock, 0));
    assert!(screen.fallback.unwrap().contains("no time"));
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
    // Once it runs, even a short look is its business.
    let short = Wait::within(Duration::from_secs(15), &Cancel::new());
    assert_eq!(device.observe(Need::ALL, &short).unwrap().by, Means::Helper);
}

#[test]
fn a_phone_that_does_not_tell_its_size_beside_the_helper_is_looked_at_all_the_same() {
    let phone = StandIn::new(Manner { tells_size: false, ..Manner::default() });
    let mut device = phone.device(Aid::Auto);
    // With a picture, the size is known from that.
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
    let phone = StandIn::new(Manner { tells_size: false, ..Manner::default() });
    let screen = phone.device(Aid::Auto).observe(Need { picture: false, ..Need::ALL }, &wait()).unwrap();
    assert_eq!((screen.by, screen.frame), (Means::Stock, crate::u2::FRAME));
    assert!(screen.fallback.is_some());
}

#[test]
fn another_tools_helper_that_ended_is_followed_by_our_own() {
    let phone = StandIn::new(Manner { foreign: true, ..Manner::default() });
    let mut device = phone.device(Aid::Auto);
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
    assert_eq!(phone.heard.lock().unwrap().starts, 0);
    phone.ends();
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Stock);
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
    assert_eq!(phone.heard.lock().unwrap().starts, 1);
}

#[test]
fn another_tools_helper_that_answers_but_does_not_know_our_calls_is_left_alone() {
    let phone = StandIn::new(Manner { foreign: true, rpc: unknown(2), ..Manner::default() });
    let mut device = phone.device(Aid::Auto);
    for expected in [1, 0] {
        let screen = device.observe(Need::ALL, &wait()).unwrap();
        assert_eq!((screen.by, screen.fallback.iter().count()), (Means::Stock, expected));
    }
    // The elements were read once, the app was not known; after that nothing was called any more.
    let heard = phone.heard.lock().unwrap();
    assert_eq!((heard.calls.len(), heard.starts), (2, 0));
}

#[test]
fn what_nobody_did_is_not_said_to_be_done_by_the_helper() {
    let phone = StandIn::new(Manner::default());
    let mut device = phone.device(Aid::Auto);
    device.observe(Need::ALL, &wait()).unwrap();
    assert_eq!(device.perform(&tap(), &wait()).unwrap().by, Means::Helper);
    let attempt = device.perform(&typing("a"), &wait()).unwrap();
    assert_eq!((attempt.performed, attempt.by), (Performed::NoField, Means::Stock));
}

/// What comes of it when Ctrl-C is pressed while the phone takes its time over this service.
fn cancelled_at<T>(
    service: &'static str,
    does: impl Fn(&StandIn) -> Result<T, DeviceError>,
) -> Result<T, DeviceError> {
    let (done, waits) = mpsc::channel::<()>();
    let waits = Mutex::new(waits);
    let cancel = Cancel::new();
    let signal = cancel.clone();
    let hears = move |name: &str| {
        if name.starts_with(service) {
            signal.cancel();
            // Until the test has its answer.
            let _ = waits.lock().unwrap().recv();
        }
    };
    let phone = StandIn::new(Manner { hears: Arc::new(hears), cancel, ..Manner::default() });
    let result = does(&phone);
    drop(done);
    result
}

#[test]
fn ctrl_c_while_the_helper_is_looked_for_or_started_is_no_failure_of_the_helper() {
    for service in ["sync:", "shell:toybox md5sum", "tcp:9008", "shell:CLASSPATH="] {
        let looked = cancelled_at(service, |phone| phone.device(Aid::Auto).observe(Need::ALL, &wait()));
        assert!(matches!(looked, Err(DeviceError::Cancelled)), "{service}: {looked:?}");
        let set = cancelled_at(service, |phone| set_up(&phone.address, phone.around(Aid::Auto), PLAYED));
        assert!(matches!(set, Err(DeviceError::Cancelled)), "{service}: {set:?}");
    }
    let status = cancelled_at("tcp:9008", |phone| jar_status(&phone.address, phone.around(Aid::Auto)));
    assert!(matches!(status, Err(DeviceError::Cancelled)), "{status:?}");
    let removed = cancelled_at("tcp:9008", |phone| remove_jar(&phone.address, phone.around(Aid::Auto)));
    assert!(matches!(removed, Err(DeviceError::Cancelled)), "{removed:?}");
}

#[test]
fn setting_up_tells_whether_it_could_start_the_helper_itself() {
    for foreign in [false, true] {
        let phone = StandIn::new(Manner { foreign, ..Manner::default() });
        let done = set_up(&phone.address, phone.around(Aid::Auto), PLAYED).unwrap();
        assert_eq!((done.pushed, done.started), (false, !foreign));
        assert_eq!(phone.heard.lock().unwrap().starts, usize::from(!foreign));
    }
}

#[test]
fn only_the_published_program_is_copied_to_a_phone() {
    let desk = Desk::with_seed(0);
    // The right size is not enough.
    for other in [b"bar".as_slice(), b"", b"food"] {
        let refused = set_up(&desk.address, desk.around(), other).unwrap_err().to_string();
        assert!(refused.contains(PLAYED_JAR.sha256), "{refused}");
    }
    assert_eq!(jar_status(&desk.address, desk.around()).unwrap().file, JarFile::Absent);
    let done = set_up(&desk.address, desk.around(), PLAYED).unwrap();
    assert!(done.pushed && done.started && done.info.sdk > 20, "{done:?}");
    assert_eq!(jar_status(&desk.address, desk.around()).unwrap().file, JarFile::Known);
    desk.link().push(b"bar", PLAYED_JAR.path, 0o644, &wait()).unwrap();
    assert_eq!(jar_status(&desk.address, desk.around()).unwrap().file, JarFile::Other);
    assert!(remove_jar(&desk.address, desk.around()).unwrap());
    assert!(!remove_jar(&desk.address, desk.around()).unwrap());
    assert_eq!(jar_status(&desk.address, desk.around()).unwrap().file, JarFile::Absent);
}

#[test]
fn taking_the_helper_off_ends_it_first_and_says_what_to_do_if_its_program_stays() {
    for foreign in [false, true] {
        let phone = StandIn::new(Manner { foreign, ..Manner::default() });
        assert!(remove_jar(&phone.address, phone.around(Aid::Auto)).unwrap());
        assert_eq!(phone.heard.lock().unwrap().stops, usize::from(foreign));
    }
    let phone = StandIn::new(Manner { jar: Jar::Fixed, ..Manner::default() });
    let stays = remove_jar(&phone.address, phone.around(Aid::Auto)).unwrap_err().to_string();
    assert!(stays.contains("cannot be removed") && stays.contains("hint:"), "{stays}");
}
