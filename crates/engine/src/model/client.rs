//! Asks one model, or the one behind it: the request in the provider's form, the retries, the pause for a provider that
//! keeps failing, and what the answer cost.

use super::api::{Asking, Gathered, Manner, message, milder};
use super::breaker::Breaker;
use super::fault::Fault;
use super::http::{self, Answer, Post};
use super::retry::{self, Failed, Whom};
use super::settings::ModelSettings;
use super::sse::Events;
use super::{Model, ModelError, Part, Reply, Request};
use crate::Wait;
use crate::clock::Clock;
use std::sync::Arc;
use std::time::Duration;
use ureq::Agent;

/// A model that hangs is asked a second time before the call's deadline.
const SHARE: f64 = 0.6;
/// After the model has said why it stopped, figures may follow for this long.
const FIGURES: Duration = Duration::from_millis(500);

/// One provider, its settings and what was learned about it.
struct Line {
    settings: ModelSettings,
    agent: Agent,
    manner: Manner,
    breaker: Breaker,
}

pub(super) struct Client {
    name: String,
    first: Line,
    fallback: Option<Line>,
    clock: Arc<dyn Clock + Sync>,
}

impl Client {
    pub fn new(settings: &ModelSettings, clock: Arc<dyn Clock + Sync>) -> Self {
        let fallback = settings.fallback.as_deref().map(Line::new);
        Self { name: settings.name(), first: Line::new(settings), fallback, clock }
    }

    /// Where the first request goes, or why nobody is asked.
    fn start(&self) -> Result<Whom, ModelError> {
        let now = self.clock.now();
        let closed = self.first.breaker.closed_for(now);
        let other = self.fallback.as_ref().map(|line| line.breaker.closed_for(now));
        match (closed, other) {
            (None, _) => Ok(Whom::First),
            (Some(_), Some(None)) => Ok(Whom::Fallback),
            (Some(left), _) => Err(ModelError::Unavailable {
                why: format!(
                    "{} failed {} calls in a row and is left alone for another {} s",
                    self.name,
                    self.first.breaker.failures(),
                    left.as_secs() + 1
                ),
                hint: "`tapwise doctor` tries the model; a [fallback] in tapwise.toml is asked instead"
                    .into(),
            }),
        }
    }

    fn line(&mut self, whom: Whom) -> &mut Line {
        match (whom, &mut self.fallback) {
            (Whom::Fallback, Some(line)) => line,
            _ => &mut self.first,
        }
    }
}

impl Model for Client {
    fn name(&self) -> &str {
        &self.name
    }

    fn complete(&mut self, request: &Request, wait: &Wait) -> Result<Reply, ModelError> {
        let start = self.start()?;
        let limit = self.first.settings.timeout;
        // Sockets live in real time, whatever clock the run goes by.
        let wait = &wait.capped(limit);
        let (clock, spare) = (Arc::clone(&self.clock), self.fallback.is_some());
        let mut answered = start;
        let called = retry::call(clock.as_ref(), wait, limit, (start, spare), jitter, |whom, left| {
            answered = whom;
            let line = self.line(whom);
            let asked = line.ask(request, left, wait);
            line.note(&asked);
            asked
        });
        // Another had to be asked.
        if start == Whom::First && answered == Whom::Fallback {
            self.first.breaker.failed(clock.now());
        }
        called.map_err(|Failed { fault, whom, requests }| {
            let line = self.line(whom);
            if fault.may_pass() {
                line.breaker.failed(clock.now());
            }
            fault.into_error(&line.settings.model, &line.settings.place(), limit, requests)
        })
    }
}

impl Line {
    fn new(settings: &ModelSettings) -> Self {
        let newer_limit = settings.preset == "openai";
        let manner = Manner { stream: settings.stream, schema: true, temperature: true, newer_limit };
        let agent = http::agent(&settings.base_url);
        Self { settings: settings.clone(), agent, manner, breaker: Breaker::default() }
    }

    fn note(&mut self, asked: &Result<Reply, Fault>) {
        match asked {
            Ok(_) => self.breaker.went_well(),
            // What came in pieces and broke is asked for in one piece.
            Err(Fault::Cut | Fault::Garbled) => self.manner.stream = false,
            Err(_) => {}
        }
    }

    /// One request. What it says of an error has no key in it.
    fn ask(&mut self, request: &Request, left: Duration, wait: &Wait) -> Result<Reply, Fault> {
        let asked = self.exchange(request, left, wait);
        asked.map_err(|fault| self.without_key(fault))
    }

    fn exchange(&mut self, request: &Request, left: Duration, wait: &Wait) -> Result<Reply, Fault> {
        let pictures = request
            .messages
            .iter()
            .flat_map(|message| &message.parts)
            .any(|part| matches!(part, Part::Picture(_)));
        if pictures && !self.settings.sees {
            return Err(Fault::status(
                400,
                "this model takes no pictures; choose one that sees for this purpose",
            ));
        }
        let limit = left.mul_f64(SHARE).max(Duration::from_secs(5)).min(left);
        let mut answer = http::post(&self.agent, self.post(request), limit, wait)?;
        let wait = wait.capped(limit);
        if !(200..300).contains(&answer.code) {
            return Err(self.refused(request, &mut answer, &wait));
        }
        let mut reply = match answer.kind.as_str() {
            "text/event-stream" => self.stream(&mut answer, &wait)?,
            "application/json" | "" => self.whole(&mut answer, &wait)?,
            other => return Err(Fault::WrongType(other.to_owned())),
        };
        reply.usage.cost = reply.usage.cost.or_else(|| Some(self.settings.prices?.of(&reply.usage)));
        Ok(reply)
    }

    fn post(&self, request: &Request) -> Post {
        let settings = &self.settings;
        let asking = Asking {
            request,
            model: &settings.model,
            manner: self.manner,
            temperature: settings.temperature,
            extra: &settings.extra,
        };
        let (header, before) = settings.api.auth();
        Post {
            url: settings.api.url(&settings.base_url, &settings.model, self.manner.stream),
            auth: settings.key.clone().map(|key| (header, before, key)),
            headers: settings.api.headers(),
            body: settings.api.body(&asking).to_string().into_bytes(),
        }
    }

    fn whole(&self, answer: &mut Answer, wait: &Wait) -> Result<Reply, Fault> {
        let body = answer.whole(wait)?;
        if body.iter().all(u8::is_ascii_whitespace) {
            return Err(Fault::Empty);
        }
        let value = serde_json::from_slice(&body)
            .map_err(|error| if error.is_eof() { Fault::Cut } else { Fault::malformed("it is no JSON") })?;
        self.settings.api.whole(&value)
    }

    fn stream(&self, answer: &mut Answer, wait: &Wait) -> Result<Reply, Fault> {
        let (mut events, mut gathered) = (Events::default(), Gathered::default());
        let mut nothing = true;
        while !gathered.over {
            let patience = if gathered.stopped() { wait.capped(FIGURES) } else { wait.clone() };
            let bytes = match answer.next(&patience) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => break,
                Err(Fault::TimedOut | Fault::Cut) if gathered.stopped() => break,
                Err(fault) => return Err(fault),
            };
            nothing = false;
            for data in events.take(&bytes)? {
                self.settings.api.piece(&mut gathered, &data)?;
            }
        }
        if nothing {
            return Err(Fault::Empty);
        }
        if let Some(data) = events.rest().filter(|_| !gathered.over) {
            self.settings.api.piece(&mut gathered, &data).map_err(|_| Fault::Cut)?;
        }
        gathered.end()
    }

    /// An answer that is an error, or a hint that a part of the request was too much.
    fn refused(&mut self, request: &Request, answer: &mut Answer, wait: &Wait) -> Fault {
        let body = answer.whole(wait).unwrap_or_default();
        let said = match serde_json::from_slice(&body) {
            Ok(value) => message(&value),
            // A web page says nothing that helps.
            Err(_) if body.trim_ascii_start().starts_with(b"<") => String::new(),
            Err(_) => super::fault::line(&String::from_utf8_lossy(&body)),
        };
        if matches!(answer.code, 400 | 422)
            && let Some((manner, what)) = milder(self.manner, request.schema.is_some(), &said)
        {
            self.manner = manner;
            return Fault::TooFancy { what, message: said };
        }
        Fault::Status { code: answer.code, message: said, retry_after: answer.retry_after }
    }

    fn without_key(&self, fault: Fault) -> Fault {
        let Some(key) = &self.settings.key else { return fault };
        match fault {
            Fault::Unreachable(text) => Fault::Unreachable(key.scrub(&text)),
            Fault::Insecure(text) => Fault::Insecure(key.scrub(&text)),
            Fault::BadAddress(text) => Fault::BadAddress(key.scrub(&text)),
            Fault::WrongType(text) => Fault::WrongType(key.scrub(&text)),
            Fault::Malformed(text) => Fault::Malformed(key.scrub(&text)),
            Fault::Status { code, message, retry_after } => {
                Fault::Status { code, message: key.scrub(&message), retry_after }
            }
            Fault::TooFancy { what, message } => Fault::TooFancy { what, message: key.scrub(&message) },
            other => other,
        }
    }
}

/// From 0 to 1, from the random part of a fresh id.
fn jitter() -> f64 {
    f64::from(uuid::Uuid::now_v7().as_bytes()[15]) / 255.0
}
