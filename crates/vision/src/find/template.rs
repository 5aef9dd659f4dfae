//! A reference picture, prepared once and looked for on any number of screens.

use super::plane::Plane;
use super::pyramid::grey_of;
use crate::View;
use std::sync::OnceLock;
use thiserror::Error;

/// Why a picture cannot be looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BadReference {
    #[error(
        "a picture of {width}x{height} is too small to be found again: cut one of at least {MIN_SIDE}x{MIN_SIDE}"
    )]
    TooSmall { width: u32, height: u32 },
    #[error("a picture of {width}x{height} is larger than any screen: cut out the thing to look for")]
    TooLarge { width: u32, height: u32 },
    #[error("the picture is one flat colour, which is found everywhere: cut one that shows an edge")]
    Flat,
    #[error("the picture is transparent all over, so there is nothing to look for")]
    Transparent,
}

/// Fewer pixels than this along a side are an edge or a dot, not a thing.
pub const MIN_SIDE: u32 = 6;

/// More pixels than any phone's screen has.
pub const MAX_PIXELS: u32 = 8 << 20;

/// Alpha below this is background, above its complement it is the thing.
pub(super) const CLEAR: f32 = 0.1;

/// Less of the picture than this being transparent is no mask, only rounded corners.
const LEAST_CLEAR: f32 = 0.02;

/// The least deviation of grey or colour that can be told from the noise of a JPEG.
const LEAST_DEVIATION: f32 = 1.0;

/// A picture to look for.
#[derive(Debug)]
pub struct Reference {
    upright: Template,
    /// By 90, 180 and 270 degrees.
    turned: OnceLock<[Template; 3]>,
}

impl Reference {
    pub fn new(picture: View<'_>) -> Result<Reference, BadReference> {
        let (width, height) = (picture.width(), picture.height());
        if width < MIN_SIDE || height < MIN_SIDE {
            return Err(BadReference::TooSmall { width, height });
        }
        if picture.bounds().area() > u64::from(MAX_PIXELS) {
            return Err(BadReference::TooLarge { width, height });
        }
        let upright = Template::new(picture);
        if let Some(alpha) = &upright.alpha
            && alpha.data.iter().all(|&a| a < CLEAR)
        {
            return Err(BadReference::Transparent);
        }
        if upright.is_flat() {
            return Err(BadReference::Flat);
        }
        Ok(Reference { upright, turned: OnceLock::new() })
    }

    pub(super) fn upright(&self) -> &Template {
        &self.upright
    }

    /// The picture turned by quarters, clockwise: 90, 180, 270 degrees.
    pub(super) fn turned(&self) -> &[Template; 3] {
        self.turned.get_or_init(|| {
            let once = self.upright.quarter_turn();
            let twice = once.quarter_turn();
            let thrice = twice.quarter_turn();
            [once, twice, thrice]
        })
    }
}

/// Channels of a picture to look for; with a mask they are multiplied by it.
#[derive(Debug)]
pub(super) struct Template {
    pub grey: Plane,
    /// At half size, as a screen's are.
    pub red: Plane,
    pub blue: Plane,
    pub alpha: Option<Plane>,
    /// The mask with the contrast of a picture.
    mask: Option<Plane>,
    /// Ever smaller grey pictures (or masks, where there is one), by two each.
    smaller: Vec<Plane>,
}

impl Template {
    fn new(picture: View<'_>) -> Template {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let pixels = || picture.rgba().chunks_exact(4);
        let clear = pixels().filter(|p| f32::from(p[3]) < 255.0 * CLEAR).count();
        let masked = clear as f32 >= LEAST_CLEAR * (width * height) as f32;
        let weigh = |p: &[u8]| if masked { f32::from(p[3]) / 255.0 } else { 1.0 };
        let grey = pixels().map(|p| (f32::from(grey_of(p)) - 127.5) * weigh(p)).collect();
        let alpha = masked.then(|| Plane::new(width, height, pixels().map(weigh).collect()));
        // Colour against grey at half size, as a screen's; at an odd edge the edge counts twice.
        let chroma = |channel: usize| {
            let value = |x: usize, y: usize| {
                let p = picture.pixel(x.min(width - 1) as u32, y.min(height - 1) as u32);
                (f32::from(p[channel]) - f32::from(grey_of(&p))) * weigh(&p)
            };
            let mean = |x: usize, y: usize| {
                (value(x, y) + value(x + 1, y) + value(x, y + 1) + value(x + 1, y + 1)) / 4.0
            };
            let (across, down) = (width.div_ceil(2), height.div_ceil(2));
            let values = (0..across * down).map(|nth| mean(nth % across * 2, nth / across * 2));
            Plane::new(across, down, values.collect())
        };
        Template::from_planes(Plane::new(width, height, grey), chroma(0), chroma(2), alpha)
    }

    fn from_planes(grey: Plane, red: Plane, blue: Plane, alpha: Option<Plane>) -> Template {
        let mask = alpha.as_ref().map(|alpha| {
            Plane::new(alpha.width, alpha.height, alpha.data.iter().map(|a| a * 255.0 - 127.5).collect())
        });
        let mut smaller: Vec<Plane> = Vec::new();
        loop {
            let last = smaller.last().or(mask.as_ref()).unwrap_or(&grey);
            if last.width < 12 || last.height < 12 {
                break;
            }
            smaller.push(last.half());
        }
        Template { grey, red, blue, alpha, mask, smaller }
    }

    pub fn width(&self) -> usize {
        self.grey.width
    }

    pub fn height(&self) -> usize {
        self.grey.height
    }

    fn is_flat(&self) -> bool {
        let planes = [self.shape_for(1.0).0, &self.red, &self.blue];
        planes.iter().all(|plane| deviation(&plane.data) < LEAST_DEVIATION)
    }

    /// One of the ever smaller pictures from which `step` can be taken well, and the step that is left to take.
    pub fn shape_for(&self, step: f32) -> (&Plane, f32) {
        // Each halving may lose an odd edge; stopping one short keeps it below half a step.
        let nth = (step.max(1.0).log2() as usize).saturating_sub(1).min(self.smaller.len());
        let whole = self.mask.as_ref().unwrap_or(&self.grey);
        let shape = nth.checked_sub(1).and_then(|nth| self.smaller.get(nth)).unwrap_or(whole);
        (shape, step / (1u32 << nth) as f32)
    }

    fn quarter_turn(&self) -> Template {
        let turn = |plane: &Plane| {
            let (width, height) = (plane.height, plane.width);
            let at = |nth: usize| plane.data[(plane.height - 1 - nth % width) * plane.width + nth / width];
            Plane::new(width, height, (0..width * height).map(at).collect())
        };
        Template::from_planes(
            turn(&self.grey),
            turn(&self.red),
            turn(&self.blue),
            self.alpha.as_ref().map(turn),
        )
    }
}

pub(super) fn deviation(values: &[f32]) -> f32 {
    let count = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / count;
    (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / count).sqrt()
}
