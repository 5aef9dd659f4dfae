//! The score of a run over cases: per kind, per outcome and per confidence, as a table and as JSON.
//!
//! An answer is right when the middle of its box lies in one of the case's boxes; wrong when it lies elsewhere. On a
//! case without an answer, anything found is a false positive.

use crate::match_cases::{Case, method_name};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use tapwise_vision::Bounds;
use tapwise_vision::find::Match;

/// What one case came to; times in milliseconds, `cpu` those on a core.
#[derive(Debug)]
pub struct Answer {
    pub found: Option<Match>,
    pub refused: Option<String>,
    pub cpu: f64,
    pub wall: f64,
    pub decode: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Hit,
    Wrong,
    Miss,
    FalsePositive,
    RightlyNotFound,
}

#[derive(Debug, Default)]
struct Tally {
    n: usize,
    hit: usize,
    wrong: usize,
    miss: usize,
    false_positive: usize,
    overlap: usize,
    ms: Vec<f64>,
}

#[derive(Debug, Default)]
pub struct Score {
    kinds: BTreeMap<String, Tally>,
    positives: Tally,
    negatives: Tally,
    outcomes: BTreeMap<String, Vec<f64>>,
    /// Right answers and all answers, by method and tenth part of confidence halved.
    bins: BTreeMap<(String, u32), (usize, usize)>,
    decode: Vec<f64>,
}

pub fn verdict(case: &Case, found: Option<Bounds>) -> Verdict {
    let Some(bounds) = found else {
        return if case.positive { Verdict::Miss } else { Verdict::RightlyNotFound };
    };
    let (x, y) = middle(bounds);
    let inside = |[left, top, width, height]: &[f64; 4]| {
        (*left..=left + width).contains(&x) && (*top..=top + height).contains(&y)
    };
    match case.positive {
        false => Verdict::FalsePositive,
        true if case.gt.iter().any(inside) => Verdict::Hit,
        true => Verdict::Wrong,
    }
}

fn middle(bounds: Bounds) -> (f64, f64) {
    let half = |from: u32, side: u32| f64::from(from) + f64::from(side) / 2.0;
    (half(bounds.left, bounds.width), half(bounds.top, bounds.height))
}

/// What both boxes cover, as a share of what either covers.
fn overlap(bounds: Bounds, [left, top, width, height]: [f64; 4]) -> f64 {
    let shared = |a: u32, side: u32, b: f64, other: f64| {
        let (a, side) = (f64::from(a), f64::from(side));
        ((a + side).min(b + other) - a.max(b)).max(0.0)
    };
    let both =
        shared(bounds.left, bounds.width, left, width) * shared(bounds.top, bounds.height, top, height);
    both / (bounds.area() as f64 + width * height - both)
}

impl Tally {
    fn count(&mut self, verdict: Verdict, covers: bool, ms: f64) {
        self.n += 1;
        self.ms.push(ms);
        self.overlap += usize::from(covers);
        match verdict {
            Verdict::Hit => self.hit += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::Miss => self.miss += 1,
            Verdict::FalsePositive => self.false_positive += 1,
            Verdict::RightlyNotFound => {}
        }
    }

    fn object(&self) -> Value {
        json!({
            "n": self.n, "hit": self.hit, "wrong": self.wrong, "miss": self.miss,
            "false_positive": self.false_positive, "overlap": self.overlap,
            "p50_ms": quantile(&self.ms, 0.5), "p95_ms": quantile(&self.ms, 0.95),
        })
    }

    fn line(&self, name: &str) -> String {
        let Tally { n, hit, wrong, miss, false_positive, overlap, ms } = self;
        let (p50, p95) = (quantile(ms, 0.5), quantile(ms, 0.95));
        format!(
            "{name:26}{n:5}{hit:6}{wrong:7}{miss:6}{false_positive:6}{:>9}{p50:9.1}{p95:9.1}",
            if hit + wrong + miss > 0 { percent(*overlap, *n) } else { String::new() }
        )
    }
}

impl Score {
    pub fn count(&mut self, case: &Case, answer: &Answer) {
        let found = answer.found.as_ref().map(|found| found.bounds);
        let verdict = verdict(case, found);
        let best = case.gt.iter().filter_map(|gt| Some(overlap(found?, *gt))).fold(0.0, f64::max);
        // A turned thing has no box of its own: its middle counts.
        let covers = if case.cat == "rotation" { verdict == Verdict::Hit } else { best >= 0.5 };
        let total = if case.positive { &mut self.positives } else { &mut self.negatives };
        total.count(verdict, covers, answer.cpu);
        self.kinds.entry(case.kind()).or_default().count(verdict, covers, answer.cpu);
        let method = answer.found.as_ref().map(|found| method_name(found.method));
        let outcome = method.as_ref().map_or("not found".to_owned(), |method| format!("found: {method}"));
        self.outcomes.entry(outcome).or_default().push(answer.cpu);
        self.decode.push(answer.decode);
        if let Some((found, method)) = answer.found.as_ref().zip(method) {
            let bin = (found.confidence.clamp(0.0, 0.999) * 20.0) as u32;
            let (right, all) = self.bins.entry((method, bin)).or_default();
            *right += usize::from(verdict == Verdict::Hit);
            *all += 1;
        }
    }

    pub fn count_all(&self) -> usize {
        self.positives.n + self.negatives.n
    }

    pub fn object(&self, hint: bool, threshold: f32) -> Value {
        let kinds = self.kinds.iter().map(|(kind, tally)| (kind.clone(), tally.object()));
        let times = |ms: &Vec<f64>| json!({ "n": ms.len(), "p50_ms": quantile(ms, 0.5), "p95_ms": quantile(ms, 0.95) });
        let outcomes = self.outcomes.iter().map(|(name, ms)| (name.clone(), times(ms)));
        let bins = self.bins.iter().map(|((method, bin), (right, all))| {
            json!({ "method": method, "from": f64::from(*bin) / 20.0, "right": right, "n": all })
        });
        json!({
            "cases": self.count_all(),
            "size_hint": hint,
            "threshold": threshold,
            "positives": self.positives.object(),
            "negatives": self.negatives.object(),
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "outcomes": outcomes.collect::<serde_json::Map<_, _>>(),
            "confidence": bins.collect::<Vec<_>>(),
            "decode": times(&self.decode),
        })
    }

    pub fn table(&self, hint: bool, threshold: f32) -> String {
        let told = if hint { "with" } else { "without" };
        let mut text = format!(
            "{} cases, {told} the size of the reference's screen, threshold {threshold}; ms on one core, decoding apart\n\n\
             {:26}{:>5}{:>6}{:>7}{:>6}{:>6}{:>9}{:>9}{:>9}\n",
            self.count_all(),
            "kind",
            "n",
            "hit",
            "wrong",
            "miss",
            "FP",
            "IoU≥0.5",
            "p50 ms",
            "p95 ms"
        );
        for (kind, tally) in &self.kinds {
            let _ = writeln!(text, "{}", tally.line(kind));
        }
        let shares = |tally: &Tally, of: &[(&str, usize)]| {
            let shares = of.iter().map(|(name, count)| format!("{name} {}", percent(*count, tally.n)));
            shares.collect::<Vec<_>>().join(", ")
        };
        let positives =
            shares(&self.positives, &[("hit", self.positives.hit), ("wrong", self.positives.wrong)]);
        let negatives = shares(&self.negatives, &[("false positive", self.negatives.false_positive)]);
        let _ = writeln!(text, "{}  {positives}", self.positives.line("all with an answer"));
        let _ = writeln!(text, "{}  {negatives}", self.negatives.line("all without"));
        let _ = writeln!(text, "\n{:26}{:>5}{:>9}{:>9}", "outcome", "n", "p50 ms", "p95 ms");
        let decode = ("decoding".to_owned(), self.decode.clone());
        for (name, ms) in self.outcomes.iter().chain([(&decode.0, &decode.1)]) {
            let (p50, p95) = (quantile(ms, 0.5), quantile(ms, 0.95));
            let _ = writeln!(text, "{name:26}{:5}{p50:9.1}{p95:9.1}", ms.len());
        }
        let _ = writeln!(text, "\n{:26}{:>12}{:>6}{:>8}", "method", "confidence", "n", "right");
        for ((method, bin), (right, all)) in &self.bins {
            let from = f64::from(*bin) / 20.0;
            let range = format!("{from:.2}-{:.2}", from + 0.05);
            let _ = writeln!(text, "{method:26}{range:>12}{all:6}{:>8}", percent(*right, *all));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

fn percent(part: usize, all: usize) -> String {
    if all == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * part as f64 / all as f64) }
}

/// The nearest rank; nothing was measured, nothing was spent.
fn quantile(ms: &[f64], share: f64) -> f64 {
    let mut sorted = ms.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}
