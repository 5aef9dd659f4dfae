//! `index.json` of an image library, in seed 001's form: what each picture is called, where it lies and what it shows.

use super::album::variant;
use super::files::{AppError, Folder};
use crate::plan::PackageName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const INDEX: &str = "index.json";
const VERSION: &str = "1.0";
const MAX_BYTES: u64 = 1 << 20;
/// Pictures made during a task lie here, and are gone when it ends.
pub(super) const TEMP: &str = "custom/temp/";

/// What an entry is, and the folder that its picture lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    Icons,
    Ui,
    States,
    Custom,
}

impl Section {
    pub const ALL: [Section; 4] = [Section::Icons, Section::Ui, Section::States, Section::Custom];

    pub fn name(self) -> &'static str {
        match self {
            Section::Icons => "icons",
            Section::Ui => "ui",
            Section::States => "states",
            Section::Custom => "custom",
        }
    }
}

/// One thing that the library knows.
#[derive(Debug, Clone, Serialize)]
pub struct Entry {
    pub name: String,
    pub section: Section,
    /// Where its picture lies in the library, whether there is one or not.
    pub path: String,
    pub aliases: Vec<String>,
    pub description: String,
    pub package: Option<String>,
    /// There is a picture.
    pub exists: bool,
    /// The files of all its looks.
    pub files: Vec<String>,
    /// The index that tells of it, the user's own or the built-in one.
    pub from: String,
    #[serde(skip)]
    pub(super) own: bool,
    /// The index says that there is a picture.
    #[serde(skip)]
    pub(super) promised: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexForm {
    version: String,
    #[serde(default)]
    icons: BTreeMap<String, EntryForm>,
    #[serde(default)]
    ui: BTreeMap<String, EntryForm>,
    #[serde(default)]
    states: BTreeMap<String, EntryForm>,
    #[serde(default)]
    custom: BTreeMap<String, EntryForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryForm {
    path: String,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    description: String,
    package: Option<String>,
    #[serde(default = "yes")]
    exists: bool,
}

fn yes() -> bool {
    true
}

/// What the index in this folder tells of; nothing if there is none.
pub(super) fn entries(folder: &Folder) -> Result<Vec<Entry>, AppError> {
    let Some(file) = folder.file(INDEX) else { return Ok(Vec::new()) };
    let from = folder.place(INDEX);
    let told = |problem: String| AppError::new(&from, problem);
    let index: IndexForm =
        serde_json::from_str(&file.text(MAX_BYTES)?).map_err(|error| told(error.to_string()))?;
    if index.version != VERSION {
        return Err(told(format!(
            "is of version “{}”\nhint: this program knows version {VERSION}",
            index.version
        )));
    }
    let sections = [index.icons, index.ui, index.states, index.custom];
    let mut entries: Vec<Entry> = Vec::new();
    for (section, forms) in Section::ALL.into_iter().zip(sections) {
        for (name, form) in forms {
            let told = |problem: String| told(format!("{}.{name}: {problem}", section.name()));
            if entries.iter().any(|entry| entry.name == name) {
                return Err(told(
                    "the name stands in two sections\nhint: give one of them another name".into(),
                ));
            }
            path(&form.path, section).map_err(told)?;
            if let Some(package) = &form.package {
                package.parse::<PackageName>().map_err(|error| told(error.to_string()))?;
            }
            entries.push(Entry {
                section,
                path: form.path,
                aliases: form.aliases,
                description: form.description,
                package: form.package,
                exists: false,
                files: Vec::new(),
                from: from.clone(),
                own: matches!(folder, Folder::Disk(_)),
                promised: form.exists,
                name,
            });
        }
    }
    Ok(entries)
}

/// A picture lies in the folder of its section, and nowhere else.
fn path(path: &str, section: Section) -> Result<(), String> {
    let part =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0']);
    let inside = path.strip_prefix(section.name()).is_some_and(|rest| rest.starts_with('/'));
    let first = path.strip_suffix(".png").is_some_and(|stem| variant(stem).1 == 1);
    if inside && first && path.split('/').all(part) && !path.starts_with(TEMP) {
        return Ok(());
    }
    let (shown, section) = (path.escape_debug(), section.name());
    Err(format!(
        "`{shown}` is no path of this section\nhint: write {section}/NAME.png; NAME_v2.png and so on are found by themselves"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_that_cannot_be_used_is_told_with_file_and_hint() {
        let entry = |path: &str| format!(r#"{{"version": "1.0", "icons": {{"x": {{"path": "{path}"}}}}}}"#);
        let bad = [
            "../x.png",
            "icons/../../x.png",
            "/icons/x.png",
            "ui/x.png",
            "icons/x_v2.png",
            "icons/x",
            "icons//x.png",
        ];
        let indexes = bad.map(entry).into_iter().chain([
            "{".to_owned(),
            r#"{"version": "2.0"}"#.to_owned(),
            r#"{"version": "1.0", "pictures": {}}"#.to_owned(),
            r#"{"version": "1.0", "icons": {"x": {"path": "icons/x.png"}}, "ui": {"x": {"path": "ui/x.png"}}}"#.to_owned(),
            r#"{"version": "1.0", "icons": {"x": {"path": "icons/x.png", "package": "a b"}}}"#.to_owned(),
        ]);
        for index in indexes {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join(INDEX), &index).unwrap();
            let told = entries(&Folder::Disk(folder.path().to_owned())).unwrap_err().to_string();
            assert!(told.contains("index.json: ") && told.contains("\nhint: "), "{index}: {told}");
        }
    }
}
