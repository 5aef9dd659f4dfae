//! What a run may spend on its models: calls, tokens, money, time. Pure: it is told what was spent and says when it is
//! enough. A call is only begun while everything is within its limits, so that at most one call goes over.

use super::Usage;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits of a run; what has none is left out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    pub calls: Option<u64>,
    pub tokens: Option<u64>,
    /// US dollars.
    pub cost: Option<f64>,
    /// From the run's start, whatever it is spent on.
    pub time: Option<Duration>,
}

/// What a run has spent, in a form that is kept with it: a run that is taken up again goes on from here.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Spent {
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// What is known of the price.
    pub cost: f64,
    /// Calls whose price nobody knows.
    pub unpriced: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Budget {
    limits: Limits,
    spent: Spent,
}

#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum OverBudget {
    #[error("{spent} model calls were made, {most} are allowed\nhint: --max-calls sets the limit")]
    Calls { spent: u64, most: u64 },
    #[error("{spent} tokens were used, {most} are allowed\nhint: --max-tokens sets the limit")]
    Tokens { spent: u64, most: u64 },
    #[error("{spent:.4} US dollars were spent, {most:.4} are allowed\nhint: --max-cost sets the limit")]
    Cost { spent: f64, most: f64 },
    #[error(
        "the model's price is not known, so the limit of {most:.4} US dollars cannot be kept\nhint: write `prices` into tapwise.toml, or limit calls and tokens instead"
    )]
    Unpriced { most: f64 },
    #[error("the run took {} s, {} are allowed\nhint: `max_seconds` under [budget] in tapwise.toml sets the limit", spent.as_secs(), most.as_secs())]
    Time { spent: Duration, most: Duration },
}

impl Budget {
    pub fn new(limits: Limits) -> Self {
        Self { limits, spent: Spent::default() }
    }

    /// The budget of a run that is taken up again.
    pub fn resumed(limits: Limits, spent: Spent) -> Self {
        Self { limits, spent }
    }

    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Whether another call may be begun, so long after the run's start.
    pub fn may_call(&self, elapsed: Duration) -> Result<(), OverBudget> {
        if let Some(most) = self.limits.calls.filter(|most| self.spent.calls >= *most) {
            return Err(OverBudget::Calls { spent: self.spent.calls, most });
        }
        if let Some(most) = self.limits.time.filter(|most| elapsed >= *most) {
            return Err(OverBudget::Time { spent: elapsed, most });
        }
        if let Some(most) = self.limits.tokens.filter(|most| self.spent.tokens() >= *most) {
            return Err(OverBudget::Tokens { spent: self.spent.tokens(), most });
        }
        match self.limits.cost.filter(|most| self.spent.cost >= *most) {
            Some(most) => Err(OverBudget::Cost { spent: self.spent.cost, most }),
            None => self.within(),
        }
    }

    /// Counts a call that was made. An error says that it was the one that went over.
    pub fn spend(&mut self, usage: &Usage) -> Result<(), OverBudget> {
        self.spent.calls = self.spent.calls.saturating_add(1);
        self.spent.input_tokens = self.spent.input_tokens.saturating_add(usage.input_tokens);
        self.spent.output_tokens = self.spent.output_tokens.saturating_add(usage.output_tokens);
        match usage.cost {
            Some(cost) if cost.is_finite() => self.spent.cost += cost.max(0.0),
            _ => self.spent.unpriced = self.spent.unpriced.saturating_add(1),
        }
        self.within()
    }

    fn within(&self) -> Result<(), OverBudget> {
        let spent = &self.spent;
        if let Some(most) = self.limits.calls.filter(|most| spent.calls > *most) {
            return Err(OverBudget::Calls { spent: spent.calls, most });
        }
        if let Some(most) = self.limits.tokens.filter(|most| spent.tokens() > *most) {
            return Err(OverBudget::Tokens { spent: spent.tokens(), most });
        }
        match self.limits.cost {
            Some(most) if spent.cost > most => Err(OverBudget::Cost { spent: spent.cost, most }),
            Some(most) if spent.unpriced > 0 => Err(OverBudget::Unpriced { most }),
            _ => Ok(()),
        }
    }
}

impl Spent {
    pub fn tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn usage(tokens: u64, cost: f64) -> Usage {
        Usage { input_tokens: tokens, output_tokens: 0, cost: Some(cost) }
    }

    #[test]
    fn the_last_allowed_call_is_made_and_no_other() {
        let mut budget = Budget::new(Limits { calls: Some(2), ..Limits::default() });
        for _ in 0..2 {
            budget.may_call(Duration::ZERO).unwrap();
            budget.spend(&usage(10, 0.0)).unwrap();
        }
        assert_eq!(budget.may_call(Duration::ZERO), Err(OverBudget::Calls { spent: 2, most: 2 }));
    }

    #[test]
    fn a_limit_of_nothing_allows_no_call() {
        for limits in [
            Limits { calls: Some(0), ..Limits::default() },
            Limits { tokens: Some(0), ..Limits::default() },
            Limits { cost: Some(0.0), ..Limits::default() },
            Limits { time: Some(Duration::ZERO), ..Limits::default() },
        ] {
            assert!(Budget::new(limits).may_call(Duration::ZERO).is_err(), "{limits:?}");
        }
    }

    #[test]
    fn time_runs_out_whatever_it_was_spent_on() {
        let budget = Budget::new(Limits { time: Some(Duration::from_secs(60)), ..Limits::default() });
        assert!(budget.may_call(Duration::from_secs(59)).is_ok());
        let error = budget.may_call(Duration::from_secs(61)).unwrap_err();
        assert!(error.to_string().contains("61 s") && error.to_string().contains("hint:"));
    }

    #[test]
    fn money_without_a_known_price_is_not_spent_twice() {
        let mut budget = Budget::new(Limits { cost: Some(1.0), ..Limits::default() });
        let unpriced = Usage { input_tokens: 1, output_tokens: 1, cost: None };
        assert_eq!(budget.spend(&unpriced), Err(OverBudget::Unpriced { most: 1.0 }));
        assert!(budget.may_call(Duration::ZERO).is_err());
        let mut free = Budget::new(Limits::default());
        assert!(free.spend(&unpriced).is_ok());
    }

    #[test]
    fn a_run_that_is_taken_up_again_has_not_forgotten_what_it_spent() {
        let limits = Limits { tokens: Some(100), ..Limits::default() };
        let mut before = Budget::new(limits);
        before.spend(&usage(90, 0.0)).unwrap();
        let kept: Spent = serde_json::from_str(&serde_json::to_string(&before.spent()).unwrap()).unwrap();
        let mut after = Budget::resumed(limits, kept);
        assert!(after.may_call(Duration::ZERO).is_ok());
        assert!(after.spend(&usage(20, 0.0)).is_err());
    }

    proptest! {
        #[test]
        fn at_most_one_call_goes_over(
            calls in 1u64..20, tokens in 1u64..500, cost in 0.01f64..2.0,
            each in prop::collection::vec((0u64..200, 0.0f64..0.5), 1..60),
        ) {
            let mut budget = Budget::new(Limits { calls: Some(calls), tokens: Some(tokens), cost: Some(cost), time: None });
            let mut over = 0;
            for (tokens, cost) in each {
                if budget.may_call(Duration::ZERO).is_err() {
                    break;
                }
                over += u32::from(budget.spend(&usage(tokens, cost)).is_err());
            }
            prop_assert!(over <= 1);
            prop_assert!(budget.spent().calls <= calls);
        }
    }
}
