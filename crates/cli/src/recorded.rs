//! Reads looks that were recorded (`states.jsonl.gz`, format in docs/scenes.md).

use crate::jsonl;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use tapwise_engine::screen::{Element, Foreground, Frame, Rect, Screen, Tree};

const MAX_ELEMENTS: usize = 50_000;

/// One look of a recording, with what was visible on it.
pub struct Recorded {
    pub name: String,
    /// A hash of all it shows, and one without content.
    pub state: String,
    pub structure: String,
    pub activity: String,
    /// The label: looks of the same place have the same.
    pub place: Option<String>,
    /// The name of a picture beside the recording.
    pub picture: Option<String>,
    pub screen: Screen,
    /// The recording's own number of each element of the tree, which leaves out what is hidden.
    pub numbers: Vec<usize>,
}

#[derive(Deserialize)]
struct Line {
    look: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    structure: String,
    #[serde(default)]
    place: Option<String>,
    picture: Option<String>,
    #[serde(default)]
    activity: String,
    #[serde(default)]
    package: String,
    w: u32,
    h: u32,
    elements: Option<Vec<Part>>,
    same_as: Option<String>,
}

#[derive(Deserialize)]
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

/// All looks of a recording in the order of the file.
pub fn read(file: &Path) -> Result<Vec<Recorded>> {
    let (mut looks, mut names) = (Vec::new(), BTreeMap::new());
    jsonl::each(file, |line: Line| {
        let tree = tree_of(&line, |earlier| {
            let nth: usize = *names.get(earlier)?;
            let look: &Recorded = looks.get(nth)?;
            Some((look.screen.tree.clone()?, look.numbers.clone()))
        });
        let look = look(line, tree?);
        names.insert(look.name.clone(), looks.len());
        looks.push(look);
        Ok(())
    })?;
    Ok(looks)
}

/// A tree, and for each of its elements the number that the recording gave it.
type Numbered = (Tree, Vec<usize>);

fn tree_of(line: &Line, seen: impl Fn(&str) -> Option<Numbered>) -> Result<Numbered> {
    match (&line.elements, &line.same_as) {
        (Some(parts), _) if parts.len() > MAX_ELEMENTS => bail!("more than 50,000 elements"),
        (Some(parts), _) => Ok(tree(parts, &line.package)),
        (None, Some(earlier)) => {
            seen(earlier).with_context(|| format!("there is no look `{earlier}` before it"))
        }
        (None, None) => Ok((Tree::default(), Vec::new())),
    }
}

fn look(line: Line, (tree, numbers): Numbered) -> Recorded {
    let frame = Frame { width: line.w, height: line.h, rotation: 0 };
    let package = line.activity.split('/').next().filter(|p| !p.is_empty()).unwrap_or(&line.package);
    let app = Some(Foreground { package: package.to_owned(), activity: line.activity.clone() });
    Recorded {
        screen: Screen { app, tree: Some(tree), ..Screen::empty(frame) },
        name: line.look,
        state: line.state,
        structure: line.structure,
        activity: line.activity,
        place: line.place,
        picture: line.picture,
        numbers,
    }
}

/// The visible elements as a tree; a child of a hidden one belongs to the nearest visible one above it.
fn tree(parts: &[Part], package: &str) -> Numbered {
    let mut at: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut elements, mut numbers) = (Vec::with_capacity(parts.len()), Vec::with_capacity(parts.len()));
    for part in parts {
        let above = part.parent.and_then(|parent| at.get(&parent).copied());
        if part.off.iter().any(|word| word == "hidden") {
            if let Some(above) = above {
                at.insert(part.i, above);
            }
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
        numbers.push(part.i);
    }
    (Tree::new(elements, 0), numbers)
}
