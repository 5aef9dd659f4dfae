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

    /// Adds the values at all crossings of `xs` and `ys`, which grow, to `out`; every `fold` x `fold` of them become one
    /// mean.
    pub fn lines(&self, xs: &[f32], ys: &[f32], fold: usize, out: &mut [f32]) {
        let columns: Vec<Between> = xs.iter().map(|&x| split(x, self.width)).collect();
        let (Some(first), Some(last)) = (columns.first(), columns.last()) else { return };
        let (first, end) = (first.0, last.1 + 1);
        let steady =
            fold == 1 && columns.windows(2).all(|c| c[1].0 == c[0].0 + 1 && (c[1].2 - c[0].2).abs() < 1e-4);
        let inside = last.0 + 1 < self.width;
        // What lies between the rows is made first, all of it: neighbouring points share it.
        let mut between = vec![0f32; end - first];
        let (arch, width) = (Arch::new(), xs.len() / fold);
        for (ys, out) in ys.chunks_exact(fold).zip(out.chunks_exact_mut(width.max(1))) {
            let rows = |y: f32| {
                let (top, low, v) = split(y, self.height);
                ([top, low].map(|y| &self.data[y * self.width..][..self.width]), v)
            };
            arch.dispatch(
                #[inline(always)]
                || {
                    if steady && inside {
                        let (rows, v) = rows(ys[0]);
                        even_row(rows, columns[0], v, out);
                        return;
                    }
                    between.fill(0.0);
                    for &y in ys {
                        let (rows, v) = rows(y);
                        add_between(rows.map(|row| &row[first..end]), v, &mut between);
                    }
                    row(&between, first, &columns, fold, out);
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

/// Adds what lies between two rows.
#[inline(always)]
fn add_between<T: Copy + Into<f32>>([above, below]: [&[T]; 2], v: f32, out: &mut [f32]) {
    for ((out, above), below) in out.iter_mut().zip(above).zip(below) {
        let (above, below): (f32, f32) = ((*above).into(), (*below).into());
        *out += above + v * (below - above);
    }
}

/// Adds means of `fold` points between columns, of a row that is the sum of `fold` rows and begins at `first`.
#[inline(always)]
fn row(values: &[f32], first: usize, columns: &[Between], fold: usize, out: &mut [f32]) {
    let share = 1.0 / (fold * fold) as f32;
    for (out, group) in out.iter_mut().zip(columns.chunks_exact(fold)) {
        for &(left, right, u) in group {
            let (left, right) = (values[left - first], values[right - first]);
            *out += share * (left + u * (right - left));
        }
    }
}

#[inline(always)]
fn split(at: f32, side: usize) -> Between {
    let at = at.clamp(0.0, (side - 1) as f32);
    let first = at as usize;
    (first, (first + 1).min(side - 1), at - first as f32)
}
