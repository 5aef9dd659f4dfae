//! `tapwise apps` and `tapwise assets`, as a person uses them: what is listed, what is found wrong, and how it ends.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tapwise_vision::Bitmap;

fn tapwise(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(args).args(["--home".as_ref(), home.as_os_str()]).stdin(Stdio::null());
    command.output().unwrap()
}

fn home(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    home
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(out(output).lines().last().unwrap()).unwrap()
}

fn png() -> Vec<u8> {
    let pixels = (0..24 * 24u32).flat_map(|at| {
        let grey = (at * at / 7 % 251) as u8;
        [grey, grey, grey, 255]
    });
    Bitmap::from_rgba(24, 24, pixels.collect()).unwrap().view().to_png().unwrap()
}

const CONFIG: &[u8] = "packages: [com.android.settings]\nnames: {zh: [探针]}\nchecked: 14\n".as_bytes();

#[test]
fn apps_are_listed_with_what_was_checked_and_where_they_come_from() {
    let home = home(&[("apps/at_home/config.yaml", CONFIG), ("elsewhere/probe/config.yaml", CONFIG)]);
    let elsewhere = home.path().join("elsewhere");
    let listed = tapwise(home.path(), &["apps", "--json", "--apps", elsewhere.to_str().unwrap()]);
    assert_eq!(listed.status.code(), Some(0), "{}", err(&listed));
    let told = json(&listed);
    let app = |name: &str| told["apps"].as_array().unwrap().iter().find(|app| app["name"] == name).cloned();
    let shipped = app("wechat").unwrap();
    assert_eq!(shipped["packages"][0], "com.tencent.mm");
    assert_eq!((&shipped["checked"], &shipped["from"]), (&"unchecked".into(), &"built in".into()));
    assert!(shipped["tasks"].as_array().unwrap().iter().any(|task| task["name"] == "send_message"));
    for (name, folder) in [("at_home", "apps/at_home"), ("probe", "elsewhere/probe")] {
        let app = app(name).unwrap();
        assert_eq!(app["checked"], "14");
        assert!(app["from"].as_str().unwrap().ends_with(folder), "{app}");
    }
    let words = out(&tapwise(home.path(), &["apps"]));
    let line = words.lines().find(|line| line.starts_with("wechat ")).unwrap();
    for part in ["com.tencent.mm", "微信 WeChat", "3 tasks", "unchecked", "built in"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    assert_eq!(words, out(&tapwise(home.path(), &["apps", "list"])));
}

#[test]
fn a_check_of_app_folders_tells_everything_that_is_wrong_and_exits_with_one() {
    let fine = tapwise(home(&[]).path(), &["apps", "check"]);
    assert_eq!((fine.status.code(), out(&fine)), (Some(0), String::new()), "{}", err(&fine));

    let home = home(&[
        ("mine/probe/config.yaml", CONFIG),
        ("mine/probe/tasks.yaml", b"tasks: [{name: x}]"),
        ("mine/probe/images/bad.png", b"no picture"),
        ("mine/empty/readme", b""),
    ]);
    let mine = home.path().join("mine");
    let bad = tapwise(home.path(), &["apps", "check", mine.to_str().unwrap()]);
    assert_eq!(bad.status.code(), Some(1));
    for problem in ["probe/tasks.yaml: ", "images/bad.png: cannot be used", "empty/config.yaml: is missing"] {
        assert!(out(&bad).contains(problem), "{problem}: {}", out(&bad));
    }
    assert_eq!(out(&bad).matches("hint: ").count(), 3, "{}", out(&bad));
    let told = json(&tapwise(home.path(), &["apps", "check", mine.to_str().unwrap(), "--json"]));
    assert_eq!(told["problems"].as_array().unwrap().len(), 3, "{told}");
    assert!(told["problems"][0]["hint"].as_str().is_some_and(|hint| !hint.is_empty()));
    let none = tapwise(home.path(), &["apps", "check", "no/such/folder"]);
    assert!(none.status.code() == Some(2) && err(&none).contains("is no folder"));
}

#[test]
fn a_run_uses_the_folders_that_are_named_and_empties_the_temporary_pictures() {
    let home = home(&[
        ("mine/config.yaml", CONFIG),
        ("assets/custom/temp/cut.png", b"x"),
        ("assets/custom/temp/deep/cut.png", b"x"),
    ]);
    let mine = home.path().join("mine");
    let done = tapwise(home.path(), &["run", "打开探针", "--json", "--apps", mine.to_str().unwrap()]);
    assert_eq!(
        (done.status.code(), &json(&done)["routine"]),
        (Some(0), &"mine/open".into()),
        "{}",
        err(&done)
    );
    assert_eq!(fs::read_dir(home.path().join("assets/custom/temp")).unwrap().count(), 0);
    let unknown = tapwise(home.path(), &["run", "打开探针", "--json"]);
    assert_ne!(unknown.status.code(), Some(0), "the folder was named for one run only");
    let lost = tapwise(home.path(), &["run", "打开探针", "--apps", "no/such/folder"]);
    assert!(lost.status.code() == Some(2) && err(&lost).contains("is no folder"), "{}", err(&lost));
}

#[test]
fn seed_001_assets_resolve_tells_the_name_behind_an_alias_and_its_picture() {
    let none = home(&[]);
    let found = tapwise(none.path(), &["assets", "resolve", "微信"]);
    assert_eq!((found.status.code(), out(&found).as_str()), (Some(0), "wechat\nicons/wechat.png\n"));
    assert!(err(&found).contains("hint: put one at"), "{}", err(&found));
    let unknown = tapwise(none.path(), &["assets", "resolve", "没有这个"]);
    assert!(unknown.status.code() == Some(1) && out(&unknown).is_empty());
    assert!(err(&unknown).contains("\nhint: "), "{}", err(&unknown));

    let with = home(&[("assets/icons/wechat.png", &png()), ("assets/icons/wechat_v2.png", &png())]);
    let told = json(&tapwise(with.path(), &["assets", "resolve", "WeChat", "--json"]));
    assert_eq!((&told["entry"]["name"], &told["entry"]["exists"]), (&"wechat".into(), &true.into()));
    assert_eq!(told["entry"]["files"].as_array().unwrap().len(), 2);
}

#[test]
fn assets_are_listed_and_a_check_exits_with_one_if_anything_is_wrong() {
    let none = home(&[]);
    let listed = json(&tapwise(none.path(), &["assets", "list", "--json"]));
    let entries = listed["entries"].as_array().unwrap();
    assert!(entries.len() >= 16 && entries.iter().all(|entry| entry["exists"] == false), "{listed}");
    let words = out(&tapwise(none.path(), &["assets", "list"]));
    assert!(words.contains("search_icon  ui  搜索图标 放大镜  no picture  搜索图标/放大镜\n"), "{words}");
    assert_eq!(tapwise(none.path(), &["assets", "check"]).status.code(), Some(0));

    let index = r#"{"version": "1.0", "custom": {"mine": {"path": "custom/mine.png", "exists": true}}}"#;
    for (files, problem) in [
        (&[("assets/index.json", index.as_bytes())][..], "custom/mine.png is missing"),
        (&[("assets/ui/stray.png", b"x")], "stray.png: has no entry"),
        (&[("assets/icons/chrome.png", b"x")], "chrome.png: cannot be used"),
        (&[("assets/index.json", b"{")], "index.json: "),
    ] {
        let home = home(files);
        let checked = tapwise(home.path(), &["assets", "check"]);
        assert_eq!(checked.status.code(), Some(1), "{problem}");
        assert!(out(&checked).contains(problem) && out(&checked).contains("\nhint: "), "{}", out(&checked));
        let told = json(&tapwise(home.path(), &["assets", "check", "--json"]));
        assert!(!told["problems"].as_array().unwrap().is_empty());
    }
}
