//! One call to the helper: a JSON-RPC request as HTTP over a stream of its own to the phone's port.
//!
//! A stream per call, because the server drops connections that rest for five seconds, and a gesture sent into one
//! that is just being dropped would be a gesture of which nobody knows whether it was made. What comes back is bounded
//! in size and time; the request is pure ASCII, because the server reads bodies in an encoding of its own choice.

use serde_json::{Value, json};
use std::fmt::Write;
use tapwise_adb::{Channel, Error, Transport, Wait};

const PORT_NAME: &str = "tcp:9008";
const MAX_HEAD: usize = 16 << 10;
const MAX_BODY: usize = 16 << 20;
const MAX_HEADERS: usize = 64;
/// As much of the phone's words as a message shows.
const SHOWN: usize = 200;

/// Why a call has no result.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) enum Fault {
    Cancelled,
    /// It was not reached, or does not know such a call: nothing was done.
    NotMade(String),
    /// It was told, and what came of it is not known.
    Unsure(String),
}

impl Fault {
    /// Why, for the trace.
    pub fn why(&self) -> String {
        match self {
            Self::Cancelled => "cancelled".to_owned(),
            Self::NotMade(why) | Self::Unsure(why) => why.clone(),
        }
    }
}

fn unsure(why: impl Into<String>) -> Fault {
    Fault::Unsure(why.into())
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// Calls a method; the answer is its result.
pub(super) fn call(link: &Transport, method: &str, params: Value, wait: &Wait) -> Result<Value, Fault> {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let body = ascii(&request.to_string());
    let reply = exchange(link, "POST", "/jsonrpc/0", body.as_bytes(), wait)?;
    result_of(method, &reply)
}

/// Whether it answers at all.
pub(super) fn ping(link: &Transport, wait: &Wait) -> Result<(), Fault> {
    match exchange(link, "GET", "/ping", b"", wait)?.as_slice() {
        b"pong" => Ok(()),
        other => Err(unsure(format!("it answers a ping with `{}`", shown(&String::from_utf8_lossy(other))))),
    }
}

fn exchange(link: &Transport, verb: &str, path: &str, body: &[u8], wait: &Wait) -> Result<Vec<u8>, Fault> {
    let fault = |error: Error, make: fn(String) -> Fault| match error {
        Error::Cancelled => Fault::Cancelled,
        Error::TimedOut => make("it did not answer in time".to_owned()),
        Error::Refused { .. } => make("it does not run".to_owned()),
        other => make(other.to_string()),
    };
    let mut channel = link.open(PORT_NAME, wait).map_err(|error| fault(error, Fault::NotMade))?;
    let head = format!(
        "{verb} {path} HTTP/1.1\r\nHost: 127.0.0.1:9008\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let request = [head.as_bytes(), body].concat();
    channel.write_all(&request, wait).map_err(|error| fault(error, Fault::Unsure))?;
    let mut reader = Reader { channel: &mut channel, wait, bytes: Vec::new(), ended: false };
    let reply = reader.reply().map_err(|error| match error {
        Torn::Wire(error) => fault(error, Fault::Unsure),
        Torn::Nonsense(what) => unsure(what),
    })?;
    match reply {
        (200, body) => Ok(body),
        (404, _) => Err(Fault::NotMade("it has no such door (HTTP 404)".to_owned())),
        (status, body) => {
            Err(unsure(format!("it answered HTTP {status}: {}", shown(&String::from_utf8_lossy(&body)))))
        }
    }
}

/// Why a reply could not be read.
enum Torn {
    Wire(Error),
    Nonsense(String),
}

/// How the end of a reply's body is known.
enum Length {
    Bytes(usize),
    Chunked,
    UntilClosed,
}

struct Reader<'a> {
    channel: &'a mut Channel,
    wait: &'a Wait,
    bytes: Vec<u8>,
    ended: bool,
}

impl Reader<'_> {
    fn reply(&mut self) -> Result<(u16, Vec<u8>), Torn> {
        let (status, length) = loop {
            if let Some((status, length, head)) = read_head(&self.bytes)? {
                self.bytes.drain(..head);
                break (status, length);
            }
            if self.bytes.len() > MAX_HEAD {
                return Err(nonsense("the head of its answer is too large"));
            }
            self.more()?;
        };
        let body = match length {
            Length::Bytes(wanted) => {
                self.at_least(wanted)?;
                self.bytes.truncate(wanted);
                std::mem::take(&mut self.bytes)
            }
            Length::Chunked => self.chunks()?,
            Length::UntilClosed => {
                while !self.ended {
                    self.grow()?;
                }
                std::mem::take(&mut self.bytes)
            }
        };
        Ok((status, body))
    }

    /// Reads on; the end of the stream is noted.
    fn grow(&mut self) -> Result<(), Torn> {
        match self.channel.chunk(self.wait).map_err(Torn::Wire)? {
            Some(chunk) if self.bytes.len() + chunk.len() > MAX_BODY + MAX_HEAD => {
                Err(nonsense("its answer is larger than 16 MB"))
            }
            Some(chunk) => {
                self.bytes.extend_from_slice(&chunk);
                Ok(())
            }
            None => {
                self.ended = true;
                Ok(())
            }
        }
    }

    /// Reads on, where the end of the stream would be too early.
    fn more(&mut self) -> Result<(), Torn> {
        self.grow()?;
        if self.ended { Err(nonsense("its answer was cut short")) } else { Ok(()) }
    }

    fn at_least(&mut self, wanted: usize) -> Result<(), Torn> {
        if wanted > MAX_BODY {
            return Err(nonsense("its answer is larger than 16 MB"));
        }
        while self.bytes.len() < wanted {
            self.more()?;
        }
        Ok(())
    }

    fn chunks(&mut self) -> Result<Vec<u8>, Torn> {
        let mut body = Vec::new();
        loop {
            let (head, size) = loop {
                match httparse::parse_chunk_size(&self.bytes) {
                    Ok(httparse::Status::Complete(found)) => break found,
                    Ok(httparse::Status::Partial) => self.more()?,
                    Err(_) => return Err(nonsense("a chunk of its answer has no size")),
                }
            };
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            if size == 0 {
                return Ok(body);
            }
            if size > MAX_BODY - body.len() {
                return Err(nonsense("its answer is larger than 16 MB"));
            }
            self.at_least(head + size)?;
            body.extend_from_slice(&self.bytes[head..head + size]);
            self.at_least(head + size + 2)?;
            self.bytes.drain(..head + size + 2);
        }
    }
}

fn nonsense(what: &str) -> Torn {
    Torn::Nonsense(what.to_owned())
}

/// The status, the length of the body, and how many bytes the head takes; nothing while it is not whole.
fn read_head(bytes: &[u8]) -> Result<Option<(u16, Length, usize)>, Torn> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut reply = httparse::Response::new(&mut headers);
    let head = match reply.parse(bytes) {
        Ok(httparse::Status::Complete(head)) => head,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(error) => return Err(Torn::Nonsense(format!("its answer is no HTTP: {error}"))),
    };
    let header = |name: &str| {
        let found = reply.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.map(|header| String::from_utf8_lossy(header.value).trim().to_ascii_lowercase())
    };
    let length = match (header("transfer-encoding"), header("content-length")) {
        (Some(coding), _) if coding.contains("chunked") => Length::Chunked,
        (_, Some(digits)) => {
            let length = digits.parse().map_err(|_| nonsense("the length of its answer is no number"))?;
            Length::Bytes(length)
        }
        (_, None) => Length::UntilClosed,
    };
    Ok(Some((reply.code.unwrap_or(0), length, head)))
}

/// JSON with every character beyond ASCII written as an escape.
fn ascii(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_ascii() {
            text.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // Writing into a String cannot fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text
}

/// What JSON-RPC says before it has called anything: no such method, parameters that fit none, a request it cannot read.
const NEVER_CALLED: [i64; 4] = [-32601, -32602, -32600, -32700];

fn result_of(method: &str, reply: &[u8]) -> Result<Value, Fault> {
    let answer: Value = serde_json::from_slice(reply)
        .map_err(|error| unsure(format!("its answer to {method} is no JSON: {error}")))?;
    let Value::Object(mut fields) = answer else {
        return Err(unsure(format!("its answer to {method} is no JSON object")));
    };
    if let Some(error) = fields.get("error").filter(|error| !error.is_null()) {
        let said = error.get("message").and_then(Value::as_str).unwrap_or("without a message");
        let why = format!("it refused {method}: {}", shown(said));
        let code = error.get("code").and_then(Value::as_i64);
        return Err(match code {
            Some(code) if NEVER_CALLED.contains(&code) => Fault::NotMade(why),
            _ => Fault::Unsure(why),
        });
    }
    fields.remove("result").ok_or_else(|| unsure(format!("its answer to {method} has no result")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_request_is_ascii_and_means_the_same(text in ".*") {
            let sent = ascii(&json!([text]).to_string());
            prop_assert!(sent.is_ascii());
            prop_assert_eq!(serde_json::from_str::<Value>(&sent).unwrap(), json!([text]));
        }

        #[test]
        fn whatever_it_answers_is_a_result_or_a_fault(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = result_of("x", &bytes);
            let _ = read_head(&bytes);
        }
    }

    #[test]
    fn only_a_call_that_was_never_made_may_be_made_otherwise() {
        let refused = |code: i64| {
            let reply = json!({ "id": 1, "error": { "code": code, "message": "no" } }).to_string();
            result_of("click", reply.as_bytes())
        };
        assert!(matches!(refused(-32601), Err(Fault::NotMade(_))));
        assert!(matches!(refused(-32602), Err(Fault::NotMade(_))));
        assert!(matches!(refused(-32001), Err(Fault::Unsure(_))));
        for broken in ["", "[]", "null", "{}", "{\"result\":", "{\"error\":{}}", "{\"error\":7}"] {
            assert!(matches!(result_of("click", broken.as_bytes()), Err(Fault::Unsure(_))), "{broken}");
        }
        assert_eq!(result_of("x", br#"{"result":null,"error":null}"#), Ok(Value::Null));
    }
}
