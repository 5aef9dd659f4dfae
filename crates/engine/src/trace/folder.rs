//! The folder of a run: `trace.jsonl`, and a picture and a tree for every look. Each event is flushed when it is
//! written; an intent that commits something is on the disk before its gesture (contracts 4 and 9).

use super::Event;
use super::pictures::Pictures;
use crate::screen::{Picture, Screen};
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use uuid::Uuid;

#[derive(Debug, Error)]
#[error("cannot write the run's record {path}: {error}\nhint: free some space, or choose another folder with --home", path = path.display())]
pub struct TraceError {
    pub path: PathBuf,
    pub error: io::Error,
}

/// What a masked secret looks like in the record.
const MASK: &str = "••••••";

#[derive(Debug)]
pub struct Folder {
    pub id: Uuid,
    path: PathBuf,
    file: File,
    looks: u32,
    secrets: Vec<String>,
    pictures: Pictures,
    /// The last picture and its name: a screen that did not change is stored once.
    last: Option<(Picture, String)>,
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
        let file = File::create_new(path.join("trace.jsonl")).map_err(failed)?;
        // Held for as long as it is written, so that nobody throws it away; where files cannot be locked, it is not.
        let _ = file.try_lock();
        Ok(Self { id, path, file, looks: 0, secrets: Vec::new(), pictures: Pictures::new(), last: None })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// From now on this text is never written, wherever it stands.
    pub fn hide(&mut self, secret: &str) {
        if !secret.is_empty() && !self.secrets.iter().any(|known| known == secret) {
            self.secrets.push(secret.to_owned());
        }
    }

    pub fn write(&mut self, since: Duration, event: &Event) -> Result<(), TraceError> {
        let ms = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        let line = serde_json::to_value(Line { ms, event }).map_err(io::Error::from);
        let line = line.map(|value| masked(value, &self.secrets));
        let written = line.and_then(|line| self.file.write_all(format!("{line}\n").as_bytes()));
        written.and_then(|()| self.file.flush()).map_err(|error| self.failed("trace.jsonl", error))
    }

    /// Forces what was written to the disk.
    pub fn sync(&mut self) -> Result<(), TraceError> {
        self.file.sync_data().map_err(|error| self.failed("trace.jsonl", error))
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
        if let Some(picture) = &screen.picture {
            look.picture = Some(self.picture(picture)?);
        }
        if let Some(source) = &screen.tree_source {
            let name = format!("{:03}.xml", self.looks);
            let hidden = self.secrets.iter().fold(source.clone(), |text, secret| text.replace(secret, MASK));
            fs::write(self.path.join(&name), hidden).map_err(|error| self.failed(&name, error))?;
            look.tree = Some(name);
        }
        Ok(look)
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

fn masked(value: serde_json::Value, secrets: &[String]) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::String(text) => {
            Value::String(secrets.iter().fold(text, |text, secret| text.replace(secret, MASK)))
        }
        Value::Array(items) => items.into_iter().map(|item| masked(item, secrets)).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, item)| (name, masked(item, secrets))).collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_secret_is_masked_wherever_it_stands() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path()).unwrap();
        folder.hide("hunter2");
        let gesture = Gesture::Type { text: "hunter2".into(), clear: true };
        folder.write(Duration::ZERO, &Event::Intended { step: 1, gesture, effect: Effect::Nothing }).unwrap();
        let text = fs::read_to_string(folder.path().join("trace.jsonl")).unwrap();
        assert!(!text.contains("hunter2") && text.contains(MASK));
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
