//! `tapwise model-stub` as a bench starts it: its first line says where it listens, and it answers there.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn the_stand_in_says_where_it_listens_and_answers_there() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    command.args(["model-stub", "--garbage", "--fault", "status:529@1"]);
    let mut stub = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(stub.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let place = line.trim().strip_prefix("listening http://").unwrap().to_owned();
    let body = r#"{"model":"m","messages":[{"role":"user","content":"what should be done now, please?"}]}"#;
    let mut socket = TcpStream::connect(place).unwrap();
    write!(
        socket,
        "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    stub.kill().unwrap();
    stub.wait().unwrap();
    assert!(answer.starts_with("HTTP/1.1 529 "), "{answer}");
}

#[test]
fn a_fault_that_is_none_is_wrong_usage() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapwise"));
    let done = command.args(["model-stub", "--garbage", "--fault", "nonsense"]).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("hint: write NAME"));
}
