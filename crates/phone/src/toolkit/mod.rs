//! A small retained UI toolkit: apps describe views, the layout places them, and the placed tree yields the
//! picture, the touch targets and the `uiautomator` XML alike.

mod layout;
mod paint;
mod scroll;
mod view;
mod xml;

pub use layout::{Measure, Placed, Scene, lay_out};
pub use paint::{Ink, caret_area, paint, paint_field_caret};
pub use scroll::Scroll;
pub use view::*;
pub use xml::{Dump, TreeForm, escaped, hierarchy};
