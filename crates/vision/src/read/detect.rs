//! Where text is on a picture: chooses the size at which the detector sees it, runs it, and brings the boxes back to the
//! picture's pixels.

use super::boxes::{self, Found};
use super::network::Network;
use super::{ReadError, Settings, resize};
use crate::{Bounds, View};

/// The detector halves a picture five times.
const STEP: f32 = 32.0;
const LONG_SIDE: f32 = 2000.0;
/// A screen with a short side below this is enlarged, because its letters are small.
const SMALL: f32 = 720.0;
const ENLARGED: f32 = 736.0;
/// What is narrower or longer than this is a strip cut out of a screen, not a screen.
const LEAST_SCREEN: f32 = 240.0;
const LONGEST_SCREEN: f32 = 3.0;

/// How much larger or smaller the detector sees a screen.
pub(super) fn screen_scale(width: u32, height: u32, settings: Settings) -> f32 {
    let (short, long) = (width.min(height) as f32, width.max(height) as f32);
    let fits = LONG_SIDE / long;
    if short < LEAST_SCREEN || long > LONGEST_SCREEN * short {
        return fits.min(1.0);
    }
    let wanted = match settings.short_side {
        Some(side) => side.clamp(64, 2000) as f32 / short,
        None if short < SMALL => ENLARGED / short,
        None => 1.0,
    };
    wanted.min(fits)
}

/// A part is never enlarged: that costs much and finds nothing more.
pub(super) fn part_scale(part: Bounds) -> f32 {
    (LONG_SIDE / part.width.max(part.height) as f32).min(1.0)
}

fn side(pixels: u32, scale: f32) -> usize {
    ((pixels as f32 * scale / STEP).round().max(1.0) * STEP) as usize
}

/// Boxes of lines in `part`, in pixels of the picture.
pub(super) fn detect(
    network: &mut Network,
    view: View<'_>,
    part: Bounds,
    scale: f32,
) -> Result<Vec<Bounds>, ReadError> {
    let (width, height) = (side(part.width, scale), side(part.height, scale));
    let planes = resize::planes(view, part, width, height, width);
    let found = network.run(width, height, &planes, |shape, map| {
        let right = shape == [1, 1, height as i64, width as i64] && map.len() == width * height;
        right.then(|| boxes::boxes(map, width, height))
    })?;
    let ratios = (part.width as f32 / width as f32, part.height as f32 / height as f32);
    Ok(found.iter().filter_map(|found| placed(found, part, ratios)).collect())
}

fn placed(found: &Found, part: Bounds, (across, down): (f32, f32)) -> Option<Bounds> {
    let edge = |at: f32, ratio: f32, side: u32| ((at * ratio).round().max(0.0) as u32).min(side);
    let (left, right) = (edge(found.left, across, part.width), edge(found.right, across, part.width));
    let (top, bottom) = (edge(found.top, down, part.height), edge(found.bottom, down, part.height));
    let placed = Bounds {
        left: part.left + left,
        top: part.top + top,
        width: right.saturating_sub(left),
        height: bottom.saturating_sub(top),
    };
    (placed.width >= 3 && placed.height >= 3).then_some(placed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(width: u32, height: u32, settings: Settings) -> (usize, usize) {
        let scale = screen_scale(width, height, settings);
        (side(width, scale), side(height, scale))
    }

    #[test]
    fn large_screens_are_seen_smaller_and_small_ones_larger() {
        let usual = Settings::default();
        assert_eq!(sizes(1080, 2400, usual), (896, 2016));
        assert_eq!(sizes(720, 1520, usual), (736, 1536));
        assert_eq!(sizes(360, 760, usual), (736, 1568));
        assert_eq!(sizes(1080, 2400, Settings { short_side: Some(640) }), (640, 1408));
        assert_eq!(sizes(8192, 2048, usual).0, 2016);
    }

    #[test]
    fn strips_and_parts_are_never_enlarged_and_every_size_is_bounded() {
        let usual = Settings::default();
        assert_eq!(sizes(300, 62, usual), (288, 64));
        assert_eq!(sizes(1, 1, usual), (32, 32));
        assert_eq!(sizes(8192, 1, usual), (2016, 32));
        assert_eq!(sizes(8192, 1, Settings { short_side: Some(640) }), (2016, 32));
        assert!(part_scale(Bounds { left: 0, top: 0, width: 300, height: 62 }) <= 1.0);
    }
}
