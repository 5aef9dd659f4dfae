//! Picture files, in and out: read with their name in every error, and written with boxes around an answer.

use anyhow::{Context, Result, ensure};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use tapwise_vision::{Bitmap, Bounds, Colour, MAX_BYTES, outline};

/// Reads a PNG or a JPEG.
pub fn read(path: &Path) -> Result<Bitmap> {
    let name = path.display();
    let mut file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    ensure!(!file.metadata()?.is_dir(), "{name} is a folder\nhint: name a PNG or JPEG file");
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64;
    file.by_ref().take(limit + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() as u64 <= limit, "{name} is larger than {} MB", limit >> 20);
    Bitmap::decode(&bytes).with_context(|| format!("{name} is no picture that can be used"))
}

/// Writes the picture with a box around each answer, the first in a colour of its own.
pub fn write_with_boxes(path: &Path, mut picture: Bitmap, boxes: &[Bounds]) -> Result<()> {
    for (place, bounds) in boxes.iter().enumerate().rev() {
        outline(&mut picture, *bounds, if place == 0 { Colour::FIRST } else { Colour::OTHER });
    }
    let png = picture.view().to_png()?;
    fs::write(path, png).with_context(|| format!("cannot write {}", path.display()))
}
