//! Where runs and own apps are kept: `--home`, else the XDG data folder.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tapwise_engine::run::Policy;

pub fn find(chosen: Option<&Path>) -> Result<PathBuf> {
    if let Some(home) = chosen {
        return std::path::absolute(home).with_context(|| format!("cannot use {}", home.display()));
    }
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let xdg = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).and_then(absolute);
    let home = std::env::var_os("HOME").map(PathBuf::from).and_then(absolute);
    let data = xdg.or_else(|| home.map(|home| home.join(".local/share")));
    data.map(|data| data.join("tapwise")).context("no home folder is known\nhint: choose one with --home DIR")
}

/// The user's policy: the file that was chosen, else `policy.yaml` in the home folder, else none.
pub fn policy(chosen: Option<&Path>, home: &Path) -> Result<Policy> {
    let usual = home.join("policy.yaml");
    let file = chosen.or_else(|| usual.exists().then_some(usual.as_path()));
    match file {
        Some(file) => Policy::load(file).with_context(|| format!("{} is not used", file.display())),
        None => Ok(Policy::default()),
    }
}
