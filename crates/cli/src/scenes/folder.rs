//! The recorded apps of a folder, and their looks as far as scenes go.

use crate::jsonl;
use crate::recorded::{self, Recorded};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use tapwise_engine::screen::scene::Traits;
use tapwise_engine::screen::{Picture, Screen};

const MAX_PICTURE: u64 = 64 << 20;

/// One look of a recording, as far as scenes go.
pub struct Look {
    pub name: String,
    pub state: String,
    pub structure: String,
    pub activity: String,
    pub place: Option<String>,
    pub traits: Traits,
    /// Without its picture.
    pub screen: Screen,
    /// The recording's own number of each element.
    pub numbers: Vec<usize>,
    /// Class, id, text and description of each visible element: what the seed compares.
    pub contents: BTreeSet<[String; 4]>,
}

/// The recorded apps of a folder with their files, by name.
pub fn apps(dir: &Path, only: &[String]) -> Result<Vec<(String, PathBuf)>> {
    let states = |folder: &Path| jsonl::find(folder, "states");
    let name_of = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = BTreeMap::new();
    if let Some(file) = states(dir) {
        found.insert(name_of(dir), file);
    }
    let entries =
        std::fs::read_dir(dir).with_context(|| format!("cannot open the folder {}", dir.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read the folder {}", dir.display()))?.path();
        if let Some(file) = states(&path) {
            found.insert(name_of(&path), file);
        }
    }
    for name in only {
        if !found.contains_key(name) {
            let known: Vec<&str> = found.keys().map(String::as_str).collect();
            bail!("{} holds no app `{name}`\nhint: it holds {}", dir.display(), known.join(", "));
        }
    }
    let wanted = |name: &String| only.is_empty() || only.contains(name);
    Ok(found.into_iter().filter(|(name, _)| wanted(name)).collect())
}

/// All looks of an app in the order of the file.
pub fn read(file: &Path, pictures: bool) -> Result<Vec<Look>> {
    recorded::read(file)?.into_iter().map(|one| look(one, file, pictures)).collect()
}

fn look(one: Recorded, file: &Path, pictures: bool) -> Result<Look> {
    let mut screen = one.screen;
    let elements = screen.tree.as_ref().map(|tree| tree.elements()).unwrap_or_default();
    let contents = elements.iter().map(|e| [&e.class, &e.id, &e.text, &e.desc].map(String::clone)).collect();
    if pictures {
        let told = || format!("{}, look {}", file.display(), one.name);
        screen.picture = picture(file, one.picture.as_deref()).with_context(told)?;
        screen.tree = None;
    }
    let traits = Traits::of(&screen);
    screen.picture = None;
    Ok(Look {
        // Every look has a picture of its own, also where the elements are the same.
        state: if pictures { one.name.clone() } else { one.state },
        name: one.name,
        structure: one.structure,
        activity: one.activity,
        place: one.place,
        traits,
        screen,
        numbers: one.numbers,
        contents,
    })
}

/// The picture of a look: a file beside the recording, never one elsewhere.
fn picture(file: &Path, name: Option<&str>) -> Result<Option<Picture>> {
    let Some(name) = name else { return Ok(None) };
    let inside = Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    if !inside {
        bail!("the picture `{name}` is not inside the recording's folder");
    }
    let path = file.parent().unwrap_or(Path::new(".")).join(name);
    let opened = File::open(&path).with_context(|| format!("cannot open the picture {}", path.display()))?;
    let mut bytes = Vec::new();
    opened.take(MAX_PICTURE).read_to_end(&mut bytes)?;
    let read =
        Picture::from_png(&bytes).with_context(|| format!("cannot read the picture {}", path.display()))?;
    Ok(Some(read))
}
