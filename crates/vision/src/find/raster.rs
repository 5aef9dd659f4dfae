//! Values of a picture between its pixels.

use pulp::Arch;

/// A borrowed channel of bytes or numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raster<'a, T> {
    pub width: usize,
    pub height: usize,
    pub data: &'a [T],
}

/// A place along a line: the pixel before it, the pixel after it, how far it is between them.
type Between = (usize, usize, f32);

impl<T: Copy + Into<f32>> Raster<'_, T> {
    /// The value between four neighbours; at the border the border goes on.
    #[inline(always)]
    pub fn between(&self, x: f32, y: f32) -> f32 {
        let ((left, right, u), (top, low, v)) = (split(x, self.width), split(y, self.height));
        let value = |x: usize, y: usize| -> f32 { self.data[y * self.width + x].into() };
        let upper = value(left, top) + u * (value(right, top) - value(left, top));
        let lower = value(left, low) + u * (value(right, low) - value(left, low));
        upper + v * (lower - upper)
    }

    /// Adds the values at all crossings of `xs` and `ys` to `out`; every `fold` x `fold` of them become one mean.
    pub fn lines(&self, xs: &[f32], ys: &[f32], fold: usize, out: &mut [f32]) {
        let columns: Vec<Between> = xs.iter().map(|&x| split(x, self.width)).collect();
        let width = xs.len() / fold;
        let share = 1.0 / (fold * fold) as f32;
        let steady =
            fold == 1 && columns.windows(2).all(|c| c[1].0 == c[0].0 + 1 && (c[1].2 - c[0].2).abs() < 1e-4);
        let inside = columns.last().is_some_and(|last| last.0 + 1 < self.width);
        let arch = Arch::new();
        for (nth, &y) in ys.iter().enumerate() {
            let (top, low, v) = split(y, self.height);
            let rows = [top, low].map(|y| &self.data[y * self.width..][..self.width]);
            let out = &mut out[nth / fold * width..][..width];
            arch.dispatch(
                #[inline(always)]
                || {
                    if steady && inside {
                        even_row(rows, columns[0], v, out);
                    } else {
                        row(rows, &columns, v, fold, share, out);
                    }
                },
            );
        }
    }
}

/// Points one pixel apart all lie equally far between pixels.
#[inline(always)]
fn even_row<T: Copy + Into<f32>>(rows: [&[T]; 2], (first, _, u): Between, v: f32, out: &mut [f32]) {
    let [above, below] = rows.map(|row| &row[first..first + out.len() + 1]);
    let weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v];
    for (((out, a), b), (c, d)) in
        out.iter_mut().zip(above).zip(&above[1..]).zip(below.iter().zip(&below[1..]))
    {
        let [a, b, c, d]: [f32; 4] = [(*a).into(), (*b).into(), (*c).into(), (*d).into()];
        *out += weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d;
    }
}

#[inline(always)]
fn row<T: Copy + Into<f32>>(
    rows: [&[T]; 2],
    columns: &[Between],
    v: f32,
    fold: usize,
    share: f32,
    out: &mut [f32],
) {
    let [above, below] = rows;
    for (out, group) in out.iter_mut().zip(columns.chunks_exact(fold)) {
        for &(left, right, u) in group {
            let [a, b, c, d]: [f32; 4] =
                [above[left].into(), above[right].into(), below[left].into(), below[right].into()];
            let (upper, lower) = (a + u * (b - a), c + u * (d - c));
            *out += share * (upper + v * (lower - upper));
        }
    }
}

#[inline(always)]
fn split(at: f32, side: usize) -> Between {
    let at = at.clamp(0.0, (side - 1) as f32);
    let first = at as usize;
    (first, (first + 1).min(side - 1), at - first as f32)
}
