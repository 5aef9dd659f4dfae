//! The runs that are kept in a home folder: which there are, which one a word means, and which are thrown away. Nothing
//! outside `<home>/runs` is ever deleted, no link is followed, and a run that is going on is left alone.

use crate::trace::{self, BadTrace, Event, Outcome};
use serde::Serialize;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;
use uuid::Uuid;

/// How a run stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Ended(Outcome),
    /// The program that does it still holds its record.
    GoingOn,
    /// Its record has no end, and nobody writes it.
    BrokenOff,
    Unreadable(String),
}

impl Standing {
    pub fn name(&self) -> &'static str {
        match self {
            Standing::Ended(outcome) => outcome.name(),
            Standing::GoingOn => "going_on",
            Standing::BrokenOff => "broken_off",
            Standing::Unreadable(_) => "unreadable",
        }
    }
}

/// One run, in the words of a list.
#[derive(Debug, Clone)]
pub struct Kept {
    pub id: String,
    pub folder: PathBuf,
    /// When it began, as the clock on the wall said.
    pub at: String,
    pub task: String,
    pub device: String,
    pub standing: Standing,
    /// Steps of the plan that were done.
    pub steps: usize,
    pub seconds: f64,
    pub bytes: u64,
}

impl Kept {
    /// When it began, since 1970: its name tells.
    pub fn begun(&self) -> Option<Duration> {
        let (seconds, nanos) = Uuid::parse_str(&self.id).ok()?.get_timestamp()?.to_unix();
        Some(Duration::new(seconds, nanos))
    }
}

#[derive(Debug, Error)]
pub enum NoRun {
    #[error("no run is kept in {place}\nhint: do one with `tapwise run TASK`, or name another folder with --home", place = .0.display())]
    None(PathBuf),
    #[error("no run begins with `{0}`\nhint: `tapwise runs list` tells their names")]
    Unknown(String),
    #[error("{count} runs begin with `{word}`\nhint: write more of its name")]
    Several { word: String, count: usize },
    #[error("{path} cannot be read: {error}\nhint: `tapwise runs list` tells which runs there are", path = .path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{place} is a link, and links are not followed\nhint: name the folder itself with --home", place = .0.display())]
    Link(PathBuf),
    #[error("{path} cannot be deleted: {error}\nhint: see whose it is", path = .path.display())]
    Stays { path: PathBuf, error: io::Error },
}

/// Where the runs of a home folder lie.
#[derive(Debug, Clone)]
pub struct Shelf {
    runs: PathBuf,
}

impl Shelf {
    pub fn of(home: &Path) -> Self {
        Self { runs: home.join("runs") }
    }

    /// The names of all runs, oldest first: they sort by time.
    fn ids(&self) -> Result<Vec<String>, NoRun> {
        let failed = |error| NoRun::Unreadable { path: self.runs.clone(), error };
        let entries = match fs::read_dir(&self.runs) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(failed)?,
        };
        let mut ids = Vec::new();
        for entry in entries {
            let entry = entry.map_err(failed)?;
            // The kind of a link is a link, wherever it leads.
            let folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let name = entry.file_name().to_string_lossy().into_owned();
            if folder && Uuid::parse_str(&name).is_ok_and(|id| id.to_string() == name) {
                ids.push(name);
            }
        }
        ids.sort();
        Ok(ids)
    }

    /// All runs, newest first.
    pub fn list(&self) -> Result<Vec<Kept>, NoRun> {
        let ids = self.ids()?;
        Ok(ids.iter().rev().map(|id| kept(&self.runs.join(id))).collect())
    }

    /// The folder that a word means: `last`, a run's name or how it begins, or a folder.
    pub fn find(&self, word: &str) -> Result<PathBuf, NoRun> {
        if word.contains(['/', '\\']) || word.starts_with('.') {
            return Ok(PathBuf::from(word));
        }
        let ids = self.ids()?;
        if word == "last" {
            let last = ids.last().ok_or_else(|| NoRun::None(self.runs.clone()))?;
            return Ok(self.runs.join(last));
        }
        let low = word.to_lowercase();
        let fits: Vec<&String> = ids.iter().filter(|id| !low.is_empty() && id.starts_with(&low)).collect();
        match fits.as_slice() {
            [one] => Ok(self.runs.join(one)),
            [] if Path::new(word).join("trace.jsonl").is_file() => Ok(PathBuf::from(word)),
            [] => Err(NoRun::Unknown(word.chars().take(80).collect())),
            several => Err(NoRun::Several { word: word.to_owned(), count: several.len() }),
        }
    }

    /// What is kept of the run that a word means.
    pub fn look(&self, word: &str) -> Result<Kept, NoRun> {
        let folder = self.find(word)?;
        let trace = folder.join("trace.jsonl");
        match fs::metadata(&trace) {
            Ok(_) => Ok(kept(&folder)),
            Err(error) => Err(NoRun::Unreadable { path: trace, error }),
        }
    }

    /// The runs that would be thrown away, by their place in the list, newest first; those that are going on are not
    /// among them, whatever is chosen.
    pub fn chosen(&self, mut chosen: impl FnMut(usize, &Kept) -> bool) -> Result<Vec<Kept>, NoRun> {
        if fs::symlink_metadata(&self.runs).is_ok_and(|found| found.is_symlink()) {
            return Err(NoRun::Link(self.runs.clone()));
        }
        let all = self.list()?.into_iter().enumerate();
        let chosen = all.filter(|(at, run)| run.standing != Standing::GoingOn && chosen(*at, run));
        Ok(chosen.map(|(_, run)| run).collect())
    }

    /// Throws the chosen runs away and tells which.
    pub fn prune(&self, chosen: impl FnMut(usize, &Kept) -> bool) -> Result<Vec<Kept>, NoRun> {
        let mut gone = Vec::new();
        for run in self.chosen(chosen)? {
            let path = self.runs.join(&run.id);
            // Links inside are deleted, not followed.
            fs::remove_dir_all(&path).map_err(|error| NoRun::Stays { path, error })?;
            gone.push(run);
        }
        Ok(gone)
    }
}

/// What the first and the last line of a trace tell.
fn kept(folder: &Path) -> Kept {
    let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut run = Kept {
        id,
        folder: folder.to_owned(),
        at: String::new(),
        task: String::new(),
        device: String::new(),
        standing: Standing::BrokenOff,
        steps: 0,
        seconds: 0.0,
        bytes: bytes(folder),
    };
    if let Err(error) = tell(folder, &mut run) {
        run.standing = Standing::Unreadable(error.to_string());
    }
    // A run that has only begun may have written nothing yet.
    if !matches!(run.standing, Standing::Ended(_)) && is_held(folder) {
        run.standing = Standing::GoingOn;
    }
    run
}

fn tell(folder: &Path, run: &mut Kept) -> Result<(), BadTrace> {
    let text = trace::text_of(folder)?;
    let mut lines = trace::whole_lines(&text).map(|(_, line)| line);
    let (first, last) = (lines.next(), lines.last());
    for line in trace::read(&[first.unwrap_or_default(), "\n", last.unwrap_or_default(), "\n"].concat())? {
        run.seconds = line.ms as f64 / 1e3;
        match line.event {
            Event::Started { task, device, at, .. } => (run.task, run.device, run.at) = (task, device, at),
            Event::Ended { outcome, steps, .. } => {
                run.standing = Standing::Ended(outcome);
                run.steps = steps;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a program holds the record of this run: `Folder` locks it for as long as it writes.
fn is_held(folder: &Path) -> bool {
    let file = File::open(folder.join("trace.jsonl"));
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
}

/// What the files of a run's folder take.
fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|found| found.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{FORMAT_VERSION, Folder};

    fn begun(home: &Path, task: &str) -> Folder {
        let mut folder = Folder::create(home).unwrap();
        let started = Event::Started {
            version: FORMAT_VERSION,
            run: folder.id.to_string(),
            task: task.into(),
            device: "virtual".into(),
            at: "2026-11-18T00:00:00Z".into(),
        };
        folder.write(Duration::ZERO, &started).unwrap();
        folder
    }

    fn done(home: &Path, task: &str) -> PathBuf {
        let mut folder = begun(home, task);
        let outcome = Outcome::Failed("no".into());
        let ended = Event::Ended { outcome, evidence: vec![], recovered: 0, steps: 3, looks: 2 };
        folder.write(Duration::from_millis(2500), &ended).unwrap();
        folder.path().to_owned()
    }

    #[test]
    fn runs_are_listed_newest_first_with_what_they_came_to() {
        let home = tempfile::tempdir().unwrap();
        let shelf = Shelf::of(home.path());
        assert!(shelf.list().unwrap().is_empty());
        done(home.path(), "one");
        let open = begun(home.path(), "two");
        drop(begun(home.path(), "three"));
        fs::create_dir(home.path().join("runs/other")).unwrap();
        let list = shelf.list().unwrap();
        let told: Vec<_> = list.iter().map(|run| (run.task.as_str(), run.standing.name())).collect();
        assert_eq!(told, [("three", "broken_off"), ("two", "going_on"), ("one", "failed")]);
        assert_eq!((list[2].steps, list[2].seconds), (3, 2.5));
        assert!(list[2].bytes > 0);
        drop(open);
    }

    #[test]
    fn a_run_is_meant_by_how_its_name_begins_by_last_or_by_its_folder() {
        let home = tempfile::tempdir().unwrap();
        let shelf = Shelf::of(home.path());
        assert!(shelf.find("last").unwrap_err().to_string().contains("hint: "));
        let (one, two) = (done(home.path(), "one"), done(home.path(), "two"));
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(shelf.find("last").unwrap(), two);
        assert_eq!(shelf.find(&name(&one)).unwrap(), one);
        assert_eq!(shelf.find(&name(&one).to_uppercase()).unwrap(), one);
        assert!(matches!(shelf.find("0"), Err(NoRun::Several { count: 2, .. })));
        assert!(matches!(shelf.find("zz"), Err(NoRun::Unknown(_))));
        assert!(matches!(shelf.find(""), Err(NoRun::Unknown(_))));
        assert_eq!(shelf.find(one.to_str().unwrap()).unwrap(), one);
    }

    #[test]
    fn pruning_leaves_runs_that_go_on_what_is_no_run_and_all_that_links_lead_to() {
        let (home, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let shelf = Shelf::of(home.path());
        let kept_file = outside.path().join("trace.jsonl");
        fs::write(&kept_file, "x").unwrap();
        let old = done(home.path(), "old");
        let open = begun(home.path(), "open");
        let other = home.path().join("runs/notes");
        fs::create_dir(&other).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(outside.path(), home.path().join("runs").join(Uuid::now_v7().to_string())).unwrap();
            symlink(outside.path(), old.join("link")).unwrap();
        }
        let gone = shelf.prune(|_, _| true).unwrap();
        assert_eq!(gone.len(), 1);
        assert!(!old.exists() && open.path().is_dir() && other.is_dir() && kept_file.is_file());
        let young = done(home.path(), "young");
        assert!(shelf.prune(|at, _| at > 0).unwrap().is_empty(), "the newest is kept");
        assert!(young.is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn a_shelf_that_is_a_link_is_not_pruned() {
        let (home, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let run = done(outside.path(), "x");
        std::os::unix::fs::symlink(outside.path().join("runs"), home.path().join("runs")).unwrap();
        assert!(matches!(Shelf::of(home.path()).prune(|_, _| true), Err(NoRun::Link(_))));
        assert!(run.is_dir());
    }
}
