//! Normalised cross-correlation of a small pattern with every place of a level, and the places where it peaks.
//!
//! Window sums are whole numbers and therefore exact; places whose contrast cannot be the pattern's are passed over,
//! which on a phone's screen is most of them.

use super::plane::Plane;
use super::sums::Sums;
use pulp::{Arch, Simd, WithSimd};

/// A pattern ready to be compared: mean zero, length one.
#[derive(Debug, Clone)]
pub(super) struct Kernel {
    pub width: usize,
    pub height: usize,
    taps: Vec<f32>,
    /// The deviations, least and most, that a window with this pattern may have.
    contrast: (f32, f32),
}

impl Kernel {
    /// None where there is nothing to recognise.
    pub fn new(plane: &Plane) -> Option<Kernel> {
        let count = plane.data.len() as f32;
        let mean = plane.data.iter().sum::<f32>() / count;
        let mut taps: Vec<f32> = plane.data.iter().map(|v| v - mean).collect();
        let length = taps.iter().map(|v| f64::from(v * v)).sum::<f64>().sqrt() as f32;
        let deviation = length / count.sqrt();
        (deviation > FLAT).then(|| {
            taps.iter_mut().for_each(|v| *v /= length);
            let contrast = (deviation * CONTRAST.0, deviation * CONTRAST.1);
            Kernel { width: plane.width, height: plane.height, taps, contrast }
        })
    }

    fn row(&self, y: usize) -> Option<&[f32]> {
        self.taps.get(y * self.width..(y + 1) * self.width)
    }

    /// For a mask, whose contrast says nothing of the screen's.
    pub fn of_any_contrast(self) -> Kernel {
        Kernel { contrast: (0.0, 255.0), ..self }
    }

    /// For a window that shows the pattern with less contrast than it is usually seen with.
    pub fn of_less_contrast(self) -> Kernel {
        let usual = self.contrast.0;
        Kernel { contrast: (usual * FAINT / CONTRAST.0, usual), ..self }
    }

    /// The correlation at one place, -1 to 1; zero where the place is flat or outside.
    pub fn at(&self, plane: &Plane, x: usize, y: usize) -> f32 {
        if x + self.width > plane.width || y + self.height > plane.height {
            return 0.0;
        }
        let (dot, sum, squares) = Arch::new().dispatch(
            #[inline(always)]
            || {
                let (mut dot, mut sum, mut squares) = (0f64, 0f64, 0f64);
                for (taps, ty) in self.taps.chunks_exact(self.width).zip(y..) {
                    let (d, s, q) = row_sums(taps, &plane.data[ty * plane.width + x..][..self.width]);
                    (dot, sum, squares) = (dot + f64::from(d), sum + f64::from(s), squares + f64::from(q));
                }
                (dot, sum, squares)
            },
        );
        let count = self.taps.len() as f64;
        let spread = squares - sum * sum / count;
        if spread < f64::from(FLAT * FLAT) * count { 0.0 } else { (dot / spread.sqrt()) as f32 }
    }
}

/// Below this deviation (of 255 greys) a window holds nothing but the rounding of its values.
const FLAT: f32 = 0.15;

/// A window may have this much less or more contrast than the pattern: dimming and contrast filters of screens lie
/// within 0.5 to 2, a badge over an element adds to it.
const CONTRAST: (f32, f32) = (0.28, 3.2);

/// What is switched off on a dark ground keeps as little as this.
const FAINT: f32 = 0.08;

#[inline(always)]
fn row_sums(taps: &[f32], row: &[f32]) -> (f32, f32, f32) {
    const LANES: usize = 16;
    let mut sums = [[0f32; LANES]; 3];
    let (taps_blocks, taps_rest) = taps.as_chunks::<LANES>();
    let (row_blocks, row_rest) = row.as_chunks::<LANES>();
    for (t, v) in taps_blocks.iter().zip(row_blocks) {
        for i in 0..LANES {
            sums[0][i] += t[i] * v[i];
            sums[1][i] += v[i];
            sums[2][i] += v[i] * v[i];
        }
    }
    let mut all = sums.map(|lanes| lanes.iter().sum::<f32>());
    for (t, v) in taps_rest.iter().zip(row_rest) {
        all[0] += t * v;
        all[1] += v;
        all[2] += v * v;
    }
    (all[0], all[1], all[2])
}

/// The places of a level at which a pattern's top left corner is tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places {
    pub left: usize,
    pub top: usize,
    /// One past the last.
    pub right: usize,
    pub bottom: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Peak {
    pub x: usize,
    pub y: usize,
    pub score: f32,
}

/// How many rows and vectors of places are compared at a time. A row of the level is read once for all rows of places
/// that it lies under; more of them, or more vectors, would leave fewer blocks that need not be compared.
const ROWS: usize = 2;
const VECTORS: usize = 2;

/// Every local extreme of the correlation beyond `floor`, of both signs.
pub(super) fn sweep(plane: &Plane, kernel: &Kernel, places: Places, floor: f32, peaks: &mut Vec<Peak>) {
    let right = places.right.min((plane.width + 1).saturating_sub(kernel.width));
    let bottom = places.bottom.min((plane.height + 1).saturating_sub(kernel.height));
    if places.left >= right || places.top >= bottom {
        return;
    }
    let count = right - places.left;
    let mut sweep = Sweep {
        plane,
        sums: &plane.sums(),
        kernel,
        left: places.left,
        weights: std::array::from_fn(|_| vec![0.0; count]),
    };
    let arch = Arch::new();
    // Two rows of scores from before, then those that are compared together; an empty column at each end. All but the
    // first and the last are looked through for peaks.
    let mut rows: [Vec<f32>; ROWS + 2] = std::array::from_fn(|_| vec![0.0; count + 2]);
    let mut y = places.top;
    while y < bottom {
        let some = (bottom - y).min(ROWS);
        rows[2..].iter_mut().for_each(|row| row.fill(0.0));
        arch.dispatch(Band { sweep: &mut sweep, y, some, out: &mut rows[2..] });
        for nth in 1..=some {
            pick(&rows[nth - 1..nth + 2], floor, places.left, (y + nth).saturating_sub(2), peaks);
        }
        rows.rotate_left(some);
        y += some;
    }
    rows[2].fill(0.0);
    pick(&rows[..3], floor, places.left, bottom - 1, peaks);
}

/// The peaks of the middle one of three rows.
fn pick(rows: &[Vec<f32>], floor: f32, left: usize, y: usize, peaks: &mut Vec<Peak>) {
    let [above, here, below] = rows else { return };
    const AT_ONCE: usize = 32;
    for (nth, scores) in here[1..here.len() - 1].chunks(AT_ONCE).enumerate() {
        // Counted, not looked for, so that all are compared at once: mostly there is none.
        let beyond: u32 = scores.iter().map(|score| u32::from(score.abs() > floor)).sum();
        if beyond == 0 {
            continue;
        }
        for x in (nth * AT_ONCE + 1..).take(scores.len()) {
            let score = here[x];
            if score.abs() <= floor {
                continue;
            }
            // Of equal neighbours the last one counts, so that none is lost and none is named twice.
            let before = [here[x - 1], above[x - 1], above[x], above[x + 1]];
            let after = [here[x + 1], below[x - 1], below[x], below[x + 1]];
            let tops = |v: f32, strict: bool| {
                if strict { score.abs() > v * score.signum() } else { score.abs() >= v * score.signum() }
            };
            if before.iter().all(|&v| tops(v, false)) && after.iter().all(|&v| tops(v, true)) {
                peaks.push(Peak { x: left + x - 1, y, score });
            }
        }
    }
}

/// A level that is swept with a pattern.
struct Sweep<'a> {
    plane: &'a Plane,
    sums: &'a Sums,
    kernel: &'a Kernel,
    left: usize,
    /// For each window of each row: one over its length, or zero where its contrast is not the pattern's.
    weights: [Vec<f32>; ROWS],
}

/// A few rows of scores, for the widest vectors that this machine has.
struct Band<'a, 'b> {
    sweep: &'b mut Sweep<'a>,
    y: usize,
    /// How many rows there are; fewer than `ROWS` at the bottom.
    some: usize,
    /// Scores with an empty column at each end.
    out: &'b mut [Vec<f32>],
}

impl WithSimd for Band<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Band { sweep, y, some, out } = self;
        (0..some).for_each(|nth| sweep.weigh(nth, y));
        let (count, wide) = (sweep.weights[0].len(), VECTORS * S::F32_LANES);
        if count < wide || some < ROWS {
            for (nth, out) in out.iter_mut().take(some).enumerate() {
                (0..count).for_each(|x| sweep.single(nth, y, x, out));
            }
            return;
        }
        let mut at = 0;
        while let Some(next) = sweep.next_place(at) {
            sweep.block(simd, y, next.min(count - wide), out);
            at = next + wide;
        }
    }
}

impl Sweep<'_> {
    #[inline(always)]
    fn weigh(&mut self, nth: usize, y: usize) {
        let y = y + nth;
        let (width, height) = (self.kernel.width, self.kernel.height);
        let area = (width * height) as f32;
        let (least, most) = self.kernel.contrast;
        let least = least.max(FLAT);
        // Sums are in quarters of a grey, hence the 16.
        let range = (least * least * area * 16.0, most * most * area * 16.0);
        let weights = &mut self.weights[nth];
        let count = weights.len();
        let corners = |x: usize, y: usize| self.sums.row(x, y, count);
        let (left, right) = (self.left, self.left + width);
        let (a, b) = (corners(left, y), corners(right, y));
        let (c, d) = (corners(left, y + height), corners(right, y + height));
        // Differences are right even where the sums of the whole level have wrapped around.
        let between =
            |a: u32, b: u32, c: u32, d: u32| d.wrapping_sub(c).wrapping_sub(b.wrapping_sub(a)) as i32 as f32;
        for (nth, weight) in weights.iter_mut().enumerate() {
            let sum = between(a.0[nth], b.0[nth], c.0[nth], d.0[nth]);
            let spread = between(a.1[nth], b.1[nth], c.1[nth], d.1[nth]) - sum * sum / area;
            let fits = spread >= range.0 && spread <= range.1;
            *weight = if fits { 4.0 / spread.max(1e-3).sqrt() } else { 0.0 };
        }
    }

    /// The next place, in any of the rows, that may hold the pattern.
    #[inline(always)]
    fn next_place(&self, mut at: usize) -> Option<usize> {
        const AT_ONCE: usize = 16;
        let weight = |x: usize| self.weights.iter().map(|row| row[x]).sum::<f32>();
        let count = self.weights[0].len();
        while at + AT_ONCE <= count && (at..at + AT_ONCE).map(weight).sum::<f32>() == 0.0 {
            at += AT_ONCE;
        }
        (at..count).find(|&x| weight(x) > 0.0)
    }

    /// The scores of a block of places, a few rows at a time.
    #[inline(always)]
    fn block<S: Simd>(&self, simd: S, y: usize, at: usize, out: &mut [Vec<f32>]) {
        let wide = VECTORS * S::F32_LANES;
        let (width, height) = (self.kernel.width, self.kernel.height);
        let mut sums = [[simd.splat_f32s(0.0); VECTORS]; ROWS];
        for ty in 0..height + ROWS - 1 {
            let row = &self.plane.data[(y + ty) * self.plane.width + self.left + at..][..width + wide - 1];
            let taps = |nth: usize| ty.checked_sub(nth).and_then(|ty| self.kernel.row(ty));
            let both: [Option<&[f32]>; ROWS] = std::array::from_fn(taps);
            if let [Some(upper), Some(lower)] = both {
                for ((upper, lower), values) in upper.iter().zip(lower).zip(row.windows(wide)) {
                    let taps = [simd.splat_f32s(*upper), simd.splat_f32s(*lower)];
                    let (values, _) = S::as_simd_f32s(values);
                    for (nth, value) in values.iter().take(VECTORS).enumerate() {
                        sums[0][nth] = simd.mul_add_e_f32s(taps[0], *value, sums[0][nth]);
                        sums[1][nth] = simd.mul_add_e_f32s(taps[1], *value, sums[1][nth]);
                    }
                }
                continue;
            }
            for (sums, taps) in sums.iter_mut().zip(both) {
                for (tap, values) in taps.unwrap_or_default().iter().zip(row.windows(wide)) {
                    let (tap, (values, _)) = (simd.splat_f32s(*tap), S::as_simd_f32s(values));
                    for (sum, value) in sums.iter_mut().zip(values) {
                        *sum = simd.mul_add_e_f32s(tap, *value, *sum);
                    }
                }
            }
        }
        for ((sums, weights), out) in sums.iter().zip(&self.weights).zip(out) {
            let (out, _) = S::as_mut_simd_f32s(&mut out[at + 1..][..wide]);
            let (weights, _) = S::as_simd_f32s(&weights[at..at + wide]);
            for ((out, sum), weight) in out.iter_mut().zip(sums).zip(weights) {
                *out = simd.mul_f32s(*sum, *weight);
            }
        }
    }

    #[inline(always)]
    fn single(&self, nth: usize, y: usize, at: usize, out: &mut [f32]) {
        let weight = self.weights[nth][at];
        if weight == 0.0 {
            return;
        }
        let mut sum = 0.0;
        for (taps, ty) in self.kernel.taps.chunks_exact(self.kernel.width).zip(y + nth..) {
            let row = &self.plane.data[ty * self.plane.width + self.left + at..];
            sum += taps.iter().zip(row).map(|(tap, v)| tap * v).sum::<f32>();
        }
        out[at + 1] = sum * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(width: usize, height: usize, mut seed: u64) -> Plane {
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 40) % 256) as f32 - 127.5
        };
        Plane::new(width, height, (0..width * height).map(|_| next()).collect())
    }

    /// The definition, in double precision and without any trick.
    fn truth(plane: &Plane, pattern: &Plane, x: usize, y: usize) -> f64 {
        let pairs: Vec<(f64, f64)> = (0..pattern.height)
            .flat_map(|ty| (0..pattern.width).map(move |tx| (tx, ty)))
            .map(|(tx, ty)| (pattern.row(ty)[tx].into(), plane.row(y + ty)[x + tx].into()))
            .collect();
        let count = pairs.len() as f64;
        let (mean_a, mean_b) = pairs.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0 / count, s.1 + p.1 / count));
        let sums = pairs.iter().map(|(a, b)| (a - mean_a, b - mean_b));
        let (aa, bb, ab) = sums.fold((0.0, 0.0, 0.0), |s, (a, b)| (s.0 + a * a, s.1 + b * b, s.2 + a * b));
        ab / (aa * bb).sqrt()
    }

    #[test]
    fn every_peak_and_every_place_agree_with_the_definition() {
        for (width, height, across, down) in [(130, 60, 11, 9), (57, 40, 24, 8), (20, 30, 9, 13)] {
            let (plane, pattern) = (noise(width, height, 3), noise(across, down, 8));
            let kernel = Kernel::new(&pattern).unwrap();
            let all = Places { left: 0, top: 0, right: usize::MAX, bottom: usize::MAX };
            let mut peaks = Vec::new();
            sweep(&plane, &kernel, all, 0.0, &mut peaks);
            assert!(peaks.len() > 10, "{} peaks", peaks.len());
            for peak in peaks {
                let wanted = truth(&plane, &pattern, peak.x, peak.y);
                assert!((f64::from(peak.score) - wanted).abs() < 1e-4, "{peak:?}, not {wanted}");
                assert!((f64::from(kernel.at(&plane, peak.x, peak.y)) - wanted).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn the_best_place_is_a_peak_and_places_outside_the_bounds_are_not_named() {
        let plane = noise(140, 90, 5);
        let rows = (30..42).flat_map(|y| &plane.row(y)[70..85]);
        let kernel = Kernel::new(&Plane::new(15, 12, rows.copied().collect())).unwrap();
        let best = |places: Places| {
            let mut peaks = Vec::new();
            sweep(&plane, &kernel, places, 0.9, &mut peaks);
            peaks.first().map(|peak| (peak.x, peak.y))
        };
        assert_eq!(best(Places { left: 0, top: 0, right: 999, bottom: 999 }), Some((70, 30)));
        assert_eq!(best(Places { left: 71, top: 0, right: 999, bottom: 999 }), None);
    }

    #[test]
    fn a_flat_pattern_is_none_and_a_flat_screen_has_no_peaks() {
        let flat = Plane::new(40, 40, vec![7.0; 1600]);
        assert!(Kernel::new(&flat).is_none());
        let mut peaks = Vec::new();
        let kernel = Kernel::new(&noise(9, 9, 2)).unwrap();
        sweep(&flat, &kernel, Places { left: 0, top: 0, right: 99, bottom: 99 }, 0.1, &mut peaks);
        assert!(peaks.is_empty());
    }
}
