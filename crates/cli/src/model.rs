//! The words that choose a model and limit what it may cost, for every command that asks one.

use crate::open::Ended;
use crate::out::talk;
use anyhow::Result;
use clap::Args as Group;
use std::path::Path;
use std::sync::Arc;
use tapwise_engine::clock::Clock;
use tapwise_engine::model::config::{Flags, Settings, Sources, load};
use tapwise_engine::model::{Models, Purpose};
use tapwise_engine::trace::Outcome;

/// Which model, and what it may cost.
#[derive(Debug, Clone, Default, Group)]
#[group(id = "which_model")]
pub struct ModelArgs {
    /// The provider: claude, openai, gemini, openrouter, zhipu, ollama, vllm … (docs/models.md)
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// The model, or one for a purpose (plan, locate, judge, operate); may be given several times
    #[arg(long, value_name = "[PURPOSE=][PRESET:]NAME")]
    pub model: Vec<String>,
    /// The address of the model's API
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// The most model calls of a run
    #[arg(long, value_name = "N")]
    pub max_calls: Option<u64>,
    /// The most tokens of a run, read and written
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<u64>,
    /// The most money of a run, in US dollars
    #[arg(long, value_name = "DOLLARS", value_parser = dollars)]
    pub max_cost: Option<f64>,
}

impl ModelArgs {
    /// What these words, the environment and the files amount to.
    pub fn settings(&self, home: &Path) -> Result<Settings> {
        let flags = Flags {
            preset: self.preset.clone(),
            models: self.model.clone(),
            base_url: self.base_url.clone(),
            max_calls: self.max_calls,
            max_tokens: self.max_tokens,
            max_cost: self.max_cost,
        };
        // A variable that is no text names no model.
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let folder = std::env::current_dir().unwrap_or_default();
        Ok(load(&Sources { flags, environment: environment.collect(), folder, home: home.to_owned() })?)
    }
}

/// The models of these settings, if any was chosen. What should be known is said on standard error.
pub fn open(settings: &Settings, clock: &Arc<dyn Clock + Sync>) -> Result<Option<Models>> {
    for warning in settings.warnings.iter().filter(|_| settings.has_model()) {
        talk!("warning: {warning}");
    }
    let Some(any) = settings.of(Purpose::Plan) else { return Ok(None) };
    let models = Models::open(|purpose| settings.of(purpose).unwrap_or(any), clock);
    Ok(Some(models.map_err(|error| Ended(Outcome::ModelUnavailable(error.to_string())))?))
}

fn dollars(text: &str) -> Result<f64, String> {
    let sum = text.trim_start_matches('$').parse().ok().filter(|sum: &f64| (0.0..=1e9).contains(sum));
    sum.ok_or_else(|| "write a sum in US dollars, such as 0.50".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_a_sum_that_can_be_spent() {
        assert_eq!(dollars("0.5"), Ok(0.5));
        assert_eq!(dollars("$2"), Ok(2.0));
        for bad in ["", "-1", "NaN", "inf", "much"] {
            assert!(dollars(bad).is_err(), "{bad}");
        }
    }
}
