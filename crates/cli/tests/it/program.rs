//! The program as a person runs it: exit codes, what stands on standard output, and what is kept.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};

pub fn tapwise(home: &tempfile::TempDir, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(args).args(["--home".as_ref(), home.path().as_os_str()]).stdin(Stdio::null());
    command.output().unwrap()
}

pub fn last_line(output: &Output) -> serde_json::Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

pub fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn one_sentence_end_to_end() {
    let home = home();
    let output = tapwise(&home, &["run", "给张三发微信消息说你好", "--json"]);
    let told = last_line(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert_eq!((&told["outcome"], &told["model_calls"]), (&"verified".into(), &0.into()));
    assert_eq!(told["routine"], "wechat/send_message");
    for field in [
        "run",
        "task",
        "reason",
        "evidence",
        "recovered",
        "steps",
        "looks",
        "tokens",
        "cost",
        "saved_calls",
        "seconds",
        "seconds_model",
    ] {
        assert!(told.get(field).is_some(), "{field}");
    }
    let run = home.path().join("runs").join(told["run"].as_str().unwrap());
    assert!(
        run.join("trace.jsonl").is_file() && run.join("001.png").is_file() && run.join("001.xml").is_file()
    );
}

#[test]
fn the_json_of_a_run_holds_its_plan_and_how_each_step_went() {
    let home = home();
    let told = last_line(&tapwise(&home, &["run", "打开设置并打开飞行模式", "--json"]));
    let (plan, steps) = (&told["plan"]["steps"], told["step_results"].as_array().unwrap());
    assert_eq!(
        (plan.as_array().unwrap().len(), steps.len()),
        (steps.len(), told["steps"].as_u64().unwrap() as usize)
    );
    let folder = home.path().join("runs").join(told["run"].as_str().unwrap());
    let mut end = 0.0;
    for step in steps {
        assert!(matches!(step["status"].as_str(), Some("SUCCESS" | "SKIPPED")), "{step}");
        assert!(
            step["start"].as_f64().unwrap() >= end && step["end"].as_f64() >= step["start"].as_f64(),
            "{step}"
        );
        end = step["end"].as_f64().unwrap();
        for picture in ["screenshot_before", "screenshot_after"] {
            assert!(folder.join(step[picture].as_str().unwrap()).is_file(), "{step}");
        }
    }
    let last = steps.last().unwrap();
    assert_eq!((&last["found_by"], &last["verify_result"]["verified"]), (&"tree".into(), &true.into()));

    let failed = last_line(&tapwise(&home, &["run", "给欧阳不存在发微信消息说你好", "--json"]));
    let steps = failed["step_results"].as_array().unwrap();
    let status: Vec<_> = steps.iter().map(|step| step["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS", "FAILED", "PENDING", "PENDING"]);
    assert!(steps[4]["error_message"].as_str().unwrap().contains("欧阳不存在"));
    assert_eq!(
        (&steps[4]["verify_result"]["verified"], &steps[6]["start"]),
        (&false.into(), &serde_json::Value::Null)
    );
    let unknown = last_line(&tapwise(&home, &["run", "帮我订一张去上海的火车票", "--json"]));
    assert_eq!(
        (&unknown["plan"], unknown["step_results"].as_array().unwrap().len()),
        (&serde_json::Value::Null, 0)
    );
}

#[test]
fn what_went_wrong_has_its_own_exit_code() {
    let home = home();
    let failed = tapwise(&home, &["run", "给欧阳不存在发微信消息说你好", "--json"]);
    assert_eq!((failed.status.code(), last_line(&failed)["outcome"].as_str()), (Some(1), Some("failed")));
    let unknown = tapwise(&home, &["run", "帮我订一张去上海的火车票", "--json"]);
    assert_eq!(
        (unknown.status.code(), last_line(&unknown)["outcome"].as_str()),
        (Some(5), Some("model_unavailable"))
    );
    let lost = tapwise(&home, &["run", "打开微信", "--json", "--device", "tcp:127.0.0.1:1"]);
    assert_eq!((lost.status.code(), last_line(&lost)["outcome"].as_str()), (Some(5), Some("device_lost")));
    let unread = tapwise(&home, &["do", "tap", "500,500"]);
    assert_eq!(unread.status.code(), Some(4), "what nobody can read is asked about, and nobody is there");
}

#[test]
fn a_run_tells_each_step_how_its_target_was_found_and_what_it_came_to() {
    let home = home();
    let args = ["run", "打开设置并打开飞行模式", "--seed", "4", "--nobody", "--no-memory"];
    let output = tapwise(&home, &args);
    let talk = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"verified\n"[..]), "{talk}");
    let step = talk.lines().find(|line| line.contains("set_switch on")).unwrap();
    assert!(step.contains(" … by tree … ok (") && step.ends_with(" s"), "{step}");
    let last = talk.lines().last().unwrap();
    assert!(last.contains(" steps, ") && last.contains(" looks, 0 model calls, cost 0, "), "{last}");
}

#[test]
fn wrong_usage_exits_with_two_and_says_what_to_write() {
    let home = home();
    for args in [
        &["run", "x", "--device", "usb"][..],
        &["do", "tap", "1001,5"],
        &["do", "key", "NOPE"],
        &["do", "launch", "a;b"],
        &["run", "x", "--yes", "everything"],
        &["screen", "--size", "big"],
    ] {
        let output = tapwise(&home, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn the_screen_is_shown_as_listing_json_tree_and_picture() {
    let home = home();
    let listing = tapwise(&home, &["screen"]);
    assert!(String::from_utf8_lossy(&listing.stdout).contains("微信"));
    let json = last_line(&tapwise(&home, &["screen", "--json"]));
    assert_eq!(json["frame"]["width"], 1080);
    let tree = tapwise(&home, &["screen", "--tree"]);
    assert!(String::from_utf8_lossy(&tree.stdout).contains("<hierarchy"));
    let file = home.path().join("x.png");
    let picture = tapwise(&home, &["screen", "--size", "720x1520", "--png", file.to_str().unwrap()]);
    assert!(picture.status.success());
    assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_phone_of_its_own_serves_several_commands_in_a_row() {
    let home = home();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    let mut phone =
        command.args(["phone", "--seed", "3"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(phone.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let place = line.trim().strip_prefix("adb connect ").unwrap().to_owned();
    let device = format!("tcp:{place}");
    let launched = tapwise(&home, &["do", "launch", "com.android.settings", "--device", &device]);
    let run = tapwise(&home, &["run", "打开飞行模式", "--json", "--device", &device]);
    phone.kill().unwrap();
    phone.wait().unwrap();
    assert!(launched.status.success());
    assert_eq!(last_line(&run)["outcome"], "verified");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_fetch_at_once() {
    use std::os::unix::process::ExitStatusExt;
    let home = home();
    let mirror = TcpListener::bind("127.0.0.1:0").unwrap();
    let index = format!("http://{}/simple", mirror.local_addr().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(["device", "setup", "--device", "tcp:127.0.0.1:1", "--index", &index]);
    command.args(["--home".as_ref(), home.path().as_os_str()]).stdin(Stdio::null()).stderr(Stdio::null());
    // Such a mirror answers never: the program is in the midst of its fetch.
    let mut fetch = command.env_remove("http_proxy").env("NO_PROXY", "127.0.0.1").spawn().unwrap();
    let (connection, _) = mirror.accept().unwrap();
    let told = Command::new("kill").args(["-INT", &fetch.id().to_string()]).status().unwrap();
    assert!(told.success());
    // A program that waits on in spite of the signal ends now, with an exit code of its own.
    drop((connection, mirror));
    assert_eq!(fetch.wait().unwrap().signal(), Some(2));
}

#[test]
fn a_phone_without_the_helper_says_so_and_takes_only_the_published_one() {
    let home = home();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    let mut phone = command.args(["phone"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(phone.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let device = format!("tcp:{}", line.trim().strip_prefix("adb connect ").unwrap());
    let file = home.path().join("other.jar");
    std::fs::write(&file, b"not it").unwrap();
    let ask = |words: &[&str]| tapwise(&home, &[&["device"], words, &["--device", &device]].concat());
    let status = ask(&["status"]);
    let json = last_line(&ask(&["status", "--json"]));
    let refused = ask(&["setup", "--jar", file.to_str().unwrap()]);
    let removed = last_line(&ask(&["remove", "--json"]));
    phone.kill().unwrap();
    phone.wait().unwrap();
    assert!(String::from_utf8_lossy(&status.stdout).contains("hint: tapwise device setup"));
    assert_eq!((&json["status"]["file"], &json["status"]["answers"]), (&"absent".into(), &false.into()));
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("hint: it is uiautomator2/assets/u2.jar"));
    assert_eq!(removed["removed"], false);
}

/// Seed 001's own example, from the edge to the outcome, and a plan that was printed.
#[test]
fn a_written_plan_is_followed_and_only_the_sentence_allows_anything() {
    let home = home();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/send_message.json");
    let run = |task: &str, plan: &str| {
        let ran = tapwise(&home, &["run", "--nobody", "--json", "--plan", plan, task]);
        last_line(&ran)["outcome"].clone()
    };
    assert_eq!(run("给张三发微信消息说你好", example), "verified");
    // The plan sends 你好 to 张三 whatever the sentence says; then a person must agree.
    assert_eq!(run("给李四发微信消息说你好", example), "needs_user");
    let printed = tapwise(&home, &["plan", "--json", "打开设置并打开飞行模式"]);
    let file = home.path().join("plan.json");
    std::fs::write(&file, &printed.stdout).unwrap();
    assert_eq!(run("打开设置并打开飞行模式", file.to_str().unwrap()), "verified");
    std::fs::write(&file, r#"{"steps": [{"action": "fly"}]}"#).unwrap();
    let wrong = tapwise(&home, &["run", "--plan", file.to_str().unwrap(), "打开微信"]);
    let told = String::from_utf8(wrong.stderr).unwrap();
    assert!(!wrong.status.success() && told.contains("step 1, action") && told.contains("hint: "), "{told}");
}
