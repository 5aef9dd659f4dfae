//! Reads a recorded app. The files may have been written by anyone: sizes are bounded, and what is wrong is told with
//! the file and the line.

use anyhow::{Context, Result, bail};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use tapwise_engine::screen::scene::Traits;
use tapwise_engine::screen::{Element, Foreground, Frame, Picture, Rect, Screen, Tree};

const MAX_BYTES: u64 = 1 << 30;
const MAX_LINE: u64 = 32 << 20;
const MAX_LOOKS: usize = 50_000;
const MAX_ELEMENTS: usize = 50_000;
const MAX_PICTURE: u64 = 64 << 20;

/// One look of a recording, as far as scenes go.
pub struct Look {
    pub name: String,
    pub state: String,
    pub structure: String,
    pub activity: String,
    pub place: Option<String>,
    pub traits: Traits,
    /// Class, id, text and description of each visible element: what the seed compares.
    pub contents: BTreeSet<[String; 4]>,
}

#[derive(Deserialize)]
struct Line {
    look: String,
    state: String,
    #[serde(default)]
    structure: String,
    #[serde(default)]
    activity: String,
    #[serde(default)]
    package: String,
    w: u32,
    h: u32,
    #[serde(default)]
    place: Option<String>,
    elements: Option<Vec<Part>>,
    same_as: Option<String>,
    picture: Option<String>,
}

#[derive(Deserialize, Clone)]
struct Part {
    i: usize,
    parent: Option<usize>,
    #[serde(default)]
    class: String,
    #[serde(default)]
    id: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    desc: String,
    bounds: Option<[i32; 4]>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    off: Vec<String>,
}

/// The recorded apps of a folder with their files, by name.
pub fn apps(dir: &Path, only: &[String]) -> Result<Vec<(String, PathBuf)>> {
    let states = |folder: &Path| {
        ["states.jsonl.gz", "states.jsonl"]
            .map(|name| folder.join(name))
            .into_iter()
            .find(|file| file.is_file())
    };
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
    let opened = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let zipped = file.extension().is_some_and(|extension| extension == "gz");
    let raw: Box<dyn Read> = if zipped { Box::new(MultiGzDecoder::new(opened)) } else { Box::new(opened) };
    let mut lines = BufReader::new(raw.take(MAX_BYTES));
    let mut trees: BTreeMap<String, Vec<Part>> = BTreeMap::new();
    let mut looks = Vec::new();
    for number in 1.. {
        let at = || format!("{} line {number}", file.display());
        let mut text = Vec::new();
        let got = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut text).with_context(at)?;
        if got == 0 {
            break;
        }
        if got as u64 == MAX_LINE || looks.len() == MAX_LOOKS {
            bail!("{}: more than a recording holds (32 MB per line, 50,000 looks)", at());
        }
        if text.trim_ascii().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_slice(&text).with_context(at)?;
        looks.push(look(line, &mut trees, file, pictures).with_context(at)?);
    }
    Ok(looks)
}

fn look(line: Line, trees: &mut BTreeMap<String, Vec<Part>>, file: &Path, pictures: bool) -> Result<Look> {
    let parts = match (line.elements, &line.same_as) {
        (Some(parts), _) => parts,
        (None, Some(earlier)) => {
            trees.get(earlier).with_context(|| format!("there is no look `{earlier}` before it"))?.clone()
        }
        (None, None) => Vec::new(),
    };
    if parts.len() > MAX_ELEMENTS {
        bail!("more than 50,000 elements");
    }
    let visible = |part: &&Part| !is_hidden(part);
    let contents = parts.iter().filter(visible);
    let contents =
        contents.map(|part| [&part.class, &part.id, &part.text, &part.desc].map(String::clone)).collect();
    let frame = Frame { width: line.w, height: line.h, rotation: 0 };
    let package = line.activity.split('/').next().filter(|p| !p.is_empty()).unwrap_or(&line.package);
    let screen = Screen {
        app: Some(Foreground { package: package.to_owned(), activity: line.activity.clone() }),
        tree: (!pictures).then(|| tree(&parts, &line.package)),
        picture: if pictures { picture(file, line.picture.as_deref())? } else { None },
        ..Screen::empty(frame)
    };
    trees.insert(line.look.clone(), parts);
    Ok(Look {
        // Every look has a picture of its own, also where the elements are the same.
        state: if pictures { line.look.clone() } else { line.state },
        name: line.look,
        structure: line.structure,
        activity: line.activity,
        place: line.place,
        traits: Traits::of(&screen),
        contents,
    })
}

fn is_hidden(part: &Part) -> bool {
    part.off.iter().any(|word| word == "hidden")
}

/// The visible elements as a tree; a child of a hidden one belongs to the nearest visible one above it.
fn tree(parts: &[Part], package: &str) -> Tree {
    let mut at: BTreeMap<usize, usize> = BTreeMap::new();
    let mut elements = Vec::with_capacity(parts.len());
    for part in parts {
        let above = part.parent.and_then(|parent| at.get(&parent).copied());
        if is_hidden(part) {
            above.map(|above| at.insert(part.i, above));
            continue;
        }
        let has = |flag: &str| part.flags.iter().any(|word| word == flag);
        let class = if has("editable") && !part.class.contains("EditText") {
            format!("{}.EditText", part.class)
        } else {
            part.class.clone()
        };
        elements.push(Element {
            index: elements.len(),
            parent: above,
            class,
            id: part.id.clone(),
            text: part.text.clone(),
            desc: part.desc.clone(),
            package: package.to_owned(),
            bounds: part.bounds.map(|[left, top, right, bottom]| Rect { left, top, right, bottom }),
            clickable: has("clickable"),
            long_clickable: has("long_clickable"),
            checkable: has("checkable"),
            checked: has("checked"),
            enabled: !part.off.iter().any(|word| word == "disabled"),
            focusable: false,
            focused: has("focused"),
            scrollable: has("scrollable"),
            selected: has("selected"),
            password: has("is_password"),
        });
        at.insert(part.i, elements.len() - 1);
    }
    Tree::new(elements, 0)
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
