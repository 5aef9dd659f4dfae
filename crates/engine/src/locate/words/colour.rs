//! Whether a part of the picture is of a colour that a person would name.

use super::terms::Hue;
use crate::screen::{Picture, Rect};

/// At most so many pixels are looked at, spread over the box.
const SAMPLES: i32 = 48;

/// The share of the box that has this colour, 0 to 1.
pub(super) fn share(picture: &Picture, bounds: Rect, hue: Hue) -> f32 {
    let Ok(view) = picture.view() else { return 0.0 };
    let (across, down) = ((bounds.width() / SAMPLES).max(1), (bounds.height() / SAMPLES).max(1));
    let (mut seen, mut fitting) = (0u32, 0u32);
    let mut y = bounds.top + down / 2;
    while y < bounds.bottom {
        let mut x = bounds.left + across / 2;
        while x < bounds.right {
            if let (Ok(px), Ok(py)) = (u32::try_from(x), u32::try_from(y)) {
                let [r, g, b, _] = view.pixel(px, py);
                seen += 1;
                fitting += u32::from(is(hue, r, g, b));
            }
            x += across;
        }
        y += down;
    }
    if seen == 0 { 0.0 } else { fitting as f32 / seen as f32 }
}

fn is(hue: Hue, r: u8, g: u8, b: u8) -> bool {
    let (max, min) = (i32::from(r.max(g).max(b)), i32::from(r.min(g).min(b)));
    let span = max - min;
    let grey = span * 100 < max * 18 || max < 36;
    match hue {
        Hue::White => grey && min > 225,
        Hue::Black => max < 60,
        Hue::Grey => grey && (60..=225).contains(&max),
        _ if grey || span * 100 < max * 30 => false,
        _ => fits_angle(hue, angle(r, g, b), max),
    }
}

fn angle(r: u8, g: u8, b: u8) -> i32 {
    let (r, g, b) = (i32::from(r), i32::from(g), i32::from(b));
    let (max, min) = (r.max(g).max(b), r.min(g).min(b));
    let span = (max - min).max(1);
    let degrees = match max {
        max if max == r => 60 * (g - b) / span,
        max if max == g => 120 + 60 * (b - r) / span,
        _ => 240 + 60 * (r - g) / span,
    };
    degrees.rem_euclid(360)
}

/// Neighbouring colours overlap, because people draw the line in different places.
fn fits_angle(hue: Hue, degrees: i32, brightest: i32) -> bool {
    match hue {
        Hue::Red => !(24..=340).contains(&degrees),
        Hue::Orange => (10..=46).contains(&degrees) && brightest > 120,
        Hue::Yellow => (40..=70).contains(&degrees),
        Hue::Green => (72..=172).contains(&degrees),
        Hue::Cyan => (160..=204).contains(&degrees),
        Hue::Blue => (190..=258).contains(&degrees),
        Hue::Purple => (248..=312).contains(&degrees),
        Hue::Pink => (300..=352).contains(&degrees) && brightest > 150,
        Hue::Brown => (10..=46).contains(&degrees) && brightest <= 180,
        Hue::White | Hue::Black | Hue::Grey => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_told_as_people_name_them() {
        let cases = [
            (Hue::Green, [7, 193, 96]),
            (Hue::Red, [250, 81, 81]),
            (Hue::Red, [201, 62, 0]),
            (Hue::Orange, [201, 62, 0]),
            (Hue::Blue, [33, 150, 243]),
            (Hue::Yellow, [255, 235, 59]),
            (Hue::Grey, [158, 158, 158]),
            (Hue::White, [250, 250, 250]),
        ];
        for (hue, [r, g, b]) in cases {
            assert!(is(hue, r, g, b), "{hue:?}");
        }
        assert!(!is(Hue::Red, 7, 193, 96) && !is(Hue::Green, 255, 255, 255) && !is(Hue::Blue, 20, 20, 20));
    }
}
