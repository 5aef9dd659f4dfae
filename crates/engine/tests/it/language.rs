//! The plan language on the phone: notes, links, calls, questions, searching a list, and ending early, as a user's own app
//! folder writes them.

use crate::desk::Desk;
use std::fs;
use tapwise_engine::human::{Answer, Scripted};
use tapwise_engine::run::Report;
use tapwise_engine::trace::Outcome;
use tapwise_phone::Deed;

/// A folder with one routine: its pattern, its steps and its goal, as they are written in `tasks.yaml`.
pub fn desk_with(package: &str, pattern: &str, steps: &str, goal: &str) -> Desk {
    let desk = Desk::with_seed(1);
    let folder = desk.home.path().join("apps/probe");
    fs::create_dir_all(&folder).unwrap();
    let config = format!("packages: [{package}]\nnames: {{zh: [探针], en: [Probe]}}\n");
    fs::write(folder.join("config.yaml"), config).unwrap();
    let tasks =
        format!("tasks:\n- name: probe\n  patterns: ['{pattern}']\n  steps:\n{steps}\n  goal: {goal}\n");
    fs::write(folder.join("tasks.yaml"), tasks).unwrap();
    desk
}

pub fn events(report: &Report, kind: &str) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines.filter(|event| event["event"] == kind).collect()
}

const SEARCH: &str = "  - {action: launch_app, params: {package: '{package}'}, timeout: 10000}
  - {action: tap, target_ref: {names: [搜索, Search], role: button, region: top}, expect: {shows: [{role: field, region: top}]}}";

#[test]
fn seed_002_a_value_read_on_one_screen_is_typed_on_another() {
    let steps = format!(
        "  - {{action: launch_app, params: {{package: com.android.settings}}}}
  - {{action: mem_save, params: {{name: row}}, target_ref: 显示}}
  - {{action: mem_save, params: {{name: price, value: '¥3,599'}}}}
{SEARCH}
  - {{action: mem_read, params: {{name: row}}}}
  - {{action: input_text, params: {{text: '$row $price'}}, target_ref: {{role: field, region: top}}}}"
    );
    let mut desk = desk_with(
        "com.tencent.mm",
        "用探针记一记",
        &steps,
        "{shows: [{names: ['$row $price'], role: field}]}",
    );
    let report = desk.run("用探针记一记");
    assert_eq!(report.outcome, Outcome::Verified);
    let kept: Vec<_> =
        events(&report, "noted").iter().map(|e| (e["kind"].clone(), e["value"].clone())).collect();
    assert_eq!(kept, [("text".into(), "显示".into()), ("number".into(), "¥3,599".into())]);
    let screen = desk.look();
    let fields = screen.tree.as_ref().unwrap().elements();
    assert!(fields.iter().any(|e| e.is_field() && e.text == "显示 ¥3,599"));
}

#[test]
fn words_of_the_sentence_never_become_a_note() {
    let steps = format!(
        "  - {{action: mem_save, params: {{name: who, value: secret}}}}
{SEARCH}
  - {{action: input_text, params: {{text: '{{what}}'}}, target_ref: {{role: field, region: top}}}}"
    );
    let mut desk =
        desk_with("com.tencent.mm", "用探针搜{what}", &steps, "{shows: [{names: ['{what}'], role: field}]}");
    let report = desk.run("用探针搜$who");
    assert_eq!(report.outcome, Outcome::Verified);
    assert!(report.evidence.iter().any(|seen| seen.contains("“$who”")), "{:?}", report.evidence);
}

#[test]
fn a_note_that_nobody_made_ends_the_run_and_says_so() {
    let steps = "  - {action: mem_read, params: {name: price}}";
    let mut desk = desk_with("com.android.settings", "用探针读一读", steps, "{app: '{package}'}");
    let Outcome::Failed(why) = desk.run("用探针读一读").outcome else { panic!() };
    assert!(why.contains("no note `price`") && why.contains("hint:"), "{why}");
}

#[test]
fn a_link_is_opened_by_the_app_that_takes_it() {
    let steps = "  - {action: open_url, params: {url: 'https://news.example.cn/'}, expect: {app: '{package}'}, timeout: 10000}";
    let mut desk = desk_with("com.android.chrome", "用探针上网", steps, "{app: '{package}'}");
    assert_eq!(desk.run("用探针上网").outcome, Outcome::Verified);
}

#[test]
fn a_call_is_made_only_after_a_yes() {
    let steps = "  - {action: call, params: {number: '100-86'}}";
    let mut desk = desk_with("com.android.dialer", "用探针打电话", steps, "{app: '{package}'}");
    let calls = |desk: &Desk| desk.deeds().into_iter().filter(|d| matches!(d, Deed::CallMade { .. })).count();
    assert!(matches!(desk.run("用探针打电话").outcome, Outcome::NeedsUser(_)));
    assert_eq!(calls(&desk), 0);
    let mut person = Scripted { answers: [Answer::Yes].into(), ..Scripted::default() };
    let report = desk.run_with("用探针打电话", &mut person).unwrap();
    assert!(desk.deeds().contains(&Deed::CallMade { to: "10086".into() }), "{:?}", report.outcome);
    assert!(person.asked[0].text.contains("10086"), "{:?}", person.asked);
}

#[test]
fn a_question_of_the_plan_needs_a_person() {
    let steps = "  - {action: ask, params: {question: 继续吗}}\n  - {action: launch_app, params: {package: '{package}'}}";
    let mut desk = desk_with("com.android.settings", "用探针问一问", steps, "{app: '{package}'}");
    assert!(matches!(desk.run("用探针问一问").outcome, Outcome::NeedsUser(why) if why.contains("继续吗")));
    let mut person = Scripted { answers: [Answer::No].into(), ..Scripted::default() };
    let no = desk.run_with("用探针问一问", &mut person).unwrap();
    assert!(matches!(no.outcome, Outcome::Blocked(_)));
    let mut person = Scripted { answers: [Answer::Yes].into(), ..Scripted::default() };
    assert_eq!(desk.run_with("用探针问一问", &mut person).unwrap().outcome, Outcome::Verified);
}

#[test]
fn a_list_is_searched_and_what_follows_a_finish_is_left_out() {
    let steps = "  - {action: launch_app, params: {package: '{package}'}}
  - {action: scroll_to, target_ref: 关于手机}
  - {action: screenshot}
  - {action: finish, params: {message: seen}}
  - {action: tap, target_ref: 关于手机}";
    let mut desk = desk_with("com.android.settings", "用探针找一找", steps, "{shows: [关于手机, 没有的]}");
    // The goal is judged all the same.
    assert!(matches!(desk.run("用探针找一找").outcome, Outcome::Failed(why) if why.contains("没有的")));
    let mut desk = desk_with("com.android.settings", "用探针找一找", steps, "{shows: [关于手机]}");
    let report = desk.run("用探针找一找");
    assert_eq!((report.outcome.clone(), report.steps), (Outcome::Verified, 4));
    assert!(events(&report, "surprised").iter().any(|event| event["remedy"] == "scroll"));
}

#[test]
fn an_app_is_stopped_and_a_line_is_slid() {
    let steps = "  - {action: launch_app, params: {package: '{package}'}}
  - {action: swipe, params: {from: '500,800', to: '500,200'}}
  - {action: wait_for, expect: {gone: [{names: [设置], role: title}]}, timeout: 500, retry: 0}";
    let mut desk = desk_with("com.android.settings", "用探针滑一滑", steps, "{app: '{package}'}");
    let report = desk.run("用探针滑一滑");
    let slid = events(&report, "intended").into_iter().any(|event| event["gesture"]["swipe"]["ms"] == 300);
    assert!(slid, "{:?}", report.outcome);
    let steps = "  - {action: launch_app, params: {package: '{package}'}}
  - {action: stop_app, params: {package: '{package}'}}";
    let mut desk = desk_with("com.android.settings", "用探针停一停", steps, "{app: '{package}'}");
    // It is no longer in front, which is what the goal asks for here.
    assert!(matches!(desk.run("用探针停一停").outcome, Outcome::Failed(_)));
}

#[test]
fn seed_002_a_step_with_a_condition_is_made_only_where_it_holds() {
    let steps = "  - {action: launch_app, params: {package: '{package}'}}
  - {action: tap, target_ref: 显示, when: {shows: [没有的]}}
  - {action: tap, target_ref: 显示, when: {shows: [{names: [设置], role: title}]}, expect: {shows: [{names: [显示], role: title}]}}
  - {action: tap, target_ref: 显示, when: {gone: [{names: [显示], role: title}]}}";
    let mut desk =
        desk_with("com.android.settings", "用探针分一分", steps, "{shows: [{names: [显示], role: title}]}");
    let report = desk.run("用探针分一分");
    assert_eq!(report.outcome, Outcome::Verified);
    let skipped: Vec<_> =
        events(&report, "step_skipped").iter().map(|e| e["step"].as_u64().unwrap()).collect();
    assert_eq!(skipped, [2, 4]);
}

#[test]
fn going_home_is_seen_and_a_task_without_a_check_is_never_verified() {
    let mut desk = Desk::with_seed(3);
    desk.shell("monkey -p com.android.settings 1");
    let report = desk.run("返回桌面");
    assert_eq!(report.outcome, Outcome::Verified);
    assert!(report.evidence.iter().any(|seen| seen.contains("home screen")), "{:?}", report.evidence);
    assert!(matches!(desk.run("调高音量").outcome, Outcome::Unverified(_)));
}
