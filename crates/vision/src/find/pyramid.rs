//! What all searches on one screen share: its grey picture in ever smaller sizes and its colour, made once per look.

use super::plane::{Plane, quarter};
use super::raster::Raster;
use crate::{Bounds, View};
use pulp::Arch;
use std::sync::OnceLock;

/// Levels are √2 apart: 1, 1.4, 2, 2.8 … 45.
pub(super) const LEVELS: usize = 12;

/// A screen, prepared for any number of searches. Levels are made when first asked for.
#[derive(Debug)]
pub struct Pyramid {
    bounds: Bounds,
    /// Full size, one byte a pixel: only places that are looked at closely are read from it.
    grey: Vec<u8>,
    /// Red and blue against grey, in quarters, at half size: JPEG keeps no more, and a hue is an area.
    chroma: [Vec<i16>; 2],
    levels: [OnceLock<Plane>; LEVELS],
}

/// How many pixels of the screen, along a side, one value of a level stands for.
pub(super) fn factor(level: usize) -> f32 {
    let whole = (1u32 << (level / 2)) as f32;
    if level.is_multiple_of(2) { whole } else { whole * std::f32::consts::SQRT_2 }
}

impl Pyramid {
    pub fn new(screen: View<'_>) -> Pyramid {
        Self::within(Vec::new(), Vec::new(), Default::default(), screen)
    }

    /// Gives back what only searches on this screen need; `renew` uses the rest.
    pub fn at_rest(mut self) -> Pyramid {
        for (nth, level) in self.levels.iter_mut().enumerate() {
            match level.take() {
                Some(half) if nth == 2 => *level = Plane::new(half.width, half.height, half.data).into(),
                _ => {}
            }
        }
        self
    }

    /// The same in the memory of a screen that is no longer looked at: fresh pages cost a fifth of a search.
    pub fn renew(self, screen: View<'_>) -> Pyramid {
        let [_, _, half, ..] = self.levels;
        Self::within(self.grey, half.into_inner().unwrap_or_default().data, self.chroma, screen)
    }

    fn within(mut grey: Vec<u8>, mut half: Vec<f32>, mut chroma: [Vec<i16>; 2], screen: View<'_>) -> Pyramid {
        let (width, height) = (screen.width() as usize, screen.height() as usize);
        let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
        grey.resize(width * height, 0);
        half.resize(half_width * half_height, 0.0);
        chroma.iter_mut().for_each(|plane| plane.resize(half_width * half_height, 0));
        let [red, blue] = &mut chroma;
        let arch = Arch::new();
        for y in 0..half_height {
            let below = (2 * y + 1).min(height - 1);
            let rows = [screen.row(2 * y as u32), screen.row(below as u32)];
            let out = &mut grey[2 * y * width..(below + 1) * width];
            let row = y * half_width..(y + 1) * half_width;
            let halves = (&mut half[row.clone()], &mut red[row.clone()], &mut blue[row]);
            arch.dispatch(
                #[inline(always)]
                || {
                    out.chunks_exact_mut(width).zip(rows).for_each(|(out, row)| grey_row(row, out));
                    half_rows(rows, halves);
                },
            );
        }
        let levels = <[OnceLock<Plane>; LEVELS]>::default();
        let _ = levels[2].set(Plane::new(half_width, half_height, half));
        Pyramid { bounds: screen.bounds(), grey, chroma, levels }
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub(super) fn width(&self) -> usize {
        self.bounds.width as usize
    }

    pub(super) fn height(&self) -> usize {
        self.bounds.height as usize
    }

    pub(super) fn level(&self, level: usize) -> &Plane {
        self.levels[level].get_or_init(|| match level {
            0 => {
                let data = self.grey.iter().map(|&v| f32::from(v) - 127.5).map(quarter).collect();
                Plane::new(self.width(), self.height(), data)
            }
            _ if level.is_multiple_of(2) => self.level(level - 2).half(),
            1 => self.between_levels(&self.patch(0, 0, self.width(), self.height())),
            _ => self.between_levels(self.level(level - 1)),
        })
    }

    fn between_levels(&self, finer: &Plane) -> Plane {
        let step = std::f32::consts::SQRT_2;
        if finer.data.is_empty() {
            return Plane::default();
        }
        let (width, height) = finer.size_at(step);
        let mut plane = finer.resample((step, step), width, height);
        plane.data.iter_mut().for_each(|value| *value = quarter(*value));
        plane
    }

    /// Red and blue against grey, in quarters, at half size.
    pub(super) fn chroma(&self) -> [Raster<'_, i16>; 2] {
        let (width, height) = (self.width().div_ceil(2), self.height().div_ceil(2));
        self.chroma.each_ref().map(|data| Raster { width, height, data })
    }

    /// Grey at full size, of a part that lies on the screen.
    pub(super) fn patch(&self, left: usize, top: usize, width: usize, height: usize) -> Plane {
        let rows = (top..top + height).flat_map(|y| &self.grey[y * self.width() + left..][..width]);
        Plane::new(width, height, rows.map(|&v| f32::from(v) - 127.5).collect())
    }

    /// Grey at full size, 0 to 255.
    pub(super) fn grey(&self) -> Raster<'_, u8> {
        Raster { width: self.width(), height: self.height(), data: &self.grey }
    }
}

/// Grey as television weighs it (77, 150, 29 of 256).
#[inline(always)]
pub(super) fn grey_of(pixel: &[u8]) -> u8 {
    ((u32::from(pixel[0]) * 77 + u32::from(pixel[1]) * 150 + u32::from(pixel[2]) * 29 + 128) >> 8) as u8
}

/// Pixels as whole words: their channels are taken out by shifts, which vectors do many at a time.
#[inline(always)]
fn grey_row(row: &[u8], out: &mut [u8]) {
    for (out, pixel) in out.iter_mut().zip(row.as_chunks::<4>().0) {
        let pixel = u32::from_le_bytes(*pixel);
        let channel = |nth: u32| (pixel >> (8 * nth)) & 0xff;
        *out = ((channel(0) * 77 + channel(1) * 150 + channel(2) * 29 + 128) >> 8) as u8;
    }
}

/// Two rows become one of half the width: grey, red against grey, blue against grey.
#[inline(always)]
fn half_rows(rows: [&[u8]; 2], (grey, red, blue): (&mut [f32], &mut [i16], &mut [i16])) {
    let (above, alone) = rows[0].as_chunks::<8>();
    let (below, alone_below) = rows[1].as_chunks::<8>();
    let out = grey.iter_mut().zip(red.iter_mut()).zip(blue.iter_mut());
    for (((grey, red), blue), (a, b)) in out.zip(above.iter().zip(below)) {
        // Two pixels in a word; every other byte of it has room for the sum of four.
        const EVERY_OTHER: u64 = 0x00ff_00ff_00ff_00ff;
        let (a, b) = (u64::from_le_bytes(*a), u64::from_le_bytes(*b));
        let red_blue = (a & EVERY_OTHER) + (b & EVERY_OTHER);
        let green = ((a >> 8) & EVERY_OTHER) + ((b >> 8) & EVERY_OTHER);
        let (red_blue, green) = ((red_blue + (red_blue >> 32)) as u32, (green + (green >> 32)) as u32);
        (*grey, *red, *blue) = grey_and_chroma([red_blue & 0xffff, green & 0xffff, red_blue >> 16]);
    }
    // A last column without a neighbour stands for itself.
    if let ([a @ .., _], [b @ .., _], [.., grey], [.., red], [.., blue]) =
        (alone, alone_below, grey, red, blue)
    {
        let sum = |c: usize| 2 * (u32::from(a[c]) + u32::from(b[c]));
        (*grey, *red, *blue) = grey_and_chroma([sum(0), sum(1), sum(2)]);
    }
}

/// From the sums of four pixels.
#[inline(always)]
fn grey_and_chroma([r, g, b]: [u32; 3]) -> (f32, i16, i16) {
    let grey = (r * 77 + g * 150 + b * 29 + 128) >> 8;
    (grey as f32 * 0.25 - 127.5, r as i16 - grey as i16, b as i16 - grey as i16)
}
