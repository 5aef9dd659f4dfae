//! Moves a pose by ever smaller steps to where the screen looks most like the template.

use super::pose::{Grid, Pose};
use super::pyramid::Pyramid;
use super::template::{CLEAR, deviation};
use pulp::Arch;

/// Points that are compared while a pose is moved, first roughly, then finely; the checks afterwards use more.
pub(super) const ROUGHLY: f32 = 220.0;
pub(super) const FINELY: f32 = 1400.0;

/// What may be moved besides the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Freedom {
    Place,
    Scale,
    Angle,
}

/// A step of each kind: pixels between points of the grid, share of the scale, degrees.
pub(super) type Step = (f32, f32, f32);
pub(super) const ROUGH: [Step; 2] = [(0.8, 0.03, 2.0), (0.4, 0.015, 1.0)];
pub(super) const FINE: [Step; 3] = [(0.5, 0.012, 0.8), (0.25, 0.006, 0.4), (0.12, 0.003, 0.2)];

/// A badge covers up to a fifth of a thing.
const UNCOVERED: f32 = 0.78;

/// Two poses that hardly differ in what they explain are equal.
const GAIN: f32 = 2e-4;

/// What a pose is moved towards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The whole template, as it is or with light and dark swapped.
    Whole { inverted: bool },
    /// Most of it: what lies on the rest must not pull it aside.
    Most,
}

pub(super) struct Polish<'a> {
    screen: &'a Pyramid,
    grid: &'a Grid,
    cover: Vec<f32>,
    aim: Aim,
    /// The template's contrast, but not so little that noise counts.
    contrast: f32,
    seen: Vec<f32>,
}

impl<'a> Polish<'a> {
    pub fn new(screen: &'a Pyramid, grid: &'a Grid, aim: Aim) -> Self {
        let contrast = deviation(&grid.grey).max(1.0);
        Polish { screen, grid, cover: Vec::new(), aim, contrast, seen: Vec::new() }
    }

    /// The better pose and its score, one at best: the correlation, positive if it has the polarity that was asked for;
    /// or how little most of it strays.
    pub fn run(&mut self, mut pose: Pose, freedom: Freedom, rounds: &[Step]) -> (Pose, f32) {
        self.cover = self.grid.cover(pose.angle);
        let mut best = self.score(pose);
        for &(far, scale, angle) in rounds {
            let far = far * self.grid.spacing(pose.scale);
            for _ in 0..2 {
                let before = best;
                self.both(&mut pose, &mut best, |p, way| Pose { x: p.x + far * way, ..p });
                self.both(&mut pose, &mut best, |p, way| Pose { y: p.y + far * way, ..p });
                match freedom {
                    Freedom::Place => {}
                    Freedom::Scale => {
                        self.both(&mut pose, &mut best, |p, way| Pose {
                            scale: p.scale * (1.0 + scale * way),
                            ..p
                        });
                    }
                    Freedom::Angle => {
                        self.both(&mut pose, &mut best, |p, way| Pose { angle: p.angle + angle * way, ..p });
                    }
                }
                if best - before < GAIN {
                    break;
                }
            }
        }
        (pose, best)
    }

    /// Tries one way and, if that is no better, the other.
    fn both(&mut self, pose: &mut Pose, best: &mut f32, moved: impl Fn(Pose, f32) -> Pose) {
        let before = *best;
        self.take(pose, best, |p| moved(p, -1.0));
        if *best == before {
            self.take(pose, best, |p| moved(p, 1.0));
        }
    }

    /// How far most of the screen is from the template, as a share of its contrast: what lies on a part of it does not
    /// count, nor does a change of brightness.
    fn stray(&mut self, pose: Pose) -> f32 {
        self.grid.see_grey(self.screen, pose, &mut self.seen);
        let mut off: Vec<f32> = self.seen.iter().zip(&self.grid.grey).map(|(s, t)| s - t).collect();
        let middle = nth_smallest(&mut off, 0.5);
        off.iter_mut().for_each(|v| *v = (*v - middle).abs());
        nth_smallest(&mut off, UNCOVERED) / self.contrast
    }

    fn take(&mut self, pose: &mut Pose, best: &mut f32, moved: impl Fn(Pose) -> Pose) {
        let next = moved(*pose);
        let score = self.score(next);
        if score > *best + GAIN {
            (*pose, *best) = (next, score);
        }
    }

    fn score(&mut self, pose: Pose) -> f32 {
        let sign = match self.aim {
            Aim::Most => return 1.0 - self.stray(pose),
            Aim::Whole { inverted } => {
                if inverted {
                    -1.0
                } else {
                    1.0
                }
            }
        };
        self.grid.see_grey(self.screen, pose, &mut self.seen);
        let grid = self.grid;
        let score = match &grid.alpha {
            Some(alpha) => correlation(&laid_on(&grid.grey, alpha, &self.seen), &self.seen, &self.cover),
            None => correlation(&grid.grey, &self.seen, &self.cover),
        };
        score * sign
    }
}

/// The value that this share of the others does not exceed.
fn nth_smallest(values: &mut [f32], share: f32) -> f32 {
    let nth = ((values.len().max(1) - 1) as f32 * share) as usize;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(nth, f32::total_cmp).1 }
}

/// A masked channel on the background that the screen shows there.
pub(super) fn laid_on(channel: &[f32], alpha: &[f32], seen: &[f32]) -> Vec<f32> {
    let ground = background(alpha, seen);
    channel.iter().zip(alpha).map(|(v, a)| v + (1.0 - a) * ground).collect()
}

/// What the screen shows where the template is transparent: the middle value of those points.
fn background(alpha: &[f32], seen: &[f32]) -> f32 {
    let clear = alpha.iter().zip(seen).filter(|(a, _)| **a < CLEAR);
    nth_smallest(&mut clear.map(|(_, v)| *v).collect::<Vec<f32>>(), 0.5)
}

/// Normalised correlation of two series, each value counted by its weight.
pub(super) fn correlation(a: &[f32], b: &[f32], weights: &[f32]) -> f32 {
    // Means first: sums of squares of values far from zero would drown little contrast.
    let [n, mean_a, mean_b] = sums(a, b, weights, |a, b, w| [w, w * a, w * b]);
    let (mean_a, mean_b) = (mean_a / n.max(1.0), mean_b / n.max(1.0));
    let [aa, bb, ab] = sums(a, b, weights, |a, b, w| {
        let (a, b) = (a - mean_a, b - mean_b);
        [w * a * a, w * b * b, w * a * b]
    });
    let flat = 0.05 * n;
    if n < 4.0 || aa <= flat || bb <= flat { 0.0 } else { ab / (aa * bb).sqrt() }
}

/// Three sums over all triples, many at a time.
fn sums(a: &[f32], b: &[f32], weights: &[f32], terms: impl Fn(f32, f32, f32) -> [f32; 3]) -> [f32; 3] {
    const LANES: usize = 16;
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let mut lanes = [[0f32; LANES]; 3];
            let (a, b, weights) =
                (a.as_chunks::<LANES>(), b.as_chunks::<LANES>(), weights.as_chunks::<LANES>());
            for ((a, b), w) in a.0.iter().zip(b.0).zip(weights.0) {
                for nth in 0..LANES {
                    let [x, y, z] = terms(a[nth], b[nth], w[nth]);
                    lanes[0][nth] += x;
                    lanes[1][nth] += y;
                    lanes[2][nth] += z;
                }
            }
            let mut all = lanes.map(|lane| lane.iter().sum::<f32>());
            for ((a, b), w) in a.1.iter().zip(b.1).zip(weights.1) {
                let terms = terms(*a, *b, *w);
                all.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
            }
            all
        },
    )
}
