//! The pictures of a run, made small enough for one page and held in it.

use crate::screen::Picture;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Wide enough to read what the phone said.
const LONG_SIDE: u32 = 960;
const QUALITY: u8 = 72;
/// A page with more pictures than this is no longer read, and no longer opened.
const MOST: usize = 160;
/// What is no picture of a screen is not read at all.
const LARGEST: u64 = 64 << 20;

/// A picture that stands in the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Held {
    pub id: String,
    pub width: u32,
    pub height: u32,
    pub uri: String,
}

/// Each picture by its name. What cannot be read is not there, and the page says so where it would stand.
pub(super) fn held(folder: &Path, names: &BTreeSet<&str>) -> BTreeMap<String, Held> {
    let numbered = names.iter().take(MOST).enumerate();
    let one = |(at, name): (usize, &&str)| Some(((*name).to_owned(), held_one(folder, at, name)?));
    numbered.filter_map(one).collect()
}

fn held_one(folder: &Path, at: usize, name: &str) -> Option<Held> {
    // A trace may come from anybody: only a plain file of its own folder is meant.
    let plain =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    let path = folder.join(name);
    let found = fs::symlink_metadata(&path).ok()?;
    if !plain || name.starts_with('.') || !found.is_file() || found.len() > LARGEST {
        return None;
    }
    let picture = Picture::from_png(&fs::read(&path).ok()?).ok()?;
    let small = picture.view().ok()?.smaller(LONG_SIDE);
    let jpeg = small.view().to_jpeg(QUALITY).ok()?;
    Some(Held {
        id: format!("p{at}"),
        width: small.width(),
        height: small.height(),
        uri: format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg)),
    })
}
