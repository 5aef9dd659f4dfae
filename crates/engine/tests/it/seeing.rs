//! Steps that find their targets by a picture, by words or by scrolling, on the phone as a user's app folder has them.

use crate::desk::Desk;
use std::fs;
use std::path::{Path, PathBuf};
use tapwise_engine::locate::{Eyes, Strategy};
use tapwise_engine::plan::Target;
use tapwise_engine::run::Report;
use tapwise_engine::screen::Rect;
use tapwise_engine::trace::Outcome;
use tapwise_phone::{Fault, FaultKind, Latency, Options, PopUp};
use tapwise_vision::Bounds;
use tapwise_vision::read::installed;

/// A row of the first page, and one that stands further down than any screen shows.
const NEAR: &str = "显示";
const FAR: &str = "关于手机";

/// An app folder whose one routine touches `target` on the first page of the settings, and sees a page called `title`.
fn folder(home: &Path, target: &str, description: &str, title: &str) {
    let folder = home.join("apps/probe");
    fs::create_dir_all(folder.join("images")).unwrap();
    fs::write(
        folder.join("config.yaml"),
        "packages: [com.android.settings]\nnames: {zh: [探针], en: [Probe]}\n",
    )
    .unwrap();
    let tasks = format!(
        "tasks:\n- name: probe\n  patterns: [用探针看一看]\n  steps:\n  - {{action: launch_app, params: {{package: '{{package}}'}}}}\n  - {{action: tap, target_ref: '{target}', description: '{description}', expect: {{shows: [{{names: [{title}], role: title}}]}}}}\n  goal: {{shows: [{{names: [{title}], role: title}}]}}\n"
    );
    fs::write(folder.join("tasks.yaml"), tasks).unwrap();
}

/// Cuts an element of the settings' first page out of a phone's screen, as a PNG.
fn cut(options: Options, name: &str) -> Vec<u8> {
    let mut desk = Desk::new(options);
    desk.shell("monkey -p com.android.settings 1");
    let screen = desk.wait_for(&Target::named(name));
    let elements = screen.tree.as_ref().unwrap().elements();
    let Rect { left, top, bottom, .. } = elements.iter().find(|e| e.text == name).unwrap().bounds.unwrap();
    let [left, top, height] = [left, top, bottom - top].map(|side| side as u32);
    let picture = screen.picture.unwrap();
    // Two letters: the element goes on, empty, as far as the screen is wide.
    let part = Bounds { left, top, width: height * 2, height };
    picture.view().unwrap().crop(part).unwrap().view().to_png().unwrap()
}

fn probe(desk: &mut Desk) -> Report {
    desk.run("用探针看一看")
}

fn trace(report: &Report) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How the targets of a run were found.
fn ways(report: &Report) -> Vec<String> {
    let aimed = trace(report).into_iter().filter(|event| event["event"] == "aimed");
    aimed.map(|event| event["sighting"]["by"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn seed_001_a_reference_picture_is_found_by_its_name_or_alias_also_on_a_screen_of_another_size() {
    let picture = cut(Options::default(), NEAR);
    let small = Options { size: (720, 1520), density: 320, ..Options::default() };
    for (target, options) in [("row_display", Options::default()), ("显示的那一行", small)] {
        let mut desk = Desk::new(options);
        folder(desk.home.path(), target, "", NEAR);
        let images = desk.home.path().join("apps/probe/images");
        fs::write(images.join("row_display_v2.png"), &picture).unwrap();
        fs::write(images.join("aliases.yaml"), "显示的那一行: row_display\n").unwrap();
        let report = probe(&mut desk);
        assert_eq!(report.outcome, Outcome::Verified, "{target}");
        assert_eq!(ways(&report), ["picture"]);
    }
}

#[test]
fn seed_001_a_reference_that_the_app_does_not_have_is_found_by_the_image_library() {
    let picture = cut(Options::default(), NEAR);
    let index =
        r#"{"version": "1.0", "custom": {"row_display": {"path": "custom/row.png", "aliases": ["那一行"]}}}"#;
    for target in ["row_display", "那一行"] {
        let mut desk = Desk::new(Options::default());
        folder(desk.home.path(), target, "", NEAR);
        let assets = desk.home.path().join("assets");
        fs::create_dir_all(assets.join("custom")).unwrap();
        fs::write(assets.join("index.json"), index).unwrap();
        fs::write(assets.join("custom/row.png"), &picture).unwrap();
        let report = probe(&mut desk);
        assert_eq!(report.outcome, Outcome::Verified, "{target}");
        assert_eq!(ways(&report), ["picture"]);
    }
}

#[test]
fn seed_001_a_dynamic_target_is_found_by_its_words_and_a_missing_picture_by_the_description() {
    for (target, description) in [("dynamic:“显示”那一行", ""), ("row_display", "名为显示的列表项")]
    {
        let mut desk = Desk::with_seed(3);
        folder(desk.home.path(), target, description, NEAR);
        let report = probe(&mut desk);
        assert_eq!(report.outcome, Outcome::Verified, "{target}");
        assert_eq!(ways(&report), ["words"]);
    }
}

#[test]
fn what_stands_further_down_is_found_by_scrolling_and_what_is_nowhere_is_not() {
    let mut desk = Desk::with_seed(1);
    folder(desk.home.path(), FAR, "", FAR);
    let report = probe(&mut desk);
    assert_eq!(report.outcome, Outcome::Verified);
    assert!(trace(&report).iter().any(|event| event["remedy"] == "scroll"));
    let mut desk = Desk::with_seed(1);
    folder(desk.home.path(), "没有这一行", "", FAR);
    assert!(matches!(probe(&mut desk).outcome, Outcome::Failed(_)));
}

#[test]
fn seed_001_ai_only_asks_no_one_else() {
    let mut desk = Desk::with_seed(1);
    folder(desk.home.path(), NEAR, "", NEAR);
    desk.eyes.strategy = "ai_only".parse().unwrap();
    assert!(matches!(probe(&mut desk).outcome, Outcome::ModelUnavailable(_)));
}

#[test]
fn on_a_slow_phone_pictures_are_taken_only_where_they_are_needed() {
    // How many have one, of all looks and of those that judged a step.
    let pictures = |latency| {
        let mut desk = Desk::new(Options { latency, ..Options::default() });
        let report = desk.run("给张三发微信消息说你好");
        assert_eq!(report.outcome, Outcome::Verified);
        let (mut looked, mut judged) = (Vec::new(), Vec::new());
        for event in trace(&report) {
            match event["event"].as_str() {
                Some("looked") => looked.push(event["picture"].is_string()),
                Some("judged") => judged.extend(looked.last().copied()),
                _ => {}
            }
        }
        let share = |all: &[bool]| (all.iter().filter(|pictured| **pictured).count(), all.len());
        (share(&looked), share(&judged))
    };
    let (_, judged) = pictures(Latency::Ideal);
    assert_eq!(judged, (7, 7), "where they cost nothing there is one after every step");
    let ((real, of), _) = pictures(Latency::Real);
    assert!(real >= 2 && real < of / 2, "{real} of {of}");
}

#[test]
fn what_is_read_under_an_advertisement_is_not_aimed_at() {
    let models = std::env::var_os("TAPWISE_MODELS").map(PathBuf::from);
    let models = models.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/models"));
    if installed(&models).is_err() {
        let missing = "the models are absent: run `tapwise models install` and set TAPWISE_MODELS";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        eprintln!("skipped: {missing}");
        return;
    }
    // The row is told by its name alone, so that reading may find it; the advertisement is there when it is sought.
    for latency in [Latency::Ideal, Latency::Real] {
        let mut desk = Desk::new(Options { latency, ..Options::default() });
        desk.eyes = Eyes::new(Strategy::OpencvFirst, &models);
        folder(desk.home.path(), NEAR, "", NEAR);
        let ad = Fault::at_call(FaultKind::PopUp { which: PopUp::Ad }, "uiautomator", 2);
        desk.phone.as_ref().unwrap().set_fault(ad).unwrap();
        let report = probe(&mut desk);
        assert_eq!(report.outcome, Outcome::Verified, "{latency:?}");
        assert_eq!(ways(&report), ["tree"], "{latency:?}");
    }
}
