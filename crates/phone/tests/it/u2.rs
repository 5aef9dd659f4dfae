//! uiautomator2's server on the phone, over the adb wire: how it starts and ends, what it answers, and what it
//! makes of nonsense.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine as _;
use serde_json::{Value, json};
use tapwise_adb::{Channel, Error};
use tapwise_phone::{Deed, Fault, FaultKind, Lasts, Latency, Options, Time};

use crate::kit::{Client, options, wait};

const JAR: &str = "/data/local/tmp/u2.jar";
const LAUNCH: &str = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008";

/// A client with a running server; the stream that it was started on keeps it running.
struct Helped {
    client: Client,
    launched: Channel,
}

fn pushed(options: Options) -> Client {
    let client = Client::new(options);
    client.transport.push(b"PK\x03\x04 stands for the jar", JAR, 0o644, &wait()).expect("the jar goes over");
    client
}

/// Everything that comes until `sign` does.
fn read_until(channel: &mut Channel, sign: &str) -> String {
    let mut text = String::new();
    while !text.contains(sign) {
        let chunk = channel.chunk(&wait()).expect("the phone answers");
        let chunk = chunk.unwrap_or_else(|| panic!("it ended before {sign}: {text}"));
        text.push_str(&String::from_utf8_lossy(&chunk));
    }
    text
}

impl Helped {
    fn new(options: Options) -> Helped {
        let client = pushed(options);
        let mut launched = client.transport.open(&format!("shell:{LAUNCH}"), &wait()).expect("a shell");
        read_until(&mut launched, "for further details.");
        Helped { client, launched }
    }

    fn call(&self, method: &str, params: Value) -> Value {
        call(&self.client, method, params)
    }

    fn result(&self, method: &str, params: Value) -> Value {
        let told = self.call(method, params);
        told.get("result").unwrap_or_else(|| panic!("{method}: {told}")).clone()
    }
}

fn answer(client: &Client, request: &[u8]) -> Result<Vec<u8>, Error> {
    let mut channel = client.transport.open("tcp:9008", &wait())?;
    channel.write_all(request, &wait())?;
    let mut told = Vec::new();
    while let Some(chunk) = channel.chunk(&wait())? {
        told.extend(chunk);
    }
    Ok(told)
}

fn http(client: &Client, request: &[u8]) -> Result<String, Error> {
    Ok(String::from_utf8(answer(client, request)?).expect("text"))
}

fn post(client: &Client, body: &[u8]) -> String {
    let head =
        format!("POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    let told = http(client, &[head.as_bytes(), body].concat()).expect("an answer");
    let (head, body) = told.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    body.to_owned()
}

fn call(client: &Client, method: &str, params: Value) -> Value {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    serde_json::from_str(&post(client, body.as_bytes())).expect("JSON")
}

fn ping(client: &Client) -> Result<String, Error> {
    http(client, b"GET /ping HTTP/1.1\r\nConnection: close\r\n\r\n")
}

fn by_text(text: &str) -> Value {
    json!({"mask": 1, "childOrSibling": [], "childOrSiblingSelector": [], "text": text})
}

fn by_desc(text: &str) -> Value {
    json!({"mask": 0x40, "description": text})
}

fn focused() -> Value {
    json!({"mask": 0x2_0000, "focused": true})
}

/// Opens the port until it is closed: the server looks for its client only now and then.
fn closes(client: &Client) {
    let patience = wait();
    while client.transport.open("tcp:9008", &wait()).is_ok() {
        patience.check().expect("the port closes");
    }
}

#[test]
fn without_the_jar_there_is_no_class_and_no_port() {
    let client = Client::new(options());
    let output = client.run(LAUNCH);
    assert_eq!(output.code, 1);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("java.lang.ClassNotFoundException: com.wetest.uia2.Main"), "{complaint}");
    for service in ["tcp:9008", "tcp:9008:localhost", "tcp:1", "localabstract:uiautomator"] {
        assert!(client.transport.open(service, &wait()).is_err(), "{service}");
    }
}

#[test]
fn wrong_arguments_are_complained_about_as_the_real_one_does() {
    let client = pushed(options());
    for (args, words) in [
        ("-p abc", "Invalid port: abc. Must be an integer between 1 and 65535."),
        ("-p 0", "Invalid port: 0. Must be between 1 and 65535."),
        ("-p 65536", "Invalid port: 65536."),
        ("-p", "Missing argument for option: p"),
        ("--nope", "Unrecognized option: --nope"),
    ] {
        let output = client.run(&format!("CLASSPATH={JAR} app_process / com.wetest.uia2.Main {args}"));
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.code == 1 && complaint.contains(words), "{args}: {complaint}");
    }
    assert_eq!(client.run(&format!("CLASSPATH={JAR} app_process / com.example.Other")).code, 1);
}

#[test]
fn the_server_lives_as_long_as_the_stream_that_started_it() {
    let mut helped = Helped::new(options());
    assert!(ping(&helped.client).unwrap().ends_with("\r\n\r\npong"));
    let second = helped.client.run(&format!("CLASSPATH={JAR} app_process / com.wetest.uia2.Main -p 9009"));
    assert_eq!(second.code, 1);
    assert!(String::from_utf8_lossy(&second.stderr).contains("already registered"));
    helped.launched.close();
    closes(&helped.client);
    let again = Helped::new(options());
    assert!(ping(&again.client).is_ok());
}

#[test]
fn stop_ends_the_process_and_its_port() {
    let mut helped = Helped::new(options());
    // Most clients keep their connection; the server ends all the same.
    let told = http(&helped.client, b"GET /stop HTTP/1.1\r\n\r\n").unwrap();
    assert!(told.ends_with("Server stopped!!!"), "{told}");
    while helped.launched.chunk(&wait()).expect("the phone answers").is_some() {}
    closes(&helped.client);
}

#[test]
fn a_server_started_in_the_background_outlives_its_shell() {
    let client = pushed(options());
    assert_eq!(client.run(&format!("nohup sh -c '{LAUNCH}' >/dev/null 2>&1 &")).code, 0);
    assert!(ping(&client).unwrap().ends_with("pong"));
    assert_eq!(call(&client, "ping", json!([]))["result"], "pong");
}

#[test]
fn it_tells_of_the_phone_and_shows_what_uiautomator_shows() {
    let helped = Helped::new(options());
    helped.client.open("com.tencent.mm");
    let info = helped.result("deviceInfo", json!({}));
    assert_eq!((&info["displayWidth"], &info["sdkInt"]), (&json!(1080), &json!(34)));
    assert_eq!(info["currentPackageName"], "com.tencent.mm");
    let dump = helped.result("dumpWindowHierarchy", json!([false, 50]));
    let dump = roxmltree::Document::parse(dump.as_str().unwrap()).expect("well-formed");
    let texts: Vec<String> = dump
        .descendants()
        .filter(|node| node.has_tag_name("node"))
        .inspect(|node| {
            assert!(node.attribute("hint").is_some() && node.attribute("display-id") == Some("0"))
        })
        .map(|node| node.attribute("text").unwrap().to_owned() + node.attribute("content-desc").unwrap())
        .filter(|text| !text.is_empty())
        .collect();
    assert_eq!(texts, helped.client.texts());
    helped.client.sh("input keyevent SLEEP");
    let dark = helped.result("dumpWindowHierarchy", json!([false, 50]));
    assert!(dark.as_str().unwrap().ends_with("<hierarchy rotation=\"0\" />"), "{dark}");
    assert_eq!(helped.result("isScreenOn", json!([])), json!(false));
    helped.result("wakeUp", json!([]));
    assert_eq!(helped.result("isScreenOn", json!([])), json!(true));
}

#[test]
fn a_picture_is_a_jpeg_in_lines_of_base64() {
    let helped = Helped::new(options());
    let told = helped.result("takeScreenshot", json!([1, 80]));
    let told = told.as_str().unwrap();
    assert!(told.ends_with('\n') && told.lines().all(|line| line.len() <= 76));
    let bytes = base64::engine::general_purpose::STANDARD.decode(told.replace('\n', "")).unwrap();
    assert!(bytes.starts_with(&[0xff, 0xd8, 0xff]) && bytes.len() > 10_000);
    let worse = helped.result("takeScreenshot", json!([1.0, 20]));
    assert!(worse.as_str().unwrap().len() < told.len());
}

#[test]
fn a_message_in_chinese_is_sent_without_any_keyboard_of_ours() {
    let helped = Helped::new(Options { adb_keyboard: false, ..options() });
    helped.client.open("com.tencent.mm");
    let centre = |selector: Value| {
        assert_eq!(helped.result("waitForExists", json!([selector, 20_000])), json!(true));
        let bounds = helped.result("objInfo", json!([selector]))["visibleBounds"].clone();
        let number = |name: &str| bounds[name].as_f64().unwrap();
        // Python sends fractions, as here.
        json!([(number("left") + number("right")) / 2.0, (number("top") + number("bottom")) / 2.0])
    };
    let field = json!({"mask": 0x10, "className": "android.widget.EditText"});
    helped.result("click", centre(by_desc("搜索")));
    helped.result("setText", json!([field, "张三"]));
    let contact = json!({"mask": 0x11, "text": "张三", "className": "android.widget.TextView"});
    helped.result("click", centre(contact));
    assert_eq!(helped.result("setText", json!([field, "旧"])), json!(true));
    assert_eq!(helped.result("setText", json!([field, "晚上见 😀"])), json!(true));
    assert_eq!(helped.result("getText", json!([focused()])), json!("晚上见 😀"));
    helped.result("click", json!([by_text("发送")]));
    let sent =
        Deed::MessageSent {
            app: "com.tencent.mm".into(), to: "张三".into(), text: "晚上见 😀".into()
        };
    assert!(helped.client.deeds().contains(&sent), "{:?}", helped.client.deeds());
    assert_eq!(helped.result("setText", json!([by_text("张三"), "不是输入框"])), json!(true));
    assert_eq!(helped.client.phone.focused_text().unwrap_or_default(), "", "what is no field takes no text");
    helped.result("clearTextField", json!([field]));
    assert_eq!(helped.client.phone.focused_text().as_deref(), Some(""));
}

#[test]
fn the_clipboard_is_pasted_over_what_was_cleared() {
    let helped = Helped::new(options());
    assert_eq!(helped.result("getClipboard", json!([])), Value::Null);
    helped.client.open("com.tencent.mm");
    helped.result("click", json!([by_desc("搜索")]));
    for text in ["文件", "两行\n文字"] {
        assert_eq!(helped.result("setClipboard", json!([null, text])), Value::Null);
        assert_eq!(helped.result("getClipboard", json!([])), json!(text));
        helped.result("clearInputText", json!([]));
        helped.result("pasteClipboard", json!([]));
        assert_eq!(helped.client.phone.focused_text().as_deref(), Some(text));
    }
}

#[test]
fn toasts_are_heard_until_they_are_cleared() {
    let helped = Helped::new(options());
    assert_eq!(helped.result("getLastToast", json!([])), Value::Null);
    assert_eq!(helped.result("pressKey", json!(["volume_up"])), json!(true));
    helped.client.sh("sleep 10");
    assert!(helped.result("getLastToast", json!([])).as_str().unwrap().contains("音量"));
    helped.result("clearLastToast", json!([]));
    assert_eq!(helped.result("getLastToast", json!([])), Value::Null);
    assert_eq!(helped.result("pressKey", json!(["no_such_key"])), json!(false));
}

#[test]
fn what_is_not_there_is_said_in_javas_words() {
    let helped = Helped::new(options());
    for method in ["objInfo", "getText", "click", "longClick", "clearTextField"] {
        let error = helped.call(method, json!([by_text("没有")]))["error"].clone();
        assert_eq!(error["code"], -32001, "{method}");
        assert_eq!(error["message"], "androidx.test.uiautomator.UiObjectNotFoundException", "{method}");
        assert_eq!(error["data"], "UiSelector[TEXT=没有]", "{method}");
    }
    assert_eq!(helped.result("exist", json!([by_text("没有")])), json!(false));
    assert_eq!(helped.result("count", json!([by_text("没有")])), json!(0));
    let before = helped.client.sh("uptime");
    assert_eq!(helped.result("waitForExists", json!([by_text("没有"), 180_000])), json!(false));
    assert_ne!(helped.client.sh("uptime"), before, "the wait took its time");
    assert_eq!(helped.call("makeToast", json!(["x", 1]))["error"]["code"], -32601);
}

#[test]
fn a_list_is_scrolled_until_it_shows_what_is_sought() {
    let helped = Helped::new(Options { size: (1080, 1300), ..options() });
    helped.client.open("com.android.settings");
    let list = json!({"mask": 0x4000, "scrollable": true});
    let texts = helped.client.texts();
    assert_eq!(helped.result("scrollToEnd", json!([list, true, 20, 55])), json!(true));
    let below = helped.client.texts();
    assert_ne!(below, texts, "the list moved");
    let (first, last) = (texts[2].clone(), below.last().unwrap().clone());
    assert_eq!(helped.result("scrollForward", json!([list, true, 55])), json!(false), "it is at its end");
    assert_eq!(helped.result("scrollTo", json!([list, by_text(&first), true])), json!(true));
    assert_eq!(helped.result("exist", json!([by_text(&first)])), json!(true));
    let row = json!({"mask": 0x1000, "clickable": true});
    let name = helped.result("childByText", json!([list, row, last]));
    assert_eq!(helped.result("objInfo", json!([name]))["clickable"], json!(true));
    assert_eq!(helped.result("getUiObjects", json!([])), json!([name]));
    helped.client.sh("sleep 61");
    assert_eq!(helped.result("exist", json!([name])), json!(false), "a minute later it is forgotten");
}

#[test]
fn kept_objects_lead_to_children_and_siblings_and_chains_of_them_end() {
    let helped = Helped::new(options());
    helped.client.open("com.android.settings");
    let list = helped.result("getUiObject", json!([{"mask": 0x4000, "scrollable": true}]));
    let row = json!({"mask": 0x10, "className": "android.widget.TextView"});
    let child = helped.result("getChild", json!([list, row]));
    let info = helped.result("objInfo", json!([child]));
    assert_eq!(info["className"], "android.widget.TextView");
    let beside = helped.result("getFromParent", json!([child, row]));
    assert_eq!(helped.result("exist", json!([beside])), json!(true));
    assert_eq!(helped.result("getChild", json!(["no-such-object", row])), Value::Null);
    let mut last = list;
    let refused = (0..100).find_map(|_| {
        let told = helped.call("getChild", json!([last, {"mask": 0}]));
        last = told["result"].clone();
        told.get("error").cloned()
    });
    assert_eq!(refused.expect("the chain ends")["code"], -32602);
    assert_eq!(helped.result("ping", json!([])), json!("pong"), "the server still answers");
}

#[test]
fn watchers_click_when_they_are_run() {
    let helped = Helped::new(options());
    let icon = helped.client.flip_to("设置");
    let seen = if icon.text.is_empty() { by_desc("设置") } else { by_text("设置") };
    helped.result("registerClickUiObjectWatcher", json!(["open", [seen], seen]));
    assert_eq!(helped.result("getWatchers", json!([])), json!(["open"]));
    assert_eq!(helped.result("hasAnyWatcherTriggered", json!([])), json!(false));
    helped.result("runWatchers", json!([]));
    assert_eq!(helped.result("hasWatcherTriggered", json!(["open"])), json!(true));
    assert_eq!(helped.result("deviceInfo", json!([]))["currentPackageName"], "com.android.settings");
}

#[test]
fn the_second_column_of_delays_is_the_servers() {
    let clock = Arc::new(AtomicU64::new(0));
    let time = Time::Virtual(Arc::clone(&clock));
    let helped = Helped::new(Options { latency: Latency::Real, time, ..options() });
    let took = |method: &str, params: Value| {
        let before = clock.load(Ordering::SeqCst);
        helped.result(method, params);
        (clock.load(Ordering::SeqCst) - before) / 1_000
    };
    assert_eq!(took("dumpWindowHierarchy", json!([false, 50])), 90);
    assert_eq!(took("takeScreenshot", json!([1, 80])), 24);
    assert_eq!(took("pressKey", json!(["back"])), 20);
    // The server leaves the finger down for a tenth of a second.
    assert_eq!(took("click", json!([1, 700])), 120);
    let moving = Fault::now(FaultKind::LongAnimation).lasting(Lasts::Millis(60_000));
    helped.client.phone.set_fault(moving).expect("a fault");
    assert_eq!(took("waitForIdle", json!([3_000])), 3_000);
    assert_eq!(took("waitForIdle", json!([0])), 0);
}

#[test]
fn nonsense_gets_an_error_and_changes_nothing() {
    let helped = Helped::new(options());
    let deep = "[".repeat(200_000);
    let wide = format!("[{}]", vec!["{}"; 5_000].join(","));
    let bodies = [
        "{",
        "null",
        "[]",
        "7",
        "\"\"",
        "[7,{}]",
        "{\"method\":\"click\",\"id\":1,\"params\":7}",
        &deep,
        &wide,
        "{\"id\":{},\"method\":\"\\u0000\"}",
        "{\"id\":1,\"method\":\"click\",\"params\":[\"9\",{}]}",
    ];
    for body in bodies {
        let told = post(&helped.client, body.as_bytes());
        assert!(told.contains("\"error\""), "{:.60}: {told:.200}", body);
    }
    let calls = [
        ("click", json!([{}, {}])),
        ("click", json!([1])),
        ("click", json!([1, 2, 3, 4])),
        ("click", json!([[], []])),
        ("swipe", json!([1, 2, 3, 4])),
        ("swipe", json!([1, 2, 3, 4, "x"])),
        ("swipePoints", json!([1, 2])),
        ("swipePoints", json!([["a", "b"], 5])),
        ("dumpWindowHierarchy", json!(["x", 1])),
        ("dumpWindowHierarchy", json!([true, {}])),
        ("takeScreenshot", json!([1, "q"])),
        ("setText", json!([by_text("x"), 7])),
        ("waitForExists", json!([by_text("x"), "soon"])),
        ("objInfo", json!([{"mask": 4, "textMatches": "(("}])),
        ("objInfo", json!([{"mask": -1}])),
        ("objInfo", json!(["no-such-object"])),
        ("count", json!([null])),
        ("injectInputEvent", json!([0, "x", 0, 0])),
        ("setConfigurator", json!([{"x": 1}])),
        ("pressKey", json!([7])),
        ("registerClickUiObjectWatcher", json!(["n", 7, {}])),
        ("childByInstance", json!([{}, {}, -1])),
        ("scrollTo", json!([{}, {}, 7])),
        ("freezeRotation", json!(["yes"])),
        ("nope", json!([])),
    ];
    for (method, params) in calls {
        let told = helped.call(method, params.clone());
        assert!(told.get("error").is_some(), "{method} {params}: {told}");
    }
    // A chain that could be looked at for ever, and numbers beyond any screen.
    let chain: Vec<Value> = (0..30).map(|_| json!({"mask": 0})).chain([by_text("没有")]).collect();
    let endless = json!({"mask": 0x10, "className": "android.widget.TextView",
        "childOrSibling": vec!["sibling"; 31], "childOrSiblingSelector": chain});
    assert_eq!(helped.result("count", json!([endless])), json!(0));
    assert_eq!(helped.result("click", json!([-5, 1e300])), json!(false));
    assert_eq!(helped.result("swipe", json!([1e9, -1e9, 1e9, 1e9, -7])), json!(true));
    assert_eq!(helped.result("ping", json!([])), json!("pong"));
    for request in ["GET /nope HTTP/1.1\r\nConnection: close\r\n\r\n", "rubbish\r\n\r\n"] {
        assert!(http(&helped.client, request.as_bytes()).unwrap().starts_with("HTTP/1.1 40"), "{request}");
    }
    assert!(helped.client.deeds().is_empty(), "{:?}", helped.client.deeds());
}

#[test]
fn faults_of_the_stock_programs_are_felt_through_the_server_too() {
    let helped = Helped::new(options());
    let fault = |kind| helped.client.fault(Fault::now(kind));
    fault(FaultKind::NoPicture);
    assert_eq!(helped.result("takeScreenshot", json!([1, 80])), Value::Null);
    helped.client.phone.clear_faults();
    fault(FaultKind::NullRoot);
    let empty = helped.result("dumpWindowHierarchy", json!([false, 50]));
    assert!(empty.as_str().unwrap().ends_with("<hierarchy rotation=\"0\" />"), "{empty}");
    helped.client.phone.clear_faults();
    let seen = helped.result("dumpWindowHierarchy", json!([false, 50]));
    fault(FaultKind::StaleTree);
    helped.result("launchApp", json!(["com.android.settings"]));
    assert_eq!(helped.result("dumpWindowHierarchy", json!([false, 50])), seen, "the tree lags behind");
    helped.client.phone.clear_faults();
    assert_ne!(helped.result("dumpWindowHierarchy", json!([false, 50])), seen);
    helped.client.fault(Fault::at_call(FaultKind::ScreenOff, "input", 1));
    helped.result("ping", json!([]));
    assert_eq!(helped.result("isScreenOn", json!([])), json!(true));
    helped.result("click", json!([500, 500]));
    assert_eq!(helped.result("isScreenOn", json!([])), json!(false), "just before the touch");
    helped.client.phone.clear_faults();
    fault(FaultKind::ExitCode { code: 1 });
    let error = helped.call("wakeUp", json!([]))["error"].clone();
    assert_eq!(error["message"], "android.os.DeadObjectException");
}

#[test]
fn pictures_and_selectors_of_the_server_feel_their_faults_too() {
    let helped = Helped::new(options());
    let times = |kind| helped.client.phone.set_fault(Fault::now(kind)).expect("a fault");
    let status = || {
        let told = answer(&helped.client, b"GET /screenshot/0 HTTP/1.1\r\nConnection: close\r\n\r\n")
            .expect("an answer");
        let at = told.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
        (String::from_utf8_lossy(&told[9..12]).into_owned(), told[at + 4..].to_vec())
    };
    let (code, whole) = status();
    assert!(code == "200" && whole.starts_with(b"\x89PNG\r\n"));
    times(FaultKind::PictureCut);
    assert!(status().1.len() < whole.len());
    times(FaultKind::PictureCrlf);
    assert!(status().1.starts_with(b"\x89PNG\r\r\n"));
    helped
        .client
        .phone
        .set_fault(Fault::at_call(FaultKind::ExitCode { code: 1 }, "screencap", 2))
        .expect("a fault");
    assert_eq!([status().0, status().0, status().0], ["200", "500", "200"]);
    let well = helped.result("takeScreenshot", json!([1, 80]));
    times(FaultKind::PictureCrlf);
    assert_ne!(helped.result("takeScreenshot", json!([1, 80])), well);
    helped.client.open("com.tencent.mm");
    let search = by_desc("搜索");
    helped.client.sh("sleep 5");
    for (method, params) in [("objInfo", json!([search])), ("click", json!([search]))] {
        times(FaultKind::NullRoot);
        assert_eq!(helped.call(method, params)["error"]["code"], -32001, "{method}");
    }
    times(FaultKind::NullRoot);
    assert_eq!(helped.result("exist", json!([search])), json!(false));
    assert_eq!(helped.result("exist", json!([search])), json!(true), "once, and then no more");
    times(FaultKind::NullRoot);
    assert_eq!(helped.result("waitForExists", json!([search, 5_000])), json!(true), "patience helps");
    helped.client.sh("input keyevent HOME; sleep 5");
    times(FaultKind::StaleTree);
    assert_eq!(helped.result("exist", json!([search])), json!(true), "the tree lags behind");
    assert_eq!(helped.result("exist", json!([search])), json!(false));
}

#[test]
fn a_phone_that_is_reset_has_no_server() {
    let helped = Helped::new(options());
    helped.client.phone.reset();
    closes(&helped.client);
}
