//! A part of a picture as the networks want it: of a given size, blue before red, each value from -1 to 1, one plane for
//! each colour.

use crate::{Bounds, View};
use std::collections::VecDeque;

/// From here on a smaller picture takes every pixel into account; below, the two nearest are enough.
const WIDE: f32 = 1.5;

/// Where along one side a value comes from: the first pixel and the weights of it and those after it.
struct Taps {
    first: usize,
    weights: Vec<f32>,
}

/// Bilinear, pixel centres on pixel centres.
fn taps(from: usize, to: usize) -> Vec<Taps> {
    let scale = from as f32 / to as f32;
    let reach = if scale > WIDE { scale } else { 1.0 };
    let last = from as i64 - 1;
    let one = |at: usize| {
        let centre = (at as f32 + 0.5) * scale - 0.5;
        let (low, high) = ((centre - reach).ceil() as i64, (centre + reach).floor() as i64);
        let first = low.clamp(0, last);
        let mut weights = vec![0.0; (high.clamp(0, last) - first) as usize + 1];
        for pixel in low..=high {
            // Beyond the edge the outermost pixel goes on.
            let place = (pixel.clamp(0, last) - first) as usize;
            weights[place] += (1.0 - (pixel as f32 - centre).abs() / reach).max(0.0);
        }
        let sum: f32 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum.max(f32::EPSILON));
        Taps { first: first as usize, weights }
    };
    (0..to).map(one).collect()
}

/// The three planes of `part` at `width x height`; each row is filled up with zeros to `padded`.
pub(super) fn planes(view: View<'_>, part: Bounds, width: usize, height: usize, padded: usize) -> Vec<f32> {
    let mut out = vec![0.0; 3 * height * padded];
    let (across, down) = (taps(part.width as usize, width), taps(part.height as usize, height));
    // Rows already narrowed to the width, as far as the next rows need them.
    let mut ready: VecDeque<(usize, Vec<f32>)> = VecDeque::new();
    for (y, tap) in down.iter().enumerate() {
        let end = tap.first + tap.weights.len();
        while ready.front().is_some_and(|(row, _)| *row < tap.first) {
            ready.pop_front();
        }
        let next = ready.back().map_or(tap.first, |(row, _)| row + 1);
        ready.extend((next..end).map(|row| (row, narrowed(view, part, row, &across))));
        for ((_, row), weight) in ready.iter().zip(&tap.weights) {
            for plane in 0..3 {
                let start = (plane * height + y) * padded;
                let source = &row[plane * width..(plane + 1) * width];
                for (value, from) in out[start..start + width].iter_mut().zip(source) {
                    *value += weight * from;
                }
            }
        }
        for plane in 0..3 {
            let start = (plane * height + y) * padded;
            out[start..start + width].iter_mut().for_each(|value| *value = *value / 127.5 - 1.0);
        }
    }
    out
}

fn narrowed(view: View<'_>, part: Bounds, row: usize, across: &[Taps]) -> Vec<f32> {
    let pixels = view.row(part.top + row as u32);
    let pixels = pixels.get(part.left as usize * 4..part.right() as usize * 4).unwrap_or_default();
    let width = across.len();
    let mut out = vec![0.0; 3 * width];
    for (x, tap) in across.iter().enumerate() {
        let mut sum = [0.0; 3];
        for (pixel, weight) in pixels[tap.first * 4..].chunks_exact(4).zip(&tap.weights) {
            for (colour, sum) in sum.iter_mut().enumerate() {
                *sum += weight * f32::from(pixel[colour]);
            }
        }
        for (plane, colour) in [2, 1, 0].into_iter().enumerate() {
            out[plane * width + x] = sum[colour];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    #[test]
    fn the_same_size_keeps_every_pixel_blue_first_and_the_padding_is_zero() {
        let picture = Bitmap::from_rgba(2, 1, vec![255, 0, 51, 255, 0, 255, 102, 255]).unwrap();
        let planes = planes(picture.view(), picture.view().bounds(), 2, 1, 3);
        let wanted = [51.0 / 127.5 - 1.0, 102.0 / 127.5 - 1.0, 0.0, -1.0, 1.0, 0.0, 1.0, -1.0, 0.0];
        for (got, wanted) in planes.iter().zip(wanted) {
            assert!((got - wanted).abs() < 1e-5, "{planes:?}");
        }
    }

    #[test]
    fn a_flat_picture_stays_flat_at_every_size_down_to_one_pixel() {
        let picture = Bitmap::from_rgba(37, 23, vec![200; 37 * 23 * 4]).unwrap();
        let part = Bounds { left: 3, top: 2, width: 30, height: 20 };
        for (width, height) in [(1, 1), (7, 50), (100, 3), (30, 20)] {
            for value in planes(picture.view(), part, width, height, width) {
                assert!((value - (200.0 / 127.5 - 1.0)).abs() < 1e-4);
            }
        }
        let one = Bounds { width: 1, height: 1, ..part };
        assert_eq!(planes(picture.view(), one, 32, 32, 32).len(), 3 * 32 * 32);
    }

    #[test]
    fn a_much_smaller_picture_forgets_no_pixel() {
        let mut picture = Bitmap::from_rgba(400, 1, vec![0; 400 * 4]).unwrap();
        picture.set(201, 0, [255; 4]);
        let planes = planes(picture.view(), picture.view().bounds(), 40, 1, 40);
        assert!(planes[..40].iter().any(|value| *value > -0.95));
    }
}
