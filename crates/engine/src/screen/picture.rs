//! Pictures of the screen: raw `screencap` output, PNG or JPEG, always kept as RGBA. Sizes are bounded, and a picture
//! with missing bytes is refused: never is a made-up picture returned (T17). A JPEG says that it is not exact.

use super::spare::Lent;
use super::{Frame, Rect, Spare};
use std::sync::Arc;
use tapwise_vision::{BadPicture, Bitmap, View, check_size};
use thiserror::Error;

#[derive(Debug, Clone)]
pub struct Picture {
    pub frame: Frame,
    /// The pixels from `start` on, shared by all who look at them. What stands before them came with them from the phone and is not worth a copy
    /// of ten megabytes to be rid of.
    bytes: Arc<Lent>,
    start: usize,
    exact: bool,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.frame == other.frame && self.rgba() == other.rgba()
    }
}

impl Eq for Picture {}

impl From<Bitmap> for Picture {
    fn from(bitmap: Bitmap) -> Self {
        let frame = Frame { width: bitmap.width(), height: bitmap.height(), rotation: 0 };
        Self { frame, exact: bitmap.is_exact(), bytes: Arc::new(bitmap.into_rgba().into()), start: 0 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PictureError {
    #[error("the picture has the pixel format {0}, which is not known")]
    Format(u32),
    #[error(transparent)]
    Bad(#[from] BadPicture),
}

/// How the pixels of a raw picture are laid out, after Android's PixelFormat.
#[derive(Clone, Copy)]
enum Layout {
    Rgba,
    Rgbx,
    Rgb,
    Rgb565,
    Bgra,
}

/// The header of a raw picture.
#[derive(Clone, Copy)]
pub(crate) struct RawHeader {
    width: u32,
    height: u32,
    layout: Layout,
}

impl RawHeader {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, PictureError> {
        let word = |at: usize| {
            let four = bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
            four.map(u32::from_le_bytes).ok_or(BadPicture::Truncated { wanted: 12, got: bytes.len() })
        };
        let (width, height) = (word(0)?, word(4)?);
        let layout = match word(8)? {
            1 => Layout::Rgba,
            2 => Layout::Rgbx,
            3 => Layout::Rgb,
            4 => Layout::Rgb565,
            5 => Layout::Bgra,
            other => return Err(PictureError::Format(other)),
        };
        check_size(width, height)?;
        Ok(Self { width, height, layout })
    }

    /// How many bytes of pixels follow the header.
    pub(crate) fn pixel_bytes(self) -> usize {
        self.width as usize * self.height as usize * self.layout.bytes()
    }
}

impl Layout {
    fn bytes(self) -> usize {
        match self {
            Self::Rgba | Self::Rgbx | Self::Bgra => 4,
            Self::Rgb => 3,
            Self::Rgb565 => 2,
        }
    }
}

impl Picture {
    pub fn from_rgba(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self, PictureError> {
        Ok(Bitmap::from_rgba(width, height, rgba)?.into())
    }

    /// Reads raw `screencap` output that begins at `at` and goes to the end: 12 bytes of header up to Android 8,
    /// 16 later; the length tells which. The memory goes to `spare` when nobody looks at the picture any more.
    pub fn from_screencap(bytes: Vec<u8>, at: usize, spare: &Spare) -> Result<Self, PictureError> {
        let lent = Lent::from(bytes, spare);
        let raw = lent.bytes().get(at..).unwrap_or_default();
        let header = RawHeader::read(raw)?;
        let pixels = header.pixel_bytes();
        let start = match raw.len() {
            len if len == pixels + 12 => 12,
            len if len == pixels + 16 => 16,
            got => return Err(BadPicture::Truncated { wanted: pixels + 16, got }.into()),
        };
        let frame = Frame { width: header.width, height: header.height, rotation: 0 };
        match header.layout {
            Layout::Rgba => Ok(Self { frame, bytes: Arc::new(lent), start: at + start, exact: true }),
            layout => Self::from_rgba(header.width, header.height, to_rgba(layout, &raw[start..])),
        }
    }

    pub fn from_png(bytes: &[u8]) -> Result<Self, PictureError> {
        Ok(Bitmap::from_png(bytes)?.into())
    }

    /// The side of the squares that a JPEG's losses stay within.
    pub(crate) const BLOCK: u32 = 16;

    /// Reads a JPEG, which holds the pixels only nearly as they were.
    pub fn from_jpeg(bytes: &[u8]) -> Result<Self, PictureError> {
        Ok(Bitmap::from_jpeg(bytes)?.into())
    }

    /// Whether the pixels are those of the screen, or only nearly so.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    pub fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        Ok(self.view()?.to_png()?)
    }

    /// The picture as those see it who know nothing of phones.
    pub fn view(&self) -> Result<View<'_>, PictureError> {
        Ok(View::new(self.frame.width, self.frame.height, self.rgba())?)
    }

    pub fn rgba(&self) -> &[u8] {
        self.bytes.bytes().get(self.start..).unwrap_or_default()
    }

    /// A copy with these parts painted over.
    pub fn covered(&self, parts: &[Rect]) -> Picture {
        let (width, height) = (self.frame.width as usize, self.frame.height as usize);
        let inside = |edge: i32, size: usize| usize::try_from(edge).unwrap_or(0).min(size);
        let mut rgba = self.rgba().to_vec();
        for part in parts {
            let (left, right) = (inside(part.left, width), inside(part.right, width));
            for y in inside(part.top, height)..inside(part.bottom, height) {
                let row = rgba.get_mut((y * width + left) * 4..(y * width + right.max(left)) * 4);
                row.unwrap_or_default().as_chunks_mut().0.fill([0, 0, 0, 255]);
            }
        }
        Picture { bytes: Arc::new(rgba.into()), start: 0, ..self.clone() }
    }

    /// One row of pixels, four bytes each.
    pub fn row(&self, y: u32) -> &[u8] {
        let stride = self.frame.width as usize * 4;
        self.rgba().get(y as usize * stride..(y as usize + 1) * stride).unwrap_or_default()
    }
}

fn to_rgba(layout: Layout, pixels: &[u8]) -> Vec<u8> {
    match layout {
        Layout::Rgba => pixels.to_vec(),
        Layout::Rgbx => pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        Layout::Bgra => pixels.chunks_exact(4).flat_map(|p| [p[2], p[1], p[0], p[3]]).collect(),
        Layout::Rgb => pixels.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        Layout::Rgb565 => {
            pixels.chunks_exact(2).flat_map(|p| rgb565(u16::from_le_bytes([p[0], p[1]]))).collect()
        }
    }
}

fn rgb565(pixel: u16) -> [u8; 4] {
    let spread = |value: u16, bits: u32| {
        let max = (1u32 << bits) - 1;
        u8::try_from((u32::from(value) & max) * 255 / max).unwrap_or(255)
    };
    [spread(pixel >> 11, 5), spread(pixel >> 5, 6), spread(pixel, 5), 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>, at: usize) -> Result<Picture, PictureError> {
        Picture::from_screencap(bytes, at, &Spare::default())
    }

    fn raw(header: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for word in [2u32, 3, 1, 0].iter().take(header / 4) {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend((0..24u8).collect::<Vec<_>>());
        bytes
    }

    #[test]
    fn raw_pictures_of_old_and_new_androids_are_read() {
        for header in [12, 16] {
            let picture = read(raw(header), 0).unwrap();
            assert_eq!((picture.frame.width, picture.frame.height), (2, 3));
            assert_eq!(picture.row(1), (8..16u8).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_stands_before_the_picture_is_no_part_of_it() {
        let behind = [b"text".to_vec(), raw(16)].concat();
        assert_eq!(read(behind, 4).unwrap(), read(raw(12), 0).unwrap());
        assert!(read(raw(16), 999).is_err());
    }

    #[test]
    fn t17_a_raw_picture_cut_at_any_byte_is_refused() {
        let whole = raw(16);
        // 36 bytes would be a whole picture of the older form: the length is the only difference there is.
        for cut in (0..whole.len()).filter(|cut| *cut != 36) {
            assert!(read(whole[..cut].to_vec(), 0).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn t17_bombs_are_refused_before_memory_is_taken() {
        let mut bytes = Vec::new();
        for word in [65_535u32, 65_535, 1, 0] {
            bytes.extend(word.to_le_bytes());
        }
        assert!(matches!(read(bytes, 0), Err(PictureError::Bad(BadPicture::TooLarge { .. }))));
    }
}
