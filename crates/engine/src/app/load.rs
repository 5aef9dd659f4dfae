//! Loads app folders: the built-in ones, then those under `<home>/apps`, which take the place of a built-in one of
//! the same name. A folder holds `config.yaml` (who the app is), `tasks.yaml` (its routines) and `images` (reference
//! pictures).

use super::album::{Album, MAX_PICTURE_BYTES, MAX_PICTURES};
use super::pattern::Pattern;
use crate::plan::{ExpectForm, PackageName, StepForm};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use thiserror::Error;

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../apps");
/// A file that people write is short; a long one is a mistake.
const MAX_BYTES: u64 = 1 << 20;

/// A folder of what people know about one app.
#[derive(Debug, Clone)]
pub struct App {
    pub name: String,
    /// The first one is launched.
    pub packages: Vec<PackageName>,
    /// What people call it, in any language.
    pub names: Vec<String>,
    pub keywords: Vec<String>,
    pub routines: Vec<Routine>,
    pub album: Album,
}

/// A plan with holes that fits a kind of task.
#[derive(Debug, Clone)]
pub struct Routine {
    pub name: String,
    pub patterns: Vec<Pattern>,
    pub steps: Vec<StepForm>,
    pub goal: ExpectForm,
    /// For a task that sends a message: which holes hold its receiver and its text.
    pub send: Option<SendForm>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendForm {
    pub to: String,
    pub text: String,
}

#[derive(Debug, Error)]
#[error("{file}: {problem}")]
pub struct AppError {
    pub file: String,
    pub problem: String,
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
    goal: ExpectForm,
    send: Option<SendForm>,
}

/// All apps, by name.
pub fn load(home: Option<&Path>) -> Result<Vec<App>, AppError> {
    let mut apps = BTreeMap::new();
    for folder in BUILT_IN.dirs() {
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = |file: &str| {
            let file = folder.get_file(folder.path().join(file))?;
            Some(Ok(file.contents_utf8().unwrap_or_default().to_owned()))
        };
        let images =
            folder.get_dir(folder.path().join("images")).into_iter().flat_map(|images| images.files());
        let named = |file: &include_dir::File<'_>| {
            let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, file.contents().to_vec())
        };
        let images = || Ok(images.map(named).collect());
        apps.insert(name.clone(), read_app(&name, &format!("apps/{name}"), text, images)?);
    }
    let folder = home.map(|home| home.join("apps"));
    let own = folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
    for entry in own.into_iter().flatten().flatten().filter(|entry| entry.path().is_dir()) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let text = |file: &str| read_file(&path.join(file));
        let images = || read_images(&path.join("images"));
        apps.insert(name.clone(), read_app(&name, &path.display().to_string(), text, images)?);
    }
    Ok(apps.into_values().collect())
}

fn read_file(path: &Path) -> Option<Result<String, AppError>> {
    let bytes = read_bytes(path, MAX_BYTES)?;
    let text = |bytes| String::from_utf8(bytes).map_err(|error| problem(path, error.to_string()));
    Some(bytes.and_then(text))
}

fn problem(path: &Path, problem: String) -> AppError {
    AppError { file: path.display().to_string(), problem }
}

/// A file's contents; nothing if there is no such file, or if it is none: what never ends is not read.
fn read_bytes(path: &Path, most: u64) -> Option<Result<Vec<u8>, AppError>> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    Some(match read {
        Ok(_) if bytes.len() as u64 > most => Err(problem(path, format!("is larger than {} MB", most >> 20))),
        Ok(_) => Ok(bytes),
        Err(error) => Err(problem(path, format!("cannot be read: {error}"))),
    })
}

fn read_images(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, AppError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if files.len() >= MAX_PICTURES {
            return Err(problem(folder, format!("holds more than {MAX_PICTURES} files")));
        }
        if let Some(bytes) = read_bytes(&entry.path(), MAX_PICTURE_BYTES) {
            files.push((entry.file_name().to_string_lossy().into_owned(), bytes?));
        }
    }
    Ok(files)
}

fn read_app(
    name: &str,
    place: &str,
    text: impl Fn(&str) -> Option<Result<String, AppError>>,
    images: impl FnOnce() -> Result<Vec<(String, Vec<u8>)>, AppError>,
) -> Result<App, AppError> {
    let file = |file: &str| format!("{place}/{file}");
    let missing = || AppError {
        file: file("config.yaml"),
        problem: "is missing\nhint: an app folder needs config.yaml with packages, names and keywords"
            .to_owned(),
    };
    let config: ConfigForm = yaml(&file("config.yaml"), &text("config.yaml").ok_or_else(missing)??)?;
    let tasks = match text("tasks.yaml") {
        Some(text) => yaml::<TasksForm>(&file("tasks.yaml"), &text?)?.tasks,
        None => Vec::new(),
    };
    let bad_config = |problem: String| AppError { file: file("config.yaml"), problem };
    let packages = config
        .packages
        .iter()
        .map(|p| p.parse().map_err(|e: crate::plan::BadName| bad_config(e.to_string())));
    let packages: Vec<PackageName> = packages.collect::<Result<_, _>>()?;
    let names: Vec<String> = config.names.zh.into_iter().chain(config.names.en).collect();
    if packages.is_empty() || names.is_empty() {
        return Err(bad_config("needs at least one package and one name".to_owned()));
    }
    let mut routines = Vec::new();
    for task in tasks {
        routines.push(routine(task).map_err(|problem| AppError { file: file("tasks.yaml"), problem })?);
    }
    let album = Album::read(&file("images"), images()?, config.captured_on)?;
    let app = App { name: name.to_owned(), packages, names, keywords: config.keywords, routines, album };
    check(&app).map_err(|problem| AppError { file: file("tasks.yaml"), problem })?;
    with_open(app).map_err(bad_config)
}

fn yaml<T: for<'a> Deserialize<'a>>(file: &str, text: &str) -> Result<T, AppError> {
    serde_saphyr::from_str(text)
        .map_err(|error| AppError { file: file.to_owned(), problem: error.to_string() })
}

fn routine(task: TaskForm) -> Result<Routine, String> {
    let told = |problem: String| format!("task {}: {problem}", task.name);
    let patterns = task.patterns.iter().map(|p| Pattern::parse(p)).collect::<Result<Vec<_>, _>>();
    let patterns = patterns.map_err(|error| told(error.to_string()))?;
    if patterns.is_empty() || task.steps.is_empty() {
        return Err(told("needs at least one pattern and one step".to_owned()));
    }
    Ok(Routine { patterns, name: task.name, steps: task.steps, goal: task.goal, send: task.send })
}

/// Fills every routine once with the names of its holes, so that a mistake in a folder is told when it is loaded.
fn check(app: &App) -> Result<(), String> {
    for routine in &app.routines {
        for pattern in &routine.patterns {
            let mut values: BTreeMap<_, _> =
                pattern.holes().iter().map(|hole| (hole.clone(), hole.clone())).collect();
            values.insert("package".to_owned(), app.packages[0].to_string());
            for (at, step) in routine.steps.iter().enumerate() {
                step.fill(at + 1, &values).map_err(|error| format!("task {}: {error}", routine.name))?;
            }
            for hole in routine.send.iter().flat_map(|send| [&send.to, &send.text]) {
                if !pattern.holes().contains(hole) {
                    return Err(format!(
                        "task {}: send: no hole {{{hole}}} in pattern `{}`",
                        routine.name,
                        pattern.source()
                    ));
                }
            }
            let goal = routine.goal.fill(routine.steps.len(), &values);
            goal.map_err(|error| format!("task {}: goal: {error}", routine.name))?;
        }
    }
    Ok(())
}

/// An app that says nothing about being opened can still be opened by its name.
fn with_open(mut app: App) -> Result<App, String> {
    if app.routines.iter().any(|routine| routine.name == "open") {
        return Ok(app);
    }
    let letters = |name: &String| name.chars().filter(|c| !"[](){}|".contains(*c)).collect::<String>();
    let names = app.names.iter().map(letters).collect::<Vec<_>>().join("|");
    let source = format!(
        "(打开|启动|进入|开启|运行|open |launch |start )[(一下|下)][(the |app )][(手机|手机上的|手机里的)]({names})[( app|应用|软件|app)]"
    );
    let open = TaskForm {
        name: "open".to_owned(),
        patterns: vec![source],
        steps: yaml("open", "[{action: launch_app, params: {package: '{package}'}, timeout: 10000}]")
            .map_err(|e| e.problem)?,
        goal: yaml("open", "app: '{package}'").map_err(|e| e.problem)?,
        send: None,
    };
    app.routines.push(routine(open)?);
    Ok(app)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(files: &[(&str, &str)]) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = home.path().join("apps").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        home
    }

    const CONFIG: &str = "packages: [org.example.notes]\nnames: {zh: [便签], en: [Notes]}\n";

    #[test]
    fn the_built_in_apps_load() {
        let apps = load(None).unwrap();
        assert!(apps.len() >= 2);
        assert!(apps.iter().all(|app| app.routines.iter().any(|routine| routine.name == "open")));
    }

    #[test]
    fn a_folder_of_the_same_name_takes_the_place_of_a_built_in_one() {
        let name = load(None).unwrap()[0].name.clone();
        let home = home(&[(&format!("{name}/config.yaml"), CONFIG)]);
        let apps = load(Some(home.path())).unwrap();
        assert_eq!(apps.iter().find(|app| app.name == name).unwrap().names, ["便签", "Notes"]);
    }

    #[test]
    fn mistakes_are_told_with_file_and_place() {
        let bad = home(&[
            ("notes/config.yaml", CONFIG),
            ("notes/tasks.yaml", "tasks:\n  - name: x\n    patern: []\n"),
        ]);
        let error = load(Some(bad.path())).unwrap_err().to_string();
        assert!(error.contains("tasks.yaml") && error.contains("patern") && error.contains('3'), "{error}");

        let tasks = "tasks:\n- name: x\n  patterns: [a]\n  steps: [{action: tap, target_ref: '{who}'}]\n  goal: {app: a.b}\n";
        let bad = home(&[("notes/config.yaml", CONFIG), ("notes/tasks.yaml", tasks)]);
        let error = load(Some(bad.path())).unwrap_err().to_string();
        assert!(error.contains("task x: step 1") && error.contains("{who}"), "{error}");
    }

    #[test]
    fn hostile_yaml_is_refused_without_harm() {
        let deep = format!("packages: {}", "[".repeat(100_000));
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\npackages: [*c,*c]\n";
        for text in [deep.as_str(), bomb, "\u{0}", "packages: [a.b"] {
            let bad = home(&[("notes/config.yaml", text)]);
            assert!(load(Some(bad.path())).is_err());
        }
    }
}
