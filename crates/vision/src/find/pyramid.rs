//! What all searches on one screen share: its grey picture in ever smaller sizes and its colour, made once per look.

use super::plane::{Plane, quarter};
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
    /// Red and blue against grey, at half size: JPEG keeps no more, and a hue is an area.
    red: Plane,
    blue: Plane,
    levels: [OnceLock<Plane>; LEVELS],
}

/// How many pixels of the screen, along a side, one value of a level stands for.
pub(super) fn factor(level: usize) -> f32 {
    let whole = (1u32 << (level / 2)) as f32;
    if level % 2 == 0 { whole } else { whole * std::f32::consts::SQRT_2 }
}

impl Pyramid {
    pub fn new(screen: View<'_>) -> Pyramid {
        let (width, height) = (screen.width() as usize, screen.height() as usize);
        let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
        let mut grey = vec![0; width * height];
        let mut channels = [(); 3].map(|()| Vec::with_capacity(half_width * half_height));
        let arch = Arch::new();
        for y in 0..half_height {
            let below = (2 * y + 1).min(height - 1);
            let rows = [screen.row(2 * y as u32), screen.row(below as u32)];
            let out = &mut grey[2 * y * width..(below + 1) * width];
            arch.dispatch(
                #[inline(always)]
                || {
                    out.chunks_exact_mut(width).zip(rows).for_each(|(out, row)| grey_row(row, out));
                    half_rows(rows, half_width, &mut channels);
                },
            );
        }
        let [half, red, blue] = channels.map(|data| Plane::new(half_width, half_height, data));
        let levels = <[OnceLock<Plane>; LEVELS]>::default();
        let _ = levels[2].set(half);
        Pyramid { bounds: screen.bounds(), grey, red, blue, levels }
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
            _ if level % 2 == 0 => self.level(level - 2).half(),
            1 => self.between_levels(&self.patch(0, 0, self.width(), self.height())),
            _ => self.between_levels(self.level(level - 1)),
        })
    }

    fn between_levels(&self, finer: &Plane) -> Plane {
        let (width, height) = finer.size_at(std::f32::consts::SQRT_2);
        let mut plane = finer.resample(std::f32::consts::SQRT_2, width, height);
        plane.data.iter_mut().for_each(|value| *value = quarter(*value));
        plane
    }

    /// The red and blue planes at half size.
    pub(super) fn chroma(&self) -> [&Plane; 2] {
        [&self.red, &self.blue]
    }

    /// Grey at full size, of a part that lies on the screen.
    pub(super) fn patch(&self, left: usize, top: usize, width: usize, height: usize) -> Plane {
        let rows = (top..top + height).flat_map(|y| &self.grey[y * self.width() + left..][..width]);
        Plane::new(width, height, rows.map(|&v| f32::from(v) - 127.5).collect())
    }

    /// Grey between four pixels of the screen; at its border the border goes on.
    #[inline(always)]
    pub(super) fn grey_at(&self, x: f32, y: f32) -> f32 {
        let (width, height) = (self.width(), self.height());
        let x = x.clamp(0.0, (width - 1) as f32);
        let y = y.clamp(0.0, (height - 1) as f32);
        let (left, top) = (x as usize, y as usize);
        let (right, low) = ((left + 1).min(width - 1), (top + 1).min(height - 1));
        let (u, v) = (x - left as f32, y - top as f32);
        let value = |x: usize, y: usize| f32::from(self.grey[y * width + x]);
        let upper = value(left, top) + u * (value(right, top) - value(left, top));
        let lower = value(left, low) + u * (value(right, low) - value(left, low));
        upper + v * (lower - upper) - 127.5
    }
}

/// Grey as television weighs it (77, 150, 29 of 256).
#[inline(always)]
pub(super) fn grey_of(pixel: &[u8]) -> u8 {
    ((u32::from(pixel[0]) * 77 + u32::from(pixel[1]) * 150 + u32::from(pixel[2]) * 29 + 128) >> 8) as u8
}

#[inline(always)]
fn grey_row(row: &[u8], out: &mut [u8]) {
    out.iter_mut().zip(row.chunks_exact(4)).for_each(|(out, pixel)| *out = grey_of(pixel));
}

/// Two rows become one of half the width: grey, red against grey, blue against grey.
#[inline(always)]
fn half_rows(rows: [&[u8]; 2], width: usize, out: &mut [Vec<f32>; 3]) {
    let [grey, red, blue] = out;
    let pairs = rows[0].chunks(8).zip(rows[1].chunks(8)).take(width);
    for (a, b) in pairs {
        let last = a.len() - 4;
        let sum =
            |c: usize| u32::from(a[c]) + u32::from(a[last + c]) + u32::from(b[c]) + u32::from(b[last + c]);
        let (r, g, b) = (sum(0), sum(1), sum(2));
        let y = (r * 77 + g * 150 + b * 29) as f32 * (1.0 / 1024.0);
        grey.push(quarter(y - 127.5));
        red.push(r as f32 * 0.25 - y);
        blue.push(b as f32 * 0.25 - y);
    }
}
