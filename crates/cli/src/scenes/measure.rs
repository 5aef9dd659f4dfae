//! The measures: every two looks of different content are compared with their labels, and all looks are put into
//! scenes in the order in which they came.
//!
//! Labels: equal is the same place; the same part before `~` is unclear, and the pair is left out; none is left out.
//! A recording without any label is measured by what needs none: the same activity and structure is the same place,
//! another activity is another one.

use super::folder::Look;
use super::rules::{Judge, Put, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// A share of cases.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Share {
    pub part: usize,
    pub of: usize,
}

impl Share {
    pub fn count(&mut self, hit: bool) {
        self.part += usize::from(hit);
        self.of += 1;
    }

    pub fn add(&mut self, other: Self) {
        self.part += other.part;
        self.of += other.of;
    }

    pub fn percent(self) -> f64 {
        100.0 * self.part as f64 / self.of.max(1) as f64
    }
}

/// How a rule did on one app.
#[derive(Debug, Clone, Default)]
pub struct Result {
    pub labelled: bool,
    pub looks: usize,
    /// For each place with at least one pair: how many of its pairs were taken for different places.
    pub missed: Vec<Share>,
    /// Pairs of different places taken for the same, within an activity and between two.
    pub merged_within: Share,
    pub merged_between: Share,
    pub scenes: usize,
    pub places: usize,
    /// Looks in a scene most of whose looks are of another place.
    pub misplaced: Share,
    pub shown: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    Same,
    Other,
    Unclear,
}

pub fn base(place: &str) -> &str {
    place.split('~').next().unwrap_or(place)
}

fn truth(a: &Look, b: &Look, labelled: bool) -> Truth {
    if !labelled {
        return match (a.activity == b.activity, a.structure == b.structure) {
            (true, true) => Truth::Same,
            (true, false) => Truth::Unclear,
            (false, _) => Truth::Other,
        };
    }
    match (&a.place, &b.place) {
        (Some(a), Some(b)) if a == b => Truth::Same,
        (Some(a), Some(b)) if base(a) != base(b) => Truth::Other,
        _ => Truth::Unclear,
    }
}

pub fn measure(looks: &[Look], rule: Rule, show: usize) -> Result {
    let labelled = looks.iter().any(|look| look.place.is_some());
    let mut known = BTreeSet::new();
    let first_of_its_kind = |at: &usize| known.insert((&looks[*at].state, &looks[*at].place));
    let distinct: Vec<usize> = (0..looks.len()).filter(first_of_its_kind).collect();
    let mut judge = Judge::new(rule, looks, &distinct);
    let mut result = Result { labelled, looks: looks.len(), ..Result::default() };
    let mut missed: BTreeMap<(&str, &str), Share> = BTreeMap::new();
    let mut put: Vec<(usize, Put)> = Vec::new();
    for (nth, this) in distinct.iter().copied().enumerate() {
        for earlier in distinct[..nth].iter().copied() {
            let (a, b) = (&looks[earlier], &looks[this]);
            let truth = truth(a, b, labelled);
            if a.state == b.state || truth == Truth::Unclear {
                continue;
            }
            let same = judge.same(earlier, this);
            let wrong = same != (truth == Truth::Same);
            if truth == Truth::Same {
                let place = if labelled {
                    ("", b.place.as_deref().unwrap_or_default())
                } else {
                    (&*b.activity, &*b.structure)
                };
                missed.entry(place).or_default().count(wrong);
            } else if a.activity == b.activity {
                result.merged_within.count(wrong);
            } else {
                result.merged_between.count(wrong);
            }
            if wrong && result.shown.len() < show {
                result.shown.push(told(a, b, same));
            }
        }
        put.push((this, judge.meet(this)));
    }
    result.missed = missed.into_values().collect();
    if labelled {
        count_scenes(looks, &put, &mut result);
    }
    result
}

fn told(a: &Look, b: &Look, same: bool) -> String {
    let place = |look: &Look| look.place.clone().unwrap_or_else(|| look.activity.clone());
    let what = if same { "taken for one place" } else { "taken for two places" };
    format!("{what}: {} ({}) and {} ({})", a.name, place(a), b.name, place(b))
}

/// Scenes and places, without looks whose place is unclear.
fn count_scenes(looks: &[Look], put: &[(usize, Put)], result: &mut Result) {
    let clear = put.iter().filter_map(|(at, scene)| {
        let place = looks[*at].place.as_deref().filter(|place| !place.contains('~'))?;
        Some((*scene, place))
    });
    let mut scenes: BTreeMap<Put, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut places = BTreeSet::new();
    for (scene, place) in clear {
        places.insert(place);
        *scenes.entry(scene).or_default().entry(place).or_default() += 1;
    }
    result.scenes = scenes.len();
    result.places = places.len();
    for counts in scenes.values() {
        let all: usize = counts.values().sum();
        let most = counts.values().copied().max().unwrap_or_default();
        result.misplaced.add(Share { part: all - most, of: all });
    }
}
