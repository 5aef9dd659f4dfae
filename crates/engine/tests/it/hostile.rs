//! Hostile files as a phone's own answers: trees and pictures that must neither panic, hang, take the memory nor be
//! believed (T16, T17). The same bytes come from the stock programs and from the helper.

use crate::desk::{data, wait};
use crate::standin::{Manner, Reply, StandIn, good};
use base64::Engine;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tapwise_engine::Cancel;
use tapwise_engine::clock::Clock;
use tapwise_engine::device::{Aid, Device, DeviceError, Need};
use tapwise_engine::screen::{Means, NoTree, Picture, Screen};

const TREE: Need = Need { picture: false, tree: true, app: false };
const PICTURE: Need = Need { picture: true, tree: false, app: false };

/// Every file below a folder of the shared data.
fn files(folder: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() { walk(&path, found) } else { found.push(path) }
        }
    }
    let mut found = Vec::new();
    if let Some(path) = data(folder) {
        walk(&path, &mut found);
        assert!(!found.is_empty(), "{folder} holds no file");
    }
    found.sort();
    found
}

/// The most memory that this process has used, in kilobytes; nothing where the system does not tell.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// A phone with both ways to look, and the time that its slowest look took.
struct Table {
    phone: StandIn,
    stock: Box<dyn Device>,
    helped: Box<dyn Device>,
    looks: usize,
    slowest: (Duration, String),
    before: u64,
}

impl Table {
    fn new() -> Self {
        let phone = StandIn::new(Manner::default());
        let (mut stock, mut helped) = (phone.device(Aid::Off), phone.device(Aid::Auto));
        stock.observe(Need::ALL, &wait()).unwrap();
        helped.observe(Need::ALL, &wait()).unwrap();
        // Lets the peak begin anew; where the system does not allow it, an earlier peak hides a smaller growth.
        let _ = fs::write("/proc/self/clear_refs", "5");
        Self { phone, stock, helped, looks: 0, slowest: (Duration::ZERO, String::new()), before: peak() }
    }

    fn look(&mut self, by: Means, need: Need, manner: Manner, name: &str) -> Result<Screen, DeviceError> {
        self.phone.says(manner);
        let device = match by {
            Means::Stock => &mut self.stock,
            Means::Helper => {
                // What failed before may be tried again by now.
                self.phone.clock.wait(Duration::from_secs(61), &Cancel::new());
                &mut self.helped
            }
        };
        let begun = Instant::now();
        let seen = device.observe(need, &wait());
        let took = begun.elapsed();
        self.looks += 1;
        if took > self.slowest.0 {
            self.slowest = (took, name.to_owned());
        }
        seen
    }

    fn figures(&self, what: &str, files: usize) {
        let grown = peak().saturating_sub(self.before) as f64 / 1024.0;
        let ms = self.slowest.0.as_secs_f64() * 1e3;
        let figures = json!({
            format!("{what}_files"): files,
            format!("{what}_looks"): self.looks,
            format!("{what}_slowest_ms"): (ms * 10.0).round() / 10.0,
            format!("{what}_peak_growth_mb"): (grown * 10.0).round() / 10.0,
        });
        println!("slowest {what}: {}", self.slowest.1);
        println!("figures {figures}");
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What must come of a file as a tree; the rest of the files must be refused.
fn as_expected(name: &str, no_tree: Option<&NoTree>) -> bool {
    match name {
        "ok.xml" | "trailing.xml" | "wide_5k.xml" | "cdata.xml" => no_tree.is_none(),
        name if name.starts_with("bounds_") => no_tree.is_none(),
        "billion_laughs.xml" | "xxe.xml" => no_tree == Some(&NoTree::DocumentType),
        "deep_20k.xml" => no_tree == Some(&NoTree::TooDeep),
        "error_text.xml" => no_tree == Some(&NoTree::NullRoot),
        "idle_error.xml" => no_tree == Some(&NoTree::NotIdle),
        "empty.xml" | "no_nodes.xml" => no_tree == Some(&NoTree::Empty),
        "bad_utf8.xml" | "utf16.xml" => no_tree == Some(&NoTree::NotUtf8),
        _ => no_tree.is_some(),
    }
}

#[test]
fn t16_every_hostile_tree_of_a_phone_is_read_or_refused_with_a_name() {
    let all: Vec<PathBuf> = ["hostile/ui_xml", "hostile/xml"].into_iter().flat_map(files).collect();
    let mut table = Table::new();
    for path in &all {
        let (name, bytes) = (name_of(path), fs::read(path).unwrap());
        let manner = Manner { tree: bytes.clone(), ..Manner::default() };
        let stock = table.look(Means::Stock, TREE, manner, &name).unwrap();
        assert_eq!(stock.tree.is_some(), stock.no_tree.is_none(), "{name}");
        assert!(as_expected(&name, stock.no_tree.as_ref()), "{name}: {:?}", stock.no_tree);
        let text = json!(String::from_utf8_lossy(&bytes));
        let rpc = move |_: usize, method: &str, _: &serde_json::Value| match method {
            "dumpWindowHierarchy" => Reply::Result(text.clone()),
            other => good(other),
        };
        let manner = Manner { rpc: Arc::new(rpc), ..Manner::default() };
        let helped = table.look(Means::Helper, TREE, manner, &name).unwrap();
        // What the helper cannot give, the stock programs give: here a sound tree.
        assert!(helped.tree.is_some(), "{name}");
        assert_eq!(helped.by == Means::Stock, helped.fallback.is_some(), "{name}");
        assert!(stock.tree.is_none() || helped.by == Means::Helper, "{name}: {:?}", helped.fallback);
    }
    table.figures("trees", all.len());
}

#[test]
fn t17_every_hostile_picture_of_a_phone_is_refused_and_none_is_made_up() {
    let all = files("hostile/png");
    let mut table = Table::new();
    let whole = Manner::default().picture;
    // What a terminal makes of every newline; the stand-in's page is full of them.
    let mangled = whole.iter().flat_map(|byte| if *byte == b'\n' { vec![b'\r', b'\n'] } else { vec![*byte] });
    let spoken = |text: &str| text.as_bytes().to_vec();
    let mut pictures: Vec<(String, Vec<u8>)> =
        all.iter().map(|path| (name_of(path), fs::read(path).unwrap())).collect();
    pictures.extend([
        ("black-frame refused".to_owned(), spoken("Status: -1\n")),
        ("empty".to_owned(), Vec::new()),
        ("cut in its header".to_owned(), whole[..10].to_vec()),
        ("cut by a byte".to_owned(), whole[..whole.len() - 1].to_vec()),
        ("cut by half".to_owned(), whole[..whole.len() / 2].to_vec()),
        ("mangled".to_owned(), mangled.collect()),
        ("a byte too many".to_owned(), [whole.as_slice(), b"x"].concat()),
        ("a bomb".to_owned(), [65_535u32, 65_535, 1, 0].iter().flat_map(|word| word.to_le_bytes()).collect()),
    ]);
    for (name, bytes) in &pictures {
        let manner = Manner { picture: bytes.clone(), ..Manner::default() };
        let refused = table.look(Means::Stock, PICTURE, manner.clone(), name);
        assert!(matches!(refused, Err(DeviceError::Nonsense(_))), "{name} was taken for a picture");
        // Beside a tree a look goes on without its picture.
        assert!(table.look(Means::Stock, Need::ALL, manner, name).unwrap().picture.is_none(), "{name}");
        let encoded = json!(base64::engine::general_purpose::STANDARD.encode(bytes));
        let rpc = move |_: usize, method: &str, _: &serde_json::Value| match method {
            "takeScreenshot" => Reply::Result(encoded.clone()),
            other => good(other),
        };
        let manner = Manner { rpc: Arc::new(rpc), ..Manner::default() };
        let helped = table.look(Means::Helper, PICTURE, manner, name).unwrap();
        assert!(helped.picture.is_some_and(|picture| picture.is_exact()), "{name}");
    }
    let sound = Manner { picture: whole, ..Manner::default() };
    assert!(table.look(Means::Stock, PICTURE, sound, "a sound one").is_ok());
    table.figures("pictures", pictures.len());
}

#[test]
fn t17_every_hostile_png_is_read_or_refused() {
    for path in files("hostile/png") {
        let bytes = fs::read(&path).unwrap();
        if let Ok(picture) = Picture::from_png(&bytes) {
            let frame = picture.frame;
            assert!(frame.width <= 8192 && frame.height <= 8192, "{}", path.display());
            assert_eq!(picture.rgba().len(), frame.width as usize * frame.height as usize * 4);
        }
        // A PNG is no JPEG, and no part of one.
        assert!(Picture::from_jpeg(&bytes).is_err(), "{}", path.display());
    }
}

#[test]
fn t17_a_jpeg_cut_at_any_byte_is_refused() {
    let whole = base64::engine::general_purpose::STANDARD.decode(crate::standin::JPEG).unwrap();
    let frame = Picture::from_jpeg(&whole).unwrap().frame;
    for cut in 0..whole.len() {
        assert!(Picture::from_jpeg(&whole[..cut]).is_err(), "cut at {cut}");
    }
    // Where the mark of the end is put back, whatever comes before the pixels still must be whole. Pixels that are
    // left out are a picture that the phone chose to send: grey there, and never of another size.
    let scan = whole.windows(2).position(|mark| mark == [0xff, 0xda]).unwrap();
    let pixels = scan + 2 + usize::from(u16::from_be_bytes([whole[scan + 2], whole[scan + 3]]));
    for cut in 0..whole.len() - 2 {
        if let Ok(picture) = Picture::from_jpeg(&[&whole[..cut], &[0xff, 0xd9]].concat()) {
            assert!(cut >= pixels && picture.frame == frame, "cut at {cut}");
        }
    }
}
