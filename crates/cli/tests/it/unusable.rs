//! Whatever cannot be used, in any command, ends with exit code 2 and says what to do: scripts tell a mistake in the call
//! from a task that failed.

use crate::program::{home, tapwise};
use std::fs;
use std::process::{Command, Stdio};

/// NONE is not there, BAD is neither JSON nor YAML nor XML, TEXT.png is no picture, EMPTY is a folder, S.png is a screen.
const CALLS: &[&str] = &[
    "",
    "nonsense",
    "run",
    "run ''",
    "run '  '",
    "run 打开微信 --plan NONE",
    "run 打开微信 --plan BAD --json",
    "run 打开微信 --policy NONE",
    "run 打开微信 --policy BAD",
    "run 打开微信 --apps NONE",
    "run 打开微信 --device nonsense",
    "run 打开微信 --device tcp:nowhere",
    "run 打开微信 --device replay:",
    "run 打开微信 --device replay:nonsense",
    "run 打开微信 --timeout 0",
    "run 打开微信 --timeout soon",
    "run 打开微信 --ask-below 2",
    "run 打开微信 --yes fly",
    "run 打开微信 --size 0x0",
    "run 打开微信 --size large",
    "run 打开微信 --density 0",
    "run 打开微信 --font-scale NaN",
    "run 打开微信 --font NONE",
    "run 打开微信 --font TEXT.png",
    "run 打开微信 --latency NONE",
    "run 打开微信 --locate guess",
    "run 打开微信 --preset nobody",
    "run 打开微信 --base-url ftp//x",
    "run 打开微信 --max-cost much",
    "resume ''",
    "resume ./NONE",
    "resume nonsense",
    "resume last --policy NONE",
    "plan ''",
    "plan 打开微信 --apps NONE",
    "flow '' --screen S.png",
    "flow 打开微信",
    "flow 打开微信 --screen NONE",
    "flow 打开微信 --screen TEXT.png",
    "flow 打开微信 --tree BAD",
    "verify '' --screen S.png",
    "verify 已打开微信",
    "verify 已打开微信 --screen NONE",
    "verify 已打开微信 --screen S.png --before NONE",
    "gate --cases NONE",
    "gate --cases BAD",
    "runs show ''",
    "runs show nonsense",
    "runs show ./NONE",
    "runs prune",
    "runs prune --keep many",
    "report nonsense",
    "replay nonsense",
    "doctor --device nonsense",
    "doctor --apps NONE",
    "phone --port many",
    "phone --listen nowhere",
    "phone --font NONE",
    "phone --size 0x0",
    "device status --device nonsense",
    "device setup --device virtual",
    "device setup --device tcp:127.0.0.1:1 --jar NONE",
    "device setup --device tcp:127.0.0.1:1 --index nonsense",
    "screen --device nonsense",
    "screen --png NONE/a.png",
    "do tap 1,x",
    "do tap 2000,0",
    "do key NOKEY",
    "do launch 'not a package'",
    "do tap 500,500 --policy NONE",
    "compare NONE NONE",
    "compare S.png TEXT.png",
    "read NONE",
    "read TEXT.png",
    "read S.png --region nonsense",
    "locate",
    "locate x",
    "locate '' --screen S.png",
    "locate x --screen NONE",
    "locate x --tree BAD",
    "locate --cases NONE",
    "locate --cases BAD",
    "ask '' --screen S.png",
    "ask 什么 --screen NONE",
    "ask 什么 --screen TEXT.png",
    "ask 什么 --schema BAD",
    "assert '' --screen S.png",
    "assert 已打开微信 --screen NONE",
    "config --preset nobody",
    "models install --index nonsense",
    "model-stub",
    "model-stub --script NONE",
    "model-stub --script BAD",
    "model-stub --play NONE",
    "scenes evaluate NONE",
    "scenes evaluate EMPTY",
    "match NONE S.png",
    "match S.png TEXT.png",
    "match --cases BAD",
    "apps check NONE",
    "apps list --apps NONE",
    "assets resolve ''",
];

/// The words of a call, as a shell would read these simple ones.
fn words(call: &str) -> Vec<String> {
    let quoted = call.split('\'').enumerate();
    let words = quoted.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn what_cannot_be_used_is_exit_code_2_in_every_command() {
    let home = home();
    let folder = home.path().join("files");
    fs::create_dir_all(folder.join("EMPTY")).unwrap();
    fs::write(folder.join("BAD"), "{nonsense").unwrap();
    fs::write(folder.join("TEXT.png"), "no picture").unwrap();
    let screen = folder.join("S.png");
    assert!(tapwise(&home, &["screen", "--png", screen.to_str().unwrap()]).status.success());
    let mut wrong = Vec::new();
    for call in CALLS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
        command.args(words(call)).current_dir(&folder).stdin(Stdio::null());
        // Nothing is taken from, or left in, the home of whoever runs the test.
        let output = command.env("XDG_DATA_HOME", home.path()).env("HOME", home.path()).output().unwrap();
        let talk = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(2) || talk.trim().is_empty() {
            wrong.push(format!(
                "{call}: {:?} {}",
                output.status.code(),
                talk.lines().next().unwrap_or_default()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(!home.path().join("tapwise/runs").exists(), "a run was begun");
}

#[test]
fn a_run_that_is_not_there_is_no_mistake_in_the_call() {
    let home = home();
    for call in [["runs", "show", "last"], ["runs", "show", "0123-ab"], ["report", "last", "-o=x.html"]] {
        assert_eq!(tapwise(&home, &call).status.code(), Some(1), "{call:?}");
    }
}
