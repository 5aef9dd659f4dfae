//! The oracle as a server: which task it is asked about, what a request wants of it, and whether the task was done. One
//! phone and one task at a time; a bench puts another on the desk when the phone was reset.

use super::ask::Ask;
use super::shape::Answer;
use crate::eyes::Eyes;
use crate::oracle::{Errors, Oracle, Question, Use};
use crate::task::Task;
use serde::Deserialize;
use serde_json::{Value, json};
use tapwise_engine::model::dialect::{Dialect, Shown};

pub struct Desk {
    tasks: Vec<Task>,
    eyes: Eyes,
    errors: Errors,
    /// What single moves are said in, where the request does not tell.
    dialect: Dialect,
    /// The seed of the phone, which the values of the tasks are drawn with.
    seed: u64,
    now: Option<Oracle>,
}

/// A task to be put on the desk.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    task: String,
    #[serde(default)]
    wording: usize,
}

impl Desk {
    pub fn new(tasks: Vec<Task>, eyes: Eyes, errors: Errors, dialect: Dialect, seed: u64) -> Self {
        Self { tasks, eyes, errors, dialect, seed, now: None }
    }

    /// Puts a task on the desk and tells its sentence.
    pub fn put(&mut self, name: &str, wording: usize) -> Result<Value, String> {
        let Some(task) = self.tasks.iter().find(|task| task.name == name) else {
            return Err(format!("there is no task {name}\nhint: the files in bench/tasks name them"));
        };
        let errand = task.errand(self.seed, wording).map_err(|error| error.to_string())?;
        let oracle = Oracle::new(errand, self.eyes.clone(), self.errors, self.seed);
        self.now = Some(oracle.map_err(|error| error.to_string())?);
        self.told()
    }

    /// The same, as a request writes it.
    pub fn put_written(&mut self, body: &[u8]) -> Result<Value, String> {
        let wanted: Wanted = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        self.put(&wanted.task, wanted.wording)
    }

    /// The task on the desk, and what is wrong with its end; nothing where it is done.
    pub fn told(&self) -> Result<Value, String> {
        let Some(oracle) = &self.now else { return Ok(json!({ "task": null })) };
        let complaints = oracle.complaints().map_err(|error| error.to_string())?;
        let errand = oracle.errand();
        let yes: Vec<String> = errand.yes.iter().map(|(effect, times)| format!("{effect}:{times}")).collect();
        Ok(json!({ "task": errand.name, "app": errand.app, "sentence": errand.sentence, "yes": yes,
                   "steps": errand.steps.len(), "impossible": errand.impossible,
                   "done": complaints.is_empty(), "complaints": complaints }))
    }

    pub fn answer(&mut self, ask: &Ask) -> Result<Answer, String> {
        let wanted = wanted(ask, self.dialect);
        let Some(oracle) = &mut self.now else { return Err("no task is on the desk".to_owned()) };
        let last = ask.pictures().last();
        let shown = last.map_or(Shown { width: 1080, height: 2400 }, |seen| Shown {
            width: seen.width,
            height: seen.height,
        });
        let text = ask.text();
        let said =
            oracle.answer(&Question { wanted, text: &text, shown }).map_err(|error| error.to_string())?;
        let said = if is_open_autoglm(ask) { bare(&said) } else { said };
        Ok(Answer::end(said))
    }
}

/// What a request wants: by the name of its form, else by what its words teach.
fn wanted(ask: &Ask, dialect: Dialect) -> Use {
    let form = ask.schema.as_deref().or(ask.tool.as_deref()).unwrap_or_default();
    match form {
        "plan" => return Use::Plan,
        "place" => return Use::Find,
        "opinion" => return Use::Judge,
        "value" => return Use::Read,
        _ => {}
    }
    let system = ask.turns.first().map_or("", |turn| turn.text.as_str());
    if system.contains("\"success_criteria\"") {
        Use::Plan
    } else if system.contains("\"matches_expected\"") {
        Use::Judge
    } else if system.contains("\"bbox\"") {
        Use::Find
    } else if system.contains("\"found\"") {
        Use::Read
    } else if system.contains("do(action=") {
        Use::Operate(Dialect::Autoglm)
    } else {
        Use::Operate(dialect)
    }
}

/// The real client of Open-AutoGLM: its own system prompt begins with the date.
fn is_open_autoglm(ask: &Ask) -> bool {
    let system = ask.turns.first().map_or("", |turn| turn.text.as_str());
    system.starts_with("今天的日期是") || system.starts_with("The current date")
}

/// What that client calls some apps: it launches only those of its own list.
const ITS_NAMES: [(&str, &str); 3] = [("设置", "Settings"), ("时钟", "Clock"), ("通讯录", "Contacts")];

/// The action as that client can read it: nothing after the call (a closing tag ends its run as a success).
fn bare(said: &str) -> String {
    let said = said.replace("<answer>", "").replace("</answer>", "");
    let named = ITS_NAMES
        .iter()
        .fold(said, |said, (ours, its)| said.replace(&format!("app=\"{ours}\""), &format!("app=\"{its}\"")));
    named.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stub::ask::Wire;

    #[test]
    fn what_is_wanted_is_told_by_the_form_or_by_the_words() {
        let ask = |system: &str, schema: Option<&str>| {
            let mut body = json!({ "model": "m", "messages": [
                { "role": "system", "content": system }, { "role": "user", "content": "x" }] });
            if let Some(name) = schema {
                body["response_format"] = json!({ "type": "json_schema", "json_schema": { "name": name } });
            }
            Ask::read(Wire::OpenAi, "/", false, &body).unwrap()
        };
        let of = |system: &str, schema| wanted(&ask(system, schema), Dialect::Gelab);
        assert_eq!(of("", Some("plan")), Use::Plan);
        assert_eq!(of("", Some("opinion")), Use::Judge);
        assert_eq!(of(r#"{"found": true, "bbox": []}"#, None), Use::Find);
        assert_eq!(of(r#"{"found": true, "value": 1}"#, None), Use::Read);
        assert_eq!(of("use do(action=\"Tap\")", None), Use::Operate(Dialect::Autoglm));
        assert_eq!(of("anything else", None), Use::Operate(Dialect::Gelab));
        assert!(is_open_autoglm(&ask("今天的日期是: 2026年", None)));
        assert_eq!(
            bare("<think>x</think><answer>do(action=\"Back\")</answer>\n"),
            "<think>x</think>do(action=\"Back\")"
        );
    }
}
