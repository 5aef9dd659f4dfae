//! How a template lies on a screen, and what the screen shows at the template's points if it lies so.

use super::plane::Plane;
use super::pyramid::{Pyramid, factor};
use super::raster::Raster;
use super::template::Template;
use crate::Bounds;

/// The template's middle on the screen, its size there and its turn in degrees, clockwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pose {
    pub x: f32,
    pub y: f32,
    pub scale: f32,
    pub angle: f32,
}

impl Pose {
    /// The box that the template would fill, cut at the screen.
    pub fn bounds(self, template: &Template, screen: Bounds) -> Bounds {
        let (width, height) = (template.width() as f32 * self.scale, template.height() as f32 * self.scale);
        let side = |middle: f32, own: f32, most: u32| {
            let low = (middle - own / 2.0).round().clamp(0.0, most.saturating_sub(1) as f32) as u32;
            let high = ((middle + own / 2.0).round().max(0.0) as u32).clamp(low + 1, most);
            (low, high - low)
        };
        let (left, width) = side(self.x, width, screen.width);
        let (top, height) = side(self.y, height, screen.height);
        Bounds { left, top, width, height }
    }

    /// How much of the template lies off the screen, as a share of its longer overhang.
    pub fn overhang(self, template: &Template, screen: &Pyramid) -> f32 {
        let (width, height) = (template.width() as f32 * self.scale, template.height() as f32 * self.scale);
        let over = |middle: f32, own: f32, most: usize| {
            (own / 2.0 - middle).max(middle + own / 2.0 - most as f32).max(0.0) / own
        };
        over(self.x, width, screen.width()).max(over(self.y, height, screen.height()))
    }
}

/// The template on a grid of points, at the coarser resolution of the two pictures that are compared.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub width: usize,
    pub height: usize,
    /// Pixels of the template between two points, across and down.
    pub step: (f32, f32),
    /// The template's size in its own pixels.
    whole: (f32, f32),
    pub grey: Vec<f32>,
    pub red: Vec<f32>,
    pub blue: Vec<f32>,
    pub alpha: Option<Vec<f32>>,
}

/// What a screen shows at the points of a grid.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    pub grey: Vec<f32>,
    pub red: Vec<f32>,
    pub blue: Vec<f32>,
}

impl Grid {
    /// At most about `most` points, and none closer than the pixels of the screen or of the template.
    pub fn new(template: &Template, scale: f32, most: f32) -> Grid {
        let area = (template.width() * template.height()) as f32;
        let step = (area / most).sqrt().max(1.0 / scale).max(1.0);
        // A step that is nearly one only blurs.
        let step = if step < 1.04 { 1.0 } else { step };
        // The grid reaches every edge: of a nearly empty template, the edge may be all there is.
        let fit = |own: usize| ((own as f32 / step).ceil() as usize).max(2);
        let (width, height) = (fit(template.width()), fit(template.height()));
        let step = (template.width() as f32 / width as f32, template.height() as f32 / height as f32);
        let sampled = |plane: &Plane| plane.resample(step, width, height).data;
        let at_half = |plane: &Plane| {
            let at = |nth: usize, step: f32| ((nth as f32 + 0.5) * step - 1.0) / 2.0;
            let value = |nth: usize| plane.raster().between(at(nth % width, step.0), at(nth / width, step.1));
            let points = (0..width * height).map(value);
            points.collect()
        };
        Grid {
            width,
            height,
            step,
            whole: (template.width() as f32, template.height() as f32),
            grey: sampled(&template.grey),
            red: at_half(&template.red),
            blue: at_half(&template.blue),
            alpha: template.alpha.as_ref().map(sampled),
        }
    }

    /// Pixels of the screen between two points, the larger of across and down.
    pub fn spacing(&self, scale: f32) -> f32 {
        self.step.0.max(self.step.1) * scale
    }

    pub fn len(&self) -> usize {
        self.width * self.height
    }

    /// Calls with the place on the screen (between pixels) of each point.
    #[inline(always)]
    fn each(&self, pose: Pose, mut take: impl FnMut(usize, f32, f32)) {
        let (sin, cos) = pose.angle.to_radians().sin_cos();
        let (cos, sin) = (cos * pose.scale, sin * pose.scale);
        let from_middle = |nth: usize, step: f32, whole: f32| (nth as f32 + 0.5) * step - whole / 2.0;
        for row in 0..self.height {
            let v = from_middle(row, self.step.1, self.whole.1);
            for column in 0..self.width {
                let u = from_middle(column, self.step.0, self.whole.0);
                take(
                    row * self.width + column,
                    pose.x - 0.5 + u * cos - v * sin,
                    pose.y - 0.5 + u * sin + v * cos,
                );
            }
        }
    }

    /// Grey of the screen at the grid's points; each point is a mean of four where points are far apart.
    pub fn see_grey(&self, screen: &Pyramid, pose: Pose, out: &mut Vec<f32>) {
        out.clear();
        out.resize(self.len(), 0.0);
        let spacing = self.spacing(pose.scale);
        if spacing < 2.5 {
            self.sample(screen.grey(), 1.0, pose, spacing >= 1.25, out);
            out.iter_mut().for_each(|value| *value -= 127.5);
        } else {
            let level = if spacing < 5.0 { 2 } else { 4 };
            self.sample(screen.level(level).raster(), factor(level), pose, true, out);
        }
    }

    pub fn see(&self, screen: &Pyramid, pose: Pose) -> Seen {
        let mut seen = Seen::default();
        self.see_grey(screen, pose, &mut seen.grey);
        let [red, blue] = screen.chroma();
        (seen.red, seen.blue) = (vec![0.0; self.len()], vec![0.0; self.len()]);
        self.sample(red, 2.0, pose, false, &mut seen.red);
        self.sample(blue, 2.0, pose, false, &mut seen.blue);
        seen.red.iter_mut().chain(&mut seen.blue).for_each(|value| *value *= 0.25);
        seen
    }

    /// Reads a raster, of which each value stands for `f` pixels of the screen, at the grid's points.
    fn sample<T: Copy + Into<f32>>(
        &self,
        from: Raster<'_, T>,
        f: f32,
        pose: Pose,
        wide: bool,
        out: &mut [f32],
    ) {
        let local = |v: f32| (v + 0.5) / f - 0.5;
        // Far apart points stand for what lies between them, too.
        let offsets: &[f32] = if wide { &[-0.25, 0.25] } else { &[0.0] };
        if pose.angle == 0.0 {
            let line = |middle: f32, whole: f32, step: f32, count: usize| -> Vec<f32> {
                let first = middle - 0.5 + (0.5 * step - whole / 2.0) * pose.scale;
                let at = |nth: usize, off: &f32| local(first + (nth as f32 + off) * step * pose.scale);
                (0..count).flat_map(|nth| offsets.iter().map(move |off| at(nth, off))).collect()
            };
            let xs = line(pose.x, self.whole.0, self.step.0, self.width);
            let ys = line(pose.y, self.whole.1, self.step.1, self.height);
            from.lines(&xs, &ys, offsets.len(), out);
            return;
        }
        let share = 1.0 / (offsets.len() * offsets.len()) as f32;
        let spacing = self.spacing(pose.scale);
        self.each(pose, |nth, x, y| {
            for dy in offsets {
                for dx in offsets {
                    out[nth] += share * from.between(local(x + dx * spacing), local(y + dy * spacing));
                }
            }
        });
    }

    /// Which points of a template that was cut askew show the thing: those within the box before it was turned.
    pub fn cover(&self, angle: f32) -> Vec<f32> {
        let straight = Pose { x: 0.5, y: 0.5, scale: 1.0, angle };
        let mut cover = vec![1.0; self.len()];
        if angle != 0.0 {
            let (x_most, y_most) = (self.whole.0 / 2.0 - 1.0, self.whole.1 / 2.0 - 1.0);
            self.each(straight, |nth, x, y| {
                if x.abs() > x_most || y.abs() > y_most {
                    cover[nth] = 0.0;
                }
            });
        }
        cover
    }
}
