//! Moves a pose by ever smaller steps to where the screen looks most like the template.

use super::pose::{Grid, Pose};
use super::pyramid::Pyramid;
use super::template::{CLEAR, Template};

/// Points that are compared while a pose is moved; the checks afterwards use more.
const POINTS: f32 = 1200.0;

/// What may be moved besides the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Freedom {
    Place,
    Scale,
    Angle,
}

/// How far each round moves: pixels of the grid, share of the scale, degrees.
const ROUNDS: [(f32, f32, f32); 4] =
    [(1.0, 0.03, 2.0), (0.5, 0.015, 1.0), (0.25, 0.007, 0.5), (0.12, 0.0035, 0.25)];

/// Two poses that hardly differ in what they explain are equal.
const GAIN: f32 = 2e-4;

pub(super) struct Polish<'a> {
    screen: &'a Pyramid,
    grid: Grid,
    cover: Vec<f32>,
    sign: f32,
    seen: Vec<f32>,
}

impl<'a> Polish<'a> {
    pub fn new(template: &Template, screen: &'a Pyramid, scale: f32, inverted: bool) -> Self {
        let grid = Grid::new(template, scale, POINTS);
        let sign = if inverted { -1.0 } else { 1.0 };
        Polish { screen, cover: grid.cover(0.0), grid, sign, seen: Vec::new() }
    }

    /// The better pose and its correlation, positive if it has the polarity that was asked for.
    pub fn run(&mut self, mut pose: Pose, freedom: Freedom) -> (Pose, f32) {
        self.cover = self.grid.cover(pose.angle);
        let mut best = self.score(pose);
        let rounds = if freedom == Freedom::Place { &ROUNDS[..3] } else { &ROUNDS[..] };
        for &(far, scale, angle) in rounds {
            let far = far * self.grid.step * pose.scale;
            for _ in 0..3 {
                let before = best;
                for way in [-1.0, 1.0] {
                    self.take(&mut pose, &mut best, |p| Pose { x: p.x + far * way, ..p });
                    self.take(&mut pose, &mut best, |p| Pose { y: p.y + far * way, ..p });
                    if freedom == Freedom::Scale {
                        self.take(&mut pose, &mut best, |p| Pose {
                            scale: p.scale * (1.0 + scale * way),
                            ..p
                        });
                    }
                    if freedom == Freedom::Angle {
                        self.take(&mut pose, &mut best, |p| Pose { angle: p.angle + angle * way, ..p });
                    }
                }
                if best - before < GAIN {
                    break;
                }
            }
        }
        (pose, best)
    }

    fn take(&mut self, pose: &mut Pose, best: &mut f32, moved: impl Fn(Pose) -> Pose) {
        let next = moved(*pose);
        let score = self.score(next);
        if score > *best + GAIN {
            (*pose, *best) = (next, score);
        }
    }

    fn score(&mut self, pose: Pose) -> f32 {
        self.grid.see_grey(self.screen, pose, &mut self.seen);
        let grid = &self.grid;
        let score = match &grid.alpha {
            Some(alpha) => {
                let ground = background(alpha, &self.seen);
                let laid = grid.grey.iter().zip(alpha).map(|(v, a)| v + (1.0 - a) * ground);
                correlation(laid, &self.seen, &self.cover)
            }
            None => correlation(grid.grey.iter().copied(), &self.seen, &self.cover),
        };
        score * self.sign
    }
}

/// What the screen shows where the template is transparent: the middle value of those points.
pub(super) fn background(alpha: &[f32], seen: &[f32]) -> f32 {
    let mut clear: Vec<f32> = alpha.iter().zip(seen).filter(|(a, _)| **a < CLEAR).map(|(_, v)| *v).collect();
    if clear.is_empty() {
        return 0.0;
    }
    let middle = clear.len() / 2;
    *clear.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// Normalised correlation of two series, each value counted by its weight.
pub(super) fn correlation(a: impl Iterator<Item = f32>, b: &[f32], weights: &[f32]) -> f32 {
    let mut s = [0f32; 6];
    for ((a, &b), &w) in a.zip(b).zip(weights) {
        let (wa, wb) = (w * a, w * b);
        s[0] += w;
        s[1] += wa;
        s[2] += wb;
        s[3] += wa * a;
        s[4] += wb * b;
        s[5] += wa * b;
    }
    let [n, a, b, aa, bb, ab] = s.map(f64::from);
    let spread = (aa - a * a / n) * (bb - b * b / n);
    if n < 4.0 || spread <= 0.01 * n * n { 0.0 } else { ((ab - a * b / n) / spread.sqrt()) as f32 }
}
