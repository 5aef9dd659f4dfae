//! Loads app folders: the built-in ones, then those under `<home>/apps`, then those that the user names. A later folder
//! takes the place of an earlier one of the same name. All have the image library behind their own pictures.

use super::files::{AppError, Folder};
use super::folder::{self, App};
use super::library::Library;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../apps");
const APPS: &str = "apps";

/// Where to look for app folders beside the built-in ones.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shelves<'a> {
    pub home: Option<&'a Path>,
    /// Folders of app folders, or app folders themselves; the last counts most.
    pub folders: &'a [PathBuf],
}

/// What was found, and everything that is wrong with it.
#[derive(Debug, Default)]
pub struct Survey {
    /// By name; without what is wrong.
    pub apps: Vec<App>,
    pub problems: Vec<AppError>,
}

/// All apps, by name.
pub fn load(home: Option<&Path>) -> Result<Vec<App>, AppError> {
    load_from(Shelves { home, folders: &[] })
}

/// All apps, by name, or the first thing that is wrong with them.
pub fn load_from(shelves: Shelves<'_>) -> Result<Vec<App>, AppError> {
    let survey = survey(shelves);
    match survey.problems.into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(survey.apps),
    }
}

/// Loads what can be loaded, and tells everything that is wrong. Pictures are not read; `Album::check` does that.
pub fn survey(shelves: Shelves<'_>) -> Survey {
    let mut problems = Vec::new();
    let library = Library::load(shelves.home).map_err(|problem| problems.push(problem)).unwrap_or_default();
    let mut folders = BTreeMap::new();
    for found in shelves.all() {
        found.map(|found| folders.extend(found)).unwrap_or_else(|problem| problems.push(problem));
    }
    let apps = folders.into_iter().filter_map(|(name, one)| folder::read(&name, &one, &mut problems));
    let apps: Vec<App> = apps.collect();
    let behind = |app: App| App { album: app.album.with_library(library.album()), ..app };
    Survey { apps: apps.into_iter().map(behind).collect(), problems }
}

type Found = Result<Vec<(String, Folder)>, AppError>;

impl Shelves<'_> {
    /// The folders of each place, from the least to the most important. A home may have none; what somebody names must.
    fn all(&self) -> Vec<Found> {
        let built_in = Folder::built_in(&BUILT_IN, APPS);
        let home = self.home.map(|home| Folder::Disk(home.join(APPS)));
        let named = self.folders.iter().map(|folder| named(folder));
        [Some(built_in), home].into_iter().flatten().map(|folder| children(&folder)).chain(named).collect()
    }
}

fn named(path: &Path) -> Found {
    let told = |problem: &str| Err(AppError::new(path.display().to_string(), problem));
    if !path.is_dir() {
        return told("is no folder\nhint: name an app folder, or a folder that holds app folders");
    }
    let folder = Folder::Disk(path.to_owned());
    if folder.file("config.yaml").is_some() {
        // `.` and `a/..` have no name of their own.
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = full.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Ok(vec![(name, folder)]);
    }
    match children(&folder)? {
        none if none.is_empty() => {
            told("holds no app folder\nhint: an app folder is NAME/config.yaml, with tasks.yaml beside it")
        }
        found => Ok(found),
    }
}

fn children(folder: &Folder) -> Found {
    let names = folder.folders()?.into_iter().filter(|name| !name.starts_with('.'));
    Ok(names.map(|name| (name.clone(), folder.within(&name))).collect())
}

#[cfg(test)]
mod tests {
    use super::super::folder::Checked;
    use super::*;
    use crate::plan::Target;
    use std::fs;

    fn home(files: &[(&str, &str)]) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = home.path().join("apps").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        home
    }

    fn notes(apps: &[App]) -> &App {
        apps.iter().find(|app| app.name == "notes_of_mine").unwrap()
    }

    const CONFIG: &str = "packages: [org.example.notes]\nnames: {zh: [便签], en: [Notes]}\n";
    const TASKS: &str =
        "tasks:\n- name: x\n  patterns: [甲]\n  steps: [{action: tap, target_ref: a}]\n  goal: {app: a.b}\n";

    #[test]
    fn the_built_in_apps_load_and_nothing_is_wrong_with_them() {
        let survey = survey(Shelves::default());
        assert_eq!(survey.problems, []);
        assert!(survey.apps.len() >= 3);
        for app in survey.apps {
            assert_eq!(app.album.check(), []);
            assert_eq!(app.from, None);
            let opens = app.routines.iter().any(|routine| routine.name == "open");
            assert_eq!(opens, !app.packages.is_empty(), "{}", app.name);
        }
    }

    #[test]
    fn a_later_folder_takes_the_place_of_an_earlier_one_of_the_same_name() {
        let name = load(None).unwrap()[0].name.clone();
        let at_home = home(&[(&format!("{name}/config.yaml"), CONFIG)]);
        let apps = load(Some(at_home.path())).unwrap();
        assert_eq!(apps.iter().find(|app| app.name == name).unwrap().names, ["便签", "Notes"]);

        let named = home(&[(&format!("{name}/config.yaml"), "packages: [a.b]\nnames: {zh: [别的]}\n")]);
        for folder in [named.path().join("apps"), named.path().join("apps").join(&name)] {
            let folders = [folder];
            let apps = load_from(Shelves { home: Some(at_home.path()), folders: &folders }).unwrap();
            let app = apps.iter().find(|app| app.name == name).unwrap();
            assert_eq!(app.names, ["别的"]);
            assert!(app.from.as_ref().unwrap().starts_with(named.path()), "{:?}", app.from);
        }
    }

    #[test]
    fn a_folder_that_is_named_must_be_there_and_hold_an_app() {
        let empty = tempfile::tempdir().unwrap();
        for (folder, problem) in
            [(empty.path().join("none"), "is no folder"), (empty.path().into(), "holds no app")]
        {
            let error = load_from(Shelves { home: None, folders: &[folder] }).unwrap_err().to_string();
            assert!(error.contains(problem) && error.contains("\nhint: "), "{error}");
        }
    }

    #[test]
    fn home_checked_and_the_planners_text_are_read() {
        let config = format!("{CONFIG}home: {{names: [全部], role: tab}}\nchecked: 8.0\n");
        let tasks = format!(
            "{TASKS}- name: y\n  checked: unchecked\n  patterns: [乙]\n  steps: [{{action: tap, target_ref: a}}]\n  goal: {{app: a.b}}\n"
        );
        let home = home(&[
            ("notes_of_mine/config.yaml", &config),
            ("notes_of_mine/tasks.yaml", &tasks),
            ("notes_of_mine/prompts/planner.txt", "便签的列表在首页。\n"),
        ]);
        let apps = load(Some(home.path())).unwrap();
        let app = notes(&apps);
        assert_eq!(app.home.as_ref().unwrap().to_string(), "tab “全部”");
        assert_eq!(app.prompt.as_deref(), Some("便签的列表在首页。\n"));
        assert_eq!(app.checked, Checked::On("8.0".into()));
        let checked: Vec<String> = app.routines.iter().map(|one| one.checked.to_string()).collect();
        assert_eq!(checked, ["8.0", "unchecked", "8.0"], "a task's own word counts; else the folder's");
    }

    #[test]
    fn what_nobody_checked_is_called_unchecked() {
        let home = home(&[("notes_of_mine/config.yaml", CONFIG), ("notes_of_mine/tasks.yaml", TASKS)]);
        let apps = load(Some(home.path())).unwrap();
        assert_eq!(notes(&apps).checked.to_string(), "unchecked");
        assert!(notes(&apps).routines.iter().all(|routine| routine.checked == Checked::Never));
    }

    #[test]
    fn mistakes_are_told_with_file_and_place_and_hint() {
        let files = |config: &str, tasks: &str| {
            let bad = home(&[("notes/config.yaml", config), ("notes/tasks.yaml", tasks)]);
            let error = load(Some(bad.path())).unwrap_err().to_string();
            assert!(error.contains("\nhint: "), "{error}");
            error
        };
        let error = files(CONFIG, "tasks:\n  - name: x\n    patern: []\n");
        assert!(error.contains("tasks.yaml") && error.contains("patern") && error.contains('3'), "{error}");
        let error = files(CONFIG, &TASKS.replace("target_ref: a", "target_ref: '{who}'"));
        assert!(error.contains("task x: step 1") && error.contains("{who}"), "{error}");
        let error = files(CONFIG, &format!("{TASKS}{}", TASKS.trim_start_matches("tasks:\n")));
        assert!(error.contains("task x: the name stands twice"), "{error}");
        for (config, problem) in [
            ("packages: []\nnames: {zh: [便签]}\n", "at least one package"),
            ("packages: [a.b]\nnames: {}\n", "at least one name"),
            ("packages: [a.b]\nnames: {zh: [便签]}\nhome: {role: king}\n", "home: is no target"),
        ] {
            let error = files(config, TASKS);
            assert!(error.contains("config.yaml") && error.contains(problem), "{error}");
        }
    }

    #[test]
    fn a_hole_may_stand_where_only_a_number_an_address_or_a_package_can() {
        let steps = "[{action: call, params: {number: '{who}'}}, {action: open_url, params: {url: '{site}'}}, {action: stop_app, params: {package: '{app}'}}, {action: input_text, params: {text: '{who}'}}]";
        let tasks = format!(
            "tasks:\n- name: x\n  patterns: ['甲{{who}}乙{{site}}丙{{app}}']\n  steps: {steps}\n  goal: {{app: '{{app}}'}}\n"
        );
        let good = home(&[("notes_of_mine/config.yaml", CONFIG), ("notes_of_mine/tasks.yaml", &tasks)]);
        assert_eq!(notes(&load(Some(good.path())).unwrap()).routines[0].name, "x");
        // What can never be right is still told.
        for (was, is) in [("number: '{who}'", "number: 'x{who}'"), ("url: '{site}'", "url: 'file:{site}'")] {
            let bad = tasks.replace(was, is);
            let bad = home(&[("notes_of_mine/config.yaml", CONFIG), ("notes_of_mine/tasks.yaml", &bad)]);
            assert!(load(Some(bad.path())).unwrap_err().to_string().contains("task x: step "), "{is}");
        }
        let kinds = tasks.replace("{who}乙{site}", "{who:phone}乙{site:url}");
        let good = home(&[("notes_of_mine/config.yaml", CONFIG), ("notes_of_mine/tasks.yaml", &kinds)]);
        assert!(load(Some(good.path())).is_ok());
    }

    #[test]
    fn everything_that_is_wrong_is_told_and_the_rest_is_loaded() {
        let home = home(&[
            ("bad/tasks.yaml", TASKS),
            ("notes_of_mine/config.yaml", CONFIG),
            (
                "notes_of_mine/tasks.yaml",
                &format!("{TASKS}- name: y\n  patterns: ['{{']\n  steps: []\n  goal: {{app: a.b}}\n"),
            ),
            ("notes_of_mine/prompts/planner.txt", &"字".repeat(6000)),
            ("notes_of_mine/images/aliases.yaml", "搜索: none"),
        ]);
        let survey = survey(Shelves { home: Some(home.path()), folders: &[] });
        let told: Vec<String> = survey.problems.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 4, "{told:#?}");
        for problem in
            ["bad/config.yaml: is missing", "planner.txt: is larger than 16 kB", "no none.png", "task y"]
        {
            assert!(told.iter().any(|told| told.contains(problem)), "{problem}: {told:#?}");
        }
        assert!(notes(&survey.apps).routines.iter().any(|routine| routine.name == "x"));
    }

    #[test]
    fn only_the_systems_folder_needs_no_package_and_it_cannot_be_opened() {
        let home = home(&[("system/config.yaml", "packages: []\nnames: {zh: [系统]}\n")]);
        let apps = load(Some(home.path())).unwrap();
        let system = apps.iter().find(|app| app.name == "system").unwrap();
        assert!(system.packages.is_empty() && system.routines.is_empty());
    }

    #[test]
    fn an_unknown_picture_of_an_app_is_taken_from_the_image_library() {
        let home = home(&[("notes_of_mine/config.yaml", CONFIG)]);
        let icons = home.path().join("assets/icons");
        fs::create_dir_all(&icons).unwrap();
        fs::write(icons.join("send_button.png"), super::super::album::png(3)).unwrap();
        let apps = load(Some(home.path())).unwrap();
        assert_eq!(notes(&apps).album.of(&Target::named("发送按钮")).unwrap().name, "send_button");
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
