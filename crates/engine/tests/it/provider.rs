//! A provider of models that does what a test wants: real bytes on 127.0.0.1, good answers in every API's form, and
//! everything that may be wrong with an answer. It keeps what it was asked.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// What a request is answered with.
#[derive(Debug, Clone, PartialEq)]
pub enum Say {
    /// The text, in the form and manner that was asked for.
    Well(String),
    /// The text, and this for the reason why it stopped.
    Stopped(String, &'static str),
    /// Exactly this.
    Raw(Vec<u8>),
    Status(u16, &'static str),
    /// A status with a header and a body.
    Told(u16, &'static str, String),
    /// The connection is closed without a word.
    Close,
    /// Nothing, until the asker goes away.
    Hang,
    /// One byte every 20 ms, without an end.
    Drip,
    /// Half of a good answer, then the connection is closed.
    Half,
    Empty,
    Html,
    WrongType,
    /// Ten megabytes.
    Huge,
    /// Every event of the stream twice.
    Twice,
    /// A stream without its end mark; the connection stays open.
    NoDone,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Value,
}

type Script = dyn Fn(usize, &Seen) -> Say + Send + Sync;

pub struct Provider {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    away: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
    back: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Provider {
    /// The script says what to answer to the n-th request.
    pub fn start(script: impl Fn(usize, &Seen) -> Say + Send + Sync + 'static) -> Self {
        let mut listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let (away, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (back, returns) = channel();
        let script: Arc<Script> = Arc::new(script);
        let (kept, gone, over) = (Arc::clone(&seen), Arc::clone(&away), Arc::clone(&ended));
        let thread = std::thread::spawn(move || {
            loop {
                let Ok((stream, _)) = listener.accept() else { return };
                if over.load(Ordering::SeqCst) {
                    return;
                }
                if gone.load(Ordering::SeqCst) {
                    drop((stream, listener));
                    if returns.recv().is_err() {
                        return;
                    }
                    listener = TcpListener::bind(address).unwrap();
                    continue;
                }
                let (kept, script) = (Arc::clone(&kept), Arc::clone(&script));
                std::thread::spawn(move || serve(stream, &kept, script.as_ref()));
            }
        });
        Self { address, seen, away, ended, back, thread: Some(thread) }
    }

    /// Answers everything with the same text.
    pub fn saying(text: &str) -> Self {
        let text = text.to_owned();
        Self::start(move |_, _| Say::Well(text.clone()))
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub fn requests(&self) -> usize {
        self.seen.lock().unwrap().len()
    }

    /// Refuses connections until `come_back`.
    pub fn go_away(&self) {
        self.away.store(true, Ordering::SeqCst);
        self.knock();
        // Refused from the moment on in which the listener is gone.
        while TcpStream::connect(self.address).is_ok() {}
    }

    pub fn come_back(&self) {
        self.away.store(false, Ordering::SeqCst);
        self.back.send(()).unwrap();
        while TcpStream::connect(self.address).is_err() {}
    }

    fn knock(&self) {
        let _ = TcpStream::connect(self.address);
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::SeqCst);
        self.knock();
        let (closed, _) = channel();
        drop(std::mem::replace(&mut self.back, closed));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(mut stream: TcpStream, kept: &Mutex<Vec<Seen>>, script: &Script) {
    let Some(seen) = read(&stream) else { return };
    let place = {
        let mut kept = kept.lock().unwrap();
        kept.push(seen.clone());
        kept.len() - 1
    };
    let say = script(place, &seen);
    let _ = answer(&mut stream, &seen, say);
    let _ = stream.shutdown(Shutdown::Write);
}

fn read(stream: &TcpStream) -> Option<Seen> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Seen { path, headers, body: serde_json::from_slice(&body).unwrap_or_default() })
}

fn answer(stream: &mut TcpStream, seen: &Seen, say: Say) -> std::io::Result<()> {
    let html = "<!doctype html><html><body>Please sign in</body></html>";
    let bytes = match say {
        Say::Well(text) => good(seen, &text, None).concat(),
        Say::Stopped(text, reason) => good(seen, &text, Some(reason)).concat(),
        Say::Raw(bytes) => bytes,
        Say::Status(code, message) => {
            framed(code, "application/json", "", &json!({"error": {"message": message}}).to_string())
        }
        Say::Told(code, header, body) => framed(code, "application/json", header, &body),
        Say::Close => return stream.shutdown(Shutdown::Both),
        Say::Hang => {
            // The asker hangs up when it has waited long enough.
            let _ = stream.read(&mut [0]);
            return Ok(());
        }
        Say::Drip => return drip(stream),
        Say::Half => {
            let whole = good(seen, "finish(message=\"done\")", None);
            if is_stream(seen) {
                whole[..whole.len() / 2].concat()
            } else {
                let whole = whole.concat();
                whole[..whole.len() - 20].to_vec()
            }
        }
        Say::Empty => framed(200, "application/json", "", ""),
        Say::Html => framed(200, "text/html; charset=utf-8", "", html),
        Say::WrongType => framed(200, "application/octet-stream", "", "{}"),
        Say::Huge => {
            // Put together by hand, which takes no time.
            let (before, after) =
                (r#"{"choices":[{"finish_reason":"stop","message":{"content":""#, r#""}}]}"#);
            framed(200, "application/json", "", &[before, &"x".repeat(10 << 20), after].concat())
        }
        Say::Twice => {
            let pieces = good(seen, "好", None);
            pieces[..1]
                .iter()
                .chain(pieces[1..].iter().flat_map(|piece| [piece, piece]))
                .flatten()
                .copied()
                .collect()
        }
        Say::NoDone => {
            let pieces = good(seen, "好", None);
            let ends = if is_stream(seen) { pieces.len() - 1 } else { pieces.len() };
            stream.write_all(&pieces[..ends].concat())?;
            let _ = stream.read(&mut [0]);
            return Ok(());
        }
    };
    stream.write_all(&bytes)
}

fn drip(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")?;
    stream.set_read_timeout(Some(Duration::from_millis(20)))?;
    loop {
        stream.write_all(b" ")?;
        // Waits between two bytes, and ends when the asker has gone.
        if matches!(stream.read(&mut [0]), Ok(0)) {
            return Ok(());
        }
    }
}

pub fn framed(code: u16, kind: &str, header: &str, body: &str) -> Vec<u8> {
    let header = if header.is_empty() { String::new() } else { format!("{header}\r\n") };
    let length = body.len();
    format!("HTTP/1.1 {code} X\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{header}connection: close\r\n\r\n{body}")
        .into_bytes()
}

fn is_stream(seen: &Seen) -> bool {
    seen.body["stream"] == true || seen.path.contains("alt=sse")
}

/// A good answer in pieces: the head, then each event of a stream, or the whole body.
fn good(seen: &Seen, text: &str, reason: Option<&str>) -> Vec<Vec<u8>> {
    let half = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    let (one, two) = text.split_at(half);
    let (whole, events) = if seen.path.ends_with("/messages") {
        anthropic(text, [one, two], reason.unwrap_or("end_turn"))
    } else if seen.path.contains("enerateContent") {
        gemini(text, [one, two], reason.unwrap_or("STOP"))
    } else {
        openai(text, [one, two], reason.unwrap_or("stop"))
    };
    if !is_stream(seen) {
        return vec![framed(200, "application/json; charset=utf-8", "", &whole.to_string())];
    }
    let mut pieces =
        vec![b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n".to_vec()];
    pieces.extend(events.into_iter().map(|event| format!("data: {event}\n\n").into_bytes()));
    pieces
}

fn openai(text: &str, halves: [&str; 2], reason: &str) -> (Value, Vec<String>) {
    let usage = json!({"prompt_tokens": 1000, "completion_tokens": 10});
    let whole = json!({"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": reason}], "usage": usage});
    let mut events = vec![json!({"choices": [{"delta": {"role": "assistant", "content": ""}}]}).to_string()];
    events.extend(halves.map(|half| json!({"choices": [{"delta": {"content": half}}]}).to_string()));
    events.push(json!({"choices": [{"delta": {}, "finish_reason": reason}], "usage": usage}).to_string());
    events.push("[DONE]".to_owned());
    (whole, events)
}

fn anthropic(text: &str, halves: [&str; 2], reason: &str) -> (Value, Vec<String>) {
    let whole = json!({"type": "message", "content": [{"type": "text", "text": text}], "stop_reason": reason,
        "usage": {"input_tokens": 1000, "output_tokens": 10}});
    let mut events = vec![json!({"type": "message_start", "message": {"usage": {"input_tokens": 1000}}})];
    events.extend(halves.map(|half| json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": half}})));
    events.push(
        json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 10}}),
    );
    events.push(json!({"type": "message_stop"}));
    (whole, events.iter().map(Value::to_string).collect())
}

fn gemini(text: &str, [one, two]: [&str; 2], reason: &str) -> (Value, Vec<String>) {
    let said = |text: &str, reason: Option<&str>| {
        json!({"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": reason}],
            "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 10}})
    };
    (said(text, Some(reason)), vec![said(one, None).to_string(), said(two, Some(reason)).to_string()])
}
