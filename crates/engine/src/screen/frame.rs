//! Frames, points and rectangles. Pixels are exact and bound to a frame; thousandths (0-1000) are what plans,
//! people and memory speak. Conversion is checked and never clamps.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The size in pixels, and the rotation in quarter turns, that a look was taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    pub width: u32,
    pub height: u32,
    pub rotation: u8,
}

/// A pixel of one frame. Built only by `Frame::point`, so it always lies inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Point {
    x: u32,
    y: u32,
    frame: Frame,
}

/// A point as it stands in a file.
#[derive(Deserialize)]
struct Written {
    x: u32,
    y: u32,
    frame: Frame,
}

impl TryFrom<Written> for Point {
    type Error = OffScreen;

    fn try_from(written: Written) -> Result<Self, OffScreen> {
        written.frame.point(written.x.into(), written.y.into())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("point {x},{y} lies outside the screen of {width}x{height}")]
pub struct OffScreen {
    pub x: i64,
    pub y: i64,
    pub width: u32,
    pub height: u32,
}

/// A place in thousandths of the screen's width and height, 0 to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thousandths {
    x: u16,
    y: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a point in thousandths\nhint: write X,Y with whole numbers from 0 to 1000, such as 500,80"
)]
pub struct BadThousandths(pub String);

/// A rectangle in pixels, right and bottom exclusive, as Android writes bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Frame {
    pub fn point(self, x: i64, y: i64) -> Result<Point, OffScreen> {
        let inside = |value: i64, size: u32| u32::try_from(value).ok().filter(|v| *v < size);
        match (inside(x, self.width), inside(y, self.height)) {
            (Some(x), Some(y)) => Ok(Point { x, y, frame: self }),
            _ => Err(OffScreen { x, y, width: self.width, height: self.height }),
        }
    }

    pub fn rect(self) -> Rect {
        let edge = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
        Rect { left: 0, top: 0, right: edge(self.width), bottom: edge(self.height) }
    }
}

impl Point {
    pub fn x(self) -> u32 {
        self.x
    }

    pub fn y(self) -> u32 {
        self.y
    }

    pub fn frame(self) -> Frame {
        self.frame
    }

    /// The same place in thousandths, rounded to the nearest.
    pub fn thousandths(self) -> Thousandths {
        let part = |value: u32, size: u32| {
            let size = u64::from(size).max(1);
            u16::try_from((u64::from(value) * 1000 + size / 2) / size).unwrap_or(1000)
        };
        Thousandths { x: part(self.x, self.frame.width), y: part(self.y, self.frame.height) }
    }
}

impl Thousandths {
    pub fn new(x: u16, y: u16) -> Result<Self, BadThousandths> {
        if x > 1000 || y > 1000 {
            return Err(BadThousandths(format!("{x},{y}")));
        }
        Ok(Self { x, y })
    }

    /// The pixel at this place. 1000 is the far edge, whose pixel is the last one.
    pub fn on(self, frame: Frame) -> Result<Point, OffScreen> {
        let pixel = |part: u16, size: u32| i64::from(part) * i64::from(size) / 1000 - i64::from(part == 1000);
        frame.point(pixel(self.x, frame.width), pixel(self.y, frame.height))
    }

    pub fn x(self) -> u16 {
        self.x
    }

    pub fn y(self) -> u16 {
        self.y
    }
}

impl FromStr for Thousandths {
    type Err = BadThousandths;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || BadThousandths(text.to_owned());
        let digits = |part: &str| {
            let part = part.trim();
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(bad());
            }
            part.parse::<u16>().map_err(|_| bad())
        };
        let (x, y) = text.split_once(',').ok_or_else(bad)?;
        Self::new(digits(x)?, digits(y)?).map_err(|_| bad())
    }
}

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl Rect {
    pub fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    pub fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    pub fn is_empty(self) -> bool {
        self.width() <= 0 || self.height() <= 0
    }

    pub fn centre(self) -> (i64, i64) {
        let middle = |a: i32, b: i32| (i64::from(a) + i64::from(b)).div_euclid(2);
        (middle(self.left, self.right), middle(self.top, self.bottom))
    }

    pub fn contains(self, x: i64, y: i64) -> bool {
        let within = |v: i64, a: i32, b: i32| v >= i64::from(a) && v < i64::from(b);
        within(x, self.left, self.right) && within(y, self.top, self.bottom)
    }

    /// What both cover, or nothing if they do not touch.
    pub fn intersect(self, other: Rect) -> Option<Rect> {
        let shared = Rect {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (!shared.is_empty()).then_some(shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FRAMES: [(u32, u32); 5] = [(1080, 2400), (720, 1520), (1600, 2560), (2400, 1080), (2560, 1600)];

    #[test]
    fn t03b_a_point_outside_the_frame_is_refused_not_clamped() {
        let frame = Frame { width: 1080, height: 2400, rotation: 0 };
        for (x, y) in [(-1, 0), (0, -1), (1080, 0), (0, 2400), (i64::MAX, 0), (0, i64::MIN)] {
            assert!(frame.point(x, y).is_err(), "{x},{y}");
        }
        assert!(frame.point(1079, 2399).is_ok());
    }

    #[test]
    fn t03b_thousandths_refuse_what_is_not_two_whole_numbers_up_to_1000() {
        for bad in
            ["", "5", "1001,0", "0,1001", "NaN,1", "1.5,2", "-1,5", "+1,5", "1,2,3", "1e2,3", "99999999999,1"]
        {
            assert!(bad.parse::<Thousandths>().is_err(), "{bad}");
        }
        assert_eq!("500,80".parse::<Thousandths>().unwrap(), Thousandths { x: 500, y: 80 });
    }

    proptest! {
        #[test]
        fn t03b_every_place_in_thousandths_is_on_every_screen_within_a_pixel(x in 0u16..=1000, y in 0u16..=1000) {
            for (width, height) in FRAMES {
                let frame = Frame { width, height, rotation: 0 };
                let point = Thousandths::new(x, y).unwrap().on(frame).unwrap();
                let exact = f64::from(x) * f64::from(width) / 1000.0;
                prop_assert!((f64::from(point.x()) - exact).abs() <= 1.0);
                let exact = f64::from(y) * f64::from(height) / 1000.0;
                prop_assert!((f64::from(point.y()) - exact).abs() <= 1.0);
            }
        }
    }
}
