//! What was read on the last look, and how the next look is read from it: tiles that are the same need no reading, and
//! around those that changed only a band is looked at.

use super::reader::{Reader, in_order};
use super::{ReadError, Text};
use crate::change::{Changed, TILE, Tiles};
use crate::{Bounds, View};

/// Where more than this share of the tiles changed, the whole screen is read.
const MOSTLY: f32 = 0.6;
/// One line of text, in shares of the short side.
const LINE: u32 = 16;

/// The texts of the last look and what it looked like. A new one knows nothing.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    last: Option<(Tiles, Vec<Text>)>,
}

impl Reading {
    pub fn texts(&self) -> &[Text] {
        self.last.as_ref().map_or(&[], |(_, texts)| texts)
    }
}

impl Reader {
    /// Reads a screen that was perhaps read before: what is unchanged is not read again.
    pub fn read_again<'a>(&mut self, last: &'a mut Reading, view: View<'_>) -> Result<&'a [Text], ReadError> {
        let tiles = Tiles::of(view);
        // Taken out, so that a reading that fails half way is forgotten.
        let texts = match last.last.take() {
            Some((before, texts)) => match before.changed(&tiles) {
                changed if changed.is_none() => texts,
                changed if changed.share() <= MOSTLY => self.renewed(texts, &changed, view)?,
                _ => self.read(view)?,
            },
            None => self.read(view)?,
        };
        let (_, texts) = last.last.insert((tiles, texts));
        Ok(texts)
    }

    fn renewed(
        &mut self,
        texts: Vec<Text>,
        changed: &Changed,
        view: View<'_>,
    ) -> Result<Vec<Text>, ReadError> {
        let (gone, mut kept): (Vec<Text>, Vec<Text>) =
            texts.into_iter().partition(|text| changed.touches(text.bounds));
        let gone: Vec<Bounds> = gone.into_iter().map(|text| text.bounds).collect();
        let wanted =
            |line: Bounds| changed.touches(line) || gone.iter().any(|old| line.intersect(*old).is_some());
        let spans = gone.iter().copied().chain(changed.regions()).map(|part| (part.top, part.bottom()));
        let scale = self.screen_scale(view);
        for band in bands(spans.collect(), view) {
            let new = self.lines(view, band, scale, wanted)?;
            // A line that grew into its neighbour says what that said.
            kept.retain(|old| !new.iter().any(|new| covers(new.bounds, old.bounds)));
            kept.extend(new);
        }
        in_order(&mut kept);
        Ok(kept)
    }
}

/// Whether one box hides at least half of another.
fn covers(one: Bounds, other: Bounds) -> bool {
    one.intersect(other).map_or(0, Bounds::area) * 2 >= other.area()
}

/// Bands over the whole width around spans of rows, with a line of margin, on the grid of tiles; those that touch are
/// one.
fn bands(mut spans: Vec<(u32, u32)>, view: View<'_>) -> Vec<Bounds> {
    let margin = (view.width().min(view.height()) / LINE).next_multiple_of(TILE).max(TILE);
    spans.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for (top, bottom) in spans {
        let top = top.saturating_sub(margin) / TILE * TILE;
        let bottom = (bottom + margin).next_multiple_of(TILE).min(view.height());
        match joined.last_mut() {
            Some((_, end)) if top <= *end => *end = bottom.max(*end),
            _ => joined.push((top, bottom)),
        }
    }
    joined.into_iter().map(|(top, bottom)| Bounds { top, height: bottom - top, ..view.bounds() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitmap;

    #[test]
    fn bands_have_a_margin_lie_on_the_grid_and_join_where_they_touch() {
        let screen = Bitmap::from_rgba(512, 1000, vec![0; 512 * 1000 * 4]).unwrap();
        let rows = |spans: &[(u32, u32)]| {
            let bands = bands(spans.to_vec(), screen.view());
            bands.iter().map(|band| (band.top, band.bottom(), band.width)).collect::<Vec<_>>()
        };
        assert_eq!(rows(&[(320, 352)]), [(288, 384, 512)]);
        assert_eq!(rows(&[(960, 992), (0, 32), (70, 80)]), [(0, 128, 512), (928, 1000, 512)]);
        assert_eq!(rows(&[]), []);
    }
}
