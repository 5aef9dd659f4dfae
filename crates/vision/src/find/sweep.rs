//! Normalised cross-correlation of a small pattern with every place of a level, and the places where it peaks.
//!
//! Window sums are whole numbers and therefore exact; places whose contrast cannot be the pattern's are passed over,
//! which on a phone's screen is most of them.

use super::plane::Plane;
use pulp::Arch;

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

    /// For a mask, whose contrast says nothing of the screen's.
    pub fn of_any_contrast(self) -> Kernel {
        Kernel { contrast: (0.0, 255.0), ..self }
    }

    /// The correlation at one place, -1 to 1; zero where the place is flat or outside.
    pub fn at(&self, plane: &Plane, x: usize, y: usize) -> f32 {
        if x + self.width > plane.width || y + self.height > plane.height {
            return 0.0;
        }
        let (mut dot, mut sum, mut squares) = (0f64, 0f64, 0f64);
        for (taps, ty) in self.taps.chunks_exact(self.width).zip(y..) {
            let row = &plane.data[ty * plane.width + x..][..self.width];
            let (d, s, q) = Arch::new().dispatch(
                #[inline(always)]
                || row_sums(taps, row),
            );
            (dot, sum, squares) = (dot + f64::from(d), sum + f64::from(s), squares + f64::from(q));
        }
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

/// How many places are compared at a time: six vectors of eight keep the adders busy.
const BLOCK: usize = 48;

/// Every local extreme of the correlation beyond `floor`, of both signs.
pub(super) fn sweep(plane: &Plane, kernel: &Kernel, places: Places, floor: f32, peaks: &mut Vec<Peak>) {
    let right = places.right.min((plane.width + 1).saturating_sub(kernel.width));
    let bottom = places.bottom.min((plane.height + 1).saturating_sub(kernel.height));
    if places.left >= right || places.top >= bottom {
        return;
    }
    let places = Places { right, bottom, ..places };
    let mut sweep = Sweep::new(plane, kernel, places);
    let arch = Arch::new();
    let count = right - places.left;
    // Three rows of scores with an empty column at each end; the middle one is looked through for peaks.
    let mut rows = [vec![0f32; count + 2], vec![0f32; count + 2], vec![0f32; count + 2]];
    for y in places.top..=bottom {
        rows.rotate_left(1);
        rows[2].fill(0.0);
        if y < bottom {
            arch.dispatch(
                #[inline(always)]
                || sweep.scores(y, &mut rows[2][1..=count]),
            );
        }
        if y > places.top {
            pick(&rows, floor, places.left, y - 1, peaks);
        }
    }
}

fn pick(rows: &[Vec<f32>; 3], floor: f32, left: usize, y: usize, peaks: &mut Vec<Peak>) {
    let [above, here, below] = rows;
    for x in 1..here.len() - 1 {
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

/// The sums that slide down the level with the row that is compared.
struct Sweep<'a> {
    plane: &'a Plane,
    kernel: &'a Kernel,
    places: Places,
    columns: [Vec<i32>; 2],
    windows: [Vec<i32>; 2],
    spare: [Vec<i32>; 2],
    /// One over the length of each window, or zero where its contrast is not the pattern's.
    weights: Vec<f32>,
    next: usize,
}

impl<'a> Sweep<'a> {
    fn new(plane: &'a Plane, kernel: &'a Kernel, places: Places) -> Self {
        let count = places.right - places.left;
        let columns = count + kernel.width - 1;
        let buffers = || [vec![0; columns], vec![0; columns]];
        Sweep {
            plane,
            kernel,
            places,
            columns: buffers(),
            windows: buffers(),
            spare: buffers(),
            weights: vec![0.0; count],
            next: places.top,
        }
    }

    #[inline(always)]
    fn scores(&mut self, y: usize, out: &mut [f32]) {
        self.slide(y);
        for nth in 0..2 {
            let [a, b] = &mut self.spare;
            window_sums(&self.columns[nth], self.kernel.width, &mut self.windows[nth], a, b);
        }
        let count = out.len();
        let area = (self.kernel.width * self.kernel.height) as f32;
        let (least, most) = self.kernel.contrast;
        let least = least.max(FLAT);
        // Sums are in quarters of a grey, hence the 16.
        let range = (least * least * area * 16.0, most * most * area * 16.0);
        for ((weight, &sum), &squares) in self.weights.iter_mut().zip(&self.windows[0]).zip(&self.windows[1])
        {
            let sum = sum as f32;
            let spread = squares as f32 - sum * sum / area;
            let fits = spread >= range.0 && spread <= range.1;
            *weight = if fits { 4.0 / spread.max(1e-3).sqrt() } else { 0.0 };
        }
        let mut at = 0;
        while at + BLOCK <= count {
            self.block(y, at, out);
            at += BLOCK;
        }
        if at < count && count >= BLOCK {
            self.block(y, count - BLOCK, out);
        } else {
            (at..count).for_each(|x| self.single(y, x, out));
        }
    }

    /// Moves the column sums so that they cover the rows of windows at `y`.
    #[inline(always)]
    fn slide(&mut self, y: usize) {
        let width = self.columns[0].len();
        let row = |y: usize| &self.plane.data[y * self.plane.width + self.places.left..][..width];
        let [sums, squares] = &mut self.columns;
        while self.next < y + self.kernel.height {
            for ((sum, square), value) in sums.iter_mut().zip(squares.iter_mut()).zip(row(self.next)) {
                let value = (value * 4.0) as i32;
                *sum += value;
                *square += value * value;
            }
            self.next += 1;
        }
        if y > self.places.top {
            for ((sum, square), value) in sums.iter_mut().zip(squares.iter_mut()).zip(row(y - 1)) {
                let value = (value * 4.0) as i32;
                *sum -= value;
                *square -= value * value;
            }
        }
    }

    #[inline(always)]
    fn block(&self, y: usize, at: usize, out: &mut [f32]) {
        let weights = &self.weights[at..at + BLOCK];
        if weights.iter().all(|&w| w == 0.0) {
            return;
        }
        let mut sums = [0f32; BLOCK];
        for (taps, ty) in self.kernel.taps.chunks_exact(self.kernel.width).zip(y..) {
            let row = &self.plane.data[ty * self.plane.width + self.places.left + at..];
            for (&tap, values) in taps.iter().zip(row.windows(BLOCK)) {
                for i in 0..BLOCK {
                    sums[i] += tap * values[i];
                }
            }
        }
        for ((out, sum), weight) in out[at..at + BLOCK].iter_mut().zip(sums).zip(weights) {
            *out = sum * weight;
        }
    }

    #[inline(always)]
    fn single(&self, y: usize, at: usize, out: &mut [f32]) {
        let mut sum = 0.0;
        for (taps, ty) in self.kernel.taps.chunks_exact(self.kernel.width).zip(y..) {
            let row = &self.plane.data[ty * self.plane.width + self.places.left + at..];
            sum += taps.iter().zip(row).map(|(tap, v)| tap * v).sum::<f32>();
        }
        out[at] = sum * self.weights[at];
    }
}

/// Sums of `width` neighbours each, from sums of one, two, four … of them.
#[inline(always)]
fn window_sums(values: &[i32], width: usize, out: &mut [i32], power: &mut Vec<i32>, next: &mut Vec<i32>) {
    power.copy_from_slice(values);
    let count = values.len() + 1 - width;
    out[..count].fill(0);
    let (mut taken, mut length) = (0, 1);
    while length <= width {
        if width & length != 0 {
            out[..count].iter_mut().zip(&power[taken..]).for_each(|(out, v)| *out += v);
            taken += length;
        }
        let fits = power.len().saturating_sub(length);
        for ((next, a), b) in next[..fits].iter_mut().zip(&power[..fits]).zip(&power[length..]) {
            *next = a + b;
        }
        std::mem::swap(power, next);
        length *= 2;
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
