//! What is kept of runs, as a person uses it: the list, one run, throwing away.

use std::path::Path;
use std::process::{Command, Output, Stdio};

pub fn tapwise(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(args).args(["--home".as_ref(), home.as_os_str()]).stdin(Stdio::null());
    command.output().unwrap()
}

pub fn told(output: &Output) -> serde_json::Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(text.lines().last().unwrap_or_default()).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr));
    })
}

#[test]
fn runs_are_listed_shown_and_thrown_away() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let first = told(&tapwise(home, &["run", "打开设置并打开飞行模式", "--json"]));
    tapwise(home, &["run", "给欧阳不存在发微信消息说你好", "--json"]);
    let list = told(&tapwise(home, &["runs", "list", "--json"]));
    let outcomes: Vec<_> = list["runs"].as_array().unwrap().iter().map(|run| &run["outcome"]).collect();
    assert_eq!(outcomes, ["failed", "verified"]);
    assert!(list["runs"][0]["bytes"].as_u64().unwrap() > 1000);
    let id = first["run"].as_str().unwrap();
    assert_eq!(list["runs"][1]["run"], id);

    let plain = String::from_utf8(tapwise(home, &["runs", "list"]).stdout).unwrap();
    assert_eq!(plain.lines().count(), 2);
    assert!(plain.lines().next().unwrap().contains("failed") && plain.contains("打开设置并打开飞行模式"));

    let shown = told(&tapwise(home, &["runs", "show", &id[..13], "--json"]));
    assert_eq!((&shown["outcome"], &shown["run"]), (&"verified".into(), &first["run"]));
    assert_eq!(shown["step_results"], first["step_results"]);
    let shown = String::from_utf8(tapwise(home, &["runs", "show", "last"]).stdout).unwrap();
    assert!(shown.contains("failed: step 5") && shown.contains("  6 –"), "{shown}");

    let unknown = tapwise(home, &["runs", "show", "ffff"]);
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("hint: "));
    assert_eq!(tapwise(home, &["runs", "prune"]).status.code(), Some(2));
    let none = told(&tapwise(home, &["runs", "prune", "--older", "1", "--json"]));
    assert_eq!(none["pruned"].as_array().unwrap().len(), 0);
    // Nobody is there to agree: what would go is told, and stays.
    let asked = tapwise(home, &["runs", "prune", "--keep", "1"]);
    let talk = String::from_utf8(asked.stderr).unwrap();
    assert!(asked.status.code() == Some(2) && asked.stdout.is_empty(), "{talk}");
    assert!(
        talk.contains(&id[..13]) && talk.contains("1 run, ") && talk.contains("hint: agree with --yes"),
        "{talk}"
    );
    assert!(home.join("runs").join(id).exists());
    let pruned = told(&tapwise(home, &["runs", "prune", "--keep", "1", "--yes", "--json"]));
    assert_eq!(pruned["pruned"], serde_json::json!([id]));
    assert!(!home.join("runs").join(id).exists());
}

#[test]
fn a_run_is_told_as_one_page_and_its_record_is_a_device() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let run = told(&tapwise(home, &["run", "打开设置并打开飞行模式", "--json"]));
    let written = tapwise(home, &["report", "last"]);
    let file = String::from_utf8(written.stdout).unwrap();
    let page = std::fs::read_to_string(file.trim()).unwrap();
    for part in ["打开设置并打开飞行模式", "verified", "data:image/jpeg;base64,", "class=\"ring\""]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script"));
    let out = String::from_utf8(tapwise(home, &["report", "last", "-o", "-"]).stdout).unwrap();
    assert_eq!(out.trim_end(), page.trim_end());

    let name = format!("replay:{}", run["run"].as_str().unwrap());
    let screen = told(&tapwise(home, &["screen", "--json", "--device", &name]));
    assert_eq!(screen["frame"]["width"], 1080);
    let none = tapwise(home, &["screen", "--device", "replay:ffff"]);
    assert_ne!(none.status.code(), Some(0));
    assert!(String::from_utf8(none.stderr).unwrap().contains("hint: "));
}

#[test]
fn the_doctor_says_what_is_missing_and_what_to_do() {
    let home = tempfile::tempdir().unwrap();
    let told_by = |home: &Path| {
        let output = tapwise(home, &["doctor", "--json"]);
        let told = told(&output);
        let checks = told["checks"].as_array().unwrap().clone();
        assert_eq!(output.status.code(), Some(i32::from(told["ready"] == false)));
        for check in &checks {
            assert!(check["standing"] == "good" || check["hint"].as_str().is_some(), "{check}");
        }
        let one = checks.iter().find(|check| check["check"] == "home folder").unwrap();
        one["standing"].as_str().unwrap().to_owned()
    };
    assert_eq!(told_by(home.path()), "good");
    let file = home.path().join("file");
    std::fs::write(&file, "x").unwrap();
    assert_eq!(told_by(&file), "missing");
}

#[test]
fn the_doctor_leaves_nothing_behind() {
    let fresh = tempfile::tempdir().unwrap();
    let home = fresh.path().join("not/there/yet");
    let told = told(&tapwise(&home, &["doctor", "--json"]));
    let one =
        told["checks"].as_array().unwrap().iter().find(|check| check["check"] == "home folder").unwrap();
    assert_eq!(
        (&one["standing"], one["told"].as_str().unwrap().contains("first run")),
        (&"good".into(), true)
    );
    assert_eq!(std::fs::read_dir(fresh.path()).unwrap().count(), 0);
    // Nor in a folder that is there, nor when a phone is looked at.
    let home = fresh.path();
    tapwise(home, &["doctor"]);
    let phone = crate::broken_off::Phone::start(0);
    let checked = tapwise(home, &["doctor", "--device", &format!("tcp:{}", phone.place)]);
    assert!(String::from_utf8_lossy(&checked.stdout).contains("answers"), "{checked:?}");
    assert_eq!(std::fs::read_dir(home).unwrap().count(), 0);
}
