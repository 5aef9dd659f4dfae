//! Places of a template that was cut askew: a part around its middle, turned back, is swept like any other.

use super::plane::Plane;
use super::pose::Pose;
use super::pyramid::{Pyramid, factor};
use super::search::{Part, coarsest, places_for};
use super::sweep::{Kernel, sweep};
use super::template::Template;
use crate::Bounds;

/// Degrees that are tried; a pattern of a dozen pixels changes little within two.
pub(super) const ANGLES: [f32; 8] = [-4.0, 4.0, -8.0, 8.0, -12.0, 12.0, -16.0, 16.0];

/// The middle share of a template that stays within it when turned by up to 16 degrees.
const MIDDLE: f32 = 0.75;
const ASPECT: f32 = 2.0;
const FLOOR: f32 = 0.5;

/// The most likely poses at one angle, with their correlation.
pub(super) fn poses_at(
    template: &Template,
    screen: &Pyramid,
    angle: f32,
    within: Option<Bounds>,
    most: usize,
) -> Vec<(Pose, f32)> {
    let (width, height) = (template.width() as f32, template.height() as f32);
    let part_width = (width * MIDDLE).min(height * MIDDLE * ASPECT);
    let part_height = (height * MIDDLE).min(width * MIDDLE * ASPECT);
    let part = Part { left: 0, top: 0, width: part_width as usize, height: part_height as usize };
    let Some(level) = coarsest(part, 1.0, true) else { return Vec::new() };
    let f = factor(level);
    let Some(kernel) = kernel(template, part, angle, f) else { return Vec::new() };
    let mut peaks = Vec::new();
    sweep(screen.level(level), &kernel, places_for(within, f, (0.0, 0.0)), FLOOR, &mut peaks);
    peaks.retain(|peak| peak.score > 0.0);
    peaks.sort_by(|a, b| b.score.total_cmp(&a.score));
    peaks.truncate(most);
    let pose = |x: usize, y: usize| Pose {
        x: (x as f32 + kernel.width as f32 / 2.0) * f,
        y: (y as f32 + kernel.height as f32 / 2.0) * f,
        scale: 1.0,
        angle,
    };
    peaks.iter().map(|peak| (pose(peak.x, peak.y), peak.score)).collect()
}

/// The middle of the template as the screen would show it upright.
fn kernel(template: &Template, part: Part, angle: f32, f: f32) -> Option<Kernel> {
    let (shape, left) = template.shape_for(f);
    let shrunk = f / left;
    let (width, height) = ((part.width as f32 / f) as usize, (part.height as f32 / f) as usize);
    let (sin, cos) = (-angle).to_radians().sin_cos();
    let middle = (shape.width as f32 / 2.0 - 0.5, shape.height as f32 / 2.0 - 0.5);
    let step = f / shrunk;
    let mut data = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let u = (x as f32 + 0.5 - width as f32 / 2.0) * step;
            let v = (y as f32 + 0.5 - height as f32 / 2.0) * step;
            data.push(shape.raster().between(middle.0 + u * cos - v * sin, middle.1 + u * sin + v * cos));
        }
    }
    Kernel::new(&Plane::new(width, height, data))
}
