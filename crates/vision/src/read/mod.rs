//! Reads the text on a picture, offline: Chinese and English, with two small networks and a runtime that
//! `tapwise models install` fetched.
//!
//! One network finds where text is, the other reads one line. [`Reader`] does both for a screen or a part of it;
//! [`Reading`] keeps what was read, so that of the next look only what changed is read again.

mod again;
mod badge;
mod boxes;
mod detect;
mod files;
mod fold;
mod network;
mod reader;
mod recognise;
mod resize;
mod split;

pub use again::Reading;
pub use files::{ModelFile, files, installed};
pub use fold::{alike, fold};
pub use reader::{Reader, Runs, Settings};

use crate::Bounds;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use thiserror::Error;

/// A line of text that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Text {
    pub text: String,
    pub bounds: Bounds,
    /// Mean probability of its characters.
    pub confidence: f32,
}

/// Why nothing can be read here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoReader {
    #[error("text cannot be read: {file} is missing in {}\nhint: fetch it once with `tapwise models install`", folder.display())]
    Missing { folder: PathBuf, file: &'static str },
    #[error(
        "text cannot be read: {} has {size} bytes instead of {wanted}\nhint: fetch it again with `tapwise models install`",
        path.display()
    )]
    Damaged { path: PathBuf, size: u64, wanted: u64 },
    #[error(
        "text cannot be read: {} cannot be loaded: {reason}\n\
         hint: it needs glibc 2.28 or newer and libstdc++ (Debian and Ubuntu: apt-get install libstdc++6)",
        path.display()
    )]
    Library { path: PathBuf, reason: String },
    #[error(
        "text cannot be read: {} cannot be used: {reason}\nhint: fetch it again with `tapwise models install`",
        path.display()
    )]
    Network { path: PathBuf, reason: String },
    #[error(
        "text cannot be read on {system} {processor}: there is a runtime only for linux on x86_64 and aarch64"
    )]
    Platform { system: &'static str, processor: &'static str },
}

/// Why a picture could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error("the network {what} failed: {reason}")]
    Run { what: &'static str, reason: String },
    #[error("the network {what} answered in a shape that is not its own")]
    Shape { what: &'static str },
    #[error("the region lies outside the picture of {width}x{height}")]
    Outside { width: u32, height: u32 },
}
