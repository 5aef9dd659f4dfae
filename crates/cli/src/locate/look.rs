//! Puts a look together from files: a tree, a picture, lines that were read from it. Each file is read once.

use crate::{models, picture, recorded};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use tapwise_engine::screen::{Frame, Picture, Screen, parse_hierarchy};
use tapwise_vision::Bitmap;
use tapwise_vision::read::{Reader, Text};

/// A look made of files.
pub struct Look {
    pub screen: Screen,
    pub texts: Vec<Text>,
    pub bitmap: Option<Bitmap>,
}

/// Reads files, and pictures without a tree by the reading model.
pub struct Eyes {
    home: Option<PathBuf>,
    reader: Option<Reader>,
    read: HashMap<PathBuf, Vec<Text>>,
    recordings: HashMap<PathBuf, BTreeMap<String, Screen>>,
}

impl Eyes {
    pub fn new(home: Option<&Path>) -> Self {
        Self {
            home: home.map(Path::to_owned),
            reader: None,
            read: HashMap::new(),
            recordings: HashMap::new(),
        }
    }

    pub fn look(
        &mut self,
        tree: Option<&Path>,
        picture: Option<&Path>,
        texts: Option<&Path>,
    ) -> Result<Look> {
        let bitmap = picture.map(picture::read).transpose()?;
        let parsed = tree.map(|file| -> Result<_> {
            let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            parse_hierarchy(&bytes).with_context(|| format!("cannot read {}", file.display()))
        });
        let parsed = parsed.transpose()?;
        let sized = bitmap.as_ref().map(|bitmap| (bitmap.width(), bitmap.height()));
        let rotation = parsed.as_ref().map_or(0, |tree| tree.rotation);
        let (width, height) = sized.unwrap_or_else(|| parsed.as_ref().map_or((0, 0), extent));
        let mut screen = Screen::empty(Frame { width, height, rotation });
        if let Some(bitmap) = &bitmap {
            screen.picture = Some(Picture::from_rgba(width, height, bitmap.view().rgba().to_vec())?);
        }
        let texts = match (texts, &parsed, picture, &bitmap) {
            (Some(file), ..) => lines(file)?,
            (None, None, Some(file), Some(bitmap)) => self.read(file, bitmap)?,
            _ => Vec::new(),
        };
        screen.tree = parsed;
        Ok(Look { screen, texts, bitmap })
    }

    /// One look of a recording.
    pub fn recorded(&mut self, file: &Path, name: &str) -> Result<Look> {
        if !self.recordings.contains_key(file) {
            let looks = recorded::read(file)?.into_iter().map(|look| (look.name, look.screen));
            self.recordings.insert(file.to_owned(), looks.collect());
        }
        let screen = self.recordings.get(file).and_then(|looks| looks.get(name));
        let screen = screen.with_context(|| format!("{} has no look `{name}`", file.display()))?;
        Ok(Look { screen: screen.clone(), texts: Vec::new(), bitmap: None })
    }

    fn read(&mut self, file: &Path, picture: &Bitmap) -> Result<Vec<Text>> {
        if let Some(known) = self.read.get(file) {
            return Ok(known.clone());
        }
        if self.reader.is_none() {
            let folder = models::folder(self.home.as_deref())?;
            let reader = Reader::open(&folder).context("a picture without a tree must be read")?;
            self.reader = Some(reader);
        }
        let reader = self.reader.as_mut().context("no reader")?;
        let texts = reader.read(picture.view())?;
        self.read.insert(file.to_owned(), texts.clone());
        Ok(texts)
    }
}

/// The size of the screen that a tree was taken of, when nothing else says it: that of what holds everything.
fn extent(tree: &tapwise_engine::screen::Tree) -> (u32, u32) {
    let edge = |value: i32| u32::try_from(value).unwrap_or(0);
    let boxes = tree.elements().iter().filter(|e| e.parent.is_none()).filter_map(|e| e.bounds);
    boxes.fold((1, 1), |(width, height), b| (width.max(edge(b.right)), height.max(edge(b.bottom))))
}

/// Lines as `tapwise read --json` prints them, or a bare list of them.
fn lines(file: &Path) -> Result<Vec<Text>> {
    let wrong = || format!("cannot read the lines in {}", file.display());
    let text = std::fs::read_to_string(file).with_context(wrong)?;
    let value: serde_json::Value = serde_json::from_str(&text).with_context(wrong)?;
    let list = value.get("texts").cloned().unwrap_or(value);
    serde_json::from_value(list).with_context(wrong)
}
