//! Pictures made smaller, and packed as JPEG, to be shown or sent. Nothing is decided on such a picture.

use crate::{BadPicture, Bitmap, View};

impl View<'_> {
    /// The same picture with a long side of at most so many pixels: each new pixel is the mean of those that fall on it.
    pub fn smaller(self, long_side: u32) -> Bitmap {
        let long = self.width().max(self.height()).max(1);
        if long <= long_side || long_side == 0 {
            return self.to_bitmap();
        }
        let to =
            |side: u32| u32::try_from(u64::from(side) * u64::from(long_side) / u64::from(long)).unwrap_or(1);
        let (width, height) = (to(self.width()).max(1), to(self.height()).max(1));
        let (columns, rows) = (edges(self.width(), width), edges(self.height(), height));
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for row in rows.windows(2) {
            let mut sums = vec![[0u32; 4]; width as usize];
            for y in row[0]..row[1] {
                let line = self.row(y);
                for (sum, column) in sums.iter_mut().zip(columns.windows(2)) {
                    let part = line.get(column[0] as usize * 4..column[1] as usize * 4).unwrap_or_default();
                    for pixel in part.chunks_exact(4) {
                        sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u32::from(*value));
                    }
                }
            }
            for (sum, column) in sums.iter().zip(columns.windows(2)) {
                let count = ((row[1] - row[0]) * (column[1] - column[0])).max(1);
                rgba.extend(sum.map(|sum| (sum / count) as u8));
            }
        }
        // The sizes are those that were just counted.
        Bitmap::from_rgba(width, height, rgba).unwrap_or_else(|_| self.to_bitmap())
    }

    pub fn to_jpeg(self, quality: u8) -> Result<Vec<u8>, BadPicture> {
        let side = |side: u32| u16::try_from(side).map_err(|error| BadPicture::Jpeg(error.to_string()));
        let mut bytes = Vec::new();
        let encoder = jpeg_encoder::Encoder::new(&mut bytes, quality.clamp(1, 100));
        let (width, height) = (side(self.width())?, side(self.height())?);
        let packed = encoder.encode(self.rgba(), width, height, jpeg_encoder::ColorType::Rgba);
        packed.map(|()| bytes).map_err(|error| BadPicture::Jpeg(error.to_string()))
    }
}

/// Where each new pixel begins among the old ones; never two at the same place, since there are fewer.
fn edges(from: u32, to: u32) -> Vec<u32> {
    let edge =
        |at: u32| u32::try_from(u64::from(at) * u64::from(from) / u64::from(to.max(1))).unwrap_or(from);
    (0..=to).map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_picture_shows_the_same_and_keeps_its_shape() {
        // Left half black, right half white.
        let (width, height) = (1080u32, 2400u32);
        let pixels = (0..height).flat_map(|_| (0..width).flat_map(|x| [if x < 540 { 0 } else { 255 }; 4]));
        let picture = Bitmap::from_rgba(width, height, pixels.collect()).unwrap();
        let small = picture.view().smaller(960);
        assert_eq!((small.width(), small.height()), (432, 960));
        assert_eq!((small.view().pixel(10, 500)[0], small.view().pixel(420, 500)[0]), (0, 255));
        let same = small.view().smaller(2000);
        assert_eq!((same.width(), same.height()), (432, 960));
        let thin = Bitmap::from_rgba(8000, 1, vec![9; 32_000]).unwrap().view().smaller(10);
        assert_eq!((thin.width(), thin.height()), (10, 1));
    }

    #[test]
    fn a_packed_picture_can_be_read_again() {
        let picture = Bitmap::from_rgba(40, 90, vec![200; 40 * 90 * 4]).unwrap();
        let read = Bitmap::decode(&picture.view().to_jpeg(80).unwrap()).unwrap();
        assert_eq!((read.width(), read.height()), (40, 90));
        assert!(read.view().pixel(5, 5)[0].abs_diff(200) < 4);
    }
}
