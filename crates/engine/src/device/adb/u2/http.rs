//! One call to the helper: a JSON-RPC request as HTTP over a stream of its own to the phone's port.
//!
//! A stream per call, because the server drops connections that rest for five seconds, and a gesture sent into one
//! that is just being dropped would be a gesture of which nobody knows whether it was made. What comes back is bounded
//! in size and time; the request is pure ASCII, because the server reads bodies in an encoding of its own choice.

use serde_json::{Value, json};
use std::fmt::Write;
use tapwise_adb::{Error, Transport, Wait};

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
    /// Nothing answers there: nothing was done.
    Unreached(String),
    /// It answers, but does not know such a call: nothing was done.
    Unknown(String),
    /// It was told, and did not answer in time: slow or dead, that cannot be told.
    Late,
    /// It was told, and what came of it is not known.
    Unsure(String),
}

impl Fault {
    /// Why, for the trace.
    pub fn why(&self) -> String {
        match self {
            Self::Cancelled => "cancelled".to_owned(),
            Self::Late => LATE.to_owned(),
            Self::Unreached(why) | Self::Unknown(why) | Self::Unsure(why) => why.clone(),
        }
    }

    /// What an error of the wire means before or after the request was on its way.
    fn of(error: Error, told: bool) -> Self {
        match (error, told) {
            (Error::Cancelled, _) => Self::Cancelled,
            (Error::TimedOut, true) => Self::Late,
            (Error::TimedOut, false) => Self::Unreached(LATE.to_owned()),
            (Error::Refused { .. }, false) => Self::Unreached("it does not run".to_owned()),
            (other, false) => Self::Unreached(other.to_string()),
            (other, true) => Self::Unsure(other.to_string()),
        }
    }
}

const LATE: &str = "it did not answer in time";

fn unsure(why: impl Into<String>) -> Fault {
    Fault::Unsure(why.into())
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// Calls that carry what the user types. What is said about them could repeat it, and is not shown.
const CARRY_TEXT: [&str; 2] = ["setText", "setClipboard"];

/// Calls a method; the answer is its result.
pub(super) fn call(link: &Transport, method: &str, params: Value, wait: &Wait) -> Result<Value, Fault> {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let body = ascii(&request.to_string());
    let reply = exchange(link, "POST", "/jsonrpc/0", body.as_bytes(), wait)?;
    result_of(method, &body_of(reply, !CARRY_TEXT.contains(&method))?)
}

/// Whether it answers at all.
pub(super) fn ping(link: &Transport, wait: &Wait) -> Result<(), Fault> {
    match body_of(exchange(link, "GET", "/ping", b"", wait)?, true)?.as_slice() {
        b"pong" => Ok(()),
        other => Err(unsure(format!("it answers a ping with `{}`", shown(&String::from_utf8_lossy(other))))),
    }
}

/// Ends it, whoever started it.
pub(super) fn stop(link: &Transport, wait: &Wait) -> Result<(), Fault> {
    body_of(exchange(link, "GET", "/stop", b"", wait)?, true).map(drop)
}

fn body_of((status, body): (u16, Vec<u8>), tell: bool) -> Result<Vec<u8>, Fault> {
    match status {
        200 => Ok(body),
        404 => Err(Fault::Unknown("it has no such door (HTTP 404)".to_owned())),
        status if tell => {
            Err(unsure(format!("it answered HTTP {status}: {}", shown(&String::from_utf8_lossy(&body)))))
        }
        status => Err(unsure(format!("it answered HTTP {status}"))),
    }
}

fn exchange(
    link: &Transport,
    verb: &str,
    path: &str,
    body: &[u8],
    wait: &Wait,
) -> Result<(u16, Vec<u8>), Fault> {
    let mut channel = link.open(PORT_NAME, wait).map_err(|error| Fault::of(error, false))?;
    let head = format!(
        "{verb} {path} HTTP/1.1\r\nHost: 127.0.0.1:9008\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let request = [head.as_bytes(), body].concat();
    channel.write_all(&request, wait).map_err(|error| Fault::of(error, true))?;
    let mut source = || channel.chunk(wait);
    Reader { source: &mut source, wait, bytes: Vec::new(), ended: false }.reply().map_err(|error| match error
    {
        Torn::Wire(error) => Fault::of(error, true),
        Torn::Nonsense(what) => unsure(what),
    })
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
    /// The next bytes of the stream; nothing at its end.
    source: &'a mut dyn FnMut() -> Result<Option<Vec<u8>>, Error>,
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
        match (self.source)().map_err(Torn::Wire)? {
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
        // Where the next chunk begins. What lies before is thrown away only when more is read: a million small
        // chunks may come in one piece.
        let mut at = 0;
        loop {
            self.wait.check().map_err(Torn::Wire)?;
            let (head, size) = match httparse::parse_chunk_size(&self.bytes[at..]) {
                Ok(httparse::Status::Complete(found)) => found,
                Ok(httparse::Status::Partial) if self.bytes.len() - at > MAX_HEAD => {
                    return Err(nonsense("the head of a chunk of its answer is too large"));
                }
                Ok(httparse::Status::Partial) => {
                    self.bytes.drain(..std::mem::take(&mut at));
                    self.more()?;
                    continue;
                }
                Err(_) => return Err(nonsense("a chunk of its answer has no size")),
            };
            let size = usize::try_from(size).unwrap_or(usize::MAX);
            if size == 0 {
                return Ok(body);
            }
            if size > MAX_BODY - body.len() {
                return Err(nonsense("its answer is larger than 16 MB"));
            }
            // The chunk, and the end of its line.
            let whole = head + size + 2;
            if self.bytes.len() - at < whole {
                self.bytes.drain(..std::mem::take(&mut at));
                self.at_least(whole)?;
            }
            body.extend_from_slice(&self.bytes[at + head..at + head + size]);
            at += whole;
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
        let code = error.get("code").and_then(Value::as_i64);
        let why = match (CARRY_TEXT.contains(&method), code) {
            (true, Some(code)) => format!("it refused {method} (error {code})"),
            (true, None) => format!("it refused {method}"),
            (false, _) => {
                let said = error.get("message").and_then(Value::as_str).unwrap_or("without a message");
                format!("it refused {method}: {}", shown(said))
            }
        };
        return Err(match code {
            Some(code) if NEVER_CALLED.contains(&code) => Fault::Unknown(why),
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
        assert!(matches!(refused(-32601), Err(Fault::Unknown(_))));
        assert!(matches!(refused(-32602), Err(Fault::Unknown(_))));
        assert!(matches!(refused(-32001), Err(Fault::Unsure(_))));
        for broken in ["", "[]", "null", "{}", "{\"result\":", "{\"error\":{}}", "{\"error\":7}"] {
            assert!(matches!(result_of("click", broken.as_bytes()), Err(Fault::Unsure(_))), "{broken}");
        }
        assert_eq!(result_of("x", br#"{"result":null,"error":null}"#), Ok(Value::Null));
    }

    #[test]
    fn a_call_without_an_answer_was_made_or_not_and_one_that_went_nowhere_was_not() {
        let refused = || Error::Refused { service: "tcp:9008".into(), why: "no".into() };
        assert_eq!(Fault::of(Error::TimedOut, true), Fault::Late);
        assert!(matches!(Fault::of(Error::Closed, true), Fault::Unsure(_)));
        assert!(matches!(Fault::of(Error::TimedOut, false), Fault::Unreached(_)));
        assert!(matches!(Fault::of(refused(), false), Fault::Unreached(_)));
        for told in [false, true] {
            assert_eq!(Fault::of(Error::Cancelled, told), Fault::Cancelled);
        }
    }

    #[test]
    fn what_was_typed_is_never_in_the_words_about_it() {
        let secret = "hunter2";
        let refusal =
            json!({ "error": { "code": -32001, "message": format!("no {secret}"), "data": secret } })
                .to_string();
        for method in CARRY_TEXT {
            let why = result_of(method, refusal.as_bytes()).unwrap_err().why();
            assert!(why.contains("-32001") && !why.contains(secret), "{why}");
        }
        let why = body_of((500, secret.into()), false).unwrap_err().why();
        assert!(why.contains("500") && !why.contains(secret), "{why}");
        // Where nothing was typed, the phone's own words are worth more.
        assert!(result_of("click", refusal.as_bytes()).unwrap_err().why().contains(secret));
    }

    /// Reads an answer that comes in these pieces.
    fn read(pieces: Vec<Vec<u8>>, wait: &Wait) -> Result<(u16, Vec<u8>), String> {
        let mut pieces = pieces.into_iter();
        let mut source = || Ok(pieces.next());
        let mut reader = Reader { source: &mut source, wait, bytes: Vec::new(), ended: false };
        reader.reply().map_err(|torn| match torn {
            Torn::Wire(error) => error.to_string(),
            Torn::Nonsense(what) => what,
        })
    }

    const CHUNKED: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    #[test]
    fn a_million_small_chunks_are_read_once_each_and_no_longer_than_the_caller_waits() {
        let mut reply = [CHUNKED, &b"1\r\nx\r\n".repeat(1_000_000)].concat();
        reply.extend(b"0\r\n\r\n");
        // Moving what is left once per chunk would be six terabytes: nobody would see the end of this test.
        let (status, body) = read(vec![reply.clone()], &Wait::forever()).unwrap();
        assert_eq!((status, body.len()), (200, 1_000_000));
        let cancel = tapwise_adb::Cancel::new();
        cancel.cancel();
        let cut_off = read(vec![reply], &Wait::within(std::time::Duration::from_secs(60), &cancel));
        assert!(cut_off.unwrap_err().contains("cancelled"));
    }

    #[test]
    fn chunks_mean_the_same_wherever_the_stream_is_cut() {
        let reply = [CHUNKED, b"3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"].concat();
        for at in 0..reply.len() {
            let pieces = vec![reply[..at].to_vec(), reply[at..].to_vec()];
            assert_eq!(read(pieces, &Wait::forever()), Ok((200, b"abc0123456789".to_vec())), "cut at {at}");
        }
        let endless = [CHUNKED, b"1;", &b"x".repeat(MAX_HEAD + 1)].concat();
        assert!(read(vec![endless], &Wait::forever()).unwrap_err().contains("too large"));
    }
}
