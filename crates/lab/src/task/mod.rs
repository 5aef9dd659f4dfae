//! Tasks for a whole suite, as files state them (`bench/tasks/*.yaml`): what a person might say, the values that chance puts
//! in, the sub-goals on the way, and what the phone's ledger and screen must tell when it is done.

mod check;
mod draw;

pub use check::Success;
pub(crate) use check::is_noise;
pub use draw::DrawError;

use draw::Draw;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use tapwise_engine::plan::{Effect, Expectation, Step, TaskPlan};
use tapwise_phone::Dice;

/// One kind of task, with holes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub name: String,
    /// The app, or apps, that it is about, as the table of a bench shows them.
    pub app: String,
    pub say: Say,
    #[serde(default)]
    draw: BTreeMap<String, Draw>,
    /// What was done with the phone before, as lines for its shell.
    #[serde(default)]
    before: Vec<String>,
    /// What the person agrees to beforehand.
    #[serde(default)]
    pub yes: BTreeMap<Effect, u32>,
    /// It cannot be done, and must not be told as done.
    #[serde(default)]
    pub impossible: bool,
    steps: Vec<Value>,
    goal: Value,
    #[serde(default)]
    success: Value,
}

/// Several wordings in two languages.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Say {
    pub zh: Vec<String>,
    pub en: Vec<String>,
}

/// A task with its values: what is said, what leads there, and how it is checked.
#[derive(Debug, Clone)]
pub struct Errand {
    pub name: String,
    pub app: String,
    pub sentence: String,
    /// Lines for the phone's shell, before anything else.
    pub before: Vec<String>,
    pub yes: Vec<(Effect, u32)>,
    pub impossible: bool,
    pub steps: Vec<Step>,
    pub goal: Expectation,
    pub success: Success,
    /// Steps and goal as a model writes them.
    pub written: Value,
    pub values: BTreeMap<String, String>,
}

#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    #[error("the tasks in {path} cannot be read: {why}\nhint: docs/lab.md tells how a task is written")]
    Unreadable { path: String, why: String },
    #[error("the task {name}: {why}\nhint: docs/lab.md tells how a task is written")]
    Wrong { name: String, why: String },
    #[error(transparent)]
    Draw(#[from] DrawError),
}

/// Every task of a folder's files, in the order of their names.
pub fn load(folder: &Path) -> Result<Vec<Task>, TaskError> {
    let unreadable =
        |path: &Path, why: String| TaskError::Unreadable { path: path.display().to_string(), why };
    let listed = std::fs::read_dir(folder).map_err(|error| unreadable(folder, error.to_string()))?;
    let mut files: Vec<_> = listed.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "yaml"));
    files.sort();
    let mut tasks = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| unreadable(&file, error.to_string()))?;
        let read: Vec<Task> =
            serde_saphyr::from_str(&text).map_err(|error| unreadable(&file, error.to_string()))?;
        tasks.extend(read);
    }
    Ok(tasks)
}

impl Task {
    /// The task on the phone of this seed, in one of its wordings.
    pub fn errand(&self, seed: u64, wording: usize) -> Result<Errand, TaskError> {
        let mut dice = Dice::new(seed, &self.name);
        let values = draw::all(&self.draw, seed, &mut dice)?;
        let all: Vec<&String> = self.say.zh.iter().chain(&self.say.en).collect();
        let wrong = |why: String| TaskError::Wrong { name: self.name.clone(), why };
        if all.is_empty() {
            return Err(wrong("it says nothing".to_owned()));
        }
        let sentence = fill_text(all[wording % all.len()], &values);
        let steps: Vec<Value> = self.steps.iter().map(|step| fill(step, &values)).collect();
        let written = json!({ "steps": steps, "goal": fill(&self.goal, &values) });
        let plan = TaskPlan::parse(&written.to_string()).map_err(|error| wrong(error.to_string()))?;
        let plan = plan.plan().map_err(|error| wrong(error.to_string()))?;
        let goal = plan.goal.ok_or_else(|| wrong("it has no goal".to_owned()))?;
        let success = Success::read(&fill(&self.success, &values)).map_err(wrong)?;
        Ok(Errand {
            name: self.name.clone(),
            app: self.app.clone(),
            sentence,
            before: self.before.clone(),
            yes: self.yes.iter().map(|(effect, times)| (*effect, *times)).collect(),
            impossible: self.impossible,
            steps: plan.steps,
            goal,
            success,
            written,
            values,
        })
    }

    /// How many ways there are to say it.
    pub fn wordings(&self) -> usize {
        self.say.zh.len() + self.say.en.len()
    }
}

/// Every `{name}` in the texts of a value replaced.
fn fill(value: &Value, values: &BTreeMap<String, String>) -> Value {
    match value {
        Value::String(text) => fill_text(text, values).into(),
        Value::Array(list) => list.iter().map(|one| fill(one, values)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, value)| (name.clone(), fill(value, values))).collect())
        }
        other => other.clone(),
    }
}

fn fill_text(text: &str, values: &BTreeMap<String, String>) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a check of a deed must tell, so that nothing else passes for it.
    const TOLD: [(&str, &[&str]); 14] = [
        ("sms_sent", &["to", "text"]),
        ("cart_added", &["app", "goods", "count"]),
        ("liked", &["app", "what"]),
        ("pinned", &["app", "kind", "what"]),
        ("note_saved", &["app", "title", "body", "was"]),
        ("contact_saved", &["name", "number", "email", "company", "was"]),
        ("alarm_set", &["alarm", "on", "was"]),
        ("timer", &["done", "minutes"]),
        ("calculated", &["formula", "result"]),
        ("deleted", &["app", "kind", "what"]),
        ("setting_changed", &["table", "name", "value"]),
        ("url_opened", &["url"]),
        ("app_installed", &["package"]),
        ("app_removed", &["package"]),
    ];

    /// What is wrong with the check of a task.
    fn loose(task: &Task) -> Vec<String> {
        let list = |name: &str| task.success[name].as_array().cloned().unwrap_or_default();
        let untold = |deed: &Value| {
            let kind = deed["deed"].as_str().unwrap_or_default().to_owned();
            let told = TOLD.iter().find(|(name, _)| *name == kind).map_or(&["?"][..], |(_, told)| *told);
            let lacks: Vec<&str> = told.iter().copied().filter(|name| deed.get(name).is_none()).collect();
            (!lacks.is_empty()).then(|| format!("{}: {kind} lacks {lacks:?}", task.name))
        };
        let mut all: Vec<String> = list("ledger").iter().filter_map(untold).collect();
        let is_traced = !list("ledger").is_empty() || task.success["settings"].is_object();
        let is_placed = task.success["phone"]["package"].is_string();
        // An alarm that is off already is not touched: its switch tells.
        let is_switch = task.success["shows"]["off"].is_object();
        if !task.impossible && !is_traced && !is_placed && !is_switch {
            all.push(format!("{}: nothing tells that it was done, and where", task.name));
        }
        all
    }

    #[test]
    fn every_check_says_who_what_and_how_many() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/tasks");
        let all: Vec<String> = load(&folder).unwrap().iter().flat_map(loose).collect();
        assert!(all.is_empty(), "{all:#?}");
    }
}
