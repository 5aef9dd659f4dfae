//! Reading a screen, a region and a screen that did not change. `cargo bench -p tapwise-vision --bench read`.
//!
//! Needs the models (`tapwise models install`, TAPWISE_MODELS) and the shared data (TAPWISE_DATA); says so if they are
//! absent.

use divan::Bencher;
use std::path::PathBuf;
use tapwise_vision::read::{Reader, Reading};
use tapwise_vision::{Bitmap, Bounds};

fn main() {
    match desk() {
        Some(_) => divan::main(),
        None => eprintln!("skipped: the models or the shared data are absent"),
    }
}

fn desk() -> Option<(Reader, Bitmap)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder =
        |name: &str, usual: &str| std::env::var_os(name).map_or_else(|| root.join(usual), PathBuf::from);
    let screen = folder("TAPWISE_DATA", "../shared/data").join("ocr/images/p00_settings_zh_light_1080.png");
    let screen = Bitmap::decode(&std::fs::read(screen).ok()?).ok()?;
    Some((Reader::open(&folder("TAPWISE_MODELS", "target/models")).ok()?, screen))
}

#[divan::bench(sample_count = 5)]
fn full_screen_1080x2400(bencher: Bencher<'_, '_>) {
    if let Some((mut reader, screen)) = desk() {
        bencher.bench_local(|| reader.read(screen.view()));
    }
}

#[divan::bench(sample_count = 20)]
fn region_300x62(bencher: Bencher<'_, '_>) {
    let region = Bounds { left: 186, top: 1453, width: 300, height: 62 };
    if let Some((mut reader, screen)) = desk() {
        bencher.bench_local(|| reader.read_region(screen.view(), region));
    }
}

#[divan::bench(sample_count = 20)]
fn unchanged_screen_1080x2400(bencher: Bencher<'_, '_>) {
    let mut reading = Reading::default();
    if let Some((mut reader, screen)) = desk()
        && reader.read_again(&mut reading, screen.view()).is_ok()
    {
        bencher.bench_local(|| reader.read_again(&mut reading, screen.view()).map(<[_]>::len));
    }
}
