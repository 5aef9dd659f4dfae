//! From all places of a screen to a few: a sweep over a small level, then ever finer levels for the best of them.

use super::plane::Plane;
use super::pose::Pose;
use super::pyramid::{LEVELS, Pyramid, factor};
use super::sweep::{Kernel, Peak, Places, sweep};
use super::template::Template;
use crate::Bounds;

/// The least side and area of a pattern that is swept: below 8 high, covered elements are lost among others.
const LEAST_SIDE: f32 = 8.0;
const LEAST_AREA: f32 = 110.0;
/// Letters of one line look alike where they are seen smaller than this.
const LEAST_LINE: f32 = 10.0;
/// The same where many sizes are swept, among which the right one stands out.
const LEAST_AREA_OF_MANY: f32 = 64.0;

/// A wide line of text is looked for by a part of it that is not wider than this times its height.
const ASPECT: f32 = 3.0;

/// How much of the longer side each half takes: they overlap, because a badge covers less than a half.
const HALVES: f32 = 0.58;

/// No peak below this is a thing that is merely covered or blurred.
const FLOOR: f32 = 0.35;

/// How many places of each polarity go on to the next level, level by level.
pub(super) type Breadth = [(usize, usize); 5];
pub(super) const BROAD: Breadth = [(50, 25), (36, 18), (24, 9), (16, 5), (14, 4)];
/// Where the picture may be seen plainly: only upright, and few.
pub(super) const PLAIN: Breadth = [(6, 0), (4, 0), (3, 0), (3, 0), (3, 0)];
/// Of a half of the picture: only upright; a thing lies on the other half.
const HALF: Breadth = [(12, 0), (9, 0), (7, 0), (6, 0), (6, 0)];
/// Of one size among many: only upright, and fewer.
pub(super) const NARROW: Breadth = [(10, 0), (7, 0), (5, 0), (4, 0), (4, 0)];

/// A pattern larger than this is compared by sampling instead: finer levels add nothing but time.
const FINE_ENOUGH: f32 = 2500.0;

/// A part of the template, in its pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

/// A place where the template may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Where the template's top left corner would be, in pixels of the screen.
    pub x: f32,
    pub y: f32,
    pub scale: f32,
    pub score: f32,
}

impl Place {
    pub fn pose(self, template: &Template) -> Pose {
        let (width, height) = (template.width() as f32 * self.scale, template.height() as f32 * self.scale);
        Pose { x: self.x + width / 2.0, y: self.y + height / 2.0, scale: self.scale, angle: 0.0 }
    }
}

/// The places that look most like the template at this scale, one of many.
pub(super) fn places_at(
    template: &Template,
    screen: &Pyramid,
    scale: f32,
    within: Option<Bounds>,
    breadth: Breadth,
) -> Vec<Place> {
    let swept = swept_at(template, screen, scale, within, Sweeping::OneOfMany);
    swept.map_or_else(Vec::new, |swept| refined(template, screen, &swept, breadth))
}

/// The places where a half of the template is seen: a badge on a corner of it leaves the other half free.
pub(super) fn places_of_halves(
    template: &Template,
    screen: &Pyramid,
    scale: f32,
    within: Option<Bounds>,
) -> Vec<Place> {
    let (width, height) = (template.width(), template.height());
    let wide = width >= height;
    let (long, share) = (width.max(height), (width.max(height) as f32 * HALVES) as usize);
    let half = |from: usize| match wide {
        true => Part { left: from, top: 0, width: share, height },
        false => Part { left: 0, top: from, width, height: share },
    };
    let places = |from: usize| {
        let swept = sweep_part(template, screen, scale, within, half(from), Sweeping::OneOfMany);
        swept.map_or_else(Vec::new, |swept| refined(template, screen, &swept, HALF))
    };
    [places(0), places(long - share)].concat()
}

/// What a sweep is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sweeping {
    /// The one size that the template is known to have.
    Known,
    /// The same where the screen shows far less contrast: a thing that is switched off or lies behind a dark layer.
    Faint,
    /// One size among many, or a half: only few of its places are followed.
    OneOfMany,
}

/// Everything that a sweep over a small level found.
#[derive(Debug)]
pub(super) struct Swept {
    /// What finer levels compare: all of the template, or the half that was swept.
    part: Part,
    level: usize,
    scale: f32,
    places: Vec<Place>,
}

impl Swept {
    /// With what another sweep for the same size found.
    pub fn and(mut self, other: Option<Swept>) -> Swept {
        self.places.extend(other.into_iter().flat_map(|other| other.places));
        self
    }
}

pub(super) fn swept_at(
    template: &Template,
    screen: &Pyramid,
    scale: f32,
    within: Option<Bounds>,
    sweeping: Sweeping,
) -> Option<Swept> {
    let swept = sweep_part(template, screen, scale, within, telling_part(template), sweeping)?;
    let whole = Part { left: 0, top: 0, width: template.width(), height: template.height() };
    Some(Swept { part: whole, ..swept })
}

fn sweep_part(
    template: &Template,
    screen: &Pyramid,
    scale: f32,
    within: Option<Bounds>,
    all: Part,
    sweeping: Sweeping,
) -> Option<Swept> {
    let level = coarsest(all, scale, sweeping == Sweeping::OneOfMany)?;
    let f = factor(level);
    let part = snug(template, all, f / scale);
    let kernel = kernel_of(template, part, f / scale)?;
    let kernel = if sweeping == Sweeping::Faint { kernel.of_less_contrast() } else { kernel };
    let offset = (part.left as f32 * scale, part.top as f32 * scale);
    let mut peaks = Vec::new();
    sweep(screen.level(level), &kernel, places_for(within, f, offset), FLOOR, &mut peaks);
    let to_place = |peak: &Peak| Place {
        x: peak.x as f32 * f - offset.0,
        y: peak.y as f32 * f - offset.1,
        scale,
        score: peak.score,
    };
    Some(Swept { part: all, level, scale, places: peaks.iter().map(to_place).collect() })
}

/// The best places of a sweep, followed through ever finer levels.
pub(super) fn refined(template: &Template, screen: &Pyramid, swept: &Swept, breadth: Breadth) -> Vec<Place> {
    let (mut places, mut level, scale) = (swept.places.clone(), swept.level, swept.scale);
    let mut round = 0;
    keep(&mut places, breadth[round], template.alpha.is_some());
    while level > 3 {
        level = (level - 1) / 2 * 2;
        let step = factor(level) / scale;
        let area = (swept.part.width as f32 / step) * (swept.part.height as f32 / step);
        if area > FINE_ENOUGH {
            break;
        }
        let part = snug(template, swept.part, step);
        let Some(kernel) = kernel_of(template, part, step) else { break };
        let (plane, offset) = (screen.level(level), (part.left as f32 * scale, part.top as f32 * scale));
        places.iter_mut().for_each(|place| climb(place, plane, &kernel, factor(level), offset));
        round = (round + 1).min(breadth.len() - 1);
        keep(&mut places, breadth[round], template.alpha.is_some());
    }
    places
}

/// The places at which the part may begin so that the whole lies within.
pub(super) fn places_for(within: Option<Bounds>, f: f32, offset: (f32, f32)) -> Places {
    let Some(within) = within else {
        return Places { left: 0, top: 0, right: usize::MAX, bottom: usize::MAX };
    };
    let near = |at: u32, offset: f32| ((at as f32 + offset) / f).max(0.0) as usize;
    Places {
        left: near(within.left, offset.0).saturating_sub(1),
        top: near(within.top, offset.1).saturating_sub(1),
        right: near(within.right(), 0.0) + 1,
        bottom: near(within.bottom(), 0.0) + 1,
    }
}

/// The smallest level on which the part is still large enough to be told from others.
pub(super) fn coarsest(part: Part, scale: f32, fine: bool) -> Option<usize> {
    let (width, height) = (part.width as f32 * scale, part.height as f32 * scale);
    let fits = |level: &usize| {
        let f = factor(*level);
        let (width, height) = ((width / f).floor(), (height / f).floor());
        let least = if width.max(height) > 2.0 * width.min(height) { LEAST_LINE } else { LEAST_SIDE };
        width.min(height) >= least && width * height >= if fine { LEAST_AREA_OF_MANY } else { LEAST_AREA }
    };
    let offered = |level: &usize| fine || *level < 2 || level.is_multiple_of(2);
    let smallest = || (part.width.min(part.height) as f32 * scale >= 5.0).then_some(0);
    (0..LEVELS).rev().filter(offered).find(fits).or_else(smallest)
}

/// The part of a template to sweep with: all of it, or the most textured part of a line of text.
fn telling_part(template: &Template) -> Part {
    let (width, height) = (template.width(), template.height());
    let longest = (width.min(height) as f32 * ASPECT) as usize;
    if width.max(height) <= longest {
        return Part { left: 0, top: 0, width, height };
    }
    let (shape, _) = template.shape_for(1.0);
    let along_x = width > height;
    let texture = |at: usize, other: usize| {
        let (x, y) = if along_x { (at, other) } else { (other, at) };
        let here = shape.data[y * width + x];
        let next = if along_x { shape.data[y * width + x + 1] } else { shape.data[(y + 1) * width + x] };
        (here - next).abs()
    };
    let (long, short) = (width.max(height), width.min(height));
    let lines: Vec<f32> = (0..long - 1).map(|at| (0..short).map(|other| texture(at, other)).sum()).collect();
    let mut sum: f32 = lines[..longest - 1].iter().sum();
    let (mut best, mut first) = (sum, 0);
    for at in 1..=long - longest {
        sum += lines[at + longest - 2] - lines[at - 1];
        if sum > best {
            (best, first) = (sum, at);
        }
    }
    if along_x {
        Part { left: first, top: 0, width: longest, height }
    } else {
        Part { left: 0, top: first, width, height: longest }
    }
}

/// Cuts the part to whole steps, at the edges that hold less: of a nearly empty template, the other may be all there is.
fn snug(template: &Template, part: Part, step: f32) -> Part {
    let rest =
        |own: usize| own - ((own as f32 / step + 0.02).floor() * step).min(own as f32).round() as usize;
    let (across, down) = (rest(part.width), rest(part.height));
    let (shape, _) = template.shape_for(1.0);
    let texture = |left: usize, top: usize, width: usize, height: usize| -> f32 {
        let row = |y: usize| &shape.row(y)[left..left + width];
        let change = |row: &[f32]| row.windows(2).map(|v| (v[0] - v[1]).abs()).sum::<f32>();
        let along: f32 = (top..top + height).map(|y| change(row(y))).sum();
        let pairs = (top + 1..top + height).flat_map(|y| row(y).iter().zip(row(y - 1)));
        along + pairs.map(|(a, b)| (a - b).abs()).sum::<f32>()
    };
    let (left, top, width, height) = (part.left, part.top, part.width, part.height);
    // One more line than is cut, so that an edge between it and the rest is seen.
    let (w, h) = ((across + 1).min(width), (down + 1).min(height));
    let from_left = across > 0 && texture(left, top, w, height) < texture(left + width - w, top, w, height);
    let from_top = down > 0 && texture(left, top, width, h) < texture(left, top + height - h, width, h);
    Part {
        left: left + if from_left { across } else { 0 },
        top: top + if from_top { down } else { 0 },
        width: width - across,
        height: height - down,
    }
}

/// The part as it looks when each value stands for `step` pixels of the template.
fn kernel_of(template: &Template, part: Part, step: f32) -> Option<Kernel> {
    let (shape, step_left) = template.shape_for(step);
    let shrunk = step / step_left;
    let scaled = |v: usize| (v as f32 / shrunk).round() as usize;
    let (left, top) = (scaled(part.left).min(shape.width - 1), scaled(part.top).min(shape.height - 1));
    let width = scaled(part.width).clamp(1, shape.width - left);
    let height = scaled(part.height).clamp(1, shape.height - top);
    let rows = (top..top + height).flat_map(|y| &shape.row(y)[left..left + width]);
    let cut = Plane::new(width, height, rows.copied().collect());
    let (width, height) = cut.size_at(step_left);
    let kernel = Kernel::new(&cut.resample((step_left, step_left), width, height))?;
    Some(if template.alpha.is_some() { kernel.of_any_contrast() } else { kernel })
}

/// Walks to the best place nearby.
fn climb(place: &mut Place, plane: &Plane, kernel: &Kernel, f: f32, offset: (f32, f32)) {
    let sign = place.score.signum();
    let clamp = |v: f32, side: usize, own: usize| (v.round().max(0.0) as usize).min(side.saturating_sub(own));
    let mut x = clamp((place.x + offset.0) / f, plane.width, kernel.width);
    let mut y = clamp((place.y + offset.1) / f, plane.height, kernel.height);
    let mut best = kernel.at(plane, x, y) * sign;
    for _ in 0..3 {
        let (from_x, from_y) = (x, y);
        for ny in from_y.saturating_sub(1)..=from_y + 1 {
            for nx in from_x.saturating_sub(1)..=from_x + 1 {
                let score = kernel.at(plane, nx, ny) * sign;
                if score > best {
                    (best, x, y) = (score, nx, ny);
                }
            }
        }
        if (x, y) == (from_x, from_y) {
            break;
        }
    }
    (place.x, place.y) = (x as f32 * f - offset.0, y as f32 * f - offset.1);
    place.score = best * sign;
}

/// Keeps the best of each polarity, and only one of those that came to the same place.
fn keep(places: &mut Vec<Place>, (most, most_inverted): (usize, usize), either: bool) {
    let most_inverted = if either { most } else { most_inverted };
    places.sort_by(|a, b| b.score.abs().total_cmp(&a.score.abs()));
    let mut kept: Vec<Place> = Vec::new();
    let (mut upright, mut inverted) = (0, 0);
    for place in places.iter() {
        let (count, limit) =
            if place.score > 0.0 { (&mut upright, most) } else { (&mut inverted, most_inverted) };
        let same = |k: &Place| {
            (k.x - place.x).abs() < 1.5 && (k.y - place.y).abs() < 1.5 && k.score * place.score > 0.0
        };
        if *count < limit && !kept.iter().any(same) {
            *count += 1;
            kept.push(*place);
        }
    }
    *places = kept;
}
