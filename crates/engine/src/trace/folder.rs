//! The folder of a run: `trace.jsonl`, and a picture and a tree for every look. Each event is flushed when it is
//! written; an intent that commits something is on the disk before its gesture, with the tree that it was decided on
//! (contracts 4 and 9). The trace is locked while a run writes it.

use super::pictures::Pictures;
use super::veil::{Veil, covered};
use super::{Event, storage_hint, whole_lines};
use crate::screen::{Picture, Rect, Screen};
use serde::Serialize;
use serde_json::Value;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use uuid::Uuid;

#[derive(Debug, Error)]
#[error("cannot write the run's record {path}: {error}\nhint: {hint}", path = path.display(), hint = storage_hint(error))]
pub struct TraceError {
    pub path: PathBuf,
    pub error: io::Error,
}

const TRACE: &str = "trace.jsonl";

#[derive(Debug)]
pub struct Folder {
    pub id: Uuid,
    path: PathBuf,
    file: File,
    looks: u32,
    veil: Veil,
    pictures: Pictures,
    /// The last picture and its name: a screen that did not change is stored once.
    last: Option<(Picture, String)>,
    /// The file of the last tree, which the next decision is made on.
    tree: Option<PathBuf>,
    /// What the last tree told about passwords on the screen; a look without a tree does not know better.
    covered: Vec<Rect>,
}

/// The names under which a look was stored.
#[derive(Debug, Clone, Default)]
pub struct Look {
    pub number: u32,
    pub picture: Option<String>,
    pub tree: Option<String>,
}

#[derive(Serialize)]
struct Line<'a> {
    /// Milliseconds since the run began.
    ms: u64,
    #[serde(flatten)]
    event: &'a Event,
}

impl Folder {
    /// Makes `<home>/runs/<uuid v7>/`; the ids sort by time.
    pub fn create(home: &Path) -> Result<Self, TraceError> {
        let id = Uuid::now_v7();
        let path = home.join("runs").join(id.to_string());
        let failed = |error| TraceError { path: path.clone(), error };
        fs::create_dir_all(&path).map_err(failed)?;
        let file = File::create_new(path.join(TRACE)).map_err(failed)?;
        lock(&file).map_err(failed)?;
        Ok(Self::new(id, path, file, 0))
    }

    /// Goes on writing the record of a run that was broken off, behind its last whole line and look. One that is still
    /// being written is refused.
    pub fn open(path: &Path, looks: u32) -> Result<Self, TraceError> {
        let trace = path.join(TRACE);
        let failed = |error| TraceError { path: trace.clone(), error };
        let id = path.file_name().and_then(|name| Uuid::parse_str(name.to_str()?).ok());
        let id = id.ok_or_else(|| failed(io::Error::other("the folder is not named after a run")))?;
        let file = OpenOptions::new().append(true).open(&trace).map_err(failed)?;
        lock(&file).map_err(failed)?;
        let text = fs::read(&trace).map_err(failed)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(failed)?;
        Ok(Self::new(id, path.to_owned(), file, looks))
    }

    fn new(id: Uuid, path: PathBuf, file: File, looks: u32) -> Self {
        let (veil, pictures) = (Veil::of_environment(), Pictures::new());
        Self { id, path, file, looks, veil, pictures, last: None, tree: None, covered: Vec::new() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// From now on this text is never written, wherever it stands; where it stands already, it is taken out.
    pub fn hide(&mut self, secret: &str) -> Result<(), TraceError> {
        if self.veil.hide(secret) {
            self.rewrite_trace().map_err(|error| self.failed(TRACE, error))?;
            self.rewrite_trees()?;
        }
        Ok(())
    }

    /// Whether exactly this text is a secret.
    pub fn hides(&self, text: &str) -> bool {
        self.veil.hides(text)
    }

    /// A text as it may be told.
    pub fn masked(&self, text: &str) -> String {
        self.veil.text(text)
    }

    /// A secret may become known only after it was written, as with one that stood in the sentence: then the trace is
    /// replaced as a whole, so that a crash leaves either the old one or the new one.
    fn rewrite_trace(&mut self) -> io::Result<()> {
        let path = self.path.join(TRACE);
        let old = fs::read_to_string(&path)?;
        let mut new = String::with_capacity(old.len());
        for (_, line) in whole_lines(&old) {
            let value: Value = serde_json::from_str(line)?;
            let masked = self.veil.value(value.clone());
            // A line that holds no secret stays as it is, to the byte.
            new.push_str(&if masked == value { line.to_owned() } else { masked.to_string() });
            new.push('\n');
        }
        if new == old {
            return Ok(());
        }
        let draft = path.with_extension("new");
        let mut file = File::create(&draft)?;
        lock(&file)?;
        file.write_all(new.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, &path)?;
        self.file = file;
        Ok(())
    }

    fn rewrite_trees(&self) -> Result<(), TraceError> {
        for number in 1..=self.looks {
            let path = self.path.join(format!("{number:03}.xml"));
            let rewrite = || match fs::read_to_string(&path) {
                Ok(old) => {
                    let new = self.veil.tree(&old);
                    if new == old { Ok(()) } else { fs::write(&path, new) }
                }
                // Not every look has a tree.
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                Err(error) => Err(error),
            };
            rewrite().map_err(|error| TraceError { path: path.clone(), error })?;
        }
        Ok(())
    }

    pub fn write(&mut self, since: Duration, event: &Event) -> Result<(), TraceError> {
        let ms = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        let line = serde_json::to_value(Line { ms, event }).map_err(io::Error::from);
        let line = line.map(|value| self.veil.value(value));
        let written = line.and_then(|line| self.file.write_all(format!("{line}\n").as_bytes()));
        written.and_then(|()| self.file.flush()).map_err(|error| self.failed(TRACE, error))
    }

    /// Forces what was written to the disk, and the tree that the next gesture was decided on: whoever goes on after a
    /// crash compares with it.
    pub fn sync(&mut self) -> Result<(), TraceError> {
        if let Some(tree) = &self.tree {
            let synced = File::open(tree).and_then(|file| file.sync_data());
            synced.map_err(|error| TraceError { path: tree.clone(), error })?;
        }
        self.file.sync_data().map_err(|error| self.failed(TRACE, error))
    }

    /// Waits until everything is written, and forces it to the disk.
    pub fn close(&mut self) -> Result<(), TraceError> {
        self.pictures.close()?;
        self.sync()
    }

    /// Stores a look's picture and tree as `NNN.png` and `NNN.xml`; a picture that did not change keeps its name.
    pub fn look(&mut self, screen: &Screen) -> Result<Look, TraceError> {
        self.looks += 1;
        let mut look = Look { number: self.looks, ..Look::default() };
        if screen.tree.is_some() {
            self.covered = covered(screen);
        }
        if let Some(picture) = &screen.picture {
            look.picture = Some(match self.covered.is_empty() {
                true => self.picture(picture)?,
                false => self.picture(&picture.covered(&self.covered))?,
            });
        }
        if let Some(source) = &screen.tree_source {
            let name = format!("{:03}.xml", self.looks);
            let path = self.path.join(&name);
            fs::write(&path, self.veil.tree(source)).map_err(|error| self.failed(&name, error))?;
            self.tree = Some(path);
            look.tree = Some(name);
        }
        Ok(look)
    }

    /// Counts a look of which nothing is kept.
    pub fn unkept(&mut self) -> Look {
        self.looks += 1;
        Look { number: self.looks, ..Look::default() }
    }

    /// Stores a picture, if it is another one than the last, and tells its name.
    fn picture(&mut self, picture: &Picture) -> Result<String, TraceError> {
        if let Some((_, name)) = self.last.as_ref().filter(|(last, _)| last == picture) {
            return Ok(name.clone());
        }
        let name = format!("{:03}.png", self.looks);
        self.pictures.add(self.path.join(&name), picture)?;
        self.last = Some((picture.clone(), name.clone()));
        Ok(name)
    }

    fn failed(&self, name: &str, error: io::Error) -> TraceError {
        TraceError { path: self.path.join(name), error }
    }
}

fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "the run is still going on"))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::super::veil::MASK;
    use super::super::{FORMAT_VERSION, Outcome};
    use super::*;
    use crate::plan::{Effect, Gesture};

    fn lines(folder: &Folder) -> Vec<serde_json::Value> {
        let text = fs::read_to_string(folder.path().join("trace.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn the_first_event_carries_the_version_and_the_last_the_outcome() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path()).unwrap();
        let started = Event::Started {
            version: FORMAT_VERSION,
            run: folder.id.to_string(),
            task: "打开微信\n".into(),
            device: "virtual".into(),
            at: "now".into(),
        };
        folder.write(Duration::ZERO, &started).unwrap();
        let ended = Event::Ended {
            outcome: Outcome::Failed("no".into()),
            evidence: vec![],
            recovered: 0,
            steps: 1,
            looks: 2,
        };
        folder.write(Duration::from_millis(1500), &ended).unwrap();
        let lines = lines(&folder);
        assert_eq!((&lines[0]["event"], &lines[0]["version"]), (&"started".into(), &1.into()));
        assert_eq!(lines[0]["task"], "打开微信\n");
        assert_eq!((&lines[1]["outcome"], &lines[1]["reason"]), (&"failed".into(), &"no".into()));
        assert_eq!(lines[1]["ms"], 1500);
    }

    fn intent(text: &str) -> Event {
        let gesture = Gesture::Type { text: text.into(), clear: true };
        Event::Intended { step: 1, gesture, effect: Effect::Nothing }
    }

    #[test]
    fn a_secret_is_masked_wherever_it_stands_also_where_it_stood_before_it_was_known() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path()).unwrap();
        let page = |text: &str| {
            let source = format!(r#"<hierarchy><node text="{text}" bounds="[0,0][9,9]"/></hierarchy>"#);
            Screen { tree_source: Some(source), ..Screen::of("<node/>") }
        };
        folder.write(Duration::ZERO, &intent("先 hunter2")).unwrap();
        folder.write(Duration::ZERO, &intent("plain")).unwrap();
        folder.look(&page("hunter2")).unwrap();
        folder.hide("hunter2").unwrap();
        folder.write(Duration::ZERO, &intent("hunter2")).unwrap();
        folder.look(&page("x hunter2")).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        for name in [TRACE, "001.xml", "002.xml"] {
            assert!(!read(name).contains("hunter2") && read(name).contains(MASK), "{name}: {}", read(name));
        }
        assert_eq!(lines(&folder).len(), 3);
        assert_eq!(lines(&folder)[1]["gesture"]["type"]["text"], "plain");
    }

    #[test]
    fn a_password_field_is_painted_over_also_on_a_glance() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path()).unwrap();
        let picture = |shade| Picture::from_rgba(1080, 2400, vec![shade; 1080 * 2400 * 4]).unwrap();
        let field = r#"<node password="true" bounds="[10,20][30,40]"/>"#;
        folder.look(&Screen { picture: Some(picture(9)), ..Screen::of(field) }).unwrap();
        let glance = Screen { picture: Some(picture(8)), tree: None, ..Screen::of("<node/>") };
        folder.look(&glance).unwrap();
        folder.look(&Screen { picture: Some(picture(7)), ..Screen::of("<node/>") }).unwrap();
        folder.close().unwrap();
        let shades = |name: &str| {
            let stored = Picture::from_png(&fs::read(folder.path().join(name)).unwrap()).unwrap();
            [(10, 20), (29, 39), (9, 20), (30, 39)].map(|(x, y)| stored.row(y)[x * 4])
        };
        assert_eq!(shades("001.png"), [0, 0, 9, 9]);
        assert_eq!(shades("002.png"), [0, 0, 8, 8]);
        assert_eq!(shades("003.png"), [7, 7, 7, 7]);
    }

    #[test]
    fn a_record_goes_on_behind_its_last_whole_line_and_only_one_writes_it() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path()).unwrap();
        folder.write(Duration::ZERO, &intent("one")).unwrap();
        let (path, id) = (folder.path().to_owned(), folder.id);
        let busy = Folder::open(&path, 3).unwrap_err();
        assert_eq!(busy.error.kind(), io::ErrorKind::ResourceBusy);
        folder.file.write_all(b"{\"ms\":1,\"eve").unwrap();
        drop(folder);
        let mut folder = Folder::open(&path, 3).unwrap();
        folder.write(Duration::ZERO, &intent("two")).unwrap();
        let look = folder.look(&Screen::of("<node/>")).unwrap();
        assert_eq!((folder.id, look.number, lines(&folder).len()), (id, 4, 2));
        assert!(Folder::open(home.path(), 0).is_err(), "it is no folder of a run");
    }

    #[test]
    fn a_home_that_cannot_be_written_is_a_clear_error() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        fs::write(&file, "x").unwrap();
        let error = Folder::create(&file).unwrap_err();
        assert!(error.to_string().contains("hint:"));
    }
}
