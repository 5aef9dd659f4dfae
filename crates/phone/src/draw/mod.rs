//! Drawing: fonts, shapes and icons on an RGBA canvas. Knows nothing of views or apps.

pub mod art;
mod canvas;
mod font;
mod icon;
mod rect;

pub use canvas::{Canvas, Color, Pen};
pub use font::{Font, FontSource};
pub use icon::Icon;
pub use rect::Rect;
