//! Which parts of a screen are as they were: a number for each tile of 32 x 32 pixels, compared with the last look's.

use crate::{Bounds, View};

pub(super) const TILE: u32 = 32;

/// The tiles of one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tiles {
    width: u32,
    height: u32,
    prints: Vec<u64>,
}

/// The tiles that differ between two looks of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Changed {
    columns: usize,
    tiles: Vec<bool>,
}

impl Tiles {
    pub(super) fn of(view: View<'_>) -> Self {
        let columns = view.width().div_ceil(TILE) as usize;
        let rows = view.height().div_ceil(TILE) as usize;
        let mut prints = vec![0; columns * rows];
        for y in 0..view.height() {
            let first = (y / TILE) as usize * columns;
            let row = view.row(y).chunks(TILE as usize * 4);
            for (print, pixels) in prints[first..first + columns].iter_mut().zip(row) {
                *print = mixed(*print, pixels);
            }
        }
        Self { width: view.width(), height: view.height(), prints }
    }

    /// What changed from these to others; nothing if the sizes differ, because then no tile is the same place.
    pub(super) fn changed(&self, now: &Tiles) -> Option<Changed> {
        let same = (self.width, self.height) == (now.width, now.height);
        let tiles = || self.prints.iter().zip(&now.prints).map(|(old, new)| old != new).collect();
        same.then(|| Changed { columns: self.width.div_ceil(TILE) as usize, tiles: tiles() })
    }
}

/// Every step can be undone, so two rows that differ in one word never give the same number.
fn mixed(mut print: u64, pixels: &[u8]) -> u64 {
    let mut words = pixels.chunks_exact(8);
    for word in &mut words {
        print = (print ^ u64::from_le_bytes(word.try_into().unwrap_or_default()))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        print ^= print >> 29;
    }
    for byte in words.remainder() {
        print = (print ^ u64::from(*byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        print ^= print >> 29;
    }
    print
}

impl Changed {
    pub(super) fn is_none(&self) -> bool {
        !self.tiles.contains(&true)
    }

    pub(super) fn share(&self) -> f32 {
        self.tiles.iter().filter(|changed| **changed).count() as f32 / self.tiles.len().max(1) as f32
    }

    /// Whether a box lies on a tile that changed.
    pub(super) fn touches(&self, bounds: Bounds) -> bool {
        if bounds.is_empty() {
            return false;
        }
        let columns =
            (bounds.left / TILE) as usize..self.columns.min(((bounds.right() - 1) / TILE) as usize + 1);
        let rows = (bounds.top / TILE) as usize..=((bounds.bottom() - 1) / TILE) as usize;
        let tile = |row: usize, column: usize| self.tiles.get(row * self.columns + column) == Some(&true);
        rows.into_iter().any(|row| columns.clone().any(|column| tile(row, column)))
    }

    /// The rows of tiles that hold a change, as spans of pixels.
    pub(super) fn spans(&self) -> Vec<(u32, u32)> {
        let rows = self.tiles.chunks(self.columns.max(1)).enumerate();
        let changed = rows.filter(|(_, row)| row.contains(&true));
        changed.map(|(row, _)| (row as u32 * TILE, (row as u32 + 1) * TILE)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    #[test]
    fn one_pixel_changes_its_tile_and_no_other() {
        let before = Bitmap::from_rgba(100, 70, vec![7; 100 * 70 * 4]).unwrap();
        let mut after = before.clone();
        after.set(99, 69, [7, 8, 7, 7]);
        let tiles = Tiles::of(before.view());
        assert!(tiles.changed(&Tiles::of(before.view())).unwrap().is_none());
        let changed = tiles.changed(&Tiles::of(after.view())).unwrap();
        assert_eq!(changed.spans(), [(64, 96)]);
        let at = |left, top| Bounds { left, top, width: 3, height: 3 };
        assert!(changed.touches(at(96, 66)) && changed.touches(at(94, 62)));
        assert!(!changed.touches(at(93, 66)) && !changed.touches(at(96, 61)));
        assert!(!changed.touches(Bounds { width: 0, ..at(96, 66) }));
    }

    #[test]
    fn another_size_has_no_tile_in_its_place() {
        let one = Bitmap::from_rgba(40, 20, vec![7; 40 * 20 * 4]).unwrap();
        let other = Bitmap::from_rgba(20, 40, vec![7; 40 * 20 * 4]).unwrap();
        assert_eq!(Tiles::of(one.view()).changed(&Tiles::of(other.view())), None);
    }
}
