//! What is kept of a place that can only be seen: a coarse grid of brightness, contrast and colour, without the bars
//! at the top and the bottom, and the heading as a picture of its letters. Cells have the size of a fingertip on every
//! screen, so pictures of another size can be compared; of another aspect too, because pages are laid out from their
//! top and from their bottom.

use super::heading::Heading;
use crate::View;
use serde::{Deserialize, Serialize};

/// Cells across the shorter side: about 15 of a phone's 360 density-independent pixels each.
const ACROSS: usize = 24;
/// What a status bar or a navigation bar may take, in 120ths of the shorter side. Clock and battery stand there.
const BAR: u32 = 11;
/// The most cells that are kept of a picture that is very long.
pub(super) const MAX_ROWS: usize = 400;
/// Cells of a block; a block is what a carousel, a video or an advertisement may have to itself.
const BLOCK: usize = 6;
/// How finely is searched where a page of another aspect goes on longer, in cells.
const SPLIT: usize = 4;
/// The part of the content that may be wholly different on the same place.
const FORGIVEN: f32 = 0.2;
/// A difference of this much in brightness, contrast or colour is as good as any.
const FAR: f32 = 48.0;
/// Contrast from which a cell counts fully, and what an empty cell counts: emptiness says little.
const WORDY: f32 = 32.0;
const EMPTY: f32 = 0.15;
/// From here on two pictures are taken for the same place.
const SAME: f32 = 0.75;
/// How much pages of one heading have in common, whatever their rows are; less have a page and a window over it.
const IN_HEADING: f32 = 0.25;
/// How much pages of other headings have in common that are one place nevertheless: a note with another name. Pages of
/// settings with other headings have up to 0.95.
const BESIDE_HEADING: f32 = 0.96;
/// The same for pages with the same foot, as two chats have the same field to write in. Rows of cells that make it, how
/// many of its cells are filled, and how much they agree: in a row of tabs the chosen one differs.
const ON_FOOT: f32 = 0.45;
const FOOT_ROWS: usize = 4;
const FOOT_CELLS: f32 = 5.0;
const FOOT_AGREES: f32 = 0.97;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Cell {
    pub bright: u8,
    pub contrast: u8,
    pub blue: u8,
    pub red: u8,
}

impl Cell {
    fn between(self, other: Cell) -> Cell {
        let middle = u8::midpoint;
        Cell {
            bright: middle(self.bright, other.bright),
            contrast: middle(self.contrast, other.contrast),
            blue: middle(self.blue, other.blue),
            red: middle(self.red, other.red),
        }
    }
}

/// A place as a picture shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fingerprint {
    pub(super) columns: usize,
    pub(super) cells: Vec<Cell>,
    pub(super) heading: Option<Heading>,
}

/// How much two pictures show the same place, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
pub struct Likeness(pub f32);

impl Likeness {
    pub fn is_same(self) -> bool {
        self.0 >= SAME
    }
}

impl Fingerprint {
    pub fn of(picture: View<'_>) -> Self {
        let bar = (picture.width().min(picture.height()) * BAR / 120).min(picture.height() / 8);
        let (width, height) = (picture.width() as usize, (picture.height() - 2 * bar) as usize);
        let side = width.min(height).max(1);
        let cells_along = |length: usize| ((length * ACROSS + side / 2) / side).clamp(1, MAX_ROWS);
        let (columns, rows) = (cells_along(width), cells_along(height));
        let mut cells = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            let (top, bottom) = (row * height / rows, (row + 1) * height / rows);
            for column in 0..columns {
                let (left, right) = (column * width / columns, (column + 1) * width / columns);
                cells.push(cell(
                    picture,
                    left..right.max(left + 1),
                    top + bar as usize..bottom.max(top + 1) + bar as usize,
                ));
            }
        }
        Self { columns, cells, heading: Heading::of(picture, bar) }
    }

    pub(super) fn rows(&self) -> usize {
        self.cells.len() / self.columns.max(1)
    }

    /// How alike two places look. A picture that was turned shows another place.
    pub fn likeness(&self, other: &Fingerprint) -> Likeness {
        if self.columns != other.columns {
            return Likeness(0.0);
        }
        let Likeness(alike) = self.layout_likeness(other);
        let enough = match (&self.heading, &other.heading) {
            (Some(own), Some(others)) if own.is_same(others) => IN_HEADING,
            (Some(_), Some(_)) if self.stands_on_same(other) => ON_FOOT,
            (Some(_), Some(_)) => BESIDE_HEADING,
            _ => SAME,
        };
        // Brought to one scale: what is enough is `SAME`, and all is all.
        Likeness(if alike < enough {
            SAME * alike / enough
        } else {
            SAME + (1.0 - SAME) * (alike - enough) / (1.0 - enough)
        })
    }

    /// How alike the two are laid out and filled, without their headings.
    fn layout_likeness(&self, other: &Fingerprint) -> Likeness {
        let (short, long) = if self.rows() <= other.rows() { (self, other) } else { (other, self) };
        if short.rows() == long.rows() {
            return agreement(short, |row, column| weigh(short.cell(row, column), long.cell(row, column)));
        }
        // Laid out anew: what stands at the top stays there, what stands at the bottom too, and somewhere between
        // them more of the page is seen. Or it was just made smaller.
        let more = long.rows() - short.rows();
        let laid_out = |from: usize| loosely(short, long, |row| if row < from { row } else { row + more });
        let stretched = loosely(short, long, |row| row * long.rows() / short.rows());
        let splits = (0..=short.rows()).step_by(SPLIT).map(laid_out);
        splits.fold(stretched, |best, one| if one > best { one } else { best })
    }

    /// Whether the same things stand at the foot of both.
    fn stands_on_same(&self, other: &Fingerprint) -> bool {
        let foot = |one: &Fingerprint| one.cells.len() - (FOOT_ROWS * one.columns).min(one.cells.len());
        let (own, others) = (&self.cells[foot(self)..], &other.cells[foot(other)..]);
        let (mut filled, mut agreed) = (0.0, 0.0);
        for (a, b) in own.iter().zip(others) {
            let (weight, agrees) = weigh(*a, *b);
            filled += weight - EMPTY;
            agreed += (weight - EMPTY) * agrees;
        }
        filled >= FOOT_CELLS && agreed >= FOOT_AGREES * filled
    }

    fn cell(&self, row: usize, column: usize) -> Cell {
        self.cells.get(row * self.columns + column).copied().unwrap_or_default()
    }
}

/// The agreement of pictures whose rows do not fall on each other: each cell is compared with what stands up to a
/// cell higher or lower, in halves.
fn loosely(a: &Fingerprint, b: &Fingerprint, counterpart: impl Fn(usize) -> usize) -> Likeness {
    let last = b.rows() - 1;
    agreement(a, |row, column| {
        let middle = counterpart(row).min(last);
        let near = [middle.saturating_sub(1), middle, (middle + 1).min(last)].map(|row| b.cell(row, column));
        let halves = [near[0].between(near[1]), near[1].between(near[2])];
        let own = a.cell(row, column);
        let others = [near[0], near[2], halves[0], halves[1]].map(|other| weigh(own, other));
        others.into_iter().fold(weigh(own, near[1]), |best, one| if one.1 > best.1 { one } else { best })
    })
}

/// Looks at every second pixel of every second row, which is enough for a mean.
fn cell(picture: View<'_>, across: std::ops::Range<usize>, down: std::ops::Range<usize>) -> Cell {
    let (mut count, mut sum, mut squares, mut blue, mut red) = (0i64, 0i64, 0i64, 0i64, 0i64);
    for y in down.step_by(2) {
        let row = picture.row(y as u32);
        for pixel in row[across.start * 4..across.end * 4].chunks_exact(4).step_by(2) {
            let [r, g, b] = [i64::from(pixel[0]), i64::from(pixel[1]), i64::from(pixel[2])];
            let bright = (77 * r + 150 * g + 29 * b) >> 8;
            count += 1;
            sum += bright;
            squares += bright * bright;
            blue += b - bright;
            red += r - bright;
        }
    }
    let count = count.max(1);
    let mean = sum / count;
    let spread = ((squares / count - mean * mean).max(0) as f64).sqrt();
    let tint = |sum: i64| (128 + sum / count / 2).clamp(0, 255) as u8;
    Cell { bright: mean as u8, contrast: spread.min(255.0) as u8, blue: tint(blue), red: tint(red) }
}

/// How much cells agree, each with its weight; the blocks that agree least are forgiven.
fn agreement(a: &Fingerprint, compared: impl Fn(usize, usize) -> (f32, f32)) -> Likeness {
    let across = a.columns.div_ceil(BLOCK);
    let mut blocks = vec![(0.0f32, 0.0f32); across * a.rows().div_ceil(BLOCK)];
    for row in 0..a.rows() {
        for column in 0..a.columns {
            let (weight, agrees) = compared(row, column);
            let block = &mut blocks[row / BLOCK * across + column / BLOCK];
            block.0 += weight;
            block.1 += weight * agrees;
        }
    }
    blocks.sort_by(|x, y| (x.1 / x.0.max(1e-6)).total_cmp(&(y.1 / y.0.max(1e-6))));
    let all: f32 = blocks.iter().map(|block| block.0).sum();
    let (mut forgiven, mut weight, mut agrees) = (FORGIVEN * all, 0.0, 0.0);
    for (block, agreed) in blocks {
        let counted = block - block.min(forgiven);
        forgiven = (forgiven - block).max(0.0);
        weight += counted;
        agrees += agreed * counted / block.max(1e-6);
    }
    Likeness(agrees / weight.max(1e-6))
}

/// What a cell counts, those with content more, and how much the two agree.
fn weigh(a: Cell, b: Cell) -> (f32, f32) {
    let weight = EMPTY + (f32::from(a.contrast.max(b.contrast)) / WORDY).min(1.0);
    // Halved when stored, so doubled here.
    let tint = 2.0 * f32::from(a.blue.abs_diff(b.blue)).max(f32::from(a.red.abs_diff(b.red)));
    let far =
        f32::from(a.bright.abs_diff(b.bright)).max(f32::from(a.contrast.abs_diff(b.contrast))).max(tint);
    (weight, 1.0 - (far / FAR).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitmap, Bounds};
    use proptest::prelude::*;

    /// A page of a head, rows and a foot, in units of a 36th of the width.
    fn page(width: u32, height: u32, mark: impl Fn(&mut dyn FnMut(Bounds, [u8; 3]))) -> Fingerprint {
        let mut picture = Bitmap::from_rgba(width, height, vec![255; (width * height * 4) as usize]).unwrap();
        let unit = width / 36;
        let mut paint = |b: Bounds, colour: [u8; 3]| {
            for y in b.top * unit..(b.bottom() * unit).min(height) {
                for x in b.left * unit..(b.right() * unit).min(width) {
                    // Stripes, as text has.
                    let ink = if (x * 3 / unit).is_multiple_of(2) { colour } else { [250, 250, 250] };
                    picture.set(x, y, [ink[0], ink[1], ink[2], 255]);
                }
            }
        };
        let rows = height / unit;
        paint(Bounds { left: 2, top: 4, width: 20, height: 3 }, [30, 30, 30]);
        for row in 0..4 {
            paint(Bounds { left: 4, top: 12 + row * 7, width: 22, height: 2 }, [60, 60, 60]);
        }
        paint(Bounds { left: 2, top: rows - 7, width: 32, height: 4 }, [20, 140, 60]);
        mark(&mut paint);
        Fingerprint::of(picture.view())
    }

    #[test]
    fn seed_001_a_thumbnail_of_360x640_shows_the_place_of_a_screen_of_1080x2400() {
        let (screen, thumbnail) = (page(1080, 2400, |_| {}), page(360, 640, |_| {}));
        assert!(screen.likeness(&thumbnail).is_same(), "{:?}", screen.likeness(&thumbnail));
        let other = page(360, 640, |paint| {
            paint(Bounds { left: 0, top: 10, width: 36, height: 40 }, [0, 0, 160]);
        });
        assert!(!screen.likeness(&other).is_same(), "{:?}", screen.likeness(&other));
    }

    #[test]
    fn a_clock_a_cursor_and_a_banner_do_not_make_another_place_but_another_page_does() {
        let plain = page(1080, 2400, |_| {});
        let same = page(1080, 2400, |paint| {
            paint(Bounds { left: 1, top: 0, width: 6, height: 2 }, [0, 0, 0]);
            paint(Bounds { left: 30, top: 20, width: 1, height: 3 }, [0, 0, 0]);
            paint(Bounds { left: 4, top: 44, width: 26, height: 10 }, [200, 30, 30]);
        });
        assert!(plain.likeness(&same).is_same(), "{:?}", plain.likeness(&same));
        let dialog = page(1080, 2400, |paint| {
            paint(Bounds { left: 0, top: 3, width: 36, height: 74 }, [90, 90, 90]);
        });
        assert!(!plain.likeness(&dialog).is_same(), "{:?}", plain.likeness(&dialog));
    }

    #[test]
    fn a_chat_with_another_name_is_one_place_and_a_page_that_lacks_its_foot_is_another() {
        let other_name = |paint: &mut dyn FnMut(Bounds, [u8; 3])| {
            paint(Bounds { left: 0, top: 4, width: 36, height: 3 }, [255, 255, 255]);
            paint(Bounds { left: 2, top: 4, width: 7, height: 3 }, [30, 30, 30]);
            paint(Bounds { left: 4, top: 44, width: 12, height: 4 }, [200, 220, 200]);
        };
        let plain = page(1080, 2400, |_| {});
        let chat = page(1080, 2400, other_name);
        assert!(plain.likeness(&chat).is_same(), "{:?}", plain.likeness(&chat));
        let no_foot = page(1080, 2400, |paint| {
            other_name(paint);
            paint(Bounds { left: 0, top: 70, width: 36, height: 8 }, [250, 250, 250]);
        });
        assert!(!plain.likeness(&no_foot).is_same(), "{:?}", plain.likeness(&no_foot));
    }

    #[test]
    fn pages_laid_out_alike_are_told_apart_by_their_heading_and_other_rows_brought_together_by_it() {
        let named = |width: u32, rows: u32, left: u32| {
            page(1080, 2400, move |paint| {
                paint(Bounds { left: 0, top: 4, width: 36, height: 3 }, [250, 250, 250]);
                paint(Bounds { left: 2, top: 4, width, height: 3 }, [30, 30, 30]);
                paint(Bounds { left: 0, top: 70, width: 36, height: 10 }, [250, 250, 250]);
                (0..rows).for_each(|row| {
                    paint(Bounds { left, top: 10 + row * 6, width: 14, height: 3 }, [60, 60, 60]);
                });
            })
        };
        let (short, long) = (named(8, 9, 4), named(20, 6, 4));
        let (laid_out, all) = (short.layout_likeness(&long), short.likeness(&long));
        assert!(laid_out.is_same() && !all.is_same(), "{laid_out:?} {all:?}");
        let other_rows = named(8, 9, 20);
        let (laid_out, all) = (short.layout_likeness(&other_rows), short.likeness(&other_rows));
        assert!(!laid_out.is_same() && all.is_same(), "{laid_out:?} {all:?}");
    }

    #[test]
    fn a_turned_screen_is_another_place() {
        assert_eq!(page(1080, 2400, |_| {}).likeness(&page(2400, 1080, |_| {})), Likeness(0.0));
    }

    proptest! {
        #[test]
        fn any_picture_has_a_fingerprint_and_is_the_place_of_itself(width in 1u32..90, height in 1u32..90, seed in any::<u8>()) {
            let pixels = (0..width * height * 4).map(|at| (at as u8).wrapping_mul(seed | 1)).collect();
            let own = Fingerprint::of(Bitmap::from_rgba(width, height, pixels).unwrap().view());
            prop_assert!(own.likeness(&own).0 > 0.999);
        }
    }
}
