//! What a look costs on this device, learned from the looks that were taken. Only whole looks are timed, so the time
//! of each is shared out among its parts as they were known to cost before; looks of different parts tell them apart.

use super::Need;
use std::time::Duration;

/// What the parts cost in relation to each other where nothing is known yet: a stock phone's, in milliseconds.
const USUAL: [f64; 3] = [2150.0, 675.0, 60.0];
/// How much a new look counts against what is known.
const HASTE: f64 = 0.5;

/// No part costs nothing: what costs nothing could never be found to cost more.
const LEAST: f64 = 0.01;

/// Estimated time of each part of a look.
#[derive(Debug, Clone, PartialEq)]
pub struct Costs {
    /// Tree, picture, app, in milliseconds.
    parts: [f64; 3],
    known: bool,
}

impl Default for Costs {
    fn default() -> Self {
        Self { parts: USUAL, known: false }
    }
}

impl Costs {
    pub fn learn(&mut self, need: Need, took: Duration) {
        let asked = asked(need);
        let ratio = took.as_secs_f64() * 1000.0 / self.sum(asked).max(LEAST);
        if !self.known {
            // The first look tells how fast the device is as a whole.
            self.parts.iter_mut().for_each(|part| *part = (*part * ratio).max(LEAST));
            self.known = true;
            return;
        }
        for (part, _) in self.parts.iter_mut().zip(asked).filter(|(_, asked)| *asked) {
            *part = (*part * (1.0 + HASTE * (ratio - 1.0))).max(LEAST);
        }
    }

    pub fn of(&self, need: Need) -> Duration {
        Duration::from_secs_f64(self.sum(asked(need)) / 1000.0)
    }

    fn sum(&self, asked: [bool; 3]) -> f64 {
        self.parts.iter().zip(asked).filter(|(_, asked)| *asked).map(|(part, _)| part).sum()
    }
}

fn asked(need: Need) -> [bool; 3] {
    [need.tree, need.picture, need.app]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(costs: &Costs, need: Need) -> f64 {
        costs.of(need).as_secs_f64() * 1000.0
    }

    #[test]
    fn looks_of_different_parts_tell_what_each_part_costs() {
        let mut costs = Costs::default();
        for _ in 0..12 {
            costs.learn(Need::ALL, Duration::from_millis(124));
            costs.learn(Need::PICTURE.and(Need::APP), Duration::from_millis(34));
        }
        assert!((ms(&costs, Need::TREE) - 90.0).abs() < 15.0, "{costs:?}");
        assert!((ms(&costs, Need::PICTURE) - 24.0).abs() < 15.0, "{costs:?}");
    }

    #[test]
    fn one_look_tells_how_fast_the_device_is_as_a_whole() {
        let mut costs = Costs::default();
        costs.learn(Need::ALL, Duration::from_micros(2885));
        assert!(ms(&costs, Need::TREE) < 3.0 && ms(&costs, Need::PICTURE) < 1.0);
    }

    #[test]
    fn a_device_that_was_quick_may_become_slow() {
        let mut costs = Costs::default();
        costs.learn(Need::ALL, Duration::ZERO);
        for _ in 0..9 {
            costs.learn(Need::ALL, Duration::from_secs(1));
        }
        assert!(costs.of(Need::ALL) > Duration::from_millis(900), "{costs:?}");
    }
}
