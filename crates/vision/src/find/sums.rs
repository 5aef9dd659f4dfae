//! Sums over any rectangle of a level in four additions: made once per level, used by every sweep over it.

use pulp::Arch;

/// For each corner between values, the sum of all values above and to the left of it, and of their squares, in quarters
/// of a grey. They wrap around, which differences do not mind.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    width: usize,
    sums: Vec<u32>,
    squares: Vec<u32>,
}

impl Sums {
    pub fn new(values: &[f32], width: usize, height: usize) -> Sums {
        let corners = (width + 1) * (height + 1);
        let (mut sums, mut squares) = (vec![0u32; corners], vec![0u32; corners]);
        let (mut whole, mut along) = (vec![0u32; width], vec![(0u32, 0u32); width]);
        let arch = Arch::new();
        for (y, row) in values.chunks_exact(width.max(1)).enumerate() {
            let at = (y + 1) * (width + 1);
            let ((above, here), (above_squares, here_squares)) =
                (sums.split_at_mut(at), squares.split_at_mut(at));
            arch.dispatch(
                #[inline(always)]
                || {
                    whole.iter_mut().zip(row).for_each(|(whole, value)| *whole = quarters(*value));
                    along_row(&whole, &mut along);
                    let above = above[at - width..].iter().zip(&above_squares[at - width..]);
                    let here = here[1..=width].iter_mut().zip(&mut here_squares[1..=width]);
                    for ((here, above), along) in here.zip(above).zip(&along) {
                        *here.0 = above.0.wrapping_add(along.0);
                        *here.1 = above.1.wrapping_add(along.1);
                    }
                },
            );
        }
        Sums { width, sums, squares }
    }

    /// Of `count` corners from here on: sums, sums of squares.
    #[inline(always)]
    pub fn row(&self, x: usize, y: usize, count: usize) -> (&[u32], &[u32]) {
        let at = y * (self.width + 1) + x;
        (&self.sums[at..at + count], &self.squares[at..at + count])
    }
}

/// Both sums from the left, in one pass: each addition waits for the one before, so that two cost no more than one.
#[inline(always)]
fn along_row(row: &[u32], out: &mut [(u32, u32)]) {
    let (mut sum, mut squares) = (0u32, 0u32);
    for (out, value) in out.iter_mut().zip(row) {
        sum = sum.wrapping_add(*value);
        squares = squares.wrapping_add(value.wrapping_mul(*value));
        *out = (sum, squares);
    }
}

/// How many quarters a value is; negative ones wrap around.
#[inline(always)]
fn quarters(value: f32) -> u32 {
    // Next to a number this large the last bit of a float stands for one. A cast would have to look out for numbers that
    // are none, one by one.
    const LARGE: f32 = 12_582_912.0;
    (value * 4.0 + LARGE).to_bits().wrapping_sub(LARGE.to_bits())
}
