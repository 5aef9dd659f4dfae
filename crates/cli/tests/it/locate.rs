//! `tapwise locate` as a person runs it: exit codes, the answer in JSON, and files of cases.

use std::process::{Command, Output};

const TREE: &str = r#"<hierarchy><node bounds="[0,0][1080,2400]"><node class="android.widget.ImageView" content-desc="搜索" clickable="true" bounds="[900,80][1020,200]"/><node class="android.widget.Button" text="发送" clickable="true" bounds="[880,2200][1060,2300]"/><node class="android.widget.Button" text="删除" clickable="true" bounds="[0,600][200,700]"/><node class="android.widget.Button" text="删除" clickable="true" bounds="[0,800][200,900]"/></node></hierarchy>"#;

fn locate(folder: &tempfile::TempDir, args: &[&str]) -> (Option<i32>, Output) {
    std::fs::write(folder.path().join("t.xml"), TREE).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tapwise"))
        .arg("locate")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code(), output)
}

fn last_line(output: &Output) -> serde_json::Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn what_is_found_is_told_with_its_place_and_what_is_not_ends_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let (code, output) = locate(&folder, &["--tree", "t.xml", "右上角的放大镜", "--json"]);
    let told = last_line(&output);
    assert_eq!((code, &told["answer"]), (Some(0), &"found".into()), "{told}");
    assert_eq!(told["found"]["bounds"]["left"], 900);
    let (code, output) = locate(&folder, &["--tree", "t.xml", "删除", "--json"]);
    assert_eq!((code, &last_line(&output)["answer"]), (Some(1), &"ambiguous".into()));
    let (code, output) = locate(&folder, &["--tree", "t.xml", "登录", "--json"]);
    assert_eq!((code, &last_line(&output)["answer"]), (Some(1), &"unsure".into()));
}

#[test]
fn nothing_to_look_at_and_a_tree_that_is_none_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let (code, output) = locate(&folder, &["发送"]);
    assert!(code != Some(0) && String::from_utf8_lossy(&output.stderr).contains("hint:"));
    let (code, output) = locate(&folder, &["--tree", "missing.xml", "发送"]);
    assert!(code != Some(0) && String::from_utf8_lossy(&output.stderr).contains("missing.xml"));
}

#[test]
fn a_file_of_cases_is_counted_by_kind() {
    let folder = tempfile::tempdir().unwrap();
    let cases = r#"{"id":"a","kind":"name","tree":"t.xml","words":"发送","right":[[880,2200,1060,2300]]}
{"id":"b","kind":"name","tree":"t.xml","words":"搜索","right":[[0,0,10,10]]}
{"id":"c","kind":"absent","tree":"t.xml","words":"登录","right":[]}
{"id":"d","kind":"name","tree":"t.xml","words":"第九个输入框","right":[[0,0,10,10]]}"#;
    std::fs::write(folder.path().join("c.jsonl"), cases).unwrap();
    let (code, output) = locate(&folder, &["--cases", "c.jsonl", "--json"]);
    let all = &last_line(&output)["all"];
    assert_eq!(code, Some(0));
    let counts = ["n", "answered", "right", "wrong_sure", "refused_right", "refused_wrong"]
        .map(|name| all[name].as_u64());
    assert_eq!(counts, [4, 2, 1, 1, 1, 1].map(Some), "{all}");
    std::fs::write(folder.path().join("c.jsonl"), "{\"id\": 3}").unwrap();
    let (code, output) = locate(&folder, &["--cases", "c.jsonl"]);
    assert!(code != Some(0) && String::from_utf8_lossy(&output.stderr).contains("line 1"));
}
