//! Hostile pictures, as what is looked for and as where it is looked for: no panic, and no more memory than a bound.

use crate::desk::data;
use crate::find_pictures::Canvas;
use std::fs;
use std::path::{Path, PathBuf};
use tapwise_vision::find::{Options, Pyramid, Reference, find, find_all};
use tapwise_vision::{Bitmap, Bounds};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn hostile_pictures_are_refused_or_not_found_and_never_stop_the_program() {
    let Some(folder) = data("hostile/png") else { return };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    paths.sort();
    let screen = Canvas::textured(360, 640, 5);
    let pyramid = Pyramid::new(screen.view());
    let cut = screen.view().crop(Bounds { left: 50, top: 60, width: 40, height: 32 }).unwrap();
    let reference = Reference::new(cut.view()).unwrap();
    let (mut read, mut sought) = (0, 0);
    for path in &paths {
        let Ok(picture) = Bitmap::decode(&fs::read(path).unwrap()) else { continue };
        read += 1;
        let hostile = Pyramid::new(picture.view());
        assert_eq!(find(&reference, &hostile, &Options::default()), None, "{}", path.display());
        if let Ok(hostile) = Reference::new(picture.view()) {
            sought += 1;
            assert!(find_all(&hostile, &pyramid, &Options::default()).is_empty(), "{}", path.display());
        }
    }
    assert!(read > 100 && sought > 20, "{read} of {} read, {sought} looked for", paths.len());
}
