//! Where runs and own apps are kept: `--home`, else the XDG data folder.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

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
