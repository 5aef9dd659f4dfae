//! How an answer goes out: whole or as a stream, and as a fault wants it.

use super::ask::Ask;
use super::fault::Kind;
use super::shape::{self, Answer, Event};
use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// Ten megabytes: what a client must not swallow.
const HUGE: usize = 10 * 1024 * 1024;
/// A drip has so many bytes.
const DRIP: usize = 16;
/// How long a request that is never answered is held, if its client does not leave.
const NEVER: Duration = Duration::from_secs(600);

/// How it went, for the log, and whether another request may follow.
pub struct Sent {
    pub status: u16,
    pub goes_on: bool,
}

const GONE: Sent = Sent { status: 0, goes_on: false };

pub fn head(status: u16, kind: &str, length: Option<usize>, more: &str) -> String {
    let length = match length {
        Some(length) => format!("Content-Length: {length}\r\nConnection: keep-alive\r\n"),
        None => "Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n".to_owned(),
    };
    format!("HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\n{more}{length}\r\n", phrase(status))
}

fn phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        408 => "Request Timeout",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        529 => "Overloaded",
        _ => "Status",
    }
}

/// A plain body, whole.
pub fn plain(out: &mut TcpStream, status: u16, kind: &str, more: &str, body: &[u8]) -> io::Result<Sent> {
    out.write_all(head(status, kind, Some(body.len()), more).as_bytes())?;
    out.write_all(body)?;
    out.flush()?;
    Ok(Sent { status, goes_on: true })
}

/// What needs no answer of a mind: the fault says it all. `None` for those that twist an answer.
pub fn instead(out: &mut TcpStream, ask: &Ask, fault: &Kind) -> io::Result<Option<Sent>> {
    let sent = match fault {
        Kind::HangUp => hang_up(out),
        Kind::Timeout => {
            // Nothing more comes from the client but its end.
            out.set_read_timeout(Some(NEVER))?;
            let _ = io::Read::read(out, &mut [0]);
            hang_up(out)
        }
        Kind::Status { code, retry_after } => {
            let more = retry_after.map(|seconds| format!("Retry-After: {seconds}\r\n")).unwrap_or_default();
            let body = shape::error(ask.wire, *code).to_string();
            plain(out, *code, "application/json", &more, body.as_bytes())?
        }
        Kind::Html => {
            let page =
                "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>";
            plain(out, 200, "text/html; charset=utf-8", "", page.as_bytes())?
        }
        Kind::Empty => plain(out, 200, "application/json", "", b"")?,
        _ => return Ok(None),
    };
    Ok(Some(sent))
}

fn hang_up(out: &TcpStream) -> Sent {
    let _ = out.shutdown(Shutdown::Both);
    GONE
}

/// Sends an answer, twisted by a fault if there is one.
pub fn answer(
    out: &mut TcpStream,
    ask: &Ask,
    answer: &Answer,
    fault: Option<&Kind>,
    more: &str,
) -> io::Result<Sent> {
    let finish = match fault {
        Some(Kind::WrongFinish(reason)) => Some(reason.as_str()),
        _ => None,
    };
    let long;
    let answer = match fault {
        Some(Kind::Huge) => {
            long = Answer { text: format!("{}{}", answer.text, "啊".repeat(HUGE / 3)), ..answer.clone() };
            &long
        }
        _ => answer,
    };
    let (kind, body) = match (ask.streamed, ask.as_list) {
        (false, _) => ("application/json", vec![shape::whole(ask, answer, finish).to_string()]),
        (true, true) => ("application/json", as_list(&shape::events(ask, answer, finish))),
        (true, false) => ("text/event-stream", events(ask, answer, finish, fault)),
    };
    let kind = if fault == Some(&Kind::WrongType) { "application/octet-stream" } else { kind };
    if !ask.streamed {
        let body = body.concat();
        out.write_all(head(200, kind, Some(body.len()), more).as_bytes())?;
        return pieces(out, &[body], fault, false);
    }
    out.write_all(head(200, kind, None, more).as_bytes())?;
    pieces(out, &body, fault, true)
}

fn events(ask: &Ask, answer: &Answer, finish: Option<&str>, fault: Option<&Kind>) -> Vec<String> {
    let mut events = shape::events(ask, answer, finish);
    if fault == Some(&Kind::NoDone) {
        events.pop();
    }
    let times = if fault == Some(&Kind::Doubled) { 2 } else { 1 };
    events.iter().flat_map(|event| std::iter::repeat_n(event.written(), times)).collect()
}

/// One JSON list over all pieces, as Gemini streams to clients that do not ask for events.
fn as_list(events: &[Event]) -> Vec<String> {
    let last = events.len() - 1;
    let piece = |(at, event): (usize, &Event)| {
        let (before, after) = (if at == 0 { "[" } else { ",\r\n" }, if at == last { "]" } else { "" });
        format!("{before}{}{after}", event.data)
    };
    events.iter().enumerate().map(piece).collect()
}

/// Writes the body: each piece is a chunk if `chunked`.
fn pieces(out: &mut TcpStream, body: &[String], fault: Option<&Kind>, chunked: bool) -> io::Result<Sent> {
    let all: Vec<u8> = if chunked {
        let mut all = Vec::new();
        for piece in body {
            all.extend_from_slice(format!("{:x}\r\n{piece}\r\n", piece.len()).as_bytes());
        }
        all.extend_from_slice(b"0\r\n\r\n");
        all
    } else {
        body.concat().into_bytes()
    };
    match fault {
        Some(Kind::Cut) => {
            out.write_all(&all[..all.len() / 2])?;
            out.flush()?;
            return Ok(Sent { status: 200, ..hang_up(out) });
        }
        Some(Kind::SlowDrip(millis)) => {
            for drip in all.chunks(DRIP) {
                out.write_all(drip)?;
                out.flush()?;
                std::thread::sleep(Duration::from_millis(*millis));
            }
        }
        _ => out.write_all(&all)?,
    }
    out.flush()?;
    Ok(Sent { status: 200, goes_on: true })
}
