//! `tapwise gate`, and a policy of one's own, as a person uses them.

use std::process::{Command, Output, Stdio};

fn tapwise(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tapwise")).args(args).stdin(Stdio::null()).output().unwrap()
}

const CASES: &str = r#"{"id":"a","label":"立即付款","element":{"class":"x","clickable":true,"text":"立即付款"},"effect":"pay"}
{"id":"b","label":"付款记录","element":{"class":"x","clickable":true,"text":"付款记录"},"effect":null}
{"id":"c","label":"天气","element":{"class":"x","clickable":true,"desc":"天气"},"effect":"delete"}
"#;

#[test]
fn a_file_of_targets_is_scored_and_what_is_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cases.jsonl");
    std::fs::write(&file, CASES).unwrap();
    let path = file.to_str().unwrap();
    let output = tapwise(&["gate", "--cases", path, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["recall"]["targets"], &told["recall"]["taken"]), (&2.into(), &1.into()));
    assert_eq!(told["harmless"]["taken"], 0);
    assert_eq!((&told["wrong"][0]["label"], &told["effects"]["pay"]["share"]), (&"天气".into(), &1.0.into()));
    let text = String::from_utf8(tapwise(&["gate", "--cases", path]).stdout).unwrap();
    assert!(text.contains("天气") && text.contains("50.0%"), "{text}");
    std::fs::write(&file, "{\"id\": 1}\n").unwrap();
    let output = tapwise(&["gate", "--cases", path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1"));
}

#[test]
fn a_policy_that_loosens_is_an_error_at_the_start_and_one_that_forbids_blocks() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().to_str().unwrap();
    let policy = home.path().join("policy.yaml");
    std::fs::write(&policy, "send: ask\npay: allow\n").unwrap();
    let task = "给张三发微信消息说你好";
    let output = tapwise(&["run", task, "--home", folder]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && told.contains("line 2") && told.contains("hint:"), "{told}");
    let mine = home.path().join("mine.yaml");
    std::fs::write(&mine, "send: forbid\n").unwrap();
    let output =
        tapwise(&["run", task, "--home", folder, "--policy", mine.to_str().unwrap(), "--yes", "send"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "blocked");
}
