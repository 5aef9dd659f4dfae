//! Which ways to find a target are tried, in which order, and what each costs: a pure function of what is known of the
//! target, of what may be used, and of what a tree and a picture cost on this device.

use crate::device::{Costs, Need};
use crate::screen::Way;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// What may be used to find a target. The names are seed 001's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Everything that works on this computer.
    OpencvOnly,
    /// The model only.
    AiOnly,
    /// What works on this computer first, then the model.
    #[default]
    OpencvFirst,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no strategy\nhint: opencv_only, ai_only or opencv_first")]
pub struct BadStrategy(String);

impl FromStr for Strategy {
    type Err = BadStrategy;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "opencv_only" => Ok(Strategy::OpencvOnly),
            "ai_only" => Ok(Strategy::AiOnly),
            "opencv_first" => Ok(Strategy::OpencvFirst),
            other => Err(BadStrategy(other.to_owned())),
        }
    }
}

/// What is known of a target, and what there is to find it with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Known {
    /// It has names or a role, to be looked up in the tree exactly.
    pub names: bool,
    /// The app's folder holds a reference picture of it, by its name or an alias.
    pub picture: bool,
    /// It is described in words: after `dynamic:`, or by the step.
    pub words: bool,
    /// A text alone would tell it: it is described, or it has names and neither role nor place.
    pub readable: bool,
    /// Text can be read from pictures.
    pub reader: bool,
    /// A model can be asked.
    pub model: bool,
}

/// One way to try, what it needs to see and what it is expected to cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Try {
    pub way: Way,
    pub need: Need,
    pub cost: Duration,
}

/// What the ways cost beside the look, on one core: rounded up from `bench/locator` and `bench/ocr`.
const SEARCH: Duration = Duration::from_millis(60);
const READ: Duration = Duration::from_millis(1300);
const MODEL: Duration = Duration::from_secs(5);
const THINK: Duration = Duration::from_millis(2);

/// The ways, cheapest first; where two cost the same, the surer one. What is in the look already, or will be, costs
/// nothing more. Reading comes after the tree, which alone tells what lies over what is read. The model comes last: it
/// costs money.
pub fn order(known: Known, costs: &Costs, have: Need, strategy: Strategy) -> Vec<Try> {
    const TREE: Need = Need::TREE;
    const PICTURE: Need = Need::PICTURE;
    let look = |need: Need| costs.of(need.without(have));
    let local = strategy != Strategy::AiOnly;
    let model = known.model && strategy != Strategy::OpencvOnly;
    // Surest first; the sort below keeps this order among equals.
    let ways = [
        (local && known.names, Way::Tree, TREE, THINK),
        (local && known.picture, Way::Picture, PICTURE, SEARCH),
        (local && known.words, Way::Words, TREE, THINK),
        (local && known.reader && known.readable, Way::Text, PICTURE, READ),
    ];
    let mut tries: Vec<Try> = ways
        .into_iter()
        .filter(|(usable, ..)| *usable)
        .map(|(_, way, need, work)| Try { way, need, cost: look(need) + work })
        .collect();
    tries.sort_by_key(|one| (one.way == Way::Text, one.cost));
    tries.extend(model.then(|| Try { way: Way::Model, need: PICTURE, cost: look(PICTURE) + MODEL }));
    tries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(tree: u64, picture: u64) -> Costs {
        let mut costs = Costs::default();
        for _ in 0..30 {
            costs.learn(Need::TREE, Duration::from_millis(tree));
            costs.learn(Need::PICTURE, Duration::from_millis(picture));
        }
        costs
    }

    const ALL: Known =
        Known { names: true, picture: true, words: true, readable: true, reader: true, model: true };

    fn ways(known: Known, costs: &Costs, strategy: Strategy) -> Vec<Way> {
        order(known, costs, Need::NONE, strategy).iter().map(|one| one.way).collect()
    }

    #[test]
    fn where_a_tree_is_dear_the_picture_comes_first_and_where_it_is_cheap_the_tree() {
        let (stock, fast) = (device(2150, 675), device(3, 5));
        let first = Strategy::OpencvFirst;
        assert_eq!(ways(ALL, &stock, first), [Way::Picture, Way::Tree, Way::Words, Way::Text, Way::Model]);
        assert_eq!(ways(ALL, &fast, first), [Way::Tree, Way::Words, Way::Picture, Way::Text, Way::Model]);
    }

    #[test]
    fn what_the_look_holds_already_costs_nothing_more() {
        let stock = device(2150, 675);
        let first = |have| order(ALL, &stock, have, Strategy::OpencvFirst)[0].way;
        assert_eq!((first(Need::TREE), first(Need::PICTURE)), (Way::Tree, Way::Picture));
    }

    #[test]
    fn seed_001_strategies_keep_their_names_and_meanings() {
        let fast = device(3, 5);
        let of = |name: &str| ways(ALL, &fast, name.parse().unwrap());
        assert!(!of("opencv_only").contains(&Way::Model));
        assert_eq!(of("ai_only"), [Way::Model]);
        assert_eq!(of("opencv_first").last(), Some(&Way::Model));
        assert!("opencv".parse::<Strategy>().is_err());
    }

    #[test]
    fn seed_001_a_dynamic_target_skips_pictures_and_nothing_is_tried_without_what_it_needs() {
        let dynamic = Known { words: true, ..Known::default() };
        assert_eq!(ways(dynamic, &device(3, 5), Strategy::OpencvFirst), [Way::Words]);
        assert_eq!(ways(Known::default(), &device(3, 5), Strategy::OpencvFirst), []);
    }
}
