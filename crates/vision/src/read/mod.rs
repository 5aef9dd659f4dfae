//! Reads the text on a picture, offline.

use crate::Bounds;
use serde::{Deserialize, Serialize};

/// A line of text that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Text {
    pub text: String,
    pub bounds: Bounds,
    /// Mean probability of its characters.
    pub confidence: f32,
}
