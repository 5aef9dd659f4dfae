//! What one word of the command line must be. What is refused here ends with exit code 2, before anything is opened.

use std::path::{Path, PathBuf};

/// Words that say something.
pub fn sentence(text: &str) -> Result<String, String> {
    match text.trim().is_empty() {
        true => Err("it says nothing; write what you mean, in quotes".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// A folder that is there.
pub fn folder(text: &str) -> Result<PathBuf, String> {
    match Path::new(text).is_dir() {
        true => Ok(PathBuf::from(text)),
        false => {
            Err("it is no folder\nhint: name an app folder, or a folder that holds app folders".to_owned())
        }
    }
}

/// An address that something can be fetched from.
pub fn web_address(text: &str) -> Result<String, String> {
    let host = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    match host.is_some_and(|host| !host.is_empty() && !host.starts_with('/')) {
        true => Ok(text.to_owned()),
        false => Err("write a web address, such as https://pypi.org/simple".to_owned()),
    }
}

/// WIDTHxHEIGHT.
pub fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| "write WIDTHxHEIGHT, such as 1080x2400".to_owned())
}

/// The size of a screen that the virtual phone can have.
pub fn phone_size(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = size(text)?;
    match [width, height].iter().all(|side| (240..=4096).contains(side)) {
        true => Ok((width, height)),
        false => Err("each side must be between 240 and 4096 pixels".to_owned()),
    }
}

pub fn font_scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok().filter(|scale| (0.5..=3.0).contains(scale));
    scale.ok_or_else(|| "write a number from 0.5 to 3, such as 1.15".to_owned())
}

pub fn confidence(text: &str) -> Result<f32, String> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "write a number from 0 to 1, such as 0.75".to_owned())
}
