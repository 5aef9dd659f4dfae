//! Compares two pictures tile by tile, and tells the regions that differ, each as tight as its pixels.

use crate::{Bounds, View};

/// The side of a tile in pixels. A tile's row is 128 bytes, which is compared at once.
pub const TILE: u32 = 32;

/// Where two pictures differ: a grid of tiles, each with the bounds of what differs in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    columns: usize,
    rows: usize,
    whole: Bounds,
    tiles: Vec<Option<Bounds>>,
}

impl Changed {
    pub(super) fn new(width: u32, height: u32, differs: impl Fn(Bounds) -> Option<Bounds>) -> Self {
        let whole = Bounds { left: 0, top: 0, width, height };
        let (columns, rows) = (width.div_ceil(TILE), height.div_ceil(TILE));
        let tile = |row: u32, column: u32| {
            let (left, top) = (column * TILE, row * TILE);
            Bounds { left, top, width: TILE.min(width - left), height: TILE.min(height - top) }
        };
        let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| tile(row, column)));
        let tiles = tiles.map(differs).collect();
        Self { columns: columns as usize, rows: rows as usize, whole, tiles }
    }

    /// For pictures that cannot be compared: everything.
    pub fn all(width: u32, height: u32) -> Self {
        Self::new(width, height, Some)
    }

    pub fn is_none(&self) -> bool {
        self.tiles.iter().all(Option::is_none)
    }

    /// The same without what lies wholly in this part, such as a status bar.
    pub fn without(mut self, part: Bounds) -> Self {
        for tile in &mut self.tiles {
            *tile = tile.and_then(|tile| outside(tile, part));
        }
        self
    }

    /// The share of the picture's tiles that differ.
    pub fn share(&self) -> f32 {
        let changed = self.tiles.iter().filter(|tile| tile.is_some()).count();
        changed as f32 / self.tiles.len().max(1) as f32
    }

    /// Whether any of it lies in these bounds.
    pub fn touches(&self, bounds: Bounds) -> bool {
        let Some(bounds) = bounds.intersect(self.whole) else { return false };
        let span = |from: u32, to: u32| (from / TILE) as usize..to.div_ceil(TILE) as usize;
        span(bounds.top, bounds.bottom()).any(|row| {
            span(bounds.left, bounds.right())
                .any(|column| self.tile(row, column).is_some_and(|tile| tile.intersect(bounds).is_some()))
        })
    }

    /// The parts that differ: tiles that touch make one part, and its bounds are those of its pixels.
    pub fn regions(&self) -> Vec<Bounds> {
        let mut seen = vec![false; self.tiles.len()];
        let mut regions = Vec::new();
        for start in 0..self.tiles.len() {
            let Some(first) = self.tiles[start].filter(|_| !seen[start]) else { continue };
            seen[start] = true;
            let (mut region, mut open) = (first, vec![start]);
            while let Some(at) = open.pop() {
                for near in self.beside(at) {
                    if let Some(tile) = self.tiles[near].filter(|_| !seen[near]) {
                        seen[near] = true;
                        region = hull(region, tile);
                        open.push(near);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    /// One box around everything that differs.
    pub fn bounds(&self) -> Option<Bounds> {
        self.tiles.iter().flatten().copied().reduce(hull)
    }

    pub(super) fn tiles(&self) -> &[Option<Bounds>] {
        &self.tiles
    }

    fn tile(&self, row: usize, column: usize) -> Option<Bounds> {
        (column < self.columns)
            .then(|| self.tiles.get(row * self.columns + column).copied().flatten())
            .flatten()
    }

    /// The up to eight tiles around one.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let (row, column) = (at / columns, at % columns);
        let span = |middle: usize, end: usize| middle.saturating_sub(1)..(middle + 2).min(end);
        span(row, rows).flat_map(move |row| span(column, columns).map(move |column| row * columns + column))
    }
}

fn hull(a: Bounds, b: Bounds) -> Bounds {
    let (left, top) = (a.left.min(b.left), a.top.min(b.top));
    let (right, bottom) = (a.right().max(b.right()), a.bottom().max(b.bottom()));
    Bounds { left, top, width: right - left, height: bottom - top }
}

/// What of a tile's change lies outside a part. Only a part that reaches over its whole width cuts it: bars do.
fn outside(tile: Bounds, part: Bounds) -> Option<Bounds> {
    let spans = part.left <= tile.left && part.right() >= tile.right();
    let (top, bottom) = match spans {
        true if part.top <= tile.top => (tile.top.max(part.bottom()), tile.bottom()),
        true if part.bottom() >= tile.bottom() => (tile.top, tile.bottom().min(part.top)),
        _ => (tile.top, tile.bottom()),
    };
    (top < bottom).then(|| Bounds { top, height: bottom - top, ..tile })
}

/// Where two pictures differ by more than `tolerance` in a channel: 0 for exact pictures, a few dozen for JPEG.
/// Pictures of different sizes differ everywhere.
pub fn compare(a: View<'_>, b: View<'_>, tolerance: u8) -> Changed {
    if (a.width(), a.height()) != (b.width(), b.height()) {
        return Changed::all(b.width(), b.height());
    }
    let mut changed = Changed::new(a.width(), a.height(), |_| None);
    for y in 0..a.height() {
        let (row_a, row_b) = (a.row(y), b.row(y));
        if row_a == row_b {
            continue;
        }
        let start = (y / TILE) as usize * changed.columns;
        let parts = row_a.chunks(TILE as usize * 4).zip(row_b.chunks(TILE as usize * 4));
        for (column, (part_a, part_b)) in parts.enumerate().filter(|(_, (a, b))| a != b) {
            let Some((first, last)) = differing(part_a, part_b, tolerance) else { continue };
            let line =
                Bounds { left: column as u32 * TILE + first, top: y, width: last - first + 1, height: 1 };
            let tile = &mut changed.tiles[start + column];
            *tile = Some(tile.map_or(line, |found| hull(found, line)));
        }
    }
    changed
}

/// The first and the last pixel that differ.
fn differing(a: &[u8], b: &[u8], tolerance: u8) -> Option<(u32, u32)> {
    let pixels = || a.chunks_exact(4).zip(b.chunks_exact(4));
    let other = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > tolerance);
    let first = pixels().position(other)?;
    let last = pixels().rposition(other).unwrap_or(first);
    Some((first as u32, last as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    fn painted(boxes: &[Bounds]) -> Bitmap {
        let mut picture = Bitmap::from_rgba(200, 100, vec![255; 200 * 100 * 4]).unwrap();
        for b in boxes {
            for y in b.top..b.bottom() {
                (b.left..b.right()).for_each(|x| picture.set(x, y, [200, 0, 0, 255]));
            }
        }
        picture
    }

    const A: Bounds = Bounds { left: 3, top: 5, width: 40, height: 9 };
    const B: Bounds = Bounds { left: 150, top: 70, width: 2, height: 20 };

    #[test]
    fn each_region_is_as_tight_as_its_pixels() {
        let changed = compare(painted(&[]).view(), painted(&[A, B]).view(), 0);
        assert_eq!(changed.regions(), [A, B]);
        assert!(changed.touches(A) && !changed.touches(Bounds { left: 60, top: 0, width: 60, height: 60 }));
        assert!(compare(painted(&[A]).view(), painted(&[A]).view(), 0).is_none());
    }

    #[test]
    fn what_lies_in_a_bar_does_not_count() {
        let changed = compare(painted(&[]).view(), painted(&[A, B]).view(), 0);
        let bar = Bounds { left: 0, top: 0, width: 200, height: 10 };
        assert_eq!(changed.clone().without(bar).regions()[0], Bounds { top: 10, height: 4, ..A });
        assert_eq!(changed.without(Bounds { height: 40, ..bar }).regions(), [B]);
    }

    #[test]
    fn a_difference_within_the_tolerance_is_none() {
        let (a, b) = (painted(&[]), painted(&[A]));
        assert!(!compare(a.view(), b.view(), 254).is_none());
        assert!(compare(a.view(), b.view(), 255).is_none());
    }

    #[test]
    fn pictures_of_other_sizes_differ_everywhere() {
        let small = Bitmap::from_rgba(10, 10, vec![255; 400]).unwrap();
        let changed = compare(small.view(), painted(&[]).view(), 0);
        assert_eq!(changed.bounds(), Some(painted(&[]).view().bounds()));
    }
}
