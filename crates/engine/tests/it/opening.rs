//! Opening things: apps by package, by name and by icon, web addresses, and calls.

use crate::desk::Desk;
use tapwise_engine::human::{Answer, Scripted};
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Deed, Fault, FaultKind, Lang, Options};

fn opened(desk: &Desk) -> Vec<String> {
    let package = |deed| if let Deed::AppOpened { package } = deed { Some(package) } else { None };
    desk.deeds().into_iter().filter_map(package).collect()
}

/// The gestures of a run, as they were intended.
fn gestures(report: &tapwise_engine::run::Report) -> Vec<serde_json::Value> {
    let trace = std::fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let events = trace.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    events.filter(|event| event["event"] == "intended").map(|event| event["gesture"].clone()).collect()
}

#[test]
fn an_app_that_is_in_front_already_is_opened_without_a_gesture() {
    let mut desk = Desk::with_seed(2);
    assert_eq!(desk.run("打开微信").outcome, Outcome::Verified);
    let report = desk.run("打开微信");
    assert_eq!((report.outcome.clone(), gestures(&report)), (Outcome::Verified, Vec::new()));
    desk.shell("monkey -p com.android.settings 1");
    assert_eq!(desk.run("打开微信").outcome, Outcome::Verified);
}

#[test]
fn an_icon_on_the_third_page_is_found_where_apps_may_not_be_started() {
    for (seed, lang) in [(0, Lang::Zh), (1, Lang::En), (2, Lang::Zh)] {
        let icons = vec![("com.tencent.mm".to_owned(), 3)];
        let mut desk = Desk::new(Options { seed, lang, icons, ..Options::default() });
        desk.phone.as_ref().unwrap().set_fault(Fault::now(FaultKind::NoLaunch)).unwrap();
        let report = desk.run("打开微信");
        assert_eq!(report.outcome, Outcome::Verified, "seed {seed}");
        assert_eq!(opened(&desk), ["com.tencent.mm"], "seed {seed}");
        let slides = gestures(&report).iter().filter(|gesture| gesture.get("swipe").is_some()).count();
        assert_eq!(slides, 2, "two slides to the third page");
    }
}

#[test]
fn an_icon_opens_the_app_also_where_starting_it_fails_without_a_word() {
    let mut desk = Desk::with_seed(4);
    for program in ["am", "monkey"] {
        let fault = Fault::at_call(FaultKind::ExitCode { code: 1 }, program, 1);
        let lasting = fault.lasting(tapwise_phone::Lasts::UntilCleared);
        desk.phone.as_ref().unwrap().set_fault(lasting).unwrap();
    }
    let report = desk.run("打开微信");
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!(opened(&desk), ["com.tencent.mm"]);
}

#[test]
fn any_app_on_the_phone_is_opened_by_the_name_below_its_icon() {
    for (seed, task, package) in [
        (0, "打开日历", "com.android.calendar"),
        (1, "打开微信读书", "com.tencent.weread"),
        (2, "启动天气", "com.android.weather"),
    ] {
        let mut desk = Desk::with_seed(seed);
        let report = desk.run(task);
        assert_eq!(report.outcome, Outcome::Verified, "{task}");
        assert_eq!(opened(&desk), [package], "{task}");
        assert!(report.evidence.iter().any(|seen| seen.contains(package)), "{:?}", report.evidence);
    }
    let mut desk = Desk::with_seed(3);
    let Outcome::Failed(why) = desk.run("打开某某助手").outcome else { panic!() };
    assert!(why.contains("no icon of “某某助手”"), "{why}");
    assert_eq!(opened(&desk), Vec::<String>::new());
}

#[test]
fn an_address_is_opened_and_what_the_browser_cannot_reach_is_not_verified() {
    let mut desk = Desk::with_seed(5);
    for task in
        ["打开 https://news.example.cn/", "打开shop.example.cn", "open form.example.cn/thanks in Chrome"]
    {
        let report = desk.run(task);
        assert_eq!(report.outcome, Outcome::Verified, "{task}");
        assert!(report.evidence.iter().any(|seen| seen.contains("example.cn")), "{:?}", report.evidence);
    }
    let visited = desk.deeds().into_iter().filter(|deed| matches!(deed, Deed::UrlOpened { .. })).count();
    assert_eq!(visited, 3);
    let report = desk.run("打开 https://nowhere.test/");
    assert!(matches!(report.outcome, Outcome::Failed(_)), "{:?}", report.outcome);
}

#[test]
fn a_call_is_asked_about_and_seen_to_run() {
    let calls = |desk: &Desk| -> Vec<String> {
        let number = |deed| if let Deed::CallMade { to } = deed { Some(to) } else { None };
        desk.deeds().into_iter().filter_map(number).collect()
    };
    let mut desk = Desk::with_seed(6);
    assert!(matches!(desk.run("给 13800138000 打电话").outcome, Outcome::NeedsUser(_)));
    let mut no = Scripted { answers: [Answer::No].into(), ..Scripted::default() };
    assert!(matches!(desk.run_with("给10086打电话", &mut no).unwrap().outcome, Outcome::Blocked(_)));
    assert_eq!(calls(&desk), Vec::<String>::new());
    let mut yes = Scripted { answers: [Answer::Yes].into(), ..Scripted::default() };
    let report = desk.run_with("给 13800138000 打电话", &mut yes).unwrap();
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!((calls(&desk), yes.asked.len()), (vec!["13800138000".to_owned()], 1));
    assert!(report.evidence.iter().any(|seen| seen.contains("13800138000")), "{:?}", report.evidence);
}
