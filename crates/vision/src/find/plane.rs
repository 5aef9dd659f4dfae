//! One channel of a picture as numbers, and the ways to make it smaller.

use super::raster::Raster;
use super::sums::Sums;
use pulp::Arch;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Values of a level whose sums are not kept.
const LARGE: usize = 1 << 20;

/// A channel, row by row. Grey and chroma are kept around zero (grey: -127.5 to 127.5), which keeps sums exact.
#[derive(Debug, Clone, Default)]
pub(super) struct Plane {
    pub width: usize,
    pub height: usize,
    pub data: Vec<f32>,
    sums: OnceLock<Sums>,
}

impl Plane {
    pub fn new(width: usize, height: usize, data: Vec<f32>) -> Self {
        debug_assert_eq!(data.len(), width * height);
        Self { width, height, data, sums: OnceLock::new() }
    }

    /// Kept for the next sweep, but for the finest levels: they are twice as large as the level, and few patterns are so
    /// small that those are swept.
    pub fn sums(&self) -> Cow<'_, Sums> {
        let new = || Sums::new(&self.data, self.width, self.height);
        match self.data.len() > LARGE {
            true => Cow::Owned(new()),
            false => Cow::Borrowed(self.sums.get_or_init(new)),
        }
    }

    pub fn row(&self, y: usize) -> &[f32] {
        &self.data[y * self.width..(y + 1) * self.width]
    }

    /// Half the size, each value the mean of four; an odd last row or column is left out.
    pub fn half(&self) -> Plane {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut data = vec![0.0; width * height];
        let arch = Arch::new();
        for (y, out) in data.chunks_exact_mut(width.max(1)).enumerate() {
            let (above, below) = (self.row(2 * y).as_chunks::<2>().0, self.row(2 * y + 1).as_chunks::<2>().0);
            arch.dispatch(
                #[inline(always)]
                || {
                    for (out, (a, b)) in out.iter_mut().zip(above.iter().zip(below)) {
                        *out = quarter((a[0] + a[1] + b[0] + b[1]) * 0.25);
                    }
                },
            );
        }
        Plane::new(width, height, data)
    }

    /// A picture of `width` x `height`, of which each value stands for `step` (across, down) of this one: their mean where
    /// it is above one, in between them where it is below. What does not fill a last value is left out.
    pub fn resample(&self, step: (f32, f32), width: usize, height: usize) -> Plane {
        let across = weights(self.width, step.0, width);
        let down = weights(self.height, step.1, height);
        let mut data = vec![0.0; width * height];
        let mut line = vec![0.0; self.width];
        let arch = Arch::new();
        for (out, part) in data.chunks_exact_mut(width.max(1)).zip(&down) {
            line.fill(0.0);
            arch.dispatch(
                #[inline(always)]
                || {
                    for (nth, share) in part.shares.iter().enumerate() {
                        let row = self.row(part.first + nth);
                        line.iter_mut().zip(row).for_each(|(value, v)| *value += share * v);
                    }
                    for (value, part) in out.iter_mut().zip(&across) {
                        *value = part.of(&line);
                    }
                },
            );
        }
        Plane::new(width, height, data)
    }

    /// The smallest picture that `resample` can fill at this step.
    pub fn size_at(&self, step: f32) -> (usize, usize) {
        let fit = |side: usize| ((side as f32 / step + 0.02).floor() as usize).max(1);
        (fit(self.width), fit(self.height))
    }

    pub fn raster(&self) -> Raster<'_, f32> {
        Raster { width: self.width, height: self.height, data: &self.data }
    }
}

/// Rounds to a quarter, so that four times the value is whole and sums of it have no error.
#[inline(always)]
pub(super) fn quarter(value: f32) -> f32 {
    // Adding a number this large leaves no room for a fraction.
    const ROUND: f32 = 12_582_912.0;
    ((value * 4.0 + ROUND) - ROUND) * 0.25
}

struct Part {
    first: usize,
    shares: Vec<f32>,
}

impl Part {
    #[inline(always)]
    fn of(&self, line: &[f32]) -> f32 {
        match (&*self.shares, &line[self.first..]) {
            // Mostly two or three values become one.
            ([a], [x, ..]) => a * x,
            ([a, b], [x, y, ..]) => a * x + b * y,
            ([a, b, c], [x, y, z, ..]) => a * x + b * y + c * z,
            (shares, values) => shares.iter().zip(values).map(|(share, v)| share * v).sum(),
        }
    }
}

fn weights(side: usize, step: f32, count: usize) -> Vec<Part> {
    (0..count)
        .map(|nth| if step > 1.0 { mean_part(side, step, nth) } else { line_part(side, step, nth) })
        .collect()
}

fn mean_part(side: usize, step: f32, nth: usize) -> Part {
    let (from, to) = (nth as f32 * step, ((nth + 1) as f32 * step).min(side as f32));
    let first = (from as usize).min(side - 1);
    let last = ((to - 1e-4).max(from) as usize).clamp(first, side - 1);
    let cover = |at: usize| ((at + 1) as f32).min(to) - (at as f32).max(from);
    let mut shares: Vec<f32> = (first..=last).map(|at| cover(at).max(1e-6)).collect();
    let all: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= all);
    Part { first, shares }
}

fn line_part(side: usize, step: f32, nth: usize) -> Part {
    let at = ((nth as f32 + 0.5) * step - 0.5).clamp(0.0, (side - 1) as f32);
    let first = at as usize;
    let next = at - first as f32;
    let shares = if next > 0.0 && first + 1 < side { vec![1.0 - next, next] } else { vec![1.0] };
    Part { first, shares }
}
