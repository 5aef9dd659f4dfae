//! What gets in the way of a run and passes is got through; what only a person may answer is left to a person; and what
//! never passes ends the run with its reason. What truly happened is asked of the phone's own ledger.

use crate::desk::Desk;
use crate::errands::{Task, Truth};
use serde_json::Value;
use tapwise_engine::run::Report;
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Fault, FaultKind, Lasts, Options, PopUp, When};

const SEND: &str = "给张三发微信消息说你好";
const AIRPLANE: &str = "打开飞行模式";

/// What a run of one of the two did to the phone, by the phone's own ledger.
fn truth(task: &str, desk: &Desk) -> Truth {
    let mut asked = 0;
    for deed in desk.deeds() {
        match deed {
            Deed::AppOpened { .. } => {}
            Deed::MessageSent { to, text, .. } if task == SEND && to == "张三" && text == "你好" => {
                asked += 1
            }
            Deed::SettingChanged { name, value, .. }
                if task == AIRPLANE && name == "airplane_mode_on" && value == "1" =>
            {
                asked += 1;
            }
            // What typing and a drained battery bring about.
            Deed::SettingChanged { name, .. } if name != "airplane_mode_on" => {}
            _ => return Truth::Harm,
        }
    }
    match asked {
        0 => Truth::Undone,
        1 => Truth::Done,
        _ => Truth::Harm,
    }
}

fn over(which: PopUp) -> FaultKind {
    FaultKind::PopUp { which }
}

/// As soon as these words are in front, in the app that the task is about.
fn at_words(kind: FaultKind, task: &str, text: &str) -> Fault {
    let package = if task == SEND { "com.tencent.mm" } else { "com.android.settings" };
    let when = When::Scene { package: Some(package.to_owned()), activity: None, text: Some(text.to_owned()) };
    Fault { kind, when, lasts: None }
}

fn run_with(desk: &mut Desk, task: &str, faults: impl IntoIterator<Item = Fault>) -> Report {
    for fault in faults {
        desk.phone.as_ref().unwrap().set_fault(fault).unwrap();
    }
    desk.run(task)
}

fn surprises(report: &Report) -> Vec<Value> {
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let events = trace.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter(|event| event["event"] == "surprised").collect()
}

/// Does the task with this fault, and tells what surprised it on the way.
fn verified(task: &str, fault: Fault, seed: u64) -> Vec<Value> {
    let (mut desk, told) = (Desk::with_seed(seed), format!("{fault:?}"));
    let report = run_with(&mut desk, task, [fault]);
    let seen = surprises(&report);
    let ended = (report.outcome, truth(task, &desk));
    assert_eq!(ended, (Outcome::Verified, Truth::Done), "{task}, {told} {:?}", remedies(&seen));
    let mended = remedies(&seen).into_iter().any(|remedy| remedy != "look_again");
    assert!(!mended || report.recovered > 0, "what was overcome is counted");
    seen
}

fn remedies(surprises: &[Value]) -> Vec<&Value> {
    surprises.iter().map(|event| &event["remedy"]).collect()
}

#[test]
fn windows_over_a_page_are_closed_in_both_languages_at_any_step() {
    for (at, which) in
        [PopUp::Ad, PopUp::Update, PopUp::LowBattery, PopUp::NotResponding].into_iter().enumerate()
    {
        let seen = verified(SEND, at_words(over(which), SEND, "通讯录"), at as u64);
        let closed = seen.iter().find(|event| event["remedy"] == "dismiss").unwrap();
        assert_eq!(closed["result"]["suggestion"], "dismiss");
        assert!(closed["result"]["blocker"]["description"].as_str().is_some_and(|told| !told.is_empty()));
        verified(SEND, Fault::at_call(over(which), "input", 2), at as u64);
        let mut desk = Desk::new(Options { lang: tapwise_phone::Lang::En, ..Options::default() });
        let report = run_with(&mut desk, AIRPLANE, [Fault::at_call(over(which), "input", 1)]);
        assert_eq!((report.outcome, truth(AIRPLANE, &desk)), (Outcome::Verified, Truth::Done), "{which:?}");
    }
}

#[test]
fn t09_a_question_of_rights_is_left_to_a_person_whatever_the_step() {
    for (task, words) in [(SEND, "通讯录"), (SEND, "联系人"), (AIRPLANE, "设置")] {
        let mut desk = Desk::with_seed(1);
        let report = run_with(&mut desk, task, [at_words(over(PopUp::Permission), task, words)]);
        let Outcome::NeedsUser(why) = &report.outcome else { panic!("{words}: {:?}", report.outcome) };
        assert!(why.contains("位置") && why.contains("hint:"), "{why}");
        let answered =
            |deed: &Deed| matches!(deed, Deed::PermissionGranted { .. } | Deed::PermissionDenied { .. });
        assert!(!desk.deeds().iter().any(answered), "{:?}", desk.deeds());
        assert_eq!(truth(task, &desk), Truth::Undone);
    }
}

#[test]
fn a_call_is_neither_taken_nor_declined() {
    let mut desk = Desk::with_seed(2);
    let report = run_with(&mut desk, SEND, [at_words(over(PopUp::Call), SEND, "通讯录")]);
    assert!(
        matches!(&report.outcome, Outcome::NeedsUser(why) if why.contains("来电")),
        "{:?}",
        report.outcome
    );
    assert_eq!(truth(SEND, &desk), Truth::Undone);
}

#[test]
fn an_app_that_stops_is_opened_again_and_the_message_sent_once() {
    // While it is being opened, opening it once more is enough.
    let seen = verified(SEND, at_words(FaultKind::Crash, SEND, "通讯录"), 3);
    assert!(remedies(&seen).into_iter().any(|remedy| remedy == "retry"));
    for words in ["联系人", "发送"] {
        let seen = verified(SEND, at_words(FaultKind::Crash, SEND, words), 3);
        assert!(seen.iter().any(|event| event["remedy"]["jump"] == 1), "{words}: {:?}", remedies(&seen));
    }
    verified(AIRPLANE, at_words(FaultKind::Crash, AIRPLANE, "飞行模式"), 3);
    verified(
        SEND,
        Fault::at_call(FaultKind::Swapped { package: "com.android.settings".into() }, "input", 2),
        4,
    );
}

#[test]
fn seed_002_a_touch_that_led_to_another_page_is_gone_back_and_made_again() {
    // Between the look and the touch the row and its neighbour change places.
    let moved = FaultKind::Moved { text: "网络和互联网".into() };
    let seen = verified(AIRPLANE, Fault::at_call(moved, "input", 1), 0);
    assert!(seen.iter().any(|event| event["remedy"]["rollback"] == 2), "{:?}", remedies(&seen));
    assert!(seen.iter().any(|event| event["result"]["suggestion"] == "replan"));
}

#[test]
fn a_locked_a_sleeping_and_a_slow_phone_are_got_through() {
    for task in [SEND, AIRPLANE] {
        verified(task, Fault::now(FaultKind::Locked), 5);
        verified(task, Fault::at_call(FaultKind::Locked, "dumpsys", 3), 5);
        verified(task, Fault::at_call(FaultKind::ScreenOff, "dumpsys", 3), 5);
        verified(task, Fault::at_call(FaultKind::SlowScreen { millis: 4_500 }, "input", 1), 5);
        verified(task, Fault::at_call(FaultKind::BlackFrame, "screencap", 2).lasting(Lasts::Times(3)), 5);
    }
}

#[test]
fn a_touch_that_is_lost_is_waited_for_and_then_made_a_little_beside() {
    for task in [SEND, AIRPLANE] {
        let seen = verified(task, Fault::at_call(FaultKind::ExitCode { code: 1 }, "input", 1), 6);
        let remedies = remedies(&seen);
        assert_eq!(remedies[0], "wait", "{remedies:?}");
        assert!(remedies.iter().any(|remedy| *remedy == "offset" || *remedy == "retry"), "{remedies:?}");
    }
}

/// How many touches a run makes until it sends; the last one sends.
fn touches_of_send(seed: u64) -> u64 {
    let mut desk = Desk::with_seed(seed);
    let report = desk.run(SEND);
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let events = trace.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter(|e| e["event"] == "intended" && e["gesture"].get("tap").is_some()).count() as u64
}

#[test]
fn contract_4_a_send_that_is_not_seen_is_never_made_again() {
    let last = touches_of_send(7);
    let troubles = [
        over(PopUp::Ad),
        over(PopUp::Update),
        over(PopUp::Permission),
        FaultKind::ExitCode { code: 1 },
        FaultKind::Crash,
        FaultKind::Dropped,
    ];
    for kind in troubles {
        let mut desk = Desk::with_seed(7);
        let told = format!("{kind:?}");
        let report = run_with(&mut desk, SEND, [Fault::at_call(kind, "input", last)]);
        let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
        let sends = trace
            .lines()
            .filter(|line| line.contains("\"intended\"") && line.contains("\"effect\":\"send\""));
        assert_eq!(sends.count(), 1, "{told}");
        assert_ne!(truth(SEND, &desk), Truth::Harm, "{told}");
        match truth(SEND, &desk) {
            Truth::Undone => {
                assert!(matches!(report.outcome, Outcome::Unverified(_)), "{told}: {:?}", report.outcome)
            }
            _ => assert!(matches!(report.outcome, Outcome::Verified | Outcome::Unverified(_)), "{told}"),
        }
    }
}

#[test]
fn a_window_that_always_comes_back_ends_the_run_with_its_reason() {
    let mut desk = Desk::with_seed(8);
    // One more behind each that is closed.
    let faults = (1..=40).map(|nth| Fault::at_call(over(PopUp::Ad), "uiautomator", 3 + nth));
    let report = run_with(&mut desk, SEND, faults);
    let Outcome::Failed(why) = &report.outcome else { panic!("{:?}", report.outcome) };
    assert!(why.contains("still in the way") && why.contains("advertisement"), "{why}");
    let closed = surprises(&report).iter().filter(|event| event["remedy"] == "dismiss").count();
    assert!((3..=10).contains(&closed), "{closed}");
    assert_eq!(truth(SEND, &desk), Truth::Undone);
}

#[test]
fn seed_001_every_judged_step_carries_its_result() {
    let mut desk = Desk::with_seed(9);
    let report = desk.run(SEND);
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let judged: Vec<Value> = trace
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|e| e["event"] == "judged")
        .collect();
    assert!(judged.len() >= 6);
    for event in &judged {
        let result = &event["result"];
        assert_eq!((&result["verified"], &result["suggestion"]), (&Value::Bool(true), &"continue".into()));
        assert!(result["confidence"].as_f64().unwrap() > 0.5);
    }
    let last = &judged.last().unwrap()["result"];
    assert!(last["current_state"].as_str().unwrap().contains("张三"), "{last}");
    assert!(last["change_description"].as_str().unwrap().contains("你好"), "{last}");
}

#[test]
fn a_note_whose_touch_a_window_took_is_saved_once_and_a_message_is_not_sent_again() {
    for (task, which) in [(Task::Price, PopUp::Ad), (Task::Price, PopUp::LowBattery), (Task::Send, PopUp::Ad)]
    {
        let mut retried = 0;
        // Under each touch of the run once.
        for nth in 1..=5 {
            let mut desk = task.desk(7, Options { seed: 7, ..Options::default() });
            let when = When::Call { nth, program: Some("input".to_owned()) };
            let fault = Fault { kind: over(which), when, lasts: None };
            let report = run_with(&mut desk, &task.sentence(7), [fault]);
            let truth = task.truth(7, &desk.deeds(), &desk);
            assert_ne!(truth, Truth::Harm, "{task:?} {which:?} {nth}: {:?}", desk.deeds());
            let remedies = surprises(&report);
            retried += remedies.iter().filter(|event| event["remedy"] == "retry").count();
            if task == Task::Price {
                assert_eq!((report.outcome, truth), (Outcome::Verified, Truth::Done), "{which:?} {nth}");
            }
        }
        assert_eq!(retried > 0, task == Task::Price, "{task:?} {which:?}: {retried}");
    }
}
