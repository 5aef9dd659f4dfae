//! Runs a file of cases and counts: answered, right, wrong, wrong though sure, refused rightly and wrongly, by kind.

use super::look::{Eyes, Look};
use crate::out;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use tapwise_engine::locate::words::{Answer, describe, find};
use tapwise_engine::screen::Rect;

/// An answer may be so many times as large as the right box.
const LARGER: i64 = 4;

#[derive(Deserialize)]
struct Case {
    id: String,
    #[serde(default)]
    kind: String,
    tree: Option<String>,
    screen: Option<String>,
    texts: Option<String>,
    look: Option<Recorded>,
    words: String,
    /// Left, top, right, bottom of every right answer; none if it must not be answered.
    right: Vec<[i32; 4]>,
}

#[derive(Deserialize)]
struct Recorded {
    file: String,
    look: String,
}

#[derive(Default)]
struct Tally {
    n: u32,
    answerable: u32,
    answered: u32,
    right: u32,
    wrong: u32,
    wrong_sure: u32,
    refused_right: u32,
    refused_wrong: u32,
}

impl Tally {
    fn object(&self) -> Value {
        json!({
            "n": self.n, "answerable": self.answerable, "answered": self.answered, "right": self.right,
            "wrong": self.wrong, "wrong_sure": self.wrong_sure,
            "refused_right": self.refused_right, "refused_wrong": self.refused_wrong,
        })
    }

    fn line(&self, name: &str) -> String {
        format!(
            "{name:12} {:5} {:8} {:6} {:6} {:10} {:13} {:13}",
            self.n,
            self.answered,
            self.right,
            self.wrong,
            self.wrong_sure,
            self.refused_right,
            self.refused_wrong
        )
    }
}

pub fn run(
    file: &Path,
    root: Option<&Path>,
    home: Option<&Path>,
    show: bool,
    as_json: bool,
) -> Result<ExitCode> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let root = root.unwrap_or_else(|| file.parent().unwrap_or(Path::new(".")));
    let mut eyes = Eyes::new(home);
    let mut kinds: BTreeMap<String, Tally> = BTreeMap::new();
    let mut all = Tally::default();
    let mut times: Vec<f64> = Vec::new();
    let mut missed: Vec<Value> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("{} line {}", file.display(), number + 1);
        let case: Case = serde_json::from_str(line).with_context(at)?;
        let look = look(&case, root, &mut eyes).with_context(at)?;
        let begun = Instant::now();
        let answer = find(&describe(&case.words), &look.screen, &look.texts);
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        let right = judge(&answer, &case.right);
        for tally in [kinds.entry(case.kind.clone()).or_default(), &mut all] {
            count(tally, &answer, &case.right, right);
        }
        if right == Some(false) || right.is_none() && !case.right.is_empty() {
            if show {
                out::line(&told(&case, &answer))?;
            }
            missed.push(json!({ "id": case.id, "words": case.words, "answer": super::word(&answer) }));
        }
    }
    times.sort_by(f64::total_cmp);
    let part = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    let round = |value: f64| (value * 1e3).round() / 1e3;
    let (p50, p95) = (round(part(0.5)), round(part(0.95)));
    out::line("kind             n answered  right  wrong wrong-sure refused-right refused-wrong")?;
    for (kind, tally) in &kinds {
        out::line(&tally.line(kind))?;
    }
    out::line(&all.line("all"))?;
    out::line(&format!("p50 {p50} ms, p95 {p95} ms"))?;
    if as_json {
        let kinds: serde_json::Map<String, Value> =
            kinds.iter().map(|(kind, tally)| (kind.clone(), tally.object())).collect();
        let object =
            json!({ "all": all.object(), "kinds": kinds, "missed": missed, "p50_ms": p50, "p95_ms": p95 });
        out::line(&object.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn look(case: &Case, root: &Path, eyes: &mut Eyes) -> Result<Look> {
    let path = |name: &Option<String>| name.as_ref().map(|name| root.join(name));
    match &case.look {
        Some(recorded) => eyes.recorded(&root.join(&recorded.file), &recorded.look),
        None if case.tree.is_none() && case.screen.is_none() => {
            bail!("case {} has neither a tree nor a picture nor a look", case.id)
        }
        None => eyes.look(
            path(&case.tree).as_deref(),
            path(&case.screen).as_deref(),
            path(&case.texts).as_deref(),
        ),
    }
}

/// Whether the answer is right; nothing if there is none.
fn judge(answer: &Answer, right: &[[i32; 4]]) -> Option<bool> {
    let Answer::Found(found) = answer else { return None };
    let area = |b: Rect| i64::from(b.width()) * i64::from(b.height());
    let (x, y) = found.bounds.centre();
    let fits = |[left, top, right, bottom]: &[i32; 4]| {
        let place = Rect { left: *left, top: *top, right: *right, bottom: *bottom };
        place.contains(x, y) && area(found.bounds) <= LARGER * area(place)
    };
    Some(right.iter().any(fits))
}

fn count(tally: &mut Tally, answer: &Answer, boxes: &[[i32; 4]], right: Option<bool>) {
    tally.n += 1;
    tally.answerable += u32::from(!boxes.is_empty());
    match (answer, right) {
        (Answer::Found(found), Some(right)) => {
            tally.answered += 1;
            tally.right += u32::from(right);
            tally.wrong += u32::from(!right);
            tally.wrong_sure += u32::from(!right && found.confidence >= tapwise_engine::locate::words::SURE);
        }
        _ if boxes.is_empty() => tally.refused_right += 1,
        _ => tally.refused_wrong += 1,
    }
}

fn told(case: &Case, answer: &Answer) -> String {
    let page = case.look.as_ref().map(|look| look.look.clone()).or(case.tree.clone()).or(case.screen.clone());
    format!(
        "{} [{}] {} ({}) right {:?}\n    {} {}",
        case.id,
        case.kind,
        case.words,
        page.unwrap_or_default(),
        case.right,
        super::word(answer),
        super::lines(answer).join("\n    ")
    )
}
