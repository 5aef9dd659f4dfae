//! What a look at the phone brings: a picture, the elements, the app in front, and the frame they belong to.
//!
//! Points keep the frame that they were made for, so that a point of a rotated or resized screen can be
//! refused instead of touching something else (contract 7).

mod element;
mod frame;
mod hierarchy;
mod listing;
mod looks;
mod picture;
pub mod refind;
pub mod scene;
mod spare;
pub mod spots;

pub use element::{Element, Tree};
pub use frame::{BadThousandths, Frame, OffScreen, Point, Rect, Thousandths};
pub use hierarchy::{NoTree, parse_hierarchy};
pub use listing::listed;
pub use looks::{changed, same_elements, same_look, same_things};
pub use picture::{Picture, PictureError};
pub use spare::Spare;

use serde::{Deserialize, Serialize};

/// The app in front, as the phone names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreground {
    pub package: String,
    /// Empty if the phone told only the package.
    pub activity: String,
}

impl Foreground {
    /// Whether both may be the same page of the same app: an activity that was not told fits any.
    fn fits(&self, other: &Self) -> bool {
        let untold = self.activity.is_empty() || other.activity.is_empty();
        self.package == other.package && (untold || self.activity == other.activity)
    }
}

/// By which programs of the phone something was seen or done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// Those that every Android has.
    #[default]
    Stock,
    /// The program that `tapwise device setup` put there.
    Helper,
}

/// One look at the phone. What was not asked for, or could not be had, is absent.
#[derive(Debug, Clone)]
pub struct Screen {
    pub frame: Frame,
    pub app: Option<Foreground>,
    pub tree: Option<Tree>,
    pub picture: Option<Picture>,
    /// The text that the tree was read from, kept for the trace.
    pub tree_source: Option<String>,
    /// Why there is no tree although one was asked for.
    pub no_tree: Option<NoTree>,
    /// A picture was asked for, and the phone gave none: some pages may not be photographed.
    pub no_picture: bool,
    /// Where a keyboard lies over the page, if one is told of.
    pub keyboard: Option<Rect>,
    pub by: Means,
    /// Why the stock programs had to do it, or a part of it, told once.
    pub fallback: Option<String>,
}

impl Screen {
    pub fn empty(frame: Frame) -> Self {
        Self {
            frame,
            app: None,
            tree: None,
            picture: None,
            tree_source: None,
            no_tree: None,
            no_picture: false,
            keyboard: None,
            by: Means::Stock,
            fallback: None,
        }
    }

    /// For tests: a look at elements, on a phone of the usual size.
    #[cfg(test)]
    pub(crate) fn of(inner: &str) -> Self {
        let frame = Frame { width: 1080, height: 2400, rotation: 0 };
        let tree = parse_hierarchy(format!("<hierarchy>{inner}</hierarchy>").as_bytes()).unwrap();
        Self { tree: Some(tree), ..Self::empty(frame) }
    }

    /// The package in front, or nothing if no app has the focus.
    pub fn package(&self) -> Option<&str> {
        self.app.as_ref().map(|app| app.package.as_str())
    }
}

/// The ways to find a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// By its exact names or role in the tree.
    Tree,
    /// By a reference picture.
    Picture,
    /// By a description in words, in the tree.
    Words,
    /// By names or words, among text that was read from the picture.
    Text,
    /// By asking a model.
    Model,
    /// By a place that was given.
    Point,
}

impl Way {
    pub fn name(self) -> &'static str {
        match self {
            Way::Tree => "tree",
            Way::Picture => "picture",
            Way::Words => "words",
            Way::Text => "text",
            Way::Model => "model",
            Way::Point => "point",
        }
    }
}

/// A target found: where to touch it, how sure we are and how it was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sighting {
    /// Index of the element in the look's tree, if the tree tells of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<usize>,
    pub bounds: Rect,
    pub point: Point,
    pub confidence: f32,
    pub by: Way,
    /// The words that were matched, or the name of the picture, for the trace.
    pub label: String,
}

impl Sighting {
    /// The element that was found, in the look that it was found on.
    pub fn element_on<'a>(&self, screen: &'a Screen) -> Option<&'a Element> {
        screen.tree.as_ref()?.get(self.element?)
    }
}
