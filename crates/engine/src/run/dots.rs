//! A button that says nothing and shows two or three dots in a line: everywhere it opens a menu and does nothing else. It
//! is read from the picture, whatever its colours and its size.

use crate::screen::{Picture, Rect};
use tapwise_vision::{Bounds, View};

/// A dot differs from what is around it by so much, in any colour.
const CONTRAST: u8 = 48;
/// Smaller dots cannot be told from dirt, larger buttons are no buttons.
const LEAST_DOT: u32 = 3;
const LARGEST: u32 = 400;

/// Whether the picture shows such a button in these bounds.
pub(super) fn shows_dots(picture: &Picture, bounds: Rect) -> bool {
    let Ok(view) = picture.view() else { return false };
    let side = |from: i32, to: i32| u32::try_from(to - from).ok();
    let place = (u32::try_from(bounds.left), u32::try_from(bounds.top));
    let (Ok(left), Ok(top)) = place else { return false };
    let size = (side(bounds.left, bounds.right), side(bounds.top, bounds.bottom));
    let (Some(width), Some(height)) = size else { return false };
    let bounds = Bounds { left, top, width, height };
    let inside = bounds.right() <= view.width() && bounds.bottom() <= view.height();
    if !inside || bounds.is_empty() || width.max(height) > LARGEST {
        return false;
    }
    are_dots(&blobs(view, bounds), width.min(height))
}

/// A patch of one piece: its box and how many pixels it has.
#[derive(Debug, Clone, Copy)]
struct Blob {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
    pixels: u32,
}

impl Blob {
    fn width(self) -> u32 {
        self.right - self.left + 1
    }

    fn height(self) -> u32 {
        self.bottom - self.top + 1
    }

    /// As wide as high, and as full as a disc.
    fn is_round(self) -> bool {
        let (w, h) = (self.width(), self.height());
        let square = w.max(h) * 10 <= w.min(h) * 14 || w.abs_diff(h) <= 1;
        square && self.pixels * 100 >= w * h * 55 && w.min(h) >= LEAST_DOT
    }
}

/// Patches that differ from the colour of the button's middle part, without those that touch its edge.
fn blobs(view: View<'_>, bounds: Bounds) -> Vec<Blob> {
    let (width, height) = (bounds.width as usize, bounds.height as usize);
    let pixel = |x: usize, y: usize| view.pixel(bounds.left + x as u32, bounds.top + y as u32);
    let ground = commonest(view, bounds);
    let differs =
        |x: usize, y: usize| pixel(x, y).iter().zip(ground).take(3).any(|(a, b)| a.abs_diff(b) >= CONTRAST);
    let mut left: Vec<bool> = (0..width * height).map(|at| differs(at % width, at / width)).collect();
    let mut found = Vec::new();
    for start in 0..left.len() {
        if !left[start] {
            continue;
        }
        left[start] = false;
        let (x, y) = ((start % width) as u32, (start / width) as u32);
        let mut blob = Blob { left: x, top: y, right: x, bottom: y, pixels: 0 };
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            let (x, y) = (at % width, at / width);
            let (px, py) = (x as u32, y as u32);
            blob.pixels += 1;
            (blob.left, blob.right) = (blob.left.min(px), blob.right.max(px));
            (blob.top, blob.bottom) = (blob.top.min(py), blob.bottom.max(py));
            let around = [
                (x > 0).then(|| at - 1),
                (x + 1 < width).then(|| at + 1),
                at.checked_sub(width),
                (y + 1 < height).then(|| at + width),
            ];
            for next in around.into_iter().flatten() {
                if left[next] {
                    left[next] = false;
                    open.push(next);
                }
            }
        }
        let edge = blob.left == 0 || blob.top == 0;
        let far_edge = blob.right + 1 == bounds.width || blob.bottom + 1 == bounds.height;
        if !(edge || far_edge) {
            found.push(blob);
        }
    }
    found
}

/// The colour that most of the middle half has, to a few shades.
fn commonest(view: View<'_>, bounds: Bounds) -> [u8; 4] {
    let (w, h) = (bounds.width, bounds.height);
    let mut counts: std::collections::HashMap<[u8; 3], (u32, [u8; 4])> = std::collections::HashMap::new();
    for y in h / 4..h - h / 4 {
        for x in w / 4..w - w / 4 {
            let pixel = view.pixel(bounds.left + x, bounds.top + y);
            let shade = [pixel[0] >> 4, pixel[1] >> 4, pixel[2] >> 4];
            counts.entry(shade).or_insert((0, pixel)).0 += 1;
        }
    }
    counts.into_values().max_by_key(|(count, _)| *count).map_or([0; 4], |(_, pixel)| pixel)
}

/// Two or three round patches of one size in a line, evenly apart, and nothing else.
fn are_dots(blobs: &[Blob], side: u32) -> bool {
    let rough: Vec<Blob> = blobs.iter().copied().filter(|blob| blob.pixels >= 4).collect();
    if !(2..=3).contains(&rough.len()) || !rough.iter().all(|blob| blob.is_round()) {
        return false;
    }
    let size = |blob: &Blob| blob.width().max(blob.height());
    let (least, most) = (rough.iter().map(size).min(), rough.iter().map(size).max());
    let (Some(least), Some(most)) = (least, most) else { return false };
    let alike = most <= least + least / 3 + 1 && most * 3 <= side;
    // Centres, counted in halves.
    let sorted = |centre: fn(&Blob) -> u32| {
        let mut all: Vec<u32> = rough.iter().map(centre).collect();
        all.sort_unstable();
        all
    };
    let (across, down) = (sorted(|blob| blob.left + blob.right), sorted(|blob| blob.top + blob.bottom));
    let spread = |all: &[u32]| all.last().unwrap_or(&0) - all.first().unwrap_or(&0);
    let along = match (spread(&down) <= least, spread(&across) <= least) {
        (true, false) => across,
        (false, true) => down,
        _ => return false,
    };
    let gaps: Vec<u32> = along.windows(2).map(|two| two[1] - two[0]).collect();
    let apart = gaps.iter().all(|gap| *gap >= 2 * most + 2);
    let even = gaps.windows(2).all(|two| two[0].abs_diff(two[1]) <= most);
    alike && apart && even
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A button of 100 by 100 at (20, 30), with discs of these centres and one radius.
    fn button(paper: [u8; 3], ink: [u8; 3], radius: i32, discs: &[(i32, i32)]) -> (Picture, Rect) {
        let mut rgba = Vec::new();
        for y in 0..200i32 {
            for x in 0..200i32 {
                let inside = (20..120).contains(&x) && (30..130).contains(&y);
                let disc = |(cx, cy): &(i32, i32)| {
                    let (dx, dy) = (x - 20 - cx, y - 30 - cy);
                    dx * dx + dy * dy <= radius * radius
                };
                let [r, g, b] = match (inside, discs.iter().any(disc)) {
                    (true, true) => ink,
                    (true, false) => paper,
                    (false, _) => [200, 30, 30],
                };
                rgba.extend([r, g, b, 255]);
            }
        }
        let bounds = Rect { left: 20, top: 30, right: 120, bottom: 130 };
        (Picture::from_rgba(200, 200, rgba).unwrap(), bounds)
    }

    fn seen(paper: [u8; 3], ink: [u8; 3], radius: i32, discs: &[(i32, i32)]) -> bool {
        let (picture, bounds) = button(paper, ink, radius, discs);
        shows_dots(&picture, bounds)
    }

    const LIGHT: [u8; 3] = [247, 247, 247];
    const BLUE: [u8; 3] = [87, 107, 149];
    const DARK: [u8; 3] = [30, 30, 30];

    #[test]
    fn two_or_three_dots_in_a_line_are_a_menu_in_light_and_dark_and_any_size() {
        for (paper, ink) in [(LIGHT, BLUE), (DARK, BLUE), (DARK, LIGHT)] {
            for radius in [3, 6, 9] {
                assert!(seen(paper, ink, radius, &[(30, 50), (70, 50)]), "{paper:?} {radius}");
                assert!(seen(paper, ink, radius, &[(20, 50), (50, 50), (80, 50)]), "{paper:?} {radius}");
                assert!(seen(paper, ink, radius, &[(50, 20), (50, 50), (50, 80)]), "{paper:?} {radius}");
            }
        }
    }

    #[test]
    fn anything_else_is_not() {
        for discs in [
            [(50, 50)].as_slice(),
            &[(30, 30), (70, 70)],
            &[(20, 50), (35, 50), (80, 50)],
            &[(30, 50), (40, 50)],
            &[(20, 20), (50, 50), (80, 20)],
            &[(20, 30), (40, 30), (60, 30), (80, 30)],
            &[],
        ] {
            assert!(!seen(LIGHT, BLUE, 6, discs), "{discs:?}");
        }
        assert!(!seen(LIGHT, BLUE, 25, &[(25, 50), (80, 50)]), "two large discs are a picture");
        assert!(!seen(LIGHT, [240, 240, 240], 6, &[(30, 50), (70, 50)]), "too faint to be read");
        let (picture, _) = button(LIGHT, BLUE, 6, &[(30, 50), (70, 50)]);
        assert!(!shows_dots(&picture, Rect { left: 150, top: 150, right: 260, bottom: 260 }));
    }
}
