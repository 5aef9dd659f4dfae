//! What was done in a recording, as ways from one place to another: tasks, a free walk and single events.

use super::folder::Look;
use crate::jsonl;
use anyhow::Result;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tapwise_engine::screen::refind::label;

/// The place of each state, whoever named it: the labels, or our own scenes.
pub type Names = BTreeMap<String, String>;

/// What was done beside the looks; nothing where the file is not there.
#[derive(Default)]
pub struct Done {
    tasks: Option<Vec<Task>>,
    walk: Option<Vec<Step>>,
    events: Option<Vec<Event>>,
}

#[derive(Deserialize)]
pub struct Task {
    #[serde(default)]
    task: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
pub struct Step {
    pub state: String,
    #[serde(default)]
    kind: String,
    pub element: Option<usize>,
    target: Option<String>,
    restart: Option<Value>,
}

#[derive(Deserialize)]
struct Event {
    from: Option<String>,
    to: Option<String>,
    #[serde(default)]
    kind: String,
    element: Option<Touched>,
    name: Option<String>,
    direction: Option<String>,
}

#[derive(Deserialize)]
struct Touched {
    i: usize,
}

/// One step from a place to the next.
#[derive(Debug, Clone)]
pub struct Way {
    pub from: String,
    /// What was done: the kind, and id, class and label of the element.
    pub action: String,
    /// What the element says, word by word.
    pub words: BTreeSet<String>,
    pub to: String,
}

/// A sentence and the ways that were taken for it.
pub struct Followed {
    pub sentence: BTreeSet<String>,
    pub ways: Vec<Way>,
}

/// Reads what lies beside the looks.
pub fn read(states: &Path) -> Result<Done> {
    let folder = states.parent().unwrap_or(Path::new("."));
    fn all<T: serde::de::DeserializeOwned>(folder: &Path, name: &str) -> Result<Option<Vec<T>>> {
        jsonl::find(folder, name).map(|file| jsonl::read(&file)).transpose()
    }
    Ok(Done { tasks: all(folder, "tasks")?, walk: all(folder, "explore")?, events: all(folder, "events")? })
}

/// The words of a text: runs of letters and digits, a Chinese sign alone; an English plural is no other word.
pub fn words(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    let mut found = BTreeSet::new();
    for run in lower.split(|sign: char| !sign.is_alphanumeric()) {
        if run.is_ascii() {
            let one = if run.len() > 3 { run.strip_suffix('s').unwrap_or(run) } else { run };
            found.insert(one.to_owned());
        } else {
            found.extend(run.chars().map(String::from));
        }
    }
    for filler in ["", "the", "a", "an", "to", "of", "in", "on", "and", "for", "my", "it", "is", "that", "by"]
    {
        found.remove(filler);
    }
    found
}

/// The look that each state is known by: the first one with a label.
pub struct States<'a>(BTreeMap<&'a str, &'a Look>);

impl<'a> States<'a> {
    pub fn of(looks: &'a [Look]) -> Self {
        let mut known: BTreeMap<&str, &Look> = BTreeMap::new();
        for look in looks {
            let kept = known.entry(&look.state).or_insert(look);
            if kept.place.is_none() {
                *kept = look;
            }
        }
        Self(known)
    }

    pub fn get(&self, state: &str) -> Option<&'a Look> {
        self.0.get(state).copied()
    }

    /// The places by their labels; of an unclear one what is before the `~`.
    pub fn labels(&self) -> Names {
        let named = self.0.iter().filter_map(|(state, look)| Some((*state, look.place.as_deref()?)));
        named.map(|(state, place)| (state.to_owned(), super::measure::base(place).to_owned())).collect()
    }

    /// The action as one name, and what the touched element says.
    fn action(
        &self,
        kind: &str,
        state: &str,
        element: Option<usize>,
        spare: &str,
    ) -> (String, BTreeSet<String>) {
        let touched = element.and_then(|number| {
            let look = self.get(state)?;
            let tree = look.screen.tree.as_ref()?;
            let touched = tree.get(look.numbers.iter().position(|one| *one == number)?)?;
            Some((touched, label(tree, touched.index).join("|")))
        });
        match touched {
            Some((e, said)) => (format!("{kind} {} {} {said}", e.id, e.class), words(&said)),
            None => (format!("{kind} {spare}"), words(spare)),
        }
    }
}

impl Done {
    /// What is not there, by the name of its file.
    pub fn missing(&self) -> Vec<&'static str> {
        let all = [
            ("tasks", self.tasks.is_none()),
            ("explore", self.walk.is_none()),
            ("events", self.events.is_none()),
        ];
        all.into_iter().filter(|(_, missing)| *missing).map(|(name, _)| name).collect()
    }

    /// Every step of a task that names an element.
    pub fn targets(&self) -> impl Iterator<Item = (&str, usize)> {
        let steps = self.tasks.iter().flatten().flat_map(|task| &task.steps);
        steps.filter_map(|step| Some((step.state.as_str(), step.element?)))
    }

    pub fn tasks(&self, states: &States<'_>, names: &Names) -> Option<Vec<Followed>> {
        let tasks = self.tasks.as_ref()?.iter();
        Some(
            tasks
                .map(|task| Followed { sentence: words(&task.task), ways: ways(&task.steps, states, names) })
                .collect(),
        )
    }

    pub fn walk(&self, states: &States<'_>, names: &Names) -> Option<Vec<Way>> {
        self.walk.as_ref().map(|steps| ways(steps, states, names))
    }

    pub fn events(&self, states: &States<'_>, names: &Names) -> Option<Vec<Way>> {
        let events = self.events.as_ref()?.iter();
        let way = |event: &Event| {
            let (from, to) = (event.from.as_deref()?, event.to.as_deref()?);
            let spare = event.name.as_deref().or(event.direction.as_deref()).unwrap_or_default();
            let (action, words) =
                states.action(&event.kind, from, event.element.as_ref().map(|e| e.i), spare);
            Some(Way { from: names.get(from)?.clone(), action, words, to: names.get(to)?.clone() })
        };
        Some(events.filter_map(way).collect())
    }
}

/// The ways of steps that follow each other. One whose place is not known, and one that was cut, is left out.
fn ways(steps: &[Step], states: &States<'_>, names: &Names) -> Vec<Way> {
    let cut = |step: &Step| !matches!(step.restart, None | Some(Value::Null | Value::Bool(false)));
    let way = |pair: &[Step]| {
        let [step, next] = pair else { return None };
        if step.kind == "finish" || cut(next) {
            return None;
        }
        let spare = step.target.as_deref().unwrap_or_default();
        let (action, words) = states.action(&step.kind, &step.state, step.element, spare);
        Some(Way {
            from: names.get(&step.state)?.clone(),
            action,
            words,
            to: names.get(&next.state)?.clone(),
        })
    };
    steps.windows(2).filter_map(way).collect()
}
