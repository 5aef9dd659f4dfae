//! One app folder: `config.yaml` (who the app is), `tasks.yaml` (its routines), `images` (reference pictures) and
//! `prompts/planner.txt` (what a planner should know). Everything that is wrong with it is told, not only the first.

use super::album::Album;
use super::check::check;
use super::files::{AppError, Folder};
use super::kind::Kind;
use super::pattern::{BadPattern, Pattern};
use crate::plan::{BadName, CountForm, Effect, ExpectForm, Expectation, PackageName, StepForm, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// A file that people write is short; a long one is a mistake.
const MAX_BYTES: u64 = 1 << 20;
/// What a planner should know about an app must leave room for the rest.
const MAX_PROMPT_BYTES: u64 = 16 << 10;
const CONFIG: &str = "config.yaml";
const TASKS: &str = "tasks.yaml";
const PROMPT: &str = "prompts/planner.txt";
const UNCHECKED: &str = "unchecked";
/// The folder for what belongs to no app: it gets the tasks that no other folder knows (seed 001), and needs no package.
pub const SYSTEM: &str = "system";

/// A folder of what people know about one app.
#[derive(Debug, Clone)]
pub struct App {
    pub name: String,
    /// The first one is launched. Only the system's folder may have none.
    pub packages: Vec<PackageName>,
    /// What people call it, in any language.
    pub names: Vec<String>,
    pub keywords: Vec<String>,
    pub routines: Vec<Routine>,
    pub album: Album,
    /// What shows that the app's first page is seen.
    pub home: Option<Target>,
    pub checked: Checked,
    /// What a planner should know about it.
    pub prompt: Option<String>,
    /// The user's own folder that it was loaded from; nothing if it is built in.
    pub from: Option<PathBuf>,
}

/// A plan with holes that fits a kind of task.
#[derive(Debug, Clone)]
pub struct Routine {
    pub name: String,
    pub patterns: Vec<Pattern>,
    pub steps: Vec<StepForm>,
    /// What the end must show; without one, a run ends as unverified.
    pub goal: Option<ExpectForm>,
    /// For a task that sends a message: which holes hold its receiver and its text.
    pub send: Option<SendForm>,
    /// Which deeds a sentence of this kind asks for, and how often.
    pub asks: BTreeMap<Effect, CountForm>,
    /// Sentences that it fits, to show people what can be said.
    pub examples: Vec<String>,
    pub checked: Checked,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendForm {
    pub to: String,
    pub text: String,
}

/// The version of the real app that a folder or a routine was tried on by a person, if it was.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Checked {
    #[default]
    Never,
    On(String),
}

impl From<String> for Checked {
    fn from(text: String) -> Self {
        let text = text.trim();
        if text.is_empty() || text == UNCHECKED { Checked::Never } else { Checked::On(text.to_owned()) }
    }
}

impl From<Checked> for String {
    fn from(checked: Checked) -> Self {
        checked.to_string()
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if let Checked::On(version) = self { version } else { UNCHECKED })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigForm {
    packages: Vec<String>,
    names: NamesForm,
    #[serde(default)]
    keywords: Vec<String>,
    /// Width and height of the screen that the reference pictures were cut on.
    captured_on: Option<(u32, u32)>,
    /// A target as in steps; read together with an expectation.
    home: Option<serde_json::Value>,
    #[serde(default)]
    checked: Checked,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesForm {
    #[serde(default)]
    zh: Vec<String>,
    #[serde(default)]
    en: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TasksForm {
    tasks: Vec<TaskForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskForm {
    name: String,
    patterns: Vec<String>,
    steps: Vec<StepForm>,
    goal: Option<ExpectForm>,
    send: Option<SendForm>,
    #[serde(default)]
    asks: BTreeMap<Effect, CountForm>,
    #[serde(default)]
    examples: Vec<String>,
    checked: Option<Checked>,
}

/// Reads a folder; nothing comes of one without a usable `config.yaml`, and what else is wrong is added to `problems`.
pub(super) fn read(name: &str, folder: &Folder, problems: &mut Vec<AppError>) -> Option<App> {
    let found = config(name, folder);
    let (config, packages, home) = found.map_err(|problem| problems.push(problem)).ok()?;
    let names: Vec<String> = config.names.zh.into_iter().chain(config.names.en).collect();
    let mut kept = |problem: AppError| problems.push(problem);
    let tasks = tasks(folder).map_err(&mut kept).unwrap_or_default();
    let prompt = folder.file(PROMPT).map(|file| file.text(MAX_PROMPT_BYTES));
    let prompt = prompt.transpose().map_err(&mut kept).unwrap_or_default();
    let album =
        Album::read(&folder.within("images"), config.captured_on).map_err(&mut kept).unwrap_or_default();
    let mut app = App {
        name: name.to_owned(),
        packages,
        names,
        keywords: config.keywords,
        routines: Vec::new(),
        album,
        home,
        checked: config.checked,
        prompt,
        from: match folder {
            Folder::BuiltIn { .. } => None,
            Folder::Disk(path) => Some(path.clone()),
        },
    };
    for task in tasks {
        let made = routine(task, &app.names, &app.checked)
            .and_then(|routine| check(&app, &routine).map(|()| routine));
        match made {
            Ok(routine) => app.routines.push(routine),
            Err(problem) => kept(AppError::new(folder.place(TASKS), problem)),
        }
    }
    with_open(&mut app).unwrap_or_else(|problem| kept(AppError::new(folder.place(CONFIG), problem)));
    Some(app)
}

type Config = (ConfigForm, Vec<PackageName>, Option<Target>);

fn config(name: &str, folder: &Folder) -> Result<Config, AppError> {
    let told = |problem: String| AppError::new(folder.place(CONFIG), problem);
    let file = folder.file(CONFIG).ok_or_else(|| {
        told("is missing\nhint: an app folder needs config.yaml with packages, names and keywords".to_owned())
    })?;
    let config: ConfigForm = yaml(&file.text(MAX_BYTES)?).map_err(told)?;
    let packages = config.packages.iter().map(|one| one.parse().map_err(|e: BadName| told(e.to_string())));
    let packages: Vec<PackageName> = packages.collect::<Result<_, _>>()?;
    if packages.is_empty() && name != SYSTEM {
        return Err(told(
            "needs at least one package\nhint: the app's package name, such as com.example.app".into(),
        ));
    }
    if config.names.zh.iter().chain(&config.names.en).all(|name| name.trim().is_empty()) {
        return Err(told(
            "needs at least one name\nhint: write what people call the app, under names".into(),
        ));
    }
    let home = config.home.as_ref().map(target).transpose();
    let home = home.map_err(|problem| told(format!("home: {problem}")))?;
    Ok((config, packages, home))
}

fn target(form: &serde_json::Value) -> Result<Target, String> {
    let expect = serde_json::json!({ "shows": [form] });
    let expect: ExpectForm = serde_json::from_value(expect)
        .map_err(|_| "is no target\nhint: write a name, or names, role and region as in a step".to_owned())?;
    match expect.fill(0, &BTreeMap::new()).map_err(|error| error.to_string())? {
        Expectation::Shows(target) => Ok(target),
        other => Err(format!("is no target: {other}")),
    }
}

fn tasks(folder: &Folder) -> Result<Vec<TaskForm>, AppError> {
    let Some(file) = folder.file(TASKS) else { return Ok(Vec::new()) };
    let form = yaml::<TasksForm>(&file.text(MAX_BYTES)?);
    Ok(form.map_err(|problem| AppError::new(folder.place(TASKS), problem))?.tasks)
}

fn yaml<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    serde_saphyr::from_str(text).map_err(|error| error.to_string())
}

fn routine(task: TaskForm, names: &[String], folder: &Checked) -> Result<Routine, String> {
    let told = |problem: String| format!("task {}: {problem}", task.name);
    let parse = |source: &String| {
        let pattern = Pattern::parse(source, names)?;
        // What is sent to whom is a text and a receiver, whether the pattern says so or not.
        Ok(task.send.iter().fold(pattern, |pattern, send| {
            pattern.with_kind(&send.to, Kind::Receiver).with_kind(&send.text, Kind::Text)
        }))
    };
    let patterns = task.patterns.iter().map(parse).collect::<Result<Vec<_>, BadPattern>>();
    let patterns = patterns.map_err(|error| told(error.to_string()))?;
    if patterns.is_empty() || task.steps.is_empty() {
        return Err(told("needs at least one pattern and one step".to_owned()));
    }
    let checked = task.checked.clone().unwrap_or_else(|| folder.clone());
    let TaskForm { name, steps, goal, send, asks, examples, .. } = task;
    Ok(Routine { patterns, name, steps, goal, send, asks, examples, checked })
}

/// How people ask for an app.
const OPEN: [&str; 4] = [
    "<open>[<the>]<app>[<is_app>][<look_at_it>]",
    "[(把|将)][<the>]<app>[<is_app>]<open_after>[<look_at_it>]",
    "get [<the>] <app> [<is_app>] open",
    "(show me|take me to|get me to|get me into|i want to use|let me see) [<the>] <app> [<is_app>]",
];

/// An app that says nothing about being opened can still be opened by its name.
fn with_open(app: &mut App) -> Result<(), String> {
    if app.packages.is_empty() || app.routines.iter().any(|routine| routine.name == "open") {
        return Ok(());
    }
    let open = TaskForm {
        name: "open".to_owned(),
        patterns: OPEN.map(str::to_owned).to_vec(),
        steps: yaml("[{action: launch_app, params: {package: '{package}'}, timeout: 10000}]")?,
        goal: Some(yaml("app: '{package}'")?),
        send: None,
        asks: BTreeMap::new(),
        examples: app.names.first().map(|name| format!("打开{name}")).into_iter().collect(),
        checked: None,
    };
    app.routines.push(routine(open, &app.names, &app.checked)?);
    Ok(())
}
