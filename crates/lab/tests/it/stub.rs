//! The stand-in model server, asked as clients ask it, in three forms, whole and streamed, well and broken.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tapwise_lab::stub::{Latency, Mind, Options, Player, Recorder, Script, Source, Stub};

fn options(source: Source) -> Options {
    Options { port: 0, source, faults: Vec::new(), latency: Latency::default(), log: None }
}

fn scripted(replies: &[&str]) -> Source {
    Source::Mind(Mind::Scripted(Script::of(replies.iter().copied())))
}

fn start(replies: &[&str], faults: &[&str]) -> Stub {
    let faults = faults.iter().map(|fault| fault.parse().unwrap()).collect();
    Stub::start(Options { faults, ..options(scripted(replies)) }).unwrap()
}

/// Status, head and body; an empty status where the connection ended before one came.
fn post(stub: &Stub, path: &str, body: &Value) -> (u16, String, String) {
    let mut socket = TcpStream::connect(stub.address()).unwrap();
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk-canary\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    socket.write_all(head.as_bytes()).unwrap();
    socket.write_all(body.as_bytes()).unwrap();
    let mut got = Vec::new();
    let _ = socket.read_to_end(&mut got);
    let got = String::from_utf8_lossy(&got).into_owned();
    let (head, body) = got.split_once("\r\n\r\n").unwrap_or((&got, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (status, head.to_owned(), body.to_owned())
}

const OPENAI: &str = "/v1/chat/completions";
const ANTHROPIC: &str = "/v1/messages";
const GEMINI: &str = "/v1beta/models/m:generateContent";
const GEMINI_STREAM: &str = "/v1beta/models/m:streamGenerateContent?alt=sse";

fn openai(stream: bool) -> Value {
    json!({ "model": "m", "stream": stream, "messages": [{ "role": "user", "content": "what should be done now, please?" }] })
}

fn anthropic(stream: bool) -> Value {
    json!({ "model": "m", "stream": stream, "max_tokens": 10,
            "messages": [{ "role": "user", "content": "what should be done now, please?" }] })
}

fn gemini() -> Value {
    json!({ "contents": [{ "role": "user", "parts": [{ "text": "what should be done now, please?" }] }] })
}

/// What the events of a stream say, by the way to the words in each.
fn streamed(body: &str, words: fn(&Value) -> Option<&str>) -> String {
    let lines = body.lines().filter_map(|line| line.strip_prefix("data: "));
    let events = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    events.filter_map(|event| words(&event).map(str::to_owned)).collect()
}

#[test]
fn every_provider_s_form_says_the_same_whole_and_streamed() {
    let text = "好的，我先打开微信，再搜索张三。";
    let stub = start(&[text; 6], &[]);
    let whole = |path, body: &Value| serde_json::from_str::<Value>(&post(&stub, path, body).2).unwrap();
    assert_eq!(whole(OPENAI, &openai(false))["choices"][0]["message"]["content"], text);
    assert_eq!(whole(ANTHROPIC, &anthropic(false))["content"][0]["text"], text);
    assert_eq!(whole(GEMINI, &gemini())["candidates"][0]["content"]["parts"][0]["text"], text);
    let (_, head, body) = post(&stub, OPENAI, &openai(true));
    assert!(head.contains("text/event-stream") && body.contains("data: [DONE]"), "{head}");
    assert_eq!(streamed(&body, |event| event["choices"][0]["delta"]["content"].as_str()), text);
    let (_, _, body) = post(&stub, ANTHROPIC, &anthropic(true));
    assert_eq!(streamed(&body, |event| event["delta"]["text"].as_str()), text);
    assert!(body.contains("event: message_stop"));
    let (_, _, body) = post(&stub, GEMINI_STREAM, &gemini());
    assert_eq!(streamed(&body, |event| event["candidates"][0]["content"]["parts"][0]["text"].as_str()), text);
    assert_eq!(stub.requests(), 6);
}

#[test]
fn a_tool_that_must_be_called_is_called() {
    let stub = start(&[r#"{"a":1}"#, r#"{"a":2}"#], &[]);
    let mut asked = anthropic(false);
    asked["tool_choice"] = json!({ "type": "tool", "name": "plan" });
    let told: Value = serde_json::from_str(&post(&stub, ANTHROPIC, &asked).2).unwrap();
    assert_eq!((&told["content"][0]["input"]["a"], &told["stop_reason"]), (&1.into(), &"tool_use".into()));
    let mut asked = openai(false);
    asked["tool_choice"] = json!({ "type": "function", "function": { "name": "plan" } });
    let told: Value = serde_json::from_str(&post(&stub, OPENAI, &asked).2).unwrap();
    let call = &told["choices"][0]["message"]["tool_calls"][0]["function"];
    assert_eq!((&call["name"], &call["arguments"]), (&"plan".into(), &r#"{"a":2}"#.into()));
}

#[test]
fn a_greeting_is_answered_beside_the_script() {
    let stub = start(&["one"], &[]);
    let hi = json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "max_tokens": 5 });
    assert_eq!(post(&stub, OPENAI, &hi).0, 200);
    assert_eq!(stub.requests(), 0);
    assert!(post(&stub, OPENAI, &openai(false)).2.contains("one"));
    assert_eq!(post(&stub, OPENAI, &openai(false)).0, 500, "a script that is over is no answer");
}

#[test]
fn every_fault_is_what_it_says() {
    let asked =
        |fault: &str, stream: bool| post(&start(&["{\"done\": true}"], &[fault]), OPENAI, &openai(stream));
    for code in [400, 401, 402, 403, 408, 429, 500, 502, 503, 529] {
        assert_eq!(asked(&format!("status:{code}"), false).0, code);
    }
    assert!(asked("status:429:7", false).1.contains("Retry-After: 7"));
    assert_eq!(asked("hang_up", true).0, 0);
    let (status, head, body) = asked("html", false);
    assert!(status == 200 && head.contains("text/html") && body.starts_with("<!DOCTYPE"), "{head}");
    assert!(asked("wrong_type", false).1.contains("application/octet-stream"));
    let (status, _, body) = asked("empty", false);
    assert_eq!((status, body.as_str()), (200, ""));
    assert!(asked("huge", false).2.len() > 10_000_000);
    let (_, _, cut) = asked("cut", false);
    assert!(serde_json::from_str::<Value>(&cut).is_err() && !cut.is_empty());
    assert!(!asked("cut", true).2.contains("[DONE]"));
    assert!(!asked("no_done", true).2.contains("[DONE]"));
    assert_eq!(asked("doubled", true).2.matches("[DONE]").count(), 2);
    assert!(asked("wrong_finish:length", false).2.contains("\"finish_reason\":\"length\""));
    assert!(asked("wrong_finish:banana", true).2.contains("banana"));
    let (_, _, drip) = asked("slow_drip:0", false);
    assert!(serde_json::from_str::<Value>(&drip).is_ok());
}

#[test]
fn a_fault_falls_at_its_request_and_can_be_set_while_it_serves() {
    let stub = start(&["a", "b", "c", "d"], &["status:503@2"]);
    let codes: Vec<u16> = (0..3).map(|_| post(&stub, OPENAI, &openai(false)).0).collect();
    assert_eq!(codes, [200, 503, 200]);
    let (status, _, _) = post(&stub, "/stub/faults", &json!(["cut@1"]));
    assert_eq!((status, stub.requests()), (200, 0), "they are counted from now on");
    let (_, _, body) = post(&stub, OPENAI, &openai(false));
    assert!(serde_json::from_str::<Value>(&body).is_err());
    assert_eq!(post(&stub, "/stub/faults", &json!(["nonsense"])).0, 400);
}

#[test]
fn a_refused_request_meets_nobody_and_the_next_ones_somebody() {
    let stub = start(&["a", "b"], &["refused@2"]);
    assert_eq!(post(&stub, OPENAI, &openai(false)).0, 200);
    let refused = TcpStream::connect(stub.address()).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused);
    stub.set_faults(Vec::new());
    assert_eq!(post(&stub, OPENAI, &openai(false)).0, 200);
}

#[test]
fn a_request_that_is_never_answered_ends_with_its_client() {
    let stub = start(&["a"], &["timeout"]);
    let mut socket = TcpStream::connect(stub.address()).unwrap();
    let body = openai(false).to_string();
    write!(socket, "POST {OPENAI} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{body}", body.len())
        .unwrap();
    socket.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    assert!(socket.read(&mut [0]).is_err(), "nothing comes");
}

#[test]
fn the_log_tells_everything_but_the_key() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let latency = Latency::Virtual(Duration::from_millis(1200));
    let log = Some(file.path().to_owned());
    let stub = Stub::start(Options { latency, log, ..options(scripted(&["said"])) }).unwrap();
    let (_, head, _) = post(&stub, OPENAI, &openai(false));
    assert!(head.contains("X-Stub-Latency-Ms: 1200"));
    let text = std::fs::read_to_string(file.path()).unwrap();
    let line: Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!((&line["n"], &line["key"], &line["said"]), (&1.into(), &"masked".into(), &"said".into()));
    assert_eq!((&line["latency_ms"], &line["latency"]), (&1200.into(), &"virtual".into()));
    assert!(!text.contains("canary"));
    assert_eq!(stub.log().len(), 1);
}

#[test]
fn what_one_server_said_is_played_again_from_its_cassette() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tape.jsonl");
    let real = start(&["from the real one"], &[]);
    let recorder = Recorder::open(&file, &real.url()).unwrap();
    let recording = Stub::start(options(Source::Record(recorder))).unwrap();
    let first = post(&recording, OPENAI, &openai(true));
    assert!(first.2.contains("[DONE]"), "{first:?}");
    let tape = std::fs::read_to_string(&file).unwrap();
    assert!(!tape.contains("canary"), "a cassette holds no key");
    let playing = Stub::start(options(Source::Play(Player::open(&file, false).unwrap()))).unwrap();
    assert_eq!(post(&playing, OPENAI, &openai(true)).2, first.2);
    assert_eq!(post(&playing, OPENAI, &openai(false)).0, 500, "what was never asked is not made up");
    assert_eq!(real.requests(), 1);
}

#[test]
fn nonsense_is_no_request() {
    let stub = start(&["a"], &[]);
    assert_eq!(post(&stub, OPENAI, &json!({ "messages": 1 })).0, 400);
    assert_eq!(post(&stub, "/v2/nothing", &json!({})).0, 404);
    assert_eq!(stub.requests(), 0);
}
