//! Parts a box at wide gaps without ink: the detector joins neighbours such as tabs and columns of a calendar into one
//! line.

use crate::{Bounds, View};

/// Luminance this near the background's is no ink.
const FAINT: i32 = 24;
/// A gap wider than this many heights of ink ends a line.
const GAP: f32 = 1.0;
/// Ink lower than this share of the box, such as a row of dots, says nothing of how wide a gap is.
const LEAST_HEIGHT: f32 = 0.5;
/// How much background stays at the sides of a part, in heights of ink.
const MARGIN: f32 = 0.2;

pub(super) fn luminance(pixel: &[u8]) -> i32 {
    (i32::from(pixel[0]) * 299 + i32::from(pixel[1]) * 587 + i32::from(pixel[2]) * 114) / 1000
}

/// The lines that a box holds, from left to right: itself if it has no wide gap.
pub(super) fn split(view: View<'_>, line: Bounds) -> Vec<Bounds> {
    let (columns, rows) = ink(view, line);
    let (Some(top), Some(bottom)) = (rows.iter().position(|ink| *ink), rows.iter().rposition(|ink| *ink))
    else {
        return vec![line];
    };
    let height = ((bottom - top + 1) as f32).max(line.height as f32 * LEAST_HEIGHT);
    let parts = runs(&columns, (height * GAP) as usize);
    if parts.len() < 2 {
        return vec![line];
    }
    let margin = (height * MARGIN).ceil() as usize;
    let last = parts.len() - 1;
    let cut = |(at, (from, to)): (usize, &(usize, usize))| {
        // The outer sides keep what the detector gave them.
        let from = if at == 0 { 0 } else { from.saturating_sub(margin) };
        let to = if at == last { columns.len() } else { (to + margin).min(columns.len()) };
        Bounds { left: line.left + from as u32, width: (to - from) as u32, ..line }
    };
    parts.iter().enumerate().map(cut).collect()
}

/// Which columns and rows of a box have ink: pixels unlike its most frequent luminance.
fn ink(view: View<'_>, line: Bounds) -> (Vec<bool>, Vec<bool>) {
    let row = |y: u32| {
        let row = view.row(line.top + y);
        row.get(line.left as usize * 4..line.right() as usize * 4).unwrap_or_default().chunks_exact(4)
    };
    let mut counts = [0u32; 256];
    for pixel in (0..line.height).flat_map(row) {
        counts[luminance(pixel).clamp(0, 255) as usize] += 1;
    }
    let background = (0..256).max_by_key(|level| counts[*level]).unwrap_or(0) as i32;
    let (mut columns, mut rows) = (vec![false; line.width as usize], vec![false; line.height as usize]);
    for y in 0..line.height {
        for (x, pixel) in row(y).enumerate() {
            if (luminance(pixel) - background).abs() > FAINT {
                columns[x] = true;
                rows[y as usize] = true;
            }
        }
    }
    (columns, rows)
}

/// Runs of ink, joined over gaps of at most `gap` columns.
fn runs(columns: &[bool], gap: usize) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for (x, _) in columns.iter().enumerate().filter(|(_, ink)| **ink) {
        match parts.last_mut() {
            Some((_, to)) if x - *to <= gap => *to = x + 1,
            _ => parts.push((x, x + 1)),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    /// Dark bars on white, each from one column to another, 20 pixels high in a box of 30.
    fn picture(bars: &[(u32, u32)]) -> Bitmap {
        let mut picture = Bitmap::from_rgba(300, 30, vec![255; 300 * 30 * 4]).unwrap();
        for (from, to) in bars {
            for x in *from..*to {
                (5..25).for_each(|y| picture.set(x, y, [20, 20, 20, 255]));
            }
        }
        picture
    }

    fn parts(bars: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let picture = picture(bars);
        split(picture.view(), picture.view().bounds()).iter().map(|part| (part.left, part.right())).collect()
    }

    #[test]
    fn a_gap_wider_than_the_ink_is_high_parts_a_box() {
        assert_eq!(parts(&[(10, 60), (100, 150)]), [(0, 64), (96, 300)]);
        assert_eq!(parts(&[(10, 60), (78, 150)]), [(0, 300)]);
        assert_eq!(parts(&[(10, 30), (60, 80), (110, 130)]).len(), 3);
    }

    #[test]
    fn a_flat_box_stays_whole() {
        assert_eq!(parts(&[]), [(0, 300)]);
    }
}
