//! A picture of the screen as it is sent to a model: password fields blackened, scaled once to a size that models read
//! well, encoded once as a JPEG, and kept while the screen stays as it is.

use crate::model::{Format, Shot};
use crate::screen::{Picture, Rect, Screen};
use std::sync::Arc;

/// Larger pictures cost more tokens and are scaled down by most providers anyway.
pub const LONG_SIDE: u32 = 1280;
/// However large a model wants them.
const MOST_SIDE: u32 = 4096;
const QUALITY: u8 = 80;

/// The last picture that was encoded, and for which longest side.
#[derive(Debug, Default)]
pub struct Shots(Option<(Picture, u32, Shot)>);

impl Shots {
    /// Nothing if the look has no picture.
    pub fn of(&mut self, screen: &Screen, side: u32) -> Option<Shot> {
        let picture = screen.picture.as_ref()?;
        if let Some((.., shot)) = self.0.as_ref().filter(|(last, of, _)| *of == side && last == picture) {
            return Some(shot.clone());
        }
        let shot = encoded(picture, &secrets(screen), side)?;
        self.0 = Some((picture.clone(), side, shot.clone()));
        Some(shot)
    }
}

/// The places that must not leave the house.
fn secrets(screen: &Screen) -> Vec<Rect> {
    let elements = screen.tree.iter().flat_map(|tree| tree.elements());
    elements.filter(|e| e.password).filter_map(|e| e.bounds?.intersect(screen.frame.rect())).collect()
}

/// A reference picture as it is sent: as it is, in its own size.
pub fn reference(png: &[u8]) -> Option<Shot> {
    let picture = Picture::from_png(png).ok()?;
    encoded(&picture, &[], LONG_SIDE)
}

fn encoded(picture: &Picture, black: &[Rect], side: u32) -> Option<Shot> {
    let (width, height, mut rgb) = scaled(picture, side.clamp(1, MOST_SIDE))?;
    let (from_width, from_height) = (picture.frame.width, picture.frame.height);
    for place in black {
        // Rounded outwards, so that no edge shows.
        let part = |value: i32, from: u32, to: u32| {
            let value = u64::from(u32::try_from(value).unwrap_or(0));
            (value * u64::from(to)).div_ceil(u64::from(from).max(1))
        };
        let (left, right) =
            (part(place.left, from_width, width).saturating_sub(1), part(place.right, from_width, width));
        let (top, bottom) =
            (part(place.top, from_height, height).saturating_sub(1), part(place.bottom, from_height, height));
        for y in top..bottom.min(height.into()) {
            let row = usize::try_from(y).unwrap_or(0) * width as usize;
            let cells = |x: u64| (row + usize::try_from(x.min(width.into())).unwrap_or(0)) * 3;
            rgb.get_mut(cells(left)..cells(right)).unwrap_or_default().fill(0);
        }
    }
    let mut bytes = Vec::new();
    let (w, h) = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
    let encoder = jpeg_encoder::Encoder::new(&mut bytes, QUALITY);
    encoder.encode(&rgb, w, h, jpeg_encoder::ColorType::Rgb).ok()?;
    Some(Shot { format: Format::Jpeg, bytes: Arc::from(bytes), width, height })
}

/// The mean of the pixels that fall on each new one; small pictures stay as they are.
fn scaled(picture: &Picture, most: u32) -> Option<(u32, u32, Vec<u8>)> {
    let (from_width, from_height) = (picture.frame.width, picture.frame.height);
    let long = from_width.max(from_height).max(1);
    let to = |side: u32| match long > most {
        true => (side * most / long).max(1),
        false => side,
    };
    let (width, height) = (to(from_width), to(from_height));
    let edges = |from: u32, to: u32| -> Vec<usize> {
        (0..=to).map(|at| (u64::from(at) * u64::from(from) / u64::from(to)) as usize).collect()
    };
    let (columns, rows) = (edges(from_width, width), edges(from_height, height));
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    for row in rows.windows(2) {
        let lines: Vec<&[u8]> = (row[0]..row[1].max(row[0] + 1)).map(|y| picture.row(y as u32)).collect();
        for column in columns.windows(2) {
            let (left, right) = (column[0] * 4, column[1].max(column[0] + 1) * 4);
            let (mut sum, mut count) = ([0u32; 3], 0u32);
            for line in &lines {
                for pixel in line.get(left..right)?.chunks_exact(4) {
                    sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u32::from(*value));
                    count += 1;
                }
            }
            rgb.extend(sum.map(|sum| (sum / count.max(1)) as u8));
        }
    }
    Some((width, height, rgb))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(width: u32, height: u32) -> Picture {
        Picture::from_rgba(width, height, vec![200; (width * height * 4) as usize]).unwrap()
    }

    #[test]
    fn a_large_picture_is_scaled_and_a_small_one_is_not() {
        let shot = encoded(&page(1080, 2400), &[], LONG_SIDE).unwrap();
        assert_eq!((shot.width, shot.height), (576, 1280));
        let read = Picture::from_jpeg(&shot.bytes).unwrap();
        assert_eq!((read.frame.width, read.frame.height), (576, 1280));
        assert!(read.row(7)[40].abs_diff(200) < 4);
        let small = encoded(&page(48, 96), &[], LONG_SIDE).unwrap();
        assert_eq!((small.width, small.height), (48, 96));
    }

    #[test]
    fn what_a_password_field_shows_is_blackened() {
        let mut screen = Screen::of(
            r#"<node password="true" class="android.widget.EditText" bounds="[0,1200][1080,1300]"/>"#,
        );
        screen.picture = Some(page(1080, 2400));
        let shot = Shots::default().of(&screen, LONG_SIDE).unwrap();
        let read = Picture::from_jpeg(&shot.bytes).unwrap();
        for y in [641, 660, 692] {
            assert!(read.row(y).chunks_exact(4).all(|p| p[0] < 40), "row {y}");
        }
        assert!(read.row(620)[0] > 150 && read.row(710)[0] > 150);
    }

    #[test]
    fn the_same_screen_is_encoded_once() {
        let mut screen = Screen::of("<node/>");
        screen.picture = Some(page(1080, 2400));
        let mut shots = Shots::default();
        let (one, two) = (shots.of(&screen, LONG_SIDE).unwrap(), shots.of(&screen, LONG_SIDE).unwrap());
        assert!(Arc::ptr_eq(&one.bytes, &two.bytes));
    }
}
