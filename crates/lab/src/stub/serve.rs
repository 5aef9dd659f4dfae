//! One request after the other: which provider it is meant for, what is answered, and the line in the log.

use super::ask::{Ask, Wire};
use super::cassette::Track;
use super::door::Latch;
use super::fault::{Fault, Kind, refuses};
use super::log::{Log, key};
use super::mind::Mind;
use super::send::{self, Sent};
use super::shape::Answer;
use super::{Latency, Source};
use serde_json::{Value, json};
use std::io;
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tapwise_phone::http::{Request, serve_freely};

/// A request with some pictures in it.
const BODY_MAX: usize = 64 * 1024 * 1024;
/// A connection that says nothing for this long is left.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Inside {
    source: Mutex<Source>,
    book: Mutex<Book>,
    latency: Latency,
    log: Log,
    start: Instant,
}

struct Book {
    requests: u32,
    faults: Vec<Fault>,
    latch: Option<Latch>,
}

/// What an answer was made from.
enum Said {
    Answer(Answer),
    Track(Track),
    Nothing(String),
}

impl Inside {
    pub fn new(source: Source, faults: Vec<Fault>, latency: Latency, log: Log) -> Self {
        let book = Mutex::new(Book { requests: 0, faults, latch: None });
        Self { source: Mutex::new(source), book, latency, log, start: Instant::now() }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn keep(&self, latch: Latch) {
        self.book().latch = Some(latch);
    }

    pub fn requests(&self) -> u32 {
        self.book().requests
    }

    pub fn log(&self) -> Vec<Value> {
        self.log.lines()
    }

    pub fn set_faults(&self, faults: Vec<Fault>) {
        let latch = {
            let mut book = self.book();
            book.faults = faults;
            book.requests = 0;
            book.latch.clone()
        };
        if let Some(latch) = latch
            && !self.shut_if_refused(&latch)
        {
            latch.open();
        }
    }

    pub fn set_source(&self, source: Source) {
        *self.source.lock().unwrap_or_else(PoisonError::into_inner) = source;
    }

    /// Where the next request must be refused the door is shut now, before anybody can try it.
    pub fn shut_if_refused(&self, latch: &Latch) -> bool {
        let wanted = {
            let book = self.book();
            refuses(&book.faults, book.requests)
        };
        if let Some(time) = wanted {
            latch.shut(time);
        }
        wanted.is_some()
    }

    pub fn serve(&self, socket: TcpStream, latch: &Latch) {
        let _ = socket.set_read_timeout(Some(PATIENCE));
        let _ = socket.set_write_timeout(Some(PATIENCE));
        let _ = socket.set_nodelay(true);
        // One client's trouble ends that client's connection and nothing else.
        let _ = serve_freely(socket, BODY_MAX, |request, out, last| {
            let sent = self.answer(request, out, latch)?;
            Ok(sent.goes_on && !last)
        });
    }

    fn answer(&self, request: &Request, out: &mut TcpStream, latch: &Latch) -> io::Result<Sent> {
        if let Some(rest) = request.path.strip_prefix("/stub/") {
            return self.administer(request, rest, out);
        }
        match (request.method.as_str(), wire_of(&request.path)) {
            ("POST", Some(wire)) => self.complete(request, wire, out, latch),
            ("GET", None) if request.path.ends_with("/models") => {
                let list = json!({ "object": "list", "data": [{ "id": "stub", "object": "model", "owned_by": "tapwise" }] });
                send::plain(out, 200, "application/json", "", list.to_string().as_bytes())
            }
            _ => wrong(
                out,
                404,
                "there are /v1/chat/completions, /v1/messages, /v1beta/models/M:generateContent and /v1/models",
            ),
        }
    }

    fn complete(
        &self,
        request: &Request,
        wire: Wire,
        out: &mut TcpStream,
        latch: &Latch,
    ) -> io::Result<Sent> {
        let began = Instant::now();
        let body = serde_json::from_slice::<Value>(&request.body).ok();
        let as_list = wire == Wire::Gemini && request.query("alt") != Some("sse");
        let Some(ask) = body.as_ref().and_then(|body| Ask::read(wire, &request.path, as_list, body)) else {
            self.log.add(json!({ "wire": wire.name(), "path": request.path, "status": 400, "bytes": request.body.len() }));
            return wrong(out, 400, "this is no request in the form of this provider");
        };
        if ask.is_probe() {
            let sent = send::answer(out, &ask, &Answer::end("Hi"), None, "")?;
            self.note(
                request,
                &ask,
                &Noted { number: 0, fault: None, said: "Hi", status: sent.status, began },
            );
            return Ok(sent);
        }
        let (number, fault) = {
            let mut book = self.book();
            book.requests += 1;
            let number = book.requests;
            (number, book.faults.iter().find(|fault| fault.when.covers(number)).cloned())
        };
        // Whoever asks next may already be refused: the door is shut before this answer ends.
        let refused = self.shut_if_refused(latch);
        let kind = fault.as_ref().map(|fault| &fault.kind).filter(|kind| !matches!(kind, Kind::Refused(_)));
        if let Some(kind) = kind
            && let Some(sent) = send::instead(out, &ask, kind)?
        {
            self.note(
                request,
                &ask,
                &Noted { number, fault: fault.as_ref(), said: "", status: sent.status, began },
            );
            return Ok(Sent { goes_on: sent.goes_on && !refused, ..sent });
        }
        let said = self.think(request, &ask);
        let more = self.wait();
        let (words, sent) = match &said {
            Said::Answer(answer) => (answer.text.as_str(), send::answer(out, &ask, answer, kind, &more)),
            Said::Track(track) => {
                let sent = send::plain(out, track.status, &track.content_type, &more, track.body.as_bytes());
                (track.body.as_str(), sent)
            }
            Said::Nothing(why) => (why.as_str(), wrong(out, 500, why)),
        };
        let status = sent.as_ref().map_or(0, |sent| sent.status);
        self.note(request, &ask, &Noted { number, fault: fault.as_ref(), said: words, status, began });
        let sent = sent?;
        Ok(Sent { goes_on: sent.goes_on && !refused, ..sent })
    }

    fn think(&self, request: &Request, ask: &Ask) -> Said {
        match &mut *self.source.lock().unwrap_or_else(PoisonError::into_inner) {
            Source::Mind(mind) => mind.answer(ask).map_or_else(Said::Nothing, Said::Answer),
            Source::Play(player) => player
                .play(&request.path, &request.body)
                .map_or_else(|| Said::Nothing("this request is not on the cassette".to_owned()), Said::Track),
            Source::Record(recorder) => recorder
                .ask(request)
                .map_or_else(|| Said::Nothing("the real server gave no answer".to_owned()), Said::Track),
        }
    }

    /// The time that a model would take, spent or told.
    fn wait(&self) -> String {
        match self.latency {
            Latency::Real(time) => {
                if !time.is_zero() {
                    std::thread::sleep(time);
                }
                String::new()
            }
            Latency::Virtual(time) => format!("X-Stub-Latency-Ms: {}\r\n", time.as_millis()),
        }
    }

    fn note(&self, request: &Request, ask: &Ask, noted: &Noted<'_>) {
        let (millis, told) = match self.latency {
            Latency::Real(time) => (time.as_millis() as u64, "real"),
            Latency::Virtual(time) => (time.as_millis() as u64, "virtual"),
        };
        self.log.add(json!({
            "n": noted.number,
            "probe": noted.number == 0,
            "at_ms": (noted.began - self.start).as_secs_f64() * 1000.0,
            "inside_ms": noted.began.elapsed().as_secs_f64() * 1000.0,
            "latency_ms": millis,
            "latency": told,
            "wire": ask.wire.name(),
            "path": request.path,
            "key": key(request),
            "model": ask.model,
            "stream": ask.streamed,
            "schema": ask.schema,
            "tool": ask.tool,
            "characters": ask.text().chars().count(),
            "pictures": ask.pictures().count(),
            "messages": ask.told(),
            "fault": noted.fault.map(Fault::to_string),
            "status": noted.status,
            "said": noted.said,
        }));
    }

    /// `/stub/…`: a bench reads the log and sets faults.
    fn administer(&self, request: &Request, what: &str, out: &mut TcpStream) -> io::Result<Sent> {
        let told = match (request.method.as_str(), what) {
            ("GET", "log") => json!(self.log()),
            ("GET", "count") => json!({ "requests": self.requests() }),
            ("DELETE", "log") => {
                self.log.clear();
                json!({ "cleared": true })
            }
            ("POST", "faults") => {
                let words: Vec<String> = match serde_json::from_slice(&request.body) {
                    Ok(words) => words,
                    Err(_) => return wrong(out, 400, "send a list of faults, such as [\"cut@3\"]"),
                };
                let faults = words.iter().map(|word| word.parse()).collect::<Result<Vec<Fault>, _>>();
                match faults {
                    Ok(faults) => self.set_faults(faults),
                    Err(error) => return wrong(out, 400, &error.to_string()),
                }
                json!({ "faults": words })
            }
            ("GET" | "POST", "task") => {
                let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
                let Source::Mind(Mind::Oracle(desk)) = &mut *source else {
                    return wrong(out, 400, "only an oracle has a task on its desk");
                };
                let told = match request.method.as_str() {
                    "GET" => desk.told(),
                    _ => desk.put_written(&request.body),
                };
                match told {
                    Ok(told) => told,
                    Err(why) => return wrong(out, 400, &why),
                }
            }
            _ => {
                return wrong(
                    out,
                    404,
                    "there are GET and DELETE /stub/log, GET /stub/count, POST /stub/faults, GET and POST /stub/task",
                );
            }
        };
        send::plain(out, 200, "application/json", "", told.to_string().as_bytes())
    }
}

/// What the log tells of one request.
struct Noted<'a> {
    number: u32,
    fault: Option<&'a Fault>,
    said: &'a str,
    status: u16,
    began: Instant,
}

fn wire_of(path: &str) -> Option<Wire> {
    if path.ends_with("/chat/completions") {
        Some(Wire::OpenAi)
    } else if path.ends_with("/messages") {
        Some(Wire::Anthropic)
    } else if path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent") {
        Some(Wire::Gemini)
    } else {
        None
    }
}

fn wrong(out: &mut TcpStream, status: u16, why: &str) -> io::Result<Sent> {
    let body = json!({ "error": { "message": why } }).to_string();
    send::plain(out, status, "application/json", "", body.as_bytes())
}
