//! A small blocking HTTP/1.1 server part for the phone's doors (control port, uiautomator2's server, portal): it
//! serves one connection at a time over anything that reads and writes. What comes in is hostile: every part has
//! a limit, and nonsense is answered once and ends the connection.

use std::io::{self, Read, Write};

/// Request line and headers together.
const HEAD_MAX: usize = 16 * 1024;
const HEADERS_MAX: usize = 64;
/// The largest body where a door has no reason for a smaller one.
pub const BODY_MAX: usize = 16 * 1024 * 1024;
/// A chunk's size line, or a line of the trailer.
const LINE_MAX: usize = 1024;
const READ_SIZE: usize = 16 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// Without the query, percent-decoded.
    pub path: String,
    pub query: Vec<(String, String)>,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    /// The first header of that name, whatever its case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Is the word among the comma-separated ones of that header?
    fn says(&self, header: &str, word: &str) -> bool {
        self.headers
            .iter()
            .filter(|(known, _)| known.eq_ignore_ascii_case(header))
            .flat_map(|(_, value)| value.split(','))
            .any(|part| part.trim().eq_ignore_ascii_case(word))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    pub content_type: &'static str,
    pub body: Vec<u8>,
    /// The connection ends with it, whatever the peer wishes.
    pub last: bool,
}

impl Reply {
    pub fn bytes(status: u16, content_type: &'static str, body: Vec<u8>) -> Reply {
        Reply { status, content_type, body, last: false }
    }

    pub fn text(status: u16, text: impl Into<String>) -> Reply {
        Reply::bytes(status, "text/plain; charset=utf-8", text.into().into_bytes())
    }

    pub fn json(status: u16, value: &serde_json::Value) -> Reply {
        Reply::bytes(status, "application/json", value.to_string().into_bytes())
    }
}

/// Why a connection cannot go on.
enum Trouble {
    /// The peer is told, then left.
    Refused(u16, &'static str),
    /// The peer cannot be told.
    Lost(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Lost(error)
    }
}

fn bad(why: &'static str) -> Trouble {
    Trouble::Refused(400, why)
}

/// Serves requests on one connection until the peer closes, asks for close, or sends nonsense (400, too large a
/// head 431, a body above `body_max` 413). How long a silent peer is waited for is the stream's affair.
pub fn serve<S: Read + Write>(
    stream: S,
    body_max: usize,
    mut answer: impl FnMut(&Request) -> Reply,
) -> io::Result<()> {
    serve_freely(stream, body_max, |request, stream, last| {
        let reply = answer(request);
        let last = last || reply.last;
        send(stream, &reply, last, request.method != "HEAD")?;
        Ok(!last)
    })
}

/// Like [`serve`], but the answerer writes what it likes onto the stream: streams of events, or what no honest server
/// would send. It is told whether the peer wants this to be the last answer, and tells whether another may follow.
pub fn serve_freely<S: Read + Write>(
    stream: S,
    body_max: usize,
    mut answer: impl FnMut(&Request, &mut S, bool) -> io::Result<bool>,
) -> io::Result<()> {
    let mut line = Line { stream, body_max, held: Vec::new(), at: 0 };
    loop {
        let (request, last) = match line.request() {
            Ok(Some(got)) => got,
            Ok(None) => return Ok(()),
            Err(Trouble::Refused(status, why)) => {
                let reply = Reply::text(status, format!("{why}\n"));
                return send(&mut line.stream, &reply, true, true);
            }
            Err(Trouble::Lost(error)) => return Err(error),
        };
        if !answer(&request, &mut line.stream, last)? || last {
            return Ok(());
        }
    }
}

/// The connection, with what was read of it and not used yet.
struct Line<S> {
    stream: S,
    body_max: usize,
    held: Vec<u8>,
    at: usize,
}

/// How long the body is, as the head tells it.
enum Length {
    Known(usize),
    Chunked,
}

impl<S: Read + Write> Line<S> {
    /// The next request and whether it is the last; `None` where the peer closed between two requests.
    fn request(&mut self) -> Result<Option<(Request, bool)>, Trouble> {
        let Some((mut request, version)) = self.head()? else { return Ok(None) };
        let length = body_length(&request, self.body_max)?;
        // HTTP/1.0 closes unless it says otherwise, 1.1 stays unless it says otherwise.
        let last = if version == 0 {
            !request.says("connection", "keep-alive")
        } else {
            request.says("connection", "close")
        };
        let comes = !matches!(length, Length::Known(0));
        if comes && request.says("expect", "100-continue") {
            self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
            self.stream.flush()?;
        }
        request.body = match length {
            Length::Known(length) => self.take(length)?,
            Length::Chunked => self.chunks()?,
        };
        Ok(Some((request, last)))
    }

    fn head(&mut self) -> Result<Option<(Request, u8)>, Trouble> {
        self.forget_used();
        loop {
            let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
            let mut parsed = httparse::Request::new(&mut headers);
            match parsed.parse(&self.held[self.at..]) {
                Ok(httparse::Status::Complete(length)) if length <= HEAD_MAX => {
                    let request = request_of(&parsed)?;
                    let version = parsed.version.unwrap_or(1);
                    self.at += length;
                    return Ok(Some((request, version)));
                }
                Ok(httparse::Status::Partial) if self.held.len() - self.at < HEAD_MAX => {}
                Ok(_) | Err(httparse::Error::TooManyHeaders) => {
                    return Err(Trouble::Refused(431, "the head of the request is too large"));
                }
                Err(_) => return Err(bad("this is no HTTP request")),
            }
            let before_any = self.held[self.at..].iter().all(|byte| matches!(byte, b'\r' | b'\n'));
            if self.read_more()? == 0 {
                return if before_any { Ok(None) } else { Err(bad("the request ends within its head")) };
            }
        }
    }

    /// Exactly so many bytes; memory grows with what really comes, not with what was promised.
    fn take(&mut self, length: usize) -> Result<Vec<u8>, Trouble> {
        let mut body = Vec::new();
        self.take_into(&mut body, length)?;
        Ok(body)
    }

    fn take_into(&mut self, body: &mut Vec<u8>, length: usize) -> Result<(), Trouble> {
        let mut left = length;
        while left > 0 {
            if self.at == self.held.len() && self.read_more()? == 0 {
                return Err(bad("the request ends within its body"));
            }
            let count = left.min(self.held.len() - self.at);
            body.extend_from_slice(&self.held[self.at..self.at + count]);
            self.at += count;
            left -= count;
            self.forget_used();
        }
        Ok(())
    }

    fn chunks(&mut self) -> Result<Vec<u8>, Trouble> {
        let mut body = Vec::new();
        loop {
            let line = self.text_line()?;
            let size = match httparse::parse_chunk_size(&line) {
                Ok(httparse::Status::Complete((_, size))) => size,
                _ => return Err(bad("the size of a chunk is no number")),
            };
            if size == 0 {
                break;
            }
            let size = usize::try_from(size).ok().filter(|size| *size <= self.body_max - body.len());
            let Some(size) = size else { return Err(Trouble::Refused(413, "the body is too large")) };
            self.take_into(&mut body, size)?;
            if self.text_line()? != b"\r\n" {
                return Err(bad("a chunk is longer than it said"));
            }
        }
        // The trailer says nothing that anybody here asks for.
        for _ in 0..HEADERS_MAX {
            if self.text_line()? == b"\r\n" {
                return Ok(body);
            }
        }
        Err(bad("the trailer of the body does not end"))
    }

    /// One line with its end.
    fn text_line(&mut self) -> Result<Vec<u8>, Trouble> {
        loop {
            let rest = &self.held[self.at..];
            if let Some(end) = rest.iter().take(LINE_MAX).position(|byte| *byte == b'\n') {
                let line = rest[..=end].to_vec();
                self.at += end + 1;
                return Ok(line);
            }
            if rest.len() >= LINE_MAX {
                return Err(bad("a line of the body is too long"));
            }
            if self.read_more()? == 0 {
                return Err(bad("the request ends within its body"));
            }
        }
    }

    fn read_more(&mut self) -> io::Result<usize> {
        let had = self.held.len();
        self.held.resize(had + READ_SIZE, 0);
        let read = loop {
            match self.stream.read(&mut self.held[had..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.held.truncate(had + *read.as_ref().unwrap_or(&0));
        read
    }

    fn forget_used(&mut self) {
        self.held.drain(..self.at);
        self.at = 0;
    }
}

/// Writes a whole answer.
pub fn send(stream: &mut impl Write, reply: &Reply, last: bool, with_body: bool) -> io::Result<()> {
    let mut out = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: {}\r\n\r\n",
        reply.status,
        reason(reply.status),
        reply.content_type,
        reply.body.len(),
        if last { "close" } else { "keep-alive" }
    )
    .into_bytes();
    if with_body {
        out.extend_from_slice(&reply.body);
    }
    stream.write_all(&out)?;
    stream.flush()
}

fn request_of(parsed: &httparse::Request<'_, '_>) -> Result<Request, Trouble> {
    let (method, target) = (parsed.method.unwrap_or_default(), parsed.path.unwrap_or_default());
    let (path, query) = split_target(target);
    let path = decoded(path, false).ok_or(bad("the path has a bad percent sign"))?;
    let query = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Some((decoded(name, true)?, decoded(value, true)?))
    });
    let query = query.collect::<Option<Vec<_>>>().ok_or(bad("the query has a bad percent sign"))?;
    let headers = parsed
        .headers
        .iter()
        .map(|header| (header.name.to_owned(), String::from_utf8_lossy(header.value).into_owned()))
        .collect();
    Ok(Request { method: method.to_owned(), path, query, headers, body: Vec::new() })
}

/// Path and query; a target with scheme and host, as proxies get it, is cut down to its path.
fn split_target(target: &str) -> (&str, &str) {
    let target = target.split('#').next().unwrap_or_default();
    let target = match target.split_once("://") {
        Some((scheme, rest)) if !scheme.contains(['/', '?']) => rest.find('/').map_or("/", |at| &rest[at..]),
        _ => target,
    };
    target.split_once('?').unwrap_or((target, ""))
}

/// Percent-decoded; `None` where a percent sign has no two digits after it.
fn decoded(text: &str, plus_is_space: bool) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let mut digit = || Some((bytes.next()? as char).to_digit(16)? as u8);
                digit()? * 16 + digit()?
            }
            b'+' if plus_is_space => b' ',
            other => other,
        });
    }
    Some(String::from_utf8_lossy(&out).into_owned())
}

fn body_length(request: &Request, most: usize) -> Result<Length, Trouble> {
    let values = |name: &'static str| {
        request
            .headers
            .iter()
            .filter(move |(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim())
    };
    let coded: Vec<&str> = values("transfer-encoding").collect();
    let mut lengths = values("content-length");
    let first = lengths.next();
    // Two opinions about the length are how requests get smuggled.
    if lengths.any(|other| Some(other) != first) || (first.is_some() && !coded.is_empty()) {
        return Err(bad("the length of the body is told twice"));
    }
    match (coded.as_slice(), first) {
        ([], None) => Ok(Length::Known(0)),
        ([only], None) if only.eq_ignore_ascii_case("chunked") => Ok(Length::Chunked),
        (_, None) => Err(Trouble::Refused(501, "only the transfer encoding chunked is known")),
        (_, Some(length)) => {
            if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(bad("the length of the body is no number"));
            }
            match length.parse::<usize>() {
                Ok(length) if length <= most => Ok(Length::Known(length)),
                _ => Err(Trouble::Refused(413, "the body is too large")),
            }
        }
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        204 => "No Content",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Status",
    }
}

#[cfg(test)]
mod tests;
