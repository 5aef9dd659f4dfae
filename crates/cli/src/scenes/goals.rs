//! The goals for recorded apps, beside what was measured.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A figure with what to reach and what to aim for.
pub struct Goal {
    name: &'static str,
    figure: &'static str,
    reach: f64,
    aim: f64,
    /// Whether more is better.
    more: bool,
}

const fn goal(name: &'static str, figure: &'static str, more: bool, reach: f64, aim: f64) -> Goal {
    Goal { name, figure, reach, aim, more }
}

const GOALS: [Goal; 10] = [
    goal("places missed, mean %", "scenes_missed", false, 6.0, 3.0),
    goal("false merges, same activity %", "scenes_merged", false, 0.10, 0.05),
    goal("scenes per place", "scenes_per_place", false, 1.06, 1.02),
    goal("looks in a wrong scene %", "scenes_wrong", false, 0.5, 0.2),
    goal("next place given (place, action) %", "next_rest_and_walk_given_action", true, 94.0, 96.0),
    goal("next place, top-1 with walk %", "next_rest_and_walk_ours_top1", true, 47.0, 52.0),
    goal("location outside scrollers %", "location_outside_ours", true, 99.0, 99.5),
    goal("location on arrival %", "location_arrival_ours", true, 90.0, 93.0),
    goal("re-found % (aim: scroll search)", "refound_ladder", true, 88.0, 95.0),
    goal("re-found, ambiguous %", "refound_ladder_ambiguous", false, 0.5, 0.5),
];

impl Goal {
    fn holds(&self, value: f64, bound: f64) -> bool {
        if self.more { value >= bound } else { value <= bound }
    }
}

fn measured(figures: &BTreeMap<String, f64>) -> impl Iterator<Item = (&'static Goal, f64)> {
    GOALS.iter().filter_map(|goal| Some((goal, *figures.get(goal.figure)?)))
}

pub fn lines(figures: &BTreeMap<String, f64>) -> Vec<String> {
    let mut lines = vec![format!("\n{:36} {:>8} {:>8} {:>8}", "goals", "ours", "reach", "aim")];
    lines.extend(measured(figures).map(|(goal, value)| {
        let said = match (goal.holds(value, goal.reach), goal.holds(value, goal.aim)) {
            (_, true) => "aimed for",
            (true, false) => "reached",
            (false, false) => "falls short",
        };
        format!("{:36} {value:8.2} {:8.2} {:8.2}  {said}", goal.name, goal.reach, goal.aim)
    }));
    lines
}

pub fn json(figures: &BTreeMap<String, f64>) -> Value {
    let told = measured(figures).map(|(goal, value)| {
        let reached = goal.holds(value, goal.reach);
        let goal_told = json!({ "ours": value, "reach": goal.reach, "aim": goal.aim, "reached": reached });
        (goal.figure.to_owned(), goal_told)
    });
    Value::Object(told.collect::<Map<_, _>>())
}
