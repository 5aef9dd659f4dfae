//! Repetition, and what steps say about their own failure, on the phone.

use crate::language::{desk_with, events};
use std::collections::BTreeSet;
use tapwise_engine::human::{Answer, Scripted};
use tapwise_engine::trace::Outcome;

const SETTINGS: &str = "com.android.settings";
const OPEN: &str = "  - {action: launch_app, params: {package: '{package}'}, timeout: 10000}";

#[test]
fn steps_are_repeated_for_each_value_of_the_sentence() {
    let steps = format!(
        "{OPEN}
  - action: repeat
    params: {{for_each: '{{rows}}', as: row}}
    steps:
    - {{action: tap, target_ref: $row, expect: {{shows: [{{names: [$row], role: title}}]}}}}
    - {{action: back, expect: {{shows: [显示, 通知]}}}}"
    );
    let mut desk = desk_with(SETTINGS, "用探针看{rows:text}", &steps, "{app: '{package}'}");
    let report = desk.run("用探针看显示、通知");
    assert_eq!(report.outcome, Outcome::Verified);
    let rounds: Vec<_> = events(&report, "round").iter().map(|e| e["item"].clone()).collect();
    assert_eq!(rounds, ["显示", "通知"]);
    let made = events(&report, "performed").len();
    assert_eq!(made, 1 + 2 * 2, "each row was opened and left");
}

#[test]
fn steps_are_repeated_until_something_is_seen_and_no_longer() {
    let until = |sought: &str| {
        format!(
            "{OPEN}
  - action: repeat
    params: {{until: {{shows: [{sought}]}}, count: 6}}
    steps: [{{action: swipe, params: {{direction: up}}}}]"
        )
    };
    let mut desk = desk_with(SETTINGS, "用探针划一划", &until("关于手机"), "{shows: [关于手机]}");
    let report = desk.run("用探针划一划");
    assert_eq!(report.outcome, Outcome::Verified);
    let slid = events(&report, "round").len();
    assert!((1..6).contains(&slid), "{slid}");
    let mut desk = desk_with(SETTINGS, "用探针划一划", &until("没有的"), "{app: '{package}'}");
    let Outcome::Failed(why) = desk.run("用探针划一划").outcome else { panic!() };
    assert!(why.contains("step 2 (repeat)") && why.contains("没有的"), "{why}");
}

#[test]
fn each_thing_of_a_list_is_visited_once_from_top_to_bottom_and_beyond_the_first_page() {
    let steps = format!(
        "{OPEN}
  - action: repeat
    params: {{for_each: {{items: {{role: item}}}}, count: 40}}
    steps: [{{action: mem_save, params: {{name: seen, value: $item}}}}]
  - {{action: mem_read, params: {{name: seen}}}}"
    );
    let mut desk = desk_with(SETTINGS, "用探针走一走", &steps, "{shows: [关于手机]}");
    let report = desk.run("用探针走一走");
    assert_eq!(report.outcome, Outcome::Verified, "{:?}", report.evidence);
    let rounds: Vec<_> = events(&report, "round").iter().map(|e| e["item"].to_string()).collect();
    let different: BTreeSet<_> = rounds.iter().collect();
    assert_eq!(different.len(), rounds.len(), "{rounds:?}");
    assert!(rounds.len() > 8 && rounds.iter().any(|item| item.contains("关于手机")), "{rounds:?}");
}

#[test]
fn seed_002_a_step_that_fails_is_skipped_jumped_from_or_given_to_a_person_as_it_says() {
    let missing = |on_fail: &str| {
        format!(
            "{OPEN}
  - {{action: tap, target_ref: {{names: [没有的], role: tab}}, timeout: 500, on_fail: {on_fail}}}
  - {{action: tap, target_ref: 通知, expect: {{shows: [{{names: [通知], role: title}}]}}}}
  - {{action: mem_save, params: {{name: end, value: here}}}}"
        )
    };
    let goal = "{app: '{package}'}";
    let mut desk = desk_with(SETTINGS, "用探针试一试", &missing("skip"), goal);
    let report = desk.run("用探针试一试");
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!(events(&report, "step_skipped")[0]["step"], 2);

    let mut desk = desk_with(SETTINGS, "用探针试一试", &missing("jump_to_step_4"), goal);
    let report = desk.run("用探针试一试");
    assert_eq!(report.outcome, Outcome::Verified);
    let begun: Vec<_> = events(&report, "step_begun").iter().map(|e| e["step"].clone()).collect();
    assert_eq!(begun, [1, 2, 4]);

    let mut desk = desk_with(SETTINGS, "用探针试一试", &missing("abort"), goal);
    assert!(matches!(desk.run("用探针试一试").outcome, Outcome::Failed(why) if why.contains("没有的")));

    let mut desk = desk_with(SETTINGS, "用探针试一试", &missing("replan"), goal);
    assert!(
        matches!(desk.run("用探针试一试").outcome, Outcome::ModelUnavailable(why) if why.contains("new plan"))
    );

    let mut desk = desk_with(SETTINGS, "用探针试一试", &missing("ask"), goal);
    assert!(matches!(desk.run("用探针试一试").outcome, Outcome::NeedsUser(why) if why.contains("没有的")));
    let mut person = Scripted { answers: [Answer::Yes].into(), ..Scripted::default() };
    assert_eq!(desk.run_with("用探针试一试", &mut person).unwrap().outcome, Outcome::Verified);
    assert!(person.asked[0].text.contains("没有的"), "{:?}", person.asked);
}

#[test]
fn seed_001_a_fallback_may_tap_something_else_instead() {
    let steps = format!(
        "{OPEN}
  - action: tap
    target_ref: {{names: [没有的], role: tab}}
    fallback: {{action: tap, target_ref: 通知}}
    expect: {{shows: [{{names: [通知], role: title}}]}}
    timeout: 2000"
    );
    let mut desk = desk_with(SETTINGS, "用探针换一换", &steps, "{shows: [{names: [通知], role: title}]}");
    assert_eq!(desk.run("用探针换一换").outcome, Outcome::Verified);
}
