//! Writes looks in the format of recorded apps: `states.jsonl.gz`, and beside it pictures and trees if they are wanted.

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use tapwise_engine::screen::{Element, Screen};

pub struct Folder {
    path: PathBuf,
    lines: GzEncoder<File>,
    pictures: bool,
    count: usize,
}

impl Folder {
    pub fn create(path: &Path, pictures: bool) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        let file = path.join("states.jsonl.gz");
        let opened = File::create(&file).with_context(|| format!("cannot write {}", file.display()))?;
        let lines = GzEncoder::new(opened, Compression::default());
        Ok(Self { path: path.to_owned(), lines, pictures, count: 0 })
    }

    pub fn write(&mut self, screen: &Screen, place: &str) -> Result<()> {
        let name = format!("{:05}", self.count);
        self.count += 1;
        let elements = screen.tree.as_ref().map_or(&[][..], |tree| tree.elements());
        let app = screen.app.as_ref();
        let mut line = json!({
            "look": name,
            "state": hash(elements, |e| format!("{e:?}")),
            "structure": hash(elements, |e| format!("{} {}", e.class, e.id)),
            "activity": app.map_or(String::new(), |app| format!("{}/{}", app.package, app.activity)),
            "package": elements.first().map_or("", |root| root.package.as_str()),
            "w": screen.frame.width,
            "h": screen.frame.height,
            "place": place,
            "elements": elements.iter().map(element).collect::<Vec<_>>(),
        });
        if self.pictures {
            if let Some(picture) = &screen.picture {
                let file = format!("pictures/{name}.png");
                self.keep(&file, &picture.to_png()?)?;
                line["picture"] = file.into();
            }
            if let Some(source) = &screen.tree_source {
                self.keep(&format!("trees/{name}.xml"), source.as_bytes())?;
            }
        }
        writeln!(self.lines, "{line}").with_context(|| format!("cannot write into {}", self.path.display()))
    }

    fn keep(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }

    /// How many looks there are, once all is on disk.
    pub fn finish(self) -> Result<usize> {
        self.lines.finish().with_context(|| format!("cannot write into {}", self.path.display()))?;
        Ok(self.count)
    }
}

fn hash(elements: &[Element], part: impl Fn(&Element) -> String) -> String {
    let mut sum = Sha256::new();
    for element in elements {
        sum.update(part(element));
        sum.update("\n");
    }
    sum.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// An element without what is empty.
fn element(e: &Element) -> Value {
    let mut told = Map::new();
    told.insert("i".into(), e.index.into());
    if let Some(parent) = e.parent {
        told.insert("parent".into(), parent.into());
    }
    for (name, text) in [("class", &e.class), ("id", &e.id), ("text", &e.text), ("desc", &e.desc)] {
        if !text.is_empty() {
            told.insert(name.into(), text.as_str().into());
        }
    }
    if let Some(b) = e.bounds {
        told.insert("bounds".into(), json!([b.left, b.top, b.right, b.bottom]));
    }
    let flags = [
        ("clickable", e.clickable),
        ("long_clickable", e.long_clickable),
        ("scrollable", e.scrollable),
        ("editable", e.is_field()),
        ("checkable", e.checkable),
        ("checked", e.checked),
        ("selected", e.selected),
        ("focused", e.focused),
        ("is_password", e.password),
    ];
    let flags: Vec<&str> = flags.into_iter().filter(|(_, set)| *set).map(|(name, _)| name).collect();
    if !flags.is_empty() {
        told.insert("flags".into(), flags.into());
    }
    if !e.enabled {
        told.insert("off".into(), json!(["disabled"]));
    }
    Value::Object(told)
}
