//! Sums over any rectangle of a level in four additions: made once per level, used by every sweep over it.

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
        for (y, row) in values.chunks_exact(width.max(1)).enumerate() {
            let at = (y + 1) * (width + 1);
            for (table, of) in [(&mut sums, (|v| v) as fn(u32) -> u32), (&mut squares, |v| v.wrapping_mul(v))]
            {
                let (above, here) = table.split_at_mut(at);
                let (above, here) = (&above[at - width..], &mut here[1..=width]);
                let mut sum = 0u32;
                for ((here, above), value) in here.iter_mut().zip(above).zip(row) {
                    sum = sum.wrapping_add(of((value * 4.0) as i32 as u32));
                    *here = above.wrapping_add(sum);
                }
            }
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
