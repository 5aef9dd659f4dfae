//! Drawing: fonts, shapes and icons on an RGBA canvas. Knows nothing of views or apps.

mod canvas;
mod font;
mod icon;
mod rect;

pub use canvas::{Canvas, Color};
pub use font::{Font, FontSource, Line};
pub use icon::Icon;
pub use rect::Rect;
