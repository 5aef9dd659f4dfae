//! Steps and goals that are judged by a reference picture, by words and by a mere change, as a user's app folder
//! writes them; no model is asked.

use crate::desk::Desk;
use std::fs;
use tapwise_engine::plan::{Role, Target};
use tapwise_engine::run::Report;
use tapwise_engine::screen::Picture;
use tapwise_engine::trace::Outcome;
use tapwise_vision::{Bitmap, Bounds};

/// A folder whose routine opens the settings, touches 显示, expects this of it, and has this goal.
fn desk_with(expect: &str, goal: &str, pictures: &[(&str, Vec<u8>)]) -> Desk {
    let desk = Desk::with_seed(1);
    let images = desk.home.path().join("apps/probe/images");
    fs::create_dir_all(&images).unwrap();
    for (name, png) in pictures {
        fs::write(images.join(name), png).unwrap();
    }
    let folder = images.parent().unwrap();
    fs::write(folder.join("config.yaml"), "packages: [com.android.settings]\nnames: {zh: [探针]}\n").unwrap();
    let tasks = format!(
        "tasks:\n- name: probe\n  patterns: [探一探]\n  steps:\n  - {{action: launch_app, params: {{package: '{{package}}'}}}}\n  - {{action: tap, target_ref: 显示, expect: {expect}}}\n  goal: {goal}\n"
    );
    fs::write(folder.join("tasks.yaml"), tasks).unwrap();
    desk
}

/// The page behind 显示, and the settings' first page.
fn pages() -> [Picture; 2] {
    let mut desk = Desk::with_seed(1);
    desk.shell("monkey -p com.android.settings 1");
    let first = desk.wait_for(&Target::named("显示")).picture.unwrap();
    desk.tap(&Target::named("显示"));
    let second = desk.wait_for(&Target { role: Some(Role::Title), ..Target::named("显示") }).picture.unwrap();
    [second, first]
}

fn part(picture: &Picture, bounds: Bounds) -> Vec<u8> {
    picture.view().unwrap().crop(bounds).unwrap().view().to_png().unwrap()
}

/// A third of the size, as the pictures under `states` are.
fn thumbnail(picture: &Picture) -> Vec<u8> {
    let view = picture.view().unwrap();
    let (width, height) = (view.width() / 3, view.height() / 3);
    let mean = |x: u32, y: u32| {
        let around = (0..9).map(|at| view.pixel(3 * x + at % 3, 3 * y + at / 3));
        let sum =
            around.fold([0u32; 4], |sum, pixel| std::array::from_fn(|at| sum[at] + u32::from(pixel[at])));
        sum.map(|value| u8::try_from(value / 9).unwrap())
    };
    let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| mean(x, y)));
    Bitmap::from_rgba(width, height, pixels.collect()).unwrap().view().to_png().unwrap()
}

/// What the second step was judged by, and how surely.
fn judged(report: &Report) -> (String, f64) {
    let text = fs::read_to_string(report.folder.join("trace.jsonl")).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let last = lines.rfind(|event| event["event"] == "judged").unwrap();
    assert_eq!(last["step"], 2);
    (last["evidence"][0].as_str().unwrap().to_owned(), last["result"]["confidence"].as_f64().unwrap())
}

const HEAD: Bounds = Bounds { left: 0, top: 100, width: 700, height: 400 };
const GOAL: &str = "{shows: [{names: [显示], role: title}]}";

#[test]
fn seed_001_verify_ref_a_step_is_judged_by_a_picture_cut_out_or_of_the_whole_place() {
    let [page, first] = pages();
    for (png, other) in [(part(&page, HEAD), part(&first, HEAD)), (thumbnail(&page), thumbnail(&first))] {
        let mut desk = desk_with("{picture: display_page}", GOAL, &[("display_page.png", png)]);
        let report = desk.run("探一探");
        assert_eq!(report.outcome, Outcome::Verified);
        let (seen, sure) = judged(&report);
        assert!(seen.starts_with("picture “display_page” is on the screen") && sure > 0.9, "{seen}");

        let mut desk = desk_with("{picture: display_page}", GOAL, &[("display_page.png", other)]);
        let report = desk.run("探一探");
        assert!(
            matches!(&report.outcome, Outcome::Failed(why) if why.contains("picture “display_page”")),
            "{:?}",
            report.outcome
        );
    }
}

#[test]
fn a_picture_that_nobody_has_is_stood_in_for_by_the_quick_check_and_verifies_no_goal() {
    let mut desk = desk_with("{picture: wechat_main}", GOAL, &[]);
    let report = desk.run("探一探");
    assert_eq!(report.outcome, Outcome::Verified);
    let (seen, sure) = judged(&report);
    assert!(seen == "the screen changed" && sure < 0.7, "{seen} {sure}");
    let report = desk_with("{changed: true}", "{picture: wechat_main}", &[]).run("探一探");
    assert!(
        matches!(&report.outcome, Outcome::Unverified(why) if why.contains("no picture of “wechat_main”"))
    );
}

#[test]
fn seed_001_a_step_and_a_goal_are_judged_by_words() {
    let words = "{words: 标题“显示”}";
    let report = desk_with(words, words, &[]).run("探一探");
    assert_eq!(report.outcome, Outcome::Verified);
    let report = desk_with("{words: 底部的发送按钮}", GOAL, &[]).run("探一探");
    assert!(matches!(report.outcome, Outcome::Failed(_)), "{:?}", report.outcome);
}

#[test]
fn seed_001_quick_check_a_touch_that_changes_nothing_is_noticed() {
    let mut desk = desk_with("{changed: true}", GOAL, &[]);
    let report = desk.run("探一探");
    assert_eq!(report.outcome, Outcome::Verified);
    assert_eq!(judged(&report).0, "the screen changed");
}
