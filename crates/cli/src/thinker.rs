//! A model that is asked outside of a run, by commands that look at one screen: the same words, limits and errors.

use crate::model::{self, ModelArgs};
use crate::open::{self, Ended};
use anyhow::Result;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tapwise_engine::clock::{Clock, RealClock};
use tapwise_engine::model::{Budget, Models};
use tapwise_engine::run::{Mind, NoAnswer, Used, Within};
use tapwise_engine::trace::Outcome;
use tapwise_engine::{Cancel, Wait};

/// Longer than any call may take by its own limit, the model's `timeout`, asked again after a bad reply.
const ONE_QUESTION: Duration = Duration::from_secs(4 * 3600);

pub struct Thinker {
    models: Models,
    budget: Budget,
    clock: RealClock,
    cancel: Cancel,
    pub used: Used,
}

impl Thinker {
    /// The model that the settings name; nothing if they name none.
    pub fn open(args: &ModelArgs, home: &Path) -> Result<Option<Self>> {
        let settings = args.settings(home)?;
        let clock = RealClock::default();
        let shared: Arc<dyn Clock + Sync> = Arc::new(clock.clone());
        let Some(models) = model::open(&settings, &shared)? else { return Ok(None) };
        let cancel = open::cancel_on_ctrl_c()?;
        Ok(Some(Self { models, budget: Budget::new(settings.limits), clock, cancel, used: Used::default() }))
    }

    /// One use of it.
    pub fn think<T>(
        &mut self,
        ask: impl FnOnce(&mut Mind<'_>, Within<'_>) -> Result<T, NoAnswer>,
    ) -> Result<T> {
        let wait = Wait::within(ONE_QUESTION, &self.cancel);
        let within = Within { clock: &self.clock, wait: &wait, since: self.clock.now() };
        let mut mind = Mind::of(&mut self.models, self.budget.clone());
        let answer = ask(&mut mind, within);
        let used = mind.used();
        self.used.calls += used.calls;
        self.used.tokens += used.tokens;
        self.used.cost += used.cost;
        self.used.seconds += used.seconds;
        answer.map_err(|error| Ended(Outcome::from(error)).into())
    }
}

/// For a command that cannot do without one.
pub fn needed(thinker: Option<Thinker>) -> Result<Thinker> {
    let why = "no model is set up\nhint: --preset and --model name one, or tapwise.toml (docs/models.md)";
    thinker.ok_or_else(|| Ended(Outcome::ModelUnavailable(why.to_owned())).into())
}
