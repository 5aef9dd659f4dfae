//! The helper on the phone: used while it answers, replaced by the stock programs when it does not, and never the
//! reason why a gesture is made twice.

use crate::desk::{Desk, wait};
use crate::standin::{Jar, Manner, Reply, StandIn, good, http};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tapwise_engine::Cancel;
use tapwise_engine::clock::Clock;
use tapwise_engine::device::{Aid, DeviceError, Need, Performed};
use tapwise_engine::human::Nobody;
use tapwise_engine::plan::Gesture;
use tapwise_engine::run::{Answers, Report, Tools, gesture};
use tapwise_engine::screen::{Frame, Means};
use tapwise_engine::trace::Outcome;
use tapwise_phone::Options;

const START: &str = "shell:CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008";
pub const FRAME: Frame = Frame { width: 48, height: 96, rotation: 0 };

pub fn tap() -> Gesture {
    Gesture::Tap(FRAME.point(24, 50).unwrap())
}

/// A look that calls nothing, so that what is heard afterwards is the gesture's.
const NOTHING: Need = Need { picture: false, tree: false, app: false };

/// Answers that no helper should give.
fn broken() -> Vec<(&'static str, Reply)> {
    let raw = |text: &str| Reply::Bytes(text.as_bytes().to_vec());
    let body = |text: &str| Reply::Bytes(http(200, text).into_bytes());
    vec![
        ("closed at once", raw("")),
        ("no HTTP", raw("\x00\x01\x02 hello\r\n\r\n")),
        ("a head without an end", raw(&"X: y\r\n".repeat(5000))),
        ("a body that is cut short", raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"result\":")),
        (
            "a length beyond all bounds",
            raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}"),
        ),
        ("a length of four gigabytes", raw("HTTP/1.1 200 OK\r\nContent-Length: 4294967296\r\n\r\n{}")),
        ("a length that is no number", raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}")),
        (
            "a chunk beyond all bounds",
            raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{"),
        ),
        ("a chunk without a size", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}")),
        ("a body without an end", Reply::Endless),
        ("an error of the server", Reply::Bytes(http(500, "Internal Server Error!!!").into_bytes())),
        ("no JSON", body("pong")),
        ("JSON that is cut short", body("{\"result\":\"")),
        ("JSON nested too deep", body(&"[".repeat(100_000))),
        ("a list", body("[1,2]")),
        ("no result", body("{\"id\":1}")),
        ("an exception", body(r#"{"error":{"code":-32001,"message":"java.lang.NullPointerException"}}"#)),
        ("an error that is none", body(r#"{"error":"no"}"#)),
        ("another type", Reply::Result(json!({ "a": [1, 2, 3] }))),
    ]
}

fn faulty(from: usize, reply: Reply) -> Manner {
    let rpc = move |number: usize, method: &str, _: &serde_json::Value| {
        if number >= from { reply.clone() } else { good(method) }
    };
    Manner { rpc: Arc::new(rpc), ..Manner::default() }
}

#[test]
fn looks_and_gestures_go_through_the_helper_where_it_is_there() {
    let phone = StandIn::new(Manner::default());
    let mut device = phone.device(Aid::Auto);
    let screen = device.observe(Need::ALL, &wait()).unwrap();
    assert_eq!((screen.by, screen.fallback, screen.frame), (Means::Helper, None, FRAME));
    assert_eq!(screen.app.unwrap().package, "a.b");
    assert_eq!(screen.tree.unwrap().elements()[0].text, "好");
    assert!(!screen.picture.unwrap().is_exact());
    let attempt = device.perform(&tap(), &wait()).unwrap();
    assert_eq!((attempt.performed, attempt.by), (Performed::Done, Means::Helper));
    let heard = phone.heard.lock().unwrap();
    assert_eq!(heard.calls.last().unwrap(), "click[24,50]");
    assert_eq!((heard.by_helper(), heard.stock.len(), heard.starts), (1, 0, 1));
}

#[test]
fn without_the_helper_or_where_it_is_not_wanted_nothing_is_started() {
    for (jar, aid) in [(Jar::Absent, Aid::Auto), (Jar::Known, Aid::Off)] {
        let phone = StandIn::new(Manner { jar, ..Manner::default() });
        let mut device = phone.device(aid);
        let screen = device.observe(Need::ALL, &wait()).unwrap();
        assert_eq!((screen.by, screen.fallback), (Means::Stock, None));
        assert_eq!(device.perform(&tap(), &wait()).unwrap().by, Means::Stock);
        let heard = phone.heard.lock().unwrap();
        assert_eq!((heard.starts, heard.calls.len(), heard.stock.len()), (0, 0, 1));
    }
}

#[test]
fn t22_a_look_that_the_helper_cannot_give_is_taken_by_the_stock_programs_and_the_reason_told_once() {
    for (what, reply) in broken() {
        // At the elements, at the app, at the picture, at the elements again.
        for from in 1..=4 {
            let phone = StandIn::new(faulty(from, reply.clone()));
            let mut device = phone.device(Aid::Auto);
            let screen = device.observe(Need::ALL, &wait()).unwrap();
            assert_eq!(screen.by, Means::Stock, "{what} at {from}");
            assert!(screen.fallback.is_some_and(|why| why.contains("helper")), "{what} at {from}");
            assert!(screen.tree.is_some() && screen.picture.is_some(), "{what} at {from}");
            assert_eq!(device.observe(Need::ALL, &wait()).unwrap().fallback, None, "{what} at {from}");
        }
    }
}

#[test]
fn t22_a_gesture_is_never_made_twice_whatever_the_helper_answers() {
    for (what, reply) in broken() {
        let phone = StandIn::new(faulty(1, reply));
        let mut device = phone.device(Aid::Auto);
        device.observe(NOTHING, &wait()).unwrap();
        let attempt = device.perform(&tap(), &wait()).unwrap();
        assert!(matches!(attempt.performed, Performed::Unsure(_)), "{what}: {:?}", attempt.performed);
        assert!(attempt.fallback.is_some(), "{what}");
        let heard = phone.heard.lock().unwrap();
        assert_eq!((heard.by_helper(), heard.stock.len()), (1, 0), "{what}");
    }
}

#[test]
fn t22_a_gesture_that_is_broken_off_before_its_answer_is_not_repeated() {
    let cancel = Cancel::new();
    let signal = cancel.clone();
    // Ctrl-C just when the helper has heard of it; it never answers.
    let rpc = move |_: usize, _: &str, _: &serde_json::Value| {
        signal.cancel();
        Reply::Silence
    };
    let phone = StandIn::new(Manner { rpc: Arc::new(rpc), cancel, ..Manner::default() });
    let mut device = phone.device(Aid::Auto);
    device.observe(NOTHING, &wait()).unwrap();
    assert!(matches!(device.perform(&tap(), &wait()), Err(DeviceError::Cancelled)));
    let heard = phone.heard.lock().unwrap();
    assert_eq!((heard.by_helper(), heard.stock.len()), (1, 0));
}

#[test]
fn a_gesture_that_the_helper_does_not_know_is_made_by_the_stock_program() {
    let unknown =
        Reply::Bytes(http(200, r#"{"error":{"code":-32601,"message":"method not found"}}"#).into_bytes());
    let phone = StandIn::new(faulty(1, unknown));
    let mut device = phone.device(Aid::Auto);
    device.observe(NOTHING, &wait()).unwrap();
    let attempt = device.perform(&tap(), &wait()).unwrap();
    assert_eq!((attempt.performed, attempt.by), (Performed::Done, Means::Stock));
    assert!(attempt.fallback.unwrap().contains("method not found"));
    assert_eq!(phone.heard.lock().unwrap().stock, ["input tap 24 50"]);
}

#[test]
fn a_helper_that_failed_is_tried_again_after_a_minute_and_not_before() {
    let once = |number: usize, method: &str, _: &serde_json::Value| {
        if number == 1 { Reply::Bytes(Vec::new()) } else { good(method) }
    };
    let phone = StandIn::new(Manner { rpc: Arc::new(once), ..Manner::default() });
    let mut device = phone.device(Aid::Auto);
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Stock);
    phone.clock.wait(Duration::from_secs(59), &Cancel::new());
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Stock);
    assert_eq!(phone.heard.lock().unwrap().calls.len(), 1);
    phone.clock.wait(Duration::from_secs(2), &Cancel::new());
    assert_eq!(device.observe(Need::ALL, &wait()).unwrap().by, Means::Helper);
}

#[test]
fn a_phone_that_another_tool_holds_says_so_and_is_used_by_the_stock_programs() {
    let refusal = Some("java.lang.IllegalStateException: UiAutomationService x already registered!\n");
    let phone = StandIn::new(Manner { refusal, ..Manner::default() });
    let screen = phone.device(Aid::Auto).observe(Need::ALL, &wait()).unwrap();
    assert_eq!(screen.by, Means::Stock);
    assert!(screen.fallback.unwrap().contains("already registered"));
}

#[test]
fn a_page_that_the_helper_may_not_photograph_is_photographed_by_the_stock_program() {
    let rpc = |_: usize, method: &str, _: &serde_json::Value| match method {
        "takeScreenshot" => Reply::Result(json!(null)),
        other => good(other),
    };
    let phone = StandIn::new(Manner { rpc: Arc::new(rpc), ..Manner::default() });
    let screen = phone.device(Aid::Auto).observe(Need::ALL, &wait()).unwrap();
    assert_eq!(screen.by, Means::Helper);
    assert!(screen.picture.unwrap().is_exact());
    assert!(screen.fallback.unwrap().contains("no picture"));
}

#[test]
fn a_window_of_the_system_is_no_app_in_front_for_the_helper_either() {
    let rpc = |_: usize, method: &str, _: &serde_json::Value| match method {
        "deviceInfo" => Reply::Result(json!({ "currentPackageName": "com.android.systemui" })),
        other => good(other),
    };
    let phone = StandIn::new(Manner { rpc: Arc::new(rpc), ..Manner::default() });
    let screen = phone.device(Aid::Auto).observe(Need::ALL, &wait()).unwrap();
    // The window service knows better which it is.
    assert_eq!(screen.app.unwrap().activity, "a.b.C");
    assert!(screen.fallback.unwrap().contains("no app"));
}

#[test]
fn the_trace_says_by_which_means_and_why_they_changed() {
    let phone = StandIn::new(faulty(5, Reply::Bytes(Vec::new())));
    let mut device = phone.device(Aid::Auto);
    let tools = Tools {
        eyes: &mut tapwise_engine::locate::Eyes::default(),
        device: device.as_mut(),
        human: &mut Nobody,
        mind: None,
        clock: &phone.clock,
        cancel: &Cancel::new(),
        talk: &mut |_| {},
    };
    let made = gesture(
        |_| Ok(Gesture::Key("BACK".parse().unwrap())),
        "x",
        phone.home.path(),
        tools,
        Answers::default(),
    );
    assert!(matches!(made, Ok(Performed::Unsure(_))), "{made:?}");
    let run = std::fs::read_dir(phone.home.path().join("runs")).unwrap().next().unwrap().unwrap();
    let trace = std::fs::read_to_string(run.path().join("trace.jsonl")).unwrap();
    let line =
        |event: &str| trace.lines().find(|line| line.contains(&format!("\"event\":\"{event}\""))).unwrap();
    assert!(line("looked").contains(r#""by":"helper""#) && !line("looked").contains("fallback"));
    assert!(
        line("performed").contains(r#""fallback":"the helper on the phone failed"#),
        "{}",
        line("performed")
    );
}

/// The trace's lines of looks and gestures.
fn means(run: &Report) -> Vec<String> {
    let trace = std::fs::read_to_string(run.folder.join("trace.jsonl")).unwrap();
    let told =
        trace.lines().filter(|line| line.contains(r#""by":"helper""#) || line.contains(r#""by":"stock""#));
    told.map(str::to_owned).collect()
}

#[test]
fn a_message_in_chinese_is_sent_by_the_helper_without_a_special_keyboard() {
    let mut desk = Desk::new(Options { adb_keyboard: false, ..Options::default() }).with_helper();
    let report = desk.run("给张三发微信消息说你好");
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!(desk.sent(), [("张三".to_owned(), "你好".to_owned())]);
    let told = means(&report);
    // Only starting an app is left to the stock programs.
    let stock = told.iter().filter(|line| line.contains(r#""by":"stock""#)).count();
    assert!(stock <= 1 && told.len() > 10, "{told:#?}");
    assert_eq!(
        desk.shell("settings get secure default_input_method"),
        "com.android.inputmethod.latin/.LatinIME"
    );
}

#[test]
fn t22_a_helper_that_dies_between_two_runs_or_looks_costs_nothing_but_time() {
    let mut desk = Desk::with_seed(0).with_helper();
    let link = desk.link();
    // Another tool has started it, so that its end can be seen from here.
    let mut process = link.open(START, &wait()).unwrap();
    let answers = |reply: &[u8]| reply.starts_with(b"HTTP/1.1 200");
    let ask = |path: &str| -> Option<Vec<u8>> {
        let mut door = link.open("tcp:9008", &wait()).ok()?;
        door.write_all(format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes(), &wait()).unwrap();
        door.chunk(&wait()).unwrap()
    };
    while !String::from_utf8_lossy(&process.chunk(&wait()).unwrap().unwrap()).contains("listening") {}
    assert_eq!(desk.look().by, Means::Helper);
    assert!(ask("/stop").is_some_and(|reply| answers(&reply)));
    while process.chunk(&wait()).unwrap().is_some() {}
    let report = desk.run("给张三发微信消息说你好");
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!(desk.sent().len(), 1);
    let told = means(&report);
    assert!(
        told[0].contains(r#""by":"stock""#) && told[0].contains("the helper on the phone failed"),
        "{}",
        told[0]
    );
    assert_eq!(told.iter().filter(|line| line.contains("fallback")).count(), 1);
}
