//! Prints the measures: a row per rule over all apps, a row per app for the rule as it runs, and JSON.

use super::goals;
use super::measure::{Result as Measured, Share};
use super::memory::Remembered;
use super::rules::Rule;
use crate::out;
use anyhow::Result;
use serde_json::{Map, Value, json};

/// The measures of several apps taken together.
#[derive(Default)]
struct Sum {
    places_missed: Vec<f64>,
    same: Share,
    within: Share,
    between: Share,
    misplaced: Share,
    scenes: usize,
    places: usize,
    looks: usize,
}

impl Sum {
    fn of<'a>(all: impl IntoIterator<Item = &'a Measured>) -> Self {
        let mut sum = Self::default();
        for one in all {
            sum.looks += one.looks;
            sum.scenes += one.scenes;
            sum.places += one.places;
            sum.within.add(one.merged_within);
            sum.between.add(one.merged_between);
            sum.misplaced.add(one.misplaced);
            for place in &one.missed {
                sum.places_missed.push(place.percent());
                sum.same.add(*place);
            }
        }
        sum
    }

    fn missed(&self) -> f64 {
        self.places_missed.iter().sum::<f64>() / self.places_missed.len().max(1) as f64
    }

    fn scenes_per_place(&self) -> f64 {
        self.scenes as f64 / self.places.max(1) as f64
    }

    fn other(&self) -> Share {
        let mut all = self.within;
        all.add(self.between);
        all
    }

    fn line(&self, name: &str) -> String {
        format!(
            "{name:24} {:8.2} {:8.3} {:8.3} {:8.3} {:8.2} {:9} {:8.2} {:9} {:8.3}",
            self.missed(),
            self.within.percent(),
            self.between.percent(),
            self.scenes_per_place(),
            self.misplaced.percent(),
            self.same.of,
            self.same.percent(),
            self.other().of,
            self.other().percent(),
        )
    }

    /// By the flat names that the goals go by.
    fn figures(&self) -> [(String, f64); 4] {
        [
            ("scenes_missed", self.missed()),
            ("scenes_merged", self.within.percent()),
            ("scenes_per_place", self.scenes_per_place()),
            ("scenes_wrong", self.misplaced.percent()),
        ]
        .map(|(name, value)| (name.to_owned(), round(value)))
    }

    fn json(&self) -> Value {
        json!({
            "looks": self.looks,
            "places": self.places,
            "places_with_pairs": self.places_missed.len(),
            "missed_percent": round(self.missed()),
            "merged_within_activity_percent": round(self.within.percent()),
            "merged_between_activities_percent": round(self.between.percent()),
            "scenes_per_place": round(self.scenes_per_place()),
            "looks_in_wrong_scene_percent": round(self.misplaced.percent()),
            "same_pairs": self.same.of,
            "same_pairs_missed": self.same.part,
            "other_pairs": self.other().of,
            "other_pairs_merged": self.other().part,
        })
    }
}

fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn head() -> String {
    format!(
        "{:24} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>8} {:>9} {:>8}",
        "", "missed", "merged", "merged", "scenes", "wrong", "pairs", "missed", "pairs", "merged"
    ) + &format!(
        "\n{:24} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>8} {:>9} {:>8}",
        "", "% places", "% within", "% across", "per pl.", "scene %", "of one", "%", "of two", "%"
    )
}

pub fn print(apps: &[(String, Vec<(Rule, Measured)>)], remembered: &Remembered, json: bool) -> Result<()> {
    let mut told = Map::new();
    let mut figures = remembered.figures();
    for labelled in [true, false] {
        let of: Vec<_> =
            apps.iter().filter(|(_, all)| all.iter().any(|(_, one)| one.labelled == labelled)).collect();
        if of.is_empty() {
            continue;
        }
        if !labelled {
            out::line("\nwithout labels: same activity and structure against another activity")?;
        }
        out::line(&head())?;
        let rules: Vec<Rule> = of[0].1.iter().map(|(rule, _)| *rule).collect();
        let mut by_rule = Map::new();
        for (nth, rule) in rules.iter().enumerate() {
            let sum = Sum::of(of.iter().map(|(_, all)| &all[nth].1));
            out::line(&sum.line(rule.name()))?;
            by_rule.insert(rule.key().to_owned(), sum.json());
            if labelled && *rule == Rule::Online {
                figures.extend(sum.figures());
            }
        }
        let mut by_app = Map::new();
        for (name, all) in of {
            let Some((_, last)) = all.last() else { continue };
            let sum = Sum::of([last]);
            out::line(&sum.line(&format!("  {name}")))?;
            by_app.insert(name.clone(), sum.json());
            for line in &last.shown {
                out::line(&format!("    {line}"))?;
            }
        }
        let section = if labelled { "labelled" } else { "unlabelled" };
        told.insert(section.to_owned(), json!({ "rules": by_rule, "apps": by_app }));
    }
    if remembered.apps > 0 {
        for line in remembered.lines().into_iter().chain(goals::lines(&figures)) {
            out::line(&line)?;
        }
        told.insert("goals".to_owned(), goals::json(&figures));
        told.insert("figures".to_owned(), json!(figures));
        told.insert("missing".to_owned(), json!(remembered.missing));
    }
    if json {
        out::line(&Value::Object(told).to_string())?;
    }
    Ok(())
}
