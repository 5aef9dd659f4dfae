//! A stand-in for a phone's adbd that says whatever a test wants said: for answers that no phone should give.

use serde_json::{Value, json};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use tapwise_adb::{
    Accept, Banner, Errno, FileDetails, FileStat, Links, Serving, Stream, SyncFiles, Wait, serve, serve_sync,
};
use tapwise_engine::Cancel;
use tapwise_engine::clock::VirtualClock;
use tapwise_engine::device::{Aid, Device, DeviceAddress, HostPort, JAR, JarIdentity, Surroundings, open};

pub const WIDTH: u32 = 48;
pub const HEIGHT: u32 = 96;
/// A grey page of that size with a dark square.
pub const JPEG: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/wAALCABgADABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYE/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwDcAAAAAAAAAAJsUgCbFIAAAAAAAAAAP//Z";
const TREE: &str = r#"<?xml version='1.0' ?><hierarchy rotation="0"><node text="好" class="a.B" package="a.b" bounds="[0,40][48,60]"/></hierarchy>"#;

/// Stands for the helper's program on phones that only play it, and what it is known by.
pub const PLAYED: &[u8] = b"foo";
pub const PLAYED_JAR: JarIdentity = JarIdentity {
    size: 3,
    sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    md5: "acbd18db4cc2f85cedef654fccc4a4d8",
    ..JAR
};

/// What stands in the place of the helper's program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Jar {
    Absent,
    Known,
    OtherSize,
    OtherSum,
    /// The file service does not answer.
    Unread,
    /// It is the right one, and stays whatever is done.
    Fixed,
}

/// How the helper answers one call.
#[derive(Clone)]
pub enum Reply {
    Result(Value),
    /// These bytes, and then the end of the stream.
    Bytes(Vec<u8>),
    /// As much as anybody takes.
    Endless,
    /// Nothing, until the caller gives up.
    Silence,
}

pub type Rpc = Arc<dyn Fn(usize, &str, &Value) -> Reply + Send + Sync>;

/// What the stand-in says.
#[derive(Clone)]
pub struct Manner {
    pub tree: Vec<u8>,
    pub picture: Vec<u8>,
    pub jar: Jar,
    /// Whether another tool has started the helper already.
    pub foreign: bool,
    /// Whether the phone tells its screen's size when asked for nothing else.
    pub tells_size: bool,
    /// Called with the name of each service that is asked for, before it is answered.
    pub hears: Arc<dyn Fn(&str) + Send + Sync>,
    /// Ends whatever the device does.
    pub cancel: Cancel,
    /// What the helper's process says at its start; it goes on only if nothing.
    pub refusal: Option<&'static str>,
    pub rpc: Rpc,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            tree: TREE.into(),
            picture: raw_picture(),
            jar: Jar::Known,
            foreign: false,
            tells_size: true,
            hears: Arc::new(|_| {}),
            cancel: Cancel::new(),
            refusal: None,
            rpc: Arc::new(|_, method, _| good(method)),
        }
    }
}

/// A raw picture as `screencap` writes it.
fn raw_picture() -> Vec<u8> {
    let mut bytes: Vec<u8> = [WIDTH, HEIGHT, 1, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.resize(16 + (WIDTH * HEIGHT * 4) as usize, b'\n');
    bytes
}

/// How a sound helper answers.
pub fn good(method: &str) -> Reply {
    Reply::Result(match method {
        "dumpWindowHierarchy" => json!(TREE),
        "takeScreenshot" => json!(JPEG),
        "deviceInfo" => {
            json!({ "currentPackageName": "a.b", "displayRotation": 0, "productName": "p", "sdkInt": 34 })
        }
        _ => json!(true),
    })
}

/// What reached the stand-in.
#[derive(Default)]
pub struct Heard {
    /// Gestures by `input`.
    pub stock: Vec<String>,
    /// Calls of the helper, in order.
    pub calls: Vec<String>,
    pub starts: usize,
    pub stops: usize,
    /// How often the program's hash was asked for.
    pub sums: usize,
    running: bool,
    removed: bool,
}

impl Heard {
    /// Gestures that the helper was told to make.
    pub fn by_helper(&self) -> usize {
        let makes =
            |call: &&String| ["click", "swipe", "pressKeyCode"].iter().any(|name| call.starts_with(name));
        self.calls.iter().filter(makes).count()
    }
}

pub struct StandIn {
    pub heard: Arc<Mutex<Heard>>,
    pub address: DeviceAddress,
    pub clock: VirtualClock,
    pub home: tempfile::TempDir,
    manner: Arc<Mutex<Manner>>,
}

impl StandIn {
    pub fn new(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Heard { running: manner.foreign, ..Heard::default() };
        let heard = Arc::new(Mutex::new(heard));
        let manner = Arc::new(Mutex::new(manner));
        let (told, asked) = (Arc::clone(&heard), Arc::clone(&manner));
        thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                let (manner, heard) = (Arc::clone(&asked), Arc::clone(&told));
                thread::spawn(move || {
                    let banner = Banner::device("p", "m", "d", &[]);
                    let accept: Accept = Arc::new(move |name| {
                        let manner = manner.lock().unwrap().clone();
                        accept(manner, &heard, &name)
                    });
                    let _ = serve(socket, &banner, accept);
                });
            }
        });
        let address = DeviceAddress::Tcp(HostPort { host: "127.0.0.1".into(), port });
        Self { heard, address, clock: VirtualClock::default(), home: tempfile::tempdir().unwrap(), manner }
    }

    /// Another tool's helper ends.
    pub fn ends(&self) {
        self.heard.lock().unwrap().running = false;
    }

    /// Waits until a helper that was let go has gone: the stand-in hears of that a moment later.
    pub fn until_gone(&self) {
        while self.heard.lock().unwrap().running {
            thread::yield_now();
        }
    }

    /// From now on it speaks like this.
    pub fn says(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    pub fn around(&self, aid: Aid) -> Surroundings {
        Surroundings {
            home: self.home.path().to_owned(),
            clock: Arc::new(self.clock.clone()),
            cancel: self.manner.lock().unwrap().cancel.clone(),
            aid,
            jar: PLAYED_JAR,
        }
    }

    pub fn device(&self, aid: Aid) -> Box<dyn Device> {
        open(&self.address, self.around(aid)).unwrap()
    }
}

fn accept(manner: Manner, heard: &Arc<Mutex<Heard>>, name: &str) -> Option<Serving> {
    let (heard, name) = (Arc::clone(heard), name.to_owned());
    (manner.hears)(&name);
    if name == "sync:" && manner.jar == Jar::Unread {
        return None;
    }
    if name == "tcp:9008" && !heard.lock().unwrap().running {
        return None;
    }
    Some(Box::new(move |mut stream: Stream| {
        let _ = match name.as_str() {
            "sync:" => {
                let removed = heard.lock().unwrap().removed && manner.jar != Jar::Fixed;
                let files = Files(if removed { Jar::Absent } else { manner.jar });
                serve_sync(&mut stream, &files, &Wait::forever())
            }
            "tcp:9008" => answer_call(&manner, &heard, &mut stream),
            name if name.starts_with("shell:CLASSPATH=") => run_helper(&manner, &heard, &mut stream),
            name => stream.write_all(&stock(&manner, &heard, name), &Wait::forever()),
        };
    }))
}

struct Files(Jar);

impl SyncFiles for Files {
    fn stat(&self, path: &str, _: Links) -> Result<FileDetails, Errno> {
        let size = u32::try_from(PLAYED_JAR.size).unwrap() + u32::from(self.0 == Jar::OtherSize);
        let stat = FileStat { mode: 0o100_644, size, time: 1 };
        let there = self.0 != Jar::Absent && path == JAR.path;
        there.then(|| FileDetails { stat, ..FileDetails::default() }).ok_or(Errno(2))
    }

    fn list(&self, _: &str) -> Vec<(String, FileDetails)> {
        Vec::new()
    }

    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("no".into())
    }

    fn write(&self, _: &str, _: FileStat, _: Vec<u8>) -> Result<(), String> {
        Err("no".into())
    }
}

fn run_helper(manner: &Manner, heard: &Mutex<Heard>, stream: &mut Stream) -> Result<(), tapwise_adb::Error> {
    let forever = Wait::forever();
    heard.lock().unwrap().starts += 1;
    if let Some(words) = manner.refusal {
        return stream.write_all(words.as_bytes(), &forever);
    }
    heard.lock().unwrap().running = true;
    stream.write_all(b"SLF4J: Defaulting to no-operation (NOP) logger implementation\n", &forever)?;
    while let Ok(Some(_)) = stream.chunk(&forever) {}
    heard.lock().unwrap().running = false;
    Ok(())
}

/// One request of one connection.
fn answer_call(manner: &Manner, heard: &Mutex<Heard>, stream: &mut Stream) -> Result<(), tapwise_adb::Error> {
    let forever = Wait::forever();
    let mut request = Vec::new();
    let (path, body) = loop {
        let Some(chunk) = stream.chunk(&forever)? else { return Ok(()) };
        request.extend(chunk);
        let text = String::from_utf8_lossy(&request).into_owned();
        assert!(text.is_ascii(), "the server of a real phone reads other letters wrong");
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap();
        if body.len() >= length.parse().unwrap() {
            break (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned());
        }
    };
    if path == "/stop" {
        let mut heard = heard.lock().unwrap();
        (heard.running, heard.stops) = (false, heard.stops + 1);
        return stream.write_all(http(200, "Server stopped!!!").as_bytes(), &forever);
    }
    if body.is_empty() {
        return stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npong", &forever);
    }
    let request: Value = serde_json::from_str(&body).unwrap();
    let method = request["method"].as_str().unwrap();
    let number = {
        let mut heard = heard.lock().unwrap();
        heard.calls.push(format!("{method}{}", request["params"]));
        heard.calls.len()
    };
    match (manner.rpc)(number, method, &request["params"]) {
        Reply::Result(result) => {
            let body = json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string();
            stream.write_all(http(200, &body).as_bytes(), &forever)
        }
        Reply::Bytes(bytes) => stream.write_all(&bytes, &forever),
        Reply::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n\"", &forever)?;
            let piece = vec![b'x'; 1 << 16];
            loop {
                stream.write_all(&piece, &forever)?;
            }
        }
        Reply::Silence => stream.chunk(&forever).map(|_| ()),
    }
}

pub fn http(status: u16, body: &str) -> String {
    format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// What the stock programs answer to a command line.
fn stock(manner: &Manner, heard: &Mutex<Heard>, name: &str) -> Vec<u8> {
    let command = name.strip_prefix("shell:").unwrap_or(name).split(";echo tapwise-exit").next().unwrap();
    let mut answer = Vec::new();
    if command.starts_with("input ") {
        heard.lock().unwrap().stock.push(command.to_owned());
    }
    // The marker that the script prints after each part.
    match command.split_once("echo '").and_then(|(_, rest)| rest.split('\'').next()) {
        Some(marker) => {
            let end = format!("{marker}\n");
            let mut part = |sign: &str, bytes: &[u8]| {
                answer.extend(if command.contains(sign) { bytes } else { b"" });
            };
            part("uiautomator dump", &manner.tree);
            part("echo", end.as_bytes());
            part("dumpsys window", b"mCurrentFocus=Window{1 u0 a.b/.C}\n");
            part("echo", end.as_bytes());
            part("wm size", format!("Physical size: {WIDTH}x{HEIGHT}\n34\n").as_bytes());
            part("echo", end.as_bytes());
            part("screencap", &manner.picture);
        }
        None if command.contains("md5sum") => {
            heard.lock().unwrap().sums += 1;
            let sum = if manner.jar == Jar::OtherSum { "0".repeat(32) } else { PLAYED_JAR.md5.to_owned() };
            answer.extend(format!("{sum}  {}\n", JAR.path).bytes());
        }
        // No keyboard that could be told what to type.
        None if command.contains("default_input_method") => answer.extend(b"a.b/.Keyboard\na.b/.Keyboard\n"),
        None if command.starts_with("rm -f") => heard.lock().unwrap().removed = true,
        // It breaks off before the end that a command has.
        None if command.contains("wm size") && !manner.tells_size => return b"Physical si".to_vec(),
        None if command.contains("wm size") => {
            answer.extend(format!("Physical size: {WIDTH}x{HEIGHT}\n34\n").bytes());
        }
        None => {}
    }
    answer.extend(b"tapwise-exit:0\n");
    answer
}
