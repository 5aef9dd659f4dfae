//! Cassettes: what a real server answered, kept in a file and played again. A request is known by its path and body, so
//! that a changed prompt is noticed; what holds a fresh word each time is played in order instead.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tapwise_phone::http::Request;

/// One answer of a real server. It holds no key: keys travel in headers, which are not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    pub request: String,
    pub status: u16,
    pub content_type: String,
    pub body: String,
}

#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    #[error("the cassette {path} cannot be read: {why}\nhint: it is made with --record FILE --upstream URL")]
    Unreadable { path: String, why: String },
    #[error(
        "the cassette {path} cannot be written: {source}\nhint: name a file in a folder that you may write to"
    )]
    Unwritable { path: String, source: std::io::Error },
}

/// How a request is known again.
pub fn mark(path: &str, body: &[u8]) -> String {
    // Read and written again, so that neither blanks nor the order of names matter.
    let body = serde_json::from_slice::<Value>(body)
        .map_or_else(|_| body.to_vec(), |value| value.to_string().into());
    let sum = Sha256::new().chain_update(path).chain_update("\n").chain_update(body).finalize();
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Plays tracks by their mark, or one after the other.
pub struct Player {
    tracks: Vec<Track>,
    in_order: bool,
    at: usize,
    played: HashMap<String, usize>,
}

impl Player {
    pub fn open(path: &Path, in_order: bool) -> Result<Self, CassetteError> {
        let unreadable = |why: String| CassetteError::Unreadable { path: path.display().to_string(), why };
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let tracks = lines.map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| unreadable(format!("line {number}: {error}")))
        });
        Ok(Self { tracks: tracks.collect::<Result<_, _>>()?, in_order, at: 0, played: HashMap::new() })
    }

    /// The answer to this request; the last one known is given again and again.
    pub fn play(&mut self, path: &str, body: &[u8]) -> Option<Track> {
        if self.in_order {
            let track = self.tracks.get(self.at).cloned();
            self.at += 1;
            return track;
        }
        let mark = mark(path, body);
        let known: Vec<&Track> = self.tracks.iter().filter(|track| track.request == mark).collect();
        let turn = self.played.entry(mark).or_insert(0);
        let track = known.get(*turn).or_else(|| known.last()).map(|track| (*track).clone());
        *turn += 1;
        track
    }
}

/// Asks a real server and keeps what it says.
pub struct Recorder {
    upstream: String,
    file: File,
    agent: ureq::Agent,
}

/// What is handed on to the real server.
const HANDED_ON: [&str; 6] =
    ["authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "content-type", "accept"];

impl Recorder {
    pub fn open(path: &Path, upstream: &str) -> Result<Self, CassetteError> {
        let unwritable = |source| CassetteError::Unwritable { path: path.display().to_string(), source };
        let file = File::options().create(true).append(true).open(path).map_err(unwritable)?;
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(300)))
            .http_status_as_error(false)
            .build();
        Ok(Self { upstream: upstream.trim_end_matches('/').to_owned(), file, agent: config.into() })
    }

    /// `None` where the real server cannot be reached or the cassette cannot be written.
    pub fn ask(&mut self, request: &Request) -> Option<Track> {
        let query: Vec<String> =
            request.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        let mut asked = self.agent.post(format!("{}{}{query}", self.upstream, request.path));
        for name in HANDED_ON {
            if let Some(value) = request.header(name) {
                asked = asked.header(name, value);
            }
        }
        let mut answer = asked.send(&request.body[..]).ok()?;
        let content_type = answer.headers().get("content-type").and_then(|value| value.to_str().ok());
        let content_type = content_type.unwrap_or("application/json").to_owned();
        let track = Track {
            request: mark(&request.path, &request.body),
            status: answer.status().as_u16(),
            content_type,
            body: answer.body_mut().read_to_string().ok()?,
        };
        let line = serde_json::to_string(&track).ok()?;
        self.file.write_all(format!("{line}\n").as_bytes()).ok()?;
        Some(track)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_whatever_the_order_of_its_names_and_a_changed_one_is_not() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let track = |body: &[u8], text: &str| Track {
            request: mark("/v1/x", body),
            status: 200,
            content_type: "application/json".to_owned(),
            body: text.to_owned(),
        };
        let body = br#"{"a":1,"b":2}"#;
        let lines =
            [track(body, "one"), track(body, "two")].map(|track| serde_json::to_string(&track).unwrap());
        std::fs::write(file.path(), lines.join("\n")).unwrap();
        let mut player = Player::open(file.path(), false).unwrap();
        let mut play = |body: &[u8]| player.play("/v1/x", body).map(|track| track.body);
        assert_eq!(play(br#"{ "b": 2, "a": 1 }"#).as_deref(), Some("one"));
        assert_eq!((play(body), play(body)), (Some("two".into()), Some("two".into())));
        assert_eq!(play(br#"{"a":2}"#), None);
        let mut player = Player::open(file.path(), true).unwrap();
        let any: Vec<_> = (0..3).map(|_| player.play("/", b"?").map(|track| track.body)).collect();
        assert_eq!(any, [Some("one".to_owned()), Some("two".to_owned()), None]);
    }
}
