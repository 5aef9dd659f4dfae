//! Pictures as RGBA, read from PNG or JPEG. Sizes are bounded, and a picture with missing bytes is refused: never is a
//! made-up picture returned (T17). A JPEG says that it is not exact.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

pub const MAX_SIDE: u32 = 8192;
pub const MAX_BYTES: usize = 64 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadPicture {
    #[error("the picture is cut short: {got} bytes of {wanted}")]
    Truncated { wanted: usize, got: usize },
    #[error("a picture of {width}x{height} is larger than 8192 pixels a side or 64 MiB")]
    TooLarge { width: u32, height: u32 },
    #[error("the picture is empty")]
    Empty,
    #[error("the PNG cannot be read: {0}")]
    Png(String),
    #[error("the JPEG cannot be read: {0}")]
    Jpeg(String),
    #[error("the file is neither a PNG nor a JPEG")]
    Unknown,
}

/// A box of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bounds {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

impl Bounds {
    pub fn right(self) -> u32 {
        self.left.saturating_add(self.width)
    }

    pub fn bottom(self) -> u32 {
        self.top.saturating_add(self.height)
    }

    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    pub fn centre(self) -> (u32, u32) {
        (self.left.saturating_add(self.width / 2), self.top.saturating_add(self.height / 2))
    }

    /// What both cover, or nothing if they do not touch.
    pub fn intersect(self, other: Bounds) -> Option<Bounds> {
        let (left, top) = (self.left.max(other.left), self.top.max(other.top));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        (left < right && top < bottom).then(|| Bounds {
            left,
            top,
            width: right - left,
            height: bottom - top,
        })
    }
}

/// A picture that somebody else owns.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    width: u32,
    height: u32,
    rgba: &'a [u8],
}

/// A picture of one's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
    exact: bool,
}

/// Refuses what is empty or too large, before memory is taken for it.
pub fn check_size(width: u32, height: u32) -> Result<(), BadPicture> {
    if width == 0 || height == 0 {
        return Err(BadPicture::Empty);
    }
    if width > MAX_SIDE || height > MAX_SIDE || width as usize * height as usize * 4 > MAX_BYTES {
        return Err(BadPicture::TooLarge { width, height });
    }
    Ok(())
}

fn check_pixels(width: u32, height: u32, got: usize) -> Result<(), BadPicture> {
    check_size(width, height)?;
    let wanted = width as usize * height as usize * 4;
    if got == wanted { Ok(()) } else { Err(BadPicture::Truncated { wanted, got }) }
}

impl<'a> View<'a> {
    pub fn new(width: u32, height: u32, rgba: &'a [u8]) -> Result<Self, BadPicture> {
        check_pixels(width, height, rgba.len())?;
        Ok(Self { width, height, rgba })
    }

    pub fn width(self) -> u32 {
        self.width
    }

    pub fn height(self) -> u32 {
        self.height
    }

    pub fn bounds(self) -> Bounds {
        Bounds { left: 0, top: 0, width: self.width, height: self.height }
    }

    pub fn rgba(self) -> &'a [u8] {
        self.rgba
    }

    /// One row of pixels, four bytes each; empty below the picture.
    pub fn row(self, y: u32) -> &'a [u8] {
        let stride = self.width as usize * 4;
        self.rgba.get(y as usize * stride..(y as usize + 1) * stride).unwrap_or_default()
    }

    /// One pixel; nothing, as black and transparent, outside the picture.
    pub fn pixel(self, x: u32, y: u32) -> [u8; 4] {
        let at = x as usize * 4;
        self.row(y).get(at..at + 4).and_then(|p| p.try_into().ok()).unwrap_or_default()
    }

    /// A copy of the part of it that lies in `bounds`.
    pub fn crop(self, bounds: Bounds) -> Result<Bitmap, BadPicture> {
        let part = bounds.intersect(self.bounds()).ok_or(BadPicture::Empty)?;
        let (from, to) = (part.left as usize * 4, part.right() as usize * 4);
        let rows = (part.top..part.bottom()).flat_map(|y| self.row(y)[from..to].iter().copied());
        Bitmap::from_rgba(part.width, part.height, rows.collect())
    }

    pub fn to_bitmap(self) -> Bitmap {
        Bitmap { width: self.width, height: self.height, rgba: self.rgba.to_vec(), exact: true }
    }

    pub fn to_png(self) -> Result<Vec<u8>, BadPicture> {
        let mut bytes = Vec::new();
        self.write_png(&mut bytes)?;
        Ok(bytes)
    }

    /// Behind what stands in `bytes`, whose memory may serve for one picture after the other.
    pub fn write_png(self, bytes: &mut Vec<u8>) -> Result<(), BadPicture> {
        let failed = |error: png::EncodingError| BadPicture::Png(error.to_string());
        let mut encoder = png::Encoder::new(bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        // Choosing a filter line by line takes longer than all the rest, and saves little on screens.
        encoder.set_filter(png::Filter::Up);
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(self.rgba).map_err(failed)?;
        writer.finish().map_err(failed)
    }
}

impl Bitmap {
    pub fn from_rgba(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self, BadPicture> {
        check_pixels(width, height, rgba.len())?;
        Ok(Self { width, height, rgba, exact: true })
    }

    /// Reads a PNG or a JPEG, whichever its first bytes say.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadPicture> {
        match bytes {
            [] => Err(BadPicture::Empty),
            [0x89, b'P', b'N', b'G', ..] => Self::from_png(bytes),
            [0xff, 0xd8, ..] => Self::from_jpeg(bytes),
            _ => Err(BadPicture::Unknown),
        }
    }

    pub fn from_png(bytes: &[u8]) -> Result<Self, BadPicture> {
        let png_error = |error: png::DecodingError| BadPicture::Png(error.to_string());
        let mut decoder =
            png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: MAX_BYTES });
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let header = decoder.read_header_info().map_err(png_error)?;
        let (width, height) = (header.width, header.height);
        check_size(width, height)?;
        let mut reader = decoder.read_info().map_err(png_error)?;
        let size = reader.output_buffer_size().ok_or(BadPicture::TooLarge { width, height })?;
        let mut pixels = vec![0; size];
        let info = reader.next_frame(&mut pixels).map_err(png_error)?;
        pixels.truncate(info.buffer_size());
        let rgba = match info.color_type {
            png::ColorType::Rgba => pixels,
            png::ColorType::Rgb => {
                pixels.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect()
            }
            png::ColorType::Grayscale => pixels.iter().flat_map(|v| [*v, *v, *v, 255]).collect(),
            png::ColorType::GrayscaleAlpha => {
                pixels.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect()
            }
            other => return Err(BadPicture::Png(format!("unexpected colour type {other:?}"))),
        };
        Self::from_rgba(width, height, rgba)
    }

    /// Reads a JPEG, which holds the pixels only nearly as they were.
    pub fn from_jpeg(bytes: &[u8]) -> Result<Self, BadPicture> {
        let failed = |error: &dyn std::fmt::Display| BadPicture::Jpeg(error.to_string());
        // Decoders fill in what a picture that was cut short lacks; the mark at its end tells them apart.
        if !bytes.ends_with(&[0xff, 0xd9]) {
            return Err(BadPicture::Jpeg("its end is missing".to_owned()));
        }
        let side = MAX_SIDE as usize;
        let options =
            DecoderOptions::default().set_max_width(side).set_max_height(side).set_strict_mode(true);
        let options = options.jpeg_set_out_colorspace(ColorSpace::RGBA);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
        decoder.decode_headers().map_err(|error| failed(&error))?;
        let info = decoder.info().ok_or(BadPicture::Empty)?;
        let (width, height) = (u32::from(info.width), u32::from(info.height));
        check_size(width, height)?;
        let rgba = decoder.decode().map_err(|error| failed(&error))?;
        Ok(Self { exact: false, ..Self::from_rgba(width, height, rgba)? })
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    pub fn view(&self) -> View<'_> {
        View { width: self.width, height: self.height, rgba: &self.rgba }
    }

    /// Whether the pixels are those that were drawn, or only nearly so.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    pub fn into_rgba(self) -> Vec<u8> {
        self.rgba
    }

    /// Sets a pixel; outside the picture nothing happens.
    pub fn set(&mut self, x: u32, y: u32, pixel: [u8; 4]) {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        if x < self.width
            && let Some(place) = self.rgba.get_mut(at..at + 4)
        {
            place.copy_from_slice(&pixel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Bitmap {
        Bitmap::from_rgba(2, 3, (0..24u8).collect()).unwrap()
    }

    #[test]
    fn t17_png_round_trip_and_every_truncation_refused() {
        let png = small().view().to_png().unwrap();
        assert_eq!(Bitmap::decode(&png).unwrap(), small());
        for cut in 0..png.len() - 12 {
            assert!(Bitmap::decode(&png[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_crop_is_cut_at_the_edge_and_none_outside() {
        let all = small();
        let corner = Bounds { left: 1, top: 2, width: 9, height: 9 };
        assert_eq!(all.view().crop(corner).unwrap().into_rgba(), [20, 21, 22, 23]);
        assert!(all.view().crop(Bounds { left: 2, ..corner }).is_err());
    }

    #[test]
    fn a_file_that_is_no_picture_is_named_so() {
        assert_eq!(Bitmap::decode(b""), Err(BadPicture::Empty));
        assert_eq!(Bitmap::decode(b"GIF89a"), Err(BadPicture::Unknown));
    }
}
