//! One POST to a provider. The request runs on a thread of its own, because it blocks; whoever waits for it looks at
//! the cancel signal and at the deadline all the while. Everything that comes back is bounded.

use super::fault::{Fault, line};
use super::key::Key;
use crate::Wait;
use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use ureq::http::{HeaderMap, Response};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

/// The largest answer that is read: a hundred times the longest reply of a model.
pub(super) const BODY_MAX: usize = 4 << 20;
const HEAD_MAX: usize = 64 << 10;
const PIECE: usize = 16 << 10;
/// How often the cancel signal is looked at.
const GLANCE: Duration = Duration::from_millis(25);
const CONNECT: Duration = Duration::from_secs(10);

pub(super) struct Post {
    pub url: String,
    /// The header that carries the key, and what stands before it.
    pub auth: Option<(&'static str, &'static str, Key)>,
    pub headers: Vec<(&'static str, &'static str)>,
    pub body: Vec<u8>,
}

/// What a provider answers, while it arrives.
pub(super) struct Answer {
    pub code: u16,
    /// The type of the content, without its parameters; empty if none was told.
    pub kind: String,
    pub retry_after: Option<Duration>,
    pieces: Receiver<Piece>,
    read: usize,
}

enum Piece {
    Head { code: u16, kind: String, retry_after: Option<Duration> },
    Bytes(Vec<u8>),
    End,
    Failed(Fault),
}

/// Trusts what this computer trusts, follows no redirects with a key, and asks no proxy for this machine itself.
pub(super) fn agent(url: &str) -> Agent {
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    let mut config = Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_response_header_size(HEAD_MAX)
        .timeout_connect(Some(CONNECT))
        .user_agent(concat!("tapwise/", env!("CARGO_PKG_VERSION")));
    if is_here(url) {
        config = config.proxy(None);
    }
    config.build().into()
}

/// Whether an address is on this machine.
pub(super) fn is_here(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    let host = match place.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => place.split(':').next().unwrap_or_default(),
    };
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Sends a request and waits for the head of its answer, for `limit` in all, the body included.
pub(super) fn post(agent: &Agent, post: Post, limit: Duration, wait: &Wait) -> Result<Answer, Fault> {
    let (send, pieces) = sync_channel(4);
    let agent = agent.clone();
    let spawned = std::thread::Builder::new().name("model".into()).spawn(move || {
        // Nobody listens any more if the call was cancelled or has ended; then the connection is dropped.
        let _ = send.send(match perform(&agent, &post, limit, &send) {
            Ok(()) => Piece::End,
            Err(fault) => Piece::Failed(fault),
        });
    });
    spawned.map_err(|error| Fault::Unreachable(format!("no thread to ask on: {error}")))?;
    let mut answer = Answer { code: 0, kind: String::new(), retry_after: None, pieces, read: 0 };
    match answer.piece(&wait.capped(limit))? {
        Piece::Head { code, kind, retry_after } => {
            answer.code = code;
            answer.kind = kind;
            answer.retry_after = retry_after;
            Ok(answer)
        }
        Piece::Failed(fault) => Err(fault),
        Piece::Bytes(_) | Piece::End => Err(Fault::Empty),
    }
}

impl Answer {
    fn piece(&self, wait: &Wait) -> Result<Piece, Fault> {
        loop {
            match wait.check() {
                Ok(()) => {}
                Err(tapwise_adb::Error::Cancelled) => return Err(Fault::Cancelled),
                Err(_) => return Err(Fault::TimedOut),
            }
            match self.pieces.recv_timeout(GLANCE) {
                Ok(piece) => return Ok(piece),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Cut),
            }
        }
    }

    /// The next bytes of the body, or none at its end.
    pub fn next(&mut self, wait: &Wait) -> Result<Option<Vec<u8>>, Fault> {
        match self.piece(wait)? {
            Piece::Bytes(bytes) => {
                self.read += bytes.len();
                if self.read > BODY_MAX { Err(Fault::TooLarge) } else { Ok(Some(bytes)) }
            }
            Piece::End => Ok(None),
            Piece::Failed(fault) => Err(fault),
            Piece::Head { .. } => Err(Fault::malformed("two heads")),
        }
    }

    pub fn whole(&mut self, wait: &Wait) -> Result<Vec<u8>, Fault> {
        let mut body = Vec::new();
        while let Some(bytes) = self.next(wait)? {
            body.extend(bytes);
        }
        Ok(body)
    }
}

fn perform(agent: &Agent, post: &Post, limit: Duration, send: &SyncSender<Piece>) -> Result<(), Fault> {
    let mut request = agent.post(&post.url).config().timeout_global(Some(limit)).build();
    for (name, value) in &post.headers {
        request = request.header(*name, *value);
    }
    if let Some((name, before, key)) = &post.auth {
        request = request.header(*name, format!("{before}{}", key.expose()));
    }
    let response = request.content_type("application/json").send(post.body.as_slice()).map_err(failed)?;
    let (code, kind) = (response.status().as_u16(), kind(&response));
    let retry_after = retry_after(response.headers());
    let _ = send.send(Piece::Head { code, kind, retry_after });
    let mut body = response.into_body().into_reader();
    let mut piece = vec![0; PIECE];
    loop {
        let read = body.read(&mut piece).map_err(broken)?;
        if read == 0 || send.send(Piece::Bytes(piece[..read].to_vec())).is_err() {
            return Ok(());
        }
    }
}

fn kind(response: &Response<Body>) -> String {
    let told =
        response.headers().get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    line(&told.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

/// Seconds, a date, or milliseconds in the form that some providers add.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let number = |name: &str| text(name)?.parse::<f64>().ok().filter(|number| number.is_finite());
    let date = || {
        let at = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(text("retry-after")?).ok()?;
        Some(at.duration_since(jiff::Timestamp::now()).as_secs_f64())
    };
    let seconds =
        number("retry-after-ms").map(|ms| ms / 1000.0).or_else(|| number("retry-after")).or_else(date)?;
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

fn failed(error: ureq::Error) -> Fault {
    use ureq::Error;
    match error {
        Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            Fault::Unreachable("nobody answers at this address".into())
        }
        Error::Timeout(_) => Fault::TimedOut,
        Error::HostNotFound => Fault::Unreachable("there is no such host".into()),
        Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
            Fault::Unreachable("the connection was refused".into())
        }
        Error::Io(error) => tls_or(&error, || Fault::Unreachable(line(&error.to_string()))),
        Error::ConnectionFailed => Fault::Unreachable("no connection".into()),
        Error::Rustls(error) => Fault::Insecure(line(&error.to_string())),
        Error::Tls(why) => Fault::Insecure(why.into()),
        Error::BadUri(_) | Error::Http(_) | Error::InvalidProxyUrl => {
            Fault::BadAddress("it is no web address".into())
        }
        Error::Protocol(_) | Error::LargeResponseHeader(..) => Fault::malformed("this is not HTTP"),
        error => Fault::Unreachable(line(&error.to_string())),
    }
}

/// A handshake that fails for its certificate comes wrapped as an error of the connection.
fn tls_or(error: &std::io::Error, or: impl FnOnce() -> Fault) -> Fault {
    let text = error.to_string();
    if text.contains("certificate") { Fault::Insecure(line(&text)) } else { or() }
}

/// The body stopped before its end.
fn broken(error: std::io::Error) -> Fault {
    let timed_out = error.kind() == std::io::ErrorKind::TimedOut
        || error
            .get_ref()
            .and_then(|inner| inner.downcast_ref())
            .is_some_and(|inner| matches!(inner, ureq::Error::Timeout(_)));
    if timed_out { Fault::TimedOut } else { Fault::Cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_here() {
        for here in ["http://127.0.0.1:8000/v1", "http://localhost/v1", "http://[::1]:80", "http://127.9.9.9"]
        {
            assert!(is_here(here), "{here}");
        }
        for there in [
            "https://api.openai.com/v1",
            "http://127.0.0.1.evil.example/",
            "http://localhost@evil.example",
            "",
        ] {
            assert!(!is_here(there), "{there}");
        }
    }

    #[test]
    fn a_pause_is_read_in_seconds_or_milliseconds_and_nonsense_is_none() {
        let of = |name: &'static str, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            retry_after(&headers)
        };
        assert_eq!(of("retry-after", "2"), Some(Duration::from_secs(2)));
        assert_eq!(of("retry-after-ms", "1500"), Some(Duration::from_millis(1500)));
        assert_eq!(of("retry-after", "-3"), Some(Duration::ZERO));
        assert_eq!(of("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert!(of("retry-after", "Fri, 31 Dec 2100 23:59:59 GMT") > Some(Duration::from_secs(3600)));
        for nonsense in ["soon", "1e300", "NaN", "inf", ""] {
            assert_eq!(of("retry-after", nonsense), None, "{nonsense}");
        }
    }
}
