//! A number for each tile of a picture: enough to tell where a later picture differs, without keeping this one.

use super::compare::{Changed, TILE};
use crate::View;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiles {
    width: u32,
    height: u32,
    marks: Vec<u64>,
}

impl Tiles {
    pub fn of(picture: View<'_>) -> Self {
        let (width, height) = (picture.width(), picture.height());
        let columns = width.div_ceil(TILE) as usize;
        let mut marks = vec![0; columns * height.div_ceil(TILE) as usize];
        for y in 0..height {
            let start = (y / TILE) as usize * columns;
            let parts = picture.row(y).chunks(TILE as usize * 4);
            marks[start..].iter_mut().zip(parts).for_each(|(mark, part)| *mark = mixed(*mark, part));
        }
        Self { width, height, marks }
    }

    /// Which tiles of `later` differ.
    pub fn changed(&self, later: &Tiles) -> Changed {
        if (self.width, self.height) != (later.width, later.height) {
            return Changed::all(later.width, later.height);
        }
        let mut marks = self.marks.iter().zip(&later.marks);
        let same = std::cell::RefCell::new(&mut marks);
        Changed::new(self.width, self.height, |tile| {
            same.borrow_mut().next().is_none_or(|(a, b)| a != b).then_some(tile)
        })
    }
}

/// Mixes one row of a tile into its mark. Four sums go side by side, so that none waits for another.
fn mixed(mark: u64, row: &[u8]) -> u64 {
    const ODD: u64 = 0xff51_afd7_ed55_8ccd;
    let turn = |sum: u64, word: u64| (sum ^ word).wrapping_mul(ODD).rotate_left(29);
    let mut sums = [mark, ODD, ODD << 1, ODD << 2];
    let (whole, rest) = row.as_chunks::<32>();
    for part in whole {
        for (sum, word) in sums.iter_mut().zip(part.as_chunks::<8>().0) {
            *sum = turn(*sum, u64::from_le_bytes(*word));
        }
    }
    sums[0] = rest.iter().fold(sums[0], |sum, byte| turn(sum, u64::from(*byte)));
    sums.into_iter().fold(mark, turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitmap, Bounds};

    #[test]
    fn one_pixel_changes_its_tile_and_no_other() {
        let plain = Bitmap::from_rgba(100, 70, vec![7; 100 * 70 * 4]).unwrap();
        let mut other = plain.clone();
        other.set(99, 69, [7, 7, 8, 7]);
        let (a, b) = (Tiles::of(plain.view()), Tiles::of(other.view()));
        assert!(a.changed(&a).is_none());
        assert_eq!(a.changed(&b).regions(), [Bounds { left: 96, top: 64, width: 4, height: 6 }]);
    }
}
