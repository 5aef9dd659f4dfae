//! The control port: closed to strangers, and true to what happened.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;
use tapwise_phone::Control;

use crate::kit::{Client, options};

fn ask(control: &Control, head: &str, token: Option<&str>, body: &str) -> (u16, Vec<u8>) {
    let mut socket = TcpStream::connect(control.address()).expect("the port is open");
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let host = control.address();
    let length = body.len();
    write!(
        socket,
        "{head} HTTP/1.1\r\nHost: {host}\r\n{token}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("sent");
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).expect("an answer");
    let at = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
    let status = String::from_utf8_lossy(&answer[9..12]).parse().expect("a number");
    (status, answer[at + 4..].to_vec())
}

fn json(control: &Control, head: &str, body: &str) -> Value {
    let (status, answer) = ask(control, head, Some(control.token()), body);
    assert_eq!(status, 200, "{head}: {}", String::from_utf8_lossy(&answer));
    serde_json::from_slice(&answer).expect("JSON")
}

#[test]
fn t29_nothing_is_told_without_the_token() {
    let client = Client::new(options());
    let control = client.phone.control(0).expect("a port");
    let long = format!("{}0", control.token());
    for head in ["GET /ledger", "GET /screen.png", "GET /state", "POST /faults", "POST /reset", "GET /x"] {
        for token in [None, Some(""), Some("0123"), Some(long.as_str())] {
            assert_eq!(ask(&control, head, token, "").0, 401, "{head} {token:?}");
        }
    }
    assert!(control.address().ip().is_loopback() && control.token().len() == 32);
}

#[test]
fn t30_a_page_led_here_by_a_false_name_gets_nothing() {
    let client = Client::new(options());
    let control = client.phone.control(0).expect("a port");
    for line in ["Host: evil.example", "Host: 127.0.0.1", "Origin: http://evil.example"] {
        let mut socket = TcpStream::connect(control.address()).expect("the port is open");
        let host =
            if line.starts_with("Host") { String::new() } else { format!("Host: {}\r\n", control.address()) };
        let token = control.token();
        write!(
            socket,
            "GET /ledger HTTP/1.1\r\n{host}{line}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        )
        .expect("sent");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 403"), "{line}: {answer}");
    }
}

#[test]
fn a_stranger_cannot_make_the_port_read_a_long_body() {
    let client = Client::new(options());
    let control = client.phone.control(0).expect("a port");
    let mut socket = TcpStream::connect(control.address()).expect("the port is open");
    let host = control.address();
    write!(socket, "POST /faults HTTP/1.1\r\nHost: {host}\r\nContent-Length: 65537\r\n\r\n").expect("sent");
    let mut answer = String::new();
    socket.read_to_string(&mut answer).expect("an answer before any of the body");
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    drop(control);
    assert!(TcpStream::connect(host).is_err(), "a dropped port is closed");
}

#[test]
fn the_ledger_and_what_is_going_on_are_told() {
    let client = Client::new(options());
    let control = client.phone.control(0).expect("a port");
    client.open("com.android.settings");
    client.sh("settings put global airplane_mode_on 1");
    let ledger = json(&control, "GET /ledger", "");
    assert_eq!(ledger[0]["deed"], "app_opened");
    assert_eq!(ledger[1]["deed"], "setting_changed");
    assert_eq!(ledger[1]["name"], "airplane_mode_on");
    assert!(
        ledger[1]["at"].is_u64() && ledger[1]["time"].as_str().is_some_and(|time| time.starts_with("2026-"))
    );
    let state = json(&control, "GET /state", "");
    assert_eq!(state["package"], "com.android.settings");
    assert_eq!(state["settings"]["global"]["airplane_mode_on"], "1");
    let (status, picture) = ask(&control, "GET /screen.png", Some(control.token()), "");
    assert!(status == 200 && picture.starts_with(b"\x89PNG"));
}

#[test]
fn faults_are_set_listed_and_cleared_and_bad_ones_refused() {
    let client = Client::new(options());
    let control = client.phone.control(0).expect("a port");
    let set = json(&control, "POST /faults", r#"[{"fault":"not_idle"},{"fault":"disk_full"}]"#);
    assert_eq!((&set[0]["nature"], &set[1]["nature"]), (&"transient".into(), &"lasting".into()));
    assert_eq!(json(&control, "GET /faults", "").as_array().map(Vec::len), Some(2));
    let output = client.run("uiautomator dump /dev/tty");
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not get idle state"));
    json(&control, "DELETE /faults", "");
    assert_eq!(json(&control, "GET /faults", "").as_array().map(Vec::len), Some(0));
    let misspelt = r#"{"fault":"not_idle","wen":"now"}"#;
    for bad in [
        "",
        "{",
        "[1]",
        misspelt,
        r#"{"fault":"disk_full","lasts":{"times":1}}"#,
        r#"{"fault":"no"}"#,
        r#"[{"fault":"not_idle"},{"fault":"no"}]"#,
    ] {
        assert_eq!(ask(&control, "POST /faults", Some(control.token()), bad).0, 400, "{bad}");
    }
    assert_eq!(json(&control, "GET /faults", "").as_array().map(Vec::len), Some(0), "all or none");
    assert_eq!(ask(&control, "GET /reset", Some(control.token()), "").0, 405);
    assert_eq!(ask(&control, "GET /nothing", Some(control.token()), "").0, 404);
}

#[test]
fn a_reset_phone_is_as_on_the_first_day() {
    let client = Client::new(options());
    let control = client.phone.control(0).expect("a port");
    let first = client.texts();
    client.open("com.android.settings");
    client.sh("settings put global airplane_mode_on 1; echo x > /sdcard/mine.txt; setprop debug.mine 1");
    json(&control, "POST /reset", "");
    assert_eq!(client.deeds(), []);
    assert_eq!(client.texts(), first);
    assert_eq!(client.sh("settings get global airplane_mode_on"), "0");
    assert_ne!(client.run("cat /sdcard/mine.txt").code, 0);
    assert_eq!(client.sh("getprop debug.mine"), "");
}
