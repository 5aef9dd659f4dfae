//! Shows an answer on the picture that was asked about: boxes drawn around what was found.

use crate::{Bitmap, Bounds};

/// A colour of an outline; the best answer and the others are told apart by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    pub const FIRST: Colour = Colour([230, 0, 60]);
    pub const OTHER: Colour = Colour([0, 120, 255]);
}

/// Draws a box around `bounds`, thick enough to be seen on a picture of this size; what lies outside is cut off.
pub fn outline(picture: &mut Bitmap, bounds: Bounds, colour: Colour) {
    let (width, height) = (picture.width(), picture.height());
    let thick = (width.min(height) / 240).max(2);
    let (right, bottom) = (bounds.right().min(width), bounds.bottom().min(height));
    let inner = |low: u32, at: u32, high: u32| at >= low.saturating_add(thick) && at + thick < high;
    for y in bounds.top..bottom {
        for x in bounds.left..right {
            if inner(bounds.left, x, right) && inner(bounds.top, y, bottom) {
                continue;
            }
            picture.set(x, y, [colour.0[0], colour.0[1], colour.0[2], 255]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_drawn_on_its_edge_only_and_cut_at_the_picture() {
        let mut picture = Bitmap::from_rgba(40, 40, vec![255; 40 * 40 * 4]).unwrap();
        outline(&mut picture, Bounds { left: 10, top: 10, width: 100, height: 20 }, Colour::FIRST);
        let red = |x, y| picture.view().pixel(x, y)[1] == 0;
        assert!(red(10, 10) && red(10, 20) && red(30, 29) && red(39, 20));
        assert!(!red(20, 20) && !red(9, 10) && !red(10, 30));
    }
}
