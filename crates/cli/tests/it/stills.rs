//! `tapwise plan`, `flow` and `verify`, as a person uses them: on pictures that the virtual phone drew.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use tapwise_vision::{Bitmap, Bounds};

const SEND: &str = "给张三发微信消息说你好";

fn tapwise(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(args).args(["--home", "home"]).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(out(output).lines().last().unwrap()).unwrap()
}

struct Phone(Child, String);

impl Phone {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
        command.args(["phone", "--seed", "3"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let device = format!("tcp:{}", line.trim().strip_prefix("adb connect ").unwrap());
        Self(child, device)
    }

    fn keep(&self, folder: &Path, name: &str) {
        let picture = format!("{name}.png");
        let done = tapwise(folder, &["screen", "--png", &picture, "--device", &self.1]);
        assert!(done.status.success());
        let tree = tapwise(folder, &["screen", "--tree", "--device", &self.1]);
        fs::write(folder.join(format!("{name}.xml")), tree.stdout).unwrap();
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The launcher, and the chat after a message, each as a picture and a tree.
fn stills() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let phone = Phone::start();
    phone.keep(folder.path(), "launcher");
    assert!(tapwise(folder.path(), &["run", SEND, "--device", &phone.1]).status.success());
    phone.keep(folder.path(), "chat");
    folder
}

/// Exit code and first line.
fn verified(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = tapwise(folder, &[&["verify"], args].concat());
    (output.status.code(), out(&output).lines().next().unwrap_or_default().to_owned())
}

#[test]
fn seed_001_test_planner_plan_tells_the_steps_of_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let words = out(&tapwise(folder.path(), &["plan", SEND]));
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines[0], "wechat/send_message: 7 steps");
    assert!(lines[1].starts_with("1  launch_app com.tencent.mm (fire and forget)"), "{words}");
    assert!(lines[7].contains("tap button “发送” (locate)") && lines[7].contains("→ "), "{words}");
    assert!(lines[8].starts_with("goal: com.tencent.mm in front"), "{words}");
    let told = json(&tapwise(folder.path(), &["plan", SEND, "--json"]));
    assert_eq!(told["plan"]["steps"].as_array().unwrap().len(), 7);
    assert_eq!(
        (&told["routine"], &told["values"]["contact"]),
        (&"wechat/send_message".into(), &"张三".into())
    );
    let unknown = tapwise(folder.path(), &["plan", "帮我订一张去上海的火车票"]);
    assert!(unknown.status.code() == Some(5) && unknown.stdout.is_empty());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("hint: "));
}

#[test]
fn a_plan_for_a_screen_tells_what_would_be_left_out_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let app = folder.path().join("home/apps/probe");
    fs::create_dir_all(&app).unwrap();
    fs::write(app.join("config.yaml"), "packages: [com.android.settings]\nnames: {zh: [探针]}\n").unwrap();
    let tasks = "tasks:\n- name: probe\n  patterns: [探一探]\n  steps:\n  - {action: tap, target_ref: 登录, unless: 我}\n  - {action: tap, target_ref: 我, verify_ref: wechat_main}\n";
    fs::write(app.join("tasks.yaml"), tasks).unwrap();
    let tree = r#"<hierarchy><node text="我" clickable="true" bounds="[0,0][100,100]"/></hierarchy>"#;
    fs::write(folder.path().join("t.xml"), tree).unwrap();
    let told = json(&tapwise(folder.path(), &["plan", "探一探", "--tree", "t.xml", "--json"]));
    assert_eq!(told["left_out"], serde_json::json!([true, false]), "{told}");
    let words = out(&tapwise(folder.path(), &["plan", "探一探", "--tree", "t.xml"]));
    assert!(words.contains("unless element “我” is seen; left out on this screen"), "{words}");
    assert!(words.contains("→ picture “wechat_main” on the screen"), "{words}");
    assert!(words.ends_with("goal: none, so the run can only end as unverified\n"), "{words}");
}

#[test]
fn seed_001_test_planner_flow_finds_and_judges_every_step_on_one_picture() {
    let folder = stills();
    let chat = ["--screen", "chat.png", "--tree", "chat.xml", "--json"];
    let output = tapwise(folder.path(), &[&["flow", SEND], &chat[..]].concat());
    let told = json(&output);
    let steps = told["steps"].as_array().unwrap();
    assert_eq!((output.status.code(), steps.len()), (Some(0), 7));
    assert_eq!(
        (&steps[0]["level"], &steps[0]["verify_result"]["verified"]),
        (&"fire_and_forget".into(), &true.into())
    );
    assert!(steps[1]["miss"].is_string(), "the tabs are on another page: {}", steps[1]);
    let field = &steps[5];
    assert_eq!(field["sighting"]["by"], "tree", "{field}");
    assert_eq!(field["verify_result"]["verified"], false, "the message has left the field");
    assert_eq!(told["goal"]["verify_result"]["verified"], true, "{}", told["goal"]);
    let words =
        out(&tapwise(folder.path(), &["flow", "--screen", "launcher.png", "--tree", "launcher.xml", SEND]));
    assert!(
        words.contains("expected com.tencent.mm in front: not seen, com.android.launcher3 is in front"),
        "{words}"
    );
    let words = out(&tapwise(folder.path(), &["flow", "--screen", "launcher.png", SEND]));
    assert!(words.contains("expected com.tencent.mm in front: cannot be told, a picture alone"), "{words}");
    let nothing = tapwise(folder.path(), &["flow", SEND]);
    assert!(
        nothing.status.code() == Some(2) && String::from_utf8_lossy(&nothing.stderr).contains("--screen")
    );
}

#[test]
fn seed_001_test_planner_verify_judges_by_elements_words_and_change() {
    let folder = stills();
    let chat = ["--screen", "chat.png", "--tree", "chat.xml"];
    let on_chat = |expectation: &str| verified(folder.path(), &[&chat[..], &[expectation]].concat());
    assert_eq!(on_chat("显示 “张三” 和 “你好”"), (Some(0), "verified".into()));
    assert_eq!(on_chat("显示 “李四”"), (Some(1), "not verified".into()));
    assert_eq!(on_chat("“发送失败” 消失"), (Some(0), "verified".into()));
    assert_eq!(on_chat("消息输入框"), (Some(0), "verified".into()));
    assert_eq!(on_chat("已打开微信"), (Some(0), "verified".into()));
    assert_eq!(on_chat("已打开淘宝"), (Some(1), "not verified".into()));
    assert_eq!(on_chat("屏幕有变化"), (Some(3), "unverified".into()), "nothing to compare with");
    let changed = |before: &str| {
        let args = ["--screen", "chat.png", "--before", before, "屏幕有变化", "--json"];
        let told = json(&tapwise(folder.path(), &[&["verify"], &args[..]].concat()));
        (told["verify_result"]["verified"].clone(), told["verify_result"]["screen_changed"].clone())
    };
    assert_eq!(changed("launcher.png"), (true.into(), true.into()));
    assert_eq!(changed("chat.png"), (false.into(), false.into()));
}

#[test]
fn seed_001_verify_ref_judges_by_a_reference_picture_or_its_alias() {
    let folder = stills();
    let icons = folder.path().join("home/assets/icons");
    fs::create_dir_all(&icons).unwrap();
    let launcher = fs::read_to_string(folder.path().join("launcher.xml")).unwrap();
    let at = launcher.find("text=\"微信\"").or(launcher.find("content-desc=\"微信\"")).unwrap();
    let bounds = launcher[at..].split("bounds=\"").nth(1).unwrap();
    let numbers: Vec<u32> =
        bounds.split(['[', ',', ']']).filter_map(|part| part.parse().ok()).take(4).collect();
    let [left, top, right, bottom] = numbers[..] else { panic!("{bounds}") };
    // The icon stands in the upper part of its place on the desk, the name under it.
    let side = (right - left) / 2;
    assert!(bottom > top + side);
    let icon = Bounds { left: left + side / 2, top: top + side / 8, width: side, height: side };
    let picture = Bitmap::decode(&fs::read(folder.path().join("launcher.png")).unwrap()).unwrap();
    fs::write(icons.join("wechat.png"), picture.view().crop(icon).unwrap().view().to_png().unwrap()).unwrap();
    let on = |screen: &str, expectation: &str| verified(folder.path(), &["--screen", screen, expectation]);
    assert_eq!(on("launcher.png", "微信"), (Some(0), "verified".into()));
    assert_eq!(on("chat.png", "wechat"), (Some(1), "not verified".into()));
    assert_eq!(on("chat.png", "wechat_main"), (Some(3), "unverified".into()), "nobody has such a picture");
}
