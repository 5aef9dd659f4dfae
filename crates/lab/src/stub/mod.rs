//! A stand-in for a model's server, so that nothing here needs a real one: it speaks as OpenAI, Anthropic and Gemini do,
//! whole or streamed, answers from a script, from a cassette, as an oracle, as one who obeys the screen, or with
//! garbage, fails in every way that providers fail, and logs what it was asked. On this machine only.

pub mod ask;
mod cassette;
mod desk;
mod door;
mod fault;
mod hijacked;
mod log;
mod mind;
mod send;
mod serve;
mod shape;

pub use cassette::{CassetteError, Player, Recorder};
pub use desk::Desk;
pub use fault::{BadFault, Fault, Kind, When};
pub use hijacked::Hijacked;
pub use mind::{Mind, Script, ScriptError};
pub use shape::Answer;

use door::Door;
use serde_json::Value;
use serve::Inside;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Where answers come from.
pub enum Source {
    Mind(Mind),
    /// What a real server said, from a cassette.
    Play(Player),
    /// What a real server says now; it is kept.
    Record(Recorder),
}

pub struct Options {
    /// 0 takes a free one.
    pub port: u16,
    pub source: Source,
    pub faults: Vec<Fault>,
    pub latency: Latency,
    /// Where each request is written as a line of JSON.
    pub log: Option<PathBuf>,
}

/// How long a model thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Latency {
    /// The client waits.
    Real(Duration),
    /// Nobody waits; the time is told in the log and in a header of the answer.
    Virtual(Duration),
}

impl Default for Latency {
    fn default() -> Self {
        Latency::Real(Duration::ZERO)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StubError {
    #[error(
        "the stand-in cannot listen on port {port}: {source}\nhint: choose another --port, or leave it out"
    )]
    Listen { port: u16, source: std::io::Error },
    #[error(
        "the log {path} cannot be written: {source}\nhint: name a file in a folder that you may write to"
    )]
    Log { path: PathBuf, source: std::io::Error },
}

/// A stand-in that serves until it is dropped.
pub struct Stub {
    door: Door,
    inside: Arc<Inside>,
}

impl Stub {
    pub fn start(options: Options) -> Result<Stub, StubError> {
        let log = log::Log::open(options.log.as_deref());
        let log = log.map_err(|source| StubError::Log { path: options.log.unwrap_or_default(), source })?;
        let inside = Arc::new(Inside::new(options.source, options.faults, options.latency, log));
        let within = Arc::clone(&inside);
        let opened = Door::open(options.port, move |socket, latch| within.serve(socket, latch));
        let (door, latch) = opened.map_err(|source| StubError::Listen { port: options.port, source })?;
        inside.shut_if_refused(&latch);
        inside.keep(latch);
        Ok(Stub { door, inside })
    }

    pub fn address(&self) -> SocketAddr {
        self.door.address()
    }

    /// What clients call the base URL, without `/v1`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// How many answers were asked for; greetings are not counted.
    pub fn requests(&self) -> u32 {
        self.inside.requests()
    }

    /// What was asked and said, oldest first.
    pub fn log(&self) -> Vec<Value> {
        self.inside.log()
    }

    /// Other faults from now on, counted from the next request as the first.
    pub fn set_faults(&self, faults: Vec<Fault>) {
        self.inside.set_faults(faults);
    }

    /// Another source from now on.
    pub fn set_source(&self, source: Source) {
        self.inside.set_source(source);
    }
}
