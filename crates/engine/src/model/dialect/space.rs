//! Where a model means when it writes two numbers. Every dialect has one space of coordinates; a point becomes
//! thousandths of the screen here, once, or is refused. It is never moved onto the screen.

use super::{BadReply, Dialect, Shown};
use crate::screen::Thousandths;

/// Qwen2-VL and what was made of it see pictures in squares of so many pixels.
const FACTOR: f64 = 28.0;
const MAX_RATIO: f64 = 200.0;
const MOST_PIXELS: u64 = 16_384 * 28 * 28;
/// UI-TARS enlarges pictures below this; Qwen below the second.
const LEAST_PIXELS_TARS: u64 = 100 * 28 * 28;
const LEAST_PIXELS_QWEN: u64 = 4 * 28 * 28;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Thousandths,
    /// Pixels of a picture of this size.
    Pixels(Shown),
}

/// The size in which such a model sees a picture: both sides a multiple of 28, the number of pixels within bounds, the
/// shape kept as well as that allows. Nothing for a picture that it would refuse.
pub fn smart_resize(shown: Shown, least: u64, most: u64) -> Option<Shown> {
    let (width, height) = (f64::from(shown.width), f64::from(shown.height));
    if width < 1.0 || height < 1.0 || width.max(height) / width.min(height) > MAX_RATIO {
        return None;
    }
    // Halves go to the even multiple, as in the models' own code.
    let near = |side: f64| (side / FACTOR).round_ties_even().max(1.0) * FACTOR;
    let (mut wide, mut high) = (near(width), near(height));
    let (least, most) = (least as f64, most as f64);
    if wide * high > most {
        let beta = (width * height / most).sqrt();
        let down = |side: f64| (side / beta / FACTOR).floor().max(1.0) * FACTOR;
        (wide, high) = (down(width), down(height));
    } else if wide * high < least {
        let beta = (least / (width * height)).sqrt();
        let up = |side: f64| (side * beta / FACTOR).ceil() * FACTOR;
        (wide, high) = (up(width), up(height));
    }
    Some(Shown { width: wide as u32, height: high as u32 })
}

impl Space {
    pub fn of(dialect: Dialect, shown: Shown) -> Space {
        let least = match dialect {
            Dialect::UiTars15 => LEAST_PIXELS_TARS,
            Dialect::MobileUse25 => LEAST_PIXELS_QWEN,
            _ => return Space::Thousandths,
        };
        Space::Pixels(smart_resize(shown, least, MOST_PIXELS).unwrap_or(shown))
    }

    fn size(self) -> (u32, u32) {
        match self {
            Space::Thousandths => (1000, 1000),
            Space::Pixels(shown) => (shown.width, shown.height),
        }
    }

    /// The place that these numbers mean. The far edge belongs to the screen.
    pub fn point(self, x: i64, y: i64) -> Result<Thousandths, BadReply> {
        let (width, height) = self.size();
        let off = || BadReply::OffScreen { x, y, width, height };
        let part = |value: i64, size: u32| {
            let value = u32::try_from(value).ok().filter(|value| *value <= size && size > 0)?;
            let (value, size) = (u64::from(value), u64::from(size));
            u16::try_from((value * 1000 + size / 2) / size).ok()
        };
        let (x, y) = (part(x, width).ok_or_else(off)?, part(y, height).ok_or_else(off)?);
        Thousandths::new(x, y).map_err(|_| off())
    }

    /// The middle of a box, whose corners both lie on the screen.
    pub fn centre(self, corners: [i64; 4]) -> Result<Thousandths, BadReply> {
        let [left, top, right, bottom] = corners;
        self.point(left, top)?;
        self.point(right, bottom)?;
        if left > right || top > bottom {
            return Err(BadReply::malformed("a box is [left, top, right, bottom]"));
        }
        self.point((left + right) / 2, (top + bottom) / 2)
    }

    /// The numbers for a place.
    pub fn numbers(self, place: Thousandths) -> (u32, u32) {
        let (width, height) = self.size();
        let part = |part: u16, size: u32| {
            u32::try_from((u64::from(part) * u64::from(size) + 500) / 1000).unwrap_or(size)
        };
        (part(place.x(), width), part(place.y(), height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resized(width: u32, height: u32) -> Option<(u32, u32)> {
        smart_resize(Shown { width, height }, LEAST_PIXELS_TARS, MOST_PIXELS).map(|to| (to.width, to.height))
    }

    /// Figures of the published rule, worked out with Python's own rounding.
    #[test]
    fn a_picture_is_resized_as_the_models_do_it() {
        assert_eq!(resized(1080, 2400), Some((1092, 2408)));
        assert_eq!(resized(1080, 2340), Some((1092, 2352)));
        assert_eq!(resized(1920, 1080), Some((1932, 1092)));
        assert_eq!(resized(728, 728), Some((728, 728)));
        // 14 is half of 28 and goes down to nothing, so to the least; 42 is one and a half and goes up to two.
        assert_eq!(resized(42, 1400), Some((56, 1400)));
        assert_eq!(resized(100, 100), Some((280, 280)));
        assert_eq!(resized(8000, 6000), Some((4116, 3080)));
        assert_eq!(resized(10, 2010), None);
        assert_eq!(resized(0, 5), None);
    }

    #[test]
    fn a_point_is_converted_or_refused_and_never_moved() {
        let shown = Shown { width: 1080, height: 2400 };
        let pixels = Space::of(Dialect::UiTars15, shown);
        let at = |x, y| pixels.point(x, y).map(|place| (place.x(), place.y()));
        assert_eq!(at(0, 0), Ok((0, 0)));
        assert_eq!(at(546, 1204), Ok((500, 500)));
        assert_eq!(at(1092, 2408), Ok((1000, 1000)));
        assert_eq!(at(1093, 0), Err(BadReply::OffScreen { x: 1093, y: 0, width: 1092, height: 2408 }));
        assert!(at(-1, 5).is_err());
        assert!(Space::Thousandths.point(1001, 0).is_err());
        assert!(Space::Thousandths.centre([0, 0, 1001, 10]).is_err());
        assert!(Space::Thousandths.centre([500, 0, 400, 10]).is_err());
        assert!(Space::Thousandths.centre([0, i64::MIN, i64::MAX, 10]).is_err());
        assert_eq!(Space::Thousandths.centre([100, 200, 301, 400]).map(|p| (p.x(), p.y())), Ok((200, 300)));
    }
}
