//! Which run is meant: by its id, by the beginning of its id, or `last`. Ids sort by time, so the last is the newest.

use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// So many candidates are told.
const TOLD: usize = 5;

#[derive(Debug, Error)]
pub enum NoRun {
    #[error("there are no runs in {home}\nhint: choose another folder with --home", home = .0.display())]
    None(PathBuf),
    #[error("no run begins with `{0}`\nhint: name its id, the beginning of it, or `last`")]
    Unknown(String),
    #[error("`{given}` is the beginning of {} runs, such as {}\nhint: write more of the id", .several.len(), .several.iter().take(TOLD).cloned().collect::<Vec<_>>().join(", "))]
    Several { given: String, several: Vec<String> },
}

/// The ids of all runs, oldest first.
pub fn ids(home: &Path) -> Vec<String> {
    let entries = fs::read_dir(home.join("runs")).into_iter().flatten().flatten();
    let recorded = entries.filter(|entry| entry.path().join("trace.jsonl").is_file());
    let mut ids: Vec<String> = recorded.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    ids.sort();
    ids
}

/// The folder of a run.
pub fn find(home: &Path, given: &str) -> Result<PathBuf, NoRun> {
    let all = ids(home);
    let Some(newest) = all.last() else { return Err(NoRun::None(home.to_owned())) };
    let folder = |id: &str| home.join("runs").join(id);
    if given == "last" {
        return Ok(folder(newest));
    }
    let fits: Vec<&String> = all.iter().filter(|id| !given.is_empty() && id.starts_with(given)).collect();
    match fits.as_slice() {
        [] => Err(NoRun::Unknown(given.chars().take(80).collect())),
        [one] => Ok(folder(one)),
        several => {
            let several = several.iter().map(|id| (*id).clone()).collect();
            Err(NoRun::Several { given: given.to_owned(), several })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_found_by_its_id_its_beginning_or_as_the_last() {
        let home = tempfile::tempdir().unwrap();
        assert!(matches!(find(home.path(), "last"), Err(NoRun::None(_))));
        for id in ["0193-aa", "0193-ab", "0194-c"] {
            fs::create_dir_all(home.path().join("runs").join(id)).unwrap();
            fs::write(home.path().join("runs").join(id).join("trace.jsonl"), "").unwrap();
        }
        fs::create_dir_all(home.path().join("runs/0195-empty")).unwrap();
        let found = |given: &str| {
            let found = find(home.path(), given);
            found.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        };
        assert_eq!(found("last").unwrap(), "0194-c", "one without a record is none");
        assert_eq!(found("0194").unwrap(), "0194-c");
        assert_eq!(found("0193-ab").unwrap(), "0193-ab");
        let told = found("0193").unwrap_err().to_string();
        assert!(
            told.contains("2 runs") && told.contains("0193-aa, 0193-ab") && told.contains("hint: "),
            "{told}"
        );
        for unknown in ["", "..", "0195", "/etc", "93"] {
            assert!(matches!(found(unknown), Err(NoRun::Unknown(_))), "{unknown}");
        }
    }
}
