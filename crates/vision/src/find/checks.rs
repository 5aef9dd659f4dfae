//! Looks at one pose closely: does the screen show the template there, in its colours, everywhere, with its edges?

use super::polish::{correlation, laid_on};
use super::pose::{Grid, Pose, Seen};
use super::pyramid::Pyramid;
use super::template::{Template, deviation};

/// Points that are compared: a large template is compared at a lower resolution.
const POINTS: f32 = 5000.0;

/// Greys by which a pixel may differ for no reason (JPEG, resampling); counts against low contrast only.
const NOISE: f32 = 3.0;

/// Greys by which a JPEG makes a mean of pixels stray. What is faint correlates less for no other reason; but what is
/// fainter than a few times the grain is not made up for.
const GRAIN: f32 = 0.6;
const GRAIN_MOST: f32 = 0.3;

/// A block that differs by more than this share of the template's contrast shows something else.
pub(super) const GOOD: f32 = 0.4;

/// The share of the structure that must be seen however much lies on the template: a badge hides up to a third.
const HELD: f32 = 0.65;

/// What was found out about a pose.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Checks {
    /// Correlation of grey, negative where light and dark are swapped.
    pub grey: f32,
    /// What grain may have taken from it: the correlation may be multiplied by this.
    pub drowned: f32,
    /// Correlation of grey and colour together.
    pub colour: f32,
    /// Contrast on the screen as a multiple of the template's.
    pub gain: f32,
    /// Mean cosine between the directions of edges.
    pub edge: f32,
    /// Block errors as shares of the template's contrast: the worst, the worst quarter's best.
    pub worst: f32,
    pub upper: f32,
    /// Of the blocks that show the template: their share of its structure, their correlation.
    pub good_structure: f32,
    pub good_colour: f32,
    pub good_edge: f32,
    /// One where what is bad reaches the edge, as a badge does.
    pub border: f32,
    /// The largest error among the blocks that agree best and hold two thirds of the structure.
    pub held: f32,
    /// The contrast, fitted without the worst blocks.
    pub tone: f32,
    /// How far what lies on the bad blocks is from the template in colour: a badge has a colour of its own, another letter
    /// or icon has not.
    pub foreign: f32,
    /// What there is to recognise: points that lie on edges.
    pub edges: f32,
}

/// Template and screen on the same points.
struct Pair {
    width: usize,
    height: usize,
    template: [Vec<f32>; 3],
    seen: [Vec<f32>; 3],
    weights: Vec<f32>,
}

/// How the screen's values follow from the template's: one gain, an offset for each channel.
#[derive(Clone, Copy)]
struct Tone {
    gain: f32,
    offset: [f32; 3],
}

pub(super) fn check(template: &Template, screen: &Pyramid, pose: Pose, inverted: bool) -> Checks {
    let grid = Grid::new(template, pose.scale, POINTS);
    let pair = Pair::new(&grid, grid.see(screen, pose), grid.cover(pose.angle));
    let grey = correlation(&pair.template[0], &pair.seen[0], &pair.weights);
    let channels = if inverted { 1 } else { 3 };
    let spread = pair.spread(channels);
    let scale = spread.max(0.5);
    let blocks = pair.blocks();
    let all: Vec<usize> = (0..blocks.len()).collect();
    let edges = pair.edges(&blocks, if inverted { -1.0 } else { 1.0 });
    let structure: f32 = edges.iter().map(|edge| edge.0).sum();
    let first = pair.tone(&blocks, &all, channels);
    // A thing that lies on the template must not bend the fit: fit again without the worst blocks.
    let errors = pair.errors(&blocks, first, channels, scale);
    let mut kept = by_error(&errors);
    let needed = all.len() * 7 / 10;
    let mut held = 0.0;
    let count = kept.iter().position(|&nth| {
        held += edges[nth].0;
        held >= HELD * structure
    });
    kept.truncate((count.unwrap_or(all.len()) + 1).max(needed));
    let tone = pair.tone(&blocks, &kept, channels);
    let errors = pair.errors(&blocks, tone, channels, scale);
    let order = by_error(&errors);
    let at = |share: f32| errors[order[((order.len() - 1) as f32 * share).round() as usize]];
    let mut sum = 0.0;
    let holding = order.iter().copied().find(|&nth| {
        sum += edges[nth].0;
        sum >= HELD * structure
    });
    let good: Vec<usize> = all.iter().copied().filter(|&nth| errors[nth] < GOOD).collect();
    let (_, cosine, count) = edges.iter().fold((0.0, 0.0, 0.0), |s, e| (s.0 + e.0, s.1 + e.1, s.2 + e.2));
    let of_good = good
        .iter()
        .fold((0.0, 0.0, 0.0), |s, &nth| (s.0 + edges[nth].0, s.1 + edges[nth].1, s.2 + edges[nth].2));
    Checks {
        grey,
        drowned: drowned(first.gain.abs() * deviation(&pair.template[0])),
        colour: pair.colour(&blocks, &all, channels) * if inverted { -1.0 } else { 1.0 },
        gain: first.gain,
        edge: cosine / f32::max(count, 1.0),
        worst: at(1.0),
        upper: at(0.75),
        good_structure: of_good.0 / structure.max(1e-3),
        good_colour: pair.colour(&blocks, &good, channels) * if inverted { -1.0 } else { 1.0 },
        good_edge: of_good.1 / f32::max(of_good.2, 1.0),
        border: pair.at_border(&blocks, &good),
        held: holding.map_or(9.0, |nth| errors[nth]),
        tone: tone.gain,
        foreign: pair.foreign(&blocks, &good, tone),
        edges: count,
    }
}

/// A block of the grid: from and to, across and down.
type Block = [usize; 4];

impl Pair {
    fn new(grid: &Grid, seen: Seen, weights: Vec<f32>) -> Pair {
        let seen = [seen.grey, seen.red, seen.blue];
        let mut template = [grid.grey.clone(), grid.red.clone(), grid.blue.clone()];
        if let Some(alpha) = &grid.alpha {
            for (channel, seen) in template.iter_mut().zip(&seen) {
                *channel = laid_on(channel, alpha, seen);
            }
        }
        Pair { width: grid.width, height: grid.height, template, seen, weights }
    }

    /// The template's contrast: the deviation of all channels together.
    fn spread(&self, channels: usize) -> f32 {
        self.template[..channels].iter().map(|plane| deviation(plane).powi(2)).sum::<f32>().sqrt()
    }

    /// About six by six blocks for a square, none smaller than four points.
    fn blocks(&self) -> Vec<Block> {
        let side = ((self.width * self.height) as f32 / 36.0).sqrt().max(4.0);
        let count = |own: usize| ((own as f32 / side).round() as usize).max(1);
        let (across, down) = (count(self.width), count(self.height));
        let cut = |own: usize, parts: usize, nth: usize| own * nth / parts;
        let block = |nth: usize| {
            let (column, row) = (nth % across, nth / across);
            let x = (cut(self.width, across, column), cut(self.width, across, column + 1));
            let y = (cut(self.height, down, row), cut(self.height, down, row + 1));
            [x.0, x.1, y.0, y.1]
        };
        let shown = |b: &Block| self.points(*b).any(|nth| self.weights[nth] > 0.0);
        (0..across * down).map(block).filter(shown).collect()
    }

    fn points(&self, [left, right, top, bottom]: Block) -> impl Iterator<Item = usize> + '_ {
        (top..bottom).flat_map(move |y| (left..right).map(move |x| y * self.width + x))
    }

    /// Sums for a fit over some blocks: weight, then for each channel a, b, aa, bb, ab.
    fn sums(&self, blocks: &[Block], of: &[usize], channels: usize) -> (f64, [[f64; 5]; 3]) {
        let (mut weight, mut sums) = (0f64, [[0f64; 5]; 3]);
        for &nth in of {
            for at in self.points(blocks[nth]) {
                let w = f64::from(self.weights[at]);
                weight += w;
                let planes = self.template.iter().zip(&self.seen).take(channels);
                for (s, (template, seen)) in sums.iter_mut().zip(planes) {
                    let (a, b) = (f64::from(template[at]), f64::from(seen[at]));
                    *s = [s[0] + w * a, s[1] + w * b, s[2] + w * a * a, s[3] + w * b * b, s[4] + w * a * b];
                }
            }
        }
        (weight.max(1e-9), sums)
    }

    fn tone(&self, blocks: &[Block], of: &[usize], channels: usize) -> Tone {
        let (n, sums) = self.sums(blocks, of, channels);
        let (mut both, mut own) = (0.0, 0.0);
        for [a, b, aa, _, ab] in sums {
            both += ab - a * b / n;
            own += aa - a * a / n;
        }
        let gain = if own > 0.0 { both / own } else { 0.0 };
        let offset = sums.map(|[a, b, ..]| ((b - gain * a) / n) as f32);
        Tone { gain: gain as f32, offset }
    }

    /// Correlation of all channels together over some blocks.
    fn colour(&self, blocks: &[Block], of: &[usize], channels: usize) -> f32 {
        let (n, sums) = self.sums(blocks, of, channels);
        let (mut both, mut own, mut other) = (0.0, 0.0, 0.0);
        for [a, b, aa, bb, ab] in sums {
            both += ab - a * b / n;
            own += aa - a * a / n;
            other += bb - b * b / n;
        }
        let spread = own * other;
        if spread <= 0.01 * n * n { 0.0 } else { (both / spread.sqrt()) as f32 }
    }

    /// How far each block is from what the tone says, as a share of the contrast that there should be.
    fn errors(&self, blocks: &[Block], tone: Tone, channels: usize, spread: f32) -> Vec<f32> {
        let contrast = (tone.gain * spread).powi(2) + NOISE * NOISE;
        let error = |block: &Block| {
            let (mut sum, mut weight) = (0f32, 0f32);
            for at in self.points(*block) {
                let w = self.weights[at];
                weight += w;
                for channel in 0..channels {
                    let wanted = tone.gain * self.template[channel][at] + tone.offset[channel];
                    sum += w * (self.seen[channel][at] - wanted).powi(2);
                }
            }
            (sum / weight.max(1e-6) / contrast).sqrt()
        };
        blocks.iter().map(error).collect()
    }

    /// For each block: strength of its edges, sum of cosines with the screen's, number of points on edges.
    fn edges(&self, blocks: &[Block], sign: f32) -> Vec<(f32, f32, f32)> {
        let slope = |plane: &[f32], at: usize| {
            (plane[at + 1] - plane[at - 1], plane[at + self.width] - plane[at - self.width])
        };
        let threshold = (deviation(&self.template[0]) * 0.5).max(1.5);
        let of_block = |&[left, right, top, bottom]: &Block| {
            let (mut strength, mut cosine, mut count) = (0f32, 0f32, 0f32);
            for y in top.max(1)..bottom.min(self.height - 1) {
                for x in left.max(1)..right.min(self.width - 1) {
                    let at = y * self.width + x;
                    let (tx, ty) = slope(&self.template[0], at);
                    let long = tx.hypot(ty);
                    if self.weights[at] == 0.0 || long < threshold {
                        continue;
                    }
                    let (sx, sy) = slope(&self.seen[0], at);
                    strength += long;
                    count += 1.0;
                    cosine += sign * (tx * sx + ty * sy) / (long * sx.hypot(sy)).max(0.5);
                }
            }
            (strength, cosine, count)
        };
        blocks.iter().map(of_block).collect()
    }

    /// The mean distance of colours, leaving grey out, over the blocks that show something else.
    fn foreign(&self, blocks: &[Block], good: &[usize], tone: Tone) -> f32 {
        let bad = blocks.iter().enumerate().filter(|(nth, _)| !good.contains(nth)).map(|(_, block)| *block);
        let (mut sum, mut count) = (0f32, 0f32);
        for at in bad.flat_map(|block| self.points(block)) {
            let off = |nth: usize| self.seen[nth][at] - tone.gain * self.template[nth][at] - tone.offset[nth];
            sum += off(1).hypot(off(2));
            count += 1.0;
        }
        sum / count.max(1.0)
    }

    /// One where the bad blocks reach the edge, or where there are none.
    fn at_border(&self, blocks: &[Block], good: &[usize]) -> f32 {
        let mut bad =
            blocks.iter().enumerate().filter(|(nth, _)| !good.contains(nth)).map(|(_, b)| b).peekable();
        let touches = |b: &Block| b[0] == 0 || b[1] == self.width || b[2] == 0 || b[3] == self.height;
        f32::from(u8::from(bad.peek().is_none() || bad.any(touches)))
    }
}

/// What a correlation with something of this contrast must be multiplied by to leave out the grain.
fn drowned(contrast: f32) -> f32 {
    (GRAIN / contrast.max(1e-3)).min(GRAIN_MOST).hypot(1.0)
}

/// Blocks, those that agree best first.
fn by_error(errors: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..errors.len()).collect();
    order.sort_by(|&a, &b| errors[a].total_cmp(&errors[b]));
    order
}
