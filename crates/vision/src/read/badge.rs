//! Finds badges: small round blobs of one strong colour with something light or dark in them. The detector misses a
//! lone digit in one, and the recogniser reads it only without the blob's edge (a "2" in its circle is a "②").

use super::boxes::{Blob, component};
use super::split::luminance;
use crate::{Bounds, View};

/// Heights of a badge, in shares of the screen's short side.
const LOWEST: f32 = 1.0 / 48.0;
const HIGHEST: f32 = 1.0 / 12.0;
/// From a little narrower than high to `99+`.
const NARROWEST: f32 = 0.8;
const WIDEST: f32 = 3.0;
/// How much of its box a badge fills with its colour: a disc without a digit fills 0.79.
const FILL: std::ops::RangeInclusive<f32> = 0.5..=0.9;
/// A colour whose channels lie this far apart is strong.
const STRONG: i32 = 90;
/// Ink differs from the badge by this much in luminance.
const INK: i32 = 40;
/// Heights of ink, in shares of the badge's.
const INK_HEIGHT: std::ops::RangeInclusive<f32> = 0.3..=0.85;
/// What is left around the ink, in its heights; more would show the badge's edge.
const ABOVE: f32 = 0.35;
const BESIDE: f32 = 0.45;
/// A screen with more is a picture of something else.
const MOST: usize = 64;

/// A badge and the part of it that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Badge {
    pub bounds: Bounds,
    pub line: Bounds,
}

/// Whether a text is one that stands in badges: a number, perhaps with a plus.
pub(super) fn is_count(text: &str) -> bool {
    let digits = text.strip_suffix('+').unwrap_or(text);
    (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn badges(view: View<'_>, part: Bounds) -> Vec<Badge> {
    let short = view.width().min(view.height()) as f32;
    let (width, height) = (part.width as usize, part.height as usize);
    let mut mask = Vec::with_capacity(width * height);
    for y in part.top..part.bottom() {
        let row = view.row(y).get(part.left as usize * 4..part.right() as usize * 4).unwrap_or_default();
        mask.extend(row.chunks_exact(4).map(hue));
    }
    let mut found = Vec::new();
    for start in 0..mask.len() {
        if mask[start] == 0 {
            continue;
        }
        let blob = component(&mut mask, width, height, start);
        if let Some(bounds) = round(&blob, short)
            && let Some(badge) =
                badge(view, Bounds { left: part.left + bounds.left, top: part.top + bounds.top, ..bounds })
        {
            found.push(badge);
            if found.len() == MOST {
                break;
            }
        }
    }
    found
}

/// Which of six hues a strong colour has, from 1; 0 if it is grey or pale.
fn hue(pixel: &[u8]) -> u8 {
    let (red, green, blue) = (i32::from(pixel[0]), i32::from(pixel[1]), i32::from(pixel[2]));
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let spread = most - least;
    if spread < STRONG {
        return 0;
    }
    // Half of a sixth around red, yellow, green, cyan, blue and magenta each.
    let (base, offset) = match most {
        _ if most == red => (0, green - blue),
        _ if most == green => (2, blue - red),
        _ => (4, red - green),
    };
    let step = if offset * 2 > spread {
        1
    } else if offset * 2 < -spread {
        -1
    } else {
        0
    };
    ((base + step + 6) % 6 + 1) as u8
}

/// The box of a blob that has a badge's size and fill.
fn round(blob: &Blob, short: f32) -> Option<Bounds> {
    let (width, height) = (blob.right - blob.left, blob.bottom - blob.top);
    let (across, down) = (width as f32, height as f32);
    let right = (short * LOWEST..=short * HIGHEST).contains(&down)
        && (NARROWEST..=WIDEST).contains(&(across / down))
        && FILL.contains(&(blob.pixels as f32 / (across * down)));
    right.then_some(Bounds {
        left: blob.left as u32,
        top: blob.top as u32,
        width: width as u32,
        height: height as u32,
    })
}

/// The badge in a box, if its corners are round and it holds ink that stays clear of its edge.
fn badge(view: View<'_>, bounds: Bounds) -> Option<Badge> {
    let inside = |x: u32, y: u32| view.pixel(bounds.left + x, bounds.top + y);
    let own = luminance(&inside(bounds.height / 8, bounds.height / 2));
    let (last_x, last_y) = (bounds.width - 1, bounds.height - 1);
    let corners = [(0, 0), (last_x, 0), (0, last_y), (last_x, last_y)];
    if corners
        .iter()
        .any(|(x, y)| hue(&inside(*x, *y)) != 0 && (luminance(&inside(*x, *y)) - own).abs() < INK)
    {
        return None;
    }
    // The rounded ends belong to what is around it: only what lies within the disc or pill can be ink.
    let radius = bounds.height as f32 / 2.0;
    let is_ink = |x: u32, y: u32| {
        let (at_x, at_y) = (x as f32 + 0.5, y as f32 + 0.5);
        let nearest = at_x.clamp(
            radius.min(bounds.width as f32 / 2.0),
            (bounds.width as f32 - radius).max(bounds.width as f32 / 2.0),
        );
        let apart = ((at_x - nearest).powi(2) + (at_y - radius).powi(2)).sqrt();
        apart < radius * 0.85 && (luminance(&inside(x, y)) - own).abs() > INK
    };
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for y in 0..bounds.height {
        for x in (0..bounds.width).filter(|x| is_ink(*x, y)) {
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
    }
    if right <= left || !INK_HEIGHT.contains(&((bottom - top) as f32 / bounds.height as f32)) {
        return None;
    }
    let ink = (bottom - top) as f32;
    let (above, beside) = ((ink * ABOVE) as u32, (ink * BESIDE) as u32);
    let (from_x, from_y) = (left.saturating_sub(beside), top.saturating_sub(above));
    let line = Bounds {
        left: bounds.left + from_x,
        top: bounds.top + from_y,
        width: (right + beside).min(bounds.width) - from_x,
        height: (bottom + above).min(bounds.height) - from_y,
    };
    Some(Badge { bounds, line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    const RED: [u8; 4] = [230, 40, 40, 255];
    const WHITE: [u8; 4] = [255; 4];

    /// A screen with a red shape at 300, 100 and a white bar of ink in it.
    fn screen(shape: impl Fn(f32, f32) -> bool, ink: bool) -> Bitmap {
        let mut screen = Bitmap::from_rgba(720, 600, vec![240; 720 * 600 * 4]).unwrap();
        for y in 0..34 {
            for x in 0..34 {
                if shape(x as f32 - 16.5, y as f32 - 16.5) {
                    let bar = ink && (14..20).contains(&x) && (8..26).contains(&y);
                    screen.set(300 + x, 100 + y, if bar { WHITE } else { RED });
                }
            }
        }
        screen
    }

    fn found(screen: &Bitmap) -> Vec<Badge> {
        badges(screen.view(), screen.view().bounds())
    }

    #[test]
    fn a_disc_with_ink_is_a_badge_and_its_line_stays_off_the_edge() {
        let disc = found(&screen(|x, y| x * x + y * y <= 17.0 * 17.0, true));
        let [badge] = disc[..] else { panic!("{disc:?}") };
        assert_eq!(badge.bounds, Bounds { left: 300, top: 100, width: 34, height: 34 });
        assert!(badge.line.left > 303 && badge.line.right() < 331 && badge.line.top <= 103);
    }

    #[test]
    fn a_square_and_a_disc_without_ink_are_none() {
        assert_eq!(found(&screen(|_, _| true, true)), []);
        assert_eq!(found(&screen(|x, y| x * x + y * y <= 17.0 * 17.0, false)), []);
        let flat = Bitmap::from_rgba(1, 1, RED.to_vec()).unwrap();
        assert_eq!(found(&flat), []);
    }

    #[test]
    fn counts_are_numbers_of_at_most_four_digits() {
        assert!(["1", "12", "99+", "2024"].into_iter().all(is_count));
        assert!(!["", "+", "l", "12345", "1.2", "新"].into_iter().any(is_count));
    }
}
