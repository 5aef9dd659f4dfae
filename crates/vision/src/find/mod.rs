//! Finds a small picture in a large one.
//!
//! A screen is prepared once ([`Pyramid`]), a picture once ([`Reference`]), and any number of searches share them. A
//! search tries the picture as it is, then in other sizes, then turned; it stops at the first answer that is certain.

mod checks;
mod decide;
mod plane;
mod polish;
mod pose;
mod pyramid;
mod raster;
mod search;
mod stages;
mod sums;
mod sweep;
mod template;
mod turned;

pub use pyramid::Pyramid;
pub use template::{BadReference, MAX_PIXELS, MIN_SIDE, Reference};

use crate::Bounds;
use serde::{Deserialize, Serialize};

/// The seed's threshold: an answer below it is not given.
pub const THRESHOLD: f32 = 0.75;

/// What a search may know and where it looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The least confidence of an answer.
    pub threshold: f32,
    /// The size of the screen that the picture was cut on, if known: its scale is tried first.
    pub captured_on: Option<(u32, u32)>,
    /// Look only here.
    pub within: Option<Bounds>,
}

impl Default for Options {
    fn default() -> Self {
        Options { threshold: THRESHOLD, captured_on: None, within: None }
    }
}

/// How a picture was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// In the size it was cut in.
    Exact,
    /// Larger or smaller.
    Scaled,
    /// With light and dark swapped, as another theme shows it.
    Inverted,
    /// With something lying on a part of it.
    Covered,
    /// By its mask, on whatever background.
    Masked,
    /// Turned.
    Turned,
}

/// A picture found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Match {
    pub bounds: Bounds,
    pub scale: f32,
    /// Degrees, clockwise.
    pub angle: f32,
    /// The share of such answers that are right.
    pub confidence: f32,
    pub method: Method,
}

/// The best place of a picture on a screen.
pub fn find(reference: &Reference, screen: &Pyramid, options: &Options) -> Option<Match> {
    find_any(std::slice::from_ref(reference), screen, options).map(|(_, found)| found)
}

/// All places of a picture, best first; none overlaps another.
pub fn find_all(reference: &Reference, screen: &Pyramid, options: &Options) -> Vec<Match> {
    stages::all(std::slice::from_ref(reference), screen, options)
        .into_iter()
        .map(|(_, found)| found)
        .collect()
}

/// The best place of any of several pictures, and which it is: all in their own size before any in another.
pub fn find_any(references: &[Reference], screen: &Pyramid, options: &Options) -> Option<(usize, Match)> {
    stages::best(references, screen, options)
}
