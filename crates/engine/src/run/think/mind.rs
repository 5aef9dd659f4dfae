//! Asks a model: within its budget, with the reply read by whoever asked, and with what was wrong told back at most twice. A
//! reply that was cut off, is empty or cannot be read is never an answer (T18). Every call leaves a thought for the record.

use super::clean::cut;
use super::shot::{LONG_SIDE, Shots};
use crate::Wait;
use crate::clock::Clock;
use crate::model::dialect::{Dialect, Lang};
use crate::model::{
    Budget, Message, Model, ModelError, OverBudget, Purpose, Reply, Request, Role, Stop, Usage,
};
use crate::model::{Models, Shot};
use crate::screen::Screen;
use crate::trace::{Outcome, Thought};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// How often a reply that cannot be used is told back.
const REPAIRS: u32 = 2;
/// As much of a reply is kept in the record, and told back.
const MOST_KEPT: usize = 600;
const MOST_TOLD: usize = 2000;
const MOST_WHY: usize = 600;

/// A model, what it may use up, and what it has used.
pub struct Mind<'a> {
    model: &'a mut (dyn Model + 'static),
    /// The action language of the model that makes single moves.
    pub dialect: Dialect,
    budget: Budget,
    used: Used,
    /// Calls that are not on record yet.
    thoughts: Vec<Thought>,
    /// What the model of each purpose sees, in the order of `Purpose::ALL`.
    sees: [Sees; Purpose::ALL.len()],
    shots: Shots,
}

/// Whether a model takes pictures, and the longest side that it sees best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sees {
    pub pictures: bool,
    pub side: Option<u32>,
}

impl Default for Sees {
    fn default() -> Self {
        Self { pictures: true, side: Some(LONG_SIDE) }
    }
}

/// What was used up.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Used {
    pub calls: u32,
    pub tokens: u64,
    /// US dollars, where the price is known.
    pub cost: f64,
    pub seconds: f64,
}

/// Why there is nothing to act on.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NoAnswer {
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    #[error(
        "the model's replies cannot be used: {0}\nhint: another model may do better, or its own language: `dialect` in tapwise.toml (docs/dialects.md)"
    )]
    Bad(String),
    #[error("the model declines")]
    Declined,
}

impl From<NoAnswer> for Outcome {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::Model(ModelError::Cancelled) => Outcome::Cancelled,
            NoAnswer::Model(error) => Outcome::ModelUnavailable(error.to_string()),
            NoAnswer::OverBudget(over) => Outcome::OverBudget(over.to_string()),
            NoAnswer::Bad(_) | NoAnswer::Declined => Outcome::Failed(why.to_string()),
        }
    }
}

/// How long a call may take, and by which clock it is timed.
#[derive(Clone, Copy)]
pub struct Within<'a> {
    pub clock: &'a dyn Clock,
    pub wait: &'a Wait,
    /// How long the run has taken so far.
    pub since: Duration,
}

impl<'a> Mind<'a> {
    pub fn new(model: &'a mut (dyn Model + 'static), dialect: Dialect, budget: Budget) -> Self {
        let (used, thoughts, shots) = (Used::default(), Vec::new(), Shots::default());
        Self { model, dialect, budget, used, thoughts, sees: Default::default(), shots }
    }

    /// With what the models of its settings speak and see.
    pub fn of(models: &'a mut Models, budget: Budget) -> Self {
        let dialect = models.settings(Purpose::Operate).dialect;
        let sees = Purpose::ALL.map(|purpose| {
            let settings = models.settings(purpose);
            Sees { pictures: settings.sees, side: settings.picture }
        });
        Self { sees, ..Self::new(models, dialect, budget) }
    }

    /// The picture of a screen as this purpose's model sees it best; nothing if it sees none.
    pub(super) fn shot(&mut self, purpose: Purpose, screen: &Screen) -> Option<Shot> {
        let sees = self.sees[Purpose::ALL.iter().position(|one| *one == purpose).unwrap_or(0)];
        let whole = screen.frame.width.max(screen.frame.height);
        self.shots.of(screen, sees.side.unwrap_or(whole)).filter(|_| sees.pictures)
    }

    pub fn used(&self) -> Used {
        self.used
    }

    /// The calls that were made since this was last asked.
    pub fn take_thoughts(&mut self) -> Vec<Thought> {
        std::mem::take(&mut self.thoughts)
    }

    /// Notes what the model foretold in its last reply.
    pub(super) fn foretold(&mut self, moves: Vec<String>) {
        if let Some(last) = self.thoughts.last_mut() {
            last.predictions = moves;
        }
    }

    /// Asks until `read` understands the reply, and tells the model what was wrong with those before.
    pub(super) fn ask<T>(
        &mut self,
        mut request: Request,
        within: Within<'_>,
        mut read: impl FnMut(&Reply) -> Result<T, String>,
    ) -> Result<T, NoAnswer> {
        let mut turn = 0;
        loop {
            let (reply, over) = self.complete(&request, within)?;
            let answer = match reply.stop {
                Stop::Refused => {
                    self.was_bad("it declines");
                    return Err(NoAnswer::Declined);
                }
                Stop::Length => {
                    Err("the reply was cut off before its end\nhint: write a shorter one".to_owned())
                }
                Stop::End if reply.text.trim().is_empty() => Err("the reply is empty".to_owned()),
                Stop::End => read(&reply),
            };
            let why = match answer {
                // What a call over the budget says is not acted on.
                Ok(answer) => return over.map_or(Ok(answer), |over| Err(over.into())),
                Err(why) => cut(&why, MOST_WHY),
            };
            self.was_bad(&why);
            if let Some(over) = over {
                return Err(over.into());
            }
            if turn == REPAIRS {
                return Err(NoAnswer::Bad(for_people(&why)));
            }
            turn += 1;
            let said = if reply.text.trim().is_empty() { "(empty)" } else { reply.text.as_str() };
            request.messages.push(Message::text(Role::Assistant, cut(said, MOST_TOLD)));
            request.messages.push(Message::text(Role::User, told_back(&why)));
        }
    }

    fn was_bad(&mut self, why: &str) {
        if let Some(last) = self.thoughts.last_mut() {
            last.bad = Some(for_people(why));
        }
    }

    fn complete(
        &mut self,
        request: &Request,
        within: Within<'_>,
    ) -> Result<(Reply, Option<OverBudget>), NoAnswer> {
        self.budget.may_call(within.since)?;
        let begun = within.clock.now();
        let answered = self.model.complete(request, within.wait);
        let took = within.clock.now().saturating_sub(begun);
        let usage = answered.as_ref().map_or(Usage::default(), |reply| reply.usage);
        // A call without an answer costs nothing that is known.
        let counted = if answered.is_ok() { usage } else { Usage { cost: Some(0.0), ..usage } };
        let over = self.budget.spend(&counted).err();
        self.used.calls += 1;
        self.used.tokens += usage.tokens();
        self.used.cost += usage.cost.unwrap_or(0.0);
        self.used.seconds += took.as_secs_f64();
        self.thoughts.push(Thought {
            purpose: request.purpose.name().to_owned(),
            model: self.model.name_for(request.purpose).to_owned(),
            ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            requests: answered.as_ref().map_or(0, |reply| reply.requests),
            input_tokens: usage.input_tokens,
            output_tokens: usage.output_tokens,
            cost: usage.cost,
            reply: answered.as_ref().map_or(String::new(), |reply| cut(&reply.text, MOST_KEPT)),
            bad: answered.as_ref().err().map(|error| cut(&error.to_string(), MOST_WHY)),
            predictions: Vec::new(),
        });
        Ok((answered?, over))
    }
}

/// A hint in what is wrong with a reply is meant for the model that wrote it.
fn for_people(why: &str) -> String {
    why.split("\nhint: ").next().unwrap_or_default().to_owned()
}

fn told_back(why: &str) -> String {
    format!(
        "That reply cannot be used: {why}\nReply again, in the form that was asked for, and with nothing else."
    )
}

/// The language that a person wrote in.
pub fn lang_of(text: &str) -> Lang {
    let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    if text.chars().any(chinese) { Lang::Zh } else { Lang::En }
}

/// A request of two messages: what is always so, and what is so now.
pub(super) fn request(
    purpose: Purpose,
    system: &str,
    parts: Vec<crate::model::Part>,
    schema: Option<crate::model::Schema>,
    max_tokens: u32,
) -> Request {
    let messages = vec![Message::text(Role::System, system), Message { role: Role::User, parts }];
    Request { purpose, messages, schema, max_tokens }
}
