//! Nobody reads what the program says: the reader of a pipe has gone, before it began or in the midst.

use crate::program::home;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{ChildStderr, ChildStdout, Command, Stdio};

/// Runs a command whose readers do with its two pipes what `with` says; tells the exit code.
fn heard_by(home: &Path, args: &[&str], with: impl FnOnce(ChildStdout, ChildStderr)) -> Option<i32> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(args).arg("--home").arg(home).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    with(child.stdout.take().unwrap(), child.stderr.take().unwrap());
    child.wait().unwrap().code()
}

const SEND: &str = "给张三发微信消息说你好";

/// Whether the only run that is kept came to its end.
fn ended(home: &Path) -> bool {
    let runs: Vec<_> = std::fs::read_dir(home.join("runs")).unwrap().collect();
    assert_eq!(runs.len(), 1);
    let trace = std::fs::read_to_string(runs[0].as_ref().unwrap().path().join("trace.jsonl")).unwrap();
    let last: serde_json::Value = serde_json::from_str(trace.lines().last().unwrap()).unwrap();
    last["event"] == "ended" && last["outcome"] == "verified"
}

#[test]
fn a_run_that_nobody_listens_to_goes_to_its_end() {
    let both = home();
    assert_eq!(heard_by(both.path(), &["run", SEND], |out, err| drop((out, err))), Some(0));
    assert!(ended(both.path()));
    let head = home();
    // `| head -2`, with both pipes.
    let two = |out, err| {
        let mut lines = BufReader::new(err).lines();
        assert!(lines.next().is_some() && lines.next().is_some());
        drop((lines, out));
    };
    assert_eq!(heard_by(head.path(), &["run", SEND], two), Some(0));
    assert!(ended(head.path()));
}

#[test]
fn the_json_is_printed_though_nobody_hears_the_talk() {
    let home = home();
    let mut text = String::new();
    let code = heard_by(home.path(), &["run", SEND, "--json"], |mut out, err| {
        drop(err);
        out.read_to_string(&mut text).unwrap();
    });
    assert_eq!(code, Some(0));
    let told: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(told["outcome"], "verified");
}

#[test]
fn an_error_that_nobody_hears_keeps_its_exit_code() {
    let home = home();
    let code = heard_by(home.path(), &["runs", "show", "last"], |out, err| drop((out, err)));
    assert_eq!(code, Some(1));
    let code = heard_by(home.path(), &["runs", "list"], |out, err| drop((out, err)));
    assert_eq!(code, Some(0));
}
