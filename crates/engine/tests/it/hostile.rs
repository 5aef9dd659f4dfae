//! Hostile files at the edge: trees and pictures that must neither panic, hang nor be believed (T16, T17).

use crate::desk::data;
use std::fs;
use std::path::PathBuf;
use tapwise_engine::screen::{NoTree, Picture, parse_hierarchy};

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = data(folder).map(|path| fs::read_dir(path).unwrap());
    entries.into_iter().flatten().flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect()
}

#[test]
fn t16_every_hostile_tree_is_read_or_refused_with_a_name() {
    for folder in ["hostile/ui_xml", "hostile/xml"] {
        for path in files(folder) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let parsed = parse_hierarchy(&fs::read(&path).unwrap());
            let as_expected = match name.as_str() {
                "ok.xml" | "trailing.xml" | "wide_5k.xml" | "cdata.xml" => parsed.is_ok(),
                name if name.starts_with("bounds_") => parsed.is_ok(),
                "billion_laughs.xml" | "xxe.xml" => parsed == Err(NoTree::DocumentType),
                "deep_20k.xml" => parsed == Err(NoTree::TooDeep),
                "error_text.xml" => parsed == Err(NoTree::NullRoot),
                "idle_error.xml" => parsed == Err(NoTree::NotIdle),
                "empty.xml" | "no_nodes.xml" => parsed == Err(NoTree::Empty),
                "bad_utf8.xml" | "utf16.xml" => parsed == Err(NoTree::NotUtf8),
                _ => parsed.is_err(),
            };
            assert!(as_expected, "{name}: {parsed:?}");
        }
    }
}

#[test]
fn t17_every_hostile_picture_is_read_or_refused() {
    for path in files("hostile/png") {
        let bytes = fs::read(&path).unwrap();
        // Raw screencaps and PNG alike: no panic, no huge memory, no picture made up from nothing.
        let _ = Picture::from_screencap(bytes.clone(), 0);
        if let Ok(picture) = Picture::from_png(&bytes) {
            let frame = picture.frame;
            assert!(frame.width <= 8192 && frame.height <= 8192, "{}", path.display());
            assert_eq!(picture.rgba().len(), frame.width as usize * frame.height as usize * 4);
        }
    }
}
