//! Everything that is needed to ask one model, and where it came from is already settled.

use super::Usage;
use super::api::Api;
use super::dialect::Dialect;
use super::key::Key;
use serde_json::{Map, Value};
use std::time::Duration;

#[derive(Debug, Clone, PartialEq)]
pub struct ModelSettings {
    /// The preset that it was made from, such as `ollama`.
    pub preset: String,
    pub api: Api,
    pub base_url: String,
    pub model: String,
    pub key: Option<Key>,
    /// The action language that it speaks.
    pub dialect: Dialect,
    /// The longest side of a picture that it sees best; none: as it is.
    pub picture: Option<u32>,
    /// It takes pictures at all.
    pub sees: bool,
    pub prices: Option<Prices>,
    pub stream: bool,
    /// The longest time of one call, all its requests included.
    pub timeout: Duration,
    pub temperature: Option<f64>,
    /// Fields that are added to each request as they are.
    pub extra: Map<String, Value>,
    /// Who is asked when this one does not answer.
    pub fallback: Option<Box<ModelSettings>>,
}

/// US dollars for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prices {
    pub input: f64,
    pub output: f64,
}

impl Prices {
    pub const FREE: Prices = Prices { input: 0.0, output: 0.0 };

    pub fn of(self, usage: &Usage) -> f64 {
        // Counts of tokens are far below what a float holds exactly.
        #[allow(clippy::cast_precision_loss)]
        let millions = |tokens: u64| tokens as f64 / 1e6;
        millions(usage.input_tokens) * self.input + millions(usage.output_tokens) * self.output
    }
}

impl ModelSettings {
    /// What it is called in the trace.
    pub fn name(&self) -> String {
        format!("{}:{}", self.preset, self.model)
    }

    /// Where it is, without anything that somebody wrote into the address besides.
    pub fn place(&self) -> String {
        let (scheme, rest) = self.base_url.split_once("://").unwrap_or(("", &self.base_url));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let scheme = if scheme.is_empty() { String::new() } else { format!("{scheme}://") };
        let path = if path.is_empty() { String::new() } else { format!("/{path}") };
        format!("{scheme}{host}{path}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_for_a_million_tokens() {
        let usage = Usage { input_tokens: 2_000_000, output_tokens: 100_000, cost: None };
        let cost = Prices { input: 0.3, output: 2.5 }.of(&usage);
        assert!((cost - 0.85).abs() < 1e-9, "{cost}");
    }
}
